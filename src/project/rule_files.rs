//! Files of user rules, and the findings of their lints.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use typelog_interpreter::new_relations_of;

use super::checked_program::CheckedProgram;
use super::error::{Error, Result, report_about};
use super::input::Input;
use super::row_proofs::{Derived, labels};
use super::session::Session;
use super::settings::Configuration;
use crate::diagnostics::{Diagnostic, DiagnosticCode, Label, Severity, apply_ignore_comments_for, in_order};
use crate::files::{AllowedDirectories, FileKind, SharedSystem, read_text};
use crate::program::{FileId, Program};
use crate::query::{
    Fault, Finding, Limit, Profile, RowExplainer, RuleFile, RuleSources, compile, read_with_included, run_profiled,
    run_with_progress,
};
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::render::Report;
use crate::source::{Source, Span, normal_path};
use crate::types::BookHandle;

/// Rule files that have been read.
#[derive(Default)]
pub struct RuleFiles {
    files: Vec<(RuleSources, RuleFile)>,
    /// The warnings about them, one report for each file that has some.
    pub warnings: Vec<Report>,
}

/// The rule files that settings name. Each list is read once.
#[derive(Default)]
pub struct ConfiguredRules {
    known: Mutex<BTreeMap<PathBuf, Arc<RuleFiles>>>,
}

