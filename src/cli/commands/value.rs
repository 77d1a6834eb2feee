//! `typelog value`: constant values.

use clap::{Args, Subcommand};
use serde_json::json;

use crate::cli::running::batch::{BatchArguments, answer_all};
use crate::cli::running::constants::{NotationArguments, constant, constraint, sentence};
use crate::cli::terminal::output::{Failure, Status, print, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::diagnostics::Diagnostic;
use crate::program::environment::Environment;
use crate::type_expressions::constraint::{Constraint, ConstraintOptions};
use crate::types::{Interner, Value};
use crate::value::{to_json, write_json, write_json_text};

/// Answers questions about constant values.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  typelog value convert '[1, \"2\"]' 'list(number)'                    [1,2]
  typelog value convert '{}' 'object({port = optional(int, 80)})'    {\"port\":80}
  typelog value defaults '{a = 1}' 'object({a = string, b = optional(int, 2)})'    {\"a\":1,\"b\":2}")]
pub enum Command {
    /// Converts a constant to a type, applying the type's defaults, and prints it as JSON
    ///
    /// With `--batch`, each line of standard input contains a value, a tab and a type, and is answered with
    /// `{"value":JSON,"type":"T"}` or `{"error":"REASON"}`.
    Convert(Arguments),
    /// Applies the defaults of a type to a constant, without converting it, and prints it as JSON
    ///
    /// Parts whose structure differs from the type are left unchanged. `--batch` works as for `convert`.
    Defaults(Arguments),
}

/// The operation on a value.
#[derive(Clone, Copy)]
enum Action {
    Convert,
    ApplyDefaults,
}

impl Action {
    fn of(self, value: Value, constraint: &Constraint, types: &mut Interner) -> Result<Value, String> {
        match self {
            Self::Convert => constraint.convert(value, types).map_err(|error| error.display(types)),
            Self::ApplyDefaults => Ok(constraint.with_defaults(value, types)),
        }
    }
}

/// A value and a type.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The value: an expression without variables and functions
    #[arg(required_unless_present = "batch", allow_hyphen_values = true)]
    value: Option<String>,
    /// The type constraint
    #[arg(required_unless_present = "batch", value_name = "T")]
    ty: Option<String>,
    #[command(flatten)]
    notation: NotationArguments,
    /// Read one value and its type per line of standard input
    #[arg(long, conflicts_with_all = ["value", "ty"], help_heading = "Batch")]
    batch: bool,
    #[command(flatten)]
    ending: BatchArguments,
}

/// Runs the command.
pub fn run(command: &Command, process: &Process) -> Result<Status, Failure> {
    let (action, arguments) = match command {
        Command::Convert(arguments) => (Action::Convert, arguments),
        Command::Defaults(arguments) => (Action::ApplyDefaults, arguments),
    };
    let (environment, mut types) = arguments.notation.prepare(process)?;
    match (&arguments.value, &arguments.ty) {
        (Some(value), Some(ty)) => arguments.single(action, value, ty, &environment, &mut types),
        _ => arguments.many(action, &environment, &mut types),
    }
}

impl Arguments {
    fn single(
        &self,
        action: Action,
        value: &str,
        ty: &str,
        environment: &Environment,
        types: &mut Interner,
    ) -> Result<Status, Failure> {
        let read = (self.constant(value, types), self.constraint(ty, environment, types));
        let (value, constraint) = match read {
            (Ok(value), Ok(constraint)) => (value, constraint),
            (read_value, read_constraint) => {
                read_value
                    .err()
                    .into_iter()
                    .for_each(|diagnostics| self.notation.print_diagnostics(value, diagnostics));
                read_constraint
                    .err()
                    .into_iter()
                    .for_each(|diagnostics| self.notation.print_diagnostics(ty, diagnostics));
                return Ok(Status::Problems);
            }
        };
        match action.of(value, &constraint, types) {
            Ok(value) => {
                print(&(to_json(&value, types) + "\n"))?;
                Ok(Status::Clean)
            }
            Err(error) => {
                print_to_stderr(&format!("typelog: {error}\n"));
                Ok(Status::Problems)
            }
        }
    }

    fn many(&self, action: Action, environment: &Environment, types: &mut Interner) -> Result<Status, Failure> {
        let mut status = Status::Clean;
        answer_all(self.ending.into(), |lines| {
            let answers = lines.iter().map(|line| match self.answer(action, line, environment, types) {
                Ok(value) => {
                    let mut answer = "{\"value\":".to_owned();
                    write_json(&mut answer, &value, types);
                    answer.push_str(",\"type\":");
                    write_json_text(&mut answer, &self.notation.display(value.ty, types));
                    answer + "}"
                }
                Err(message) => {
                    status = Status::Problems;
                    json!({ "error": message }).to_string()
                }
            });
            answers.collect()
        })?;
        Ok(status)
    }

    /// Returns the value of one line of a batch.
    fn answer(
        &self,
        action: Action,
        line: &str,
        environment: &Environment,
        types: &mut Interner,
    ) -> Result<Value, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [value, ty] = fields[..] else {
            return Err("a request consists of a value, a tab and a type".to_owned());
        };
        let first = |diagnostics: Vec<_>| diagnostics.first().map(sentence).unwrap_or_default();
        let value = self.constant(value, types).map_err(first)?;
        let constraint = self.constraint(ty, environment, types).map_err(first)?;
        action.of(value, &constraint, types)
    }

    fn constant(&self, text: &str, types: &mut Interner) -> Result<Value, Vec<Diagnostic>> {
        constant(text, self.notation.hcl_only, types)
    }

    fn constraint(
        &self,
        text: &str,
        environment: &Environment,
        types: &mut Interner,
    ) -> Result<Constraint, Vec<Diagnostic>> {
        let options = ConstraintOptions { hcl_only: self.notation.hcl_only, ..ConstraintOptions::default() };
        constraint(text, options, environment, types)
    }
}
