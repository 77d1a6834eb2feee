//! Subjects: the entities that words of a program refer to.

use super::view::View;
use crate::program::resolve::{self, Target, qualifications};
use crate::program::{BlockValue, DefinitionId, Expression, FileId, Kind, Part, Place};
use crate::source::Span;
use crate::syntax::for_variables;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, ObjectItem, ObjectKey, Step, StepKey};
use crate::types::{Interner, Name};

/// The entity that a word, or another place, refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A definition.
    Definition(DefinitionId),
    /// A variable that a definition binds, by its index.
    Variable(DefinitionId, u32),
    /// A declared variable.
    Declared(Name),
    /// A function.
    Function(Name, Place),
    /// An input of a block.
    Input(DefinitionId, Name),
    /// Another attribute of a block, by the index of its expression.
    Attribute(DefinitionId, usize),
    /// A step of a traversal, by its index.
    Step(Place, usize),
    /// A key of an object, by its index.
    Key(Place, usize),
    /// The token of a block.
    Token(DefinitionId),
    /// The type of a block, of a definition or inside of it, by the span of the block.
    Block(DefinitionId, Span),
    /// An expression.
    Expression(Place),
}

/// A subject, with the span where it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The subject.
    pub subject: Subject,
    /// The span of the word or the expression.
    pub span: Span,
}

/// Returns the subject at an offset of a file.
pub fn subject_at(view: &View<'_>, types: &Interner, file: FileId, offset: u32) -> Option<Found> {
    let names = view.program.definition_ids().filter(|&id| view.program.definition(id).file == file);
    let mut names = names.filter_map(|id| Some((Subject::Definition(id), name_place(view, types, id)?)));
    if let Some((subject, span)) = names.find(|(_, span)| span.touches(offset)) {
        return Some(Found { subject, span });
    }
    let around = view.program.definitions_at(file, offset);
    let in_blocks = around.iter().find_map(|&id| in_block(view, types, id, offset));
    let found = in_blocks.or_else(|| around.iter().find_map(|&id| in_expression(view, types, id, offset)));
    found.or_else(|| in_address(view, types, file, offset)).or_else(|| in_words(view, types, file, offset))
}

/// Returns the span of the name that a definition defines. The parts of a block of Terraform define names as well: `for_each` is
/// the place of `each`.
pub fn name_place(view: &View<'_>, types: &Interner, id: DefinitionId) -> Option<Span> {
    let definition = view.program.definition(id);
    let place = match (definition.kind, definition.block.as_ref().map(|block| block.value)) {
        (Kind::Body, Some(BlockValue::Iterator)) => iterator_place(view, types, id),
        (Kind::Body, Some(BlockValue::Item)) => Some(definition.name_span),
        (Kind::Body, _) => definition.name.and_then(|_| provider_place(view, types, id)),
        _ => Some(definition.name_span).filter(|&span| span != definition.span),
    };
    place.map(|span| view.unquoted(definition.file, span))
}

/// Returns the span of the name of a dynamic block's iterator: the given one, or the label.
fn iterator_place(view: &View<'_>, types: &Interner, id: DefinitionId) -> Option<Span> {
    let definition = view.program.definition(id);
    let given = attribute_of(view, types, id, "iterator");
    given.map(|given| view.tree(definition.file).span(given.value)).or(Some(definition.name_span))
}

/// Returns the span of the name of a provider's configuration: the alias, or the label.
fn provider_place(view: &View<'_>, types: &Interner, id: DefinitionId) -> Option<Span> {
    let definition = view.program.definition(id);
    let Some(block) = block_of(view, id) else { return Some(definition.name_span) };
    let alias = attribute_of(view, types, id, "alias").map(|alias| view.tree(definition.file).span(alias.value));
    alias.or_else(|| block.labels.first().map(|label| label.1))
}

/// Returns an attribute of the block of a definition.
fn attribute_of<'a>(view: &View<'a>, types: &Interner, id: DefinitionId, name: &str) -> Option<&'a Attribute> {
    let attributes = block_of(view, id)?.body.iter().filter_map(BodyItem::as_attribute);
    attributes.into_iter().find(|attribute| types.text(attribute.name) == name)
}

/// Returns the subject that a word of a block is: its token, or the name of an attribute.
fn in_block(view: &View<'_>, types: &Interner, id: DefinitionId, offset: u32) -> Option<Found> {
    let definition = view.program.definition(id);
    let token = token_place(view, types, id).filter(|span| span.touches(offset));
    if let Some(span) = token {
        return Some(Found { subject: Subject::Token(id), span });
    }
    definition.expressions.iter().enumerate().find_map(|(number, expression)| {
        let span = view.unquoted(definition.file, expression.name_span);
        let subject = match expression.part {
            Part::Input(name) => variable_of(view, types, id, name).unwrap_or(Subject::Input(id, name)),
            _ => Subject::Attribute(id, number),
        };
        span.touches(offset).then_some(Found { subject, span })
    })
}

