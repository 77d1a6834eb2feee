//! Blocks that are repeated: by `count`, as a list, or by `for_each`, as a map.

use super::blocks::attributes;
use crate::program::{self, Expression, Part, Scope, Variable};
use crate::syntax::tree::Block;
use crate::types::{ANY, Interner, Ty};

/// The type of what a block gives, of which each instance is a `t`.
pub(super) fn collection(block: &Block, t: Ty, types: &mut Interner) -> Ty {
    let has = |name: &str, types: &Interner| attributes(block).any(|attribute| types.text(attribute.name) == name);
    match (has("count", types), has("for_each", types)) {
        (true, _) => types.list(t),
        (false, true) => types.map(t),
        (false, false) => t,
    }
}

/// Gives a block that is repeated by `for_each` the variable `each`, in the scope of all its other expressions.
pub(super) fn repeat(
    block: &Block,
    expressions: &mut [Expression],
    meaning: &mut program::Block,
    types: &mut Interner,
) {
    let called = attributes(block).find(|attribute| types.text(attribute.name) == "for_each").cloned();
    let Some(range) = called else { return };
    meaning.variable = Some((types.name("each"), Variable::Range));
    for expression in expressions {
        if expression.root == range.value {
            expression.part = Part::Range(ANY);
        } else {
            expression.scope = Scope::Inside;
        }
    }
}
