//! The compiled engines of the families of judgments about types.

#[cfg(feature = "compiled")]
typelog_builtins::prepared_rules!(
    pub use crate::coinduction::{assign_coinductively, convert_coinductively, fit_coinductively};
);

include!(concat!(env!("OUT_DIR"), "/engines.rs"));

/// Returns the words of this crate, for interpreted books.
pub fn own_builtin(name: &str) -> Option<typelog_interpreter::builtins::Function> {
    use typelog_interpreter::value::{Dynamic, take};
    match name {
        "convert_coinductively" => {
            Some(|a| Some(crate::coinduction::convert_coinductively(take(a, 0)?, take(a, 1)?).into_value()))
        }
        "assign_coinductively" => {
            Some(|a| Some(crate::coinduction::assign_coinductively(take(a, 0)?, take(a, 1)?).into_value()))
        }
        "fit_coinductively" => {
            Some(|a| Some(crate::coinduction::fit_coinductively(take(a, 0)?, take(a, 1)?).into_value()))
        }
        _ => None,
    }
}
