//! Groups of what leads to one another.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Groups the numbers of `edges` so that those that lead to one another are together: each group behind those that it
/// leads to. Linear.
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
