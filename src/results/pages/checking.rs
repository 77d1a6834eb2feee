//! The sessions of pages: declarations, with the programs and types that refer to them. Programs are checked by a project in memory.

use std::path::Path;
use std::sync::Arc;

use crate::answers::ask::normalized;
use crate::diagnostics::{Diagnostic, Strictness};
use crate::dialect::{Dialect, Text};
use crate::files::{AllowedDirectories, Memory, SharedSystem};
use crate::infer::Inference;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Kind, Program};
use crate::project::{self, Books, CheckedProgram, Error, Input, Options, Project, answer_to};
use crate::render::{Detail, ExpressionType, Palette, Report, page};
use crate::schema::Schemas;
use crate::source::Source;
use crate::type_expressions::notation::parse_type;
use crate::type_expressions::parse::read_type;
use crate::types::display::display;
use crate::types::{BookHandle, Interner, Ty};

/// Declarations, and the types and options of a test.
pub struct Session {
    /// All types seen so far.
    pub types: Interner,
    dialect: Dialect,
    system: Memory,
    checker: project::Session,
    environment: Environment,
    /// The report about the declarations, if they have errors.
    faults: Option<Report>,
    /// The errors of the declarations.
    pub complaints: Vec<Diagnostic>,
    /// The strictness of checks.
    pub strictness: Strictness,
}

/// The folder of programs.
const PROGRAM: &str = "program";

/// A checked program.
pub struct Checked {
    /// The report, with the types of all expressions.
    pub report: Report,
    /// The definitions.
    pub definitions: Vec<Defined>,
    /// The program.
    pub program: Program,
    /// Its types and problems.
    pub inference: Inference,
}

/// A definition and its type.
pub struct Defined {
    /// Its name, or the path through its blocks.
    pub label: String,
    /// The index of its file.
    pub file: usize,
    /// Its first and last line, from 1.
    pub lines: (usize, usize),
    /// The canonical text of its type.
    pub ty: String,
}

impl Session {
    /// Reads declaration files for programs of a dialect, which are typed by a book.
    ///
    /// # Errors
    /// The reason why there is no session, or the fault of the book in a run for the declarations.
    pub fn new(dialect: Dialect, declarations: &[Source], book: &BookHandle) -> Result<Self, String> {
        let system = Memory::default();
        let shared: SharedSystem = Arc::new(system.clone());
        let books = Books::of_sessions(&shared);
        books.give_book("the book of all sessions", book.clone());
        let failed = |error: Error| error.to_string();
        let project = Project::new(shared, Options::default(), books).map_err(failed)?;
        let (mut session, faults) = project.session_declaring(declarations, None).map_err(failed)?;
        if let Some(fault) = session.faults().take().first() {
            return Err(fault.message());
        }
        let environment = session.environment(dialect).clone();
        let mut types = session.types().clone();
        // Its faults are those of all sessions.
        types.set_book(book.clone());
        let complaints = faults.iter().flat_map(|report| report.diagnostics.clone()).collect();
        Ok(Self {
            types,
            dialect,
            system,
            environment,
            checker: session,
            faults,
            complaints,
            strictness: Strictness::default(),
        })
    }

    /// Adds a file beside the program, which is no part of it.
    pub fn add_file(&mut self, path: &str, text: &str) {
        self.system.set(&Path::new(PROGRAM).join(path), text.as_bytes());
    }

    /// Checks a program: files with their names and texts.
    pub fn check(&mut self, files: &[(String, String)]) -> Checked {
        self.check_with_schemas(files, None)
    }

    /// Checks a program of PCL or Terraform. Files have paths, and those in folders belong to components or modules. `schemas`
    /// are the schemas of packages or providers.
    pub fn check_with_schemas(&mut self, files: &[(String, String)], schemas: Option<Schemas>) -> Checked {
        for (path, text) in files {
            self.system.set(&Path::new(PROGRAM).join(path), text.as_bytes());
        }
        let own = files.iter().filter(|(path, _)| !path.contains('/'));
        let own = own.map(|(name, text)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) });
        let system: SharedSystem = Arc::new(self.system.clone());
        let roots = AllowedDirectories::of(&system, Path::new(PROGRAM), &[]);
        let directory = Some(PROGRAM.into());
        let mut input = Input { directory, ..Input::of_texts(self.dialect, own.collect(), roots) };
        let mut session = self.checker.clone().with_strictness(self.strictness);
        if let Some(schemas) = schemas {
            session = session.with_schemas(schemas);
        }
        session.keep_all_types(self.types.clone());
        let checked = session.check(&mut input);
        for (path, _) in files {
            self.system.remove(&Path::new(PROGRAM).join(path));
        }
        self.conclude(checked)
    }

    fn conclude(&mut self, checked: CheckedProgram) -> Checked {
        let CheckedProgram { program, inference, diagnostics, types, .. } = checked;
        self.types = types;
        let listed = program.definition_ids().filter(|&id| program.definition(id).kind != Kind::Body);
        let ranges: Vec<(String, usize, (usize, usize))> = listed.map(|id| place(&program, id)).collect();
        let report = Report::new(String::new(), &program, &inference, &self.types, diagnostics, Detail::Expressions);
        let definitions = ranges.into_iter().zip(&report.nodes);
        let definitions = definitions
            .map(|((label, file, lines), node)| Defined { label, file, lines, ty: node.ty.clone() })
            .collect();
        Checked { report, definitions, program, inference }
    }

    /// The report on the declarations alone.
    pub fn complaints_page(&self) -> String {
        self.faults.iter().map(plain_page).collect()
    }

    /// Returns the answer to a question to a judgment, as it is drawn.
    ///
    /// # Errors
    /// The reason why the text is no question.
    pub fn answer(&mut self, question: &str) -> Result<String, String> {
        answer_to(question, &self.environment, &mut self.types).map_err(|error| error.to_string())
    }

    /// Reads a type.
    ///
    /// # Errors
    /// The reason why the text is not a type.
    pub fn read_type(&mut self, text: &str) -> Result<Ty, String> {
        let name = self.types.name(text);
        if let Some(&declared) = self.environment.types.get(&name) {
            return Ok(declared);
        }
        let (tree, root) = parse_type(text, &mut self.types).map_err(|_| format!("`{text}` is no type"))?;
        let ty = read_type(&tree, root, &self.environment.types, &mut self.types)
            .map_err(|errors| format!("`{text}`: {}", errors[0].message))?;
        Ok(normalized(&mut self.types, ty))
    }

    /// The canonical text of a type.
    pub fn display(&self, ty: Ty) -> String {
        display(&self.types, ty)
    }

    /// The declared variables, functions and types.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl Checked {
    /// `NAME: TYPE` for each definition, in source order.
    pub fn types(&self) -> String {
        self.definitions.iter().flat_map(|defined| [&defined.label[..], ": ", &defined.ty, "\n"]).collect()
    }

    /// The report on the diagnostics.
    pub fn page(&self) -> String {
        plain_page(&self.report)
    }

    /// All expressions with their types.
    pub fn expressions(&self) -> &[ExpressionType] {
        self.report.expressions.as_deref().unwrap_or_default()
    }
}

/// A report without colours and without trailing spaces.
fn plain_page(report: &Report) -> String {
    page(report, Palette::Plain, &str::to_owned).lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn place(program: &Program, id: DefinitionId) -> (String, usize, (usize, usize)) {
    let definition = program.definition(id);
    let source = &program.file(definition.file).source;
    let lines = (source.position(definition.name_span.start).line, source.position(definition.span.end).line);
    (definition.label.to_string(), definition.file.into(), lines)
}
