//! `--declare`: names that programs may refer to without defining them.

use std::path::PathBuf;

use clap::Args;

use super::output::{Failure, print_to_stderr};
use crate::declarations::declare;
use crate::diagnostics::declaration_diagnostics;
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::program::environment::Environment;
use crate::render::{Palette, Report, page};
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
    /// The directories that the files have to lie in, if a configuration names them.
    #[arg(skip)]
    allowed: Option<AllowedDirectories>,
}

impl DeclarationArguments {
    /// Returns these files or, if the command line has none, those of a configuration, which have to lie in some directories.
    #[must_use]
    pub fn or(&self, configured: &[PathBuf], allowed: &AllowedDirectories) -> Self {
        if self.declare.is_empty() {
            Self { declare: configured.to_vec(), allowed: Some(allowed.clone()) }
        } else {
            Self { declare: self.declare.clone(), allowed: None }
        }
    }

    /// Returns the files.
    pub fn files(&self) -> &[PathBuf] {
        &self.declare
    }

    /// Reads the declarations into an environment. Their errors are shown on standard error.
    pub fn read(&self, environment: Environment, types: &mut Interner) -> Result<Environment, Failure> {
        declared(&self.sources()?, environment, types)
    }

    /// Reads the files.
    pub fn sources(&self) -> Result<Vec<Source>, Failure> {
        let mut sources = Vec::new();
        let allowed = self.allowed.clone().unwrap_or_else(AllowedDirectories::all);
        for path in &self.declare {
            let text = read_text(path, FileKind::Text, &allowed);
            let text = text.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
            sources.push(Source::new(path.display().to_string(), text));
        }
        Ok(sources)
    }
}

/// Adds the declarations in files to an environment. Their errors are shown on standard error.
pub fn declared(
    sources: &[Source],
    mut environment: Environment,
    types: &mut Interner,
) -> Result<Environment, Failure> {
    let errors = declare(sources, &mut environment, types);
    if errors.is_empty() {
        return Ok(environment);
    }
    let (diagnostics, sources) = (declaration_diagnostics(&errors), sources.to_vec());
    let report = Report { program: String::new(), sources, nodes: Vec::new(), expressions: None, diagnostics };
    print_to_stderr(&page(&report, Palette::Plain, &str::to_owned));
    Err(Failure::Usage("the declarations cannot be used".to_owned()))
}
