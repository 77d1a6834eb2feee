//! Files of the book: statements with the comments that belong to them.

use std::fs;
use std::path::Path;

use crate::parse::parse;
use crate::syntax::{Declaration, Fault, Rule, Statement};

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

/// An engine: files of rules that are run together.
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

    /// The relations that the file declares.
    pub fn relations(&self) -> impl Iterator<Item = &Declaration> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Relation(relation) => Some(relation),
            Statement::Rule(_) => None,
        })
    }

    /// The rules, rows of tables included.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Rule(rule) => Some(rule),
            Statement::Relation(_) => None,
        })
    }
}

/// The files of a folder that hold rules, in the order of their names.
///
/// # Panics
/// If they cannot be read, or have syntax errors: then the build has failed.
pub fn files(folder: &Path) -> Vec<BookFile> {
    let entries = fs::read_dir(folder).expect("there is a folder of rules");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder of rules can be read").path()).collect();
    paths.sort();
    let file = |path: std::path::PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".dl")?.to_owned();
        let text = fs::read_to_string(&path).expect("a file of rules can be read");
        let file = BookFile::read(&name, text.clone()).unwrap_or_else(|faults| {
            let line = |fault: &Fault| text[..fault.span.start as usize].matches('\n').count() + 1;
            let list: Vec<String> =
                faults.iter().map(|fault| format!("{}:{}: {}", path.display(), line(fault), fault.message)).collect();
            panic!("{}", list.join("\n"))
        });
        Some(file)
    };
    paths.into_iter().filter_map(file).collect()
}

/// The engines that a folder declares, in `engines.txt`: a paragraph each, with a sentence and then `Name: file, file, ...`.
///
/// # Panics
/// If they cannot be read: then the build has failed.
pub fn engines(folder: &Path) -> Vec<Engine> {
    let text = fs::read_to_string(folder.join("engines.txt")).expect("the folder of rules says which engines there are");
    read_engines(&text)
}

/// The engines that a text declares.
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
