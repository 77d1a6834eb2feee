//! Names and comments in the notation of Rocq.

/// The words that are no names there, and those that the general definitions use.
const RESERVED: [&str; 33] = [
    "Axiom",
    "Definition",
    "Inductive",
    "Parameter",
    "Prop",
    "Set",
    "Type",
    "as",
    "at",
    "by",
    "cofix",
    "else",
    "end",
    "exists",
    "exists2",
    "fix",
    "for",
    "forall",
    "fun",
    "if",
    "in",
    "is",
    "let",
    "match",
    "mod",
    "return",
    "then",
    "using",
    "where",
    "with",
    "least",
    "greatest",
    "rank",
];

/// Returns the name for a relation, a builtin, a value or a variable: `Mode_Plain` for `Mode::Plain`.
pub fn identifier(name: &str) -> String {
    let plain = name.replace("::", "_");
    if RESERVED.contains(&&plain[..]) { plain + "_" } else { plain }
}

/// Returns the name for a rule: `C_Refl` for `C-Refl`.
pub fn rule_identifier(rule: &str) -> String {
    rule.replace(|character: char| !character.is_ascii_alphanumeric(), "_")
}

/// Returns a comment on a line of its own. Quotation marks would begin a text, also in comments.
pub fn comment(text: &str) -> String {
    let text = text.replace('"', "'").replace("(*", "( *").replace("*)", "* )");
    format!("(* {text} *)\n")
}