/// Returns the span of the label that names the type of a block's resource.
fn token_place(view: &View<'_>, types: &Interner, id: DefinitionId) -> Option<Span> {
    let definition = view.program.definition(id);
    let block = block_of(view, id)?;
    let number = match (view.program.is_terraform, types.text(block.kind)) {
        (true, "resource" | "data" | "ephemeral") => 0,
        (true, _) => return None,
        _ => 1,
    };
    block.labels.get(number).map(|label| view.unquoted(definition.file, label.1))
}

/// Returns the block whose type is at an offset, also where `dynamic` and `content` write it, or whose variable has its type there.
fn in_words(view: &View<'_>, types: &Interner, file: FileId, offset: u32) -> Option<Found> {
    let mut around: Vec<&Block> = Vec::new();
    let mut body = &view.tree(file).body;
    while let Some(block) = body.iter().filter_map(BodyItem::as_block).find(|block| block.span.touches(offset)) {
        around.push(block);
        body = &block.body;
    }
    let (first, last) = (around.first()?, around.last()?);
    let mut ids = view.program.definition_ids();
    let id =
        ids.find(|&id| (view.program.definition(id).file, view.program.definition(id).span) == (file, first.span))?;
    let label = last.labels.first().filter(|_| types.text(last.kind) == "dynamic").map(|label| label.1);
    let declared = last.body.iter().filter_map(BodyItem::as_attribute).find(|attribute| {
        around.len() == 1 && types.text(last.kind) == "variable" && types.text(attribute.name) == "type"
    });
    let declared = declared.into_iter().flat_map(|of| [of.name_span, view.tree(file).span(of.value)]);
    let mut places = std::iter::once(last.kind_span).chain(label).chain(declared);
    let span = places.find(|span| span.touches(offset))?;
    Some(Found { subject: Subject::Block(id, last.span), span })
}

/// Returns the variable of the same module to which a file of values gives a value.
fn variable_of(view: &View<'_>, types: &Interner, id: DefinitionId, name: Name) -> Option<Subject> {
    let block = view.program.definition(id).block.as_ref()?;
    let is_of_values = block.gives_variables && block.owner.is_none();
    let name = types.text(name);
    let is_meant = |of: &DefinitionId| {
        let definition = view.program.definition(*of);
        definition.kind == Kind::Variable && definition.own_name() == Some(name)
    };
    view.program.definition_ids().find(is_meant).filter(|_| is_of_values).map(Subject::Definition)
}

/// Returns the subject of an address in a block that is no definition, like `moved`.
fn in_address(view: &View<'_>, types: &Interner, file: FileId, offset: u32) -> Option<Found> {
    addresses_apart(view, types, file).into_iter().find_map(|(at, id)| {
        let words = name_words(view, types, at)?;
        words.found(Subject::Definition(id), offset)
    })
}

/// The types of blocks of Terraform that name other blocks, and are no definitions, or whose addresses have no value.
const NAMING: [&str; 3] = ["import", "moved", "removed"];

/// Returns the addresses in such blocks, each with the definition that it names.
pub fn addresses_apart(view: &View<'_>, types: &Interner, file: FileId) -> Vec<(Place, DefinitionId)> {
    if !view.program.is_terraform {
        return Vec::new();
    }
    let tree = view.tree(file);
    let blocks = tree.body.iter().filter_map(BodyItem::as_block);
    let naming = blocks.filter(|block| NAMING.contains(&types.text(block.kind)));
    let attributes = naming.flat_map(|block| block.body.iter().filter_map(BodyItem::as_attribute));
    let nodes = attributes.filter(|attribute| ["from", "to"].contains(&types.text(attribute.name))).map(|of| of.value);
    nodes.filter_map(|node| named_definition(view, types, Place { file, node })).collect()
}

