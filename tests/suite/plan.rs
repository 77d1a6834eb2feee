//! The engine's plan, as `ascent` prints it.
//!
//! A rule is fast if the new rows of a round drive it: with two relations that grow in the same layer, only a *simple
//! join* does so from both sides. A pattern, a constant or a condition between the two prevents it, and the rows that
//! are known already are looked at again in each round.

use typelog::engine::{Engine, ModelEngine};

/// A layer of the plan.
struct Layer<'a> {
    /// Whether its rules run until nothing new comes.
    is_looping: bool,
    rules: Vec<&'a str>,
    /// The relations that grow in it.
    growing: Vec<&'a str>,
}

#[test]
fn rules_over_two_growing_relations_are_simple_joins() {
    check(Engine::summary(), 100);
    check(ModelEngine::summary(), 15);
}

fn check(plan: &str, expected: usize) {
    let mut joins = 0;
    for layer in layers(plan).iter().filter(|layer| layer.is_looping) {
        for rule in layer.rules.iter().filter(|rule| growing_clauses(rule, layer) > 1) {
            assert!(rule.ends_with("[SIMPLE JOIN]"), "not driven by its new rows: {rule}");
            joins += 1;
        }
    }
    // If the plan is printed in another way, nothing is found in it.
    assert!(joins > expected, "the plan has only {joins} joins");
}

fn layers(plan: &str) -> Vec<Layer<'_>> {
    let mut layers: Vec<Layer<'_>> = Vec::new();
    for line in plan.lines().map(str::trim) {
        if line.starts_with("scc ") {
            let is_looping = line.contains("is_looping: true");
            layers.push(Layer { is_looping, rules: Vec::new(), growing: Vec::new() });
        } else if let Some(layer) = layers.last_mut() {
            if let Some(names) = line.strip_prefix("dynamic relations: ") {
                layer.growing = names.split(", ").collect();
            } else if line.contains(" <-- ") {
                layer.rules.push(line);
            }
        }
    }
    layers
}

/// How many of a rule's premises are relations that grow in its layer.
fn growing_clauses(rule: &str, layer: &Layer<'_>) -> usize {
    let body = rule.split_once("<--").map_or("", |parts| parts.1);
    let relations = body.split(',').filter_map(|premise| premise.trim().split_once("_indices_"));
    relations.filter(|(relation, _)| layer.growing.contains(relation)).count()
}
