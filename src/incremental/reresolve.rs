//! Name resolution after an edit: the targets of names in a definition are copied from the previous version if the text of
//! the definition is unchanged and its names still have the same targets.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::environment::Environment;
use crate::program::resolve::{DefinedNames, Resolution, Target, parts_of, qualifications, resolve_with};
use crate::program::{Definition, DefinitionId, Expression, Kind, Program, Scope};
use crate::syntax::tree::{Node, NodeId};
use crate::types::{Interner, Name};

/// The names of the previous version of a program.
#[derive(Clone, Copy)]
pub struct PreviousNames<'a> {
    /// The program.
    pub program: &'a Program,
    /// The targets of its names.
    pub resolution: &'a Resolution,
    /// For each definition of the current program, the previous definition of the same text.
    pub counterparts: &'a [Option<DefinitionId>],
}

/// The targets of the names of a program, copied from its previous version where they still hold; and `true` if the same
/// names are defined as before.
pub fn reresolve(
    program: &Program,
    environment: &Environment,
    previous: PreviousNames<'_>,
    types: &mut Interner,
) -> (Resolution, bool) {
    let (names, copier);
    if previous.defines_same_names(program) {
        let Resolution { named, duplicates, .. } = previous.resolution;
        names = DefinedNames { named: named.clone(), duplicates: duplicates.clone() };
        copier = Copier::of_same_names(previous, program);
    } else {
        names = DefinedNames::of(program);
        copier = Copier::new(previous, program, &names.named, types);
    }
    let has_same_names = copier.changed.is_empty();
    let copy = |id, resolution: &mut Resolution| copier.copy(id, resolution);
    (resolve_with(program, environment, names, copy, types), has_same_names)
}

impl PreviousNames<'_> {
    /// Holds if the definitions of the two versions have the same names, in the same order, and the same are outputs.
    fn defines_same_names(&self, program: &Program) -> bool {
        let name = |definition: &Definition| (definition.name, definition.kind == Kind::Output);
        let (before, now) = (self.program.definitions.iter(), program.definitions.iter());
        before.map(name).eq(now.map(name))
    }
}

/// Copies the targets of names from the previous version.
struct Copier<'a> {
    previous: PreviousNames<'a>,
    program: &'a Program,
    /// For each previous definition the current definition of its name, if there is one. Without a list, definitions have
    /// their previous numbers.
    successors: Option<Vec<Option<DefinitionId>>>,
    /// The names that are defined in only one of the two versions.
    changed: FxHashSet<Name>,
    /// Those of several parts, by their parts.
    changed_qualified: FxHashSet<Vec<Name>>,
}

impl<'a> Copier<'a> {
    /// For a program whose definitions have their previous names and order.
    fn of_same_names(previous: PreviousNames<'a>, program: &'a Program) -> Self {
        let (changed, changed_qualified) = (FxHashSet::default(), FxHashSet::default());
        Self { previous, program, successors: None, changed, changed_qualified }
    }

    fn new(
        previous: PreviousNames<'a>,
        program: &'a Program,
        named: &FxHashMap<Name, DefinitionId>,
        types: &mut Interner,
    ) -> Self {
        let before = &previous.resolution.named;
        let mut successors = vec![None; previous.program.definitions.len()];
        let mut changed = FxHashSet::default();
        for (name, old) in before {
            successors[old.0 as usize] = named.get(name).copied();
            if !named.contains_key(name) {
                changed.insert(*name);
            }
        }
        changed.extend(named.keys().filter(|name| !before.contains_key(name)));
        let mut changed_qualified = FxHashSet::default();
        if program.is_terraform {
            changed_qualified.extend(changed.iter().filter_map(|&name| parts_of(name, types)));
        }
        Self { previous, program, successors: Some(successors), changed, changed_qualified }
    }

    /// Copies the targets of the names in a definition; `false` if they may differ from the previous ones.
    fn copy(&self, id: DefinitionId, resolution: &mut Resolution) -> bool {
        let Some(before) = self.previous.counterparts[id.0 as usize] else { return false };
        let (new, old) = (self.program.definition(id), self.previous.program.definition(before));
        if !are_scoped_alike(new, old) || self.has_changed_names(id, new) {
            return false;
        }
        let from = self.previous.resolution;
        for (new_part, old_part) in new.expressions.iter().zip(&old.expressions) {
            let targets = &from.targets[old.file.0 as usize][nodes(old_part.first, old_part.root)];
            let copies = &mut resolution.targets[new.file.0 as usize][nodes(new_part.first, new_part.root)];
            copies.copy_from_slice(targets);
            if self.successors.is_none() {
                continue;
            }
            for copy in copies {
                if let Target::Definition(to) = copy {
                    *to = self.successor(*to);
                }
            }
        }
        let first = |definition: &Definition| definition.expressions.first().map_or(0, |expression| expression.first.0);
        let shift = first(new).wrapping_sub(first(old));
        let moved = |node: NodeId| NodeId(node.0.wrapping_add(shift));
        let references = from.references(before).iter();
        resolution.references.push(references.map(|&(to, node)| (self.successor(to), moved(node))));
        resolution.locals.push(from.locals[before.0 as usize]);
        let start = from.redefinitions.partition_point(|redefined| redefined.0 < before);
        let redefined = from.redefinitions[start..].iter().take_while(|redefined| redefined.0 == before);
        resolution.redefinitions.extend(redefined.map(|&(_, node)| (id, moved(node))));
        true
    }

    fn has_changed_names(&self, id: DefinitionId, definition: &Definition) -> bool {
        let tree = self.program.tree(id);
        let mut names = definition.expressions.iter().flat_map(Expression::nodes);
        let is_changed = |node: NodeId| match tree.node(node) {
            Node::Variable(name, _) => {
                self.changed.contains(&name)
                    || !self.changed_qualified.is_empty()
                        && qualifications(tree, node).any(|parts| self.changed_qualified.contains(&parts))
            }
            _ => false,
        };
        !self.changed.is_empty() && names.any(is_changed)
    }

    /// Names that have not changed refer only to definitions with a successor.
    fn successor(&self, id: DefinitionId) -> DefinitionId {
        let listed = self.successors.as_ref().and_then(|successors| successors[id.0 as usize]);
        listed.unwrap_or(id)
    }
}

fn nodes(first: NodeId, root: NodeId) -> std::ops::RangeInclusive<usize> {
    first.0 as usize..=root.0 as usize
}

/// Holds if the dialect gives the two the same variables. Names of inputs are looked up anew.
fn are_scoped_alike(new: &Definition, old: &Definition) -> bool {
    let variable = |definition: &Definition| definition.block.as_ref().and_then(|block| block.variable);
    let name = |definition: &Definition| variable(definition).map(|variable| variable.0);
    name(new) == name(old)
        && variable(new).is_none_or(|variable| variable.1.is_local())
        && new.expressions.len() == old.expressions.len()
        && new.expressions.iter().zip(&old.expressions).all(|(new, old)| {
            new.scope == old.scope && new.scope != Scope::Properties && new.node_count() == old.node_count()
        })
}
