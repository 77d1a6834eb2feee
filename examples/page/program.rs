//! The program on the page, and its surroundings. There are no files: all texts are given.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use typelog::declarations::declare;
use typelog::diagnostics::{Diagnostic, Selection, Strictness, apply_ignore_comments, declaration_diagnostics};
use typelog::dialect::module_sources::NO_MODULES;
use typelog::dialect::{Dialect, ReadContext, Text, environment, read_program};
use typelog::incremental::{ExtensibleVersion, OpenProgram};
use typelog::infer::Inference;
use typelog::jobs::Jobs;
use typelog::lsp::text::Encoding;
use typelog::lsp::view::{Client, FileView, View};
use typelog::program::environment::Environment;
use typelog::program::{FileId, Program};
use typelog::relations::Database;
use typelog::relations::collect::{Collected, Collector, infer_keeping};
use typelog::render::{Palette, Report, page};
use typelog::schema::Schemas;
use typelog::source::Source;
use typelog::types::Interner;

/// A file: its path below the program's folder, and its text.
pub type File = (String, String);

/// A program and its surroundings.
#[derive(Debug, Deserialize)]
pub struct Settings {
    /// `hcl`, `pcl`, `bicep` or `terraform`.
    pub dialect: String,
    /// The files of the program, and those in subfolders, which may hold components and modules.
    pub files: Vec<File>,
    /// The declaration files.
    #[serde(default)]
    pub declarations: Vec<File>,
    /// The schemas of packages, by names like `cloud-1.2.0.json`.
    #[serde(default)]
    pub schemas: Vec<File>,
}

/// A program that is open.
pub struct Opened {
    dialect: Dialect,
    word: String,
    files: Vec<File>,
    environment: Environment,
    schemas: Schemas,
    /// The interner of the environment.
    types: Interner,
    open: OpenProgram,
    /// The diagnostics of the last check.
    pub diagnostics: Vec<Diagnostic>,
    client: Client,
    /// The facts about the current texts, computed on the first request.
    facts: Option<Database>,
}

/// A checked program, with the inputs of all answers.
pub struct Asked<'a> {
    /// The program.
    pub view: View<'a>,
    /// Its types.
    pub types: &'a mut Interner,
    /// Its packages.
    pub schemas: &'a mut Schemas,
    /// Its diagnostics.
    pub diagnostics: &'a [Diagnostic],
}

impl Opened {
    /// Opens a program. The report on its declarations is returned as a text.
    ///
    /// # Errors
    /// Fails if the dialect is unknown.
    pub fn new(settings: Settings) -> Result<(Self, String), String> {
        let dialect = match &settings.dialect[..] {
            "hcl" => Dialect::Hcl,
            "pcl" => Dialect::Pcl,
            "bicep" => Dialect::Bicep,
            "terraform" => Dialect::Terraform,
            other => return Err(format!("there is no dialect `{other}`")),
        };
        let mut types = Interner::default();
        types.set_book(super::chosen_book());
        let mut environment = environment(dialect, &mut types);
        let sources: Vec<Source> =
            settings.declarations.into_iter().map(|(name, text)| Source::new(name, text)).collect();
        let errors = declare(&sources, &mut environment, &mut types);
        let diagnostics = declaration_diagnostics(&errors);
        let report = Report { program: String::new(), sources, nodes: Vec::new(), expressions: None, diagnostics };
        let complaints = page(&report, Palette::Plain, &str::to_owned);
        let mut opened = Self {
            dialect,
            word: settings.dialect,
            files: settings.files,
            environment,
            schemas: Schemas::in_texts(settings.schemas),
            open: OpenProgram::new(dialect, types.clone()),
            types,
            diagnostics: Vec::new(),
            client: Client { encoding: Encoding::Utf16, ..Client::default() },
            facts: None,
        };
        opened.open.replace(opened.own_texts());
        Ok((opened, complaints))
    }

    /// Changes a text.
    pub fn change(&mut self, name: &str, text: &str) {
        match self.files.iter_mut().find(|file| file.0 == name) {
            Some(file) => text.clone_into(&mut file.1),
            None => self.files.push((name.to_owned(), text.to_owned())),
        }
        if is_own(name) {
            self.open.set(as_text(name, text));
        }
        self.facts = None;
    }

