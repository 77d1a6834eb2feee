//! Sessions read from a pipe, as in scripts, and questions to `explain`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::command::{json, path, printed, refused, scratch, text};

const TOUR: &str = "examples/tour";

/// A session with these lines.
fn session(arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("repl").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("typelog runs");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("lines are taken");
    child.wait_with_output().expect("the session ends")
}

/// The output of a session in which all lines are valid.
fn said(lines: &str) -> String {
    let output = session(&[TOUR], lines);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn questions_have_numbered_answers() {
    let answers = said("has_type(e, t), is_any(t)\ncall(_, \"absent\")\n!call(_, \"absent\")\n:quit\nnothing(x)\n");
    assert_eq!(answers, "1  e = main.hcl:22:22 port.metrics, t = any\nno\nyes\n");
    let answers = said("node_type(d, t),\n  type_name(t) = \"const(3)\" # replicas\n");
    assert_eq!(answers, "1  d = main.hcl:4:1 replicas, t = const(3)\n");
    let last = said("definition(definition: d, name: \"load\")");
    assert_eq!(last, "1  d = main.hcl:5:1 load\n");
}

#[test]
fn help_and_the_end_of_a_session_need_no_colon() {
    let help = said(":help\n");
    assert!(help.contains(":quit"), "{help}");
    assert_eq!(said("help\nquit\nnothing(x)\n"), help);
    assert_eq!(said("?\nexit\nnothing(x)\n"), help);
}

#[test]
fn rules_are_typed_and_loaded() {
    let directory =
        scratch("repl", &[("hub.dl", "hub(name) :- uses(name, n), n > 2.\ninclude \"uses.dl\"\n"), ("uses.dl", USES)]);
    let lines = format!(
        ":load {}\nhub(x)\nbusy(x) :- hub(x), uses(x, n),\n  n > 3.\n:rules\n:reset\n:rules\n",
        path(&directory.join("hub.dl"))
    );
    let answers = said(&lines);
    let expected = "1  x = name\n2  x = replicas\nbusy: 1 row\nbusy(x) :- hub(x), uses(x, n),\n  n > 3.\n";
    assert_eq!(answers, expected);
    let rules = directory.join("uses.dl");
    let output = session(&["--rules", path(&rules), TOUR], "uses(\"replicas\", n)\n");
    assert_eq!(text(&output.stdout), "1  n = 4\n");
}

const USES: &str = "uses(name, n) :- definition(definition: d, name: name), n = count x { reaches(x, d) }.
reaches(d, on) :- depends_on(d, on).
reaches(d, on) :- reaches(d, x), depends_on(x, on).
";

#[test]
fn answers_are_proved_down_to_the_text() {
    let rule = "wide(d, t) :- node_type(d, t), type(type: t, kind: \"union\").\n";
    let proof = said(&format!("{rule}wide(d, _)\nwhy 1\n"));
    for part in [
        "└── wide(\"spread\", \"union(const(true), none)\")   (session:1)",
        "(T-Definition)   examples/tour/main.hcl:19:1",
        "(V-Object)",
    ] {
        assert!(proof.contains(part), "{part} is not in: {proof}");
    }
    let refusal = said(&format!("{rule}whynot wide(\"name\", _)\nwhynot converts(list(int), bool)\n"));
    assert!(refusal.contains("not wide(\"name\", _)\n  nearest rule: wide   session:1\n"), "{refusal}");
    assert!(refusal.contains("\nnot list(int) ~> bool\n  nearest rule: "), "{refusal}");
}

#[test]
fn a_session_tells_what_there_is_and_what_it_costs() {
    let told = said(
        ":help\n:relations part\n:relations\n:types\nuses(n) :- n = count { depends_on(_, _) }.\nuses(n)\n:profile\n",
    );
    let parts =
        ["whynot ROW", "role   symbol: piece, ", "has_type(expression, type): ", "replicas: const(3)\n", "\nuses(n)\n"];
    for part in parts {
        assert!(told.contains(part), "{part} is not in: {told}");
    }
    assert_eq!(told.matches("   tried      kept  rounds  microseconds  rule\n").count(), 2, "{told}");
}

#[test]
fn lines_that_make_no_sense_are_told_and_end_nothing() {
    let lines = "has_tpe(e)\nbad(x) :- nothing(x).\n:foo\nwhy 1\ncall(e, \"max\")\nwhy 9\n:load absent.dl\ndefinition(name: \"load\")\n";
    let output = session(&[TOUR], lines);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("yes\n"), "{}", text(&output.stdout));
    let told = text(&output.stderr);
    let parts = ["there is `has_type`", "`nothing`", "no command `:foo`", "no answers yet", "absent.dl: No such file"];
    for part in parts {
        assert!(told.contains(part), "{part} is not in: {told}");
    }
    assert!(refused(&["repl", "-"]).contains("and no program"));
}

