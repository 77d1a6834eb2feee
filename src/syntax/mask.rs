//! The text that hcl-edit parses: as long as the source, so that places stay valid, and free of what hcl-edit reads
//! differently from the reference.
//!
//! Bytes are only replaced by ASCII, whole characters at a time: the mask stays UTF-8.

use std::ops::Range;

use crate::source::Span;

/// A changed copy of a text.
pub(super) struct Mask {
    bytes: Vec<u8>,
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

    /// Adds what stands behind this text in the mask of a longer one.
    pub(super) fn extend(&mut self, longer: &Self) {
        self.bytes.extend_from_slice(&longer.bytes[self.bytes.len()..]);
    }

    /// The text that has become of a span.
    pub(super) fn text(&self, span: Span) -> &str {
        std::str::from_utf8(&self.bytes[span.range()]).unwrap_or("")
    }
}
