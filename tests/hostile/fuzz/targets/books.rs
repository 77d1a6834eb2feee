//! User books: rule files that replace those of the built-in book, and programs that are typed by them.

use typelog::book::{OwnFile, built_in, open_within};
use typelog::citation::Citation;
use typelog::relations::{Database, Format, export};
use typelog::types::BookHandle;
use typelog_interpreter::Limit;

use super::edits::dialect;
use super::exports::version;
use super::parts;
use super::programs::surroundings_of;

/// A limit above the needs of these rules, and low enough to be reached quickly.
const LIMIT: Limit = Limit { steps: 3_000_000, bytes: 1 << 26, depth: 1_000 };

/// The most files of a book.
const MOST_FILES: usize = 3;

/// Files of a book, separated by lines `---`. The first line of each is its path: `# types/elements.dl`. A part without a path
/// is a program, whose first line may name its dialect.
pub fn books(text: &str) {
    let (mut own, mut program) = (Vec::new(), "");
    for part in parts(text) {
        match own_file(part) {
            Some(file) if own.len() < MOST_FILES => own.push(file),
            _ => program = part,
        }
    }
    match open_within(&own, LIMIT) {
        Ok(book) => assert_eq!(rows(&book, program), rows(&book, program), "the same rules give other rows"),
        Err(faults) => {
            assert!(!faults.is_empty());
            for found in &faults {
                super::piece(&found.source, found.fault.span);
                assert!(!found.fault.message.is_empty() && !found.fault.code.is_empty());
            }
        }
    }
}

/// A file of a book, if the first line is a valid path.
fn own_file(part: &str) -> Option<OwnFile> {
    let (first, text) = part.split_once('\n')?;
    let path = first.strip_prefix("# ")?;
    let (folder, name) = path.split_once('/')?;
    let folder = built_in().into_iter().find(|known| known.name == folder)?;
    let is_file = name == "engines.txt" || name.strip_suffix(".dl").is_some_and(|stem| !stem.contains('/'));
    is_file.then(|| OwnFile { folder: folder.name, path: path.to_owned(), text: text.to_owned() })
}

/// The rows about a program that is typed by a book, as texts.
fn rows(book: &BookHandle, program: &str) -> Vec<Vec<u8>> {
    let mut around = surroundings_of(dialect(program)).clone();
    around.types.set_book(book.clone());
    let database = version(program, &around).database;
    // The faults of a run must have messages.
    assert!(book.faults().take().iter().all(|fault| !fault.message().is_empty()));
    written(&database)
}

fn written(database: &Database) -> Vec<Vec<u8>> {
    let file = |file: &typelog::relations::ExportFile<'_>| {
        let mut bytes = Vec::new();
        file.write(&mut bytes).expect("memory can be written");
        bytes
    };
    export(database, Format::Jsonl, &Citation::default()).iter().map(file).collect()
}
