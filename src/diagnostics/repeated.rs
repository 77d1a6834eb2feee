//! Reports about one use of a definition that a program repeats: a definition that does not convert to the same type at several
//! places, or converts unsafely, is one cause, and has one report. Its further places are labels of the report.
//!
//! The rules say at which places the definition does not convert. Here the reports are only joined, by the words that they show: no
//! report is made, and no place is lost.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use typed_index_collections::{TiVec, ti_vec};

use super::{Diagnostic, Label, Severity};
use crate::codes::Code;
use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::{BlockValue, DefinitionId, FileId, Kind, Place, Problem, Program};
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId};

/// The most further places that a note shows.
const MOST_PLACES: usize = 3;

/// The cause of a report: a path into a definition, and the message or the expected type. An error and a warning are two reports.
type Cause<'a> = (DefinitionId, &'a str, &'a str, Severity);

/// Holds if there are several diagnostics that may have one cause.
pub(crate) fn may_share_causes(diagnostics: &[Diagnostic]) -> bool {
    let may_be_repeated = |diagnostic: &&Diagnostic| {
        let codes = [
            Code::NoConversion,
            Code::NotAnEnumValue,
            Code::NotAssignable,
            Code::UnknownProperty,
            Code::UnsafeConversion,
        ];
        codes.iter().any(|&code| diagnostic.code == code)
    };
    diagnostics.iter().filter(may_be_repeated).nth(1).is_some()
}

/// Returns diagnostics in which the notes with one cause are one note. Linear in the number of diagnostics.
pub(crate) fn with_causes_once(
    program: &Program,
    inference: &Inference,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut counts: TiVec<DefinitionId, u8> = ti_vec![0; program.definitions.len()];
    for (definition, _) in diagnostics.iter().filter_map(|diagnostic| subject(inference, diagnostic)) {
        counts[definition] = counts[definition].saturating_add(1);
    }
    let repetitions = Repetitions::of(
        &diagnostics,
        |diagnostic| {
            // What one diagnostic alone is about is not repeated, whatever it says.
            let (definition, problem) = subject(inference, diagnostic).filter(|of| counts[of.0] > 1)?;
            cause(program, definition, problem, diagnostic)
        },
        |diagnostic| {
            let labels = diagnostic.labels.iter().map(|label| (label.file, label.span));
            let labels = labels.filter(|&place| place != diagnostic.place());
            [diagnostic.place()].into_iter().chain(labels).collect()
        },
    );
    with_elements_once(program, inference, repetitions.joined(diagnostics))
}

/// Returns diagnostics in which those of all elements of a written list, which is probably wrong as a whole, are one. Linear in the
/// diagnostics and in the texts.
fn with_elements_once(program: &Program, inference: &Inference, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let value_of = |diagnostic: &Diagnostic| value_of(inference, diagnostic);
    let values = diagnostics.iter().filter_map(|diagnostic| Some((value_of(diagnostic)?, diagnostic)));
    let lists = lists_of(program, values);
    if lists.is_empty() {
        return diagnostics;
    }
    let list = |diagnostic: &Diagnostic| lists.get(&value_of(diagnostic)?).copied();
    Repetitions::of(&diagnostics, list, |diagnostic| vec![diagnostic.place()]).joined(diagnostics)
}

/// Returns the value that does not convert.
fn value_of(inference: &Inference, diagnostic: &Diagnostic) -> Option<Place> {
    match *inference.problems.get(diagnostic.problem? as usize)? {
        Problem::NoConversion { at, .. } | Problem::NotAssignable { at, .. } => Some(at),
        _ => None,
    }
}

/// Returns the lists that are written around the values of diagnostics, by these, if all elements of a list are among them, with the
/// same expected type.
fn lists_of<'d>(program: &Program, values: impl Iterator<Item = (Place, &'d Diagnostic)>) -> FxHashMap<Place, Place> {
    let mut of_files: FxHashMap<FileId, TiVec<NodeId, Option<&Diagnostic>>> = FxHashMap::default();
    for (at, diagnostic) in values {
        let of_file = of_files.entry(at.file).or_insert_with(|| ti_vec![None; program.file(at.file).tree.len()]);
        of_file[at.node] = Some(diagnostic);
    }
    let mut lists = FxHashMap::default();
    for (file, of_file) in of_files {
        let tree = &program.file(file).tree;
        for node in of_file.keys() {
            let Node::Tuple(elements) = tree.node(node) else { continue };
            let elements = tree.list(elements);
            let expected = |&element: &NodeId| of_file[element].and_then(|diagnostic| diagnostic.expected.as_deref());
            let Some(first) = elements.first().and_then(expected) else { continue };
            if elements.len() > 1 && elements.iter().all(|element| expected(element) == Some(first)) {
                let elements = elements.iter().map(|&element| Place { file, node: element });
                lists.extend(elements.map(|element| (element, Place { file, node })));
            }
        }
    }
    lists
}

