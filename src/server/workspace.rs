//! The open documents of an editor, and the programs that they are part of.

mod of_books;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextDocumentIdentifier, TextDocumentItem};

use super::ServedProject;
use super::background::Background;
use super::books::Books;
use super::programs::{Asked, EditedProgram, Viewed, withdrawn};
use super::publication::{MessageText, Publication};
use super::rules::{RuleDocuments, is_rules};
use super::settings::SettingsFaults;
use crate::book::OwnFile;
use crate::dialect::{Dialect, Text};
use crate::files::Overlay;
use crate::jobs::Jobs;
use crate::lsp::completion::repair::{Repaired, repaired, repaired_json};
use crate::lsp::rules::RulesView;
use crate::lsp::text::{EditedText, Encoding};
use crate::lsp::uris::{path_of, uri_of};
use crate::lsp::view::Client;
use crate::project::{Error, FILE_NAME, Input, Project, RuleFiles, Sessions, root_of};
use crate::relations::Database;
use crate::render::{Palette, page};

/// An open document.
pub struct Document {
    /// Its normalized URI.
    pub key: String,
    /// Its URI, as the client spells it.
    pub uri: String,
    /// Its path, if it is a file.
    path: Option<PathBuf>,
    /// The client's identifier of its language.
    language: String,
    /// Its name in its program.
    pub name: String,
    /// Its version.
    pub version: i32,
    /// Its text.
    pub text: EditedText,
    /// The program that it is part of.
    pub program: ProgramKey,
}

impl Document {
    /// Returns the document as a file of a program.
    pub fn as_text(&self) -> Text {
        Text { name: self.name.clone(), bytes: Ok(self.text.text().as_bytes().to_vec()) }
    }
}

/// The identity of a program: its name, and its language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProgramKey(String, Dialect);

impl ProgramKey {
    fn of(input: &Input) -> Self {
        Self(input.name.clone(), input.dialect)
    }
}

/// Open documents.
#[derive(Default)]
pub struct Documents(BTreeMap<String, Document>);

impl Documents {
    /// Returns the document with a normalized URI.
    pub fn get(&self, key: &str) -> Option<&Document> {
        self.0.get(key)
    }

