//! Agreement with `terraform validate` on mutants of valid modules.
//!
//! `verdicts/MODULE.jsonl` holds mutants of the module in `modules/MODULE`, with the errors that Terraform reports. The test needs no
//! Terraform: it writes the mutants, checks them with the built command, and compares. A rate below its bar fails. Errors where
//! Terraform's `validate` is silent have a reason in `differences.md`, or the plan fails.

mod mutant;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::files;

use mutant::{Checked, Mutant};

/// The rates of modules without providers: rejected mutants, and those rejected at Terraform's line, in hundredths of a percent.
const PLAIN: Bars = Bars { rejected: 9950, at_line: 9900 };

/// The rates of modules of the provider `aws`, with its schema. Many of the lines that differ are those of brackets that nothing
/// closes, and of misspelt arguments that repeat a block: Terraform reports these at the end of the file, and at each use of the key.
const PROVIDED: Bars = Bars { rejected: 9950, at_line: 9830 };

/// The number of mutants that Terraform has judged, at least.
const LEAST: usize = 2_000;

struct Bars {
    rejected: usize,
    at_line: usize,
}

#[test]
fn modules_are_valid() {
    for is_provided in [false, true] {
        let originals = mutant::originals(is_provided);
        let wrong: Vec<String> = mutant::check(&originals, is_provided).iter().flat_map(Checked::lines).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn there_are_many_mutants() {
    let count = mutant::recorded(false).len() + mutant::recorded(true).len();
    assert!(count >= LEAST, "{count} mutants, fewer than {LEAST}");
}

#[test]
fn mutants_without_providers_are_rejected_as_by_validate() {
    compare("without providers", false, &PLAIN);
}

#[test]
fn mutants_with_a_provider_are_rejected_as_by_validate() {
    compare("with the provider aws", true, &PROVIDED);
}

/// Compares the errors of mutants with the recorded ones, and lists all that differ in a file.
fn compare(called: &str, is_provided: bool, bars: &Bars) {
    let mutants = mutant::recorded(is_provided);
    let checked = mutant::check(&mutants, is_provided);
    let wrong: Vec<(&Mutant, &Checked)> =
        mutants.iter().zip(&checked).filter(|(mutant, _)| !mutant.is_valid()).collect();
    let accepted: Vec<_> = wrong.iter().filter(|(_, checked)| checked.errors.is_empty()).copied().collect();
    let elsewhere: Vec<_> = wrong.iter().filter(|(mutant, checked)| !mutant.has_line_of(checked)).copied().collect();
    let surplus: Vec<_> = mutants
        .iter()
        .zip(&checked)
        .filter(|(mutant, checked)| mutant.is_valid() && !checked.errors.is_empty())
        .collect();
    let lists = [("accepted", &accepted), ("at another line", &elsewhere), ("rejected here alone", &surplus)];
    let path = list(called, &lists);
    let rate = |missed: usize| (wrong.len() - missed) * 10_000 / wrong.len();
    let (rejected, at_line) = (rate(accepted.len()), rate(elsewhere.len()));
    println!(
        "{called}: of {} mutants that validate rejects, {} % are rejected, {} % at its line; {} of {} others are rejected",
        wrong.len(),
        percent(rejected),
        percent(at_line),
        surplus.len(),
        mutants.len() - wrong.len()
    );
    let differences = format!("the differences are in {}", path.display());
    assert!(
        rejected >= bars.rejected,
        "{} % are rejected, below {} %; {differences}",
        percent(rejected),
        percent(bars.rejected)
    );
    assert!(
        at_line >= bars.at_line,
        "{} % at the line, below {} %; {differences}",
        percent(at_line),
        percent(bars.at_line)
    );
    let unexplained = unexplained(&surplus);
    assert!(unexplained.is_empty(), "no reason in tests/hostile/mutants/differences.md:\n{}", unexplained.join("\n"));
}

/// The errors for which Terraform's silence has no reason: neither fails the plan, nor does the table list their code.
fn unexplained(surplus: &[(&Mutant, &Checked)]) -> Vec<String> {
    let reasons = reasons();
    let is_explained = |mutant: &Mutant, checked: &Checked| {
        mutant.plan_fails || checked.errors.iter().any(|error| reasons.contains(&error.code))
    };
    surplus
        .iter()
        .filter(|(mutant, checked)| !is_explained(mutant, checked))
        .map(|(mutant, checked)| difference(mutant, checked))
        .collect()
}

/// The codes in the table of differences.
fn reasons() -> BTreeSet<String> {
    let page = files::text(&files::root().join("tests/hostile/mutants/differences.md"));
    let row = |line: &str| line.strip_prefix("| `").and_then(|rest| Some(rest.split_once('`')?.0.to_owned()));
    page.lines().filter_map(row).collect()
}

/// Writes lists of differences to a file, and returns its path.
fn list(called: &str, lists: &[(&str, &Vec<(&Mutant, &Checked)>)]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mutants {called}.txt"));
    let text: String = lists
        .iter()
        .flat_map(|(title, found)| {
            let lines = found.iter().map(|(mutant, checked)| difference(mutant, checked));
            std::iter::once(format!("# {title}\n\n")).chain(lines).collect::<Vec<_>>()
        })
        .collect();
    std::fs::write(&path, text).expect("the list is written");
    path
}

/// A mutant, with what both say about it.
fn difference(mutant: &Mutant, checked: &Checked) -> String {
    let recorded = mutant.errors.iter().map(|(file, line, summary)| format!("terraform {file}:{line} {summary}"));
    let found = checked.lines().into_iter().map(|line| format!("typelog {line}"));
    let lines: Vec<String> = std::iter::once(mutant.to_string()).chain(recorded).chain(found).collect();
    lines.join("\n  ") + "\n\n"
}

/// Formats hundredths of a percent as percent.
fn percent(hundredths: usize) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
