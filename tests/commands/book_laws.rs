//! Laws of books: `typelog book test`.

use std::path::PathBuf;

use crate::changed_book::changed;
use crate::command::{path, printed, scratch, text, typelog};

/// A book with laws of its own.
fn with_laws(name: &str, laws: &str) -> PathBuf {
    scratch(
        &format!("laws-{name}"),
        &[
            ("types/own.dl", "//! Own rules.\n\n/// Holds if so.\nrelation is_own(Ty).\n"),
            ("types/engines.txt", "ConversionEngine: + own\n"),
            ("laws/own.dl", laws),
        ],
    )
}

#[test]
fn the_laws_of_the_built_in_book_are_as_stated() {
    let found = printed(&["book", "test", "--types", "1000", "--programs", "300"], 0);
    assert!(found.contains("1000 types: ") && found.contains(" laws as stated, 0 not"), "{found}");
    assert!(found.contains("300 programs: ") && found.contains("values, 0 of them another type"), "{found}");
    // The smallest counterexample to transitivity has three types of at most two constructors each.
    let start = found.find("refuted L-Transitive").expect("conversion is not transitive");
    let values = found[start..].lines().nth(1).expect("the types of the counterexample");
    let types: Vec<&str> = values.trim().split(", ").collect();
    assert_eq!(types.len(), 3, "{values}");
    assert!(types.iter().all(|ty| ty.matches('(').count() <= 2), "{values}");
}

#[test]
fn a_seed_gives_the_same_cases() {
    let run = |seed| {
        printed(&["book", "test", "--types", "60", "--programs", "0", "--law", "L-Covariance", "--seed", seed], 0)
    };
    assert_eq!(run("3"), run("3"));
}

#[test]
fn a_row_that_breaks_a_law_has_a_counterexample() {
    let one_row = changed(
        "one-row",
        "types/unification_members.dl",
        &[("element_unification(List, Set, List).", "element_unification(List, Set, Set).")],
    );
    let both_rows = changed(
        "both-rows",
        "types/unification_members.dl",
        &[
            ("element_unification(List, Set, List).", "element_unification(List, Set, Set)."),
            ("element_unification(Set, List, List).", "element_unification(Set, List, Set)."),
        ],
    );
    let unsafe_lists = changed(
        "unsafe",
        "types/conversion_tables.dl",
        &[("element_conversion(List, List, Safe).", "element_conversion(List, List, Unsafe).")],
    );
    for (book, law, shown) in [
        (&one_row, "L-Collections-Commute", "fails: constructor(u) = constructor(v)"),
        (&one_row, "L-Collections-Upper", "(unifying)"),
        (&both_rows, "L-Collections-Upper", "(U-Element)"),
        (&unsafe_lists, "L-Covariance", "fails: j = k"),
    ] {
        let found = printed(&["book", "test", path(book), "--types", "60", "--programs", "0", "--law", law], 1);
        assert!(found.contains(&format!("FAILED  {law}")) && found.contains(shown), "{law}: {found}");
        assert!(found.contains("0 laws as stated, 1 not"), "{found}");
    }
}

#[test]
fn faults_of_runs_break_laws() {
    let rules = "converts(s, t, m, Safe) :- s = INT, t = BOOL, m = Plain, by(\"C-Bad\").\n";
    let book = scratch("laws-fault", &[("types/own.dl", rules), ("types/engines.txt", "ConversionEngine: + own\n")]);
    let output = typelog(&["book", "test", path(&book), "--types", "40", "--programs", "0", "--law", "L-Covariance"]);
    assert_ne!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("FAILED  L-Covariance"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("two rules answer `converts(int, bool, Plain)` differently"));
}

