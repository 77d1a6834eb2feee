//! Constants outside of Terraform: as types for the rules, and back; and the types that only they have.
//!
//! Values have the form of `known.rs`. A null is a value of which only the type is known. In the type of a value, a type of one
//! constant, and that of null, is an enumeration without a name, because constants and null stand for values.

use super::{
    ANY, CtyValue, ID, NONE, Named, Object, STRING, Ty, Union, constructor, is_structure, known, known_parts,
    parts_list, type_of_value, without_none,
};
use crate::session::{types, types_mut};
use typelog_types::{Annotation, Constant, Content, Interner, Name, Rewriting, Shape, Value};

/// Holds for types that go-cty lacks, and whose values are those of other types: eventuals, declared types, enums, constants,
/// identifiers and unions.
pub fn is_further(t: Ty) -> bool {
    constructor(t) == Union || stands_for(t).is_some()
}

/// Returns the type whose values are, as far as they are allowed, those of an eventual, a declared type, an enum, a constant or an
/// identifier.
pub fn stands_for(t: Ty) -> Option<Ty> {
    types(|types| match types.shape(t) {
        Shape::Output(element) | Shape::Promise(element) => Some(element),
        Shape::Constant(base, _) => Some(base),
        Shape::Enum(id) => Some(types.enumeration(id).1),
        Shape::Named(_) => types.definition_of(t),
        _ => (t == ID).then_some(STRING),
    })
}

/// Holds for types with values of their own: enums, constants, refinements and identifiers.
pub fn restricts(t: Ty) -> bool {
    types(|types| match types.shape(t) {
        Shape::Constant(..) | Shape::Enum(_) => true,
        Shape::Named(_) => !types.facets(t).is_empty(),
        _ => t == ID,
    })
}

/// Holds if the value `w` of the type that `t` stands for is one of `t`.
pub fn allows(t: Ty, w: CtyValue) -> bool {
    types_mut(|types| {
        let content = value_of(types, w).content;
        let is_same = |&constant: &Constant| Content::from(constant).compare(&content, types).is_eq();
        match types.shape(t) {
            Shape::Constant(_, constant) => is_same(&constant),
            Shape::Enum(id) => types.enumeration(id).2.iter().any(is_same),
            _ => types.facets(t).allow(&content, types),
        }
    })
}

/// Returns the value `w` as one of the type `t`, which stands for the type of `w`.
pub fn restricted(w: CtyValue, t: Ty) -> CtyValue {
    types_mut(|types| {
        let t = result_type(types, t);
        match (types.shape(w), types.parts_known(w)) {
            (Shape::Constant(_, value), _) => types.constant(t, value),
            (_, Some(parts)) => types.annotate(t, Annotation::Known(parts)),
            _ => t,
        }
    })
}

/// Returns the value `v` as one of the type that its type stands for.
pub fn unrestricted(v: CtyValue) -> Option<CtyValue> {
    let t = stands_for(type_of_value(v))?;
    match known_parts(v) {
        Some(parts) if is_structure(t) => Some(known(parts)),
        _ => Some(restricted(v, t)),
    }
}

/// Returns the tuple of the members of the union `t`, in the order of their texts, without the objects that require a property which
/// the known value `v`, or values of the object type `v`, lack.
pub fn choices(t: Ty, v: CtyValue) -> Ty {
    let parts = known_parts(v).unwrap_or(v);
    types_mut(|types| {
        let members = types.choices(t, parts);
        types.tuple(&members)
    })
}

/// Holds if values of `t` may have different types: if there is a union in it, apart from those of optional properties, or a
/// declared type.
pub fn varies(t: Ty) -> bool {
    let parts = match constructor(t) {
        Union | Named => return true,
        Object => parts_list(t).into_iter().map(without_none).collect(),
        _ => types(|types| types.parts_of(t)),
    };
    parts.into_iter().any(varies)
}

/// Returns the type of the values that a conversion to `t` produces: without eventuals and the marks of optional properties.
pub fn without_optionals(t: Ty) -> Ty {
    types_mut(|types| result_type(types, t))
}

/// As [`without_optionals`].
pub fn result_type(types: &mut Interner, t: Ty) -> Ty {
    match types.shape(t) {
        Shape::Output(element) | Shape::Promise(element) => result_type(types, element),
        Shape::Constant(base, constant) => {
            let nameless = types.name("");
            types.enumeration_type(nameless, base, vec![constant])
        }
        Shape::None => {
            let nameless = types.name("");
            types.enumeration_type(nameless, NONE, Vec::new())
        }
        Shape::Object(_) => types.rewritten(Rewriting::Result, t, |types| {
            types.with_parts(t, |types, property| {
                let property = types.without_null(property);
                result_type(types, property)
            })
        }),
        _ => types.rewritten(Rewriting::Result, t, |types| types.with_parts(t, result_type)),
    }
}

