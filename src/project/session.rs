//! Sessions: the environments and schemas of programs with the same settings, and the checks of these programs.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::checked_program::CheckedProgram;
use super::declarations::{declare_all, read_declarations, without_faults};
use super::error::{Error, Result};
use super::input::{Input, load_component};
use super::rule_files::RuleRun;
use super::settings::Configuration;
use super::{Project, limits};
use crate::diagnostics::{
    Diagnostic, Selection, Strictness, apply_ignore_comments, diagnose_with, may_follow, may_share_causes,
    with_causes_once, without_follow_ups,
};
use crate::dialect::{Dialect, KeptModules, ReadContext, Targets, Unread, environment, read_program};
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::incremental::{CheckedVersion, OpenProgram};
use crate::infer::{Inference, Runs, infer_batch, infer_with};
use crate::jobs::Jobs;
use crate::program::Program;
use crate::program::environment::Environment;
use crate::relations::collect::{Collected, Collector, Judgments, infer_keeping};
use crate::render::{Detail, Report};
use crate::schema::Schemas;
use crate::source::Source;
use crate::types::{Faults, Interner};

/// The maximum number of types, names and numbers that are kept for the next programs.
pub const MOST_KEPT: usize = 1 << 17;

/// The name of a program whose check panics in tests.
#[cfg(test)]
pub const FAULTY: &str = "faulty";

/// The environments and schemas of programs.
#[derive(Clone)]
pub struct Session {
    /// The environments of programs in the dialects that have been asked for: programs are rarely of more than one.
    environments: BTreeMap<Dialect, Arc<Environment>>,
    schemas: Schemas,
    /// The types of the environments, which the open programs of a server share.
    types: Arc<Interner>,
    /// The same, with the types of the last programs and of the schema members that they use.
    used_types: Option<Box<Interner>>,
    /// The modules that the last programs call. Their types are among `used_types`.
    used_modules: KeptModules,
    /// The maximum size of `used_types`, beyond which they are dropped.
    most_kept: usize,
    /// The versions of Terraform and `OpenTofu` that modules have to work with.
    targets: Targets,
    strictness: Strictness,
    /// Holds if files that programs name are read, such as templates.
    reads_files: bool,
    selection: Selection,
    jobs: Jobs,
    rule_run: RuleRun,
}

impl Project {
    /// Returns the files and directories that a session with these settings reads.
    pub fn surroundings(&self, configuration: Option<&Configuration>) -> Vec<PathBuf> {
        let none = Configuration::default();
        let configured = configuration.unwrap_or(&none);
        let (declare, _) = self.declared_by(configured);
        let (schemas, _) = self.schemas_by(configured);
        let book = configured.settings.book.iter();
        let book = book.flat_map(|book| ["types", "programs"].map(|folder| Path::new(book).join(folder)));
        let book = book.filter(|folder| self.system.is_dir(folder));
        declare.iter().chain(schemas).cloned().chain(book).collect()
    }

    /// Opens a session for programs with these settings.
    ///
    /// # Errors
    /// If the files of the environment cannot be used.
    pub fn session(&self, configuration: Option<&Configuration>) -> Result<Session> {
        let none = Configuration::default();
        let (declare, allowed) = self.declared_by(configuration.unwrap_or(&none));
        let sources = read_declarations(declare, &allowed)?;
        let (session, faults) = self.session_declaring(&sources, configuration)?;
        without_faults(session, faults)
    }

