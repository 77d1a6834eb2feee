//! Owners of names: the structures inside of a type, and around a value, that have a property which is missing in the type
//! itself.

use std::collections::VecDeque;

use super::context::Context;
use super::fields::Fields;
use crate::program::{DefinitionId, Part, Place};
use crate::syntax::tree::Node;
use crate::types::display::display_step;
use crate::types::{Interner, Name, Shape, Ty, alternatives};

/// The most structures that are searched for a name.
const MOST_SEARCHED: usize = 300;

/// The most owners that help lists.
const MOST_LISTED: usize = 3;

/// An object that a property is, or contains as an element.
pub struct Structure {
    /// The number of the property.
    pub at: usize,
    /// The step to the element.
    pub step: &'static str,
    /// The type of the object.
    pub ty: Ty,
}

/// The properties among some that have a property of a name themselves, or whose elements have it, as texts, if there are few.
pub(super) fn children(types: &Interner, fields: &Fields<'_>, name: Name) -> Vec<String> {
    let having = fields.structures(types).iter().filter(|structure| types.property(structure.ty, name).is_some());
    let (mut owners, mut last) = (Vec::<String>::new(), None);
    for structure in having.filter(|structure| last.replace(structure.at) != Some(structure.at)) {
        let owner = format!("{}{}", types.text(fields.all()[structure.at].0), structure.step);
        if owners.last() != Some(&owner) {
            owners.push(owner);
        }
        if owners.len() > MOST_LISTED {
            return Vec::new();
        }
    }
    owners
}

/// The shortest path to a structure inside of some properties that has a property of a name.
pub(super) fn descendant(types: &Interner, fields: &Fields<'_>, name: Name) -> Option<String> {
    let (mut waiting, mut searched) = (VecDeque::<(String, Ty)>::new(), Vec::new());
    let mut search = |waiting: &mut VecDeque<(String, Ty)>, path: &dyn Fn() -> String, part: Ty| {
        if types.property(part, name).is_some() {
            return true;
        }
        if searched.len() <= MOST_SEARCHED && !searched.contains(&part) {
            searched.push(part);
            for &(name, ty) in types.properties(part) {
                let inner = |(step, ty)| (format!("{}{}{step}", path(), display_step(types.text(name))), ty);
                waiting.extend(parts(types, ty).into_iter().map(inner));
            }
        }
        false
    };
    for structure in fields.structures(types) {
        let path = || format!("{}{}", types.text(fields.all()[structure.at].0), structure.step);
        if search(&mut waiting, &path, structure.ty) {
            return Some(path());
        }
    }
    while let Some((path, part)) = waiting.pop_front() {
        if search(&mut waiting, &|| path.clone(), part) {
            return Some(path);
        }
    }
    None
}

/// The objects that a value may be or contain as an element, with the steps to them.
pub(super) fn parts(types: &Interner, ty: Ty) -> Vec<(&'static str, Ty)> {
    let inside = alternatives(types, ty).into_iter().flat_map(|ty| match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) | Shape::Map(element) => {
            alternatives(types, element).into_iter().map(|element| ("[*]", element)).collect()
        }
        _ => vec![("", ty)],
    });
    inside.filter(|(_, part)| matches!(types.shape(*part), Shape::Object(_))).collect()
}

/// A structure around a literal object.
pub(super) enum Owner {
    /// The one that stands at this key.
    Property(Name),
    /// The block.
    Block,
}

/// The nearest structure around a literal object that has a property of a name. `at` is the value of a property of the object.
pub(super) fn around(context: &Context<'_>, at: Place, name: Name) -> Option<Owner> {
    let (id, input, keys) = way(context, at)?;
    let types = context.types;
    let mut levels = vec![(input, context.known_input(id, input)?.ty)];
    for key in keys {
        let (last, ty) = *levels.last()?;
        let next = match key {
            Some(key) => (key, property(types, ty, key)?),
            None => (last, element(types, ty)?),
        };
        levels.push(next);
    }
    // The last level is the object itself.
    levels.pop();
    let owner = levels.iter().rev().find(|(_, ty)| property(types, *ty, name).is_some());
    match owner {
        Some(&(key, _)) => Some(Owner::Property(key)),
        None => context.known_input(id, name).map(|_| Owner::Block),
    }
}

/// The property of a type, or of a member of a union or the element of an eventual.
fn property(types: &Interner, ty: Ty, name: Name) -> Option<Ty> {
    alternatives(types, ty).into_iter().find_map(|ty| types.property(ty, name))
}

/// The block, its input and the keys that lead to a literal object, none for elements. `at` is the value of a property of the object.
fn way(context: &Context<'_>, at: Place) -> Option<(DefinitionId, Name, Vec<Option<Name>>)> {
    let tree = context.tree(at.file);
    let mut node = context.parent(at.file, at.node)?;
    let mut keys = Vec::new();
    while let Some(parent) = context.parent(at.file, node) {
        match tree.node(parent) {
            Node::Object(items) => {
                let item = tree.items(items).iter().find(|item| item.value == node)?;
                keys.push(Some(context.key_name(at.file, item.key)?));
            }
            Node::Tuple(_) => keys.push(None),
            _ => {}
        }
        node = parent;
    }
    keys.reverse();
    let id = context.program.definition_of(at)?;
    let mut expressions = context.program.definition(id).expressions.iter();
    let expression = expressions.find(|expression| expression.first <= at.node && at.node <= expression.root)?;
    let Part::Input(input) = expression.part else { return None };
    Some((id, input, keys))
}

fn element(types: &Interner, ty: Ty) -> Option<Ty> {
    alternatives(types, ty).into_iter().find_map(|ty| match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) | Shape::Map(element) => Some(element),
        _ => None,
    })
}
