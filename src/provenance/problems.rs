//! The mapping from diagnostics to the rows that they report.

use super::explanation::{Explainer, Origin};
use super::rerun::Rerun;
use crate::program::{DefinitionId, Place, Problem, Program};
use crate::terms::trace::{Row, Value, Word};
use crate::types::{Interner, Name};

/// Returns the relations whose rows become this problem. Empty for problems that no rule concludes.
pub fn relations_of<E, B>(problem: &crate::program_rules::problem::Problem<E, B>) -> &'static [&'static str] {
    use crate::program_rules::problem::Problem as P;
    match problem {
        P::NoConversion { .. } => &["no_conversion"],
        P::Misfit { .. } => &["misfits"],
        P::UnknownProperty { .. } => &["unknown_property"],
        P::MissingProperty { .. } | P::MissingInBody(..) => &["missing_property"],
        P::Step { .. } => &["step_meets"],
        P::NotIterable { .. } => &["not_iterable"],
        P::TooDeep(_) => &["too_deep"],
        P::TooVaried(_) => &["too_varied"],
        P::TooLarge(_) => &["too_large"],
        P::UnknownName(_) => &["unknown_name"],
        P::UnknownFunction(_) => &["unknown_function"],
        P::MissingArgument { .. } => &["argument_missing", "lacks_argument"],
        P::TooManyArguments { .. } => &["too_many_arguments", "has_surplus"],
        P::UnknownInput(..) => &["unknown_input"],
        P::MissingInput(..) => &["missing_input"],
        P::UnknownBlock(..) => &["unknown_block"],
        P::MissingBlock(..) => &["missing_block"],
        P::SurplusBlock(..) => &["surplus_block"],
        P::WrongHook(..) => &["wrong_hook"],
        P::Flawed { .. } => &["flawed"],
        P::Misused { .. } => &["misused"],
        P::WrongArgument(_) => &["wrong_argument"],
        P::ObjectArgument(_) => &["object_argument"],
        P::MissingInputs(_) => &["inputs_missing"],
        P::UnknownMethod(..) => &["unknown_method"],
        P::NoReceiver(_) => &["no_receiver"],
        P::NotAnEnumValue { .. } => &["no_enum_value"],
        P::NoOverload { .. } => &["no_overload"],
        P::NoOperator { .. } => &["no_operator"],
        P::NotAssignable { .. } => &["no_fit", "no_conversion"],
        P::Unsure { .. } => &["unsure"],
        P::IneffectiveComparison { .. } => &["no_effect"],
        P::UnsafeConversion { .. } => &["unsafe_conversion"],
        P::EventualRange { .. } => &["eventual_range"],
        P::Redefined(_) => &[],
    }
}

/// The subject of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An expression.
    Expression(Place),
    /// A block.
    Block(DefinitionId),
}

impl Subject {
    /// Returns the definition that contains it.
    pub fn definition(self, program: &Program) -> Option<DefinitionId> {
        match self {
            Self::Expression(place) => program.definition_of(place),
            Self::Block(id) => Some(id),
        }
    }
}

/// Returns the subject of a problem.
pub fn subject(problem: &Problem) -> Subject {
    match *problem {
        Problem::NoConversion { at, .. }
        | Problem::Misfit { at, .. }
        | Problem::UnknownProperty { at, .. }
        | Problem::MissingProperty { at, .. }
        | Problem::Step { at, .. }
        | Problem::NotIterable { at, .. }
        | Problem::TooDeep(at)
        | Problem::TooVaried(at)
        | Problem::TooLarge(at)
        | Problem::UnknownName(at)
        | Problem::UnknownFunction(at)
        | Problem::MissingArgument { at, .. }
        | Problem::TooManyArguments { at, .. }
        | Problem::Redefined(at)
        | Problem::WrongHook(at, _)
        | Problem::Flawed { at, .. }
        | Problem::Misused { at, .. }
        | Problem::WrongArgument(at)
        | Problem::ObjectArgument(at)
        | Problem::MissingInputs(at)
        | Problem::UnknownMethod(at, _)
        | Problem::NoReceiver(at)
        | Problem::NotAnEnumValue { at, .. }
        | Problem::NoOverload { at, .. }
        | Problem::NoOperator { at, .. }
        | Problem::NotAssignable { at, .. }
        | Problem::Unsure { at, .. }
        | Problem::IneffectiveComparison { at, .. }
        | Problem::UnsafeConversion { at, .. }
        | Problem::EventualRange { at, .. } => Subject::Expression(at),
        Problem::UnknownInput(block, _)
        | Problem::MissingInput(block, ..)
        | Problem::MissingInBody(block, ..)
        | Problem::UnknownBlock(block, _)
        | Problem::MissingBlock(block, ..)
        | Problem::SurplusBlock(block, ..) => Subject::Block(block),
    }
}

impl Explainer<'_> {
    /// Returns the row of a problem; `None` if no rule concludes it.
    pub fn problem(&mut self, program: &Program, problem: &Problem) -> Option<(Origin, Row)> {
        let id = subject(problem).definition(program)?;
        let assigned = program.is_modelled.then_some(Origin::Assignments);
        [Origin::Definition(id)].into_iter().chain(assigned).find_map(|origin| {
            let run = self.run(origin);
            Some((origin, run.problem(program, problem, self.types())?))
        })
    }
}

impl Rerun {
    /// Returns the row of a problem, if it is concluded here.
    pub fn problem(&self, program: &Program, problem: &Problem, types: &Interner) -> Option<Row> {
        let relations = relations_of(problem);
        let is_about = |row: &Row| match subject(problem) {
            Subject::Expression(place) => expression(problem, row).is_some_and(|at| is_at(self, at, place)),
            Subject::Block(id) => is_of_block(self, row, program, id),
        };
        let mut rows = self.derivations.concluded_by(|_| true).into_iter();
        rows.find(|row| relations.contains(&row.relation) && is_about(row) && agrees(problem, row, types))
    }
}

/// Returns the expression of a problem's row.
fn expression(problem: &Problem, row: &Row) -> Option<Value> {
    let column = if matches!(problem, Problem::UnknownProperty { .. }) { 3 } else { 0 };
    row.cells.get(column).copied()
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

/// Holds if the remaining columns of a row agree with a problem.
fn agrees(problem: &Problem, row: &Row, types: &Interner) -> bool {
    let cell = |column: usize| row.cells.get(column).copied();
    let is_named = |name: Name| match (cell(1), cell(2)) {
        (Some(Value::Type(object)), Some(Value::Number(place))) => {
            types.properties(object).get(place as usize).is_some_and(|property| property.0 == name)
        }
        _ => false,
    };
    match *problem {
        Problem::MissingProperty { name, .. } | Problem::MissingInBody(_, name, _) => is_named(name),
        Problem::Step { step, .. } => cell(1) == Some(Value::Number(step)),
        Problem::MissingArgument { parameter, .. } => cell(1) == Some(Value::Number(parameter)),
        Problem::UnknownInput(_, name)
        | Problem::MissingInput(_, name, _)
        | Problem::UnknownBlock(_, name)
        | Problem::MissingBlock(_, name, _)
        | Problem::SurplusBlock(_, name, _) => cell(1) == Some(Value::Name(name)),
        Problem::Flawed { flaw, place, .. } => {
            cell(1) == Some(Value::Word(Word::TerraformError(flaw))) && cell(2) == Some(Value::Number(place))
        }
        Problem::Misused { mark, usage, .. } => {
            cell(1) == Some(Value::Word(Word::Mark(mark))) && cell(2) == Some(Value::Word(Word::Usage(usage)))
        }
        _ => true,
    }
}
