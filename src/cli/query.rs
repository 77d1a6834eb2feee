//! `typelog query`: rules of a user's own over all that is known of programs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::allowed_directories::AllowedDirectories;
use super::export;
use super::facts::{FormatName, Keeps, collect, find, print_relation};
use super::input::{Input, InputArguments};
use super::output::{EndArguments, Failure, Status, print};
use super::rule_files::{RuleFiles, derive, show};
use super::session::{Session, SessionArguments};
use super::sessions::Sessions;
use crate::dialect::{Dialect, Text};
use crate::jobs::Jobs;
use crate::query::{Limit, RuleFile, Test, run_test, shown_with_place};
use crate::relations::collect::Collector;
use crate::relations::{Cell, Column, Database, RelationId};
use crate::render::{ProofFormat, proof};
use crate::results::row_proofs::row_proofs;
use crate::source::Source;

/// Runs a file of rules over the facts of programs, and prints what they derive.
///
/// The relations that rules may use are those that `typelog facts` lists. With `--format` the ids are printed as they
/// are; without it, as the texts that they stand for, with their places.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog query unused.dl infra/                 what the rules derive
  typelog query --relation unused unused.dl .    one relation
  typelog query --why 'unused(_, _)' unused.dl .     why rows are there
  typelog query --test unused.dl                 the tests in the file")]
pub struct Arguments {
    /// The file of rules, or `-` for standard input
    #[arg(value_name = "FILE.dl")]
    rules: PathBuf,
    /// A file, a directory, which is one program, or `-` for standard input
    #[arg(required_unless_present = "test", value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// Run the tests in the comments of the file
    #[arg(long, conflicts_with_all = ["programs", "relation", "out", "format"], help_heading = "Run")]
    test: bool,
    /// Print this relation alone
    #[arg(long, value_name = "NAME", conflicts_with = "out", help_heading = "Output")]
    relation: Option<String>,
    /// Explain the rows that are like this one, `_` for anything: `reaches("a", _)`
    #[arg(long, value_name = "ROW", conflicts_with_all = ["relation", "out", "format"], help_heading = "Output")]
    why: Option<String>,
    /// The directory to export all relations to, with those that the rules derive
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// What to export to, or how to print one relation; needs `--out` or `--relation`
    #[arg(long, help_heading = "Output")]
    format: Option<FormatName>,
    #[command(flatten)]
    end: EndArguments,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let from_input = |path: &PathBuf| path == Path::new("-");
    if from_input(&arguments.rules) && arguments.programs.iter().any(from_input) {
        return Err(Failure::Usage("standard input is either the rules or a program".to_owned()));
    }
    let files = RuleFiles::read(std::slice::from_ref(&arguments.rules))?;
    let mut status = Status::Clean;
    let mut sessions = Sessions::new(&arguments.session, Jobs::ONE);
    let mut session = arguments.session.open(None)?;
    for (source, file) in files.iter() {
        if arguments.test {
            status = status.max(run_tests(source, file, &mut session)?);
        } else {
            status = status.max(arguments.query(source, file, &mut sessions, session.rule_limit())?);
        }
    }
    Ok(status)
}

impl Arguments {
    fn query(
        &self,
        source: &Source,
        file: &RuleFile,
        sessions: &mut Sessions<'_>,
        limit: Limit,
    ) -> Result<Status, Failure> {
        let keeps = if file.asks() { Keeps::Types } else { Keeps::Rows };
        let (mut database, status) = collect(&self.input, &self.programs, sessions, keeps)?;
        let first = database.relations().count();
        let derived = derive(source, file, &mut database, limit)?;
        if let Some(row) = &self.why {
            for node in row_proofs(row, source, &derived, &mut database).map_err(Failure::Usage)? {
                print(&proof(&node, ProofFormat::Tree))?;
            }
            return Ok(self.end.status(status));
        }
        match (&self.out, &self.relation, self.format) {
            (Some(out), _, format) => {
                let format = format.unwrap_or(FormatName::Tsv).format();
                export::write(out, &crate::relations::export(&database, format))?;
            }
            (None, Some(name), Some(format)) => print_relation(&database, find(&database, name)?, format)?,
            (None, Some(name), None) => print(&table(&database, find(&database, name)?))?,
            (None, None, Some(_)) => {
                return Err(Failure::Usage("`--format` needs `--out` or `--relation`".to_owned()));
            }
            (None, None, None) => {
                let derived: Vec<RelationId> = database.relations().map(|(id, _)| id).skip(first).collect();
                for relation in derived {
                    print(&table(&database, relation))?;
                }
            }
        }
        Ok(self.end.status(status))
    }
}

/// The rows of a relation in words, separated by tabs, below its name and columns.
fn table(database: &Database, relation: RelationId) -> String {
    let schema = &database.relation(relation).schema;
    let columns: Vec<&str> = schema.columns.iter().map(|column| column.name.as_str()).collect();
    let rows = database.ordered_rows(relation);
    let count = if rows.len() == 1 { "1 row".to_owned() } else { format!("{} rows", rows.len()) };
    let mut text = format!("{}({}): {count}\n", schema.name, columns.join(", "));
    for row in rows {
        let cells = row.iter().zip(&schema.columns).map(|(&cell, column)| in_words(database, column, cell));
        let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("\t"));
    }
    text
}

/// A cell as people read it, on one line.
fn in_words(database: &Database, column: &Column, cell: Cell) -> String {
    let text = shown_with_place(database, column.ty, cell);
    text.chars().map(|found| if found.is_control() { ' ' } else { found }).collect()
}

/// Runs the tests of a file, each over its own program.
fn run_tests(source: &Source, file: &RuleFile, session: &mut Session) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    for test in &file.tests {
        let mut collector = Collector::keeping_types(true);
        let checked = session.collect(&mut program_of(test), &mut collector);
        let faults = run_test(file, test, &mut collector.finish_with(checked.types));
        print(&format!("{} {}\n", if faults.is_empty() { "ok    " } else { "FAILED" }, test.name))?;
        if !faults.is_empty() {
            status = Status::Problems;
            show(source, &faults);
        }
    }
    if file.tests.is_empty() {
        return Err(Failure::Usage(format!("{}: there are no tests in the file", source.name)));
    }
    Ok(status)
}

fn program_of(test: &Test) -> Input {
    let is_hcl = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "hcl");
    let is_hcl = test.files.iter().any(|(name, _)| is_hcl(name));
    let text = |(name, text): &(String, String)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) };
    Input {
        name: "test".to_owned(),
        directory: None,
        dialect: if is_hcl { Dialect::Hcl } else { Dialect::Pcl },
        roots: AllowedDirectories::default(),
        texts: test.files.iter().map(text).collect(),
        configuration: None,
        components: Vec::new(),
    }
}
