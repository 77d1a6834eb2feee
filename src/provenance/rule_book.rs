//! The rules as a reader sees them: names, sentences, drawings and code, out of the rule files themselves.

use crate::{program_rules, type_rules};

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// All rules: by file, and in the order of the files.
pub fn rules() -> Vec<Rule> {
    rule_files().flat_map(|(file, text)| rules_of(file, text)).collect()
}

/// The files of rules with their texts: judgments about types first.
fn rule_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    type_rules::RULE_FILES.iter().chain(program_rules::RULE_FILES).copied()
}

/// The rules of a file. A rule begins with the comment `Name: sentence`; its drawing and its code follow.
fn rules_of(file: &'static str, text: &'static str) -> Vec<Rule> {
    let lines: Vec<&'static str> = text.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| rule_name(lines[at]).is_some()).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| rule(file, &lines[start..end], start + 1)).collect()
}

fn rule(file: &'static str, lines: &[&'static str], line: usize) -> Option<Rule> {
    let (name, sentence) = comment(lines.first()?)?.split_once(": ")?;
    let comments = lines.iter().map_while(|line| comment(line)).count();
    let blank = lines[..comments].iter().position(|line| comment(line) == Some("")).unwrap_or(comments);
    let sentence = std::iter::once(sentence).chain(lines[1..blank].iter().filter_map(|line| comment(line)));
    let drawing = lines[blank..comments].iter().filter_map(|line| comment(line));
    // The code ends where something else is said.
    let code = lines[comments..].iter().take_while(|line| !line.trim().is_empty());
    Some(Rule {
        name,
        sentence: sentence.collect::<Vec<_>>().join(" "),
        drawing: drawing.map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned(),
        code: code.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect::<Vec<_>>().join("\n"),
        file,
        line,
    })
}

/// The name of the rule that a line begins.
fn rule_name(line: &'static str) -> Option<&'static str> {
    let (name, _) = comment(line)?.split_once(": ")?;
    let (judgment, subject) = name.split_once('-')?;
    let is_name = judgment.len() == 1
        && judgment.chars().all(|letter| letter.is_ascii_uppercase())
        && subject.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    is_name.then_some(name)
}

/// The text of a line that is a comment in the rules, without its first space.
fn comment(line: &'static str) -> Option<&'static str> {
    let text = line.strip_prefix("    //")?;
    (!text.starts_with('/')).then(|| text.strip_prefix(' ').unwrap_or(text))
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
