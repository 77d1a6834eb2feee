//! Renaming of variables.

use std::collections::BTreeMap;

use super::live::used_by_term;
use crate::syntax::{Atom, Literal, Term, TermKind};

/// Returns the new names of the variables of a pattern.
pub fn only(names: &BTreeMap<String, String>, pattern: &Term) -> BTreeMap<String, String> {
    used_by_term(pattern).filter_map(|name| names.get(&name).map(|new| (name, new.clone()))).collect()
}

/// Returns a premise with renamed variables.
pub fn renamed_premise(premise: &Literal, names: &BTreeMap<String, String>) -> Literal {
    match premise {
        Literal::Compare(comparison, left, right) => {
            Literal::Compare(*comparison, renamed(left, names), renamed(right, names))
        }
        Literal::In(left, right) => Literal::In(renamed(left, names), renamed(right, names)),
        Literal::Condition(term) => Literal::Condition(renamed(term, names)),
        Literal::Holds(atom) => Literal::Holds(renamed_atom(atom, names)),
        Literal::Absent(atom) => Literal::Absent(renamed_atom(atom, names)),
    }
}

/// Returns an atom with renamed variables.
pub fn renamed_atom(atom: &Atom, names: &BTreeMap<String, String>) -> Atom {
    let mut atom = atom.clone();
    for argument in &mut atom.arguments {
        argument.term = renamed(&argument.term, names);
    }
    atom
}

/// Returns a term with renamed variables.
pub fn renamed(term: &Term, names: &BTreeMap<String, String>) -> Term {
    let boxed = |term: &Term| Box::new(renamed(term, names));
    let all = |terms: &[Term]| terms.iter().map(|term| renamed(term, names)).collect();
    let kind = match &term.kind {
        TermKind::Variable(name) => TermKind::Variable(names.get(name).unwrap_or(name).clone()),
        TermKind::Construction(name, parts) => TermKind::Construction(name.clone(), all(parts)),
        TermKind::Tuple(parts) => TermKind::Tuple(all(parts)),
        TermKind::List(parts) => TermKind::List(all(parts)),
        TermKind::Logic(connective, parts) => TermKind::Logic(*connective, all(parts)),
        TermKind::If(condition, yes, no) => TermKind::If(boxed(condition), boxed(yes), boxed(no)),
        TermKind::Compare(comparison, left, right) => TermKind::Compare(*comparison, boxed(left), boxed(right)),
        TermKind::Arithmetic(operator, left, right) => TermKind::Arithmetic(*operator, boxed(left), boxed(right)),
        TermKind::Not(inner) => TermKind::Not(boxed(inner)),
        TermKind::Call(atom) => TermKind::Call(renamed_atom(atom, names)),
        other => other.clone(),
    };
    Term { kind, span: term.span }
}
