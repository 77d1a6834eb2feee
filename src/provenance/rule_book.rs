//! The rules as a reader sees them: names, sentences, drawings and code, out of the rule files themselves.

use std::sync::LazyLock;

use typelog_reader::catalogue;

use crate::{program_rules, type_rules};

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name.
    pub name: &'static str,
    /// Its sentence.
    pub sentence: String,
    /// Premises over a bar, and the conclusion below it.
    pub drawing: String,
    /// The code.
    pub code: String,
    /// The file.
    pub file: &'static str,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// The rules of the book, by file.
static BOOK: LazyLock<Vec<(&'static str, Vec<catalogue::RuleEntry>)>> =
    LazyLock::new(|| rule_files().map(|(file, text)| (file, catalogue::rules(text))).collect());

/// All rules: by file, and in the order of the files.
pub fn rules() -> Vec<Rule> {
    let rules = BOOK.iter().flat_map(|(file, rules)| rules.iter().map(move |rule| (file, rule)));
    let rule = |(file, rule): (&&'static str, &'static catalogue::RuleEntry)| Rule {
        name: &rule.name,
        sentence: rule.sentence.clone(),
        drawing: rule.drawing.clone(),
        code: rule.code.clone(),
        file,
        line: rule.line,
    };
    rules.map(rule).collect()
}

/// The files of rules with their texts: judgments about types first.
fn rule_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    type_rules::RULE_FILES.iter().chain(program_rules::RULE_FILES).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_with_its_drawing() {
        let rules = rules();
        let firings = rule_files().map(|(_, text)| text.matches("by(\"").count()).sum::<usize>();
        let names: std::collections::BTreeSet<&str> = rules.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), rules.len(), "names are unique");
        assert!(names.len() <= firings && names.len() > 100, "{} rules, {firings} conclusions", names.len());
        for rule in &rules {
            assert!(rule.drawing.contains(&format!("({})", rule.name)), "{} has no drawing", rule.name);
            assert!(rule.code.contains(&format!("by(\"{}\")", rule.name)), "{} has no code:\n{}", rule.name, rule.code);
            assert!(rule.sentence.ends_with(['.', ')']), "{}: {}", rule.name, rule.sentence);
        }
    }
}
