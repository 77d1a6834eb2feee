//! The options of checks, as plain data. The command line, settings files, Python and the page fill the same structures.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::limits::check_limit;
use crate::diagnostics::{CODES, Code, Selection, Severity};
use crate::dialect::{Dialect, Targets, Version};
use crate::types::nearest::nearest;

/// Everything that checks depend on, apart from files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
pub struct Options {
    /// The settings for all programs, which take precedence over those in settings files.
    pub settings: Settings,
    /// The settings files that are read.
    pub settings_file: SettingsFile,
    /// Holds if the full structure of types is shown.
    pub full: bool,
    /// The directories that may contain components, besides the program's own directory and its parent.
    pub roots: Vec<PathBuf>,
    /// The directories with Terraform modules from registries and repositories.
    pub modules: Vec<PathBuf>,
    /// Holds if every directory at or below a path is a program of its own.
    pub recursive: bool,
    /// Holds if directories are searched for programs without regard to `.gitignore` and the directories of tools.
    pub no_ignore: bool,
    /// Holds if files that functions of Terraform name are not read.
    pub no_templates: bool,
    /// The name of standard input, in reports and to determine its dialect; `-` if it is not given.
    pub stdin_filename: Option<String>,
    /// The number of threads for each program; if it is not given, as many as the machine runs in parallel.
    pub jobs: Option<usize>,
}

/// The settings files that are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingsFile {
    /// The first `typelog.toml` in the directory of a program and the directories above it.
    #[default]
    Nearest,
    /// This file, for all programs.
    At(PathBuf),
    /// None.
    None,
}

/// The settings that a file may contain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The file of known problems.
    pub baseline: Option<PathBuf>,
    /// The book of rules: the name of a built-in book, or a directory.
    pub book: Option<String>,
    /// The files with declarations.
    pub declare: Vec<PathBuf>,
    /// The language of programs.
    pub dialect: Option<Dialect>,
    /// The codes that are not shown.
    pub ignore: Vec<String>,
    /// Holds if unknown names are warnings.
    pub lenient: bool,
    /// The limits, by their names.
    pub limits: BTreeMap<String, u64>,
    /// The directories with Terraform modules from registries and repositories.
    pub modules: Vec<PathBuf>,
    /// The version of `OpenTofu` that modules have to work with, like `1.10`.
    pub opentofu: Option<String>,
    /// Holds if every directory at or below the given one is a program of its own.
    pub recursive: bool,
    /// The directories that may contain components, besides the program's own directory and the repository around it.
    pub root: Vec<PathBuf>,
    /// The rule files whose lints are also reported.
    pub rules: Vec<PathBuf>,
    /// The directories with schemas.
    pub schemas: Vec<PathBuf>,
    /// The codes that are shown; all if there are none.
    pub select: Vec<String>,
    /// The severities of codes.
    pub severities: BTreeMap<String, Level>,
    /// The lowest severity that is shown.
    pub severity: Option<Severity>,
    /// The version of Terraform that modules have to work with, like `1.9`.
    pub terraform: Option<String>,
}

/// The severity that a user gives to a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The program is wrong.
    Error,
    /// The program works, but perhaps not as meant.
    Warning,
    /// The program works, and this is good to know.
    Note,
    /// The code is not shown.
    Off,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Note, Self::Off];

    /// Returns the word for the level.
    pub fn word(self) -> &'static str {
        self.severity().map_or("off", Severity::word)
    }

    /// Returns the severity; `None` if the code is not shown.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Off => None,
        }
    }
}

impl Options {
    /// Adds a directory with schemas: of Pulumi packages, or of Terraform's providers.
    #[must_use]
    pub fn schemas(mut self, directory: impl AsRef<Path>) -> Self {
        self.settings.schemas.push(directory.as_ref().to_owned());
        self
    }

    /// Adds a file that declares variables, functions, types and blocks.
    #[must_use]
    pub fn declare(mut self, file: impl AsRef<Path>) -> Self {
        self.settings.declare.push(file.as_ref().to_owned());
        self
    }

    /// Sets the language of the programs.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.settings.dialect = Some(dialect);
        self
    }

    /// Reports unknown variables, properties and packages as warnings.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.settings.lenient = true;
        self
    }

    /// Sets the book of rules: the name of an edition, or a directory.
    #[must_use]
    pub fn book(mut self, name: impl Into<String>) -> Self {
        self.settings.book = Some(name.into());
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn jobs(self, count: usize) -> Self {
        Self { jobs: Some(count), ..self }
    }

    /// Checks the codes and the limits.
    ///
    /// # Errors
    /// If a code is misspelt, or a limit unknown or out of range.
    pub fn check(&self) -> Result<(), String> {
        let Settings { select, ignore, severities, limits, .. } = &self.settings;
        select.iter().chain(ignore).chain(severities.keys()).try_for_each(|code| check_code(code).map(drop))?;
        limits.iter().try_for_each(|(name, &number)| check_limit(name, number))
    }
}

impl Settings {
    /// Holds if files or directories are named, which depend on where the settings are.
    pub fn name_files(&self) -> bool {
        let lists = [&self.declare, &self.modules, &self.root, &self.rules, &self.schemas];
        self.baseline.is_some() || self.book.is_some() || lists.iter().any(|list| !list.is_empty())
    }

    /// Returns a text that differs for different settings.
    pub fn fingerprint(&self) -> String {
        // They contain only texts and numbers, so that encoding does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the versions that modules have to work with, by these settings or, if they name none, by others.
    pub fn targets(&self, others: &Self) -> Targets {
        let of = |settings: &Self| {
            let read = |text: &Option<String>| text.as_deref().and_then(Version::read);
            Targets { terraform: read(&settings.terraform), opentofu: read(&settings.opentofu) }
        };
        let own = of(self);
        if own == Targets::default() { of(others) } else { own }
    }

    /// Returns the selection of diagnostics by these settings or, for those that are missing, by others.
    pub fn selection(&self, others: &Self) -> Selection {
        let codes = |own: &[String], other: &[String]| -> BTreeSet<String> {
            if own.is_empty() { other } else { own }.iter().cloned().collect()
        };
        let levels = others.severities.iter().chain(&self.severities);
        Selection {
            selected: codes(&self.select, &others.select),
            ignored: codes(&self.ignore, &others.ignore),
            severities: levels.map(|(code, level)| (code.clone(), level.severity())).collect(),
            least: self.severity.or(others.severity).unwrap_or(Severity::Note),
        }
    }
}

/// Reads a code. An unknown code is taken for that of a user rule, unless it is similar to a known one.
///
/// # Errors
/// If the code is unknown, and similar to a known one.
pub fn check_code(code: &str) -> Result<String, String> {
    match nearest(code, CODES) {
        Some(near) if Code::find(code).is_none() => Err(format!("unknown code `{code}`; there is `{near}`")),
        _ => Ok(code.to_owned()),
    }
}
