//! The codes of all diagnostics. The page of a code holds its meaning, a wrong program and a right one.
//!
//! The pages are part of the book, so their programs are tested.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// Declares the codes in byte order, each with its page: the file of the same name.
macro_rules! codes {
    ($($code:ident = $word:literal,)*) => {
        /// The code of a diagnostic of typelog: a stable identifier.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $word, "`")] $code,)*
        }

        /// The words of the codes, in byte order. Lints of a user's rules have codes of their own.
        pub const CODES: [&str; [$($word),*].len()] = [$($word),*];

        /// The codes, in the same order.
        const ALL: [Code; CODES.len()] = [$(Code::$code),*];

        /// Their pages, in the same order.
        const PAGES: [&str; CODES.len()] = [$(include_str!(concat!("diagnostics/pages/", $word, ".md"))),*];
    };
}

codes! {
    CircularReference = "circular-reference",
    DeferredValue = "deferred-value",
    Deprecated = "deprecated",
    DivisionByZero = "division-by-zero",
    DroppedKey = "dropped-key",
    DuplicateBlock = "duplicate-block",
    DuplicateKey = "duplicate-key",
    DuplicateName = "duplicate-name",
    DuplicatePackage = "duplicate-package",
    EphemeralValue = "ephemeral-value",
    EventualRange = "eventual-range",
    ImpreciseNumber = "imprecise-number",
    IndexOutOfRange = "index-out-of-range",
    IneffectiveComparison = "ineffective-comparison",
    InvalidConstant = "invalid-constant",
    InvalidIndex = "invalid-index",
    InvalidSchema = "invalid-schema",
    InvalidType = "invalid-type",
    InvalidUtf8 = "invalid-utf8",
    LaterVersion = "later-version",
    MalformedHooks = "malformed-hooks",
    MalformedToken = "malformed-token",
    MissingArgument = "missing-argument",
    MissingAttribute = "missing-attribute",
    MissingBlock = "missing-block",
    MissingInput = "missing-input",
    MissingProperty = "missing-property",
    MissingToken = "missing-token",
    NestingTooDeep = "nesting-too-deep",
    NoConversion = "no-conversion",
    NoOverload = "no-overload",
    NotALiteral = "not-a-literal",
    NotAResource = "not-a-resource",
    NotAnEnumValue = "not-an-enum-value",
    NotAssignable = "not-assignable",
    NotIterable = "not-iterable",
    NotTraversable = "not-traversable",
    NullValue = "null-value",
    ObjectArgument = "object-argument",
    PackageLabel = "package-label",
    PropertyCase = "property-case",
    RecursiveComponent = "recursive-component",
    SensitiveValue = "sensitive-value",
    SurplusBlock = "surplus-block",
    SyntaxError = "syntax-error",
    TokenWithSource = "token-with-source",
    TooManyArguments = "too-many-arguments",
    TraversingNone = "traversing-none",
    TypeTooDeep = "type-too-deep",
    TypeTooVaried = "type-too-varied",
    UnknownAttribute = "unknown-attribute",
    UnknownBlock = "unknown-block",
    UnknownFunction = "unknown-function",
    UnknownHookKind = "unknown-hook-kind",
    UnknownHookStep = "unknown-hook-step",
    UnknownInput = "unknown-input",
    UnknownMethod = "unknown-method",
    UnknownModule = "unknown-module",
    UnknownPackage = "unknown-package",
    UnknownPackageFunction = "unknown-package-function",
    UnknownProperty = "unknown-property",
    UnknownProvider = "unknown-provider",
    UnknownResource = "unknown-resource",
    UnknownVariable = "unknown-variable",
    UnknownVersion = "unknown-version",
    UnreadableComponent = "unreadable-component",
    UnreadableFile = "unreadable-file",
    UnreadableResource = "unreadable-resource",
    UnsafeAssignment = "unsafe-assignment",
    UnsafeConversion = "unsafe-conversion",
    UnusedDefinition = "unused-definition",
    UnusedIgnore = "unused-ignore",
    ValueTooLarge = "value-too-large",
    WrongAddress = "wrong-address",
    WrongArgument = "wrong-argument",
    WrongComponent = "wrong-component",
    WrongDeclaration = "wrong-declaration",
    WrongHook = "wrong-hook",
    WrongLabels = "wrong-labels",
    WrongPackage = "wrong-package",
    WrongProvider = "wrong-provider",
    WrongRefinement = "wrong-refinement",
    WrongType = "wrong-type",
    WrongVariant = "wrong-variant",
}

impl Code {
    /// Returns the code with a word.
    pub fn find(word: &str) -> Option<Self> {
        CODES.binary_search(&word).ok().map(|number| ALL[number])
    }

    /// Returns the word of the code, which reports and options show.
    pub const fn word(self) -> &'static str {
        CODES[self as usize]
    }

    /// Returns the page of the code.
    pub const fn page(self) -> &'static str {
        PAGES[self as usize]
    }

    /// Returns the meaning of the code: the first paragraph of its page.
    pub fn meaning(self) -> &'static str {
        self.page().split("\n\n").nth(1).unwrap_or_default()
    }
}

/// The code of a diagnostic: typelog's own, or one of a rule file. It is used like its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagnosticCode {
    /// A code of typelog.
    Own(Code),
    /// The code of a lint of a user's rules, or of a fault in a rule file.
    OfRules(Cow<'static, str>),
}

impl DiagnosticCode {
    /// Returns the code, if it is typelog's own.
    pub fn own(&self) -> Option<Code> {
        match self {
            Self::Own(code) => Some(*code),
            Self::OfRules(_) => None,
        }
    }
}

impl Deref for DiagnosticCode {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Own(code) => code.word(),
            Self::OfRules(word) => word,
        }
    }
}

impl fmt::Display for DiagnosticCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

impl PartialEq<Code> for DiagnosticCode {
    fn eq(&self, other: &Code) -> bool {
        self.own() == Some(*other)
    }
}

impl PartialEq<&str> for DiagnosticCode {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_found_by_their_words() {
        assert!(CODES.is_sorted());
        assert!(ALL.into_iter().all(|code| Code::find(code.word()) == Some(code)));
        assert_eq!(Code::find("no-conversions"), None);
    }

    #[test]
    fn a_page_begins_with_its_code_and_meaning() {
        for code in ALL {
            let (word, meaning) = (code.word(), code.meaning());
            assert!(code.page().starts_with(&format!("# {word}\n\n")), "{word}");
            assert!(meaning.ends_with('.') || meaning.contains('\n'), "{word}");
        }
    }
}
