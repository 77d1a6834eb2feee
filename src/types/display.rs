//! The canonical text of types: one text for each type, which [`super::parse`] reads back.

use std::fmt::Write;

use super::{Interner, NamedId, Shape, Ty};
use crate::value::Constant;

/// The canonical text of a type. Linear in the text, apart from the sorting of union members.
pub fn display(types: &Interner, ty: Ty) -> String {
    let mut text = String::new();
    Printer { types, out: &mut text, limit: usize::MAX, open: Vec::new(), by_origin: false }.ty(ty);
    text
}

/// The text of a type as messages show it: types from schemas by their names, cut at `...` behind about `limit` bytes.
/// Linear in the limit and in the members of unions.
pub fn display_within(types: &Interner, ty: Ty, limit: usize) -> String {
    let mut text = String::new();
    Printer { types, out: &mut text, limit, open: Vec::new(), by_origin: true }.ty(ty);
    if text.len() > limit {
        text.truncate(text.floor_char_boundary(limit));
        text.push_str("...");
    }
    text
}

/// The canonical text of a constant.
pub fn display_constant(types: &Interner, value: Constant) -> String {
    match value {
        Constant::Bool(value) => value.to_string(),
        Constant::Number(id) => types.number_of(id).to_string(),
        Constant::Text(name) => quoted(types.text(name)),
    }
}

/// A text in quotes, with the escapes that JSON and HCL share, so that it is a template without interpolation.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '$' | '%' if characters.peek() == Some(&'{') => out.extend([character, character]),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A property name, in quotes unless it is an identifier of letters, digits and underscores.
pub fn display_key(name: &str) -> String {
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts_well && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        name.to_owned()
    } else {
        quoted(name)
    }
}

struct Printer<'a> {
    types: &'a Interner,
    out: &'a mut String,
    /// Behind how many bytes the rest need not be printed.
    limit: usize,
    /// The declared types whose definitions are being printed in place of their names.
    open: Vec<NamedId>,
    /// Whether a type that comes from a schema is printed by the name of what it comes from.
    by_origin: bool,
}

impl Printer<'_> {
    fn ty(&mut self, ty: Ty) {
        if self.out.len() > self.limit {
            return;
        }
        if let Some(origin) = self.types.annotation(ty).filter(|_| self.by_origin) {
            return self.out.push_str(self.types.text(origin));
        }
        match self.types.shape(ty) {
            Shape::Any => self.out.push_str("any"),
            Shape::None => self.out.push_str("none"),
            Shape::Primitive(name) | Shape::Opaque(name) => self.out.push_str(self.types.text(name)),
            Shape::Named(id) => self.named(id),
            Shape::Constant(_, value) => {
                let value = display_constant(self.types, value);
                let _ = write!(self.out, "const({value})");
            }
            Shape::Enum(id) => self.enumeration(id),
            Shape::List(element) => self.applied("list", element),
            Shape::Set(element) => self.applied("set", element),
            Shape::Map(element) => self.applied("map", element),
            Shape::Output(element) => self.applied("output", element),
            Shape::Promise(element) => self.applied("promise", element),
            Shape::Tuple(_) => self.tuple(ty),
            Shape::Object(_) => self.object(ty),
            Shape::Union(_) => self.union(ty),
        }
    }

    fn applied(&mut self, constructor: &str, element: Ty) {
        self.out.push_str(constructor);
        self.out.push('(');
        self.ty(element);
        self.out.push(')');
    }

    fn tuple(&mut self, ty: Ty) {
        self.out.push_str("tuple([");
        for (at, &member) in self.types.members(ty).iter().enumerate() {
            self.separate(at);
            self.ty(member);
        }
        self.out.push_str("])");
    }

    fn object(&mut self, ty: Ty) {
        self.out.push_str("object({");
        for (at, &(name, property)) in self.types.properties(ty).iter().enumerate() {
            self.separate(at);
            self.out.push_str(&display_key(self.types.text(name)));
            self.out.push('=');
            self.ty(property);
        }
        self.out.push_str("})");
    }

    fn union(&mut self, ty: Ty) {
        let mut members: Vec<String> = self.types.members(ty).iter().map(|&member| self.member(member)).collect();
        members.sort_unstable();
        if self.by_origin {
            // Where a value is welcome, an output of it usually is: that says nothing new.
            members.dedup();
            let all = members.clone();
            members.retain(|member| !all.iter().any(|other| *member == format!("output({other})")));
        }
        match &members[..] {
            [only] => self.out.push_str(only),
            _ => {
                let _ = write!(self.out, "union({})", members.join(", "));
            }
        }
    }

    /// A declared type by its name, or by its definition, cut where it meets itself.
    fn named(&mut self, id: NamedId) {
        let named = self.types.named(id);
        if !named.is_shown_unfolded || self.by_origin {
            return self.out.push_str(self.types.text(named.name));
        }
        match named.definition {
            Some(definition) if !self.open.contains(&id) => {
                self.open.push(id);
                self.ty(definition);
                self.open.pop();
            }
            _ => self.out.push_str("..."),
        }
    }

    fn member(&self, ty: Ty) -> String {
        let mut text = String::new();
        Printer {
            types: self.types,
            out: &mut text,
            limit: self.limit,
            open: self.open.clone(),
            by_origin: self.by_origin,
        }
        .ty(ty);
        text
    }

    fn enumeration(&mut self, id: super::EnumId) {
        let (token, underlying, values) = self.types.enumeration(id);
        let values: Vec<String> = values.iter().map(|&value| display_constant(self.types, value)).collect();
        let _ = write!(self.out, "enum({}, ", quoted(self.types.text(token)));
        self.ty(underlying);
        let _ = write!(self.out, ", [{}])", values.join(", "));
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }
}
