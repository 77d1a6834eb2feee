//! The variables of premises and terms.

use crate::Span;
use crate::syntax::{Aggregate, Atom, Fold, Literal, Term, TermKind};

/// Returns the variables that a premise uses or binds, including those inside of folds.
pub fn used_by(premise: &Literal) -> impl Iterator<Item = String> {
    variables(premise).into_iter()
}

/// Returns the variables of a premise, in order.
pub fn variables(premise: &Literal) -> Vec<String> {
    let mut names = Vec::new();
    in_premise(premise, &mut names);
    names
}

/// Returns the variables of a term, in order.
pub fn used_by_term(term: &Term) -> impl Iterator<Item = String> {
    let mut names = Vec::new();
    in_term(term, &mut names);
    names.into_iter()
}

fn in_premise(premise: &Literal, names: &mut Vec<String>) {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => in_atom(atom, names),
        Literal::Compare(_, left, right) | Literal::In(left, right) => {
            in_term(left, names);
            in_term(right, names);
        }
        Literal::Condition(term) => in_term(term, names),
    }
}

fn in_atom(atom: &Atom, names: &mut Vec<String>) {
    atom.arguments.iter().for_each(|argument| in_term(&argument.term, names));
}

fn in_term(term: &Term, names: &mut Vec<String>) {
    match &term.kind {
        TermKind::Variable(name) => names.push(name.clone()),
        TermKind::Any | TermKind::Number(_) | TermKind::Text(_) | TermKind::Constant(_) => {}
        TermKind::Each(place) => names.extend(place.clone()),
        TermKind::Construction(_, parts)
        | TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Logic(_, parts) => {
            for part in parts {
                in_term(part, names);
            }
        }
        TermKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| in_term(part, names)),
        TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => {
            in_term(left, names);
            in_term(right, names);
        }
        TermKind::Not(inner) => in_term(inner, names),
        TermKind::Call(atom) => in_atom(atom, names),
        TermKind::Aggregate(aggregate) => in_aggregate(aggregate, names),
    }
}

fn in_aggregate(aggregate: &Aggregate, names: &mut Vec<String>) {
    aggregate.of.iter().for_each(|of| in_term(of, names));
    aggregate.body.iter().for_each(|premise| in_premise(premise, names));
    if let Fold::Steps(steps) = &aggregate.fold {
        for term in [&steps.variables, &steps.start, &steps.next] {
            in_term(term, names);
        }
        steps.until.iter().for_each(|until| in_term(until, names));
    }
}

/// Returns a premise with all spans removed.
pub fn without_places(premise: &Literal) -> Literal {
    let mut premise = premise.clone();
    match &mut premise {
        Literal::Holds(atom) | Literal::Absent(atom) => forget_atom(atom),
        Literal::Compare(_, left, right) | Literal::In(left, right) => {
            forget(left);
            forget(right);
        }
        Literal::Condition(term) => forget(term),
    }
    premise
}

/// The span of generated syntax.
pub const NOWHERE: Span = Span { start: 0, end: 0 };

fn forget_atom(atom: &mut Atom) {
    (atom.name_span, atom.span) = (NOWHERE, NOWHERE);
    atom.arguments.iter_mut().for_each(|argument| forget(&mut argument.term));
}

fn forget(term: &mut Term) {
    term.span = NOWHERE;
    match &mut term.kind {
        TermKind::Construction(_, parts)
        | TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Logic(_, parts) => {
            parts.iter_mut().for_each(forget);
        }
        TermKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| forget(part)),
        TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => {
            forget(left);
            forget(right);
        }
        TermKind::Not(inner) => forget(inner),
        TermKind::Call(atom) => forget_atom(atom),
        _ => {}
    }
}
