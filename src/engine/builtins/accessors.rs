//! Accessors of types.

use super::{
    ANY, Constructor, CtyValue, DeclaredAs, Eventuality, Input, Mapping, NONE, Named, Normalize, Output, Resolve,
    ResolvePromises, Step, Ty, TyList, Widen, item,
};
use crate::session::{types, types_mut};
use typelog_types::{Annotation, Constant, Interner, Name, Number, Shape};

/// Holds if two types are equal, up to annotations.
#[inline]
pub fn equals(s: CtyValue, t: CtyValue) -> bool {
    s == t || types(|types| types.are_equal(s, t))
}

/// Returns the type of the resource that a value of `t` is, or an eventual of.
pub fn resource_in(t: Ty) -> Option<Ty> {
    structure_in(t).filter(|&t| types(|types| types.class_of(t)).is_some())
}

/// Holds if values of `t` are resources of any type, eventuals of them, or null: the type of some options.
pub fn takes_any_resource(t: Ty) -> bool {
    types(|types| takes_any_resource_in(types, t))
}

fn takes_any_resource_in(types: &Interner, t: Ty) -> bool {
    match types.shape(t) {
        Shape::Union(_) => types.parts_of(t).into_iter().any(|t| takes_any_resource_in(types, t)),
        Shape::Output(element) | Shape::Promise(element) => takes_any_resource_in(types, element),
        Shape::Object(_) => types.properties(t).is_empty() && types.name_of(t).is_some(),
        _ => false,
    }
}

/// Holds if `t` is an object type in the schema of a package, and neither a type of resources nor of references to them.
pub fn is_plain_structure(t: Ty) -> bool {
    types(|types| {
        let is_any = |test: fn(&Annotation) -> bool| types.annotations(t).iter().any(test);
        !types.properties(t).is_empty()
            && is_any(|annotation| matches!(annotation, Annotation::Named(_) | Annotation::Result(_)))
            && !is_any(|annotation| matches!(annotation, Annotation::Resource(_) | Annotation::Reference(_)))
    })
}

/// Returns the package of the resources of a type.
pub fn package_of(t: Ty) -> Option<Name> {
    let token = types(|types| types.class_of(t).map(|id| types.text(types.class(id).token).to_owned()))?;
    let package = token.split(':').next().filter(|package| *package != "pulumi")?;
    Some(types_mut(|types| types.name(package)))
}

/// Holds if a resource of the type `t` is a provider of the package `n`.
pub fn provides(t: Ty, n: Name) -> bool {
    types(|types| {
        let token = types.class_of(t).map(|id| types.text(types.class(id).token));
        token.and_then(|token| token.strip_prefix("pulumi:providers:")) == Some(types.text(n))
    })
}

/// Returns the type of the resource that is the first of the arguments of the types `ts`, or whose eventual it is: the receiver
/// of a method call.
pub fn receiver(ts: TyList) -> Option<Ty> {
    item(ts, 0).and_then(resource_in)
}

/// Returns the type of the resource whose method `m` is called with arguments of the types `ts`, and the result of [`method`].
pub fn called_method(ts: TyList, m: Name) -> Option<(Ty, Ty, Ty, bool)> {
    let t = receiver(ts)?;
    method(t, m).map(|(arguments, result, is_plain)| (t, arguments, result, is_plain))
}

/// Returns the types of the arguments and of the result of the method `m` of the resources of the type `t`, and true if the
/// result is available at once.
pub fn method(t: Ty, m: Name) -> Option<(Ty, Ty, bool)> {
    types(|types| {
        let class = types.class(types.class_of(t)?);
        let method = class.methods.iter().find(|method| method.name == m)?;
        Some((method.arguments, method.returns, method.is_plain))
    })
}

/// Returns the outermost constructor.
#[inline]
pub fn constructor(t: CtyValue) -> Constructor {
    types(|types| types.shape(t).constructor())
}

/// Returns the type in `list(T)`, `set(T)`, `map(T)`, `output(T)`, `promise(T)`; for any other type itself.
#[inline]
pub fn element(t: CtyValue) -> Ty {
    types(|types| element_in(types, t))
}

/// Returns the number of members. Collections and eventuals have one, their element.
#[inline]
pub fn arity(t: CtyValue) -> u32 {
    types(|types| arity_in(types, t))
}

/// Returns the `i`-th member. The properties of objects are in the byte order of their names.
#[inline]
pub fn member(t: CtyValue, i: u32) -> Option<CtyValue> {
    types(|types| member_in(types, t, i))
}

/// Holds if the union `t` has the member `s`.
pub fn has_member(t: CtyValue, s: Ty) -> bool {
    types(|types| has_member_in(types, t, s))
}

