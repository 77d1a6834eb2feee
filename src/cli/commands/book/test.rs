//! `typelog book test`: the laws of a book, tried on generated types and programs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use typelog_reader::laws::Law;

use super::mutants::try_mutants;
use super::pages::{suite, try_pages};
use crate::book::{OwnFile, open, open_counting};
use crate::builtins::trace::profile;
use crate::cli::options::SessionArguments;
use crate::cli::terminal::output::{Failure, Status, print, print_reports, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::counts::counted;
use crate::dialect::{Dialect, Text};
use crate::files::{AllowedDirectories, Disk, FileKind, read_text};
use crate::project::{Error, Input, Project, book_reports, files_at};
use crate::results::laws::{
    BUILT_IN, Counterexample, Coverage, Laboratory, LawFile, Trials, Tried, Uncovered, check_programs, read,
};
use crate::source::Source;
use crate::types::BookHandle;

/// Options of the tests of a book.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The directory of the book; by default the built-in book is tested
    dir: Option<PathBuf>,
    /// The number of generated types
    #[arg(long, value_name = "N", default_value_t = 200)]
    types: usize,
    /// The nesting of the generated types
    #[arg(long, value_name = "N", default_value_t = 3)]
    depth: u32,
    /// The number of generated programs
    #[arg(long, value_name = "N", default_value_t = 50)]
    programs: usize,
    /// The seed of the random numbers: the same seed gives the same types and programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Try only the law with this name
    #[arg(long, value_name = "NAME")]
    law: Option<String>,
    /// List the rules that no law, no program and no page uses, and the premises that never fail in them
    #[arg(long)]
    coverage: bool,
    /// Run the tests on a page, or on all pages below a directory, with the book. Those in its folder `pages` always run
    #[arg(long, value_name = "PATH")]
    pages: Vec<PathBuf>,
    /// Drop N premises of rules about types, one by one, and print the law or the section of a page that misses each
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "60")]
    pub(super) mutate: Option<usize>,
    /// As `--mutate`, with whole rules
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "60")]
    pub(super) mutate_rules: Option<usize>,
    #[command(flatten)]
    session: SessionArguments,
}

/// The most lines of reasons that are shown of a counterexample.
const MOST_REASONS: usize = 12;

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let own = match &arguments.dir {
        Some(dir) => files_at(dir, &AllowedDirectories::all(&Disk::shared()))?,
        None => Vec::new(),
    };
    let book = if own.is_empty() && !arguments.coverage { BookHandle::built_in() } else { opened(&own, arguments)? };
    process.books.give_book("the book under test", book.clone());
    let project = process.project(&[&arguments.session])?;
    let files = law_files(arguments, &book)?;
    if files.iter().all(|file| file.laws.is_empty()) {
        return Err(Failure::Usage(match &arguments.law {
            Some(name) => format!("there is no law `{name}`"),
            None => "there are no laws".to_owned(),
        }));
    }
    let suite = suite(arguments.dir.as_deref(), &arguments.pages)?;
    if arguments.mutate.or(arguments.mutate_rules).is_some() {
        return try_mutants(arguments, &own, &book, &suite, (process, &project));
    }
    let (tried, used) = profile(|| {
        let laws = try_laws(arguments, &own, &files, &project)?;
        let programs = try_programs(arguments, &project)?;
        let pages = if arguments.law.is_some() { Status::Clean } else { try_pages(&suite, &book)? };
        Ok::<Status, Failure>(laws.max(programs).max(pages))
    });
    let status = tried?;
    if arguments.coverage {
        print(&covered(&Coverage::new(&book, &used)))?;
    }
    Ok(status)
}

fn opened(own: &[OwnFile], arguments: &Arguments) -> Result<BookHandle, Failure> {
    let opened = if arguments.coverage { open_counting(own) } else { open(own) };
    opened.map_err(|faults| {
        print_reports(&book_reports(&faults));
        let dir = arguments.dir.as_deref().unwrap_or(Path::new("")).display();
        Failure::Usage(format!("the book in {dir} cannot be used"))
    })
}

/// Returns the laws of the built-in book and those in the folder `laws` of the book. A file of the same name replaces one of the
/// built-in book.
pub(super) fn law_files(arguments: &Arguments, book: &BookHandle) -> Result<Vec<LawFile>, Failure> {
    let mut sources: Vec<Source> = BUILT_IN.iter().map(|&(path, text)| Source::new(path, text)).collect();
    if let Some(dir) = &arguments.dir {
        let allowed = AllowedDirectories::all(&Disk::shared());
        let folder = dir.join("laws");
        let entries = if allowed.system().is_dir(&folder) { allowed.system().list(&folder)? } else { Vec::new() };
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "dl"));
        paths.sort();
        for path in paths {
            let text = read_text(&path, FileKind::Text, &allowed);
            let text = text.map_err(|error| Failure::at(&path, error))?;
            sources.retain(|known| Path::new(&known.name).file_name() != path.file_name());
            sources.push(Source::new(path.display().to_string(), text));
        }
    }
    let mut files = read(sources, book).map_err(|faults| {
        print_reports(&book_reports(&faults));
        Failure::Usage("the laws cannot be used".to_owned())
    })?;
    if let Some(name) = &arguments.law {
        for file in &mut files {
            file.laws.retain(|law| law.name == *name || law.rule == *name);
        }
    }
    Ok(files)
}

