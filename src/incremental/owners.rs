//! The definitions that nodes and problems belong to.

use std::cell::Cell;

use crate::program::{DefinitionId, Expression, Place, Problem, Program};

/// The definitions that nodes belong to.
pub struct Owners {
    /// The first nodes of all expressions, in order, with their definitions: the expressions of a block may belong to several
    /// by turns.
    firsts: Vec<(Place, DefinitionId)>,
}

impl Owners {
    /// Those of the nodes of a program.
    pub fn new(program: &Program) -> Self {
        Self::among(program, program.definition_ids())
    }

    /// Those of the nodes of some definitions, to ask for them alone.
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

    /// The definition of a node, if it belongs to one.
    pub fn of(&self, place: Place) -> Option<DefinitionId> {
        let behind = self.firsts.partition_point(|&(first, _)| first <= place);
        let (first, id) = *self.firsts.get(behind.checked_sub(1)?)?;
        (first.file == place.file).then_some(id)
    }

    /// The definitions of what problems are about.
    pub fn of_problems(&self, problems: &[Problem]) -> Vec<Option<DefinitionId>> {
        problems.iter().map(|problem| self.of_problem(problem)).collect()
    }

    /// The definition of what a problem is about.
    pub fn of_problem(&self, problem: &Problem) -> Option<DefinitionId> {
        match owner_of(problem) {
            Owner::Place(place) => self.of(place),
            Owner::Definition(id) => Some(id),
        }
    }
}

enum Owner {
    Place(Place),
    Definition(DefinitionId),
}

/// The place or block that a problem is about.
fn owner_of(problem: &Problem) -> Owner {
    let owner = Cell::new(Owner::Definition(DefinitionId(0)));
    let _ = problem.clone().map(|place| owner.set(Owner::Place(place)), |id| owner.set(Owner::Definition(id)));
    owner.into_inner()
}

/// The numbers of problems, by the definitions that they belong to.
pub struct ProblemNumbers {
    /// For each definition where its numbers start, and in the end where the last ones end.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl ProblemNumbers {
    /// Those of problems, of which these are the definitions. Linear in both.
    pub fn new(definition_count: usize, owners: &[Option<DefinitionId>]) -> Self {
        let mut starts = vec![0; definition_count + 1];
        for owner in owners.iter().flatten() {
            starts[owner.0 as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut next, mut numbers) = (starts.clone(), vec![0; owners.len()]);
        for (owner, number) in owners.iter().zip(0..) {
            if let Some(owner) = owner {
                let next = &mut next[owner.0 as usize];
                numbers[*next as usize] = number;
                *next += 1;
            }
        }
        Self { starts, numbers }
    }

    /// Those of the problems of a definition, in order.
    pub fn of(&self, id: DefinitionId) -> &[u32] {
        let id = id.0 as usize;
        &self.numbers[self.starts[id] as usize..self.starts[id + 1] as usize]
    }
}
