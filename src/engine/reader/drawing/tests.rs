//! Tests of drawings.

use super::{drawing, formatted};
use crate::book::BookFile;
use crate::notation::Notations;

/// Relations and builtins with notations.
const NOTATIONS: &str = r#"
    @as(k = Safe, "{s} ~> {t}")
    @as(k = No, "not {s} ~> {t}")
    @as("{s} ~{k}> {t}")
    relation converts(s: Ty, t: Ty, m: Mode -> k: Conversion).
    @as(yes = true, "{s} <: {t}")
    @as(yes = false, "not {s} <: {t}")
    relation is_assignable(s: Ty, t: Ty -> yes: bool).
    @as("", "{s} = {c:lower}(_)", "{t} = {d:lower}(_)")
    relation compared(s: Ty, t: Ty, c: Constructor, d: Constructor).
    @as(z = y, "{y} faces itself")
    @as("step {i:one} of {y} is {z.i}")
    relation stands(y: ExprId, i: u32, z: ExprId).
    @as("{t} = {:lower}(_)") builtin constructor(t).
    @as("{c:lower}({t})") builtin built(c, t).
    @as("union({ts:bare})") builtin union_of(ts).
    @as(i = .., "{} in {t}") builtin member(t, i).
    @as("the first of") builtin Role::First.
"#;

fn file(rules: &str) -> BookFile {
    BookFile::read("rules", format!("{NOTATIONS}\n{rules}")).expect("the rules are read")
}

/// The drawing of the rule `X-Rule`, of which the clause is given.
fn drawn(clause: &str) -> String {
    let file = file(clause);
    drawing(&file, "X-Rule", &Notations::of([&file]))
}

