//! The types, values and functions that definitions use: enumerations are defined, all others are parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::names::{comment, identifier};
use crate::builtins::{Builtins, Shape};
use crate::types::Type;

/// The types, values and functions that definitions use.
pub struct Vocabulary<'a> {
    builtins: &'a Builtins,
    /// The declarations of types, in the order of their use.
    types: Vec<String>,
    known: BTreeSet<String>,
    /// The declarations of values and functions, by name.
    words: BTreeMap<String, String>,
}

impl<'a> Vocabulary<'a> {
    pub fn new(builtins: &'a Builtins) -> Self {
        Self { builtins, types: Vec::new(), known: BTreeSet::new(), words: BTreeMap::new() }
    }

    /// Returns all declarations.
    pub fn declarations(&self) -> String {
        format!("{}\n{}\n", self.types.concat(), self.words.values().map(String::as_str).collect::<String>())
    }

    /// Returns the text of a type, which is declared if it is used for the first time.
    pub fn ty(&mut self, ty: &Type) -> String {
        match ty {
            Type::Named(_) => match ty.name().unwrap_or_default() {
                "u32" | "usize" => "nat".to_owned(),
                "bool" => "bool".to_owned(),
                name => self.named(name),
            },
            Type::Optional(inner) => format!("(option {})", self.ty(inner)),
            Type::Tuple(parts) if parts.is_empty() => "unit".to_owned(),
            Type::Tuple(parts) => {
                format!("({})", parts.iter().map(|part| self.ty(part)).collect::<Vec<_>>().join(" * "))
            }
            Type::Sequence(_, item) => format!("(list {})", self.ty(item)),
            Type::Text => "string".to_owned(),
            Type::Other => self.named("Other"),
        }
    }

    fn named(&mut self, name: &str) -> String {
        let text = identifier(name);
        if self.known.insert(name.to_owned()) {
            let prefix = format!("{name}::");
            let variants: Vec<(&str, &Vec<Type>)> = self
                .builtins
                .variants()
                .filter_map(|(variant, parts)| Some((variant.strip_prefix(&prefix)?, parts)))
                .collect();
            let declaration = self.enumeration(&text, &variants);
            self.types.push(declaration);
        }
        text
    }

    /// Returns the declaration of a type with variants, which are ordered as they are listed if none has fields.
    fn enumeration(&mut self, name: &str, variants: &[(&str, &Vec<Type>)]) -> String {
        let (Some((first, _)), Some((last, _))) = (variants.first(), variants.last()) else {
            return format!("Parameter {name} : Type.\n");
        };
        let mut text = format!("Inductive {name} : Type :=");
        for (variant, parts) in variants {
            let parts: Vec<String> = parts.iter().map(|part| format!("{} -> ", self.ty(part))).collect();
            _ = write!(text, "\n  | {name}_{variant} : {}{name}", parts.concat());
        }
        text += ".\n";
        if variants.iter().all(|(_, parts)| parts.is_empty()) {
            let ranks =
                variants.iter().enumerate().map(|(at, (variant, _))| format!("\n    | {name}_{variant} => {at}"));
            _ = write!(
                text,
                "#[export] Instance ordered_{name} : Ordered {name} := {{ rank := fun value_ => match value_ with{} end }}.\n\
                 #[export] Instance bounded_{name} : Bounded {name} := {{ lowest := {name}_{first}; highest := {name}_{last} }}.\n",
                ranks.collect::<String>()
            );
        }
        text
    }

    /// Returns the text of a named value or of a constructor of values.
    pub fn value(&mut self, name: &str) -> String {
        if let "true" | "false" | "Some" | "None" = name {
            return name.to_owned();
        }
        let Some(ty) = self.builtins.constant(name) else { return identifier(name) };
        let owner = self.ty(&ty);
        let variant = if name.contains("::") { name.to_owned() } else { format!("{owner}::{name}") };
        if self.builtins.parts(&variant).is_some() {
            return variant.replace("::", "_");
        }
        let text = identifier(name);
        self.words.entry(name.to_owned()).or_insert_with(|| format!("Parameter {text} : {owner}.\n"));
        text
    }

    /// Returns the text of a builtin function.
    pub fn function(&mut self, name: &str) -> Result<String, String> {
        let text = identifier(name);
        let Some(builtin) = self.builtins.builtin(name) else {
            let is_declared = self.words.contains_key(name);
            return if is_declared { Ok(text) } else { Err(format!("there is no builtin `{name}`")) };
        };
        let mut ty: String = String::new();
        for parameter in &builtin.parameters {
            _ = write!(ty, "{} -> ", self.ty(parameter));
        }
        let result = match builtin.shape {
            Shape::Condition => "bool".to_owned(),
            Shape::Value => self.ty(&builtin.result),
            Shape::Partial => format!("option {}", self.ty(&builtin.result)),
            Shape::Several => format!("list {}", self.ty(&builtin.result)),
        };
        let declaration = format!("{}Parameter {text} : {ty}{result}.\n", comment(&builtin.meaning));
        self.words.entry(name.to_owned()).or_insert(declaration);
        Ok(text)
    }

    /// Declares a function without a signature.
    pub fn declare(&mut self, name: &str, parameters: &[Type], result: &Type) {
        let parameters: Vec<String> = parameters.iter().map(|ty| format!("{} -> ", self.ty(ty))).collect();
        let declaration = format!("Parameter {} : {}{}.\n", identifier(name), parameters.concat(), self.ty(result));
        self.words.insert(name.to_owned(), declaration);
    }

    /// Returns the function that makes a list of types.
    pub fn list_of_types(&mut self) -> &'static str {
        let (ty, list) = (self.named("Ty"), self.named("TyList"));
        let declaration = format!("Parameter list_of_types : list {ty} -> {list}.\n");
        self.words.entry("list_of_types".to_owned()).or_insert(declaration);
        "list_of_types"
    }
}
