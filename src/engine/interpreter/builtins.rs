//! Lookup of the builtins that interpreted rules may use.

use typelog_builtins::queries;
use typelog_types::vocabulary::{Acceptance, Builtin, Conversion, CtyValue, Law, Mode, Operation, Standard, Step};
use typelog_types::{Eventuality, Mapping, Ty};
use typelog_types::{for_all_judgments, memory};

use crate::value::{Dynamic, Value, take};

/// A function of values. It returns none if its arguments do not have its types.
pub type Function = fn(&[Value]) -> Option<Value>;

/// A function that takes a value apart. It returns none if the value has another constructor.
pub type Part = fn(&Value) -> Option<Vec<Value>>;

#[allow(unused_qualifications, clippy::all, clippy::pedantic, clippy::wildcard_imports)]
mod made {
    use super::{Function, Part, take};
    use crate::value::{Dynamic, Value};
    use typelog_builtins::*;
    use typelog_reader::builtins::{Builtin as Signature, Builtins, Shape};
    use typelog_reader::types::{SequenceForm, Type};
    use typelog_types::NumberId;

    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}

pub use made::{constant, construct, part, signatures};

macro_rules! judgments {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// Answers questions to a judgment of the built-in list ahead of time: many together cost little more than one.
        pub fn learn(name: &str, questions: &[Vec<Value>]) {
            match name {
                $(stringify!($name) => queries::learn::<memory::$table>(questions.iter().filter_map(|arguments| {
                    let mut place = 0..;
                    $(let $column: $question = take(arguments, place.next()?)?;)*
                    Some(($($column,)*))
                })),)*
                _ => {}
            }
        }

        /// Returns the judgment of a name, as a builtin.
        fn judgment(name: &str) -> Option<Function> {
            match name {
                $(stringify!($name) => Some(|arguments| {
                    let mut place = 0..;
                    $(let $column: $question = take(arguments, place.next()?)?;)*
                    Some(queries::$name($($column),*).into_value())
                }),)*
                _ => None,
            }
        }
    };
}

for_all_judgments!(judgments);

/// Returns the builtin of a name.
pub fn builtin(name: &str) -> Option<Function> {
    judgment(name).or_else(|| made::builtin(name))
}