/// Returns the definition whose address an expression begins with, and the place of the address.
fn named_definition(view: &View<'_>, types: &Interner, at: Place) -> Option<(Place, DefinitionId)> {
    let tree = view.tree(at.file);
    match tree.node(at.node) {
        Node::Index(collection, _) => named_definition(view, types, Place { node: collection, ..at }),
        Node::Relative(inner, _) => named_definition(view, types, Place { node: inner, ..at }),
        Node::Variable(..) => {
            let mut names = qualifications(tree, at.node).map(|parts| {
                let parts: Vec<&str> = parts.into_iter().map(|part| types.text(part)).collect();
                parts.join(".")
            });
            let found = |address: String| {
                let mut ids = view.program.definition_ids();
                ids.find(|&id| view.program.definition(id).name.is_some_and(|name| *types.text(name) == address))
            };
            names.find_map(found).map(|id| (at, id))
        }
        _ => None,
    }
}

/// Returns the subject at an offset of an expression.
fn in_expression(view: &View<'_>, types: &Interner, id: DefinitionId, offset: u32) -> Option<Found> {
    let file = view.program.definition(id).file;
    let tree = view.tree(file);
    let node = view.program.node_at(id, offset, |node| !matches!(tree.node(node), Node::Text(_) | Node::Type))?;
    let at = Place { file, node };
    let whole = Found { subject: Subject::Expression(at), span: tree.span(node) };
    let (from, steps) = match tree.node(node) {
        Node::Variable(name, steps) => {
            let subject = subject_of_name(view, id, at, name).unwrap_or(whole.subject);
            if let Some(found) = name_words(view, types, at).and_then(|words| words.found(subject, offset)) {
                return Some(found);
            }
            (at, tree.steps(steps))
        }
        Node::Relative(_, steps) => (at, tree.steps(steps)),
        Node::Call(call) => {
            let call = tree.call(call);
            let is_word = call.function_span.touches(offset);
            let found = Found { subject: Subject::Function(call.function, at), span: call.function_span };
            return Some(if is_word { found } else { whole });
        }
        Node::Object(items) => {
            let key = |item: &ObjectItem| item.key_span.touches(offset) && key_name(view, at, item).is_some();
            let items = tree.items(items);
            let number = items.iter().position(key);
            let found = number.map(|number| (number, view.unquoted(file, items[number].key_span)));
            let found = found.map(|(number, span)| Found { subject: Subject::Key(at, number), span });
            return Some(found.unwrap_or(whole));
        }
        Node::For(_) => return Some(variable_at(view, id, at, offset).unwrap_or(whole)),
        // A literal text may be the key of an object.
        Node::String(_) => return Some(key_at(view, id, at, offset).unwrap_or(whole)),
        _ => return Some(whole),
    };
    let step = steps.iter().position(|step| step.key_span.touches(offset));
    Some(step.map_or(whole, |number| Found {
        subject: Subject::Step(from, number),
        span: view.unquoted(file, steps[number].key_span),
    }))
}

/// Returns the key of an object that a literal text is.
fn key_at(view: &View<'_>, id: DefinitionId, at: Place, offset: u32) -> Option<Found> {
    let tree = view.tree(at.file);
    let object = view.program.node_at(id, offset, |node| match tree.node(node) {
        Node::Object(items) => tree.items(items).iter().any(|item| is_key(item, at.node)),
        _ => false,
    })?;
    let Node::Object(items) = tree.node(object) else { return None };
    let number = tree.items(items).iter().position(|item| is_key(item, at.node))?;
    let subject = Subject::Key(Place { file: at.file, node: object }, number);
    Some(Found { subject, span: view.unquoted(at.file, tree.span(at.node)) })
}

fn is_key(item: &ObjectItem, node: NodeId) -> bool {
    matches!(item.key, ObjectKey::Expression(key, false) if key == node)
}

/// Returns the subject that a name refers to; `None` if the name is unresolved.
fn subject_of_name(view: &View<'_>, id: DefinitionId, at: Place, name: Name) -> Option<Subject> {
    match view.inference.target(at) {
        Target::Definition(id) => Some(Subject::Definition(id)),
        Target::Local(number) => Some(Subject::Variable(id, number)),
        Target::Declared(name) => Some(Subject::Declared(name)),
        Target::Property(_) => Some(Subject::Input(id, name)),
        Target::None | Target::Unknown | Target::Binds(_) => None,
    }
}

/// The words of a name at the start of a traversal: names of Terraform have several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameWords {
    /// The span of all parts.
    pub whole: Span,
    /// The span of the part that the definition names: `region` of `var.region`.
    pub own: Span,
}

impl NameWords {
    /// Returns the subject that the name means, if an offset is in it.
    fn found(self, subject: Subject, offset: u32) -> Option<Found> {
        let span = if self.own.touches(offset) { self.own } else { self.whole };
        self.whole.touches(offset).then_some(Found { subject, span })
    }
}

