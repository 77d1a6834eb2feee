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
use crate::program::{FileId, Program};
use crate::source::Source;
use crate::types::Interner;

/// The maximal number of a program's errors that are listed at its call.
const MOST_LISTED: usize = 3;

/// The errors of a called program and of those that it calls.
#[derive(Clone, Debug)]
pub(super) struct CalledErrors {
    /// The first few errors, each as its code and place.
    pub listed: Vec<String>,
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
        let listed = errors.iter().take(MOST_LISTED).map(|error| {
            let source = &sources[error.file];
            format!("`{}` at {}:{}", error.code, source.name, source.position(error.span.start).line)
        });
        let (listed, count) = (listed.collect(), errors.len());
        Some(Self { listed, count, inside: Arc::new(with_used_files(&sources, errors)) })
    }
}

/// Returns errors with the files that they are in.
fn with_used_files(sources: &TiSlice<FileId, Source>, mut errors: Vec<Diagnostic>) -> ModuleErrors {
    let mut used: Vec<FileId> = errors.iter_mut().flat_map(files_of).map(|file| *file).collect();
    used.sort_unstable();
    used.dedup();
    for file in errors.iter_mut().flat_map(files_of) {
        *file = FileId(used.partition_point(|other| other < file) as u32);
    }
    let sources = used.iter().map(|&file| sources[file].clone()).collect();
    ModuleErrors { message: String::new(), severity: Some(Severity::Note), sources, errors }
}

/// The files of a diagnostic and of its labels.
fn files_of(diagnostic: &mut Diagnostic) -> impl Iterator<Item = &mut FileId> {
    let labels = diagnostic.labels.iter_mut().map(|label| &mut label.file);
    [&mut diagnostic.file].into_iter().chain(labels)
}