/// Diagnostics that repeat other ones.
pub(super) struct Repetitions {
    /// Flags the diagnostics that repeat an earlier one.
    are_repeated: Vec<bool>,
    /// The further places of diagnostics that are repeated, by their numbers.
    places: FxHashMap<usize, Vec<(FileId, Span)>>,
}

impl Repetitions {
    /// Finds the diagnostics with the same key, and the places of those behind the first of them that it does not show. Linear in the
    /// number of diagnostics.
    pub(super) fn of<'d, K: Eq + Hash>(
        diagnostics: &'d [Diagnostic],
        key: impl Fn(&'d Diagnostic) -> Option<K>,
        places: impl Fn(&Diagnostic) -> Vec<(FileId, Span)>,
    ) -> Self {
        let mut first_ones: FxHashMap<K, usize> = FxHashMap::default();
        let mut repetitions = Self { are_repeated: vec![false; diagnostics.len()], places: FxHashMap::default() };
        for (at, diagnostic) in diagnostics.iter().enumerate() {
            let Some(key) = key(diagnostic) else { continue };
            let first = *first_ones.entry(key).or_insert(at);
            if first < at {
                let further = places(diagnostic).into_iter().filter(|&place| !is_shown(&diagnostics[first], place));
                repetitions.places.entry(first).or_default().extend(further);
                repetitions.are_repeated[at] = true;
            }
        }
        repetitions
    }

    /// Returns the diagnostics of which those with the same key are one: the first of them, with the places of the others.
    pub(super) fn joined(self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.places.is_empty() {
            return diagnostics;
        }
        for (at, places) in self.places {
            add_places(&mut diagnostics[at], &places);
        }
        let mut are_repeated = self.are_repeated.into_iter();
        diagnostics.retain(|_| are_repeated.next() == Some(false));
        diagnostics
    }
}

/// Holds if a diagnostic shows a place.
fn is_shown(diagnostic: &Diagnostic, place: (FileId, Span)) -> bool {
    diagnostic.place() == place || diagnostic.labels.iter().any(|label| (label.file, label.span) == place)
}

/// Returns the definition that does not convert, converts unsafely, or has an unknown property, and the problem.
fn subject<'i>(inference: &'i Inference, diagnostic: &Diagnostic) -> Option<(DefinitionId, &'i Problem)> {
    let problem = inference.problems.get(diagnostic.problem? as usize)?;
    let (Problem::UnsafeConversion { at, .. }
    | Problem::NoConversion { at, .. }
    | Problem::NotAssignable { at, .. }
    | Problem::UnknownBehind { at, .. }) = *problem
    else {
        return None;
    };
    let Target::Definition(definition) = inference.target(at) else { return None };
    Some((definition, problem))
}

/// Returns the cause of a diagnostic about a definition.
fn cause<'a>(
    program: &'a Program,
    definition: DefinitionId,
    problem: &Problem,
    diagnostic: &'a Diagnostic,
) -> Option<Cause<'a>> {
    let written = program.file(diagnostic.file).source.slice(diagnostic.span);
    if diagnostic.code == Code::NotAnEnumValue {
        return Some((definition, written, &diagnostic.message, diagnostic.severity));
    }
    // Whatever is expected where a configuration value is used, probably its declared type is wrong. A secret is an output, which no
    // plain input takes, whatever its type is.
    let is_configured = || {
        let of = program.definition(definition);
        let value = of.block.as_ref().map(|block| block.value);
        let is_secret = matches!(value, Some(BlockValue::Config { is_secret: true, .. }));
        of.kind == Kind::Config && !is_secret && *of.label == *written
    };
    // Wherever the whole result of a call is used, probably a property of it is meant.
    let is_result = || {
        let of = program.definition(definition);
        let root = of.expressions.first().map(|value| program.file(of.file).tree.node(value.root));
        of.kind == Kind::Local && matches!(root, Some(Node::Call(_))) && *of.label == *written
    };
    match problem {
        Problem::NoConversion { .. } | Problem::NotAssignable { .. }
            if !program.is_terraform && (is_configured() || is_result()) =>
        {
            return Some((definition, written, "", diagnostic.severity));
        }
        Problem::NoConversion { .. } => {}
        Problem::NotAssignable { .. } => return None,
        _ => return Some((definition, written, &diagnostic.message, diagnostic.severity)),
    }
    // The values of two inputs of a block may be two mistakes.
    let expected = diagnostic.expected.as_deref().filter(|_| program.definition(definition).block.is_none())?;
    Some((definition, written, expected, diagnostic.severity))
}

/// Adds the further places of a diagnostic as labels.
fn add_places(diagnostic: &mut Diagnostic, places: &[(FileId, Span)]) {
    let others = places.len().saturating_sub(MOST_PLACES);
    for (number, &(file, span)) in (1..).zip(places.iter().take(MOST_PLACES)) {
        let text = match others {
            1 if number == MOST_PLACES => "and here, as at 1 further place".to_owned(),
            2.. if number == MOST_PLACES => format!("and here, as at {others} further places"),
            _ => "and here".to_owned(),
        };
        diagnostic.labels.push(Label { file, span, text });
    }
}
