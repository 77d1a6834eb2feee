//! The files of a book: their statements, and the engines made of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::parse::parse;
use crate::syntax::{BuiltinNotation, Declaration, Fault, Rule, Statement};

/// The name of the file that lists the judgments which families of rules ask of each other.
pub const JUDGMENTS: &str = "judgments";

/// A file of rules.
#[derive(Clone, Debug)]
pub struct BookFile {
    /// The name, without folder and extension: `conversion`.
    pub name: String,
    /// The text.
    pub text: String,
    /// The relations and rules, in order.
    pub statements: Vec<Statement>,
}

/// An engine: files of rules that are evaluated together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The name.
    pub name: String,
    /// The sentence that describes it.
    pub sentence: String,
    /// The names of the files.
    pub files: Vec<String>,
}

impl BookFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Its syntax errors.
    pub fn read(name: &str, text: String) -> Result<Self, Vec<Fault>> {
        let (statements, faults) = parse(&text);
        if faults.is_empty() { Ok(Self { name: name.to_owned(), text, statements }) } else { Err(faults) }
    }

    /// Returns the relations that the file declares.
    pub fn relations(&self) -> impl Iterator<Item = &Declaration> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Relation(relation) => Some(relation),
            Statement::Rule(_) | Statement::Builtin(_) => None,
        })
    }

    /// Returns the notations of builtins.
    pub fn builtins(&self) -> impl Iterator<Item = &BuiltinNotation> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Builtin(builtin) => Some(builtin),
            Statement::Relation(_) | Statement::Rule(_) => None,
        })
    }

    /// Returns the lines of the comment above a declaration.
    pub fn documentation(&self, relation: &Declaration) -> impl Iterator<Item = &str> {
        let before = self.text[..relation.span.start as usize].lines().collect::<Vec<_>>();
        let lines: Vec<&str> = before.into_iter().rev().map_while(|line| line.strip_prefix("/// ")).collect();
        lines.into_iter().rev()
    }

    /// Returns the rules, including the rows of tables.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Rule(rule) => Some(rule),
            Statement::Relation(_) | Statement::Builtin(_) => None,
        })
    }
}

/// Returns the rule files in a folder, ordered by name.
///
/// # Errors
/// The file that cannot be read, or its syntax errors with their places.
pub fn files(folder: &Path) -> Result<Vec<BookFile>, String> {
    let mut files = Vec::new();
    for path in paths(folder, "dl")? {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let text = read(&path)?;
        let line = |fault: &Fault| text[..fault.span.start as usize].matches('\n').count() + 1;
        let listed = |faults: Vec<Fault>| {
            let lines = faults.iter().map(|fault| format!("{}:{}: {}", path.display(), line(fault), fault.message));
            lines.collect::<Vec<_>>().join("\n")
        };
        files.push(BookFile::read(name, text.clone()).map_err(listed)?);
    }
    Ok(files)
}

/// Returns the files in a folder with an extension, ordered by name.
///
/// # Errors
/// The folder cannot be read.
pub fn paths(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    Ok(paths)
}

/// Returns the text of a file.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the engines that a folder declares in `engines.txt`: a paragraph each, with a sentence and then
/// `Name: file, file, ...`.
///
/// # Errors
/// The list cannot be read.
pub fn engines(folder: &Path) -> Result<Vec<Engine>, String> {
    Ok(read_engines(&read(&folder.join("engines.txt"))?))
}

/// Returns the engines that a text declares.
pub fn read_engines(text: &str) -> Vec<Engine> {
    text.split("\n\n").filter_map(engine).collect()
}

fn engine(paragraph: &str) -> Option<Engine> {
    let lines = || paragraph.lines().map(str::trim);
    let sentence: Vec<&str> = lines().filter_map(|line| line.strip_prefix("# ")).collect();
    let rest: Vec<&str> = lines().filter(|line| !line.starts_with('#')).collect();
    let rest = rest.join(" ");
    let (name, files) = rest.split_once(':')?;
    let files = files.split(',').map(|file| file.trim().to_owned()).filter(|file| !file.is_empty()).collect();
    Some(Engine { name: name.trim().to_owned(), sentence: sentence.join(" "), files })
}
