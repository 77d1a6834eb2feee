//! The interpreter of books: rules that are read at run time, and run without a compiler.
//!
//! A [`Book`] has the same engines as the compiled one. An engine that runs for an interner of that book passes its rows to a
//! [`Run`] of the engine of the same name, and takes back the derived rows. So both share queries, memories, chunks and proofs.

pub mod builtins;
mod check;
mod conditions;
mod kept;
mod limit;
mod plan;
mod program;
mod run;
pub mod value;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use typelog_builtins::session;
use typelog_reader::Compiled;
use typelog_reader::ascent::Query;
use typelog_reader::book::{BookFile, Engine, JUDGMENTS, read_engines};
use typelog_reader::builtins::Builtins;
use typelog_reader::engine::{Sources, assemble, queries, tables_of};
use typelog_reader::syntax::{Fault, Rule};
use typelog_types::BookHandle;

use builtins::Function;
use program::{Names, Program, program};

pub use limit::Limit;
pub use run::Run;

/// The files of a folder of a book, and the lists of engines that are made of them.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// The name of the folder.
    pub name: String,
    /// The files.
    pub files: Vec<BookFile>,
    /// The lists of engines, as in `engines.txt`. A later list replaces engines, or adds files to them:
    /// `ConversionEngine: + durations`.
    pub engines: Vec<String>,
}

/// A book that can be run.
#[derive(Debug, Default)]
pub struct Book {
    engines: BTreeMap<String, Program>,
    /// The limits of each run of an engine.
    pub limit: Limit,
}

/// Returns the signatures of the builtins that rules may use.
pub fn signatures() -> &'static Builtins {
    static BUILTINS: LazyLock<Builtins> = LazyLock::new(builtins::signatures);
    &BUILTINS
}

/// Returns the judgments that rules of one engine may ask of another.
pub fn judgments() -> &'static BTreeMap<String, Query> {
    static QUERIES: LazyLock<BTreeMap<String, Query>> = LazyLock::new(|| queries(listed()));
    &QUERIES
}

/// Returns the file that lists the judgments.
fn listed() -> &'static BookFile {
    static LIST: LazyLock<BookFile> = LazyLock::new(|| {
        let text = include_str!("../../../rules/types/judgments.dl").to_owned();
        BookFile::read(JUDGMENTS, text).expect("the build has read the list of judgments")
    });
    &LIST
}

impl Book {
    /// Loads a book. `own` returns the additional builtins of the host, beyond those of `typelog-builtins`.
    ///
    /// # Errors
    /// The errors in its rules, each with its folder and file.
    pub fn load(
        folders: &[Folder],
        own: &dyn Fn(&str) -> Option<Function>,
    ) -> Result<Self, Vec<(String, String, Fault)>> {
        let (builtins, queries) = (signatures(), judgments());
        let (mut book, mut faults) = (Self::default(), Vec::new());
        for folder in folders {
            let tables = tables_of(&folder.files, builtins, queries);
            let tables: BTreeSet<String> = tables.into_keys().collect();
            let sources = Sources { files: &folder.files, builtins, queries, tables: &tables };
            let is_row = |rule: &&Rule| rule.heads.iter().all(|head| tables.contains(&head.name));
            let engines = merged(&folder.engines);
            let listed = check::check_judgments(listed(), &engines, &folder.files);
            faults.extend(listed.into_iter().map(|fault| (folder.name.clone(), JUDGMENTS.to_owned(), fault)));
            let rows: Vec<&Rule> = folder.files.iter().flat_map(|file| file.rules().filter(is_row)).collect();
            for engine in engines {
                let is_own = |name: &str| own(name).is_some();
                let found = check::check(&engine, sources, &is_own);
                if !found.is_empty() {
                    faults.extend(found.into_iter().map(|(file, fault)| (folder.name.clone(), file, fault)));
                    continue;
                }
                let made = assemble(&engine, sources).and_then(|assembled| {
                    let names = Names { builtins, queries, own };
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

/// Returns the compiled form of a rule in a folder of a book, for each engine that has it.
pub fn compiled(folder: &Folder, name: &str) -> Vec<Compiled> {
    let (builtins, queries) = (signatures(), judgments());
    let tables: BTreeSet<String> = tables_of(&folder.files, builtins, queries).into_keys().collect();
    let sources = Sources { files: &folder.files, builtins, queries, tables: &tables };
    let engines = merged(&folder.engines);
    engines.iter().filter_map(|engine| typelog_reader::compiled(engine, sources, name).ok().flatten()).collect()
}

/// Returns the engines of several lists.
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

/// The rules that an engine uses.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// The rules that the engine was compiled from.
    BuiltIn,
    /// The rules of another compiled edition. The function runs the given engine by them, if the edition has an engine of its
    /// type.
    Compiled(fn(&mut dyn Any) -> bool),
    /// The rules of an interpreted book.
    Interpreted(Arc<Book>),
}

/// The content of the handle to a book other than the built-in one.
pub struct OpenBook {
    /// Its rules.
    pub rules: Chosen,
    /// What the host knows about it.
    pub host: Arc<dyn Any + Send + Sync>,
}

impl OpenBook {
    /// Returns the content of a handle; `None` for the built-in book.
    pub fn of(book: &BookHandle) -> Option<&Self> {
        book.content()?.downcast_ref()
    }
}

/// Returns the rules that engines use for the current interner.
#[inline]
pub fn chosen() -> Chosen {
    session::types(|types| OpenBook::of(types.book()).map_or(Chosen::BuiltIn, |book| book.rules.clone()))
}

impl Book {
    /// Returns a run of one of its engines.
    pub fn start(&self, engine: &str) -> Option<Run<'_>> {
        let program = self.engines.get(engine);
        if program.is_none() {
            report(&format!("the book has no engine `{engine}`"));
        }
        program.map(|program| Run::new(program, self.limit))
    }
}

/// Notes a fault of a run for the current interner.
fn report(fault: &str) {
    session::types(|types| types.book().faults().note(fault));
}
