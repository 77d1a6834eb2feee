//! Lookup of the words that interpreted rules may use.

use typelog_terms::doors;
use typelog_types::for_all_judgments;
use typelog_types::vocabulary::{Acceptance, Builtin, Conversion, Law, Mode, Operation, Standard, Step};
use typelog_types::{Eventuality, Mapping, Ty};

use crate::value::{Dynamic, Value, take};

/// A function of values. It returns none if its arguments do not have its types.
pub type Word = fn(&[Value]) -> Option<Value>;

/// A function that takes a value apart. It returns none if the value has another constructor.
pub type Part = fn(&Value) -> Option<Vec<Value>>;

#[allow(unused_qualifications, clippy::all, clippy::pedantic, clippy::wildcard_imports)]
mod made {
    use super::{Part, Word, take};
    use crate::value::{Dynamic, Value};
    use typelog_reader::words::{Shape, Word as Signature, Words};
    use typelog_terms::*;
    use typelog_types::NumberId;

    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use made::{constant, construct, part, signatures};

macro_rules! judgments {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// Returns the judgment of a name, as a word.
        fn judgment(name: &str) -> Option<Word> {
            match name {
                $(stringify!($name) => Some(|arguments| {
                    let mut place = 0..;
                    $(let $column: $question = take(arguments, place.next()?)?;)*
                    Some(doors::$name($($column),*).into_value())
                }),)*
                _ => None,
            }
        }
    };
}

for_all_judgments!(judgments);

/// Returns the word of a name.
pub fn word(name: &str) -> Option<Word> {
    judgment(name).or_else(|| made::word(name))
}