#[test]
fn explain_answers_questions_with_proofs() {
    let proof = printed(&["explain", TOUR, "has_type(e, t), is_any(t)"], 0);
    assert!(proof.starts_with("e = main.hcl:22:22 port.metrics, t = any"), "{proof}");
    assert!(proof.contains("(T-Unknown-Name)") || proof.contains("   (T-"), "{proof}");
    let proof = printed(&["explain", "--in", TOUR, "diagnostic(diagnostic: d, code: \"no-conversion\")"], 0);
    assert!(proof.contains("(P-No-Conversion)") && proof.contains("`+` takes number, gives number"), "{proof}");
    let records = json(&printed(&["explain", TOUR, "node_type(d, t), is_union(t)", "--format", "json"], 0));
    assert_eq!(records["conclusion"], "d = main.hcl:19:1 spread, t = union(const(true), none)");
    assert_eq!(records["premises"][0]["rule"], "T-Definition");
    assert!(printed(&["explain", "converts(int, string)"], 0).starts_with("int ~> string   (C-Primitive)"));
    assert!(refused(&["explain", TOUR, "call(e, \"absent\")"]).contains("there is no row like"));
    assert!(refused(&["explain", TOUR, "has_tpe(e)"]).contains("there is `has_type`"));
    assert!(refused(&["explain", "has_type(e, t)"]).contains("a relation of programs"));
}

#[test]
fn lints_are_proved_by_the_book() {
    let rule = "wide(e, s, t) :- has_type(e, s), expects(e, s, t), k = converts(s, t, Plain), k != Safe.\n";
    let directory = scratch("wide", &[("wide.dl", rule)]);
    let rules = directory.join("wide.dl");
    let proof = printed(&["query", "--why", "wide(_, _, _)", path(&rules), TOUR], 0);
    assert!(proof.contains("wide.dl:1)") && proof.contains("(T-Name)   examples/tour/main.hcl:23:22"), "{proof}");
    // The answer of the judgment that the rule asks has its proof as well.
    assert!(
        proof.contains("\n└── not object({http=const(8080), metrics=const(9090)}) ~> number   (C-Mismatch"),
        "{proof}"
    );
}

#[test]
fn judgments_of_a_book_that_a_rule_asks_are_proved() {
    let rule = "tainted(e, t) :- has_type(e, t), is_tainted(t).\n\
                clean(e, t) :- has_type(e, t), !is_tainted(t).\n\
                both(e, t) :- tainted(e, t), u = element(t), is_tainted(u), is_tainted(t).\n";
    let directory = scratch("tainted", &[("own.dl", rule)]);
    let rules = directory.join("own.dl");
    let taint = ["--book", "examples/books/taint", "--declare", "examples/books/taint/types.hcl"];
    let why = |row: &str| {
        printed(&[&["query", "--why", row, path(&rules), "examples/books/taint/main.hcl"][..], &taint].concat(), 0)
    };
    assert!(why("tainted(_, _)").contains("\n└── Tainted is tainted   (X-Taint)\n"));
    assert!(why("clean(_, _)").contains("\n└── string is not tainted   (X-Taint-None)\n"));
    // An answer that occurs twice is proved once.
    let both = why("both(_, _)");
    assert!(both.contains("\n└── Tainted is tainted   (X-Taint)   ...\n"), "{both}");
}

#[test]
fn judgments_know_types_of_schemas() {
    let schemas = ["--schemas", "examples/schemas"];
    let why_not = |row: &str| printed(&[&["why-not", row][..], &schemas].concat(), 0);
    assert!(why_not("converts(data:index:Login, string)").starts_with("not data:index:Login ~> string\n"));
    assert!(why_not("traverses(data:index:Database, token)").contains("(V-"));
    assert!(why_not("converts(list(data:index:ColumnType), list(string))").contains("~>"));
    let explained = ["explain", "--not", "convert", "data:index:Login", "map(string)"];
    assert!(printed(&[&explained[..], &schemas].concat(), 0).contains("~> map(string)"));
    let refuse = |row: &str| refused(&[&["why-not", row][..], &schemas].concat());
    assert!(refuse("converts(data:index:Absent, string)").contains("no schema has `data:index:Absent`"));
    assert!(refused(&["why-not", "converts(data:index:Login, string)"]).contains("no schema has"));
}
