//! Sentences for rows about programs: facts, expectations, and problems.

use std::fmt::Write as _;

use super::judgment::RowRenderer;
use crate::terms::trace::{Row, Value, Word};
use crate::types::display::display_path;
use crate::types::vocabulary::{BinaryOperator, Outcome, Role};

impl RowRenderer<'_> {
    /// Renders a row about a program as a sentence, if there is one for its relation.
    pub(super) fn sentence(&self, row: &Row) -> Option<String> {
        let sentences = [Self::expression_fact, Self::block_fact, Self::expectation, Self::problem, Self::mark];
        sentences.into_iter().find_map(|render| render(self, row))
    }

    fn cell(&self, row: &Row, column: usize) -> String {
        row.cells.get(column).map_or_else(String::new, |&value| self.value(value))
    }

    fn word(&self, row: &Row, column: usize) -> String {
        self.cell(row, column).to_lowercase()
    }

    /// Renders a fact about an expression, or about the typing of its parts.
    fn expression_fact(&self, row: &Row) -> Option<String> {
        let cell = |column: usize| self.cell(row, column);
        let word = |column: usize| self.word(row, column);
        Some(match row.relation {
            "is_literal" => format!("{} is a literal", cell(0)),
            "is_text" => format!("{} is a text", cell(0)),
            "is_part" => format!("{} is {} {}", cell(0), Self::role(row, 2), cell(1)),
            "part_has_type" => format!("{}, {} {}, has the type {}", cell(0), Self::role(row, 2), cell(1), cell(3)),
            "has_operands" => format!("{} is {}", cell(0), form(&cell(1))),
            "operand_types" => format!("{} is {} of types {}", cell(0), form(&cell(1)), cell(2)),
            "operands" => format!("{} is {} {} {}", cell(0), cell(2), symbol(row, 1), cell(3)),
            "refers_to" => format!("{} refers to {}", cell(0), cell(1)),
            "is_unresolved" | "unknown_name" => format!("{} is unresolved", cell(0)),
            "unknown_function" => format!("{} calls a function that does not exist", cell(0)),
            "binds_variable" => {
                format!("inside {} the variable {} is the {} of each element", cell(0), cell(1), word(2))
            }
            "makes" => format!("{} makes a {}", cell(0), word(1)),
            "is_call" => format!("{} calls {}", cell(0), cell(1)),
            "called" => format!(
                "{} calls a function of parameters {} with {}, and gives {}",
                cell(0),
                cell(2),
                cell(1),
                cell(4)
            ),
            "has_signature" => format!("{} takes {}{}, and gives {}", cell(0), cell(1), rest(&cell(2)), cell(3)),
            "defines" => format!("the value of {} is {}", cell(0), cell(1)),
            "is_circular" => format!("{} depends on itself", cell(0)),
            "steps" => format!(
                "step {} of {} leads from {} to {}{}",
                one(row, 1),
                cell(0),
                cell(2),
                cell(3),
                self.outcome(row, 4)
            ),
            "text_index" => format!("{} indexes a {} by a text", cell(0), cell(1)),
            "computed_index" | "indexed" => format!("{} indexes {}, a {}, by a {}", cell(0), cell(1), cell(2), cell(4)),
            _ => return None,
        })
    }

    /// Renders a fact about a block, or about its typing.
    fn block_fact(&self, row: &Row) -> Option<String> {
        let cell = |column: usize| self.cell(row, column);
        let is = |column: usize| matches!(row.cells.get(column), Some(Value::Flag(true)));
        let word = |column: usize| self.word(row, column);
        Some(match row.relation {
            "is_config" => format!(
                "{} is a {}configuration value, declared as {}",
                cell(0),
                if is(2) { "secret " } else { "" },
                cell(1)
            ),
            "configures" => format!("values of {} configure {}", cell(1), cell(0)),
            "defaults_to" => format!("{} is {} where it is not set", cell(0), cell(1)),
            "is_instance" => {
                format!("{} is a {} that gives {}", cell(0), if is(2) { "resource" } else { "component" }, cell(1))
            }
            "ranges_over" => format!("there is an instance of {} for each item of {}", cell(0), cell(1)),
            "generates_blocks" => format!("{} has a value for each element of {}", cell(0), cell(1)),
            "binds_range" => format!("inside {} the name `range` is bound", cell(0)),
            "range_typed" => format!("the instances of {} follow a range of type {}", cell(0), cell(1)),
            "is_expected" => format!("{} is expected of {}", cell(1), cell(0)),
            "takes_constant" => format!("{} is the constant {}, and is converted to {}", cell(0), cell(1), cell(2)),
            "is_input" => format!("{} is given to {} as {}", cell(0), cell(1), cell(2)),
            "has_interface" => format!("{} takes the inputs of {}", cell(0), cell(1)),
            "takes_input" => format!("{} takes {}: {}", cell(0), cell(1), cell(2)),
            "needs_input" => format!("{} needs {}", cell(0), cell(1)),
            "has_variant" => format!(
                "in {} of {}, {} is {} if its `{}` is \"{}\"",
                cell(1),
                cell(0),
                cell(2),
                cell(5),
                cell(3),
                cell(4)
            ),
            "has_discriminator" => format!("objects in {} have discriminators", cell(0)),
            "discriminates" => format!("{}.{} = \"{}\"", cell(0), cell(1), cell(2)),
            "names_property" => format!("{} names a property of {}", cell(0), cell(1)),
            "takes_hook" => format!("a {} hook is taken at {}", word(1), cell(0)),
            "is_hook" => format!("{} is a {} hook", cell(0), word(1)),
            "invokes" => format!("{} invokes a function that takes {}", cell(0), cell(1)),
            "invocation_signature" => format!("{} has parameters {} and gives {}", cell(0), cell(2), cell(3)),
            "calls_method" => format!("{} calls the method {}", cell(0), cell(1)),
            _ => return None,
        })
    }

    /// Renders an expectation of a value, or its outcome.
    fn expectation(&self, row: &Row) -> Option<String> {
        let cell = |column: usize| self.cell(row, column);
        let word = |column: usize| self.word(row, column);
        Some(match row.relation {
            "expects" => format!("{} expects {}", cell(0), cell(2)),
            "takes" => format!("{} stands where {} is taken", cell(0), cell(2)),
            "accepts" => format!("where {} is expected, {} is accepted", cell(1), cell(2)),
            "chooses" => format!("{} is meant as {}", cell(0), cell(2)),
            "is_held" => format!("{} is held to {}", cell(0), cell(2)),
            "meets" => format!("{} meets {}", cell(0), cell(2)),
            "faces" => format!("{} faces {}", cell(0), cell(2)),
            "agrees" if word(5) == "no" => format!("{} does not agree with {}", cell(0), cell(2)),
            "agrees" => format!("{} agrees with {}, {}", cell(0), cell(2), agreement(&word(5))),
            "opens" => format!("{} is examined", cell(0)),
            "stands" if row.cells.first() == row.cells.get(2) => {
                format!("{} faces {} in {}", cell(0), cell(3), cell(1))
            }
            "stands" => format!("{} is in {} where {} is expected", cell(2), cell(0), cell(3)),
            "compared" => format!("the parts of {} face those of {}", cell(0), cell(2)),
            "is_inexact" => format!("{} is inexact for {}", cell(0), cell(1)),
            "doubts" => format!("{} may not be a {} at run time", cell(0), cell(2)),
            "has_form" => format!("{} is invoked in the form {}", cell(0), spaced(&cell(2))),
            "wraps" => format!("{} results in {} inside of the collection", cell(0), cell(1)),
            "calls_builtin" => format!("{} calls {} with {}", cell(0), spaced(&cell(1)), cell(2)),
            "is_builtin" => format!("{} is built in: {}", cell(0), spaced(&cell(1))),
            "overload_chosen" if word(4) == "none" => format!("{} fits no signature of {}", cell(0), cell(1)),
            "overload_chosen" => {
                format!("{} gives {} by the signature of {} that is chosen", cell(0), cell(4), cell(1))
            }
            "fits_as" | "unfolding_fits" => format!("{} fits {} as {} fits {}", cell(0), cell(1), cell(3), cell(4)),
            "lies" => format!("the {} of {} lies {} to that of {}", word(2), cell(0), word(3), cell(1)),
            "is_contained" => format!("{} lies {} to {}", cell(0), word(2), cell(1)),
            _ => return None,
        })
    }

    /// Renders a problem.
    fn problem(&self, row: &Row) -> Option<String> {
        let cell = |column: usize| self.cell(row, column);
        let is = |column: usize| matches!(row.cells.get(column), Some(Value::Flag(true)));
        let word = |column: usize| self.word(row, column);
        Some(match row.relation {
            "no_conversion" => format!("{} does not convert to {}", cell(0), cell(2)),
            "no_fit" => format!("{} does not fit {}", cell(0), cell(2)),
            "unsure" => format!("{} may not fit {}", cell(0), cell(2)),
            "unsafe_conversion" => format!("{} converts to {} only unsafely", cell(0), cell(2)),
            "mismatches" => format!("{} is not a {}", cell(0), cell(2)),
            "lacks" | "missing_property" => {
                let (object, place) = if row.relation == "lacks" { (2, 3) } else { (1, 2) };
                let expected = cell(row.cells.len().saturating_sub(2));
                format!("{} lacks {}, a {expected}", cell(0), self.property(row, object, place))
            }
            "exceeds" | "unknown_property" => format!("{} is not expected in {}", cell(3), cell(0)),
            "misnames" => format!("{} has a misnamed {}", cell(0), self.property(row, 1, 3)),
            "no_enum_value" => format!("{} is not a value of {}", cell(0), cell(1)),
            "step_meets" => {
                format!("step {} of {} leads nowhere from {}{}", one(row, 1), cell(0), cell(2), self.outcome(row, 3))
            }
            "is_caught" => format!("{} stands in the arguments of a function that catches failures", cell(0)),
            "not_iterable" => format!("{}, a {}, has no elements", cell(0), cell(1)),
            "no_overload" => format!("{} fits no signature of {}", cell(0), cell(1)),
            "no_operator" => format!("{} has operands {}, which fit no signature", cell(0), cell(1)),
            "argument_missing" | "lacks_argument" => format!("{} lacks argument {}", cell(0), one(row, 1)),
            "too_many_arguments" | "has_surplus" => {
                format!("{} has {} arguments where {} are taken", cell(0), cell(2), cell(1))
            }
            "wrong_argument" => format!("{} is not a value that the function takes first", cell(0)),
            "object_argument" => format!("{} gives an object to a function that takes its inputs one by one", cell(0)),
            "inputs_missing" => format!("{} lacks its inputs", cell(0)),
            "unknown_input" => format!("{} has no input {}", cell(0), cell(1)),
            "missing_input" => format!("{} lacks its input {}", cell(0), cell(1)),
            "wrong_hook" => format!("{} is not a {} hook", cell(0), word(1)),
            "unknown_method" => format!("{} calls a method that {} does not have", cell(0), cell(1)),
            "no_receiver" => format!("{} is not a resource", cell(0)),
            "eventual_range" => format!("a block ranges over {}, an eventual {}", cell(0), cell(1)),
            "no_effect" => format!("{} compares {} with {}, which are never equal", cell(0), cell(1), cell(2)),
            "misfits" => format!("{}, which is {}, does not convert to {}", cell(0), cell(1), cell(2)),
            "too_deep" => format!("the type of {} nests too deep", cell(0)),
            "too_large" => format!("the known value of {} is too large", cell(0)),
            "too_varied" => format!("{} has too many members that are not alike", cell(0)),
            "evaluates" if is(3) => format!("{} = {}", cell(1), cell(2)),
            "evaluates" => format!("{} = {}, with an error inside", cell(1), cell(2)),
            "flawed" => format!("{} is wrong ({}): {} where {} is expected", cell(0), word(1), cell(3), cell(4)),
            _ => return None,
        })
    }

    /// Renders a mark of a Terraform value.
    fn mark(&self, row: &Row) -> Option<String> {
        let cell = |column: usize| self.cell(row, column);
        let word = |column: usize| self.word(row, column);
        let part = |value: usize, path: usize| self.marked_part(row, value, path);
        Some(match row.relation {
            "has_mark" | "is_marked" => format!("{} is {}", part(0, 1), word(2)),
            "declares_mark" => format!("{} is known to be {}", part(0, 1), word(2)),
            "steps_from" => format!("{} is {}, before step {}", part(0, 2), word(3), one(row, 1)),
            "passes_mark" => format!("argument {} of {} is {}", one(row, 1), part(0, 2), word(3)),
            "gives_output" => format!("{} is the value of {}", cell(0), cell(1)),
            "is_used_as" => format!("{} is used as {}", cell(0), spaced(&cell(1))),
            "keeps_inputs" => format!("the inputs of {} are stored", cell(0)),
            "misused" => format!("{} may not be {} here", cell(0), word(1)),
            _ => return None,
        })
    }

    /// Renders the part of a value at a path.
    fn marked_part(&self, row: &Row, value: usize, path: usize) -> String {
        let whole = self.cell(row, value);
        match row.cells.get(path) {
            Some(&Value::Type(path)) if !self.types.members(path).is_empty() => {
                format!("{} of {whole}", display_path(self.types, path))
            }
            _ => whole,
        }
    }

    /// Returns the role of a part, as the beginning of a phrase.
    fn role(row: &Row, column: usize) -> String {
        let Some(Value::Word(Word::Role(role))) = row.cells.get(column) else { return "a part of".to_owned() };
        let operator = |side: &str, of: BinaryOperator| format!("the {side} operand of `{}` in", of.symbol());
        match role {
            Role::Standing => "all of".to_owned(),
            Role::Joined => "the iteration that is joined in".to_owned(),
            Role::Operand(of) => format!("the operand of `{}` in", of.symbol()),
            Role::Left(of) => operator("left", *of),
            Role::Right(of) => operator("right", *of),
            Role::Condition => "the condition of".to_owned(),
            Role::Then => "the first branch of".to_owned(),
            Role::Else => "the second branch of".to_owned(),
            Role::Source => "the source of the steps in".to_owned(),
            Role::Collection => "the indexed collection in".to_owned(),
            Role::Key => "the index in".to_owned(),
            Role::Splatted => "the source of the splat in".to_owned(),
            Role::Each => "the result for each element in".to_owned(),
            Role::Iterated => "the iterated collection in".to_owned(),
            Role::ForKey => "the key in".to_owned(),
            Role::ForCondition => "the condition in".to_owned(),
        }
    }

    /// Returns the name of an object's property, by index.
    fn property(&self, row: &Row, object: usize, place: usize) -> String {
        match (row.cells.get(object), row.cells.get(place)) {
            (Some(Value::Type(object)), Some(Value::Number(place))) => {
                let property = self.types.properties(*object).get(*place as usize);
                property
                    .map_or_else(|| "a property".to_owned(), |property| format!("`{}`", self.types.text(property.0)))
            }
            _ => "a property".to_owned(),
        }
    }

    /// Renders the outcome of a step that does not succeed.
    fn outcome(&self, row: &Row, column: usize) -> String {
        match row.cells.get(column) {
            Some(Value::Word(Word::Outcome(Outcome::Found))) | None => String::new(),
            Some(&found) => format!(" ({})", spaced(&self.value(found))),
        }
    }
}

