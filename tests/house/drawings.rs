//! Drawings: the bars above rules are printed from their clauses, in the notation of relations and builtins.

use std::path::PathBuf;

use typelog_interpreter::signatures;
use typelog_reader::book::{BookFile, files};
use typelog_reader::catalogue::rules;
use typelog_reader::drawing::{drawing, formatted};
use typelog_reader::notation::Notations;

use crate::files::{below, relative, root};

/// The rule files in a folder.
fn in_folder(folder: &str) -> Vec<BookFile> {
    files(&root().join(folder)).expect("the rules can be read")
}

/// The rule files of the built-in book.
fn built_in() -> Vec<BookFile> {
    ["rules/types", "rules/programs"].into_iter().flat_map(in_folder).collect()
}

/// The folders with rule files.
fn folders() -> Vec<PathBuf> {
    let files = ["rules", "examples/books"].into_iter().flat_map(|folder| below(&root().join(folder), ".dl"));
    let mut folders: Vec<PathBuf> = files.filter_map(|file| Some(file.parent()?.to_owned())).collect();
    // Laws conclude nothing, and have no bars.
    folders.retain(|folder| !folder.ends_with("laws"));
    folders.sort();
    folders.dedup();
    folders
}

#[test]
fn the_bars_above_rules_are_printed_from_their_clauses() {
    let (built_in, mut wrong, mut count) = (built_in(), Vec::new(), 0);
    for folder in folders() {
        let own = in_folder(&relative(&folder));
        let notations = Notations::of(built_in.iter().chain(&own));
        for file in own.iter().filter(|file| formatted(file, &notations) != file.text) {
            wrong.push(format!("{}/{}.dl", relative(&folder), file.name));
        }
        count += own.len();
    }
    assert!(count > 100, "only {count} files are found");
    assert!(wrong.is_empty(), "`typelog book fmt DIR` writes the bars of {}", wrong.join(", "));
}

#[test]
fn every_rule_has_a_drawing_with_a_conclusion() {
    let built_in = built_in();
    let notations = Notations::of(&built_in);
    let mut drawn = 0;
    for file in &built_in {
        for rule in rules(&file.text) {
            let drawing = drawing(file, &rule.name, &notations);
            let bar = format!("- ({})\n", rule.name);
            let below = drawing.split_once(&bar).map(|(_, below)| below);
            assert!(below.is_some_and(|below| !below.trim().is_empty()), "{}:\n{drawing}", rule.name);
            drawn += 1;
        }
    }
    assert!(drawn > 400, "only {drawn} rules are found");
}

#[test]
fn words_with_a_notation_exist() {
    let known = |name: &str| {
        let builtins = signatures();
        builtins.builtin(name).is_some()
            || builtins.parts(name).is_some()
            || builtins.constant(name).is_some()
            || name == "Some"
    };
    let files = built_in();
    let builtins: Vec<&str> = files.iter().flat_map(BookFile::builtins).map(|builtin| &builtin.name[..]).collect();
    assert!(builtins.len() > 50, "only {} builtins have a notation", builtins.len());
    let unknown: Vec<&&str> = builtins.iter().filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
