//! The output of results, in the order of the programs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use typed_index_collections::TiVec;

use super::baseline::{self, BaselineFile};
use super::programs::{Format, Shown};
use super::progress::Progress;
use super::resume::{Known, Results};
use crate::citation::Citation;
use crate::cli::terminal::output::{Failure, Output, Status, print_to_stderr};
use crate::counts::counted;
use crate::diagnostics::Lacking;
use crate::files::AllowedDirectories;
use crate::program::FileId;
use crate::render::{
    Document, Palette, Report, Seal, Summary, sealed_jsonl, write_github, write_jsonl, write_page, write_rdjsonl,
};
use crate::results::baseline::Problems;

/// The maximum number of diagnostics of a program that are rendered before it is their turn to be printed. The texts of more
/// diagnostics would take more memory than the results themselves.
pub const MOST_READY: usize = 10_000;

/// The settings of output.
#[derive(Clone, Copy)]
pub struct Printer {
    /// The format.
    pub format: Format,
    /// The part of a program that is shown besides diagnostics.
    pub shown: Shown,
    /// The colours of standard output and standard error.
    pub palettes: [Palette; 2],
}

/// The answer for a program.
pub struct Answer {
    /// Its outcome.
    pub status: Status,
    /// The output for it.
    pub content: Content,
    /// The baseline's entries for it.
    pub known: KnownProblems,
    /// The things that it lacks, if they are told once for all programs.
    pub lacking: Lacking,
    /// The number of its problems.
    pub summary: Summary,
}

/// The output for a program.
pub enum Content {
    /// The texts for standard output and standard error.
    Texts([String; 2]),
    /// The data that the texts are rendered from.
    Outcome(Outcome),
}

/// The results for a program.
pub struct Outcome {
    /// The results.
    pub report: Report,
    /// The paths of its files, as shown to the user.
    pub paths: TiVec<FileId, String>,
    /// The number of its problems.
    pub summary: Summary,
    /// The digest of the inputs, if it is printed.
    pub seal: Option<Seal>,
}

/// The entries of a baseline for a program.
#[derive(Default)]
pub struct KnownProblems {
    /// The number of problems that are not reported.
    pub count: usize,
    /// The number of known problems that the program no longer has.
    pub gone: usize,
    /// The problems to write, with the baseline, and the name of the program there.
    pub written: Option<(BaselineFile, String, Problems)>,
}

impl Answer {
    /// Creates an answer that consists of a message.
    pub fn message(status: Status, message: &str) -> Self {
        Self::aside(status, format!("typelog: {message}\n"))
    }

    /// Creates the answer for a program that cannot be checked.
    pub fn failure(status: Status, failure: &Failure) -> Self {
        Self::aside(status, failure.text())
    }

    /// Creates an answer with a text for standard error only.
    fn aside(status: Status, text: String) -> Self {
        let (known, lacking, summary) = Default::default();
        Self { status, content: Content::Texts([String::new(), text]), known, lacking, summary }
    }
}

impl Printer {
    /// Renders the texts for a program. They are empty in formats with one document for all programs.
    pub fn print(self, outcome: &Outcome) -> Content {
        let mut texts = <[String; 2]>::default();
        // Writing to memory does not fail.
        let _ = self.write(outcome, &mut |stream, text| {
            texts[stream as usize].push_str(text);
            Ok(())
        });
        Content::Texts(texts)
    }

    /// As [`Self::print`], a piece at a time.
    fn write(
        self,
        outcome: &Outcome,
        write: &mut dyn FnMut(Stream, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Outcome { report, paths, summary, seal } = outcome;
        let path_of = |file: &str| {
            let at = report.sources.position(|source| source.name == file);
            at.map_or_else(|| file.to_owned(), |at| paths[at].clone())
        };
        match (self.format, seal) {
            (Format::Human, _) => {
                let stream = self.shown.stream();
                write(Stream::Out, &self.shown.human(report, self.palettes[0], &path_of))?;
                let palette = self.palettes[stream as usize];
                write_page(report, summary, palette, &path_of, |piece| write(stream, piece))
            }
            (Format::Jsonl, Some(seal)) => write(Stream::Out, &sealed_jsonl(report, seal)),
            (Format::Jsonl, None) => write_jsonl(report, |piece| write(Stream::Out, piece)),
            (Format::Github, _) => write_github(report, &path_of, |piece| write(Stream::Out, piece)),
            (Format::Rdjsonl, _) => write_rdjsonl(report, &path_of, |piece| write(Stream::Out, piece)),
            (Format::Json | Format::Sarif | Format::Junit | Format::Checkstyle | Format::Gitlab, _) => Ok(()),
        }
    }

    /// Returns the texts of an answer.
    pub fn texts(self, content: Content) -> [String; 2] {
        match content {
            Content::Texts(texts) => texts,
            Content::Outcome(outcome) => match self.print(&outcome) {
                Content::Texts(texts) => texts,
                Content::Outcome(_) => [String::new(), String::new()],
            },
        }
    }
}

/// The sink of answers, in the order of the programs.
pub struct Sink {
    printer: Printer,
    output: Output,
    progress: Progress,
    results: Option<Results>,
    status: Status,
    /// The number of problems that are still shown, if it is limited.
    left: Option<usize>,
    /// The number of problems that are not shown.
    cut: usize,
    /// The number of known problems that programs no longer have.
    gone: usize,
    /// The baselines that are to be written.
    written: BTreeMap<PathBuf, (AllowedDirectories, BTreeMap<String, Problems>)>,
    /// The things that the programs lack.
    lacking: Lacking,
    /// The problems of all programs.
    total: Total,
    /// The document about all programs, if the format has one.
    document: Option<Document>,
}

impl Sink {
    /// Creates a sink.
    pub fn new(printer: Printer, progress: Progress, results: Option<Results>, most: Option<usize>) -> Self {
        Self {
            output: Output::new(printer.palettes),
            printer,
            progress,
            results,
            status: Status::Clean,
            left: most,
            cut: 0,
            gone: 0,
            written: BTreeMap::new(),
            lacking: Lacking::default(),
            total: Total::default(),
            document: printer.format.document(),
        }
    }