    /// Returns the documents of a program.
    pub fn of_program<'a, 'k>(&'a self, key: &'k ProgramKey) -> impl Iterator<Item = &'a Document> + use<'a, 'k> {
        self.0.values().filter(move |document| document.program == *key)
    }
}

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
    programs: BTreeMap<ProgramKey, EditedProgram>,
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
        match RuleFiles::read(self.rule_files, self.project.system(), &self.project.books().of_all()) {
            Ok(mut rules) => {
                let warnings = std::mem::take(&mut rules.warnings);
                self.notes.extend(warnings.iter().map(|found| page(found, Palette::Plain, &str::to_owned)));
                self.lints = rules;
            }
            Err(failure) => self.errors.push(failure.to_string()),
        }
        self.programs.values_mut().for_each(EditedProgram::note_rules);
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
            self.leave(&document.program, program);
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
        program.check(&self.documents, &self.lints);
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

    /// Notes that a document has been saved, which matters only for rules: programs already have its text.
    pub fn saved(&mut self, uri: &str) {
        self.distrust_files();
        if let Some(root) = self.books.root(&key_of(uri)).map(Path::to_owned) {
            return self.book_changed(&root);
        }
        if let Some(directory) = path_of(uri).as_deref().and_then(Path::parent) {
            self.background.note_change(directory);
        }
        if is_rules(uri, "") && !self.rule_files.is_empty() {
            self.read_rules();
        }
    }

    /// Notes that files have been changed, created or deleted on disk.
    pub fn files_changed<'u>(&mut self, uris: impl Iterator<Item = &'u str>) {
        let paths: Vec<PathBuf> = uris.filter_map(path_of).collect();
        let is_schema = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".json") && !name.ends_with(".hcl.json") && !name.ends_with(".pp.json")
        };
        if paths.iter().any(|path| path.ends_with(FILE_NAME) || path.is_dir() || is_schema(path)) {
            return self.read_settings_again();
        }
        if paths.iter().any(|path| is_rules(&path.to_string_lossy(), "")) && !self.rule_files.is_empty() {
            self.read_rules();
        }
        let roots: BTreeSet<PathBuf> = paths.iter().filter_map(|path| root_of(path, self.project.system())).collect();
        for root in roots {
            self.book_changed(&root);
        }
        let directories: Vec<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
        for directory in &directories {
            self.note_in_background(directory);
        }
        let documents = &self.documents;
        self.programs.retain(|key, _| documents.of_program(key).next().is_some());
        let keys: Vec<ProgramKey> = self.programs.keys().cloned().collect();
        for key in keys {
            if directories.iter().any(|directory| directory.to_string_lossy() == key.0) {
                self.read_files_again(&key);
            }
        }
        self.note_components(&directories);
    }

    /// Notes that files in a directory of the workspace have changed.
    fn note_in_background(&mut self, directory: &Path) {
        self.background.note_change(directory);
        if self.folders.iter().any(|folder| directory.starts_with(folder)) {
            for dialect in [Dialect::Terraform, Dialect::Pcl, Dialect::Hcl] {
                self.background.add(directory.to_owned(), dialect);
            }
        }
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
        program.check(&self.documents, &self.lints);
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
        let open = self.programs.values().map(EditedProgram::published);
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

    /// Checks the program of a document, and answers a question about it. Returns `None` if the document is not open.
    pub fn ask<R>(&mut self, uri: &str, client: &Client, question: impl FnOnce(Asked<'_>) -> R) -> Option<R> {
        let key = key_of(uri);
        let program = self.programs.get_mut(&self.documents.get(&key)?.program)?;
        program.check(&self.documents, &self.lints);
        program.asked(&key, &self.documents, client).map(question)
    }

    /// Answers a question about the module in a directory, which need not have open documents. Returns `None` if there is none.
    pub fn ask_module<R>(
        &mut self,
        directory: &Path,
        client: &Client,
        question: impl FnOnce(Viewed<'_>) -> Option<R>,
    ) -> Option<R> {
        let key = self.enter_module(directory)?;
        let program = self.programs.get_mut(&key)?;
        program.check(&self.documents, &self.lints);
        program.viewed(&self.documents, client).and_then(question)
    }

    /// Answers a question about each module that calls the module in a directory, and about that module.
    pub fn ask_callers<R>(
        &mut self,
        directory: &Path,
        client: &Client,
        mut question: impl FnMut(Viewed<'_>) -> R,
    ) -> Vec<R> {
        let mut found = Vec::new();
        for caller in self.callers(directory) {
            found.extend(self.ask_module(&caller, client, |viewed| Some(question(viewed))));
        }
        found
    }

    /// Returns the directories of the modules that may call the module in a directory: those below the folders of the workspace, of
    /// open documents, and above the directory.
    fn callers(&self, directory: &Path) -> BTreeSet<PathBuf> {
        let of_documents =
            self.programs.keys().filter(|key| key.1 == Dialect::Terraform).map(|key| PathBuf::from(&key.0));
        let mut callers: BTreeSet<PathBuf> = of_documents.collect();
        callers.extend(self.project.callers_of(directory, &self.folders));
        callers.insert(directory.to_owned());
        callers
    }

    /// Opens the program of the module in a directory, if there are files.
    fn enter_module(&mut self, directory: &Path) -> Option<ProgramKey> {
        let known = ProgramKey(directory.display().to_string(), Dialect::Terraform);
        if self.programs.contains_key(&known) {
            return Some(known);
        }
        let input = self.around(&directory.join("main.tf")).ok()?;
        let key = ProgramKey::of(&input);
        let is_there = !input.texts.is_empty();
        is_there.then(|| {
            self.enter(input);
            key
        })
    }

    /// Repairs the text of a document around a position, checks its program with that, and answers a question about it. Returns
    /// `None` if the document is not open, or cannot be repaired.
    pub fn ask_repaired<R>(
        &mut self,
        uri: &str,
        position: Position,
        client: &Client,
        question: impl FnOnce(Asked<'_>, &Repaired, Range) -> R,
    ) -> Option<R> {
        let key = key_of(uri);
        let document = self.documents.get(&key)?;
        let (text, lines) = (document.text.text(), document.text.lines());
        let at = lines.offset(text, position, client.encoding);
        let is_json = Path::new(&document.name).extension().is_some_and(|of| of == "json");
        let repaired = if is_json { repaired_json(text, at, document.program.1.shapes()) } else { repaired(text, at) }?;
        let range = lines.range(text, repaired.word, client.encoding);
        let program = self.programs.get_mut(&document.program)?;
        let asked = program.asked_with(&key, repaired.text.clone(), &self.documents, client)?;
        Some(question(asked, &repaired, range))
    }

    /// Returns all facts about the program of a document.
    pub fn facts(&mut self, uri: &str) -> Option<Database> {
        let program = self.programs.get_mut(&self.documents.get(&key_of(uri))?.program)?;
        Some(program.facts(&self.documents))
    }

    /// Returns an open rule file, over the facts about the program that was changed last.
    pub fn rules(&mut self, uri: &str, client: &Client) -> Option<RulesView<'_>> {
        let key = key_of(uri);
        if !self.rules.has(&key) {
            return None;
        }
        let last = self.last.as_ref().filter(|last| self.programs.contains_key(last)).or(self.programs.keys().next());
        let program = last.cloned().and_then(|last| self.programs.get_mut(&last));
        let facts = program.map(|program| program.facts(&self.documents));
        self.rules.view(&key, client.encoding, facts, self.project.system())
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

    fn note_change(&mut self, key: &str) {
        let Some(document) = self.documents.get(key) else { return };
        if let Some(program) = self.programs.get_mut(&document.program) {
            program.note_change(key);
            self.last = Some(document.program.clone());
        }
        self.note_component(key);
    }

    fn note_component(&mut self, uri: &str) {
        let path = path_of(uri);
        let Some(directory) = path.as_ref().and_then(|path| path.parent()) else { return };
        self.note_components(&[directory]);
    }

    /// Notes that files in some directories have changed. Programs know directories by their names and by their real paths.
    fn note_components(&mut self, directories: &[&Path]) {
        let named = directories.iter().map(|&directory| directory.to_owned());
        let real = directories.iter().map(|directory| self.project.system().real_path(directory));
        let all: BTreeSet<PathBuf> = named.chain(real).collect();
        for program in self.programs.values_mut() {
            for directory in &all {
                program.note_component(directory);
            }
        }
    }

    /// Notes that files may have changed on disk: not every client watches them.
    fn distrust_files(&mut self) {
        self.programs.values_mut().for_each(EditedProgram::distrust_files);
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
        match self.sessions.of(&input).map(|session| session.clone()) {
            Ok(session) => {
                let mut program = EditedProgram::new(key.clone(), input, session);
                if self.documents.of_program(&key).next().is_some() {
                    program.follow(self.background.take(&key).unwrap_or_default());
                }
                self.programs.insert(key, program);
            }
            Err(failure) => self.errors.push(failure.to_string()),
        }
    }

    fn read_files_again(&mut self, key: &ProgramKey) {
        let Some(document) = self.documents.of_program(key).next() else { return };
        let (uri, language) = (document.uri.clone(), document.language.clone());
        let (input, _) = self.input(&uri, &language);
        if ProgramKey::of(&input) == *key
            && let Some(program) = self.programs.get_mut(key)
        {
            program.take_files(input);
        }
    }

    /// Opens all programs again, since settings, schemas or declarations may have changed.
    fn read_settings_again(&mut self) {
        self.project.forget_settings();
        self.settings.forget();
        self.background.start_over(&self.folders);
        self.sessions = Sessions::new(self.project, Jobs::available());
        let all = self.documents.0.values();
        let documents: Vec<_> =
            all.map(|document| (document.key.clone(), document.uri.clone(), document.language.clone())).collect();
        let before = std::mem::take(&mut self.programs);
        for (key, uri, language) in documents {
            let (input, name) = self.input(&uri, &language);
            if let Some(document) = self.documents.0.get_mut(&key) {
                (document.program, document.name) = (ProgramKey::of(&input), name);
            }
            self.enter(input);
        }
        for (key, program) in before {
            match self.programs.get_mut(&key) {
                Some(now) => now.follow(program.into_published()),
                None => self.withdrawn.extend(withdrawn(program.into_published())),
            }
        }
    }
}

/// Returns the normalized form of a URI.
fn key_of(uri: &str) -> String {
    path_of(uri).map_or_else(|| uri.to_owned(), |path| uri_of(&path))
}

/// Holds for the path of a file, which need not exist.
fn is_of_file(path: &Path) -> bool {
    path.is_absolute() && path.file_name().is_some()
}
