//! `typelog diff`: the changes between two versions of a program, or of the schema of a package.

mod books;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::diagnostics::Severity;
use crate::project::{Input, Project, Session};
use crate::relations::collect::Collector;
use crate::render::difference::{Difference, ProblemChange, json, text};
use crate::results::compare::{Version, compare, schema_difference};

/// Prints the changes between two versions of a program, or of the schema of a package, or between the results of two books of
/// rules.
///
/// For programs, prints the changes of types and problems, and for each relation the numbers of added and removed rows. A change
/// that breaks callers of a module or component is reported as a problem: a removed member, an input that has become required, a
/// type that does not convert. Changes of position are ignored. For schemas, which are JSON files, prints the changes of the
/// inputs and outputs of resources and functions, and as problems those that break correct programs.
///
/// For each changed type, the output says how the earlier type converts to the later one.
///
/// With `--book A --book B`, each program is checked with both books of rules, and the types and problems that differ are printed
/// below the rules that cause the difference: rules that derive a row in one book that the other book does not derive, from
/// premises that both books derive.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog diff old/ new/
  typelog diff --facts old/main.hcl new/main.hcl
  typelog diff cloud-1.2.0.json cloud-2.0.0.json
  typelog diff --book specification --book pulumi infra/

Exit status: 0 the changes are printed, 2 wrong usage or unreadable input. With --exit-code, 1 if
anything has changed; with --exit-code=errors, 1 if an error is new.")]
pub struct Arguments {
    /// The earlier version and the later one: programs, or schemas. With two books, any number of programs
    #[arg(required = true, value_name = "A B|PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// The output format
    #[arg(short, long, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Also print the added and removed rows of facts
    #[arg(long, help_heading = "Output")]
    facts: bool,
    /// Exit with status 1 on changes: on any change, or only on new errors
    #[arg(long, value_name = "CHANGES", num_args = 0..=1, require_equals = true, default_missing_value = "any")]
    #[arg(help_heading = "Output")]
    exit_code: Option<Counted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Human-readable text
    Text,
    /// One JSON object
    Json,
}

/// The changes that give the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Counted {
    /// Any change
    Any,
    /// New errors
    Errors,
}

/// Runs the command with the books named on the command line.
pub fn run(arguments: &Arguments, books: &[String], process: &Process) -> Result<Status, Failure> {
    if let [first, second] = books {
        return books::run(arguments, [first, second], process);
    }
    let [before, after] = &arguments.programs[..] else {
        let message = match &arguments.programs[..] {
            [only] => format!("give a second program: `typelog diff {} OTHER`, or two books", only.display()),
            _ => "two versions are compared, or programs by two books".to_owned(),
        };
        return Err(Failure::Usage(message));
    };
    let difference = match (is_schema(before), is_schema(after)) {
        (true, true) => schema_difference(before, after).map_err(|error| Failure::Usage(error.to_string()))?,
        (false, false) => arguments.versions(before, after, process)?,
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

/// Holds if a path is a JSON file that is not a program.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_file() && name.ends_with(".json") && ![".pp.json", ".hcl.json"].iter().any(|end| name.ends_with(end))
}

impl Arguments {
    fn versions(&self, earlier: &Path, later: &Path, process: &Process) -> Result<Difference, Failure> {
        let project = process.project(&[&self.input, &self.session])?;
        let (mut before, after) = (version_at(&project, earlier)?, version_at(&project, later)?);
        let earlier_name = (earlier.is_file() && later.is_file()).then(|| rename(&mut before, &after)).flatten();
        let mut session = project.session(before.configuration.as_deref())?;
        let before = version(earlier, before, &mut session);
        let mut session = project.session(after.configuration.as_deref())?;
        let after = version(later, after, &mut session);
        let (environment, mut types) = session.into_parts();
        let mut difference = compare(&before, &after, &environment, &mut types);
        if let Some(name) = earlier_name {
            difference.gone_problems.iter_mut().for_each(|problem| problem.file.clone_from(&name));
        }
        Ok(difference)
    }
}

/// Returns the program at a path.
fn version_at(project: &Project, path: &Path) -> Result<Input, Failure> {
    let paths = [path.to_owned()];
    let mut inputs = project.programs(&paths);
    let (Some(input), None) = (inputs.next(), inputs.next()) else {
        return Err(Failure::at(path, "a version is one program"));
    };
    let input = input?;
    if input.is_unreadable() {
        return Err(Failure::at(path, "a file of the program cannot be read"));
    }
    Ok(input)
}

/// Renames the only file of `before` to the name in `after`, so that two files are compared as versions of one. Returns the
/// original name. Names stay if only one of them ends in `.json`, since the extension determines the syntax.
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
