//! The assembly of a book from a user's files and the built-in ones.

use std::collections::{BTreeMap, BTreeSet};

use typelog_interpreter::{Book, Checked, Folder};
use typelog_reader::book::BookFile;
use typelog_reader::syntax::Fault;

use super::faults::{constructors_of, faults_of_list, unused_files};
use super::{BookFault, BookText, BuiltInFolder, OwnFile, RuleFile, built_in, located, stem, text_of};
use crate::source::Source;
use crate::types::ConstructorSignature;

/// An assembled book.
pub struct Assembled {
    /// The rules, checked.
    pub book: Book,
    /// The rule files.
    pub files: Vec<BookText>,
    /// The lists of engines of each folder.
    pub engines: Vec<(&'static str, Vec<String>)>,
    /// The constructors of types that the files declare.
    pub constructors: Vec<ConstructorSignature>,
}

/// Assembles a book, and checks its rules. A profile of its runs may count how often each premise holds.
///
/// # Errors
/// The faults in its rules.
pub fn assemble(own: &[OwnFile], checked: Checked, counts_premises: bool) -> Result<Assembled, Vec<BookFault>> {
    let (mut folders, mut faults, mut all, mut engines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for built_in in built_in() {
        let texts = texts_of(&built_in, own);
        let folder = read_folder(&built_in, own, &texts, &mut faults);
        engines.push((built_in.name, folder.engines.clone()));
        folders.push(Folder { counts_premises, ..folder });
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
    let book = Book::load(folders, checked);
    let book = book.map_err(|found| with_sources(found, &all))?;
    Ok(Assembled { book, files: all, engines, constructors })
}

/// Returns the texts of a folder's rule files by their names: a user's file replaces the built-in one of the same name.
fn texts_of(folder: &BuiltInFolder, own: &[OwnFile]) -> BTreeMap<String, BookText> {
    let built_in = folder.files.iter().map(|&file| (stem(file.0), text_of(folder.name, file)));
    let own = own.iter().filter(|file| file.folder == folder.name && file.holds_rules()).map(|file| {
        let (path, text) = (file.path.clone().into(), file.text.clone().into());
        (stem(&file.path), BookText { folder: folder.name, path, text })
    });
    built_in.chain(own).collect()
}

/// Reads the rule files of a folder, and its lists of engines.
fn read_folder(
    built_in: &BuiltInFolder,
    own: &[OwnFile],
    texts: &BTreeMap<String, BookText>,
    faults: &mut Vec<BookFault>,
) -> Folder {
    let &BuiltInFolder { name, files, engines } = built_in;
    let own_lists = || own.iter().filter(|file| file.folder == name && !file.holds_rules());
    let lists: Vec<String> =
        std::iter::once(engines.to_owned()).chain(own_lists().map(|list| list.text.clone())).collect();
    faults.extend(own_lists().flat_map(|list| faults_of_list(list, engines, texts)));
    faults.extend(unused_files(own, name, &lists, files));
    let mut read = Vec::new();
    for (stem, BookText { path, text, .. }) in texts {
        match BookFile::read(stem, text.clone().into_owned()) {
            Ok(file) => read.push(file),
            Err(found) => faults.extend(found.into_iter().map(|fault| located(path, text, fault))),
        }
    }
    let changed = texts.iter().filter(|(stem, text)| is_changed(files, stem, &text.text));
    let changed: BTreeSet<String> = changed.map(|(stem, _)| stem.clone()).collect();
    let replaced = files.iter().filter(|file| changed.contains(&stem(file.0)));
    let replaced = replaced.filter_map(|&(path, text)| BookFile::read(&stem(path), text.to_owned()).ok());
    Folder {
        name: name.to_owned(),
        files: read,
        paths: texts.values().map(|text| text.path.clone().into_owned()).collect(),
        engines: lists,
        replaced: replaced.collect(),
        changed,
        ..Folder::default()
    }
}

/// Gives each fault the source that it is in. The faults of a file share its text.
fn with_sources(found: Vec<(String, String, Fault)>, texts: &[BookText]) -> Vec<BookFault> {
    let mut sources: BTreeMap<(String, String), Source> = BTreeMap::new();
    let fault = |(folder, file, fault): (String, String, Fault)| {
        let source = sources.entry((folder, file)).or_insert_with_key(|(folder, file)| {
            let of_fault = texts.iter().find(|known| known.folder == folder && stem(&known.path) == *file);
            let (path, text) = of_fault.map_or(("", ""), |of_fault| (&of_fault.path[..], &of_fault.text[..]));
            Source::new(path.to_owned(), text.to_owned())
        });
        BookFault { source: source.clone(), fault }
    };
    found.into_iter().map(fault).collect()
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
