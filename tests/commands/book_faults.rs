//! Books that are wrong: each fault is named with its place, and the command fails.

use std::path::PathBuf;

use crate::changed_book::changed;
use crate::command::{path, printed, scratch, text, typelog};

/// A book that adds a file of rules to an engine.
fn book(name: &str, folder: &str, engine: &str, rules: &str) -> PathBuf {
    let (file, list) = (format!("{folder}/own.dl"), format!("{folder}/engines.txt"));
    scratch(&format!("faulty-{name}"), &[(&file, rules), (&list, &format!("{engine}: + own\n"))])
}

/// A program of one file.
fn program(name: &str, content: &str) -> PathBuf {
    scratch(&format!("faulty-program-{name}"), &[("main.hcl", content)]).join("main.hcl")
}

/// The messages of a command that fails because of its book.
fn failure(arguments: &[&str]) -> String {
    let output = typelog(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn two_types_of_an_expression_are_named_with_their_rules() {
    for (name, rules, content, message) in [
        (
            "literal",
            "has_type(e, STRING) :- is_literal(e, Literal::Bool(_)), by(\"T-Bad\").\n",
            "a = true\n",
            "two rules answer `has_type(main.hcl:1:5)` differently: T-Bool says `const(true)`, and T-Bad `string`",
        ),
        (
            "operator",
            "results_in(e, INT, Eventuality::Prompt) :- operands(e, o, _, _), o = BinaryOperator::Add, by(\"T-Sum\").\n",
            "a = 1\nb = a + a\n",
            "T-Sum `int`",
        ),
        (
            "index",
            "has_type(e, ANY) :- indexed(e, _, _, _, _), by(\"T-Any\").\n",
            "a = [1]\nb = a[0]\nc = a[b]\n",
            "T-Any",
        ),
    ] {
        let book = book(&format!("types-{name}"), "programs", "TypingEngine", rules);
        let program = program(&format!("types-{name}"), content);
        for command in ["types", "check"] {
            let said = failure(&[command, path(&program), "--book", path(&book)]);
            assert!(said.contains("[conflicting-answers] Error") && said.contains("own.dl:1:1"), "{name}: {said}");
            assert!(said.contains(message), "{name}: {said}");
        }
    }
}

#[test]
fn names_of_rules_and_types_of_columns_are_checked() {
    let rule = |name: &str, by: &str| {
        format!("// {name}: a number is even.\nis_even(e) :- is_literal(e, _), by(\"{by}\").\n\n")
    };
    let relation = "/// Holds if `e` is even.\n@as(\"{e} is even\") relation is_even(e: ExprId).\n\n";
    let unused = |ty: &str| format!("/// Holds if `t` is lonely.\nrelation is_lonely(t: {ty}).\n\n");
    for (name, rules, message, place) in [
        (
            "other",
            relation.to_owned() + &rule("X-Even", "X-Evne"),
            "the rule is called `X-Evne` here, and `X-Even`",
            "own.dl:5:33",
        ),
        (
            "twice",
            relation.to_owned() + &rule("X-Even", "X-Even") + &rule("X-Even", "X-Even"),
            "has the name `X-Even` already",
            "own.dl:7:4",
        ),
        (
            "built-in",
            relation.to_owned() + &rule("T-Name", "T-Name"),
            "a rule in own.dl has the name `T-Name` already",
            "references.dl:9:4",
        ),
        ("column", unused("Typ"), "a column of `is_lonely` has the type `Typ`, which there is not", "own.dl:2:10"),
        ("enumeration", unused("Outcom"), "there is `Outcome`", "own.dl:2:10"),
    ] {
        let book = book(&format!("checked-{name}"), "programs", "TypingEngine", &rules);
        let output = typelog(&["book", "check", path(&book)]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains(message) && said.contains(place), "{name}: {said}");
    }
    let right = relation.to_owned() + &rule("X-Even", "X-Even") + &unused("Outcome?");
    printed(&["book", "check", path(&book("checked-right", "programs", "TypingEngine", &right))], 0);
}

#[test]
fn a_notation_for_a_value_that_there_is_not_is_a_fault() {
    for (name, wrong, right) in [("short", "Found", "Outcome::Found"), ("misspelt", "Outcome::Fuond", "Outcome::Found")]
    {
        let rules = "@as(o = VALUE, \"{e} is found\") relation is_found(e: ExprId, o: Outcome).\n\
                     is_found(e, Outcome::Found) :- is_literal(e, _), by(\"T-Found\").\n";
        let with =
            |value: &str| book(&format!("notation-{name}"), "programs", "TypingEngine", &rules.replace("VALUE", value));
        let output = typelog(&["book", "check", path(&with(wrong))]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("there is no value `{wrong}`")) && said.contains("own.dl:1:9"), "{said}");
        printed(&["book", "check", path(&with(right))], 0);
    }
}

#[test]
fn two_answers_of_a_judgment_that_is_no_function_are_named_with_their_rules() {
    for (name, engine, rules, row) in [
        (
            "own",
            "ConversionEngine",
            "/// Holds if `t` has the shade `n`.\nrelation shade(t: Ty -> n: u32).\n\
             shade(t, 1) :- shade?(t), constructor(t) = Primitive, by(\"S-One\").\n\
             shade(t, 2) :- shade?(t), t = INT, by(\"S-Bad\").\n",
            "shade(int)",
        ),
        (
            "listed",
            "ExactnessEngine",
            "best_match(s, t, s) :- constructor(t) = Union, by(\"S-Bad\").\n",
            "best_match(list(int), union(bool, list(string)))",
        ),
        (
            "inexact",
            "ExactnessEngine",
            "is_inexact(s, t, false) :- is_inexact?(s, t), constructor(s) = Object, by(\"S-Bad\").\n",
            "is_inexact(object({a=int, b=int}), object({a=int}))",
        ),
    ] {
        let said =
            failure(&["explain", row, "--book", path(&book(&format!("answers-{name}"), "types", engine, rules))]);
        assert!(said.contains(&format!("two rules answer `{row}` differently")), "{name}: {said}");
        assert!(said.contains("S-Bad") && said.contains("own.dl:"), "{name}: {said}");
    }
}

#[test]
fn two_types_of_a_name_are_named_with_their_rules() {
    for (name, rules, content) in [
        ("definition", "binds(b, STRING) :- defines(b, _), by(\"T-Bad\").\n", "a = 1\nb = a\n"),
        ("used", "binds(b, STRING) :- refers_to(_, b), by(\"T-Bad\").\n", "a = 1\nb = [a]\n"),
        ("pair", "binds(b, t) :- defines(b, e), is_literal(e, _), t = ANY, by(\"T-Bad\").\n", "a = 1\n"),
    ] {
        let book = book(&format!("names-{name}"), "programs", "TypingEngine", rules);
        let said = failure(&["types", path(&program(&format!("names-{name}"), content)), "--book", path(&book)]);
        assert!(said.contains("two rules answer `binds(main.hcl:1:1)` differently"), "{name}: {said}");
        assert!(
            said.contains("T-Bad") && said.contains("T-Definition") && said.contains("own.dl:1:1"),
            "{name}: {said}"
        );
    }
}

#[test]
fn two_answers_about_types_are_named_with_their_rules() {
    for (engine, rules, question, message) in [
        (
            "ConversionEngine",
            "converts(s, t, m, Safe) :- s = INT, t = BOOL, m = Plain, by(\"C-Bad\").\n",
            ["type", "convert", "int", "bool"],
            "`converts(int, bool, Plain)` differently",
        ),
        (
            "AssignabilityEngine",
            "is_assignable(s, t, m, true) :- s = INT, t = BOOL, m = Plain, by(\"A-Bad\").\n",
            ["type", "assignable", "int", "bool"],
            "`is_assignable(int, bool, Plain)` differently",
        ),
        (
            "TraversalEngine",
            "traverses(t, k, BOOL, Outcome::Found) :- t = STRING, k = k, by(\"V-Bad\").\n",
            ["type", "traverse", "string", ".a"],
            "differently",
        ),
    ] {
        let book = book(&format!("answers-{engine}"), "types", engine, rules);
        let said = failure(&[&question[..], &["--book", path(&book)]].concat());
        assert!(said.contains(message) && said.contains("-Bad") && said.contains("own.dl:1:1"), "{engine}: {said}");
    }
}

#[test]
fn a_question_without_an_answer_is_named_with_its_default() {
    let without_mismatch = changed(
        "mismatch",
        "types/conversion_tables.dl",
        &[(
            "converts(s, t, m, No) :-\n    constructors_compared(s, t, m, c, d), c != Named,",
            "converts(s, t, m, No) :-\n    constructors_compared(s, t, m, c, d), c = Named,",
        )],
    );
    let covered = "constructors_assignable(Primitive, Primitive).\n\n\
                   is_assignable(s, t, m, true) :- constructors_assigned(s, t, m, _, _), s = INT, t = NUMBER, by(\"A-Int\").\n";
    let covered = book("covered", "types", "AssignabilityEngine", covered);
    let no_list = changed("element", "types/conversion_tables.dl", &[("element_conversion(Set, Set, Safe).", "")]);
    for (book, question, message, default) in [
        (&without_mismatch, ["type", "convert", "list(int)", "int"], "`converts(list(int), int, Plain)`", "`No`"),
        (&covered, ["type", "assignable", "int", "string"], "`is_assignable(int, string, Plain)`", "`false`"),
        (&covered, ["type", "assignable", "bool", "int"], "`is_assignable(bool, int, Plain)`", "`false`"),
    ] {
        let said = failure(&[&question[..], &["--book", path(book)]].concat());
        assert!(said.contains(&format!("[unanswered-question] Error: no rule answers {message}")), "{said}");
        assert!(said.contains("judgments.dl:"), "{said}");
        assert!(said.contains(&format!("without a rule the answer is {default}")), "{said}");
    }
    // A table with fewer rows leaves nothing open: constructors without a row do not convert.
    assert_eq!(printed(&["type", "convert", "set(int)", "set(string)", "--book", path(&no_list)], 0), "none\n");
}

#[test]
fn an_expression_without_a_type_is_named() {
    let rules = "has_type(e, STRING) :- is_text(e), by(\"T-Text\").";
    let no_texts = changed("texts", "programs/expressions.dl", &[(rules, "")]);
    let no_tuples = changed(
        "tuples",
        "programs/expressions.dl",
        &[("operand_types(e, Form::Tuple, ts), by(\"T-Tuple\")", "operand_types(e, Form::Call, ts), by(\"T-Tuple\")")],
    );
    for (book, content, place) in [
        (&no_texts, "a = \"x\"\n", "main.hcl:1:5"),
        (&no_texts, "a = 1\nb = [a, \"x\"]\n", "main.hcl:2:9"),
        (&no_tuples, "a = 1\nb = [a]\n", "main.hcl:2:5"),
    ] {
        let said = failure(&["types", path(&program("untyped", content)), "--book", path(book)]);
        assert!(said.contains(&format!("no rule answers `has_type({place})`")), "{content}: {said}");
        assert!(said.contains("without a rule the answer is `any`"), "{content}: {said}");
    }
}

#[test]
fn a_problem_of_a_book_is_reported_as_its_comment_says() {
    let bool = "/// Holds if `e` is a bad truth value.\n@problem(bad-bool) relation bad_bool(ExprId).\n\
                bad_bool(e) :- is_literal(e, Literal::Bool(_)), by(\"P-Bad\").\n";
    let typed = "/// Holds if `e` has the type `t`.\n/// Message: the list `{e}` is a {t}\n/// Severity: warning\n\
                 /// Help: {t} is too long\n@problem relation has_list(e: ExprId, t: Ty).\n\
                 has_list(e, t) :- has_type(e, t), constructor(t) = Tuple, by(\"P-List\").\n";
    let same = "/// Holds if `b` is given.\n/// Severity: note\n@problem relation named(b: BindingId).\n\
                named(b) :- defines(b, _), by(\"P-Named\").\n";
    for (name, rules, status, shown) in [
        ("bool", bool, 1, "[bad-bool] Error: `true` is a bad truth value"),
        ("typed", typed, 0, "[has-list] Warning: the list `[1]` is a tuple([const(1)])"),
        ("typed", typed, 0, "Help: tuple([const(1)]) is too long"),
        ("same", same, 0, "[named] Note: `a` is given"),
    ] {
        let book = book(&format!("problem-{name}"), "programs", "ProblemEngine", rules);
        printed(&["book", "check", path(&book)], 0);
        let program = program(&format!("problem-{name}"), "a = true\nb = [1]\n");
        let found = printed(&["check", path(&program), "--book", path(&book)], status);
        assert!(found.contains(shown), "{name}: {found}");
    }
    for rules in [
        "@problem relation bad(t: Ty).\nbad(t) :- has_type(_, t).\n",
        "/// Severity: fatal\n@problem relation bad(e: ExprId).\nbad(e) :- has_type(e, _).\n",
        "@problem relation bad(e: ExprId, b: BindingId).\nbad(e, b) :- refers_to(e, b).\n",
    ] {
        let book = book("wrong-problem", "programs", "ProblemEngine", rules);
        let refused = typelog(&["book", "check", path(&book)]);
        assert_eq!(refused.status.code(), Some(1), "{rules}");
        assert!(text(&refused.stderr).contains("[wrong-problem] Error"), "{}", text(&refused.stderr));
    }
}

#[test]
fn a_problem_of_a_book_is_selected_proved_and_a_row() {
    let rules = "/// Holds if `e` is a bad truth value.\n@problem(bad-bool) relation bad_bool(e: ExprId).\n\
                 // P-Bad: truth values are bad.\nbad_bool(e) :- is_literal(e, Literal::Bool(_)), by(\"P-Bad\").\n";
    let book = book("problem-everywhere", "programs", "ProblemEngine", rules);
    let program = program("problem-everywhere", "a = true\nb = [false, 1]\n");
    let run = |arguments: &[&str], status| printed(&[arguments, &["--book", path(&book)]].concat(), status);
    assert!(!run(&["check", path(&program), "--ignore", "bad-bool"], 0).contains("bad-bool"));
    let rows = run(&["facts", path(&program), "--relation", "bad_bool"], 0);
    assert_eq!(rows.lines().count(), 2, "{rows}");
    let proof = run(&["explain", path(&program), "--diagnostic", "1"], 0);
    assert!(proof.contains("(P-Bad)") && proof.contains("true is a literal"), "{proof}");
}

#[test]
fn judgments_and_relations_of_a_book_are_known_to_all_commands() {
    let (taint, types) = ("examples/books/taint", "examples/books/taint/types.hcl");
    let run = |arguments: &[&str]| printed(&[arguments, &["--book", taint, "--declare", types]].concat(), 0);
    assert!(run(&["why-not", "is_tainted(Tainted)"]).starts_with("Tainted is tainted   (X-Taint)"));
    assert!(run(&["why-not", "is_tainted(list(Tainted), false)"]).contains("list(Tainted) is tainted"));
    assert!(run(&["explain", "is_tainted(list(Tainted))"]).contains("(X-Taint-Element)"));
    assert!(run(&["why-not", "is_tainted(int)"]).contains("nearest rule"));
    assert!(run(&["why-not", "list"]).contains("is_tainted(type -> bool)"));
    let program = program("taint", "a = true\nb = [a]\n");
    let rules = scratch(
        "taint-rules",
        &[
            ("w.dl", "w(t, y) :- has_type(_, t), y = is_tainted(t).\n"),
            ("n.dl", "n(t) :- has_type(_, t), !is_tainted(t).\n"),
        ],
    );
    assert!(run(&["query", path(&rules.join("w.dl")), path(&program)]).contains("w(t, y): 2 rows"));
    assert!(run(&["query", path(&rules.join("n.dl")), path(&program)]).contains("n(t): 2 rows"));
    assert!(run(&["facts", "--relation", "is_tainted"]).contains("id of type"));
    let unknown = typelog(&["query", path(&rules.join("w.dl")), path(&program)]);
    assert!(text(&unknown.stderr).contains("there is no function `is_tainted`"), "only the book knows it");
}

#[test]
fn relations_about_expressions_are_rows_of_programs() {
    let rules = "/// Holds if `e` is a part of the literal list `x`, bound by `b`.\nrelation lies_in(e: ExprId, x: ExprId, b: BindingId).\n\
                 lies_in(e, x, b) :- defines(b, x), has_operands(x, f), f = Form::Tuple, e in operand(x, ..).\n";
    let book = book("relations", "programs", "TypingEngine", rules);
    let directory = scratch(
        "relations",
        &[
            ("main.hcl", "a = [1, 2]\nb = [a]\n"),
            ("q.dl", "q(e, n) :- lies_in(e, _, b), definition(definition: b, name: n).\n"),
        ],
    );
    let program = directory.join("main.hcl");
    let run = |arguments: &[&str]| printed(&[arguments, &["--book", path(&book)]].concat(), 0);
    let found = run(&["query", path(&directory.join("q.dl")), path(&program)]);
    assert!(found.contains("3 rows"), "{found}");
    assert!(run(&["facts", path(&program)]).contains("lies_in"));
    let refused = typelog(&["why-not", "lies_in(1, 2, 3)", "--book", path(&book)]);
    assert!(text(&refused.stderr).contains("is no judgment, but a relation of programs"), "{}", text(&refused.stderr));
}

#[test]
fn lists_of_engines_are_checked() {
    let own = "//! Own rules.\n\nconverts(s, t, m, Safe) :- s = BOOL, t = MAP_OF_NOTHING, m = Plain.\n";
    let rules = own.replace("MAP_OF_NOTHING", "BOOL");
    for (name, list, message) in [
        ("colon", "ConversionEngine + own\n", "engines.txt:1:1"),
        ("colon-below", "# Mine.\n\nConversionEngine own\n", "engines.txt:3:1"),
        ("engine", "ConversonEngine: + own\n", "there is no engine `ConversonEngine`"),
        ("file", "ConversionEngine: + own, + ohn\n", "there is no file `ohn`"),
        ("empty", "ConversionEngine:\nAssignabilityEngine: + own\n", "the engine `ConversionEngine` has no files"),
    ] {
        let book = scratch(&format!("list-{name}"), &[("types/own.dl", &rules), ("types/engines.txt", list)]);
        let refused = typelog(&["book", "check", path(&book)]);
        assert_eq!(refused.status.code(), Some(1), "{name}");
        assert!(text(&refused.stderr).contains(message), "{name}: {}", text(&refused.stderr));
    }
    // Without an empty line between them, two engines are two.
    let two = "ConversionEngine: + own\nAssignabilityEngine: + other\n";
    let other = "//! Other rules.\n\n/// Holds if so.\nrelation other(Ty).\n";
    let book = scratch("list-two", &[("types/own.dl", &rules), ("types/other.dl", other), ("types/engines.txt", two)]);
    assert_eq!(printed(&["book", "check", path(&book)], 0), "");
}

#[test]
fn files_that_no_engine_contains_are_faults() {
    let names =
        [("types/converzion.dl", "the built-in book has `conversion`"), ("programs/zzzzzz.dl", "add it to an engine")];
    for (file, help) in names {
        let book = scratch("unused-file", &[(file, "//! Rules.\n")]);
        let refused = typelog(&["book", "check", path(&book)]);
        assert_eq!(refused.status.code(), Some(1), "{file}");
        let said = text(&refused.stderr);
        assert!(said.contains("[unused-file] Error: no engine contains the file") && said.contains(help), "{said}");
        let used = typelog(&["type", "convert", "int", "bool", "--book", path(&book)]);
        assert_eq!(used.status.code(), Some(2), "{file}");
    }
}

#[test]
fn a_directory_without_rules_is_no_book() {
    let empty = scratch("no-book", &[("readme.md", "no rules\n")]);
    for directory in [path(&empty), "src", "examples/tour"] {
        for arguments in [&["book", "check", directory][..], &["type", "convert", "int", "bool", "--book", directory]] {
            assert!(failure(arguments).contains("is no book: it has no rule file in `types` or `programs`"));
        }
    }
}

#[test]
fn a_book_that_only_the_program_names_has_smaller_limits() {
    // The rows are wide, so that few reach the limit.
    let columns: Vec<String> = (0..200).map(|at| format!("c{at}")).collect();
    let declared: Vec<String> = columns.iter().map(|column| format!("{column}: u32")).collect();
    let (declared, rest) = (declared.join(", "), columns[1..].join(", "));
    let zeros = ["0"; 200].join(", ");
    let rules = format!(
        "/// Holds for numbers.\nrelation counted({declared}).\ncounted({zeros}) :- defines(_, _).\n\
         counted(c0 + 1, {rest}) :- counted(c0, {rest}), c0 < 1000000.\n"
    );
    let program = scratch(
        "faulty-limits",
        &[
            ("main.hcl", "a = 1\n"),
            ("typelog.toml", "book = \"book\"\n"),
            ("book/programs/engines.txt", "TypingEngine: + own\n"),
            ("book/programs/own.dl", &rules),
        ],
    );
    let said = failure(&["check", path(&program.join("main.hcl"))]);
    assert!(said.contains("the derived rows and values exceed 268435456 bytes"), "{said}");
}
