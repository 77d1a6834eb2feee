//! The dependency graph of definitions: their order, and the cycles in it.
//!
//! - [`blocks`]: the coarser graph of whole blocks, in Terraform.

pub mod blocks;
mod flows;

use std::collections::VecDeque;

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use typed_index_collections::{TiSlice, TiVec, ti_vec};

use self::flows::leads_back;
use crate::program::resolve::Resolution;
use crate::program::{DefinitionId, Kind, Place, Program};

/// The references between definitions, each with the first node that refers.
pub struct DependencyGraph {
    graph: DiGraph<DefinitionId, Place>,
}

/// Definitions that depend on one another: the shortest path from the first of them in source order back to it. Each comes with
/// the place where it refers to the next.
pub type Cycle = Vec<(DefinitionId, Place)>;

/// A topological order of the definitions of a program: each comes after those that it refers to.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// All definitions.
    pub definitions: Vec<DefinitionId>,
    /// The cycles, ordered by their first definition in source order: one for each strongly connected component.
    pub cycles: Vec<Cycle>,
    /// For each definition, `true` if it depends on itself.
    is_circular: TiVec<DefinitionId, bool>,
    /// For each definition, the length of the longest path to a definition without references.
    levels: TiVec<DefinitionId, u32>,
}

/// The maximum number of passes in which levels are recomputed. Over all definitions in order, the first pass finds the new
/// levels of changed definitions and of those above them, and the second finds that nothing else changes. From the changed
/// definitions alone, each pass moves up one level.
const MOST_PASSES: usize = 3;

/// Groups the numbers below `count` by connectedness: returns the connected components of the graph with these edges, each in
/// order, by their first numbers. Nearly linear.
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

/// A union-find structure with the sizes of the groups.
pub struct GroupSizes {
    groups: UnionFind<u32>,
    /// The size of each group, by its representative.
    sizes: Vec<usize>,
    /// The size of the largest counted group.
    largest: usize,
}

impl GroupSizes {
    /// Creates one group per size.
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

    /// Marks the group of a member as counted.
    pub fn count(&mut self, one: u32) {
        let group = self.groups.find_mut(one);
        self.largest = self.largest.max(self.sizes[group as usize]);
    }

    /// The size of the largest counted group.
    pub fn largest(&self) -> usize {
        self.largest
    }
}

impl Order {
    /// Holds if a definition depends on itself.
    pub fn is_circular(&self, id: DefinitionId) -> bool {
        self.is_circular[id]
    }

    /// Returns the level of a definition: the length of its longest path down. Definitions of one level do not depend on one
    /// another, cycles aside.
    pub fn level(&self, id: DefinitionId) -> u32 {
        self.levels[id]
    }
}

impl Order {
    /// Returns the order of another version of a program, if neither version has cycles, both have as many definitions, and the
    /// new levels are found within a few passes. Linear in definitions and references, with a smaller constant than building the
    /// graph, and the smallest if the definitions whose references have changed are known.
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
        Some(Self { definitions, cycles: Vec::new(), is_circular: ti_vec![false; count], levels })
    }

    /// Returns the levels of another version, if only the levels of changed definitions differ, and of a few above them.
    fn levels_above(
        &self,
        changed: &[DefinitionId],
        resolution: &Resolution,
        program: &Program,
    ) -> Option<TiVec<DefinitionId, u32>> {
        let mut levels = self.levels.clone();
        let mut waiting = changed.to_vec();
        for _ in 0..MOST_PASSES {
            waiting.retain(|&id| {
                let level = level_of(id, &levels, resolution, program);
                std::mem::replace(&mut levels[id], level) != level
            });
            if waiting.is_empty() {
                return Some(levels);
            }
            waiting = resolution.dependents(&waiting);
        }
        None
    }

    /// Returns the levels of another version, or `None` in the presence of cycles.
    fn next_levels(&self, resolution: &Resolution, program: &Program) -> Option<TiVec<DefinitionId, u32>> {
        let mut levels = self.levels.clone();
        for _ in 0..MOST_PASSES {
            let mut are_levels = true;
            for &id in &self.definitions {
                let level = level_of(id, &levels, resolution, program);
                are_levels &= std::mem::replace(&mut levels[id], level) == level;
            }
            if are_levels {
                return Some(levels);
            }
        }
        None
    }
}

