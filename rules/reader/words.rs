//! Words: the functions that rules call and the named values, with their types. They are defined in Rust, in `rules/terms` and
//! `src/types`.

use std::collections::BTreeMap;

use crate::text::split;

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
    /// Adds the public functions, enumerations and constants of a Rust file.
    pub fn add_file(&mut self, text: &str) {
        let code = without_comments(text);
        for (head, _) in code.split("pub fn ").skip(1).filter_map(|rest| rest.split_once('{')) {
            self.add_function(head);
        }
        self.add_values(text);
    }

    /// Adds the enumerations and constants of a Rust file.
    pub fn add_values(&mut self, text: &str) {
        let code = without_comments(text);
        for (head, rest) in code.split("pub enum ").skip(1).filter_map(|rest| rest.split_once('{')) {
            self.add_enumeration(head.trim(), body(rest));
        }
        for (name, ty) in code.split("pub const ").skip(1).filter_map(|rest| rest.split_once(':')) {
            // An associated constant is named by a path.
            if let Some((ty, _)) = ty.split_once('=').filter(|(ty, _)| ty.trim() != "Self") {
                self.constants.insert(name.trim().to_owned(), ty.trim().to_owned());
            }
        }
        for (ty, names) in code.split("pub use ").skip(1).filter_map(|rest| rest.split_once("::{")) {
            let ty = ty.rsplit("::").next().unwrap_or(ty);
            if ty.starts_with(|first: char| first.is_ascii_uppercase()) {
                for name in body(names).split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "self") {
                    self.constants.insert(name.to_owned(), ty.to_owned());
                }
            }
        }
    }

    fn add_function(&mut self, head: &str) {
        let Some((name, rest)) = head.split_once(['(', '<']) else { return };
        let (parameters, result) = rest.rsplit_once("->").unwrap_or((rest, "()"));
        let parameters = parameters.trim().trim_end_matches(')');
        let parameters = parameters.rsplit_once(">(").map_or(parameters, |parts| parts.1);
        let parameters = split(parameters).into_iter().filter_map(|parameter| parameter.split_once(':'));
        let (names, parameters) = parameters.map(|(name, ty)| (name.trim().to_owned(), ty.trim().to_owned())).unzip();
        let result = result.trim();
        let inner = |before: &str| result.strip_prefix(before).and_then(|rest| rest.strip_suffix('>'));
        let (shape, result) = if let Some(inner) = inner("Option<") {
            (Shape::Partial, inner)
        } else if let Some(inner) = inner("Vec<").or_else(|| inner("impl Iterator<Item = ")) {
            (Shape::Several, inner)
        } else if result == "bool" {
            (Shape::Condition, result)
        } else {
            (Shape::Value, result)
        };
        self.functions.insert(name.to_owned(), Word { names, parameters, shape, result: result.to_owned() });
    }

    fn add_enumeration(&mut self, name: &str, variants: &str) {
        for variant in split(variants) {
            let variant = variant.trim();
            let (variant, parts) = variant.split_once('(').map_or((variant, ""), |(name, rest)| (name, rest));
            let variant = variant.rsplit(char::is_whitespace).next().unwrap_or(variant);
            let parts = split(parts.trim_end_matches(')')).into_iter().map(|part| part.trim().to_owned()).collect();
            self.parts.insert(format!("{name}::{variant}"), parts);
        }
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

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect()
}

/// Returns the text up to the brace that closes it.
fn body(text: &str) -> &str {
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, letter)| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        depth < 0
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_signatures() {
        let mut words = Words::default();
        words.add_file(
            "pub fn arity(t: Ty) -> u32 {}\npub fn member(t: Ty, i: u32) -> Option<Ty> {}\n\
             pub fn holds(f: impl Fn() -> u32) -> bool {}\npub fn pairs(\n    s: Ty,\n) -> impl Iterator<Item = (Ty, Ty)> {}\n\
             pub enum Role {\n    /// A comment (1).\n    Left(Operator),\n    Then,\n}\npub const ANY: Ty = Ty(0);\n\
             pub use typelog_types::Mode::{\n    self, Plain};\n",
        );
        let shape = |name| words.shape(name);
        assert_eq!(shape("arity"), Some(Shape::Value));
        assert_eq!(shape("member"), Some(Shape::Partial));
        assert_eq!(shape("holds"), Some(Shape::Condition));
        assert_eq!(shape("pairs"), Some(Shape::Several));
        assert_eq!(words.word("pairs").map(|word| &word.result[..]), Some("(Ty, Ty)"));
        assert_eq!(words.word("member").map(|word| word.parameters.concat()), Some("Tyu32".to_owned()));
        assert_eq!(shape("other"), None);
        assert_eq!((words.constant("ANY"), words.constant("Plain")), (Some("Ty"), Some("Mode")));
        assert_eq!(words.constant("Role::Then"), Some("Role"));
        assert_eq!(words.parts("Role::Left"), Some(&["Operator".to_owned()][..]));
    }
}