#[test]
fn premises_stand_above_the_bar_in_the_notation_of_their_relations() {
    assert_eq!(
        drawn(
            r#"converts(s, t, m, min(j, k)) :- converts(s, u, m, j), converts(u, t, Plain, k), k != No, by("X-Rule")."#
        ),
        "s ~j> u      u ~k> t      k != No\n--------------------------------- (X-Rule)\ns ~min(j, k)> t"
    );
    assert_eq!(drawn(r#"converts(t, t, m, Safe) :- by("X-Rule")."#), "------ (X-Rule)\nt ~> t");
}

#[test]
fn constants_stand_in_the_place_of_their_variables() {
    let found = drawn(
        r#"converts(s, t, m, k) :- converts(t, s, m, l), k = l, l = No, compared(s, t, c, List), c != List, by("X-Rule")."#,
    );
    assert_eq!(found.lines().next(), Some("not t ~> s      s = c(_)      t = list(_)      c != List"));
    assert_eq!(found.lines().last(), Some("not s ~> t"));
    // An equation stays if its variable stands nowhere else.
    let found = drawn(r#"converts(s, t, m, Safe) :- n = List, converts(t, s, n, Safe), by("X-Rule")."#);
    assert_eq!(found.lines().next(), Some("n = List      t ~> s"));
}

#[test]
fn an_answer_that_is_not_known_is_shown() {
    let found = drawn(r#"is_assignable(s, t, yes) :- is_assignable(t, s, yes), by("X-Rule")."#);
    assert_eq!(found.lines().next(), Some("yes = (t <: s)"));
    assert_eq!(found.lines().last(), Some("s <: t if yes"));
    // A last column that is left out is true.
    let found = drawn(r#"is_assignable(s, t, false) :- is_assignable(t, s), by("X-Rule")."#);
    assert_eq!((found.lines().next(), found.lines().last()), (Some("t <: s"), Some("not s <: t")));
}

#[test]
fn words_are_drawn_with_their_values_and_as_terms() {
    let found = drawn(
        r#"converts(s, t, m, Safe) :- constructor(s) = List, constructor(t) != Map, u = built(Set, union_of([s, t])),
           converts(u, t, m, Safe), !has(s), by("X-Rule")."#,
    );
    assert_eq!(
        found.lines().next(),
        Some("s = list(_)      t != map(_)      u = set(union(s, t))      u ~> t      not has(s)")
    );
    let found = drawn(r#"stands(y, 0, z) :- stands(y, i, y), stands(z, i, y), r = Role::First, by("X-Rule")."#);
    assert_eq!(found.lines().next(), Some("y faces itself      step i of z is y.i      r = the first of"));
    assert_eq!(found.lines().last(), Some("step 1 of y is z.0"));
}

#[test]
fn folds_are_phrases() {
    let first = |clause: &str| drawn(clause).lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        first(r#"converts(s, t, m, k) :- k = min l { a in member(s, ..), converts(a, t, m, l) }, by("X-Rule")."#),
        "k = min l for all a in s with a ~l> t"
    );
    assert_eq!(
        first(
            r#"is_assignable(s, t, yes) :- yes = all y { a in member(s, ..), is_assignable(a, t, y) }, by("X-Rule")."#
        ),
        "yes = (a <: t for all a in s)"
    );
    assert_eq!(
        first(
            r#"is_assignable(s, t, true) :- all { a in member(s, ..), is_assignable(a, t, yes), yes = true }, by("X-Rule")."#
        ),
        "for all a in s: a <: t"
    );
    assert_eq!(
        first(
            r#"converts(s, t, m, k) :-
               (u, k) = fold (u, k) = (s, Safe) { b in member(t, i..), i > 0, converts(u, b, m, l) => (b, min(k, l)) },
               by("X-Rule")."#
        ),
        "(u, k) = (s, Safe), then (b, min(k, l)) for all b in t at i with i > 0, u ~l> b"
    );
    assert_eq!(
        first(r#"converts(s, t, m, k) :- b = first b { b in member(t, ..), converts(s, b, m, Safe) }, by("X-Rule")."#),
        "first b for b in t with s ~> b"
    );
}

#[test]
fn alternatives_are_joined_by_or() {
    let found = drawn(
        r#"converts(s, t, m, Safe) :- has(s), (constructor(s) = List, converts(s, t, m, No); is(t)), has(t), by("X-Rule")."#,
    );
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[..3], ["has(s)", "s = list(_), not s ~> t   or   is(t)", "has(t)"]);
}

#[test]
fn several_clauses_of_a_rule_have_a_bar_each() {
    let found = drawn(
        r#"converts(s, t, m, Safe) :- has(s), by("X-Rule").
           converts(t, s, m, No) :- has(s), has(t), by("X-Rule")."#,
    );
    let bars = ["has(s)\n------ (X-Rule)\ns ~> t", "has(s)      has(t)\n------------------ (X-Rule)\nnot t ~> s"];
    assert_eq!(found, bars.join("\n\n"));
    let text = "// X-Rule: a rule.\nhas(s) :- by(\"X-Rule\").\nhas(t) :- by(\"X-Rule\").\n".to_owned();
    let parsed = BookFile::read("", text).expect("it is read");
    let once = formatted(&parsed, &Notations::default());
    let again = formatted(&BookFile::read("", once.clone()).expect("it is read"), &Notations::default());
    assert_eq!((once.matches("(X-Rule)").count(), &again), (2, &once));
}

#[test]
fn no_line_is_longer_than_a_comment_may_be() {
    let premises: Vec<String> = (0..30).map(|at| format!("converts(s{at}, t, m, Safe)")).collect();
    let rows: Vec<String> = (0..30).map(|at| format!("converts(a, t{at}, m, Safe)")).collect();
    let clause = format!(
        r#"converts(s, t, m, k) :- {}, k = min l {{ a in member(s, ..), {} }}, by("X-Rule")."#,
        premises.join(", "),
        rows.join(", ")
    );
    let found = drawn(&clause);
    assert!(found.lines().all(|line| line.len() <= 115), "{found}");
    assert!(
        premises.len() > found.lines().count() && found.contains("s29 ~> t") && found.contains("a ~> t29"),
        "{found}"
    );
}

#[test]
fn formatting_writes_bars_and_keeps_other_comments() {
    let text = "// X-One: a rule\n// of two lines.\n//\n//   old\n//   --- (X-One)\n//   old\n//\n// An explanation.\n\
                converts(t, t, m, Safe) :- by(\"X-One\").\n\n// A comment.\n\n// X-Two: a rule.\nconverts(s, t, m, No) :- by(\"X-Two\").\n";
    let wanted = "// X-One: a rule\n// of two lines.\n//\n//   ------ (X-One)\n//   t ~> t\n//\n// An explanation.\n\
                  converts(t, t, m, Safe) :- by(\"X-One\").\n\n// A comment.\n\n// X-Two: a rule.\n//\n//   ---------- (X-Two)\n\
                  //   not s ~> t\nconverts(s, t, m, No) :- by(\"X-Two\").\n";
    let (file, notations) = (BookFile::read("", text.to_owned()).expect("it is read"), Notations::of([&file("")]));
    assert_eq!(formatted(&file, &notations), wanted);
    let file = BookFile::read("", wanted.to_owned()).expect("it is read");
    assert_eq!(formatted(&file, &notations), wanted, "formatting twice changes nothing");
}
