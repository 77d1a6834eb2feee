//! Where programs may read from: what a program or a schema names lies in some directories, or is not read.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::schema::real_path;
use crate::source::normal_path;

/// The directories that the components and files of a program may lie in.
#[derive(Clone, Debug, Default)]
pub struct AllowedDirectories {
    /// Where symbolic links may lead as well: the directory of the program, and those that the user gives.
    linked: Vec<Directory>,
    /// The directory around that of the program.
    around: Option<Directory>,
}

/// A directory, as it is named, from the root on, and where that leads.
#[derive(Clone, Debug)]
struct Directory {
    named: PathBuf,
    real: PathBuf,
}

impl Directory {
    fn of(path: &Path) -> Self {
        Self { named: from_root(path), real: real_path(path) }
    }

    /// Where a path leads that lies in the directory, if there are no symbolic links in it.
    fn place_of(&self, named: &Path) -> Option<PathBuf> {
        Some(self.real.join(named.strip_prefix(&self.named).ok()?))
    }
}

/// The greatest number of symbolic links that lead on from one another.
const MOST_LINKS: usize = 40;

impl AllowedDirectories {
    /// The roots of a program that a path on the command line means: its directory with the one around it, as far as the
    /// path names that, and further ones that the user gives.
    pub fn of(given: &Path, further: &[PathBuf]) -> Self {
        let directory = if given.is_dir() { given } else { given.parent().unwrap_or(Path::new("")) };
        let around = match directory.components().next_back() {
            Some(Component::Normal(_)) => directory.parent(),
            _ => None,
        };
        // The root of the system is around everything.
        let around = around.map(Directory::of).filter(|around| around.real.parent().is_some());
        let linked = std::iter::once(directory).chain(further.iter().map(PathBuf::as_path)).map(Directory::of);
        Self { linked: linked.collect(), around }
    }

    /// Directories and what lies below them.
    pub fn exactly<'a>(directories: impl Iterator<Item = &'a Path>) -> Self {
        Self { linked: directories.map(Directory::of).collect(), around: None }
    }

    /// Holds if a path lies in one of the directories, wherever its symbolic links lead. Links lead to no other directory
    /// around that of the program.
    ///
    /// # Errors
    /// Why nothing may be read there. The reason does not tell what there is outside.
    pub fn allow(&self, path: &Path) -> Result<(), String> {
        let named = from_root(path);
        let place = self.linked.iter().chain(&self.around).find_map(|directory| directory.place_of(&named));
        let place = place.unwrap_or(named);
        let found = fs::canonicalize(&place);
        let is_allowed = match &found {
            Ok(real) => self.contains(real, *real != place),
            Err(_) => !self.leads_outside(&place),
        };
        match found {
            _ if !is_allowed => Err(format!(
                "{}: it lies outside of what the program may read; `--root DIR` allows more",
                path.display()
            )),
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// Holds if a path lies in one of the directories, where a link has or has not led.
    fn contains(&self, path: &Path, is_linked: bool) -> bool {
        let around = self.around.iter().filter(|_| !is_linked);
        self.linked.iter().chain(around).any(|directory| path.starts_with(&directory.real))
    }

    /// Holds if a path leads out of the directories before it leads nowhere.
    fn leads_outside(&self, place: &Path) -> bool {
        let mut place = place.to_owned();
        for links in 0..MOST_LINKS {
            if !self.contains(&place, links > 0) {
                return true;
            }
            match follow_link(&place) {
                Ok(Some(next)) => place = next,
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
        false
    }
}

/// Where the first symbolic link in a path leads, if there is one.
fn follow_link(place: &Path) -> io::Result<Option<PathBuf>> {
    let above: Vec<&Path> = place.ancestors().collect();
    for link in above.into_iter().rev() {
        if fs::symlink_metadata(link).is_ok_and(|there| there.is_symlink()) {
            let target = link.parent().unwrap_or(link).join(fs::read_link(link)?);
            let rest = place.strip_prefix(link).unwrap_or(Path::new(""));
            return Ok(Some(normal_path(&target).join(rest)));
        }
    }
    Ok(None)
}

/// A path from the root on, without `.` and `..`.
fn from_root(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    normal_path(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}
