//! Files of user rules, and the findings of their lints.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::input::Input;
use super::output::{Failure, print_to_stderr};
use super::row_proofs::{Derived, labels};
use super::session::Session;
use crate::diagnostics::{Diagnostic, Label, Severity, apply_ignore_comments_for, in_order};
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::program::{FileId, Program};
use crate::query::{
    Fault, Finding, Limit, Profile, RowExplainer, RuleFile, RuleSources, compile, read_with_included, run_profiled,
    run_with_progress,
};
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::render::{Palette, Report, page};
use crate::results::checked_program::CheckedProgram;
use crate::source::{Source, Span, normal_path};

/// Rule files that have been read.
#[derive(Default)]
pub struct RuleFiles {
    files: Vec<(RuleSources, RuleFile)>,
}

impl RuleFiles {
    /// Reads rule files. Their errors and warnings are shown on standard error.
    pub fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let files = paths.iter().map(|path| read_rules(read_source(path)?));
        Ok(Self { files: files.collect::<Result<_, Failure>>()? })
    }

    /// Reads a text of rules. Its includes are relative to the working directory.
    pub fn of_text(source: Source) -> Result<Self, Failure> {
        Ok(Self { files: vec![read_rules(source)?] })
    }

    /// Returns the files with their sources.
    pub fn iter(&self) -> impl Iterator<Item = (&RuleSources, &RuleFile)> {
        self.files.iter().map(|(sources, file)| (sources, file))
    }

    /// Holds if there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Checks a program, and reports the findings of the lints.
    pub fn check(&self, input: &mut Input, session: &mut Session) -> Result<CheckedProgram, Failure> {
        if self.is_empty() {
            return Ok(session.check(input));
        }
        let asks = self.files.iter().any(|(_, file)| file.asks());
        let mut collector = Collector::keeping_types(asks);
        let mut checked = session.collect(input, &mut collector);
        let database = if asks { collector.finish_with(checked.types.clone()) } else { collector.finish() };
        let found = self.findings(&checked.program, &database, session)?;
        checked.diagnostics.extend(found);
        checked.diagnostics = in_order(std::mem::take(&mut checked.diagnostics));
        Ok(checked)
    }

    /// Returns the findings of the lints in a program, given the facts about it.
    pub fn findings(
        &self,
        program: &Program,
        database: &Database,
        session: &Session,
    ) -> Result<Vec<Diagnostic>, Failure> {
        let mut found = Vec::new();
        for (sources, file) in self.iter() {
            let mut database = database.clone();
            let derived = derive(sources, file, &mut database, session.rule_limit())?;
            found.extend(lint_diagnostics(file, &derived, &mut database));
        }
        let codes: BTreeSet<&str> =
            self.iter().flat_map(|(_, file)| file.lints.iter().map(|lint| &lint.id[..])).collect();
        let found = apply_ignore_comments_for(program, found, &|code| codes.contains(code));
        Ok(session.selection().apply(found))
    }
}

/// Returns the findings of the lints of a file in a program, once its rules have been run.
fn lint_diagnostics(file: &RuleFile, derived: &Derived, database: &mut Database) -> Vec<Diagnostic> {
    let mut why = RowExplainer::new(&derived.compiled, &derived.history);
    let mut found = Vec::new();
    for lint in &file.lints {
        let Some(relation) = database.find(&lint.relation) else { continue };
        for finding in lint.findings(database) {
            let labels = labels(relation, &finding, &mut why, database);
            found.push(diagnostic(finding, labels));
        }
    }
    found
}

/// Reads a text of rules with the files that it includes. Errors are shown on standard error.
fn read_rules(source: Source) -> Result<(RuleSources, RuleFile), Failure> {
    let (file, sources, faults) = read_with_included(source, &mut included);
    if !faults.is_empty() {
        // The relations are known without a program.
        let mut all = faults;
        all.extend(compile(&file, &mut Collector::default().finish()).err().unwrap_or_default());
        return Err(refuse(&sources, &all));
    }
    show(&sources, &file.warnings, Severity::Warning);
    Ok((sources, file))
}

/// Reads a rule file, or standard input.
fn read_source(path: &Path) -> Result<Source, Failure> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin().lock())
    } else {
        read_text(path, FileKind::Text, &AllowedDirectories::all())
    };
    let text = text.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    Ok(Source::new(normal_path(path).display().to_string(), text))
}

