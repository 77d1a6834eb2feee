//! The public API of the library: its names, and the output of the examples.

#[path = "../examples/check_text.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod check_text;
#[path = "../examples/load_book.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod load_book;
#[path = "../examples/open_program.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod open_program;
#[path = "../examples/own_rules.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod own_rules;
#[path = "../examples/question.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod question;

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use syn::{Item, UseTree, Visibility};
use typelog::prelude::{Checker, Error, Options, RuleText, Subject};

/// The names that are promised. Removing one, or changing its meaning, is a breaking change.
const PRELUDE: [&str; 28] = [
    "Checked",
    "CheckedNode",
    "Checker",
    "ColumnType",
    "Database",
    "DerivedFacts",
    "Detail",
    "Diagnostic",
    "Error",
    "ExpressionType",
    "FileId",
    "JudgmentExplanation",
    "Label",
    "NodeType",
    "Opened",
    "Options",
    "Palette",
    "Position",
    "ProofFormat",
    "ProofNode",
    "RelationId",
    "Report",
    "RuleText",
    "Severity",
    "Source",
    "Span",
    "Subject",
    "proof",
];

/// The parts of the engine that tests and other crates of the project use.
const PARTS: [&str; 25] = [
    "book",
    "cli",
    "declarations",
    "diagnostics",
    "dialect",
    "incremental",
    "infer",
    "jobs",
    "lsp",
    "prelude",
    "program",
    "program_rules",
    "provenance",
    "query",
    "relations",
    "render",
    "results",
    "schema",
    "source",
    "syntax",
    "terms",
    "type_expressions",
    "type_rules",
    "types",
    "value",
];

/// The public names at the top of a file.
fn public(file: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let file = syn::parse_file(&read_to_string(path).expect("the file")).expect("Rust");
    let items = file.items.iter().flat_map(|item| match item {
        Item::Mod(of) if matches!(of.vis, Visibility::Public(_)) => vec![of.ident.to_string()],
        Item::Use(of) if matches!(of.vis, Visibility::Public(_)) => names(&of.tree),
        Item::Mod(_) | Item::Use(_) => Vec::new(),
        _ => panic!("only modules and names are expected at the top"),
    });
    items.collect()
}

/// The names that an import binds.
fn names(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => names(&path.tree),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(renamed) => vec![renamed.rename.to_string()],
        UseTree::Glob(_) => vec!["*".to_owned()],
        UseTree::Group(group) => group.items.iter().flat_map(names).collect(),
    }
}

fn listed(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn the_surface_is_what_is_listed() {
    assert_eq!(public("src/prelude.rs"), listed(&PRELUDE));
    assert_eq!(public("src/lib.rs"), listed(&PARTS));
}

#[test]
fn a_text_is_checked() {
    let lines = check_text::lines().expect("a text");
    let expected = [
        "name: string",
        "ports: tuple([const(80), const(443)])",
        "url: string",
        "host: any",
        "main.hcl:4:9: unknown-variable: undefined variable `names`",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn questions_are_answered() {
    let answers = question::answers().expect("questions");
    assert!(answers[0].starts_with("int ~> string   (C-Primitive)"), "{}", answers[0]);
    assert!(answers[1].starts_with("not list(int) ~> bool"), "{}", answers[1]);
    assert!(answers[2].starts_with("cidr : string   (T-Name)"), "{}", answers[2]);
    assert_eq!(answers[3..], ["n = firewall", "n = network", "n = subnet"]);
}

#[test]
fn rules_derive_rows_with_proofs() {
    let lines = own_rules::lines().expect("rules");
    let (proof, rows) = lines.split_last().expect("a proof");
    assert!(rows.contains(&"url -> subnet".to_owned()), "{rows:?}");
    assert!(proof.starts_with("leads_to(\"url\", \"subnet\")   (rules:3)"), "{proof}");
}

#[test]
fn a_program_stays_open() {
    let states = open_program::states().expect("a program");
    assert_eq!(states[0], "4 typed; host: string; zone: const(1); port: const(80); url: string");
    assert_eq!(states[1], "2 typed; host: tuple([string]); zone: const(1); port: const(80); url: string");
    assert!(states[2].ends_with("; unknown-variable"), "{}", states[2]);
}

#[test]
fn a_book_is_loaded_for_its_own_checks_alone() {
    assert_eq!(load_book::verdicts().expect("books"), [false, true]);
    assert_eq!(load_book::verdicts().expect("books"), [false, true]);
}

#[test]
fn wrong_calls_are_errors_with_messages() {
    let checker = |options: &Options| Checker::new(options).map(|_| ());
    let told = |result: Result<(), Error>| result.expect_err("an error").to_string();
    assert!(told(checker(&Options::default().dialect("no"))).contains("invalid value 'no'"));
    assert!(told(checker(&Options::default().flag("no"))).contains("unexpected argument '--no'"));
    assert!(told(checker(&Options::default().book("no"))).contains("there is no book `no`"));
    let checker = Checker::new(&Options::default()).expect("no options");
    assert!(told(checker.check(Path::new("no/such")).map(|_| ())).starts_with("no/such: "));
    assert!(told(checker.judge("no(1)").map(|_| ())).contains("there is no judgment `no`"));
    let mut program = checker.check_text("main.hcl", "a = 1").expect("a text");
    assert!(told(program.explain(&Subject::of("b"), None, false).map(|_| ())).contains("there is no value `b`"));
    assert!(told(program.query(&RuleText::File(PathBuf::from("no.dl"))).map(|_| ())).contains("no.dl"));
    let faulty = program.query(&RuleText::Text("a(x) :- no(x).".to_owned()));
    assert!(told(faulty.map(|_| ())).contains("unknown-relation"));
    let settings = Options::default().declare("no/such.hcl");
    let checker = Checker::new(&settings).expect("files are read when a program is checked");
    assert!(told(checker.check_text("main.hcl", "a = 1").map(|_| ())).contains("no/such.hcl"));
}
