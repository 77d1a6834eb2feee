//! Options that raise limits. They are hidden in the help of commands; `typelog help limits` lists them.

use std::collections::BTreeMap;

use clap::{Arg, Args, Command};

use super::options::ProjectPart;
use crate::project::Options;
use crate::project::limits::{
    ALTERNATIVES, DEEPEST, KNOWN_BYTES, KNOWN_PARTS, PAIRS, ROW_BYTES, ROWS, STEPS, TEXT, TYPE_BYTES, TYPE_DEPTH,
    TYPE_PARTS, defaults,
};

/// The limits of programs.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArguments {
    #[command(flatten)]
    types: TypeLimitArguments,
    #[command(flatten)]
    rules: RuleLimitArguments,
}

/// The limits of the types of expressions.
#[derive(Clone, Copy, Debug, Args)]
pub struct TypeLimitArguments {
    /// Maximum nesting depth of the type of a definition
    #[arg(long = TYPE_DEPTH, value_name = "N", hide = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    type_depth: Option<u32>,
    #[command(flatten)]
    known: KnownLimitArguments,
    #[command(flatten)]
    common: CommonLimitArguments,
}

/// The limits of known values.
#[derive(Clone, Copy, Debug, Args)]
struct KnownLimitArguments {
    /// Maximum number of parts of a known value of Terraform, shared by the items of iterations
    #[arg(long = KNOWN_PARTS, value_name = "N", hide = true)]
    known_parts: Option<u32>,
    /// Maximum number of bytes of a known text of Terraform, shared by the items of iterations
    #[arg(long = KNOWN_BYTES, value_name = "N", hide = true)]
    known_bytes: Option<u32>,
}

/// The limits of common types.
#[derive(Clone, Copy, Debug, Args)]
pub struct CommonLimitArguments {
    /// Maximum total number of unlike members of two types whose common type is computed
    #[arg(long = ALTERNATIVES, value_name = "N", hide = true)]
    alternatives: Option<u32>,
    /// Maximum total number of parts of two types whose common type is computed
    #[arg(long = TYPE_PARTS, value_name = "N", hide = true)]
    type_parts: Option<u32>,
    #[command(flatten)]
    pairs: PairLimitArguments,
    #[command(flatten)]
    shown: ShownLimitArguments,
}

/// The limits of conversions.
#[derive(Clone, Copy, Debug, Args)]
pub struct PairLimitArguments {
    /// Maximum number of pairs of members of two unions, one of which is converted to the other
    #[arg(long = PAIRS, value_name = "N", hide = true)]
    pairs: Option<u32>,
}

/// The limits of types that are shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct ShownLimitArguments {
    /// Maximum number of bytes of a type that are shown
    #[arg(long = TYPE_BYTES, value_name = "N", hide = true)]
    type_bytes: Option<usize>,
}

/// The limits of user rules.
#[derive(Clone, Copy, Debug, Args)]
struct RuleLimitArguments {
    /// Maximum number of rows that your own rules derive
    #[arg(long = ROWS, value_name = "N", hide = true)]
    rows: Option<usize>,
    /// Maximum number of rows that your own rules visit in joins
    #[arg(long = STEPS, value_name = "N", hide = true)]
    steps: Option<u64>,
    /// Maximum total size of the rows that your own rules derive, in bytes: eight for each column
    #[arg(long = ROW_BYTES, value_name = "N", hide = true)]
    row_bytes: Option<usize>,
    /// Maximum total size of texts if your own rules create texts, in bytes, including those of the program
    #[arg(long = TEXT, value_name = "N", hide = true)]
    text: Option<usize>,
}

/// The note about limits at the end of a command's help.
const SEE_LIMITS: &str = "Limits: `typelog help limits` lists the options that raise them.";

/// Adds a note about limits to the help of each command that has options for them.
pub fn with_hints(command: Command) -> Command {
    with_hints_about(&defaults(), command)
}

fn with_hints_about(limits: &BTreeMap<&str, u64>, command: Command) -> Command {
    let command = command.mut_subcommands(|command| with_hints_about(limits, command));
    let takes_limits = command.get_arguments().filter_map(Arg::get_long).any(|option| limits.contains_key(option));
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
pub fn page() -> String {
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

/// Sets the limits that are given.
fn set<const N: usize>(options: &mut Options, given: [(&str, Option<u64>); N]) {
    let given = given.into_iter().filter_map(|(name, number)| Some((name.to_owned(), number?)));
    options.settings.limits.extend(given);
}

impl ProjectPart for LimitArguments {
    fn fill(&self, options: &mut Options) {
        self.types.fill(options);
        let RuleLimitArguments { rows, steps, row_bytes, text } = self.rules;
        let bytes = |count: Option<usize>| count.map(|count| count as u64);
        set(options, [(ROWS, bytes(rows)), (STEPS, steps), (ROW_BYTES, bytes(row_bytes)), (TEXT, bytes(text))]);
    }
}

impl ProjectPart for TypeLimitArguments {
    fn fill(&self, options: &mut Options) {
        self.common.fill(options);
        let KnownLimitArguments { known_parts, known_bytes } = self.known;
        let given = [(TYPE_DEPTH, self.type_depth), (KNOWN_PARTS, known_parts), (KNOWN_BYTES, known_bytes)];
        set(options, given.map(|(name, number)| (name, number.map(u64::from))));
    }
}

impl ProjectPart for CommonLimitArguments {
    fn fill(&self, options: &mut Options) {
        self.pairs.fill(options);
        self.shown.fill(options);
        let given = [(ALTERNATIVES, self.alternatives), (TYPE_PARTS, self.type_parts)];
        set(options, given.map(|(name, number)| (name, number.map(u64::from))));
    }
}

impl ProjectPart for PairLimitArguments {
    fn fill(&self, options: &mut Options) {
        set(options, [(PAIRS, self.pairs.map(u64::from))]);
    }
}

impl ProjectPart for ShownLimitArguments {
    fn fill(&self, options: &mut Options) {
        set(options, [(TYPE_BYTES, self.type_bytes.map(|bytes| bytes as u64))]);
    }
}
