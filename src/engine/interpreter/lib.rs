//! The interpreter of books: rules that are read at run time, and run without a compiler.
//!
//! A [`Book`] has the same engines as the compiled one. An engine that runs for an interner of that book passes its rows to a
//! [`Run`] of the engine of the same name, and takes back the derived rows. So both share queries, memories, chunks and proofs.

pub mod builtins;
mod check;
mod chunk;
mod conditions;
mod host;
mod kept;
mod limit;
mod plan;
mod program;
mod room;
mod run;
pub mod value;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use typelog_builtins::session;
use typelog_reader::Compiled;
use typelog_reader::ascent::Query;
use typelog_reader::book::{BookFile, Engine, JUDGMENTS, read_engines};
use typelog_reader::builtins::Builtins;
use typelog_reader::engine::{Sources, queries, tables_of};
use typelog_reader::stated::{Stated, stated};
use typelog_reader::syntax::{Column, Declaration, Fault, TermKind};
use typelog_reader::types::Type;
use typelog_types::{BookHandle, Piece, RunFault};

use program::Program;
use room::Room;
use value::Value;

pub use chunk::with_facts;
pub use host::{Host, Rows, solve, solve_without_code, stand_in};
pub use kept::text as interned;
pub use limit::Limit;
pub use run::Run;

/// The files of a folder of a book, and the lists of engines that are made of them.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// The name of the folder.
    pub name: String,
    /// The files.
    pub files: Vec<BookFile>,
    /// The paths of the files, in the same order.
    pub paths: Vec<String>,
    /// The lists of engines, as in `engines.txt`. A later list replaces engines, or adds files to them:
    /// `ConversionEngine: + durations`.
    pub engines: Vec<String>,
    /// The relations that the built-in book does not declare.
    pub new_relations: BTreeSet<String>,
    /// The files that differ from those of the built-in book.
    pub changed: BTreeSet<String>,
    /// The files of the built-in book in the place of the changed ones.
    pub replaced: Vec<BookFile>,
    /// Holds if runs count how often each premise holds. It takes about twice the time.
    pub counts_premises: bool,
}

/// A book that can be run.
#[derive(Debug, Default)]
pub struct Book {
    engines: BTreeMap<String, OfBook>,
    /// The relations that the built-in book does not have.
    pub new_relations: Vec<NewRelation>,
    /// The judgments: those of the built-in book, and those that only this book declares.
    judgments: BTreeMap<String, Query>,
    /// The relations that engines with changed files may use without a compiled engine that holds them, with the types of their
    /// columns.
    wanted: BTreeMap<String, Vec<Type>>,
    /// The limits of each run of an engine.
    pub limit: Limit,
}

/// An engine of a book. One that is as in the built-in book is made when it is first asked.
#[derive(Debug)]
struct OfBook {
    engine: Engine,
    room: Arc<Room>,
    program: OnceLock<Option<Program>>,
}

/// The rules of a book that are checked for faults when it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Those of the engines that differ from the built-in ones, which have been checked before.
    Changed,
    /// All.
    All,
}

/// A relation that the built-in book does not have.
#[derive(Clone, Debug)]
pub struct NewRelation {
    /// Its declaration.
    pub declaration: Declaration,
    /// The sentences of its comment.
    pub documentation: String,
    /// The names of the relation alone, as the list of those whose rows become a problem.
    pub names: &'static [&'static str],
    /// The message, if its rows are problems.
    pub stated: Option<Stated>,
    /// The engine that concludes it, if one does.
    engine: Option<String>,
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
        let text = include_str!(env!("TYPELOG_JUDGMENTS")).to_owned();
        BookFile::read(JUDGMENTS, text).expect("the build has read the list of judgments")
    });
    &LIST
}

/// Returns a text that is interned for as long as the process runs: the name of a relation of a book.
pub fn kept_text(text: &str) -> &'static str {
    kept::text(text)
}

/// Returns the judgments of a book, which user rules may ask.
pub fn judgments_of(book: &BookHandle) -> &BTreeMap<String, Query> {
    match OpenBook::of(book).map(|open| &open.rules) {
        Some(Chosen::Interpreted(book)) => &book.judgments,
        _ => judgments(),
    }
}

