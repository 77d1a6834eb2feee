//! The public API of the library: its names, and the output of the examples.

#[path = "../../examples/check_text.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod check_text;
#[path = "../../examples/load_book.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod load_book;
#[path = "../../examples/open_program.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod open_program;
#[path = "../../examples/own_rules.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod own_rules;
#[path = "../../examples/question.rs"]
#[allow(dead_code, reason = "tests do not start it")]
mod question;

use std::collections::BTreeSet;
use std::fs::{create_dir_all, read_to_string};
use std::path::{Path, PathBuf};
use std::sync::Barrier;

use syn::{Item, UseTree, Visibility};
use typelog::prelude::{Checker, Error, Options, RuleText, Settings, Subject};

/// The names that are promised. Removing one, or changing its meaning, is a breaking change.
const PRELUDE: [&str; 32] = [
    "Checked",
    "CheckedNode",
    "Checker",
    "ColumnType",
    "Database",
    "DerivedFacts",
    "Detail",
    "Diagnostic",
    "Dialect",
    "Error",
    "ExpressionType",
    "FileId",
    "JudgmentExplanation",
    "Label",
    "Level",
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
    "Settings",
    "SettingsFile",
    "Severity",
    "Source",
    "Span",
    "Subject",
    "proof",
];

/// The parts of the engine that tests and other crates of the project use.
const PARTS: [&str; 30] = [
    "answers",
    "book",
    "builtins",
    "citation",
    "cli",
    "codes",
    "declarations",
    "diagnostics",
    "dialect",
    "files",
    "incremental",
    "infer",
    "jobs",
    "lsp",
    "prelude",
    "program",
    "program_rules",
    "project",
    "provenance",
    "query",
    "relations",
    "render",
    "results",
    "schema",
    "server",
    "source",
    "syntax",
    "type_expressions",
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
    assert_eq!(
        states[1],
        "2 typed; host: tuple([string]); zone: const(1); port: const(80); url: string; no-conversion"
    );
    assert!(states[2].ends_with("; unknown-variable"), "{}", states[2]);
}

#[test]
fn a_book_is_loaded_for_its_own_checks_alone() {
    assert_eq!(load_book::verdicts().expect("books"), [false, true]);
    assert_eq!(load_book::verdicts().expect("books"), [false, true]);
}

/// A program that asks whether a text converts to a truth value.
const WRONG: &str = "t = [for i in [1, 2] : \"n${i}\"]\na = t[0] ? 1 : 2\n";

/// A directory with a book that answers the conversion of a text to a truth value twice, and with programs: one that asks this,
/// and one that does not.
fn faulty_book(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}"));
    let write = |path: &str, text: &str| {
        let path = directory.join(path);
        create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    let rule = "// C-Own: texts are truth values.\n//\n//   ------------- (C-Own)\n//   string ~> bool\n\
                converts(s, t, m, Safe) :- converts?(s, t, m), s = STRING, t = BOOL, by(\"C-Own\").\n";
    write("book/types/own.dl", &format!("//! Own rules.\n//!\n//! Smallest example: none.\n\n{rule}"));
    write("book/types/engines.txt", "ConversionEngine: + own\n");
    write("wrong/main.hcl", WRONG);
    write("right/main.hcl", "a = 1\nb = a + 2\n");
    directory
}

/// What a checker says about a program: `None` if it can be checked.
fn refusal(checker: &Checker, program: &Path) -> Option<String> {
    checker.check(program).err().map(|error| error.to_string())
}

fn is_about_answers(said: Option<String>) -> bool {
    said.is_some_and(|said| said.contains("two rules answer `converts(string, bool, "))
}

#[test]
fn faults_of_a_book_belong_to_the_check_that_meets_them() {
    let directory = faulty_book("faults");
    let book = directory.join("book").display().to_string();
    let [wrong, right] = ["wrong", "right"].map(|name| directory.join(name));
    let own = Checker::new(&Options::default().book(&book)).expect("a book");
    let plain = Checker::new(&Options::default()).expect("a checker");
    for _ in 0..3 {
        assert!(is_about_answers(refusal(&own, &wrong)));
        assert_eq!(refusal(&plain, &wrong), None);
        assert_eq!(refusal(&own, &right), None);
    }
    assert!(own.open(&wrong).is_err_and(|error| is_about_answers(Some(error.to_string()))));
    assert!(own.judge("converts(string, bool)").is_err_and(|error| is_about_answers(Some(error.to_string()))));
    assert!(plain.judge("converts(string, bool)").is_ok());
}

#[test]
fn faults_of_a_later_version_stay_with_the_open_program() {
    let directory = faulty_book("versions");
    let book = directory.join("book").display().to_string();
    let own = Checker::new(&Options::default().book(&book)).expect("a book");
    let texts = || vec![("main.hcl".to_owned(), b"t = 1\n".to_vec())];
    let [mut open, mut other] = [(), ()].map(|()| own.open_texts(texts()).expect("a program without faults"));
    open.set("main.hcl", WRONG);
    open.check();
    other.check();
    assert!(is_about_answers(open.faults().first().cloned()));
    assert!(other.faults().is_empty());
    assert_eq!(refusal(&own, &directory.join("right")), None);
    open.set("main.hcl", "t = 1\n");
    open.check();
    assert!(open.faults().is_empty());
}

#[test]
fn no_fault_of_a_book_crosses_threads() {
    let directory = faulty_book("threads");
    let book = directory.join("book").display().to_string();
    let programs = ["wrong", "right"].map(|name| directory.join(name));
    let plain = || Checker::new(&Options::default().jobs(1)).expect("a checker");
    let own = Checker::new(&Options::default().book(&book).jobs(1)).expect("a book");
    // Threads with checkers of their own, and threads that share one.
    let checkers = [plain(), own.clone(), plain(), own];
    let barrier = Barrier::new(checkers.len());
    let check = |number: usize, checker: &Checker| {
        barrier.wait();
        for round in 0..40 {
            let at = (number + round) % 2;
            let said = refusal(checker, &programs[at]);
            let is_faulty = number % 2 == 1 && at == 0;
            assert!(if is_faulty { is_about_answers(said) } else { said.is_none() }, "{number}, {round}");
        }
    };
    std::thread::scope(|scope| {
        for (number, checker) in checkers.iter().enumerate() {
            let stack = std::thread::Builder::new().stack_size(64 << 20);
            stack.spawn_scoped(scope, move || check(number, checker)).expect("a thread");
        }
    });
}

#[test]
fn wrong_calls_are_errors_with_messages() {
    let checker = |options: &Options| Checker::new(options).map(|_| ());
    let told = |result: Result<(), Error>| result.expect_err("an error").to_string();
    let of_code = |code: &str| Settings { ignore: vec![code.to_owned()], ..Settings::default() };
    let settings = of_code("unknown-propert");
    assert!(told(checker(&Options { settings, ..Options::default() })).contains("there is `unknown-property`"));
    let limits = [("max-row".to_owned(), 7)].into();
    let settings = Settings { limits, ..Settings::default() };
    assert!(told(checker(&Options { settings, ..Options::default() })).contains("there is `max-rows`"));
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
