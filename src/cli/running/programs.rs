//! The common part of `check` and `types`: reading and checking programs, and printing their reports.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use typelog_interpreter::new_relations_of;

use super::baseline::BaselineFile;
use super::batches::Batches;
use super::checking::Run;
use super::ordered::map_in_order;
use super::printing::{Answer, Printer, Sink};
use super::progress::{Progress, When};
use super::resume::Results;
use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::terminal::output::{Colour, Failure, Status, print_reports, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::codes::Code;
use crate::digest::Digest;
use crate::files::AllowedDirectories;
use crate::jobs::Jobs;
use crate::project::{Input, Project, RuleFiles, Sessions};
use crate::render::{
    Checkstyle, Detail, Document, Gitlab, Junit, Log, Palette, Report, definition_types, expression_types,
};
use crate::types::BookHandle;

/// The options for input and output.
#[derive(Debug, Args)]
pub struct CheckingArguments {
    /// A file, a directory (one program), or `-` for standard input
    #[arg(default_value = ".", value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    pub session: SessionArguments,
    /// The output format
    #[arg(short, long, default_value = "human", help_heading = "Output")]
    pub format: Format,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: Colour,
    /// A rule file whose lints are also reported
    #[arg(long, value_name = "FILE", help_heading = "Diagnostics")]
    rules: Vec<PathBuf>,
    /// The number of threads; by default as many as the machine runs in parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    jobs: Option<u16>,
    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Run")]
    progress: When,
    /// Append the lines of `--format jsonl` to this file, and skip the programs that already have a line in it: an interrupted
    /// run continues where it stopped
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    pub resume: Option<PathBuf>,
    /// Exit with status 1 on warnings, as on errors
    #[arg(long, help_heading = "Diagnostics")]
    pub deny_warnings: bool,
    /// A file of known problems, which are not reported again. A problem is identified by its program, file, code, message and
    /// the text of its line
    #[arg(long, value_name = "FILE", help_heading = "Diagnostics", conflicts_with = "resume")]
    baseline: Option<PathBuf>,
    /// Write all problems to the baseline, instead of reporting them
    #[arg(long, help_heading = "Diagnostics")]
    pub write_baseline: bool,
    /// Report at most N problems
    #[arg(long, value_name = "N", help_heading = "Diagnostics", conflicts_with = "resume")]
    pub max_problems: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Human-readable text
    Human,
    /// All programs in one JSON array
    Json,
    /// One line of JSON for each program
    Jsonl,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations for GitHub workflows
    Github,
    /// Test suites in the form of `JUnit`: an error is a failed test
    Junit,
    /// A report in the form of Checkstyle, as reviewdog and others read it
    Checkstyle,
    /// A report for the code quality of GitLab
    Gitlab,
    /// Lines of JSON for reviewdog
    Rdjsonl,
}

impl Format {
    /// Returns the document for all programs of a run, if the format has one.
    pub fn document(self) -> Option<Document> {
        match self {
            Self::Json => Some(Document::Json(false)),
            Self::Sarif => Some(Document::Sarif(Log::default())),
            Self::Junit => Some(Document::Junit(Junit::default())),
            Self::Checkstyle => Some(Document::Checkstyle(Checkstyle::default())),
            Self::Gitlab => Some(Document::Gitlab(Gitlab::default())),
            Self::Human | Self::Jsonl | Self::Github | Self::Rdjsonl => None,
        }
    }
}

/// The part of a program's results that a command shows besides its diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing.
    Diagnostics,
    /// The types of definitions, or of all expressions.
    Types { all: bool, is_full: bool },
}

impl Shown {
    /// Returns the level of detail of human-readable output. Records contain at least the types of definitions.
    pub fn detail(self) -> Detail {
        match self {
            Self::Diagnostics => Detail::Diagnostics,
            Self::Types { all: false, .. } => Detail::Definitions,
            Self::Types { all: true, .. } => Detail::Expressions,
        }
    }

    /// Returns the human-readable text for standard output besides diagnostics.
    pub fn human(self, report: &Report, palette: Palette, path_of: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::Diagnostics => String::new(),
            Self::Types { all: false, is_full } => definition_types(report, is_full, palette),
            Self::Types { all: true, is_full } => expression_types(report, is_full, palette, path_of),
        }
    }
}