/// Returns the relations of a book that the built-in one does not have.
pub fn new_relations_of(book: &BookHandle) -> &[NewRelation] {
    match OpenBook::of(book).map(|open| &open.rules) {
        Some(Chosen::Interpreted(book)) => &book.new_relations,
        _ => &[],
    }
}

/// Asks a judgment of the book that is chosen for the current interner. Returns none if it has no such judgment. The answer is
/// optional if the judgment has no default, and a tuple if it has several columns.
pub fn ask(judgment: &str, question: &[Value]) -> Option<Value> {
    match chosen() {
        Chosen::Interpreted(book) if !judgments().contains_key(judgment) => book.ask(judgment, question),
        _ => builtins::builtin(judgment)?(question),
    }
}

impl Book {
    /// Asks a judgment that only this book declares.
    fn ask(&self, judgment: &str, question: &[Value]) -> Option<Value> {
        let relation = self.new_relations.iter().find(|relation| relation.declaration.name == judgment)?;
        let mut run = self.start(relation.engine.as_ref()?)?;
        let answer = run.answer(judgment, question);
        let columns = &relation.declaration.columns;
        let default = || columns[question.len()..].iter().map(|column| default(column, columns, question)).collect();
        let found: Option<Vec<Value>> = answer.or_else(default);
        let whole = |parts: Vec<Value>| match <[Value; 1]>::try_from(parts) {
            Ok([only]) => only,
            Err(parts) => Value::Tuple(parts.into()),
        };
        match (found, relation.declaration.has_default()) {
            (found, true) => found.map(whole),
            (Some(parts), false) => Some(Value::Some(Box::new(whole(parts)))),
            (None, false) => Some(Value::Nothing),
        }
    }

    /// Loads a folder of the built-in book: its files, with their paths, and its engines.
    ///
    /// # Panics
    /// The rules have a fault, which the build would have found.
    #[must_use]
    pub fn built_in(name: &str, files: &[(&str, &str)], engines: &str) -> Self {
        let stem = |path: &str| Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let read = |&(path, text): &(&str, &str)| BookFile::read(&stem(path), text.to_owned());
        let folder = Folder {
            name: name.to_owned(),
            files: files.iter().map(read).collect::<Result<_, _>>().expect("the build has read the rules"),
            paths: files.iter().map(|file| file.0.to_owned()).collect(),
            engines: vec![engines.to_owned()],
            ..Folder::default()
        };
        Self::load(vec![folder], Checked::Changed).expect("the build has made engines of the rules")
    }

    /// Loads a book.
    ///
    /// # Errors
    /// The errors in its rules, each with its folder and file.
    pub fn load(folders: Vec<Folder>, checked: Checked) -> Result<Self, Vec<(String, String, Fault)>> {
        let (mut book, mut faults) = (Self { judgments: judgments().clone(), ..Self::default() }, Vec::new());
        for folder in folders {
            for (file, relation) in folder.files.iter().flat_map(|file| file.relations().map(move |one| (file, one))) {
                if folder.new_relations.contains(&relation.name) {
                    match NewRelation::of(file, relation) {
                        Ok(relation) => book.new_relations.push(relation),
                        Err(fault) => faults.push((folder.name.clone(), file.name.clone(), fault)),
                    }
                }
            }
            let engines = merged(&folder.engines);
            let listed = check::check_judgments(listed(), &engines, &folder.files);
            faults.extend(listed.into_iter().map(|fault| (folder.name.clone(), JUDGMENTS.to_owned(), fault)));
            let room = Arc::new(Room::new(folder));
            for engine in engines {
                let program = OnceLock::new();
                if checked == Checked::All || !room.has_as_built(&engine) {
                    match room.checked(&engine) {
                        Ok(made) => {
                            book.concluded_by(&engine, &room.folder);
                            let _ = program.set(Some(made));
                        }
                        Err(found) => {
                            let folder = &room.folder.name;
                            faults.extend(found.into_iter().map(|(file, fault)| (folder.clone(), file, fault)));
                        }
                    }
                }
                book.engines.insert(engine.name.clone(), OfBook { engine, room: room.clone(), program });
            }
        }
        let made = book.engines.values().filter_map(|engine| engine.program.get()?.as_ref());
        book.wanted = made.flat_map(Program::wanted_types).collect();
        for program in book.engines.values_mut().filter_map(|engine| engine.program.get_mut()?.as_mut()) {
            program.hand_on(&book.wanted);
        }
        let own = book.new_relations.iter().filter(|relation| relation.engine.is_some());
        let own: Vec<_> =
            own.filter_map(|relation| Some((relation.declaration.name.clone(), relation.query()?))).collect();
        book.judgments.extend(own);
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }

