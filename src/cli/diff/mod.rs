//! `typelog diff`: what has changed between two versions of a program, or of the schema of a package.

mod books;
mod schemas;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::{Input, InputArguments};
use super::output::{Failure, Status, print};
use super::session::{Session, SessionArguments};
use crate::diagnostics::Severity;
use crate::relations::collect::Collector;
use crate::render::difference::{Difference, ProblemChange, json, text};
use crate::results::compare::{Version, compare};

/// Says what has changed between two versions of a program, or of the schema of a package, or what another book of rules
/// changes in programs.
///
/// For programs: the types of nodes, the problems, and how many rows of each relation are new and gone. What breaks callers of a
/// module or component counts as a problem: a member that is gone, an input that is required now, a type that does not convert. Where something
/// stands does not matter, only what it is. For schemas, which are files of JSON: what resources take and give, what
/// functions take and return, and as problems what makes programs wrong that were right.
///
/// Where a type has changed, it is said how the earlier one converts to the later one.
///
/// With `--book A --book B`, each program is checked by both books of rules, and the types and problems that change are printed
/// below the rules that make the difference: those that conclude by one book what the other one does not conclude, from
/// premises that both conclude.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog diff old/ new/
  typelog diff --facts old/main.hcl new/main.hcl
  typelog diff cloud-1.2.0.json cloud-2.0.0.json
  typelog diff --book specification --book pulumi infra/

Exit status: 0 the changes are printed, 2 wrong usage or unreadable input. With --exit-code, 1 if anything has changed; with
--exit-code=errors, 1 if an error is new.")]
pub struct Arguments {
    /// The earlier version and the later one: programs, or schemas. With two books, programs, any number of them
    #[arg(required = true, value_name = "A B|PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// How to print the changes
    #[arg(long, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Print the rows that are new and gone, and not only how many
    #[arg(long, help_heading = "Output")]
    facts: bool,
    /// Changes give the exit status 1: any, or new errors alone
    #[arg(long, value_name = "CHANGES", num_args = 0..=1, require_equals = true, default_missing_value = "any")]
    #[arg(help_heading = "Output")]
    exit_code: Option<Counted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// The changes that give the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Counted {
    /// Any change
    Any,
    /// Errors that are new
    Errors,
}

/// Runs the command. The books are those that have been named.
pub fn run(arguments: &Arguments, books: &[String]) -> Result<Status, Failure> {
    if let [first, second] = books {
        return books::run(arguments, [first, second]);
    }
    let [before, after] = &arguments.programs[..] else {
        return Err(Failure::Usage("two versions are compared, or programs by two books".to_owned()));
    };
    let difference = match (is_schema(before), is_schema(after)) {
        (true, true) => schemas::difference(before, after)?,
        (false, false) => arguments.versions(before, after)?,
        _ => return Err(Failure::Usage("a schema is compared with a schema, and a program with a program".to_owned())),
    };
    print(&match arguments.format {
        Format::Text => text(&difference, arguments.facts),
        Format::Json => json(&difference),
    })?;
    let is_error = |problem: &ProblemChange| problem.severity == Severity::Error.word();
    let counts = match arguments.exit_code {
        None => false,
        Some(Counted::Any) => !difference.is_empty(),
        Some(Counted::Errors) => difference.new_problems.iter().any(is_error),
    };
    Ok(if counts { Status::Problems } else { Status::Clean })
}

/// Holds for files of JSON that are no programs.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_file() && name.ends_with(".json") && ![".pp.json", ".hcl.json"].iter().any(|end| name.ends_with(end))
}

impl Arguments {
    fn versions(&self, earlier: &PathBuf, later: &PathBuf) -> Result<Difference, Failure> {
        let (mut before, after) = (self.input(earlier)?, self.input(later)?);
        let earlier_name = (earlier.is_file() && later.is_file()).then(|| rename(&mut before, &after)).flatten();
        let mut session = self.session.open(before.configuration.as_deref())?;
        let before = version(earlier, before, &mut session);
        let mut session = self.session.open(after.configuration.as_deref())?;
        let after = version(later, after, &mut session);
        let (environment, mut types) = session.into_parts();
        let mut difference = compare(&before, &after, &environment, &mut types);
        if let Some(name) = earlier_name {
            difference.gone_problems.iter_mut().for_each(|problem| problem.file.clone_from(&name));
        }
        Ok(difference)
    }

    fn input(&self, path: &PathBuf) -> Result<Input, Failure> {
        let mut inputs = self.input.inputs(std::slice::from_ref(path));
        let (Some(input), None) = (inputs.next(), inputs.next()) else {
            return Err(Failure::Usage(format!("{}: a version is one program", path.display())));
        };
        let input = input?;
        if input.is_unreadable() {
            return Err(Failure::Usage(format!("{}: a file of the program cannot be read", path.display())));
        }
        Ok(input)
    }
}

/// Gives the only file of a program the name of the other's: two files are compared as versions of one. Returns its own
/// name. The syntax of a file depends on whether its name ends in `.json`, so that such a name stays.
fn rename(before: &mut Input, after: &Input) -> Option<String> {
    let ([before], [after]) = (&mut before.texts[..], &after.texts[..]) else { return None };
    let is_json = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "json");
    (is_json(&before.name) == is_json(&after.name)).then(|| std::mem::replace(&mut before.name, after.name.clone()))
}

fn version(path: &Path, mut input: Input, session: &mut Session) -> Version {
    let mut collector = Collector::default();
    let checked = session.collect(&mut input, &mut collector);
    Version { name: path.display().to_string(), checked, database: collector.finish() }
}
