//! The order of definitions: relations that need one another together, and after those that they use.

use std::collections::{BTreeMap, BTreeSet};

use super::Rules;
use crate::record::is_question;
use crate::syntax::{Aggregate, Atom, Fold, Literal, Term, TermKind};

/// Returns the relations that some of them use, in groups that need one another. A group stands behind those that it uses.
pub fn groups<'a>(book: &Rules<'a>, roots: &[&'a str]) -> Vec<BTreeSet<&'a str>> {
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut open: Vec<&str> = roots.to_vec();
    while let Some(name) = open.pop() {
        if !reached.contains_key(name) {
            let used = used_by(book, name);
            open.extend(&used);
            reached.insert(name, used);
        }
    }
    close(&mut reached);
    let needs = |name: &str, other: &str| reached[name].contains(other);
    let group = |name: &&'a str| -> BTreeSet<&'a str> {
        let mutual = reached.keys().filter(|&&other| needs(name, other) && needs(other, name));
        mutual.copied().chain([*name]).collect()
    };
    let mut groups: Vec<BTreeSet<&str>> = reached.keys().map(group).collect();
    // A group uses fewer relations than those that use it, itself included.
    groups.sort_by_key(|group| group.first().map(|name| (reached[name].union(group).count(), *name)));
    groups.dedup();
    groups
}

/// Adds what is used indirectly.
fn close(reached: &mut BTreeMap<&str, BTreeSet<&str>>) {
    loop {
        let wider: Vec<(&str, BTreeSet<&str>)> = reached
            .iter()
            .map(|(&name, used)| (name, used.iter().flat_map(|used| &reached[used]).chain(used).copied().collect()))
            .collect();
        let is_wider = wider.iter().any(|(name, used)| reached[name].len() < used.len());
        reached.extend(wider);
        if !is_wider {
            return;
        }
    }
}

/// Returns the relations in the premises and conclusions of the clauses that conclude one.
fn used_by<'a>(book: &Rules<'a>, name: &str) -> BTreeSet<&'a str> {
    let mut names = Vec::new();
    for rule in book.clauses.get(name).into_iter().flatten() {
        rule.body.iter().for_each(|premise| of_literal(premise, &mut names));
        rule.heads.iter().filter(|head| head.name == name).for_each(|head| of_arguments(head, &mut names));
    }
    names.retain(|name| !is_question(name));
    names.iter().filter_map(|&name| book.relations.get_key_value(name)).map(|(&name, _)| name).collect()
}

/// Adds the names of the relations and builtins in a premise.
pub fn of_literal<'t>(literal: &'t Literal, names: &mut Vec<&'t str>) {
    match literal {
        Literal::Holds(atom) | Literal::Absent(atom) => of_atom(atom, names),
        Literal::Compare(_, left, right) | Literal::In(left, right) => {
            of_term(left, names);
            of_term(right, names);
        }
        Literal::Condition(term) => of_term(term, names),
    }
}

fn of_atom<'t>(atom: &'t Atom, names: &mut Vec<&'t str>) {
    names.push(&atom.name);
    of_arguments(atom, names);
}

fn of_arguments<'t>(atom: &'t Atom, names: &mut Vec<&'t str>) {
    atom.arguments.iter().for_each(|argument| of_term(&argument.term, names));
}

fn of_term<'t>(term: &'t Term, names: &mut Vec<&'t str>) {
    match &term.kind {
        TermKind::Call(atom) => of_atom(atom, names),
        TermKind::Aggregate(aggregate) => of_aggregate(aggregate, names),
        _ => parts(term).into_iter().for_each(|part| of_term(part, names)),
    }
}

fn of_aggregate<'t>(aggregate: &'t Aggregate, names: &mut Vec<&'t str>) {
    aggregate.body.iter().for_each(|premise| of_literal(premise, names));
    aggregate.of.iter().for_each(|of| of_term(of, names));
    if let Fold::Steps(steps) = &aggregate.fold {
        [&steps.start, &steps.next].into_iter().chain(&steps.until).for_each(|term| of_term(term, names));
    }
}

/// Returns the terms that a term is made of, without the arguments of a call.
pub fn parts(term: &Term) -> Vec<&Term> {
    match &term.kind {
        TermKind::Construction(_, parts)
        | TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Logic(_, parts) => parts.iter().collect(),
        TermKind::If(condition, yes, no) => vec![condition, yes, no],
        TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => vec![left, right],
        TermKind::Not(inner) => vec![inner],
        _ => Vec::new(),
    }
}
