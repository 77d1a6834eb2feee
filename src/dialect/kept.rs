//! The interfaces of called programs that are kept, modules of Terraform and components of PCL: for the next version of their caller,
//! or for the next callers in a run.
//!
//! While a program is read, everything outside of its caller that its interface depends on is recorded. The interface is used again
//! if each record still holds. A program that takes part in a cycle, or that calls one that is missing, is read again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::open_directories::OpenDirectories;
use super::{Text, Unread, pcl, terraform};
use crate::digest::Digest;

/// The interfaces of the programs that the last version of a program calls, or those that all programs of a run call. Their types
/// belong to one interner.
#[derive(Clone, Debug, Default)]
pub struct KeptModules {
    pub(super) modules: Kept<terraform::Interface>,
    pub(super) components: Kept<pcl::Interface>,
}

/// Interfaces by the real paths of their directories.
#[derive(Debug)]
pub(super) struct Kept<I> {
    programs: FxHashMap<PathBuf, Arc<Known<I>>>,
    /// The number of programs that have been read.
    count: u64,
    /// The directories whose files may have changed since the last version; `None` if any file may have.
    changed: Option<BTreeSet<PathBuf>>,
    /// Holds if programs stay that the last caller does not call.
    is_of_run: bool,
}

/// The called programs of a program that is being read.
#[derive(Debug)]
pub(super) struct Called<I> {
    /// Those that have been read, by the real paths of their directories.
    pub known: FxHashMap<PathBuf, Arc<Known<I>>>,
    /// The dependencies of the programs that are being read, except the outermost one.
    pub records: Vec<Records>,
    /// Those of the previous version; `None` if nothing is kept.
    kept: Option<Kept<I>>,
    /// The directories of those that have been kept.
    reused: Vec<PathBuf>,
}

/// A called program that has been read.
#[derive(Debug)]
pub(super) struct Known<I> {
    pub interface: Arc<I>,
    /// Its number in the order of reading, by which its callers know this version of it.
    number: u64,
    /// The path of its directory, as first named.
    named: PathBuf,
    /// The path of its directory from that of the outermost program, which the places of its errors begin with.
    pub from_outermost: PathBuf,
    records: Records,
}

/// The dependencies of a program, in the order of reading.
#[derive(Debug, Default)]
pub(super) struct Records {
    all: Vec<Record>,
    /// Holds if the program has to be read again in any case.
    is_short_lived: bool,
}

/// A dependency of a program.
#[derive(Debug)]
pub(super) enum Record {
    /// The files in its directory, with their digest.
    Files(u64),
    /// A file that a function reads, with the digest of its text.
    Read(PathBuf, Result<u64, Unread>),
    /// The directory of a call whose source is not a path.
    Source { call: String, source: String, directory: Option<PathBuf> },
    /// A program that it calls, with its number.
    Called { call: String, named: PathBuf, number: u64 },
}

impl KeptModules {
    /// Returns none yet, for the programs of a run: they are kept until the types of the run are dropped.
    pub fn of_run() -> Self {
        let mut kept = Self::default();
        (kept.modules.is_of_run, kept.components.is_of_run) = (true, true);
        kept
    }

    /// Notes that, since the last version, only files in these directories have changed, apart from files that functions read.
    pub fn note_changes(&mut self, directories: BTreeSet<PathBuf>) {
        self.modules.changed = Some(directories.clone());
        self.components.changed = Some(directories);
    }
}

impl<I> Clone for Kept<I> {
    fn clone(&self) -> Self {
        Self { programs: self.programs.clone(), changed: self.changed.clone(), ..*self }
    }
}

impl<I> Default for Kept<I> {
    fn default() -> Self {
        Self { programs: FxHashMap::default(), count: 0, changed: None, is_of_run: false }
    }
}

impl<I> Kept<I> {
    fn may_have_changed(&self, directory: &Path) -> bool {
        self.changed.as_ref().is_none_or(|changed| changed.contains(directory))
    }

    /// Holds if a path is known to be the real path of a directory.
    fn is_real(&self, path: &Path) -> bool {
        self.changed.is_some() && self.programs.get(path).is_some_and(|program| program.named == path)
    }
}

impl<I> Called<I> {
    /// Starts with the interfaces that have been kept, if any are to be kept.
    pub fn of(kept: Option<Kept<I>>) -> Self {
        Self { known: FxHashMap::default(), records: Vec::new(), kept, reused: Vec::new() }
    }

    /// Records a dependency of the current program, if it is a called one and interfaces are kept.
    pub fn record(&mut self, record: impl FnOnce(&mut Records)) {
        if let Some(records) = self.records.last_mut().filter(|_| self.kept.is_some()) {
            record(records);
        }
    }

