//! Books of rules: the built-in editions, and directories of rule files.
//!
//! The built-in book follows the specification. The files of another edition or of a directory replace built-in files with the
//! same name, or add to them. All other files are taken from the built-in book.

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub use typelog_interpreter::Limit;
use typelog_interpreter::{Book, Checked, Chosen, Folder, OpenBook, signatures};
use typelog_reader::Compiled;
use typelog_reader::book::{BookFile, ListedEngine, listed_engines, read_engines};
use typelog_reader::drawing::formatted;
use typelog_reader::notation::Notations;
use typelog_reader::rocq::{JUDGMENTS_ABOUT_TYPES, Unwritten, definitions};
use typelog_reader::syntax::{Fault, OwnConstructor};

use crate::citation::{digest_of, digest_of_book};
use crate::source::{Source, Span};
use crate::types::display::CONSTRUCTORS;
use crate::types::nearest::nearest;
use crate::types::{BookHandle, ConstructorSignature, Faults};
use crate::{program_rules, pulumi_rules, type_rules};

/// The names of the built-in editions, the default one first.
pub const EDITIONS: [&str; 2] = ["specification", "pulumi"];

/// The greatest number of constructors that a book declares.
const MOST_CONSTRUCTORS: usize = 200;

/// A file of rules: its name, as in `rules/types/conversion.dl`, and its text.
pub type RuleFile = (&'static str, &'static str);

/// A folder of the built-in book: its name, its files, and the list of its engines.
pub struct BuiltInFolder {
    /// The name: `types`.
    pub name: &'static str,
    /// The files.
    pub files: &'static [RuleFile],
    /// The list of the engines that are made from them.
    pub engines: &'static str,
}

/// A fault in a file of a book.
#[derive(Debug)]
pub struct BookFault {
    /// The file.
    pub source: Source,
    /// The fault, with its span.
    pub fault: Fault,
}

/// A file of a user's book: rules, or a list of engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFile {
    /// The folder: `types` or `programs`.
    pub folder: &'static str,
    /// The path for messages. The paths of rule files end with `.dl`.
    pub path: String,
    /// The text.
    pub text: String,
}

impl OwnFile {
    /// Holds for rule files.
    pub fn holds_rules(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "dl")
    }
}

/// A file of a book, with its text.
#[derive(Clone, Debug)]
pub struct BookText {
    /// The folder: `types` or `programs`.
    pub folder: &'static str,
    /// The path: `rules/types/conversion.dl` for a file of the built-in book.
    pub path: Cow<'static, str>,
    /// The text.
    pub text: Cow<'static, str>,
}

/// The files of a book, and what has been derived from them.
pub struct BookTexts {
    /// The rule files: those about types first, in the order of their names.
    pub files: Vec<BookText>,
    /// The lists of engines of each folder, if they differ from the built-in ones.
    engines: Vec<(&'static str, Vec<String>)>,
    derived: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
}

impl BookTexts {
    fn new(files: Vec<BookText>, engines: Vec<(&'static str, Vec<String>)>) -> Self {
        Self { files, engines, derived: Mutex::default() }
    }

    /// Returns the value of a type that is derived from the files. It is made for the first caller, and lives as long as the
    /// book.
    pub fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce(&Self) -> T) -> Arc<T> {
        let mut derived = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = derived.iter().find_map(|known| known.clone().downcast::<T>().ok()) {
            return known;
        }
        let new = Arc::new(make(self));
        derived.push(new.clone());
        new
    }

