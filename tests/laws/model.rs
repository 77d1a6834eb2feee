//! The tables of the model of declared types: the assignability of types, and the signatures of calls.
//!
//! The rows of `tests/model/` are written by hand from the specification, and never rewritten.

use typelog::builtins::Conversion;
use typelog::dialect::Dialect;
use typelog::results::pages::checking::Session;
use typelog::results::pages::declared::{called, fitted, operated};
use typelog::source::Source;

use crate::support::files::{root, text};
use crate::support::session::session_of;

fn session() -> Session {
    let declarations = text(&root().join("tests/model/declarations.hcl"));
    let session = session_of(Dialect::Bicep, &[Source::new("declarations.hcl", declarations)]);
    assert!(session.complaints.is_empty(), "{}", session.complaints_page());
    session
}

/// The rows of a table, without comments and empty lines.
fn rows(name: &str) -> Vec<(usize, Vec<String>)> {
    let text = text(&root().join("tests/model").join(name));
    let lines = (1..).zip(text.lines());
    let rows = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    rows.map(|(number, line)| (number, line.split('\t').map(str::to_owned).collect())).collect()
}

#[test]
fn types_fit_as_the_table_says() {
    let mut session = session();
    let rows = rows("assignability.tsv");
    let mut wrong = Vec::new();
    for (number, row) in &rows {
        let [from, to, expected, _] = &row[..] else { panic!("line {number} has not four columns") };
        let found = match fitted(&mut session, from, to) {
            Ok(Conversion::Safe) => "safe".to_owned(),
            Ok(Conversion::Unsafe) => "unsafe".to_owned(),
            Ok(Conversion::No) => "none".to_owned(),
            Err(reason) => reason,
        };
        if found != *expected {
            wrong.push(format!("line {number}: {from} to {to}: expected {expected}, found {found}"));
        }
    }
    assert!(rows.len() >= 150, "there are only {} rows", rows.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn calls_have_the_signatures_that_the_table_says() {
    let mut session = session();
    let mut wrong = Vec::new();
    for (number, row) in rows("overloads.tsv") {
        let [asked, verdict, result] = &row[..] else { panic!("line {number} has not three columns") };
        let expected = match &verdict[..] {
            "safe" => format!("{asked} = {result}"),
            "unsafe" => format!("{asked} ?= {result}"),
            _ => format!("not {asked} -- {result}"),
        };
        let found = called(&mut session, asked).unwrap_or_else(|reason| reason);
        if found != expected {
            wrong.push(format!("line {number}: expected `{expected}`, found `{found}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The assertions of the language's compiler. Where the compiler accepts, the model answers safe or unsafe; where it refuses,
/// not assignable.
#[test]
fn types_fit_as_the_compiler_assigns_them() {
    let mut session = session();
    let rows = rows("compiler-assignability.tsv");
    let mut wrong = Vec::new();
    for (number, row) in &rows {
        let [from, to, expected, _] = &row[..] else { panic!("line {number} has not four columns") };
        let found = fitted(&mut session, from, to);
        let agrees = match (&expected[..], &found) {
            ("accepted", Ok(kind)) => *kind != Conversion::No,
            ("warned" | "partly", Ok(kind)) => *kind == Conversion::Unsafe,
            ("refused", Ok(kind)) => *kind == Conversion::No,
            _ => false,
        };
        if !agrees {
            wrong.push(format!("line {number}: {from} to {to}: {expected}, found {found:?}"));
        }
    }
    assert!(rows.len() >= 120, "there are only {} rows", rows.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn operators_give_what_the_table_says() {
    let mut session = session();
    let rows = rows("operators.tsv");
    let mut wrong = Vec::new();
    for (number, row) in &rows {
        let [operator, left, right, theirs, ours, why] = &row[..] else { panic!("line {number} has not six columns") };
        assert_eq!(ours == "=", why.is_empty(), "line {number}: a difference has a reason");
        let expected = if ours == "=" { theirs } else { ours };
        let found = operated(&mut session, operator, left, right).unwrap_or_else(|reason| reason);
        if found != *expected {
            wrong.push(format!("line {number}: {left} {operator} {right}: expected {expected}, found {found}"));
        }
    }
    assert!(rows.len() >= 120, "there are only {} rows", rows.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Laws for all pairs of types in the table.
#[test]
fn fitting_is_reflexive_and_everything_fits_any() {
    let mut session = session();
    for (number, row) in rows("assignability.tsv") {
        for ty in &row[..2] {
            assert_eq!(fitted(&mut session, ty, ty), Ok(Conversion::Safe), "line {number}: {ty}");
            assert_eq!(fitted(&mut session, ty, "any"), Ok(Conversion::Safe), "line {number}: {ty}");
            assert_eq!(fitted(&mut session, "error", ty), Ok(Conversion::Safe), "line {number}: {ty}");
        }
    }
}

/// The text of a type parses to the same type.
#[test]
fn declared_types_print_as_they_are_read() {
    let mut session = session();
    for (number, row) in rows("assignability.tsv") {
        for written in &row[..2] {
            let ty = session.read_type(written).expect("the table holds types");
            let shown = session.display(ty);
            assert_eq!(session.read_type(&shown), Ok(ty), "line {number}: {written} is shown as {shown}");
        }
    }
}
