//! `--declare`: names that programs may refer to without defining them.

use std::path::PathBuf;

use clap::Args;

use super::output::{Failure, print_to_stderr};
use crate::declarations::declare;
use crate::diagnostics::declaration_diagnostics;
use crate::program::environment::Environment;
use crate::render::{Palette, Report, page};
use crate::schema::read_regular_text_file;
use crate::source::Source;
use crate::types::Interner;

/// The option for declaration files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Environment")]
pub struct DeclarationArguments {
    /// A file that declares variables, functions, types and blocks
    ///
    /// A parameter of a function or an attribute of a block whose type is `typeconstraint` takes a type expression; with
    /// `typeconstraint(defaults)` it may have defaults, and with `typeconstraint(exact)` neither `any` nor `optional`.
    #[arg(long, value_name = "FILE")]
    declare: Vec<PathBuf>,
}

impl DeclarationArguments {
    /// Returns these files or, if the command line has none, those of a configuration.
    #[must_use]
    pub fn or(&self, configured: &[PathBuf]) -> Self {
        Self { declare: if self.declare.is_empty() { configured } else { &self.declare }.to_vec() }
    }

    /// Returns the files.
    pub fn files(&self) -> &[PathBuf] {
        &self.declare
    }

    /// Reads the declarations into an environment. Their errors are shown on standard error.
    pub fn read(&self, mut environment: Environment, types: &mut Interner) -> Result<Environment, Failure> {
        let mut sources = Vec::new();
        for path in &self.declare {
            let text = read_regular_text_file(path);
            let text = text.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
            sources.push(Source::new(path.display().to_string(), text));
        }
        let errors = declare(&sources, &mut environment, types);
        if errors.is_empty() {
            return Ok(environment);
        }
        let diagnostics = declaration_diagnostics(&errors);
        let report = Report { program: String::new(), sources, nodes: Vec::new(), expressions: None, diagnostics };
        print_to_stderr(&page(&report, Palette::Plain, &str::to_owned));
        Err(Failure::Usage("the declarations cannot be used".to_owned()))
    }
}
