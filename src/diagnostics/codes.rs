//! The codes of all diagnostics. The page of a code holds its meaning, a wrong program and a right one.
//!
//! The pages are part of the book, so their programs are tested.

/// Declares the codes in byte order, each with its page: the file of the same name.
macro_rules! codes {
    ($($code:literal,)*) => {
        /// The codes, in byte order. Lints of a user's rules have codes of their own.
        pub const CODES: [&str; [$($code),*].len()] = [$($code),*];

        /// The pages of the codes, in the same order.
        const PAGES: [&str; CODES.len()] = [$(include_str!(concat!("pages/", $code, ".md"))),*];
    };
}

codes![
    "circular-reference",
    "deprecated",
    "duplicate-block",
    "duplicate-name",
    "duplicate-package",
    "ephemeral-value",
    "eventual-range",
    "imprecise-number",
    "index-out-of-range",
    "ineffective-comparison",
    "invalid-constant",
    "invalid-index",
    "invalid-schema",
    "invalid-type",
    "invalid-utf8",
    "malformed-hooks",
    "malformed-token",
    "missing-argument",
    "missing-attribute",
    "missing-block",
    "missing-input",
    "missing-property",
    "missing-token",
    "nesting-too-deep",
    "no-conversion",
    "no-overload",
    "not-a-literal",
    "not-a-resource",
    "not-an-enum-value",
    "not-assignable",
    "not-iterable",
    "not-traversable",
    "object-argument",
    "package-label",
    "property-case",
    "recursive-component",
    "sensitive-value",
    "surplus-block",
    "syntax-error",
    "token-with-source",
    "too-many-arguments",
    "traversing-none",
    "type-too-deep",
    "type-too-varied",
    "unknown-attribute",
    "unknown-block",
    "unknown-function",
    "unknown-hook-kind",
    "unknown-hook-step",
    "unknown-input",
    "unknown-method",
    "unknown-module",
    "unknown-package",
    "unknown-package-function",
    "unknown-property",
    "unknown-provider",
    "unknown-resource",
    "unknown-variable",
    "unknown-version",
    "unreadable-component",
    "unreadable-file",
    "unreadable-resource",
    "unsafe-assignment",
    "unsafe-conversion",
    "unused-definition",
    "unused-ignore",
    "value-too-large",
    "wrong-address",
    "wrong-argument",
    "wrong-component",
    "wrong-declaration",
    "wrong-hook",
    "wrong-labels",
    "wrong-package",
    "wrong-refinement",
    "wrong-type",
];

/// Holds if a code is one of typelog's own.
pub fn is_code(code: &str) -> bool {
    CODES.binary_search(&code).is_ok()
}

/// The page of a code.
pub fn page_of(code: &str) -> Option<&'static str> {
    CODES.binary_search(&code).ok().map(|number| PAGES[number])
}

/// The meaning of a code: the first paragraph of its page.
pub fn meaning(code: &str) -> Option<&'static str> {
    page_of(code)?.split("\n\n").nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order() {
        assert!(CODES.is_sorted());
        assert!(is_code("no-conversion") && !is_code("no-conversions"));
    }

    #[test]
    fn a_page_begins_with_its_code_and_meaning() {
        for code in CODES {
            assert!(page_of(code).is_some_and(|page| page.starts_with(&format!("# {code}\n\n"))), "{code}");
            assert!(meaning(code).is_some_and(|meaning| meaning.ends_with('.') || meaning.contains('\n')), "{code}");
        }
        assert_eq!(page_of("no-conversions"), None);
    }
}
