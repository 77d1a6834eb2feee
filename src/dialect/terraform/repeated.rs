//! Blocks that are repeated: by `count`, as a list, or by `for_each`, as a map.

use super::blocks::attributes;
use crate::program::{self, Expression, Part, Scope, Variable};
use crate::syntax::tree::Block;
use crate::types::vocabulary::RangeKind;
use crate::types::{ANY, Interner};

/// How a block is repeated, if it is.
pub(super) fn repeated(block: &Block, types: &Interner) -> Option<RangeKind> {
    let has = |name: &str| attributes(block).any(|attribute| types.text(attribute.name) == name);
    let ways = [("count", RangeKind::Count), ("for_each", RangeKind::Items)];
    ways.into_iter().find(|way| has(way.0)).map(|way| way.1)
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
