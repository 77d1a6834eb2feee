//! Name resolution after an edit. The targets of names in a definition are copied from the previous version if the text of the
//! definition and the targets of its names are unchanged.

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::definition_changes::DefinitionChanges;
use super::versions::Versions;
use crate::program::environment::Environment;
use crate::program::resolve::{DefinedNames, Resolution, Resolver, Target, paths_of, qualifications, resolve_with};
use crate::program::{Definition, DefinitionId, Expression, FileId, Scope};
use crate::syntax::tree::{Node, NodeId};
use crate::types::{Interner, Name};

/// Resolves the names of a program, copying targets from the previous version where they still hold. The flag holds if the same
/// names are defined as before.
pub fn reresolve(
    (versions, definition_changes): (Versions<'_>, &DefinitionChanges),
    environment: &Environment,
    previous: &Resolution,
    types: &mut Interner,
) -> (Resolution, bool) {
    let names = DefinedNames::of(versions.program);
    let copier = Copier::new((versions, definition_changes), previous, &names.named, types);
    let has_same_names = copier.changed.is_empty();
    let copy = |id, resolution: &mut Resolution| copier.copy(id, resolution);
    (resolve_with(versions.program, environment, names, copy, types), has_same_names)
}

/// Resolves the names of a program whose definitions keep their numbers and names: copies all targets, except in changed
/// definitions. The flag holds if all references are the same as before.
pub fn reresolve_in_place(
    versions: Versions<'_>,
    environment: &Environment,
    mut resolution: Resolution,
    (definition_changes, changed): (&DefinitionChanges, &[DefinitionId]),
    types: &mut Interner,
) -> (Resolution, bool) {
    for &id in changed {
        clear(&mut resolution.targets, versions.previous.definition(id), Target::None);
    }
    for (targets, displacement) in resolution.targets.iter_mut().zip(definition_changes.displacements.iter().flatten())
    {
        displacement.apply(targets, Target::None);
    }
    let moved =
        definition_changes.shifts.iter().zip(versions.program.definition_ids()).filter(|(shift, _)| shift.by != 0);
    for (shift, id) in moved {
        resolution.references.of_mut(id).iter_mut().for_each(|reference| reference.1 = shift.node(reference.1));
    }
    for (id, node) in &mut resolution.redefinitions {
        *node = definition_changes.shifts[*id].node(*node);
    }
    resolution.redefinitions.retain(|redefined| changed.binary_search(&redefined.0).is_err());
    let mut references = Vec::with_capacity(changed.len());
    let resolver = Resolver::new(versions.program, environment, &resolution.named, types);
    for &id in changed {
        let resolved = resolver.resolve(id, &mut resolution.targets);
        references.push((id, resolved.references));
        resolution.locals[id] = resolved.locals;
        resolution.redefinitions.extend(resolved.redefinitions.into_iter().map(|node| (id, node)));
    }
    resolution.redefinitions.sort_by_key(|redefined| redefined.0);
    let refers_alike = references.iter().all(|(id, now)| {
        let before = resolution.references.of(*id).iter();
        now.iter().map(|reference| reference.0).eq(before.map(|reference| reference.0))
    });
    resolution.references = resolution.references.with_others(&references);
    (resolution, refers_alike)
}

/// Resets the entries of a definition's nodes.
pub fn clear<T: Copy>(of_files: &mut TiSlice<FileId, TiVec<NodeId, T>>, definition: &Definition, value: T) {
    for part in &definition.expressions {
        of_files[definition.file][part.first..=part.root].fill(value);
    }
}

/// The copying of targets from the previous version.
struct Copier<'a> {
    versions: Versions<'a>,
    definition_changes: &'a DefinitionChanges,
    previous: &'a Resolution,
    /// The current definition with the name of each previous one, if any.
    successors: TiVec<DefinitionId, Option<DefinitionId>>,
    /// The names that are defined in only one of the versions.
    changed: FxHashSet<Name>,
    /// The names among them that have several parts, split into parts.
    changed_qualified: FxHashSet<Vec<Name>>,
}

