//! Prepares the rules for the engine: each rule file is copied with one more premise in every rule, which records what
//! the rule concludes, and from what, when a trace is asked for. Rules that only ask need none: questions are no reasons.
//! The text that people read stays as it is.

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
    let mut clauses = Vec::new();
    let mut texts =
        String::from("/// The files of rules, with their names.\npub const RULE_FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        let text = fs::read_to_string(file).expect("a rule file is text");
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("a rule file has a name");
        let _ = writeln!(texts, "    (\"rules/{name}.rs\", include_str!({:?})),", file.display().to_string());
        let copy = out.join(format!("traced_{name}.rs"));
        fs::write(&copy, trace(&text, name, &mut clauses)).expect("the folder for what is built can be written");
        let _ = writeln!(traced, "pub mod {name} {{\n    include!({:?});\n}}", copy.display().to_string());
    }
    texts.push_str("];\n");
    let clauses = format!(
        "/// The clauses that are recorded, by number.\nconst CLAUSES: &[Clause] = &[\n{}];\n",
        clauses.concat()
    );
    fs::write(out.join("clauses.rs"), clauses).expect("the folder for what is built can be written");
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

/// The text of a rule file with the recording premises, under another name. Lines stay where they are. The clauses that
/// are recorded are added to those of other files.
fn trace(text: &str, name: &str, clauses: &mut Vec<String>) -> String {
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
        match recorded(&without_comments(clause), clauses) {
            Some(recorded) => {
                // What stands before the clause are comments and line breaks.
                out.extend(std::iter::repeat_n('\n', clause.matches('\n').count()));
                out.push_str(&recorded);
            }
            None => out.push_str(clause),
        }
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

/// A rule with the premise that records what it concludes: `if trace(7, || ((s, in_0_1), (t, Hidden)))` for the seventh
/// clause, with the columns of its conclusions and premises. Nothing for tables, relations, and rules that only ask.
fn recorded(clause: &str, clauses: &mut Vec<String>) -> Option<String> {
    let (heads, body) = clause.split_once("<--")?;
    let rule = body.split_once("by(\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(name, _)| name);
    // What has to be computed for a conclusion is computed once.
    let (mut written, mut computed, mut conclusions) = (Vec::new(), String::new(), Vec::new());
    for head in split(heads) {
        let (relation, arguments) = row(head)?;
        let columns = arguments.into_iter().enumerate().map(|(at, argument)| {
            if !argument.contains('(') {
                return argument.to_owned();
            }
            let name = format!("in_{}_{at}", written.len());
            let _ = write!(computed, ", let {name} = {argument}");
            name
        });
        let columns: Vec<String> = columns.collect();
        written.push(format!("{relation}({})", columns.join(", ")));
        if !is_question(relation) {
            conclusions.push((relation, columns));
        }
    }
    if conclusions.is_empty() {
        return None;
    }
    let column = |argument: &str| if argument == "_" { "Hidden".to_owned() } else { argument.to_owned() };
    let premises: Vec<(&str, Vec<String>)> = split(body)
        .into_iter()
        .filter_map(row)
        .filter(|(relation, _)| !is_question(relation))
        .map(|(relation, arguments)| (relation, arguments.into_iter().map(column).collect()))
        .collect();
    let names = |rows: &[(&str, Vec<String>)]| {
        let names = rows.iter().map(|(relation, columns)| format!("({relation:?}, {})", columns.len()));
        names.collect::<Vec<_>>().join(", ")
    };
    let rows = conclusions.iter().chain(&premises);
    let rows: Vec<String> = rows.map(|(_, columns)| format!("({},),", columns.join(", "))).collect();
    let number = clauses.len();
    clauses.push(format!(
        "    Clause {{ rule: {rule:?}, conclusions: &[{}], premises: &[{}] }},\n",
        names(&conclusions),
        names(&premises)
    ));
    Some(format!("{} <-- {}{computed}, if trace({number}, || ({}))", written.join(", "), body.trim(), rows.join(" ")))
}

/// The relation and the columns of an item of a clause; nothing for conditions, generators and refusals.
fn row(item: &str) -> Option<(&str, Vec<&str>)> {
    let (relation, arguments) = item.trim().strip_suffix(')')?.split_once('(')?;
    let is_name = relation.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    is_name.then(|| (relation, split(arguments).into_iter().map(str::trim).collect()))
}

/// Holds for relations of questions, which say nothing about why an answer holds.
fn is_question(relation: &str) -> bool {
    relation.ends_with("_demanded")
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
