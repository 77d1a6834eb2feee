//! The lints and tests that the comments of a rule file declare.
//!
//! A block of comments with an `id` makes a lint of the relation that the next rule concludes:
//! ```text
//! # id: unprotected-resource
//! # severity: warning
//! # message: the resource `{name}` can be deleted by mistake
//! # help: set `protect = true` in its options
//! # at: block
//! ```
//! `at` names the column that locates a finding; the default is the first column with a position. A block with a `test` is a
//! test: a program, and all rows that its relations must have. `order: written` above a rule fixes the order of its premises.
//! ```text
//! # test: a resource without options is reported
//! # program: main.pp
//! # resource "a" "random:index:RandomString" {}
//! # expect: unprotected(_, "a")
//! # expect: no protected
//! ```

use std::ops::Range;

use super::lint::Lint;
use super::syntax::{Atom, Fault, Rule};
use crate::source::Span;
use crate::types::nearest::nearest;
use typelog_reader::parse::parse_atoms;

/// A test in a rule file.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The files of its program: name and text.
    pub files: Vec<(String, String)>,
    /// The expectations.
    pub(super) expected: Vec<Expected>,
}

/// The expectations of a test.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    /// The relation has this row. All its rows must be expected by some entry.
    Row(Atom),
    /// The relation has no rows.
    None(String, Span),
}

const LINT_KEYS: [&str; 5] = ["id", "severity", "message", "help", "at"];

/// A line of a comment, without the comment sign.
struct Line<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Line<'a> {
    /// Returns the key and the value around a colon, with the range of the value.
    fn entry(&self) -> Option<(&'a str, &'a str, Range<usize>)> {
        let (key, value) = self.text.split_once(':')?;
        let trimmed = value.trim();
        let start = self.start + key.len() + 1 + (value.len() - value.trim_start().len());
        key.bytes().all(|byte| byte.is_ascii_lowercase()).then_some((key, trimmed, start..start + trimmed.len()))
    }

    fn span(&self) -> Span {
        Span::new(self.start..self.start + self.text.trim_end().len())
    }
}

/// Reads the lints and tests of a file.
pub(super) fn read(text: &str, rules: &mut [Rule], faults: &mut Vec<Fault>) -> (Vec<Lint>, Vec<Test>) {
    let (mut lints, mut tests) = (Vec::new(), Vec::new());
    for block in blocks(text) {
        let has = |key| block.iter().any(|line| line.entry().is_some_and(|entry| entry.0 == key));
        if has("order") {
            read_order(&block, rules, faults);
        }
        if has("test") {
            read_tests(text, &block, &mut tests, faults);
        } else if has("id") {
            lints.extend(read_lint(&block, rules, faults));
        }
    }
    (lints, tests)
}

/// Returns the blocks of consecutive comment lines.
fn blocks(text: &str) -> Vec<Vec<Line<'_>>> {
    let (mut blocks, mut block) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        match line.trim_start().strip_prefix('#') {
            Some(rest) => {
                let indent = line.len() - rest.len();
                let space = usize::from(rest.starts_with(' '));
                let found = Line { text: rest[space..].trim_end_matches(['\n', '\r']), start: start + indent + space };
                block.push(found);
            }
            None => blocks.push(std::mem::take(&mut block)),
        }
        start += line.len();
    }
    blocks.push(block);
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// Reads `order: written` above a rule: its premises are evaluated in written order.
fn read_order(block: &[Line<'_>], rules: &mut [Rule], faults: &mut Vec<Fault>) {
    let found = block.iter().filter_map(Line::entry).find(|entry| entry.0 == "order");
    let (Some((_, value, range)), Some(last)) = (found, block.last()) else { return };
    if value != "written" {
        let fault =
            Fault::new("wrong-order", Span::new(range), format!("expected the order `written`, found `{value}`"));
        return faults.push(fault);
    }
    let end = last.span().end;
    let Some(next) = rules.iter().map(|rule| rule.span).find(|span| span.start >= end) else {
        return faults.push(Fault::new("wrong-order", Span::new(range), "no rule follows the order"));
    };
    rules.iter_mut().filter(|rule| rule.span == next).for_each(|rule| rule.is_written = true);
}

fn read_lint(block: &[Line<'_>], rules: &[Rule], faults: &mut Vec<Fault>) -> Option<Lint> {
    let end = block.last()?.span().end;
    let span = block.first()?.span();
    let mut found: [Option<(String, Span)>; 5] = [const { None }; 5];
    for line in block {
        let Some((key, value, range)) = line.entry() else { continue };
        match LINT_KEYS.iter().position(|known| *known == key) {
            Some(at) => found[at] = Some((value.to_owned(), Span::new(range))),
            None => {
                if let Some(name) = nearest(key, LINT_KEYS).filter(|_| key != "order") {
                    let fault = Fault::new("wrong-lint", line.span(), format!("a lint has no `{key}`"));
                    faults.push(fault.help(Some(format!("there is `{name}`"))));
                }
            }
        }
    }
    let [id, severity, message, help, at] = found;
    let (id, id_span) = id?;
    let is_error = match severity.as_ref().map(|found| (found.0.as_str(), found.1)) {
        None | Some(("warning", _)) => false,
        Some(("error", _)) => true,
        Some((other, span)) => {
            let message = format!("expected the severity `error` or `warning`, found `{other}`");
            let help = nearest(other, ["error", "warning"]).map(|name| format!("there is `{name}`"));
            faults.push(Fault::new("wrong-lint", span, message).help(help));
            return None;
        }
    };
    let Some(rule) = rules.iter().find(|rule| rule.span.start >= end) else {
        faults.push(Fault::new("wrong-lint", span, format!("no rule follows the lint `{id}`")));
        return None;
    };
    let Some(message) = message else {
        faults.push(Fault::new("wrong-lint", id_span, format!("the lint `{id}` has no message")));
        return None;
    };
    let is_kebab = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.is_empty() || !id.bytes().all(is_kebab) {
        let message = "the id of a lint consists of lowercase letters, digits and hyphens";
        faults.push(Fault::new("wrong-lint", id_span, message));
        return None;
    }
    Some(Lint { id, is_error, message, help, at, relation: rule.head.name.clone(), span })
}

fn read_tests(text: &str, block: &[Line<'_>], tests: &mut Vec<Test>, faults: &mut Vec<Fault>) {
    let mut is_program = false;
    for line in block {
        let entry = line.entry();
        let entry = entry.filter(|entry| ["test", "program", "expect"].contains(&entry.0));
        let Some((key, value, range)) = entry else {
            if let (true, Some((_, program))) = (is_program, tests.last_mut().and_then(|test| test.files.last_mut())) {
                program.push_str(line.text);
                program.push('\n');
            }
            continue;
        };
        is_program = key == "program";
        if key == "test" {
            tests.push(Test { name: value.to_owned(), span: line.span(), files: Vec::new(), expected: Vec::new() });
            continue;
        }
        let Some(test) = tests.last_mut() else {
            faults.push(Fault::new("wrong-test", line.span(), format!("`{key}` occurs before the first `test`")));
            continue;
        };
        match key {
            "program" => test.files.push((value.to_owned(), String::new())),
            _ => match value.strip_prefix("no ") {
                Some(name) => test.expected.push(Expected::None(name.trim().to_owned(), Span::new(range))),
                None => match parse_atoms(text, range) {
                    Ok(atoms) => test.expected.extend(atoms.into_iter().map(Expected::Row)),
                    Err(fault) => faults.push(fault),
                },
            },
        }
    }
}
