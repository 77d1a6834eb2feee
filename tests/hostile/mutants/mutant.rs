//! Mutants of modules: their texts, what Terraform says about them, and what the command says.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::path::PathBuf;

use serde_json::Value;

use crate::{command, files};

/// A mutant of a module, or a module itself.
pub struct Mutant {
    /// The module, and the number of the mutant.
    name: String,
    /// What is changed.
    change: String,
    /// The texts of its files, by path.
    texts: BTreeMap<String, String>,
    /// The errors that Terraform's `validate` reports: file, line and summary.
    pub errors: Vec<(String, u64, String)>,
    /// Holds if `validate` is silent, and a plan fails.
    pub plan_fails: bool,
}

/// The errors that the command reports for a mutant.
pub struct Checked {
    name: String,
    pub errors: Vec<Error>,
}

/// An error, with its code and place.
pub struct Error {
    pub code: String,
    file: String,
    line: u64,
    message: String,
}

impl Mutant {
    /// Holds if Terraform's `validate` accepts it.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// Holds if an error is at the line of a recorded one. An error that is recorded without a line is at no certain place.
    pub fn has_line_of(&self, checked: &Checked) -> bool {
        let is_at = |found: &Error, file: &str, line: u64| line == 0 || found.file == file && found.line == line;
        checked.errors.iter().any(|found| self.errors.iter().any(|(file, line, _)| is_at(found, file, *line)))
    }
}

impl Display for Mutant {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.name, self.change)
    }
}

impl Checked {
    /// A line for each error.
    pub fn lines(&self) -> Vec<String> {
        let line =
            |Error { code, file, line, message }: &Error| format!("{}/{file}:{line} {code}: {message}", self.name);
        self.errors.iter().map(line).collect()
    }
}

/// The modules themselves: those with a provider, or those without.
pub fn originals(is_provided: bool) -> Vec<Mutant> {
    let original = |module: &str| Mutant {
        name: module.to_owned(),
        change: String::new(),
        texts: texts(module),
        errors: Vec::new(),
        plan_fails: false,
    };
    modules(is_provided).iter().map(|module| original(module)).collect()
}

/// All recorded mutants of the modules with a provider, or of those without.
pub fn recorded(is_provided: bool) -> Vec<Mutant> {
    modules(is_provided).iter().flat_map(|module| mutants(module)).collect()
}

fn folder() -> PathBuf {
    files::root().join("tests/hostile/mutants")
}

fn modules(is_provided: bool) -> Vec<String> {
    let paths = files::entries(&folder().join("modules"));
    let names = paths.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    names.filter(|name| name.starts_with("aws-") == is_provided).collect()
}

fn texts(module: &str) -> BTreeMap<String, String> {
    let root = folder().join("modules").join(module);
    let text = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("a file of the module").to_string_lossy().into_owned();
        (name, files::text(&path))
    };
    files::below(&root, "").into_iter().map(text).collect()
}

fn mutants(module: &str) -> Vec<Mutant> {
    let texts = texts(module);
    let records = files::text(&folder().join(format!("verdicts/{module}.jsonl")));
    records.lines().enumerate().map(|(number, record)| mutant(module, number, &texts, &command::json(record))).collect()
}

fn mutant(module: &str, number: usize, texts: &BTreeMap<String, String>, record: &Value) -> Mutant {
    let word = |key: &str| record[key].as_str().expect("a text").to_owned();
    let name = format!("{module}/{number:03}");
    let (file, old, new) = (word("file"), word("old"), word("new"));
    let mut texts = texts.clone();
    let text = texts.get_mut(&file).expect("a file of the module");
    let at = record["at"].as_u64().expect("a place") as usize;
    assert!(text[at..].starts_with(&old), "{name}: the module has changed: record its mutants again");
    let line = text[..at].lines().count().max(1);
    text.replace_range(at..at + old.len(), &new);
    Mutant {
        name,
        change: format!("{} at {file}:{line}: {old:?} becomes {new:?}", word("kind")),
        texts,
        errors: record["errors"].as_array().expect("errors").iter().map(recorded_error).collect(),
        plan_fails: record["plan_fails"] == true,
    }
}

fn recorded_error(error: &Value) -> (String, u64, String) {
    let word = |at: usize| error[at].as_str().expect("a text").to_owned();
    (word(0), error[1].as_u64().expect("a line"), word(2))
}

/// Checks mutants with the built command. With a provider, it has the provider's schema.
pub fn check(mutants: &[Mutant], is_provided: bool) -> Vec<Checked> {
    let called = if is_provided { "mutants-provided" } else { "mutants-plain" };
    let directory = command::scratch(&format!("{called}-{}", thread_name()), &[]);
    let schemas = folder().join("schemas");
    let mut arguments = vec!["check", "--format", "jsonl"];
    if is_provided {
        arguments.extend(["--schemas", command::path(&schemas)]);
    }
    let directories: Vec<PathBuf> = mutants.iter().map(|mutant| directory.join(&mutant.name)).collect();
    for (mutant, directory) in mutants.iter().zip(&directories) {
        for (name, text) in &mutant.texts {
            let path = directory.join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, text).expect("a file");
        }
    }
    arguments.extend(directories.iter().map(|directory| command::path(directory)));
    let output = command::typelog(&arguments);
    assert!(output.stderr.is_empty(), "{}", command::text(&output.stderr));
    let lines = command::text(&output.stdout);
    let programs: Vec<Value> = lines.lines().map(command::json).collect();
    assert_eq!(programs.len(), mutants.len(), "a program is missing");
    let _ = std::fs::remove_dir_all(&directory);
    mutants.iter().zip(&programs).map(|(mutant, program)| checked(&mutant.name, program)).collect()
}

/// The name of the test that runs, so that tests have directories of their own.
fn thread_name() -> String {
    std::thread::current().name().unwrap_or_default().replace("::", "-")
}

fn checked(name: &str, program: &Value) -> Checked {
    let diagnostics = program["diagnostics"].as_array().expect("diagnostics");
    let word = |found: &Value, key: &str| found[key].as_str().unwrap_or_default().to_owned();
    let error = |found: &Value| Error {
        code: word(found, "code"),
        file: word(found, "file"),
        line: found["line"].as_u64().unwrap_or_default(),
        message: word(found, "message"),
    };
    let errors = diagnostics.iter().filter(|found| found["severity"] == "error").map(error).collect();
    Checked { name: name.to_owned(), errors }
}