/// Reads an included file, by its path relative to the folder of the including one.
pub fn included(from: &str, name: &str) -> Result<Source, String> {
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let path = normal_path(&folder.join(name));
    let text = read_text(&path, FileKind::Text, &AllowedDirectories::all())
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Source::new(path.display().to_string(), text))
}

/// Runs the rules of a file over a database.
pub fn derive(
    sources: &RuleSources,
    file: &RuleFile,
    database: &mut Database,
    limit: Limit,
) -> Result<Derived, Failure> {
    let compiled = compile(file, database).map_err(|faults| refuse(sources, &faults))?;
    let place = AtomicU32::new(0);
    let history = std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let running = &place;
        scope.spawn(move || tell_if_long(sources, running, &ended));
        let history = run_with_progress(&compiled, database, limit, &|rule| place.store(rule.start, Ordering::Relaxed));
        drop(end);
        history
    });
    let history = history.map_err(|fault| refuse(sources, &[fault]))?;
    Ok(Derived { compiled, history })
}

/// The time after which a message says which rule is running.
const LONG: Duration = Duration::from_secs(1);

/// Prints which rule is running if the rules have not ended after a while.
fn tell_if_long(sources: &RuleSources, place: &AtomicU32, ended: &Receiver<()>) {
    if ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
        let start = place.load(Ordering::Relaxed);
        let line = sources.line(Span { start, end: start });
        print_to_stderr(&format!(
            "typelog: {line}: this rule is running; `typelog help limits` lists the limits that end rules earlier\n"
        ));
    }
}

/// As [`derive()`], with the cost of each rule.
pub fn derive_profiled(
    sources: &RuleSources,
    file: &RuleFile,
    database: &mut Database,
    limit: Limit,
) -> Result<(Derived, Profile), Failure> {
    let compiled = compile(file, database).map_err(|faults| refuse(sources, &faults))?;
    let (history, profile) = run_profiled(&compiled, database, limit);
    let history = history.map_err(|fault| refuse(sources, &[fault]))?;
    Ok((Derived { compiled, history }, profile))
}

/// Shows the faults of a rule file, and returns the failure.
fn refuse(sources: &RuleSources, faults: &[Fault]) -> Failure {
    show(sources, faults, Severity::Error);
    Failure::Usage(format!("{}: the rules cannot be used", sources.main().name))
}

/// Shows faults of a rule file on standard error.
pub fn show(sources: &RuleSources, faults: &[Fault], severity: Severity) {
    if faults.is_empty() {
        return;
    }
    let label = |&(span, ref text): &(_, String)| {
        let (file, span) = sources.locate(span);
        Label { file, span, text: text.clone() }
    };
    let diagnostics = faults.iter().map(|fault| {
        let (file, span) = sources.locate(fault.span);
        Diagnostic {
            code: Cow::Borrowed(fault.code),
            severity,
            message: fault.message.clone(),
            file,
            span,
            labels: std::iter::once(&(fault.span, "here".to_owned())).chain(&fault.notes).map(label).collect(),
            expected: None,
            found: None,
            help: fault.help.clone().map(Cow::Owned),
            inside: None,
        }
    });
    let diagnostics = in_order(diagnostics.collect());
    let sources = sources.files().cloned().collect();
    let report = Report { program: String::new(), sources, nodes: Vec::new(), expressions: None, diagnostics };
    print_to_stderr(&page(&report, Palette::Plain, &str::to_owned));
}

/// Converts a finding of a lint to a diagnostic.
fn diagnostic(finding: Finding, labels: Vec<Label>) -> Diagnostic {
    let file = FileId(u32::try_from(finding.file).unwrap_or(0));
    let own = Label { file, span: finding.place, text: "found by a rule".to_owned() };
    Diagnostic {
        code: Cow::Owned(finding.code),
        severity: if finding.is_error { Severity::Error } else { Severity::Warning },
        message: finding.message,
        file,
        span: finding.place,
        labels: std::iter::once(own).chain(labels).collect(),
        expected: None,
        found: None,
        help: finding.help.map(Cow::Owned),
        inside: None,
    }
}
