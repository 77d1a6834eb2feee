//! Premises and their variables: unbound variables, bindings, and canonical forms.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{used_by, used_by_term, variables, without_places};
use super::rename::renamed_premise;
use crate::Span;
use crate::syntax::{Argument, Atom, Comparison, Literal, Term, TermKind};
use crate::typing::Types;

/// The prefix of the names of auxiliary relations.
pub(super) const MADE: &str = "made_";

/// Holds if a variable would have two values, such as the value of an empty fold and the one that is required.
pub(super) fn never_holds(body: &[Literal]) -> bool {
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    body.iter().any(|premise| match premise {
        Literal::Compare(Comparison::Equal, left, right) => match (&left.kind, &right.kind) {
            (TermKind::Variable(name), TermKind::Constant(value)) => {
                let value = value.rsplit("::").next().unwrap_or(value);
                *values.entry(name).or_insert(value) != value
            }
            _ => false,
        },
        _ => false,
    })
}

/// Holds for the name of an auxiliary relation.
pub fn is_made(relation: &str) -> bool {
    relation.starts_with(MADE)
}

/// Holds for a row of an auxiliary relation.
pub(super) fn is_made_row(premise: &Literal) -> bool {
    matches!(premise, Literal::Holds(atom) if is_made(&atom.name))
}

/// Returns a variable as an argument.
pub(super) fn variable(name: &str, span: Span) -> Argument {
    Argument { column: None, term: Term { kind: TermKind::Variable(name.to_owned()), span } }
}

/// Holds for an unbound variable and for a wildcard.
pub(super) fn is_new(term: &Term, types: &Types) -> bool {
    match &term.kind {
        TermKind::Variable(name) => !types.contains_key(name),
        TermKind::Any => true,
        _ => false,
    }
}

/// Returns a name similar to the given one that no variable of a clause has.
pub(super) fn unused(name: &str, types: &Types) -> String {
    let others = (2_usize..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(others).find(|name| !types.contains_key(name)).unwrap_or_default()
}

/// Holds if a variable stands twice in an atom.
pub(super) fn repeats(atom: &Atom) -> bool {
    let names: Vec<String> = atom.arguments.iter().flat_map(|argument| used_by_term(&argument.term)).collect();
    names.iter().collect::<BTreeSet<_>>().len() < names.len()
}

/// Returns an atom of plain variables, and the conditions on its other columns. The first row of a clause keeps its patterns.
pub(super) fn plain(atom: &Atom, types: &Types, rows: usize) -> (Atom, Vec<Literal>) {
    let mut row = atom.clone();
    let mut conditions = Vec::new();
    for (at, argument) in row.arguments.iter_mut().enumerate() {
        let term = argument.term.clone();
        if matches!(term.kind, TermKind::Variable(_) | TermKind::Any) {
            continue;
        }
        // A term that is computed from other columns is looked up.
        if used_by_term(&term).any(|name| types.contains_key(&name)) {
            continue;
        }
        let name = unused(&format!("column_{rows}_{at}"), types);
        let variable = Term { kind: TermKind::Variable(name), span: term.span };
        let is_pattern = matches!(term.kind, TermKind::Construction(..) | TermKind::Tuple(_));
        let (left, right) = if is_pattern { (term, variable.clone()) } else { (variable.clone(), term) };
        conditions.push(Literal::Compare(Comparison::Equal, left, right));
        argument.term = variable;
    }
    (row, conditions)
}

/// Holds if all columns of the rows in a body are kept, so that different solutions of the body give different columns.
pub(super) fn keeps_all(body: &[Literal], columns: &[String]) -> bool {
    body.iter().all(|premise| match premise {
        Literal::Holds(atom) => atom.arguments.iter().all(|argument| match &argument.term.kind {
            TermKind::Variable(name) => columns.contains(name),
            TermKind::Any => false,
            _ => true,
        }),
        Literal::In(..) => false,
        _ => true,
    })
}

/// Returns the variables that a premise may bind.
pub(super) fn binds(premise: &Literal) -> Vec<String> {
    match premise {
        Literal::Compare(Comparison::Equal, left, _) => used_by_term(left).collect(),
        Literal::In(left, right) => used_by_term(left).chain(right.place().map(str::to_owned)).collect(),
        Literal::Holds(_) => used_by(premise).collect(),
        _ => Vec::new(),
    }
}

/// Returns the variables of premises, in the order of their first occurrence.
pub(super) fn in_order(body: &[Literal]) -> Vec<String> {
    let mut names = Vec::new();
    for name in body.iter().flat_map(variables) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Premises with spans removed and variables numbered, and the numbers of some of these variables.
pub(super) type Canonical = (Vec<Literal>, Vec<usize>);

/// Returns the canonical form, which is the same for premises that differ only in the names of variables.
pub(super) fn canonical(body: &[Literal], columns: &[String]) -> Canonical {
    let names = in_order(body);
    let numbers: BTreeMap<String, String> =
        names.iter().enumerate().map(|(at, name)| (name.clone(), at.to_string())).collect();
    let body = body.iter().map(|premise| renamed_premise(&without_places(premise), &numbers)).collect();
    let place = |column: &String| names.iter().position(|name| name == column);
    (body, columns.iter().filter_map(place).collect())
}
