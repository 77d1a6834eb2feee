//! The terminal: completion by a shell, and colours.

use std::path::Path;
use std::process::Command;

use crate::command::{path, printed, scratch, text, typelog};

/// Returns the offers of a shell for the last of some words.
fn offered(directory: &Path, words: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(directory).env("TYPELOG_COMPLETE", "fish").args(["--", "typelog"]).args(words);
    let output = command.output().expect("typelog runs");
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
    // Help follows a tab.
    text(&output.stdout).lines().filter_map(|line| Some(line.split('\t').next()?.to_owned())).collect()
}

#[test]
fn shells_complete_what_typelog_knows() {
    let directory = scratch("shells", &[("unknown.hcl", "a = 1\n"), ("specific/rules.dl", "")]);
    let offered = |words: &[&str]| offered(&directory, words);
    assert_eq!(offered(&["why"]), ["why-not"]);
    assert_eq!(offered(&["rules", "T-Config-S"]), ["T-Config-Secret"]);
    assert_eq!(offered(&["check", "--ignore", "unknown-vari"]), ["unknown-variable"]);
    assert_eq!(offered(&["check", "--select", "no-conversion,unknown-vari"]), ["no-conversion,unknown-variable"]);
    assert_eq!(offered(&["facts", "--relation", "has_ty"]), ["has_type"]);
    assert_eq!(offered(&["types", "--book", "spec"]), ["specification", "specific/"]);
    assert_eq!(offered(&["explain", "unknown-vari"]), ["unknown-variable"]);
    assert!(offered(&["explain", "unknown"]).contains(&"unknown.hcl".to_owned()));
    assert_eq!(offered(&["help", "rules"]), ["rules", "rules-language"]);
    assert_eq!(offered(&["help", "type", "unif"]), ["unify"]);
}

#[test]
fn each_shell_has_a_script_that_asks() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(printed(&["completions", shell], 0).contains("TYPELOG_COMPLETE"), "{shell}");
    }
}

/// A text without the escapes for colours.
fn uncoloured(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('m').expect("an escape").1)
}

#[test]
fn colours_change_nothing_else() {
    let hostile = scratch("hostile-colours", &[("main.hcl", "a = \"\u{1b}[44m\"\n\"\u{1b}[45m\" = missing\n")]);
    let hostile = path(&hostile).to_owned();
    let commands: [&[&str]; 7] = [
        &["check", "examples/tour"],
        &["check", "examples/conversions", "--declare", "examples/conversions/service.declare"],
        &["types", "examples/tour"],
        &["types", "--all", "examples/tour"],
        &["types", "--all", &hostile],
        &["explain", "examples/tour/main.hcl", "--diagnostic", "2"],
        &["explain", "examples/tour/main.hcl", "--node", "budget"],
    ];
    for command in commands {
        let [plain, coloured] = ["never", "always"].map(|when| {
            let output = typelog(&[command, &["--color", when]].concat());
            text(&output.stdout) + &text(&output.stderr)
        });
        assert!(coloured.contains("\x1b[38;5;") && !plain.contains('\x1b'), "{command:?}: {coloured}");
        assert!(!coloured.contains("\x1b[44m") && !coloured.contains("\x1b[45m"), "{command:?}: {coloured}");
        assert_eq!(uncoloured(&coloured), plain, "{command:?}");
    }
}
