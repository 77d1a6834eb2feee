//! Owners of names: the structures inside of a type, and around a value, that have a property which is missing in the type
//! itself.

use std::collections::VecDeque;

use super::context::Context;
use crate::program::{DefinitionId, Part, Place};
use crate::syntax::tree::Node;
use crate::types::display::display_step;
use crate::types::{Interner, Name, Shape, Ty, alternatives};

/// The most structures that are searched for a name.
const MOST_SEARCHED: usize = 300;

/// The most owners that help lists.
const MOST_LISTED: usize = 3;

/// The properties of a type or a block, with their types.
pub(super) type Fields = Vec<(Name, Ty)>;

/// The properties of a type, and of the members of a union or the element of an eventual.
pub(super) fn fields(types: &Interner, ty: Ty) -> Fields {
    alternatives(types, ty).iter().flat_map(|&ty| types.properties(ty).iter().copied()).collect()
}

/// The properties among some that have a property of a name themselves, or whose elements have it, as texts, if there are few.
pub(super) fn children(types: &Interner, fields: &Fields, name: Name) -> Vec<String> {
    let owner = |&(field, ty): &(Name, Ty)| {
        let part = parts(types, ty).into_iter().find(|(_, part)| types.property(*part, name).is_some());
        part.map(|(step, _)| format!("{}{step}", types.text(field)))
    };
    let mut owners: Vec<String> = fields.iter().filter_map(owner).collect();
    owners.dedup();
    if owners.len() <= MOST_LISTED { owners } else { Vec::new() }
}

/// The shortest path to a structure inside of some properties that has a property of a name.
pub(super) fn descendant(types: &Interner, fields: &Fields, name: Name) -> Option<String> {
    let mut waiting: VecDeque<(String, Ty)> =
        fields.iter().map(|&(name, ty)| (types.text(name).to_owned(), ty)).collect();
    let mut searched = Vec::new();
    while let Some((path, ty)) = waiting.pop_front() {
        for (step, part) in parts(types, ty) {
            let path = format!("{path}{step}");
            if types.property(part, name).is_some() {
                return Some(path);
            }
            if searched.len() > MOST_SEARCHED || searched.contains(&part) {
                continue;
            }
            searched.push(part);
            let inner = types.properties(part).iter();
            waiting.extend(inner.map(|&(name, ty)| (format!("{path}{}", display_step(types.text(name))), ty)));
        }
    }
    None
}

/// The objects that a value may be or contain as an element, with the steps to them.
fn parts(types: &Interner, ty: Ty) -> Vec<(&'static str, Ty)> {
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
            Some(key) => (key, fields(types, ty).into_iter().find(|field| field.0 == key)?.1),
            None => (last, element(types, ty)?),
        };
        levels.push(next);
    }
    // The last level is the object itself.
    levels.pop();
    let owner = levels.iter().rev().find(|(_, ty)| fields(types, *ty).iter().any(|field| field.0 == name));
    match owner {
        Some(&(key, _)) => Some(Owner::Property(key)),
        None => context.known_input(id, name).map(|_| Owner::Block),
    }
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
