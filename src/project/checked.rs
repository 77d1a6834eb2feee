//! A checked program, and questions about it.

use std::path::Path;
use std::sync::Arc;

use super::Project;
use super::book_proofs::BookProofs;
use super::checked_program::CheckedProgram;
use super::derived::{DerivedFacts, RuleText};
use super::error::{Error, Result};
use super::input::Input;
use super::proofs::{DEFAULT_DEPTH, ProofOptions, explain};
use super::questions::answers;
use super::rule_files::{RuleFiles, derive};
use super::session::Session;
use super::subject::{Subject, find};
use crate::diagnostics::{Diagnostic, Severity};
use crate::program::{FileId, Kind};
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::render::{Detail, Palette, ProofNode, Report, page};
use crate::source::{Source, Span};

/// A program that has been checked.
pub struct Checked {
    project: Arc<Project>,
    session: Session,
    /// The program as found, with its texts.
    input: Input,
    program: CheckedProgram,
    facts: Option<Database>,
}

/// A named node with its type.
#[derive(Clone, Debug)]
pub struct CheckedNode {
    /// The name.
    pub name: String,
    /// Its kind in its dialect.
    pub kind: &'static str,
    /// Its type, with schema types shown by name.
    pub ty: String,
    /// The canonical text of its type.
    pub full_type: String,
    /// The file.
    pub file: FileId,
    /// The place of its name.
    pub span: Span,
}

impl Checked {
    /// Checks a program in a session.
    pub(super) fn new(project: Arc<Project>, mut session: Session, mut input: Input) -> Result<Self> {
        let mut read = input.clone();
        let program = session.check(&mut read);
        input.components = read.components;
        Error::if_any(&session.faults().take())?;
        Ok(Self { project, session, input, program, facts: None })
    }

    /// Returns the name of the program: its path as given, or the name of its first text.
    pub fn name(&self) -> &str {
        &self.input.name
    }

    /// Holds if there is no error.
    pub fn is_right(&self) -> bool {
        !self.diagnostics().iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the diagnostics in source order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.program.diagnostics
    }

    /// Returns a file of the program.
    pub fn source(&self, file: FileId) -> &Source {
        &self.program.program.file(file).source
    }

    /// Returns the path of a file of the program, as shown to the user.
    pub fn path_of(&self, file: FileId) -> String {
        self.input.path_of(&self.source(file).name)
    }

    /// Returns the report that `typelog check` prints.
    pub fn text(&self, palette: Palette) -> String {
        page(&self.report(Detail::Diagnostics), palette, &|name| self.input.path_of(name))
    }

    /// Returns the results as texts.
    pub fn report(&self, detail: Detail) -> Report {
        self.program.named_report(&self.input.name, detail)
    }

    /// Returns the named nodes with their types, in source order.
    pub fn nodes(&self) -> Vec<CheckedNode> {
        let program = &self.program.program;
        let named = program.definition_ids().map(|id| program.definition(id));
        let named = named.filter(|definition| definition.kind != Kind::Body);
        let nodes = named.zip(self.report(Detail::Definitions).nodes).map(|(definition, node)| CheckedNode {
            name: node.name,
            kind: node.kind,
            ty: node.ty_by_name.unwrap_or_else(|| node.ty.clone()),
            full_type: node.ty,
            file: definition.file,
            span: definition.name_span,
        });
        nodes.collect()
    }

    /// Returns the proof of a type or a problem, at most `steps` steps deep, down to the facts of the program. With `follow_definitions`,
    /// it continues in the definitions that it refers to.
    ///
    /// # Errors
    /// If the program has no such subject.
    pub fn explain(&mut self, subject: &Subject, steps: Option<usize>, follow_definitions: bool) -> Result<ProofNode> {
        let Self { session, input, program, .. } = self;
        let wanted = find(program, input, subject)?;
        let options = ProofOptions { steps: steps.unwrap_or(DEFAULT_DEPTH), follow_definitions };
        let proof = explain(program, session.environment(input.dialect), input, &wanted, options)?;
        Error::if_any(&session.faults().take())?;
        Ok(proof)
    }

    /// Returns the answers, at most `most`, to a question about the relations of the program, such as `has_type(e, t),
    /// is_any(t)`. Each has the values of the variables, and the proofs of the rows that it follows from. There are none if no
    /// row matches.
    ///
    /// # Errors
    /// If the text is not a question.
    pub fn ask(&mut self, question: &str, most: Option<usize>) -> Result<Vec<ProofNode>> {
        let mut database = self.facts().clone();
        let Self { project, session, input, .. } = self;
        let mut book = BookProofs::of_program(project, session, input);
        let mut nodes = Vec::new();
        let most = most.unwrap_or(usize::MAX);
        let mut take = |node| -> Result<()> {
            nodes.push(node);
            Ok(())
        };
        answers(question, most, &mut database, &session.rule_run(), &mut book, &mut take)?;
        Error::if_any(&session.faults().take())?;
        Ok(nodes)
    }

    /// Returns all facts about the program, as relations.
    pub fn facts(&mut self) -> &Database {
        let Self { session, input, facts, .. } = self;
        facts.get_or_insert_with(|| {
            let mut collector = Collector::keeping_types(true);
            let (checked, judgments) = session.check_keeping(&mut input.clone());
            Session::add(input, &checked, &judgments, &mut collector);
            collector.finish_with(checked.types)
        })
    }

    /// Runs rules over the facts.
    ///
    /// # Errors
    /// If the rules have faults, or exceed a limit.
    pub fn query(&mut self, rules: &RuleText) -> Result<DerivedFacts> {
        let mut database = self.facts().clone();
        let files = match rules {
            RuleText::File(path) => {
                RuleFiles::read(std::slice::from_ref(path), self.project.system(), self.session.types().book())?
            }
            RuleText::Text(text) => RuleFiles::of_text(
                Source::new("rules", text.clone()),
                self.project.system(),
                self.session.types().book(),
            )?,
        };
        let first = database.relations().count();
        let found = files.findings(&self.program.program, &database, &self.session)?;
        let (sources, file) = files.iter().next().ok_or_else(|| Error::new("there are no rules"))?;
        let derived = derive(sources, file, &mut database, &self.session.rule_run())?;
        Ok(DerivedFacts {
            project: self.project.clone(),
            session: self.session.clone(),
            input: self.input.clone(),
            sources: sources.clone(),
            derived,
            database,
            first,
            found,
        })
    }

    /// Returns the directory that the files of the program are relative to.
    pub fn directory(&self) -> Option<&Path> {
        self.input.directory.as_deref()
    }
}
