//! Diagnostics after an edit: the diagnostics of problems that are still there are copied from the previous version, and
//! moved to their current places.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::reinfer::CopiedProblem;
use crate::diagnostics::{
    self, Context, Diagnostic, Strictness, diagnostic, in_numbered_order, with_program_diagnostics,
};
use crate::jobs::Jobs;
use crate::program::{FileId, Problem};
use crate::source::Span;
use crate::types::Name;

/// The diagnostics of a version of a program, with all that they depend on.
#[derive(Debug)]
pub struct DiagnosedVersion {
    strictness: Strictness,
    /// Holds if a name has several definitions.
    has_duplicates: bool,
    /// The names of blocks, if a name is unresolved: messages may suggest them.
    block_names: Option<FxHashSet<Name>>,
    /// The references between definitions, if a name is unresolved: what would make a cycle is not suggested.
    references: Option<u64>,
    /// The diagnostics, in order.
    diagnostics: Vec<Diagnostic>,
    /// For each problem the number of its diagnostic.
    of_problems: Vec<u32>,
}

impl DiagnosedVersion {
    /// A version with diagnostics in any order, those of the problems first.
    fn new(context: &Context<'_>, diagnostics: Vec<Diagnostic>) -> Self {
        let Context { inference, strictness, .. } = *context;
        let (diagnostics, mut of_problems) = in_numbered_order(diagnostics);
        of_problems.truncate(inference.problems.len());
        let has_duplicates = !inference.duplicates.is_empty();
        Self {
            strictness,
            has_duplicates,
            block_names: helpful_block_names(context).cloned(),
            references: references(context),
            diagnostics,
            of_problems,
        }
    }

    /// The diagnostics, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

/// The diagnostics of the previous version, and what has changed since.
#[derive(Debug)]
pub struct PreviousDiagnostics {
    /// The diagnostics.
    pub version: DiagnosedVersion,
    /// The change of each file.
    pub changes: Vec<Change>,
    /// The problems that have been copied from that version.
    pub copied: Vec<CopiedProblem>,
    /// Holds if the same names are defined as in that version.
    pub has_same_names: bool,
}

/// A change of a text: all that is outside of it is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its start, in both texts.
    pub start: u32,
    /// Its end in the previous text.
    pub old_end: u32,
    /// Its end in the current text.
    pub new_end: u32,
}

impl Change {
    /// The current place of a previous one; `None` if the change touches it.
    fn moved(self, span: Span) -> Option<Span> {
        if span.end <= self.start {
            return Some(span);
        }
        let shift = |at: u32| at - self.old_end + self.new_end;
        (span.start >= self.old_end).then(|| Span { start: shift(span.start), end: shift(span.end) })
    }
}

/// As [`crate::diagnostics::diagnose_with`], but copies the diagnostics of the previous version where they still hold.
pub fn rediagnose(jobs: Jobs, context: &Context<'_>, previous: Option<PreviousDiagnostics>) -> DiagnosedVersion {
    let of_problems = problem_diagnostics(jobs, context, previous);
    DiagnosedVersion::new(context, with_program_diagnostics(context, of_problems))
}

/// The diagnostics of the problems of a program, copied from the previous version where they still hold.
fn problem_diagnostics(jobs: Jobs, context: &Context<'_>, previous: Option<PreviousDiagnostics>) -> Vec<Diagnostic> {
    let Context { inference, strictness, .. } = *context;
    let has_duplicates = !inference.duplicates.is_empty();
    let block_names = helpful_block_names(context);
    // Suggestions depend on all names of the program, and causes elsewhere are found by their names.
    let is_usable = |previous: &PreviousDiagnostics| {
        let version = &previous.version;
        let has_same_blocks = version.block_names.as_ref().zip(block_names).is_none_or(|(old, new)| old == new);
        let is_comparable = version.strictness == strictness && has_same_blocks;
        is_comparable && previous.has_same_names && !has_duplicates && !version.has_duplicates
    };
    match previous.filter(is_usable) {
        None => diagnostics::problem_diagnostics(jobs, context, &inference.problems),
        Some(previous) => copied_diagnostics(context, previous),
    }
}

/// The names of blocks, if a name is unresolved.
fn helpful_block_names<'a>(context: &'a Context<'_>) -> Option<&'a FxHashSet<Name>> {
    let is_about_names = context.inference.problems.iter().any(|problem| matches!(problem, Problem::UnknownName(_)));
    is_about_names.then(|| context.block_names())
}

/// The references between definitions as a hash, if a name is unresolved.
fn references(context: &Context<'_>) -> Option<u64> {
    let Context { program, inference, .. } = context;
    if !inference.problems.iter().any(|problem| matches!(problem, Problem::UnknownName(_))) {
        return None;
    }
    let mut hasher = FxHasher::default();
    for id in program.definition_ids() {
        inference.references(id).iter().for_each(|reference| reference.0.hash(&mut hasher));
        hasher.write_u8(0);
    }
    Some(hasher.finish())
}

fn copied_diagnostics(context: &Context<'_>, previous: PreviousDiagnostics) -> Vec<Diagnostic> {
    let PreviousDiagnostics { version, changes, copied, .. } = previous;
    let problems = &context.inference.problems;
    let has_same_references = version.references == references(context);
    let holds = |problem: &Problem| has_same_references || !matches!(problem, Problem::UnknownName(_));
    let mut unused: Vec<Option<Diagnostic>> = version.diagnostics.into_iter().map(Some).collect();
    let mut all: Vec<Option<Diagnostic>> = problems.iter().map(|_| None).collect();
    for problem in copied {
        let (file, span) = problem.previous_definition;
        // Of several definitions of the same text, the copied one may be another than the one in this place.
        let change = changes.get(file.0 as usize);
        let is_here = change.and_then(|change| change.moved(span)).map(|span| (file, span)) == Some(problem.definition);
        let is_valid = is_here && problems.get(problem.number as usize).is_some_and(holds);
        let number = version.of_problems.get(problem.previous_number as usize).filter(|_| is_valid);
        // The diagnostic of two problems is copied for the first of them, and made anew for the other.
        let before = number.and_then(|&number| unused[number as usize].take());
        all[problem.number as usize] = before.and_then(|before| moved(before, &changes));
    }
    let all =
        all.into_iter().zip(problems).map(|(copied, problem)| copied.unwrap_or_else(|| diagnostic(context, problem)));
    all.collect()
}

/// A diagnostic at its current places.
fn moved(mut diagnostic: Diagnostic, changes: &[Change]) -> Option<Diagnostic> {
    let place = |file: FileId, span| changes.get(file.0 as usize)?.moved(span);
    diagnostic.span = place(diagnostic.file, diagnostic.span)?;
    for label in &mut diagnostic.labels {
        label.span = place(label.file, label.span)?;
    }
    Some(diagnostic)
}
