//! Accessors and constructors for the rules about blocks and functions.

use super::{
    ANY, Conversion, Eventuality, List, NONE, No, Output, Tuple, Ty, Union, constructor, element, eventuality, member,
};
use crate::session::{types, types_mut};
use typelog_types::{Interner, Shape};

/// Returns an optional type without null: the other member of a union of two.
pub fn without_none(t: Ty) -> Ty {
    types(|types| types.without_null(t))
}

/// Returns a type without null, in unions of any size, and in eventuals. Null itself is returned as it is.
pub fn unless_null(t: Ty) -> Ty {
    types_mut(|types| unless_null_in(types, t))
}

fn unless_null_in(types: &mut Interner, t: Ty) -> Ty {
    mapped(types, t, |&member| member != NONE, unless_null_in)
}

/// Returns an eventual of the mapped element, or a union of those mapped members that are kept.
fn mapped(types: &mut Interner, t: Ty, is_kept: impl Fn(&Ty) -> bool, map: impl Fn(&mut Interner, Ty) -> Ty) -> Ty {
    match types.shape(t) {
        Shape::Output(element) => {
            let element = map(types, element);
            types.output(element)
        }
        Shape::Promise(element) => {
            let element = map(types, element);
            types.promise(element)
        }
        Shape::Union(_) => {
            let members: Vec<Ty> = types.members(t).iter().copied().filter(is_kept).collect();
            let members: Vec<Ty> = members.into_iter().map(|member| map(types, member)).collect();
            types.union(&members)
        }
        _ => t,
    }
}

/// The most values of an enum that are taken one by one.
const MOST_VALUES: usize = 100;

/// Returns a type with the union of its constants in the place of an enum, in unions and in eventuals.
pub fn values_of_enums(t: Ty) -> Ty {
    types_mut(|types| values_in(types, t))
}

fn values_in(types: &mut Interner, t: Ty) -> Ty {
    match types.shape(t) {
        Shape::Enum(id) => {
            let (_, base, values) = types.enumeration(id);
            if values.is_empty() || values.len() > MOST_VALUES {
                return t;
            }
            let (base, values) = (base, values.to_vec());
            let constants: Vec<Ty> = values.into_iter().map(|value| types.constant(base, value)).collect();
            types.union(&constants)
        }
        _ => mapped(types, t, |_| true, values_in),
    }
}

/// Returns an object type, or a list or map of objects, in which all properties of the objects are optional. All other types are
/// returned as they are.
pub fn with_optional_properties(t: Ty) -> Ty {
    types_mut(|types| match types.shape(t) {
        Shape::List(element) => {
            let element = optional_properties(types, element);
            types.list(element)
        }
        Shape::Map(element) => {
            let element = optional_properties(types, element);
            types.map(element)
        }
        _ => optional_properties(types, t),
    })
}

fn optional_properties(types: &mut Interner, t: Ty) -> Ty {
    if !matches!(types.shape(t), Shape::Object(_)) {
        return t;
    }
    let properties = types.properties(t).to_vec();
    let optional = properties.into_iter().map(|(name, property)| (name, types.union(&[property, NONE]))).collect();
    types.object(optional)
}

/// Returns the element of a list, or the first member of a tuple, or else the dynamic type.
pub fn first_element(t: Ty) -> Ty {
    match constructor(t) {
        List => element(t),
        Tuple => member(t, 0).unwrap_or(ANY),
        _ => ANY,
    }
}

/// Holds if `t` is an output, or a union with one.
pub fn is_output(t: Ty) -> bool {
    types(|types| {
        let is_output = |t: Ty| types.shape(t).constructor() == Output;
        let is_union = types.shape(t).constructor() == Union;
        is_output(t) || is_union && types.members(t).iter().any(|&member| is_output(member))
    })
}

/// Holds if a conversion of a `t` to a `p` may be unsafe only because too little is known: the dynamic type, or the type of
/// errors, occurs in `t`, or single values occur in `p`.
pub fn is_vague(t: Ty, p: Ty) -> bool {
    types(|types| types.has_unknown(t) || types.has_values(p))
}

/// Holds if `t` consists of enums and constants, optionally within unions and eventuals and beside null, and the constant `s`
/// is none of their values.
pub fn lacks_constant(t: Ty, s: Ty) -> bool {
    types(|types| {
        let Shape::Constant(base, v) = types.shape(s) else { return false };
        if !types.has_values(t) {
            return false;
        }
        let (mut waiting, mut has_values) = (vec![t], false);
        while let Some(t) = waiting.pop() {
            let is_known = match types.shape(t) {
                Shape::Enum(id) if types.enumeration(id).1 == base => types.enumeration(id).2.contains(&v),
                Shape::Constant(_, only) => only == v,
                Shape::Union(_) => {
                    waiting.extend(types.members(t));
                    continue;
                }
                Shape::Output(element) | Shape::Promise(element) => {
                    waiting.push(element);
                    continue;
                }
                Shape::None => continue,
                _ => return false,
            };
            if is_known {
                return false;
            }
            has_values = true;
        }
        has_values
    })
}

/// Returns `Output` if anything eventual occurs in `t`.
pub fn lifted_to_output(t: Ty) -> Eventuality {
    if eventuality(t) == Eventuality::Prompt { Eventuality::Prompt } else { Eventuality::Output }
}

/// Holds if an argument of type `a`, which converts to the plain inputs with kind `k` and to those that accept outputs with
/// kind `l`, is an output, or contains outputs that only the latter accept.
pub fn needs_output_form(a: Ty, k: Conversion, l: Conversion) -> bool {
    constructor(a) == Output || k == No && l != No && eventuality(a) == Eventuality::Output
}

/// Returns the opaque type of a name.
pub fn opaque(name: &str) -> Ty {
    types_mut(|types| {
        let name = types.name(name);
        types.opaque(name)
    })
}

/// Returns the tuple of parameters.
pub fn parameters(members: &[Ty]) -> Ty {
    types_mut(|types| types.tuple(members))
}

/// Returns an object with a value and an optional key.
pub fn range_object(key: Option<Ty>, value: Ty) -> Ty {
    types_mut(|types| {
        let mut properties = vec![(types.name("value"), value)];
        properties.extend(key.map(|key| (types.name("key"), key)));
        types.object(properties)
    })
}

/// Returns the eventuality of the instances of a block whose range is as eventual as `v`: `v` for resources, and prompt for
/// components.
pub fn resource(yes: bool, v: Eventuality) -> Eventuality {
    if yes { v } else { Eventuality::Prompt }
}
