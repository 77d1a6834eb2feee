//! `typelog corpus`: the facts of very many programs, one Parquet file for each relation.

mod parts;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::running::export;
use crate::cli::running::ordered::map_in_order;
use crate::cli::running::progress::{Progress, When};
use crate::cli::terminal::output::{ExitArguments, Failure, Status, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::diagnostics::Severity;
use crate::digest::Digest;
use crate::files::open_results;
use crate::jobs::{Jobs, attempt};
use crate::project::{CheckedProgram, Error, Input, LazyInput, Project, Session, Sessions};
use crate::provenance::{Explainable, reasons};
use crate::relations::collect::Collector;
use crate::relations::{CITATION, Database, Dataset, MANIFEST, Part, ProgramRow, write_manifest};
use crate::types::BookHandle;
use parts::{PartManifest, Parts, SealedProgram};

/// The number of programs in a part. An interrupted part is done again as a whole.
const PROGRAMS_OF_A_PART: usize = 256;

/// The relations of reasons, which are large, and left out without `--reasons`.
const REASONS: [&str; 3] = ["derivation", "derivation_of", "premise"];

/// Checks all programs below directories, and writes their facts and derived rows as one dataset.
///
/// Each relation is a Parquet file with a column `program`; ids count from 0 in each program. An interrupted run continues where
/// it stopped when it is started again, and produces the same dataset. If the check of a program fails, only its own rows are
/// missing: the relation `program` contains the outcome of each check.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog corpus repositories/ --out dataset             one file for each relation: dataset/has_type.parquet
  typelog corpus repositories/ --out dataset --shards 8  eight files for each: dataset/has_type/0000.parquet
  typelog corpus repositories/ --out dataset --reasons   the rule and the premises of each row
  typelog corpus repositories/ --out third --part 3/10   the third of ten parts, for one of ten machines")]
pub struct Arguments {
    /// The directories; every directory in or below them with source files is a program
    #[arg(required = true, value_name = "DIR")]
    directories: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// The directory of the dataset; an earlier one there is replaced as a whole
    #[arg(short, long, value_name = "DATASET", help_heading = "Output")]
    out: PathBuf,
    /// The number of files of each relation
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Output")]
    shards: u16,
    /// Also write the reasons: the rule that derives each row, and its premises
    #[arg(long, help_heading = "Output")]
    reasons: bool,
    /// Take only the K-th of N parts of the programs
    #[arg(long, value_name = "K/N", value_parser = parts::share, help_heading = "Run")]
    part: Option<parts::Share>,
    /// The number of threads; by default as many as the machine runs in parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    jobs: Option<u16>,
    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Run")]
    progress: When,
    #[command(flatten)]
    end: ExitArguments,
}

/// A program that is not read yet, or the reason why it cannot be read.
type Unread = Result<LazyInput, Error>;

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let project = process.project(&[&arguments.input, &arguments.session])?;
    let programs = arguments.programs(&project)?;
    let book = process.books.of_all();
    let dataset = arguments.dataset(&book);
    let parts = Parts::open(&arguments.out)?;
    let work = Work { dataset: &dataset, parts: &parts, book: &book, settings: arguments.settings(&project) };
    let mut progress = Progress::new(arguments.progress, true).with_total(programs.len());
    let mut status = Status::Clean;
    let mut done: Vec<PartManifest> = Vec::new();
    let jobs = arguments.jobs.map_or_else(Jobs::available, |count| Jobs::new(count.into()));
    let sessions = Sessions::new(&project, Jobs::ONE);
    let answer = |sessions: &mut Sessions<'_>, (at, programs): (usize, Vec<Unread>)| work.part(at, programs, sessions);
    map_in_order(
        jobs,
        in_parts(programs).enumerate(),
        || sessions.for_thread(),
        answer,
        |contents| {
            let contents = contents?;
            let ends: Vec<Status> = contents.programs.iter().map(|program| program.end).collect();
            status = ends.iter().copied().fold(status, Status::max);
            let faults = contents.programs.iter().filter(|program| program.end == Status::Fault);
            let message = |program: &SealedProgram| {
                format!("typelog: {}: no result, because of the fault above\n", program.program)
            };
            let messages: String = faults.map(message).collect();
            progress.steps(&ends, || print_to_stderr(&messages));
            done.push(contents);
            Ok::<(), Failure>(())
        },
    )?;
    progress.finish();
    let citation = process.citation();
    export::replace(&arguments.out, |directory| {
        export::write_file(directory, CITATION, |out| out.write_all(citation.text().as_bytes()))?.sync_all()?;
        write(directory, &dataset, &parts, &done, arguments.shards.into())
    })?;
    parts.remove();
    Ok(arguments.end.status(status))
}

impl Arguments {
    /// Returns the programs in and below the directories, in the order of their paths.
    fn programs(&self, project: &Project) -> Result<Vec<Unread>, Failure> {
        let mut programs = Vec::new();
        for directory in &self.directories {
            if !directory.is_dir() {
                return Err(Failure::at(directory, "this is not a directory"));
            }
            programs.extend(project.below(directory));
        }
        Ok(match self.part {
            Some(share) => programs.drain(share.of(programs.len())).collect(),
            None => programs,
        })
    }

    fn dataset(&self, book: &BookHandle) -> Dataset {
        let left_out: &[&str] = if self.reasons { &[] } else { &REASONS };
        Dataset::new(Collector::with_reasons(book).finish(), left_out)
    }

    /// Returns a hash of everything that results depend on, apart from files.
    fn settings(&self, project: &Project) -> u64 {
        let mut digest = Digest::default();
        digest.text(env!("CARGO_PKG_VERSION"));
        digest.text(&project.fingerprint());
        digest.number(u64::from(self.reasons));
        digest.finish()
    }
}

