//! The mapping from nodes and problems to their definitions.

use crate::program::{DefinitionId, Expression, Place, Problem, Program};
use crate::program_rules::problem::Subject;

/// The mapping from nodes to their definitions.
pub struct Owners {
    /// The first nodes of all expressions, in order, with their definitions. The expressions of different definitions may
    /// interleave within a block.
    firsts: Vec<(Place, DefinitionId)>,
}

impl Owners {
    /// Maps the nodes of a program.
    pub fn new(program: &Program) -> Self {
        Self::among(program, program.definition_ids())
    }

    /// Maps the nodes of some definitions. Other nodes must not be looked up.
    pub fn among(program: &Program, definitions: impl ExactSizeIterator<Item = DefinitionId>) -> Self {
        let mut firsts = Vec::with_capacity(definitions.len());
        for id in definitions {
            let definition = program.definition(id);
            let place = |expression: &Expression| (Place { file: definition.file, node: expression.first }, id);
            firsts.extend(definition.expressions.iter().map(place));
        }
        firsts.sort_unstable();
        Self { firsts }
    }

    /// Returns the definition of a node, if it has one.
    pub fn of(&self, place: Place) -> Option<DefinitionId> {
        let behind = self.firsts.partition_point(|&(first, _)| first <= place);
        let (first, id) = *self.firsts.get(behind.checked_sub(1)?)?;
        (first.file == place.file).then_some(id)
    }

    /// Returns the definitions of the subjects of problems.
    pub fn of_problems(&self, problems: &[Problem]) -> Vec<Option<DefinitionId>> {
        problems.iter().map(|problem| self.of_problem(problem)).collect()
    }

    /// Returns the definition of a problem's subject.
    pub fn of_problem(&self, problem: &Problem) -> Option<DefinitionId> {
        match problem.subject() {
            Subject::Expression(&place) => self.of(place),
            Subject::Definition(&id) => Some(id),
        }
    }
}

/// The indices of problems, grouped by definition.
pub struct ProblemNumbers {
    /// The start of each definition's group, and the end of the last one.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl ProblemNumbers {
    /// Groups problems, given the definition of each. Linear in both.
    pub fn new(definition_count: usize, owners: &[Option<DefinitionId>]) -> Self {
        let mut starts = vec![0; definition_count + 1];
        for owner in owners.iter().flatten() {
            starts[usize::from(*owner) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut next, mut numbers) = (starts.clone(), vec![0; owners.len()]);
        for (owner, number) in owners.iter().zip(0..) {
            if let Some(owner) = owner {
                let next = &mut next[usize::from(*owner)];
                numbers[*next as usize] = number;
                *next += 1;
            }
        }
        Self { starts, numbers }
    }

    /// Returns the problems of a definition, in order.
    pub fn of(&self, id: DefinitionId) -> &[u32] {
        let id = usize::from(id);
        &self.numbers[self.starts[id] as usize..self.starts[id + 1] as usize]
    }
}
