//! The codes of all diagnostics.

/// The codes, in byte order. Lints of a user's rules have codes of their own.
pub const CODES: [&str; 69] = [
    "circular-reference",
    "deprecated",
    "duplicate-block",
    "duplicate-name",
    "duplicate-package",
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
    "unknown-package",
    "unknown-package-function",
    "unknown-property",
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
    "wrong-argument",
    "wrong-block",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order() {
        assert!(CODES.is_sorted());
        assert!(is_code("no-conversion") && !is_code("no-conversions"));
    }
}
