//! `typelog query`: user rules over the facts about programs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use typelog_interpreter::new_relations_of;

use super::facts::{FormatName, Keeps, collect, print_relation};
use crate::citation::Citation;
use crate::cli::completion::relations;
use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::running::export;
use crate::cli::terminal::output::{ExitArguments, Failure, Status, print, print_reports, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::counts::counted;
use crate::diagnostics::Severity;
use crate::dialect::{Dialect, Text};
use crate::files::{AllowedDirectories, read_results};
use crate::jobs::Jobs;
use crate::project::{
    BookProofs, DEFAULT_PROOFS, Derived, Input, Layer, Project, ProofOptions, RuleFiles, RuleRun, Session, Sessions,
    derive, derive_profiled, faults_in, proofs_like, refusal, relation_of,
};
use crate::query::{
    Row, RowExplainer, RuleFile, RuleSources, Test, has_several_programs, program_of, run_test, shown_with_place,
};
use crate::relations::collect::Collector;
use crate::relations::{Cell, Column, Database, RelationId};
use crate::results::rule_profile::ProfileReport;

/// Runs a rule file over the facts of programs, and prints the rows that it derives.
///
/// Rules may use the relations that `typelog facts` lists. With `--format`, ids are printed as they are; without it, as the texts
/// that they refer to, with their places.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog query unused.dl infra/                 the rows that the rules derive
  typelog query --relation unused unused.dl .    one relation
  typelog query - . < unused.dl                  rules from standard input
  typelog query --why 'unused(_, _)' unused.dl .     the proofs of rows
  typelog query --why-not 'unused(_, _)' unused.dl . why there is no such row
  typelog query --profile unused.dl .            the cost of each rule
  typelog query --test unused.dl                 the tests in the file")]
pub struct Arguments {
    /// The rule file, or `-` for standard input
    #[arg(value_name = "FILE.dl")]
    rules: PathBuf,
    /// A file, a directory (one program), or `-` for standard input
    #[arg(required_unless_present = "test", value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// Run the tests in the comments of the file
    #[arg(long, conflicts_with_all = ["programs", "relation", "out", "format"], help_heading = "Run")]
    test: bool,
    /// Print only this relation; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "out", add = relations(), help_heading = "Output")]
    relation: Vec<String>,
    /// Explain the rows that match this pattern, with `_` for anything: `reaches("a", _)`
    #[arg(long, value_name = "ROW", conflicts_with_all = ["relation", "out", "format"], help_heading = "Output")]
    why: Option<String>,
    /// Explain at most N rows
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PROOFS, help_heading = "Output")]
    max_proofs: usize,
    /// Explain why no row matches this pattern, with `_` for anything: the nearest rule, and its failing premise
    #[arg(long, value_name = "ROW", conflicts_with_all = ["why", "relation", "out", "format"], help_heading = "Output")]
    why_not: Option<String>,
    /// Print the cost of each rule and premise: rows tried and kept, rounds, time; and joins that keep few rows
    #[arg(long, conflicts_with_all = ["why", "why_not", "relation", "out", "format", "test"], help_heading = "Output")]
    profile: bool,
    /// Save the profile to a file, as JSON
    #[arg(long, value_name = "FILE", requires = "profile", help_heading = "Output")]
    profile_out: Option<PathBuf>,
    /// Compare the profile with a saved one
    #[arg(long, value_name = "FILE", requires = "profile", help_heading = "Output")]
    against: Option<PathBuf>,
    /// The directory to export all relations to, including those that the rules derive
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// The format of the export, or of the printed relation; needs `--out` or `--relation`
    #[arg(short, long, help_heading = "Output")]
    format: Option<FormatName>,
    #[command(flatten)]
    end: ExitArguments,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let from_input = |path: &PathBuf| path == Path::new("-");
    if from_input(&arguments.rules) && arguments.programs.iter().any(from_input) {
        return Err(Failure::Usage("standard input is either the rules or a program".to_owned()));
    }
    arguments.check_order()?;
    let files = RuleFiles::read(std::slice::from_ref(&arguments.rules), &process.system, &process.books.of_all())?;
    let mut status = Status::Clean;
    print_reports(&files.warnings);
    let project = process.project(&[&arguments.input, &arguments.session])?;
    let mut sessions = Sessions::new(&project, Jobs::ONE);
    let mut session = project.session(None)?;
    let citation = process.citation();
    for (sources, file) in files.iter() {
        if arguments.test {
            status = status.max(run_tests(sources, file, &mut session)?);
        } else {
            status = status.max(arguments.query(
                &project,
                (sources, file),
                &mut sessions,
                (&session.rule_run(), &citation),
            )?);
        }
    }
    Ok(status)
}

