//! The interpreter of books: rules that are read when the program starts, and run without a compiler.
//!
//! A [`Book`] has the same engines as the compiled one. While it is active, each engine that is to run hands its rows to a
//! [`Run`] of the engine of the same name, and takes back what that has derived. So doors, memories, chunks and proofs are the
//! same for both.

mod plan;
mod program;
mod run;
pub mod value;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

use typelog_reader::ascent::Door;
use typelog_reader::book::{BookFile, Engine, read_engines};
use typelog_reader::engine::{Sources, assemble, doors, tables_of};
use typelog_reader::syntax::Rule;
use typelog_reader::words::Words;

use program::{Names, Program, program};
use words::Word;

pub use run::Run;

/// The files of a folder of a book, by name, and what says which engines are made of them.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// The name of the folder.
    pub name: String,
    /// The files.
    pub files: Vec<BookFile>,
    /// The texts that say which engines there are, as in `engines.txt`. A later one replaces engines, or adds files to them:
    /// `ConversionEngine: + durations`.
    pub engines: Vec<String>,
}

/// A book that is ready to be run.
#[derive(Debug, Default)]
pub struct Book {
    engines: BTreeMap<String, Program>,
}

/// The signatures of the words that rules may use.
pub fn signatures() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| {
        let mut words = Words::default();
        words.add_file(include_str!(concat!(env!("OUT_DIR"), "/signatures.txt")));
        words
    });
    &WORDS
}

/// The judgments that rules of one engine may ask of another.
pub fn judgments() -> &'static BTreeMap<String, Door> {
    static DOORS: LazyLock<BTreeMap<String, Door>> = LazyLock::new(|| doors(include_str!("../../src/types/memory.rs")));
    &DOORS
}

impl Book {
    /// Makes a book ready. `own` are the words of the host besides those of `typelog-terms`.
    ///
    /// # Errors
    /// What is wrong with its rules, with the places.
    pub fn load(folders: &[Folder], own: &dyn Fn(&str) -> Option<Word>) -> Result<Self, Vec<String>> {
        let (words, doors) = (signatures(), judgments());
        let (mut book, mut faults) = (Self::default(), Vec::new());
        for folder in folders {
            let tables = tables_of(&folder.files, words, doors);
            let tables: BTreeSet<String> = tables.into_keys().collect();
            let sources = Sources { files: &folder.files, words, doors, tables: &tables };
            let is_row = |rule: &&Rule| rule.heads.iter().all(|head| tables.contains(&head.name));
            let rows: Vec<&Rule> = folder.files.iter().flat_map(|file| file.rules().filter(is_row)).collect();
            for engine in merged(&folder.engines) {
                let made = assemble(&engine, sources)
                    .and_then(|assembled| program(&assembled, &rows, Names { words, doors, own }));
                match made {
                    Ok(made) => {
                        book.engines.insert(engine.name, made);
                    }
                    Err(fault) => faults.push(format!("{}/{fault}", folder.name)),
                }
            }
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }
}

/// The engines of several lists.
fn merged(lists: &[String]) -> Vec<Engine> {
    let mut engines: Vec<Engine> = Vec::new();
    for engine in lists.iter().flat_map(|list| read_engines(list)) {
        let adds = engine.files.first().is_some_and(|file| file.starts_with('+'));
        match engines.iter_mut().find(|known| known.name == engine.name) {
            Some(known) if adds => {
                known.files.extend(engine.files.iter().map(|file| file.trim_start_matches(['+', ' ']).to_owned()));
            }
            Some(known) => *known = engine,
            None => engines.push(engine),
        }
    }
    engines
}

static ACTIVE: RwLock<Option<&'static Book>> = RwLock::new(None);

/// Holds if a book is active: looked at before each run.
static IS_ACTIVE: AtomicBool = AtomicBool::new(false);

static FAULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Makes a book active, or none: then the compiled engines run.
pub fn activate(book: Option<&'static Book>) {
    *ACTIVE.write().unwrap_or_else(PoisonError::into_inner) = book;
    IS_ACTIVE.store(book.is_some(), Ordering::Release);
}

/// A run of an engine of the active book, if there is one.
#[inline]
pub fn start(engine: &str) -> Option<Run<'static>> {
    let book = active()?;
    let program = book.engines.get(engine);
    if program.is_none() {
        report(&format!("the book has no engine `{engine}`"));
    }
    program.map(Run::new)
}

/// The active book.
#[inline]
fn active() -> Option<&'static Book> {
    if !IS_ACTIVE.load(Ordering::Acquire) {
        return None;
    }
    *ACTIVE.read().unwrap_or_else(PoisonError::into_inner)
}

/// What has gone wrong in runs so far. Forgets it.
pub fn take_faults() -> Vec<String> {
    std::mem::take(&mut FAULTS.lock().unwrap_or_else(PoisonError::into_inner))
}

fn report(fault: &str) {
    let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    if !faults.iter().any(|known| known == fault) {
        faults.push(fault.to_owned());
    }
}
