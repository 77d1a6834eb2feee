//! The order in which rules are run: a relation is complete before its absence counts, or its rows are counted.

use super::compiled::{Condition, Rule};
use super::known::Known;
use super::syntax::Fault;

/// A use of a relation by a rule.
struct Edge {
    /// The relation that is concluded, by its number among the derived.
    from: usize,
    /// The relation that is read, likewise.
    to: usize,
    /// Holds if it has to be complete.
    is_negative: bool,
    /// The rule.
    rule: usize,
}

/// Groups rules so that each group reads relations of its own group and of those before it. Quadratic in the number of
/// derived relations.
///
/// # Errors
/// The first rule that reads the absence of what depends on its own head, with the cycle.
pub(super) fn strata(rules: &[Rule], known: &Known) -> Result<Vec<Vec<usize>>, Fault> {
    let count = known.derived.len();
    let number = |relation| (0..count).find(|&at| known.id_of_derived(at) == relation);
    let mut edges = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let Some(from) = number(rule.head) else { continue };
        each_use(&rule.body, false, &mut |relation, is_negative| {
            if let Some(to) = number(relation) {
                edges.push(Edge { from, to, is_negative, rule: at });
            }
        });
    }
    let reaches: Vec<Vec<bool>> = (0..count).map(|start| reachable(&edges, start, count)).collect();
    if let Some(edge) = edges.iter().find(|edge| edge.is_negative && reaches[edge.to][edge.from]) {
        return Err(unstratified(rules, known, &edges, edge));
    }
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    for start in 0..count {
        visit(start, &edges, &mut seen, &mut order);
    }
    let mut strata: Vec<Vec<usize>> = Vec::new();
    for (at, &last) in order.iter().enumerate() {
        let in_group = |other: usize| other == last || (reaches[last][other] && reaches[other][last]);
        // A group is complete where the last of its relations is.
        if order[at + 1..].iter().any(|&later| in_group(later)) {
            continue;
        }
        let is_of_group = |rule: &Rule| number(rule.head).is_some_and(in_group);
        strata.push((0..rules.len()).filter(|&rule| is_of_group(&rules[rule])).collect());
    }
    Ok(strata)
}

fn each_use(body: &[Condition], is_inside: bool, visit: &mut dyn FnMut(crate::relations::RelationId, bool)) {
    for condition in body {
        match condition {
            Condition::Holds(relation, _) => visit(*relation, is_inside),
            Condition::Absent(relation, _) => visit(*relation, true),
            Condition::Aggregate(aggregate) => each_use(&aggregate.body, true, visit),
            Condition::Compare { .. } | Condition::Test { .. } => {}
        }
    }
}

/// The relations that a relation depends on, directly or not.
fn reachable(edges: &[Edge], start: usize, count: usize) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        for edge in edges.iter().filter(|edge| edge.from == at) {
            if !std::mem::replace(&mut reached[edge.to], true) {
                waiting.push(edge.to);
            }
        }
    }
    reached
}

/// Appends a relation behind all that it depends on, as far as there are no cycles.
fn visit(at: usize, edges: &[Edge], seen: &mut [bool], order: &mut Vec<usize>) {
    // The next uses of the relations on the way, so that the way may be long.
    let mut path = vec![(at, 0)];
    if std::mem::replace(&mut seen[at], true) {
        return;
    }
    while let Some((at, next)) = path.last_mut() {
        let Some(found) = edges[*next..].iter().position(|edge| edge.from == *at) else {
            order.push(*at);
            path.pop();
            continue;
        };
        let to = edges[*next + found].to;
        *next += found + 1;
        if !std::mem::replace(&mut seen[to], true) {
            path.push((to, 0));
        }
    }
}

/// The shortest way back from what has to be complete to what is concluded.
fn unstratified(rules: &[Rule], known: &Known, edges: &[Edge], edge: &Edge) -> Fault {
    let mut came_by: Vec<Option<&Edge>> = vec![None; known.derived.len()];
    let mut waiting = std::collections::VecDeque::from([edge.to]);
    while let Some(at) = waiting.pop_front() {
        for next in edges.iter().filter(|next| next.from == at) {
            if next.to != edge.to && came_by[next.to].is_none() {
                came_by[next.to] = Some(next);
                waiting.push_back(next.to);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = edge.from;
    while let Some(found) = came_by[at].filter(|_| at != edge.to) {
        way.push(found);
        at = found.from;
    }
    way.reverse();
    let name = |at: usize| format!("`{}`", known.derived[at].name);
    let mut cycle = vec![name(edge.from), name(edge.to)];
    cycle.extend(way.iter().map(|found| name(found.to)));
    let message = format!(
        "{} is concluded from all of {}, which depends on it: {}",
        name(edge.from),
        name(edge.to),
        cycle.join(" -> ")
    );
    let mut fault = Fault::new("unstratified-negation", rules[edge.rule].span, message);
    for found in way {
        fault = fault.note(rules[found.rule].span, format!("{} depends on {}", name(found.from), name(found.to)));
    }
    fault
}
