//! Strongly connected components.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Returns the strongly connected components of the graph with these adjacency lists, in reverse topological order: each
/// component comes after those that it has edges to. Linear.
pub fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(edges.len(), edges.len());
    for _ in edges {
        graph.add_node(());
    }
    for (from, tos) in edges.iter().enumerate() {
        for &to in tos {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to as usize), ());
        }
    }
    let groups = kosaraju_scc(&graph);
    groups.into_iter().map(|group| group.into_iter().map(|at| at.index() as u32).collect()).collect()
}
