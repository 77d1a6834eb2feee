//! Excerpts of a file: the lines that a report shows, with their numbers.

use std::ops::Range;

use crate::source::{Span, line_ends};
use crate::visible::is_hidden;

/// The maximal length of a line that is shown, in bytes.
pub(super) const LONGEST_LINE: usize = 4_096;

/// The lines of a text that contain some offsets. Other lines before the last of these are empty, later ones are omitted: lines
/// keep their numbers and columns, and the excerpt is cheap to index.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    /// The excerpt as a text, without terminal control characters.
    pub(super) text: String,
    /// The lines in it.
    lines: Vec<Line>,
}

/// A line of a text that is part of the excerpt.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its start in the text.
    start: usize,
    /// Its start in the excerpt.
    place: usize,
}

impl Excerpt {
    /// Extracts the lines at some offsets of a text; the end of the text belongs to its last line. Linear in the text up to the
    /// last offset.
    pub(super) fn new(text: &str, mut places: Vec<usize>) -> Self {
        places.sort_unstable();
        let mut excerpt = Self::default();
        // The end of the last extracted line.
        let mut end = 0;
        for place in places.into_iter().map(|place| place.min(text.len().saturating_sub(1))) {
            if place < end || text.is_empty() {
                continue;
            }
            // A line ends before the place only if all of its end is there.
            let before = line_ends(&text.as_bytes()[end..]).map(|at| end + at).take_while(|&at| at <= place);
            let (count, start) = before.fold((0, end), |(count, _), at| (count + 1, at));
            excerpt.text.extend(std::iter::repeat_n('\n', count));
            excerpt.lines.push(Line { start, place: excerpt.text.len() });
            end = line_ends(&text.as_bytes()[place..]).next().map_or(text.len(), |at| place + at);
            push_printable(&mut excerpt.text, &text[start..end]);
        }
        excerpt
    }

    /// Maps a range of the text to the excerpt. Its ends must be in extracted lines.
    pub(super) fn range(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.place(range.start);
        let end = if range.is_empty() { start } else { self.place(range.end - 1) + 1 };
        start..end
    }

    fn place(&self, at: usize) -> usize {
        let behind = self.lines.partition_point(|line| line.start <= at);
        self.lines.get(behind.wrapping_sub(1)).map_or(0, |line| line.place + (at - line.start))
    }
}

/// Returns the offsets whose lines show a range: its first byte and its last.
pub(super) fn ends(range: &Range<usize>) -> [usize; 2] {
    [range.start, range.end.saturating_sub(1).max(range.start)]
}

/// Holds if an end of a span is in a line that is too long to be shown.
pub(super) fn is_in_long_line(text: &str, span: Span) -> bool {
    [span.start, span.end].iter().any(|&at| {
        let Some((before, behind)) = text.as_bytes().split_at_checked(at as usize) else { return false };
        let before = before.iter().rev().take(LONGEST_LINE + 1).take_while(|&&byte| byte != b'\n').count();
        let rest = behind.iter().take(LONGEST_LINE + 1);
        let newline = rest.clone().position(|&byte| byte == b'\n');
        !behind.is_empty() && before + newline.map_or(rest.len(), |at| at + 1) > LONGEST_LINE
    })
}

/// Appends a line that ends with `\n` or `\r\n`, without terminal control characters. Every character is
/// replaced by one of the same length, so that offsets do not change.
fn push_printable(out: &mut String, line: &str) {
    if line.bytes().all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~')) {
        return out.push_str(line);
    }
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        out.push(match character {
            '\n' | '\t' => character,
            '\r' if characters.peek() == Some(&'\n') => character,
            '\r' => '\n',
            control if control.is_control() && control.len_utf8() == 2 => '\u{a0}',
            control if control.is_control() => ' ',
            hidden if is_hidden(hidden) && hidden.len_utf8() == 2 => '\u{a0}',
            hidden if is_hidden(hidden) && hidden.len_utf8() == 4 => BLANK_OF_FOUR_BYTES,
            hidden if is_hidden(hidden) => '\u{2003}',
            other => other,
        });
    }
}

/// A note without a head, as wide as a letter: Unicode has no space of four bytes.
const BLANK_OF_FOUR_BYTES: char = '\u{1d159}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_and_columns() {
        let text = "one\ntwo\r\n\u{7}three\n\nfive";
        let excerpt = Excerpt::new(text, vec![text.len(), 6]);
        assert_eq!(excerpt.text, "\ntwo\r\n\n\nfive");
        assert_eq!(&excerpt.text[excerpt.range(&(5..7))], "wo");
        assert_eq!(&excerpt.text[excerpt.range(&(text.len() - 4..text.len()))], "five");
        assert_eq!(excerpt.range(&(text.len()..text.len())), 12..12);
        assert_eq!(Excerpt::new(text, vec![9]).text, "\n\n three\n");
        assert_eq!(Excerpt::new("", vec![0]).range(&(0..0)), 0..0);
        assert_eq!(Excerpt::new("one\rtwo\rthree", vec![5]).text, "\ntwo\n");
    }

    #[test]
    fn every_character_keeps_its_length() {
        let keeps_length = |character: char| {
            let (line, mut printable) = (character.to_string(), String::new());
            push_printable(&mut printable, &line);
            printable.len() == line.len()
        };
        assert_eq!(('\0'..=char::MAX).find(|&character| !keeps_length(character)), None);
    }

    #[test]
    fn what_is_behind_a_last_newline_is_in_the_last_line() {
        let excerpt = Excerpt::new("a\nb\n", vec![4]);
        assert_eq!((&*excerpt.text, excerpt.range(&(4..4)), excerpt.range(&(2..4))), ("\nb\n", 3..3, 1..3));
    }

    #[test]
    fn long_lines_are_found_from_both_ends() {
        let (short, long) = ("x".repeat(LONGEST_LINE - 1), "y".repeat(LONGEST_LINE));
        let text = format!("{short}\n{long}\nz");
        let found = |start: usize, end: usize| is_in_long_line(&text, Span::new(start..end));
        let line = short.len() + 1;
        assert!(!found(0, line - 1) && found(0, line) && found(line, line + 1));
        assert!(found(line + long.len(), line + long.len()) && found(line + 9, text.len()));
        assert!(!found(text.len() - 1, text.len()) && !found(text.len(), text.len()));
    }
}