/// Splits the programs into parts of the same size.
fn in_parts(programs: Vec<Unread>) -> impl Iterator<Item = Vec<Unread>> + Send {
    let mut programs = programs.into_iter();
    std::iter::from_fn(move || {
        let part: Vec<Unread> = programs.by_ref().take(PROGRAMS_OF_A_PART).collect();
        (!part.is_empty()).then_some(part)
    })
}

/// The settings that all threads share.
struct Work<'a> {
    dataset: &'a Dataset,
    parts: &'a Parts,
    /// The book whose rules are exported.
    book: &'a BookHandle,
    settings: u64,
}

impl Work<'_> {
    /// Writes a part of the dataset, unless an earlier run has written it for the same programs.
    fn part(&self, at: usize, programs: Vec<Unread>, sessions: &mut Sessions<'_>) -> Result<PartManifest, Failure> {
        let mut inputs = Vec::with_capacity(programs.len());
        for program in programs {
            match program {
                Ok(program) => inputs.push(program.read()),
                Err(error) if error.is_final() => return Err(error.into()),
                Err(error) => print_to_stderr(&Failure::from(error).text()),
            }
        }
        if let Some(contents) = self.parts.made(at).filter(|contents| self.is_current(contents, &inputs)) {
            return Ok(contents);
        }
        let (mut part, mut contents) = (self.dataset.part(), PartManifest::default());
        for input in inputs {
            contents.programs.push(self.program(input, sessions, &mut part)?);
        }
        self.parts.make(at, self.dataset, &part, contents).map_err(Failure::Write)
    }

    /// Holds if a part was written for these programs in their current state.
    fn is_current(&self, contents: &PartManifest, inputs: &[Input]) -> bool {
        let is_same = |(old, input): (&SealedProgram, &Input)| {
            old.program == input.name && input.is_sealed_by(&old.seal, self.settings)
        };
        contents.programs.len() == inputs.len() && contents.programs.iter().zip(inputs).all(is_same)
    }

    /// Checks a program, and adds its rows.
    fn program(
        &self,
        mut input: Input,
        sessions: &mut Sessions<'_>,
        part: &mut Part<'_>,
    ) -> Result<SealedProgram, Failure> {
        let mut row = ProgramRow {
            dialect: input.dialect.word(),
            status: if input.is_unreadable() { "unreadable" } else { "checked" },
            files: input.texts.len(),
            bytes: input.byte_count(),
            content: content(&input),
            ..ProgramRow::default()
        };
        let (own, session) = (input.digest(self.settings), sessions.of(&input)?);
        let checked = attempt(|| relations(&mut input, session, self.book));
        let mut end = if input.is_unreadable() { Status::Unreadable } else { Status::Clean };
        if let Some((_, [errors, warnings])) = checked {
            (row.errors, row.warnings) = (errors, warnings);
            end = end.max(if errors > 0 { Status::Problems } else { Status::Clean });
        } else {
            (row.status, end) = ("fault", Status::Fault);
        }
        part.add(&input.name, &row, checked.as_ref().map(|(database, _)| database));
        let seal = input.seal(own);
        Ok(SealedProgram { program: input.name, end, seal })
    }
}

/// Checks a program. Returns its relations, and the numbers of errors and warnings.
fn relations(input: &mut Input, session: &mut Session, book: &BookHandle) -> (Database, [usize; 2]) {
    let (mut checked, mut judgments) = session.check_keeping(input);
    let CheckedProgram { program, inference, types, .. } = &mut checked;
    let environment = session.environment(input.dialect);
    judgments.reasons = Some(reasons(Explainable { program, environment, inference }, types));
    let mut collector = Collector::with_reasons(book);
    Session::add(input, &checked, &judgments, &mut collector);
    let count = |severity| checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    (collector.finish(), [Severity::Error, Severity::Warning].map(count))
}

/// Returns a digest of the contents of a program's files, regardless of their names.
fn content(input: &Input) -> String {
    let mut digest = Digest::default();
    for text in &input.texts {
        text.add_contents_to(&mut digest);
    }
    format!("{:016x}", digest.finish())
}

/// Writes the dataset from its parts.
fn write(directory: &Path, dataset: &Dataset, parts: &Parts, done: &[PartManifest], shards: usize) -> io::Result<()> {
    let (mut counts, mut paths) = (Vec::new(), Vec::new());
    for (relation, schema) in dataset.schemas().iter().enumerate() {
        let name = &schema.name;
        let has_rows = |at: &usize| done[*at].rows.contains_key(name);
        for shard in 0..shards {
            let own = (done.len() * shard / shards..done.len() * (shard + 1) / shards).filter(has_rows);
            let files = own.map(|at| open_results(&parts.file(at, name)));
            let path = if shards == 1 { format!("{name}.parquet") } else { format!("{name}/{shard:04}.parquet") };
            export::write_file(directory, &path, |out| dataset.write_parts(relation, files, out))?.sync_all()?;
            paths.push(path);
        }
        counts.push((schema, done.iter().filter_map(|contents| contents.rows.get(name)).sum()));
    }
    for (schema, rows) in dataset.shared() {
        let path = format!("{}.parquet", schema.name);
        export::write_file(directory, &path, |out| dataset.write_shared(&schema.name, out))?.sync_all()?;
        paths.push(path);
        counts.push((schema, rows));
    }
    export::write_file(directory, MANIFEST, |out| write_manifest(counts.into_iter(), &paths, out))?.sync_all()
}
