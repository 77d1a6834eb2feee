//! Diagnostics after an edit: the diagnostics of problems that are still there are copied from the previous version, and
//! moved to their current places.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::iter::Peekable;

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
    /// A version with diagnostics in order, and their numbers by those of the problems.
    fn new(context: &Context<'_>, diagnostics: Vec<Diagnostic>, of_problems: Vec<u32>) -> Self {
        let Context { inference, strictness, .. } = *context;
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
    let usable = previous.filter(|previous| is_usable(context, previous));
    usable.and_then(|previous| merged(context, previous)).unwrap_or_else(|| {
        let problems = &context.inference.problems;
        let of_problems = diagnostics::problem_diagnostics(jobs, context, problems);
        let (diagnostics, mut numbers) = in_numbered_order(with_program_diagnostics(context, of_problems));
        numbers.truncate(problems.len());
        DiagnosedVersion::new(context, diagnostics, numbers)
    })
}

/// Suggestions depend on all names of the program, and causes elsewhere are found by their names.
fn is_usable(context: &Context<'_>, previous: &PreviousDiagnostics) -> bool {
    let version = &previous.version;
    let blocks = version.block_names.as_ref().zip(helpful_block_names(context));
    version.strictness == context.strictness
        && blocks.is_none_or(|(old, new)| old == new)
        && previous.has_same_names
        && context.inference.duplicates.is_empty()
        && !version.has_duplicates
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

/// A diagnostic with its number before all are in order: that of its problem, if it is about one.
type Numbered = (u32, Diagnostic);

/// The diagnostics of the previous version that still hold, which are in order, and between them the new ones. None if
/// those are not in order: places can become alike, and problems come in another order.
fn merged(context: &Context<'_>, previous: PreviousDiagnostics) -> Option<DiagnosedVersion> {
    let problems = &context.inference.problems;
    let kept = kept(context, previous);
    if !kept.is_sorted_by(|a, b| order(a, b).is_lt()) {
        return None;
    }
    let new = new_diagnostics(context, &kept);
    let mut numbers = vec![0; problems.len()];
    let mut all: Vec<Diagnostic> = Vec::with_capacity(kept.len() + new.len());
    let (mut kept, mut new) = (kept.into_iter().peekable(), new.into_iter().peekable());
    while let Some((number, found)) = next_of(&mut kept, &mut new) {
        if all.last() != Some(&found) {
            all.push(found);
        }
        if let Some(place) = numbers.get_mut(number as usize) {
            *place = all.len() as u32 - 1;
        }
    }
    Some(DiagnosedVersion::new(context, all, numbers))
}

/// The diagnostics of the other problems, and those that are about none, in order.
fn new_diagnostics(context: &Context<'_>, kept: &[Numbered]) -> Vec<Numbered> {
    let problems = &context.inference.problems;
    let mut is_kept = vec![false; problems.len()];
    for &(problem, _) in kept {
        is_kept[problem as usize] = true;
    }
    let of_problems = problems.iter().zip(0_u32..).filter(|&(_, number)| !is_kept[number as usize]);
    let of_problems = of_problems.map(|(problem, number)| (number, diagnostic(context, problem)));
    let others = (problems.len() as u32..).zip(with_program_diagnostics(context, Vec::new()));
    let new = of_problems.chain(others).map(|(number, found)| (number, found.on_one_line()));
    let mut new: Vec<Numbered> = new.collect();
    new.sort_unstable_by(order);
    new
}

/// The next of two lists in order.
fn next_of<I: Iterator<Item = Numbered>>(a: &mut Peekable<I>, b: &mut Peekable<I>) -> Option<Numbered> {
    let is_behind = a.peek().zip(b.peek()).map(|(a, b)| order(a, b).is_gt());
    if is_behind.unwrap_or(a.peek().is_none()) { b.next() } else { a.next() }
}

/// The order of diagnostics: that of [`in_numbered_order`].
fn order((a_number, a): &Numbered, (b_number, b): &Numbered) -> Ordering {
    a.place().cmp(&b.place()).then_with(|| a.words().cmp(&b.words())).then(a_number.cmp(b_number))
}

/// The diagnostics of copied problems, in their previous order, at their current places.
fn kept(context: &Context<'_>, previous: PreviousDiagnostics) -> Vec<Numbered> {
    let PreviousDiagnostics { version, changes, copied, .. } = previous;
    let problems = &context.inference.problems;
    let has_same_references = version.references == references(context);
    let holds = |problem: &Problem| has_same_references || !matches!(problem, Problem::UnknownName(_));
    // Of two problems with the same diagnostic it is copied for the first, and made anew for the other.
    let mut problem_of: Vec<Option<u32>> = vec![None; version.diagnostics.len()];
    for problem in copied {
        let (file, span) = problem.previous_definition;
        // Of several definitions of the same text, the copied one may be another than the one in this place.
        let change = changes.get(file.0 as usize);
        let is_here = change.and_then(|change| change.moved(span)).map(|span| (file, span)) == Some(problem.definition);
        let is_valid = is_here && problems.get(problem.number as usize).is_some_and(holds);
        let number = version.of_problems.get(problem.previous_number as usize).filter(|_| is_valid);
        if let Some(&number) = number {
            problem_of[number as usize].get_or_insert(problem.number);
        }
    }
    let kept = version.diagnostics.into_iter().zip(problem_of);
    kept.filter_map(|(found, problem)| Some((problem?, moved(found, &changes)?))).collect()
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
