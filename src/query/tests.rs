//! Tests of the semantics of rules, and of the diagnostics of wrong ones.

use super::*;
use crate::relations::{Declaration, Origin, id, key, number, symbol};

const DECLARATIONS: &[Declaration] = &[
    Declaration {
        name: "type",
        origin: Origin::Derived,
        is_per_program: false,
        doc: "There is a type.",
        columns: &[key("type", "type"), symbol("kind"), symbol("eventuality"), symbol("text")],
    },
    Declaration {
        name: "has_type",
        origin: Origin::Derived,
        is_per_program: true,
        doc: "The expression has the type.",
        columns: &[key("expression", "expression"), id("type", "type")],
    },
    Declaration {
        name: "expression",
        origin: Origin::Extensional,
        is_per_program: true,
        doc: "There is an expression.",
        columns: &[key("expression", "expression"), symbol("text"), number("line")],
    },
];

fn database() -> Database {
    let mut database = Database::new(DECLARATIONS);
    let [types, has_type, expression] = ["type", "has_type", "expression"].map(|name| database.find(name).expect("it"));
    let rows = [(0, "int", "prompt", "int"), (1, "output", "output", "output(int)"), (2, "any", "prompt", "any")];
    for (id, kind, eventuality, text) in rows {
        let [kind, eventuality, text] = [kind, eventuality, text].map(|text| database.symbols.intern(text));
        database.table_mut(types).insert(&[id, kind, eventuality, text]);
    }
    for (id, text, ty) in [(0, "a", 0), (1, "b.c", 1), (2, "f(x)", 1)] {
        let text = database.symbols.intern(text);
        database.table_mut(expression).insert(&[id, text, id + 1]);
        database.table_mut(has_type).insert(&[id, ty]);
    }
    database
}

/// Returns the derived rows of a relation, in order.
fn rows(text: &str, relation: &str) -> String {
    let mut database = database();
    let (rules, faults) = read(text);
    assert_eq!(faults, []);
    let compiled = compile(&rules, &mut database).unwrap_or_else(|faults| panic!("{faults:?}"));
    run(&compiled, &mut database, Limit::default()).unwrap_or_else(|fault| panic!("{fault:?}"));
    show(&database, relation)
}

