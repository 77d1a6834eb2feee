//! The parser: from text to [`tree::Tree`]. No other module depends on hcl-edit.
//!
//! ```text
//! text --scan--> tokens --validate--> items, errors, mask, cuts --hcl-edit, native--> tree
//! ```
//!
//! hcl-edit's grammar is close to the reference's, but not equal. The **scanner** splits the text into tokens as the reference
//! does. The **validator** walks the tokens and reports syntax errors. It also prepares two inputs for hcl-edit. The **mask** is
//! a changed copy of the text that hcl-edit parses like the reference parses the text, and without the literal texts, which are
//! the most expensive for hcl-edit. The **cuts** are the pieces that are parsed separately because of hcl-edit's limits. hcl-edit
//! then parses the expression of one attribute at a time, and its tree is converted to ours: texts are decoded from the source,
//! and the shape is the reference's. A malformed item costs an error and nothing else.
//!
//! Parsing is linear in the text, apart from deep nesting: a piece at depth *d* is copied *d* / 16 times.

mod binders;
mod colours;
mod comments;
mod cuts;
mod error;
mod format;
pub mod json;
mod mask;
mod native;
mod open_constructs;
mod print;
mod scan;
mod text;
pub mod tree;
mod validate;

pub use binders::for_variables;
pub use colours::{Colour, colours};
pub use comments::{Comment, comments};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use format::format;
pub use native::{
    FilePiece, check_body, parse_body, parse_body_with, parse_expression, parse_piece, parse_pieces, parse_settings,
};
pub use open_constructs::{OpenConstructs, open_constructs};
pub use print::{print_body, print_expression, print_file};

use crate::jobs::Jobs;
use crate::source::{has_tests, has_values};
use crate::types::Interner;
use tree::Tree;

/// The maximum nesting of expressions and blocks. Deeper nesting is the error `nesting-too-deep`, because later passes over a
/// tree are recursive.
pub const MAX_NESTING: u32 = 1_200;

/// The maximum number of operators that are nested in one another's operands, like those of a long sum. More are the error
/// `nesting-too-deep`.
pub const MAX_LINKS: u32 = 10_000;

/// The maximum nesting of the directives of a template.
pub const MAX_DIRECTIVES: u32 = 32;

/// Parses a file by its name: `.json` is JSON syntax with these blocks, anything else is native syntax, which is parsed on
/// several threads.
pub fn parse_file(
    jobs: Jobs,
    name: &str,
    text: &str,
    shapes: &[json::BlockShape],
    names: &mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    if is_json(name) { parse_json(name, text, shapes, names) } else { parse_body_with(jobs, text, names) }
}

/// Parses a file by its name: `.json` is JSON syntax with these blocks, anything else is native syntax.
pub fn parse_file_of(
    name: &str,
    text: &str,
    shapes: &[json::BlockShape],
    names: &mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    if is_json(name) { parse_json(name, text, shapes, names) } else { parse_body(text, names) }
}

/// Holds if a file of this name is in JSON syntax.
#[allow(clippy::case_sensitive_file_extension_comparisons)] // As everywhere in HCL's tools.
pub fn is_json(name: &str) -> bool {
    name.ends_with(".json")
}

/// Parses a file in JSON syntax by its name: one with values of variables, one with tests of a module, or one with these blocks.
pub fn parse_json(
    name: &str,
    text: &str,
    shapes: &[json::BlockShape],
    names: &mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    match name {
        _ if has_values(name) => json::parse_values(text, names),
        _ if has_tests(name) => json::parse_body(text, json::TESTS, names),
        _ => json::parse_body(text, shapes, names),
    }
}
