//! A program that stays open while its texts change.

use crate::cli::input::{Input, load_component};
use crate::cli::session::Session;
use crate::diagnostics::{Diagnostic, Severity};
use crate::dialect::Text;
use crate::incremental::OpenProgram;
use crate::program::FileId;
use crate::render::{Detail, NodeType, Palette, Report, page};
use crate::source::Source;

/// A program that is open. A check parses and types only what has changed since the last one, and what depends on it; its
/// results are those of a check of the whole program.
pub struct Opened {
    session: Session,
    input: Input,
    program: OpenProgram,
    report: Report,
    typed: usize,
}

impl Opened {
    pub(super) fn new(session: Session, mut input: Input) -> Self {
        let mut program = session.open(&input);
        program.replace(std::mem::take(&mut input.texts));
        let report = Report {
            program: input.name.clone(),
            sources: Vec::new(),
            nodes: Vec::new(),
            expressions: None,
            diagnostics: Vec::new(),
        };
        let mut opened = Self { session, input, program, report, typed: 0 };
        opened.check();
        opened
    }

    /// Gives a file of the program another text, or adds it.
    pub fn set(&mut self, name: &str, text: &str) {
        self.program.set(Text { name: name.to_owned(), bytes: Ok(text.as_bytes().to_vec()) });
    }

    /// Takes a file out of the program.
    pub fn remove(&mut self, name: &str) {
        self.program.remove(name);
    }

    /// Checks the program, as far as it has changed. Gives its diagnostics.
    pub fn check(&mut self) -> &[Diagnostic] {
        let Self { session, input, program, .. } = self;
        let load = |directory: &std::path::Path| load_component(directory, &input.roots, input.dialect);
        let (version, diagnostics) = session.diagnose_open(program, input, &load);
        let name = input.name.clone();
        let (checked, inference, types) = (version.program, version.inference, version.types);
        self.report = Report::new(name, checked, inference, types, diagnostics.into_owned(), Detail::Definitions);
        self.typed = version.typed;
        &self.report.diagnostics
    }

    /// Holds if the last check has found no error.
    pub fn is_right(&self) -> bool {
        !self.report.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The diagnostics of the last check.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.report.diagnostics
    }

    /// The named nodes with their types, as the last check has found them.
    pub fn nodes(&self) -> &[NodeType] {
        &self.report.nodes
    }

    /// The number of definitions that the last check has typed; it has taken the results of the others from the check before.
    pub fn typed(&self) -> usize {
        self.typed
    }

    /// A file of the program, as the last check has read it.
    pub fn source(&self, file: FileId) -> &Source {
        &self.report.sources[file.0 as usize]
    }

    /// The report that `typelog check` prints.
    pub fn text(&self, palette: Palette) -> String {
        page(&self.report, palette, &|name| self.input.path_of(name))
    }
}