    /// Returns the lists of engines of a folder.
    fn engines_of(&self, folder: &BuiltInFolder) -> Vec<String> {
        let lists = self.engines.iter().find(|(name, _)| *name == folder.name);
        lists.map_or_else(|| vec![folder.engines.to_owned()], |(_, lists)| lists.clone())
    }
}

/// Returns the files of a book.
pub fn texts(book: &BookHandle) -> Arc<BookTexts> {
    static BUILT_IN: LazyLock<Arc<BookTexts>> = LazyLock::new(|| {
        let folders = built_in();
        let files = folders.iter().flat_map(|folder| folder.files.iter().map(|file| text_of(folder.name, *file)));
        Arc::new(BookTexts::new(files.collect(), Vec::new()))
    });
    let own = OpenBook::of(book).and_then(|open| open.host.clone().downcast::<BookTexts>().ok());
    own.unwrap_or_else(|| BUILT_IN.clone())
}

/// Returns the digest of all files of a book.
pub fn digest(book: &BookHandle) -> String {
    let files: BTreeMap<String, String> =
        files_of(book).into_iter().map(|(path, text)| (path, digest_of(text.as_bytes()))).collect();
    digest_of_book(files.iter().map(|(path, content)| (&path[..], &content[..])))
}

/// Returns all files of a book with their paths in a directory, as in `types/conversion.dl`: rule files, and lists of engines.
pub fn files_of(book: &BookHandle) -> Vec<(String, String)> {
    let texts = texts(book);
    let rules = texts.files.iter().map(|BookText { folder, path, text }| {
        let name = Path::new(&path[..]).file_name().unwrap_or_default().to_string_lossy();
        (format!("{folder}/{name}"), text.clone().into_owned())
    });
    let lists = built_in().into_iter().map(|folder| {
        let path = format!("{}/{}", folder.name, "engines.txt");
        // A directory lists the changes to the built-in engines, or all of them.
        let lists = texts.engines_of(&folder);
        let own = if lists.len() > 1 { lists[1..].concat() } else { lists.concat() };
        (path, own)
    });
    rules.chain(lists).collect()
}

fn text_of(folder: &'static str, (path, text): RuleFile) -> BookText {
    BookText { folder, path: path.into(), text: text.into() }
}

/// Returns the folders of the built-in book.
pub fn built_in() -> [BuiltInFolder; 2] {
    [
        BuiltInFolder { name: "types", files: type_rules::RULE_FILES, engines: type_rules::ENGINE_FILES },
        BuiltInFolder { name: "programs", files: program_rules::RULE_FILES, engines: program_rules::ENGINE_FILES },
    ]
}

/// Returns the edition with a name.
pub fn edition(name: &str) -> Option<BookHandle> {
    static PULUMI: LazyLock<BookHandle> = LazyLock::new(pulumi);
    match name {
        "specification" => Some(BookHandle::built_in()),
        "pulumi" => Some(PULUMI.reporting_to(Faults::default())),
        _ => None,
    }
}

#[cfg(feature = "compiled")]
fn pulumi() -> BookHandle {
    let types = type_rules::RULE_FILES.iter();
    let types = types.map(|file| text_of("types", instead(*file, pulumi_rules::RULE_FILES)));
    let programs = program_rules::RULE_FILES.iter().map(|file| text_of("programs", *file));
    handle(Chosen::Compiled(pulumi_rules::solve), BookTexts::new(types.chain(programs).collect(), Vec::new()))
}

// The same files are compiled into the edition where engines are, and its pages run over it: a fault in them ends the build.
#[cfg(not(feature = "compiled"))]
fn pulumi() -> BookHandle {
    let own = |&(path, text): &RuleFile| OwnFile { folder: "types", path: path.to_owned(), text: text.to_owned() };
    let own: Vec<OwnFile> = pulumi_rules::RULE_FILES.iter().map(own).collect();
    open(&own).expect("the build has made engines of the edition's files")
}

/// Returns the file with the same name among `others`, or the file itself.
#[cfg(feature = "compiled")]
fn instead(file: RuleFile, others: &[RuleFile]) -> RuleFile {
    others.iter().copied().find(|other| stem(other.0) == stem(file.0)).unwrap_or(file)
}

fn handle(rules: Chosen, texts: BookTexts) -> BookHandle {
    BookHandle::new(Arc::new(OpenBook { rules, host: Arc::new(texts) }))
}

/// Returns the compiled forms of a rule in a book, one for each engine that contains it.
pub fn compiled(book: &BookHandle, name: &str) -> Vec<Compiled> {
    let (mut found, texts) = (Vec::new(), texts(book));
    for folder in built_in() {
        let files = texts.files.iter().filter(|file| file.folder == folder.name);
        // The rules of an open book have been parsed successfully before.
        let files =
            files.filter_map(|file| BookFile::read(&stem(&file.path), file.text.clone().into_owned()).ok()).collect();
        let engines = texts.engines_of(&folder);
        let folder = Folder { name: folder.name.to_owned(), files, engines, ..Folder::default() };
        found.extend(typelog_interpreter::compiled(&folder, name));
    }
    found
}

/// Returns the judgments about types of a book, as inductive definitions for the prover Rocq.
///
/// # Errors
/// The rule that cannot be written, with the reason.
pub fn rocq(book: &BookHandle) -> Result<String, String> {
    let texts = texts(book);
    let files = texts.files.iter().filter(|file| file.folder == "types");
    // The rules of an open book have been parsed successfully before.
    let files: Vec<BookFile> =
        files.filter_map(|file| BookFile::read(&stem(&file.path), file.text.clone().into_owned()).ok()).collect();
    let written = definitions(&files, signatures(), &JUDGMENTS_ABOUT_TYPES);
    written.map_err(|Unwritten { rule, reason }| format!("{rule} cannot be written for Rocq: {reason}"))
}

/// Assembles a book, and checks its rules. It stays in memory as long as there are handles to it.
///
/// # Errors
/// The faults in its rules.
pub fn open(own: &[OwnFile]) -> Result<BookHandle, Vec<BookFault>> {
    open_within(own, Limit::default())
}

/// As [`open`], with limits for its runs. A run that exceeds them is a fault of the book.
///
/// # Errors
/// The faults in its rules.
pub fn open_within(own: &[OwnFile], limit: Limit) -> Result<BookHandle, Vec<BookFault>> {
    let Assembled { mut book, files, engines, constructors } = assemble(own, Checked::Changed, false)?;
    book.limit = limit;
    Ok(handle(Chosen::Interpreted(Arc::new(book)), BookTexts::new(files, engines)).with_constructors(constructors))
}

/// As [`open`]. A profile of its runs counts how often each premise holds.
///
/// # Errors
/// The faults in its rules.
pub fn open_counting(own: &[OwnFile]) -> Result<BookHandle, Vec<BookFault>> {
    let Assembled { book, files, engines, constructors } = assemble(own, Checked::Changed, true)?;
    Ok(handle(Chosen::Interpreted(Arc::new(book)), BookTexts::new(files, engines)).with_constructors(constructors))
}

/// Returns the faults in the rules of a book, those of the built-in one among them.
pub fn check(own: &[OwnFile]) -> Vec<BookFault> {
    assemble(own, Checked::All, false).err().unwrap_or_default()
}

/// Returns the rule files of a user's book in which a bar is not that of its clause, with the text in which it is.
///
/// # Errors
/// The syntax errors in the files.
pub fn redrawn(own: &[OwnFile]) -> Result<Vec<OwnFile>, Vec<BookFault>> {
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for file in own.iter().filter(|file| file.holds_rules()) {
        match BookFile::read(&file.path, file.text.clone()) {
            Ok(parsed) => read.push((file, parsed)),
            Err(found) => faults.extend(found.into_iter().map(|fault| located(&file.path, &file.text, fault))),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let built_in = texts(&BookHandle::built_in());
    let built_in: Vec<BookFile> = built_in
        .files
        .iter()
        .filter_map(|file| BookFile::read(&file.path, file.text.clone().into_owned()).ok())
        .collect();
    let notations = Notations::of(built_in.iter().chain(read.iter().map(|(_, parsed)| parsed)));
    let redrawn = read.iter().map(|(file, parsed)| OwnFile { text: formatted(parsed, &notations), ..(*file).clone() });
    Ok(redrawn.zip(&read).filter(|(new, (old, _))| new.text != old.text).map(|(new, _)| new).collect())
}

/// An assembled book.
struct Assembled {
    book: Book,
    files: Vec<BookText>,
    /// The lists of engines of each folder.
    engines: Vec<(&'static str, Vec<String>)>,
    constructors: Vec<ConstructorSignature>,
}

fn assemble(own: &[OwnFile], checked: Checked, counts_premises: bool) -> Result<Assembled, Vec<BookFault>> {
    let (mut folders, mut faults, mut all, mut all_lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for BuiltInFolder { name, files, engines } in built_in() {
        let built_in = files.iter().map(|&file| (stem(file.0), text_of(name, file)));
        let mut texts: BTreeMap<String, BookText> = built_in.collect();
        let mut lists = vec![engines.to_owned()];
        for file in own.iter().filter(|file| file.folder == name) {
            if file.holds_rules() {
                let (path, text) = (file.path.clone().into(), file.text.clone().into());
                texts.insert(stem(&file.path), BookText { folder: name, path, text });
            } else {
                lists.push(file.text.clone());
            }
        }
        let lists_of = own.iter().filter(|file| file.folder == name && !file.holds_rules());
        faults.extend(lists_of.flat_map(|list| faults_of_list(list, engines, &texts)));
        faults.extend(unused_files(own, name, &lists, files));
        let mut read_files = Vec::new();
        for (stem, BookText { path, text, .. }) in &texts {
            match BookFile::read(stem, text.clone().into_owned()) {
                Ok(file) => read_files.push(file),
                Err(found) => faults.extend(found.into_iter().map(|fault| located(path, text, fault))),
            }
        }
        let changed = texts.iter().filter(|(stem, text)| is_changed(files, stem, &text.text));
        let changed: BTreeSet<String> = changed.map(|(stem, _)| stem.clone()).collect();
        let replaced = files.iter().filter(|file| changed.contains(&stem(file.0)));
        let replaced = replaced.filter_map(|&(path, text)| BookFile::read(&stem(path), text.to_owned()).ok());
        all_lists.push((name, lists.clone()));
        folders.push(Folder {
            name: name.to_owned(),
            files: read_files,
            paths: texts.values().map(|text| text.path.clone().into_owned()).collect(),
            engines: lists,
            new_relations: BTreeSet::new(),
            replaced: replaced.collect(),
            changed,
            counts_premises,
        });
        all.extend(texts.into_values());
    }
    let constructors = constructors_of(&folders, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let built_in = built_in_relations(&folders);
    for folder in &mut folders {
        let declared = folder.files.iter().flat_map(BookFile::relations).map(|relation| &relation.name);
        folder.new_relations = declared.filter(|name| !built_in.contains(*name)).cloned().collect();
    }
    let book = Book::load(folders, type_rules::engines::own_builtin, checked).map_err(|found| {
        // The faults of a file share its text.
        let mut sources: BTreeMap<(String, String), Source> = BTreeMap::new();
        let fault = |(folder, file, fault): (String, String, Fault)| {
            let source = sources.entry((folder, file)).or_insert_with_key(|(folder, file)| {
                let of_fault = all.iter().find(|known| known.folder == folder && stem(&known.path) == *file);
                let (path, text) = of_fault.map_or(("", ""), |of_fault| (&of_fault.path[..], &of_fault.text[..]));
                Source::new(path.to_owned(), text.to_owned())
            });
            BookFault { source: source.clone(), fault }
        };
        found.into_iter().map(fault).collect::<Vec<_>>()
    })?;
    Ok(Assembled { book, files: all, engines: all_lists, constructors })
}

/// Returns the constructors of types that the files declare. Names of other constructors, of no constructor, and arguments that are
/// neither types nor texts are faults.
fn constructors_of(folders: &[Folder], faults: &mut Vec<BookFault>) -> Vec<ConstructorSignature> {
    let mut found: Vec<ConstructorSignature> = Vec::new();
    let files = || folders.iter().flat_map(|folder| folder.files.iter().zip(&folder.paths));
    for (file, path) in files() {
        for OwnConstructor { name, name_span, arguments, .. } in file.constructors() {
            let mut fail = |message: String| {
                faults.push(located(path, &file.text, Fault::new("wrong-constructor", *name_span, message)));
            };
            if CONSTRUCTORS.contains(&&name[..]) || found.iter().any(|known| known.name == *name) {
                fail(format!("there is a constructor `{name}` already"));
            } else if found.len() == MOST_CONSTRUCTORS {
                fail(format!("a book declares at most {MOST_CONSTRUCTORS} constructors"));
            }
            if arguments.iter().any(|argument| !matches!(argument.ty.name(), Some("Ty" | "Name"))) {
                fail(format!("an argument of `{name}` is neither a type (`Ty`) nor a text (`Name`)"));
            }
            let takes_text = arguments.iter().map(|argument| argument.ty.name() == Some("Name")).collect();
            found.push(ConstructorSignature { name: name.clone(), takes_text });
        }
    }
    for (file, path) in files() {
        faults.extend(unknown_constructors(file, path, &found));
    }
    found
}

/// Returns the faults of a file that names constructors which no file declares.
fn unknown_constructors(file: &BookFile, path: &str, declared: &[ConstructorSignature]) -> Vec<BookFault> {
    const CALL: &str = "own_constructor(\"";
    let named = file.text.match_indices(CALL).filter_map(|(at, _)| {
        let name = file.text[at + CALL.len()..].split('"').next()?;
        Some((name, Span::new(at + CALL.len()..at + CALL.len() + name.len())))
    });
    let unknown = named.filter(|(name, _)| declared.iter().all(|known| known.name != *name));
    let fault = |(name, span): (&str, Span)| {
        let help = nearest(name, declared.iter().map(|known| &known.name[..]));
        let help = help.map(|other| format!("there is `{other}`"));
        located(
            path,
            &file.text,
            Fault::new("wrong-constructor", span, format!("no file declares the constructor `{name}`")).help(help),
        )
    };
    unknown.map(fault).collect()
}

/// Returns the faults of a list of engines: lines that are no engine, engines that the built-in book does not have, which never run,
/// and files that the book does not have.
fn faults_of_list(list: &OwnFile, built_in: &str, files: &BTreeMap<String, BookText>) -> Vec<BookFault> {
    let (listed, mut faults) = listed_engines(&list.text);
    let known: Vec<String> = read_engines(built_in).into_iter().map(|engine| engine.name).collect();
    for ListedEngine { engine, name_span, file_spans } in &listed {
        if !known.contains(&engine.name) {
            let help = nearest(&engine.name, known.iter().map(|name| &name[..]));
            let help = help.map(|other| format!("there is `{other}`"));
            let message = format!("there is no engine `{}`", engine.name);
            faults.push(Fault::new("unknown-engine", *name_span, message).help(help));
        }
        for (file, span) in engine.files.iter().zip(file_spans) {
            let name = file.trim_start_matches(['+', ' ']);
            if !files.contains_key(name) {
                let help = nearest(name, files.keys().map(|name| &name[..]));
                let help = help.map(|other| format!("there is `{other}`"));
                let fault = Fault::new("unknown-file", *span, format!("there is no file `{name}`"));
                faults.push(fault.help(help));
            }
        }
    }
    faults.into_iter().map(|fault| located(&list.path, &list.text, fault)).collect()
}

/// Returns the faults of rule files that no engine contains, and that replace no file of the built-in book.
fn unused_files(own: &[OwnFile], folder: &str, lists: &[String], built_in: &[RuleFile]) -> Vec<BookFault> {
    let listed: BTreeSet<String> = lists
        .iter()
        .flat_map(|list| read_engines(list))
        .flat_map(|engine| engine.files)
        .map(|file| file.trim_start_matches(['+', ' ']).to_owned())
        .collect();
    let mut faults = Vec::new();
    for file in own.iter().filter(|file| file.folder == folder && file.holds_rules()) {
        let name = stem(&file.path);
        let known = || built_in.iter().map(|known| stem(known.0));
        if listed.contains(&name) || known().any(|other| other == name) {
            continue;
        }
        let known: Vec<String> = known().collect();
        let help = match nearest(&name, known.iter().map(|name| &name[..])) {
            Some(other) => format!("the built-in book has `{other}`"),
            None => format!("add it to an engine in `{folder}/engines.txt`: `{}: + {name}`", first_engine(lists)),
        };
        let message = format!("no engine contains the file `{name}`");
        let end = file.text.lines().next().map_or(0, str::len);
        let fault = Fault::new("unused-file", Span::new(0..end), message).help(Some(help));
        faults.push(located(&file.path, &file.text, fault));
    }
    faults
}

fn first_engine(lists: &[String]) -> String {
    lists.iter().flat_map(|list| read_engines(list)).next().map_or_else(String::new, |engine| engine.name)
}

/// Holds if a file is not that of the built-in book.
fn is_changed(built_in: &[RuleFile], name: &str, text: &str) -> bool {
    !built_in.iter().any(|known| stem(known.0) == name && known.1 == text)
}

/// Returns the relations that the built-in book declares.
fn built_in_relations(folders: &[Folder]) -> BTreeSet<String> {
    let kept = |folder: &'_ Folder, file: &BookFile| !folder.changed.contains(&file.name);
    let files = folders
        .iter()
        .flat_map(|folder| folder.files.iter().filter(move |file| kept(folder, file)).chain(&folder.replaced));
    files.flat_map(BookFile::relations).map(|relation| relation.name.clone()).collect()
}

fn located(path: &str, text: &str, fault: Fault) -> BookFault {
    BookFault { source: Source::new(path.to_owned(), text.to_owned()), fault }
}

/// Returns the name of a file without folders and extension.
fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
