//! Stratification: a relation is complete before it is negated or aggregated.

use rustc_hash::FxHashMap;
use typelog_evaluator::{Group, Use, cycle};

use super::compiled::{Condition, Rule};
use super::known::Known;
use super::syntax::Fault;
use crate::relations::RelationId;

/// Groups rules into strata: each group reads only relations of its own group and of earlier ones. Linear in the size of the
/// rules.
///
/// # Errors
/// The first rule that negates or aggregates a relation which depends on the rule's head, with the cycle.
pub(super) fn strata(rules: &[Rule], known: &Known) -> Result<Vec<Group>, Fault> {
    let count = known.derived.len();
    let numbers: FxHashMap<RelationId, usize> = (0..count).map(|at| (known.id_of_derived(at), at)).collect();
    let heads: Vec<Option<usize>> = rules.iter().map(|rule| numbers.get(&rule.head).copied()).collect();
    let mut uses = Vec::new();
    for (rule, (body, head)) in rules.iter().map(|rule| &rule.body).zip(&heads).enumerate() {
        let Some(from) = *head else { continue };
        each_use(body, false, &mut |relation, is_negative| {
            if let Some(&to) = numbers.get(&relation) {
                uses.push(Use { from, to, is_negative, rule });
            }
        });
    }
    typelog_evaluator::strata(count, &heads, &uses).map_err(|found| unstratified(rules, known, &uses, &found))
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

/// Returns the fault of a cycle through negation or aggregation, with the rules on it.
fn unstratified(rules: &[Rule], known: &Known, uses: &[Use], edge: &Use) -> Fault {
    let way = cycle(known.derived.len(), uses, edge);
    let name = |at: usize| format!("`{}`", known.derived[at].name);
    let mut names = vec![name(edge.from), name(edge.to)];
    names.extend(way.iter().map(|found| name(found.to)));
    let message = format!(
        "{} negates or aggregates {}, which depends on it: {}",
        name(edge.from),
        name(edge.to),
        names.join(" -> ")
    );
    let mut fault = Fault::new("unstratified-negation", rules[edge.rule].span, message);
    for found in way {
        fault = fault.note(rules[found.rule].span, format!("{} depends on {}", name(found.from), name(found.to)));
    }
    fault
}
