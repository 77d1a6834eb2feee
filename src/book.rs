//! Books of rules: the built-in editions, and directories of rule files.
//!
//! The built-in book follows the specification. Another edition or a directory has files that stand for those of the same
//! name, or come on top of them. What no book says is taken from the built-in one.

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
    /// What says which engines are made of them.
    pub engines: &'static str,
}

/// What is wrong with a file of a book.
#[derive(Debug)]
pub struct BookFault {
    /// The file.
    pub source: Source,
    /// What is wrong, and where.
    pub fault: Fault,
}

/// A file of a book of one's own: rules, or what says which engines are made of them.
#[derive(Debug, PartialEq, Eq)]
pub struct OwnFile {
    /// The folder: `types` or `programs`.
    pub folder: &'static str,
    /// The path, for people. That of rules ends with `.dl`.
    pub path: String,
    /// The text.
    pub text: String,
}

impl OwnFile {
    /// Holds for files of rules.
    pub fn holds_rules(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "dl")
    }
}

/// A book besides the built-in one.
struct Known {
    /// Its files, each with its folder.
    files: Vec<(&'static str, RuleFile)>,
    /// The texts that name the engines, for each folder, if they are not those of the built-in book.
    engines: Vec<(&'static str, Vec<String>)>,
}

/// The books besides the built-in one, in the order of their numbers.
static BOOKS: RwLock<Vec<Known>> = RwLock::new(Vec::new());

/// The folders of the built-in book.
pub fn built_in() -> [BuiltInFolder; 2] {
    [
        BuiltInFolder { name: "types", files: type_rules::RULE_FILES, engines: type_rules::ENGINE_FILES },
        BuiltInFolder { name: "programs", files: program_rules::RULE_FILES, engines: program_rules::ENGINE_FILES },
    ]
}

/// The edition of a name.
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

/// The file that stands for another one: the one of the same name among some.
fn instead(file: &RuleFile, others: &[RuleFile]) -> RuleFile {
    *others.iter().find(|other| stem(other.0) == stem(file.0)).unwrap_or(file)
}

fn register(book: Chosen, known: Known) -> BookId {
    let mut books = BOOKS.write().unwrap_or_else(PoisonError::into_inner);
    let id = typelog_interpreter::register(book);
    books.push(known);
    id
}

/// The files of a book: those about types first, in the order of their names.
pub fn rule_files(book: BookId) -> Vec<RuleFile> {
    files_of(book).into_iter().map(|(_, file)| file).collect()
}

/// The files of a book, each with its folder.
fn files_of(book: BookId) -> Vec<(&'static str, RuleFile)> {
    let known = BOOKS.read().unwrap_or_else(PoisonError::into_inner);
    let own = (book.0 as usize).checked_sub(1).and_then(|at| known.get(at)).map(|known| known.files.clone());
    own.unwrap_or_else(|| {
        let folders = built_in();
        let files = folders.iter().flat_map(|folder| folder.files.iter().map(|file| (folder.name, *file)));
        files.collect()
    })
}

/// The text that names the engines of a folder of a book.
fn engines_of(book: BookId, folder: &BuiltInFolder) -> Vec<String> {
    let known = BOOKS.read().unwrap_or_else(PoisonError::into_inner);
    let own = (book.0 as usize).checked_sub(1).and_then(|at| known.get(at));
    let lists = own.and_then(|known| known.engines.iter().find(|(name, _)| *name == folder.name));
    lists.map_or_else(|| vec![folder.engines.to_owned()], |(_, lists)| lists.clone())
}

/// The compiled form of a rule in a book, for each engine that has it.
pub fn compiled(book: BookId, name: &str) -> Vec<Compiled> {
    let mut found = Vec::new();
    for folder in built_in() {
        let files = files_of(book).into_iter().filter(|(own, _)| *own == folder.name);
        // The rules of a book that is chosen have been read before.
        let files = files.filter_map(|(_, (path, text))| BookFile::read(&stem(path), text.to_owned()).ok()).collect();
        let folder = Folder { name: folder.name.to_owned(), files, engines: engines_of(book, &folder) };
        found.extend(typelog_interpreter::compiled(&folder, name));
    }
    found
}

/// Puts a book together, and checks its rules. It stays in memory until the process ends.
///
/// # Errors
/// The faults in its rules.
pub fn open(own: &[OwnFile]) -> Result<BookId, Vec<BookFault>> {
    open_within(own, Limit::default())
}

/// As [`open`], with limits of its runs. A run that goes beyond is a fault of the book.
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

/// The faults in the rules of a book.
pub fn check(own: &[OwnFile]) -> Vec<BookFault> {
    assemble(own).err().unwrap_or_default()
}

/// The path and the text of a file of rules: those of the built-in book stay where they are.
type WrittenFile = (Cow<'static, str>, Cow<'static, str>);

/// A book that has been put together.
struct Assembled {
    book: Book,
    /// Its files, each with its folder.
    files: Vec<(&'static str, WrittenFile)>,
    /// The texts that name the engines, for each folder.
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

/// A fault about a file that a list of engines names and that there is not.
fn unlisted(own: &[OwnFile], folder: &str, file: &str, fault: Fault) -> BookFault {
    let mut lists = own.iter().filter(|list| list.folder == folder && !list.holds_rules());
    match lists.find_map(|list| Some((list, place_of_name(&list.text, file)?))) {
        Some((list, span)) => located(&list.path, &list.text, Fault { span, ..fault }),
        None => located("", "", fault),
    }
}

/// The place of a name in a list of engines.
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

/// The name of a file without folders and extension.
fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
