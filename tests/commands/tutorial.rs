//! The tutorial of custom books in `rules/README.md`, followed step by step.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{scratch, text};

/// A fenced block: its language and its lines, without their common indentation.
struct Block {
    language: String,
    lines: Vec<String>,
}

/// The fenced blocks of a section of the document.
fn blocks(section: &str) -> Vec<Block> {
    let document =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/README.md")).expect("a document");
    let start = document.find(section).expect("a section");
    let rest = &document[start + section.len()..];
    let own = &rest[..rest.find("\n#").unwrap_or(rest.len())];
    let (mut found, mut open): (Vec<Block>, Option<(usize, Block)>) = (Vec::new(), None);
    for line in own.lines() {
        let indent = line.len() - line.trim_start().len();
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((indent, Block { language: language.to_owned(), lines: Vec::new() })),
            (Some(_), Some(_)) => found.extend(open.take().map(|(_, block)| block)),
            (None, Some((margin, block))) => block.lines.push(line.get(*margin..).unwrap_or("").to_owned()),
            (None, None) => {}
        }
    }
    found
}

/// Splits a command line at spaces outside of quotes.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn the_steps_print_what_they_promise() {
    let folder = scratch("tutorial", &[]);
    let blocks = blocks("## Custom books");
    let of = |language: &str| blocks.iter().filter(|block| block.language == language).collect::<Vec<_>>();
    let [from, to] = &of("text")[..] else { panic!("the edit has two versions") };
    let [program, declarations] = &of("hcl")[..] else { panic!("there is a program with declarations") };
    fs::write(folder.join("main.hcl"), program.lines.join("\n") + "\n").expect("a file");
    fs::write(folder.join("types.hcl"), declarations.lines.join("\n") + "\n").expect("a file");
    let mut commands = 0;
    for block in of("console") {
        for part in block.lines.chunk_by(|_, next| !next.starts_with("$ ")) {
            let line = part[0].strip_prefix("$ typelog ").expect("a command");
            let expected: String = part[1..].iter().flat_map(|line| [&line[..], "\n"]).collect();
            let output = Command::new(env!("CARGO_BIN_EXE_typelog")).current_dir(&folder).args(words(line)).output();
            let output = output.expect("typelog runs");
            let found = text(&output.stdout);
            let fails = expected.starts_with("FAILED");
            assert_eq!(output.status.code(), Some(i32::from(fails)), "{line}: {found}{}", text(&output.stderr));
            if fails {
                assert!(found.starts_with(expected.trim_end()), "{line}: {found}");
            } else {
                assert_eq!(found.trim_end(), expected.trim_end(), "{line}");
            }
            commands += 1;
            if line.starts_with("book export") {
                let file = folder.join("my-book/types/unification_members.dl");
                let rules = fs::read_to_string(&file).expect("a file");
                assert!(rules.contains(&from.lines.join("\n")), "the row that the tutorial edits");
                fs::write(&file, rules.replace(&from.lines.join("\n"), &to.lines.join("\n"))).expect("a file");
            }
        }
    }
    assert!(commands >= 7, "all steps have been followed");
}
