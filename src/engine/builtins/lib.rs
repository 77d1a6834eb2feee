//! The words of the rules: accessors and constructors of types.
//!
//! The functions here return the constructor of a type, its parts, or the pairs of parts of two types, or build a type from
//! parts. They decide nothing: the rules and their tables say which types match.

pub mod facts;
pub mod misfits;
pub mod queries;
pub mod session;
pub mod trace;

mod accessors;
mod blocks;
mod budget;
mod compared;
mod computed;
mod constructors;
mod contexts;
mod encodings;
mod expressions;
mod folded;
mod formats;
mod iterations;
mod known;
mod likeness;
mod limits;
mod lists;
mod literals;
mod marks;
mod operations;
mod pairing;
mod pattern_syntax;
mod patterns;
mod prefixes;
mod refinements;
mod tables;
mod terraform;
mod times;
mod values;
mod yaml;

pub use accessors::*;
pub use blocks::*;
pub use budget::*;
pub use computed::*;
pub use constructors::*;
pub use contexts::*;
pub use expressions::*;
pub use folded::*;
pub use iterations::*;
pub use known::*;
pub use likeness::*;
pub use limits::*;
pub use lists::*;
pub use literals::*;
pub use marks::*;
pub use operations::*;
pub use pairing::*;
pub use patterns::*;
pub use queries::*;
pub use refinements::*;
pub use terraform::*;
pub use values::*;

pub use trace::by;
pub use typelog_storage::{dense, function, input, set, transient, unique};
pub use typelog_types::Constructor::{
    self, Constant, Dynamic, Enum, List, Map, Named, Null, Object, Opaque, Output, Primitive, Promise, Set, Tuple,
    Union,
};
pub use typelog_types::vocabulary::*;
pub use typelog_types::{
    ANY, BOOL, DeclaredAs, EMPTY_TUPLE, Eventuality, ID, INT, Mapping, NONE, NUMBER, Name, STRING, Ty, TyList,
};

pub use Conversion::{No, Safe, Unsafe};
pub use Mapping::{Input, Normalize, Resolve, ResolvePromises, Widen};
pub use Mode::{Deciding, Plain, Unfolding, Unifying};
pub use Pairing::{Gather, Scatter, Zip};

use crate::session::types;

/// The members of two structures at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Joint {
    /// Both have a member there.
    Both(Ty, Ty),
    /// Only one of them has a member there.
    One(Ty),
    /// There are no more members.
    End,
}

/// Returns `Safe` if all kinds are safe, `No` if none is better, and `Unsafe` otherwise, given the worst and the best of them.
pub fn all_or_some(worst: Conversion, best: Conversion) -> Conversion {
    match (worst, best) {
        (Safe, _) => Safe,
        (_, No) => No,
        _ => Unsafe,
    }
}

/// Returns the mode of questions about the parts of types.
pub fn inside(m: Mode) -> Mode {
    if m == Unfolding { Plain } else { m }
}

/// Holds if a question about `s` and `t` may recur, and must be answered coinductively: one of them is recursive, and both are
/// infinite.
pub fn assumes(s: Ty, t: Ty, m: Mode) -> bool {
    m != Unfolding
        && types(|types| types.is_infinite(s) && types.is_infinite(t))
        && (is_recursive(s) || is_recursive(t))
}

/// Holds if a column of a table equals the value that a rule searches for.
#[inline(always)]
pub fn is_same<T: PartialEq>(column: &T, wanted: impl std::borrow::Borrow<T>) -> bool {
    column == wanted.borrow()
}

/// Replaces `writeln!` in engines: ascent generates functions that write summaries, which are unused and would take a twentieth
/// of an engine's code.
#[macro_export]
macro_rules! write_nothing {
    ($($anything:tt)*) => {
        std::fmt::Result::Ok(())
    };
}

/// Defines the modules that engines are made of, from the code that the reader has generated for a crate of rules: `clauses`,
/// `tables`, and `prelude`, which has all names that engines use.
#[macro_export]
macro_rules! prepared_rules {
    () => {
        /// The clauses that are recorded.
        mod clauses {
            use $crate::trace::Clause;

            include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
        }

        /// The tables of the rules.
        #[allow(missing_docs, clippy::wildcard_imports)]
        pub mod tables {
            use $crate::*;

            include!(concat!(env!("OUT_DIR"), "/tables.rs"));
        }

        /// The names that all engines use. Their methods are generated without documentation.
        mod prelude {
            pub use super::clauses::CLAUSES;
            pub use super::tables::*;
            pub use $crate::trace::Hidden;
            pub use $crate::*;
        }
    };
}
