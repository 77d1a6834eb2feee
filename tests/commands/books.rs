//! Books of rules: editions, books loaded at start, and the effects of another book.

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

/// The output of a command that exits with this status.
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
fn what_is_declared_again_or_not_there_is_a_fault() {
    for (rules, message) in [
        (
            "relation converts(s: Ty, t: Ty, m: Mode -> k: Conversion).\n",
            "`converts` is declared in judgments.dl already",
        ),
        ("relation is_idle(t: Ty).\nrelation is_idle(t: Ty).\n", "`is_idle` is declared in own.dl already"),
    ] {
        let refused = typelog(&["book", "check", path(&book_of("again", rules))]);
        assert_eq!(refused.status.code(), Some(1), "{rules}");
        let text = text_of(&refused);
        assert!(text.contains(message) && text.contains("own.dl:"), "{text}");
    }
    for command in [&["check"][..], &["fmt"], &["fmt", "--check"]] {
        let refused = typelog(&[&["book"], command, &["nowhere"]].concat());
        assert_eq!(refused.status.code(), Some(2), "{command:?}");
        assert!(text_of(&refused).contains("there is no book `nowhere`"), "{}", text_of(&refused));
    }
}

#[test]
fn a_book_answers_the_judgments_of_the_list_and_has_no_other_list() {
    let book = scratch("listed");
    printed(&["book", "export", path(&book)], 0);
    let list = book.join("types/judgments.dl");
    let text = fs::read_to_string(&list).expect("a file");
    for (from, to, message) in [
        ("yes: bool = false).", "yes: bool = true).", "differs from the compiled judgment"),
        ("@function relation unfolds(t: Ty -> u: Ty = ANY).", "", "the judgment `unfolds` is missing"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&list, text.replace(from, to)).expect("a file");
        let refused = typelog(&["book", "check", path(&book)]);
        assert_eq!(refused.status.code(), Some(1), "{to}");
        assert!(text_of(&refused).contains(message), "{}", text_of(&refused));
    }
    fs::write(&list, text).expect("a file");
    // A judgment that no rule concludes.
    let rules = book.join("types/catching.dl");
    let text = fs::read_to_string(&rules).expect("a file");
    fs::write(&rules, text.replace("catches(i, ", "catching(i, ") + "\nrelation catching(Builtin, bool).\n")
        .expect("a file");
    let refused = typelog(&["book", "check", path(&book)]);
    assert!(text_of(&refused).contains("no rule answers questions about `catches`"), "{}", text_of(&refused));
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
    for edition in ["specification", "pulumi"] {
        let book = scratch(&format!("export-{edition}"));
        printed(&["book", "export", path(&book), "--book", edition], 0);
        assert_eq!(printed(&["book", "check", path(&book)], 0), "");
        for (command, program) in [
            ("types", "examples/tour"),
            ("check", "examples/broken"),
            ("types", "examples/eventuals"),
            ("types", "examples/pcl/network"),
        ] {
            let built_in = typelog(&[command, program, "--book", edition]);
            let own = typelog(&[command, program, "--book", path(&book)]);
            assert_eq!(text(&own.stdout), text(&built_in.stdout), "{edition}: {command} {program}");
            assert_eq!(own.status.code(), built_in.status.code(), "{edition}: {command} {program}");
        }
    }
}

