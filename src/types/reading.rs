//! Reading constants as values of other types: texts as numbers and truth values, and every constant as a text.

use crate::{BOOL, Constant, ID, INT, Interner, NUMBER, Number, STRING, Shape, Ty};

/// Returns the truth value that a text denotes.
pub fn truth_of(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

impl Interner {
    /// Holds if the value of the constant `s`, or one of the enum `s`, can be read as a value of `t`: a primitive type, a constant or
    /// an enum.
    pub fn reads_as(&self, s: Ty, t: Ty) -> bool {
        match self.shape(s) {
            Shape::Constant(_, value) => self.reads_as_one_of(value, t),
            Shape::Enum(id) => self.enumeration(id).2.iter().any(|&value| self.reads_as_one_of(value, t)),
            _ => false,
        }
    }

    fn reads_as_one_of(&self, value: Constant, t: Ty) -> bool {
        match self.shape(t) {
            Shape::Constant(_, only) => self.reads_as_value(value, only),
            Shape::Enum(id) => self.enumeration(id).2.iter().any(|&known| self.reads_as_value(value, known)),
            _ => self.reads_as_primitive(value, t),
        }
    }

    fn reads_as_primitive(&self, value: Constant, t: Ty) -> bool {
        match (value, t) {
            (_, STRING | ID) | (Constant::Bool(_), BOOL) | (Constant::Number(_), NUMBER) => true,
            (Constant::Number(id), INT) => self.number_of(id).is_integer(),
            (Constant::Text(text), BOOL) => truth_of(self.text(text)).is_some(),
            (Constant::Text(text), NUMBER) => Number::from_text(self.text(text)).is_ok(),
            (Constant::Text(text), INT) => Number::from_text(self.text(text)).is_ok_and(|number| number.is_integer()),
            _ => false,
        }
    }

    /// Holds if two values have the same text.
    fn reads_as_value(&self, value: Constant, known: Constant) -> bool {
        let written = |value: Constant| match value {
            Constant::Bool(value) => value.to_string(),
            Constant::Number(id) => self.number_of(id).to_string(),
            Constant::Text(text) => self.text(text).to_owned(),
        };
        let are_texts = matches!((value, known), (Constant::Text(_), Constant::Text(_)));
        value == known || !are_texts && written(value) == written(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_read_as_they_are_written() {
        let mut types = Interner::default();
        let mut text = |text: &str| {
            let name = types.name(text);
            types.constant(STRING, Constant::Text(name))
        };
        let [ten, half, long, no, one] = ["10", "2.5", "30s", "no", "1"].map(&mut text);
        let number = types.number_literal("1").expect("a number");
        let number = types.constant(INT, Constant::Number(number));
        let cases = [
            (ten, INT, true),
            (half, INT, false),
            (half, NUMBER, true),
            (long, NUMBER, false),
            (no, BOOL, false),
            (one, BOOL, true),
            (number, STRING, true),
            (number, BOOL, false),
            (number, one, true),
            (ten, one, false),
        ];
        for (s, t, expected) in cases {
            assert_eq!(
                types.reads_as(s, t),
                expected,
                "{} as {}",
                crate::display::display(&types, s),
                crate::display::display(&types, t)
            );
        }
    }
}
