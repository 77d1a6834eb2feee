//! `typelog facts`: everything that is known of programs, as relations.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::export;
use super::input::InputArguments;
use super::output::{EndArguments, Failure, Status, print, print_aside};
use super::session::{Session, SessionArguments};
use super::sessions::Sessions;
use crate::jobs::Jobs;
use crate::provenance::{Explainable, reasons};
use crate::relations::collect::Collector;
use crate::relations::{Database, Format, RelationId, Schema, jsonl, tsv};
use crate::results::checked_program::CheckedProgram;
use crate::types::nearest::nearest;

/// Exports facts and what the rules derive from them, as relations.
///
/// Without `--out` and `--relation` the relations are listed, with their columns and what a row says. Without a program,
/// `--relation` describes one: its columns, and the values of those that have few.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog facts infra/                                    what relations there are, and how many rows
  typelog facts --relation part                           the columns of one, and their values
  typelog facts --out facts infra/                        tab-separated values with declarations, for Soufflé
  typelog facts --out facts --format sqlite infra/        facts/facts.sqlite
  typelog facts --out facts --format parquet --recursive . one directory for each relation and program
  typelog facts --relation has_type --format jsonl main.hcl
  typelog facts --reasons --relation derivation main.hcl  which rule concludes each row, and how deep its proof is")]
pub struct Arguments {
    /// A file, a directory, which is one program, or `-` for standard input
    #[arg(required_unless_present = "relation", value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// The directory to export to; an earlier export there is replaced as a whole
    #[arg(long, value_name = "DIR", conflicts_with = "relation", help_heading = "Output")]
    out: Option<PathBuf>,
    /// What to export to
    #[arg(long, default_value = "tsv", help_heading = "Output")]
    format: FormatName,
    /// Export the reasons as well: which rule concludes each row, and what from
    #[arg(long, help_heading = "Output")]
    reasons: bool,
    /// Print this relation alone, as `tsv` or `jsonl`; without a program, what it says
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    relation: Option<String>,
    #[command(flatten)]
    end: EndArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Tab-separated values and declarations, as Soufflé reads them
    Tsv,
    /// One line of JSON for each row
    Jsonl,
    /// A database of `SQLite`
    Sqlite,
    /// Parquet, partitioned by program
    Parquet,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    if let (Some(name), []) = (&arguments.relation, &arguments.programs[..]) {
        let database = Collector::with_reasons().finish();
        print(&description(&database.relation(find(&database, name)?).schema))?;
        return Ok(Status::Clean);
    }
    let mut sessions = Sessions::new(&arguments.session, Jobs::ONE);
    let keeps = if arguments.reasons { Keeps::Reasons } else { Keeps::Rows };
    let (database, status) = collect(&arguments.input, &arguments.programs, &mut sessions, keeps)?;
    match (&arguments.out, &arguments.relation) {
        (Some(out), _) => export::write(out, &crate::relations::export(&database, arguments.format.format()))?,
        (None, Some(name)) => print_relation(&database, find(&database, name)?, arguments.format)?,
        (None, None) => print(&list(&database))?,
    }
    Ok(arguments.end.status(status))
}

/// The data that are kept of the programs that are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The rows of the relations.
    Rows,
    /// The reasons of all rows as well.
    Reasons,
    /// The types behind ids as well, if all programs have the same settings.
    Types,
}

/// The relations of programs, and how checking them ends.
pub fn collect(
    input: &InputArguments,
    programs: &[PathBuf],
    sessions: &mut Sessions<'_>,
    mut keeps: Keeps,
) -> Result<(Database, Status), Failure> {
    let mut collector = match keeps {
        Keeps::Rows => Collector::default(),
        Keeps::Reasons => Collector::with_reasons(),
        Keeps::Types => Collector::keeping_types(true),
    };
    let mut status = Status::Clean;
    for input in input.inputs(programs) {
        match input {
            Ok(mut input) => {
                if input.is_unreadable() {
                    status = status.max(Status::Unreadable);
                }
                let name = input.name.clone();
                // A fault costs the rows of this program.
                let session = sessions.of(&input)?;
                let checked = catch_unwind(AssertUnwindSafe(|| {
                    let (mut checked, mut judgments) = session.check_keeping(&mut input);
                    if keeps == Keeps::Reasons {
                        let CheckedProgram { program, inference, types, .. } = &mut checked;
                        let environment = session.environment(input.dialect);
                        judgments.reasons = Some(reasons(Explainable { program, environment, inference }, types));
                    }
                    (checked, judgments)
                }));
                if let Ok((checked, judgments)) = checked {
                    Session::add(&input, &checked, &judgments, &mut collector);
                    status = status.max(Status::of(&checked.diagnostics, false));
                    if keeps == Keeps::Types {
                        session.keep_all_types(checked.types);
                    }
                } else {
                    print_aside(&format!("typelog: {name}: there is no result, for the fault above\n"));
                    status = Status::Fault;
                    // The types are lost with the program.
                    keeps = if keeps == Keeps::Types { Keeps::Rows } else { keeps };
                }
            }
            Err(failure) if failure.is_final() => return Err(failure),
            Err(failure) => {
                print_aside(&format!("typelog: {failure}\n"));
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

/// The relation of a name.
pub fn find(database: &Database, name: &str) -> Result<RelationId, Failure> {
    database.find(name).ok_or_else(|| {
        let names = database.relations().map(|(_, relation)| relation.schema.name.as_str());
        let help = nearest(name, names).map_or_else(String::new, |name| format!("; there is `{name}`"));
        Failure::Usage(format!("there is no relation `{name}`{help}"))
    })
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

/// A relation without rows: the meaning of a row, and the columns, with their values where they are few.
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

/// The list of relations: name and columns, the number of rows, and the meaning of a row.
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
        let _ = writeln!(text, "    {origin}, {} rows. {}", relation.table.len(), relation.schema.doc);
    }
    text
}

impl FormatName {
    /// The format of this name.
    pub fn format(self) -> Format {
        match self {
            Self::Tsv => Format::Tsv,
            Self::Jsonl => Format::Jsonl,
            Self::Sqlite => Format::Sqlite,
            Self::Parquet => Format::Parquet,
        }
    }
}
