//! The definitions that expressions belong to.

use std::iter;
#[cfg(test)]
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{DefinitionId, Expression, FileId, Place, Program};
use crate::syntax::tree::NodeId;

/// The top-level expressions of a program, in order, with their definitions.
#[derive(Debug)]
pub struct Owners {
    /// Each with the number of the last one before it in its file with a later root. What is between these two ends before it does:
    /// it is around nothing behind its end.
    all: Vec<(Owned, Option<u32>)>,
    /// The number of expressions that were looked at.
    #[cfg(test)]
    steps: AtomicUsize,
}

/// A top-level expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owned {
    /// Its file.
    pub file: FileId,
    /// Its first node.
    pub first: NodeId,
    /// Its definition.
    pub definition: DefinitionId,
    /// Its root, which is its last node.
    pub root: NodeId,
    /// Its number among the expressions of the definition.
    number: u32,
}

impl Owners {
    /// Lists the expressions of a program.
    pub fn new(program: &Program) -> Self {
        Self::among(program, program.definition_ids())
    }

    /// Lists the expressions of some definitions. Others must not be looked up. Linear in their number, but for sorting them.
    pub fn among(program: &Program, definitions: impl Iterator<Item = DefinitionId>) -> Self {
        let expressions = definitions.flat_map(|id| {
            let of = program.definition(id);
            let all = (0..).zip(&of.expressions);
            all.map(move |(number, each)| Owned {
                file: of.file,
                first: each.first,
                definition: id,
                root: each.root,
                number,
            })
        });
        Self::of(expressions.collect())
    }

    fn of(mut expressions: Vec<Owned>) -> Self {
        expressions.sort_unstable();
        let mut all: Vec<(Owned, Option<u32>)> = Vec::with_capacity(expressions.len());
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
        Self {
            all,
            #[cfg(test)]
            steps: AtomicUsize::default(),
        }
    }

    /// Returns the number of the top-level expressions.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the definition that contains an expression: the first one, if several share it.
    pub fn definition(&self, at: Place) -> Option<DefinitionId> {
        self.around(at).map(|(_, of)| of.definition)
    }

    /// Returns the top-level expression around an expression, with its number: the innermost one, and that of the first definition, if
    /// several share it.
    pub fn around(&self, at: Place) -> Option<(usize, &Owned)> {
        let mut around = self.all_around(at);
        let innermost = around.next()?;
        Some(around.take_while(|(_, of)| of.first == innermost.1.first).last().unwrap_or(innermost))
    }

    /// Returns the top-level expressions around an expression, the innermost first. Each one takes as many steps as expressions are
    /// nested there.
    fn all_around(&self, at: Place) -> impl Iterator<Item = (usize, &Owned)> {
        let behind = self.all.partition_point(|(of, _)| (of.file, of.first) <= (at.file, at.node));
        let mut next = behind.checked_sub(1);
        iter::from_fn(move || {
            loop {
                #[cfg(test)]
                self.steps.fetch_add(1, Ordering::Relaxed);
                let number = next?;
                let (of, further) = self.all.get(number).filter(|(of, _)| of.file == at.file)?;
                if at.node <= of.root {
                    next = number.checked_sub(1);
                    return Some((number, of));
                }
                next = further.map(|further| further as usize);
            }
        })
    }
}

impl Owned {
    /// Returns the expression itself.
    pub fn expression<'a>(&self, program: &'a Program) -> &'a Expression {
        &program.definition(self.definition).expressions[self.number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many definitions in each of two files. Each has ten nodes, of which the middle ones are another definition.
    fn nested(count: u32) -> Owners {
        let one = |file, first, number, root| Owned {
            file: FileId(file),
            first: NodeId(first),
            definition: DefinitionId(number),
            root: NodeId(root),
            number: 0,
        };
        let each =
            |at: u32| [one(at % 2, 10 * at, 2 * at, 10 * at + 9), one(at % 2, 10 * at + 3, 2 * at + 1, 10 * at + 5)];
        Owners::of((0..count).flat_map(each).collect())
    }

    fn around(all: &Owners, file: u32, node: u32) -> Vec<u32> {
        all.all_around(Place { file: FileId(file), node: NodeId(node) }).map(|(_, of)| of.definition.0).collect()
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
            for at in 0..count {
                assert_eq!(around(&all, at % 2, 10 * at + 4).len(), 2);
                assert_eq!(around(&all, at % 2, 10 * at + 9).len(), 1);
            }
            all.steps.into_inner()
        };
        assert!(steps(2_000) <= 2 * steps(1_000) + 8, "{}, {}", steps(1_000), steps(2_000));
        assert!(steps(1_000) <= 10 * 1_000, "{}", steps(1_000));
    }
}
