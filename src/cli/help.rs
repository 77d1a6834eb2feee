//! `typelog help`: the help of commands, and pages about topics that several commands share.

use clap::{Args, Command};

use super::limits::LimitArguments;
use super::output::{Failure, Status, print};
use crate::project::limits::defaults;
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
    #[arg(value_name = "COMMAND")]
    topic: Vec<String>,
}

/// The pages that belong to no single command.
const TOPICS: [(&str, Page); 2] = [("limits", limits), ("rules-language", || crate::query::LANGUAGE.to_owned())];

type Page = fn() -> String;

/// The note about limits at the end of a command's help.
const SEE_LIMITS: &str = "Limits: `typelog help limits` lists the options that raise them.";

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

/// Adds a note about limits to the help of each command that has options for them.
pub fn with_hints(command: Command) -> Command {
    let command = command.mut_subcommands(with_hints);
    let takes_limits =
        command.get_arguments().any(|argument| argument.get_long().is_some_and(|long| defaults().contains_key(long)));
    if !takes_limits {
        return command;
    }
    let text = match command.get_after_help() {
        Some(text) => format!("{text}\n\n{SEE_LIMITS}"),
        None => SEE_LIMITS.to_owned(),
    };
    command.after_help(text)
}

/// Renders the page of limits.
fn limits() -> String {
    let defaults = defaults();
    let page = LimitArguments::augment_args(Command::new("limits")).mut_args(|argument| {
        let default = argument.get_long().and_then(|long| defaults.get(long));
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        argument.hide(false).help(default.map_or_else(String::new, |default| format!("{help} [default: {default}]")))
    });
    let page = page
        .disable_help_flag(true)
        .max_term_width(super::MOST_COLUMNS)
        .about("Limits: a program that exceeds a limit gets a diagnostic with a place, or a text that is cut at `...`.")
        .after_help("Each command accepts the options that apply to it. `[limits]` in `typelog.toml` sets them.")
        .help_template("{about}\n\n{options}{after-help}");
    let mut page = page;
    format!("{}\n", page.render_help().to_string().trim_end())
}
