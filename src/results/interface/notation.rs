//! Types in the notation of Terraform: `object({ a = optional(string, "x") })`.

use std::fmt::Write as _;

use crate::type_expressions::defaults::{Children, Defaults};
use crate::types::display::Texts;
use crate::types::{Interner, NONE, Name, Shape, Ty};
use crate::value::to_json;

/// Returns the text of a declared type with its defaults. A type that Terraform does not have is in the notation of all types.
pub fn terraform_type(types: &Interner, ty: Ty, defaults: Option<&Defaults>) -> String {
    let mut notation = Notation { types, out: String::new() };
    notation.ty(ty, defaults);
    notation.out
}

struct Notation<'t> {
    types: &'t Interner,
    out: String,
}

impl Notation<'_> {
    fn ty(&mut self, ty: Ty, defaults: Option<&Defaults>) {
        let of_elements = match defaults.map(|defaults| &defaults.children) {
            Some(Children::Element(element)) => Some(&**element),
            _ => None,
        };
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
        let properties = self.types.properties(ty);
        if properties.is_empty() {
            return self.out.push_str("object({})");
        }
        let known = match defaults.map(|defaults| &defaults.children) {
            Some(Children::Properties(properties)) => &properties[..],
            _ => &[],
        };
        self.out.push_str("object({ ");
        for (at, &(name, part)) in properties.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            let _ = write!(self.out, "{} = ", self.types.text(name));
            let inner = known.iter().find(|known| known.0 == name).map(|known| &known.1);
            match without_none(self.types, part) {
                Some(present) => self.optional(present, inner, default_of(defaults, name, self.types)),
                None => self.ty(part, inner),
            }
        }
        self.out.push_str(" })");
    }

    fn optional(&mut self, ty: Ty, inner: Option<&Defaults>, default: Option<String>) {
        self.out.push_str("optional(");
        self.ty(ty, inner);
        if let Some(default) = default {
            let _ = write!(self.out, ", {default}");
        }
        self.out.push(')');
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

/// Returns the default of a property as an expression.
fn default_of(defaults: Option<&Defaults>, name: Name, types: &Interner) -> Option<String> {
    let value = &defaults?.values.iter().find(|value| value.0 == name)?.1;
    // An expression of HCL has JSON's form, but for the beginnings of templates.
    Some(to_json(value, types).replace("${", "$${").replace("%{", "%%{"))
}
