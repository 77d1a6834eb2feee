//! The definition and the expressions around a place of a program, which is an offset or a node.

use super::{BlockValue, Definition, DefinitionId, Expression, FileId, Part, Place, Program};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, ObjectKey, Tree};
use crate::types::{Interner, Name, NumberId};

/// The most keys of instances that are looked at.
const MOST_KEYS: usize = 100;

impl Program {
    /// Returns the innermost definition that contains, or ends at, an offset of a file. Linear in the definitions.
    pub fn definition_at(&self, file: FileId, offset: u32) -> Option<DefinitionId> {
        self.around(file, offset).min_by_key(|&id| nearness(self.definition(id).span, offset))
    }

    /// Returns all definitions that contain, or end at, an offset of a file, the innermost first: a block of Terraform has several.
    pub fn definitions_at(&self, file: FileId, offset: u32) -> Vec<DefinitionId> {
        let mut found: Vec<DefinitionId> = self.around(file, offset).collect();
        found.sort_by_key(|&id| nearness(self.definition(id).span, offset));
        found
    }

    fn around(&self, file: FileId, offset: u32) -> impl Iterator<Item = DefinitionId> {
        self.definition_ids().filter(move |&id| {
            let definition = self.definition(id);
            definition.file == file && definition.span.touches(offset)
        })
    }

    /// Returns the block of a definition at the top of its file. Linear in the items of the file.
    pub fn block_of(&self, definition: &Definition) -> Option<&Block> {
        let body = self.file(definition.file).tree.body.iter();
        body.filter_map(BodyItem::as_block).find(|block| block.span == definition.span)
    }

    /// Returns the description that the block of a definition has as an attribute.
    pub fn description(&self, definition: &Definition, types: &Interner) -> Option<Name> {
        let tree = &self.file(definition.file).tree;
        let mut attributes = self.block_of(definition)?.body.iter().filter_map(BodyItem::as_attribute);
        let given = attributes.find(|attribute| types.text(attribute.name) == "description")?;
        match tree.node(given.value) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number of a definition's instances, if it is written as a number.
    pub fn written_count(&self, definition: &Definition) -> Option<NumberId> {
        let count = definition.expressions.iter().find(|expression| expression.part == Part::Count)?;
        match self.file(definition.file).tree.node(count.root) {
            Node::Number(count) => Some(count),
            _ => None,
        }
    }

    /// Returns the keys of a definition's instances, if they are written: those of an object, or the texts of a set. Does not return
    /// more than `MOST_KEYS`.
    pub fn written_keys(&self, id: DefinitionId, types: &Interner) -> Option<Vec<Name>> {
        // The parts of a block follow its definition.
        let behind = self.definitions.iter().skip(id.0 as usize + 1).map_while(|of| Some((of, of.block.as_deref()?)));
        let mut parts = behind.take_while(|(_, block)| block.owner == Some(id));
        let item = parts.find(|(_, block)| block.value == BlockValue::Item)?.0;
        let (tree, range) = (&self.file(item.file).tree, item.expressions.first()?.root);
        let keys: Option<Vec<Name>> = match tree.node(range) {
            Node::Object(items) => tree.items(items).iter().map(|item| plain_key(tree, item.key)).collect(),
            Node::Call(call) if types.text(tree.call(call).function) == "toset" => {
                match tree.list(tree.call(call).arguments) {
                    [elements] => plain_texts(tree, *elements),
                    _ => None,
                }
            }
            _ => None,
        };
        keys.filter(|keys| (1..=MOST_KEYS).contains(&keys.len()))
    }

    /// Returns the definition that contains an expression. Linear in the definitions.
    pub fn definition_of(&self, place: Place) -> Option<DefinitionId> {
        self.definition_ids().find(|&id| {
            let definition = self.definition(id);
            let is_in = |expression: &Expression| (expression.first..=expression.root).contains(&place.node);
            definition.file == place.file && definition.expressions.iter().any(is_in)
        })
    }

    /// Returns the innermost accepted expression of a definition that contains, or ends at, an offset of its file. Of expressions with
    /// the same span, like `"${x}"` in JSON, it is the inner one.
    pub fn node_at(&self, id: DefinitionId, offset: u32, is_wanted: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let tree = self.tree(id);
        let around = self.definition(id).expressions.iter().filter(|whole| tree.span(whole.root).touches(offset));
        let nodes =
            around.flat_map(Expression::nodes).filter(|&node| tree.span(node).touches(offset) && is_wanted(node));
        nodes.min_by_key(|&node| (nearness(tree.span(node), offset), node))
    }

    /// Returns the expressions of a file that contain an offset, the innermost first, each text once: several definitions may share an
    /// expression. Linear in the expressions of the file.
    pub fn expressions_at(&self, file: FileId, offset: u32, is_wanted: impl Fn(Place) -> bool) -> Vec<Place> {
        let tree = &self.file(file).tree;
        let own = self.definitions.iter().filter(|definition| definition.file == file);
        let nodes = own.flat_map(|definition| definition.expressions.iter().flat_map(Expression::nodes));
        let places = nodes.map(|node| Place { file, node });
        let is_around = |place: &Place| {
            let span = tree.span(place.node);
            span.start <= offset && offset < span.end && is_wanted(*place)
        };
        let mut found: Vec<Place> = places.filter(is_around).collect();
        found.sort_by_key(|place| (nearness(tree.span(place.node), offset), place.node));
        found.dedup_by_key(|place| tree.span(place.node));
        found
    }
}

/// Orders spans around an offset: those that contain it before those that end at it, and shorter ones first.
fn nearness(span: Span, offset: u32) -> (bool, u32) {
    (offset == span.end, span.end - span.start)
}

/// Returns the key of an object's item, if it is a word or a text.
fn plain_key(tree: &Tree, key: ObjectKey) -> Option<Name> {
    match key {
        ObjectKey::Name(name) => Some(name),
        ObjectKey::Expression(text, false) => plain_text(tree, text),
        ObjectKey::Expression(_, true) => None,
    }
}

/// Returns the elements of a tuple, if they are texts.
fn plain_texts(tree: &Tree, tuple: NodeId) -> Option<Vec<Name>> {
    let Node::Tuple(elements) = tree.node(tuple) else { return None };
    tree.list(elements).iter().map(|&element| plain_text(tree, element)).collect()
}

fn plain_text(tree: &Tree, node: NodeId) -> Option<Name> {
    match tree.node(node) {
        Node::String(text) => Some(text),
        _ => None,
    }
}
