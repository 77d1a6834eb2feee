//! The programs that open documents are part of.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use typed_index_collections::TiVec;

use super::documents::{Document, Documents, ProgramKey};
use super::publication::{MessageText, Publication, withdrawal};
use crate::diagnostics;
use crate::dialect::Text;
use crate::incremental::{ExtensibleVersion, OpenProgram};
use crate::lsp::book::Rows;
use crate::lsp::diagnostics::diagnostics as shown;
use crate::lsp::uris::uri_of;
use crate::lsp::view::{Client, FileView, View};
use crate::program::{FileId, Program};
use crate::project::{ConfiguredRules, Input, RuleFiles, Session};
use crate::provenance::{Explainable, row_counts};
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::schema::Schemas;
use crate::types::Interner;

/// A program, checked as its documents change.
pub struct EditedProgram {
    key: ProgramKey,
    input: Input,
    session: Session,
    open: OpenProgram,
    /// The diagnostics that are shown, if they differ from those of the open program.
    own_diagnostics: Option<Vec<diagnostics::Diagnostic>>,
    /// The facts about the current texts, once they have been requested.
    facts: Option<Database>,
    /// The rows that the rules derive about the current texts, once they have been requested.
    rows: Option<Rc<Rows>>,
    /// The documents that have changed since the last check.
    changed: BTreeSet<String>,
    /// The directories of called modules in which files may have changed since the last check; `None` if they may have in any.
    changed_directories: Option<BTreeSet<PathBuf>>,
    /// Holds if files have been read since the last check.
    has_new_files: bool,
    /// Holds if the last check was of the current texts.
    is_checked: bool,
    /// Holds if the client has the diagnostics of the current texts.
    is_published: bool,
    /// The diagnostics that the client has, by the URIs of files.
    published: Published,
}

/// The maximum number of syntax nodes of a program whose rows are counted.
const LARGEST: usize = 10_000;

/// Diagnostics by the URIs of files.
pub type Published = BTreeMap<String, Publication>;

/// A checked program with all data for an answer.
pub struct Asked<'a> {
    /// The program.
    pub view: View<'a>,
    /// The document in question.
    pub file: FileId,
    /// The types of the program.
    pub types: &'a mut Interner,
    /// Its packages.
    pub schemas: &'a mut Schemas,
    /// Its diagnostics.
    pub diagnostics: &'a [diagnostics::Diagnostic],
}

/// A checked program, with its names.
pub struct Viewed<'a> {
    /// The program.
    pub view: View<'a>,
    /// The types of the program.
    pub types: &'a mut Interner,
}

impl EditedProgram {
    /// Creates a program, whose files have been read.
    pub fn new(key: ProgramKey, input: Input, mut session: Session) -> Self {
        let open = session.open(&input);
        Self {
            key,
            input,
            session,
            open,
            own_diagnostics: None,
            facts: None,
            rows: None,
            changed: BTreeSet::new(),
            changed_directories: None,
            has_new_files: true,
            is_checked: false,
            is_published: false,
            published: BTreeMap::new(),
        }
    }

    /// Notes that a document has changed.
    pub fn note_change(&mut self, document: &str) {
        self.changed.insert(document.to_owned());
        self.outdate();
    }

    /// Replaces the files by those on disk.
    pub fn take_files(&mut self, input: Input) {
        self.input = input;
        self.distrust_files();
        self.has_new_files = true;
        self.outdate();
    }

    /// Notes that a file in a directory has changed: the program may have a component there.
    pub fn note_component(&mut self, directory: &Path) {
        self.changed_directories.as_mut().map(|directories| directories.insert(directory.to_owned()));
        if self.input.components.iter().any(|component| component == directory) {
            self.outdate();
        }
    }

    /// Notes that files of called modules may have changed on disk. The next check compares them.
    pub fn distrust_files(&mut self) {
        self.changed_directories = None;
    }

    /// Takes over the published diagnostics of the program that this one replaces.
    pub fn follow(&mut self, before: Published) {
        self.published = before;
    }

    /// Returns the published diagnostics.
    pub fn into_published(self) -> Published {
        self.published
    }

    /// Returns the published diagnostics, by the URIs of files.
    pub fn published(&self) -> &Published {
        &self.published
    }

    /// Returns the directories of its components.
    pub fn components(&self) -> Vec<PathBuf> {
        self.input.components.clone()
    }

