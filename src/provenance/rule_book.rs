//! The rules for readers: names, sentences, drawings and code, extracted from the rule files.

use std::sync::Arc;

use typelog_reader::catalogue::{self, RuleEntry};

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

/// Returns the rules of a book: by file, and in the order of the files, which are read once.
pub fn rules(book: &BookHandle) -> Arc<Vec<Rule>> {
    texts(book).derived(|texts| {
        let rule = |file: &BookText, entry: RuleEntry| Rule {
            name: entry.name,
            sentence: entry.sentence,
            drawing: entry.drawing,
            code: entry.code,
            file: file.path.clone().into_owned(),
            line: entry.line,
        };
        let rules = texts.files.iter().flat_map(|file| {
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
