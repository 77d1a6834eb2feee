//! Agreement with the recorded behaviour of the reference implementations.
//!
//! The rows are in `tests/conformance/sample/`, or in a folder of the same layout that `TYPELOG_CONFORMANCE` names. The built
//! command answers them. The test prints a table of the agreement and the folder with the lists of disagreements; a measure
//! below its bar fails. Intended disagreements are in `tests/conformance/divergences.md`, with reasons.

mod command;
mod measure;
mod places;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use libtest_mimic::Trial;

use crate::support::files;
use crate::support::skipped::skipped;
use measure::{Measure, Tally};

/// The measures: a file, the way to read its rows, and the bar in hundredths of a percent.
const MEASURES: [(&str, Measure, u32); 7] = [
    ("types/grid.tsv", Measure::Types, 9990),
    ("types/random.tsv", Measure::Types, 9990),
    ("types/named.tsv", Measure::Types, 9950),
    ("types/traverse.tsv", Measure::Traversals, 9950),
    ("expressions/expressions.tsv", Measure::Expressions, 9900),
    ("syntax/cases.jsonl", Measure::Robustness, 10_000),
    ("syntax/mutated.jsonl", Measure::Robustness, 10_000),
];

/// The bar for the types of expressions, which is higher than the one for their diagnostics.
const EXPRESSION_TYPES: u32 = 9950;

/// The rows, and the table of the agreement with them.
pub struct Conformance {
    folder: PathBuf,
    table: Arc<Mutex<Vec<Row>>>,
}

impl Conformance {
    /// The rows of the sample, or of the folder that the environment names.
    pub fn new() -> Self {
        let given = std::env::var_os("TYPELOG_CONFORMANCE");
        if given.is_none() {
            skipped("rows outside of the sample", "TYPELOG_CONFORMANCE is not set");
        }
        Self { folder: given.map_or_else(sample, PathBuf::from), table: Arc::default() }
    }

    /// A test for each measure, which adds its rows to the table.
    pub fn trials(&self) -> Vec<Trial> {
        MEASURES.into_iter().map(|measured| trial(&self.folder, measured, Arc::clone(&self.table))).collect()
    }

    /// Prints the table of the measures that were taken.
    pub fn print_table(&self) {
        print_table(&self.folder, &self.table.lock().expect("no trial panics while it holds the table"));
    }
}

fn sample() -> PathBuf {
    files::root().join("tests/conformance/sample")
}

/// The test for a file, which adds its rows to the table.
fn trial(folder: &Path, (file, measure, bar): (&'static str, Measure, u32), table: Arc<Mutex<Vec<Row>>>) -> Trial {
    let folder = folder.to_owned();
    Trial::test(format!("conformance::{file}"), move || {
        let tallies = measure.take(&folder, file)?;
        list_disagreements(file, &tallies)?;
        let mut low = Vec::new();
        for tally in tallies {
            let bar = if tally.name == "type" && measure == Measure::Expressions { EXPRESSION_TYPES } else { bar };
            if !tally.reaches(bar) {
                let shown: Vec<&str> = tally.disagreements.iter().take(5).map(|found| &found.text[..]).collect();
                low.push(format!(
                    "{}: {}, below {} %\n{}",
                    tally.name,
                    tally.percent(),
                    percent(bar),
                    shown.join("\n")
                ));
            }
            table.lock().map_err(|error| error.to_string())?.push(Row { file, bar, tally });
        }
        if low.is_empty() { Ok(()) } else { Err(low.join("\n").into()) }
    })
}

/// A line of the table.
struct Row {
    file: &'static str,
    bar: u32,
    tally: Tally,
}

fn print_table(folder: &Path, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    println!("Agreement with {}:", folder.display());
    println!(
        "{:<28} {:<13} {:>6} {:>6} {:>9} {:>8} {:>8}",
        "file", "measure", "rows", "agree", "percent", "bar", "listed"
    );
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| MEASURES.iter().position(|measured| measured.0 == row.file));
    for Row { file, bar, tally } in rows {
        let listed = tally.disagreements.iter().filter(|found| found.is_listed).count();
        println!(
            "{file:<28} {:<13} {:>6} {:>6} {:>9} {:>8} {:>8}",
            tally.name,
            tally.rows,
            tally.rows - tally.disagreements.len(),
            tally.percent(),
            percent(*bar),
            format!("{listed}/{}", tally.disagreements.len()),
        );
    }
    println!("listed: how many of the disagreements are in tests/conformance/divergences.md, with a reason.\n");
}

/// Formats hundredths of a percent as percent.
fn percent(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn list_disagreements(file: &str, tallies: &[Tally]) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
    let path = folder.join(file.replace('/', "-") + ".txt");
    let lines: String = tallies
        .iter()
        .flat_map(|tally| tally.disagreements.iter().map(|found| format!("{}: {}\n", tally.name, found.text)))
        .collect();
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&path, lines))
        .map_err(|error| format!("{}: {error}", path.display()))
}
