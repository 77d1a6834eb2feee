//! Substitution of types for the type parameters of a function.

use rustc_hash::FxHashMap;

use crate::answers::ask::normalized;
use crate::types::{ANY, Interner, NONE, Shape, Ty};

/// Substitutes types for parameters, given as pairs of parameter and type.
pub(super) fn substituted(ty: Ty, with: &[(Ty, Ty)], types: &mut Interner) -> Ty {
    let ty = substitute(ty, &mut with.iter().copied().collect(), types);
    normalized(types, ty)
}

/// Substitutes types by a map, to which the results for composite types are added.
fn substitute(ty: Ty, with: &mut FxHashMap<Ty, Ty>, types: &mut Interner) -> Ty {
    if let Some(&found) = with.get(&ty) {
        return found;
    }
    let new = match types.shape(ty) {
        Shape::Output(element) => {
            let element = substitute(element, with, types);
            types.output(element)
        }
        Shape::Promise(element) => {
            let element = substitute(element, with, types);
            types.promise(element)
        }
        Shape::Union(_) => {
            let members = types.members(ty).to_vec();
            let members: Vec<Ty> = members.into_iter().map(|member| substitute(member, with, types)).collect();
            types.union(&members)
        }
        _ => types.with_parts(ty, |types, part| substitute(part, with, types)),
    };
    with.insert(ty, new);
    new
}

/// Holds if the dynamic type or null occurs in a type, outside of declared types.
pub(super) fn is_open(ty: Ty, types: &Interner) -> bool {
    types.occurs(ty, |part| part == ANY || part == NONE)
}
