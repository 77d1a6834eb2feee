//! Books of rules: the built-in editions, and directories of rule files.
//!
//! The built-in book follows the specification. The files of another edition or of a directory replace built-in files with the
//! same name, or add to them. All other files are taken from the built-in book.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{OnceLock, PoisonError, RwLock};

use typelog_interpreter::{Book, Chosen, Folder, Limit};
use typelog_reader::Compiled;
use typelog_reader::book::BookFile;
use typelog_reader::syntax::Fault;

use crate::source::{Source, Span};
use crate::types::BookId;
use crate::{program_rules, pulumi_rules, type_rules};

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
#[derive(Debug, PartialEq, Eq)]
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

/// A book other than the built-in one.
struct Known {
    /// Its files, each with its folder.
    files: Vec<(&'static str, RuleFile)>,
    /// The lists of engines of each folder, if they differ from the built-in ones.
    engines: Vec<(&'static str, Vec<String>)>,
}

/// The books other than the built-in one, in the order of their ids.
static BOOKS: RwLock<Vec<Known>> = RwLock::new(Vec::new());

/// Returns the folders of the built-in book.
pub fn built_in() -> [BuiltInFolder; 2] {
    [
        BuiltInFolder { name: "types", files: type_rules::RULE_FILES, engines: type_rules::ENGINE_FILES },
        BuiltInFolder { name: "programs", files: program_rules::RULE_FILES, engines: program_rules::ENGINE_FILES },
    ]
}

/// Returns the edition with a name.
pub fn edition(name: &str) -> Option<BookId> {
    static PULUMI: OnceLock<BookId> = OnceLock::new();
    match name {
        "specification" => Some(BookId::BUILT_IN),
        "pulumi" => Some(*PULUMI.get_or_init(|| {
            let types = type_rules::RULE_FILES.iter().map(|file| ("types", instead(file, pulumi_rules::RULE_FILES)));
            let programs = program_rules::RULE_FILES.iter().map(|file| ("programs", *file));
            let known = Known { files: types.chain(programs).collect(), engines: Vec::new() };
            register(Chosen::Compiled(pulumi_rules::solve), known)
        })),
        _ => None,
    }
}

/// Returns the file with the same name among `others`, or the file itself.
fn instead(file: &RuleFile, others: &[RuleFile]) -> RuleFile {
    *others.iter().find(|other| stem(other.0) == stem(file.0)).unwrap_or(file)
}

fn register(book: Chosen, known: Known) -> BookId {
    let mut books = BOOKS.write().unwrap_or_else(PoisonError::into_inner);
    let id = typelog_interpreter::register(book);
    books.push(known);
    id
}

/// Returns the files of a book: those about types first, in the order of their names.
pub fn rule_files(book: BookId) -> Vec<RuleFile> {
    files_of(book).into_iter().map(|(_, file)| file).collect()
}

/// Returns the files of a book with their folders.
fn files_of(book: BookId) -> Vec<(&'static str, RuleFile)> {
    let known = BOOKS.read().unwrap_or_else(PoisonError::into_inner);
    let own = (book.0 as usize).checked_sub(1).and_then(|at| known.get(at)).map(|known| known.files.clone());
    own.unwrap_or_else(|| {
        let folders = built_in();
        let files = folders.iter().flat_map(|folder| folder.files.iter().map(|file| (folder.name, *file)));
        files.collect()
    })
}

/// Returns the lists of engines of a book's folder.
fn engines_of(book: BookId, folder: &BuiltInFolder) -> Vec<String> {
    let known = BOOKS.read().unwrap_or_else(PoisonError::into_inner);
    let own = (book.0 as usize).checked_sub(1).and_then(|at| known.get(at));
    let lists = own.and_then(|known| known.engines.iter().find(|(name, _)| *name == folder.name));
    lists.map_or_else(|| vec![folder.engines.to_owned()], |(_, lists)| lists.clone())
}

/// Returns the compiled forms of a rule in a book, one for each engine that contains it.
pub fn compiled(book: BookId, name: &str) -> Vec<Compiled> {
    let mut found = Vec::new();
    for folder in built_in() {
        let files = files_of(book).into_iter().filter(|(own, _)| *own == folder.name);
        // The rules of an open book have been parsed successfully before.
        let files = files.filter_map(|(_, (path, text))| BookFile::read(&stem(path), text.to_owned()).ok()).collect();
        let folder = Folder { name: folder.name.to_owned(), files, engines: engines_of(book, &folder) };
        found.extend(typelog_interpreter::compiled(&folder, name));
    }
    found
}

/// Assembles a book, and checks its rules. It stays in memory until the process ends.
///
/// # Errors
/// The faults in its rules.
pub fn open(own: &[OwnFile]) -> Result<BookId, Vec<BookFault>> {
    open_within(own, Limit::default())
}

/// As [`open`], with limits for its runs. A run that exceeds them is a fault of the book.
///
/// # Errors
/// The faults in its rules.
pub fn open_within(own: &[OwnFile], limit: Limit) -> Result<BookId, Vec<BookFault>> {
    let Assembled { mut book, files, engines } = assemble(own)?;
    book.limit = limit;
    let leaked = |text: &str| -> &'static str { text.to_owned().leak() };
    let kept = |text: Cow<'static, str>| match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => leaked(&text),
    };
    let files = files.into_iter().map(|(folder, (path, text))| (folder, (kept(path), kept(text)))).collect();
    Ok(register(Chosen::Interpreted(Box::leak(Box::new(book))), Known { files, engines }))
}

/// Returns the faults in the rules of a book.
pub fn check(own: &[OwnFile]) -> Vec<BookFault> {
    assemble(own).err().unwrap_or_default()
}

/// The path and the text of a rule file; those of the built-in book are borrowed.
type WrittenFile = (Cow<'static, str>, Cow<'static, str>);

/// An assembled book.
struct Assembled {
    book: Book,
    /// Its files, each with its folder.
    files: Vec<(&'static str, WrittenFile)>,
    /// The lists of engines of each folder.
    engines: Vec<(&'static str, Vec<String>)>,
}

fn assemble(own: &[OwnFile]) -> Result<Assembled, Vec<BookFault>> {
    let (mut folders, mut faults, mut all, mut all_lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for BuiltInFolder { name, files, engines } in built_in() {
        let built_in = files.iter().map(|&(path, text)| (stem(path), (Cow::Borrowed(path), Cow::Borrowed(text))));
        let mut texts: BTreeMap<String, WrittenFile> = built_in.collect();
        let mut lists = vec![engines.to_owned()];
        for file in own.iter().filter(|file| file.folder == name) {
            if file.holds_rules() {
                texts.insert(stem(&file.path), (file.path.clone().into(), file.text.clone().into()));
            } else {
                lists.push(file.text.clone());
            }
        }
        let mut read_files = Vec::new();
        for (stem, (path, text)) in &texts {
            match BookFile::read(stem, text.clone().into_owned()) {
                Ok(file) => read_files.push(file),
                Err(found) => faults.extend(found.into_iter().map(|fault| located(path, text, fault))),
            }
        }
        all_lists.push((name, lists.clone()));
        folders.push(Folder { name: name.to_owned(), files: read_files, engines: lists });
        all.extend(texts.into_values().map(|file| (name, file)));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let book = Book::load(&folders, &type_rules::engines::own_word).map_err(|found| {
        let fault = |(folder, file, fault): (String, String, Fault)| {
            let known = all.iter().find(|(name, known)| *name == folder && stem(&known.0) == file);
            match known {
                Some((_, (path, text))) => located(path, text, fault),
                None => unlisted(own, &folder, &file, fault),
            }
        };
        found.into_iter().map(fault).collect::<Vec<_>>()
    })?;
    Ok(Assembled { book, files: all, engines: all_lists })
}

/// Returns the fault of a list of engines that names a missing file.
fn unlisted(own: &[OwnFile], folder: &str, file: &str, fault: Fault) -> BookFault {
    let mut lists = own.iter().filter(|list| list.folder == folder && !list.holds_rules());
    match lists.find_map(|list| Some((list, place_of_name(&list.text, file)?))) {
        Some((list, span)) => located(&list.path, &list.text, Fault { span, ..fault }),
        None => located("", "", fault),
    }
}

/// Returns the span of a name in a list of engines.
fn place_of_name(text: &str, name: &str) -> Option<Span> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut places = text.match_indices(name).map(|(at, _)| at..at + name.len());
    let found =
        places.find(|place| !text[..place.start].ends_with(is_letter) && !text[place.end..].starts_with(is_letter))?;
    Some(Span::new(found))
}

fn located(path: &str, text: &str, fault: Fault) -> BookFault {
    BookFault { source: Source::new(path.to_owned(), text.to_owned()), fault }
}

/// Returns the name of a file without folders and extension.
fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
