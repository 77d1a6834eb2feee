//! Proofs of rows that the book of rules has derived about programs. They continue the proofs of user rules, below the rows that
//! these rules have matched.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use typelog_interpreter::judgments;
use typelog_interpreter::value::Value;
use typelog_interpreter::words::constant;

use super::Project;
use super::checked_program::CheckedProgram;
use super::input::Input;
use super::judgments::proved_node;
use super::proofs::{ProofOptions, explain};
use super::subject::Target;
use crate::program::environment::Environment;
use crate::program::{Expression, FileId, Place};
use crate::provenance::{RowPattern, WhyNot, why_not};
use crate::query::{Row, piece, program_of_cell, shown};
use crate::relations::{Cell, ColumnType, Database};
use crate::render::ProofNode;
use crate::source::Span;
use crate::types::Interner;
use crate::types::display::display;
use crate::types::vocabulary::Step;

/// The proofs of rows of programs. A program is checked again when the first of its rows is proved.
pub struct BookProofs<'a> {
    project: &'a Project,
    paths: &'a [PathBuf],
    options: ProofOptions,
    programs: FxHashMap<String, Option<Loaded>>,
}

/// A program that has been checked again.
struct Loaded {
    checked: CheckedProgram,
    environment: Environment,
    input: Input,
}

impl<'a> BookProofs<'a> {
    /// Creates the proofs of rows of some programs.
    pub fn new(project: &'a Project, paths: &'a [PathBuf], options: ProofOptions) -> Self {
        Self { project, paths, options, programs: FxHashMap::default() }
    }

    /// Adds a program that has already been checked.
    #[must_use]
    pub fn with_program(mut self, checked: CheckedProgram, environment: Environment, input: Input) -> Self {
        self.programs.insert(input.name.clone(), Some(Loaded { checked, environment, input }));
        self
    }

    /// Returns the proof of a row, if the book of rules has derived it.
    pub fn proof(&mut self, database: &mut Database, row: &Row) -> Option<ProofNode> {
        let name = database.relation(row.relation).schema.name.clone();
        match &name[..] {
            "has_type" | "has_mark" | "node_type" | "diagnostic" => self.proof_in_program(database, row, &name),
            _ => proof_about_types(database, row, &name, self.options.steps),
        }
    }

    fn proof_in_program(&mut self, database: &Database, row: &Row, relation: &str) -> Option<ProofNode> {
        let schema = &database.relation(row.relation).schema;
        let (ty, cell) = (schema.columns[0].ty, row.cells[0]);
        let program = program_of_cell(database, ty, cell)?.to_owned();
        let [file, start, end] = piece(database, ty, cell)?;
        let file = shown(database, ColumnType::Id("file"), file);
        let span = Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
        let options = self.options;
        let Loaded { checked, environment, input } = self.program(&program)?;
        let files = (0..).map(FileId).zip(&checked.program.files);
        let file = files.filter(|(_, found)| found.source.name == file).map(|(id, _)| id).next()?;
        let subject = match relation {
            "has_type" => {
                let text = shown(database, schema.columns[1].ty, row.cells[1]);
                Target::Expression(expression_at(checked, file, span, &text)?)
            }
            "has_mark" => {
                let [path, mark] = [1, 2].map(|column| shown(database, schema.columns[column].ty, row.cells[column]));
                Target::Mark(marked_at(checked, file, span)?, path, mark)
            }
            "node_type" => {
                let mut definitions = checked.program.definition_ids();
                Target::Node(definitions.find(|&id| {
                    let definition = checked.program.definition(id);
                    (definition.file, definition.name_span) == (file, span)
                })?)
            }
            _ => {
                let message = schema.column("text").map(|at| database.symbols.text(row.cells[at]))?;
                let found = |known: &crate::diagnostics::Diagnostic| {
                    (known.file, known.span) == (file, span) && known.message == message
                };
                Target::Diagnostic(checked.diagnostics.iter().position(found)?)
            }
        };
        explain(checked, environment, input, &subject, options).ok()
    }

    fn program(&mut self, name: &str) -> Option<&mut Loaded> {
        let Self { project, paths, programs, .. } = self;
        programs.entry(name.to_owned()).or_insert_with(|| load(project, paths, name)).as_mut()
    }
}

