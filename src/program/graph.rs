//! The dependency graph of definitions: their order, and the cycles in it.

use std::collections::VecDeque;

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

use crate::program::resolve::Resolution;
use crate::program::{DefinitionId, Kind, Program};
use crate::syntax::tree::NodeId;

/// The references between definitions, each with the first node of it.
pub struct DependencyGraph {
    graph: DiGraph<DefinitionId, NodeId>,
}

/// Definitions that depend on one another, on the shortest way from the first of them in source order back to it: each
/// with the node by which it refers to the next.
pub type Cycle = Vec<(DefinitionId, NodeId)>;

/// The definitions of a program in an order in which each comes behind those that it refers to.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// All definitions.
    pub definitions: Vec<DefinitionId>,
    /// The cycles, by their first definition in source order: one for each group of definitions that depend on one
    /// another.
    pub cycles: Vec<Cycle>,
    /// For each definition whether it depends on itself.
    is_circular: Vec<bool>,
    /// For each definition how many others are below it on the longest way down.
    levels: Vec<u32>,
}

/// How often levels are computed from one another. In order, what has changed a definition's level, and those above it, is
/// found the first time, and that nothing else has, the second time; from the definitions that have changed, each time goes
/// one level up.
const MOST_PASSES: usize = 3;

/// Groups the numbers below `count` so that those are together between which an edge leads, in either direction: each
/// group in order, the groups in the order of their first numbers. Linear, nearly.
pub fn groups(count: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut union = UnionFind::<u32>::new(count);
    for &(from, to) in edges {
        union.union(from, to);
    }
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (at, representative) in union.into_labeling().into_iter().enumerate() {
        groups[representative as usize].push(at as u32);
    }
    groups.retain(|group| !group.is_empty());
    groups.sort_unstable();
    groups
}

/// The sizes of groups that are merged step by step: a union-find structure with sizes.
pub struct GroupSizes {
    groups: UnionFind<u32>,
    /// By the representative of a group.
    sizes: Vec<usize>,
    /// The size of the largest group of those that count.
    largest: usize,
}

impl GroupSizes {
    /// A group for each of the sizes.
    pub fn new(sizes: Vec<usize>) -> Self {
        Self { groups: UnionFind::new(sizes.len()), sizes, largest: 0 }
    }

    /// Merges two groups, given a member of each.
    pub fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.groups.find_mut(one), self.groups.find_mut(other));
        if self.groups.union(one, other) {
            let size = self.sizes[one as usize] + self.sizes[other as usize];
            self.sizes[self.groups.find_mut(one) as usize] = size;
        }
    }

    /// Lets the group of something count.
    pub fn count(&mut self, one: u32) {
        let group = self.groups.find_mut(one);
        self.largest = self.largest.max(self.sizes[group as usize]);
    }

    /// The size of the largest group of those that count.
    pub fn largest(&self) -> usize {
        self.largest
    }
}

impl Order {
    /// Holds if a definition depends on itself.
    pub fn is_circular(&self, id: DefinitionId) -> bool {
        self.is_circular[id.0 as usize]
    }

    /// How many definitions are below one on the longest way down: it depends on none of its level, cycles aside.
    pub fn level(&self, id: DefinitionId) -> u32 {
        self.levels[id.0 as usize]
    }
}

impl Order {
    /// The order of another version of a program that had no cycles, if that has as many definitions and no cycles, and its
    /// levels are found soon. Linear in definitions and references, with a smaller factor than for the graph: the smallest
    /// one if it is known which definitions may refer to others than before.
    pub fn of_next(
        &self,
        resolution: &Resolution,
        program: &Program,
        changed: Option<&[DefinitionId]>,
    ) -> Option<Self> {
        let count = self.definitions.len();
        if self.is_circular.contains(&true) || count != program.definitions.len() {
            return None;
        }
        let levels = changed.and_then(|changed| self.levels_above(changed, resolution, program));
        let levels = levels.or_else(|| self.next_levels(resolution, program))?;
        let definitions = if levels == self.levels { self.definitions.clone() } else { by_level(&levels) };
        Some(Self { definitions, cycles: Vec::new(), is_circular: vec![false; count], levels })
    }

    /// The levels of another version, if only those of definitions that have changed differ, and of some close above them.
    fn levels_above(&self, changed: &[DefinitionId], resolution: &Resolution, program: &Program) -> Option<Vec<u32>> {
        let mut levels = self.levels.clone();
        let mut waiting = changed.to_vec();
        for _ in 0..MOST_PASSES {
            waiting.retain(|&id| {
                let level = level_of(id, &levels, resolution, program);
                std::mem::replace(&mut levels[id.0 as usize], level) != level
            });
            if waiting.is_empty() {
                return Some(levels);
            }
            waiting = resolution.dependents(&waiting);
        }
        None
    }