    /// As [`Self::session`], with declarations that have been read. Their faults are returned, and all other declarations are used.
    ///
    /// # Errors
    /// If the book or the schemas cannot be used.
    pub fn session_declaring(
        &self,
        sources: &[Source],
        configuration: Option<&Configuration>,
    ) -> Result<(Session, Option<Report>)> {
        let none = Configuration::default();
        let configured = configuration.unwrap_or(&none);
        let limits = [&self.options.settings.limits, &configured.settings.limits];
        let mut types = Interner::within(limits::of_types(&limits));
        let book = configured.settings.book.as_deref().map(|name| (name, &configured.allowed));
        types.set_book(self.books.of_session(book)?);
        let mut faults = None;
        let mut environments = BTreeMap::new();
        // Without declarations there are no faults to find, so that each environment waits for the first program of its dialect.
        for dialect in Dialect::ALL.into_iter().filter(|_| !sources.is_empty()) {
            let mut known = environment(dialect, &mut types);
            let found = declare_all(sources, &mut known, &mut types);
            // The dialects have most faults in common.
            faults = faults.take().or(found);
            environments.insert(dialect, Arc::new(known));
        }
        let (schemas, allowed) = self.schemas_by(configured);
        let schemas = Schemas::in_directories_within(schemas, allowed)
            .map_err(|(path, error)| Error::new(format!("{}: {error}", path.display())))?;
        let schemas = match &self.cache {
            Some(cache) => schemas.cached_by(cache.clone()),
            None => schemas,
        };
        let is_lenient = self.options.settings.lenient || configured.settings.lenient;
        let session = Session {
            environments,
            schemas,
            types: Arc::new(types),
            used_types: None,
            used_modules: KeptModules::of_run(),
            most_kept: MOST_KEPT,
            targets: self.options.settings.targets(&configured.settings),
            strictness: Strictness { is_lenient, is_full: self.options.full },
            reads_files: !self.options.no_templates,
            selection: self.options.settings.selection(&configured.settings),
            jobs: self.jobs(),
            rule_run: RuleRun {
                limit: limits::of_rules(&limits),
                question_limit: limits::of_questions(&limits),
                observer: self.observer.clone(),
            },
        };
        Ok((session, faults))
    }

    /// Returns the declaration files: those of the options or, if there are none, those of the settings, which have to lie in
    /// some directories.
    fn declared_by<'a>(&'a self, configured: &'a Configuration) -> (&'a [PathBuf], AllowedDirectories) {
        self.own_or(&self.options.settings.declare, configured, &configured.settings.declare)
    }

    /// As [`Self::declared_by`], for the directories with schemas.
    fn schemas_by<'a>(&'a self, configured: &'a Configuration) -> (&'a [PathBuf], AllowedDirectories) {
        self.own_or(&self.options.settings.schemas, configured, &configured.settings.schemas)
    }

    fn own_or<'a>(
        &self,
        own: &'a [PathBuf],
        configured: &Configuration,
        others: &'a [PathBuf],
    ) -> (&'a [PathBuf], AllowedDirectories) {
        let all = || AllowedDirectories::all(&self.system);
        if own.is_empty() { (others, configured.allowed.clone()) } else { (own, all()) }
    }
}

impl Session {
    /// Returns the environment of programs of a dialect. Its types are among those of the session.
    pub fn environment(&mut self, dialect: Dialect) -> &Environment {
        self.environments.entry(dialect).or_insert_with(|| {
            let types = Arc::make_mut(&mut self.types);
            let Some(used) = &mut self.used_types else { return Arc::new(environment(dialect, types)) };
            let known = environment(dialect, used);
            // Handles are valid in one interner and those that are made from it.
            types.clone_from(used);
            Arc::new(known)
        })
    }

    /// Returns the environment of plain HCL, and the types.
    pub fn into_parts(self) -> (Environment, Interner) {
        let (environment, _, types) = self.into_all_parts();
        (environment, types)
    }

    /// Returns the environment of plain HCL, the packages, and the types.
    pub fn into_all_parts(mut self) -> (Environment, Schemas, Interner) {
        let environment = self.environment(Dialect::Hcl).clone();
        (environment, self.schemas, Arc::unwrap_or_clone(self.types))
    }

    /// Returns the faults of the book in the runs of this session.
    pub fn faults(&self) -> &Faults {
        self.types.book().faults()
    }

    /// Returns the selection of diagnostics that are shown.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns the circumstances of runs of user rules.
    pub fn rule_run(&self) -> RuleRun {
        self.rule_run.clone()
    }

    /// Sets the number of threads for each program.
    #[must_use]
    pub fn with_jobs(self, jobs: Jobs) -> Self {
        Self { jobs, ..self }
    }

    /// Sets the strictness of diagnostics.
    #[must_use]
    pub fn with_strictness(self, strictness: Strictness) -> Self {
        Self { strictness, ..self }
    }

    /// Sets the schemas of packages and providers.
    #[must_use]
    pub fn with_schemas(self, schemas: Schemas) -> Self {
        Self { schemas, ..self }
    }

    /// Returns the types of the environments.
    pub fn types(&self) -> &Interner {
        &self.types
    }

    /// Checks a program. Its texts are moved out of the input.
    pub fn check(&mut self, input: &mut Input) -> CheckedProgram {
        let jobs = self.jobs;
        self.check_with(input, &mut |program, environment, types| {
            infer_with(Runs::Parallel(jobs), program, environment, types)
        })
    }

