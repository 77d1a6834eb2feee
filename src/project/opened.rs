//! A program that stays open while its texts change.

use super::input::Input;
use super::session::Session;
use crate::diagnostics::{Diagnostic, Severity};
use crate::dialect::Text;
use crate::incremental::OpenProgram;
use crate::program::FileId;
use crate::render::{Detail, NodeType, Palette, Report, page};
use crate::source::Source;
use crate::types::RunFault;

/// An open program. A check parses and types only the parts that have changed since the last check, and their dependents. The
/// results are those of a check of the whole program.
pub struct Opened {
    session: Session,
    input: Input,
    program: OpenProgram,
    report: Report,
    typed: usize,
    faults: Vec<String>,
    /// The same faults with their places.
    pub(super) located_faults: Vec<RunFault>,
}

impl Opened {
    pub(super) fn new(mut session: Session, mut input: Input) -> Self {
        let mut program = session.open(&input);
        program.replace(std::mem::take(&mut input.texts));
        let report = Report { program: input.name.clone(), ..Report::default() };
        let mut opened =
            Self { session, input, program, report, typed: 0, faults: Vec::new(), located_faults: Vec::new() };
        opened.check();
        opened
    }

    /// Sets the text of a file of the program, or adds the file.
    pub fn set(&mut self, name: &str, text: &str) {
        self.program.set(Text { name: name.to_owned(), bytes: Ok(text.as_bytes().to_vec()) });
    }

    /// Removes a file from the program.
    pub fn remove(&mut self, name: &str) {
        self.program.remove(name);
    }

    /// Checks the changed parts of the program. Returns the diagnostics of the whole program.
    pub fn check(&mut self) -> &[Diagnostic] {
        let Self { session, input, program, .. } = self;
        let (version, diagnostics) = session.check_open(program, input);
        let name = input.name.clone();
        let (checked, inference, types) = (version.program, version.inference, version.types);
        self.report = Report::new(name, checked, inference, types, diagnostics.into_owned(), Detail::Definitions);
        self.typed = version.typed;
        self.located_faults = self.session.faults().take();
        self.faults = self.located_faults.iter().map(RunFault::message).collect();
        &self.report.diagnostics
    }

    /// Holds if the last check has found no error.
    pub fn is_right(&self) -> bool {
        !self.report.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the diagnostics of the last check.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.report.diagnostics
    }

    /// Returns the faults of the book of rules in the last check, such as a run that exceeded its limits. There are none with the
    /// built-in books.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Returns the named nodes with the types from the last check.
    pub fn nodes(&self) -> &[NodeType] {
        &self.report.nodes
    }

    /// Returns the number of definitions that the last check has typed. The results of the others come from earlier checks.
    pub fn typed(&self) -> usize {
        self.typed
    }

    /// Returns a file of the program, as read by the last check.
    pub fn source(&self, file: FileId) -> &Source {
        &self.report.sources[file]
    }

    /// Returns the report that `typelog check` prints.
    pub fn text(&self, palette: Palette) -> String {
        page(&self.report, palette, &|name| self.input.path_of(name))
    }
}
