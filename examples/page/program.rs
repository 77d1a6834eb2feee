//! The program on the page, and its surroundings. There are no files: all texts are given.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use typelog::diagnostics::Diagnostic;
use typelog::dialect::{Dialect, Text};
use typelog::files::{AllowedDirectories, Memory, SharedSystem};
use typelog::incremental::{ExtensibleVersion, OpenProgram};
use typelog::infer::Inference;
use typelog::lsp::text::Encoding;
use typelog::lsp::view::{Client, FileView, View};
use typelog::program::{FileId, Program};
use typelog::project::{Books, Input, Options, Project, Session};
use typelog::relations::Database;
use typelog::relations::collect::Collector;
use typelog::render::{Palette, page};
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

/// The folder of the program.
const ROOT: &str = "/";

/// A program that is open.
pub struct Opened {
    files: Vec<File>,
    system: Memory,
    session: Session,
    /// The program, without its texts.
    input: Input,
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
        let dialect = Dialect::ALL.into_iter().find(|dialect| dialect.word() == settings.dialect);
        let dialect = dialect.ok_or_else(|| format!("there is no dialect `{}`", settings.dialect))?;
        let system = Memory::of(settings.files.iter().map(|(path, text)| (path, text)));
        let shared: SharedSystem = Arc::new(system.clone());
        let books = Books::of_sessions(&shared);
        books.give_book("the book of the page", super::chosen_book());
        let project = Project::new(shared.clone(), Options::default().jobs(1), books);
        let project = project.map_err(|error| error.to_string())?;
        let sources: Vec<Source> =
            settings.declarations.into_iter().map(|(name, text)| Source::new(name, text)).collect();
        let opened = project.session_declaring(&sources, None);
        let (session, faults) = opened.map_err(|error| error.to_string())?;
        let complaints = faults.map_or_else(String::new, |faults| page(&faults, Palette::Plain, &str::to_owned));
        let mut session = session.with_schemas(Schemas::in_texts(settings.schemas));
        let directory = Path::new(ROOT);
        let input = Input::of_texts(dialect, Vec::new(), AllowedDirectories::of(&shared, directory, &[]));
        let input = Input { name: "program".to_owned(), directory: Some(directory.to_owned()), ..input };
        let mut opened = Self {
            files: settings.files,
            system,
            open: session.open(&input),
            session,
            input,
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
        self.system.set(Path::new(name), text.as_bytes());
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
        let Self { session, input, open, .. } = self;
        let (_, found) = session.check_open(open, input);
        self.diagnostics = found.into_owned();
    }

    /// The program of the last check. None before the first one.
    pub fn asked(&mut self) -> Option<Asked<'_>> {
        let ExtensibleVersion { program, inference, types, .. } = self.open.checked_mut()?;
        let files = views(program);
        let (environment, schemas) = self.session.surroundings(self.input.dialect);
        let mut view = View::new((program, inference), environment, &self.input, &self.client, files.into());
        view.directory = None;
        Some(Asked { view, types, schemas, diagnostics: &self.diagnostics })
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
        let mut collector = Collector::keeping_types(true);
        let mut input = Input { texts: self.own_texts(), ..self.input.clone() };
        // Package members that have been read belong to the types of the open program.
        let checked = self.session.clone().collect(&mut input, &mut collector);
        collector.finish_with(checked.types)
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

/// Holds for the files of the program itself.
fn is_own(name: &str) -> bool {
    !name.contains('/')
}

fn as_text(name: &str, text: &str) -> Text {
    Text { name: name.to_owned(), bytes: Ok(text.as_bytes().to_vec()) }
}
