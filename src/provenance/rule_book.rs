//! The rules for readers: names, sentences, drawings and code, extracted from the rule files.

use std::sync::Arc;

use typelog_reader::book::BookFile;
use typelog_reader::catalogue::{self, RuleEntry};
use typelog_reader::drawing::drawing;
use typelog_reader::notation::Notations;

use crate::book::{BookText, texts};
use crate::types::BookHandle;

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name.
    pub name: String,
    /// Its sentence.
    pub sentence: String,
    /// The drawing: premises over a bar, and the conclusion below it.
    pub drawing: String,
    /// The code.
    pub code: String,
    /// The file.
    pub file: String,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// The parsed files of a book, named by their paths, and the notations that they declare.
#[derive(Debug)]
pub struct ReadBook {
    /// The files, in the order of the book.
    pub files: Vec<BookFile>,
    /// Their notations.
    pub notations: Notations,
}

/// Returns the parsed files of a book, which are read once. The rules of an open book have been parsed successfully before.
pub fn read_book(book: &BookHandle) -> Arc<ReadBook> {
    texts(book).derived(|texts| {
        let read = |file: &BookText| BookFile::read(&file.path, file.text.clone().into_owned()).ok();
        let files: Vec<BookFile> = texts.files.iter().filter_map(read).collect();
        let notations = Notations::of(&files);
        ReadBook { files, notations }
    })
}

/// Returns the rules of a book: by file, and in the order of the files.
pub fn rules(book: &BookHandle) -> Arc<Vec<Rule>> {
    let read = read_book(book);
    texts(book).derived(|_| {
        let rule = |file: &BookFile, entry: RuleEntry| Rule {
            drawing: drawing(file, &entry.name, &read.notations),
            name: entry.name,
            sentence: entry.sentence,
            code: entry.code,
            file: file.name.clone(),
            line: entry.line,
        };
        let rules = read.files.iter().flat_map(|file| {
            let entries = catalogue::rules(&file.text).into_iter();
            entries.map(move |entry| rule(file, entry))
        });
        rules.collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_with_its_drawing() {
        let rules = rules(&BookHandle::built_in());
        let texts = texts(&BookHandle::built_in());
        let firings = texts.files.iter().map(|file| file.text.matches("by(\"").count()).sum::<usize>();
        let names: std::collections::BTreeSet<&str> = rules.iter().map(|rule| &rule.name[..]).collect();
        assert_eq!(names.len(), rules.len(), "names are unique");
        assert!(names.len() <= firings && names.len() > 100, "{} rules, {firings} conclusions", names.len());
        for rule in rules.iter() {
            assert!(rule.drawing.contains(&format!("({})", rule.name)), "{} has no drawing", rule.name);
            assert!(rule.code.contains(&format!("by(\"{}\")", rule.name)), "{} has no code:\n{}", rule.name, rule.code);
            assert!(rule.sentence.ends_with(['.', ')', '"']), "{}: {}", rule.name, rule.sentence);
        }
    }
}
