//! Names and texts with control characters for terminals, logs or pictures: every output escapes them.

use std::fs;

use super::{scratch, text, typelog, write};

/// An escape sequence, a bidirectional override, and a two-byte control character.
const HOSTILE: &str = "\u{1b}[31mX\u{202e}\u{9b}";

/// The first unescaped control character of an output.
fn controls(output: &[u8]) -> Option<char> {
    let is_bad = |&found: &char| {
        found.is_control() && !matches!(found, '\n' | '\t')
            || matches!(found, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text(output).chars().find(is_bad)
}

#[test]
fn names_do_not_control_what_shows_them() {
    let directory = scratch("terminals");
    let program = format!(
        "a = {{\"k\\n{HOSTILE}\" = 1}}\nb = a[\"zz\\n{HOSTILE}\"]\nc = \"{HOSTILE}\"\nd = missing # {HOSTILE}\n\
         blk \"x\\n{HOSTILE}\" {{\n  q = 1\n}}\n"
    );
    write(&directory.join("p/main.hcl"), program);
    let blocks = format!(
        "resource \"r\\n{HOSTILE}\" \"pkg:index:R\\n{HOSTILE}\" {{}}\noutput \"o\\n{HOSTILE}\" {{\n  value = 1\n}}\n\
         config \"c\\n{HOSTILE}\" string {{}}\n"
    );
    write(&directory.join("blocks.pp"), blocks);
    write(&directory.join(format!("d\n{HOSTILE}/m\n{HOSTILE}.hcl")), "a = missing\n");
    write(
        &directory.join("lint.dl"),
        "# id: bad-name\n# message: bad {name}\n# at: d\nbad(d, name) :- definition(definition: d, name: name).\n",
    );
    let commands = [
        "check p",
        "check blocks.pp",
        "check --recursive .",
        "check --format github p",
        "check --format github blocks.pp",
        "check --format github --recursive .",
        "check --format jsonl p",
        "check --format sarif p",
        "types p",
        "types blocks.pp",
        "types --all p",
        "graph p",
        "graph blocks.pp",
        "graph --format dot blocks.pp",
        "graph --format mermaid blocks.pp",
        "graph --format svg blocks.pp",
        "diff p blocks.pp",
        "diff blocks.pp p",
        "interface blocks.pp",
        "facts p",
        "facts --relation definition p",
        "facts --relation type p",
        "syntax --tree p",
        "explain p/main.hcl:2:1",
        "query lint.dl p",
        "check --rules lint.dl p",
    ];
    for line in commands {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = typelog(&arguments, &directory);
        for stream in [&output.stdout, &output.stderr] {
            assert_eq!(controls(stream), None, "{line}: {}", text(stream));
        }
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{line}");
    }
    // A name with a newline stays on one line.
    for line in ["types blocks.pp", "graph blocks.pp", "check --format github blocks.pp"] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let shown = text(&typelog(&arguments, &directory).stdout);
        assert!(shown.lines().count() <= 3 && !shown.contains("\n["), "{line}: {shown}");
    }
}

#[test]
fn colours_are_only_those_of_the_page() {
    let directory = scratch("colours");
    write(&directory.join("main.hcl"), format!("a = {{}}[\"\u{1b}[44m{HOSTILE}\"]\nb = missing # \u{1b}[44m\n"));
    let output = typelog(&["check", "--color", "always", "main.hcl"], &directory);
    let page = text(&output.stdout);
    assert!(page.contains("\u{1b}[38;5;161m") && !page.contains("\u{1b}[44m"), "{page}");
}

#[test]
fn pictures_and_references_stay_well_formed() {
    let directory = scratch("pictures");
    let program = "output \"o\u{1}<&\u{ffff}\u{1b}\" {\n  value = missing\n}\n";
    write(&directory.join("a b%#?\u{e9}\"/x y.pp"), program);
    let picture = text(&typelog(&["graph", "--format", "svg", "a b%#?\u{e9}\"/x y.pp"], &directory).stdout);
    assert!(!picture.contains('\u{ffff}') && !picture.contains('\u{1}') && picture.contains("&lt;&amp;"), "{picture}");
    let log = typelog(&["check", "--format", "sarif", "a b%#?\u{e9}\"/x y.pp"], &directory);
    let log: serde_json::Value = serde_json::from_slice(&log.stdout).expect("JSON");
    let uri = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "a%20b%25%23%3F%C3%A9%22/x%20y.pp");
}

#[test]
fn databases_take_names_that_differ_in_case_only() {
    let directory = scratch("database");
    write(&directory.join("main.hcl"), "a = 1\n");
    let wide: Vec<String> = (0..70).map(|_| "e".to_owned()).collect();
    let rules = format!(
        "found(1).\nFOUND_BY(2).\nfound_by(3).\nsqlite_master(1).\nTYPE_shown(1).\nfound_shown(1).\n\
         wide({}) :- expression(expression: e).\n",
        wide.join(", ")
    );
    let rules = rules.replace("FOUND_BY", "found_By").replace("TYPE", "tYPE");
    write(&directory.join("rules.dl"), rules);
    let output = typelog(&["query", "--out", "out", "--format", "sqlite", "rules.dl", "main.hcl"], &directory);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(fs::metadata(directory.join("out/facts.sqlite")).expect("a database").len() > 0);
}
