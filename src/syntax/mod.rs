//! From text to [`tree::Tree`]. The only place that knows the parser.
//!
//! ```text
//! text --scan--> tokens --validate--> items, errors, mask, cuts --hcl-edit, native--> tree
//! ```
//!
//! hcl-edit's grammar is close to the reference's, but not equal. The **scanner** cuts the text as the reference does;
//! the **validator** walks the tokens, decides what is well-formed, and says what is not; on the way it prepares a
//! **mask**, a changed copy of the text in which hcl-edit reads what the reference reads, and does not read the literal
//! texts, which cost it most; and **cuts**, the pieces that are parsed apart because hcl-edit has limits. hcl-edit then parses the expression of one attribute at a time, and its
//! tree becomes ours: decoded from the source, and of the reference's shape. An item that is not well-formed costs an
//! error and nothing else.
//!
//! All of it is linear in the text, apart from deep nesting: a piece at depth *d* is copied *d* / 16 times.

mod binders;
mod colours;
mod comments;
mod cuts;
mod error;
pub mod json;
mod mask;
mod native;
mod print;
mod scan;
mod text;
pub mod tree;
mod unfinished;
mod validate;

pub use binders::for_variables;
pub use colours::{Colour, colours};
pub use comments::{Comment, comments};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use native::{FilePiece, check_body, parse_body, parse_body_with, parse_expression, parse_piece, parse_pieces};
pub use print::{print_body, print_expression};
pub use unfinished::{Unfinished, unfinished};

use crate::jobs::Jobs;
use crate::types::Interner;
use tree::Tree;

/// The greatest nesting of expressions and blocks. Deeper ones are the error `nesting-too-deep`: later walks of a tree
/// use the stack.
pub const MAX_NESTING: u32 = 1_200;

/// The greatest number of operators of an expression that stand in operands of one another, like those of a long sum: they
/// nest as well. More are the error `nesting-too-deep`.
pub const MAX_LINKS: u32 = 10_000;

/// The greatest nesting of the directives of a template.
pub const MAX_DIRECTIVES: u32 = 32;

/// Parses a file by its name: `.json` is JSON syntax with these blocks, all else is native syntax, which is parsed on
/// several threads.
#[allow(clippy::case_sensitive_file_extension_comparisons)] // As everywhere in HCL's tools.
pub fn parse_file(
    jobs: Jobs,
    name: &str,
    text: &str,
    shapes: &[json::BlockShape],
    names: &mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    if name.ends_with(".json") { json::parse_body(text, shapes, names) } else { parse_body_with(jobs, text, names) }
}

/// Parses a file by its name: `.json` is JSON syntax with these blocks, all else is native syntax.
#[allow(clippy::case_sensitive_file_extension_comparisons)] // As everywhere in HCL's tools.
pub fn parse_file_of(
    name: &str,
    text: &str,
    shapes: &[json::BlockShape],
    names: &mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    if name.ends_with(".json") { json::parse_body(text, shapes, names) } else { parse_body(text, names) }
}
