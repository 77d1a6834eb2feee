//! Builtins: the functions that rules call and the named values, with their types. They are defined in Rust, in `src/engine/builtins` and
//! `src/types`.

use std::collections::BTreeMap;

use crate::types::Type;

/// The shape of a builtin's result.
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

/// The signature of a builtin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The types of the parameters.
    pub parameters: Vec<Type>,
    /// The shape of the result.
    pub shape: Shape,
    /// The type of a value of the result.
    pub result: Type,
    /// The sentences of its documentation.
    pub meaning: String,
}

/// The builtins that rules may use.
#[derive(Clone, Debug, Default)]
pub struct Builtins {
    functions: BTreeMap<String, Builtin>,
    /// The types of named values.
    constants: BTreeMap<String, Type>,
    /// The types of the fields of values: for `Role::Left(o)`, that of `o`.
    parts: BTreeMap<String, Vec<Type>>,
    /// The names of the variants, those of an enumeration in the order of its declaration.
    variants: Vec<String>,
}

impl Builtins {
    /// Adds a function.
    pub fn add_word(&mut self, name: &str, builtin: Builtin) {
        self.functions.insert(name.to_owned(), builtin);
    }

    /// Adds a named value.
    pub fn add_constant(&mut self, name: String, ty: Type) {
        self.constants.insert(name, ty);
    }

    /// Adds a variant of an enumeration, with the types of its fields.
    pub fn add_variant(&mut self, name: String, parts: Vec<Type>) {
        if self.parts.insert(name.clone(), parts).is_none() {
            self.variants.push(name);
        }
    }

    /// Leaves out the functions for which the condition does not hold.
    pub fn retain(&mut self, holds: impl Fn(&str) -> bool) {
        self.functions.retain(|name, _| holds(name));
    }

    /// Adds the builtins of another vocabulary.
    pub fn extend(&mut self, other: Self) {
        self.functions.extend(other.functions);
        self.constants.extend(other.constants);
        for name in other.variants {
            let parts = other.parts.get(&name).cloned().unwrap_or_default();
            self.add_variant(name, parts);
        }
    }

    /// Returns the builtin of a name.
    pub fn builtin(&self, name: &str) -> Option<&Builtin> {
        self.functions.get(name)
    }

    /// Returns all builtins, by name.
    pub fn all(&self) -> impl Iterator<Item = (&String, &Builtin)> {
        self.functions.iter()
    }

    /// Returns the named values, with their types.
    pub fn constants(&self) -> impl Iterator<Item = (&String, &Type)> {
        self.constants.iter()
    }

    /// Returns the variants of enumerations, with the types of their fields. Those of an enumeration are ordered as it declares them.
    pub fn variants(&self) -> impl Iterator<Item = (&String, &Vec<Type>)> {
        self.variants.iter().filter_map(|name| self.parts.get_key_value(name))
    }

    /// Returns the shape of a builtin's result, if there is such a builtin.
    pub fn shape(&self, name: &str) -> Option<Shape> {
        self.functions.get(name).map(|builtin| builtin.shape)
    }

    /// Returns the type of a named value.
    pub fn constant(&self, name: &str) -> Option<Type> {
        match name {
            "true" | "false" => Some(Type::named("bool")),
            _ => match name.split_once("::") {
                Some((ty, _)) => Some(Type::named(ty)),
                None => self.constants.get(name).cloned(),
            },
        }
    }

    /// Returns the types of the fields of a value.
    pub fn parts(&self, name: &str) -> Option<&[Type]> {
        self.parts.get(name).map(|parts| &parts[..])
    }
}
