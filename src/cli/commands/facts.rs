//! `typelog facts`: all facts about programs, as relations.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::completion::relations;
use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::running::export;
use crate::cli::terminal::output::{ExitArguments, Failure, Status, print, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::counts::counted;
use crate::jobs::{Jobs, attempt};
use crate::project::{CheckedProgram, Project, Session, Sessions, relation_of};
use crate::provenance::{Explainable, reasons};
use crate::relations::collect::Collector;
use crate::relations::{Database, Format, RelationId, Schema, jsonl, tsv};

/// Exports facts and the rows that the rules derive from them, as relations.
///
/// Without `--out` and `--relation`, lists the relations, with their columns and the meaning of a row. Without a program,
/// `--relation` describes one relation: its columns, and the values of columns that have few.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog facts infra/                                    all relations, and their numbers of rows
  typelog facts --relation part                           the columns of a relation, and their values
  typelog facts --out facts infra/                        tab-separated values with declarations, for Soufflé
  typelog facts --out facts --format sqlite infra/        facts/facts.sqlite
  typelog facts --out facts --format parquet --recursive . one directory for each relation and program
  typelog facts --relation has_type --format jsonl main.hcl
  typelog facts --reasons --relation derivation main.hcl  the rule and the proof depth of each row")]
pub struct Arguments {
    /// A file, a directory (one program), or `-` for standard input
    #[arg(required_unless_present = "relation", value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// The directory to export to; an earlier export there is replaced as a whole
    #[arg(short, long, value_name = "DIR", conflicts_with = "relation", help_heading = "Output")]
    out: Option<PathBuf>,
    /// The export format
    #[arg(short, long, default_value = "tsv", help_heading = "Output")]
    format: FormatName,
    /// Also export the reasons: the rule that derives each row, and its premises
    #[arg(long, help_heading = "Output")]
    reasons: bool,
    /// Print only this relation, as `tsv` or `jsonl`; without a program, its description
    #[arg(long, value_name = "NAME", add = relations(), help_heading = "Output")]
    relation: Option<String>,
    #[command(flatten)]
    end: ExitArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Tab-separated values and declarations, as Soufflé reads them
    Tsv,
    /// One line of JSON for each row
    Jsonl,
    /// An `SQLite` database
    Sqlite,
    /// Parquet, partitioned by program
    Parquet,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    if let (Some(name), []) = (&arguments.relation, &arguments.programs[..]) {
        let database = Collector::with_reasons(&process.books.of_all()).finish();
        print(&description(&database.relation(relation_of(&database, name)?).schema))?;
        return Ok(Status::Clean);
    }
    let project = process.project(&[&arguments.input, &arguments.session])?;
    let mut sessions = Sessions::new(&project, Jobs::ONE);
    let keeps = if arguments.reasons { Keeps::Reasons } else { Keeps::Rows };
    let (database, status) = collect(&project, &arguments.programs, &mut sessions, keeps)?;
    match (&arguments.out, &arguments.relation) {
        (Some(out), _) => {
            export::write(out, &crate::relations::export(&database, arguments.format.format(), &process.citation()))?;
        }
        (None, Some(name)) => print_relation(&database, relation_of(&database, name)?, arguments.format)?,
        (None, None) => print(&list(&database))?,
    }
    Ok(arguments.end.status(status))
}

/// The data that is kept of the collected programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The rows of the relations.
    Rows,
    /// Also the reasons of all rows.
    Reasons,
    /// Also the types of ids, if all programs have the same settings.
    Types,
}

