//! Laws about programs.

use proptest::prelude::*;

use typelog::builtins::facts::{ExprId, Facts, Visitor};
use typelog::diagnostics::Diagnostic;
use typelog::dialect::{Dialect, Text, read_plain_program};
use typelog::infer::{conclude, lower_all};
use typelog::program::Program;
use typelog::render::{Palette, jsonl, page};
use typelog::results::pages::checking::{Checked, Session};
use typelog::source::Source;
use typelog::syntax::tree::Node;
use typelog::types::Interner;
use typelog::types::display::display;

use super::demands::repeated_about_programs;
use super::programs::{DECLARATIONS, definitions};
use super::{cases, shuffled};
use crate::support::session::session_of;

fn session() -> Session {
    let session = session_of(Dialect::Hcl, &[Source::new("laws", DECLARATIONS)]);
    assert!(session.complaints.is_empty(), "{}", session.complaints_page());
    session
}

fn check(files: &[(String, String)]) -> Checked {
    session().check(files)
}

/// A program of one file.
fn one_file(lines: &[String]) -> Vec<(String, String)> {
    vec![("main.hcl".to_owned(), text(lines))]
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| line.clone() + "\n").collect()
}

/// The lines in another order, split over two files.
fn two_files(lines: &[String], seed: u64) -> Vec<(String, String)> {
    let lines = shuffled(lines.to_vec(), seed);
    let (first, second) = lines.split_at(lines.len() / 2);
    vec![("b.hcl".to_owned(), text(first)), ("a.hcl".to_owned(), text(second))]
}

/// `NAME: TYPE` for each definition, in the order of names.
fn types(checked: &Checked) -> Vec<String> {
    let mut types: Vec<String> = checked.types().lines().map(str::to_owned).collect();
    types.sort_unstable();
    types
}

/// The contents of all diagnostics, sorted, with the text of the line and the column as the place. Cycles are left out: their
/// message starts at the first definition in source order.
fn said(checked: &Checked) -> Vec<String> {
    let report = &checked.report;
    let place = |file: typelog::program::FileId, at: u32| {
        let source = &report.sources[file];
        let position = source.position(at);
        format!("{}:{}", source.text.lines().nth(position.line - 1).unwrap_or(""), position.column)
    };
    let words = |found: &Diagnostic| {
        // One cause at several places is reported at the first of them, which depends on the order.
        let further = found.labels.iter().filter(|label| label.text.starts_with("and here")).count();
        if further > 0 {
            return format!("{} {:?} {:?}, and {further} more", found.code, found.expected, found.found);
        }
        let labels: Vec<String> = found
            .labels
            .iter()
            .map(|label| format!("{} {}", place(label.file, label.span.start), label.text))
            .collect();
        format!(
            "{} {} {:?} {:?} {:?} {:?} {labels:?}",
            place(found.file, found.span.start),
            found.code,
            found.message,
            found.expected,
            found.found,
            found.help
        )
    };
    let others = report.diagnostics.iter().filter(|found| found.code != "circular-reference");
    let mut said: Vec<String> = others.map(words).collect();
    said.sort_unstable();
    said
}

fn cycles(checked: &Checked) -> usize {
    checked.report.diagnostics.iter().filter(|found| found.code == "circular-reference").count()
}

/// Reads a program and lowers it.
fn lowered(lines: &[String], session: &mut Session) -> (Program, Facts) {
    let texts = vec![Text { name: "main.hcl".to_owned(), bytes: Ok(text(lines).into_bytes()) }];
    let mut types = std::mem::take(&mut session.types);
    let program = read_plain_program(texts, &mut types);
    let chunk = lower_all(&program, session.environment(), &mut types);
    session.types = types;
    (program, chunk.facts)
}

/// The types that the rules conclude from facts, as texts, by expression.
fn concluded(types: &mut Interner, facts: Facts) -> Vec<(ExprId, String)> {
    let mut found = conclude(types, facts).types;
    found.sort_unstable();
    found.into_iter().map(|(e, ty)| (e, display(types, ty))).collect()
}

/// A visitor that shuffles the rows of tables.
struct Shuffle(u64);

impl Visitor for Shuffle {
    fn table<R: Copy>(&mut self, _: &'static str, rows: &mut Vec<R>) {
        *rows = shuffled(std::mem::take(rows), self.0);
    }
}

/// The same facts in another order.
fn in_other_order(mut facts: Facts, seed: u64) -> Facts {
    facts.visit(&mut Shuffle(seed));
    facts
}

