//! Type constraints and constant values on the command line.

use typed_index_collections::ti_vec;

use clap::Args;

use crate::answers::ask::normalized;
use crate::cli::limits::ShownLimitArguments;
use crate::cli::options::DeclarationArguments;
use crate::cli::terminal::output::{Colour, Failure};
use crate::cli::terminal::process::Process;
use crate::diagnostics::{Diagnostic, constant_diagnostics, syntax_diagnostics, type_diagnostics};
use crate::program::environment::Environment;
use crate::render::Report;
use crate::source::Source;
use crate::syntax::parse_expression;
use crate::type_expressions::constraint::{Constraint, ConstraintOptions, read_constraint};
use crate::type_expressions::notation::parse_type;
use crate::type_expressions::type_string::type_string;
use crate::types::display::display;
use crate::types::{Interner, Ty, Value};
use crate::value::evaluate;

/// The options for reading and printing types and values.
#[derive(Debug, Args)]
pub struct NotationArguments {
    /// Accept only HCL's own type expressions, and print types like HCL's `TypeString`
    #[arg(long, help_heading = "Notation")]
    pub hcl_only: bool,
    #[command(flatten)]
    pub declarations: DeclarationArguments,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: Colour,
    #[command(flatten)]
    limits: ShownLimitArguments,
}

impl NotationArguments {
    /// Prints the diagnostics of a text on standard error.
    pub fn print_diagnostics(&self, text: &str, diagnostics: Vec<Diagnostic>) {
        let sources = ti_vec![Source::new("argument", text)];
        let report = Report { sources, diagnostics, ..Report::default() };
        self.color.print_report(&report, &str::to_owned);
    }

    /// Renders a type.
    pub fn display(&self, ty: Ty, types: &mut Interner) -> String {
        if self.hcl_only { type_string(types, ty) } else { display(types, ty) }
    }

    /// Returns the declared environment, and an interner of types.
    pub fn prepare(&self, process: &Process) -> Result<(Environment, Interner), Failure> {
        let project = process.project(&[&self.declarations, &self.limits])?;
        let mut types = project.types();
        Ok((project.declared(Environment::default(), &mut types)?, types))
    }
}

/// Reads a type constraint.
pub fn constraint(
    text: &str,
    options: ConstraintOptions,
    environment: &Environment,
    types: &mut Interner,
) -> Result<Constraint, Vec<Diagnostic>> {
    // HCL's own type expressions have no operators.
    let parsed = if options.hcl_only { parse_expression(text, types) } else { parse_type(text, types) };
    let (tree, root) = parsed.map_err(|errors| syntax_diagnostics(&errors))?;
    let read = read_constraint(&tree, root, options, &environment.types, types);
    let constraint = read.map_err(|errors| type_diagnostics(&errors))?;
    Ok(Constraint { ty: normalized(types, constraint.ty), ..constraint })
}

/// Reads a constant.
pub fn constant(text: &str, hcl_only: bool, types: &mut Interner) -> Result<Value, Vec<Diagnostic>> {
    let (tree, root) = parse_expression(text, types).map_err(|errors| syntax_diagnostics(&errors))?;
    evaluate(&tree, root, hcl_only, types).map_err(|errors| constant_diagnostics(&errors))
}

/// Returns the message of a diagnostic with its help, on one line.
pub fn sentence(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    format!("{}{help}", diagnostic.message).replace(char::is_control, " ")
}