/// Returns the words of the name at the start of a traversal. `None` if the text spells it differently.
pub fn name_words(view: &View<'_>, types: &Interner, at: Place) -> Option<NameWords> {
    let Node::Variable(name, _) = view.tree(at.file).node(at.node) else { return None };
    let (span, root) = (view.tree(at.file).span(at.node), types.text(name));
    let is_here =
        |span: Span, text: &str| view.text(at.file).get(span.range()).is_some_and(|source| source.starts_with(text));
    let root = Span { end: span.start + root.len() as u32, ..span };
    let last = steps_in_name(view, types, at).checked_sub(1).and_then(|last| steps_of(view, at).get(last));
    let own = last.map_or(root, |last| view.unquoted(at.file, last.key_span));
    let own_text = last.and_then(step_name).map_or(types.text(name), |last| types.text(last));
    (is_here(root, types.text(name)) && is_here(own, own_text)).then(|| NameWords { whole: root.to(own), own })
}

/// Returns the number of steps of a traversal that are part of the name at its start.
pub fn steps_in_name(view: &View<'_>, types: &Interner, at: Place) -> usize {
    let tree = view.tree(at.file);
    let target = match view.inference.target(at) {
        Target::None => named_definition(view, types, at).map_or(Target::None, |(_, id)| Target::Definition(id)),
        target => target,
    };
    // The last part of a name may contain dots, as a key in programs that Pulumi runs.
    resolve::steps_in_name(view.program, target, tree, at.node, types).min(steps_of(view, at).len())
}

/// Returns the variables that a for-expression binds, by index, with their spans.
pub fn binders(view: &View<'_>, at: Place) -> Vec<(u32, Span)> {
    let tree = view.tree(at.file);
    let (Node::For(parts), Target::Binds(first)) = (tree.node(at.node), view.inference.target(at)) else {
        return Vec::new();
    };
    let start = tree.span(at.node).start;
    let collection = tree.span(tree.for_parts(parts).collection).start;
    let text = view.text(at.file).get(start as usize..collection as usize).unwrap_or("");
    let places = for_variables(text).into_iter();
    let places = places.map(|span| Span { start: span.start + start, end: span.end + start });
    (first..).zip(places).collect()
}

fn variable_at(view: &View<'_>, id: DefinitionId, at: Place, offset: u32) -> Option<Found> {
    let mut binders = binders(view, at).into_iter().filter(|&(_, span)| span.touches(offset));
    binders.next().map(|(number, span)| Found { subject: Subject::Variable(id, number), span })
}

/// Returns the name of an object key, if it is a name or a literal text.
pub fn key_name(view: &View<'_>, at: Place, item: &ObjectItem) -> Option<Name> {
    match item.key {
        ObjectKey::Name(name) => Some(name),
        ObjectKey::Expression(key, _) => match view.tree(at.file).node(key) {
            Node::String(name) => Some(name),
            _ => None,
        },
    }
}

/// Returns the steps of a traversal.
pub fn steps_of<'a>(view: &View<'a>, at: Place) -> &'a [Step] {
    let tree = view.tree(at.file);
    match tree.node(at.node) {
        Node::Variable(_, steps) | Node::Relative(_, steps) => tree.steps(steps),
        _ => &[],
    }
}

/// Returns the name that a step selects.
pub fn step_name(step: &Step) -> Option<Name> {
    match step.key {
        StepKey::Attribute(name) | StepKey::Text(name) => Some(name),
        _ => None,
    }
}

/// Returns the block of a definition, which may be inside of others.
pub fn block_of<'a>(view: &View<'a>, id: DefinitionId) -> Option<&'a Block> {
    let definition = view.program.definition(id);
    block_at(&view.tree(definition.file).body, definition.span)
}

/// Returns the blocks around a span, outermost first, the last of which is the block at the span; none if there is no such block.
pub fn blocks_around(body: &[BodyItem], span: Span) -> Vec<&Block> {
    let (mut found, mut body) = (Vec::new(), body);
    while let Some(block) = body.iter().filter_map(BodyItem::as_block).find(|block| block.span.contains(span)) {
        found.push(block);
        body = &block.body;
    }
    if found.last().is_none_or(|last| last.span != span) {
        found.clear();
    }
    found
}

/// Returns the block at a span.
pub fn block_at(body: &[BodyItem], span: Span) -> Option<&Block> {
    blocks_around(body, span).pop()
}

/// Returns an expression of a definition that is an attribute or a block.
pub fn expression_of<'a>(view: &View<'a>, id: DefinitionId, number: usize) -> Option<&'a Expression> {
    view.program.definition(id).expressions.get(number)
}
