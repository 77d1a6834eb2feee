//! Reports that follow from another report: what it says is true only because of the mistake that the other one reports, so that
//! they are left out.
//!
//! No rule decides this. Whether something is wrong is decided before, by the rules and by the readers of texts; here it is only chosen
//! which of two true reports is shown. Their causes are words of the text, blocks and types together, which no engine has at once, and
//! some are counts of all reports of a program: as many names without a use as wrong values.

mod asked;
mod called;
mod causes;
mod lost;
mod once;
mod places;
mod reported;
mod sorted_places;

use rustc_hash::FxHashSet;

use self::called::without_renamed_inputs;
use self::causes::Causes;
use self::once::{
    with_components_once, with_items_once, with_iterations_once, with_keys_once, with_levels_once, without_exchanged,
    without_names_of_ranges, without_repeated_names, without_repeated_names_of_definitions, without_repetition,
    without_steps_of_no_instance, without_weaker,
};
use self::reported::problem;
use crate::codes::Code;
use crate::diagnostics::{Diagnostic, Severity};
use crate::infer::Inference;
use crate::program::{Problem, Program};
use crate::types::vocabulary::TerraformError;

/// Holds if some of the diagnostics may follow from others.
pub(crate) fn may_follow(program: &Program, diagnostics: &[Diagnostic]) -> bool {
    let [first, others @ ..] = diagnostics else { return false };
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let is_note = |diagnostic: &Diagnostic| diagnostic.code == Code::UnsafeConversion;
    let has_notes = || is_note(first) || others.iter().any(is_note);
    !others.is_empty() && (program.is_terraform || is_error(first) || others.iter().any(is_error) || has_notes())
}

/// Returns diagnostics without those that follow from others.
pub(crate) fn without_follow_ups(
    program: &Program,
    inference: &Inference,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let causes = Causes::of(program, inference, &diagnostics);
    // Of several wrong arguments of a call, the first one is reported, as in the reference: probably their order is wrong.
    let mut calls = FxHashSet::default();
    let mut is_first = |diagnostic: &Diagnostic| match problem(inference, diagnostic) {
        Some(&Problem::Flawed { at, flaw: TerraformError::Argument, sure: true, .. }) => calls.insert(at),
        _ => true,
    };
    diagnostics.retain(|diagnostic| !causes.explain(program, inference, diagnostic) && is_first(diagnostic));
    if program.is_terraform {
        // The first of the parts of an argument that fail in the called module.
        let mut passed = FxHashSet::default();
        let is_first = |diagnostic: &Diagnostic| match problem(inference, diagnostic) {
            Some(&Problem::Passed { at, mark, .. }) => passed.insert((at, mark)),
            _ => true,
        };
        diagnostics.retain(is_first);
        let kept = without_renamed_inputs(program, inference, diagnostics);
        let kept = without_repetition(program, inference, &causes.owners, without_weaker(inference, kept));
        return without_repeated_names(program, inference, &causes.owners, kept);
    }
    let kept = without_steps_of_no_instance(inference, diagnostics);
    let kept = without_names_of_ranges(program, inference, &causes.owners, kept);
    let kept = with_items_once(program, inference, &causes.owners, kept);
    let kept = with_iterations_once(program, inference, &causes.owners, kept);
    let kept = with_keys_once(program, with_levels_once(program, inference, kept));
    let kept = without_repeated_names_of_definitions(program, inference, &causes.owners, kept);
    with_components_once(program, without_exchanged(program, inference, kept))
}
