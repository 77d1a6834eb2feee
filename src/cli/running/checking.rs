//! The checks of programs, one by one or together, without the problems that a baseline lists.

use super::baseline::Baselines;
use super::printing::{Answer, Content, KnownProblems, MOST_READY, Outcome, Printer};
use super::programs::{CheckingArguments, Format, Shown};
use crate::cli::terminal::fault::attempt_silently;
use crate::cli::terminal::output::{Failure, Status};
use crate::diagnostics::Lacking;
use crate::incremental::OpenProgram;
use crate::jobs::attempt;
use crate::project::{CheckedProgram, ConfiguredRules, Error, Input, Project, RuleFiles, Session, Sessions, flows};
use crate::render::{Detail, Report, Summary};
use crate::results::baseline::{problems, relative_name};

/// The settings that all programs of a run share.
pub struct Run<'a> {
    arguments: &'a CheckingArguments,
    rules: RuleFiles,
    /// The rules that the settings of programs name, if none are given.
    configured: ConfiguredRules,
    printer: Printer,
    baselines: Baselines,
    /// The hash of everything that results depend on, apart from files.
    settings: u64,
}

impl<'a> Run<'a> {
    /// Creates a run with user rules.
    pub fn new(arguments: &'a CheckingArguments, project: &Project, rules: RuleFiles, shown: Shown) -> Self {
        let printer = arguments.printer(shown);
        let (configured, baselines) = (ConfiguredRules::default(), Baselines::default());
        Self { arguments, rules, configured, printer, baselines, settings: arguments.settings(project) }
    }
}

