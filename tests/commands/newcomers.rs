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
fn a_program_alone_has_its_values_listed() {
    let directory = scratch("newcomer-values", &[("main.hcl", "port = 80\nname = \"a\"\n")]);
    let program = directory.join("main.hcl");
    assert_eq!(printed(&["explain", path(&program)], 0), "port: const(80)\nname: string\n");
    assert!(text(&typelog(&["explain", path(&program)]).stderr).contains("NAME` explains one of these values"));
}
