//! Words: the functions that rules call and the named values, with their types. They are defined in Rust, in `rules/terms` and
//! `src/types`.

use std::collections::BTreeMap;

/// The shape of a word's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value: `arity(t)`.
    Value,
    /// A value, or nothing: `member(t, i)`.
    Partial,
    /// Yes or no: `is_integral(k)`.
    Condition,
    /// Several values: `members(t)`.
    Several,
}

/// The signature of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The types of the parameters, as written.
    pub parameters: Vec<String>,
    /// The shape of the result.
    pub shape: Shape,
    /// The type of a value of the result.
    pub result: String,
}

/// The words that rules may use.
#[derive(Clone, Debug, Default)]
pub struct Words {
    functions: BTreeMap<String, Word>,
    /// The types of named values.
    constants: BTreeMap<String, String>,
    /// The types of the fields of values: for `Role::Left(o)`, that of `o`.
    parts: BTreeMap<String, Vec<String>>,
}

impl Words {
    /// Adds a function.
    pub fn add_word(&mut self, name: &str, word: Word) {
        self.functions.insert(name.to_owned(), word);
    }

    /// Adds a named value.
    pub fn add_constant(&mut self, name: String, ty: String) {
        self.constants.insert(name, ty);
    }

    /// Adds a variant of an enumeration, with the types of its fields.
    pub fn add_variant(&mut self, name: String, parts: Vec<String>) {
        self.parts.insert(name, parts);
    }

    /// Leaves out the functions for which the condition does not hold.
    pub fn retain(&mut self, holds: impl Fn(&str) -> bool) {
        self.functions.retain(|name, _| holds(name));
    }

    /// Adds the words of another vocabulary.
    pub fn extend(&mut self, other: Self) {
        self.functions.extend(other.functions);
        self.constants.extend(other.constants);
        self.parts.extend(other.parts);
    }

    /// Returns the word of a name.
    pub fn word(&self, name: &str) -> Option<&Word> {
        self.functions.get(name)
    }

    /// Returns all words, by name.
    pub fn all(&self) -> impl Iterator<Item = (&String, &Word)> {
        self.functions.iter()
    }

    /// Returns the named values, with their types.
    pub fn constants(&self) -> impl Iterator<Item = (&String, &String)> {
        self.constants.iter()
    }

    /// Returns the variants of enumerations, with the types of their fields.
    pub fn variants(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.parts.iter()
    }

    /// Returns the shape of a word's result, if there is such a word.
    pub fn shape(&self, name: &str) -> Option<Shape> {
        self.functions.get(name).map(|word| word.shape)
    }

    /// Returns the type of a named value.
    pub fn constant<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        match name {
            "true" | "false" => Some("bool"),
            _ => match name.split_once("::") {
                Some((ty, _)) => Some(&name[..ty.len()]),
                None => self.constants.get(name).map(|ty| &ty[..]),
            },
        }
    }

    /// Returns the types of the fields of a value.
    pub fn parts(&self, name: &str) -> Option<&[String]> {
        self.parts.get(name).map(|parts| &parts[..])
    }
}
