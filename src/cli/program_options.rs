//! The options that commands about a program share.

use clap::Args;

use super::options::{InputArguments, SessionArguments};
use super::output::{ExitArguments, Failure};
use super::process::Process;
use crate::project::Project;

/// The options for the input, the environment and the exit status.
#[derive(Debug, Args)]
pub struct ProgramOptions {
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    #[command(flatten)]
    pub end: ExitArguments,
}

impl ProgramOptions {
    /// Returns the project with these options.
    pub fn project(&self, process: &Process) -> Result<Project, Failure> {
        process.project(&[&self.input, &self.session])
    }
}
