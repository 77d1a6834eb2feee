//! Types in the notation of Terraform: `object({ a = optional(string, "x") })`.

use std::fmt::Write as _;

use crate::type_expressions::defaults::{Children, Defaults};
use crate::types::display::Texts;
use crate::types::{Interner, NONE, Name, Shape, Ty, Value};
use crate::value::to_json;

/// Returns the text of a declared type with its defaults. A type that Terraform does not have is in the notation of all types.
pub fn terraform_type(types: &Interner, ty: Ty, defaults: Option<&Defaults>) -> String {
    let mut notation = Notation { types, out: String::new() };
    notation.ty(ty, defaults);
    notation.out
}

/// An attribute of a declared object.
#[derive(Clone, Copy, Debug)]
pub struct ObjectAttribute<'a> {
    /// Its name.
    pub name: Name,
    /// Its type, without null if it is optional.
    pub ty: Ty,
    /// Holds if it may be absent.
    pub is_optional: bool,
    /// Its default.
    pub default: Option<&'a Value>,
    /// The defaults inside of it.
    pub defaults: Option<&'a Defaults>,
}

/// Returns the attributes of a declared object with its defaults.
pub fn attributes_of<'a>(types: &Interner, object: Ty, defaults: Option<&'a Defaults>) -> Vec<ObjectAttribute<'a>> {
    let inner = match defaults.map(|defaults| &defaults.children) {
        Some(Children::Properties(properties)) => &properties[..],
        _ => &[],
    };
    let values = defaults.map_or(&[][..], |defaults| &defaults.values);
    let attribute = |&(name, part): &(Name, Ty)| {
        let present = without_none(types, part);
        let default = values.iter().find(|value| value.0 == name).map(|value| &value.1);
        let defaults = inner.iter().find(|known| known.0 == name).map(|known| &known.1);
        ObjectAttribute { name, ty: present.unwrap_or(part), is_optional: present.is_some(), default, defaults }
    };
    types.properties(object).iter().map(attribute).collect()
}

/// Returns the defaults of the elements of a collection.
pub fn defaults_of_elements(defaults: Option<&Defaults>) -> Option<&Defaults> {
    match defaults.map(|defaults| &defaults.children) {
        Some(Children::Element(element)) => Some(element),
        _ => None,
    }
}

/// Returns a default as an expression.
pub fn default_text(value: &Value, types: &Interner) -> String {
    // An expression of HCL has JSON's form, but for the beginnings of templates.
    to_json(value, types).replace("${", "$${").replace("%{", "%%{")
}

struct Notation<'t> {
    types: &'t Interner,
    out: String,
}

impl Notation<'_> {
    fn ty(&mut self, ty: Ty, defaults: Option<&Defaults>) {
        let of_elements = defaults_of_elements(defaults);
        match self.types.shape(ty) {
            Shape::List(element) => self.collection("list", element, of_elements),
            Shape::Set(element) => self.collection("set", element, of_elements),
            Shape::Map(element) => self.collection("map", element, of_elements),
            Shape::Tuple(_) => self.tuple(ty, defaults),
            Shape::Object(_) => self.object(ty, defaults),
            _ => self.out.push_str(&Texts::default().text(self.types, ty)),
        }
    }

    fn collection(&mut self, name: &str, element: Ty, defaults: Option<&Defaults>) {
        let _ = write!(self.out, "{name}(");
        self.ty(element, defaults);
        self.out.push(')');
    }

    fn tuple(&mut self, ty: Ty, defaults: Option<&Defaults>) {
        let known = match defaults.map(|defaults| &defaults.children) {
            Some(Children::Members(members)) => &members[..],
            _ => &[],
        };
        self.out.push_str("tuple([");
        for (at, &member) in self.types.members(ty).iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.ty(member, known.iter().find(|known| known.0 == at).map(|known| &known.1));
        }
        self.out.push_str("])");
    }

    fn object(&mut self, ty: Ty, defaults: Option<&Defaults>) {
        let attributes = attributes_of(self.types, ty, defaults);
        if attributes.is_empty() {
            return self.out.push_str("object({})");
        }
        self.out.push_str("object({ ");
        for (at, attribute) in attributes.into_iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            let _ = write!(self.out, "{} = ", self.types.text(attribute.name));
            self.attribute(attribute);
        }
        self.out.push_str(" })");
    }

    fn attribute(&mut self, ObjectAttribute { ty, is_optional, default, defaults, .. }: ObjectAttribute<'_>) {
        self.out.push_str(if is_optional { "optional(" } else { "" });
        self.ty(ty, defaults);
        if let Some(default) = default.filter(|_| is_optional) {
            let _ = write!(self.out, ", {}", default_text(default, self.types));
        }
        self.out.push_str(if is_optional { ")" } else { "" });
    }
}

/// Returns the type of a property that may be absent, if it is there.
fn without_none(types: &Interner, ty: Ty) -> Option<Ty> {
    match types.members(ty) {
        &[a, b] if matches!(types.shape(ty), Shape::Union(_)) && (a == NONE || b == NONE) => {
            Some(if a == NONE { b } else { a })
        }
        _ => None,
    }
}
