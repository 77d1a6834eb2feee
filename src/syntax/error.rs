//! Syntax errors.

use crate::source::Span;

/// Something wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The error.
    pub kind: SyntaxErrorKind,
    /// The place; empty where something is missing.
    pub span: Span,
}

/// The kinds of syntax errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The text does not follow the grammar.
    Malformed {
        /// The message: expectation and finding, in one sentence.
        message: String,
        /// The suggestion.
        help: Option<&'static str>,
    },
    /// A number has an exponent beyond [`crate::types::MAX_EXPONENT`].
    ImpreciseNumber,
    /// A number has more digits than [`crate::types::MAX_DIGITS`].
    LongNumber,
    /// Expressions or blocks are nested deeper than [`MAX_NESTING`](super::MAX_NESTING), or the directives of a template
    /// deeper than [`MAX_DIRECTIVES`](super::MAX_DIRECTIVES).
    NestingTooDeep {
        /// The limit.
        limit: u32,
    },
}

impl SyntaxError {
    pub(super) fn malformed(message: impl Into<String>, span: Span) -> Self {
        Self { kind: SyntaxErrorKind::Malformed { message: message.into(), help: None }, span }
    }

    #[must_use]
    pub(super) fn with_help(mut self, text: &'static str) -> Self {
        if let SyntaxErrorKind::Malformed { help, .. } = &mut self.kind {
            *help = Some(text);
        }
        self
    }

    /// The same error in a text in which this one stands at `by`.
    #[must_use]
    pub fn moved(mut self, by: u32) -> Self {
        self.span = Span { start: self.span.start + by, end: self.span.end + by };
        self
    }

    /// The stable code of this kind of error.
    pub fn code(&self) -> &'static str {
        match self.kind {
            SyntaxErrorKind::Malformed { .. } => "syntax-error",
            SyntaxErrorKind::ImpreciseNumber | SyntaxErrorKind::LongNumber => "imprecise-number",
            SyntaxErrorKind::NestingTooDeep { .. } => "nesting-too-deep",
        }
    }

    /// The message, in one sentence without a full stop.
    pub fn message(&self) -> String {
        match &self.kind {
            SyntaxErrorKind::Malformed { message, .. } => message.clone(),
            SyntaxErrorKind::ImpreciseNumber => {
                format!("the exponent of the number exceeds {}", crate::types::MAX_EXPONENT)
            }
            SyntaxErrorKind::LongNumber => {
                format!("the number has more than {} digits", crate::types::MAX_DIGITS)
            }
            SyntaxErrorKind::NestingTooDeep { limit } => format!("the nesting exceeds {limit} levels"),
        }
    }

    /// The suggestion: a name that may have been meant, or an action.
    pub fn help(&self) -> Option<&'static str> {
        match self.kind {
            SyntaxErrorKind::Malformed { help, .. } => help,
            SyntaxErrorKind::ImpreciseNumber => Some("numbers are kept exactly, so their exponents are limited"),
            SyntaxErrorKind::LongNumber => Some("numbers are kept exactly, so their digits are limited"),
            SyntaxErrorKind::NestingTooDeep { .. } => Some("define an inner part under a name of its own"),
        }
    }
}