/// Returns the form of an expression, with its article.
fn form(word: &str) -> String {
    match word {
        "Tuple" => "a tuple".to_owned(),
        "Object" => "an object".to_owned(),
        "ComputedObject" => "an object with computed keys".to_owned(),
        "Template" => "a template".to_owned(),
        "Call" => "a call".to_owned(),
        "For" => "a for-expression".to_owned(),
        operation => operation.to_owned(),
    }
}

/// Returns the symbol of the operator in a column.
fn symbol(row: &Row, column: usize) -> &'static str {
    match row.cells.get(column) {
        Some(Value::Word(Word::BinaryOperator(operator))) => operator.symbol(),
        _ => "and",
    }
}

/// Renders the variadic parameters.
fn rest(text: &str) -> String {
    if text == "none" { String::new() } else { format!(" and any number of {text}") }
}

fn agreement(kind: &str) -> &str {
    match kind {
        "safe" => "safely",
        "unsafe" => "unsafely",
        other => other,
    }
}

/// Converts an index from 0 to a number from 1.
fn one(row: &Row, column: usize) -> u32 {
    match row.cells.get(column) {
        Some(Value::Number(number)) => number + 1,
        _ => 0,
    }
}

/// Splits a compound word into lower-case words.
pub(super) fn spaced(word: &str) -> String {
    let mut text = String::new();
    for character in word.chars() {
        if character.is_ascii_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        let _ = write!(text, "{}", character.to_ascii_lowercase());
    }
    text
}
