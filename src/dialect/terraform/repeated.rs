//! Repeated blocks: by `count`, as a list, or by `for_each`, as a map.

use thin_vec::thin_vec;

use super::blocks::{At, Reader, attributes, free};
use crate::program::{self, BlockNames, BlockValue, DefinitionId, Expression, Part, Place, Scope, Variable};
use crate::syntax::tree::{Block, BodyItem, Node, NodeId};
use crate::types::vocabulary::{RangeKind, Usage};
use crate::types::{ANY, Interner, Name, Ty};

/// The path of dynamic blocks, wherever they are.
pub(super) const DYNAMIC: &str = "resource/dynamic";

/// The path of their contents.
pub(super) const CONTENT: &str = "resource/dynamic/content";

/// The range of a repeated block.
#[derive(Clone, Copy)]
pub(super) struct Each {
    /// The definition whose value is the current item.
    item: DefinitionId,
    /// The expression that provides the items.
    range: NodeId,
}

/// The names that exist in a block besides those of the module.
#[derive(Clone, Copy)]
pub(super) struct Names<'b> {
    /// Those of its repetition.
    pub own: BlockNames,
    pub each: Option<Each>,
    /// The iterators of the dynamic blocks around it, the innermost last.
    pub iterators: &'b [(Name, DefinitionId)],
    /// The address of the block, or an empty text.
    pub address: &'b str,
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

    /// Defines the iterator of a dynamic block, whose name is that of the block or the given one, and returns it with those of the
    /// dynamic blocks around it.
    pub(super) fn iterator(&mut self, at: At<'_>, block: &Block, names: Names<'_>) -> Vec<(Name, DefinitionId)> {
        let mut iterators = names.iterators.to_vec();
        let Some(&(label, span)) = block.labels.first() else { return iterators };
        let called = |wanted: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == wanted);
        let given = called("iterator").and_then(|attribute| match at.tree.node(attribute.value) {
            Node::Variable(name, _) => Some(name),
            _ => None,
        });
        let range = called("for_each");
        let value = if range.is_some() { BlockValue::Iterator } else { BlockValue::Known(ANY) };
        let mut expressions: Vec<Expression> = range.map(free).into_iter().collect();
        let mut meaning = program::Block::with_value(value, block.kind_span);
        self.scope(names, &mut expressions, &mut meaning);
        self.owned.extend(range.map(|range| Place { file: at.file, node: range.value }));
        self.hidden(at, block.span, span, expressions, meaning);
        iterators.push((given.unwrap_or(label), self.last()));
        iterators
    }

    /// Defines the item of an import that is repeated.
    pub(super) fn import_item(&mut self, at: At<'_>, block: &Block) -> Option<(Name, DefinitionId)> {
        let range = attributes(block).find(|attribute| self.types.text(attribute.name) == "for_each")?;
        let meaning = program::Block::with_value(BlockValue::Iterator, block.kind_span);
        self.owned.insert(Place { file: at.file, node: range.value });
        self.hidden(at, at.tree.span(range.value), range.name_span, vec![free(range)], meaning);
        Some((self.types.name("each"), self.last()))
    }

    /// Adds a dynamic block without a schema: its iterator, and the expressions inside of it.
    pub(super) fn open_dynamic(&mut self, at: At<'_>, block: &Block, names: Names<'_>) {
        let iterators = self.iterator(at, block, names);
        let names = Names { iterators: &iterators, ..names };
        let mut expressions = Vec::new();
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => expressions.extend(self.expression(at, attribute, DYNAMIC)),
                BodyItem::Block(content) => self.add_expressions(at, content, CONTENT, names, &mut expressions),
            }
        }
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        self.scope(names, &mut expressions, &mut meaning);
        self.hidden(at, block.span, block.kind_span, expressions, meaning);
    }

    /// Adds the names of a block to the scopes of its expressions, and binds the variable `each`.
    pub(super) fn scope(&mut self, names: Names<'_>, expressions: &mut Vec<Expression>, meaning: &mut program::Block) {
        meaning.iterators = names.iterators.into();
        if let Some(each) = names.each {
            meaning.variable = Some((self.types.name("each"), Variable::Of(each.item)));
            expressions.retain(|expression| expression.root != each.range);
        }
        for expression in expressions {
            expression.scope = match expression.scope {
                Scope::Block(own) => Scope::Block(own.and(names.own)),
                Scope::Providers => Scope::Providers,
                _ => Scope::Block(names.own),
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
        // The resource may have been repeated before it was removed.
        if self.types.text(block.kind) == "removed" {
            return BlockNames::COUNT.and(BlockNames::EACH);
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
