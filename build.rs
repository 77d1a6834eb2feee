//! Prepares the rules for the engine: each rule file is copied with one more premise in every rule, which records what
//! the rule concludes, and from what, when a trace is asked for. The text that people read stays as it is.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let rules = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder")).join("rules");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo names a folder for what is built"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=rules");
    let mut files = rule_files(&rules);
    files.sort();
    let mut traced = String::new();
    let mut texts =
        String::from("/// The files of rules, with their names.\npub const RULE_FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        let text = fs::read_to_string(file).expect("a rule file is text");
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("a rule file has a name");
        let _ = writeln!(texts, "    (\"rules/{name}.rs\", include_str!({:?})),", file.display().to_string());
        let copy = out.join(format!("traced_{name}.rs"));
        fs::write(&copy, trace(&text, name)).expect("the folder for what is built can be written");
        let _ = writeln!(traced, "pub mod {name} {{\n    include!({:?});\n}}", copy.display().to_string());
    }
    texts.push_str("];\n");
    fs::write(out.join("traced.rs"), traced).expect("the folder for what is built can be written");
    fs::write(out.join("rule_files.rs"), texts).expect("the folder for what is built can be written");
}

/// The files that hold rules.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("there is a folder of rules");
    let paths = entries.map(|entry| entry.expect("the folder of rules can be read").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("ascent_source!")))
        .collect()
}

/// The text of a rule file with the recording premises, under another name. Lines stay where they are.
fn trace(text: &str, name: &str) -> String {
    let start =
        text.find("ascent::ascent_source! {").expect("a rule file holds rules") + "ascent::ascent_source! {".len();
    let end = text.rfind('}').expect("a rule file ends");
    let header = text[start..end].find(&format!("\n    {name}:")).expect("a rule file is named like its rules") + start;
    let body = header + "\n    ".len() + name.len() + 1;
    // Inner documentation has no place in a file that is included.
    let mut out: String = text[..start].replace("//!", "//");
    out.push_str(&text[start..header]);
    let _ = write!(out, "\n    traced_{name}:");
    let mut clause_start = body;
    for (at, _) in code(text, body, end).filter(|&(_, byte)| byte == b';').collect::<Vec<_>>() {
        // A semicolon inside of brackets ends no clause.
        let clause = &text[clause_start..at];
        if depth(clause) != 0 {
            continue;
        }
        out.push_str(clause);
        out.push_str(&premise(&without_comments(clause)));
        out.push(';');
        clause_start = at + 1;
    }
    out.push_str(&text[clause_start..]);
    out
}

/// The bytes of a text that are no comment and no string, with their positions.
fn code(text: &str, from: usize, to: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = text.as_bytes();
    let mut at = from;
    std::iter::from_fn(move || {
        while at < to {
            let here = at;
            if bytes[here..to].starts_with(b"//") {
                at = text[here..to].find('\n').map_or(to, |length| here + length);
            } else if bytes[here] == b'"' {
                at = text[here + 1..to].find('"').map_or(to, |length| here + length + 2);
            } else {
                at += 1;
                return Some((here, bytes[here]));
            }
        }
        None
    })
}

fn depth(text: &str) -> i32 {
    code(text, 0, text.len()).fold(0, |depth, (_, byte)| match byte {
        b'(' | b'[' | b'{' => depth + 1,
        b')' | b']' | b'}' => depth - 1,
        _ => depth,
    })
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.find("//").map_or(line, |at| &line[..at]).trim()).collect::<Vec<_>>().join(" ")
}

/// The premise that records what a rule concludes; nothing for tables and relations.
fn premise(clause: &str) -> String {
    let Some((heads, body)) = clause.split_once("<--") else { return String::new() };
    let rule = body.split_once("by(\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(name, _)| name);
    let rows = |method: &str, items: &str| {
        split(items).into_iter().filter_map(|item| row(method, item)).collect::<String>()
    };
    let (conclusions, premises) = (rows("conclude", heads), rows("from", body));
    format!(", if trace(\"{rule}\", |firing| {{ {conclusions}{premises} }})")
}

/// The code that records a row of a clause; nothing for conditions, generators and refusals.
fn row(method: &str, item: &str) -> Option<String> {
    let item = item.trim();
    let (relation, arguments) = item.strip_suffix(')')?.split_once('(')?;
    if !relation.chars().all(|character| character.is_ascii_alphanumeric() || character == '_') {
        return None;
    }
    let cells: String = split(arguments)
        .into_iter()
        .map(|argument| match argument.trim() {
            "_" => "Hidden, ".to_owned(),
            argument => format!("{argument}, "),
        })
        .collect();
    Some(format!("firing.{method}(\"{relation}\", &({cells})); "))
}

/// The parts of a text between the commas that stand in no bracket.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, byte) in code(text, 0, text.len()) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}
