//! Definitions: the places where names, parts of values and types are defined.

use gen_lsp_types::Location;

use super::docs::{entry_of, location, type_entry};
use super::modules::{Exported, Selected, definition_of, exported, selected};
use super::subject::{Found, Subject, binders, key_name, name_place, step_name, steps_in_name, steps_of, subject_at};
use super::view::View;
use crate::program::resolve::Target;
use crate::program::{BlockValue, Definition, DefinitionId, Expression, FileId, Kind, Part, Place};
use crate::schema::Schemas;
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::{Interner, Name};

/// The place that defines a subject.
pub enum DefinedAt {
    /// A place in the program, or in a schema.
    Here(Location),
    /// A variable or an output of another module.
    Elsewhere(Exported),
}

/// Returns the definition of the subject at an offset of a file.
pub fn definition(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    file: FileId,
    offset: u32,
) -> Option<DefinedAt> {
    let Found { subject, .. } = subject_at(view, types, file, offset)?;
    let own = match subject {
        Subject::Definition(_) | Subject::Variable(..) => defining_place(view, types, subject),
        Subject::Step(at, number) => written_part(view, types, at, number),
        Subject::Declared(name) => declared_by_block(view, types, (file, offset), name),
        _ => None,
    };
    if let Some((file, span)) = own {
        return Some(DefinedAt::Here(view.location(file, span)));
    }
    if let Some(name) = exported(view, types, subject) {
        return Some(DefinedAt::Elsewhere(name));
    }
    let entry = entry_of(view, types, schemas, subject)?;
    Some(DefinedAt::Here(location(&entry, view.client.encoding)))
}

/// Returns the place of the definition of a name that modules share.
pub fn exported_place(view: &View<'_>, types: &Interner, name: &Exported) -> Option<Location> {
    let (file, span) = defining_place(view, types, Subject::Definition(definition_of(view, name)?))?;
    Some(view.location(file, span))
}

/// Returns the definition of the subject's type at an offset of a file: an entry of a schema.
pub fn type_definition(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    file: FileId,
    offset: u32,
) -> Option<Location> {
    let Found { subject, .. } = subject_at(view, types, file, offset)?;
    type_entry(view, types, schemas, subject).map(|entry| location(&entry, view.client.encoding))
}

/// Returns the span that defines the name of a subject.
pub fn defining_place(view: &View<'_>, types: &Interner, subject: Subject) -> Option<(FileId, Span)> {
    match subject {
        Subject::Definition(id) => Some((view.program.definition(id).file, name_place(view, types, id)?)),
        Subject::Variable(id, number) => {
            let definition = view.program.definition(id);
            let nodes = definition.expressions.iter().flat_map(Expression::nodes);
            let all = nodes.flat_map(|node| binders(view, Place { file: definition.file, node }));
            let bound = all.filter(|&(of, _)| of == number).map(|(_, span)| span).next();
            // The variable of a block is bound by its range.
            let range = || {
                let is_range = |of: &&Expression| matches!(of.part, Part::Range(_));
                let range = definition.expressions.iter().find(is_range).filter(|_| number == 0);
                range.map(|of| view.unquoted(definition.file, of.name_span))
            };
            bound.or_else(range).map(|span| (definition.file, span))
        }
        _ => None,
    }
}

/// Returns the place in the block around an offset that gives a name of the language its value: `count` for `count.index`, and the
/// name of the block for `self`.
fn declared_by_block(
    view: &View<'_>,
    types: &Interner,
    (file, offset): (FileId, u32),
    name: Name,
) -> Option<(FileId, Span)> {
    let block = view.program.owner(view.program.definition_at(file, offset).filter(|_| view.program.is_terraform)?);
    match types.text(name) {
        "self" => defining_place(view, types, Subject::Definition(block)),
        "count.index" => {
            let mut expressions = parts(view, block).flat_map(|part| &part.expressions);
            expressions.find(|of| of.part == Part::Count).map(|of| (file, view.unquoted(file, of.name_span)))
        }
        _ => None,
    }
}

/// Returns the key of the property that a step selects, if all objects before it are literals. A step after `each` is the range.
fn written_part(view: &View<'_>, types: &Interner, at: Place, number: usize) -> Option<(FileId, Span)> {
    if let Some(Selected { definition, path }) = selected(view, types, at, number) {
        return written_input(view, types, definition, &path);
    }
    let Target::Definition(id) = view.inference.target(at) else { return None };
    let definition = view.program.definition(id);
    let root = match definition.block.as_ref().map(|block| block.value) {
        None => definition.expressions.first()?.root,
        Some(BlockValue::Expression(value)) => definition.expressions.get(value as usize)?.root,
        Some(BlockValue::Item | BlockValue::Iterator) => return defining_place(view, types, Subject::Definition(id)),
        Some(_) => return None,
    };
    let steps = steps_of(view, at).get(steps_in_name(view, types, at)..=number)?;
    let path: Option<Vec<Name>> = steps.iter().map(step_name).collect();
    written_key(view, Place { file: definition.file, node: root }, &path?)
}

/// Returns the place of an input of a block, or of a property in it. The outputs of modules are no inputs of theirs.
fn written_input(view: &View<'_>, types: &Interner, id: DefinitionId, path: &[Name]) -> Option<(FileId, Span)> {
    let definition = view.program.definition(id);
    let (&first, rest) = path.split_first().filter(|_| definition.kind != Kind::Module)?;
    let mut expressions = parts(view, id).flat_map(|part| &part.expressions);
    let given = expressions.find(|of| is_given(view, types, definition, of, first))?;
    if rest.is_empty() {
        return Some((definition.file, view.unquoted(definition.file, given.name_span)));
    }
    written_key(view, Place { file: definition.file, node: given.root }, rest)
}

/// Returns the place of the last of some keys, each in the object that the one before has as its value.
fn written_key(view: &View<'_>, mut at: Place, path: &[Name]) -> Option<(FileId, Span)> {
    let mut span = None;
    for &name in path {
        let Node::Object(items) = inside(view, at) else { return None };
        let items = view.tree(at.file).items(items);
        let item = items.iter().find(|item| key_name(view, at, item) == Some(name))?;
        (at.node, span) = (item.value, Some(item.key_span));
    }
    span.map(|span| (at.file, view.unquoted(at.file, span)))
}

/// Returns the definitions of which a block consists: in Terraform, its body is one of its own.
fn parts<'a>(view: &View<'a>, id: DefinitionId) -> impl Iterator<Item = &'a Definition> {
    let program = view.program;
    let whole = program.definition(id);
    let is_part = move |of: &DefinitionId| program.owner(*of) == id && program.definition(*of).span == whole.span;
    let others = program.definition_ids().filter(move |of| *of != id).filter(is_part);
    std::iter::once(id).chain(others).map(|id| program.definition(id))
}

/// Holds if an expression is the input of a block with this name.
fn is_given(view: &View<'_>, types: &Interner, definition: &Definition, of: &Expression, name: Name) -> bool {
    let span = view.unquoted(definition.file, of.name_span);
    view.program.file(definition.file).source.slice(span) == types.text(name)
}

/// Returns the node inside of any parentheses.
fn inside(view: &View<'_>, at: Place) -> Node {
    match view.tree(at.file).node(at.node) {
        Node::Parenthesis(inner) => inside(view, Place { node: inner, ..at }),
        node => node,
    }
}
