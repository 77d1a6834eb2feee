//! `typelog diff`: what has changed between two versions of a program, or of the schema of a package.

mod schemas;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::InputArguments;
use super::output::{Failure, Status, print};
use super::session::{Session, SessionArguments};
use crate::diagnostics::Severity;
use crate::relations::collect::Collector;
use crate::render::difference::{Difference, json, text};
use crate::results::compare::{Version, compare};

/// Says what has changed between two versions of a program, or of the schema of a package.
///
/// For programs: the types of nodes, the problems, and how many rows of each relation are new and gone. Where something
/// stands does not matter, only what it is. For schemas, which are files of JSON: what resources take and give, what
/// functions take and return, and as problems what makes programs wrong that were right.
///
/// Where a type has changed, it is said how the earlier one converts to the later one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog diff old/ new/
  typelog diff --facts old/main.hcl new/main.hcl
  typelog diff cloud-1.2.0.json cloud-2.0.0.json

Exit status: 0 no error is new, 1 an error is new, 2 wrong usage or unreadable input. With --exit-code, 1 if anything has
changed.")]
pub struct Arguments {
    /// The earlier version: a program, or a schema
    #[arg(value_name = "A")]
    before: PathBuf,
    /// The later version
    #[arg(value_name = "B")]
    after: PathBuf,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// How to print the changes
    #[arg(long, default_value = "text")]
    format: Format,
    /// Print the rows that are new and gone, and not only how many
    #[arg(long)]
    facts: bool,
    /// Any change gives the exit status 1
    #[arg(long)]
    exit_code: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let difference = match (is_schema(&arguments.before), is_schema(&arguments.after)) {
        (true, true) => schemas::difference(&arguments.before, &arguments.after)?,
        (false, false) => arguments.programs()?,
        _ => return Err(Failure::Usage("a schema is compared with a schema, and a program with a program".to_owned())),
    };
    print(&match arguments.format {
        Format::Text => text(&difference, arguments.facts),
        Format::Json => json(&difference),
    })?;
    let has_new_error = difference.new_problems.iter().any(|problem| problem.severity == Severity::Error.word());
    let counts = has_new_error || arguments.exit_code && !difference.is_empty();
    Ok(if counts { Status::Problems } else { Status::Clean })
}

/// Holds for files of JSON that are no programs.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_file() && name.ends_with(".json") && ![".pp.json", ".hcl.json"].iter().any(|end| name.ends_with(end))
}

impl Arguments {
    fn programs(&self) -> Result<Difference, Failure> {
        let mut session = self.session.open()?;
        let before = self.version(&self.before, &mut session)?;
        let after = self.version(&self.after, &mut session)?;
        let (environment, mut types) = session.into_parts();
        Ok(compare(&before, &after, &environment, &mut types))
    }

    fn version(&self, path: &PathBuf, session: &mut Session) -> Result<Version, Failure> {
        let mut inputs = self.input.inputs(std::slice::from_ref(path));
        let (Some(input), None) = (inputs.next(), inputs.next()) else {
            return Err(Failure::Usage(format!("{}: a version is one program", path.display())));
        };
        let mut input = input?;
        if input.is_unreadable() {
            return Err(Failure::Usage(format!("{}: a file of the program cannot be read", path.display())));
        }
        let mut collector = Collector::default();
        let checked = session.collect(&mut input, &mut collector);
        Ok(Version { checked, database: collector.finish() })
    }
}
