//! Changes of files, for `--watch`.
//!
//! The system reports changes below the program's directory immediately, apart from directories of tools and those that
//! `.gitignore` excludes. All other files that results depend on, like schemas and components beside the program, are polled. So is
//! that directory itself, which may be replaced, and the list of its installed modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::cli::terminal::output::Failure;
use crate::dialect::module_sources::INSTALLED;
use crate::files::SharedSystem;
use crate::project::{FILE_NAME, directories_below};

/// The time without changes before the files are read. A file changes several times while it is saved.
const REST: Duration = Duration::from_millis(30);

/// The maximum time to wait for files that keep changing.
const LONGEST_REST: Duration = Duration::from_millis(500);

/// The interval for polling the files that the system does not report.
const PERIOD: Duration = Duration::from_millis(500);

/// The endings of the names of files that results depend on.
const ENDINGS: [&[u8]; 5] = [b".pp", b".hcl", b".tf", b".tofu", b".json"];

/// A watcher of files.
pub struct Changes {
    system: SharedSystem,
    events: Receiver<notify::Result<notify::Event>>,
    /// The watcher of the system, which runs until it is dropped.
    watcher: RecommendedWatcher,
    /// The program.
    program: PathBuf,
    /// The directory that is watched with the directories below it.
    directory: PathBuf,
    /// The directories that are watched.
    watched: BTreeSet<PathBuf>,
    /// The directory of the settings file, at or above that directory.
    settings: Option<PathBuf>,
    /// The files and directories that are polled, with their last state.
    followed: BTreeMap<PathBuf, Listed>,
}

/// The files in a directory, or the file itself: the modification time and the length of each.
type Listed = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

