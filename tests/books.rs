//! Books of rules: the editions, books that are read when typelog starts, and what another book changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn typelog(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("typelog runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command prints that ends with this status.
fn printed(arguments: &[&str], status: i32) -> String {
    let output = typelog(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// An empty directory for a test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("books-{name}"));
    let _ = fs::remove_dir_all(&directory);
    directory
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path of text")
}

/// A book that adds a file of rules to the engine of conversion.
fn book_of(name: &str, rules: &str) -> PathBuf {
    let directory = scratch(name);
    fs::create_dir_all(directory.join("types")).expect("a directory");
    fs::write(directory.join("types/own.dl"), rules).expect("a file");
    fs::write(directory.join("types/engines.txt"), "ConversionEngine: + own\n").expect("a file");
    directory
}

#[test]
fn the_editions_are_listed() {
    assert_eq!(printed(&["book", "list"], 0), "specification\npulumi\n");
    let question = ["type", "unify", "output(int)", "promise(string)"];
    assert!(printed(&question, 0).starts_with("output(string)"));
    assert!(printed(&[&question[..], &["--book", "pulumi"]].concat(), 0).starts_with("union("));
}

#[test]
fn a_book_may_be_named_anywhere() {
    let expected = printed(&["--book", "pulumi", "type", "unify", "output(int)", "promise(string)"], 0);
    assert_eq!(printed(&["type", "--book", "pulumi", "unify", "output(int)", "promise(string)"], 0), expected);
    let between = ["types", "--declare", "--book", "pulumi", "examples/books/durations/types.hcl", "examples/tour"];
    assert!(!printed(&between, 1).is_empty());
}

#[test]
fn an_exported_book_is_right_and_answers_as_the_built_in_one() {
    let book = scratch("export");
    printed(&["book", "export", path(&book)], 0);
    assert_eq!(printed(&["book", "check", path(&book)], 0), "");
    for (command, program) in [
        ("types", "examples/tour"),
        ("check", "examples/broken"),
        ("types", "examples/eventuals"),
        ("types", "examples/pcl/network"),
    ] {
        let built_in = typelog(&[command, program]);
        let own = typelog(&[command, program, "--book", path(&book)]);
        assert_eq!(text(&own.stdout), text(&built_in.stdout), "{command} {program}");
        assert_eq!(own.status.code(), built_in.status.code(), "{command} {program}");
    }
}

#[test]
fn a_changed_rule_shows_its_effect() {
    let book = scratch("changed");
    printed(&["book", "export", path(&book)], 0);
    let file = book.join("types/unification_forms.dl");
    let rules = fs::read_to_string(&file).expect("the file is exported");
    let changed =
        rules.replace("eventual_unification(Output, Output, Output)", "eventual_unification(Output, Output, Promise)");
    assert_ne!(changed, rules);
    fs::write(&file, changed).expect("a file");
    let answer = printed(&["type", "unify", "output(int)", "output(string)", "--book", path(&book)], 0);
    assert!(answer.starts_with("promise(string)"), "{answer}");
}

#[test]
fn a_new_book_extends_the_built_in_one() {
    let book = scratch("new");
    printed(&["book", "new", path(&book)], 0);
    assert_eq!(printed(&["book", "check", path(&book)], 0), "");
    let again = typelog(&["book", "new", path(&book)]);
    assert_eq!(again.status.code(), Some(2), "a book is not overwritten");
    let declared = ["--declare", "examples/books/durations/types.hcl"];
    let question = ["type", "convert", "string", "Duration", "--book", path(&book)];
    assert_eq!(printed(&[&question[..], &declared].concat(), 0), "unsafe\n");
}

#[test]
fn the_example_books_do_what_they_say() {
    for name in ["durations", "promises", "taint"] {
        assert_eq!(printed(&["book", "check", &format!("examples/books/{name}")], 0), "", "{name}");
    }
    let promises = ["type", "unify", "output(int)", "output(string)", "--book", "examples/books/promises"];
    assert!(printed(&promises, 0).starts_with("promise(string)"));
    let taint = ["--declare", "examples/books/taint/types.hcl", "--book", "examples/books/taint"];
    for (from, to, kind) in [
        ("Tainted", "string", "none"),
        ("string", "Tainted", "safe"),
        ("tuple([int, Tainted])", "any", "none"),
        ("object({a=list(Tainted)})", "any", "none"),
        ("tuple([int, string])", "any", "safe"),
        ("list(string)", "list(Tainted)", "safe"),
    ] {
        let question = ["type", "convert", from, to];
        assert_eq!(printed(&[&question[..], &taint].concat(), 0).trim(), kind, "{from} to {to}");
    }
    let found = printed(&[&["check", "examples/books/taint/main.hcl"][..], &taint].concat(), 1);
    assert!(found.contains("main.hcl:3:14"), "{found}");
}

#[test]
fn faults_of_books_are_shown_at_their_places() {
    let cases = [
        ("converts(s, t, _, Safe) :- convertz(s, t).", "unknown-relation"),
        ("convertz(s, t) :- constructor(s) = List, constructor(t) = List.", "unknown-relation"),
        ("converts(s, t, _, Safe) :- constructor(s) = Lisst, constructor(t) = List.", "unknown-value"),
        ("converts(s, t, Safe) :- constructor(s) = List, constructor(t) = List.", "wrong-arity"),
        ("converts(s, t, _, k) :- unifies(s, t, k, Safe).", "wrong-column-type"),
        ("converts(s, t, _, k) :- constructor(s) = List, constructor(t) = Map.", "unbound-variable"),
        ("converts(s, t, _, Safe) :- x = element(s), constructor(t) = Map.", "unused-variable"),
        ("/// Holds if so.\nrelation asks(t: Ty -> u: Ty).", "unanswered-question"),
        ("converts(s, t, m, Safe) :- s = t.\nconverts(a, b, n, No) :- a = b.", "conflicting-answers"),
        ("relation odd(t: Ty).\nodd(t) :- converts?(t, _, _), !odd(t).", "wrong-rule"),
        ("converts(s, t :- s = t.", "rule-syntax"),
    ];
    for (at, (rules, code)) in cases.iter().enumerate() {
        let book = book_of(&format!("fault-{at}"), &format!("//! Own rules.\n\n{rules}\n"));
        let output = typelog(&["book", "check", path(&book)]);
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{rules}: {shown}");
        assert!(
            shown.contains(&format!("[{code}")) && shown.contains("own.dl:3:") || shown.contains("own.dl:4:"),
            "{rules}: {shown}"
        );
        let used = typelog(&["types", "examples/tour", "--book", path(&book)]);
        assert_eq!(used.status.code(), Some(2), "{rules}");
    }
}

#[test]
fn rules_that_answer_differently_are_named() {
    let rule = "// U-Own: every two types unify.\n//\n//   ------------- (U-Own)\n//   s \\/ t = any : Safe\n\
                unifies(s, t, ANY, Safe) :- unifies?(s, t), by(\"U-Own\").\n";
    let book = book_of("conflict", rule);
    let output = typelog(&["type", "unify", "bool", "bool", "--book", path(&book)]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("two rules answer `unifies(bool, bool)` differently: "), "{said}");
    assert!(said.contains("U-Refl says `bool, Safe`") || said.contains("U-Refl `bool, Safe`"), "{said}");
    assert!(said.contains("U-Own"), "{said}");
}

#[test]
fn a_comparison_of_books_names_the_rules_that_make_the_difference() {
    let directory = scratch("diff");
    fs::create_dir_all(&directory).expect("a directory");
    fs::write(
        directory.join("types.hcl"),
        "variable \"m\" { type = optional(map(int)) }\nvariable \"k\" { type = string }\n",
    )
    .expect("a file");
    fs::write(directory.join("main.hcl"), "a = m[k]\nb = [a]\nc = m.x\n").expect("a file");
    let declared = directory.join("types.hcl");
    let main = directory.join("main.hcl");
    let arguments = ["diff", "--book", "specification", "--book", "pulumi", path(&main), "--declare", path(&declared)];
    let found = printed(&arguments, 0);
    assert!(found.contains("a: union(int, none) becomes int"), "{found}");
    assert!(found.contains("V-Each-Union") && found.contains("follows from other changes"), "{found}");
    assert!(found.contains("2 types and 0 problems change in 1 of 1 programs"), "{found}");
    let same = ["diff", "--book", "pulumi", "--book", "pulumi", path(&main), "--declare", path(&declared)];
    assert_eq!(printed(&same, 0), "0 types and 0 problems change in 0 of 1 programs\n");
}
