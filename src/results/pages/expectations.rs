//! Inline expectations: comments in the programs of the book.
//!
//! - `x = 1   # : const(1)` at the end of a line expects the type of the definition that starts there.
//! - `#   ^^^ : int` on a line below expects the type of the expression at the carets.
//! - `# error: [code] "part of the message"` (or `warning`), at the end of a line or on a line below, with or without carets,
//!   expects a diagnostic that starts on that line, and at the carets.

use crate::diagnostics::Diagnostic;
use crate::render::ExpressionType;
use crate::source::{Source, Span};

use super::checking::Defined;

/// An expectation in a comment.
struct Expectation {
    /// The line that it is about, from 1.
    line: usize,
    /// The columns of the carets, from 1, half-open.
    carets: Option<(usize, usize)>,
    expected: Expected,
    /// The comment.
    text: String,
    /// The spaces before it.
    gap: String,
    /// Holds if the comment is on a line of its own.
    is_below: bool,
}

enum Expected {
    Type(String),
    Diagnostic { severity: String, code: String, part: String },
}

/// The findings about a file.
pub struct Findings<'a> {
    /// The file.
    pub source: &'a Source,
    /// The definitions in it.
    pub definitions: Vec<&'a Defined>,
    /// Its expressions.
    pub expressions: Vec<&'a ExpressionType>,
    /// The diagnostics in it.
    pub diagnostics: Vec<&'a Diagnostic>,
    /// Holds if diagnostics may be unexpected, because a report shows them.
    pub is_reported: bool,
}

impl Findings<'_> {
    /// The expectations that are not met, and the findings that are not expected.
    pub fn mismatches(&self) -> Vec<String> {
        let expectations = read(&self.source.text);
        let mut wrong: Vec<String> = expectations.iter().filter_map(|expectation| self.unmet(expectation)).collect();
        for diagnostic in self.unexpected(&expectations) {
            let at = self.source.position(diagnostic.span.start);
            let (severity, code) = (diagnostic.severity.word(), &diagnostic.code);
            wrong.push(format!("line {}: unexpected {severity}: [{code}] \"{}\"", at.line, diagnostic.message));
        }
        wrong
    }

    /// The text, with its expectations replaced by the findings.
    pub fn blessed(&self) -> String {
        let expectations = read(&self.source.text);
        let unexpected = self.unexpected(&expectations);
        let mut out = String::new();
        for (number, line) in (1..).zip(self.source.text.lines()) {
            if is_expectation(line) {
                continue;
            }
            let about: Vec<&Expectation> = expectations.iter().filter(|found| found.line == number).collect();
            out.push_str(code(line));
            for expectation in about.iter().filter(|expectation| !expectation.is_below) {
                if let Some(text) = self.rewritten(expectation) {
                    out = out + &expectation.gap + &text;
                }
            }
            out.push('\n');
            for expectation in about.iter().filter(|expectation| expectation.is_below) {
                if let Some(text) = self.rewritten(expectation) {
                    out = out + &text + "\n";
                }
            }
            for diagnostic in &unexpected {
                if self.source.position(diagnostic.span.start).line == number {
                    out = out + &self.new_expectation(diagnostic) + "\n";
                }
            }
        }
        out
    }

    /// The diagnostics without an expectation.
    fn unexpected(&self, expectations: &[Expectation]) -> Vec<&Diagnostic> {
        let is_expected = |diagnostic: &Diagnostic| expectations.iter().any(|found| self.expects(found, diagnostic));
        let unexpected = self.diagnostics.iter().copied().filter(|found| !self.is_reported && !is_expected(found));
        unexpected.collect()
    }

    /// The reason why an expectation is not met, if it is not.
    fn unmet(&self, expectation: &Expectation) -> Option<String> {
        let line = expectation.line;
        match &expectation.expected {
            Expected::Type(expected) => match self.found_type(expectation) {
                None => Some(format!("line {line}: there is no expression for `{}`", expectation.text.trim())),
                Some(found) if found.contains(&&expected[..]) => None,
                Some(found) => Some(format!("line {line}: expected {expected}, found {}", found[0])),
            },
            Expected::Diagnostic { .. } => {
                let is_met = self.diagnostics.iter().any(|diagnostic| self.expects(expectation, diagnostic));
                (!is_met).then(|| format!("line {line}: missing `{}`", expectation.text.trim()))
            }
        }
    }

    /// The comment with the actual finding, if there is one.
    fn rewritten(&self, expectation: &Expectation) -> Option<String> {
        if self.unmet(expectation).is_none() {
            return Some(expectation.text.clone());
        }
        match &expectation.expected {
            Expected::Type(expected) => {
                let found = self.found_type(expectation)?;
                Some(expectation.text.replace(&format!(": {expected}"), &format!(": {}", found[0])))
            }
            Expected::Diagnostic { .. } => None,
        }
    }

    fn new_expectation(&self, diagnostic: &Diagnostic) -> String {
        let (start, end) = (self.source.position(diagnostic.span.start), self.source.position(diagnostic.span.end));
        let words = format!("{}: [{}] \"{}\"", diagnostic.severity.word(), diagnostic.code, diagnostic.message);
        if start.line != end.line || start.column < 2 || start.column == end.column {
            return format!("# {words}");
        }
        format!("#{}{} {words}", " ".repeat(start.column - 2), "^".repeat(end.column - start.column))
    }

    /// The types that a comment is about: of the definition on the line, or of the expressions at the carets.
    fn found_type(&self, expectation: &Expectation) -> Option<Vec<&str>> {
        let line = expectation.line;
        let Some(carets) = expectation.carets else {
            let starts = self.definitions.iter().find(|defined| defined.lines.0 == line);
            let ends = || self.definitions.iter().find(|defined| defined.lines.1 == line);
            return starts.or_else(ends).map(|defined| vec![&defined.ty[..]]);
        };
        let found = self.expressions.iter().filter(|found| self.columns(found.span) == (line, carets.0, carets.1));
        let types: Vec<&str> = found.map(|found| &found.ty[..]).collect();
        (!types.is_empty()).then_some(types)
    }

    fn expects(&self, expectation: &Expectation, diagnostic: &Diagnostic) -> bool {
        let Expected::Diagnostic { severity, code, part } = &expectation.expected else { return false };
        let (line, start, end) = self.columns(diagnostic.span);
        let is_there = line == expectation.line && expectation.carets.is_none_or(|carets| carets == (start, end));
        is_there
            && severity == diagnostic.severity.word()
            && *code == *diagnostic.code
            && diagnostic.message.contains(&part[..])
    }

    /// The line on which a span starts, and its columns there.
    fn columns(&self, span: Span) -> (usize, usize, usize) {
        let (start, end) = (self.source.position(span.start), self.source.position(span.end));
        // A span over several lines has no end column on its first line.
        (start.line, start.column, if end.line == start.line { end.column } else { usize::MAX })
    }
}

