//! Parts of files, which several threads validate in parallel, and few of which an edit changes.
//!
//! The end of an item is known only after everything before it has been walked, so the boundaries of parts are guessed. A part
//! whose meaning does not depend on the end of its text has left nothing open: its meaning does not depend on the following text,
//! and the following text can be validated separately. Only names that are set in several parts require a comparison of all
//! parts.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::SyntaxError;
use super::super::cuts::{CutKind, Cuts};
use super::super::mask::Mask;
use super::super::scan::{ScannedPart, scan_part};
use super::{Item, Validated, Validator};
use crate::jobs::{Jobs, parallel_map};
use crate::source::Span;

/// The minimum length of a part that is validated on its own thread.
const WORTH_A_THREAD: usize = 1 << 15;

/// Validates a file. The content is its items.
pub(in super::super) fn validate_body(jobs: Jobs, text: &str) -> Validated<Vec<Item>> {
    let count = jobs.count().min(text.len() / WORTH_A_THREAD).max(1);
    let joined = if count == 1 { None } else { validate_parts(text, &divide(text, count)) };
    joined.unwrap_or_else(|| Part::new(text, 0..text.len()).finish(text))
}

/// A part of a file, validated independently of the text before it.
pub(in super::super) struct Part {
    items: Vec<Item>,
    /// The mask of the text up to the end of the part.
    mask: Mask,
    cuts: Vec<(Span, CutKind)>,
    /// The errors, without those about attributes that are set again.
    errors: Vec<SyntaxError>,
    /// Attributes whose name has been set before, each with the place where it was set first.
    repeated: Vec<(Span, Span)>,
    /// Holds if the part ends with a newline, and its meaning does not depend on the following text.
    pub(in super::super) is_settled: bool,
}

impl Part {
    pub(in super::super) fn new(text: &str, range: Range<usize>) -> Self {
        let text = &text[..range.end];
        let ScannedPart { tokens, is_open } = scan_part(range.start, text);
        let mut validator = Validator::new(text, &tokens);
        let items = validator.file();
        // Adjacent items that are nested too deep are one error.
        let is_settled = text.ends_with('\n') && !is_open && !validator.saw_end && validator.too_deep.is_none();
        let Validator { mask, cuts, errors, repeated, .. } = validator;
        Self { items, mask, cuts, errors, repeated, is_settled }
    }

    /// Removes and returns the names that are set again, which are then not errors.
    pub(in super::super) fn take_repeated(&mut self) -> Vec<Span> {
        self.repeated.drain(..).map(|(name, _)| name).collect()
    }

    /// Returns the names of the attributes.
    fn names<'a>(&self, text: &'a str) -> FxHashSet<&'a str> {
        let names = self.items.iter().filter_map(|item| match item {
            Item::Attribute { name, .. } => Some(&text[name.range()]),
            Item::Block { .. } => None,
        });
        names.collect()
    }

    /// Appends the next part.
    fn join(mut self, mut next: Self) -> Self {
        self.items.append(&mut next.items);
        self.mask.extend(&next.mask);
        self.cuts.append(&mut next.cuts);
        self.errors.append(&mut next.errors);
        self.repeated.append(&mut next.repeated);
        self
    }

    /// Returns the result for a text that ends with this part.
    pub(in super::super) fn finish(self, text: &str) -> Validated<Vec<Item>> {
        let Self { items, mask, cuts, mut errors, repeated, .. } = self;
        let again = |(name, first): (Span, Span)| SyntaxError::repeated_attribute(&text[name.range()], name, first);
        errors.extend(repeated.into_iter().map(again));
        errors.sort_by_key(|error| error.span);
        Validated { content: items, mask, cuts: Cuts::new(cuts), errors }
    }
}

/// Validates and joins the parts of a text. Returns `None` if the meaning of a part depends on the parts before it.
fn validate_parts(text: &str, ranges: &[Range<usize>]) -> Option<Validated<Vec<Item>>> {
    let (names, parts): (Vec<_>, Vec<_>) = parallel_map(ranges, |range| {
        let part = Part::new(text, range.clone());
        (part.names(text), part)
    })
    .into_iter()
    .unzip();
    let is_new = |at: usize| names[..at].iter().all(|earlier| earlier.is_disjoint(&names[at]));
    let (_, before) = parts.split_last()?;
    let are_apart = before.iter().all(|part| part.is_settled) && (0..parts.len()).all(is_new);
    let joined = parts.into_iter().reduce(Part::join)?;
    are_apart.then(|| joined.finish(text))
}

