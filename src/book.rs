//! Books of rules: the built-in editions, and directories of rule files.
//!
//! The built-in book follows the specification. The files of another edition or of a directory replace built-in files with the
//! same name, or add to them. All other files are taken from the built-in book.

mod assembly;
mod faults;

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub use typelog_interpreter::Limit;
use typelog_interpreter::{Checked, Chosen, Folder, OpenBook, signatures};
use typelog_reader::Compiled;
use typelog_reader::book::BookFile;
use typelog_reader::drawing::formatted;
use typelog_reader::notation::Notations;
use typelog_reader::rocq::{JUDGMENTS_ABOUT_TYPES, Unwritten, definitions};
use typelog_reader::syntax::Fault;

use self::assembly::{Assembled, assemble};
use crate::citation::{digest_of, digest_of_book};
use crate::source::Source;
use crate::types::{BookHandle, Faults};
use crate::{answers, program_rules, pulumi_rules};

/// The names of the built-in editions, the default one first.
pub const EDITIONS: [&str; 2] = ["specification", "pulumi"];

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
        BuiltInFolder { name: "types", files: answers::RULE_FILES, engines: answers::ENGINE_FILES },
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
    let types = answers::RULE_FILES.iter();
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

fn located(path: &str, text: &str, fault: Fault) -> BookFault {
    BookFault { source: Source::new(path.to_owned(), text.to_owned()), fault }
}

/// Returns the name of a file without folders and extension.
fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
