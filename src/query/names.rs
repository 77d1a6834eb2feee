//! The names that rules use.

use rustc_hash::FxHashSet;

use super::syntax::{Atom, Literal, Term, TermKind};

/// Collects the names of variables in a body, outside of aggregates.
pub(super) fn names_of<'t>(body: &'t [Literal], names: &mut FxHashSet<&'t str>) {
    for literal in body {
        match literal {
            Literal::Holds(atom) | Literal::Absent(atom) => names_of_atom(atom, names),
            Literal::In(element, several) => {
                names_of_term(element, names);
                names_of_term(several, names);
            }
            Literal::Condition(_) => {}
            Literal::Compare(_, left, right) => {
                names_of_term(left, names);
                names_of_term(right, names);
            }
        }
    }
}

/// Collects the names of variables in an atom.
pub(super) fn names_of_atom<'t>(atom: &'t Atom, names: &mut FxHashSet<&'t str>) {
    for argument in &atom.arguments {
        names_of_term(&argument.term, names);
    }
}

/// Collects the names of variables in a term, outside of aggregates.
pub(super) fn names_of_term<'t>(term: &'t Term, names: &mut FxHashSet<&'t str>) {
    match &term.kind {
        TermKind::Variable(name) => {
            names.insert(name);
        }
        TermKind::Arithmetic(_, left, right) => {
            names_of_term(left, names);
            names_of_term(right, names);
        }
        TermKind::Call(atom) => names_of_atom(atom, names),
        TermKind::Tuple(parts) => parts.iter().for_each(|part| names_of_term(part, names)),
        _ => {}
    }
}