/// Returns the names of the types that a book's own rules name.
pub(super) fn named_types(own: &[OwnFile]) -> Vec<String> {
    let texts = own.iter().flat_map(|file| file.text.split("opaque(\"").skip(1));
    let names: BTreeSet<&str> = texts.filter_map(|rest| rest.split_once('"').map(|(name, _)| name)).collect();
    names.into_iter().map(str::to_owned).collect()
}

fn try_laws(arguments: &Arguments, own: &[OwnFile], files: &[LawFile], project: &Project) -> Result<Status, Failure> {
    let trials = Trials { types: arguments.types, depth: arguments.depth, seed: arguments.seed };
    let mut laboratory = Laboratory::new(project.session(None)?, &named_types(own), trials);
    let (mut status, mut kept, mut broken) = (Status::Clean, 0, 0);
    for file in files {
        for law in &file.laws {
            let tried = laboratory.try_law(law, &file.source.text);
            let is_kept = tried.is_as_stated(law);
            let name = if law.rule.is_empty() { &law.name } else { &law.rule };
            let word = match (is_kept, law.is_refuted) {
                (true, false) => "ok     ",
                (true, true) => "refuted",
                (false, _) => "FAILED ",
            };
            let mut text = format!("{word} {name}   {}   {}\n", counted(tried.cases, "case"), law.sentence);
            describe(&tried, law, &mut text);
            print(&text)?;
            if is_kept {
                kept += 1;
            } else {
                broken += 1;
                status = Status::Problems;
            }
            if let Err(error) = Error::if_any(&tried.faults) {
                print_to_stderr(&Failure::Project(error).text());
            }
        }
    }
    let (types, kept) = (counted(laboratory.type_count(), "type"), counted(kept, "law"));
    print(&format!("{types}: {kept} as stated, {broken} not\n"))?;
    Ok(status)
}

fn describe(tried: &Tried, law: &Law, text: &mut String) {
    if let Some(premise) = &tried.unevaluated {
        let _ = writeln!(text, "  `{premise}` cannot be evaluated on its own");
    } else if tried.cases == 0 && tried.faults.is_empty() {
        text.push_str("  no generated case meets the conditions\n");
    }
    let Some(Counterexample { values, premises, reasons }) = &tried.counterexample else {
        if law.is_refuted && tried.cases > 0 {
            text.push_str("  no counterexample is found, and `no law` says that there is one\n");
        }
        return;
    };
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let _ = writeln!(text, "  {}", values.join(", "));
    let last = premises.len().saturating_sub(1);
    for (at, premise) in premises.iter().enumerate() {
        let word = if at == last { "fails:" } else { "met:  " };
        let _ = writeln!(text, "    {word} {premise}");
    }
    for line in reasons.lines().take(MOST_REASONS) {
        let _ = writeln!(text, "      {line}");
    }
}

fn try_programs(arguments: &Arguments, project: &Project) -> Result<Status, Failure> {
    if arguments.programs == 0 || arguments.law.is_some() {
        return Ok(Status::Clean);
    }
    let input = |text: String| {
        let text = Text { name: "main.hcl".to_owned(), bytes: Ok(text.into_bytes()) };
        Input::of_texts(Dialect::Hcl, vec![text], AllowedDirectories::all(&Disk::shared()))
    };
    let mut session = project.session(None)?;
    let (valued, found, faults) = check_programs(&mut session, &input, arguments.programs, arguments.seed);
    let mut text = String::new();
    for fault in &found {
        let _ = writeln!(
            text,
            "FAILED  the value of an expression has its type\n  {}\n    derived: {}\n    value:   {}",
            fault.expression, fault.derived, fault.found
        );
    }
    let count = arguments.programs;
    let _ = writeln!(text, "{count} programs: {valued} expressions have values, {} of them another type", found.len());
    print(&text)?;
    Error::if_any(&faults)?;
    Ok(if found.is_empty() { Status::Clean } else { Status::Problems })
}

/// Lists the rules that concluded nothing, and the premises that never failed.
fn covered(coverage: &Coverage) -> String {
    let Coverage { rules, premises, unused, unreached, unfailing } = coverage;
    let mut text = format!("{} of {rules} rules are used by no law, program or page\n", unused.len());
    for Uncovered { rule, place, premise } in unused {
        let stop = premise.as_ref().map_or_else(String::new, |premise| format!("   `{premise}` never holds"));
        let _ = writeln!(text, "  {rule}   {place}{stop}");
    }
    let _ = writeln!(
        text,
        "{} of {premises} premises of the other rules never fail, and {} more are never reached",
        unfailing.len(),
        unreached.len()
    );
    for (list, words) in [(unreached, "is never reached"), (unfailing, "never fails")] {
        for Uncovered { rule, place, premise } in list {
            let _ = writeln!(text, "  {rule}   {place}   `{}` {words}", premise.as_deref().unwrap_or_default());
        }
    }
    text
}