fn show(database: &Database, relation: &str) -> String {
    let id = database.find(relation).expect("the relation");
    let columns = &database.relation(id).schema.columns;
    let shown = database.ordered_rows(id).into_iter().map(|row| {
        let cells = row.iter().zip(columns).map(|(&cell, column)| match column.ty {
            crate::relations::ColumnType::Symbol => format!("{:?}", database.symbols.text(cell)),
            _ => cell.to_string(),
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Returns the faults of rules: code and message, with the text at the span.
fn faults(text: &str) -> Vec<String> {
    let (rules, mut faults) = read(text);
    faults.extend(compile(&rules, &mut database()).err().unwrap_or_default());
    faults.iter().map(|fault| format!("{} at {}: {}", fault.code, &text[fault.span.range()], fault.message)).collect()
}

const EDGES: &str = "edge(1, 2). edge(2, 3). edge(3, 1). edge(4, 5). ";

#[test]
fn recursion_reaches_everything() {
    let rules = EDGES.to_owned() + "path(a, b) :- edge(a, b). path(a, c) :- path(a, b), path(b, c).";
    assert_eq!(rows(&rules, "path"), "1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 3 3, 4 5");
}

#[test]
fn wrong_questions_are_located() {
    let wrong = |body: &str| faults(&format!("edge(1, 2). out(x) :- edge(x, _), {body}."));
    assert_eq!(wrong("k = Save, k = Safe"), ["unknown-value at Save: there is no value `Save`"]);
    assert_eq!(
        wrong("k = converts(INT, ANY), k = Safe"),
        ["wrong-arguments at converts(INT, ANY): `converts` takes 3 arguments, found 2"]
    );
    assert_eq!(
        wrong("k = unifies(INT, ANY), k = Safe"),
        ["wrong-arguments at unifies(INT, ANY): `unifies` returns 2 values: (u, v) = unifies(...)"]
    );
    assert_eq!(
        wrong("(a, b) = converts(INT, ANY, Plain), a = b"),
        ["wrong-arguments at (a, b): `converts` returns 1 value, found 2"]
    );
    assert_eq!(wrong("arity(INT)"), ["wrong-arguments at arity(INT): `arity` has a value, so it is not a condition"]);
    assert_eq!(
        wrong("x = arity(\"int\")"),
        ["type-mismatch at \"int\": argument 1 of `arity` is an id of type, found a symbol"]
    );
    assert_eq!(
        wrong("y in arity(INT), y = 1"),
        ["unknown-function at arity: there is no builtin `arity` that returns several values"]
    );
}

/// Returns the size of a row's proof. Checks that no row is among its own reasons.
fn proved(why: &mut RowExplainer<'_>, database: &mut Database, row: &Row, above: &mut Vec<Row>) -> usize {
    assert!(!above.contains(row), "{row:?} proves itself");
    assert!(database.relation(row.relation).table.contains(&row.cells), "{row:?} is not there");
    let Some(reasons) = why.reasons(database, row) else { return 1 };
    above.push(row.clone());
    let mut count = 1;
    for reason in reasons.reasons {
        match reason {
            Reason::Row(row) => count += proved(why, database, &row, above),
            Reason::Absent(relation, cells) => {
                let fits = |row: &[i64]| row.iter().zip(&cells).all(|(a, b)| b.is_none_or(|b| b == *a));
                assert!(!database.relation(relation).table.rows().any(fits));
            }
            Reason::Answer(..) => {}
        }
    }
    above.pop();
    count
}

#[test]
fn every_row_has_reasons_that_are_older() {
    let text = EDGES.to_owned()
        + "path(a, b) :- edge(a, b). path(a, c) :- path(a, b), path(b, c). circle(a) :- path(a, a). \
           out(a, n + 1) :- path(a, 5), n = count x { path(a, x) }. even(0). even(n + 2) :- even(n), n < 9. \
           alone(a) :- edge(a, _), !circle(a). both(a) :- circle(a), even(m), m > a, edge(_, a).";
    let (rules, faults) = read(&text);
    assert_eq!(faults, []);
    let mut database = database();
    let compiled = compile(&rules, &mut database).expect("right rules");
    let history = run(&compiled, &mut database, Limit::default()).expect("an end");
    let mut why = RowExplainer::new(&compiled, &history);
    let mut count = 0;
    for &relation in &compiled.derived {
        let rows: Vec<Vec<i64>> = database.ordered_rows(relation).into_iter().map(<[i64]>::to_vec).collect();
        for cells in rows {
            let row = Row { relation, cells };
            assert!(why.reasons(&mut database, &row).is_some(), "{row:?}");
            count += proved(&mut why, &mut database, &row, &mut Vec::new());
        }
    }
    assert!(count > 60, "{count}");
    let given = Row { relation: database.find("has_type").expect("it"), cells: vec![0, 0] };
    assert_eq!(why.reasons(&mut database, &given), None);
}

#[test]
fn relations_may_need_one_another() {
    let rules = "next(0, 1). next(1, 2). next(2, 3). next(3, 4). even(0). \
                 odd(b) :- even(a), next(a, b). even(b) :- odd(a), next(a, b).";
    assert_eq!(rows(rules, "even"), "0, 2, 4");
    assert_eq!(rows(rules, "odd"), "1, 3");
}

#[test]
fn what_is_absent_counts_when_all_is_there() {
    let rules = EDGES.to_owned()
        + "node(a) :- edge(a, _). node(b) :- edge(_, b). sink(a) :- node(a), !edge(a, _). \
           lonely() :- !edge(7, _). full() :- node(_), !sink(_). other(a, b) :- node(a), node(b), !edge(a, b), a < b.";
    assert_eq!(rows(&rules, "sink"), "5");
    assert_eq!(rows(&rules, "full"), "");
    assert_eq!(rows(&rules, "lonely"), "");
    assert_eq!(rows(&rules, "other"), "1 3, 1 4, 1 5, 2 4, 2 5, 3 4, 3 5");
}

#[test]
fn a_relation_without_columns_holds_or_not() {
    let mut database = database();
    let (rules, _) = read("yes() :- type(kind: \"any\"). no() :- type(kind: \"nothing\").");
    let compiled = compile(&rules, &mut database).expect("right");
    run(&compiled, &mut database, Limit::default()).expect("an end");
    let len = |name| database.relation(database.find(name).expect("it")).table.len();
    assert_eq!((len("yes"), len("no")), (1, 0));
}

#[test]
fn numbers_are_computed_and_compared() {
    let rules = "n(1). n(x + 1) :- n(x), x < 6. square(x, y) :- n(x), y = x * x, y % 2 = 1, y != 25. \
                 near(x, y) :- n(x), n(y), y - x = 4, x <= 2 / 1. back(x) :- n(y), 3 = y - 1, y = x.";
    assert_eq!(rows(rules, "square"), "1 1, 3 9");
    assert_eq!(rows(rules, "near"), "1 5, 2 6");
    assert_eq!(rows(rules, "back"), "4");
}

#[test]
fn aggregates_fold_the_ways_to_meet_a_body() {
    let rules = EDGES.to_owned()
        + "cost(1, 5). cost(2, 5). cost(4, 7). node(a) :- edge(a, _). node(b) :- edge(_, b). \
           degree(a, n) :- node(a), n = count { edge(a, _) }. \
           all(n, m) :- n = count { cost(_, c) }, m = count c { cost(x, c) }. \
           total(s) :- s = sum c { cost(_, c) }. totals(s) :- s = sum c { cost(x, c) }. \
           least(n) :- n = min a { edge(a, _) }. most(a, n) :- node(a), n = max b { edge(a, b) }. \
           first(t) :- t = min x { type(text: x) }. \
           busy(a) :- node(a), count { edge(a, b), cost(b, _) } >= 1. \
           nested(a) :- node(a), 1 = count { edge(a, b), 1 = count { edge(b, c), a != c } }.";
    assert_eq!(rows(&rules, "degree"), "1 1, 2 1, 3 1, 4 1, 5 0");
    assert_eq!(rows(&rules, "all"), "3 2");
    assert_eq!(rows(&rules, "total"), "17");
    assert_eq!(rows(&rules, "totals"), "17");
    assert_eq!(rows(&rules, "least"), "1");
    assert_eq!(rows(&rules, "most"), "1 2, 2 3, 3 1, 4 5");
    assert_eq!(rows(&rules, "first"), "\"any\"");
    assert_eq!(rows(&rules, "busy"), "1, 3");
    assert_eq!(rows(&rules, "nested"), "1, 2, 3");
}

#[test]
fn texts_and_types_have_built_ins() {
    let rules = r#"
        word(w) :- expression(text: w).
        call(e) :- expression(e, w, _), matches(w, "^[a-z]+\\("), ends_with(w, ")").
        plain(w) :- word(w), !contains(w, "("), !starts_with(w, "b").
        eventual(text(e), type_name(t)) :- has_type(e, t), is_eventual(t), is_output(t).
        kind(k) :- has_type(_, t), k = type_kind(t).
        made(s, n) :- word(w), s = concat(upper(w), "/", to_text(length(w))), n = to_number("12") + length(w).
        none(n) :- word(w), n = to_number(w).
        swapped(s) :- word(w), s = replace(w, "b", "x"), s != w.
    "#;
    assert_eq!(rows(rules, "call"), "2");
    assert_eq!(rows(rules, "plain"), "\"a\"");
    assert_eq!(rows(rules, "eventual"), r#""b.c" "output(int)", "f(x)" "output(int)""#);
    assert_eq!(rows(rules, "kind"), r#""int", "output""#);
    assert_eq!(rows(rules, "made"), r#""A/1" 13, "B.C/3" 15, "F(X)/4" 16"#);
    assert_eq!(rows(rules, "none"), "");
    assert_eq!(rows(rules, "swapped"), r#""x.c""#);
}

#[test]
fn arguments_may_be_named() {
    let rules = "line(where: l, what: w) :- expression(line: l, text: w). one(w) :- line(what: w, where: 1).";
    assert_eq!(rows(rules, "one"), "\"a\"");
}

#[test]
fn a_variable_that_stands_twice_in_an_atom_is_one() {
    assert_eq!(rows("p(1, 1). p(1, 2). same(x) :- p(x, x). twice(x, x) :- same(x).", "twice"), "1 1");
}

#[test]
fn several_faults_are_found_each_at_its_place() {
    let text = "a(x) :- expresion(x, _, _). b(x, y) :- expression(x, _, _). c(x) :- expression(x, _). \
                d(x) :- expression(expression: x, tekst: _). e(x) :- expression(x, 1, _). \
                f(x) :- has_type(e, x), has_type(x, _), e = e. g(x) :- !has_type(x, _). h(_). type(1, \"\", \"\", \"\"). \
                i(x) :- expression(x, t, _), t < 1. j(x) :- expression(x, t, _), contains(t). k(1). k(1, 2). \
                l(x) :- expression(x, w, _), matches(w, \"(\").";
    let expected = [
        "unknown-relation at expresion: there is no relation `expresion`",
        "unsafe-variable at y: the variable `y` has no value",
        "wrong-arguments at expression(x, _): `expression` has 3 columns, found 2",
        "unknown-column at tekst: `expression` has no column `tekst`",
        "type-mismatch at 1: column `text` of `expression` is a symbol, found a number",
        "type-mismatch at x: column `expression` of `has_type` is an id of expression, found an id of type",
        "unsafe-variable at x: the variable `x` has no value",
        "unsafe-variable at _: expected a value, found `_`",
        "given-relation at type: `type` is an input relation, which rules cannot extend",
        "type-mismatch at t < 1: a symbol is compared with a number",
        "wrong-arguments at contains(t): `contains` takes 2 arguments, found 1",
        "wrong-arguments at k(1, 2): `k` has 2 columns here, and 1 in an earlier rule",
    ];
    let found = faults(text);
    assert_eq!(found[..expected.len()], expected);
    assert!(found[expected.len()].starts_with("wrong-pattern at \"(\": "), "{found:?}");
    assert_eq!(found.len(), expected.len() + 1);
}

#[test]
fn types_of_derived_columns_are_found_out() {
    let text = "p(x) :- q(x). q(x) :- has_type(_, x). r(x) :- p(x), expression(x, _, _). s(n) :- p(t), n = t + 1.";
    assert_eq!(
        faults(text),
        [
            "type-mismatch at x: column `expression` of `expression` is an id of expression, found an id of type",
            "type-mismatch at t: an operand is a number, found an id of type",
        ]
    );
}

#[test]
fn the_nearest_name_is_offered() {
    let (rules, _) = read("p(x) :- has_typ(x, _). q(x) :- containz(x, \"\"), p(x).");
    let faults = compile(&rules, &mut database()).expect_err("wrong");
    let help: Vec<_> = faults.iter().map(|fault| fault.help.as_deref().unwrap_or("")).collect();
    assert_eq!(help[..2], ["there is `has_type`", "there is `contains`"]);
}

#[test]
fn negation_through_recursion_is_refused_with_its_cycle() {
    let text = "p(x) :- expression(x, _, _), !r(x). q(x) :- p(x). r(x) :- q(x). s(x) :- p(x), !q(x).";
    let (rules, _) = read(text);
    let faults = compile(&rules, &mut database()).expect_err("a cycle");
    let message = "`p` negates or aggregates `r`, which depends on it: `p` -> `r` -> `q` -> `p`";
    assert_eq!(faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>(), [message]);
    assert_eq!(faults[0].notes.len(), 2);
    let counted = "p(n) :- n = count { p(_) }.";
    assert!(self::faults(counted)[0].starts_with("unstratified-negation"), "{:?}", self::faults(counted));
}

#[test]
fn a_cycle_is_found_beside_other_faults() {
    let text = "p(x) :- expression(x, _, _), !q(x). q(x) :- p(x). r(x) :- nowhere(x).";
    let codes: Vec<String> =
        faults(text).iter().map(|fault| fault.split(' ').next().unwrap_or("").to_owned()).collect();
    assert_eq!(codes, ["unstratified-negation", "unknown-relation"]);
}

#[test]
fn rules_without_end_are_stopped() {
    let stopped = |text: &str| {
        let mut database = database();
        let (rules, _) = read(text);
        let compiled = compile(&rules, &mut database).expect("right");
        run(&compiled, &mut database, Limit { rows: 1000, ..Limit::default() }).expect_err("a fault").code
    };
    assert_eq!(stopped("n(1). n(x + 1) :- n(x)."), "too-many-rows");
    assert_eq!(stopped("n(1). n(x * 2) :- n(x)."), "overflow");
    assert_eq!(stopped("n(0). m(1 / x) :- n(x)."), "division-by-zero");
}

#[test]
fn an_inner_variable_without_a_value_is_unsafe() {
    let expected = ["unsafe-variable at x: the variable `x` has no value"];
    assert_eq!(faults("p(n) :- n = count { !has_type(x, _) }."), expected);
    assert_eq!(faults("p(x) :- 1 = count { has_type(x, _) }."), expected);
}

const LINTED: &str = r#"
# A comment: not a lint.

# id: eventual-value
# severity: error
# message: `{e}` is {type} {strange
# help: line {line}
eventual(e, type, line) :- has_type(e, type), is_output(type), expression(expression: e, line: line).

# test: both eventual values are found
# program: main.hcl
# a = 1
#   b = { c = 2 }
# expect: eventual("b.c", "output(int)", 2), eventual(e: _, line: 3)
# expect: no prompt
prompt(e) :- has_type(e, t), type(t, "none", _, _).
"#;

#[test]
fn lints_and_tests_are_declared_in_comments() {
    let (file, faults) = read(LINTED);
    assert_eq!(faults, []);
    assert_eq!(file.tests.len(), 1);
    assert_eq!(file.tests[0].files, [("main.hcl".to_owned(), "a = 1\n  b = { c = 2 }\n".to_owned())]);
    assert_eq!(run_test(&file, &file.tests[0], &mut placed_database()), []);
    let mut database = placed_database();
    let compiled = compile(&file, &mut database).expect("right");
    run(&compiled, &mut database, Limit::default()).expect("an end");
    let findings = file.lints[0].findings(&database);
    assert_eq!(findings.len(), 2);
    let first = &findings[0];
    assert_eq!((first.message.as_str(), first.help.as_deref()), ("`b.c` is output(int) {strange", Some("line 2")));
    assert_eq!((first.code.as_str(), first.is_error, first.file), ("eventual-value", true, 0));
    assert_eq!((first.place.start, first.place.end), (10, 15));
}

/// Returns the database with places for expressions.
fn placed_database() -> Database {
    const EXPRESSION: Declaration = Declaration {
        name: "expression",
        origin: Origin::Extensional,
        is_per_program: true,
        doc: "There is an expression.",
        columns: &[
            key("expression", "expression"),
            symbol("text"),
            number("line"),
            id("file", "file"),
            number("start"),
            number("end"),
        ],
    };
    let old = database();
    let mut placed = Database::new(DECLARATIONS[..2].iter().chain([&EXPRESSION]));
    placed.symbols = old.symbols.clone();
    for name in ["type", "has_type"] {
        for row in old.relation(old.find(name).expect("it")).table.rows() {
            let id = placed.find(name).expect("it");
            placed.table_mut(id).insert(row);
        }
    }
    let id = placed.find("expression").expect("it");
    for row in old.relation(old.find("expression").expect("it")).table.rows() {
        let start = row[0] * 10;
        placed.table_mut(id).insert(&[row[0], row[1], row[2], 0, start, start + 5]);
    }
    placed
}

#[test]
fn a_test_that_fails_says_what_there_is() {
    let text = LINTED.replace("line: 3", "line: 4").replace("\"none\"", "\"int\"");
    let (file, _) = read(&text);
    let found = run_test(&file, &file.tests[0], &mut placed_database());
    let messages: Vec<&str> = found.iter().map(|fault| fault.message.as_str()).collect();
    let name = "test \"both eventual values are found\"";
    assert_eq!(
        messages,
        [
            format!("{name}: `eventual` has no such row"),
            format!("{name}: eventual(\"f(x)\", \"output(int)\", 3) is not expected"),
            format!("{name}: prompt(\"a\") is not expected"),
        ]
    );
}

#[test]
fn lints_that_make_no_sense_are_reported() {
    let found = |text: &str| {
        let (file, mut faults) = read(text);
        faults.extend(compile(&file, &mut placed_database()).err().unwrap_or_default());
        faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; ")
    };
    let rule = "p(e, t) :- has_type(e, t).";
    assert_eq!(found(&format!("# id: a\n# message: {{x}}\n{rule}")), "`p` has no column `x`");
    assert_eq!(found(&format!("# id: a\n{rule}")), "the lint `a` has no message");
    assert_eq!(
        found(&format!("# id: A b\n# message: x\n{rule}")),
        "the id of a lint consists of lowercase letters, digits and hyphens"
    );
    assert_eq!(found("# id: a\n# message: x\n"), "no rule follows the lint `a`");
    assert_eq!(found(&format!("# id: a\n# mesage: x\n{rule}")), "a lint has no `mesage`; the lint `a` has no message");
    assert_eq!(
        found(&format!("# id: a\n# message: x\n# severity: fatal\n{rule}")),
        "expected the severity `error` or `warning`, found `fatal`"
    );
    assert_eq!(
        found(&format!("# id: a\n# message: x\n# at: t\n{rule}")),
        "column `t` of `p` has no place for the lint `a`"
    );
}
