//! The programs that the open documents of an editor are part of, and those in its folders.

mod changes;
mod of_books;
mod questions;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{TextDocumentContentChangeEvent, TextDocumentIdentifier, TextDocumentItem};

use super::ServedProject;
use super::background::Background;
use super::books::Books;
use super::documents::{Document, Documents, ProgramKey, is_of_file, key_of};
use super::programs::{EditedProgram, withdrawn};
use super::publication::{MessageText, Publication};
use super::rules::{RuleDocuments, is_rules};
use super::settings::SettingsFaults;
use crate::book::OwnFile;
use crate::dialect::Dialect;
use crate::files::Overlay;
use crate::jobs::Jobs;
use crate::lsp::text::{EditedText, Encoding};
use crate::lsp::uris::path_of;
use crate::lsp::view::Client;
use crate::project::{ConfiguredRules, Error, Input, Project, RuleFiles, Sessions};
use crate::render::{Palette, page};

/// The documents, and their programs.
pub struct Workspace<'a> {
    project: &'a Project,
    /// The texts of the documents that are files.
    texts: &'a Overlay,
    /// The files of the rules whose lints are reported.
    rule_files: &'a [PathBuf],
    sessions: Sessions<'a>,
    folders: Vec<PathBuf>,
    documents: Documents,
    rules: RuleDocuments,
    books: Books,
    /// The files of the books that programs use, as last read.
    read_books: BTreeMap<PathBuf, Vec<OwnFile>>,
    /// The rules whose lints are reported.
    lints: RuleFiles,
    /// Those that the settings of programs name, if none are given.
    configured: ConfiguredRules,
    /// In boxes: nodes of a map have room for eleven programs, whether they are there or not.
    programs: BTreeMap<ProgramKey, Box<EditedProgram>>,
    background: Background,
    settings: SettingsFaults,
    /// The program that was changed last. Open rule files are run over it.
    last: Option<ProgramKey>,
    /// The error messages for the user.
    errors: Vec<String>,
    /// Notes for the log of the client.
    notes: Vec<String>,
    /// The messages that withdraw diagnostics.
    withdrawn: Vec<MessageText>,
    /// Holds if files have other diagnostics than those that the client has asked for.
    has_news: bool,
}

impl<'a> Workspace<'a> {
    /// Creates a workspace of some folders, without documents.
    pub fn new(served: &'a ServedProject, folders: Vec<PathBuf>) -> Self {
        let ServedProject { project, texts, rules: rule_files } = served;
        let mut workspace = Self {
            project,
            texts,
            rule_files,
            lints: RuleFiles::default(),
            configured: ConfiguredRules::default(),
            sessions: Sessions::new(project, Jobs::available()),
            folders,
            documents: Documents::default(),
            rules: RuleDocuments::default(),
            books: Books::of(project.system()),
            read_books: BTreeMap::new(),
            last: None,
            programs: BTreeMap::new(),
            background: Background::default(),
            settings: SettingsFaults::default(),
            errors: Vec::new(),
            notes: Vec::new(),
            withdrawn: Vec::new(),
            has_news: false,
        };
        workspace.read_rules();
        workspace.background.start_over(&workspace.folders);
        workspace
    }

    /// Reads the rules whose lints are reported. If they have faults, those that were read before are kept.
    fn read_rules(&mut self) {
        self.configured.forget();
        match RuleFiles::read(self.rule_files, self.project.system(), &self.project.books().of_all()) {
            Ok(mut rules) => {
                let warnings = std::mem::take(&mut rules.warnings);
                self.notes.extend(warnings.iter().map(|found| page(found, Palette::Plain, &str::to_owned)));
                self.lints = rules;
            }
            Err(failure) => self.errors.push(failure.to_string()),
        }
        self.programs.values_mut().for_each(|program| program.note_rules());
    }

