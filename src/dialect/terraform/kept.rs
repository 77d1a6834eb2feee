//! The interfaces of called modules that are kept: for the next version of their caller, or for the next callers in a run.
//!
//! While a module is read, everything outside of its caller that its interface depends on is recorded. The interface is used again
//! if each record still holds. A module that takes part in a cycle, or that calls one that is missing, is read again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::modules::{Interface, Reading};
use crate::dialect::{Text, Unread};
use crate::digest::Digest;

/// The interfaces of modules by the real paths of their directories: those that the last version of a program calls, or those that
/// all programs of a run call. Their types belong to one interner.
#[derive(Clone, Debug, Default)]
pub struct KeptModules {
    modules: FxHashMap<PathBuf, Arc<KnownModule>>,
    /// The number of modules that have been read.
    count: u64,
    /// The directories whose files may have changed since the last version; `None` if any file may have.
    changed: Option<BTreeSet<PathBuf>>,
    /// Holds if modules stay that the last program does not call.
    is_of_run: bool,
}

/// A module that has been read.
#[derive(Debug)]
pub(super) struct KnownModule {
    pub interface: Arc<Interface>,
    /// Its number in the order of reading, by which its callers know this version of it.
    number: u64,
    /// The path of its directory, as first named.
    named: PathBuf,
    /// The path of its directory from that of the outermost program, which the places of its errors begin with.
    from_outermost: PathBuf,
    records: Records,
}

/// The dependencies of a module, in the order of reading.
#[derive(Debug, Default)]
pub(super) struct Records {
    all: Vec<Record>,
    /// Holds if the module has to be read again in any case.
    is_short_lived: bool,
}

/// A dependency of a module.
#[derive(Debug)]
enum Record {
    /// The files in its directory, with their digest.
    Files(u64),
    /// A file that a function reads, with the digest of its text.
    Read(PathBuf, Result<u64, Unread>),
    /// The directory of a call whose source is not a path.
    Source { call: String, source: String, directory: Option<PathBuf> },
    /// A module that it calls, with its number.
    Called { call: String, named: PathBuf, number: u64 },
}

impl KeptModules {
    /// Returns none yet, for the programs of a run: they are kept until the types of the run are dropped.
    pub fn of_run() -> Self {
        Self { is_of_run: true, ..Self::default() }
    }

    /// Notes that, since the last version, only files in these directories have changed, apart from files that functions read.
    pub fn note_changes(&mut self, directories: BTreeSet<PathBuf>) {
        self.changed = Some(directories);
    }

    fn may_have_changed(&self, directory: &Path) -> bool {
        self.changed.as_ref().is_none_or(|changed| changed.contains(directory))
    }

    /// Holds if a path is known to be the real path of a directory.
    fn is_real(&self, path: &Path) -> bool {
        self.changed.is_some() && self.modules.get(path).is_some_and(|module| module.named == path)
    }
}

impl Records {
    /// Records the files of the module.
    pub fn files(&mut self, texts: &[Text]) {
        self.all.push(Record::Files(digest(texts)));
    }

    /// Records that a function reads a file.
    pub fn read(&mut self, path: &Path, found: &Result<String, Unread>) {
        self.all.push(Record::Read(path.to_owned(), digest_of_text(found)));
    }

    /// Records the directory of a call whose source is not a path.
    pub fn source(&mut self, call: &str, source: &str, directory: Option<&Path>) {
        let (call, source) = (call.to_owned(), source.to_owned());
        self.all.push(Record::Source { call, source, directory: directory.map(Path::to_owned) });
    }

    /// Records the call of a module.
    pub fn called(&mut self, call: &str, named: &Path, module: &KnownModule) {
        let (call, named) = (call.to_owned(), named.to_owned());
        self.all.push(Record::Called { call, named, number: module.number });
        self.is_short_lived |= module.records.is_short_lived;
    }

    /// Records that the module has to be read again.
    pub fn end_with_version(&mut self) {
        self.is_short_lived = true;
    }
}

