//! The directories that programs may read from. A file that a program or a schema names is read only if it lies in one of them.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::disk::Disk;
use super::system::SharedSystem;
use crate::source::normal_path;

/// The directories of a file system that the components and files of a program may lie in.
#[derive(Clone, Debug)]
pub struct AllowedDirectories {
    system: SharedSystem,
    /// Holds if all directories are allowed.
    are_all: bool,
    /// The directories that symbolic links may lead to: the directory of the program, and those that the user names.
    linked: Vec<Directory>,
    /// The repository that the program's directory lies in, or else the parent of that directory.
    around: Option<Directory>,
}

/// A directory: its absolute path as named, and its real path, with symbolic links resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Directory {
    named: PathBuf,
    real: PathBuf,
}

impl PartialEq for AllowedDirectories {
    /// Compares the directories: those of one project are in one file system.
    fn eq(&self, other: &Self) -> bool {
        (self.are_all, &self.linked, &self.around) == (other.are_all, &other.linked, &other.around)
    }
}

impl Eq for AllowedDirectories {}

impl Default for AllowedDirectories {
    /// Allows no directory.
    fn default() -> Self {
        Self::none(&Disk::shared())
    }
}

impl Directory {
    fn of(path: &Path, system: &SharedSystem) -> Self {
        Self { named: absolute_normal(path, system), real: system.real_path(path) }
    }

    /// Maps a path in the named directory to the real directory. Symbolic links below the directory are not resolved.
    fn place_of(&self, named: &Path) -> Option<PathBuf> {
        Some(self.real.join(named.strip_prefix(&self.named).ok()?))
    }
}

/// The maximum length of a chain of symbolic links.
const MOST_LINKS: usize = 40;

/// The maximum number of parts of a path. To resolve the links in a path takes time with the square of their number, and modules that
/// contain one another would have ever longer paths.
const MOST_PARTS: usize = 256;

impl AllowedDirectories {
    /// Returns the directories allowed for the program at a path of the command line: its directory, the repository that it lies
    /// in, and further ones that the user names. Without a repository, the parent of its directory counts, if the path names it.
    pub fn of(system: &SharedSystem, given: &Path, further: &[PathBuf]) -> Self {
        let directory = if system.is_dir(given) { given } else { given.parent().unwrap_or(Path::new("")) };
        let at = |path: &Path| Directory::of(path, system);
        let around = repository(directory, system).or_else(|| named_parent(directory).map(Path::to_owned));
        // The root of the file system contains everything.
        let around = around.as_deref().map(at).filter(|around| around.real.parent().is_some());
        let linked = std::iter::once(directory).chain(further.iter().map(PathBuf::as_path)).map(at);
        Self { linked: linked.collect(), around, ..Self::none(system) }
    }

    /// Allows exactly these directories and everything below them.
    pub fn exactly<'a>(system: &SharedSystem, directories: impl Iterator<Item = &'a Path>) -> Self {
        Self { linked: directories.map(|path| Directory::of(path, system)).collect(), ..Self::none(system) }
    }

    /// Allows no directory.
    pub fn none(system: &SharedSystem) -> Self {
        Self { system: system.clone(), are_all: false, linked: Vec::new(), around: None }
    }

    /// Allows all directories: for files that the user names.
    pub fn all(system: &SharedSystem) -> Self {
        Self { are_all: true, ..Self::none(system) }
    }

    /// Returns the file system.
    pub fn system(&self) -> &SharedSystem {
        &self.system
    }

    /// Holds if all directories are allowed.
    pub fn are_all(&self) -> bool {
        self.are_all
    }

    /// As [`Self::real`], with the path in the message.
    ///
    /// # Errors
    /// As for [`Self::real`].
    pub fn allow(&self, path: &Path) -> Result<(), String> {
        let reason = |error: io::Error| match error.kind() {
            // Each system says it in other words.
            io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
            _ => error.to_string(),
        };
        self.real(path).map(drop).map_err(|error| format!("{}: {}", path.display(), reason(error)))
    }

    /// Returns the canonical path of a file or directory, which lies in one of the directories after its symbolic links are
    /// resolved. Links may not lead to the parent of the program's directory. If all directories are allowed, the path is returned
    /// as it is.
    ///
    /// # Errors
    /// If the path is not allowed, or does not exist. The message does not reveal which files exist outside.
    pub fn real(&self, path: &Path) -> io::Result<PathBuf> {
        if self.are_all {
            return Ok(path.to_owned());
        }
        let named = absolute_normal(path, &self.system);
        let place = self.linked.iter().chain(&self.around).find_map(|directory| directory.place_of(&named));
        let place = place.unwrap_or(named);
        if place.components().nth(MOST_PARTS).is_some() {
            let reason = format!("its path has more than {MOST_PARTS} directories");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        let found = self.system.canonical(&place);
        let is_allowed = match &found {
            Ok(real) => self.contains(real, *real != place),
            Err(_) => !self.escapes(&place),
        };
        if is_allowed {
            return found;
        }
        let reason = "it is outside of the directories that the program may read; `--root DIR` adds one";
        Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
    }

    /// Holds if a path lies in one of the directories. If it was reached by a link, the parent of the program's directory does
    /// not count.
    fn contains(&self, path: &Path, is_linked: bool) -> bool {
        let around = self.around.iter().filter(|_| !is_linked);
        self.linked.iter().chain(around).any(|directory| path.starts_with(&directory.real))
    }

    /// Holds if the symbolic links of a path that does not exist lead out of the directories.
    fn escapes(&self, place: &Path) -> bool {
        let mut place = place.to_owned();
        for links in 0..MOST_LINKS {
            if !self.contains(&place, links > 0) {
                return true;
            }
            match follow_link(&place, &self.system) {
                Some(next) => place = next,
                None => return false,
            }
        }
        false
    }
}

/// Returns the nearest directory above a directory that has an entry `.git`. There is none if the directory has the entry itself.
fn repository(directory: &Path, system: &SharedSystem) -> Option<PathBuf> {
    let directory = absolute_normal(directory, system);
    let root = directory.ancestors().find(|above| system.has_entry(&above.join(".git")))?;
    (root != directory).then(|| root.to_owned())
}

/// Returns the parent of a directory whose path ends with its name.
fn named_parent(directory: &Path) -> Option<&Path> {
    match directory.components().next_back() {
        Some(Component::Normal(_)) => directory.parent(),
        _ => None,
    }
}

/// Replaces the first symbolic link in a path by its target; `None` if there is no link.
fn follow_link(place: &Path, system: &SharedSystem) -> Option<PathBuf> {
    let above: Vec<&Path> = place.ancestors().collect();
    for link in above.into_iter().rev() {
        if let Ok(Some(target)) = system.link_target(link) {
            let target = link.parent().unwrap_or(link).join(target);
            let rest = place.strip_prefix(link).unwrap_or(Path::new(""));
            return Some(normal_path(&target).join(rest));
        }
    }
    None
}

/// Returns the absolute path, without `.` and `..`.
pub(crate) fn absolute_normal(path: &Path, system: &SharedSystem) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    normal_path(&system.absolute(path))
}
