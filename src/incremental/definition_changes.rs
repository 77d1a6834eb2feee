//! The definitions whose text or meaning an edit changes, and the displacement of the others.

use rustc_hash::FxHashMap;
use typed_index_collections::{TiVec, ti_vec};

use super::versions::Versions;
use crate::program::owners::Owners;
use crate::program::{
    Block, Definition, DefinitionId, Expression, File, FileId, Kind, NestedBlocks, Part, Place, Program, Variable,
};
use crate::syntax::tree::NodeId;
use crate::types::Name;
use crate::types::vocabulary::InterfaceId;

/// The comparison of a program's definitions with those of its previous version.
pub struct DefinitionChanges {
    /// For each current definition, the previous definition with the same text, if any. If `displacements` is set, it has the
    /// same number.
    pub counterparts: TiVec<DefinitionId, Option<DefinitionId>>,
    /// For each definition, `true` if its text, its meaning, or the meaning of its calls has changed.
    pub is_changed: TiVec<DefinitionId, bool>,
    /// The displacement of each definition, if it has a counterpart.
    pub shifts: TiVec<DefinitionId, Shift>,
    /// The displacement of nodes in each file, if all definitions keep their numbers and names.
    pub displacements: Option<TiVec<FileId, Displacement>>,
}

/// The displacement of the nodes of a definition between two versions.
#[derive(Clone, Copy)]
pub struct Shift {
    /// The current file of the definition.
    pub file: FileId,
    /// The number added to its node ids, modulo 2³².
    pub by: u32,
    /// Holds if its place follows from its previous place by the change of the file.
    pub is_by_change: bool,
}

/// The displacement of a file's nodes between two versions: the first ones stay, and all after a change are shifted equally.
#[derive(Clone, Copy, Debug)]
pub struct Displacement {
    /// The number of nodes that stay.
    kept: u32,
    /// The first shifted node, or the end: its previous id, and its current one.
    moved: (u32, u32),
    /// The numbers of all nodes, previous and current.
    lengths: (u32, u32),
}

impl Shift {
    /// Returns the current id of a node.
    pub fn node(self, node: NodeId) -> NodeId {
        NodeId(node.0.wrapping_add(self.by))
    }

    /// Returns the current place of a node.
    pub fn place(self, place: Place) -> Place {
        Place { file: self.file, node: self.node(place.node) }
    }
}

impl Displacement {
    /// Creates the displacement of a file without definitions, given its previous and current numbers of nodes.
    fn new(lengths: (usize, usize)) -> Self {
        let lengths = (lengths.0 as u32, lengths.1 as u32);
        Self { kept: 0, moved: lengths, lengths }
    }

    /// Moves per-node entries to their current ids, and fills the gap.
    pub fn apply<T: Copy>(self, of_nodes: &mut TiVec<NodeId, T>, filling: T) {
        let (old, new) = self.moved;
        let filling = std::iter::repeat_n(filling, (new - self.kept) as usize);
        of_nodes.splice(NodeId(self.kept)..NodeId(old), filling);
    }

    /// Adds the nodes of a definition and of its counterpart.
    fn add(&mut self, now: NodeRange, before: NodeRange) {
        if now == before {
            self.kept = self.kept.max(now.end);
        } else if before.start < self.moved.0 {
            self.moved = (before.start, now.start);
        }
    }

    /// Returns the number added to the ids of shifted nodes, modulo 2³².
    fn by(&self) -> u32 {
        self.lengths.1.wrapping_sub(self.lengths.0)
    }

    /// Holds if the shifted nodes come after those that stay, and are all shifted equally.
    fn is_valid(&self) -> bool {
        self.kept <= self.moved.0.min(self.moved.1) && self.moved.1.wrapping_sub(self.moved.0) == self.by()
    }
}

/// The node range of a definition, which may include nodes of other definitions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NodeRange {
    start: u32,
    end: u32,
}

impl NodeRange {
    fn of(definition: &Definition) -> Option<Self> {
        let (first, last) = (definition.expressions.first()?, definition.expressions.last()?);
        Some(Self { start: first.first.0, end: last.root.0 + 1 })
    }
}

impl DefinitionChanges {
    /// Compares two versions. The trees of the previous one may be gone, so that its number of nodes in each file is given.
    /// Linear in definitions, with a small factor.
    pub fn compare(versions: Versions<'_>, previous_nodes: impl Iterator<Item = usize>) -> Self {
        let displacements = displacements(versions, previous_nodes);
        let mut definition_changes = displacements.and_then(|all| Self::aligned(versions, all)).unwrap_or_else(|| {
            let mut definition_changes = Self::with_capacity(versions.program.definitions.len());
            let mut comparison = Comparison { versions, keeps_numbers: false, known: FxHashMap::default() };
            for (id, before) in versions.program.definition_ids().zip(versions.counterparts()) {
                definition_changes.push(id, before, &mut comparison);
            }
            definition_changes
        });
        if known_in_places(versions.program) != known_in_places(versions.previous) {
            definition_changes.is_changed.fill(true);
        }
        compare_calls(versions, &mut definition_changes);
        definition_changes
    }

