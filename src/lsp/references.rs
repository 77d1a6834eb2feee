//! Definitions, references, and renaming.

use std::collections::HashMap;

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, TextEdit, Uri, WorkspaceEdit};

use super::docs::{entry_of, location, type_entry};
use super::subject::{Found, Subject, binders, key_name, name_span, step_name, steps_of, subject_at};
use super::view::View;
use crate::program::resolve::Target;
use crate::program::{Definition, DefinitionId, Expression, FileId, Kind, Part, Place};
use crate::schema::Schemas;
use crate::source::Span;
use crate::syntax::parse_expression;
use crate::syntax::tree::{For, Node, NodeId};
use crate::types::{Interner, Name};

/// An occurrence of a subject's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The file.
    pub file: FileId,
    /// The span of the name.
    pub span: Span,
    /// Holds if this occurrence defines the name.
    pub is_definition: bool,
}

/// Returns the definition of the subject at an offset of a file.
pub fn definition(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    file: FileId,
    offset: u32,
) -> Option<Location> {
    let Found { subject, .. } = subject_at(view, types, file, offset)?;
    let own = match subject {
        Subject::Definition(_) | Subject::Variable(..) => defining_place(view, subject),
        Subject::Step(at, number) => written_part(view, types, at, number),
        _ => None,
    };
    if let Some((file, span)) = own {
        return Some(view.location(file, span));
    }
    entry_of(view, types, schemas, subject).map(|entry| location(&entry, view.client.encoding))
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
fn defining_place(view: &View<'_>, subject: Subject) -> Option<(FileId, Span)> {
    match subject {
        Subject::Definition(id) => {
            let definition = view.program.definition(id);
            Some((definition.file, view.unquoted(definition.file, definition.name_span)))
        }
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

/// Returns the key of the property that a step selects, if all objects before it are literals.
fn written_part(view: &View<'_>, types: &Interner, at: Place, number: usize) -> Option<(FileId, Span)> {
    let Target::Definition(id) = view.inference.target(at) else { return None };
    let definition = view.program.definition(id);
    let steps = steps_of(view, at).get(..=number)?;
    let (first, rest) = steps.split_first()?;
    let (mut value, mut span) = if definition.block.is_none() {
        (definition.expressions.first()?.root, None)
    } else {
        let name = step_name(first)?;
        let given = definition.expressions.iter().find(|of| is_given(view, types, definition, of, name))?;
        (given.root, Some(given.name_span))
    };
    for step in if definition.block.is_some() { rest } else { steps } {
        let (name, at) = (step_name(step)?, Place { file: definition.file, node: value });
        let Node::Object(items) = inside(view, at) else { return None };
        let items = view.tree(definition.file).items(items);
        let item = items.iter().find(|item| key_name(view, at, item) == Some(name))?;
        (value, span) = (item.value, Some(item.key_span));
    }
    span.map(|span| (definition.file, view.unquoted(definition.file, span)))
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

/// Returns the subject at an offset of a file with its span, and all its occurrences in order.
pub fn occurrences(view: &View<'_>, types: &Interner, file: FileId, offset: u32) -> Option<(Found, Vec<Occurrence>)> {
    let found = subject_at(view, types, file, offset)?;
    let mut all = occurrences_of(view, types, found.subject)?;
    all.sort_unstable();
    all.dedup();
    Some((found, all))
}

/// Returns the occurrences of a subject. `None` for subjects without a name of their own.
pub fn occurrences_of(view: &View<'_>, types: &Interner, subject: Subject) -> Option<Vec<Occurrence>> {
    let used = |(file, span)| Occurrence { file, span, is_definition: false };
    let mut all: Vec<Occurrence> = match subject {
        Subject::Definition(id) => named(view, types, |target| target == Target::Definition(id)),
        Subject::Declared(name) => named(view, types, |target| target == Target::Declared(name)),
        Subject::Variable(id, number) => {
            let definition = view.program.definition(id);
            let nodes = definition.expressions.iter().flat_map(Expression::nodes);
            let places = nodes.map(|node| Place { file: definition.file, node });
            places.filter_map(|at| name_of(view, types, at, &|target| target == Target::Local(number))).collect()
        }
        Subject::Function(name, _) => calls(view, name),
        _ => return None,
    }
    .into_iter()
    .map(used)
    .collect();
    let place = defining_place(view, subject);
    all.extend(place.map(|(file, span)| Occurrence { file, span, is_definition: true }));
    Some(all)
}

/// Returns the spans of the names that resolve to a target.
fn named(view: &View<'_>, types: &Interner, is_meant: impl Fn(Target) -> bool) -> Vec<(FileId, Span)> {
    let nodes = |file: FileId| (0..view.tree(file).len() as u32).map(move |node| Place { file, node: NodeId(node) });
    let places = view.file_ids().flat_map(nodes);
    places.filter_map(|at| name_of(view, types, at, &is_meant)).collect()
}

fn name_of(view: &View<'_>, types: &Interner, at: Place, is_meant: &dyn Fn(Target) -> bool) -> Option<(FileId, Span)> {
    let Node::Variable(name, _) = view.tree(at.file).node(at.node) else { return None };
    let span = is_meant(view.inference.target(at)).then(|| name_span(view, types, at, name))?;
    span.map(|span| (at.file, span))
}

fn calls(view: &View<'_>, name: Name) -> Vec<(FileId, Span)> {
    let of_file = |file: FileId| view.tree(file).calls().iter().map(move |call| (file, call));
    let calls = view.file_ids().flat_map(of_file).filter(|(_, call)| call.function == name);
    calls.map(|(file, call)| (file, call.function_span)).collect()
}

/// Returns the references to the subject at an offset of a file.
pub fn references(
    view: &View<'_>,
    types: &Interner,
    file: FileId,
    offset: u32,
    with_definition: bool,
) -> Option<Vec<Location>> {
    let (_, all) = occurrences(view, types, file, offset)?;
    let wanted = all.into_iter().filter(|of| with_definition || !of.is_definition);
    Some(wanted.map(|of| view.location(of.file, of.span)).collect())
}

/// As [`references`], within the file, for highlighting.
pub fn highlights(view: &View<'_>, types: &Interner, file: FileId, offset: u32) -> Option<Vec<DocumentHighlight>> {
    let (_, all) = occurrences(view, types, file, offset)?;
    let kind = |is_definition| if is_definition { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
    let here = all.into_iter().filter(|of| of.file == file);
    let highlight =
        |of: Occurrence| DocumentHighlight { range: view.range(file, of.span), kind: Some(kind(of.is_definition)) };
    Some(here.map(highlight).collect())
}

/// Returns the subject at an offset of a file and its occurrences, if its name can be changed.
///
/// # Errors
/// The reason why it cannot be renamed.
pub fn renamed(
    view: &View<'_>,
    types: &Interner,
    file: FileId,
    offset: u32,
) -> Result<(Found, Vec<Occurrence>), String> {
    let found = occurrences(view, types, file, offset);
    let (found, all) = found.ok_or("there is no name here that can be changed")?;
    let name = view.program.file(file).source.slice(found.span);
    match found.subject {
        Subject::Declared(_) => return Err(format!("`{name}` is declared outside of the program")),
        Subject::Function(..) => return Err(format!("the function `{name}` is not defined in the program")),
        Subject::Definition(id) if view.program.definition(id).name.is_none() => {
            return Err(format!("nothing refers to `{name}` by its name"));
        }
        _ => {}
    }
    if all.iter().any(|of| view.program.file(of.file).source.slice(of.span) != name) {
        return Err(format!("`{name}` is not written as such everywhere, or comes from the block's range"));
    }
    Ok((found, all))
}

/// Renames all occurrences of the name at an offset of a file.
///
/// # Errors
/// The conflict that would change the meaning of names.
pub fn rename(
    view: &View<'_>,
    types: &mut Interner,
    file: FileId,
    offset: u32,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let (found, all) = renamed(view, types, file, offset)?;
    let parsed = parse_expression(new, types).ok();
    let name = parsed.and_then(|(tree, root)| match tree.node(root) {
        Node::Variable(name, steps) if tree.steps(steps).is_empty() && types.text(name) == new => Some(name),
        _ => None,
    });
    let name = name.ok_or_else(|| format!("`{new}` is not a name"))?;
    if view.program.file(file).source.slice(found.span) != new {
        conflict(view, found.subject, &all, name).map_or(Ok(()), Err)?;
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for of in all {
        let edit = TextEdit { range: view.range(of.file, of.span), new_text: new.to_owned() };
        changes.entry(view.uri(of.file).into()).or_default().push(edit);
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// Returns the reason why a subject cannot have a new name.
fn conflict(view: &View<'_>, subject: Subject, all: &[Occurrence], new: Name) -> Option<String> {
    let captured = || "a variable of this name is between the name and its uses".to_owned();
    let binds_new = |parts: &For| parts.value_variable == new || parts.key_variable == Some(new);
    // A for-expression around a use would capture the new name.
    let mut fors = all_nodes(view).filter_map(|at| match view.tree(at.file).node(at.node) {
        Node::For(parts) if binds_new(view.tree(at.file).for_parts(parts)) => {
            Some((at.file, view.tree(at.file).span(at.node)))
        }
        _ => None,
    });
    let mut named_new = all_nodes(view)
        .filter(|&at| matches!(view.tree(at.file).node(at.node), Node::Variable(name, _) if name == new));
    match subject {
        Subject::Definition(id) => {
            let is_output = |of: &Definition| of.kind == Kind::Output;
            let own = view.program.definition(id);
            let mut same = view.program.definitions.iter().filter(|of| is_output(of) == is_output(own));
            if same.any(|of| of.name == Some(new)) {
                return Some("there is another definition of this name".to_owned());
            }
            if named_new.any(|at| !matches!(view.inference.target(at), Target::Local(_))) {
                return Some("the name is used for something else".to_owned());
            }
            let mut uses = fors.flat_map(|(file, span)| all.iter().map(move |of| (of, file, span)));
            uses.any(|(of, file, span)| of.file == file && span.contains(of.span)).then(captured)
        }
        Subject::Variable(id, number) => {
            let scope = scope_of(view, id, number)?;
            let is_inside = |at: Place| scope.0 == at.file && scope.1.contains(view.tree(at.file).span(at.node));
            if named_new.any(is_inside) {
                return Some("the name is used for something else in the expression".to_owned());
            }
            fors.any(|(file, span)| file == scope.0 && (scope.1.contains(span))).then(captured)
        }
        _ => None,
    }
}

fn all_nodes<'v>(view: &'v View<'_>) -> impl Iterator<Item = Place> + use<'v> {
    let files: Vec<(FileId, u32)> = view.file_ids().map(|file| (file, view.tree(file).len() as u32)).collect();
    files.into_iter().flat_map(|(file, count)| (0..count).map(move |node| Place { file, node: NodeId(node) }))
}

/// Returns the span of the for-expression that binds a variable.
fn scope_of(view: &View<'_>, id: DefinitionId, number: u32) -> Option<(FileId, Span)> {
    let definition = view.program.definition(id);
    let nodes = definition.expressions.iter().flat_map(Expression::nodes);
    let mut places = nodes.map(|node| Place { file: definition.file, node });
    let at = places.find(|&at| binders(view, at).iter().any(|&(of, _)| of == number))?;
    Some((at.file, view.tree(at.file).span(at.node)))
}
