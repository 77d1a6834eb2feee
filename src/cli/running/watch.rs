//! `--watch`: checks of a program whenever its files change.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::changes::{Changes, from_root};
use super::checking::Run;
use super::printing::Answer;
use super::programs::{CheckingArguments, Format, Shown};
use crate::cli::terminal::output::{Failure, Output, Status, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::incremental::OpenProgram;
use crate::project::{Configuration, Error, Project, RuleFiles, Sessions};
use crate::visible::visible;

/// Checks a program again whenever its files change, until standard output is closed.
pub fn watch(arguments: &CheckingArguments, shown: Shown, process: &Process) -> Result<Status, Failure> {
    let program = program(arguments)?;
    let project = arguments.project(process)?;
    let mut watched = Watched {
        arguments,
        project: &project,
        run: Run::new(arguments, &project, RuleFiles::default(), shown),
        sessions: Sessions::new(&project, arguments.jobs()),
        changes: Changes::below(program, &process.system)?,
        open: None,
        settings: None,
        surroundings: Vec::new(),
        components: Vec::new(),
    };
    let mut output = Output::new(arguments.color.palettes());
    let (mut before, mut changed) = (None, BTreeSet::new());
    loop {
        let answer = match watched.check(&changed) {
            Ok(answer) => answer,
            // Settings that are being edited may be wrong for a while.
            Err(failure) if failure.is_final() && before.is_none() => return Err(failure),
            Err(failure) => Answer::failure(Status::Unreadable, &failure),
        };
        let (status, [out, aside]) = (answer.status, arguments.printer(shown).texts(answer.content));
        if before.as_ref() != Some(&(status, out.clone(), aside.clone())) {
            show_version(&mut output, &changed, [&out, &aside], arguments.format)?;
            before = Some((status, out, aside));
        }
        if output.is_closed() {
            return Ok(status);
        }
        changed = watched.changes.wait()?;
    }
}

/// Returns the program that is watched.
fn program(arguments: &CheckingArguments) -> Result<&Path, Failure> {
    let refused = |reason: &str| Err(Failure::Usage(reason.to_owned()));
    let [program] = &arguments.programs[..] else { return refused("`--watch` needs one program") };
    if program == Path::new("-") {
        return refused("`--watch` needs files: standard input does not change");
    }
    if arguments.format.document().is_some() {
        return refused("`--watch` prints again and again: human, jsonl, github or rdjsonl");
    }
    Ok(program)
}

/// A program that is watched.
struct Watched<'a> {
    arguments: &'a CheckingArguments,
    project: &'a Project,
    run: Run<'a>,
    sessions: Sessions<'a>,
    changes: Changes,
    /// The program as of the last check.
    open: Option<OpenProgram>,
    /// The settings of the last check.
    settings: Option<Arc<Configuration>>,
    /// The files and directories that the session has read.
    surroundings: Vec<PathBuf>,
    /// The directories of the components that the program uses.
    components: Vec<PathBuf>,
}

impl Watched<'_> {
    /// Checks the program after some files have changed, and follows the files that the result depends on.
    fn check(&mut self, changed: &BTreeSet<PathBuf>) -> Result<Answer, Failure> {
        let answer = self.answer(changed);
        self.changes.follow(self.surroundings.iter().chain(&self.components).map(PathBuf::as_path));
        answer
    }

    fn answer(&mut self, changed: &BTreeSet<PathBuf>) -> Result<Answer, Failure> {
        self.project.forget_settings();
        let input = self.project.programs(&self.arguments.programs).next();
        let mut input = input.unwrap_or_else(|| Err(Error::new("there is no program")))?;
        self.changes.follow_settings(input.configuration.as_deref().map(|settings| settings.path.as_path()))?;
        self.note_settings(input.configuration.as_ref(), changed);
        let session = self.sessions.of(&input)?;
        let answer = self.run.check_open(&mut input, &mut self.open, session);
        self.components = input.components;
        answer
    }

    /// Starts anew with other settings, which may mean other schemas, declarations and limits, or if files of these have changed.
    fn note_settings(&mut self, settings: Option<&Arc<Configuration>>, changed: &BTreeSet<PathBuf>) {
        let is_around = |path: &PathBuf| self.surroundings.iter().any(|around| path.starts_with(around));
        if self.settings.as_ref() != settings || changed.iter().any(is_around) {
            self.open = None;
            self.settings = settings.cloned();
            self.sessions = Sessions::new(self.project, self.arguments.jobs());
        }
        let surroundings = self.project.surroundings(settings.map(Arc::as_ref));
        self.surroundings = surroundings.iter().map(|path| from_root(path)).collect();
    }
}

/// Prints the result for a version of a watched program: on a terminal in place of the earlier result, elsewhere below the names
/// of the changed files.
fn show_version(
    output: &mut Output,
    changed: &BTreeSet<PathBuf>,
    [out, aside]: [&str; 2],
    format: Format,
) -> Result<(), Failure> {
    if format == Format::Human && stdout().is_terminal() {
        output.print_raw(CLEAR)?;
    } else if !changed.is_empty() {
        let names: BTreeSet<_> =
            changed.iter().filter_map(|path| path.file_name()).map(OsStr::to_string_lossy).collect();
        let names: Vec<_> = names.iter().map(|name| visible(name)).collect();
        print_to_stderr(&format!("typelog: changed: {}\n", names.join(", ")));
    }
    output.print(out)?;
    output.print_aside(aside);
    print_to_stderr("typelog: waiting for changes\n");
    Ok(())
}

/// The escape sequences that clear a terminal and its scrollback.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";
