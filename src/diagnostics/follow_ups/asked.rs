//! The definitions that expressions belong to, listed when one is asked for: after an edit with few reports, none may be.

use std::cell::OnceCell;

use crate::program::owners::{Owned, Owners};
use crate::program::{DefinitionId, Place, Program};

/// The owners of the expressions of a program.
#[derive(Default)]
pub(super) struct AskedOwners(OnceCell<Owners>);

impl AskedOwners {
    /// Returns the definition that contains an expression: the first one, if several share it.
    pub(super) fn definition(&self, program: &Program, at: Place) -> Option<DefinitionId> {
        self.all(program).definition(at)
    }

    /// Returns the top-level expression around an expression, with its number.
    pub(super) fn around(&self, program: &Program, at: Place) -> Option<(usize, &Owned)> {
        self.all(program).around(at)
    }

    /// Returns the definition of the block that an expression is in.
    pub(super) fn block(&self, program: &Program, at: Place) -> Option<DefinitionId> {
        let definition = self.definition(program, at)?;
        let block = program.definition(definition).block.as_ref();
        // In a dynamic block, its own iterator is meant.
        let owner = block.filter(|block| block.iterators.is_empty()).and_then(|block| block.owner);
        Some(owner.unwrap_or(definition))
    }

    fn all(&self, program: &Program) -> &Owners {
        self.0.get_or_init(|| Owners::new(program))
    }
}