impl Arguments {
    /// Refuses a program in the place of the rules.
    fn check_order(&self) -> Result<(), Failure> {
        let is_rules = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "dl");
        match self.programs.iter().find(|path| is_rules(path)).filter(|_| !is_rules(&self.rules)) {
            Some(rules) => {
                let (rules, first) = (rules.display(), self.rules.display());
                Err(Failure::Usage(format!("the rules come first: typelog query {rules} {first}")))
            }
            None if self.rules.is_dir() => {
                Err(Failure::Usage(format!("{}: a directory is no rule file", self.rules.display())))
            }
            None => Ok(()),
        }
    }

    fn query(
        &self,
        project: &Project,
        (sources, file): (&RuleSources, &RuleFile),
        sessions: &mut Sessions<'_>,
        (run, citation): (&RuleRun, &Citation),
    ) -> Result<Status, Failure> {
        let asks = file.asks() || !new_relations_of(&project.books().of_all()).is_empty();
        let keeps = if asks || self.why.is_some() { Keeps::Types } else { Keeps::Rows };
        let (mut database, status) = collect(project, &self.programs, sessions, keeps)?;
        let first = database.relations().count();
        if self.profile {
            let (_, profile) = derive_profiled(sources, file, &mut database, run.limit)?;
            self.print_profile(&ProfileReport::new(&profile, sources))?;
            return Ok(self.end.status(status));
        }
        let derived = derive(sources, file, &mut database, run)?;
        if let Some(row) = &self.why_not {
            print(&refusal(row, sources, &derived, &mut database)?)?;
            return Ok(self.end.status(status));
        }
        if let Some(row) = &self.why {
            let mut book = BookProofs::new(project, &self.programs, ProofOptions::default());
            let layer = Layer { sources, derived: &derived };
            print(&proofs_like(row, self.max_proofs, layer, Some(&mut book), &mut database)?)?;
            return Ok(self.end.status(status));
        }
        if let Some(out) = &self.out {
            let format = self.format.unwrap_or(FormatName::Tsv).format();
            export::write(out, &crate::relations::export(&database, format, citation))?;
            return Ok(self.end.status(status));
        }
        let mut relations = self
            .relation
            .iter()
            .map(|name| relation_of(&database, name))
            .collect::<crate::project::Result<Vec<RelationId>>>()?;
        match self.format {
            Some(_) if relations.is_empty() => {
                return Err(Failure::Usage("`--format` needs `--out` or `--relation`".to_owned()));
            }
            Some(format) => {
                relations.iter().try_for_each(|&relation| print_relation(&database, relation, format))?;
            }
            None => {
                if relations.is_empty() {
                    relations = database.relations().map(|(id, _)| id).skip(first).collect();
                }
                if relations.is_empty() {
                    let name = &sources.main().name;
                    print_to_stderr(&format!("typelog: {name}: the rules conclude no relation of their own\n"));
                }
                relations.iter().try_for_each(|&relation| print(&table(&mut database, relation, &derived)))?;
            }
        }
        Ok(self.end.status(status))
    }

    fn print_profile(&self, report: &ProfileReport) -> Result<(), Failure> {
        if let Some(path) = &self.profile_out {
            std::fs::write(path, report.text()).map_err(|error| Failure::at(path, error))?;
        }
        let Some(path) = &self.against else { return print(&report.table()) };
        let before = read_results(path).map_err(|error| Failure::at(path, error))?;
        let before = ProfileReport::parse(&before).map_err(|error| Failure::at(path, error))?;
        print(&report.compared(&before))
    }
}

/// Renders the rows of a relation, separated by tabs, below its name and columns. If there are several programs, each row begins
/// with its program.
fn table(database: &mut Database, relation: RelationId, derived: &Derived) -> String {
    let rows: Vec<Vec<Cell>> = database.ordered_rows(relation).into_iter().map(<[Cell]>::to_vec).collect();
    let schema = database.relation(relation).schema.clone();
    let is_of_several = has_several_programs(database);
    let program = is_of_several.then_some("program");
    let columns: Vec<&str> = program.into_iter().chain(schema.columns.iter().map(|column| &column.name[..])).collect();
    let count = counted(rows.len(), "row");
    let mut text = format!("{}({}): {count}\n", schema.name, columns.join(", "));
    let mut why = RowExplainer::new(&derived.compiled, &derived.history);
    for cells in rows {
        let mut words: Vec<String> =
            cells.iter().zip(&schema.columns).map(|(&cell, column)| in_words(database, column, cell)).collect();
        if is_of_several {
            let program = program_of(database, &mut why, &Row { relation, cells });
            words.insert(0, program.unwrap_or("-").to_owned());
        }
        let _ = writeln!(text, "  {}", words.join("\t"));
    }
    text
}

/// Renders a cell as human-readable text, on one line.
fn in_words(database: &Database, column: &Column, cell: Cell) -> String {
    let text = shown_with_place(database, column.ty, cell);
    text.chars().map(|found| if found.is_control() { ' ' } else { found }).collect()
}

/// Runs the tests of a file, each over its own program.
fn run_tests(sources: &RuleSources, file: &RuleFile, session: &mut Session) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    for test in &file.tests {
        let mut collector = Collector::keeping_types(true);
        let checked = session.collect(&mut input_of(test), &mut collector);
        let faults = run_test(file, test, &mut collector.finish_with(checked.types));
        print(&format!("{} {}\n", if faults.is_empty() { "ok    " } else { "FAILED" }, test.name))?;
        if !faults.is_empty() {
            status = Status::Problems;
            print_reports(&[faults_in(sources, &faults, Severity::Error)]);
        }
    }
    if file.tests.is_empty() {
        return Err(Failure::Usage(format!("{}: there are no tests in the file", sources.main().name)));
    }
    Ok(status)
}

fn input_of(test: &Test) -> Input {
    let extension = test.files.first().and_then(|(name, _)| Path::new(name).extension()?.to_str());
    let dialect = match extension {
        Some("hcl") => Dialect::Hcl,
        Some("tf" | "tfvars") => Dialect::Terraform,
        _ => Dialect::Pcl,
    };
    let text = |(name, text): &(String, String)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) };
    let texts = test.files.iter().map(text).collect();
    Input { name: "test".to_owned(), ..Input::of_texts(dialect, texts, AllowedDirectories::default()) }
}
