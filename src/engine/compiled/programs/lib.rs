//! Judgments about programs: the types of expressions and bindings, and their problems.
//!
//! The families are compiled to engines, which run one after the other over the facts of a chunk. They ask the judgments about
//! types by queries ([`typelog_builtins::queries`]).
//!
//! | family | judgments | files |
//! |---|---|---|
//! | typing | `e : t`, `b : t` | `expressions.dl`, `operators.dl`, `references.dl`, `iterations.dl`, `calls.dl`, `builtins.dl`, `modelled.dl`, `invocations.dl`, `configuration.dl`, `ranges.dl` |
//! | problems | `x expects p`, `x takes p`, `x is held to t by l`, problems and notes | `expectations.dl`, `problems.dl`, `unknowns.dl`, `arguments.dl`, `methods.dl`, `inputs.dl`, `acceptance.dl`, `properties.dl`, `range_problems.dl`, `notes.dl`, `limits.dl` |
//! | mismatches | `y is checked against t by l`, `y mismatches t` | `checking.dl`, `variants.dl`, `objects.dl`, `mismatches.dl` |
//!
//! Facts are declared in `program.dl`, `blocks.dl` and `discriminators.dl`, and the relations that are passed from one family to the
//! next in `typings.dl`, `expected.dl` and `obligations.dl`. Programs of Terraform have engines of their own, made of the files
//! `terraform_*`.

pub mod engines;
pub mod evidence;
pub mod problem;
pub mod run;

pub use engines::ENGINES;

include!(concat!(env!("OUT_DIR"), "/rule_files.rs"));

/// Returns the rules that the engines of this crate use if they are not compiled.
#[cfg(not(feature = "compiled"))]
fn built_in() -> std::sync::Arc<typelog_interpreter::Book> {
    use std::sync::{Arc, LazyLock};
    use typelog_interpreter::Book;

    static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| Arc::new(Book::built_in("programs", RULE_FILES, ENGINE_FILES)));
    BOOK.clone()
}
