//! The definitions that expressions belong to.

#[cfg(test)]
use std::cell::Cell;
use std::cell::OnceCell;
use std::iter;

use crate::program::{DefinitionId, FileId, Place, Program};
use crate::syntax::tree::NodeId;

/// The definitions of the top-level expressions of a program. They are listed when one is asked for: after an edit with few reports,
/// none may be.
#[derive(Default)]
pub(super) struct Owners(OnceCell<TopLevels>);

impl Owners {
    /// Returns the definition that contains an expression: the first one, if several share it.
    pub(super) fn definition(&self, program: &Program, at: Place) -> Option<DefinitionId> {
        let mut around = self.all(program).around(at);
        let innermost = around.next()?;
        let shared = around.take_while(|of| of.first == innermost.first).last();
        Some(shared.unwrap_or(innermost).definition)
    }

    /// Returns the first node and the root of the top-level expression around an expression: the innermost one.
    pub(super) fn around(&self, program: &Program, at: Place) -> Option<(NodeId, NodeId)> {
        self.all(program).around(at).next().map(|of| (of.first, of.root))
    }

    /// Returns the number of the top-level expression that an expression is in.
    pub(super) fn place(&self, program: &Program, at: Place) -> Option<usize> {
        self.all(program).place(at)
    }

    /// Returns the definition of the block that an expression is in.
    pub(super) fn owner(&self, program: &Program, at: Place) -> Option<DefinitionId> {
        let all = self.all(program);
        let definition = all.0.get(all.place(at)?)?.0.definition;
        let block = program.definition(definition).block.as_ref();
        // In a dynamic block, its own iterator is meant.
        let owner = block.filter(|block| block.iterators.is_empty()).and_then(|block| block.owner);
        Some(owner.unwrap_or(definition))
    }

    fn all(&self, program: &Program) -> &TopLevels {
        self.0.get_or_init(|| {
            let expressions = program.definitions.iter_enumerated().flat_map(|(definition, of)| {
                let all = of.expressions.iter();
                all.map(move |each| TopLevel { file: of.file, first: each.first, definition, root: each.root })
            });
            TopLevels::of(expressions.collect())
        })
    }
}

/// A top-level expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TopLevel {
    file: FileId,
    first: NodeId,
    definition: DefinitionId,
    /// Its last node.
    root: NodeId,
}

/// Top-level expressions, in order, each with the number of the last one before it in its file with a later root. What is between
/// these two ends before it does: it is around nothing behind its end.
struct TopLevels(Vec<(TopLevel, Option<u32>)>);

impl TopLevels {
    fn of(mut expressions: Vec<TopLevel>) -> Self {
        expressions.sort_unstable();
        let mut all: Vec<(TopLevel, Option<u32>)> = Vec::with_capacity(expressions.len());
        for of in expressions {
            let last = all.last().filter(|(last, _)| last.file == of.file);
            let mut before = last.map(|_| all.len() as u32 - 1);
            while let Some((_, further)) =
                before.map(|before| all[before as usize]).filter(|(it, _)| it.root <= of.root)
            {
                before = further;
            }
            all.push((of, before));
        }
        Self(all)
    }

    /// Returns the top-level expressions around an expression, the innermost first. Each one takes as many steps as expressions are
    /// nested there.
    fn around(&self, at: Place) -> impl Iterator<Item = &TopLevel> {
        let mut next = self.place(at);
        iter::from_fn(move || {
            loop {
                #[cfg(test)]
                STEPS.set(STEPS.get() + 1);
                let (of, further) = self.0.get(next?).filter(|(of, _)| of.file == at.file)?;
                if at.node <= of.root {
                    next = next?.checked_sub(1);
                    return Some(of);
                }
                next = further.map(|further| further as usize);
            }
        })
    }

    fn place(&self, at: Place) -> Option<usize> {
        self.0.partition_point(|(of, _)| (of.file, of.first) <= (at.file, at.node)).checked_sub(1)
    }
}

#[cfg(test)]
thread_local! {
    /// The number of top-level expressions that were looked at.
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many definitions in each of two files. Each has ten nodes, of which the middle ones are another definition.
    fn nested(count: u32) -> TopLevels {
        let one = |file, first, number, root| TopLevel {
            file: FileId(file),
            first: NodeId(first),
            definition: DefinitionId(number),
            root: NodeId(root),
        };
        let each =
            |at: u32| [one(at % 2, 10 * at, 2 * at, 10 * at + 9), one(at % 2, 10 * at + 3, 2 * at + 1, 10 * at + 5)];
        TopLevels::of((0..count).flat_map(each).collect())
    }

    fn around(all: &TopLevels, file: u32, node: u32) -> Vec<u32> {
        all.around(Place { file: FileId(file), node: NodeId(node) }).map(|of| of.definition.0).collect()
    }

    #[test]
    fn the_innermost_expression_is_the_first() {
        let all = nested(6);
        assert_eq!(around(&all, 0, 44), [9, 8]);
        assert_eq!(around(&all, 0, 48), [8]);
        assert_eq!(around(&all, 1, 34), [7, 6]);
        assert_eq!(around(&all, 1, 44), [0; 0]);
    }

    #[test]
    fn what_ends_before_is_passed_over() {
        let steps = |count: u32| {
            let all = nested(count);
            STEPS.set(0);
            for at in 0..count {
                assert_eq!(around(&all, at % 2, 10 * at + 4).len(), 2);
                assert_eq!(around(&all, at % 2, 10 * at + 9).len(), 1);
            }
            STEPS.get()
        };
        assert!(steps(2_000) <= 2 * steps(1_000) + 8, "{}, {}", steps(1_000), steps(2_000));
        assert!(steps(1_000) <= 10 * 1_000, "{}", steps(1_000));
    }
}
