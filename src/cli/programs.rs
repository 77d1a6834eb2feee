//! The common part of `check` and `types`: reading and checking programs, and printing their reports.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::fault::{attempt, attempt_silently};
use super::groups::Groups;
use super::input::{Input, InputArguments};
use super::ordered::map_in_order;
use super::output::{Colour, Failure, Status, print, print_aside};
use super::progress::{Progress, When};
use super::resume::{Results, digest, seal};
use super::rule_files::RuleFiles;
use super::session::{Session, SessionArguments};
use super::watch::Changes;
use crate::incremental::OpenProgram;
use crate::jobs::Jobs;
use crate::render::{Detail, Palette, Report, github, json, jsonl, page, sarif, sealed_jsonl};
use crate::results::checked_program::CheckedProgram;

/// What to read, and how to report.
#[derive(Debug, Args)]
pub struct CheckingArguments {
    /// A file, a directory, which is one program, or `-` for standard input
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// How to print the result
    #[arg(long, default_value = "human", help_heading = "Output")]
    format: Format,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: Colour,
    /// A file of rules whose lints are reported as well
    #[arg(long, value_name = "FILE", help_heading = "Diagnostics")]
    rules: Vec<PathBuf>,
    /// How many threads work at a time; without it, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    jobs: Option<u16>,
    /// When to tell on standard error how far the run is
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Run")]
    progress: When,
    /// Add the lines of `--format jsonl` to this file, and leave out the programs that have a line in it already: an
    /// interrupted run goes on where it stopped
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    resume: Option<PathBuf>,
    /// Warnings give the exit status 1, as errors do
    #[arg(long, help_heading = "Diagnostics")]
    deny_warnings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// All programs in one JSON array
    Json,
    /// One line of JSON for each program
    Jsonl,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations for GitHub's workflows
    Github,
}

/// The part of a program's results that a command shows besides its diagnostics.
pub trait Shown {
    /// How much people see. Records have the types of definitions at least.
    fn detail(&self) -> Detail;
    /// The text for people on standard output. If it is empty, the diagnostics are printed there.
    fn human(&self, report: &Report, path_of: &dyn Fn(&str) -> String) -> Option<String>;
}

/// Checks programs, several at a time, and prints what is to be shown of each, in their order.
pub fn run(arguments: &CheckingArguments, shown: &(dyn Shown + Sync)) -> Result<Status, Failure> {
    let rules = RuleFiles::read(&arguments.rules)?;
    let run = Run { arguments, shown, rules, palettes: arguments.palettes(), settings: arguments.settings() };
    let jobs = arguments.jobs.map_or_else(Jobs::available, |count| Jobs::new(count.into()));
    // The threads work on programs of their own, or, if there is only one, all on that.
    let (for_all, for_each) = if arguments.has_several() { (jobs, Jobs::ONE) } else { (Jobs::ONE, jobs) };
    let session = arguments.session.open()?.with_jobs(for_each);
    let mut results = arguments.results()?;
    let known = results.as_mut().map(Results::take_known).unwrap_or_default();
    let inputs = arguments.input.inputs(&arguments.programs);
    let new = inputs.filter(|input| !input.as_ref().is_ok_and(|input| known.is_current(input)));
    let mut sink = Sink {
        status: Status::Clean,
        progress: Progress::new(arguments.progress, arguments.has_several()),
        results,
        gathered: Vec::new(),
    };
    let answers = |session: &mut Session, inputs| run.answers(inputs, session);
    let mut take = |answers: Vec<_>| answers.into_iter().try_for_each(|answer: Result<_, _>| sink.take(answer?));
    map_in_order(for_all, Groups::of(new), || session.clone(), answers, &mut take)?;
    if let Some(results) = &sink.results {
        results.finish(&known)?;
        sink.status = sink.status.max(known.status());
    }
    sink.finish(arguments.format)
}

