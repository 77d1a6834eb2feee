//! Projects: programs with their settings, environments and books, from files to answers. Every door above uses a project: the
//! command line, the language server, Python, the page and the library.
//!
//! ```text
//! Options --Project::new--> Project --programs--> Input
//!                              |                    |
//!                              +----sessions--> Session --check--> CheckedProgram --> reports, proofs, relations
//! ```
//!
//! Nothing here knows of a command line or a terminal, and nothing is kept outside of a project.

mod book_files;
mod book_proofs;
mod books;
mod checked;
mod checked_program;
mod checker;
mod conversions;
mod declarations;
mod derived;
mod directories;
mod error;
mod expressions;
mod flows;
mod init;
mod input;
mod judgment_texts;
mod judgments;
pub mod limits;
mod module_roles;
mod opened;
mod options;
mod proofs;
mod questions;
mod row_proofs;
mod row_refusals;
mod rule_files;
mod schema_types;
mod seal;
mod session;
mod sessions;
mod settings;
mod source_files;
mod subject;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use book_files::{BookPlace, files_at, place_of, root_of};
pub use book_proofs::BookProofs;
pub use books::{Books, book_reports};
pub use checked::{Checked, CheckedNode};
pub use checked_program::CheckedProgram;
pub use checker::Checker;
pub use conversions::{fails_at, proof_of_conversion};
pub use derived::{DerivedFacts, RuleText};
pub use directories::{Listing, directories_below};
pub use error::{Error, Result, SettingsFault, report_about};
pub use expressions::{Typed, type_expressions};
pub use flows::flows;
pub use init::Contents;
pub use input::{Input, LazyInput, load_component, load_file};
pub use judgments::{JudgmentExplanation, answer_to, explained_row, judged, list_of_judgments, proved_node};
pub use opened::Opened;
pub use options::{Level, Options, Settings, SettingsFile, check_code};
pub use proofs::{DEFAULT_DEPTH, ProofOptions, explain, go_into_components, proof_of_row};
pub use questions::{ANSWER, answers, relation_of};
pub use row_proofs::{DEFAULT_PROOFS, Derived, Layer, bindings, nodes_like, others, proofs_like, row_proof};
pub use row_refusals::refusal;
pub use rule_files::{ConfiguredRules, RuleFiles, RuleRun, RunObserver, derive, derive_profiled, faults_in, included};
pub use schema_types::with_schema_types;
pub use session::{MOST_KEPT, Session};
pub use sessions::Sessions;
pub use settings::{Configuration, FILE_NAME};
pub use source_files::{is_program_file, is_source, of_other_tool};
pub use subject::{Subject, Target, find, reported_at};

#[cfg(test)]
pub use session::FAULTY;

use crate::files::{AllowedDirectories, Disk, Overlay, SharedSystem};
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::schema::IndexCache;
use crate::types::Interner;
use declarations::{declare_all, read_declarations, without_faults};
use module_roles::Callers;
use settings::KnownSettings;

/// Programs with common options: where they are found, and what they are checked with.
#[derive(Debug)]
pub struct Project {
    system: SharedSystem,
    options: Options,
    books: Books,
    cache: Option<Arc<dyn IndexCache>>,
    settings: KnownSettings,
    callers: Callers,
    observer: Option<Arc<dyn RunObserver>>,
}

impl Default for Project {
    /// Creates the project of files on disk without options.
    fn default() -> Self {
        let system = Disk::shared();
        let books = Books::of_sessions(&system);
        Self::with(system, Options::default(), books)
    }
}

impl Project {
    /// Creates a project of files on disk, with books of its own.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn on_disk(options: Options) -> Result<Self> {
        Self::in_system(Disk::shared(), options)
    }

    /// As [`Self::on_disk`], in another file system.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn in_system(system: SharedSystem, options: Options) -> Result<Self> {
        let books = Books::of_sessions(&system);
        Self::new(system, options, books)
    }

    /// Creates a project. A book in the options is opened, and takes precedence over those in settings files.
    ///
    /// # Errors
    /// If the book cannot be used, or the options are wrong, or name directories that do not exist.
    pub fn new(system: SharedSystem, options: Options, books: Books) -> Result<Self> {
        options.check().map_err(Error::new)?;
        if let Some(missing) = options.roots.iter().chain(&options.modules).find(|given| !system.is_dir(given)) {
            return Err(Error::of_run(format!("{}: there is no such directory", missing.display())));
        }
        if let Some(book) = &options.settings.book {
            books.give(book)?;
        }
        Ok(Self::with(system, options, books))
    }

    fn with(system: SharedSystem, options: Options, books: Books) -> Self {
        let (settings, callers) = (KnownSettings::default(), Callers::default());
        Self { system, options, books, cache: None, settings, callers, observer: None }
    }

    /// Keeps indices of large schemas in a cache.
    #[must_use]
    pub fn cached_by(self, cache: Option<Arc<dyn IndexCache>>) -> Self {
        Self { cache, ..self }
    }

    /// Tells an observer of the runs of user rules.
    #[must_use]
    pub fn observed_by(self, observer: Arc<dyn RunObserver>) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// Puts open documents above the files of the project. Returns the file system that holds their texts.
    #[must_use]
    pub fn with_open_documents(self) -> (Self, Arc<Overlay>) {
        let documents = Arc::new(Overlay::above(self.system));
        (Self { system: documents.clone(), ..self }, documents)
    }

    /// Returns the file system.
    pub fn system(&self) -> &SharedSystem {
        &self.system
    }

    /// Returns the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the open books.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// Returns the number of threads for each program.
    pub fn jobs(&self) -> Jobs {
        self.options.jobs.map_or_else(Jobs::available, Jobs::new)
    }

    /// Returns an interner within the limits of the options, with the book of all programs.
    pub fn types(&self) -> Interner {
        let mut types = Interner::within(limits::of_types(&[&self.options.settings.limits]));
        types.set_book(self.books.of_all());
        types
    }

    /// Adds the declarations of the options to an environment.
    ///
    /// # Errors
    /// If the files cannot be read, or have faults.
    pub fn declared(&self, mut environment: Environment, types: &mut Interner) -> Result<Environment> {
        let sources = read_declarations(&self.options.settings.declare, &AllowedDirectories::all(&self.system))?;
        let faults = declare_all(&sources, &mut environment, types);
        without_faults(environment, faults)
    }

    /// Returns a text that differs if results may differ with the same files.
    pub fn fingerprint(&self) -> String {
        // Options contain only texts and numbers, so that encoding does not fail.
        let options = serde_json::to_string(&self.options).unwrap_or_default();
        format!("{options} {}", self.books.given().unwrap_or_default())
    }

    /// Returns the settings for the programs in a directory, whose paths may also lie in one of the roots.
    ///
    /// # Errors
    /// If their file has faults.
    pub fn settings_of(&self, directory: &Path, roots: &[PathBuf]) -> Result<Option<Arc<Configuration>>> {
        self.settings.of(directory, &self.options.settings_file, roots, &self.system)
    }

    /// Uses the settings that a file had before it had a fault.
    pub fn use_last_settings(&self, file: &Path) {
        self.settings.use_last(file);
    }

    /// Forgets the settings that have been read, since their files may have changed.
    pub fn forget_settings(&self) {
        self.settings.forget();
    }
}
