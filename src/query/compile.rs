//! The compiler from rules to a runnable program.

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::compiled::{self, Compiled, Condition, Slot};
use super::known::Known;
use super::lower::Lowering;
use super::strata::strata;
use super::syntax::{Fault, Rule};
use super::types::{TypeVar, Types};
use crate::relations::Database;
use crate::source::Span;

/// Compiles rules for a database, and adds the relations that they derive, all empty.
///
/// # Errors
/// All faults of the rules, by span.
pub(super) fn compile(rules: &[Rule], database: &mut Database) -> Result<Compiled, Vec<Fault>> {
    let (mut types, mut faults) = (Types::default(), Vec::new());
    let known = Known::new(rules, database, &mut types, &mut faults);
    let mut found: Vec<TiVec<Slot, TypeVar>> = Vec::with_capacity(rules.len());
    let mut lowered = Vec::with_capacity(rules.len());
    for rule in rules.iter().filter(|rule| known.may_conclude(rule)) {
        let mut lowering = Lowering::new(database, &known, &mut types, None);
        if let Some(rule) = lowering.rule(rule) {
            lowering.faults.extend(unsafe_variables(&rule, &lowering));
            lowered.push(rule);
        }
        faults.append(&mut lowering.faults);
        found.push(lowering.slot_types);
    }
    if faults.is_empty() {
        // The second pass, with all types known.
        lowered.clear();
        for (rule, slot_types) in rules.iter().zip(found) {
            let mut lowering = Lowering::new(database, &known, &mut types, Some(slot_types));
            lowered.extend(lowering.rule(rule));
            faults.append(&mut lowering.faults);
        }
    }
    faults.extend(super::closed::faults(rules, &known, database));
    let strata = strata(&lowered, &known).unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    });
    let derived = known.schemas(&types).into_iter().map(|schema| database.add(schema)).collect();
    if faults.is_empty() { Ok(Compiled { rules: lowered, strata, derived }) } else { Err(faults) }
}

/// Returns a fault for each variable that needs a value and is bound by no condition.
fn unsafe_variables(rule: &compiled::Rule, lowering: &Lowering<'_>) -> Vec<Fault> {
    let mut bound = ti_vec![false; rule.slots];
    let mut faults = Vec::new();
    let mut wanted = Vec::new();
    settle(&rule.body, &mut bound, &mut wanted);
    rule.columns.iter().for_each(|column| column.each_slot(&mut |slot| wanted.push(slot)));
    for (slot, name, span) in &lowering.named {
        if wanted.contains(slot) && !bound[*slot] {
            faults.push(unsafe_variable(name, *span));
        }
    }
    faults
}

fn unsafe_variable(name: &str, span: Span) -> Fault {
    let message = format!("the variable `{name}` has no value");
    let help = "a variable gets its values from a relation that holds, or from `=`; `_` matches any value";
    Fault::new("unsafe-variable", span, message).help(Some(help.to_owned()))
}

/// Binds variables until no further condition is ready. The variables of the remaining conditions are added to `wanted`.
fn settle(body: &[Condition], bound: &mut TiSlice<Slot, bool>, wanted: &mut Vec<Slot>) {
    let mut waiting: Vec<&Condition> = body.iter().collect();
    loop {
        let before = waiting.len();
        waiting.retain(|condition| {
            let is_ready = condition.is_ready(bound);
            if is_ready {
                condition.bind(bound);
            }
            !is_ready
        });
        if waiting.len() == before {
            break;
        }
    }
    for condition in &waiting {
        match condition {
            Condition::Aggregate(aggregate) => wanted.extend(&aggregate.outer),
            other => other.each_slot(&mut |slot| wanted.push(slot)),
        }
    }
    for condition in body {
        if let Condition::Aggregate(aggregate) = condition {
            let mut inside = bound.to_owned();
            aggregate.outer.iter().for_each(|&slot| inside[slot] = true);
            settle(&aggregate.body, &mut inside, wanted);
            let mut needed = aggregate.local.clone();
            needed.extend(&aggregate.outer);
            for slot in needed {
                if inside[slot] {
                    continue;
                }
                wanted.push(slot);
            }
        }
    }
}
