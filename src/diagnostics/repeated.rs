//! Reports about one use of a definition that a program repeats: a definition that does not convert to the same type at several
//! places, or converts unsafely, is one cause, and has one report. Its further places are labels of the report.

use rustc_hash::FxHashMap;

use super::{Diagnostic, Severity};
use crate::codes::Code;
use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, FileId, Problem, Program};
use crate::source::Span;

/// The most further places that a note shows.
const MOST_PLACES: usize = 3;

/// The cause of a report: a path into a definition, and the message or the expected type. An error and a warning are two reports.
type Cause<'a> = (DefinitionId, &'a str, String, Severity);

/// The places at which a cause is met after the first one.
struct Repetition {
    /// The index of the note.
    note: usize,
    places: Vec<(FileId, Span)>,
}

/// Holds if there are several diagnostics that may have one cause.
pub(crate) fn may_share_causes(diagnostics: &[Diagnostic]) -> bool {
    let may_be_repeated = |diagnostic: &&Diagnostic| {
        [Code::NoConversion, Code::UnknownProperty, Code::UnsafeConversion].iter().any(|&code| diagnostic.code == code)
    };
    diagnostics.iter().filter(may_be_repeated).nth(1).is_some()
}

/// Returns diagnostics in which the notes with one cause are one note. Linear in the number of diagnostics.
pub(crate) fn with_causes_once(
    program: &Program,
    inference: &Inference,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut repetitions: FxHashMap<Cause<'_>, Repetition> = FxHashMap::default();
    let mut kept = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        if let Some(cause) = cause(program, inference, &diagnostic) {
            let first = Repetition { note: kept.len(), places: Vec::new() };
            let repetition = repetitions.entry(cause).or_insert(first);
            if repetition.note < kept.len() {
                let labels = diagnostic.labels.iter().map(|label| (label.file, label.span));
                let labels = labels.filter(|&place| place != diagnostic.place());
                let first = &kept[repetition.note];
                let places = [diagnostic.place()].into_iter().chain(labels);
                repetition.places.extend(places.filter(|place| !is_shown(first, *place)));
                continue;
            }
        }
        kept.push(diagnostic);
    }
    for Repetition { note, places } in repetitions.into_values() {
        add_places(&mut kept[note], &places);
    }
    kept
}

/// Holds if a diagnostic shows a place.
fn is_shown(diagnostic: &Diagnostic, place: (FileId, Span)) -> bool {
    diagnostic.place() == place || diagnostic.labels.iter().any(|label| (label.file, label.span) == place)
}

/// Returns the cause of a diagnostic about a definition that does not convert, converts unsafely, or has an unknown property.
fn cause<'a>(program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<Cause<'a>> {
    let problem = inference.problems.get(diagnostic.problem? as usize)?;
    let (Problem::UnsafeConversion { at, .. } | Problem::NoConversion { at, .. } | Problem::UnknownBehind { at, .. }) =
        *problem
    else {
        return None;
    };
    let Target::Definition(definition) = inference.target(at) else { return None };
    let written = program.file(diagnostic.file).source.slice(diagnostic.span);
    if !matches!(problem, Problem::NoConversion { .. }) {
        return Some((definition, written, diagnostic.message.clone(), diagnostic.severity));
    }
    // The values of two inputs of a block may be two mistakes.
    let expected = diagnostic.expected.as_deref().filter(|_| program.definition(definition).block.is_none())?;
    Some((definition, written, expected.to_owned(), diagnostic.severity))
}

/// Adds the further places of a diagnostic as labels.
pub(super) fn add_places(note: &mut Diagnostic, places: &[(FileId, Span)]) {
    let others = places.len().saturating_sub(MOST_PLACES);
    for (number, &(file, span)) in (1..).zip(places.iter().take(MOST_PLACES)) {
        let text = match others {
            1 if number == MOST_PLACES => "and here, as at 1 further place".to_owned(),
            2.. if number == MOST_PLACES => format!("and here, as at {others} further places"),
            _ => "and here".to_owned(),
        };
        *note = note.clone().cause(file, span, text);
    }
}
