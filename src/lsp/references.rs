//! Definitions, references, and renaming.

use std::collections::HashMap;

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, TextEdit, Uri};

use super::docs::{entry_of, location, type_entry};
use super::modules::{Exported, Selected, arguments, definition_of, exported, selected, uses_in_calls};
use super::subject::{
    Found, Subject, addresses_apart, binders, block_of, key_name, name_place, name_words, step_name, steps_in_name,
    steps_of, subject_at,
};
use super::view::View;
use crate::program::resolve::{Target, is_provider};
use crate::program::{BlockValue, Definition, DefinitionId, Expression, FileId, Kind, Part, Place};
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
fn defining_place(view: &View<'_>, types: &Interner, subject: Subject) -> Option<(FileId, Span)> {
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
        Subject::Definition(id) => of_definition(view, types, id),
        Subject::Declared(name) => named(view, types, |target| target == Target::Declared(name)),
        Subject::Variable(id, number) => {
            let definition = view.program.definition(id);
            let nodes = definition.expressions.iter().flat_map(Expression::nodes);
            let places = nodes.map(|node| Place { file: definition.file, node });
            places.filter_map(|at| name_of(view, types, at, &|target| target == Target::Local(number))).collect()
        }
        Subject::Function(name, _) => calls(view, name),
        Subject::Input(..) | Subject::Step(..) => {
            return exported(view, types, subject).map(|name| uses_in_calls(view, types, &name));
        }
        _ => return None,
    }
    .into_iter()
    .map(used)
    .collect();
    let place = defining_place(view, types, subject);
    all.extend(place.map(|(file, span)| Occurrence { file, span, is_definition: true }));
    Some(all)
}

/// Returns the spans of the names that refer to a definition, and of those that give a value to a variable.
fn of_definition(view: &View<'_>, types: &Interner, id: DefinitionId) -> Vec<(FileId, Span)> {
    let mut found = named(view, types, |target| target == Target::Definition(id));
    for file in view.file_ids() {
        let apart = addresses_apart(view, types, file).into_iter().filter(|of| of.1 == id);
        found.extend(apart.filter_map(|(at, _)| Some((file, name_words(view, types, at)?.own))));
    }
    let definition = view.program.definition(id);
    if let (Kind::Variable, Some(name)) = (definition.kind, definition.own_name()) {
        let is_of_values = |id: &DefinitionId| {
            let block = view.program.definition(*id).block.as_ref();
            block.is_some_and(|block| block.gives_variables && block.owner.is_none())
        };
        let values = view.program.definition_ids().filter(is_of_values);
        found.extend(values.flat_map(|values| arguments(view, types, values, name)));
    }
    found
}

/// Returns the spans of the names that resolve to a target.
fn named(view: &View<'_>, types: &Interner, is_meant: impl Fn(Target) -> bool) -> Vec<(FileId, Span)> {
    let nodes = |file: FileId| (0..view.tree(file).len() as u32).map(move |node| Place { file, node: NodeId(node) });
    let places = view.file_ids().flat_map(nodes);
    places.filter_map(|at| name_of(view, types, at, &is_meant)).collect()
}

fn name_of(view: &View<'_>, types: &Interner, at: Place, is_meant: &dyn Fn(Target) -> bool) -> Option<(FileId, Span)> {
    is_meant(view.inference.target(at)).then(|| name_words(view, types, at))?.map(|words| (at.file, words.own))
}

fn calls(view: &View<'_>, name: Name) -> Vec<(FileId, Span)> {
    let of_file = |file: FileId| view.tree(file).calls().iter().map(move |call| (file, call));
    let calls = view.file_ids().flat_map(of_file).filter(|(_, call)| call.function == name);
    calls.map(|(file, call)| (file, call.function_span)).collect()
}

/// Returns the occurrences of the subject at an offset of a file, in the file.
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
        Subject::Declared(_) if view.program.is_terraform => return Err(format!("`{name}` is a part of the language")),
        Subject::Declared(_) => return Err(format!("`{name}` is declared outside of the program")),
        Subject::Function(..) => return Err(format!("the function `{name}` is not defined in the program")),
        Subject::Definition(id) => renamed_definition(view, id, name)?,
        _ => {}
    }
    if view.program.is_terraform && name.contains('.') {
        return Err(format!("of `{name}`, only the last word is a name that can be changed"));
    }
    if all.iter().any(|of| view.program.file(of.file).source.slice(of.span) != name) {
        return Err(format!("`{name}` is not written as such everywhere, or comes from the block's range"));
    }
    Ok((found, all))
}

