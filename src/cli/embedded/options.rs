//! The options of checks: those of the command line, by their names.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Parser;

use super::Error;
use crate::cli::program_options::ProgramOptions;

/// The options for reading and checking programs.
///
/// Options that are not set have the defaults of the command line: the name of a file determines its dialect, and settings come
/// from the first `typelog.toml` in the directory of a program and the directories above it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    arguments: Vec<OsString>,
    pub(super) book: Option<String>,
    pub(super) jobs: Option<usize>,
}

/// The options that commands about programs share.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct OptionLine {
    #[command(flatten)]
    options: ProgramOptions,
}

impl Options {
    /// Adds a directory with schemas: of Pulumi packages, or of Terraform's providers.
    #[must_use]
    pub fn schemas(self, directory: impl AsRef<Path>) -> Self {
        self.option("schemas", directory.as_ref())
    }

    /// Adds a file that declares variables, functions, types and blocks.
    #[must_use]
    pub fn declare(self, file: impl AsRef<Path>) -> Self {
        self.option("declare", file.as_ref())
    }

    /// Sets the language of the programs: `hcl`, `pcl`, `bicep` or `terraform`.
    #[must_use]
    pub fn dialect(self, name: &str) -> Self {
        self.option("dialect", name)
    }

    /// Reports unknown variables, properties and packages as warnings.
    #[must_use]
    pub fn lenient(self) -> Self {
        self.flag("lenient")
    }

    /// Sets the book of rules: the name of an edition, or a directory.
    #[must_use]
    pub fn book(mut self, name: impl Into<String>) -> Self {
        self.book = Some(name.into());
        self
    }

    /// Sets the number of threads; by default as many as the machine runs in parallel.
    #[must_use]
    pub fn jobs(mut self, count: usize) -> Self {
        self.jobs = Some(count);
        self
    }

    /// Sets an option that `typelog help check` or `typelog help limits` lists, by its name without dashes.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        let mut argument = OsString::from(format!("--{name}="));
        argument.push(value);
        self.arguments.push(argument);
        self
    }

    /// Sets an option that takes no value.
    #[must_use]
    pub fn flag(mut self, name: &str) -> Self {
        self.arguments.push(format!("--{name}").into());
        self
    }

    pub(super) fn parsed(&self) -> Result<ProgramOptions, Error> {
        let line = OptionLine::try_parse_from(&self.arguments).map_err(|error| {
            // The first line is the message. The others concern the command line.
            let text = error.to_string();
            Error(text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned())
        })?;
        Ok(line.options)
    }
}