/// Checks a program again whenever its files change, until standard output is closed.
pub fn watch(arguments: &CheckingArguments, shown: &(dyn Shown + Sync)) -> Result<Status, Failure> {
    let [program] = &arguments.programs[..] else {
        return Err(Failure::Usage("`--watch` needs one program".to_owned()));
    };
    if program == Path::new("-") {
        return Err(Failure::Usage("`--watch` needs files: standard input does not change".to_owned()));
    }
    if matches!(arguments.format, Format::Json | Format::Sarif) {
        return Err(Failure::Usage("`--watch` prints again and again: human, jsonl or github".to_owned()));
    }
    let rules = RuleFiles::read(&[])?;
    let run = Run { arguments, shown, rules, palettes: arguments.palettes(), settings: arguments.settings() };
    let jobs = arguments.jobs.map_or_else(Jobs::available, |count| Jobs::new(count.into()));
    let mut session = arguments.session.open()?.with_jobs(jobs);
    let changes = Changes::below(program)?;
    let (mut open, mut before) = (None, None);
    let mut changed = BTreeSet::new();
    loop {
        let input = arguments.input.inputs(&arguments.programs).next();
        let answer = match input.unwrap_or_else(|| Err(Failure::Usage("there is no program".to_owned()))) {
            Ok(input) => run.check_open(input, &mut open, &mut session),
            Err(failure @ Failure::Write(_)) => return Err(failure),
            Err(failure) => Answer::message(Status::Unreadable, &failure.to_string()),
        };
        let Answer { status, out, aside, .. } = answer;
        if before.as_ref() != Some(&(status, out.clone(), aside.clone())) {
            show_version(&changed, &out, &aside, arguments.format)?;
            before = Some((status, out, aside));
        }
        changed = changes.wait()?;
    }
}

/// Prints the result for a version of a program that is watched: on a terminal in place of the earlier one, elsewhere below
/// the names of the files that have changed.
fn show_version(changed: &BTreeSet<String>, out: &str, aside: &str, format: Format) -> Result<(), Failure> {
    if format == Format::Human && stdout().is_terminal() {
        print(CLEAR)?;
    } else if !changed.is_empty() {
        let names: Vec<&str> = changed.iter().map(String::as_str).collect();
        print_aside(&format!("typelog: changed: {}\n", names.join(", ")));
    }
    print(out)?;
    print_aside(aside);
    print_aside("typelog: waiting for changes\n");
    Ok(())
}

/// Clears a terminal, with what has been scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The settings that all programs of a run share.
struct Run<'a> {
    arguments: &'a CheckingArguments,
    shown: &'a (dyn Shown + Sync),
    rules: RuleFiles,
    /// How to colour what goes to standard output and to standard error.
    palettes: [Palette; 2],
    /// What results depend on besides files.
    settings: u64,
}

/// The output for a program.
struct Answer {
    status: Status,
    out: String,
    aside: String,
    /// For the formats that are one document for all programs, with the paths of its files.
    gathered: Option<(Report, Vec<String>)>,
}

impl Answer {
    /// Nothing but a message.
    fn message(status: Status, message: &str) -> Self {
        Self { status, out: String::new(), aside: format!("typelog: {message}\n"), gathered: None }
    }
}

impl CheckingArguments {
    /// Holds if there may be several programs.
    fn has_several(&self) -> bool {
        self.programs.len() > 1 || self.input.recursive
    }

    fn palettes(&self) -> [Palette; 2] {
        [self.color.palette(&stdout()), self.color.palette(&stderr())]
    }

    fn results(&self) -> Result<Option<Results>, Failure> {
        let Some(path) = &self.resume else { return Ok(None) };
        if self.format != Format::Jsonl {
            return Err(Failure::Usage("`--resume` needs `--format jsonl`: one line for each program".to_owned()));
        }
        Results::open(path, self.settings(), self.deny_warnings).map(Some)
    }

    /// A number for all that results depend on besides files.
    fn settings(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let version = env!("CARGO_PKG_VERSION");
        (version, format!("{:?} {:?} {:?}", self.input, self.session, self.rules)).hash(&mut hasher);
        hasher.finish()
    }
}

