//! The text that hcl-edit parses: as long as the source, so that places stay valid, and free of what hcl-edit reads
//! differently from the reference.
//!
//! Bytes are only replaced by ASCII, whole characters at a time: the mask stays UTF-8.
//!
//! hcl-edit spends hundreds of instructions on each character of a literal text. Texts are read from the source, so that
//! the mask need not have them: a text without sequences is a name in it, a long literal of a template an interpolation.

use std::ops::Range;

use crate::source::Span;

/// A changed copy of a text.
pub(super) struct Mask {
    bytes: Vec<u8>,
}

/// The least length of a literal that hcl-edit reads faster as an interpolation.
const LONG_LITERAL: usize = 24;

fn may_be_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

impl Mask {
    pub(super) fn new(text: &str) -> Self {
        Self { bytes: text.as_bytes().to_vec() }
    }

    /// Makes a piece of text invisible.
    pub(super) fn blank(&mut self, span: Span) {
        self.fill(span, b' ');
    }

    /// Replaces every byte of a piece of text by an ASCII character.
    pub(super) fn fill(&mut self, span: Span, with: u8) {
        self.bytes[span.range()].fill(with);
    }

    /// Replaces a piece of text by another, which is no longer, and blanks.
    pub(super) fn replace(&mut self, span: Span, with: &str) {
        self.blank(span);
        let start = span.start as usize;
        self.bytes[start..start + with.len()].copy_from_slice(with.as_bytes());
    }

    /// Makes a quoted text of a piece of text.
    pub(super) fn quote(&mut self, span: Span) {
        self.fill(span, b'x');
        let Range { start, end } = span.range();
        (self.bytes[start], self.bytes[end - 1]) = (b'"', b'"');
    }

    /// Leaves a name in the place of a text, which hcl-edit reads much faster, unless that would meet another name.
    pub(super) fn hide(&mut self, span: Span) {
        let Range { start, end } = span.range();
        let beside = [start.checked_sub(1), Some(end)].into_iter().flatten();
        if !beside.filter_map(|at| self.bytes.get(at)).any(|&byte| may_be_in_name(byte)) {
            self.fill(span, b'_');
        }
    }

    /// Makes an interpolation of a long piece of literal text, which hcl-edit reads much faster.
    pub(super) fn hide_literal(&mut self, span: Span) {
        if span.range().len() < LONG_LITERAL {
            return;
        }
        self.fill(span, b'_');
        let Range { start, end } = span.range();
        self.bytes[start..start + 2].copy_from_slice(b"${");
        self.bytes[end - 1] = b'}';
    }

    /// Puts the text in its place again.
    pub(super) fn restore(&mut self, span: Span, text: &str) {
        self.bytes[span.range()].copy_from_slice(text[span.range()].as_bytes());
    }

    /// Adds what stands behind this text in the mask of a longer one.
    pub(super) fn extend(&mut self, longer: &Self) {
        self.bytes.extend_from_slice(&longer.bytes[self.bytes.len()..]);
    }

    /// The text that has become of a span.
    pub(super) fn text(&self, span: Span) -> &str {
        std::str::from_utf8(&self.bytes[span.range()]).unwrap_or("")
    }
}