/// Divides a text into `count` parts of about the same length, or fewer, before lines that seem to start an item.
fn divide(text: &str, count: usize) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    for part in 1..count {
        let wanted = text.len() / count * part;
        let start = item_start(text, wanted).filter(|start| starts.last() < Some(start));
        starts.extend(start);
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns the start of the first line after a position that begins with a name.
pub(in super::super) fn item_start(text: &str, place: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut lines = (place..bytes.len()).filter(|&at| bytes[at] == b'\n').map(|newline| newline + 1);
    lines.find(|&line| bytes.get(line).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the results of validation as a text.
    fn shown(Validated { content, mask, cuts, errors }: &Validated<Vec<Item>>, text: &str) -> String {
        let mask = mask.text(Span::new(0..text.len()));
        format!("{content:?}\n{mask}\n{cuts:?}\n{errors:?}")
    }

    /// Validates a text in two parts, divided before each of its lines. Returns the number of divisions that succeed.
    fn divisions(text: &str) -> usize {
        let whole = shown(&Part::new(text, 0..text.len()).finish(text), text);
        let lines = text.match_indices('\n').map(|(at, _)| at + 1).filter(|&line| line < text.len());
        let parts = lines.filter_map(|line| validate_parts(text, &[0..line, line..text.len()]));
        parts.inspect(|joined| assert_eq!(shown(joined, text), whole)).count()
    }

    #[test]
    fn parts_are_divided_between_items() {
        assert_eq!(divisions("a = 1\nb = [\n  2,\n]\n# a comment\nc \"d\" {\n  e = 3\n}\nf = \"é\"\n"), 4);
        let deep = format!("a = {}1{}\n", "(".repeat(70), ")".repeat(70));
        assert_eq!(divisions(&format!("{deep}b = {{ c = 1, c = 2 }}\n{}", deep.replace('a', "d"))), 2);
    }

    #[test]
    fn what_only_seems_to_start_an_item_does_not() {
        assert_eq!(divisions("a = <<EOT\nb = 1\nEOT\n"), 0);
        assert_eq!(divisions("/*\nb = 1\n*/\n"), 0);
        assert_eq!(divisions("a = [\nb\n]\n"), 0);
        assert_eq!(divisions("a {\nb = 1\n}\n"), 0);
    }

    #[test]
    fn an_error_is_found_once_and_where_it_is() {
        assert_eq!(divisions("a = 1\nb = 2\na = 3\n"), 0, "a name is set twice");
        assert_eq!(divisions("a = 1\nb = \nc = )\nd {\n"), 3, "an error is in its line");
    }

    #[test]
    fn what_is_left_open_takes_in_what_follows() {
        assert_eq!(divisions("a = [1\nb = 2\nc = 3\n"), 0, "a bracket");
        assert_eq!(divisions("a = \"${b +\nb\nc\n"), 0, "a template");
        assert_eq!(divisions("a = \"${b\nb = 2\nc = 3\n"), 1, "an attribute ends a template");
        assert_eq!(divisions("a = 1\nb {\nc = 3\n"), 1, "a block");
        assert_eq!(divisions("a = 1\n/*\nc = 3\n"), 1, "a comment");
    }

    #[test]
    fn a_text_is_divided_before_names() {
        let text = "a = [\n  1,\n]\nb = 2\nc = 3\n";
        assert_eq!(divide(text, 2), [0..13, 13..text.len()]);
        assert_eq!(divide("a = 1\n  b = 2\n", 3).len(), 1);
    }

    #[test]
    fn on_several_threads_the_same_is_found() {
        use std::fmt::Write as _;
        let mut text = String::new();
        for at in 0..WORTH_A_THREAD / 4 {
            let _ = writeln!(text, "name{at} = [{at}, \"text-${{a.b[{at}]}}\"]");
        }
        text.push_str("broken = )\n");
        let one = shown(&validate_body(Jobs::ONE, &text), &text);
        assert_eq!(shown(&validate_body(Jobs::new(3), &text), &text), one);
    }
}