impl ConfiguredRules {
    /// Returns the rule files that the settings of a program name; `None` if they name none.
    ///
    /// # Errors
    /// If a file cannot be read, or has faults.
    pub fn of(&self, input: &Input, book: &BookHandle) -> Result<Option<Arc<RuleFiles>>> {
        let Some(configuration) = input.configuration.as_deref().filter(|of| !of.settings.rules.is_empty()) else {
            return Ok(None);
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(&configuration.path) {
            return Ok(Some(rules.clone()));
        }
        let rules = Arc::new(RuleFiles::of_settings(configuration, book)?);
        known.insert(configuration.path.clone(), rules.clone());
        Ok(Some(rules))
    }

    /// Forgets all files, since they may have changed.
    pub fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The circumstances of a run of user rules.
#[derive(Clone, Debug, Default)]
pub struct RuleRun {
    /// The limits.
    pub limit: Limit,
    /// The limits of a question.
    pub question_limit: Limit,
    /// The observer of the run.
    pub observer: Option<Arc<dyn RunObserver>>,
}

/// An observer of runs of user rules.
pub trait RunObserver: std::fmt::Debug + Send + Sync {
    /// Returns a function that is told the place of each rule before it is applied, and dropped when the run ends.
    fn watch(&self, sources: &RuleSources) -> Box<dyn Fn(Span)>;
}

impl RuleFiles {
    /// Reads rule files, which may ask the judgments of a book.
    ///
    /// # Errors
    /// If a file cannot be read, or has faults.
    pub fn read(paths: &[PathBuf], system: &SharedSystem, book: &BookHandle) -> Result<Self> {
        let allowed = AllowedDirectories::all(system);
        Self::of(paths.iter().map(|path| read_source(path, &allowed)), &allowed, book)
    }

    /// Reads the rule files that the settings of a program name, with what they include from the directories of the settings.
    ///
    /// # Errors
    /// As for [`Self::read()`].
    fn of_settings(configuration: &Configuration, book: &BookHandle) -> Result<Self> {
        let Configuration { settings, allowed, .. } = configuration;
        Self::of(settings.rules.iter().map(|path| read_source(path, allowed)), allowed, book)
    }

    /// Reads a text of rules. Its includes are relative to the working directory.
    ///
    /// # Errors
    /// If the text has faults.
    pub fn of_text(source: Source, system: &SharedSystem, book: &BookHandle) -> Result<Self> {
        Self::of([Ok(source)].into_iter(), &AllowedDirectories::all(system), book)
    }

    fn of(
        sources: impl Iterator<Item = Result<Source>>,
        allowed: &AllowedDirectories,
        book: &BookHandle,
    ) -> Result<Self> {
        let files = sources.map(|source| read_rules(source?, allowed, book)).collect::<Result<Vec<_>>>()?;
        let warnings = files.iter().filter(|(_, file)| !file.warnings.is_empty());
        let warnings = warnings.map(|(sources, file)| faults_in(sources, &file.warnings, Severity::Warning)).collect();
        Ok(Self { files, warnings })
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
    ///
    /// # Errors
    /// If a run of the rules exceeds a limit.
    pub fn check(&self, input: &mut Input, session: &mut Session) -> Result<CheckedProgram> {
        if self.is_empty() {
            return Ok(session.check(input));
        }
        let has_own_judgments = !new_relations_of(session.types().book()).is_empty();
        let asks = has_own_judgments || self.files.iter().any(|(_, file)| file.asks());
        let mut collector = Collector::keeping_types(asks);
        let mut checked = session.collect(input, &mut collector);
        let database = if asks { collector.finish_with(checked.types.clone()) } else { collector.finish() };
        let found = self.findings(&checked.program, &database, session)?;
        checked.diagnostics.extend(found);
        checked.diagnostics = in_order(std::mem::take(&mut checked.diagnostics));
        Ok(checked)
    }

    /// Returns the findings of the lints in a program, given the facts about it.
    ///
    /// # Errors
    /// If a run of the rules exceeds a limit.
    pub fn findings(&self, program: &Program, database: &Database, session: &Session) -> Result<Vec<Diagnostic>> {
        let mut found = Vec::new();
        for (sources, file) in self.iter() {
            let mut database = database.clone();
            let derived = derive(sources, file, &mut database, &session.rule_run())?;
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

/// Reads a text of rules with the files that it includes.
fn read_rules(source: Source, allowed: &AllowedDirectories, book: &BookHandle) -> Result<(RuleSources, RuleFile)> {
    let (file, sources, faults) = read_with_included(source, &mut included_from(allowed));
    if faults.is_empty() {
        return Ok((sources, file));
    }
    // The relations are known without a program.
    let mut all = faults;
    all.extend(compile(&file, &mut Collector::default().knowing(book).finish()).err().unwrap_or_default());
    Err(refused(&sources, &all))
}

/// Reads a rule file, or standard input.
fn read_source(path: &Path, allowed: &AllowedDirectories) -> Result<Source> {
    let text = if path == Path::new("-") {
        let bytes = allowed.system().standard_input();
        bytes.and_then(|bytes| {
            String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        })
    } else {
        read_text(path, FileKind::Text, allowed)
    };
    let text = text.map_err(|error| Error::new(format!("{}: {error}", path.display())))?;
    Ok(Source::new(normal_path(path).display().to_string(), text))
}

/// Returns a reader of included files, by their paths relative to the folder of the including one.
pub fn included(system: &SharedSystem) -> impl FnMut(&str, &str) -> std::result::Result<Source, String> {
    included_from(&AllowedDirectories::all(system))
}

/// As [`included()`], for files in some directories.
fn included_from(
    allowed: &AllowedDirectories,
) -> impl FnMut(&str, &str) -> std::result::Result<Source, String> + use<> {
    let allowed = allowed.clone();
    move |from, name| {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let path = normal_path(&folder.join(name));
        let text =
            read_text(&path, FileKind::Text, &allowed).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Source::new(path.display().to_string(), text))
    }
}

/// Runs the rules of a file over a database.
///
/// # Errors
/// If the rules do not fit the relations, or the run exceeds a limit.
pub fn derive(sources: &RuleSources, file: &RuleFile, database: &mut Database, run: &RuleRun) -> Result<Derived> {
    let compiled = compile(file, database).map_err(|faults| refused(sources, &faults))?;
    let tell = run.observer.as_ref().map(|observer| observer.watch(sources));
    let tell = tell.as_deref().unwrap_or(&|_| {});
    let history =
        run_with_progress(&compiled, database, run.limit, tell).map_err(|fault| refused(sources, &[fault]))?;
    Ok(Derived { compiled, history })
}

/// As [`derive()`], with the cost of each rule.
///
/// # Errors
/// As for [`derive()`].
pub fn derive_profiled(
    sources: &RuleSources,
    file: &RuleFile,
    database: &mut Database,
    limit: Limit,
) -> Result<(Derived, Profile)> {
    let compiled = compile(file, database).map_err(|faults| refused(sources, &faults))?;
    let (history, profile) = run_profiled(&compiled, database, limit);
    let history = history.map_err(|fault| refused(sources, &[fault]))?;
    Ok((Derived { compiled, history }, profile))
}

/// Returns the error about a rule file with faults.
fn refused(sources: &RuleSources, faults: &[Fault]) -> Error {
    let message = format!("{}: the rules cannot be used", sources.main().name);
    Error::new(message).because_of(vec![faults_in(sources, faults, Severity::Error)])
}

/// Returns the report about faults of a rule file.
pub fn faults_in(sources: &RuleSources, faults: &[Fault], severity: Severity) -> Report {
    let label = |&(span, ref text): &(_, String)| {
        let (file, span) = sources.locate(span);
        Label { file, span, text: text.clone() }
    };
    let diagnostics = faults.iter().map(|fault| {
        let (file, span) = sources.locate(fault.span);
        let code = DiagnosticCode::OfRules(Cow::Borrowed(fault.code));
        let mut found = Diagnostic::new(code, severity, file, span, fault.message.clone());
        found.labels = fault.notes.iter().map(label).collect();
        found.help(fault.help.clone())
    });
    report_about(sources.files().cloned().collect(), in_order(diagnostics.collect()))
}

/// Converts a finding of a lint to a diagnostic.
fn diagnostic(finding: Finding, labels: Vec<Label>) -> Diagnostic {
    let file = FileId(u32::try_from(finding.file).unwrap_or(0));
    let own = Label { file, span: finding.place, text: "found by a rule".to_owned() };
    let code = DiagnosticCode::OfRules(Cow::Owned(finding.code));
    let severity = if finding.is_error { Severity::Error } else { Severity::Warning };
    let mut found = Diagnostic::new(code, severity, file, finding.place, finding.message);
    found.labels = std::iter::once(own).chain(labels).collect();
    found.help(finding.help)
}
