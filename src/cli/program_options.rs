//! The options that commands about a program share.

use clap::Args;

use super::input::InputArguments;
use super::output::ExitArguments;
use super::session::SessionArguments;

/// The options for the input, the environment and the exit status.
#[derive(Debug, Args)]
pub struct ProgramOptions {
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub session: SessionArguments,
    #[command(flatten)]
    pub end: ExitArguments,
}
