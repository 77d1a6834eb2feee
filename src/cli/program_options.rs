//! The options of all commands that answer something about programs.

use clap::Args;

use super::input::InputArguments;
use super::output::EndArguments;
use super::session::SessionArguments;

/// How programs are read, what surrounds them, and how the command ends.
#[derive(Debug, Args)]
pub struct ProgramOptions {
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub session: SessionArguments,
    #[command(flatten)]
    pub end: EndArguments,
}
