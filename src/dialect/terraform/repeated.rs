//! Repeated blocks: by `count`, as a list, or by `for_each`, as a map.

use thin_vec::thin_vec;

use super::blocks::{At, Reader, attributes, free};
use crate::program::{self, BlockNames, BlockValue, DefinitionId, Expression, Part, Scope, Variable};
use crate::syntax::tree::{Block, NodeId};
use crate::types::vocabulary::{RangeKind, Usage};
use crate::types::{ANY, Interner, Ty};

/// The range of a repeated block.
#[derive(Clone, Copy)]
pub(super) struct Each {
    /// The definition whose value is the current item.
    item: DefinitionId,
    /// The expression that provides the items.
    range: NodeId,
}

/// The instances of a block.
pub(super) struct Instances {
    /// The type of one instance.
    pub ty: Ty,
    /// The kind of repetition, if any.
    pub repeated: Option<RangeKind>,
    /// The `count` expression, if there is one.
    pub count: Option<Expression>,
}

impl Instances {
    pub fn of(block: &Block, ty: Ty, types: &Interner) -> Self {
        let count = attributes(block).find(|attribute| types.text(attribute.name) == "count");
        let count = count.map(|attribute| Expression { part: Part::Count, ..free(attribute) });
        let repeated = repeated(block, types);
        Self { ty, repeated, count: count.filter(|_| repeated == Some(RangeKind::Count)) }
    }
}

/// Returns the kind of a block's repetition, if any.
fn repeated(block: &Block, types: &Interner) -> Option<RangeKind> {
    let has = |name: &str| attributes(block).any(|attribute| types.text(attribute.name) == name);
    let ways = [("count", RangeKind::Count), ("for_each", RangeKind::Items)];
    ways.into_iter().find(|way| has(way.0)).map(|way| way.1)
}

impl Reader<'_, '_> {
    /// Defines the item of a block that is repeated by `for_each`. Nested blocks may refer to it as well.
    pub(super) fn each(&mut self, at: At<'_>, block: &Block) -> Option<Each> {
        let range = attributes(block).find(|attribute| self.types.text(attribute.name) == "for_each")?;
        let expression = Expression { part: Part::Range(ANY), ..free(range) };
        let span = range.name_span.to(at.tree.span(range.value));
        let mut meaning = program::Block::with_value(BlockValue::Item, range.name_span);
        meaning.uses = thin_vec![(0, Usage::ForEach)];
        self.hidden(at, span, range.name_span, vec![expression], meaning);
        Some(Each { item: self.last(), range: range.value })
    }

    /// Adds the names of a block to the scopes of its expressions, and binds the variable `each`.
    pub(super) fn scope(
        &mut self,
        (names, each): (BlockNames, Option<Each>),
        expressions: &mut Vec<Expression>,
        meaning: &mut program::Block,
    ) {
        if let Some(each) = each {
            meaning.variable = Some((self.types.name("each"), Variable::Of(each.item)));
            expressions.retain(|expression| expression.root != each.range);
        }
        for expression in expressions {
            expression.scope = match expression.scope {
                Scope::Block(own) => Scope::Block(own.and(names)),
                Scope::Providers => Scope::Providers,
                _ => Scope::Block(names),
            };
        }
    }

    /// Returns the names that exist in a block because of its repetition. If it overrides another block or is overridden, it is
    /// only a part of a block, and all may exist.
    pub(super) fn names_of(&mut self, at: At<'_>, block: &Block) -> BlockNames {
        let address = self.address(block).map(|address| self.types.name(&address));
        if self.program.is_run_by_pulumi()
            || at.is_override
            || address.is_some_and(|address| self.is_overridden(address))
        {
            return BlockNames::ALL;
        }
        let is_there = |name: &str| attributes(block).any(|attribute| self.types.text(attribute.name) == name);
        let ways = [("count", BlockNames::COUNT), ("for_each", BlockNames::EACH)];
        let names = ways.into_iter().filter(|way| is_there(way.0)).map(|way| way.1);
        names.fold(BlockNames::NONE, BlockNames::and)
    }
}

/// Returns the scope of an attribute of a block with this path: `self` exists in provisioners, connections and postconditions.
pub(super) fn own_scope(path: &str) -> Scope {
    let has_self = path.split('/').any(|block| ["provisioner", "connection", "postcondition"].contains(&block));
    if has_self { Scope::Block(BlockNames::OWN) } else { Scope::Everywhere }
}
