//! The words that interpreted rules may use, by name.

use typelog_terms::doors;
use typelog_types::for_all_judgments;
use typelog_types::vocabulary::{Builtin, Conversion, Mode, Operation, Step};
use typelog_types::{Eventuality, Mapping, Ty};

use crate::value::{Dynamic, Value, take};

/// A function of values; nothing if its arguments are not of its types.
pub type Word = fn(&[Value]) -> Option<Value>;

/// A function that takes a value apart; nothing if it is built in another way.
pub type Part = fn(&Value) -> Option<Vec<Value>>;

#[allow(unused_qualifications, clippy::all, clippy::pedantic, clippy::wildcard_imports)]
mod made {
    use super::{Part, Word, take};
    use crate::value::{Dynamic, Value};
    use typelog_terms::*;
    use typelog_types::NumberId;

    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use made::{constant, construct, part};

macro_rules! judgments {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// The judgment of a name, as a word.
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

/// The word of a name.
pub fn word(name: &str) -> Option<Word> {
    judgment(name).or_else(|| made::word(name))
}