    /// Checks a program, and adds its rows to the collector.
    pub fn collect(&mut self, input: &mut Input, collector: &mut Collector) -> CheckedProgram {
        let (checked, judgments) = self.check_keeping(input);
        Self::add(input, &checked, &judgments, collector);
        checked
    }

    /// Checks a program. Also returns the rows that the rules have derived.
    pub fn check_keeping(&mut self, input: &mut Input) -> (CheckedProgram, Judgments) {
        let mut judgments = Judgments::default();
        let mut infer = |program: &Program, environment: &Environment, types: &mut Interner| {
            let (inference, kept) = infer_keeping(program, environment, types);
            judgments = kept;
            inference
        };
        let checked = self.check_with(input, &mut infer);
        (checked, judgments)
    }

    /// Adds the rows of a checked program to the collector.
    pub fn add(input: &Input, checked: &CheckedProgram, judgments: &Judgments, collector: &mut Collector) {
        let CheckedProgram { program, inference, diagnostics, types, .. } = checked;
        let dialect = input.dialect.word();
        collector.add(&Collected { name: &input.name, dialect, program, inference, diagnostics, types, judgments });
    }

    /// Opens a program for repeated checks.
    pub fn open(&mut self, input: &Input) -> OpenProgram {
        self.environment(input.dialect);
        OpenProgram::new(input.dialect, self.types.clone())
    }

    /// Checks an open program, and renders the results.
    pub fn report(&mut self, open: &mut OpenProgram, input: &mut Input, detail: Detail) -> Report {
        let name = input.name.clone();
        let (CheckedVersion { program, inference, types, .. }, diagnostics) = self.check_open(open, input);
        Report::new(name, program, inference, types, diagnostics.into_owned(), detail)
    }