    /// Discards the state of a check that has panicked, which may be inconsistent.
    pub fn start_over(&mut self) {
        self.open = self.session.open(&self.input);
        self.has_new_files = true;
        self.distrust_files();
        self.outdate();
    }

    fn outdate(&mut self) {
        (self.is_checked, self.is_published) = (false, false);
        (self.facts, self.rows) = (None, None);
    }

    /// Holds if the client does not have the diagnostics of the current texts.
    pub fn has_unpublished(&self) -> bool {
        !self.is_published
    }

    /// Marks the diagnostics of the current texts as published, since there are none.
    pub fn mark_published(&mut self) {
        self.is_published = true;
    }

    /// Returns all facts about the program.
    pub fn facts(&mut self, documents: &Documents) -> Database {
        if let Some(known) = &self.facts {
            return known.clone();
        }
        let mut input = Input { texts: self.current_texts(documents), ..self.input.clone() };
        // The schema members that the session has read belong to the types of the open program.
        let mut session = self.session.clone();
        let mut collector = Collector::keeping_types(true);
        let checked = session.collect(&mut input, &mut collector);
        self.facts.insert(collector.finish_with(checked.types)).clone()
    }

    /// Returns the book named in its settings.
    pub fn book(&self) -> Option<&str> {
        self.input.configuration.as_ref()?.settings.book.as_deref()
    }

    /// Returns the rows that the rules derive about the checked program; `None` for large programs, since the program is typed
    /// again.
    pub fn rows(&mut self) -> Option<Rc<Rows>> {
        if self.rows.is_none() {
            let (environment, _) = self.session.surroundings(self.input.dialect);
            let ExtensibleVersion { program, inference, types, .. } = self.open.checked_mut()?;
            let size: usize = program.files.iter().map(|file| file.tree.len()).sum();
            if size > LARGEST {
                return None;
            }
            let counts = row_counts(Explainable { program, environment, inference }, types);
            let name = Path::new(&self.input.name).file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.rows = Some(Rc::new(Rows { program: name, counts }));
        }
        self.rows.clone()
    }

    /// Checks the changed parts of the program.
    pub fn check(&mut self, documents: &Documents, given: &RuleFiles, configured: &ConfiguredRules) {
        if self.is_checked {
            return;
        }
        self.take_texts(documents);
        self.diagnose();
        // Faults of rules that settings name are reported by `check`.
        let own = configured.of(&self.input, self.session.types().book()).ok().flatten();
        let rules = own.as_deref().filter(|_| given.is_empty()).unwrap_or(given);
        if !rules.is_empty() {
            self.find(documents, rules);
        }
        self.is_checked = true;
    }

    /// Adds the findings of lints.
    fn find(&mut self, documents: &Documents, rules: &RuleFiles) {
        let facts = self.facts(documents);
        let Some(ExtensibleVersion { program, diagnostics, .. }) = self.open.checked_mut() else { return };
        // Faults of the rules are shown on standard error, and in their file if it is open.
        let found = rules.findings(program, &facts, &self.session).unwrap_or_default();
        let shown = self.own_diagnostics.take().unwrap_or_else(|| diagnostics.to_vec());
        self.own_diagnostics = Some(diagnostics::in_order(shown.into_iter().chain(found).collect()));
    }

    /// Notes that rules have changed.
    pub fn note_rules(&mut self) {
        self.outdate();
    }

    /// Checks the texts of the open program.
    fn diagnose(&mut self) {
        if let Some(directories) = self.changed_directories.replace(BTreeSet::new()) {
            self.open.note_changes_of_modules(directories);
        }
        // What is shown of the last check shares its diagnostics, which the next one moves.
        self.own_diagnostics = None;
        let shown = self.session.check_open(&mut self.open, &mut self.input).1;
        self.own_diagnostics = match shown {
            Cow::Borrowed(_) => None,
            Cow::Owned(shown) => Some(shown),
        };
    }

    fn take_texts(&mut self, documents: &Documents) {
        let changed = std::mem::take(&mut self.changed);
        if !std::mem::take(&mut self.has_new_files) {
            let edited = changed.iter().filter_map(|key| documents.get(key));
            return edited.for_each(|document| self.open.set(document.as_text()));
        }
        self.open.replace(self.current_texts(documents));
    }