/// Returns the type as programs write it: an enumeration without a name is a constant or null.
pub fn written_type(types: &mut Interner, t: Ty) -> Ty {
    if let Shape::Enum(id) = types.shape(t)
        && let (token, base, values) = types.enumeration(id)
        && types.text(token).is_empty()
    {
        return match *values {
            [constant] => types.constant(base, constant),
            _ => base,
        };
    }
    types.rewritten(Rewriting::Written, t, |types| types.with_parts(t, written_type))
}

/// Returns the type of the values that a conversion to `t` produces, as programs write it.
pub fn converted_type(types: &mut Interner, t: Ty) -> Ty {
    let t = result_type(types, t);
    written_type(types, t)
}

/// Returns a value as a type.
pub fn value_type(types: &mut Interner, value: &Value) -> Ty {
    let t = result_type(types, value.ty);
    let constant = match &value.content {
        Content::Null => return t,
        Content::Bool(value) => Constant::Bool(*value),
        Content::Number(number) => Constant::Number(*number),
        Content::Text(text) => Constant::Text(*text),
        Content::Elements(elements) => {
            let parts: Vec<Ty> = elements.iter().map(|element| value_type(types, element)).collect();
            let parts = types.tuple(&parts);
            return with_parts(types, t, parts);
        }
        Content::Fields(fields) => {
            let parts = fields.iter().map(|(name, field)| (*name, value_type(types, field))).collect();
            let parts = types.object(parts);
            return with_parts(types, t, parts);
        }
    };
    types.constant(t, constant)
}

/// Returns the value of the type `t` with these parts, which are a structure themselves.
fn with_parts(types: &mut Interner, t: Ty, parts: Ty) -> Ty {
    match types.shape(t) {
        Shape::Tuple(_) | Shape::Object(_) => types.annotate(parts, Annotation::Known(ANY)),
        _ => types.annotate(t, Annotation::Known(parts)),
    }
}

/// Returns the value that a type stands for. A value of which only the type is known is a null.
pub fn value_of(types: &mut Interner, t: Ty) -> Value {
    if let Shape::Constant(base, constant) = types.shape(t) {
        return Value { ty: written_type(types, base), content: constant.into() };
    }
    let own = types.bare(t);
    let Some(parts) = types.parts_known(t) else { return Value::null(written_type(types, own)) };
    let names: Vec<Name> = types.properties(parts).iter().map(|property| property.0).collect();
    let values: Vec<Value> = types.parts_of(parts).into_iter().map(|part| value_of(types, part)).collect();
    let fields = || names.iter().copied().zip(values.iter().cloned()).collect();
    match (types.shape(own), types.shape(parts)) {
        (Shape::Tuple(_), _) => Value::tuple(values, types),
        (Shape::Object(_), _) => Value::object(fields(), types),
        (_, Shape::Object(_)) => Value { content: Content::Fields(fields()), ty: written_type(types, own) },
        (Shape::Set(_), _) => Value { content: Content::set(values, types), ty: written_type(types, own) },
        _ => Value { content: Content::Elements(values), ty: written_type(types, own) },
    }
}

/// Returns the type `t`, which also takes null wherever the constant `v` has one.
pub fn admitting(types: &mut Interner, v: Ty, t: Ty) -> Ty {
    let is_constant = matches!(types.shape(v), Shape::Constant(..));
    let parts = match types.parts_known(v) {
        _ if is_constant || t == ANY => return t,
        Some(parts) => parts,
        None => return types.union(&[t, NONE]),
    };
    match types.shape(t) {
        Shape::List(element) => {
            let element = admitting_all(types, parts, element);
            types.list(element)
        }
        Shape::Set(element) => {
            let element = admitting_all(types, parts, element);
            types.set(element)
        }
        Shape::Map(element) => {
            let element = admitting_all(types, parts, element);
            types.map(element)
        }
        Shape::Output(element) | Shape::Promise(element) => admitting(types, v, element),
        Shape::Tuple(_) => {
            let pairs: Vec<(Ty, Ty)> =
                types.members(parts).iter().copied().zip(types.members(t).iter().copied()).collect();
            let members: Vec<Ty> = pairs.into_iter().map(|(part, member)| admitting(types, part, member)).collect();
            types.tuple(&members)
        }
        Shape::Object(_) => {
            let properties = types.properties(t).to_vec().into_iter().map(|(name, property)| {
                let part = types.property(parts, name);
                (name, part.map_or(property, |part| admitting(types, part, property)))
            });
            let properties = properties.collect();
            types.object(properties)
        }
        Shape::Union(_) => {
            let members = types.members(t).to_vec();
            let members: Vec<Ty> = members.into_iter().map(|member| admitting(types, v, member)).collect();
            types.union(&members)
        }
        Shape::Named(_) => types.definition_of(t).map_or(t, |definition| admitting(types, v, definition)),
        _ => t,
    }
}

fn admitting_all(types: &mut Interner, parts: Ty, element: Ty) -> Ty {
    types.parts_of(parts).into_iter().fold(element, |element, part| admitting(types, part, element))
}