/// Returns the primitive type of the value of a constant, or of the values of an enum; the type that a refinement restricts;
/// for any other type itself.
pub fn base(t: Ty) -> Ty {
    types(|types| match types.shape(t) {
        Shape::Constant(base, _) => base,
        Shape::Enum(id) => types.enumeration(id).1,
        Shape::Named(_) if types.declared_as(t) == DeclaredAs::Refined => types.definition_of(t).unwrap_or(t),
        _ => t,
    })
}

/// Holds if the value of the constant `s` is a value of the enum `t`.
pub fn enumerates(t: Ty, s: Ty) -> bool {
    types(|types| match (types.shape(t), types.shape(s)) {
        (Shape::Enum(id), Shape::Constant(_, value)) => types.enumeration(id).2.contains(&value),
        _ => false,
    })
}

/// Returns the definition of a declared type, if it was declared with one.
pub fn definition(t: Ty) -> Option<Ty> {
    types(|types| types.definition_of(t))
}

/// Returns the tuple or object that `t` is, or an eventual of.
pub fn structure_in(t: Ty) -> Option<Ty> {
    types(|types| {
        let mut t = t;
        loop {
            match types.shape(t) {
                Shape::Tuple(_) | Shape::Object(_) => return Some(t),
                Shape::Output(element) | Shape::Promise(element) => t = element,
                _ => return None,
            }
        }
    })
}

/// Returns the mapping and the recursive type whose image `t` is, if it is one.
pub fn mapped(t: Ty) -> Option<(Mapping, Ty)> {
    types(|types| match types.shape(t) {
        Shape::Named(id) => types.named(id).mapped,
        _ => None,
    })
}

/// Holds if `t` is the image of a recursive type under the mapping `f`.
pub fn is_image(f: Mapping, t: Ty) -> bool {
    mapped(t).is_some_and(|(by, _)| by == f)
}

/// Holds if `t` is a declared type that refers to itself.
pub fn is_recursive(t: Ty) -> bool {
    types(|types| matches!(types.shape(t), Shape::Named(id) if types.named(id).is_recursive))
}

/// Holds if a declared type that refers to itself is `t`, or a part of it.
pub fn is_infinite(t: Ty) -> bool {
    types(|types| types.is_infinite(t))
}

/// Holds if the mapping leaves `t` unchanged.
pub fn is_settled(f: Mapping, t: Ty) -> bool {
    match f {
        // The definitions of declared types are normalised where they are read.
        Normalize if constructor(t) == Named => true,
        Resolve | Normalize => types(|types| types.eventuality(t)) == Eventuality::Prompt,
        ResolvePromises => types(|types| !types.has_promise(t) && !types.may_nest_eventuals(t)),
        Input => t == ANY || t == NONE || constructor(t) == Output,
        Widen => constructor(t) != Constructor::Constant && arity(t) == 0,
    }
}

/// Holds if the dynamic type or null occurs in `t`, declared types aside.
pub fn leaves_open(t: Ty) -> bool {
    types(|types| types.occurs(t, |part| part == ANY || part == NONE))
}

/// Holds if `t` is the dynamic type, or a union with it.
pub fn takes_anything(t: Ty) -> bool {
    t == ANY || constructor(t) == Constructor::Union && has_member(t, ANY)
}

/// Holds if a value of `t` may be null, judged by the outermost constructor.
pub fn may_be_null(t: Ty) -> bool {
    t == NONE || takes_anything(t) || constructor(t) == Constructor::Union && has_member(t, NONE)
}

/// Returns the `i`-th member of `t`, preceded by the corresponding member of `s`: in a tuple, the one at the same index; in an
/// object, the one of the same name; in a map, the element, or null where the member of `t` is optional. A missing member is
/// replaced by that of `t`.
pub fn awaited_pair(s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    let b = member(t, i)?;
    Some((counterpart(s, t, i).unwrap_or(b), b))
}

fn counterpart(s: Ty, t: Ty, i: u32) -> Option<Ty> {
    types_mut(|types| match types.shape(s) {
        Shape::Tuple(_) => types.members(s).get(i as usize).copied(),
        Shape::Object(_) => types.property(s, types.properties(t).get(i as usize)?.0),
        Shape::Map(element) => {
            let is_optional = types.members(types.properties(t).get(i as usize)?.1).contains(&NONE);
            Some(if is_optional { types.union(&[element, NONE]) } else { element })
        }
        _ => None,
    })
}

/// Returns the property that a step names.
pub fn property(t: Ty, k: Step) -> Option<Ty> {
    types_mut(|types| {
        let name = step_name(types, k)?;
        types.property(t, name)
    })
}

/// Returns the first property in byte order whose name equals that of the step up to case.
pub fn property_ignoring_case(t: Ty, k: Step) -> Option<Ty> {
    types_mut(|types| {
        let name = step_name(types, k)?;
        types.property_ignoring_case(t, name)
    })
}

