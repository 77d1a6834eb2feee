//! The catalogue of the book: each rule with its name, its sentence and its clauses.

use std::ops::Range;

use crate::book::BookFile;
use crate::syntax::{Atom, Literal, Rule, TermKind};

/// A rule as it stands in the book.
#[derive(Clone, Debug)]
pub struct RuleEntry {
    /// The name.
    pub name: String,
    /// Its sentence.
    pub sentence: String,
    /// The clauses, as written.
    pub code: String,
    /// The line on which the rule begins, from 1.
    pub line: usize,
    /// The line on which the clauses end.
    pub last_line: usize,
}

/// Returns the rules of a file. A rule begins with the comment `// Name: sentence`. Its bar and its clauses follow, up to a blank
/// line.
pub fn rules(text: &str) -> Vec<RuleEntry> {
    let lines: Vec<&str> = text.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| rule_name(lines[at]).is_some()).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| entry(&lines[start..end], start + 1)).collect()
}

fn entry(lines: &[&str], line: usize) -> Option<RuleEntry> {
    let (name, sentence) = comment(lines.first()?)?.split_once(": ")?;
    let comments = lines.iter().map_while(|line| comment(line)).count();
    let blank = lines[..comments].iter().position(|line| comment(line) == Some("")).unwrap_or(comments);
    let sentence = std::iter::once(sentence).chain(lines[1..blank].iter().filter_map(|line| comment(line)));
    // The code ends at the first blank line.
    let code: Vec<&str> = lines[comments..].iter().take_while(|line| !line.trim().is_empty()).copied().collect();
    Some(RuleEntry {
        name: name.to_owned(),
        sentence: sentence.collect::<Vec<_>>().join(" "),
        code: code.join("\n"),
        line,
        last_line: line + comments + code.len() - 1,
    })
}

/// Returns the lines with the bars of the rule that begins on a line: the paragraphs of its comment from the first bar to the
/// last. They are empty, and behind the sentence, if there is no bar.
pub fn bar_of(lines: &[&str], start: usize) -> Option<Range<usize>> {
    let name = rule_name(lines.get(start)?)?;
    let count = lines[start..].iter().map_while(|line| comment(line)).count();
    let is_blank = |at: &usize| comment(lines[*at]) == Some("");
    let blanks: Vec<usize> = (start..start + count).filter(is_blank).chain([start + count]).collect();
    let is_bar = |line: &str| line.trim_start_matches("//").trim().trim_start_matches('-') == format!(" ({name})");
    let paragraphs = blanks.windows(2).map(|ends| ends[0] + 1..ends[1]);
    let mut drawn = paragraphs.filter(|paragraph| lines[paragraph.clone()].iter().any(|line| is_bar(line)));
    let Some(first) = drawn.next() else { return Some(blanks[0]..blanks[0]) };
    let end = drawn.next_back().map_or(first.end, |last| last.end);
    Some(first.start..end)
}

/// Returns the name and the sentence in the comment above an offset, if there is one.
pub fn named_above(text: &str, offset: usize) -> Option<(String, String)> {
    let mut before = text[..offset].lines();
    if !text[..offset].ends_with('\n') {
        before.next_back();
    }
    // A file has many rules, and most comments are short: only their lines are read.
    let mut comments: Vec<&str> = before.rev().map_while(comment).collect();
    comments.reverse();
    let lines: Vec<&str> = comments.into_iter().take_while(|line| !line.is_empty()).collect();
    rule_name(&format!("// {}", lines.first()?))?;
    let all = lines.join(" ");
    let (name, sentence) = all.split_once(": ")?;
    Some((name.to_owned(), sentence.to_owned()))
}

/// Returns the name of the rule that begins on a line.
fn rule_name(line: &str) -> Option<&str> {
    let (name, _) = comment(line)?.split_once(": ")?;
    let (judgment, subject) = name.split_once('-')?;
    let is_name = judgment.len() == 1
        && judgment.chars().all(|letter| letter.is_ascii_uppercase())
        && subject.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    is_name.then_some(name)
}

/// Returns the text of a line that is a comment between statements, without its first space.
fn comment(line: &str) -> Option<&str> {
    let text = line.strip_prefix("//")?;
    (!text.starts_with(['/', '!'])).then(|| text.strip_prefix(' ').unwrap_or(text))
}

/// Returns the name of the rule that a clause is marked with: `by("C-Refl")`.
pub fn named(rule: &Rule) -> Option<&str> {
    rule.body.iter().find_map(|literal| match literal {
        Literal::Holds(Atom { name, arguments, .. }) if name == "by" => match &arguments.first()?.term.kind {
            TermKind::Text(name) => Some(&name[..]),
            _ => None,
        },
        _ => None,
    })
}

/// Returns the names of the rules that mark clauses of a file.
pub fn concluding(file: &BookFile) -> impl Iterator<Item = &str> {
    file.rules().filter_map(named)
}