    /// Returns the rules of an engine.
    fn program(&self, engine: &str) -> Option<&Program> {
        let OfBook { engine, room, program } = self.engines.get(engine)?;
        let make = || {
            let mut made = room.make(engine).ok()?;
            made.hand_on(&self.wanted);
            Some(made)
        };
        program.get_or_init(make).as_ref()
    }

    /// Notes that an engine concludes the new relations in the heads of its rules.
    fn concluded_by(&mut self, engine: &Engine, folder: &Folder) {
        let files = folder.files.iter().filter(|file| engine.files.contains(&file.name));
        let heads = files.flat_map(BookFile::rules).flat_map(|rule| &rule.heads);
        let heads: BTreeSet<&str> = heads.map(|head| &head.name[..]).collect();
        for relation in self.new_relations.iter_mut().filter(|one| heads.contains(&one.declaration.name[..])) {
            relation.engine.get_or_insert_with(|| engine.name.clone());
        }
    }
}

impl NewRelation {
    fn of(file: &BookFile, relation: &Declaration) -> Result<Self, Fault> {
        Ok(Self {
            declaration: relation.clone(),
            documentation: file.documentation(relation).collect::<Vec<_>>().join(" "),
            names: kept::list(&relation.name),
            stated: relation.problem.as_ref().map(|_| stated(file, relation)).transpose()?,
            engine: None,
        })
    }

    /// Returns the judgment, if the relation is one.
    fn query(&self) -> Option<Query> {
        Query::of(&self.declaration)
    }
}

/// Returns the default of a column of an answer: a value, or a column of the question.
fn default(column: &Column, columns: &[Column], question: &[Value]) -> Option<Value> {
    match &column.default.as_ref()?.kind {
        TermKind::Number(number) => u32::try_from(*number).ok().map(Value::Number),
        TermKind::Constant(name) => match &name[..] {
            "true" => Some(Value::Flag(true)),
            "false" => Some(Value::Flag(false)),
            "None" => Some(Value::Nothing),
            _ => builtins::constant(name),
        },
        TermKind::Variable(name) => {
            let at = columns.iter().position(|column| column.name.as_ref() == Some(name))?;
            question.get(at).cloned()
        }
        _ => None,
    }
}

/// Returns the compiled form of a rule in a folder of a book, for each engine that has it.
pub fn compiled(folder: &Folder, name: &str) -> Vec<Compiled> {
    let (builtins, queries) = (signatures(), judgments());
    let tables: BTreeSet<String> = tables_of(folder.files.iter(), builtins, queries).into_keys().collect();
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
    /// The rules of another compiled edition. The function runs the given engine by them, if the edition has one of its name.
    Compiled(fn(&mut dyn Host) -> bool),
    /// The rules of an interpreted book.
    Interpreted(Arc<Book>),
}

/// The content of the handle to a book other than the built-in one.
pub struct OpenBook {
    /// Its rules.
    pub rules: Chosen,
    /// The host's own data about it.
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
        let program = self.program(engine);
        if program.is_none() {
            report(RunFault::new("no-engine", vec![Piece::Text(format!("the book has no engine `{engine}`"))]));
        }
        program.map(|program| Run::new(program, self.limit))
    }
}

/// Holds if a run for the current interner had a fault.
fn is_faulty() -> bool {
    session::types(|types| !types.book().faults().is_empty())
}

/// Notes a fault of a run for the current interner.
fn report(fault: RunFault) {
    session::types(|types| types.book().faults().note(fault));
}