/// Returns the index that a step names, if it is a valid one.
pub fn index_of(k: Step) -> Option<u32> {
    match k {
        Step::Number(id) => types(|types| types.number_of(id).as_index()).and_then(|index| u32::try_from(index).ok()),
        _ => None,
    }
}

/// Returns the member at the index that a step names, if there is one.
pub fn member_at(t: Ty, k: Step) -> Option<Ty> {
    index_of(k).and_then(|i| member(t, i))
}

/// Returns the `i`-th member of a union, not counting null.
pub fn present_member(t: Ty, i: u32) -> Option<Ty> {
    types(|types| types.members(t).iter().filter(|&&member| member != NONE).nth(i as usize).copied())
}

/// Holds if a step fails.
pub fn fails(o: super::Outcome) -> bool {
    o.fails()
}

/// Holds if a step selects an element of a list: it is a whole number that is not negative, or a text that is one.
pub fn is_index(k: Step) -> bool {
    let is_whole = |number: &Number| number.is_integer() && !number.is_negative();
    match k {
        Step::Name(name) => types(|types| Number::parse(types.text(name)).is_ok_and(|number| is_whole(&number))),
        Step::Number(id) => types(|types| is_whole(types.number_of(id))),
        _ => false,
    }
}

/// Holds for the type of the constant zero.
pub fn is_zero(t: Ty) -> bool {
    types(|types| match types.shape(t) {
        Shape::Constant(_, Constant::Number(id)) => types.number_of(id).is_zero(),
        _ => false,
    })
}

/// Holds if a step is a name.
pub fn is_name(k: Step) -> bool {
    matches!(k, Step::Name(_))
}

/// Holds if the step is an integral number.
pub fn is_integral(k: Step) -> bool {
    matches!(k, Step::Number(id) if types(|types| types.number_of(id).is_integer()))
}

/// Holds if a list contains another type than `none`.
pub fn leads_somewhere(us: TyList) -> bool {
    types(|types| types.from_last(us).any(|u| u != NONE))
}

/// Returns the strongest eventuality of `t` itself and of the eventuals directly nested in it.
pub fn outer_eventuality(t: Ty) -> Eventuality {
    types(|types| {
        let (mut outer, mut t) = (Eventuality::Prompt, t);
        loop {
            (outer, t) = match types.shape(t) {
                Shape::Output(element) => (Eventuality::Output, element),
                Shape::Promise(element) => (outer.max(Eventuality::Promise), element),
                _ => return outer,
            };
        }
    })
}

/// Returns the eventuality of a collection of type `t`: that of `t` itself, or the strongest one of the members of a union.
pub fn collection_eventuality(t: Ty) -> Eventuality {
    if constructor(t) != Constructor::Union {
        return outer_eventuality(t);
    }
    types(|types| types.members(t).to_vec()).into_iter().map(outer_eventuality).max().unwrap_or_default()
}

/// Returns the eventuality of values of `t`: the strongest eventual type that occurs anywhere in `t`.
#[inline]
pub fn eventuality(t: Ty) -> Eventuality {
    types(|types| types.eventuality(t))
}

pub(super) fn has_member_in(types: &Interner, t: Ty, s: Ty) -> bool {
    let members = types.members(t);
    if matches!(types.shape(t), Shape::Union(_)) && !types.is_annotated(t) {
        // The members of a union are in the order of their handles.
        return members.binary_search(&types.bare(s)).is_ok();
    }
    members.iter().any(|&member| types.are_equal(member, s))
}

pub(super) fn element_in(types: &Interner, t: Ty) -> Ty {
    match types.shape(t) {
        Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => part,
        Shape::Applied(..) => {
            if let [only] = *types.members(t) {
                only
            } else {
                t
            }
        }
        _ => t,
    }
}

pub(super) fn arity_in(types: &Interner, t: Ty) -> u32 {
    match types.shape(t) {
        Shape::Tuple(_) | Shape::Union(_) | Shape::Applied(..) => types.members(t).len() as u32,
        Shape::Object(_) => types.properties(t).len() as u32,
        _ => u32::from(element_in(types, t) != t),
    }
}

pub(super) fn member_in(types: &Interner, t: Ty, i: u32) -> Option<Ty> {
    match types.shape(t) {
        Shape::Tuple(_) | Shape::Union(_) | Shape::Applied(..) => types.members(t).get(i as usize).copied(),
        Shape::Object(_) => types.properties(t).get(i as usize).map(|property| property.1),
        _ => Some(element_in(types, t)).filter(|&element| i == 0 && element != t),
    }
}

fn step_name(types: &mut Interner, k: Step) -> Option<Name> {
    match k {
        Step::Name(name) => Some(name),
        Step::Number(id) => {
            let text = types.number_of(id).to_string();
            Some(types.name(&text))
        }
        Step::Bool(value) => Some(types.name(if value { "true" } else { "false" })),
        Step::Null => None,
    }
}
