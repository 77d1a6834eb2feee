//! The names that must be unique in a module or a block, or are reported once.

use rustc_hash::FxHashSet;

use crate::program::FileId;

/// The names that have occurred in a module or block and must be unique there, or are reported once.
#[derive(Debug, Default)]
pub(super) struct Once(FxHashSet<(Named, String)>);

/// A kind of names that occur once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Named {
    /// The type of a nested block.
    Block,
    /// The type of a nested block, in an override file.
    BlockOf(FileId),
    /// A run in a test file.
    Run(FileId),
    /// A provider configuration with its alias, of which there is one block.
    Provider,
    /// A provider configuration that has a definition.
    Configuration,
    /// A check, of which there is one block.
    Check,
    /// A check to which addresses may refer.
    CheckAddress,
    /// The address of an imported resource.
    Import,
    /// A move of a block, what is moved, and where it is moved to.
    Move,
    MovedFrom,
    MovedTo,
    /// The directory of a called module with errors.
    Errors,
    /// The local name of a provider without a schema.
    Schema,
    /// A feature of a later version.
    Feature,
}

impl Once {
    /// Holds if a name has occurred.
    pub fn has(&self, kind: Named, name: &str) -> bool {
        self.0.contains(&(kind, name.to_owned()))
    }

    /// Holds at the first call with a name.
    pub fn is_new(&mut self, kind: Named, name: &str) -> bool {
        self.0.insert((kind, name.to_owned()))
    }
}
