//! `typelog type parse`: type expressions in canonical form.

use clap::Args;
use serde_json::json;

use crate::cli::running::batch::{BatchArguments, answer_all};
use crate::cli::running::constants::{NotationArguments, constraint, sentence};
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::program::environment::Environment;
use crate::type_expressions::constraint::{ConstraintOptions, Reading};
use crate::types::Interner;
use crate::value::write_json_text;

/// A type expression.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The type expression
    #[arg(required_unless_present = "batch", value_name = "T")]
    ty: Option<String>,
    /// Accept only an exact type, without `any` and `optional`
    #[arg(long, help_heading = "Notation")]
    exact: bool,
    /// Accept a type constraint without defaults: `optional` takes only the type of the property
    #[arg(long, conflicts_with = "exact")]
    no_defaults: bool,
    #[command(flatten)]
    notation: NotationArguments,
    /// Read one type expression per line of standard input
    #[arg(long, conflicts_with = "ty", help_heading = "Batch")]
    batch: bool,
    #[command(flatten)]
    ending: BatchArguments,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let (environment, mut types) = arguments.notation.prepare(process)?;
    let Some(text) = &arguments.ty else { return run_batch(arguments, &environment, &mut types) };
    match constraint(text, arguments.options(), &environment, &mut types) {
        Ok(constraint) => {
            let defaults = constraint.defaults.map_or(String::new(), |defaults| defaults.to_json(&types) + "\n");
            let ty = arguments.notation.display(constraint.ty, &mut types);
            print(&format!("{ty}\n{defaults}"))?;
            Ok(Status::Clean)
        }
        Err(diagnostics) => {
            arguments.notation.print_diagnostics(text, diagnostics);
            Ok(Status::Problems)
        }
    }
}

fn run_batch(arguments: &Arguments, environment: &Environment, types: &mut Interner) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    answer_all(arguments.ending.into(), |texts| {
        texts.iter().map(|text| arguments.answer(text, environment, types, &mut status)).collect()
    })?;
    Ok(status)
}

impl Arguments {
    fn options(&self) -> ConstraintOptions {
        let reading = match (self.exact, self.no_defaults) {
            (true, _) => Reading::Exact,
            (_, true) => Reading::Constraint,
            _ => Reading::WithDefaults,
        };
        ConstraintOptions { hcl_only: self.notation.hcl_only, reading }
    }

    /// Returns the answer to one type expression of a batch.
    fn answer(&self, text: &str, environment: &Environment, types: &mut Interner, status: &mut Status) -> String {
        match constraint(text, self.options(), environment, types) {
            Ok(constraint) => {
                let mut answer = "{\"type\":".to_owned();
                write_json_text(&mut answer, &self.notation.display(constraint.ty, types));
                if let Some(defaults) = constraint.defaults {
                    answer.push_str(",\"defaults\":");
                    answer.push_str(&defaults.to_json(types));
                }
                answer + "}"
            }
            Err(diagnostics) => {
                *status = Status::Problems;
                let errors: Vec<_> = diagnostics
                    .iter()
                    .map(|found| json!({"start": found.span.start, "end": found.span.end, "message": sentence(found)}))
                    .collect();
                json!({ "errors": errors }).to_string()
            }
        }
    }
}
