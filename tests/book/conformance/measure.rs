//! The measures of agreement.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use super::command::answers;
use super::places::{agree, errors};
use typelog::dialect::Dialect;

use crate::support::files;
use crate::support::session::session_of;

/// A kind of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Pairs of types: conversion, assignability, and common types.
    Types,
    /// Types and steps: the results of traversals.
    Traversals,
    /// Expressions: their types and diagnostics.
    Expressions,
    /// Sources: checking them neither panics nor hangs.
    Robustness,
}

/// The agreement of answers with recorded rows.
pub struct Tally {
    /// The name of the measure.
    pub name: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The rows that disagree.
    pub disagreements: Vec<Disagreement>,
}

/// A row with a different answer.
pub struct Disagreement {
    /// The question, the recorded answer, and the actual one.
    pub text: String,
    /// Holds if the question is in the list of divergences.
    pub is_listed: bool,
}

/// The stack size of a check, as in the command.
const STACK_BYTES: usize = 256 << 20;

impl Measure {
    /// Measures a file.
    ///
    /// # Errors
    /// If the file cannot be read, or there is no answer.
    pub fn take(self, folder: &Path, file: &str) -> Result<Vec<Tally>, String> {
        let text = std::fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let rows: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        match self {
            Self::Types => types(&rows[1..]),
            Self::Traversals => traversals(&rows[1..]),
            Self::Expressions => {
                let environment = folder.join("expressions/environment.hcl");
                expressions(&rows[1..], &environment.to_string_lossy())
            }
            Self::Robustness => robustness(&rows),
        }
    }
}

impl Tally {
    fn new(name: &'static str) -> Self {
        Self { name, rows: 0, disagreements: Vec::new() }
    }

    fn count(&mut self, agrees: bool, question: &str, recorded: &str, found: &str) {
        self.rows += 1;
        if !agrees {
            let text = format!("{question}: recorded {recorded}, found {found}");
            self.disagreements.push(Disagreement { text, is_listed: is_listed(question) });
        }
    }

    /// Holds if at least this share of the rows agrees, in hundredths of a percent.
    pub fn reaches(&self, hundredths: u32) -> bool {
        (self.rows - self.disagreements.len()) * 10_000 >= self.rows * hundredths as usize && self.rows > 0
    }

    /// The share of agreeing rows in percent, rounded down.
    pub fn percent(&self) -> String {
        let hundredths = (self.rows - self.disagreements.len()) * 10_000 / self.rows.max(1);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

fn types(rows: &[&str]) -> Result<Vec<Tally>, String> {
    let rows: Vec<[&str; 6]> = rows.iter().map(|row| columns(row)).collect();
    let questions = |word| rows.iter().map(move |row| format!("{word}\t{}\t{}", row[0], row[1]));
    let lines: Vec<String> = questions("convert").chain(questions("assignable")).chain(questions("unify")).collect();
    let found = answers(&["type", "batch"], &lines)?;
    let (conversions, rest) = found.split_at(rows.len());
    let (assignments, unifications) = rest.split_at(rows.len());
    let names = ["conversion", "assignable", "unify_safe", "unify_unsafe"];
    let mut tallies = names.map(Tally::new);
    for (at, [from, to, recorded @ ..]) in rows.iter().enumerate() {
        let (safe, loose) = unifications[at].split_once('\t').unwrap_or((&unifications[at], ""));
        let question = format!("{from}\t{to}");
        for (place, answer) in [&conversions[at][..], &assignments[at], safe, loose].into_iter().enumerate() {
            tallies[place].count(answer == recorded[place], &question, recorded[place], answer);
        }
    }
    Ok(tallies.into())
}

fn traversals(rows: &[&str]) -> Result<Vec<Tally>, String> {
    let rows: Vec<[&str; 4]> = rows.iter().map(|row| columns(row)).collect();
    let lines: Vec<String> = rows.iter().map(|row| format!("traverse\t{}\t{}", row[0], row[1])).collect();
    let mut tallies = ["type", "outcome"].map(Tally::new);
    for ([ty, steps, recorded, outcome], answer) in rows.iter().zip(answers(&["type", "batch"], &lines)?) {
        let question = format!("{ty}\t{steps}");
        let (found, met) = answer.split_once('\t').unwrap_or((&answer, ""));
        tallies[0].count(found == *recorded, &question, recorded, found);
        // The recorded outcome is a word, followed by a message unless it is `ok`.
        let word = outcome.split(':').next().unwrap_or(outcome);
        tallies[1].count(met == word, &question, outcome, met);
    }
    Ok(tallies.into())
}

fn expressions(rows: &[&str], environment: &str) -> Result<Vec<Tally>, String> {
    let rows: Vec<[&str; 3]> = rows.iter().map(|row| columns(row)).collect();
    let lines: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    let mut tallies = ["type", "diagnostics"].map(Tally::new);
    let found = answers(&["expr", "--declare", environment, "--batch"], &lines)?;
    for ([expression, ty, diagnostics], answer) in rows.iter().zip(found) {
        let (found, said) = answer.split_once('\t').unwrap_or((&answer, ""));
        tallies[0].count(found == *ty, expression, ty, found);
        tallies[1].count(agree(&errors(said), &errors(diagnostics)), expression, diagnostics, said);
    }
    Ok(tallies.into())
}

/// The first columns of a row. Trailing empty columns may be missing.
fn columns<const N: usize>(row: &str) -> [&str; N] {
    let mut columns = row.split('\t');
    std::array::from_fn(|_| columns.next().unwrap_or(""))
}

/// Checks each source as a program of plain HCL, in a thread of its own.
fn robustness(rows: &[&str]) -> Result<Vec<Tally>, String> {
    let sources: Result<Vec<String>, String> = rows.iter().map(|row| source(row)).collect();
    let sources = sources?;
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK_BYTES);
    let checked = sources.clone();
    let started = worker.spawn(move || {
        for source in checked {
            if sender.send(checks(source)).is_err() {
                return;
            }
        }
    });
    started.map_err(|error| error.to_string())?;
    let mut tally = Tally::new("robustness");
    for source in &sources {
        let outcome = receiver.recv();
        let found = match outcome {
            Ok(true) => "an answer",
            Ok(false) => "a panic",
            Err(_) => "no answer",
        };
        tally.count(outcome == Ok(true), &format!("{source:?}"), "an answer", found);
        if outcome.is_err() {
            break;
        }
    }
    Ok(vec![tally])
}

fn source(row: &str) -> Result<String, String> {
    let record: serde_json::Value = serde_json::from_str(row).map_err(|error| format!("{row}: {error}"))?;
    record["source"].as_str().map(str::to_owned).ok_or_else(|| format!("{row}: there is no source"))
}

/// Holds if checking a source and printing the results does not panic.
fn checks(source: String) -> bool {
    let check = || {
        let checked = session_of(Dialect::Hcl, &[]).check(&[("main.hcl".to_owned(), source)]);
        checked.page().len() + checked.types().len()
    };
    catch_unwind(AssertUnwindSafe(check)).is_ok()
}

/// Holds if a question is a line of a fence in the list of divergences.
fn is_listed(question: &str) -> bool {
    static LISTED: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    let listed = LISTED.get_or_init(|| {
        let text = files::text(&files::root().join("tests/conformance/divergences.md"));
        let fenced = text.split("```").skip(1).step_by(2);
        fenced.flat_map(|fence| fence.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()).collect()
    });
    listed.iter().any(|line| line == question)
}