impl Run<'_> {
    /// Checks a batch of programs: together if possible, otherwise one by one.
    pub fn answers(
        &self,
        inputs: Vec<Result<Input, Error>>,
        sessions: &mut Sessions<'_>,
    ) -> Vec<Result<Answer, Failure>> {
        let answers = self.check_batch(&inputs, sessions);
        answers.unwrap_or_else(|| inputs.into_iter().map(|input| self.answer(input, sessions)).collect())
    }

    /// Checks programs together. Returns `None` if they have to be checked one by one: user rules run over a single program, and
    /// after a panic only the result of the faulty program is lost.
    fn check_batch(
        &self,
        inputs: &[Result<Input, Error>],
        sessions: &mut Sessions<'_>,
    ) -> Option<Vec<Result<Answer, Failure>>> {
        if inputs.len() < 2 || !self.rules.is_empty() || self.shows_flows() {
            return None;
        }
        let inputs: Vec<&Input> = inputs.iter().map(|input| input.as_ref().ok()).collect::<Option<_>>()?;
        let has_rules = |input: &Input| input.configuration.as_ref().is_some_and(|of| !of.settings.rules.is_empty());
        if inputs.iter().any(|input| has_rules(input)) {
            return None;
        }
        let session = sessions.of(inputs.first()?).ok()?;
        let mut copies: Vec<Input> = inputs.iter().copied().cloned().collect();
        attempt_silently(|| {
            let reports = session.report_batch(&mut copies, self.detail());
            let each = inputs.iter().zip(&copies).zip(reports);
            let print = |((input, checked), report): ((&&Input, &Input), Report)| {
                let own = self.digest(input);
                self.conclude(report, checked, own, input.is_unreadable())
            };
            each.map(print).collect()
        })
    }

    /// Checks a program. A panic loses only the result of this program.
    fn answer(&self, input: Result<Input, Error>, sessions: &mut Sessions<'_>) -> Result<Answer, Failure> {
        let input = match input {
            Ok(input) => input,
            Err(error) if error.is_final() => return Err(error.into()),
            Err(error) => return Ok(Answer::failure(Status::Unreadable, &error.into())),
        };
        let (name, session) = (input.name.clone(), sessions.of(&input)?);
        attempt(|| self.check(input, session)).unwrap_or_else(|| {
            let message = format!("{name}: no result, because of the fault above");
            Ok(Answer::message(Status::Fault, &message))
        })
    }

    fn check(&self, mut input: Input, session: &mut Session) -> Result<Answer, Failure> {
        let (is_unreadable, own) = (input.is_unreadable(), self.digest(&input));
        let configured =
            self.configured.of(&input, session.types().book()).map(|found| found.filter(|_| self.rules.is_empty()))?;
        let rules = configured.as_deref().unwrap_or(&self.rules);
        let mut checked = rules.check(&mut input, session)?;
        let shows_flows = self.shows_flows().then(|| flows(&mut checked, session.environment(input.dialect)));
        let CheckedProgram { program, inference, diagnostics, types, modules } = checked;
        let report = Report::new(input.name.clone(), &program, &inference, &types, diagnostics, self.detail());
        let report = Report { flows: shows_flows.unwrap_or_default(), ..report };
        // User rules need rows that are derived anew for each program.
        if rules.is_empty() {
            session.keep(types, modules);
        }
        self.conclude(report, &input, own, is_unreadable)
    }

    /// Checks an open program, which is opened first if necessary.
    pub fn check_open(
        &self,
        input: &mut Input,
        open: &mut Option<OpenProgram>,
        session: &mut Session,
    ) -> Result<Answer, Failure> {
        let answer = attempt(|| {
            let open = open.get_or_insert_with(|| session.open(input));
            let is_unreadable = input.is_unreadable();
            open.replace(std::mem::take(&mut input.texts));
            let report = session.report(open, input, self.detail());
            self.conclude(report, input, 0, is_unreadable)
        });
        answer.unwrap_or_else(|| {
            // The state of the open program may be inconsistent.
            *open = None;
            Ok(Answer::message(Status::Fault, "no result, because of the fault above"))
        })
    }

    /// Holds if the format shows where problems come from.
    fn shows_flows(&self) -> bool {
        self.arguments.format == Format::Sarif
    }

    /// Returns the digest of a program's own files; 0 without `--resume`.
    fn digest(&self, input: &Input) -> u64 {
        if self.arguments.resume.is_some() { input.digest(self.settings) } else { 0 }
    }

    fn detail(&self) -> Detail {
        match self.arguments.format {
            Format::Json | Format::Jsonl => self.printer.shown.detail().max(Detail::Definitions),
            Format::Human => self.printer.shown.detail(),
            _ => Detail::Diagnostics,
        }
    }

    /// Returns the answer for a program. `own` is the digest of its files, and `is_unreadable` holds if one of them cannot be
    /// read.
    fn conclude(&self, mut report: Report, input: &Input, own: u64, is_unreadable: bool) -> Result<Answer, Failure> {
        let mut known = KnownProblems::default();
        if let Some(file) = self.arguments.baseline(input) {
            let program = relative_name(&input.name, &file.path);
            if self.arguments.write_baseline {
                known.written = Some((file, program, problems(&report)));
                report.diagnostics.clear();
            } else {
                (known.count, known.gone) = self.baselines.of(&file)?.take_known(&program, &mut report);
            }
        } else if self.arguments.write_baseline {
            let message = "`--write-baseline` needs `--baseline FILE`, or a `baseline` in `typelog.toml`";
            return Err(Failure::Final(message.to_owned()));
        }
        let lacking = match self.arguments.format {
            Format::Human if self.arguments.has_several() => Lacking::taken_from(&mut report.diagnostics),
            _ => Lacking::default(),
        };
        let status = match Status::of(&report.diagnostics, self.arguments.deny_warnings) {
            _ if is_unreadable => Status::Unreadable,
            status => status,
        };
        let paths = report.sources.iter().map(|source| input.path_of(&source.name)).collect();
        let mut summary = Summary::of(&report.diagnostics);
        summary.known = known.count;
        let seal = self.arguments.resume.is_some().then(|| input.seal(own));
        let outcome = Outcome { report, paths, summary, seal };
        let content = match self.arguments.format {
            // There is one document, or one limit on problems, for all programs.
            format if format.document().is_some() => Content::Outcome(outcome),
            _ if self.arguments.max_problems.is_some() => Content::Outcome(outcome),
            _ if outcome.report.diagnostics.len() > MOST_READY => Content::Outcome(outcome),
            _ => self.printer.print(&outcome),
        };
        Ok(Answer { status, content, known, lacking, summary })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Dialect, Text};
    use crate::files::AllowedDirectories;
    use crate::jobs::Jobs;
    use crate::project::{FAULTY, MOST_KEPT};

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
        Input { name: name.to_owned(), ..Input::of_texts(Dialect::Hcl, texts, AllowedDirectories::default()) }
    }

    #[test]
    fn a_fault_costs_the_result_of_one_program() {
        let arguments = arguments();
        let project = Project::default();
        let run = Run::new(&arguments, &project, RuleFiles::default(), Shown::Diagnostics);
        let mut sessions = Sessions::new(&project, Jobs::ONE);
        let programs = [("a", "a = 1"), (FAULTY, "a = 1"), ("c", "a = missing"), ("d", "")];
        let answers = run.answers(programs.iter().map(input).map(Ok).collect(), &mut sessions);
        let statuses: Vec<Status> = answers.into_iter().filter_map(|answer| Some(answer.ok()?.status)).collect();
        assert_eq!(statuses, [Status::Clean, Status::Fault, Status::Problems, Status::Clean]);
    }

    #[test]
    fn what_is_kept_from_programs_has_a_limit() {
        let mut session = Project::default().session(None).unwrap();
        for round in 0..6 {
            let texts: Vec<String> = (0..30_000).map(|at| format!("\"{round}-{at}\"")).collect();
            let lists = texts.chunks(1_000).enumerate().map(|(at, texts)| format!("a{at} = [{}]\n", texts.join(", ")));
            let text: String = lists.collect();
            let reports = session.report_batch(&mut [input(&("a", &text))], Detail::Definitions);
            assert_eq!(reports[0].nodes.len(), 30);
            assert!(session.kept() < MOST_KEPT + 40_000, "{}", session.kept());
        }
        assert!(session.kept() < 100_000, "types have been forgotten: {}", session.kept());
    }
}
