//! The order of joins.
//!
//! `ascent` writes the join of the first two rows of a clause in both orders, and the run chooses the smaller relation. Both are
//! needed where both relations grow in the loop that evaluates the clause: the new rows of either meet all rows of the other.
//! Elsewhere one order does, the growing relation first, and the clause is half as long.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::item::{Clause, Form, Item};

/// Gives the joins of an engine one order where that does.
pub fn order(clauses: &mut [Clause]) {
    let loops = loops(clauses);
    for clause in clauses {
        let Some(at) = join(clause) else { continue };
        let own: Vec<usize> = clause.heads.iter().map(|head| loops[&head.relation]).collect();
        let grows = |item: &Item| matches!(item, Item::Row { row, .. } if own.contains(&loops[&row.relation]));
        match (grows(&clause.body[at]), grows(&clause.body[at + 1])) {
            (true, true) => continue,
            (false, true) => clause.body.swap(at, at + 1),
            _ => {}
        }
        // Behind a condition, `ascent` looks the second row up.
        clause.body.insert(at + 1, Item::If { condition: "true".to_owned() });
    }
}

/// Returns the place of the first of the two rows that begin a clause, if all their columns are variables, so that `ascent`
/// joins them.
fn join(clause: &Clause) -> Option<usize> {
    let at = clause.body.iter().position(|item| matches!(item, Item::Row { holds: true, .. }))?;
    let is_plain = |item: &Item| match item {
        Item::Row { holds: true, row } => {
            row.columns.iter().all(|code| matches!(code.form, Form::Any | Form::Variable))
        }
        _ => false,
    };
    (is_plain(&clause.body[at]) && is_plain(clause.body.get(at + 1)?)).then_some(at)
}

/// Returns the loop in which each relation is evaluated: relations that depend on one another are in the same one.
fn loops(clauses: &[Clause]) -> BTreeMap<String, usize> {
    let mut graph: DiGraph<&str, ()> = DiGraph::new();
    let mut nodes: BTreeMap<&str, NodeIndex> = BTreeMap::new();
    for clause in clauses {
        let heads = clause.heads.iter().map(|row| &row.relation[..]);
        let rows = clause.body.iter().filter_map(|item| match item {
            Item::Row { row, .. } => Some(&row.relation[..]),
            _ => None,
        });
        // The conclusions of a clause are drawn in one loop.
        for row in rows.chain(heads.clone()) {
            for head in heads.clone() {
                let [from, to] = [row, head].map(|name| *nodes.entry(name).or_insert_with(|| graph.add_node(name)));
                graph.add_edge(from, to, ());
            }
        }
    }
    let components = tarjan_scc(&graph).into_iter().enumerate();
    components
        .flat_map(|(at, nodes)| nodes.into_iter().map(move |node| (node, at)))
        .map(|(node, at)| (graph[node].to_owned(), at))
        .collect()
}