    /// Takes the error messages since the last call.
    pub fn take_complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    /// Takes the notes for the log since the last call.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Opens and closes folders.
    pub fn change_folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(added);
        self.read_settings_again();
    }

    /// Opens a document.
    pub fn open(&mut self, TextDocumentItem { uri, language_id, version, text }: TextDocumentItem) {
        self.distrust_files();
        let key = key_of(uri.as_ref());
        let language: String = language_id.into();
        if is_rules(uri.as_ref(), &language) {
            // Rules in books have another syntax.
            if let Err(text) = self.books.open(&key, uri.as_ref(), version, text) {
                self.rules.open(key, uri.as_ref().to_owned(), version, text);
            }
            return;
        }
        let path = path_of(uri.as_ref());
        let content = path.as_ref().and_then(|path| self.project.content_for_other_tool(path, &self.folders));
        if let Some(content) = content {
            return self.notes.push(format!("{}: this is {content}, and no program", uri.as_ref()));
        }
        let path = path.filter(|path| is_of_file(path));
        if let Some(path) = &path {
            self.texts.set(path, &text);
        }
        let (input, name) = self.input(uri.as_ref(), &language);
        let program = ProgramKey::of(&input);
        if self.documents.of_program(&program).next().is_none() {
            // A program that has been asked about has the texts of that time.
            self.programs.remove(&program);
        }
        let (uri, text) = (uri.as_ref().to_owned(), EditedText::new(text));
        let document = Document { key: key.clone(), uri, path, language, name, version, text, program };
        self.documents.0.insert(key.clone(), document);
        self.enter(input);
        self.note_change(&key);
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i32, changes: &[TextDocumentContentChangeEvent], encoding: Encoding) {
        let key = key_of(uri);
        if self.rules.change(&key, version, changes, encoding) || self.books.change(&key, version, changes, encoding) {
            return;
        }
        let Some(document) = self.documents.0.get_mut(&key) else { return };
        document.version = version;
        document.text.apply_all(changes, encoding);
        if let Some(path) = &document.path {
            self.texts.set(path, document.text.text());
        }
        self.note_change(&key);
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        self.distrust_files();
        if let Some(withdrawn) = self.rules.close(&key_of(uri)) {
            return self.withdrawn.push(withdrawn);
        }
        if let Some(withdrawn) = self.books.close(&key_of(uri)) {
            return self.withdrawn.extend(withdrawn);
        }
        let Some(document) = self.documents.0.remove(&key_of(uri)) else { return };
        if let Some(path) = &document.path {
            self.texts.remove(path);
        }
        if self.documents.of_program(&document.program).next().is_none()
            && let Some(program) = self.programs.remove(&document.program)
        {
            self.leave(&document.program, *program);
        }
        // The text is again that of the file on disk.
        self.read_files_again(&document.program);
        self.note_component(uri);
    }

    /// Closes a program without open documents. In a folder of the workspace, it is checked in the background from now on.
    fn leave(&mut self, key: &ProgramKey, program: EditedProgram) {
        let directory = PathBuf::from(&key.0);
        let is_in_workspace = self.folders.iter().any(|folder| directory.starts_with(folder));
        if !is_in_workspace || !self.background.add(directory.clone(), key.1) {
            return self.withdrawn.extend(withdrawn(program.into_published()));
        }
        let components = program.components();
        self.background.keep(key.clone(), (directory, key.1), components, program.into_published());
    }

    /// Does a part of the work in the background: lists a folder, or checks a program. Returns the diagnostics that the client does
    /// not have yet, or `None` if nothing is left to do.
    pub fn work(&mut self, client: &Client) -> Option<Vec<MessageText>> {
        if !client.checks_workspace {
            return None;
        }
        if let Some(folder) = self.background.next_folder() {
            let found: Vec<_> = self.project.below(&folder).flatten().map(|found| found.place()).collect();
            let is_all = found.into_iter().all(|(directory, dialect)| self.background.add(directory, dialect));
            if !is_all {
                self.notes.push(format!("{}: only {} programs are checked", folder.display(), super::background::MOST));
            }
            return Some(Vec::new());
        }
        let (directory, dialect) = self.background.next()?;
        Some(self.check_in_background(directory, dialect, client))
    }

    fn check_in_background(&mut self, directory: PathBuf, dialect: Dialect, client: &Client) -> Vec<MessageText> {
        let file = match dialect {
            Dialect::Terraform => "main.tf",
            Dialect::Pcl => "main.pp",
            Dialect::Hcl | Dialect::Bicep => "main.hcl",
        };
        let Ok(input) = self.around(&directory.join(file)) else { return Vec::new() };
        let key = ProgramKey::of(&input);
        if self.documents.of_program(&key).next().is_some() {
            return Vec::new();
        }
        let before = self.background.take(&key).unwrap_or_default();
        if input.texts.is_empty() {
            return withdrawn(before).collect();
        }
        let Ok(session) = self.sessions.of(&input).map(|session| session.clone()) else { return Vec::new() };
        let mut program = EditedProgram::new(key.clone(), input, session);
        program.follow(before);
        program.check(&self.documents, &self.lints, &self.configured);
        let unpublished = program.unpublished(&self.documents, client);
        self.background.keep(key, (directory, dialect), program.components(), program.into_published());
        unpublished
    }

    /// Takes the messages that withdraw diagnostics, and those about settings, since the last call.
    pub fn take_withdrawn(&mut self, client: &Client) -> Vec<MessageText> {
        let settings = self.settings.take_messages(client.encoding);
        std::mem::take(&mut self.withdrawn).into_iter().chain(settings).collect()
    }

    /// Returns `true` once after files have got other diagnostics than those that the client has asked for.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// Returns the key of a program whose diagnostics the client does not have.
    pub fn waiting(&self) -> Option<ProgramKey> {
        let is_open = |key: &ProgramKey| self.documents.of_program(key).next().is_some();
        let mut waiting = self.programs.iter().filter(|(key, program)| program.has_unpublished() && is_open(key));
        waiting.next().map(|(key, _)| key.clone())
    }

    /// Checks a program, and returns the diagnostics that the client does not have yet.
    pub fn unpublished(&mut self, key: &ProgramKey, client: &Client) -> Vec<MessageText> {
        let Some(program) = self.programs.get_mut(key) else { return Vec::new() };
        program.check(&self.documents, &self.lints, &self.configured);
        program.unpublished(&self.documents, client)
    }

    /// Checks the program of a document, and returns the diagnostics of the document. Returns `None` if it is not open.
    pub fn pulled(&mut self, uri: &str, client: &Client) -> Option<&Publication> {
        let key = key_of(uri);
        let (program, uri) = self.documents.get(&key).map(|document| (document.program.clone(), &document.uri))?;
        let uri = uri.clone();
        self.has_news |= self.unpublished(&program, client).len() > 1;
        self.programs.get(&program)?.published().get(&uri)
    }

    /// Checks all programs with open documents, and returns the diagnostics of all files in the workspace, by their URIs.
    pub fn all_pulled(&mut self, client: &Client) -> impl Iterator<Item = (&str, &Publication)> {
        while let Some(key) = self.waiting() {
            self.unpublished(&key, client);
        }
        let open = self.programs.values().map(|program| program.published());
        let all = open.chain(self.background.published()).flatten();
        all.map(|(uri, publication)| (&uri[..], publication))
    }

    /// Discards the state of a program, or of all programs, after a panic. They are checked again when something changes.
    pub fn start_over(&mut self, key: Option<&ProgramKey>) {
        for program in self.programs.iter_mut().filter(|(of, _)| key.is_none_or(|key| key == *of)).map(|of| of.1) {
            program.start_over();
            program.mark_published();
        }
    }

    /// Returns the diagnostics of a rule file that the client does not have yet.
    pub fn unpublished_rule_diagnostics(&mut self, client: &Client) -> Option<MessageText> {
        self.rules.unpublished(client.encoding, self.project.system())
    }

    /// Returns a document of each program.
    pub fn one_document_of_each_program(&self) -> Vec<TextDocumentIdentifier> {
        let of_program = |key: &ProgramKey| self.documents.of_program(key).next();
        let documents = self.programs.keys().filter_map(of_program);
        documents.map(|document| TextDocumentIdentifier { uri: document.uri.as_str().into() }).collect()
    }

    /// Returns the program of a document, with the name of the document in it.
    fn input(&mut self, uri: &str, language: &str) -> (Input, String) {
        let path = path_of(uri);
        let Some(path) = path.filter(|path| is_of_file(path)) else {
            let extension = if language == "pcl" { ".pp" } else { ".hcl" };
            let name = if uri.ends_with(extension) { uri.to_owned() } else { format!("{uri}{extension}") };
            return (self.project.apart(&name), name);
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let input = self.around(&path).unwrap_or_else(|failure| {
            self.errors.push(failure.to_string());
            self.project.apart(&path.to_string_lossy())
        });
        (input, name)
    }

    /// Returns the program around a file. If its settings have a fault, which is reported in their file, those before are used.
    fn around(&mut self, path: &Path) -> Result<Input, Error> {
        let failure = match self.project.around(path, &self.folders) {
            Ok(input) => return Ok(input),
            Err(failure) => failure,
        };
        let Some(fault) = failure.settings_fault().cloned() else { return Err(failure) };
        self.project.use_last_settings(&fault.path);
        self.settings.note(fault);
        self.project.around(path, &self.folders)
    }

    /// Opens the program if it is not open.
    fn enter(&mut self, input: Input) {
        let key = ProgramKey::of(&input);
        if self.programs.contains_key(&key) {
            return;
        }
        // What all programs of the dialect share is made before the session is cloned.
        let shared = self.sessions.of(&input).map(|session| {
            session.environment(input.dialect);
            session.clone()
        });
        match shared {
            Ok(session) => {
                let mut program = EditedProgram::new(key.clone(), input, session);
                if self.documents.of_program(&key).next().is_some() {
                    program.follow(self.background.take(&key).unwrap_or_default());
                }
                self.programs.insert(key, Box::new(program));
            }
            Err(failure) => self.errors.push(failure.to_string()),
        }
    }
}
