//! Tests of questions: those about computed values, and those with which rules begin.

use std::collections::{BTreeMap, BTreeSet};

use crate::ascent::{Scope, write};
use crate::book::{BookFile, read_engines};
use crate::builtins::Builtins;
use crate::engine::{Sources, assemble};

/// Returns the clauses that a file of rules is compiled to, in the notation of `ascent`.
fn compiled(text: &str) -> Vec<String> {
    let files = [BookFile::read("own", text.to_owned()).expect("the rules are understood")];
    let mut builtins = Builtins::default();
    builtins
        .add_file(
            "pub fn element(t: Ty) -> Ty {}\npub fn base(t: Ty) -> Ty {}\npub fn member(t: Ty, i: u32) -> Option<Ty> {}",
        )
        .expect("the file is Rust");
    let (queries, tables) = (BTreeMap::new(), BTreeSet::new());
    let sources = Sources { files: &files, builtins: &builtins, queries: &queries, tables: &tables };
    let engine = read_engines("OwnEngine: own").remove(0);
    let assembled = assemble(&engine, sources).expect("the rules can be elaborated");
    let relations = assembled.columns.iter().map(|(name, columns)| (name.clone(), columns.len())).collect();
    let scope = Scope { builtins: &builtins, queries: &queries, relations: &relations };
    assembled
        .clauses
        .iter()
        .map(|rule| write(scope, &rule.heads, &rule.body).expect("the clause can be written").to_string())
        .collect()
}

const DECLARED: &str = "relation start(Ty). relation p(s: Ty -> u: Ty). relation r(Ty, Ty, Ty).\n\
                        p(t, t) :- start(t).\n";

/// Returns the clauses that compare a generated variable with a value.
fn comparing(clauses: &[String], made: &str) -> Vec<String> {
    clauses
        .iter()
        .filter(|clause| clause.contains(&format!("if *{made}")) || clause.contains(&format!("if {made}")))
        .cloned()
        .collect()
}

#[test]
fn each_question_about_a_computed_value_has_a_variable_of_its_own() {
    let rule = "r(u, v, w) :- start(s), p(element(s), u), p(base(s), v), p(element(u), w).";
    let clauses = compiled(&format!("{DECLARED}{rule}"));
    assert_eq!(comparing(&clauses, "asked"), Vec::<String>::new(), "{clauses:#?}");
    let asking = clauses.iter().filter(|clause| clause.contains("let asked")).count();
    assert_eq!(asking, 3, "{clauses:#?}");
}

#[test]
fn each_answer_that_has_to_be_a_value_has_a_variable_of_its_own() {
    let rule = "r(s, t, u) :- start(s), t = base(s), u = element(s), p(s, base(t)), p(t, element(u)).";
    let clauses = compiled(&format!("{DECLARED}{rule}"));
    // Each answer is compared with its required value, not with the other answer.
    let joined = clauses.iter().filter(|clause| clause.matches("answer_1)").count() > 1);
    assert_eq!(joined.count(), 0, "{clauses:#?}");
}

#[test]
fn folds_that_ask_about_computed_values_do_not_share_their_variables() {
    let rule = "r(s, u, v) :- start(s), u = first u { a in member(s, ..), p(element(a), u) }, \
                v = first v { a in member(s, ..), p(base(a), v) }.";
    let clauses = compiled(&format!("{DECLARED}{rule}"));
    assert_eq!(comparing(&clauses, "asked"), Vec::<String>::new(), "{clauses:#?}");
}

#[test]
fn a_rule_about_a_judgment_begins_with_its_question_unless_concluded_rows_are_about_all_of_it() {
    let rules = "relation q(s: Ty, t: Ty -> u: Ty). relation made(Ty). made(t) :- start(t).\n\
                 q(s, t, s) :- s = base(t). q(s, t, s) :- made(s). q(s, t, s) :- made(s), made(t).";
    let clauses = compiled(&format!("{DECLARED}{rules}"));
    let about: Vec<&String> = clauses.iter().filter(|clause| clause.starts_with("q(")).collect();
    let begin_with_question = about.iter().map(|clause| clause.contains("<-- q_demanded(s, t)"));
    assert_eq!(begin_with_question.collect::<Vec<_>>(), [true, true, false], "{about:#?}");
}