/// The program without its expectations.
pub fn program(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !is_expectation(line)).map(|line| code(line).trim_end()).collect()
}

/// The beginnings of expectations in comments.
const MARKS: [&str; 4] = ["# : ", "# error: [", "# warning: [", "# note: ["];

/// The line without its expectations.
fn code(line: &str) -> &str {
    let start = MARKS.iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    if start == line.len() { line } else { line[..start].trim_end() }
}

/// Holds if a line consists of an expectation about a line above.
fn is_expectation(line: &str) -> bool {
    below(line).is_some()
}

/// The carets and the text of an expectation about a line above.
fn below(line: &str) -> Option<(Option<(usize, usize)>, &str)> {
    let comment = line.trim_start().strip_prefix('#')?;
    let words = comment.trim_start_matches([' ', '^']);
    let is_known = ["error: [", "warning: [", "note: ["].iter().any(|start| words.starts_with(start));
    match (line.find('^').filter(|&at| at < line.len() - words.len()), is_known) {
        (Some(first), _) => {
            let carets = line[first..].bytes().take_while(|&byte| byte == b'^').count();
            let column = line[..first].chars().count() + 1;
            Some((Some((column, column + carets)), words))
        }
        (None, true) => Some((None, words)),
        _ => None,
    }
}

fn read(text: &str) -> Vec<Expectation> {
    let mut expectations = Vec::new();
    let mut about = 0;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some((carets, words)) = below(line) {
            let (expected, text, gap) = (expected(words), line.to_owned(), String::new());
            expectations.push(Expectation { line: about, carets, expected, text, gap, is_below: true });
            continue;
        }
        about = number;
        for (gap, comment) in at_end(line) {
            let (expected, text, gap) =
                (expected(comment.trim_start_matches("# ")), comment.to_owned(), gap.to_owned());
            expectations.push(Expectation { line: number, carets: None, expected, text, gap, is_below: false });
        }
    }
    expectations
}

/// The expectations at the end of a line, each with the spaces before it.
fn at_end(line: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = MARKS.iter().flat_map(|mark| line.match_indices(mark)).map(|found| found.0).collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let gap = |start: usize| &line[line[..start].trim_end().len()..start];
    starts.iter().zip(ends).map(|(&start, end)| (gap(start), line[start..end].trim_end())).collect()
}

/// Parses `: T`, or `error: [code] "part"`.
fn expected(words: &str) -> Expected {
    if let Some(ty) = words.strip_prefix(": ") {
        return Expected::Type(ty.trim().to_owned());
    }
    let (severity, rest) = words.split_once(": [").unwrap_or((words, ""));
    let (code, rest) = rest.split_once(']').unwrap_or((rest, ""));
    let part = rest.trim().trim_start_matches('"');
    let part = part.strip_suffix('"').unwrap_or(part);
    Expected::Diagnostic { severity: severity.to_owned(), code: code.to_owned(), part: part.to_owned() }
}
