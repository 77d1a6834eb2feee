//! Names that diagnostics suggest.

use super::Diagnostic;

/// The beginning of help that suggests a name: "there is a variable `name`".
const OFFER: &str = "there is a";

impl Diagnostic {
    /// The suggested name, and the word for its kind.
    pub fn suggestion(&self) -> Option<(&str, &str)> {
        let help = self.help.as_deref()?.strip_prefix(OFFER)?;
        let (what, rest) = help.split_once('`')?;
        let name = rest.strip_suffix('`')?;
        let what = what.strip_prefix("n ").unwrap_or(what);
        (!name.contains('`')).then_some((what.trim(), name))
    }

    /// The first quoted name in the message.
    pub fn named(&self) -> Option<&str> {
        self.message.split('`').nth(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::FileId;
    use crate::source::Span;

    #[test]
    fn help_that_offers_a_name_is_a_suggestion() {
        let diagnostic = |help: &str| {
            let span = Span { start: 0, end: 0 };
            Diagnostic::error("unknown-input", FileId(0), span, "unknown input `a`").help(Some(help.to_owned()))
        };
        assert_eq!(diagnostic("there is an input `b`").suggestion(), Some(("input", "b")));
        assert_eq!(diagnostic("there is a variable `c`").suggestion(), Some(("variable", "c")));
        assert_eq!(diagnostic("write `a` or `b`").suggestion(), None);
        assert_eq!(diagnostic("").named(), Some("a"));
    }
}
