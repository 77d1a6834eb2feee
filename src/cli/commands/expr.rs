//! `typelog expr`: the type of an expression.

use typed_index_collections::ti_vec;

use clap::Args;

use crate::cli::limits::TypeLimitArguments;
use crate::cli::options::DeclarationArguments;
use crate::cli::running::batch::{BatchArguments, answer_all_bytes};
use crate::cli::terminal::output::{Colour, Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::dialect::{Dialect, environment};
use crate::project::{Typed, type_expressions};
use crate::render::Report;
use crate::types::display::display;
use crate::types::{Interner, Ty};

/// Prints the type of an expression.
///
/// With `--batch`, reads one expression per line of standard input, and answers each with its type, a tab, and its diagnostics as
/// `severity@start-end message`, joined by ` | `. If the text is not an expression, the type is `!`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog expr '[for n in [1, 2] : n * 2]'        list(int)
  typelog expr --declare env.hcl 'upper(region)'  with what a file declares")]
pub struct Arguments {
    /// The expression
    #[arg(required_unless_present = "batch", value_name = "EXPR", allow_hyphen_values = true)]
    expression: Option<String>,
    /// The language of the expression
    #[arg(long, value_name = "NAME", default_value = "hcl", value_parser = ["hcl", "terraform"])]
    dialect: String,
    #[command(flatten)]
    declarations: DeclarationArguments,
    /// Read one expression per line of standard input
    #[arg(long, conflicts_with = "expression", help_heading = "Batch")]
    batch: bool,
    #[command(flatten)]
    ending: BatchArguments,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: Colour,
    #[command(flatten)]
    limits: TypeLimitArguments,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let project = process.project(&[&arguments.declarations, &arguments.limits])?;
    let mut types = project.types();
    let dialect = if arguments.dialect == "terraform" { Dialect::Terraform } else { Dialect::Hcl };
    let built_in = environment(dialect, &mut types);
    let environment = project.declared(built_in, &mut types)?;
    let mut status = Status::Clean;
    if let Some(text) = &arguments.expression {
        for typed in type_expressions(&[text.clone().into_bytes()], &environment, &mut types) {
            status = Status::of(&typed.diagnostics, false);
            show(typed, arguments.color, &types)?;
        }
        return Ok(status);
    }
    answer_all_bytes(arguments.ending.into(), |texts| {
        let typed = type_expressions(texts, &environment, &mut types);
        status = typed.iter().fold(status, |status, typed| status.max(Status::of(&typed.diagnostics, false)));
        typed.iter().map(|typed| answer(typed, &types)).collect()
    })?;
    Ok(status)
}

fn show(typed: Typed, colour: Colour, types: &Interner) -> Result<(), Failure> {
    if let Some(ty) = typed.ty {
        print(&(display(types, ty) + "\n"))?;
    }
    let report = Report { sources: ti_vec![typed.source], diagnostics: typed.diagnostics, ..Report::default() };
    colour.print_report(&report, &str::to_owned);
    Ok(())
}

/// Returns the answer to one expression of a batch.
fn answer(typed: &Typed, types: &Interner) -> String {
    let ty = typed.ty.map_or_else(|| "!".to_owned(), |ty: Ty| display(types, ty));
    let diagnostics: Vec<String> = typed
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let message = &diagnostic.message;
            format!("{}@{}-{} {message}", diagnostic.severity.word(), diagnostic.span.start, diagnostic.span.end)
        })
        .collect();
    format!("{ty}\t{}", diagnostics.join(" | "))
}
