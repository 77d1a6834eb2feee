//! Substitution of types for the type parameters of a function.

use crate::type_rules::ask::normalized;
use crate::types::{ANY, Interner, NONE, Name, Shape, Ty};

/// Substitutes types for parameters, given as pairs of parameter and type.
pub(super) fn substituted(ty: Ty, with: &[(Ty, Ty)], types: &mut Interner) -> Ty {
    let ty = substitute(ty, with, types);
    normalized(types, ty)
}

fn substitute(ty: Ty, with: &[(Ty, Ty)], types: &mut Interner) -> Ty {
    if let Some((_, found)) = with.iter().find(|(variable, _)| *variable == ty) {
        return *found;
    }
    let build: fn(&mut Interner, Ty) -> Ty = match types.shape(ty) {
        Shape::List(_) => Interner::list,
        Shape::Set(_) => Interner::set,
        Shape::Map(_) => Interner::map,
        Shape::Output(_) => Interner::output,
        Shape::Promise(_) => Interner::promise,
        Shape::Tuple(_) | Shape::Union(_) => {
            let members = types.members(ty).to_vec();
            let members: Vec<Ty> = members.into_iter().map(|member| substitute(member, with, types)).collect();
            let is_tuple = matches!(types.shape(ty), Shape::Tuple(_));
            return if is_tuple { types.tuple(&members) } else { types.union(&members) };
        }
        Shape::Object(_) => {
            let properties = types.properties(ty).to_vec();
            let properties: Vec<(Name, Ty)> =
                properties.into_iter().map(|(name, property)| (name, substitute(property, with, types))).collect();
            return types.object(properties);
        }
        _ => return ty,
    };
    let element = element(ty, types);
    let element = substitute(element, with, types);
    build(types, element)
}

/// Holds if the dynamic type or null occurs in a type, outside of declared types.
pub(super) fn is_open(ty: Ty, types: &Interner) -> bool {
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        if ty == ANY || ty == NONE {
            return true;
        }
        open.extend(types.members(ty));
        open.extend(types.properties(ty).iter().map(|property| property.1));
        open.extend(Some(element(ty, types)).filter(|&element| element != ty));
    }
    false
}

/// Returns the element type of a collection or eventual type; other types are returned unchanged.
fn element(ty: Ty, types: &Interner) -> Ty {
    match types.shape(ty) {
        Shape::List(element)
        | Shape::Set(element)
        | Shape::Map(element)
        | Shape::Output(element)
        | Shape::Promise(element) => element,
        _ => ty,
    }
}
