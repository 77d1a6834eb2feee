//! The types of the local variables of a definition.

use super::{Inference, conclude, lower_one};
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Program};
use crate::types::{Interner, Ty};

/// Returns the types of a definition's variables, by number: those of for-expressions and splats, and that of the block. The
/// definition is typed again.
pub fn local_types(
    program: &Program,
    environment: &Environment,
    inference: &Inference,
    id: DefinitionId,
    types: &mut Interner,
) -> Vec<Option<Ty>> {
    let mut found = vec![None; inference.resolution.local_count(id) as usize];
    if found.is_empty() {
        return found;
    }
    let chunk = lower_one(program, environment, inference, id, types);
    for (binding, ty) in conclude(types, chunk.facts).bindings {
        // The first binding is the definition itself.
        let number = usize::from(binding).wrapping_sub(1);
        if let Some(local) = found.get_mut(number) {
            *local = Some(ty);
        }
    }
    found
}