/// The text with a piece of it moved, duplicated, or deleted.
fn broken(text: &str, at: usize, length: usize, to: usize) -> String {
    let start = text.floor_char_boundary(at % (text.len() + 1));
    let end = text.floor_char_boundary((start + length).min(text.len()));
    let piece = text[start..end].to_owned();
    let mut rest = text.to_owned();
    if !to.is_multiple_of(3) {
        rest.replace_range(start..end, "");
    }
    let to = rest.floor_char_boundary(to % (rest.len() + 1));
    rest.insert_str(to, &piece);
    if to.is_multiple_of(2) { rest.replacen(&piece, "", 1) } else { rest }
}

proptest! {
    #![proptest_config(cases(96))]

    /// The order of definitions and their distribution over files make no difference.
    #[test]
    fn the_order_of_definitions_does_not_matter(lines in definitions(), seed in any::<u64>()) {
        let (one, other) = (check(&one_file(&lines)), check(&two_files(&lines, seed)));
        prop_assert_eq!(types(&one), types(&other));
        prop_assert_eq!(said(&one), said(&other));
        prop_assert_eq!(cycles(&one), cycles(&other));
    }

    /// The order in which files are given makes no difference: the output is the same, byte for byte.
    #[test]
    fn the_order_of_files_does_not_matter(lines in definitions(), seed in any::<u64>()) {
        let files = two_files(&lines, seed);
        let (one, other) = (check(&files), check(&files.iter().rev().cloned().collect::<Vec<_>>()));
        prop_assert_eq!(jsonl(&one.report), jsonl(&other.report));
        prop_assert_eq!(one.page(), other.page());
    }

    /// The order of the facts makes no difference.
    #[test]
    fn the_order_of_facts_does_not_matter(lines in definitions(), seed in any::<u64>()) {
        let (mut one, mut other) = (session(), session());
        let (_, facts) = lowered(&lines, &mut one);
        let (_, same) = lowered(&lines, &mut other);
        let expected = concluded(&mut one.types, facts);
        prop_assert_eq!(concluded(&mut other.types, in_other_order(same, seed)), expected);
    }

    /// Rows of `unique` relations are derived once.
    #[test]
    fn nothing_is_derived_twice(lines in definitions()) {
        let mut session = session();
        let (_, facts) = lowered(&lines, &mut session);
        let twice = repeated_about_programs(|| drop(conclude(&mut session.types, facts)));
        prop_assert!(twice.is_empty(), "{}", twice.join("\n"));
    }

    /// Every expression has one type.
    #[test]
    fn every_expression_is_typed(lines in definitions()) {
        let mut session = session();
        let (program, facts) = lowered(&lines, &mut session);
        let mut typed: Vec<ExprId> = conclude(&mut session.types, facts).types.into_iter().map(|row| row.0).collect();
        let count = typed.len();
        typed.sort_unstable();
        typed.dedup();
        prop_assert_eq!(typed.len(), count, "an expression has two types");
        let tree = &program.files.raw[0].tree;
        let nodes = (0..tree.len()).map(|at| tree.node(typelog::syntax::tree::NodeId(u32::try_from(at).unwrap_or(0))));
        let expressions = nodes.filter(|node| !matches!(node, Node::Text(_) | Node::Type)).count();
        prop_assert!(program.files.raw[0].errors.is_empty(), "{:?}", program.files.raw[0].errors);
        prop_assert_eq!(count, expressions);
    }

    /// Any edit of the text of a program leaves it checkable, with places inside the text.
    #[test]
    fn broken_programs_are_answered(
        lines in definitions(), at in any::<usize>(), length in 0_usize..12, to in any::<usize>(),
    ) {
        let text = broken(&text(&lines), at, length, to);
        let checked = check(&[("main.hcl".to_owned(), text.clone())]);
        for found in &checked.report.diagnostics {
            prop_assert!(text.get(found.span.range()).is_some(), "{:?} in {:?}", found, text);
        }
        let printed = page(&checked.report, Palette::Coloured, &str::to_owned);
        prop_assert_eq!(printed.is_empty(), checked.report.diagnostics.is_empty());
    }

    /// Any text can be checked as a program.
    #[test]
    fn any_text_is_answered(text in "(\\PC|[\\n\\r\\t\"$%{}\\[\\]()=:,.*?<>~#/é€]){0,60}") {
        let checked = check(&[("main.hcl".to_owned(), text)]);
        let printed = page(&checked.report, Palette::Plain, &str::to_owned);
        prop_assert_eq!(printed.is_empty(), checked.report.diagnostics.is_empty());
    }
}
