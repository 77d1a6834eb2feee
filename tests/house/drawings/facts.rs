//! The premises of clauses, including those inside folds and conditions.

use std::collections::{BTreeMap, BTreeSet};

use typelog_reader::elaborate::used_by_term;
use typelog_reader::syntax::{Argument, Atom, Comparison, Fold, Literal, Rule, Term, TermKind};

/// A relation or a word with its columns. The value of a word is its last column.
#[derive(Clone, Debug)]
pub struct Fact {
    pub name: String,
    pub holds: bool,
    pub columns: Vec<Term>,
    /// The known values of the clause's variables.
    pub values: BTreeMap<String, Vec<Term>>,
    /// The letters that occur more than once in the drawing.
    pub shared: BTreeSet<String>,
}

impl Fact {
    /// Its text for messages.
    pub fn shown(&self) -> String {
        let columns: Vec<String> =
            self.columns.iter().map(|term| text(term).unwrap_or_else(|| "_".to_owned())).collect();
        format!("{}{}({})", if self.holds { "" } else { "!" }, self.name, columns.join(", "))
    }
}

/// The text of a variable or a value.
pub fn text(term: &Term) -> Option<String> {
    match &term.kind {
        TermKind::Variable(name) | TermKind::Constant(name) => Some(name.clone()),
        TermKind::Number(number) => Some(number.to_string()),
        TermKind::Construction(name, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| text(part).unwrap_or_else(|| "_".to_owned())).collect();
            Some(format!("{name}({})", parts.join(", ")))
        }
        _ => None,
    }
}

/// The facts of a clause.
pub fn of_clause(rule: &Rule) -> Vec<Fact> {
    let mut facts: Vec<Fact> = rule.body.iter().flat_map(of_premise).collect();
    for term in rule.heads.iter().flat_map(|head| &head.arguments) {
        in_term(&term.term, &mut facts);
    }
    let mut values: BTreeMap<String, Vec<Term>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| fact.name == "=" && fact.holds) {
        let sides = [(&fact.columns[0], &fact.columns[1]), (&fact.columns[1], &fact.columns[0])];
        for (left, right) in sides {
            if let TermKind::Variable(name) = &left.kind {
                values.entry(name.clone()).or_default().push(right.clone());
            }
        }
    }
    for (name, other) in facts.iter().flat_map(members).chain(rule.body.iter().flat_map(folded)) {
        values.entry(name).or_default().push(other);
    }
    // The values of a variable's values are values of the variable.
    for _ in 0..2 {
        let known = values.clone();
        for found in values.values_mut() {
            let more: Vec<Term> = found.iter().filter_map(|term| known.get(&text(term)?)).flatten().cloned().collect();
            found.extend(more);
        }
    }
    for fact in &mut facts {
        fact.values.clone_from(&values);
    }
    facts
}

/// The members that a word enumerates. A drawing may show a member as its collection with a number.
fn members(fact: &Fact) -> Vec<(String, Term)> {
    let (whole, member): (&[usize], &[usize]) = match &fact.name[..] {
        "member" | "present_member" | "likely_member" => (&[0], &[2]),
        "candidate_member" | "likely_pair" => (&[0], &[3]),
        "awaited_pair" | "supplied" => (&[0, 1], &[3, 4]),
        _ => return Vec::new(),
    };
    let pairs = whole
        .iter()
        .zip(member)
        .filter_map(|(&whole, &member)| Some((text(fact.columns.get(member)?)?, fact.columns.get(whole)?.clone())));
    pairs.collect()
}

/// The variables of a fold's steps. A drawing may show a variable as the step's argument with a number.
fn folded(premise: &Literal) -> Vec<(String, Term)> {
    let Literal::Compare(_, result, Term { kind: TermKind::Aggregate(aggregate), .. }) = premise else {
        return Vec::new();
    };
    match &aggregate.fold {
        Fold::Steps(steps) => steps_of(&steps.variables, &steps.next),
        _ => aggregate.of.iter().flat_map(|of| steps_of(result, of)).collect(),
    }
}

