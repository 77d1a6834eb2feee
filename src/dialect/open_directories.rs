//! The directories of programs that are being read: a program that leads back to one of them contains itself.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use crate::schema::real_path;
use crate::source::normal_path;

/// The directories of the programs that are being read.
#[derive(Debug)]
pub(super) struct OpenDirectories {
    /// As they are named, outermost first.
    named: Vec<PathBuf>,
    /// That of the program that uses the others, if it is in one.
    outermost: Option<PathBuf>,
    /// Where that is. It is looked up when something is to be compared with it: most programs use no others, and to follow the
    /// links in a path costs as many calls of the system as it is deep.
    outermost_real: OnceCell<Option<PathBuf>>,
    /// Where the others are.
    inner_real: FxHashSet<PathBuf>,
}

impl OpenDirectories {
    /// The directory of a program that no other one uses, if it is in one.
    pub fn of(outermost: Option<&Path>) -> Self {
        Self {
            named: outermost.map(normal_path).into_iter().collect(),
            outermost: outermost.map(Path::to_owned),
            outermost_real: OnceCell::new(),
            inner_real: FxHashSet::default(),
        }
    }

    /// The directory of the program that was opened last, as it is named.
    pub fn innermost(&self) -> Option<&Path> {
        self.named.last().map(PathBuf::as_path)
    }

    /// Holds if the program in the directory with this real path is being read.
    pub fn contains(&self, real: &Path) -> bool {
        let outermost = self.outermost_real.get_or_init(|| self.outermost.as_deref().map(real_path));
        outermost.as_deref() == Some(real) || self.inner_real.contains(real)
    }

    /// The program in a directory is being read from now on.
    pub fn open(&mut self, named: PathBuf, real: PathBuf) {
        self.named.push(named);
        self.inner_real.insert(real);
    }

    /// The program that was opened last, in the directory with this real path, has been read.
    pub fn close(&mut self, real: &Path) {
        self.named.pop();
        self.inner_real.remove(real);
    }
}
