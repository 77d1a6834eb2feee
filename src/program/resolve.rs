//! Name resolution: the targets of the names in a program.

mod qualified;
mod resolver;

use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use typed_index_collections::{TiVec, ti_vec};

pub(crate) use qualified::{PROVIDER, attribute_path, is_provider, paths_of, qualifications, steps_in_name};
pub(crate) use resolver::{ResolvedDefinition, Resolver};

use crate::program::environment::Environment;
use crate::program::{DefinitionId, FileId, Kind, Place, Program};
use crate::syntax::tree::NodeId;
use crate::types::{Interner, Name};

/// The target of a name, or the variables that a node binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The node is neither a name nor a binder.
    None,
    /// An unresolved name.
    Unknown,
    /// A definition of the program.
    Definition(DefinitionId),
    /// A declared variable.
    Declared(Name),
    /// A variable of an enclosing for-expression, splat, call or block, by its number within the definition.
    Local(u32),
    /// The input of the block with this index.
    Property(u32),
    /// The node binds variables, beginning with this number. A for-expression binds its key variable, if it has one, and then its
    /// value variable; a splat, the element; a call, the error that its second argument recovers from.
    Binds(u32),
}

/// The targets of all names of a program, and the references between definitions.
#[derive(Debug, Default)]
pub struct Resolution {
    /// For each file, the targets of its nodes.
    pub(crate) targets: TiVec<FileId, TiVec<NodeId, Target>>,
    pub(crate) references: References,
    /// The number of variables that each definition binds.
    pub(crate) locals: TiVec<DefinitionId, u32>,
    /// For-expressions whose key and value variables have the same name.
    pub redefinitions: Vec<(DefinitionId, NodeId)>,
    /// Definitions whose name has been defined before, each with the first definition of the name.
    pub duplicates: Vec<(DefinitionId, DefinitionId)>,
    /// The definition that each name refers to.
    pub(crate) named: FxHashMap<Name, DefinitionId>,
    /// In a module that others call: the definitions on whose values it depends what instances there are, here or in a module that
    /// this one calls. In others, nothing is decided by values that a caller gives.
    pub(crate) deciding: Option<FxHashSet<DefinitionId>>,
}

/// A reference: its target, and the first node that refers to it.
pub type Reference = (DefinitionId, NodeId);

/// The references of each definition, each target once.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// For each definition, the end of its references in `all`.
    ends: Vec<u32>,
    all: Vec<Reference>,
}

/// The definitions of a program by name. Outputs have a namespace of their own: an output may have the name of another
/// definition, and the name then refers to that definition.
pub(crate) struct DefinedNames {
    /// The definition that each name refers to: the first in source order, outputs after all others.
    pub named: FxHashMap<Name, DefinitionId>,
    /// Further definitions of a name, each with the first one.
    pub duplicates: Vec<(DefinitionId, DefinitionId)>,
}

impl Resolution {
    /// Returns the target of a node.
    pub fn target(&self, at: Place) -> Target {
        self.targets[at.file][at.node]
    }

    /// Returns the definitions that a definition refers to, each once, with the first node that refers to it.
    pub fn references(&self, id: DefinitionId) -> &[Reference] {
        self.references.of(id)
    }

    /// Returns the definitions that refer to any of these, in order. Linear in all references.
    pub fn dependents(&self, of: &[DefinitionId]) -> Vec<DefinitionId> {
        let mut is_meant: TiVec<DefinitionId, bool> = ti_vec![false; self.locals.len()];
        for &id in of {
            is_meant[id] = true;
        }
        self.references.referring(|to| is_meant[to])
    }

    /// Returns these definitions and all that they depend on. Linear in the references.
    pub fn with_all_below(&self, of: impl IntoIterator<Item = DefinitionId>) -> FxHashSet<DefinitionId> {
        let mut open: Vec<DefinitionId> = of.into_iter().collect();
        let mut found: FxHashSet<DefinitionId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let new = self.references(id).iter().filter(|&&(to, _)| found.insert(to));
            open.extend(new.map(|&(to, _)| to));
        }
        found
    }

    /// The number of variables that a definition binds.
    pub fn local_count(&self, id: DefinitionId) -> u32 {
        self.locals[id]
    }
}

impl References {
    /// Creates an empty list, with room for a number of definitions.
    fn with_capacity(definitions: usize) -> Self {
        Self { ends: Vec::with_capacity(definitions), all: Vec::with_capacity(definitions) }
    }