    /// Checks an open program. Returns the results, and the diagnostics that are shown.
    pub fn check_open<'a>(
        &mut self,
        open: &'a mut OpenProgram,
        input: &mut Input,
    ) -> (CheckedVersion<'a>, Cow<'a, [Diagnostic]>) {
        let may_have_comments = open.may_have_comments();
        let (version, diagnostics) = self.reading(input, |context| open.diagnose(context));
        if self.selection.is_all()
            && !may_have_comments
            && !may_share_causes(diagnostics)
            && !may_follow(version.program, diagnostics)
        {
            return (version, Cow::Borrowed(diagnostics));
        }
        let shown = self.shown(version.program, version.inference, diagnostics.to_vec());
        (version, Cow::Owned(shown))
    }

    /// Returns the environment of programs of a dialect, and the packages.
    pub fn surroundings(&mut self, dialect: Dialect) -> (&Environment, &mut Schemas) {
        self.environment(dialect);
        (&*self.environments[&dialect], &mut self.schemas)
    }

    /// Checks small programs of one dialect in a single run of the engine, and renders the results of each. Their texts are moved
    /// out of the inputs.
    pub fn report_batch(&mut self, inputs: &mut [Input], detail: Detail) -> Vec<Report> {
        let Some(dialect) = inputs.first().map(|input| input.dialect) else { return Vec::new() };
        let (mut types, mut modules) = self.take_types(dialect);
        let programs: Vec<Program> =
            inputs.iter_mut().map(|input| self.read(input, &mut types, &mut modules)).collect();
        let inferences = infer_batch(&programs, &self.environments[&dialect], &mut types);
        let mut reports = Vec::with_capacity(inputs.len());
        for ((input, program), inference) in inputs.iter().zip(&programs).zip(&inferences) {
            let diagnostics = self.diagnose(dialect, program, inference, &types);
            reports.push(Report::new(input.name.clone(), program, inference, &types, diagnostics, detail));
        }
        self.keep(types, modules);
        reports
    }

    /// Takes the types of the last programs, so that schema members and called modules need not be read again. If there are too
    /// many, starts with new ones. Those of the dialect's environment are among them.
    fn take_types(&mut self, dialect: Dialect) -> (Interner, KeptModules) {
        self.environment(dialect);
        match self.used_types.take().filter(|types| types.entry_count() < self.most_kept) {
            Some(types) => (*types, std::mem::replace(&mut self.used_modules, KeptModules::of_run())),
            None => (self.new_types(), KeptModules::of_run()),
        }
    }

    /// Keeps the types of a checked program, and the modules that it calls, for the next programs.
    pub fn keep(&mut self, types: Interner, modules: KeptModules) {
        (self.used_types, self.used_modules) = (Some(Box::new(types)), modules);
    }

    /// Keeps the types of a program for all later programs, without a limit.
    pub fn keep_all_types(&mut self, types: Interner) {
        self.keep(types, KeptModules::of_run());
        self.most_kept = usize::MAX;
    }

    /// Takes the types that are kept.
    pub fn kept_types(&mut self) -> Option<Interner> {
        self.used_types.take().map(|types| *types)
    }

    /// Returns the number of types, names, numbers and answers about types that are kept for the next programs.
    #[cfg(test)]
    pub fn kept(&self) -> usize {
        self.used_types.as_deref().map_or(0, Interner::entry_count)
    }

    /// Returns new types: only those of the environments.
    fn new_types(&mut self) -> Interner {
        (self.used_types, self.used_modules) = (None, KeptModules::of_run());
        self.schemas.forget_types();
        Interner::clone(&self.types)
    }

    fn check_with(
        &mut self,
        input: &mut Input,
        infer: &mut dyn FnMut(&Program, &Environment, &mut Interner) -> Inference,
    ) -> CheckedProgram {
        let (mut types, mut modules) = self.take_types(input.dialect);
        let program = self.read(input, &mut types, &mut modules);
        let inference = infer(&program, &self.environments[&input.dialect], &mut types);
        let diagnostics = self.diagnose(input.dialect, &program, &inference, &types);
        CheckedProgram { program, inference, diagnostics, types, modules }
    }

    /// Reads a program with new types. Its texts are moved out of the input.
    pub fn read_anew(&mut self, input: &mut Input) -> (Program, Interner) {
        self.environment(input.dialect);
        let mut types = self.new_types();
        (self.read(input, &mut types, &mut KeptModules::of_run()), types)
    }

    fn read(&mut self, input: &mut Input, types: &mut Interner, modules: &mut KeptModules) -> Program {
        #[cfg(test)]
        assert_ne!(input.name, FAULTY);
        let (dialect, texts) = (input.dialect, std::mem::take(&mut input.texts));
        self.reading(input, |context| {
            context.kept = Some(std::mem::take(modules));
            let program = read_program(dialect, texts, context, types);
            *modules = context.kept.take().unwrap_or_default();
            program
        })
    }

    /// Reads a program by `work`. The components that it uses are read from the file system of the input, and noted there.
    fn reading<R>(&mut self, input: &mut Input, work: impl FnOnce(&mut ReadContext<'_>) -> R) -> R {
        let components = RefCell::new(BTreeSet::new());
        let load = |directory: &Path| {
            components.borrow_mut().insert(directory.to_owned());
            load_component(directory, &input.roots, input.dialect)
        };
        let reads_files = self.reads_files;
        let read = |path: &Path| {
            if !reads_files {
                return Err(Unread::Refused);
            }
            // A change of the file is a change of the program.
            components.borrow_mut().extend([path, path.parent().unwrap_or(path)].map(Path::to_owned));
            read_text(path, FileKind::Template, &input.roots).map_err(|error| match error.kind() {
                ErrorKind::NotFound => Unread::Missing,
                _ => Unread::Refused,
            })
        };
        let mut context = ReadContext {
            environment: &self.environments[&input.dialect],
            schemas: &mut self.schemas,
            directory: input.directory.clone(),
            system: input.roots.system().clone(),
            modules: &input.modules,
            load: &load,
            read: &read,
            targets: self.targets,
            strictness: self.strictness,
            jobs: self.jobs,
            kept: None,
            reused: Vec::new(),
        };
        let result = work(&mut context);
        let reused = context.reused;
        let mut components = components.into_inner();
        components.extend(reused);
        input.components = components.into_iter().collect();
        result
    }

    /// Returns the diagnostics of a program that are shown.
    pub fn diagnose(
        &mut self,
        dialect: Dialect,
        program: &Program,
        inference: &Inference,
        types: &Interner,
    ) -> Vec<Diagnostic> {
        let (jobs, strictness) = (self.jobs, self.strictness);
        let diagnostics = diagnose_with(jobs, program, inference, self.environment(dialect), types, strictness);
        self.shown(program, inference, diagnostics)
    }

    /// Returns the diagnostics that are neither ignored nor deselected, each cause once.
    fn shown(&self, program: &Program, inference: &Inference, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let shown = self.selection.apply(apply_ignore_comments(program, diagnostics));
        let shown = if may_follow(program, &shown) { without_follow_ups(program, inference, shown) } else { shown };
        with_causes_once(program, inference, shown)
    }
}