impl Run<'_> {
    /// Checks programs, those that are small together.
    fn answers(&self, inputs: Vec<Result<Input, Failure>>, session: &mut Session) -> Vec<Result<Answer, Failure>> {
        let together = self.together(&inputs, session);
        together.unwrap_or_else(|| inputs.into_iter().map(|input| self.answer(input, session)).collect())
    }

    /// Checks programs together. None if they are to be checked one by one: rules are about one program, and where
    /// something is wrong with typelog, only one of them is lost.
    fn together(
        &self,
        inputs: &[Result<Input, Failure>],
        session: &mut Session,
    ) -> Option<Vec<Result<Answer, Failure>>> {
        if inputs.len() < 2 || self.rules.iter().next().is_some() {
            return None;
        }
        let inputs: Vec<&Input> = inputs.iter().map(|input| input.as_ref().ok()).collect::<Option<_>>()?;
        let mut copies: Vec<Input> = inputs.iter().copied().cloned().collect();
        attempt_silently(|| {
            let reports = session.report_together(&mut copies, self.detail());
            let each = inputs.iter().zip(&copies).zip(reports);
            let print = |((input, checked), report): ((&&Input, &Input), Report)| {
                let own = self.digest(input);
                Ok(self.print(report, checked, own, input.is_unreadable()))
            };
            each.map(print).collect()
        })
    }

    /// Checks a program. A fault of typelog costs the result of this one.
    fn answer(&self, input: Result<Input, Failure>, session: &mut Session) -> Result<Answer, Failure> {
        let input = match input {
            Ok(input) => input,
            Err(failure @ Failure::Write(_)) => return Err(failure),
            Err(failure) => return Ok(Answer::message(Status::Unreadable, &failure.to_string())),
        };
        let name = input.name.clone();
        attempt(|| self.check(input, session)).unwrap_or_else(|| {
            let message = format!("{name}: there is no result, for the fault above");
            Ok(Answer::message(Status::Fault, &message))
        })
    }

    fn check(&self, mut input: Input, session: &mut Session) -> Result<Answer, Failure> {
        let (is_unreadable, own) = (input.is_unreadable(), self.digest(&input));
        let CheckedProgram { program, inference, diagnostics, types } = self.rules.check(&mut input, session)?;
        let report = Report::new(input.name.clone(), &program, &inference, &types, diagnostics, self.detail());
        Ok(self.print(report, &input, own, is_unreadable))
    }

    /// Checks a program that is open, or opens it.
    fn check_open(&self, mut input: Input, open: &mut Option<OpenProgram>, session: &mut Session) -> Answer {
        let answer = attempt(|| {
            let open = open.get_or_insert_with(|| session.open(&input));
            let is_unreadable = input.is_unreadable();
            open.replace(std::mem::take(&mut input.texts));
            let report = session.report(open, &input, self.detail());
            self.print(report, &input, 0, is_unreadable)
        });
        answer.unwrap_or_else(|| {
            // What is left of the program is not to be relied on.
            *open = None;
            Answer::message(Status::Fault, "there is no result, for the fault above")
        })
    }

    /// The digest of a program's own files, if results are sealed.
    fn digest(&self, input: &Input) -> u64 {
        if self.arguments.resume.is_some() { digest(self.settings, &input.texts) } else { 0 }
    }

    fn detail(&self) -> Detail {
        match self.arguments.format {
            Format::Json | Format::Jsonl => self.shown.detail().max(Detail::Definitions),
            Format::Human => self.shown.detail(),
            Format::Sarif | Format::Github => Detail::Diagnostics,
        }
    }

    /// The output for a program with this digest, some of whose files may be unreadable.
    fn print(&self, report: Report, input: &Input, own: u64, is_unreadable: bool) -> Answer {
        let status = if is_unreadable {
            Status::Unreadable
        } else {
            Status::of(&report.diagnostics, self.arguments.deny_warnings)
        };
        let path_of = |file: &str| input.path_of(file);
        let (mut out, mut aside, mut gathered) = (String::new(), String::new(), None);
        match self.arguments.format {
            Format::Human => {
                let [of_out, of_aside] = self.palettes;
                match self.shown.human(&report, &path_of) {
                    Some(text) => (out, aside) = (text, page(&report, of_aside, &path_of)),
                    None => out = page(&report, of_out, &path_of),
                }
            }
            Format::Jsonl if self.arguments.resume.is_some() => {
                out = sealed_jsonl(&report, &seal(own, &input.components, input));
            }
            Format::Jsonl => out = jsonl(&report),
            Format::Github => out = github(&report, &path_of),
            Format::Json | Format::Sarif => {
                let paths = report.sources.iter().map(|source| path_of(&source.name)).collect();
                gathered = Some((report, paths));
            }
        }
        Answer { status, out, aside, gathered }
    }
}