/// Returns the level of a definition, given the levels of the others.
fn level_of(id: DefinitionId, levels: &TiSlice<DefinitionId, u32>, resolution: &Resolution, program: &Program) -> u32 {
    let below = resolution.references(id).iter().map(|reference| reference.0);
    let below = below.filter(|&to| program.component_count == 0 || is_edge(program, resolution, id, to));
    below.map(|to| levels[to] + 1).max().unwrap_or(0)
}

/// Holds if a reference is an edge of the graph.
fn is_edge(program: &Program, resolution: &Resolution, from: DefinitionId, to: DefinitionId) -> bool {
    let is_component = |id| program.definition(id).kind == Kind::Component;
    let is_free = from != to && is_component(from) && is_component(to);
    !is_free || program.definition(to).known_type().is_none() || leads_back(program, resolution, from, to)
}

/// Returns the definition of a node, which has its number.
fn number(index: NodeIndex) -> DefinitionId {
    index.index().into()
}

/// Sorts definitions by level, and each level in source order.
fn by_level(levels: &TiSlice<DefinitionId, u32>) -> Vec<DefinitionId> {
    let mut definitions: Vec<DefinitionId> = levels.keys().collect();
    definitions.sort_by_key(|&id| levels[id]);
    definitions
}

impl DependencyGraph {
    /// Builds the graph of a program's definitions. Linear in definitions and references.
    ///
    /// Components may refer to one another, because the types of the outputs of a component do not depend on its inputs. Between
    /// components only those references count whose targets have to be typed first, or that lead back to themselves.
    pub fn new(resolution: &Resolution, program: &Program) -> Self {
        let count = program.definitions.len() as u32;
        let mut graph = DiGraph::with_capacity(count as usize, count as usize);
        for id in 0..count {
            graph.add_node(DefinitionId(id));
        }
        for id in 0..count {
            for &(to, node) in resolution.references(DefinitionId(id)) {
                if is_edge(program, resolution, DefinitionId(id), to) {
                    let at = Place { file: program.definition(DefinitionId(id)).file, node };
                    graph.add_edge(NodeIndex::new(id as usize), NodeIndex::new(to.into()), at);
                }
            }
        }
        Self { graph }
    }

    /// Returns the order of the definitions: level by level, so that neighbours seldom depend on one another, and each level in
    /// source order. Linear in definitions and references, cycles aside.
    pub fn order(&self) -> Order {
        let mut order = Order { is_circular: ti_vec![false; self.graph.node_count()], ..Order::default() };
        let mut levels: TiVec<DefinitionId, u32> = ti_vec![0; self.graph.node_count()];
        // Components come after those that they refer to. Usually, each is a single definition.
        let alone = toposort(&self.graph, None).ok();
        for &index in alone.iter().flatten().rev() {
            let below = self.graph.neighbors(index).map(|to| levels[number(to)] + 1);
            levels[number(index)] = below.max().unwrap_or(0);
        }
        let components = if alone.is_some() { Vec::new() } else { kosaraju_scc(&self.graph) };
        for mut component in components {
            component.sort_unstable();
            let below = component
                .iter()
                .flat_map(|&index| self.graph.neighbors(index))
                .filter(|to| component.binary_search(to).is_err());
            let level = below.map(|to| levels[number(to)] + 1).max().unwrap_or(0);
            for &index in &component {
                levels[number(index)] = level;
            }
            if let Some(cycle) = self.cycle(&component) {
                order.cycles.push(cycle);
                for &index in &component {
                    order.is_circular[number(index)] = true;
                }
            }
        }
        order.cycles.sort_unstable();
        order.definitions = by_level(&levels);
        order.levels = levels;
        order
    }

    /// Returns the shortest path from the first definition of a component back to it; of several, the first in source order.
    /// Linear in the component.
    fn cycle(&self, component: &[NodeIndex]) -> Option<Cycle> {
        let first = *component.first()?;
        let mut reached_from: FxHashMap<NodeIndex, NodeIndex> = FxHashMap::default();
        let mut waiting = VecDeque::from([first]);
        // A single definition is a cycle only if it refers to itself.
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

    fn step(&self, from: NodeIndex, to: NodeIndex) -> Option<(DefinitionId, Place)> {
        Some((self.graph[from], *self.graph.edge_weight(self.graph.find_edge(from, to)?)?))
    }
}
