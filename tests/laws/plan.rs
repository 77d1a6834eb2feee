//! The plans of the engines, as `ascent` prints them.
//!
//! A rule is fast if the new rows of a round drive it. If two relations grow in the same stratum, only a *simple join* is
//! driven from both sides. A pattern, a constant or a condition between the two premises prevents it, and each round scans old
//! rows again.
//!
//! The compile time of an engine grows superlinearly with its clauses.

use typelog::answers::engines::{
    AssignabilityEngine, ConversionEngine, CtyEngine, CtyOperationEngine, CtyValueEngine, ElementEngine,
    EventualsEngine, ExactnessEngine, FaultEngine, ModelEngine, OverloadEngine, SignatureEngine, StandardEngine,
    TraversalEngine,
};
use typelog::program_rules::engines::{
    ExpectationEngine, MarkEngine, MismatchEngine, ProblemEngine, TerraformEngine, TerraformProblemEngine, TypingEngine,
};
use typelog::{answers, program_rules};

/// The most clauses of an engine: the time to compile one grows faster than their number. The engine for types of expressions has that
/// many, with those about what surely fails: the type of a call of `try` needs them, and they need the types of its arguments.
const MOST_CLAUSES: usize = 160;

/// A stratum of a plan.
struct Layer<'a> {
    /// Holds if its rules run to a fixpoint.
    is_looping: bool,
    rules: Vec<&'a str>,
    /// The relations that grow in it.
    growing: Vec<&'a str>,
}

/// The plan of each engine, by its name.
fn plans() -> [(&'static str, Vec<Layer<'static>>); 21] {
    [
        ("eventuals", EventualsEngine::summary()),
        ("conversion", ConversionEngine::summary()),
        ("assignability", AssignabilityEngine::summary()),
        ("traversal", TraversalEngine::summary()),
        ("elements", ElementEngine::summary()),
        ("exactness", ExactnessEngine::summary()),
        ("signatures", SignatureEngine::summary()),
        ("model", ModelEngine::summary()),
        ("overloads", OverloadEngine::summary()),
        ("typing", TypingEngine::summary()),
        ("expectations", ExpectationEngine::summary()),
        ("problems", ProblemEngine::summary()),
        ("mismatches", MismatchEngine::summary()),
        ("types of Terraform", CtyEngine::summary()),
        ("values of Terraform", CtyValueEngine::summary()),
        ("operations on values of Terraform", CtyOperationEngine::summary()),
        ("functions of Terraform", StandardEngine::summary()),
        ("reasons of failures in Terraform", FaultEngine::summary()),
        ("expressions of Terraform", TerraformEngine::summary()),
        ("problems of Terraform", TerraformProblemEngine::summary()),
        ("marks of Terraform", MarkEngine::summary()),
    ]
    .map(|(name, plan)| (name, layers(plan)))
}

#[test]
fn rules_over_two_growing_relations_are_simple_joins() {
    let mut joins = 0;
    for (name, plan) in plans() {
        for layer in plan.iter().filter(|layer| layer.is_looping) {
            for rule in layer.rules.iter().filter(|rule| growing_clauses(rule, layer) > 1) {
                assert!(rule.ends_with("[SIMPLE JOIN]"), "{name}: not driven by its new rows: {rule}");
                joins += 1;
            }
        }
    }
    // A plan in another format would contain no joins.
    assert!(joins > 80, "the plans have only {joins} joins");
}

#[test]
fn engines_are_small() {
    let found: Vec<(&str, usize)> = answers::ENGINES.iter().chain(program_rules::ENGINES).copied().collect();
    assert_eq!(found.len(), plans().len(), "{found:?}");
    let large: Vec<_> = found.iter().filter(|(_, clauses)| !(10..=MOST_CLAUSES).contains(clauses)).collect();
    assert!(large.is_empty(), "engines with their clauses: {large:?}");
    let table = include_str!("../../rules/README.md");
    let other: Vec<_> =
        found.iter().filter(|(name, clauses)| !table.contains(&format!("| `{name}` | {clauses} |"))).collect();
    assert!(other.is_empty(), "engines with other clauses than in rules/README.md: {other:?}");
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

/// The number of a rule's premises that are relations growing in its stratum.
fn growing_clauses(rule: &str, layer: &Layer<'_>) -> usize {
    let body = rule.split_once("<--").map_or("", |parts| parts.1);
    let relations = body.split(',').filter_map(|premise| premise.trim().split_once("_indices_"));
    relations.filter(|(relation, _)| layer.growing.contains(relation)).count()
}
