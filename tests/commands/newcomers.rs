//! The first commands of a newcomer, and what they say.

use std::path::Path;
use std::process::{Command, Output};

use crate::command::{path, printed, refused, scratch, text, typelog};

/// Runs the command in a directory.
fn typelog_in(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_typelog")).current_dir(directory).args(arguments).output().expect("typelog runs")
}

#[test]
fn a_program_in_place_of_the_command_is_recognised() {
    let directory = scratch("newcomer-program", &[("main.hcl", "a = 1\n")]);
    let program = path(&directory);
    assert!(refused(&[program]).contains(&format!("`typelog check {program}` reports its problems")));
    assert!(refused(&["main.hcl"]).contains("`typelog check main.hcl`"));
    // Other words are commands that are misspelt.
    assert!(refused(&["chekc"]).contains("check"));
    assert!(refused(&["diff", program]).contains(&format!("give a second program: `typelog diff {program} OTHER`")));
}

#[test]
fn the_directory_is_checked_where_no_program_is_named() {
    let directory = scratch("newcomer-here", &[("README.md", "# a\n"), ("below/main.hcl", "a = b\n")]);
    let output = typelog_in(&directory, &["check"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`.hcl`") && said.contains("`--recursive`"), "{said}");
    let output = typelog_in(&directory, &["check", "-r", "-f", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("unknown-variable"));
    let output = typelog_in(&directory, &["check", "README.md"]);
    assert!(text(&output.stderr).contains("a document in Markdown, and no program"));
}

#[test]
fn a_module_has_the_same_problems_however_its_directory_is_named() {
    let module = "variable \"s\" {\n  sensitive = true\n}\noutput \"o\" {\n  value = var.s\n}\n";
    let root = "module \"a\" {\n  source = \"./modules/a\"\n  s      = \"x\"\n}\n";
    let files = [(".git/HEAD", ""), ("main.tf", root), ("modules/a/main.tf", module), ("modules/b/main.tf", module)];
    let directory = scratch("newcomer-names", &files);
    // An output of the called module need not be declared sensitive.
    for (called, here) in [("a", 0), ("b", 1)] {
        let named = [format!("modules/{called}"), format!("./modules/../modules/{called}")];
        for name in &named {
            assert_eq!(typelog_in(&directory, &["check", name]).status.code(), Some(here), "{name}");
        }
        let module = directory.join("modules").join(called);
        for name in [".", &format!("../{called}"), "main.tf"] {
            assert_eq!(typelog_in(&module, &["check", name]).status.code(), Some(here), "{name} in {called}");
        }
    }
}

#[test]
fn a_program_alone_has_its_values_listed() {
    let directory = scratch("newcomer-values", &[("main.hcl", "port = 80\nname = \"a\"\n")]);
    let program = directory.join("main.hcl");
    assert_eq!(printed(&["explain", path(&program)], 0), "port: const(80)\nname: string\n");
    assert!(text(&typelog(&["explain", path(&program)]).stderr).contains("NAME` explains one of these values"));
}

#[test]
fn a_judgment_is_asked_by_its_name_or_as_it_is_drawn() {
    for (drawn, named) in [
        ("int ~> string", "converts(int, string, Plain, Safe)"),
        ("int ~?> string", "converts(int, string, Plain, Unsafe)"),
        ("not int ~> string", "converts(int, string, Plain, No)"),
        ("list(int) ~> set(bool)", "converts(list(int), set(bool), Plain, Safe)"),
        ("object({\"a ~> b\"=int}) <: any", "is_assignable(object({\"a ~> b\"=int}), any, Plain, true)"),
        ("int \\/ bool = _", "unifies(int, bool, _, Safe)"),
        ("object({a=int}).b = string", "traverses(object({a=int}), b, string, Found)"),
        ("lift(output, int) = output(int)", "lifts(Output, int, output(int))"),
    ] {
        let of = |judgment| typelog(&["why-not", judgment]);
        let (drawn, named) = (of(drawn), of(named));
        assert_eq!((text(&drawn.stdout), text(&drawn.stderr)), (text(&named.stdout), text(&named.stderr)));
        assert_eq!(drawn.status, named.status);
        assert!(!drawn.stdout.is_empty(), "{}", text(&drawn.stderr));
    }
    assert!(printed(&["why-not", "lift(output, int) = output(int)"], 0).starts_with("lift(output, int) = output(int)"));
    assert!(printed(&["explain", "int ~> string"], 0).starts_with("int ~> string"));
    assert!(refused(&["why-not", "list(int) ~> strin"]).contains("unknown type `strin`"));
    assert!(refused(&["why-not", "int -> string"]).contains("`converts(list(int), bool)` or `list(int) ~> bool`"));
}

#[test]
fn what_is_wrong_with_a_judgment_is_said_in_its_own_words() {
    let form = "does not have the columns of `converts(type, type, mode -> conversion)`";
    assert!(refused(&["explain", "converts(int)"]).contains(form));
    assert!(refused(&["why-not", "converts(int, string, Plain, Safe, 1)"]).contains(form));
    let said = refused(&["why-not", "converts(int, string, sure)"]);
    assert!(
        said.contains("`sure` is not a value of the type conversion: it is one of `no`, `safe`, `unsafe`"),
        "{said}"
    );
}

#[test]
fn a_place_beyond_the_text_is_refused_with_the_extent_of_the_text() {
    let directory = scratch("newcomer-beyond", &[("main.hcl", "port = 80\nname = \"é\"\n"), ("one.hcl", "a = 1")]);
    let at = |name: &str, place: &str| refused(&["explain", &format!("{}:{place}", path(&directory.join(name)))]);
    assert!(at("main.hcl", "99:1").contains("there is nothing at 99:1: main.hcl has 2 lines"));
    assert!(at("main.hcl", "2:99").contains("there is nothing at 2:99: line 2 of main.hcl has 10 columns"));
    assert!(at("one.hcl", "2:1").contains("one.hcl has 1 line\n"));
}

#[test]
fn nothing_to_print_is_said() {
    let files = [("main.hcl", "a = 1\n"), ("empty.dl", "// nothing\n"), ("main.tf", "locals { a = 1 }\n")];
    let directory = scratch("newcomer-nothing", &files);
    let [program, rules, module] = ["main.hcl", "empty.dl", "main.tf"].map(|name| directory.join(name));
    let output = typelog(&["query", path(&rules), path(&program)]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
    assert!(text(&output.stderr).contains("empty.dl: the rules conclude no relation of their own"));
    let output = typelog(&["interface", path(&module)]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
    assert!(text(&output.stderr).contains("main.tf: the module has neither inputs nor outputs"));
    let said = refused(&["query", path(&program), path(&rules)]);
    assert!(
        said.contains(&format!("the rules come first: typelog query {} {}", path(&rules), path(&program))),
        "{said}"
    );
}

#[test]
fn bytes_that_are_no_text_have_one_report() {
    let directory = scratch("newcomer-bytes", &[]);
    for bytes in [&b"a = 1 \xff\n"[..], b"a\xff = 1\n", b"a = \xff\n", b"\xff\n", b"a = {\n b\xff = 1 }\n"] {
        std::fs::write(directory.join("main.hcl"), bytes).expect("a file");
        let codes = text(&typelog(&["check", "-f", "jsonl", path(&directory.join("main.hcl"))]).stdout);
        assert_eq!(codes.matches("\"code\":").count(), 1, "{bytes:?}: {codes}");
        assert!(codes.contains("\"code\":\"invalid-utf8\""), "{codes}");
    }
    // A mistake on another line is one of its own.
    std::fs::write(directory.join("main.hcl"), b"a = \"\xff\"\nb = \n").expect("a file");
    let codes = text(&typelog(&["check", "-f", "jsonl", path(&directory.join("main.hcl"))]).stdout);
    assert!(codes.contains("syntax-error") && codes.contains("invalid-utf8"), "{codes}");
}

#[test]
fn problems_are_numbered_alike_for_one_program_and_for_several() {
    let module = "resource \"aws_instance\" \"a\" {}\noutput \"x\" {\n  value = local.y\n}\n";
    let directory = scratch("newcomer-numbers", &[("m/main.tf", module)]);
    let program = directory.join("m");
    let first = printed(&["explain", path(&program), "--diagnostic", "1"], 0);
    assert!(first.contains("local.y"), "{first}");
    assert!(printed(&["explain", path(&program), "--diagnostic", "2"], 0).contains("unknown-provider"));
    let page = printed(&["check", "-r", path(&directory)], 1);
    assert!(page.find("unknown-variable") < page.find("unknown-provider"), "{page}");
}

#[test]
fn a_code_that_nothing_reports_is_told() {
    let directory = scratch("newcomer-codes", &[("main.hcl", "a = absent\n"), ("typelog.toml", "")]);
    let program = directory.join("main.hcl");
    let told = |arguments: &[&str]| text(&typelog(&[&["check", path(&program)], arguments].concat()).stderr);
    for option in ["--select", "--ignore"] {
        assert!(
            told(&[option, "nope"]).contains("`nope` is no code of typelog, of the given rules, or of the given book")
        );
        assert_eq!(told(&[option, "unknown-variable"]), "");
        assert_eq!(told(&[option, "any-enters", "--rules", "examples/rules/any.dl"]), "");
        assert!(told(&[option, "any-enters"]).contains("`any-enters` is no code"));
    }
}

#[test]
fn directories_that_options_name_are_there() {
    let directory = scratch("newcomer-directories", &[("main.tf", "locals { a = 1 }\n")]);
    let [program, lost] = [path(&directory), path(&directory.join("lost"))].map(str::to_owned);
    for option in ["--modules", "--root"] {
        assert!(refused(&["check", &program, option, &lost]).contains("lost: there is no such directory"), "{option}");
        assert_eq!(printed(&["check", &program, option, &program], 0), "");
    }
}

#[test]
fn the_program_here_is_meant_where_none_is_named() {
    let directory = scratch("newcomer-program-here", &[("main.tf", "output \"o\" {\n  value = local.y\n}\n")]);
    let shown = |arguments: &[&str]| text(&typelog_in(&directory, arguments).stdout);
    assert!(shown(&["explain", "--node", "output.o"]).starts_with("output.o : any"));
    assert!(shown(&["explain", "--diagnostic", "1"]).starts_with("local.y is unresolved"));
    assert_eq!(shown(&["interface"]), "output o: any\n");
    assert!(shown(&["graph"]).contains("output.o"));
}

#[test]
fn what_is_asked_of_the_wrong_command_is_answered() {
    let proof = printed(&["explain", "convert", "int", "list(int)"], 0);
    assert!(proof.starts_with("int does not convert to list(int)\n"), "{proof}");
    assert_eq!(proof, printed(&["explain", "--not", "convert", "int", "list(int)"], 0));
    let said = refused(&["why-not", "examples/tour/main.hcl:17:10"]);
    assert!(said.contains("`typelog explain examples/tour/main.hcl:17:10`"), "{said}");
}

#[test]
fn the_code_of_a_book_has_a_page() {
    let rules = "/// Holds if the condition `at` is a literal.\n@problem relation fixed_condition(at: ExprId).\n\
                 fixed_condition(x) :- is_part(x, _, Role::Condition), is_literal(x, _), by(\"P-Fixed\").\n";
    let files = [("programs/engines.txt", "ProblemEngine: + fixed\n"), ("programs/fixed.dl", rules)];
    let book = scratch("newcomer-book", &files);
    let page = printed(&["explain", "fixed-condition", "--book", path(&book)], 0);
    assert!(page.starts_with("# fixed-condition\n") && page.contains("the condition `at` is a literal"), "{page}");
    assert!(refused(&["explain", "fixed-condition"]).contains("there is no diagnostic `fixed-condition`"));
}

#[test]
fn problems_of_several_programs_are_counted() {
    let files = [("a/main.hcl", "a = b\nc = d\n"), ("b/main.hcl", "a = 1\n"), ("c/main.hcl", "a = b\n")];
    let directory = scratch("newcomer-total", &files);
    let page = printed(&["check", "-r", path(&directory)], 1);
    assert!(page.ends_with("\n1 error\n3 programs, 2 of them with problems: 3 errors\n"), "{page}");
    let alone = printed(&["check", path(&directory.join("a"))], 1);
    assert!(alone.ends_with("\n2 errors\n"), "{alone}");
    assert_eq!(printed(&["check", "-r", path(&directory.join("b"))], 0), "");
}

/// The schema of a resource with a block in a block.
const NESTED: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/x": {"resource_schemas": {
"x_group": {"block": {"block_types": {"ingress": {"nesting_mode": "list", "block": {"block_types": {"rule": {"nesting_mode": "list",
"block": {"attributes": {"n": {"type": "number", "required": true}}}}}}}}}}}}}}"#;

#[test]
fn a_block_inside_of_another_one_is_named_in_proofs() {
    let module =
        "resource \"x_group\" \"a\" {\n  ingress {\n    rule {\n      n = \"abc\"\n    }\n    prot = 1\n  }\n}\n";
    let directory = scratch("newcomer-nested", &[("m/main.tf", module), ("schemas/x.json", NESTED)]);
    let [program, schemas] = ["m", "schemas"].map(|name| directory.join(name));
    let proof = |number| printed(&["explain", path(&program), "--schemas", path(&schemas), "--diagnostic", number], 0);
    let inner = proof("1");
    assert!(inner.contains("\"abc\" is given to rule in x_group.a as n"), "{inner}");
    assert!(inner.contains("rule in x_group.a takes the inputs of rule in x_group.a"), "{inner}");
    let outer = proof("2");
    assert!(outer.starts_with("ingress in x_group.a has no input prot"), "{outer}");
}
