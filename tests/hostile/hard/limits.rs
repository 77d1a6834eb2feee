//! Limits of the commands about types, values and expressions: options raise them, as for programs.

use std::path::Path;

use super::{answer, answers, scratch, text, typelog, write};

/// The output of a command that reads no files, with its exit status and its messages.
fn said(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = typelog(arguments, Path::new(env!("CARGO_TARGET_TMPDIR")));
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The type of an object with as many properties, named by a letter.
fn object(letter: char, count: usize) -> String {
    let properties: Vec<String> = (0..count).map(|at| format!("{letter}{at}=int")).collect();
    format!("object({{{}}})", properties.join(", "))
}

/// Types an expression with a flag and two objects of 600 properties each.
fn typed(name: &str, expression: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let directory = scratch(name);
    let variables = [("flag", "bool".to_owned()), ("a", object('a', 600)), ("b", object('b', 600))];
    let declarations = variables.map(|(name, ty)| format!("variable \"{name}\" {{ type = {ty} }}\n"));
    write(&directory.join("env.hcl"), declarations.concat());
    let output = typelog(&[&["expr", "--declare", "env.hcl"], options, &[expression]].concat(), &directory);
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_expression_may_have_a_deeper_type() {
    let deep = format!("{}1{}", "[".repeat(600), "]".repeat(600));
    let (status, ty, report) = said(&["expr", &deep]);
    assert_eq!((status, &*ty), (Some(1), "any\n"), "{report}");
    assert!(report.contains("[type-too-deep]") && report.contains("`--max-type-depth` raises the limit"), "{report}");
    let (status, ty, report) = said(&["expr", "--max-type-depth", "700", &deep]);
    assert_eq!((status, &*report), (Some(0), ""));
    assert!(ty.starts_with("tuple([tuple(["), "{ty}");
    assert!(answer(&["expr", "--batch"], &deep).starts_with("any\terror@0-"));
    assert_eq!(answer(&["expr", "--batch", "--max-type-depth", "700"], &deep), ty.replace('\n', "\t\n"));
}

#[test]
fn an_expression_may_bring_more_together() {
    let (status, ty, report) = typed("expr-varied", "flag ? a : b", &[]);
    assert_eq!((status, &*ty), (Some(1), "any\n"), "{report}");
    assert!(report.contains("[type-too-varied]"), "{report}");
    let (status, ty, report) = typed("expr-varied", "flag ? a : b", &["--max-alternatives", "1200"]);
    assert_eq!((status, &*report), (Some(0), ""));
    assert!(ty.contains("a599=union(int, none)") && ty.contains("b599=union(int, none)"), "{ty}");
    let (status, _, report) = typed("expr-parts", "flag ? [[1], [2]] : [[true], [true]]", &["--max-type-parts", "3"]);
    assert_eq!(status, Some(1));
    assert!(report.contains("[type-too-varied]"), "{report}");
}

#[test]
fn questions_about_types_may_be_about_larger_ones() {
    let (a, b) = (object('a', 600), object('b', 600));
    assert_eq!(said(&["type", "unify", &a, &b]).1, "any\nany\n");
    let raised = said(&["type", "unify", "--max-alternatives", "1200", &a, &b]).1;
    assert_eq!(raised.matches("a599=union(int, none)").count(), 2, "{raised}");
    assert_eq!(
        said(&["type", "unify", "--max-type-parts", "3", "list(list(int))", "list(list(list(bool)))"]).1,
        "any\nany\n"
    );

    let all = format!("tuple([{a}, {b}])");
    let (status, ty, report) = said(&["type", "traverse", &all, "[[0, 1][0]]"]);
    assert_eq!((status, ty.starts_with("any\nerror: ")), (Some(0), true), "{ty}{report}");
    let raised = said(&["type", "traverse", "--max-alternatives", "1200", &all, "[[0, 1][0]]"]).1;
    assert!(raised.starts_with("object({a0=union(int, none)"), "{raised}");

    let request = format!("unify\t{a}\t{b}");
    assert_eq!(answer(&["type", "batch"], &request), "any\tany\n");
    let raised = answer(&["type", "batch", "--max-alternatives", "1200"], &request);
    assert_eq!(raised.matches("a599=union(int, none)").count(), 2, "{raised}");
}

#[test]
fn types_are_cut_where_the_user_says() {
    let long = object('a', 600);
    let cut = |text: &str| (text.len() < 200 && text.contains("..."), text.len() > 4_000 && text.contains("a599"));
    let bytes: &[&str] = &["--max-type-bytes", "50"];
    let value = format!("{{{}}}", (0..600).map(|at| format!("a{at} = {at}")).collect::<Vec<_>>().join(", "));
    let commands: [&[&str]; 5] = [
        &["expr", &value],
        &["type", "unify", &long, &long],
        &["type", "traverse", &long, ""],
        &["type", "parse", &long],
        &["type", "traverse", &format!("list({long})"), "[*]"],
    ];
    for command in commands {
        let (status, ty, _) = said(command);
        assert_eq!((status, cut(&ty)), (Some(0), (false, true)), "{ty}");
        let (status, ty, _) = said(&[command, bytes].concat());
        assert_eq!((status, cut(&ty)), (Some(0), (true, false)), "{ty}");
    }
    let request = format!("{value}\t{long}");
    for (command, request) in [
        (&["value", "convert", "--batch"][..], &*request),
        (&["type", "parse", "--batch"], &long),
        (&["type", "batch"], &format!("traverse\t{long}\t")),
    ] {
        assert!(answer(command, request).contains("a599=int"), "{command:?}");
        let shown = answer(&[command, bytes].concat(), request);
        assert!(!shown.contains("a599=int") && shown.contains("..."), "{shown}");
    }
}

#[test]
fn known_values_have_a_budget() {
    let directory = scratch("known-values");
    let program = "locals {\n  a = [for x in [1, 2, 3] : [for y in [1, 2, 3] : x * y]]\n  b = \"${local.a[2][2]}0123456789\"\n}\n";
    write(&directory.join("main.tf"), program);
    let checked = |options: &[&str]| {
        let output = typelog(&[&["check", "--format", "json"], options, &["."]].concat(), &directory);
        (output.status.code(), text(&output.stdout).matches("value-too-large").count())
    };
    assert_eq!(checked(&[]), (Some(0), 0));
    assert_eq!(checked(&["--max-known-parts", "8"]), (Some(0), 1));
    assert_eq!(checked(&["--max-known-parts", "18", "--max-known-bytes", "10"]), (Some(0), 1));
    write(&directory.join("typelog.toml"), "[limits]\nmax-known-parts = 8\n");
    assert_eq!(checked(&[]), (Some(0), 1));
    assert_eq!(checked(&["--max-known-parts", "18"]), (Some(0), 0));
}

#[test]
fn expressions_of_a_program_share_a_budget() {
    let directory = scratch("shared-budget");
    let too_large = |value: &str, limit: &[&str], count: usize| {
        let values: Vec<String> = (0..count).map(|at| format!("  a{at} = {value}\n")).collect();
        let program = format!("locals {{\n  x = \"01234\"\n{}}}\n", values.concat());
        write(&directory.join("main.tf"), program);
        let output = typelog(&[&["check", "--format", "json"], limit, &["."]].concat(), &directory);
        text(&output.stdout).matches("value-too-large").count()
    };
    let iterations = |count| too_large("[for x in [1, 2, 3, 4] : x]", &["--max-known-parts", "8"], count);
    assert_eq!([2, 16, 32].map(iterations), [0, 0, 32]);
    let templates = |count| too_large("\"${local.x}0123456789\"", &["--max-known-bytes", "40"], count);
    assert_eq!([2, 64, 128].map(templates), [0, 0, 128]);
}

#[test]
fn expressions_of_a_batch_share_nothing() {
    let command = ["expr", "--batch", "--dialect", "terraform", "--max-known-parts", "8"];
    let line = "[for x in [1, 2, 3, 4] : x][9]\n";
    let alone = answers(&command, line);
    assert!(alone.contains("has no element"), "{alone}");
    assert_eq!(answers(&command, &line.repeat(64)), alone.repeat(64));
}
