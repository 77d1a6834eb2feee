//! The files of a book: their statements, and the engines made of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Span;
use crate::parse::parse;
use crate::syntax::{BuiltinNotation, Declaration, Fault, Literal, OwnConstructor, Rule, Statement};

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
            _ => None,
        })
    }

    /// Returns the constructors of types that the file declares.
    pub fn constructors(&self) -> impl Iterator<Item = &OwnConstructor> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Constructor(constructor) => Some(constructor),
            _ => None,
        })
    }

    /// Returns the notations of builtins.
    pub fn builtins(&self) -> impl Iterator<Item = &BuiltinNotation> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Builtin(builtin) => Some(builtin),
            _ => None,
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
            _ => None,
        })
    }
}

/// Returns the texts of the conclusions and premises of clauses, each on one line. Clauses with a syntax error have none.
pub fn premises(code: &str) -> Vec<String> {
    let Ok(file) = BookFile::read("", code.to_owned()) else { return Vec::new() };
    let text =
        |span: Span| code[span.start as usize..span.end as usize].split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for rule in file.rules() {
        found.extend(rule.heads.iter().map(|head| text(head.span)));
        found.extend(rule.body.iter().map(|premise| match premise {
            Literal::Absent(_) => format!("!{}", text(premise.span())),
            _ => text(premise.span()),
        }));
    }
    found
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

/// Returns the engines that a folder declares in `engines.txt`, each with a sentence and then `Name: file, file, ...`.
///
/// # Errors
/// The list cannot be read.
pub fn engines(folder: &Path) -> Result<Vec<Engine>, String> {
    Ok(read_engines(&read(&folder.join("engines.txt"))?))
}

/// Returns the engines that a text declares.
pub fn read_engines(text: &str) -> Vec<Engine> {
    listed_engines(text).0.into_iter().map(|listed| listed.engine).collect()
}

/// An engine in a list, with its places there.
#[derive(Clone, Debug)]
pub struct ListedEngine {
    /// The engine.
    pub engine: Engine,
    /// The place of its name.
    pub name_span: Span,
    /// The places of its files, in the same order.
    pub file_spans: Vec<Span>,
}

/// Returns the engines that a text declares, and the faults in the text. An engine is `Name: file, file, ...`; a line that ends with
/// a comma is continued, and comment lines above an engine describe it.
pub fn listed_engines(text: &str) -> (Vec<ListedEngine>, Vec<Fault>) {
    let (mut found, mut faults): (Vec<ListedEngine>, Vec<Fault>) = (Vec::new(), Vec::new());
    let (mut sentence, mut is_continued, mut start) = (Vec::new(), false, 0);
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let rest = line.trim();
        if rest.is_empty() {
            (sentence, is_continued) = (Vec::new(), false);
            continue;
        }
        if let Some(comment) = rest.strip_prefix('#') {
            sentence.push(comment.trim().to_owned());
            continue;
        }
        let offset = at + (line.len() - line.trim_start().len());
        let files = match (rest.split_once(':'), found.last_mut().filter(|_| is_continued)) {
            (Some((name, files)), _) => {
                let trimmed = name.trim();
                let engine = Engine { name: trimmed.to_owned(), sentence: sentence.join(" "), files: Vec::new() };
                let name_span = Span::new(offset..offset + trimmed.len());
                found.push(ListedEngine { engine, name_span, file_spans: Vec::new() });
                sentence = Vec::new();
                (files, offset + name.len() + 1)
            }
            (None, Some(_)) => (rest, offset),
            (None, None) => {
                let span = Span::new(offset..offset + rest.len());
                let fault = Fault::new("engine-syntax", span, "there is no `:` after the name of an engine");
                faults.push(fault.help(Some("write `Name: file, file` or `Name: + file`".to_owned())));
                continue;
            }
        };
        is_continued = rest.ends_with(',');
        let Some(listed) = found.last_mut() else { continue };
        let mut from = files.1;
        for file in files.0.split(',') {
            let name = file.trim();
            if !name.is_empty() {
                let begin = from + (file.len() - file.trim_start().len());
                listed.engine.files.push(name.to_owned());
                listed.file_spans.push(Span::new(begin..begin + name.len()));
            }
            from += file.len() + 1;
        }
    }
    for listed in found.iter().filter(|listed| listed.engine.files.is_empty()) {
        let message = format!("the engine `{}` has no files", listed.engine.name);
        faults.push(Fault::new("engine-syntax", listed.name_span, message));
    }
    (found, faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Engines with their files, and faults with the text at their place.
    type Read<'t> = (Vec<(String, Vec<String>)>, Vec<(&'t str, String)>);

    fn slices(text: &str) -> Read<'_> {
        let (found, faults) = listed_engines(text);
        let slice = |span: Span| &text[span.start as usize..span.end as usize];
        for listed in &found {
            assert_eq!(slice(listed.name_span), listed.engine.name);
            for (file, span) in listed.engine.files.iter().zip(&listed.file_spans) {
                assert_eq!(slice(*span), file);
            }
        }
        let engines = found.into_iter().map(|listed| (listed.engine.name, listed.engine.files)).collect();
        (engines, faults.into_iter().map(|fault| (slice(fault.span), fault.message)).collect())
    }

    #[test]
    fn engines_need_no_empty_line_between_them() {
        let (engines, faults) = slices("# One.\nAEngine: a, b,\n    c\n# Two.\nBEngine: + d\n");
        let files = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(engines[0], ("AEngine".to_owned(), files(&["a", "b", "c"])));
        assert_eq!(engines[1], ("BEngine".to_owned(), files(&["+ d"])));
        assert_eq!(faults, []);
        assert_eq!(read_engines("# One.\n# More.\nAEngine: a\n")[0].sentence, "One. More.");
    }

    #[test]
    fn lines_without_an_engine_are_faults() {
        let (engines, faults) = slices("AEngine a, b\n\nBEngine:\n");
        assert_eq!(engines.len(), 1);
        assert_eq!(faults[0], ("AEngine a, b", "there is no `:` after the name of an engine".to_owned()));
        assert_eq!(faults[1], ("BEngine", "the engine `BEngine` has no files".to_owned()));
    }
}
