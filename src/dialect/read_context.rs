//! The context in which programs are read.

use std::path::{Path, PathBuf};

use super::module_sources::ModuleSources;
use super::{KeptModules, Targets, Text};
use crate::diagnostics::Strictness;
use crate::files::SharedSystem;
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::schema::Schemas;

/// Why a file that a program names is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It may be read, but is not there.
    Missing,
    /// It may not be read, or it is no text.
    Refused,
}

/// The context in which a program is read: its environment, and the packages and components that it may name.
pub struct ReadContext<'a> {
    /// The environment of the program.
    pub environment: &'a Environment,
    /// The available packages.
    pub schemas: &'a mut Schemas,
    /// The directory of the program, if it has one.
    pub directory: Option<PathBuf>,
    /// The file system.
    pub system: SharedSystem,
    /// The loader of the program files in a directory.
    pub load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
    /// The reader of other files that the program names.
    pub read: &'a dyn Fn(&Path) -> Result<String, Unread>,
    /// The Terraform modules from registries and repositories.
    pub modules: &'a ModuleSources,
    /// The versions of Terraform and `OpenTofu` that modules have to work with.
    pub targets: Targets,
    /// The strictness of the diagnostics of components.
    pub strictness: Strictness,
    /// The number of threads that read the program.
    pub jobs: Jobs,
    /// The called programs of the previous version, and then those of this version; `None` if they are not kept.
    pub kept: Option<KeptModules>,
    /// The directories of the called programs that have been kept since the previous version, and have not been read.
    pub reused: Vec<PathBuf>,
}