/// Where the answers go, in the order of the programs.
struct Sink {
    status: Status,
    progress: Progress,
    results: Option<Results>,
    gathered: Vec<(Report, Vec<String>)>,
}

impl Sink {
    fn take(&mut self, answer: Answer) -> Result<(), Failure> {
        let Answer { status, out, aside, gathered } = answer;
        self.status = self.status.max(status);
        self.gathered.extend(gathered);
        let results = &mut self.results;
        self.progress.step(status, || {
            match results {
                Some(results) => results.add(&out)?,
                None if out.is_empty() => {}
                None => print(&out)?,
            }
            if !aside.is_empty() {
                print_aside(&aside);
            }
            Ok(())
        })
    }

    fn finish(self, format: Format) -> Result<Status, Failure> {
        self.progress.finish();
        match format {
            Format::Json => print(&json(&self.gathered.iter().map(|entry| &entry.0).collect::<Vec<_>>()))?,
            Format::Sarif => print(&sarif(&self.gathered))?,
            Format::Human | Format::Jsonl | Format::Github => {}
        }
        Ok(self.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::allowed_directories::AllowedDirectories;
    use crate::cli::check::Diagnostics;
    use crate::cli::session::{FAULTY, MOST_KEPT};
    use crate::dialect::{Dialect, Text};

    /// The arguments of a command.
    #[derive(clap::Parser)]
    struct CommandLine {
        #[command(flatten)]
        arguments: CheckingArguments,
    }

    fn arguments() -> CheckingArguments {
        let CommandLine { arguments } = clap::Parser::parse_from(["check", "programs"]);
        arguments
    }

    fn input(&(name, text): &(&str, &str)) -> Input {
        let texts = vec![Text { name: "a".to_owned(), bytes: Ok(text.as_bytes().to_vec()) }];
        Input {
            name: name.to_owned(),
            directory: None,
            dialect: Dialect::Hcl,
            roots: AllowedDirectories::default(),
            texts,
            components: Vec::new(),
        }
    }

    #[test]
    fn a_fault_costs_the_result_of_one_program() {
        let arguments = arguments();
        let rules = RuleFiles::read(&[]).unwrap();
        let run =
            Run { arguments: &arguments, shown: &Diagnostics, rules, palettes: arguments.palettes(), settings: 0 };
        let mut session = arguments.session.open().unwrap();
        let programs = [("a", "a = 1"), (FAULTY, "a = 1"), ("c", "a = missing"), ("d", "")];
        let answers = run.answers(programs.iter().map(input).map(Ok).collect(), &mut session);
        let statuses: Vec<Status> = answers.into_iter().filter_map(|answer| Some(answer.ok()?.status)).collect();
        assert_eq!(statuses, [Status::Clean, Status::Fault, Status::Problems, Status::Clean]);
    }

    #[test]
    fn what_is_kept_from_programs_has_a_limit() {
        let mut session = arguments().session.open().unwrap();
        for round in 0..6 {
            let texts: Vec<String> = (0..30_000).map(|at| format!("\"{round}-{at}\"")).collect();
            let lists = texts.chunks(1_000).enumerate().map(|(at, texts)| format!("a{at} = [{}]\n", texts.join(", ")));
            let text: String = lists.collect();
            let reports = session.report_together(&mut [input(&("a", &text))], Detail::Definitions);
            assert_eq!(reports[0].nodes.len(), 30);
            assert!(session.kept() < MOST_KEPT + 40_000, "{}", session.kept());
        }
        assert!(session.kept() < 100_000, "types have been forgotten: {}", session.kept());
    }
}
