//! The edition `pulumi` of the book, which follows the reference where that differs from the specification.
//!
//! A file in this folder replaces the file of the same name in `rules/types`. The engines made of such files are compiled again
//! here; all others are shared.
//!
//! | file | what differs |
//! |---|---|
//! | `unification_forms.dl` | unions and eventual values unify by their forms only if they convert to one another equally well |
//! | `conversion_any.dl` | a dynamic value converts unsafely also to what accepts anything |
//! | `assignability_structures.dl` | tuples of different lengths are assignable if their common members are |
//! | `conversion_promises.dl` | an output converts to no promise |
//! | `traversal_elements.dl` | a name is a step into a list, like a number |
//! | `traversal_unions.dl` | a step into a union fails if it succeeds for null alone |
//! | `catching.dl` | what fails in the arguments of `try` and `can` is a problem |
//! | `constant_keys.dl` | an index by a constant in parentheses is computed, if it fails as a step |
//! | `openness.dl` | functions that take a list, a map, an output or a resource do not take dynamic values; an expanded list is one argument |
//! | `indices.dl` | a computed key gives an element of an iteration |
//! | `strictness.dl` | values are rejected only if no value of their type converts |
//! | `repetition.dl` | a component ranges over anything that may convert to a range |

#[cfg(feature = "compiled")]
pub use engines::solve;

#[cfg(feature = "compiled")]
#[allow(missing_docs)]
mod engines {
    typelog_builtins::prepared_rules!();

    include!(concat!(env!("OUT_DIR"), "/engines.rs"));
}

include!(concat!(env!("OUT_DIR"), "/rule_files.rs"));
