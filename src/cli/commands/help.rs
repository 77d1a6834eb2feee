//! `typelog help`: the help of commands, and pages about topics that several commands share.

use clap::{Args, Command};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use crate::cli::command_line;
use crate::cli::terminal::output::{Failure, Status, print};
use crate::types::nearest::nearest;

/// Prints the help of a command, or the page of a topic: `limits`, `rules-language`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog help check            the help of a command
  typelog help type unify       the help of a subcommand
  typelog help limits           the options that raise limits
  typelog help rules-language   the language of files of rules")]
pub struct Arguments {
    /// A command, or a topic
    #[arg(value_name = "COMMAND", add = ArgValueCandidates::new(candidates))]
    topic: Vec<String>,
}

/// The pages that belong to no single command.
const TOPICS: [(&str, Page); 2] =
    [("limits", crate::cli::limits::page), ("rules-language", || crate::query::LANGUAGE.to_owned())];

type Page = fn() -> String;

/// The words that shells offer: commands, those below them, and topics.
fn candidates() -> Vec<CompletionCandidate> {
    let root = command_line();
    let below = root.get_subcommands().flat_map(|command| [command].into_iter().chain(command.get_subcommands()));
    let names = below.map(Command::get_name).chain(TOPICS.iter().map(|&(name, _)| name));
    names.map(CompletionCandidate::new).collect()
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut root: Command) -> Result<Status, Failure> {
    if let [topic] = &arguments.topic[..]
        && let Some((_, page)) = TOPICS.iter().find(|(name, _)| name == topic)
    {
        print(&page())?;
        return Ok(Status::Clean);
    }
    root.build();
    let mut command = &mut root;
    for name in &arguments.topic {
        let is_root = command.get_name() == "typelog";
        let topics = TOPICS.iter().map(|&(name, _)| name).filter(|_| is_root);
        let known: Vec<String> =
            command.get_subcommands().map(Command::get_name).chain(topics).map(str::to_owned).collect();
        command = command.find_subcommand_mut(name).ok_or_else(|| {
            let help = nearest(name, known.iter().map(String::as_str));
            let help = help.map_or_else(String::new, |name| format!("; there is `{name}`"));
            Failure::Usage(format!("there is no command `{name}`{help}"))
        })?;
    }
    print(&format!("{}\n", command.render_long_help().to_string().trim_end()))?;
    Ok(Status::Clean)
}
