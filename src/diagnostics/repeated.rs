//! Notes about one use of a definition that a program repeats: a definition that is converted unsafely to the same type at several
//! places is one cause, and has one note. Its further places are labels of the note.

use rustc_hash::FxHashMap;

use super::Diagnostic;
use crate::codes::Code;
use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, FileId, Problem, Program};
use crate::source::Span;

/// The most further places that a note shows.
const MOST_PLACES: usize = 3;

/// The cause of a note: a path into a definition, and the message.
type Cause<'a> = (DefinitionId, &'a str, String);

/// The places at which a cause is met after the first one.
struct Repetition {
    /// The index of the note.
    note: usize,
    places: Vec<(FileId, Span)>,
}

/// Holds if there are several notes that may have one cause.
pub(crate) fn may_share_causes(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::UnsafeConversion).nth(1).is_some()
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
                repetition.places.push(diagnostic.place());
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

/// Returns the cause of a note about an unsafe conversion of a definition.
fn cause<'a>(program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<Cause<'a>> {
    if diagnostic.code != Code::UnsafeConversion {
        return None;
    }
    let problem = inference.problems.get(diagnostic.problem? as usize)?;
    let Problem::UnsafeConversion { at, .. } = *problem else { return None };
    let Target::Definition(definition) = inference.target(at) else { return None };
    Some((definition, program.file(at.file).source.slice(diagnostic.span), diagnostic.message.clone()))
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
