//! The rules for readers: names, sentences, drawings and code, extracted from the rule files.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use typelog_reader::catalogue;

use crate::book::rule_files;
use crate::types::BookId;

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name.
    pub name: &'static str,
    /// Its sentence.
    pub sentence: String,
    /// The drawing: premises over a bar, and the conclusion below it.
    pub drawing: String,
    /// The code.
    pub code: String,
    /// The file.
    pub file: &'static str,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// Returns the rules of the selected book: by file, and in the order of the files.
pub fn rules() -> Vec<Rule> {
    rules_of(BookId::default())
}

/// Returns the rules of a book.
pub fn rules_of(book: BookId) -> Vec<Rule> {
    static BOOKS: Mutex<BTreeMap<u32, &'static [Entry]>> = Mutex::new(BTreeMap::new());
    let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    let entries = *books.entry(book.0).or_insert_with(|| {
        let entries = rule_files(book)
            .into_iter()
            .flat_map(|(file, text)| catalogue::rules(text).into_iter().map(move |rule| (file, rule)));
        entries.collect::<Vec<_>>().leak()
    });
    let rule = |(file, rule): &'static Entry| Rule {
        name: &rule.name,
        sentence: rule.sentence.clone(),
        drawing: rule.drawing.clone(),
        code: rule.code.clone(),
        file,
        line: rule.line,
    };
    entries.iter().map(rule).collect()
}

/// A rule with its file.
type Entry = (&'static str, catalogue::RuleEntry);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_with_its_drawing() {
        let rules = rules();
        let firings =
            rule_files(BookId::BUILT_IN).into_iter().map(|(_, text)| text.matches("by(\"").count()).sum::<usize>();
        let names: std::collections::BTreeSet<&str> = rules.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), rules.len(), "names are unique");
        assert!(names.len() <= firings && names.len() > 100, "{} rules, {firings} conclusions", names.len());
        for rule in &rules {
            assert!(rule.drawing.contains(&format!("({})", rule.name)), "{} has no drawing", rule.name);
            assert!(rule.code.contains(&format!("by(\"{}\")", rule.name)), "{} has no code:\n{}", rule.name, rule.code);
            assert!(rule.sentence.ends_with(['.', ')', '"']), "{}: {}", rule.name, rule.sentence);
        }
    }
}
