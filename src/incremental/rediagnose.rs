//! Diagnostics after an edit. The diagnostics of problems that persist are copied from the previous version, and moved to their
//! current places.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use typed_index_collections::{TiSlice, TiVec};

use super::reinfer::{CopiedProblem, Reinference};
use super::versions::Change;
use crate::diagnostics::{
    self, Context, Diagnostic, Strictness, depends_on_others, diagnostic, in_numbered_order, with_program_diagnostics,
};
use crate::jobs::Jobs;
use crate::program::{DefinitionId, FileId, Problem, Program};
use crate::source::Span;
use crate::types::Name;

/// The diagnostics of a version of a program, and their inputs.
#[derive(Debug)]
pub struct DiagnosedVersion {
    strictness: Strictness,
    /// The names of blocks, which messages may suggest; `None` if all names are resolved.
    block_names: Option<FxHashSet<Name>>,
    /// The diagnostics, in order.
    diagnostics: Vec<Diagnostic>,
    /// The index of each problem's diagnostic.
    of_problems: Vec<u32>,
    /// The problem whose diagnostic depends on definitions that have nothing to do with it.
    dependent: Option<u32>,
}

impl DiagnosedVersion {
    /// Creates a version. `of_problems` has the index of each problem's diagnostic.
    fn new(context: &Context<'_>, diagnostics: Vec<Diagnostic>, of_problems: Vec<u32>) -> Self {
        Self {
            strictness: context.strictness,
            block_names: helpful_block_names(context).cloned(),
            diagnostics,
            of_problems,
            dependent: depends_on_others(context),
        }
    }