#[test]
fn the_drawings_of_a_book_are_printed_from_its_clauses() {
    assert_eq!(printed(&["book", "fmt", "--check"], 0), "", "the rules of the repository are drawn");
    let rules = "@as(\"{t} is idle\") relation is_idle(t: Ty).\n\n// X-Idle: lists are idle.\n\
                 is_idle(t) :- constructor(t) = List, by(\"X-Idle\").\n";
    let book = book_of("drawn", rules);
    let own = book.join("types/own.dl");
    assert_eq!(printed(&["book", "fmt", path(&book), "--check"], 1), format!("{}\n", own.display()));
    assert_eq!(fs::read_to_string(&own).expect("a file"), rules, "a check writes nothing");
    assert_eq!(printed(&["book", "fmt", path(&book)], 0), format!("{}\n", own.display()));
    let drawn = fs::read_to_string(&own).expect("a file");
    assert!(
        drawn.contains("//\n//   t = list(_)\n//   ----------- (X-Idle)\n//   t is idle\nis_idle(t) :-"),
        "{drawn}"
    );
    assert_eq!(printed(&["book", "fmt", path(&book), "--check"], 0), "");
    fs::write(&own, "is_idle(t :- .").expect("a file");
    assert!(printed(&["book", "fmt", path(&book)], 1).is_empty(), "a syntax error is reported");
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
    for name in ["durations", "promises", "secrets", "taint", "units"] {
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
    for name in ["secrets", "units"] {
        let directory = format!("examples/books/{name}");
        let tested = printed(&["book", "test", &directory, "--types", "40", "--programs", "2"], 0);
        assert!(!tested.contains("FAILED") && tested.contains(" sections"), "{tested}");
        let rocq = printed(&["rules", "--format", "rocq", "--book", &directory], 0);
        assert!(rocq.contains("Parameter own_constructor : string -> Constructor."), "{name}");
    }
    let facts = ["type", "parse", "unit(int, \"a\\nb\")", "--book", "examples/books/units"];
    assert_eq!(printed(&facts, 0).lines().next(), Some("unit(int, \"a\\nb\")"));
    let found = printed(&[&["check", "examples/books/taint/main.hcl"][..], &taint].concat(), 1);
    assert!(found.contains("main.hcl:4:14"), "{found}");
}

#[test]
fn constructors_of_a_book_are_checked() {
    for (name, rules, message) in [
        ("known", "constructor list(t: Ty).\n", "there is a constructor `list` already"),
        ("twice", "constructor a(t: Ty).\nconstructor a(t: Ty).\n", "there is a constructor `a` already"),
        ("argument", "constructor a(t: Mode).\n", "neither a type (`Ty`) nor a text (`Name`)"),
        (
            "typo",
            "constructor secret(t: Ty).\nmaps_members(Mapping::Widen, own_constructor(\"secrets\")).\n",
            "there is `secret`",
        ),
    ] {
        let output = typelog(&["book", "check", path(&book_of(&format!("constructors-{name}"), rules))]);
        let said = text_of(&output);
        assert!(
            output.status.code() == Some(1) && said.contains("[wrong-constructor]") && said.contains(message),
            "{said}"
        );
    }
    let questions = [("secret(int, int)", "`secret` takes a type"), ("secrt(int)", "unknown type constructor `secrt`")];
    for (ty, message) in questions {
        let said = text_of(&typelog(&["type", "parse", ty, "--book", "examples/books/secrets"]));
        assert!(said.contains(message), "{said}");
    }
    let said = text_of(&typelog(&["type", "parse", "unit(int, m)", "--book", "examples/books/units"]));
    assert!(said.contains("expected a text in quotes"), "{said}");
}

#[test]
fn faults_of_books_are_shown_at_their_places() {
    let cases = [
        ("converts(s, t, _, Safe) :- convertz(s, t).", "unknown-relation"),
        ("convertz(s, t) :- constructor(s) = List, constructor(t) = List.", "unknown-relation"),
        ("converts(s, t, _, Safe) :- constructor(s) = Lisst, constructor(t) = List.", "unknown-value"),
        ("converts(s, t, Safe) :- constructor(s) = List, constructor(t) = List.", "wrong-arity"),
        ("converts(s, t, _, k) :- unifies(s, t, k, Safe).", "wrong-column-type"),
        ("relation asks(t: Ty).\nasks(t) :- function_result?(_, t).", "unknown-relation"),
        ("converts(s, t, _, k) :- k = converts(s, t, t).", "wrong-column-type"),
        // A value of Terraform is no type, but a type is a value of which nothing else is known.
        ("converts(s, t, m, k) :- converted_value(s, t, w, _), converts(w, t, m, k).", "wrong-column-type"),
        ("converts(s, t, _, k) :- constructor(s) = List, constructor(t) = Map.", "unbound-variable"),
        ("converts(s, t, _, Safe) :- x = element(s), constructor(t) = Map.", "unused-variable"),
        ("/// Holds if so.\nrelation asks(t: Ty -> u: Ty).", "unanswered-question"),
        ("converts(s, t, m, Safe) :- s = t.\nconverts(a, b, n, No) :- a = b.", "conflicting-answers"),
        ("relation odd(t: Ty).\nodd(t) :- converts?(t, _, _), !odd(t).", "wrong-rule"),
        ("converts(s, t :- s = t.", "rule-syntax"),
        ("unifies(s, t, member(s, 0), Safe) :- constructor(s) = Tuple, constructor(t) = Map.", "partial-conclusion"),
        ("unifies(s, t, built(List, member(s, 0)), Safe) :- constructor(t) = Map.", "partial-conclusion"),
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
fn rules_without_end_are_stopped() {
    let deeper = "grows(built(List, t)) :- grows(t).";
    let rules = format!("/// Holds if so.\nrelation grows(Ty).\ngrows(t) :- converts?(t, _, _).\n{deeper}\n");
    let book = book_of("endless", &rules);
    let output = typelog(&["type", "convert", "list(int)", "list(string)", "--book", path(&book)]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("the rules build types that nest deeper than 10000"), "{said}");
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
    // The elements of unions are the same in both, and only one asks for them here.
    assert!(found.starts_with("V-Index\n") && found.contains("follows from other changes"), "{found}");
    assert!(found.contains("2 types and 0 problems change in 1 of 1 program"), "{found}");
    let same = ["diff", "--book", "pulumi", "--book", "pulumi", path(&main), "--declare", path(&declared)];
    assert_eq!(printed(&same, 0), "0 types and 0 problems change in 0 of 1 program\n");
}

#[test]
fn types_that_only_one_of_two_books_makes_are_compared() {
    let [main, declared] = ["main.hcl", "types.hcl"].map(|name| format!("examples/books/promises/{name}"));
    for books in [["specification", "examples/books/promises"], ["examples/books/promises", "specification"]] {
        let arguments = ["diff", "--book", books[0], "--book", books[1], &main, "--declare", &declared];
        let found = printed(&arguments, 0);
        assert!(found.starts_with("U-Eventual\n") && found.contains("mixed: list("), "{found}");
        assert!(found.contains("2 types and 0 problems change in 1 of 1 program"), "{found}");
    }
}

#[test]
fn settings_name_the_book_of_programs() {
    let folder = scratch("settings");
    let program = folder.join("program");
    fs::create_dir_all(&program).expect("a directory");
    fs::write(program.join("main.hcl"), "a = [for x in [1, 2] : x]\n").expect("a file");
    printed(&["book", "export", path(&folder.join("rules"))], 0);
    let rules = folder.join("rules/types/elements.dl");
    let text = fs::read_to_string(&rules)
        .expect("a file")
        .replace("iterates(t, k, u, true) :-", "iterates(t, k, ANY, true) :-");
    let text = text.replace("common_member(t, Safe, u, _), by(\"V-Each-Member\")", "by(\"V-Each-Member\")");
    fs::write(&rules, text).expect("a file");
    fs::write(folder.join("typelog.toml"), "book = \"rules\"\n").expect("a file");
    let types = |more: &[&str]| printed(&[&["types", path(&program)], more].concat(), 0);
    assert!(types(&[]).contains("list(any)"));
    assert!(!types(&["--book", "specification"]).contains("any"), "the command line wins");
    let place = program.join("main.hcl:1:10");
    let proof = printed(&["explain", path(&place), "--depth", "64"], 0);
    assert!(proof.contains("V-Each-Member") && proof.contains("any"), "{proof}");
    // A book named in the configuration is relative to its directory, and must be a book.
    fs::write(folder.join("typelog.toml"), "book = \"../other\"\n").expect("a file");
    assert_eq!(typelog(&["types", path(&program)]).status.code(), Some(2));
    fs::write(folder.join("typelog.toml"), "book = \"nothing\"\n").expect("a file");
    let refused = typelog(&["types", path(&program)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text_of(&refused).contains("typelog.toml:1:8: "), "{}", text_of(&refused));
}

#[test]
fn the_rules_about_values_of_declared_types_are_those_of_the_book() {
    let folder = scratch("declared");
    let (book, declared, program) = (folder.join("rules"), folder.join("types.hcl"), folder.join("main.hcl"));
    printed(&["book", "export", path(&book)], 0);
    // A book without reports about values of declared types.
    for (file, from, to) in [
        ("mismatches", "Law::Declared, _), !has_mismatch", "Law::Declared, _), s = t, !has_mismatch"),
        (
            "objects",
            "(l != Law::Declared, converts(NONE, b, Plain, No); l = Law::Declared, fits(NONE, b, Plain, No)), by",
            "l != Law::Declared, converts(NONE, b, Plain, No), by",
        ),
    ] {
        let file = book.join(format!("programs/{file}.dl"));
        let text = fs::read_to_string(&file).expect("a file");
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replace(from, to)).expect("a file");
    }
    let types =
        "type \"Port\" {\n  is = int\n  max = 9\n}\ntype \"Server\" { is = object({port=Port, name=string}) }\n";
    fs::write(&declared, types).expect("a file");
    let check = ["check", path(&program), "--dialect", "bicep", "--declare", path(&declared)];
    for (block, default) in
        [("int", "\"a\""), ("Port", "10"), ("Server", "{ port = true, name = \"a\" }"), ("Server", "{ port = 1 }")]
    {
        fs::write(&program, format!("parameter \"p\" \"{block}\" {{\n  default = {default}\n}}\n")).expect("a file");
        assert!(printed(&check, 1).contains("1 error"), "{block} = {default}");
        let silent = printed(&[&check[..], &["--book", path(&book)]].concat(), 0);
        assert!(!silent.contains("Error"), "{block} = {default}: {silent}");
    }
}

#[test]
fn a_missing_file_of_an_engine_is_shown_in_the_list() {
    let book = book_of("missing", "");
    fs::write(book.join("types/engines.txt"), "ConversionEngine: + own, othr\n").expect("a file");
    let refused = typelog(&["book", "check", path(&book)]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text_of(&refused).contains("engines.txt:1:26") && text_of(&refused).contains("no file `othr`"));
}

#[test]
fn files_of_an_edition_stand_for_those_of_the_built_in_book() {
    assert_eq!(printed(&["book", "check", "rules/pulumi"], 0), "");
    let question = ["type", "unify", "output(int)", "promise(string)"];
    let edition = printed(&[&question[..], &["--book", "pulumi"]].concat(), 0);
    assert_eq!(printed(&[&question[..], &["--book", "rules/pulumi"]].concat(), 0), edition);
}

/// The messages of a command on standard error.
fn text_of(output: &Output) -> String {
    text(&output.stderr)
}
