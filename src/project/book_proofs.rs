//! Proofs of rows that the book of rules has derived about programs. They continue the proofs of user rules, below the rows that
//! these rules have matched.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use typelog_interpreter::judgments_of;
use typelog_interpreter::value::Value;
use typelog_reader::types::Type;

use super::Project;
use super::checked_program::CheckedProgram;
use super::input::Input;
use super::judgments::proved_node;
use super::proofs::{ProofOptions, explain};
use super::session::Session;
use super::subject::Target;
use crate::program::environment::Environment;
use crate::provenance::{RowPattern, WhyNot, why_not};
use crate::query::{Row, program_of_cell, shown, value_of};
use crate::relations::collect::expressions_in_order;
use crate::relations::{Cell, Database};
use crate::render::ProofNode;
use crate::types::Interner;
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

    /// Creates the proofs of rows of one program, which is checked again for them.
    pub(super) fn of_program(project: &'a Project, session: &mut Session, input: &Input) -> Self {
        let checked = session.check(&mut input.clone());
        let environment = session.environment(input.dialect).clone();
        Self::new(project, &[], ProofOptions::default()).with_program(checked, environment, input.clone())
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
        let number = database.number_in_program(ty, cell)?;
        let options = self.options;
        let Loaded { checked, environment, input } = self.program(&program)?;
        let subject = match relation {
            "has_type" => Target::Expression(*expressions_in_order(&checked.program).get(number)?),
            "has_mark" => {
                let [path, mark] = [1, 2].map(|column| shown(database, schema.columns[column].ty, row.cells[column]));
                Target::Mark(*expressions_in_order(&checked.program).get(number)?, path, mark)
            }
            "node_type" => Target::Node(checked.program.definition_ids().nth(number)?),
            _ => Target::Diagnostic(Some(number).filter(|&number| number < checked.diagnostics.len())?),
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

/// Returns the proof of a judgment about types.
fn proof_about_types(database: &mut Database, row: &Row, relation: &str, depth: usize) -> Option<ProofNode> {
    let cells = cells_of_judgment(database, row, relation)?;
    let book = database.book.clone();
    let query = judgments_of(&book).get(relation)?;
    let types = database.types.as_mut()?.types_mut();
    let values: Option<Vec<Value>> = cells.iter().zip(&query.types).map(|(cell, ty)| cell.value(ty, types)).collect();
    let mut question = values?;
    let answer = question.split_off(query.questions).into_iter().map(Some).collect();
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
    fn value(&self, column: &Type, types: &mut Interner) -> Option<Value> {
        Some(match self {
            Self::Type(ty) => Value::Ty(*ty),
            Self::Word(text) => value_of(column.name()?, text)?,
            Self::Step(kind, key) => Value::Step(match &kind[..] {
                "name" => Step::Name(types.name(key)),
                "number" => Step::Number(types.number(key.parse::<usize>().ok()?.into())),
                "bool" => Step::Bool(key == "true"),
                _ => Step::Null,
            }),
        })
    }
}
