//! Accessors and constructors for the rules about blocks and functions.

use super::{
    ANY, Conversion, Eventuality, List, No, Output, Tuple, Ty, Union, constructor, element, eventuality, member,
};
use crate::session::{types, types_mut};
use typelog_types::Shape;

/// Returns an optional type without null: the other member of a union of two.
pub fn without_none(t: Ty) -> Ty {
    types(|types| types.without_null(t))
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
