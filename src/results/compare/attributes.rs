//! Changes of the attributes inside of the declared types of inputs.

use crate::results::interface::{ObjectAttribute, attributes_of, default_text, defaults_of_elements};
use crate::type_expressions::defaults::Defaults;
use crate::types::{Interner, Shape, Ty};

/// A declared type, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Declared<'a> {
    pub types: &'a Interner,
    pub ty: Ty,
    pub defaults: Option<&'a Defaults>,
}

impl Declared<'_> {
    /// Returns the elements of a collection, which have this type.
    fn element(self, ty: Ty) -> Self {
        Self { ty, defaults: defaults_of_elements(self.defaults), ..self }
    }
}

/// A change that callers should know of, with the path to the attribute: `.rules[*].port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttributeChange {
    /// The attribute was optional, or is new, and has to be given.
    Required { path: String, is_new: bool },
    /// There is no such attribute any more, so that what is given for it is dropped.
    Gone { path: String },
    /// The default of the attribute is another one.
    Default { path: String, before: String, after: String },
}

/// Returns the changes of attributes from a declared type to another one, in the order of the types.
pub(super) fn changes(before: Declared<'_>, after: Declared<'_>) -> Vec<AttributeChange> {
    let mut found = Vec::new();
    add_changes(before, after, "", &mut found);
    found
}

fn add_changes(before: Declared<'_>, after: Declared<'_>, path: &str, found: &mut Vec<AttributeChange>) {
    match (before.types.shape(before.ty), after.types.shape(after.ty)) {
        (Shape::Object(_), Shape::Object(_)) => add_attributes(before, after, path, found),
        (
            Shape::List(old) | Shape::Set(old) | Shape::Map(old),
            Shape::List(new) | Shape::Set(new) | Shape::Map(new),
        ) => {
            add_changes(before.element(old), after.element(new), &format!("{path}[*]"), found);
        }
        _ => {}
    }
}

fn add_attributes<'a>(before: Declared<'a>, after: Declared<'a>, path: &str, found: &mut Vec<AttributeChange>) {
    let attributes = |of: Declared<'a>| attributes_of(of.types, of.ty, of.defaults);
    let (old, new) = (attributes(before), attributes(after));
    let name = |of: Declared<'a>, attribute: &ObjectAttribute<'_>| of.types.text(attribute.name).to_owned();
    let path_to = |name: &str| format!("{path}.{name}");
    for attribute in &new {
        let name_of_new = name(after, attribute);
        let path = path_to(&name_of_new);
        let Some(was) = old.iter().find(|was| name(before, was) == name_of_new) else {
            found.extend((!attribute.is_optional).then_some(AttributeChange::Required { path, is_new: true }));
            continue;
        };
        if was.is_optional && !attribute.is_optional {
            found.push(AttributeChange::Required { path: path.clone(), is_new: false });
        } else if was.is_optional {
            let text = |of: Declared<'a>, attribute: &ObjectAttribute<'_>| {
                attribute.default.map_or_else(|| "null".to_owned(), |default| default_text(default, of.types))
            };
            let (before, after) = (text(before, was), text(after, attribute));
            found.extend((before != after).then(|| AttributeChange::Default { path: path.clone(), before, after }));
        }
        let inside = |of: Declared<'a>, attribute: &ObjectAttribute<'a>| Declared {
            ty: attribute.ty,
            defaults: attribute.defaults,
            ..of
        };
        add_changes(inside(before, was), inside(after, attribute), &path, found);
    }
    let is_gone = |was: &&ObjectAttribute<'_>| !new.iter().any(|attribute| name(after, attribute) == name(before, was));
    found.extend(old.iter().filter(is_gone).map(|was| AttributeChange::Gone { path: path_to(&name(before, was)) }));
}
