//! Names after an edit: where a definition has the text that it had, and the names in it mean what they meant, what was
//! found before is copied.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Resolution, Target};
use crate::program::{Definition, DefinitionId, Expression, Program, Scope};
use crate::syntax::tree::{Node, NodeId};
use crate::types::Name;

/// A program before an edit, and what its names meant.
#[derive(Clone, Copy)]
pub struct EarlierNames<'a> {
    /// The program.
    pub program: &'a Program,
    /// What its names meant.
    pub resolution: &'a Resolution,
    /// For each definition of the program after the edit, the one of the same text.
    pub kept: &'a [Option<DefinitionId>],
}

impl EarlierNames<'_> {
    /// Holds if the definitions of another program have the same names, one after the other.
    pub(super) fn defines_alike(&self, program: &Program) -> bool {
        let (before, now) = (self.program.definitions.iter(), program.definitions.iter());
        before.map(|definition| definition.name).eq(now.map(|definition| definition.name))
    }
}

/// What can be copied of the names before an edit.
pub(super) struct Copying<'a> {
    earlier: EarlierNames<'a>,
    program: &'a Program,
    /// What each definition of a name is now; none for those whose names define nothing any more. Without a list, each is
    /// what it was.
    successors: Option<Vec<Option<DefinitionId>>>,
    /// The names that define something only now, or did only before.
    changed: FxHashSet<Name>,
}

impl<'a> Copying<'a> {
    /// Where definitions have the names that they had, one after the other.
    pub fn of_same_names(earlier: EarlierNames<'a>, program: &'a Program) -> Self {
        Self { earlier, program, successors: None, changed: FxHashSet::default() }
    }

    pub fn new(earlier: EarlierNames<'a>, program: &'a Program, named: &FxHashMap<Name, DefinitionId>) -> Self {
        let before = &earlier.resolution.named;
        let mut successors = vec![None; earlier.program.definitions.len()];
        let mut changed = FxHashSet::default();
        for (name, old) in before {
            successors[old.0 as usize] = named.get(name).copied();
            if !named.contains_key(name) {
                changed.insert(*name);
            }
        }
        changed.extend(named.keys().filter(|name| !before.contains_key(name)));
        Self { earlier, program, successors: Some(successors), changed }
    }

    /// Whether the same names define something as before.
    pub fn has_same_names(&self) -> bool {
        self.changed.is_empty()
    }

    /// Copies what the names in a definition mean. False if they may mean something else than before.
    pub fn copy(&self, id: DefinitionId, resolution: &mut Resolution) -> bool {
        let Some(before) = self.earlier.kept[id.0 as usize] else { return false };
        let (new, old) = (self.program.definition(id), self.earlier.program.definition(before));
        if !are_scoped_alike(new, old) || self.has_changed_names(id, new) {
            return false;
        }
        let from = self.earlier.resolution;
        for (new_part, old_part) in new.expressions.iter().zip(&old.expressions) {
            let targets = &from.targets[old.file.0 as usize][nodes(old_part.first, old_part.root)];
            let copies = &mut resolution.targets[new.file.0 as usize][nodes(new_part.first, new_part.root)];
            copies.copy_from_slice(targets);
            for copy in copies.iter_mut().filter(|_| self.successors.is_some()) {
                if let Target::Definition(to) = copy {
                    *to = self.successor(*to);
                }
            }
        }
        let first = |definition: &Definition| definition.expressions.first().map_or(0, |expression| expression.first.0);
        let shift = first(new).wrapping_sub(first(old));
        let moved = |node: NodeId| NodeId(node.0.wrapping_add(shift));
        let references = from.references[before.0 as usize].iter();
        resolution.references.push(references.map(|&(to, node)| (self.successor(to), moved(node))).collect());
        resolution.locals.push(from.locals[before.0 as usize]);
        let start = from.redefinitions.partition_point(|redefined| redefined.0 < before);
        let redefined = from.redefinitions[start..].iter().take_while(|redefined| redefined.0 == before);
        resolution.redefinitions.extend(redefined.map(|&(_, node)| (id, moved(node))));
        true
    }

    fn has_changed_names(&self, id: DefinitionId, definition: &Definition) -> bool {
        let tree = self.program.tree(id);
        let mut names = definition.expressions.iter().flat_map(Expression::nodes);
        !self.changed.is_empty()
            && names.any(|node| matches!(tree.node(node), Node::Variable(name, _) if self.changed.contains(&name)))
    }

    /// Only what has a successor is referred to by names that have not changed.
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
    let variable =
        |definition: &Definition| definition.block.as_ref().and_then(|block| block.variable).map(|variable| variable.0);
    variable(new) == variable(old)
        && new.expressions.len() == old.expressions.len()
        && new.expressions.iter().zip(&old.expressions).all(|(new, old)| {
            new.scope == old.scope && new.scope != Scope::Properties && new.node_count() == old.node_count()
        })
}
