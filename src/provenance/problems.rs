//! The mapping from diagnostics to the rows that they report.

use super::explanation::{Explainer, Origin};
use super::rerun::Rerun;
use crate::builtins::trace::{Row, Value};
use crate::program::{DefinitionId, Place, Problem, Program};
use crate::program_rules::problem::Subject;

/// Returns the definition that contains the subject of a problem.
pub fn definition_of(program: &Program, problem: &Problem) -> Option<DefinitionId> {
    match problem.subject() {
        Subject::Expression(&place) => program.definition_of(place),
        Subject::Definition(&id) => Some(id),
    }
}

impl Explainer<'_> {
    /// Returns the row of a problem; `None` if no rule concludes it.
    pub fn problem(&mut self, program: &Program, problem: &Problem) -> Option<(Origin, Row)> {
        let id = definition_of(program, problem)?;
        let assigned = program.is_modelled.then_some(Origin::Assignments);
        [Origin::Definition(id)].into_iter().chain(assigned).find_map(|origin| {
            let run = self.run(origin);
            Some((origin, run.problem(program, problem)?))
        })
    }
}

impl Rerun {
    /// Returns the row of a problem, if it is concluded here.
    pub fn problem(&self, program: &Program, problem: &Problem) -> Option<Row> {
        let is_about = |row: &Row| match problem.subject() {
            Subject::Expression(&place) => row.cells.first().is_some_and(|&at| is_at(self, at, place)),
            Subject::Definition(&id) => is_of_block(self, row, program, id),
        };
        // A property that the body of a block lacks is missing in the object that stands for the body.
        let agrees = |row: &Row| match problem {
            Problem::MissingInBody { name, .. } => {
                row.relation == "missing_property" && row.cells.get(1) == Some(&Value::Name(*name))
            }
            _ => problem.relations().contains(&row.relation) && problem.agrees(&row.cells),
        };
        let mut rows = self.derivations.concluded_by(|_| true).into_iter();
        rows.find(|row| agrees(row) && is_about(row))
    }
}

fn is_at(run: &Rerun, cell: Value, place: Place) -> bool {
    matches!(cell, Value::Expression(e) if run.place_of(e) == Some(place))
}

/// Holds for rows about a block: its inputs, or its body, whose place is that of its first expression.
fn is_of_block(run: &Rerun, row: &Row, program: &Program, id: DefinitionId) -> bool {
    match row.cells.first() {
        Some(Value::Expression(e)) => {
            run.is_body(*e)
                && run.place_of(*e).is_some_and(|place| match program.definition_of(place) {
                    Some(found) => found == id,
                    None => program.definition(id).expressions.is_empty(),
                })
        }
        Some(Value::Binding(_)) => true,
        _ => false,
    }
}
