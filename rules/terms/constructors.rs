//! Putting types together.

use super::NONE;
use super::pairing::{joint, only_in};
use super::{
    ANY, BOOL, Constructor, DeclaredAs, ExprId, Joint, List, Map, Mapping, Object, Output, Promise, STRING, Set, Tuple,
    Ty, TyList, Union, constructor, items,
};
use crate::session::{outline, types, types_mut};
use typelog_types::Name;
use typelog_types::{self as value, NumberId};

/// The list with one more type behind.
#[inline]
pub fn append(list: TyList, t: Ty) -> TyList {
    types_mut(|types| types.append(list, t))
}

/// The types of values that may be absent.
pub fn optional(ts: Vec<Ty>) -> Vec<Ty> {
    ts.into_iter().map(|t| union_of(&[t, NONE])).collect()
}

/// The type of one truth value.
pub fn constant_bool(v: bool) -> Ty {
    types_mut(|types| types.constant(BOOL, value::Constant::Bool(v)))
}

/// The type of one text.
pub fn constant_text(v: Name) -> Ty {
    types_mut(|types| types.constant(STRING, value::Constant::Text(v)))
}

/// The type of what is wrong and has been reported.
pub fn error_type() -> Ty {
    types_mut(|types| types.built_in("error", DeclaredAs::Error, ANY))
}

/// The type of one number, which is of the type `t`.
pub fn constant_number(t: Ty, v: NumberId) -> Ty {
    types_mut(|types| types.constant(t, value::Constant::Number(v)))
}

/// The tuple of the types in a list.
pub fn tuple_of(ts: TyList) -> Ty {
    types_mut(|types| {
        let members = types.list_items(ts);
        types.tuple(&members)
    })
}

/// The object whose properties have the names of the object `e`, and the types in a list.
pub fn object_of(e: ExprId, ts: TyList) -> Ty {
    outline(|outline| {
        types_mut(|types| {
            let names = outline.names(e).iter().copied();
            types.object(names.zip(types.list_items(ts)).collect())
        })
    })
}

/// The tuple of the types of a computed object's values, given those of all operands.
pub fn computed_values(e: ExprId, ts: TyList) -> Ty {
    let keys = outline(|outline| outline.computed_keys(e));
    types_mut(|types| {
        let operands = types.list_items(ts);
        types.tuple(&operands[keys..])
    })
}

/// The union of types.
pub fn union_of(members: &[Ty]) -> Ty {
    types_mut(|types| types.union(members))
}

/// The union of the members of a structure.
pub fn union_of_members(t: Ty) -> Ty {
    types_mut(|types| {
        let own = types.members(t).iter().copied();
        let members: Vec<Ty> = own.chain(types.properties(t).iter().map(|property| property.1)).collect();
        types.union(&members)
    })
}

/// The union of the types in a list.
pub fn union_of_list(list: TyList) -> Ty {
    types_mut(|types| {
        let members = types.list_items(list);
        types.union(&members)
    })
}

/// The type that two equal types are, with the annotations that both have.
pub fn agreed(s: Ty, t: Ty) -> Ty {
    types_mut(|types| types.agreed(s, t))
}

/// The collection or eventual type that `c` builds from an element; `c` must be one of these.
pub fn built(c: Constructor, element: Ty) -> Ty {
    types_mut(|types| match c {
        List => types.list(element),
        Set => types.set(element),
        Map => types.map(element),
        Promise => types.promise(element),
        Output => types.output(element),
        _ => element,
    })
}

/// A type like `t`, with its annotations, and with other members.
pub fn rebuilt(t: Ty, members: TyList) -> Ty {
    let items = types(|types| types.list_items(members));
    match constructor(t) {
        Tuple => types_mut(|types| types.tuple(&items)),
        Union => types_mut(|types| types.union(&items)),
        Object => types_mut(|types| {
            let names: Vec<Name> = types.properties(t).iter().map(|property| property.0).collect();
            let object = types.object(names.into_iter().zip(items).collect());
            types.annotate_like(object, t)
        }),
        c => items.first().map_or(t, |&element| built(c, element)),
    }
}

/// The structure that has the members of `s` and `t` together: those of `vs` where both have one, and those of `others` where
/// one of them has.
pub fn joined(s: Ty, t: Ty, vs: TyList, others: Vec<Ty>) -> Ty {
    let (mut both, mut one) = (items(vs).into_iter(), others.into_iter());
    let next = |found| match found {
        Joint::Both(..) => both.next(),
        Joint::One(_) => one.next(),
        Joint::End => None,
    };
    let items: Vec<Ty> = (0..).map(|i| joint(s, t, i)).map_while(next).collect();
    types_mut(|types| {
        if types.shape(s).constructor() == Tuple {
            return types.tuple(&items);
        }
        let own = types.properties(s).iter().map(|property| property.0);
        let names: Vec<Name> = own.chain(only_in(types, t, s).map(|property| property.0)).collect();
        types.object(names.into_iter().zip(items).collect())
    })
}

/// The image of a recursive type under a mapping: a type of its own, which unfolds when needed.
pub fn view(f: Mapping, t: Ty) -> Ty {
    types_mut(|types| types.view(f, t))
}
