//! The auxiliary clauses, which derive rows for the rules with drawings.

use std::collections::{BTreeMap, BTreeSet};

use typelog_reader::book::BookFile;
use typelog_reader::catalogue::named;
use typelog_reader::elaborate::{renamed, used_by_term};
use typelog_reader::syntax::{Declaration, Rule, TermKind};

use super::facts::{Fact, of_clause, variable};

/// The relations, and the auxiliary clauses: those without a rule name.
#[derive(Default)]
pub struct Helpers {
    relations: BTreeSet<String>,
    problems: BTreeSet<String>,
    clauses: BTreeMap<String, Vec<Rule>>,
}

impl Helpers {
    /// Adds the relations and clauses of a file.
    pub fn add(&mut self, file: &BookFile) {
        self.relations.extend(file.relations().map(|relation: &Declaration| relation.name.clone()));
        let problems = file.relations().filter(|relation| relation.problem.is_some());
        self.problems.extend(problems.map(|relation| relation.name.clone()));
        for rule in file.rules().filter(|rule| named(rule).is_none() && !rule.body.is_empty()) {
            for head in &rule.heads {
                self.clauses.entry(head.name.clone()).or_default().push(rule.clone());
            }
        }
    }

    /// Holds if a fact is about a relation, not a word.
    pub fn is_relation(&self, fact: &Fact) -> bool {
        self.relations.contains(&fact.name)
    }

    /// Holds if a fact is a problem.
    pub fn is_problem(&self, fact: &Fact) -> bool {
        self.problems.contains(&fact.name)
    }

    /// The facts from which auxiliary clauses derive a row.
    pub fn behind(&self, row: &Fact) -> Vec<Fact> {
        self.behind_within(row, 3)
    }

    fn behind_within(&self, row: &Fact, depth: usize) -> Vec<Fact> {
        let mut all = Vec::new();
        let clauses = self.clauses.get(&row.name).filter(|_| depth > 0 && row.holds);
        for clause in clauses.into_iter().flatten() {
            let heads = clause.heads.iter().filter(|head| head.name == row.name);
            for head in heads {
                let mut names: BTreeMap<String, String> = BTreeMap::new();
                for (argument, column) in head.arguments.iter().zip(&row.columns) {
                    let TermKind::Variable(to) = &column.kind else { continue };
                    match &argument.term.kind {
                        TermKind::Variable(from) => _ = names.insert(from.clone(), to.clone()),
                        // A conjunction has the letter of each of its parts.
                        TermKind::Logic(_, parts) => {
                            for from in parts.iter().filter_map(variable) {
                                names.entry(from).or_insert_with(|| to.clone());
                            }
                        }
                        _ => {}
                    }
                }
                let mut found = of_clause(clause);
                // Other variables of the clause are wildcards.
                let own: Vec<String> =
                    found.iter().flat_map(|fact| fact.columns.iter().flat_map(used_by_term)).collect();
                for name in own {
                    names.entry(name).or_insert_with(|| "_".to_owned());
                }
                for fact in &mut found {
                    fact.columns.iter_mut().for_each(|column| *column = renamed(column, &names));
                    fact.values = row.values.clone();
                }
                all.extend(found.iter().flat_map(|fact| self.behind_within(fact, depth - 1)));
                all.extend(found);
            }
        }
        all
    }
}
