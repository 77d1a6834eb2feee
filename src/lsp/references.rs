//! References: the occurrences of names.

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind};

use super::definitions::defining_place;
use super::modules::{arguments, exported, uses_in_calls};
use super::subject::{Found, Subject, addresses_apart, name_words, step_name, steps_in_name, steps_of, subject_at};
use super::view::View;
use crate::program::resolve::Target;
use crate::program::{BlockValue, DefinitionId, Expression, FileId, Kind, Place};
use crate::source::Span;
use crate::syntax::tree::NodeId;
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
        Subject::Step(at, number) if part_of_item(view, types, at, number).is_some() => {
            let part = part_of_item(view, types, at, number);
            let same = |at: &Place| part_of_item(view, types, *at, 0) == part;
            all_nodes(view).filter(same).map(|at| (at.file, steps_of(view, at)[0].key_span)).collect()
        }
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

/// Returns the item of a repeated block, and its part that a step selects: `value` of `each.value`.
pub fn part_of_item(view: &View<'_>, types: &Interner, at: Place, number: usize) -> Option<(DefinitionId, Name)> {
    let Target::Definition(id) = view.inference.target(at) else { return None };
    let value = view.program.definition(id).block.as_ref()?.value;
    let is_item = matches!(value, BlockValue::Item | BlockValue::Iterator) && view.program.is_terraform;
    let step = steps_of(view, at).get(number).filter(|_| is_item && number == steps_in_name(view, types, at))?;
    Some((id, step_name(step)?))
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

/// Returns all nodes of a program.
pub fn all_nodes<'v>(view: &'v View<'_>) -> impl Iterator<Item = Place> + use<'v> {
    let files: Vec<(FileId, u32)> = view.file_ids().map(|file| (file, view.tree(file).len() as u32)).collect();
    files.into_iter().flat_map(|(file, count)| (0..count).map(move |node| Place { file, node: NodeId(node) }))
}
