//! Subjects: the entities that words of a program refer to.

use super::view::View;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Expression, FileId, Part, Place};
use crate::source::Span;
use crate::syntax::for_variables;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, ObjectItem, ObjectKey, Step, StepKey};
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
    let of_word = |subject, span: Span| span.touches(offset).then_some(Found { subject, span });
    let names = view.program.definition_ids().filter(|&id| view.program.definition(id).file == file);
    let mut names = names.filter_map(|id| {
        let definition = view.program.definition(id);
        let span = view.unquoted(file, definition.name_span);
        of_word(Subject::Definition(id), span).filter(|_| definition.name_span != definition.span)
    });
    if let Some(found) = names.next() {
        return Some(found);
    }
    let id = view.program.definition_at(file, offset)?;
    let token = block_of(view, id).and_then(|block| block.labels.get(1)).map(|label| view.unquoted(file, label.1));
    if let Some(found) = token.and_then(|span| of_word(Subject::Token(id), span)) {
        return Some(found);
    }
    let attributes = view.program.definition(id).expressions.iter().enumerate();
    let mut attributes = attributes.filter_map(|(number, expression)| {
        let subject = match expression.part {
            Part::Input(name) => Subject::Input(id, name),
            _ => Subject::Attribute(id, number),
        };
        of_word(subject, view.unquoted(file, expression.name_span))
    });
    attributes.next().or_else(|| in_expression(view, types, id, offset))
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
            if let Some(span) = name_span(view, types, at, name).filter(|&span| span.touches(offset)) {
                let subject = subject_of_name(view, id, at, name).unwrap_or(whole.subject);
                return Some(Found { subject, span });
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

/// Returns the span of the name at the start of a traversal. `None` if the text spells it differently.
pub fn name_span(view: &View<'_>, types: &Interner, at: Place, name: Name) -> Option<Span> {
    let span = view.tree(at.file).span(at.node);
    let text = types.text(name);
    let is_here = view.text(at.file).get(span.range()).is_some_and(|source| source.starts_with(text));
    is_here.then(|| Span { start: span.start, end: span.start + text.len() as u32 })
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

/// Returns the block of a definition.
pub fn block_of<'a>(view: &View<'a>, id: DefinitionId) -> Option<&'a Block> {
    let definition = view.program.definition(id);
    let body = view.tree(definition.file).body.iter();
    body.filter_map(BodyItem::as_block).find(|block| block.span == definition.span)
}

/// Returns an expression of a definition that is an attribute or a block.
pub fn expression_of<'a>(view: &View<'a>, id: DefinitionId, number: usize) -> Option<&'a Expression> {
    view.program.definition(id).expressions.get(number)
}