    /// The levels of another version. In a cycle there are none.
    fn next_levels(&self, resolution: &Resolution, program: &Program) -> Option<Vec<u32>> {
        let mut levels = self.levels.clone();
        for _ in 0..MOST_PASSES {
            let mut are_levels = true;
            for &id in &self.definitions {
                let level = level_of(id, &levels, resolution, program);
                are_levels &= std::mem::replace(&mut levels[id.0 as usize], level) == level;
            }
            if are_levels {
                return Some(levels);
            }
        }
        None
    }
}

/// The level of a definition, given those of others.
fn level_of(id: DefinitionId, levels: &[u32], resolution: &Resolution, program: &Program) -> u32 {
    let below = resolution.references(id).iter().map(|reference| reference.0);
    let below = below.filter(|&to| program.component_count == 0 || is_edge(program, id, to));
    below.map(|to| levels[to.0 as usize] + 1).max().unwrap_or(0)
}

/// Holds if a reference is an edge of the graph.
fn is_edge(program: &Program, from: DefinitionId, to: DefinitionId) -> bool {
    let is_component = |id| program.definition(id).kind == Kind::Component;
    let is_free = from != to && is_component(from) && is_component(to);
    !is_free || program.definition(to).known_type().is_none()
}

/// Definitions by their levels, each level in source order.
fn by_level(levels: &[u32]) -> Vec<DefinitionId> {
    let mut definitions: Vec<_> = (0..levels.len() as u32).map(DefinitionId).collect();
    definitions.sort_by_key(|id| levels[id.0 as usize]);
    definitions
}

impl DependencyGraph {
    /// The graph of a program's definitions. Linear in definitions and references.
    ///
    /// Components may depend on one another, for what a component gives does not depend on what it is given: between
    /// them only those references count that have to be typed first.
    pub fn new(resolution: &Resolution, program: &Program) -> Self {
        let count = program.definitions.len() as u32;
        let mut graph = DiGraph::with_capacity(count as usize, count as usize);
        for id in 0..count {
            graph.add_node(DefinitionId(id));
        }
        for id in 0..count {
            for &(to, node) in resolution.references(DefinitionId(id)) {
                if is_edge(program, DefinitionId(id), to) {
                    graph.add_edge(NodeIndex::new(id as usize), NodeIndex::new(to.0 as usize), node);
                }
            }
        }
        Self { graph }
    }

    /// The order of the definitions: level by level, so that neighbours seldom depend on one another, and each level in
    /// source order. Linear in definitions and references, cycles aside.
    pub fn order(&self) -> Order {
        let mut order = Order { is_circular: vec![false; self.graph.node_count()], ..Order::default() };
        let mut levels = vec![0_u32; self.graph.node_count()];
        // Components come behind those that they refer to. As a rule, each is a definition alone.
        let alone = toposort(&self.graph, None).ok();
        for &index in alone.iter().flatten().rev() {
            let below = self.graph.neighbors(index).map(|to| levels[to.index()] + 1);
            levels[index.index()] = below.max().unwrap_or(0);
        }
        let components = if alone.is_some() { Vec::new() } else { kosaraju_scc(&self.graph) };
        for mut component in components {
            component.sort_unstable();
            let below = component
                .iter()
                .flat_map(|&index| self.graph.neighbors(index))
                .filter(|to| component.binary_search(to).is_err());
            let level = below.map(|to| levels[to.index()] + 1).max().unwrap_or(0);
            for &index in &component {
                levels[index.index()] = level;
            }
            if let Some(cycle) = self.cycle(&component) {
                order.cycles.push(cycle);
                for &index in &component {
                    order.is_circular[index.index()] = true;
                }
            }
        }
        order.cycles.sort_unstable();
        order.definitions = by_level(&levels);
        order.levels = levels;
        order
    }

    /// The shortest way from the first definition of a component back to it; of several the one that comes first in
    /// source order. Linear in the component.
    fn cycle(&self, component: &[NodeIndex]) -> Option<Cycle> {
        let first = *component.first()?;
        let mut reached_from: FxHashMap<NodeIndex, NodeIndex> = FxHashMap::default();
        let mut waiting = VecDeque::from([first]);
        // A definition alone is a cycle only if it refers to itself.
        while let Some(from) = waiting.pop_front().filter(|_| !reached_from.contains_key(&first)) {
            let mut next: Vec<NodeIndex> = self.graph.neighbors(from).collect();
            next.sort_unstable();
            for to in next.into_iter().filter(|to| component.binary_search(to).is_ok()) {
                reached_from.entry(to).or_insert_with(|| {
                    waiting.push_back(to);
                    from
                });
            }
        }
        let mut path = vec![first];
        let mut at = *reached_from.get(&first)?;
        while at != first {
            path.push(at);
            at = *reached_from.get(&at)?;
        }
        path.reverse();
        let from = std::iter::once(first).chain(path.iter().copied());
        Some(from.zip(&path).filter_map(|(from, &to)| self.step(from, to)).collect())
    }

    fn step(&self, from: NodeIndex, to: NodeIndex) -> Option<(DefinitionId, NodeId)> {
        Some((self.graph[from], *self.graph.edge_weight(self.graph.find_edge(from, to)?)?))
    }
}