    /// Compares definitions with those of the same number, if they have the same names and fit the displacements.
    fn aligned(versions: Versions<'_>, displacements: TiVec<FileId, Displacement>) -> Option<Self> {
        let mut definition_changes = Self::with_capacity(versions.program.definitions.len());
        let mut comparison = Comparison { versions, keeps_numbers: true, known: FxHashMap::default() };
        definition_changes.displacements = Some(displacements);
        for id in versions.program.definition_ids() {
            let before = Some(id).filter(|&id| versions.is_same(id, id));
            definition_changes.push(id, before, &mut comparison);
            if !definition_changes.is_aligned(id, versions) {
                return None;
            }
        }
        let are_valid = definition_changes.displacements.iter().flatten().all(Displacement::is_valid);
        are_valid.then_some(definition_changes)
    }

    /// Creates an empty comparison with a capacity.
    fn with_capacity(count: usize) -> Self {
        Self {
            counterparts: TiVec::with_capacity(count),
            is_changed: TiVec::with_capacity(count),
            shifts: TiVec::with_capacity(count),
            displacements: None,
        }
    }

    /// Returns the definitions whose text or meaning has changed, in order.
    pub fn changed(&self) -> Vec<DefinitionId> {
        let numbered = self.is_changed.iter_enumerated();
        numbered.filter(|(_, is_changed)| **is_changed).map(|(id, _)| id).collect()
    }

    /// Compares the next definition with its counterpart.
    fn push(&mut self, id: DefinitionId, before: Option<DefinitionId>, comparison: &mut Comparison<'_>) {
        let Versions { program, previous, .. } = comparison.versions;
        let new = program.definition(id);
        let old = before.map(|before| previous.definition(before));
        let is_changed = old.is_none_or(|old| !comparison.has_same_meaning(new, old));
        let by = old.map_or(0, |old| start_of(new).wrapping_sub(start_of(old)));
        self.counterparts.push(before);
        self.is_changed.push(is_changed);
        let is_by_change = old.is_some_and(|old| comparison.versions.is_moved_by_change(new, old));
        self.shifts.push(Shift { file: new.file, by, is_by_change });
    }

    /// Holds if a definition has the same name as the previous one with its number, and fits the displacement of its file. Adds
    /// its nodes to that displacement.
    fn is_aligned(&mut self, id: DefinitionId, versions: Versions<'_>) -> bool {
        let (new, old) = (versions.program.definition(id), versions.previous.definition(id));
        let naming = |definition: &Definition| (definition.name, definition.kind == Kind::Output);
        let displacement = self.displacements.as_mut().and_then(|all| all.get_mut(new.file));
        let Some(displacement) = displacement.filter(|_| new.file == old.file) else { return false };
        if self.is_changed[id] {
            return naming(new) == naming(old);
        }
        let by = self.shifts[id].by;
        if let (Some(now), Some(before)) = (NodeRange::of(new), NodeRange::of(old)) {
            displacement.add(now, before);
        }
        by == 0 || by == displacement.by()
    }
}

/// Returns what other definitions of Terraform can refer to in some places only: the variables that are constants, and the definitions
/// in checks, each with the name of its check. Most programs have none.
fn known_in_places(program: &Program) -> Vec<(&str, Option<Name>)> {
    let label = |&id: &DefinitionId| &program.definition(id).label[..];
    let constants = program.constants.iter().map(|id| (label(id), None));
    let in_checks = program.inside_checks.iter().map(|(id, &check)| (label(id), Some(check)));
    let mut all: Vec<_> = constants.chain(in_checks).collect();
    all.sort_unstable();
    all
}

/// Returns the first node of a definition.
fn start_of(definition: &Definition) -> u32 {
    definition.expressions.first().map_or(0, |part| part.first.0)
}

/// Returns initial displacements of the files, if the versions have the same files and equally many definitions.
fn displacements(
    versions: Versions<'_>,
    previous_nodes: impl Iterator<Item = usize>,
) -> Option<TiVec<FileId, Displacement>> {
    let Versions { program, previous, changes } = versions;
    let are_alike = changes.is_some() && previous.definitions.len() == program.definitions.len();
    let displacement = |(before, file): (usize, &File)| Displacement::new((before, file.tree.len()));
    are_alike.then(|| previous_nodes.zip(&program.files).map(displacement).collect())
}