impl Reading<'_> {
    /// Records a dependency of the current module, if it is a called one and interfaces are kept.
    pub(super) fn record(&mut self, record: impl FnOnce(&mut Records)) {
        if let Some(records) = self.records.last_mut().filter(|_| self.kept.is_some()) {
            record(records);
        }
    }

    /// Returns the real path of a directory.
    pub(super) fn real_path(&self, named: &Path) -> PathBuf {
        let is_real = self.kept.as_ref().is_some_and(|kept| kept.is_real(named));
        if is_real { named.to_owned() } else { self.open.real_path(named) }
    }

    /// Makes a module known that has just been read.
    pub(super) fn make_known(
        &mut self,
        real: PathBuf,
        named: &Path,
        interface: Interface,
        records: Records,
    ) -> Arc<KnownModule> {
        let number = self.kept.as_mut().map_or(0, |kept| {
            kept.count += 1;
            kept.count
        });
        let from_outermost = self.open.path_from_outermost(named);
        let (interface, named) = (Arc::new(interface), named.to_owned());
        let module = Arc::new(KnownModule { interface, number, named, from_outermost, records });
        self.known.insert(real, module.clone());
        module
    }

    /// Makes the module in a directory known as it is kept, with those that it calls, if it is kept and its records still hold.
    /// Linear in the records of these modules.
    pub(super) fn reuse(&mut self, real: &Path, named: &Path) -> Option<Arc<KnownModule>> {
        let module = self.kept.as_ref()?.modules.get(real).filter(|module| module.named == named)?.clone();
        // A module that is checked in the same run has its errors in its own report.
        let is_reported = self.is_reported(named);
        let has_same_places =
            module.interface.errors.is_none() || module.from_outermost == self.open.path_from_outermost(named);
        if is_reported != module.interface.is_reported
            || !has_same_places
            || !module.records.all.iter().all(|record| self.holds(record, real, named))
        {
            return None;
        }
        self.known.insert(real.to_owned(), module.clone());
        self.reused.push(named.to_owned());
        Some(module)
    }

    fn holds(&mut self, record: &Record, real: &Path, named: &Path) -> bool {
        match record {
            Record::Files(digest_before) => {
                let may_have_changed = |path| self.kept.as_ref().is_none_or(|kept| kept.may_have_changed(path));
                let is_suspect = [real, named].into_iter().any(may_have_changed);
                !is_suspect || (self.load)(named).is_ok_and(|texts| digest(&texts) == *digest_before)
            }
            Record::Read(path, before) => digest_of_text(&(self.read)(path)) == *before,
            Record::Source { call, source, directory } => self.installed(call, source) == *directory,
            Record::Called { call, named, number } => {
                let real = self.real_path(named);
                if let Some(known) = self.known.get(&real) {
                    return known.number == *number;
                }
                if self.open.contains(&real) {
                    return false;
                }
                self.calls.push(call.clone());
                let module = self.reuse(&real, named);
                self.calls.pop();
                module.is_some_and(|module| module.number == *number)
            }
        }
    }

    /// Returns the modules that are kept for the next version, and the directories of those that have been kept until now.
    pub(super) fn into_kept(self) -> (Option<KeptModules>, Vec<PathBuf>) {
        let mut modules = self.known;
        modules.retain(|_, module| !module.records.is_short_lived);
        let kept = self.kept.map(|mut kept| {
            if kept.is_of_run {
                kept.modules.extend(modules);
            } else {
                kept.modules = modules;
            }
            KeptModules { changed: None, ..kept }
        });
        (kept, self.reused)
    }
}

/// Returns the digest of the files of a module.
fn digest(texts: &[Text]) -> u64 {
    let mut digest = Digest::default();
    for text in texts {
        text.add_to(&mut digest);
    }
    digest.finish()
}

fn digest_of_text(found: &Result<String, Unread>) -> Result<u64, Unread> {
    found
        .as_ref()
        .map(|text| {
            let mut digest = Digest::default();
            digest.text(text);
            digest.finish()
        })
        .map_err(|unread| *unread)
}
