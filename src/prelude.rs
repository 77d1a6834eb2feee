//! The interface of the library: checking programs, and asking questions about them, from Rust.
//!
//! ```
//! use typelog::prelude::*;
//!
//! let checker = Checker::new(&Options::default())?;
//! let mut program = checker.check_text("main.hcl", "ports = [80, 443]\nfirst = ports[0]\nlast = ports.first")?;
//! assert_eq!(program.nodes()[1].ty, "const(80)");
//! assert_eq!(program.diagnostics()[0].code, "invalid-index");
//! let proof = program.explain(&Subject::Name("first".to_owned()), None, false)?;
//! assert_eq!(proof.rule, Some("T-Definition"));
//! # Ok::<(), Error>(())
//! ```
//!
//! | to | use | example |
//! |---|---|---|
//! | check a file, a directory, or texts | [`Checker::check`], [`Checker::check_text`] | `examples/check_text.rs` |
//! | ask whether a judgment about types holds, and why | [`Checker::judge`] | `examples/question.rs` |
//! | explain a type or a problem | [`Checked::explain`], [`Checked::ask`] | `examples/question.rs` |
//! | run user rules over the facts | [`Checked::query`], [`DerivedFacts::why`] | `examples/own_rules.rs` |
//! | keep a program open while it is edited | [`Checker::open`], [`Opened::check`] | `examples/open_program.rs` |
//! | change the rules that type programs | [`Options::book`] | `examples/load_book.rs` |
//!
//! This interface only changes with the version of typelog, and a test lists it. The other modules of this crate are internals:
//! they are public for the tests, the page in the browser and the fuzzer, and change without notice.

pub use crate::diagnostics::{Diagnostic, Label, Severity};
pub use crate::dialect::Dialect;
pub use crate::program::FileId;
pub use crate::project::{
    Checked, CheckedNode, Checker, DerivedFacts, Error, JudgmentExplanation, Level, Opened, Options, RuleText,
    Settings, SettingsFile, Subject,
};
pub use crate::relations::{ColumnType, Database, RelationId};
pub use crate::render::{Detail, ExpressionType, NodeType, Palette, ProofFormat, ProofNode, Report, proof};
pub use crate::source::{Position, Source, Span};
