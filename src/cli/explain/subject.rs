//! The subject of an explanation: a place, a name, or a diagnostic.

use std::path::{Path, PathBuf};

use super::Arguments;
use crate::cli::input::Input;
use crate::cli::output::Failure;
use crate::program::{DefinitionId, Expression, FileId, Place};
use crate::results::checked_program::CheckedProgram;
use crate::types::nearest::nearest;

/// The subject, as the user names it.
pub enum SubjectArgument {
    /// The expression, problem or definition at a place.
    At { file: PathBuf, line: usize, column: usize },
    /// The value of a name.
    Node(String),
    /// The diagnostic with this number, from 1.
    Diagnostic(usize),
}

/// The subject in a checked program.
#[derive(Clone)]
pub enum Subject {
    /// The type of an expression.
    Expression(Place),
    /// The type of a definition.
    Node(DefinitionId),
    /// The mark of a part of an expression's value: the texts of the path to it and of the mark.
    Mark(Place, String, String),
    /// A diagnostic, by its index.
    Diagnostic(usize),
}

impl Arguments {
    /// Returns the program, and the subject of the explanation.
    pub(super) fn goal(&self) -> Result<(PathBuf, SubjectArgument), Failure> {
        let (target, name) = match &self.target[..] {
            [target] => (target, self.node.clone()),
            [target, name] if self.node.is_none() => (target, Some(name.clone())),
            _ => return Err(Failure::Usage("explain takes one place, or a program and a name".to_owned())),
        };
        if let Some(name) = name {
            return Ok((PathBuf::from(target), SubjectArgument::Node(name)));
        }
        if let Some(number) = self.diagnostic {
            return Ok((PathBuf::from(target), SubjectArgument::Diagnostic(number)));
        }
        let mut parts = target.rsplitn(3, ':');
        let (column, line, path) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
        match (path, number(line), number(column)) {
            (Some(path), Some(line), Some(column)) => {
                let file = PathBuf::from(path);
                let program = self.program.clone().unwrap_or_else(|| file.clone());
                Ok((program, SubjectArgument::At { file, line, column }))
            }
            _ => Err(Failure::Usage(format!(
                "`{target}` is not a place: write FILE:LINE:COLUMN, or add `--node` or `--diagnostic`"
            ))),
        }
    }
}

/// Finds the subject in a program. At a place, it is the expression `wider` levels outwards from the innermost one.
pub fn find(checked: &CheckedProgram, input: &Input, goal: &SubjectArgument, wider: usize) -> Result<Subject, Failure> {
    let program = &checked.program;
    match goal {
        SubjectArgument::At { file, line, column } => {
            let is_meant = |name: &str| Path::new(name) == file || Path::new(&input.path_of(name)) == file;
            let files = (0..).map(FileId).zip(&program.files);
            let found = files.filter(|(_, found)| program.files.len() == 1 || is_meant(&found.source.name));
            let file = found
                .map(|(id, _)| id)
                .next()
                .ok_or_else(|| Failure::Usage(format!("{}: the program has no such file", file.display())))?;
            at(checked, file, (*line, *column), wider)
        }
        SubjectArgument::Node(name) => {
            let named = program.definition_ids().find(|&id| program.definition(id).label == *name);
            named.map(Subject::Node).ok_or_else(|| {
                let names = program.definitions.iter().map(|definition| definition.label.as_str());
                let help = nearest(name, names).map_or_else(String::new, |name| format!("; there is `{name}`"));
                Failure::Usage(format!("there is no value `{name}`{help}"))
            })
        }
        SubjectArgument::Diagnostic(number) => {
            let count = checked.diagnostics.len();
            let at = number.checked_sub(1).filter(|&at| at < count);
            at.map(Subject::Diagnostic)
                .ok_or_else(|| Failure::Usage(format!("there is no diagnostic {number}: there are {count}")))
        }
    }
}

/// Finds the subject at a position: an expression with a type, a diagnostic that begins there or contains it, or a definition.
fn at(
    checked: &CheckedProgram,
    file: FileId,
    (line, column): (usize, usize),
    wider: usize,
) -> Result<Subject, Failure> {
    let none = || Failure::Usage(format!("there is nothing at {line}:{column}"));
    let offset = checked.program.file(file).source.offset(line, column).ok_or_else(none)?;
    let expressions = expressions_at(checked, file, offset);
    if let Some(last) = expressions.len().checked_sub(1) {
        return Ok(Subject::Expression(expressions[wider.min(last)]));
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
    let definition = || checked.definition_at(file, offset).map(Subject::Node);
    found.first().copied().map(Subject::Diagnostic).or_else(definition).ok_or_else(none)
}

/// Returns the expressions with types that contain an offset, the innermost first.
fn expressions_at(checked: &CheckedProgram, file: FileId, offset: u32) -> Vec<Place> {
    let program = &checked.program;
    let tree = &program.file(file).tree;
    let own = program.definitions.iter().filter(|definition| definition.file == file);
    let around = own.flat_map(|definition| definition.expressions.iter().flat_map(Expression::nodes));
    let mut found: Vec<Place> = around
        .map(|node| Place { file, node })
        .filter(|&place| checked.inference.type_of(place).is_some())
        .filter(|place| (tree.span(place.node).start..tree.span(place.node).end).contains(&offset))
        .collect();
    found.sort_by_key(|place| (tree.span(place.node).end - tree.span(place.node).start, place.node));
    // Expressions of several definitions may be the same text.
    found.dedup_by_key(|place| tree.span(place.node));
    found
}
