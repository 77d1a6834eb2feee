//! Names of values that are written out.

use rustc_hash::FxHashMap;

use super::Body;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Place};
use crate::syntax::tree::{Node, NodeId, ObjectKey, StepKey, Steps, Tree};
use crate::types::{ANY, Constant, Interner, NUMBER, Name, STRING, Ty};

/// The values in the objects that names lead through, by their names. Of items with the same key, the last one counts.
pub(super) type WrittenObjects = FxHashMap<(DefinitionId, NodeId), FxHashMap<Name, NodeId>>;

/// The types of the texts in structures that names lead to.
pub(super) type WrittenTexts = FxHashMap<(DefinitionId, NodeId), Option<Ty>>;

impl Body<'_, '_> {
    /// Returns the value that a name with these steps stands for, if it is written out in a definition. Modules of Terraform have
    /// values of their own.
    pub(super) fn value_behind(&mut self, target: Target, steps: Steps) -> Option<(DefinitionId, NodeId)> {
        self.part_behind(self.tree, target, steps)
    }

    /// As [`Self::value_behind`], for a name in a tree of any file.
    fn part_behind(&mut self, named_in: &Tree, target: Target, steps: Steps) -> Option<(DefinitionId, NodeId)> {
        let program = self.lowering.context.program;
        let Target::Definition(id) = target else { return None };
        let mut part = program.written_out(id).filter(|_| !program.is_terraform)?;
        let (tree, types) = (program.tree(id), &*self.lowering.types);
        for step in named_in.steps(steps) {
            let node = inside_parentheses(tree, part);
            part = match (tree.node(node), step.key) {
                (Node::Object(_), StepKey::Attribute(name) | StepKey::Text(name)) => {
                    let objects = &mut self.lowering.written_objects;
                    *objects.entry((id, node)).or_insert_with(|| values_by_name(tree, node)).get(&name)?
                }
                (Node::Tuple(elements), StepKey::Number(number)) => {
                    *tree.list(elements).get(types.number_of(number).as_index()?)?
                }
                _ => return None,
            };
        }
        Some((id, inside_parentheses(tree, part)))
    }

    /// Returns the text that a value is, or the type of its texts: with constants in their places, and without all else.
    pub(super) fn texts_of(&mut self, (id, value): (DefinitionId, NodeId)) -> (Option<Name>, Option<Ty>) {
        let (tree, lowering) = (self.lowering.context.program.tree(id), &mut *self.lowering);
        match tree.node(value) {
            Node::String(text) => (Some(text), None),
            Node::Object(_) | Node::Tuple(_) => {
                let (known, types) = (&mut lowering.texts, &mut *lowering.types);
                (None, *known.entry((id, value)).or_insert_with(|| type_of_texts(tree, types, value)))
            }
            _ => (None, None),
        }
    }
}

/// The most parts of a structure whose texts are known by its name.
const MOST_PARTS: usize = 100;

fn type_of_texts(tree: &Tree, types: &mut Interner, value: NodeId) -> Option<Ty> {
    let mut left = MOST_PARTS;
    texts_in(tree, types, value, &mut left).filter(|_| left > 0)
}

/// Returns the type of the texts in a value, of which so many parts may still be looked at.
fn texts_in(tree: &Tree, types: &mut Interner, value: NodeId, left: &mut usize) -> Option<Ty> {
    *left = left.checked_sub(1).unwrap_or_default();
    match tree.node(inside_parentheses(tree, value)) {
        _ if *left == 0 => None,
        Node::String(text) => Some(types.constant(STRING, Constant::Text(text))),
        Node::Object(items) => {
            let parts = tree.items(items).iter().filter_map(|item| Some((key_of(tree, item.key)?, item.value)));
            // Of items with the same key, the last one counts.
            let parts: FxHashMap<Name, NodeId> = parts.collect();
            let texts = parts.into_iter().filter_map(|(key, part)| Some((key, texts_in(tree, types, part, left)?)));
            let texts: Vec<(Name, Ty)> = texts.collect();
            (!texts.is_empty()).then(|| types.object(texts))
        }
        Node::Tuple(elements) => {
            let texts = tree.list(elements).iter().map(|&part| texts_in(tree, types, part, left));
            let texts: Vec<Option<Ty>> = texts.collect();
            let has_text = texts.iter().any(Option::is_some);
            let texts: Vec<Ty> = texts.into_iter().map(|text| text.unwrap_or(ANY)).collect();
            has_text.then(|| types.tuple(&texts))
        }
        _ => None,
    }
}

/// The most items of a range that is written out.
const MOST_ITEMS: usize = 100;

impl Body<'_, '_> {
    /// Returns the range of a block, if it is written out there or in the value that it names: a number, or a structure with its keys.
    pub(super) fn written_range(&mut self, id: DefinitionId) -> Option<Ty> {
        let program = self.lowering.context.program;
        let written = program.written_range(id)?;
        let (of, range) = match program.tree(id).node(written) {
            Node::Variable(_, steps) => self.named_range(id, written, steps)?,
            _ => (id, written),
        };
        let tree = program.tree(of);
        let types = &mut *self.lowering.types;
        match tree.node(range) {
            Node::Number(number) => Some(types.constant(NUMBER, Constant::Number(number))),
            Node::Tuple(elements) if tree.list(elements).len() <= MOST_ITEMS => {
                let elements = vec![ANY; tree.list(elements).len()];
                Some(types.tuple(&elements))
            }
            Node::Object(items) if tree.items(items).len() <= MOST_ITEMS => {
                let keys = tree.items(items).iter().map(|item| key_of(tree, item.key));
                let mut keys: Vec<Name> = keys.collect::<Option<_>>()?;
                keys.sort_unstable();
                keys.dedup();
                Some(types.object(keys.into_iter().map(|key| (key, ANY)).collect()))
            }
            _ => None,
        }
    }

    /// Returns the value that the range of a block names, if it is written out.
    fn named_range(&mut self, id: DefinitionId, node: NodeId, steps: Steps) -> Option<(DefinitionId, NodeId)> {
        let program = self.lowering.context.program;
        let target = self.lowering.context.resolution.target(Place { file: program.definition(id).file, node });
        self.part_behind(program.tree(id), target, steps)
    }
}

/// Returns the key of an item, if it is a name or a text.
fn key_of(tree: &Tree, key: ObjectKey) -> Option<Name> {
    match key {
        ObjectKey::Name(name) => Some(name),
        ObjectKey::Expression(key, _) => match tree.node(key) {
            Node::String(name) => Some(name),
            _ => None,
        },
    }
}

fn values_by_name(tree: &Tree, object: NodeId) -> FxHashMap<Name, NodeId> {
    let Node::Object(items) = tree.node(object) else { return FxHashMap::default() };
    tree.items(items).iter().filter_map(|item| Some((key_of(tree, item.key)?, item.value))).collect()
}

fn inside_parentheses(tree: &Tree, mut node: NodeId) -> NodeId {
    while let Node::Parenthesis(inner) = tree.node(node) {
        node = inner;
    }
    node
}