/// # Errors
/// The reason why a definition cannot have another name.
fn renamed_definition(view: &View<'_>, id: DefinitionId, name: &str) -> Result<(), String> {
    let definition = view.program.definition(id);
    match definition.block.as_ref().map(|block| block.value) {
        Some(BlockValue::Item) => Err("`each` is a part of the language".to_owned()),
        Some(BlockValue::Iterator) => Ok(()),
        _ if definition.name.is_none() => Err(format!("nothing refers to `{name}` by its name")),
        _ if is_provider(definition) && definition.address().count() < 3 => {
            Err(format!("the provider `{name}` is named by its source"))
        }
        _ => Ok(()),
    }
}

/// Renames occurrences of a subject in a program. Returns the edits of its files.
///
/// # Errors
/// The conflict that would change the meaning of names.
pub fn rename(
    view: &View<'_>,
    types: &mut Interner,
    (subject, old): (Subject, &str),
    all: &[Occurrence],
    new: &str,
) -> Result<Edits, String> {
    let parsed = parse_expression(new, types).ok();
    let name = parsed.and_then(|(tree, root)| match tree.node(root) {
        Node::Variable(name, steps) if tree.steps(steps).is_empty() && types.text(name) == new => Some(name),
        _ => None,
    });
    let name = name.ok_or_else(|| format!("`{new}` is not a name"))?;
    if old != new {
        conflict(view, types, subject, all, name).map_or(Ok(()), Err)?;
    }
    let mut edits = Edits::new();
    for of in all {
        let edit = named_iterator(view, types, subject, of, new)
            .unwrap_or_else(|| TextEdit { range: view.range(of.file, of.span), new_text: new.to_owned() });
        edits.entry(view.uri(of.file).into()).or_default().push(edit);
    }
    Ok(edits)
}

/// Edits by the URIs of files.
pub type Edits = HashMap<Uri, Vec<TextEdit>>;

/// Returns the edit that names the iterator of a dynamic block, which has the name of the block so far.
fn named_iterator(view: &View<'_>, types: &Interner, subject: Subject, of: &Occurrence, new: &str) -> Option<TextEdit> {
    let Subject::Definition(id) = subject else { return None };
    let is_iterator = matches!(view.program.definition(id).block.as_ref()?.value, BlockValue::Iterator);
    let block = block_of(view, id).filter(|_| is_iterator && of.is_definition)?;
    let label = block.labels.first()?.1;
    if view.unquoted(of.file, label) != of.span || types.text(block.kind) != "dynamic" {
        return None;
    }
    let indent = view.position(of.file, block.kind_span.start).character as usize + 2;
    let at = Span { start: block.open.end, end: block.open.end };
    let new_text = format!("\n{}iterator = {new}", " ".repeat(indent));
    Some(TextEdit { range: view.range(of.file, at), new_text })
}

/// Returns the reason why a subject cannot have a new name.
fn conflict(view: &View<'_>, types: &Interner, subject: Subject, all: &[Occurrence], new: Name) -> Option<String> {
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
        Subject::Definition(id) if view.program.is_terraform => address_conflict(view, types, id, new),
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

/// Returns the reason why the last part of an address cannot be another name.
fn address_conflict(view: &View<'_>, types: &Interner, id: DefinitionId, new: Name) -> Option<String> {
    let (definition, new) = (view.program.definition(id), types.text(new));
    if let Some((before, _)) = definition.label.rsplit_once('.').filter(|_| definition.name.is_some()) {
        let address = format!("{before}.{new}");
        let is_taken = view.program.definitions.iter().any(|of| of.name.is_some() && *of.label == address);
        return is_taken.then(|| format!("there is another definition of `{address}`"));
    }
    // An iterator: its name is free in its block.
    let is_inside =
        |at: Place| at.file == definition.file && definition.span.contains(view.tree(at.file).span(at.node));
    let is_new =
        |at: Place| matches!(view.tree(at.file).node(at.node), Node::Variable(name, _) if types.text(name) == new);
    let mut uses = all_nodes(view).filter(|&at| is_inside(at));
    uses.any(is_new).then(|| "the name is used for something else in the block".to_owned())
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
