//! The texts of paths to parts of values.

use std::fmt::Write as _;

use crate::types::display::display_constant;
use crate::types::{Constant, Interner, Shape, Ty};

/// The text of a path, whose keys are the members of a tuple: `.name`, `["odd key"]`, `[0]`, and `[*]` for any key.
pub(super) fn path_text(types: &Interner, path: Ty) -> String {
    let mut out = String::new();
    for &key in types.members(path) {
        let _ = match types.shape(key) {
            Shape::Constant(_, Constant::Text(name)) if is_word(types.text(name)) => {
                write!(out, ".{}", types.text(name))
            }
            Shape::Constant(_, value) => write!(out, "[{}]", display_constant(types, value)),
            _ => write!(out, "[*]"),
        };
    }
    out
}

fn is_word(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    text.starts_with(is_letter) && text.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit())
}