/// Finds the definitions with calls whose meaning has changed, or that are new.
fn compare_calls(versions: Versions<'_>, definition_changes: &mut DefinitionChanges) {
    let (now, then) = (versions.program, versions.previous);
    let is_plain = |program: &Program| {
        program.invocations.is_empty()
            && program.instances.is_empty()
            && program.named_files.is_empty()
            && program.provided.is_empty()
    };
    if [now, then].iter().all(|program| is_plain(program)) {
        return;
    }
    if now.provided != then.provided {
        // Schemas or required providers have changed.
        definition_changes.is_changed.fill(true);
        return;
    }
    let owners = Owners::new(now);
    let mut calls: TiVec<DefinitionId, i64> = ti_vec![0; now.definitions.len()];
    for &place in places_of_calls(now) {
        let Some(id) = owners.definition(place) else { continue };
        calls[id] += 1;
        let Some(before) = definition_changes.counterparts[id] else { continue };
        let file = then.definition(before).file;
        let at = Place { file, node: NodeId(place.node.0.wrapping_sub(definition_changes.shifts[id].by)) };
        let is_same = now.invocations.get(&place) == then.invocations.get(&at)
            && now.instances.get(&place) == then.instances.get(&at)
            && now.named_files.get(&place) == then.named_files.get(&at);
        definition_changes.is_changed[id] |= !is_same;
    }
    let mut successors: TiVec<DefinitionId, Option<DefinitionId>> = ti_vec![None; then.definitions.len()];
    for (id, before) in now.definition_ids().zip(&definition_changes.counterparts) {
        if let Some(before) = *before {
            successors[before] = Some(id);
        }
    }
    let owners = Owners::new(then);
    for &place in places_of_calls(then) {
        if let Some(id) = owners.definition(place).and_then(|before| successors[before]) {
            calls[id] -= 1;
        }
    }
    for (is_changed, calls) in definition_changes.is_changed.iter_mut().zip(calls) {
        *is_changed |= calls != 0;
    }
}

/// Returns the places of the calls that have a meaning of their own, some of them several times.
fn places_of_calls(program: &Program) -> impl Iterator<Item = &Place> {
    program.invocations.keys().chain(program.instances.keys()).chain(program.named_files.keys())
}

/// The comparison of definitions with the same text.
struct Comparison<'a> {
    versions: Versions<'a>,
    /// Holds if definitions are compared with those of the same number.
    keeps_numbers: bool,
    /// Cached comparisons of block inputs, by current and previous number of the interface.
    known: FxHashMap<(u32, u32), bool>,
}

impl Comparison<'_> {
    /// Holds if the dialect gives two definitions with the same text the same meaning.
    fn has_same_meaning(&mut self, new: &Definition, old: &Definition) -> bool {
        (new.kind, new.name) == (old.kind, old.name)
            && new.expressions.len() == old.expressions.len()
            && new.expressions.iter().zip(&old.expressions).all(|(new, old)| self.is_same_part(new, old))
            && match (new.block.as_deref(), old.block.as_deref()) {
                (Some(now), Some(then)) => self.is_same_block(now, then) && self.has_same_inputs(new, old),
                (None, None) => true,
                _ => false,
            }
    }

    fn is_same_part(&self, new: &Expression, old: &Expression) -> bool {
        let Versions { program, previous, .. } = self.versions;
        let is_same = match (new.part, old.part) {
            (Part::Hooks(new), Part::Hooks(old)) => {
                let (new, old) = (&program.hooks[new as usize], &previous.hooks[old as usize]);
                new.iter().map(|hook| hook.1).eq(old.iter().map(|hook| hook.1))
            }
            (new, old) => new == old,
        };
        is_same && new.scope == old.scope && new.node_count() == old.node_count()
    }

    /// Holds if two blocks with the same text have the same meaning, except for inputs.
    fn is_same_block(&self, new: &Block, old: &Block) -> bool {
        let nested = |block: &NestedBlocks| (block.name, block.spans.len(), block.is_dynamic);
        let is_same_variable = match (new.variable, old.variable) {
            // The referenced definitions are compared with all references.
            (Some((new, Variable::Of(_))), Some((old, Variable::Of(_)))) if !self.keeps_numbers => new == old,
            (new, old) => new == old,
        };
        let iterators = |block: &Block| block.iterators.iter().map(|iterator| iterator.0).collect::<Vec<_>>();
        let are_same_iterators =
            if self.keeps_numbers { new.iterators == old.iterators } else { iterators(new) == iterators(old) };
        is_same_variable
            && are_same_iterators
            && new.phrase == old.phrase
            && (new.value, new.is_broken) == (old.value, old.is_broken)
            && (&new.marks, &new.uses, new.keeps_inputs) == (&old.marks, &old.uses, old.keeps_inputs)
            && new.nested.iter().map(nested).eq(old.nested.iter().map(nested))
    }

    /// Holds if the blocks of two definitions have the same inputs.
    fn has_same_inputs(&mut self, new: &Definition, old: &Definition) -> bool {
        let interface = |definition: &Definition| definition.block.as_ref().and_then(|block| block.interface);
        let (now, then) = match (interface(new), interface(old)) {
            (Some(now), Some(then)) => (now, then),
            (None, None) => return true,
            _ => return false,
        };
        let Versions { program, previous, .. } = self.versions;
        *self.known.entry((now.0, then.0)).or_insert_with(|| {
            let is_kept = |program: &Program, id: InterfaceId, name| !program.ephemeral_inputs.contains(&(id, name));
            let mut names = program.inputs(new).iter().map(|input| input.name);
            program.inputs(new) == previous.inputs(old)
                && program.block_limits.get(&now) == previous.block_limits.get(&then)
                && program.flows.get(&now) == previous.flows.get(&then)
                && names.all(|name| is_kept(program, now, name) == is_kept(previous, then, name))
        })
    }
}