impl Changes {
    /// Watches the directory of a program, or of its file.
    pub fn below(program: &Path, system: &SharedSystem) -> Result<Self, Failure> {
        let directory = match program.parent() {
            _ if program.is_dir() => program,
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(sender).map_err(|error| failed(&error))?;
        // Events contain absolute paths.
        let directory = from_root(directory);
        let followed = BTreeMap::from([(directory.clone(), listed(&directory))]);
        let (program, watched) = (from_root(program), BTreeSet::new());
        let system = system.clone();
        let mut changes = Self { system, events, watcher, program, directory, watched, settings: None, followed };
        changes.watch()?;
        Ok(changes)
    }

    /// Watches the directory, and the directories below it that are not watched yet.
    fn watch(&mut self) -> Result<(), Failure> {
        for directory in directories_below(&self.directory, &self.system) {
            if !self.watched.insert(directory.clone()) {
                continue;
            }
            match self.watcher.watch(&directory, RecursiveMode::NonRecursive) {
                // A directory may vanish while the others are found.
                Err(error) if directory == self.directory || matches!(error.kind, ErrorKind::MaxFilesWatch) => {
                    return Err(failed(&error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Also watches the settings file, which may lie in a directory above the program.
    pub fn follow_settings(&mut self, path: Option<&Path>) -> Result<(), Failure> {
        let directory = path.and_then(Path::parent).filter(|around| !around.as_os_str().is_empty());
        let Some(directory) = directory.filter(|around| self.settings.as_deref() != Some(*around)) else {
            return Ok(());
        };
        let is_inside = |outer: &Path| outer.canonicalize().is_ok_and(|outer| directory.starts_with(outer));
        if !is_inside(&self.directory) {
            self.watcher.watch(directory, RecursiveMode::NonRecursive).map_err(|error| failed(&error))?;
        }
        self.settings = Some(directory.to_owned());
        Ok(())
    }

    /// Sets the files and directories that are polled besides the program's own directory.
    pub fn follow<'a>(&mut self, paths: impl Iterator<Item = &'a Path>) {
        let own = [self.directory.clone(), self.directory.join(INSTALLED)];
        let paths: BTreeSet<PathBuf> = paths.map(from_root).chain(own).collect();
        self.followed.retain(|path, _| paths.contains(path));
        for path in paths {
            self.followed.entry(path).or_insert_with_key(|path| listed(path));
        }
    }

    /// Waits until files have changed, and no longer change. Returns the files that have changed.
    pub fn wait(&mut self) -> Result<BTreeSet<PathBuf>, Failure> {
        let mut changed = BTreeSet::new();
        let mut look = Instant::now() + PERIOD;
        while changed.is_empty() {
            if let Some(event) = self.event(look.saturating_duration_since(Instant::now()))? {
                changed.extend(self.changes(event)?);
            }
            if Instant::now() >= look {
                changed.extend(self.look());
                look = Instant::now() + PERIOD;
            }
        }
        let end = Instant::now() + LONGEST_REST;
        while let Some(event) = self.event(REST.min(end.saturating_duration_since(Instant::now())))? {
            changed.extend(self.changes(event)?);
        }
        changed.extend(self.look());
        Ok(changed)
    }

    fn event(&self, longest: Duration) -> Result<Option<notify::Result<notify::Event>>, Failure> {
        match self.events.recv_timeout(longest) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Failure::Usage("the files cannot be watched any more".to_owned()))
            }
        }
    }

    /// Returns the changed files of an event. Read accesses are ignored, and so are files outside the program's directory except
    /// settings, and files that results do not depend on.
    fn changes(&mut self, event: notify::Result<notify::Event>) -> Result<Vec<PathBuf>, Failure> {
        let event = event.map_err(|error| failed(&error))?;
        let is_access = event.kind.is_access();
        for path in event.paths.iter().filter(|_| !is_access) {
            if event.kind.is_remove() {
                self.watched.remove(path);
            } else if path.is_dir() && !self.watched.contains(path) {
                self.watch()?;
            }
        }
        let is_followed = |path: &PathBuf| {
            path.starts_with(&self.directory) && self.is_read(path)
                || path.file_name().is_some_and(|name| name == FILE_NAME)
        };
        Ok(event.paths.into_iter().filter(|path| !is_access && is_followed(path)).collect())
    }

    fn is_read(&self, path: &Path) -> bool {
        *path == self.program || self.followed.contains_key(path) || is_part(path)
    }

    /// Polls the followed files, and returns those that have changed.
    fn look(&mut self) -> BTreeSet<PathBuf> {
        let mut changed = BTreeSet::new();
        for (path, before) in &mut self.followed {
            let now = listed(path);
            let differs = |(file, stamp): &(&PathBuf, &_), other: &Listed| other.get(*file) != Some(*stamp);
            changed.extend(now.iter().filter(|entry| differs(entry, before)).map(|(file, _)| file.clone()));
            changed.extend(before.iter().filter(|entry| differs(entry, &now)).map(|(file, _)| file.clone()));
            *before = now;
        }
        if !changed.is_empty() {
            // The directory may have been replaced by another one of that name, which is not watched.
            for directory in std::mem::take(&mut self.watched) {
                let _ = self.watcher.unwatch(&directory);
            }
            let _ = self.watch();
        }
        changed
    }
}

/// Holds if a file may be a part of a program, a schema or the settings, by its name.
fn is_part(path: &Path) -> bool {
    let name = path.file_name().map_or(&[][..], |name| name.as_encoded_bytes());
    ENDINGS.iter().any(|ending| name.ends_with(ending)) || name == FILE_NAME.as_bytes()
}

/// Returns the files at a path that results may depend on.
fn listed(path: &Path) -> Listed {
    let stamp = |file: PathBuf| {
        let there = fs::metadata(&file).ok().filter(fs::Metadata::is_file)?;
        Some((file, (there.modified().ok(), there.len())))
    };
    match fs::read_dir(path) {
        Ok(entries) => {
            entries.flatten().map(|entry| entry.path()).filter(|file| is_part(file)).filter_map(stamp).collect()
        }
        Err(_) => stamp(path.to_owned()).into_iter().collect(),
    }
}

/// Returns the absolute path, as events contain it.
pub fn from_root(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn failed(error: &notify::Error) -> Failure {
    Failure::Usage(format!("the files cannot be watched: {error}"))
}
