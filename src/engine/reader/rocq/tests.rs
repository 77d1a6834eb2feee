//! The definitions for a small book stand in `sample.v`, and a prover has accepted those for the whole one.

use std::path::Path;

use super::*;
use crate::book::files;
use crate::vocabulary::vocabulary;

const SAMPLE: &str = r#"
/// Holds if values of primitive types convert with kind `k`.
relation primitive(s: Ty, t: Ty, k: Conversion).
primitive(BOOL, STRING, Safe).
primitive(s, t, Unsafe) :- s in [NUMBER, STRING], t = BOOL.

/// Holds if `s` converts to "t" with kind `k`.
@function relation becomes(s: Ty, t: Ty -> k: Conversion = No).

// C-Table: primitive types convert as the table says.
becomes(s, t, k), is_listed(s, t) :- becomes?(s, t), primitive(s, t, k), by("C-Table").

// C-Absent: no other primitive type converts.
becomes(s, t, No) :- becomes?(s, t), constructor(s) = Primitive, !primitive(s, t, _), !equals(s, t), by("C-Absent").

// C-Members: the weakest pair of members decides.
becomes(s, t, min(k, Safe)) :-
    pairs_up(Pairing::Zip, s, t), k = min l { (a, b) in pair(Pairing::Zip, s, t, i..), !equals(a, b), becomes(a, b, l), l != No },
    by("C-Members").

// C-Either: a member of either suffices, and the first one is kept.
becomes(s, t, if k > l then k else l) :-
    (s = ANY, u = t; t = ANY, u = s), (k, l) = @lazy fold (k, l) = (No, No) { a in member(u, ..), becomes(a, t, j) => (max(k, j), l) until k = Safe },
    b = first b { b in member(u, ..) }, definition(b) != s, yes = any y { c in member(u, ..), y = equals(c, s) }, yes = (k = l or !equals(s, t)),
    by("C-Either").

/// Holds if the types are in a table.
relation is_listed(Ty, Ty).
"#;

fn builtins() -> Builtins {
    vocabulary(&root().join("src/engine/builtins"), &root().join("src/types")).expect("the builtins are read")
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

#[test]
fn a_small_book_is_written() {
    let file = BookFile::read("sample", SAMPLE.to_owned()).expect("the sample is understood");
    let written = definitions(&[file], &builtins(), &["becomes", "is_listed"]).expect("it is written");
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("rocq/sample.v");
    if std::env::var_os("TYPELOG_BLESS").is_some() {
        std::fs::write(&expected, &written).expect("the sample is kept");
    }
    assert_eq!(written, std::fs::read_to_string(expected).expect("there is a sample"));
}

#[test]
fn rules_about_types_are_written() {
    let files = files(&root().join("rules/types")).expect("the rules are read");
    let text = definitions(&files, &builtins(), &JUDGMENTS_ABOUT_TYPES).expect("they are written");
    let mut names: Vec<&str> = text.lines().filter_map(declared).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "each name is declared once");
    for rule in ["C_Refl", "C_Members", "C_Name", "A_Union", "U_Fold", "U_Unfold_2", "L_Members", "M_Refines"] {
        assert!(names.contains(&rule), "{rule}");
    }
    let (open, closed) = (text.matches('(').count(), text.matches(')').count());
    assert_eq!(open, closed);
}

/// Returns the name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let words = ["Inductive ", "with ", "Parameter ", "Definition ", "Class ", "#[export] Instance ", "  | "];
    words.iter().find_map(|word| line.strip_prefix(word))?.split(' ').next()
}

#[test]
fn a_clause_that_denies_its_own_conclusion_is_named() {
    let text = "relation odd(t: Ty).\n// X-Odd: never.\nodd(t) :- member(t, 0) = t, !odd(t), by(\"X-Odd\").\n";
    let file = BookFile::read("own", text.to_owned()).expect("it is understood");
    let unwritten = definitions(&[file], &builtins(), &["odd"]).expect_err("it is not positive");
    assert_eq!(unwritten.rule, "X-Odd");
    assert_eq!(unwritten.reason, "it denies `odd`, which is defined together with its conclusion");
}