/// Returns the relations of programs, and the outcome of checking them.
pub fn collect(
    project: &Project,
    programs: &[PathBuf],
    sessions: &mut Sessions<'_>,
    mut keeps: Keeps,
) -> Result<(Database, Status), Failure> {
    let mut collector = match keeps {
        Keeps::Rows => Collector::default().knowing(&project.books().of_all()),
        Keeps::Reasons => Collector::with_reasons(&project.books().of_all()),
        Keeps::Types => Collector::keeping_types(true).knowing(&project.books().of_all()),
    };
    let mut status = Status::Clean;
    for input in project.programs(programs) {
        match input {
            Ok(mut input) => {
                if input.is_unreadable() {
                    status = status.max(Status::Unreadable);
                }
                let name = input.name.clone();
                // A panic loses the rows of this program.
                let session = sessions.of(&input)?;
                let checked = attempt(|| {
                    let (mut checked, mut judgments) = session.check_keeping(&mut input);
                    if keeps == Keeps::Reasons {
                        let CheckedProgram { program, inference, types, .. } = &mut checked;
                        let environment = session.environment(input.dialect);
                        judgments.reasons = Some(reasons(Explainable { program, environment, inference }, types));
                    }
                    (checked, judgments)
                });
                if let Some((checked, judgments)) = checked {
                    Session::add(&input, &checked, &judgments, &mut collector);
                    status = status.max(Status::of(&checked.diagnostics, false));
                    if keeps == Keeps::Types {
                        session.keep_all_types(checked.types);
                    }
                } else {
                    print_to_stderr(&format!("typelog: {name}: no result, because of the fault above\n"));
                    status = Status::Fault;
                    // The types are lost with the program.
                    keeps = if keeps == Keeps::Types { Keeps::Rows } else { keeps };
                }
            }
            Err(error) if error.is_final() => return Err(error.into()),
            Err(error) => {
                print_to_stderr(&Failure::from(error).text());
                status = status.max(Status::Unreadable);
            }
        }
    }
    let database = match sessions.only().and_then(Session::kept_types).filter(|_| keeps == Keeps::Types) {
        Some(types) => collector.finish_with(types),
        None => collector.finish(),
    };
    Ok((database, status))
}

/// Prints the rows of a relation.
pub fn print_relation(database: &Database, relation: RelationId, format: FormatName) -> Result<(), Failure> {
    let mut text = Vec::new();
    match format {
        FormatName::Tsv => tsv(database, relation, &mut text)?,
        FormatName::Jsonl => jsonl(database, relation, &mut text)?,
        FormatName::Sqlite | FormatName::Parquet => {
            return Err(Failure::Usage("one relation is printed as `tsv` or `jsonl`".to_owned()));
        }
    }
    print(&String::from_utf8_lossy(&text))
}

/// Describes a relation: the meaning of a row, and the columns, with their values if there are few.
pub fn description(schema: &Schema) -> String {
    let columns: Vec<&str> = schema.columns.iter().map(|column| &column.name[..]).collect();
    let mut text = format!("{}({})\n  {}\n", schema.name, columns.join(", "), schema.doc);
    for column in &schema.columns {
        let key = if column.is_key { ", key" } else { "" };
        let values = if column.values.is_empty() { String::new() } else { format!(": {}", column.values.join(", ")) };
        let _ = writeln!(text, "  {}   {}{key}{values}", column.name, column.ty);
    }
    text
}

/// Lists the relations: name and columns, the number of rows, and the meaning of a row.
fn list(database: &Database) -> String {
    let mut text = String::new();
    for (_, relation) in database.relations() {
        let columns = relation.schema.columns.iter().map(|column| {
            let key = if column.is_key { "*" } else { "" };
            format!("{}{key}: {}", column.name, column.ty)
        });
        let columns: Vec<String> = columns.collect();
        let (name, origin) = (&relation.schema.name, relation.schema.origin.word());
        let _ = writeln!(text, "{name}({})", columns.join(", "));
        let _ = writeln!(text, "    {origin}, {}. {}", counted(relation.table.len(), "row"), relation.schema.doc);
    }
    text
}

impl FormatName {
    /// Returns the format with this name.
    pub fn format(self) -> Format {
        match self {
            Self::Tsv => Format::Tsv,
            Self::Jsonl => Format::Jsonl,
            Self::Sqlite => Format::Sqlite,
            Self::Parquet => Format::Parquet,
        }
    }
}