    /// Returns the diagnostics, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

/// The diagnostics of the previous version, with the changes since then.
#[derive(Debug)]
pub struct PreviousDiagnostics {
    version: DiagnosedVersion,
    /// The change of each file.
    changes: TiVec<FileId, Change>,
    /// The problems copied from that version whose definitions and references have the same texts.
    copied: Vec<CopiedProblem>,
    /// Holds if the same names are defined as in that version, each once.
    has_same_names: bool,
    /// Holds if all references are the same as in that version. Suggestions for a name depend on them, because they avoid cycles.
    has_same_references: bool,
}

impl PreviousDiagnostics {
    /// Prepares the diagnostics of the version before this one.
    pub fn new(
        version: DiagnosedVersion,
        changes: TiVec<FileId, Change>,
        (now, before): (&Program, &Program),
        again: &Reinference,
    ) -> Self {
        // After an in-place update, the definitions of copied problems have the same references as before.
        let (inference, previous) = (&again.inference, again.previous.as_ref().unwrap_or(&again.inference));
        let are_names_unique = [inference, previous].iter().all(|inference| inference.duplicates.is_empty());
        let has_same_names = again.has_same_names && are_names_unique;
        let is_in_place = |id, previous| {
            let ((file, span), (previous_file, previous_span)) = (place(now, id), place(before, previous));
            let change = changes.get(file);
            file == previous_file && change.and_then(|change| change.moved(previous_span)) == Some(span)
        };
        // A name may resolve to another definition of the same type.
        let has_same_targets = |id, before| {
            let references = || inference.references(id).iter().zip(previous.references(before));
            has_same_names || references().all(|(to, from)| is_in_place(to.0, from.0))
        };
        // The problems of a definition are adjacent.
        let mut latest = None;
        let mut copied = again.copied.clone();
        copied.retain(|problem| {
            let (id, previous) = (problem.definition, problem.previous_definition);
            let known = latest.filter(|(latest, _)| *latest == id);
            let (_, has_same_targets) = known.unwrap_or_else(|| (id, has_same_targets(id, previous)));
            latest = Some((id, has_same_targets));
            problem.is_moved_by_change && has_same_targets
        });
        let has_same_references = has_same_names && again.has_same_references;
        Self { version, changes, copied, has_same_names, has_same_references }
    }
}

fn place(program: &Program, id: DefinitionId) -> (FileId, Span) {
    let definition = program.definition(id);
    (definition.file, definition.span)
}

/// As [`crate::diagnostics::diagnose_with`], but copies the diagnostics of the previous version where they still hold.
pub fn rediagnose(jobs: Jobs, context: &Context<'_>, previous: Option<PreviousDiagnostics>) -> DiagnosedVersion {
    let usable = previous.filter(|previous| previous.version.strictness == context.strictness);
    usable.and_then(|previous| merged(context, previous)).unwrap_or_else(|| {
        let problems = &context.inference.problems;
        let of_problems = diagnostics::problem_diagnostics(jobs, context, problems);
        let (diagnostics, mut numbers) = in_numbered_order(with_program_diagnostics(context, of_problems));
        numbers.truncate(problems.len());
        DiagnosedVersion::new(context, diagnostics, numbers)
    })
}

/// Returns the names of blocks, if a name is unresolved.
fn helpful_block_names<'a>(context: &'a Context<'_>) -> Option<&'a FxHashSet<Name>> {
    let is_about_names =
        context.inference.problems.iter().any(|problem| matches!(problem, Problem::UnknownName { .. }));
    is_about_names.then(|| context.block_names())
}

/// Merges the valid diagnostics of the previous version with the new ones. Returns `None` if the previous ones are not in order:
/// spans may have become equal, and problems may have been reordered.
fn merged(context: &Context<'_>, previous: PreviousDiagnostics) -> Option<DiagnosedVersion> {
    let (kept, problems_of_kept) = kept(context, previous);
    let numbered = problems_of_kept.iter().copied().zip(&kept);
    if !numbered.is_sorted_by(|a, b| order(*a, *b).is_lt()) {
        return None;
    }
    let new = new_diagnostics(context, &problems_of_kept);
    let mut merged = Merged {
        all: Vec::with_capacity(kept.len() + new.len()),
        of_problems: vec![0; context.inference.problems.len()],
    };
    let (mut kept, mut numbers) = (kept.into_iter(), &problems_of_kept[..]);
    for (number, found) in new {
        let is_before = |(other, kept): (&u32, &Diagnostic)| order((*other, kept), (number, &found)).is_lt();
        let count = numbers.iter().zip(kept.as_slice()).take_while(|pair| is_before(*pair)).count();
        let (before, behind) = numbers.split_at(count);
        before.iter().zip(kept.by_ref()).for_each(|(&number, found)| merged.push(number, found));
        merged.push(number, found);
        numbers = behind;
    }
    numbers.iter().zip(kept).for_each(|(&number, found)| merged.push(number, found));
    Some(DiagnosedVersion::new(context, merged.all, merged.of_problems))
}

/// Diagnostics in order, and the index of each problem's diagnostic.
struct Merged {
    all: Vec<Diagnostic>,
    of_problems: Vec<u32>,
}

impl Merged {
    /// Appends the next diagnostic. `number` is that of its problem, or a greater one if it has none.
    fn push(&mut self, number: u32, mut found: Diagnostic) {
        found.problem = Some(number).filter(|&number| (number as usize) < self.of_problems.len());
        // Most places differ, which is cheaper to see than that texts do.
        if self.all.last().is_none_or(|last| last.place() != found.place() || *last != found) {
            self.all.push(found);
        }
        if let Some(place) = self.of_problems.get_mut(number as usize) {
            *place = self.all.len() as u32 - 1;
        }
    }
}

/// Returns the diagnostics of the remaining problems, and those without a problem, in order, with their numbers.
fn new_diagnostics(context: &Context<'_>, kept: &[u32]) -> Vec<(u32, Diagnostic)> {
    let problems = &context.inference.problems;
    let mut is_kept = vec![false; problems.len()];
    for &problem in kept {
        is_kept[problem as usize] = true;
    }
    let of_problems = problems.iter().zip(0_u32..).filter(|&(_, number)| !is_kept[number as usize]);
    let of_problems = of_problems.map(|(problem, number)| (number, diagnostic(context, problem, number)));
    let others = (problems.len() as u32..).zip(with_program_diagnostics(context, Vec::new()));
    let new = of_problems.chain(others).map(|(number, found)| (number, found.on_one_line()));
    let mut new: Vec<(u32, Diagnostic)> = new.collect();
    new.sort_unstable_by(|(a_number, a), (b_number, b)| order((*a_number, a), (*b_number, b)));
    new
}

/// Compares numbered diagnostics like [`in_numbered_order`].
fn order((a_number, a): (u32, &Diagnostic), (b_number, b): (u32, &Diagnostic)) -> Ordering {
    a.rank().cmp(&b.rank()).then_with(|| a.compare_contents(b)).then(a_number.cmp(&b_number))
}

/// Returns the diagnostics of copied problems, in their previous order, at their current places; with the indices of the
/// problems.
fn kept(context: &Context<'_>, previous: PreviousDiagnostics) -> (Vec<Diagnostic>, Vec<u32>) {
    let PreviousDiagnostics { version, changes, copied, has_same_names, has_same_references } = previous;
    let problems = &context.inference.problems;
    // Suggestions for a name depend on all names of the program.
    let has_same_suggestions =
        has_same_names && has_same_references && version.block_names.as_ref() == helpful_block_names(context);
    let holds = |problem: &Problem| has_same_suggestions || !matches!(problem, Problem::UnknownName { .. });
    // If two problems share a diagnostic, it is copied for the first, and created again for the second.
    let mut problem_of: Vec<Option<u32>> = vec![None; version.diagnostics.len()];
    let dependent = depends_on_others(context);
    for problem in copied {
        let is_dependent = dependent == Some(problem.number) || version.dependent == Some(problem.previous_number);
        let is_valid = !is_dependent && problems.get(problem.number as usize).is_some_and(holds);
        let number = version.of_problems.get(problem.previous_number as usize).filter(|_| is_valid);
        if let Some(&number) = number {
            problem_of[number as usize].get_or_insert(problem.number);
        }
    }
    let (mut kept, mut numbers, mut problem_of) = (version.diagnostics, Vec::new(), problem_of.into_iter());
    kept.retain_mut(|found| {
        let problem = problem_of.next().flatten().filter(|_| has_moved(found, &changes));
        numbers.extend(problem);
        problem.is_some()
    });
    (kept, numbers)
}

/// Moves a diagnostic to its current places. Returns `false` if a change touches one of them.
fn has_moved(diagnostic: &mut Diagnostic, changes: &TiSlice<FileId, Change>) -> bool {
    let moved = |file: FileId, span| changes.get(file).and_then(|change| change.moved(span));
    let Some(now) = moved(diagnostic.file, diagnostic.span) else { return false };
    let labels = diagnostic.labels.iter().map(|label| (label.file, label.span));
    let places = labels.chain(diagnostic.fix.iter().map(|fix| (diagnostic.file, fix.span)));
    let mut are_moved = false;
    for (file, span) in places {
        let Some(now) = moved(file, span) else { return false };
        are_moved |= now != span;
    }
    if are_moved {
        let file = diagnostic.file;
        let contents = &mut **diagnostic;
        let labels = contents.labels.iter_mut().map(|label| (label.file, &mut label.span));
        for (file, span) in labels.chain(contents.fix.iter_mut().map(|fix| (file, &mut fix.span))) {
            *span = moved(file, *span).unwrap_or(*span);
        }
    }
    diagnostic.span = now;
    true
}
