//! User rule files, run over the facts of a program.

use typelog::citation::Citation;
use typelog::diagnostics::{Strictness, diagnose};
use typelog::dialect::{Text, read_plain_program};
use typelog::query::{Fault, Limit, RuleFile, compile, position, read, run, run_test, shown};
use typelog::relations::collect::{Collected, Collector, infer_keeping};
use typelog::relations::{Database, Format, export};
use typelog::source::Source;

use super::programs::PLAIN;
use super::{head_and_rest, piece};

/// A limit above the needs of these rules, and low enough to be reached quickly.
const LIMIT: Limit = Limit { rows: 20_000, steps: 2_000_000, bytes: 1 << 24, text: 1 << 24 };

/// The most atoms between two full stops: a rule may join all combinations of rows, which would dominate the running time.
const MOST_ATOMS: usize = 4;

/// A file of rules, a line `---`, and a program of plain HCL.
pub fn rules(text: &str) {
    let (rules, program) = head_and_rest(text);
    let source = Source::new("rules.dl", rules);
    let (file, faults) = read(rules);
    check_faults(&faults, &source);
    let facts = collected(program);
    assert_eq!(derived(&file, &source, facts.clone()), derived(&file, &source, facts.clone()));
    if is_small(rules) {
        for test in &file.tests {
            let program = test.files.first().map_or("", |(_, text)| text);
            check_faults(&run_test(&file, test, &mut collected(program)), &source);
        }
    }
}

fn is_small(rules: &str) -> bool {
    rules.split('.').all(|rule| rule.matches(['(', '{', ',']).count() <= 3 * MOST_ATOMS)
        && rules.split('.').all(|rule| rule.matches('(').count() <= MOST_ATOMS)
}

/// The derived relations as exported files.
fn derived(file: &RuleFile, source: &Source, mut database: Database) -> Vec<(String, String)> {
    match compile(file, &mut database) {
        Err(faults) => {
            assert!(!faults.is_empty());
            check_faults(&faults, source);
        }
        Ok(compiled) if is_small(&source.text) => match run(&compiled, &mut database, LIMIT) {
            Err(fault) => check_faults(&[fault], source),
            Ok(_) => {
                for lint in &file.lints {
                    for finding in lint.findings(&database) {
                        assert!(!finding.code.is_empty());
                    }
                }
            }
        },
        Ok(_) => {}
    }
    show_cells(&database);
    let mut files = Vec::new();
    for format in [Format::Tsv, Format::Jsonl] {
        for file in export(&database, format, &Citation::default()) {
            let mut bytes = Vec::new();
            file.write(&mut bytes).expect("memory can be written");
            files.push((file.path.clone(), String::from_utf8(bytes).expect("an export is text")));
        }
    }
    files
}

/// Checks that every cell can be displayed.
fn show_cells(database: &Database) {
    for (id, relation) in database.relations() {
        for row in database.ordered_rows(id) {
            for (&cell, column) in row.iter().zip(&relation.schema.columns) {
                shown(database, column.ty, cell);
                position(database, column.ty, cell);
            }
        }
    }
}

fn check_faults(faults: &[Fault], source: &Source) {
    for fault in faults {
        piece(source, fault.span);
        fault.notes.iter().for_each(|note| {
            piece(source, note.0);
        });
        assert!(!fault.message.is_empty() && !fault.code.is_empty());
    }
}

/// Collects the facts of a program.
fn collected(text: &str) -> Database {
    let mut around = PLAIN.clone();
    let texts = vec![Text { name: "main.hcl".to_owned(), bytes: Ok(text.into()) }];
    let types = &mut around.types;
    let program = read_plain_program(texts, types);
    let (inference, judgments) = infer_keeping(&program, &around.environment, types);
    let diagnostics = diagnose(&program, &inference, &around.environment, types, Strictness::default());
    let mut collector = Collector::default();
    let (program, inference, diagnostics, judgments) = (&program, &inference, &diagnostics, &judgments);
    collector.add(&Collected { name: "program", dialect: "hcl", program, inference, diagnostics, types, judgments });
    collector.finish()
}
