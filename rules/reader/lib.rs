//! The reader of rule files at build time. Each rule file is copied with one more premise in every rule, which records the
//! rule's conclusions and premises when a trace is asked for. Rules that only ask need none: questions are no reasons.
//! Tables become arrays. The text that people read stays as it is.

mod record;
mod tables;
mod text;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use record::recorded;
use tables::{Table, arrays, tables, with_arrays};
use text::{code, depth, row, split, without_comments};

/// A fault that ends a build, in one sentence.
type Fault = String;

/// Prepares the rule files of the crate whose build script calls this: `traced.rs` has a module for each, `clauses.rs` the
/// clauses that are recorded, and `rule_files.rs` the texts. A fault is reported by cargo, and ends the build.
pub fn prepare() {
    if let Err(fault) = write_all() {
        println!("cargo::error={fault}");
    }
}

fn write_all() -> Result<(), Fault> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let list = own.join("../../src/types/memory.rs");
    println!("cargo::rerun-if-changed={}", own.display());
    println!("cargo::rerun-if-changed={}", list.display());
    let judgments = judgments(&read(&list)?);
    let files = rule_files(&own)?;
    let mut clauses = Vec::new();
    for file in &files {
        clauses.extend(clauses_of(&file.text, &file.name)?.1);
    }
    let tables = tables(&clauses.into_iter().map(without_comments).collect::<Vec<_>>());
    let folder = own.file_name().unwrap_or_default().to_string_lossy();
    let (mut modules, mut recorded) = (String::new(), Vec::new());
    let mut texts =
        String::from("/// The files of rules, with their names.\npub const RULE_FILES: &[(&str, &str)] = &[\n");
    for RuleFile { path, name, text } in &files {
        let _ = writeln!(texts, "    (\"rules/{folder}/{name}.rs\", include_str!({path:?})),");
        let copy = write(&format!("traced_{name}.rs"), &trace(text, name, &judgments, &tables, &mut recorded)?)?;
        let _ = writeln!(modules, "pub mod {name} {{\n    include!({copy:?});\n}}");
    }
    texts.push_str("];\n");
    write("rule_files.rs", &texts)?;
    write("traced.rs", &modules)?;
    write("tables.rs", &arrays(&tables))?;
    let count = recorded.len();
    let all = recorded.concat();
    let clauses = format!("/// The clauses that are recorded.\npub static CLAUSES: [Clause; {count}] = [\n{all}];\n");
    write("clauses.rs", &clauses)?;
    Ok(())
}

/// A variable that cargo sets for build scripts.
fn variable(name: &str) -> Result<String, Fault> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

fn read(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file into the folder for what is built, and answers its path.
fn write(name: &str, text: &str) -> Result<String, Fault> {
    let path = PathBuf::from(variable("OUT_DIR")?).join(name);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path.display().to_string())
}

/// The judgments that rules may ask other families for, with the number of the columns of their rows: from the list in
/// `src/types/memory.rs`, where a line is `Converts converts(s: Ty, t: Ty, m: Mode) -> Conversion;`.
fn judgments(list: &str) -> BTreeMap<String, usize> {
    let columns = |line: &str| {
        let (question, answer) = line.trim().strip_suffix(';')?.split_once(" -> ")?;
        let (name, arguments) = row(question.split_once(' ')?.1)?;
        let answer = answer.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(answer);
        Some((name.to_owned(), arguments.len() + split(answer).len()))
    };
    list.lines().filter_map(columns).collect()
}

/// A file that holds rules.
struct RuleFile {
    path: String,
    name: String,
    text: String,
}

/// The files of a folder that hold rules, in the order of their names.
fn rule_files(folder: &Path) -> Result<Vec<RuleFile>, Fault> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".rs"));
        let Some(name) = name.map(str::to_owned) else { continue };
        let text = read(&path)?;
        if text.contains("ascent_source!") {
            files.push(RuleFile { path: path.display().to_string(), name, text });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Where the rules of a file begin, and its clauses: declarations, rows of tables, rules, each with the comments before it.
fn clauses_of<'a>(text: &'a str, name: &str) -> Result<(usize, Vec<&'a str>), Fault> {
    const BEGIN: &str = "ascent::ascent_source! {";
    let start = text.find(BEGIN).ok_or_else(|| format!("{name}.rs has no `{BEGIN}`"))? + BEGIN.len();
    let end = text.rfind('}').ok_or_else(|| format!("{name}.rs has no closing brace"))?;
    let header = text[start..end].find(&format!("\n    {name}:"));
    let header = header.ok_or_else(|| format!("the rules of {name}.rs are not called `{name}`"))? + start;
    let body = header + "\n    ".len() + name.len() + 1;
    let (mut clauses, mut clause_start) = (Vec::new(), body);
    for (at, _) in code(text, body, end).filter(|&(_, byte)| byte == b';') {
        // A semicolon inside of brackets ends no clause.
        let clause = &text[clause_start..at];
        if depth(clause) == 0 {
            clauses.push(clause);
            clause_start = at + 1;
        }
    }
    Ok((body, clauses))
}

/// The text of a rule file with the recording premises, without its tables, under another name. Lines stay where they are.
/// The clauses that are recorded are added to those of other files.
fn trace(
    text: &str,
    name: &str,
    judgments: &BTreeMap<String, usize>,
    tables: &BTreeMap<String, Table>,
    clauses: &mut Vec<String>,
) -> Result<String, Fault> {
    let (body, all) = clauses_of(text, name)?;
    // Inner documentation has no place in a file that is included.
    let mut out: String = text[..body - name.len() - 1].replace("//!", "//");
    let _ = write!(out, "traced_{name}:");
    for clause in all {
        // What stands before the clause are comments and line breaks.
        let plain = without_comments(clause);
        let plain = plain.trim();
        let relation = row(plain.rsplit("relation ").next().unwrap_or(plain)).map(|found| found.0);
        let is_declared = plain.contains("relation ");
        if is_declared && relation.is_some_and(|relation| !tables.contains_key(relation)) {
            out.push_str(clause);
            out.push(';');
            continue;
        }
        out.extend(std::iter::repeat_n('\n', clause.matches('\n').count()));
        let heads = plain.split_once("<--").map_or(plain, |parts| parts.0);
        if is_declared || split(heads).into_iter().filter_map(row).all(|(head, _)| tables.contains_key(head)) {
            continue;
        }
        let compiled = plain.split_once("<--").map_or(String::new(), |(_, body)| with_arrays(body, tables));
        match recorded(plain, &compiled, judgments, clauses) {
            Some(recorded) => out.push_str(&recorded),
            None if compiled.is_empty() => out.push_str(plain),
            None => {
                let _ = write!(out, "{} <-- {compiled}", heads.trim());
            }
        }
        out.push(';');
    }
    out.push('}');
    Ok(out)
}