    /// Returns the programs that are kept for the next version, and the directories of those that have been kept until now.
    pub fn into_kept(self) -> (Option<Kept<I>>, Vec<PathBuf>) {
        let mut programs = self.known;
        programs.retain(|_, program| !program.records.is_short_lived);
        let kept = self.kept.map(|mut kept| {
            if kept.is_of_run {
                kept.programs.extend(programs);
            } else {
                kept.programs = programs;
            }
            Kept { changed: None, ..kept }
        });
        (kept, self.reused)
    }
}

impl Records {
    /// Records the files of the program.
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

    /// Records the call of a program.
    pub fn called<I>(&mut self, call: &str, named: &Path, program: &Known<I>) {
        let (call, named) = (call.to_owned(), named.to_owned());
        self.all.push(Record::Called { call, named, number: program.number });
        self.is_short_lived |= program.records.is_short_lived;
    }

    /// Records that the program has to be read again.
    pub fn end_with_version(&mut self) {
        self.is_short_lived = true;
    }
}

/// A reader of programs that call others.
pub(super) trait Caller<I> {
    /// Returns the called programs.
    fn called(&mut self) -> &mut Called<I>;

    /// Returns the directories of the programs that are being read.
    fn open(&self) -> &OpenDirectories;

    /// Loads the files of the program in a directory.
    ///
    /// # Errors
    /// They cannot be read.
    fn load(&self, named: &Path) -> Result<Vec<Text>, String>;

    /// Reads a file that a function names.
    ///
    /// # Errors
    /// It is not read.
    fn read(&self, _path: &Path) -> Result<String, Unread> {
        Err(Unread::Refused)
    }

    /// Returns the directory of a call whose source is not a path, if it is available.
    fn installed(&self, _call: &str, _source: &str) -> Option<PathBuf> {
        None
    }

    /// Holds if the interface of a program is the same for the current caller.
    fn is_for_caller(&self, _program: &Known<I>, _named: &Path) -> bool {
        true
    }

    /// Notes that the program of a call is read, or is read no longer.
    fn enter(&mut self, _call: Option<&str>) {}

    /// Returns the real path of a directory.
    fn real_path(&mut self, named: &Path) -> PathBuf {
        let is_real = self.called().kept.as_ref().is_some_and(|kept| kept.is_real(named));
        if is_real { named.to_owned() } else { self.open().real_path(named) }
    }

    /// Makes a program known that has just been read.
    fn make_known(&mut self, real: PathBuf, named: &Path, interface: I, records: Records) -> Arc<Known<I>> {
        let from_outermost = self.open().path_from_outermost(named);
        let called = self.called();
        let number = called.kept.as_mut().map_or(0, |kept| {
            kept.count += 1;
            kept.count
        });
        let (interface, named) = (Arc::new(interface), named.to_owned());
        let program = Arc::new(Known { interface, number, named, from_outermost, records });
        called.known.insert(real, program.clone());
        program
    }

    /// Makes the program in a directory known as it is kept, with those that it calls, if it is kept and its records still hold.
    /// Linear in the records of these programs.
    fn reuse(&mut self, real: &Path, named: &Path) -> Option<Arc<Known<I>>> {
        let kept = self.called().kept.as_ref()?.programs.get(real);
        let program = kept.filter(|program| program.named == named)?.clone();
        let holds = self.is_for_caller(&program, named)
            && program.records.all.iter().all(|record| self.holds(record, real, named));
        if !holds {
            return None;
        }
        let called = self.called();
        called.known.insert(real.to_owned(), program.clone());
        called.reused.push(named.to_owned());
        Some(program)
    }

    /// Holds if a record of the program in a directory still holds.
    fn holds(&mut self, record: &Record, real: &Path, named: &Path) -> bool {
        match record {
            Record::Files(digest_before) => {
                let kept = self.called().kept.as_ref();
                let may_have_changed = |path| kept.is_none_or(|kept| kept.may_have_changed(path));
                let is_suspect = [real, named].into_iter().any(may_have_changed);
                !is_suspect || self.load(named).is_ok_and(|texts| digest(&texts) == *digest_before)
            }
            Record::Read(path, before) => digest_of_text(&self.read(path)) == *before,
            Record::Source { call, source, directory } => self.installed(call, source) == *directory,
            Record::Called { call, named, number } => {
                let real = self.real_path(named);
                if let Some(known) = self.called().known.get(&real) {
                    return known.number == *number;
                }
                if self.open().contains(&real) {
                    return false;
                }
                self.enter(Some(call));
                let program = self.reuse(&real, named);
                self.enter(None);
                program.is_some_and(|program| program.number == *number)
            }
        }
    }
}

/// Returns the digest of the files of a program.
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