#[test]
fn a_book_states_laws_of_its_own() {
    let book = with_laws(
        "own",
        "// L-Top: a law of the same name as one of the built-in book.\nlaw own_top(t) :- converts(t, ANY, Plain, Safe).\n\n\
         no law everything_converts(s, t) :- converts(s, t, Plain, k), k != No.\n\
         law lists(m, t) :- m != Mode::Unfolding, converts(built(List, t), built(List, t), m, Safe).\n",
    );
    let run = |law: &str, status| {
        printed(&["book", "test", path(&book), "--types", "40", "--programs", "0", "--law", law], status)
    };
    assert!(run("own_top", 0).starts_with("ok      L-Top   40 cases   a law of the same name"));
    let refuted = run("everything_converts", 0);
    assert!(refuted.contains("refuted everything_converts") && refuted.contains("not "), "{refuted}");
    assert!(run("lists", 0).starts_with("ok      lists"));
    let missing = typelog(&["book", "test", path(&book), "--law", "nothing"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("there is no law `nothing`"));
}

#[test]
fn laws_that_say_nothing_fail() {
    let laws = "law vacuous(t) :- t = INT, t = BOOL, converts(t, t, Plain, Safe).\n\
                law wrong(t) :- converts(t, t, Plain, No).\n\
                no law right(t) :- converts(t, t, Plain, Safe).\n";
    let book = with_laws("vacuous", laws);
    for (law, shown) in [
        ("vacuous", "no generated case meets the conditions"),
        ("wrong", "fails: "),
        ("right", "no counterexample is found, and `no law`"),
    ] {
        let found = printed(&["book", "test", path(&book), "--types", "40", "--programs", "0", "--law", law], 1);
        assert!(found.contains(shown), "{law}: {found}");
    }
}

#[test]
fn faults_of_laws_are_shown_at_their_places() {
    for (laws, message) in [
        ("law a(t) :- convertz(t, t, Plain, Safe).\n", "there is no relation or builtin `convertz`"),
        ("converts(t, t, Plain, Safe) :- t = INT.\n", "only laws stand in this file"),
        ("law a(INT) :- converts(INT, INT, Plain, Safe).\n", "a law has variables and a claim"),
        ("law a(t) :- converts(t, .\n", "own.dl:1:"),
    ] {
        let book = with_laws("faulty", laws);
        let refused = typelog(&["book", "test", path(&book)]);
        assert_eq!(refused.status.code(), Some(2), "{laws}");
        assert!(text(&refused.stderr).contains(message), "{laws}: {}", text(&refused.stderr));
    }
}

#[test]
fn mutants_that_keep_all_laws_are_listed() {
    let rules = "//! Own rules.\n\n// C-Own: integers convert to themselves in every mode.\n\
                 converts(s, t, m, Safe) :- s = INT, t = INT, s = t, by(\"C-Own\").\n";
    let book = scratch("laws-mutants", &[("types/own.dl", rules), ("types/engines.txt", "ConversionEngine: + own\n")]);
    // Without the rule, other rules conclude the same; and of its premises, two imply the third.
    let found = printed(&["book", "test", path(&book), "--mutate", "4", "--mutate-rules", "1"], 0);
    assert!(found.starts_with("3 mutants: 0 are killed, 0 lack a redundant premise, 3 survive\n"), "{found}");
    assert!(found.contains("  C-Own without `s = t`   ") && found.contains("own.dl:4   SURVIVES\n"), "{found}");
    assert!(found.contains("1 mutants: 0 are killed, 0 lack a redundant premise, 1 survive\n  C-Own   "), "{found}");
}

#[test]
fn pages_run_with_a_book() {
    let rules = "//! Own rules.\n\n// C-Own: texts convert to a type of this book.\n\
                 primitive_conversion(s, t, Safe) :- s = STRING, t = opaque(\"Own\"), by(\"C-Own\").\n";
    let page = "# Own\n\n```declare\ntype \"Own\" {}\n```\n\n```types\nstring ~> string\nint ~?> bool\n```\n";
    let book = scratch(
        "laws-pages",
        &[("types/own.dl", rules), ("types/engines.txt", "ConversionEngine: + own\n"), ("pages/own.md", page)],
    );
    let found = printed(&["book", "test", path(&book), "--types", "10", "--programs", "0", "--law", "L-Text"], 0);
    assert!(!found.contains("of pages"), "{found}");
    let wrong = scratch("laws-wrong-page", &[("own.md", &page.replace("int ~?> bool", "int ~> bool"))]);
    let arguments = ["book", "test", path(&book), "--types", "10", "--programs", "0", "--pages", path(&wrong)];
    let found = text(&typelog(&arguments).stdout);
    assert!(found.contains("expected `int ~> bool`, found `int ~?> bool`"), "{found}");
    assert!(found.ends_with("2 sections of pages: 1 are not as written\n"), "{found}");
}

#[test]
fn rules_that_nothing_uses_are_listed() {
    let found = printed(&["book", "test", "--types", "60", "--programs", "20", "--coverage"], 0);
    let last = found.find("rules are used by no law, program or page").expect("the coverage");
    assert!(found[last..].contains("rules/") && !found[last..].contains("  C-Refl "), "{found}");
    // Proofs of counterexamples do not end the count, and laws behind them count as well.
    let end = found.find(" premises of the other rules never fail").expect("the premises");
    assert!(!found[last..end].contains("  A-Refl ") && !found[last..end].contains("  U-Keep "), "{found}");
}

#[test]
fn premises_that_decide_nothing_are_listed() {
    let rules = "//! Own rules.\n\n/// Holds with `true` if `t` is a number.\n\
                 relation is_numeric(t: Ty -> yes: bool = false).\n\n\
                 // X-Own: numbers are numbers.\n\
                 is_numeric(t, true) :- t = NUMBER, t != ANY, by(\"X-Own\").\n\n\
                 // X-Never: this rule contradicts itself.\n\
                 is_numeric(t, true) :- t = INT, constructor(t) = List, by(\"X-Never\").\n";
    let law = "law own(t) :- is_numeric(t, yes), yes = true or t != NUMBER.\n";
    let files = [("types/own.dl", rules), ("types/engines.txt", "ConversionEngine: + own\n"), ("laws/own.dl", law)];
    let book = scratch("laws-premises", &files);
    let run = || printed(&["book", "test", path(&book), "--types", "40", "--law", "own", "--coverage"], 0);
    let found = run();
    let place = |line: u32| format!("{}:{line}", path(&book.join("types/own.dl")));
    assert!(found.contains(&format!("  X-Never   {}   `constructor(t) = List` never holds\n", place(10))), "{found}");
    assert!(found.contains(&format!("  X-Own   {}   `t != ANY` never fails\n", place(7))), "{found}");
    assert!(!found.contains("`t = NUMBER` never"), "{found}");
    assert_eq!(found, run());
}

#[test]
fn builtins_are_listed_with_their_meaning() {
    let found = printed(&["book", "builtins", "member"], 0);
    assert!(
        found.contains("member(t: CtyValue, i: u32) -> CtyValue, or nothing\n  Returns the `i`-th member."),
        "{found}"
    );
    assert!(found.contains("has_member(t: CtyValue, s: Ty), a condition"), "{found}");
    assert!(found.contains("\nCtyValue: a type, or a value of Terraform"), "{found}");
    let all = printed(&["book", "builtins"], 0);
    assert!(all.contains("Conversion: ") && all.contains("equals(s: CtyValue, t: CtyValue), a condition"), "{all}");
}