    /// Adds the references of the next definition.
    pub fn push(&mut self, references: impl IntoIterator<Item = Reference>) {
        self.all.extend(references);
        self.ends.push(self.all.len() as u32);
    }

    /// Returns the references of a definition.
    pub fn of(&self, id: DefinitionId) -> &[Reference] {
        &self.all[self.range(id)]
    }

    /// Returns the references of a definition, mutably.
    pub fn of_mut(&mut self, id: DefinitionId) -> &mut [Reference] {
        let range = self.range(id);
        &mut self.all[range]
    }

    /// Returns the references after some definitions, given in order, have changed theirs. Linear in all references, with a small
    /// constant.
    pub fn with_others(&self, changed: &[(DefinitionId, Vec<Reference>)]) -> Self {
        let mut new = Self::with_capacity(self.ends.len());
        for (id, references) in changed {
            new.extend_from(self, usize::from(*id));
            new.push(references.iter().copied());
        }
        new.extend_from(self, self.ends.len());
        new
    }

    /// Adds the references of the next definitions from another list, up to the definition `end`.
    fn extend_from(&mut self, other: &Self, end: usize) {
        let next = self.ends.len();
        let Some(last) = end.checked_sub(1).filter(|_| next < end) else { return };
        let start = next.checked_sub(1).map_or(0, |before| other.ends[before]);
        let len = self.all.len() as u32;
        self.all.extend_from_slice(&other.all[start as usize..other.ends[last] as usize]);
        self.ends.extend(other.ends[next..end].iter().map(|end| end - start + len));
    }

    /// Returns the definitions with a reference to a target that `is_meant`, in order.
    fn referring(&self, is_meant: impl Fn(DefinitionId) -> bool) -> Vec<DefinitionId> {
        let mut from = Vec::new();
        let mut start = 0;
        for (&end, id) in self.ends.iter().zip(0..) {
            if self.all[start..end as usize].iter().any(|reference| is_meant(reference.0)) {
                from.push(DefinitionId(id));
            }
            start = end as usize;
        }
        from
    }

    fn range(&self, id: DefinitionId) -> Range<usize> {
        let id = usize::from(id);
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        start..self.ends[id] as usize
    }
}

/// Resolves the names of a program. A name is looked up among the variables of the enclosing expressions, innermost first, then
/// among the definitions, then among the declared variables. The first of several definitions of a name in source order counts,
/// and an output only if no other definition has its name.
pub fn resolve(program: &Program, environment: &Environment, types: &mut Interner) -> Resolution {
    resolve_with(program, environment, DefinedNames::of(program), |_, _| false, types)
}

/// As [`resolve`], with the names that the program defines. `copy` adds the names in a definition to the resolution and returns
/// `true`, or returns `false` if they have to be resolved.
pub(crate) fn resolve_with(
    program: &Program,
    environment: &Environment,
    DefinedNames { named, duplicates }: DefinedNames,
    copy: impl Fn(DefinitionId, &mut Resolution) -> bool,
    types: &mut Interner,
) -> Resolution {
    let mut resolution = Resolution {
        targets: program.files.iter().map(|file| ti_vec![Target::None; file.tree.len()]).collect(),
        references: References::with_capacity(program.definitions.len()),
        locals: TiVec::with_capacity(program.definitions.len()),
        duplicates,
        ..Resolution::default()
    };
    let resolver = Resolver::new(program, environment, &named, types);
    for id in program.definition_ids() {
        if !copy(id, &mut resolution) {
            let ResolvedDefinition { references, locals, redefinitions } =
                resolver.resolve(id, &mut resolution.targets);
            resolution.references.push(references);
            resolution.locals.push(locals);
            resolution.redefinitions.extend(redefinitions.into_iter().map(|node| (id, node)));
        }
    }
    resolution.named = named;
    resolution
}

impl DefinedNames {
    pub fn of(program: &Program) -> Self {
        let mut named = FxHashMap::with_capacity_and_hasher(program.definitions.len(), FxBuildHasher);
        let (mut outputs, mut duplicates) = (FxHashMap::default(), Vec::new());
        for id in program.definition_ids() {
            let definition = program.definition(id);
            let Some(name) = definition.name else { continue };
            let names =
                if definition.kind == Kind::Output && !program.is_terraform { &mut outputs } else { &mut named };
            let first = *names.entry(name).or_insert(id);
            if first != id {
                duplicates.push((id, first));
            }
        }
        for (name, output) in outputs {
            named.entry(name).or_insert(output);
        }
        Self { named, duplicates }
    }
}
