//! Declarations, and the programs and types that may refer to them.

use typelog::declarations::declare;
use typelog::diagnostics::{Diagnostic, Strictness, declaration_diagnostics, diagnose};
use typelog::dialect::{Text, read_plain_program};
use typelog::engine::ask::normalized;
use typelog::environment::Environment;
use typelog::infer::infer;
use typelog::program::Program;
use typelog::render::{ExpressionType, Palette, Report, page};
use typelog::source::Source;
use typelog::syntax::parse_expression;
use typelog::types::display::display;
use typelog::types::parse::read_type;
use typelog::types::{Interner, Ty};

/// What programs and types may refer to.
pub struct Session {
    /// All types that have been met.
    pub types: Interner,
    environment: Environment,
    declarations: Vec<Source>,
    /// What is wrong with the declarations.
    pub complaints: Vec<Diagnostic>,
}

/// What is known of a program.
pub struct Checked {
    /// The report of all commands, with the types of all expressions.
    pub report: Report,
    /// The definitions.
    pub definitions: Vec<Defined>,
}

/// A definition and its type.
pub struct Defined {
    /// Its name, or the path through its blocks.
    pub label: String,
    /// The number of its file.
    pub file: usize,
    /// The lines, from 1, on which it starts and ends.
    pub lines: (usize, usize),
    /// The canonical text of its type.
    pub ty: String,
}

impl Session {
    /// Reads declaration files.
    pub fn new(declarations: Vec<Source>) -> Self {
        let (mut types, mut environment) = (Interner::default(), Environment::default());
        let errors = declare(&declarations, &mut environment, &mut types);
        let complaints = declaration_diagnostics(&errors);
        Self { types, environment, declarations, complaints }
    }

    /// Checks a program of plain HCL: files with their names and texts.
    pub fn check(&mut self, files: &[(String, String)]) -> Checked {
        let texts = files.iter().map(|(name, text)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) });
        let program = read_plain_program(texts.collect(), &mut self.types);
        let inference = infer(&program, &self.environment, &mut self.types);
        let strictness = Strictness::default();
        let diagnostics = diagnose(&program, &inference, &self.environment, &self.types, strictness);
        let ranges: Vec<(String, usize, (usize, usize))> =
            program.definition_ids().map(|id| place(&program, id)).collect();
        let report = Report::new(String::new(), program, &inference, &self.types, diagnostics, true);
        let definitions = ranges.into_iter().zip(&report.nodes);
        let definitions = definitions
            .map(|((label, file, lines), node)| Defined { label, file, lines, ty: node.ty.clone() })
            .collect();
        Checked { report, definitions }
    }

    /// The page about the declarations, and nothing else.
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
    /// Why the text is none.
    pub fn read_type(&mut self, text: &str) -> Result<Ty, String> {
        let (tree, root) = parse_expression(text, &mut self.types).map_err(|_| format!("`{text}` is no type"))?;
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
        self.definitions.iter().map(|defined| format!("{}: {}\n", defined.label, defined.ty)).collect()
    }

    /// The page of diagnostics.
    pub fn page(&self) -> String {
        plain_page(&self.report)
    }

    /// All expressions with their types.
    pub fn expressions(&self) -> &[ExpressionType] {
        self.report.expressions.as_deref().unwrap_or_default()
    }
}

/// The page of a report without colours. Lines do not end in spaces, as in files that people edit.
fn plain_page(report: &Report) -> String {
    page(report, Palette::Plain, &str::to_owned).lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn place(program: &Program, id: typelog::program::DefinitionId) -> (String, usize, (usize, usize)) {
    let definition = program.definition(id);
    let source = &program.file(definition.file).source;
    let lines = (source.position(definition.name_span.start).line, source.position(definition.span.end).line);
    (definition.label.clone(), definition.file.0 as usize, lines)
}
