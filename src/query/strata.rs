//! The order in which rules are run: a relation is complete before its absence counts, or its rows are counted.

use rustc_hash::FxHashMap;

use super::compiled::{Condition, Rule};
use super::known::Known;
use super::syntax::Fault;
use crate::relations::RelationId;
use crate::types::components;

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

/// Groups rules so that each group reads relations of its own group and of those before it. Linear in the rules and in what
/// they read.
///
/// # Errors
/// The first rule that reads the absence of what depends on its own head, with the cycle.
pub(super) fn strata(rules: &[Rule], known: &Known) -> Result<Vec<Vec<usize>>, Fault> {
    let count = known.derived.len();
    let numbers: FxHashMap<RelationId, usize> = (0..count).map(|at| (known.id_of_derived(at), at)).collect();
    let mut edges = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let Some(&from) = numbers.get(&rule.head) else { continue };
        each_use(&rule.body, false, &mut |relation, is_negative| {
            if let Some(&to) = numbers.get(&relation) {
                edges.push(Edge { from, to, is_negative, rule: at });
            }
        });
    }
    let mut uses = vec![Vec::new(); count];
    for edge in &edges {
        uses[edge.from].push(edge.to as u32);
    }
    let groups = components(&uses);
    let mut group_of = vec![0; count];
    for (group, members) in groups.iter().enumerate() {
        for &member in members {
            group_of[member as usize] = group;
        }
    }
    if let Some(edge) = edges.iter().find(|edge| edge.is_negative && group_of[edge.to] == group_of[edge.from]) {
        return Err(unstratified(rules, known, &edges, edge));
    }
    let mut strata = vec![Vec::new(); groups.len()];
    for (at, rule) in rules.iter().enumerate() {
        if let Some(&number) = numbers.get(&rule.head) {
            strata[group_of[number]].push(at);
        }
    }
    Ok(strata)
}

fn each_use(body: &[Condition], is_inside: bool, visit: &mut dyn FnMut(RelationId, bool)) {
    for condition in body {
        match condition {
            Condition::Holds(relation, _) => visit(*relation, is_inside),
            Condition::Absent(relation, _) => visit(*relation, true),
            Condition::Aggregate(aggregate) => each_use(&aggregate.body, true, visit),
            Condition::Compare { .. } | Condition::Each { .. } | Condition::Test { .. } => {}
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
