//! Sessions: declarations, with the programs and types that refer to them.

use std::path::Path;
use std::sync::OnceLock;

use typelog::declarations::declare;
use typelog::diagnostics::{Diagnostic, Strictness, apply_ignore_comments, declaration_diagnostics, diagnose, is_code};
use typelog::dialect::{
    Dialect, ReadContext, Text, environment, read_hcl_program, read_modelled_program, read_program,
};
use typelog::infer::{Inference, infer};
use typelog::jobs::Jobs;
use typelog::program::environment::Environment;
use typelog::program::{Kind, Program};
use typelog::render::{Detail, ExpressionType, Palette, Report, page};
use typelog::schema::Schemas;
use typelog::source::Source;
use typelog::type_expressions::notation::parse_type;
use typelog::type_expressions::parse::read_type;
use typelog::type_rules::ask::normalized;
use typelog::types::display::display;
use typelog::types::{BookHandle, Interner, Ty};

/// Declarations, and the types and options of a test.
pub struct Session {
    /// All types seen so far.
    pub types: Interner,
    environment: Environment,
    declarations: Vec<Source>,
    /// The errors of the declarations.
    pub complaints: Vec<Diagnostic>,
    /// The strictness of checks.
    pub strictness: Strictness,
}

/// The book of rules of all sessions, if it is not the built-in one.
static BOOK: OnceLock<BookHandle> = OnceLock::new();

/// Makes a book that of all sessions, which have to be made later.
pub fn use_book(book: BookHandle) {
    assert!(BOOK.set(book).is_ok(), "a book has been chosen before");
}

/// An interner with the book of all sessions.
pub fn new_types() -> Interner {
    let mut types = Interner::default();
    if let Some(book) = BOOK.get() {
        types.set_book(book.clone());
    }
    types
}

/// The folder in which programs of PCL are placed.
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
    /// Reads declaration files for programs of plain HCL.
    pub fn new(declarations: Vec<Source>) -> Self {
        let mut types = new_types();
        Self::around(environment(Dialect::Hcl, &mut types), types, declarations)
    }

    /// Reads declaration files for programs of PCL.
    pub fn pcl(declarations: Vec<Source>) -> Self {
        let mut types = new_types();
        Self::around(environment(Dialect::Pcl, &mut types), types, declarations)
    }

    /// Reads declaration files for programs of declared types.
    pub fn modelled(declarations: Vec<Source>) -> Self {
        let mut types = new_types();
        Self::around(environment(Dialect::Bicep, &mut types), types, declarations)
    }

    /// Reads declaration files for modules of Terraform.
    pub fn terraform(declarations: Vec<Source>) -> Self {
        let mut types = new_types();
        Self::around(environment(Dialect::Terraform, &mut types), types, declarations)
    }

    fn around(mut environment: Environment, mut types: Interner, declarations: Vec<Source>) -> Self {
        let errors = declare(&declarations, &mut environment, &mut types);
        let complaints = declaration_diagnostics(&errors);
        Self { types, environment, declarations, complaints, strictness: Strictness::default() }
    }

    /// Checks a program of plain HCL: files with their names and texts.
    pub fn check(&mut self, files: &[(String, String)]) -> Checked {
        let texts = files.iter().map(|(name, text)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) });
        let program = read_hcl_program(texts.collect(), &self.environment, &mut self.types);
        self.conclude(program)
    }

    /// Checks a program of declared types: files with their names and texts.
    pub fn check_modelled(&mut self, files: &[(String, String)]) -> Checked {
        let texts = files.iter().map(|(name, text)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) });
        let program = read_modelled_program(texts.collect(), &self.environment, &mut self.types);
        self.conclude(program)
    }

    /// Checks a program of PCL or Terraform. Files have paths, and those in folders belong to components or modules. `schemas`
    /// is the folder with the schemas of packages or providers.
    pub fn check_in_folders(&mut self, dialect: Dialect, files: &[(String, String)], schemas: &Path) -> Checked {
        let in_folder = |folder: &str| {
            let texts = files.iter().filter(|(path, _)| path.rsplit_once('/').map_or("", |parts| parts.0) == folder);
            let text = |(path, text): &(String, String)| Text {
                name: path.rsplit('/').next().unwrap_or(path).to_owned(),
                bytes: Ok(text.clone().into_bytes()),
            };
            texts.map(text).collect::<Vec<Text>>()
        };
        let load = |path: &Path| {
            let folder = path.strip_prefix(PROGRAM).map_err(|_| "it is outside of the program".to_owned())?;
            let texts = in_folder(&folder.to_string_lossy());
            if texts.is_empty() { Err("there is no such folder".to_owned()) } else { Ok(texts) }
        };
        let mut schemas = Schemas::in_directories(&[schemas]).expect("the folder of schemas can be read");
        let mut surroundings = ReadContext {
            system: typelog::files::Disk::shared(),
            environment: &self.environment,
            schemas: &mut schemas,
            directory: Some(PROGRAM.into()),
            load: &load,
            modules: &typelog::dialect::module_sources::NO_MODULES,
            strictness: self.strictness,
            jobs: Jobs::ONE,
        };
        let program = read_program(dialect, in_folder(""), &mut surroundings, &mut self.types);
        self.conclude(program)
    }

    fn conclude(&mut self, program: Program) -> Checked {
        let inference = infer(&program, &self.environment, &mut self.types);
        let strictness = self.strictness;
        let diagnostics = diagnose(&program, &inference, &self.environment, &self.types, strictness);
        assert!(
            diagnostics.iter().all(|diagnostic| is_code(&diagnostic.code)),
            "a code is missing in the list: {diagnostics:?}"
        );
        let diagnostics = apply_ignore_comments(&program, diagnostics);
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
        let report = Report {
            program: String::new(),
            sources: self.declarations.clone(),
            nodes: Vec::new(),
            expressions: None,
            diagnostics: self.complaints.clone(),
        };
        plain_page(&report)
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

fn place(program: &Program, id: typelog::program::DefinitionId) -> (String, usize, (usize, usize)) {
    let definition = program.definition(id);
    let source = &program.file(definition.file).source;
    let lines = (source.position(definition.name_span.start).line, source.position(definition.span.end).line);
    (definition.label.to_string(), definition.file.0 as usize, lines)
}
