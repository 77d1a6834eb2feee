//! The definitions of problems.

use crate::program::owners::Owners;
use crate::program::{DefinitionId, Problem};
use crate::program_rules::problem::Subject;

/// Returns the definitions of the subjects of problems.
pub fn of_problems(owners: &Owners, problems: &[Problem]) -> Vec<Option<DefinitionId>> {
    problems.iter().map(|problem| of_problem(owners, problem)).collect()
}

/// Returns the definition of a problem's subject.
pub fn of_problem(owners: &Owners, problem: &Problem) -> Option<DefinitionId> {
    match problem.subject() {
        Subject::Expression(&place) => owners.definition(place),
        Subject::Definition(&id) => Some(id),
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
