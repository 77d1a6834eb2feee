//! The subject of an explanation: a place, a name, or a diagnostic.

use std::path::Path;

use super::checked_program::CheckedProgram;
use super::error::{Error, Result};
use super::input::Input;
use crate::counts::counted;
use crate::program::{DefinitionId, FileId, Place};
use crate::source::Source;
use crate::types::nearest::nearest;

/// The subject of an explanation, as the user names it.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The innermost expression at a place, or one that encloses it; or else the problem, or the definition there. Line and
    /// column count from 1.
    At {
        /// The name of the file, or its path.
        file: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The number of expressions outwards from the innermost one.
        wider: usize,
    },
    /// The value of a name.
    Name(String),
    /// The diagnostic with this index, from 0.
    Diagnostic(usize),
}

impl Subject {
    /// Reads a place: `FILE:LINE:COLUMN`. Returns `None` for other texts.
    pub fn place(text: &str) -> Option<Self> {
        let mut parts = text.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok());
        Some(Self::At { file: file?.to_owned(), line: number(line)?, column: number(column)?, wider: 0 })
    }

    /// Reads a subject: the place `FILE:LINE:COLUMN`, or else a name.
    pub fn of(text: &str) -> Self {
        Self::place(text).unwrap_or_else(|| Self::Name(text.to_owned()))
    }
}

/// The subject in a checked program.
#[derive(Clone, PartialEq, Eq)]
pub enum Target {
    /// The type of an expression.
    Expression(Place),
    /// The type of a definition.
    Node(DefinitionId),
    /// The mark of a part of an expression's value: the texts of the path to it and of the mark.
    Mark(Place, String, String),
    /// A diagnostic, by its index.
    Diagnostic(usize),
}

/// Finds the subject in a program.
///
/// # Errors
/// If the program has no such subject.
pub fn find(checked: &CheckedProgram, input: &Input, subject: &Subject) -> Result<Target> {
    let program = &checked.program;
    match subject {
        Subject::At { file, line, column, wider } => {
            let file = file_of(checked, input, file)?;
            at(checked, file, (*line, *column), *wider)
        }
        Subject::Name(name) => {
            let named = program.definition_ids().find(|&id| program.definition(id).label == *name);
            named.map(Target::Node).ok_or_else(|| {
                let names = program.definitions.iter().map(|definition| definition.label.as_str());
                let help = nearest(name, names).map_or_else(String::new, |name| format!("; there is `{name}`"));
                Error::new(format!("there is no value `{name}`{help}"))
            })
        }
        Subject::Diagnostic(number) => {
            let count = checked.diagnostics.len();
            let at = Some(*number).filter(|&at| at < count).map(Target::Diagnostic);
            at.ok_or_else(|| {
                Error::new(format!("there is no diagnostic {}: there are {count}", number.wrapping_add(1)))
            })
        }
    }
}

/// Returns the diagnostics that begin at a place, in order.
///
/// # Errors
/// If the program has no such file.
pub fn reported_at(checked: &CheckedProgram, input: &Input, subject: &Subject) -> Result<Vec<Target>> {
    let Subject::At { file, line, column, wider: 0 } = subject else { return Ok(Vec::new()) };
    let file = file_of(checked, input, file)?;
    let Some(offset) = checked.program.file(file).source.offset(*line, *column) else { return Ok(Vec::new()) };
    let diagnostics = (0..).zip(&checked.diagnostics);
    let here = diagnostics.filter(|(_, found)| (found.file, found.span.start) == (file, offset));
    Ok(here.map(|(at, _)| Target::Diagnostic(at)).collect())
}

/// Returns the file of a program that is meant by a name or a path. A program's only file need not be named.
fn file_of(checked: &CheckedProgram, input: &Input, file: &str) -> Result<FileId> {
    let (program, path) = (&checked.program, Path::new(file));
    let is_meant = |name: &str| Path::new(name) == path || Path::new(&input.path_of(name)) == path;
    let mut files = (0..).map(FileId).zip(&program.files);
    let found = files.find(|(_, found)| program.files.len() == 1 || is_meant(&found.source.name));
    found.map(|(id, _)| id).ok_or_else(|| Error::new(format!("{}: the program has no such file", path.display())))
}

/// Finds the subject at a position: an expression with a type, a diagnostic that begins there or contains it, or a definition.
fn at(checked: &CheckedProgram, file: FileId, (line, column): (usize, usize), wider: usize) -> Result<Target> {
    let source = &checked.program.file(file).source;
    let none = || Error::new(format!("there is nothing at {line}:{column}"));
    let offset = source.offset(line, column).ok_or_else(|| beyond(source, (line, column)))?;
    let is_typed = |place| checked.inference.type_of(place).is_some();
    let expressions = checked.program.expressions_at(file, offset, is_typed);
    if let Some(last) = expressions.len().checked_sub(1) {
        return Ok(Target::Expression(expressions[wider.min(last)]));
    }
    let here = |of: &crate::diagnostics::Diagnostic| {
        of.file == file && (of.span.start == offset || (of.span.start..of.span.end).contains(&offset))
    };
    let mut found: Vec<usize> = (0..checked.diagnostics.len()).filter(|&at| here(&checked.diagnostics[at])).collect();
    // The diagnostic that begins there, or else the narrowest one.
    found.sort_by_key(|&at| {
        let span = checked.diagnostics[at].span;
        (span.start != offset, span.end - span.start)
    });
    let definition = || checked.program.definition_at(file, offset).map(Target::Node);
    found.first().copied().map(Target::Diagnostic).or_else(definition).ok_or_else(none)
}

/// Returns the error about a position that a text does not have.
fn beyond(source: &Source, (line, column): (usize, usize)) -> Error {
    let extent = match source.columns_of(line) {
        Some(columns) => format!("line {line} of {} has {}", source.name, counted(columns, "column")),
        None => format!("{} has {}", source.name, counted(source.line_count(), "line")),
    };
    Error::new(format!("there is nothing at {line}:{column}: {extent}"))
}