    /// Holds if the reader of standard output is gone.
    pub fn is_closed(&self) -> bool {
        self.output.is_closed()
    }

    /// Prints an answer.
    pub fn take(&mut self, answer: Answer) -> Result<(), Failure> {
        let Answer { status, content, known, lacking, summary } = answer;
        self.lacking.add(lacking);
        self.total.take(&summary);
        self.status = self.status.max(status);
        self.gone += known.gone;
        if let Some((BaselineFile { path, allowed }, program, problems)) = known.written {
            self.written.entry(path).or_insert_with(|| (allowed, BTreeMap::new())).1.insert(program, problems);
        }
        let content = match content {
            Content::Outcome(outcome) => self.limited(outcome),
            texts @ Content::Texts(_) => texts,
        };
        let output = &mut self.output;
        let [out, aside] = match content {
            Content::Outcome(Outcome { report, paths, .. }) if let Some(document) = &mut self.document => {
                return self.progress.step(status, || document.add(&report, &paths, |text| output.print(text)));
            }
            Content::Outcome(outcome) if self.results.is_none() => {
                let printer = self.printer;
                return self
                    .progress
                    .step(status, || printer.write(&outcome, &mut |stream, text| print_to(output, stream, text)));
            }
            content => self.printer.texts(content),
        };
        let results = &mut self.results;
        self.progress.step(status, || {
            match results {
                Some(results) => results.add(&out)?,
                None => print_to(output, Stream::Out, &out)?,
            }
            print_to(output, Stream::Stderr, &aside)
        })
    }

    /// Cuts the problems of results to the number that is still shown.
    fn limited(&mut self, mut outcome: Outcome) -> Content {
        if let Some(left) = &mut self.left {
            let count = outcome.report.diagnostics.len();
            outcome.report.diagnostics.truncate(*left);
            outcome.summary.cut = count - outcome.report.diagnostics.len();
            self.cut += outcome.summary.cut;
            *left -= outcome.report.diagnostics.len();
        }
        Content::Outcome(outcome)
    }

    /// Ends the run, given the programs that need not be checked again, and the citation for documents.
    pub fn finish(mut self, known: &Known, citation: impl FnOnce() -> Citation) -> Result<Status, Failure> {
        self.progress.finish();
        let mut status = self.status;
        if let Some(results) = &self.results {
            results.finish(known)?;
            status = status.max(known.status());
        }
        if let Some(document) = self.document {
            self.output.print(&document.end(&citation()))?;
        }
        let total = Some(&self.total).filter(|_| self.printer.format == Format::Human).and_then(Total::line);
        for line in self.lacking.lines().chain(total) {
            print_to(&mut self.output, self.printer.shown.stream(), &format!("{line}\n"))?;
        }
        for (path, (allowed, programs)) in self.written {
            let count: usize = programs.values().flat_map(BTreeMap::values).sum();
            baseline::write(&path, &allowed, programs)?;
            print_to_stderr(&format!("typelog: {}: {} written\n", path.display(), counted(count, "problem")));
        }
        if self.cut > 0 {
            print_to_stderr(&format!("typelog: {} not shown\n", problems(self.cut, "more")));
        }
        if self.gone > 0 {
            let text = problems(self.gone, "known");
            print_to_stderr(&format!("typelog: {text} gone: `--write-baseline` updates the baseline\n"));
        }
        Ok(status)
    }
}

/// The problems of all programs of a run.
#[derive(Default)]
struct Total {
    /// The number of programs.
    programs: usize,
    /// The number of those with problems.
    faulty: usize,
    /// The number of problems.
    problems: Summary,
}

impl Total {
    fn take(&mut self, summary: &Summary) {
        self.programs += 1;
        self.faulty += usize::from(!summary.is_empty());
        self.problems.add(summary);
    }

    /// Renders the numbers, if there are several programs, and problems. Those of one program stand below its report.
    fn line(&self) -> Option<String> {
        let is_told = self.programs > 1 && self.faulty > 0;
        is_told.then(|| {
            let (programs, problems) = (counted(self.programs, "program"), self.problems.words());
            format!("{programs}, {} of them with problems: {problems}", self.faulty)
        })
    }
}

impl Shown {
    /// The stream of diagnostics in human-readable output.
    fn stream(self) -> Stream {
        match self {
            Self::Diagnostics => Stream::Out,
            Self::Types { .. } => Stream::Stderr,
        }
    }
}

/// The output streams.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Stderr,
}

fn print_to(output: &mut Output, stream: Stream, text: &str) -> Result<(), Failure> {
    match stream {
        _ if text.is_empty() => {}
        Stream::Out => output.print(text)?,
        Stream::Stderr => output.print_aside(text),
    }
    Ok(())
}

/// Renders a number of problems, with an adjective.
fn problems(count: usize, kind: &str) -> String {
    let problems = counted(count, &format!("{kind} problem"));
    format!("{problems} {}", if count == 1 { "is" } else { "are" })
}