impl<'a> Copier<'a> {
    fn new(
        (versions, definition_changes): (Versions<'a>, &'a DefinitionChanges),
        previous: &'a Resolution,
        named: &FxHashMap<Name, DefinitionId>,
        types: &mut Interner,
    ) -> Self {
        let before = &previous.named;
        let mut successors = ti_vec![None; versions.previous.definitions.len()];
        let mut changed = FxHashSet::default();
        for (name, &old) in before {
            successors[old] = named.get(name).copied();
            if !named.contains_key(name) {
                changed.insert(*name);
            }
        }
        changed.extend(named.keys().filter(|name| !before.contains_key(name)));
        let mut changed_qualified = FxHashSet::default();
        if versions.program.is_terraform {
            changed_qualified.extend(changed.iter().flat_map(|&name| paths_of(name, types)));
        }
        Self { versions, definition_changes, previous, successors, changed, changed_qualified }
    }

    /// Copies the targets of the names in a definition. Returns `false` if they may have changed.
    fn copy(&self, id: DefinitionId, resolution: &mut Resolution) -> bool {
        let Some(before) = self.definition_changes.counterparts[id] else { return false };
        let (new, old) = (self.versions.program.definition(id), self.versions.previous.definition(before));
        if !are_scoped_alike(new, old) || self.has_changed_names(id, new) {
            return false;
        }
        let from = self.previous;
        for (new_part, old_part) in new.expressions.iter().zip(&old.expressions) {
            let targets = &from.targets[old.file][old_part.first..=old_part.root];
            let copies = &mut resolution.targets[new.file][new_part.first..=new_part.root];
            copies.copy_from_slice(targets);
            for copy in copies.iter_mut() {
                if let Target::Definition(to) = copy {
                    *to = self.successor(*to);
                }
            }
        }
        let shift = self.definition_changes.shifts[id];
        let references = from.references(before).iter();
        resolution.references.push(references.map(|&(to, node)| (self.successor(to), shift.node(node))));
        resolution.locals.push(from.locals[before]);
        let start = from.redefinitions.partition_point(|redefined| redefined.0 < before);
        let redefined = from.redefinitions[start..].iter().take_while(|redefined| redefined.0 == before);
        resolution.redefinitions.extend(redefined.map(|&(_, node)| (id, shift.node(node))));
        true
    }

    fn has_changed_names(&self, id: DefinitionId, definition: &Definition) -> bool {
        let tree = self.versions.program.tree(id);
        let mut names = definition.expressions.iter().flat_map(Expression::nodes);
        let is_changed = |node: NodeId| match tree.node(node) {
            Node::Variable(name, _) => {
                self.changed.contains(&name)
                    || !self.changed_qualified.is_empty()
                        && qualifications(tree, node).any(|parts| self.changed_qualified.contains(&parts))
            }
            _ => false,
        };
        // The names of provider configurations are not those of their definitions.
        let names_providers = || definition.expressions.iter().any(|part| part.scope == Scope::Providers);
        !self.changed.is_empty() && (names_providers() || names.any(is_changed))
    }

    /// Returns the successor of a definition. Unchanged names refer only to definitions with a successor.
    fn successor(&self, id: DefinitionId) -> DefinitionId {
        self.successors[id].unwrap_or(id)
    }
}

/// Holds if the dialect gives both definitions the same variables. Names of inputs are resolved again.
fn are_scoped_alike(new: &Definition, old: &Definition) -> bool {
    let variable = |definition: &Definition| definition.block.as_ref().and_then(|block| block.variable);
    let name = |definition: &Definition| variable(definition).map(|variable| variable.0);
    let has_iterators =
        |definition: &Definition| definition.block.as_ref().is_some_and(|block| !block.iterators.is_empty());
    name(new) == name(old)
        && !has_iterators(new)
        && !has_iterators(old)
        && variable(new).is_none_or(|variable| variable.1.is_local())
        && new.expressions.len() == old.expressions.len()
        && new.expressions.iter().zip(&old.expressions).all(|(new, old)| {
            new.scope == old.scope && new.scope != Scope::Properties && new.node_count() == old.node_count()
        })
}