fn load(project: &Project, paths: &[PathBuf], name: &str) -> Option<Loaded> {
    let mut inputs = project.programs(paths).filter_map(Result::ok);
    let mut input = inputs.find(|input| input.name == name)?;
    let mut session = project.session(input.configuration.as_deref()).ok()?;
    let checked = session.check(&mut input);
    let environment = session.environment(input.dialect).clone();
    Some(Loaded { checked, environment, input })
}

/// Returns the expression at a span whose type has this text.
fn expression_at(checked: &CheckedProgram, file: FileId, span: Span, ty: &str) -> Option<Place> {
    let program = &checked.program;
    let tree = &program.file(file).tree;
    let own = program.definitions.iter().filter(|definition| definition.file == file);
    let nodes = own.flat_map(|definition| definition.expressions.iter().flat_map(Expression::nodes));
    let mut places = nodes.filter(|&node| tree.span(node) == span).map(|node| Place { file, node });
    places.find(|&place| checked.inference.type_of(place).is_some_and(|found| display(&checked.types, found) == ty))
}

/// Returns the outermost expression at a span.
fn marked_at(checked: &CheckedProgram, file: FileId, span: Span) -> Option<Place> {
    let program = &checked.program;
    let tree = &program.file(file).tree;
    let own = program.definitions.iter().filter(|definition| definition.file == file);
    let nodes = own.flat_map(|definition| definition.expressions.iter().flat_map(Expression::nodes));
    nodes.filter(|&node| tree.span(node) == span).last().map(|node| Place { file, node })
}

/// Returns the proof of a judgment about types.
fn proof_about_types(database: &mut Database, row: &Row, relation: &str, depth: usize) -> Option<ProofNode> {
    let cells = cells_of_judgment(database, row, relation)?;
    let door = judgments().get(relation)?;
    let types = database.types.as_mut()?.types_mut();
    let values: Option<Vec<Value>> = cells.iter().zip(&door.types).map(|(cell, ty)| cell.value(ty, types)).collect();
    let mut question = values?;
    let answer = question.split_off(door.questions).into_iter().map(Some).collect();
    let wanted = RowPattern { judgment: relation.to_owned(), question, answer };
    match why_not(types, &wanted).ok()? {
        WhyNot::Holds(row) => Some(proved_node(types, &wanted, &row, depth)),
        WhyNot::Fails(..) => None,
    }
}

/// A cell of a judgment's row, before its conversion to a value.
enum JudgmentCell {
    Type(crate::types::Ty),
    Word(String),
    Step(String, String),
}

/// Returns the cells of a row in the columns of its judgment; `None` if the relation is not a judgment about types.
fn cells_of_judgment(database: &Database, row: &Row, relation: &str) -> Option<Vec<JudgmentCell>> {
    let types = database.types.as_ref()?;
    let ty = |cell: Cell| types.ty(cell).map(JudgmentCell::Type);
    let text = |cell: Cell| database.symbols.text(cell).to_owned();
    let word = |cell: Cell| Some(JudgmentCell::Word(text(cell)));
    let cells: [Option<JudgmentCell>; 4] = match (relation, &row.cells[..]) {
        ("converts" | "is_assignable", &[s, t, mode, answer]) => [ty(s), ty(t), word(mode), word(answer)],
        ("common_type", &[s, t, kind, result]) => [ty(s), ty(t), word(kind), ty(result)],
        ("traverses", &[t, kind, key, result, outcome]) => {
            [ty(t), Some(JudgmentCell::Step(text(kind), text(key))), ty(result), word(outcome)]
        }
        ("maps_to", &[mapping, t, result]) => return [word(mapping), ty(t), ty(result)].into_iter().collect(),
        _ => return None,
    };
    cells.into_iter().collect()
}

impl JudgmentCell {
    fn value(&self, column: &str, types: &mut Interner) -> Option<Value> {
        Some(match self {
            Self::Type(ty) => Value::Ty(*ty),
            Self::Word(text) if column == "bool" => Value::Flag(text == "true"),
            Self::Word(text) => {
                let name: String = text.split('_').map(capital).collect();
                constant(&name).or_else(|| constant(&format!("{column}::{name}")))?
            }
            Self::Step(kind, key) => Value::Step(match &kind[..] {
                "name" => Step::Name(types.name(key)),
                "number" => Step::Number(types.number(key.parse::<usize>().ok()?.into())),
                "bool" => Step::Bool(key == "true"),
                _ => Step::Null,
            }),
        })
    }
}

/// Capitalizes a word.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