/// Checks programs in parallel, and prints the results in the order of the programs.
pub fn run(arguments: &CheckingArguments, shown: Shown, process: &Process) -> Result<Status, Failure> {
    let rules = RuleFiles::read(&arguments.rules, &process.system, &process.books.of_all())?;
    print_reports(&rules.warnings);
    tell_unknown_codes(arguments, &rules, &process.books.of_all());
    let project = arguments.project(process)?;
    let run = Run::new(arguments, &project, rules, shown);
    let jobs = arguments.jobs();
    // Each thread works on its own programs. If there is only one program, all threads work on it.
    let (for_all, for_each) = if arguments.has_several() { (jobs, Jobs::ONE) } else { (Jobs::ONE, jobs) };
    let sessions = Sessions::new(&project, for_each);
    let mut results = arguments.results(&project)?;
    let known = results.as_mut().map(Results::take_known).unwrap_or_default();
    let inputs = project.programs(&arguments.programs);
    let new = inputs.filter(|input| !input.as_ref().is_ok_and(|input| known.is_current(input)));
    let progress = Progress::new(arguments.progress, arguments.has_several());
    let mut sink = Sink::new(arguments.printer(shown), progress, results, arguments.max_problems);
    let answers = |sessions: &mut Sessions<'_>, inputs| run.answers(inputs, sessions);
    let mut take = |answers: Vec<_>| answers.into_iter().try_for_each(|answer: Result<_, _>| take(&mut sink, answer));
    let taken = map_in_order(for_all, Batches::of(new), || sessions.for_thread(), answers, &mut take);
    match taken {
        Err(End::Failed(failure)) => Err(failure),
        Err(End::Closed) | Ok(()) => sink.finish(&known, || process.citation()),
    }
}

/// Tells which of the codes to select or to ignore nothing reports: a misspelt one would hide all problems in silence.
fn tell_unknown_codes(arguments: &CheckingArguments, rules: &RuleFiles, book: &BookHandle) {
    let of_lints = rules.iter().flat_map(|(_, file)| &file.lints).map(|lint| lint.id.clone());
    let of_book = new_relations_of(book).iter().filter_map(|relation| Some(relation.stated.as_ref()?.code.clone()));
    let known: BTreeSet<String> = of_lints.chain(of_book).collect();
    for code in arguments.session.codes().filter(|&code| Code::find(code).is_none() && !known.contains(code)) {
        print_to_stderr(&format!(
            "typelog: `{code}` is no code of typelog, of the given rules, or of the given book\n"
        ));
    }
}

/// The reason why a run ends before all programs are checked.
enum End {
    /// The reader of standard output is gone.
    Closed,
    Failed(Failure),
}

fn take(sink: &mut Sink, answer: Result<Answer, Failure>) -> Result<(), End> {
    answer.and_then(|answer| sink.take(answer)).map_err(End::Failed)?;
    if sink.is_closed() { Err(End::Closed) } else { Ok(()) }
}

impl CheckingArguments {
    /// Returns the project with these options.
    pub fn project(&self, process: &Process) -> Result<Project, Failure> {
        let project = process.project(&[&self.input, &self.session])?;
        if self.write_baseline && self.resume.is_some() {
            let message = "a baseline is written from the problems of all programs: without `--resume`";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(project)
    }

    /// Returns the number of threads.
    pub fn jobs(&self) -> Jobs {
        self.jobs.map_or_else(Jobs::available, |count| Jobs::new(count.into()))
    }

    /// Holds if there may be several programs.
    pub fn has_several(&self) -> bool {
        self.programs.len() > 1 || self.input.recursive
    }

    /// Returns the printer of results.
    pub fn printer(&self, shown: Shown) -> Printer {
        Printer { format: self.format, shown, palettes: self.color.palettes() }
    }

    /// Returns the baseline of a program. There is none with `--resume`, whose file contains all problems.
    pub fn baseline(&self, input: &Input) -> Option<BaselineFile> {
        let given = self
            .baseline
            .clone()
            .map(|path| BaselineFile { path, allowed: AllowedDirectories::all(input.roots.system()) });
        let configured = || {
            let settings = input.configuration.as_ref()?;
            Some(BaselineFile { path: settings.settings.baseline.clone()?, allowed: settings.allowed.clone() })
        };
        given.or_else(configured).filter(|_| self.resume.is_none())
    }

    fn results(&self, project: &Project) -> Result<Option<Results>, Failure> {
        let Some(path) = &self.resume else { return Ok(None) };
        if self.format != Format::Jsonl {
            return Err(Failure::Usage("`--resume` needs `--format jsonl`: one line for each program".to_owned()));
        }
        Results::open(path, self.settings(project), self.deny_warnings).map(Some)
    }

    /// Returns a hash of everything that results depend on, apart from files.
    pub fn settings(&self, project: &Project) -> u64 {
        let mut digest = Digest::default();
        digest.text(env!("CARGO_PKG_VERSION"));
        digest.text(&project.fingerprint());
        self.rules.iter().for_each(|path| digest.text(&path.to_string_lossy()));
        digest.finish()
    }
}
