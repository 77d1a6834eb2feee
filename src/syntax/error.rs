//! Syntax errors.

use crate::codes::Code;
use crate::source::Span;

/// A syntax error, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The error.
    pub kind: SyntaxErrorKind,
    /// The span; empty if something is missing.
    pub span: Span,
}

/// The kinds of syntax errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The text does not follow the grammar.
    Malformed {
        /// The message: what was expected and what was found, in one sentence.
        message: String,
        /// The label at the place itself.
        label: Option<String>,
        /// The suggestion.
        help: Option<&'static str>,
        /// A related place, with its label.
        related: Option<(Span, &'static str)>,
        /// The same mistake where a parser meets it, if that is elsewhere.
        met: Option<Box<SyntaxError>>,
    },
    /// A number has an exponent beyond [`crate::types::MAX_EXPONENT`].
    ImpreciseNumber,
    /// A number has more digits than [`crate::types::MAX_DIGITS`].
    LongNumber,
    /// Expressions or blocks are nested deeper than [`MAX_NESTING`](super::MAX_NESTING), or the directives of a template deeper
    /// than [`MAX_DIRECTIVES`](super::MAX_DIRECTIVES).
    NestingTooDeep {
        /// The limit.
        limit: u32,
    },
    /// An expression has more than [`MAX_LINKS`](super::MAX_LINKS) operators nested in one another's operands.
    TooManyOperators {
        /// The limit.
        limit: u32,
    },
}

impl SyntaxError {
    pub(super) fn malformed(message: impl Into<String>, span: Span) -> Self {
        let message = message.into();
        let kind = SyntaxErrorKind::Malformed { message, label: None, help: None, related: None, met: None };
        Self { kind, span }
    }

    /// Creates the error of an attribute whose name is already set at `first`.
    pub fn repeated_attribute(name: &str, span: Span, first: Span) -> Self {
        Self::malformed(format!("duplicate attribute `{name}`"), span).first_set_at(first)
    }

    /// Creates the error of an unexpected finding at a place.
    pub(super) fn expected(expected: &str, found: &str, span: Span) -> Self {
        let mut error = Self::malformed(format!("expected {expected}, found {found}"), span);
        if let SyntaxErrorKind::Malformed { label, .. } = &mut error.kind {
            *label = Some(format!("expected {expected}"));
        }
        error
    }

    #[must_use]
    pub(super) fn with_help(mut self, text: &'static str) -> Self {
        if let SyntaxErrorKind::Malformed { help, met, .. } = &mut self.kind {
            *help = Some(text);
            *met = met.take().map(|met| Box::new(met.with_help(text)));
        }
        self
    }

    /// Adds the same mistake as a parser meets it, which another one may say already.
    #[must_use]
    pub(super) fn met_as(mut self, error: &Self) -> Self {
        if let SyntaxErrorKind::Malformed { met, .. } = &mut self.kind {
            *met = Some(Box::new(error.as_met().clone()));
        }
        self
    }

    /// Returns the mistake as a parser meets it, where the text cannot go on: what is not closed is met behind it.
    pub(crate) fn as_met(&self) -> &Self {
        match &self.kind {
            SyntaxErrorKind::Malformed { met: Some(met), .. } => met,
            _ => self,
        }
    }

    /// Adds the place of the construct that is still open.
    #[must_use]
    pub(super) fn opened_at(self, span: Span) -> Self {
        self.related_to(span, "opened here")
    }

    /// Adds the place where the name is set first.
    #[must_use]
    pub(super) fn first_set_at(self, span: Span) -> Self {
        self.related_to(span, "first set here")
    }

    pub(super) fn related_to(mut self, span: Span, text: &'static str) -> Self {
        if let SyntaxErrorKind::Malformed { related, .. } = &mut self.kind {
            *related = Some((span, text));
        }
        self
    }

    /// Moves the error by a number of bytes, for a text that is part of a longer one.
    #[must_use]
    pub fn moved(self, by: u32) -> Self {
        self.placed(&|span| Span { start: span.start + by, end: span.end + by })
    }

    /// Maps the places of the error.
    #[must_use]
    pub(super) fn placed(mut self, place: &dyn Fn(Span) -> Span) -> Self {
        self.span = place(self.span);
        if let SyntaxErrorKind::Malformed { related, met, .. } = &mut self.kind {
            *related = related.map(|(span, text)| (place(span), text));
            *met = met.take().map(|met| Box::new(met.placed(place)));
        }
        self
    }

    /// Returns the stable code of this kind of error.
    pub fn code(&self) -> Code {
        match self.kind {
            SyntaxErrorKind::Malformed { .. } => Code::SyntaxError,
            SyntaxErrorKind::ImpreciseNumber | SyntaxErrorKind::LongNumber => Code::ImpreciseNumber,
            SyntaxErrorKind::NestingTooDeep { .. } | SyntaxErrorKind::TooManyOperators { .. } => Code::NestingTooDeep,
        }
    }

    /// Returns the message, in one sentence without a full stop.
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
            SyntaxErrorKind::TooManyOperators { limit } => format!("the expression has more than {limit} operators"),
        }
    }

    /// The label at the place itself, if the message does not say all.
    pub fn label(&self) -> Option<&str> {
        match &self.kind {
            SyntaxErrorKind::Malformed { label, .. } => label.as_deref(),
            _ => None,
        }
    }

    /// Returns a related place with its label: the bracket, quote or directive that is still open, or the place where a name is
    /// set first.
    pub fn related(&self) -> Option<(Span, &'static str)> {
        match self.kind {
            SyntaxErrorKind::Malformed { related, .. } => related,
            _ => None,
        }
    }

    /// Returns the suggestion: a name that may have been meant, or an action.
    pub fn help(&self) -> Option<&'static str> {
        match self.kind {
            SyntaxErrorKind::Malformed { help, .. } => help,
            SyntaxErrorKind::ImpreciseNumber => Some("numbers are exact, so their exponents are limited"),
            SyntaxErrorKind::LongNumber => Some("numbers are exact, so their digits are limited"),
            SyntaxErrorKind::NestingTooDeep { .. } | SyntaxErrorKind::TooManyOperators { .. } => {
                Some("move an inner part to a definition of its own")
            }
        }
    }
}