    /// Returns the texts of the program: those of documents, and of files that are not open.
    fn current_texts(&self, documents: &Documents) -> Vec<Text> {
        let mut texts = self.input.texts.clone();
        for document in documents.of_program(&self.key) {
            match texts.iter_mut().find(|text| text.name == document.name) {
                Some(text) => *text = document.as_text(),
                None => texts.push(document.as_text()),
            }
        }
        texts
    }

    /// Returns the checked program, for a question about one of its documents.
    pub fn asked<'a>(&'a mut self, key: &str, documents: &'a Documents, client: &'a Client) -> Option<Asked<'a>> {
        let (environment, schemas) = self.session.surroundings(self.input.dialect);
        let ExtensibleVersion { program, inference, types, diagnostics } = self.open.checked_mut()?;
        let files = file_views(program, &self.input, &self.key, documents);
        let view = View::new((program, inference), environment, &self.input, client, files);
        let file = view.file_of(key)?;
        Some(Asked { view, file, types, schemas, diagnostics: self.own_diagnostics.as_deref().unwrap_or(diagnostics) })
    }

    /// Returns the checked program, for a question about its names.
    pub fn viewed<'a>(&'a mut self, documents: &'a Documents, client: &'a Client) -> Option<Viewed<'a>> {
        let (environment, _) = self.session.surroundings(self.input.dialect);
        let ExtensibleVersion { program, inference, types, .. } = self.open.checked_mut()?;
        let files = file_views(program, &self.input, &self.key, documents);
        Some(Viewed { view: View::new((program, inference), environment, &self.input, client, files), types })
    }

    /// As [`Self::asked`], after a check with another text of the document. The next check is of the current texts again.
    pub fn asked_with<'a>(
        &'a mut self,
        key: &str,
        text: String,
        documents: &'a Documents,
        client: &'a Client,
    ) -> Option<Asked<'a>> {
        self.take_texts(documents);
        let name = documents.get(key)?.name.clone();
        self.open.set(Text { name, bytes: Ok(text.into_bytes()) });
        self.changed.insert(key.to_owned());
        self.is_checked = false;
        self.diagnose();
        self.asked(key, documents, client)
    }

    /// Returns the diagnostics that the client does not have yet.
    pub fn unpublished(&mut self, documents: &Documents, client: &Client) -> Vec<MessageText> {
        self.is_published = true;
        let (environment, _) = self.session.surroundings(self.input.dialect);
        let Some(version) = self.open.checked_mut() else { return Vec::new() };
        let ExtensibleVersion { program, inference, diagnostics, .. } = version;
        let diagnostics = self.own_diagnostics.as_deref().unwrap_or(diagnostics);
        let files = file_views(program, &self.input, &self.key, documents);
        let view = View::new((program, inference), environment, &self.input, client, files);
        let mut before = std::mem::take(&mut self.published);
        let mut unpublished = Vec::new();
        for (file, found) in view.file_ids().zip(shown(&view, diagnostics)) {
            let uri = view.uri(file);
            let version = view.document(file).and_then(|key| documents.get(key)).map(|document| document.version);
            let mut before = before.remove(uri);
            let publication = Publication::new(uri, version, &found, before.as_mut());
            // Diagnostics are sent for each version of an open document, so that the client knows when it has been checked.
            if publication.is_news(before.as_ref()) {
                unpublished.push(publication.message());
            }
            self.published.insert(uri.to_owned(), publication);
        }
        unpublished.extend(withdrawn(before));
        unpublished
    }
}

/// Returns the messages that withdraw published diagnostics.
pub fn withdrawn(published: Published) -> impl Iterator<Item = MessageText> {
    let wrong = published.into_iter().filter(|(_, publication)| !publication.is_empty());
    wrong.map(|(uri, _)| withdrawal(&uri))
}

/// Returns the views of a program's files, through their documents if they are open.
fn file_views<'a>(
    program: &Program,
    input: &Input,
    key: &ProgramKey,
    documents: &'a Documents,
) -> TiVec<FileId, FileView<'a>> {
    let own: Vec<&Document> = documents.of_program(key).collect();
    let view = |name: &str| match own.iter().find(|document| document.name == name) {
        Some(document) => FileView::new(Some(&document.key), document.uri.clone(), Some(document.text.lines())),
        None => FileView::new(None, uri_of(Path::new(&input.path_of(name))), None),
    };
    program.files.iter().map(|file| view(&file.source.name)).collect()
}