    /// The text of a file of the program.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|file| file.0 == name).map(|file| &file.1[..])
    }

    fn own_texts(&self) -> Vec<Text> {
        self.files.iter().filter(|file| is_own(&file.0)).map(|file| as_text(&file.0, &file.1)).collect()
    }

    /// Checks the program incrementally.
    pub fn check(&mut self) {
        let Self { files, environment, schemas, open, .. } = self;
        let load = |directory: &Path| load(files, directory);
        let (version, found) = open.diagnose(&mut context(environment, schemas, &load));
        self.diagnostics = Selection::default().apply(apply_ignore_comments(version.program, found.to_vec()));
    }

    /// The program of the last check. None before the first one.
    pub fn asked(&mut self) -> Option<Asked<'_>> {
        let ExtensibleVersion { program, inference, types, .. } = self.open.checked_mut()?;
        let files = views(program);
        let view = View::new((program, inference), &self.environment, self.dialect, &self.client, files);
        Some(Asked { view, types, schemas: &mut self.schemas, diagnostics: &self.diagnostics })
    }

    /// Checks the program with a changed text of a file, runs a question over it, and restores the text.
    pub fn with_text<R>(&mut self, name: &str, text: &str, question: impl FnOnce(Asked<'_>) -> R) -> Option<R> {
        let before = self.text(name)?.to_owned();
        let facts = self.facts.take();
        self.change(name, text);
        self.check();
        let answer = self.asked().map(question);
        self.change(name, &before);
        self.check();
        self.facts = facts;
        answer
    }

    /// The facts about the program.
    pub fn facts(&mut self) -> &Database {
        if self.facts.is_none() {
            self.facts = Some(self.collect());
        }
        self.facts.get_or_insert_default()
    }

    fn collect(&mut self) -> Database {
        let texts = self.own_texts();
        let Self { files, environment, schemas, .. } = self;
        // Package members that have been read belong to the types of the open program.
        let mut schemas = schemas.clone();
        schemas.forget_types();
        let mut types = self.types.clone();
        let load = |directory: &Path| load(files, directory);
        let program = read_program(self.dialect, texts, &mut context(environment, &mut schemas, &load), &mut types);
        let (inference, judgments) = infer_keeping(&program, environment, &mut types);
        let mut collector = Collector::keeping_types(true);
        collector.add(&Collected {
            name: "program",
            dialect: &self.word,
            program: &program,
            inference: &inference,
            diagnostics: &self.diagnostics,
            types: &types,
            judgments: &judgments,
        });
        collector.finish_with(types)
    }

    /// The results of the last check.
    pub fn results(&mut self) -> Option<(&Program, &Inference, &mut Interner, &[Diagnostic])> {
        let ExtensibleVersion { program, inference, types, .. } = self.open.checked_mut()?;
        Some((program, inference, types, &self.diagnostics))
    }
}

/// The file of a name.
pub fn file_of(program: &Program, name: &str) -> Option<FileId> {
    program.files.iter().position(|file| file.source.name == name).map(|at| FileId(at as u32))
}

fn views(program: &Program) -> Vec<FileView<'_>> {
    let view = |name: &'_ str| name.to_owned();
    program.files.iter().map(|file| FileView::new(Some(&file.source.name), view(&file.source.name), None)).collect()
}

fn context<'a>(
    environment: &'a Environment,
    schemas: &'a mut Schemas,
    load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
) -> ReadContext<'a> {
    let directory = Some(PathBuf::from("/"));
    ReadContext {
        system: typelog::files::Disk::shared(),
        environment,
        schemas,
        directory,
        load,
        modules: &NO_MODULES,
        strictness: Strictness::default(),
        jobs: Jobs::ONE,
    }
}

/// The files in a subfolder.
fn load(files: &[File], directory: &Path) -> Result<Vec<Text>, String> {
    let below = Path::new("/");
    let is_there = |name: &str| below.join(name).parent() == Some(directory);
    let found: Vec<Text> =
        files.iter().filter(|file| is_there(&file.0)).map(|(name, text)| as_text(base(name), text)).collect();
    if found.is_empty() { Err(format!("{}: there is no such folder", directory.display())) } else { Ok(found) }
}

/// Holds for the files of the program itself.
fn is_own(name: &str) -> bool {
    !name.contains('/')
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn as_text(name: &str, text: &str) -> Text {
    Text { name: name.to_owned(), bytes: Ok(text.as_bytes().to_vec()) }
}
