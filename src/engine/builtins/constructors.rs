//! Constructors of types.

use super::NONE;
use super::pairing::{joint, only_in};
use super::{
    ANY, BOOL, Constructor, CtyValue, DeclaredAs, ExprId, Joint, List, Map, Mapping, Object, Output, Promise, STRING,
    Set, Tuple, Ty, TyList, Union, constructor, element, items,
};
use crate::session::{outline, types, types_mut};
use typelog_types::{self as value, NumberId};
use typelog_types::{Interner, Name, OwnConstructor, Shape};

/// Returns a list with a type appended.
#[inline]
pub fn append(list: TyList, t: CtyValue) -> TyList {
    types_mut(|types| types.append(list, t))
}

/// Returns the types of values that may be null.
pub fn optional(ts: Vec<Ty>) -> Vec<Ty> {
    ts.into_iter().map(|t| union_of(&[t, NONE])).collect()
}

/// Returns the type of a single truth value.
pub fn constant_bool(v: bool) -> Ty {
    types_mut(|types| types.constant(BOOL, value::Constant::Bool(v)))
}

/// Returns the type of a single text.
pub fn constant_text(v: Name) -> Ty {
    types_mut(|types| types.constant(STRING, value::Constant::Text(v)))
}

/// Returns the type of erroneous expressions, which have been reported.
pub fn error_type() -> Ty {
    types_mut(|types| types.built_in("error", DeclaredAs::Error, ANY))
}

/// Returns the dynamic type inside of the eventuals around `t`.
pub fn dynamic_as(t: Ty) -> Ty {
    match constructor(t) {
        c @ (Output | Promise) => built(c, dynamic_as(element(t))),
        _ => ANY,
    }
}

/// Returns the type of a single number of the type `t`.
pub fn constant_number(t: Ty, v: NumberId) -> Ty {
    types_mut(|types| types.constant(t, value::Constant::Number(v)))
}

/// Returns the tuple of the types in a list.
pub fn tuple_of(ts: TyList) -> Ty {
    types_mut(|types| {
        let members = types.list_items(ts);
        types.tuple(&members)
    })
}

/// Returns the object whose properties have the names of the object `e`, and the types in a list.
pub fn object_of(e: ExprId, ts: TyList) -> Ty {
    outline(|outline| {
        types_mut(|types| {
            let names = outline.names(e).iter().copied();
            types.object(names.zip(types.list_items(ts)).collect())
        })
    })
}

/// Returns the tuple of the types of a computed object's values, given those of all operands.
pub fn computed_values(e: ExprId, ts: TyList) -> Ty {
    let keys = outline(|outline| outline.computed_keys(e));
    types_mut(|types| {
        let operands = types.list_items(ts);
        types.tuple(&operands[keys..])
    })
}

/// Returns the union of types.
pub fn union_of(members: &[Ty]) -> Ty {
    types_mut(|types| types.union(members))
}

/// Returns the union of the members of a structure.
pub fn union_of_members(t: Ty) -> Ty {
    types_mut(|types| {
        let own = types.members(t).iter().copied();
        let members: Vec<Ty> = own.chain(types.properties(t).iter().map(|property| property.1)).collect();
        types.union(&members)
    })
}

/// Returns the union of the types in a list.
pub fn union_of_list(list: TyList) -> Ty {
    types_mut(|types| {
        let members = types.list_items(list);
        types.union(&members)
    })
}

/// Returns one of two equal types, with the annotations that both have.
pub fn merge_annotations(s: Ty, t: Ty) -> Ty {
    types_mut(|types| types.merge_annotations(s, t))
}

/// Returns the collection or eventual type that `c` builds from an element, or the type that a constructor of the book with one
/// argument builds; `c` must be a constructor of these.
pub fn built(c: Constructor, element: Ty) -> Ty {
    types_mut(|types| match c {
        List => types.list(element),
        Set => types.set(element),
        Map => types.map(element),
        Promise => types.promise(element),
        Output => types.output(element),
        Constructor::Applied(own) if types.signature_of(own).is_some_and(|known| known.takes_text.len() == 1) => {
            types.applied(own, &[element])
        }
        _ => element,
    })
}

/// Returns the constructor of types that the book declares with a name: `secret` of `secret(T)`.
pub fn own_constructor(name: &str) -> Constructor {
    types(|types| Constructor::Applied(types.own_constructor(name).unwrap_or(OwnConstructor::UNKNOWN)))
}

/// Returns a type like `t`, with its annotations and other members.
pub fn rebuilt(t: Ty, members: TyList) -> Ty {
    let items = types(|types| types.list_items(members));
    match constructor(t) {
        Tuple => types_mut(|types| types.tuple(&items)),
        Union => types_mut(|types| types.union(&items)),
        Constructor::Applied(own) => types_mut(|types| {
            let arguments = with_texts(types, t, &items);
            types.applied(own, &arguments)
        }),
        Object => types_mut(|types| {
            let names: Vec<Name> = types.properties(t).iter().map(|property| property.0).collect();
            let object = types.object(names.into_iter().zip(items).collect());
            types.annotate_like(object, t)
        }),
        c => items.first().map_or(t, |&element| built(c, element)),
    }
}

/// Returns the arguments of a constructor of the book: new ones, and the texts of `t`, which no mapping changes.
fn with_texts(types: &Interner, t: Ty, new: &[Ty]) -> Vec<Ty> {
    let Shape::Applied(own, _) = types.shape(t) else { return new.to_vec() };
    let takes_text = types.signature_of(own).map_or(&[][..], |known| &known.takes_text);
    let chosen = |(at, (&old, &new))| if takes_text.get(at) == Some(&true) { old } else { new };
    types.members(t).iter().zip(new).enumerate().map(chosen).collect()
}

/// Returns the structure with the members of both `s` and `t`: those of `vs` where both have one, and those of `others` where
/// only one has.
pub fn joined(s: Ty, t: Ty, vs: TyList, others: Vec<Ty>) -> Ty {
    let (mut both, mut one) = (items(vs).into_iter(), others.into_iter());
    let next = |found| match found {
        Joint::Both(..) => both.next(),
        Joint::One(_) => one.next(),
        Joint::End => None,
    };
    let items: Vec<Ty> = (0..).map(|i| joint(s, t, i)).map_while(next).collect();
    types_mut(|types| {
        match types.shape(s).constructor() {
            Tuple => return types.tuple(&items),
            Constructor::Applied(own) => return types.applied(own, &items),
            _ => {}
        }
        let own = types.properties(s).iter().map(|property| property.0);
        let names: Vec<Name> = own.chain(only_in(types, t, s).map(|property| property.0)).collect();
        types.object(names.into_iter().zip(items).collect())
    })
}

/// Returns the image of a recursive type under a mapping: a separate type, which is unfolded when needed.
pub fn view(f: Mapping, t: Ty) -> Ty {
    types_mut(|types| types.view(f, t))
}