fn steps_of(variables: &Term, next: &Term) -> Vec<(String, Term)> {
    match (&variables.kind, &next.kind) {
        (_, TermKind::If(_, yes, no)) => [steps_of(variables, yes), steps_of(variables, no)].concat(),
        (TermKind::Tuple(variables), TermKind::Tuple(next)) => {
            variables.iter().zip(next).flat_map(|(variable, next)| steps_of(variable, next)).collect()
        }
        (TermKind::Variable(own), _) => {
            used_by_term(next).filter(|name| name != own).map(|name| (name, variables.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// The heads of a clause, without demands.
pub fn of_heads(rule: &Rule) -> Vec<Fact> {
    let heads = rule.heads.iter().filter(|head| !head.name.ends_with('?'));
    heads.map(|head| fact(&head.name, true, columns(&head.arguments))).collect()
}

/// The facts of a premise.
pub fn of_premise(premise: &Literal) -> Vec<Fact> {
    let mut facts = Vec::new();
    in_premise(premise, &mut facts);
    facts
}

fn fact(name: &str, holds: bool, columns: Vec<Term>) -> Fact {
    Fact { name: name.to_owned(), holds, columns, values: BTreeMap::new(), shared: BTreeSet::new() }
}

fn columns(arguments: &[Argument]) -> Vec<Term> {
    arguments.iter().map(|argument| argument.term.clone()).collect()
}

fn in_premise(premise: &Literal, facts: &mut Vec<Fact>) {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) if atom.name != "by" => {
            facts.push(fact(&atom.name, matches!(premise, Literal::Holds(_)), columns(&atom.arguments)));
            atom.arguments.iter().for_each(|argument| in_term(&argument.term, facts));
        }
        Literal::Holds(_) | Literal::Absent(_) => {}
        Literal::Compare(comparison, left, right) => compare(*comparison, left, right, facts),
        Literal::In(element, several) => {
            if let TermKind::Call(word) = &several.kind {
                facts.push(given(word, element, true));
            }
            in_term(several, facts);
        }
        Literal::Condition(term) => in_condition(term, true, facts),
    }
}

/// A word with its value.
fn given(word: &Atom, value: &Term, holds: bool) -> Fact {
    let mut all = columns(&word.arguments);
    match &value.kind {
        TermKind::Tuple(parts) => all.extend(parts.iter().cloned()),
        _ => all.push(value.clone()),
    }
    fact(&word.name, holds, all)
}

fn compare(comparison: Comparison, left: &Term, right: &Term, facts: &mut Vec<Fact>) {
    let (name, holds) = match comparison {
        Comparison::Equal => ("=", true),
        Comparison::NotEqual => ("=", false),
        Comparison::Less => ("<", true),
        Comparison::LessEqual => ("<=", true),
        Comparison::Greater => (">", true),
        Comparison::GreaterEqual => (">=", true),
    };
    if name == "=" {
        for (call, value) in [(left, right), (right, left)] {
            if let TermKind::Call(word) = &call.kind {
                facts.push(given(word, value, holds));
            }
        }
    }
    facts.push(fact(name, holds, vec![left.clone(), right.clone()]));
    in_term(left, facts);
    in_term(right, facts);
}

fn in_condition(term: &Term, holds: bool, facts: &mut Vec<Fact>) {
    match &term.kind {
        TermKind::Logic(_, parts) => parts.iter().for_each(|part| in_condition(part, holds, facts)),
        TermKind::Not(inner) => in_condition(inner, !holds, facts),
        TermKind::Call(atom) => {
            facts.push(fact(&atom.name, holds, columns(&atom.arguments)));
            atom.arguments.iter().for_each(|argument| in_term(&argument.term, facts));
        }
        TermKind::Compare(comparison, left, right) => {
            let comparison = if holds { *comparison } else { comparison.opposite() };
            compare(comparison, left, right, facts);
        }
        _ => in_term(term, facts),
    }
}

fn in_term(term: &Term, facts: &mut Vec<Fact>) {
    match &term.kind {
        TermKind::Call(atom) => {
            facts.push(fact(&atom.name, true, columns(&atom.arguments)));
            atom.arguments.iter().for_each(|argument| in_term(&argument.term, facts));
        }
        TermKind::If(condition, yes, no) => {
            in_condition(condition, true, facts);
            in_term(yes, facts);
            in_term(no, facts);
        }
        TermKind::Construction(_, parts) | TermKind::Tuple(parts) | TermKind::List(parts) => {
            for part in parts {
                in_term(part, facts);
            }
        }
        TermKind::Logic(..) | TermKind::Not(_) | TermKind::Compare(..) => in_condition(term, true, facts),
        TermKind::Aggregate(aggregate) => {
            aggregate.body.iter().for_each(|premise| in_premise(premise, facts));
            if let Fold::Steps(steps) = &aggregate.fold {
                in_term(&steps.next, facts);
                in_term(&steps.start, facts);
                steps.until.iter().for_each(|until| in_condition(until, true, facts));
            }
        }
        _ => {}
    }
}

/// The variables that occur in several premises of a clause, or in a premise and a head. Some relations are ignored.
pub fn variables_in_several_places(rule: &Rule, is_aside: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let (mut once, mut several) = (BTreeSet::new(), BTreeSet::new());
    let conclusion: BTreeSet<String> =
        rule.heads.iter().flat_map(|head| &head.arguments).flat_map(|column| used_by_term(&column.term)).collect();
    let premises = rule.body.iter().map(|premise| {
        let facts = of_premise(premise);
        let facts = facts.iter().filter(|fact| !is_aside(&fact.name));
        facts.flat_map(|fact| fact.columns.iter().flat_map(used_by_term).collect::<Vec<_>>()).collect()
    });
    for place in premises.chain([conclusion]).collect::<Vec<BTreeSet<String>>>() {
        several.extend(place.intersection(&once).cloned());
        once.extend(place);
    }
    several
}

/// The name of a variable.
pub fn variable(term: &Term) -> Option<String> {
    if let TermKind::Variable(name) = &term.kind { Some(name.clone()) } else { None }
}

/// Holds if the clause equates a variable with a constant.
pub fn is_constant(name: &str, fact: &Fact) -> bool {
    let values = fact.values.get(name).into_iter().flatten();
    values.into_iter().any(|value| matches!(value.kind, TermKind::Constant(_)))
}
