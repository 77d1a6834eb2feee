//! A checked program, and questions about it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::derived::{DerivedFacts, RuleText};
use super::{Error, with_captured_stderr, without_faults};
use crate::cli::book_proofs::BookProofs;
use crate::cli::explain::{DEFAULT_DEPTH, ProofOptions, SubjectArgument, answers, explain, find};
use crate::cli::input::Input;
use crate::cli::output::Failure;
use crate::cli::program_options::ProgramOptions;
use crate::cli::rule_files::RuleFiles;
use crate::cli::session::Session;
use crate::diagnostics::{Diagnostic, Severity};
use crate::program::{FileId, Kind};
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::render::{Detail, Palette, ProofNode, Report, page};
use crate::results::checked_program::CheckedProgram;
use crate::source::{Source, Span};

/// A program that has been checked.
pub struct Checked {
    options: Arc<ProgramOptions>,
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

/// The subject of a proof.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The innermost expression at a place, or one that encloses it. Line and column count from 1.
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
    /// Reads a subject: the place `FILE:LINE:COLUMN`, or else a name.
    pub fn of(text: &str) -> Self {
        let mut parts = text.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok());
        match (file, number(line), number(column)) {
            (Some(file), Some(line), Some(column)) => Self::At { file: file.to_owned(), line, column, wider: 0 },
            _ => Self::Name(text.to_owned()),
        }
    }
}

impl Checked {
    pub(super) fn new(options: Arc<ProgramOptions>, mut session: Session, mut input: Input) -> Self {
        let mut read = input.clone();
        let program = session.check(&mut read);
        input.components = read.components;
        Self { options, session, input, program, facts: None }
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
        let CheckedProgram { program, inference, diagnostics, types } = &self.program;
        Report::new(self.input.name.clone(), program, inference, types, diagnostics.clone(), detail)
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
    pub fn explain(
        &mut self,
        subject: &Subject,
        steps: Option<usize>,
        follow_definitions: bool,
    ) -> Result<ProofNode, Error> {
        let Self { session, input, program, .. } = self;
        let steps = steps.unwrap_or(DEFAULT_DEPTH);
        let (goal, wider) = match subject {
            Subject::At { file, line, column, wider } => {
                (SubjectArgument::At { file: PathBuf::from(file), line: *line, column: *column }, *wider)
            }
            Subject::Name(name) => (SubjectArgument::Node(name.clone()), 0),
            Subject::Diagnostic(number) => (SubjectArgument::Diagnostic(number + 1), 0),
        };
        with_captured_stderr(|| {
            let wanted = find(program, input, &goal, wider)?;
            let environment = session.environment(input.dialect);
            let options = ProofOptions { steps, follow_definitions };
            let proof = explain(program, environment, input, &wanted, options)?;
            without_faults(session.faults(), proof)
        })
    }

    /// Returns the answers, at most `most`, to a question about the relations of the program, such as `has_type(e, t),
    /// is_any(t)`. Each has the values of the variables, and the proofs of the rows that it follows from. There are none if no
    /// row matches.
    ///
    /// # Errors
    /// If the text is not a question.
    pub fn ask(&mut self, question: &str, most: Option<usize>) -> Result<Vec<ProofNode>, Error> {
        let mut database = self.facts().clone();
        let Self { options, session, input, .. } = self;
        with_captured_stderr(|| {
            let mut book = proofs(options, session, input, &[]);
            let mut nodes = Vec::new();
            let most = most.unwrap_or(usize::MAX);
            answers(question, most, &mut database, session.rule_limit(), &mut book, &mut |node| {
                nodes.push(node);
                Ok(())
            })?;
            without_faults(session.faults(), nodes)
        })
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
    pub fn query(&mut self, rules: &RuleText) -> Result<DerivedFacts, Error> {
        let mut database = self.facts().clone();
        with_captured_stderr(|| {
            let files = match rules {
                RuleText::File(path) => RuleFiles::read(std::slice::from_ref(path))?,
                RuleText::Text(text) => RuleFiles::of_text(Source::new("rules", text.clone()))?,
            };
            let first = database.relations().count();
            let found = files.findings(&self.program.program, &database, &self.session)?;
            let Some((sources, file)) = files.iter().next() else {
                return Err(Failure::Usage("there are no rules".to_owned()));
            };
            let derived = crate::cli::rule_files::derive(sources, file, &mut database, self.session.rule_limit())?;
            Ok(DerivedFacts {
                options: self.options.clone(),
                session: self.session.clone(),
                input: self.input.clone(),
                sources: sources.clone(),
                derived,
                database,
                first,
                found,
            })
        })
    }

    /// Returns the directory that the files of the program are relative to.
    pub fn directory(&self) -> Option<&Path> {
        self.input.directory.as_deref()
    }
}

/// Returns the proofs of rows that the book of rules has derived about a program, which is checked again for them.
pub(super) fn proofs<'a>(
    options: &'a ProgramOptions,
    session: &mut Session,
    input: &Input,
    paths: &'a [PathBuf],
) -> BookProofs<'a> {
    let checked = session.check(&mut input.clone());
    let environment = session.environment(input.dialect).clone();
    let book = BookProofs::new(&options.input, paths, &options.session, ProofOptions::default());
    book.with_program(checked, environment, input.clone())
}
