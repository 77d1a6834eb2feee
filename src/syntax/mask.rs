//! The mask: the text that hcl-edit parses. It is as long as the source, so that spans stay valid, and contains nothing that
//! hcl-edit reads differently from the reference.
//!
//! Whole characters are replaced by ASCII bytes, so the mask stays valid UTF-8.
//!
//! hcl-edit spends hundreds of instructions on each character of a literal text. Texts are read from the source, so the mask need
//! not contain them: a text without sequences becomes a name, and a long literal of a template becomes an interpolation.

use std::ops::Range;

use crate::source::Span;

/// A changed copy of a text.
pub(super) struct Mask {
    bytes: Vec<u8>,
}

/// The minimum length of a literal that hcl-edit reads faster as an interpolation.
const LONG_LITERAL: usize = 24;

fn may_be_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

impl Mask {
    pub(super) fn new(text: &str) -> Self {
        Self { bytes: text.as_bytes().to_vec() }
    }

    /// Replaces a piece of text by blanks.
    pub(super) fn blank(&mut self, span: Span) {
        self.fill(span, b' ');
    }

    /// Replaces every byte of a piece of text by an ASCII character.
    pub(super) fn fill(&mut self, span: Span, with: u8) {
        self.bytes[span.range()].fill(with);
    }

    /// Replaces a piece of text by another one that is not longer, padded with blanks.
    pub(super) fn replace(&mut self, span: Span, with: &str) {
        self.blank(span);
        let start = span.start as usize;
        self.bytes[start..start + with.len()].copy_from_slice(with.as_bytes());
    }

    /// Replaces a piece of text by a quoted text.
    pub(super) fn quote(&mut self, span: Span) {
        self.fill(span, b'x');
        let Range { start, end } = span.range();
        (self.bytes[start], self.bytes[end - 1]) = (b'"', b'"');
    }

    /// Replaces a text by a name, which hcl-edit reads much faster, unless the name would touch another one.
    pub(super) fn hide(&mut self, span: Span) {
        let Range { start, end } = span.range();
        let beside = [start.checked_sub(1), Some(end)].into_iter().flatten();
        if !beside.filter_map(|at| self.bytes.get(at)).any(|&byte| may_be_in_name(byte)) {
            self.fill(span, b'_');
        }
    }

    /// Replaces a long piece of literal text by an interpolation, which hcl-edit reads much faster.
    pub(super) fn hide_literal(&mut self, span: Span) {
        if span.range().len() < LONG_LITERAL {
            return;
        }
        self.fill(span, b'_');
        let Range { start, end } = span.range();
        self.bytes[start..start + 2].copy_from_slice(b"${");
        self.bytes[end - 1] = b'}';
    }

    /// Restores the original text.
    pub(super) fn restore(&mut self, span: Span, text: &str) {
        self.bytes[span.range()].copy_from_slice(text[span.range()].as_bytes());
    }

    /// Appends the rest of the mask of a longer text.
    pub(super) fn extend(&mut self, longer: &Self) {
        self.bytes.extend_from_slice(&longer.bytes[self.bytes.len()..]);
    }

    /// Returns the masked text of a span.
    pub(super) fn text(&self, span: Span) -> &str {
        std::str::from_utf8(&self.bytes[span.range()]).unwrap_or("")
    }
}
