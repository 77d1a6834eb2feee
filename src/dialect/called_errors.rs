//! The errors of called programs: components and modules.

use std::sync::Arc;

use typed_index_collections::{TiSlice, TiVec};

use crate::codes::Code;
use crate::diagnostics::{
    Diagnostic, ModuleErrors, Severity, Strictness, apply_ignore_comments, diagnose, may_follow, with_module_errors,
    without_follow_ups,
};
use crate::infer::Inference;
use crate::program::environment::Environment;
use crate::program::structure::{CalledError, ComponentProblem, StructureProblemKind};
use crate::program::{FileId, Program};
use crate::source::Source;
use crate::types::Interner;

/// The maximal number of a program's errors that are listed at its call.
const MOST_LISTED: usize = 3;

/// The errors of a called program and of those that it calls.
#[derive(Clone, Debug)]
pub(super) struct CalledErrors {
    /// The first few errors. Those of a program that this one calls stand for the error at the call.
    pub listed: Vec<CalledError>,
    /// The number of errors.
    pub count: usize,
    /// The errors.
    pub inside: Arc<ModuleErrors>,
}

impl CalledErrors {
    /// Returns the errors of a program, if it has any. `name` returns the name under which one of its files is shown.
    pub fn of(
        program: &Program,
        inference: &Inference,
        environment: &Environment,
        types: &Interner,
        strictness: Strictness,
        name: impl Fn(&str) -> String,
    ) -> Option<Self> {
        let diagnostics = diagnose(program, inference, environment, types, strictness);
        let diagnostics = apply_ignore_comments(program, diagnostics);
        let diagnostics = if may_follow(program, &diagnostics) {
            without_follow_ups(program, inference, diagnostics)
        } else {
            diagnostics
        };
        let mut sources: TiVec<FileId, Source> =
            program.files.iter().map(|file| file.source.renamed(name(&file.source.name))).collect();
        let mut errors = with_module_errors(&mut sources, diagnostics);
        // A module that is missing is missing for the callers as well.
        let counts = |found: &Diagnostic| found.severity == Severity::Error || found.code == Code::UnreadableComponent;
        errors.retain(counts);
        if errors.is_empty() {
            return None;
        }
        let (mut listed, mut count) = (Vec::new(), 0);
        for error in &errors {
            let inner = called_at(program, error).filter(|_| error.code == Code::WrongComponent);
            count += inner.as_ref().map_or(1, |inner| inner.1);
            match inner {
                Some((inner, _)) => listed.extend(inner),
                None => listed.push(called_error(&sources, error)),
            }
        }
        listed.truncate(MOST_LISTED);
        Some(Self { listed, count, inside: Arc::new(with_used_files(&sources, errors)) })
    }
}

/// The error that a diagnostic reports.
fn called_error(sources: &TiSlice<FileId, Source>, error: &Diagnostic) -> CalledError {
    let source = &sources[error.file];
    let line = source.position(error.span.start).line;
    CalledError { code: error.code.to_string(), message: error.message.clone(), file: source.name.clone(), line }
}

/// The errors of the component that is called at the place of a diagnostic, as seen from the caller, and their number.
fn called_at(program: &Program, error: &Diagnostic) -> Option<(Vec<CalledError>, usize)> {
    let mut called = program.problems.iter().filter(|problem| (problem.file, problem.span) == error.place());
    called.find_map(|problem| match &problem.kind {
        StructureProblemKind::Component(ComponentProblem::WrongComponent {
            directory,
            errors,
            count,
            inside: None,
            ..
        }) => Some((errors.iter().map(|error| error.called_in(directory)).collect(), *count)),
        _ => None,
    })
}

/// Returns errors with the files that they are in.
fn with_used_files(sources: &TiSlice<FileId, Source>, mut errors: Vec<Diagnostic>) -> ModuleErrors {
    let mut used: Vec<FileId> = errors.iter().flat_map(Diagnostic::files).collect();
    used.sort_unstable();
    used.dedup();
    for error in &mut errors {
        error.renumber(|file| FileId(used.partition_point(|&other| other < file) as u32));
    }
    let sources = used.iter().map(|&file| sources[file].clone()).collect();
    ModuleErrors { message: String::new(), severity: Some(Severity::Note), sources, errors }
}
