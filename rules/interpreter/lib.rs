//! The interpreter of books: rules that are read when the program starts, and run without a compiler.
//!
//! A [`Book`] has the same engines as the compiled one. An engine that is to run for an interner of that book hands its rows to
//! a [`Run`] of the engine of the same name, and takes back what that has derived. So doors, memories, chunks and proofs are
//! the same for both.

mod check;
mod conditions;
mod kept;
mod limit;
mod plan;
mod program;
mod run;
pub mod value;
pub mod words;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

use typelog_reader::Compiled;
use typelog_reader::ascent::Door;
use typelog_reader::book::{BookFile, Engine, read_engines};
use typelog_reader::engine::{Sources, assemble, doors, tables_of};
use typelog_reader::syntax::{Fault, Rule};
use typelog_reader::words::Words;
use typelog_terms::session;
use typelog_types::{BookId, Interner};

use program::{Names, Program, program};
use words::Word;

pub use limit::Limit;
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
    /// The limits of each run of an engine.
    pub limit: Limit,
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
    /// What is wrong with its rules: the folder, the file, and the fault.
    pub fn load(folders: &[Folder], own: &dyn Fn(&str) -> Option<Word>) -> Result<Self, Vec<(String, String, Fault)>> {
        let (words, doors) = (signatures(), judgments());
        let (mut book, mut faults) = (Self::default(), Vec::new());
        for folder in folders {
            let tables = tables_of(&folder.files, words, doors);
            let tables: BTreeSet<String> = tables.into_keys().collect();
            let sources = Sources { files: &folder.files, words, doors, tables: &tables };
            let is_row = |rule: &&Rule| rule.heads.iter().all(|head| tables.contains(&head.name));
            let rows: Vec<&Rule> = folder.files.iter().flat_map(|file| file.rules().filter(is_row)).collect();
            for engine in merged(&folder.engines) {
                let is_own = |name: &str| own(name).is_some();
                let found = check::check(&engine, sources, &is_own);
                if !found.is_empty() {
                    faults.extend(found.into_iter().map(|(file, fault)| (folder.name.clone(), file, fault)));
                    continue;
                }
                let made = assemble(&engine, sources).and_then(|assembled| {
                    let names = Names { words, doors, own };
                    program(&assembled, &rows, names).map_err(|(rule, message)| {
                        let file = folder.files.iter().find(|file| {
                            file.rules().any(|own| own.span == rule.span && own.heads[0].name == rule.heads[0].name)
                        });
                        (
                            file.map_or_else(String::new, |file| file.name.clone()),
                            Fault::new("wrong-rule", rule.span, message),
                        )
                    })
                });
                match made {
                    Ok(made) => {
                        book.engines.insert(engine.name, made);
                    }
                    Err((file, fault)) => faults.push((folder.name.clone(), file, fault)),
                }
            }
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }
}

/// The compiled form of a rule in a folder of a book, for each engine that has it.
pub fn compiled(folder: &Folder, name: &str) -> Vec<Compiled> {
    let (words, doors) = (signatures(), judgments());
    let tables: BTreeSet<String> = tables_of(&folder.files, words, doors).into_keys().collect();
    let sources = Sources { files: &folder.files, words, doors, tables: &tables };
    let engines = merged(&folder.engines);
    engines.iter().filter_map(|engine| typelog_reader::compiled(engine, sources, name).ok().flatten()).collect()
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

/// The rules that an engine runs by.
#[derive(Clone, Copy, Debug)]
pub enum Chosen {
    /// Those that it has been compiled of.
    BuiltIn,
    /// Those of another edition that has been compiled: it runs the engine, if it has another one of this type.
    Compiled(fn(&mut dyn Any) -> bool),
    /// Those of a book that is interpreted.
    Interpreted(&'static Book),
}

/// The books besides the built-in one; the first has the number 1.
static BOOKS: RwLock<Vec<Chosen>> = RwLock::new(Vec::new());

static FAULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Makes a book known. Interners that have its number are asked by its rules.
pub fn register(book: Chosen) -> BookId {
    let mut books = BOOKS.write().unwrap_or_else(PoisonError::into_inner);
    books.push(book);
    BookId(books.len() as u32)
}

/// The rules that engines run by for the interner that is lent.
#[inline]
pub fn chosen() -> Chosen {
    match session::types(Interner::book) {
        BookId::BUILT_IN => Chosen::BuiltIn,
        BookId(number) => {
            let books = BOOKS.read().unwrap_or_else(PoisonError::into_inner);
            books.get(number as usize - 1).copied().unwrap_or(Chosen::BuiltIn)
        }
    }
}

impl Book {
    /// A run of one of its engines.
    pub fn start(&self, engine: &str) -> Option<Run<'_>> {
        let program = self.engines.get(engine);
        if program.is_none() {
            report(&format!("the book has no engine `{engine}`"));
        }
        program.map(|program| Run::new(program, self.limit))
    }
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
