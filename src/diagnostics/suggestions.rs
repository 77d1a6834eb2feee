//! Help, and the fixes that come with it.

use std::borrow::Cow;

use super::{Diagnostic, Fix, FixKind};
use crate::source::Span;

/// The help of a diagnostic.
pub(crate) enum Help {
    /// A sentence.
    Sentence(Cow<'static, str>),
    /// A name that may be meant, with the word for its kind.
    Name(&'static str, String),
}

impl Help {
    /// The name of this kind that may be meant.
    pub(super) fn name(kind: &'static str, name: impl Into<String>) -> Self {
        Self::Name(kind, name.into())
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self::Sentence(Cow::Owned(text))
    }
}

impl From<&'static str> for Help {
    fn from(text: &'static str) -> Self {
        Self::Sentence(Cow::Borrowed(text))
    }
}

impl Diagnostic {
    /// The same with help, if there is any. A name that may be meant is the fix: it replaces the text at the diagnostic's place.
    pub(crate) fn help(self, help: Option<impl Into<Help>>) -> Self {
        match help.map(Into::into) {
            None => self,
            Some(Help::Sentence(text)) => Self { help: Some(text), ..self },
            Some(Help::Name(kind, name)) => {
                let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                let help = Some(Cow::Owned(format!("there is {article} {kind} `{name}`")));
                let fix = Some(Fix { kind: FixKind::Replace, name, span: self.span });
                Self { help, fix, ..self }
            }
        }
    }

    /// The same with the fix that adds a missing part to the braces at the diagnostic's place.
    pub(super) fn adds(self, name: &str) -> Self {
        let fix = Some(Fix { kind: FixKind::Add, name: name.to_owned(), span: self.span });
        Self { fix, ..self }
    }

    /// The same with the place of its fix.
    pub(super) fn fixed_at(mut self, span: Span) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.span = span;
        }
        self
    }

    /// The same without its fix: its place is not the name that may be meant.
    pub(super) fn without_fix(self) -> Self {
        Self { fix: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::Code;
    use crate::program::FileId;

    #[test]
    fn a_name_that_may_be_meant_is_a_fix() {
        let span = Span { start: 3, end: 4 };
        let diagnostic =
            |help: Help| Diagnostic::error(Code::UnknownInput, FileId(0), span, "unknown input `a`").help(Some(help));
        let found = diagnostic(Help::name("input", "b"));
        assert_eq!(found.help.as_deref(), Some("there is an input `b`"));
        assert_eq!(found.fix, Some(Fix { kind: FixKind::Replace, name: "b".to_owned(), span }));
        assert_eq!(diagnostic("write `a` or `b`".into()).fix, None);
    }
}
