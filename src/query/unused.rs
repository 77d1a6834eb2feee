//! Warnings about variables that occur only once.

use std::collections::{BTreeMap, BTreeSet};

use super::syntax::{Atom, Fault, Literal, Rule, Term, TermKind};
use crate::source::Span;

/// Returns a warning for each variable that occurs once in its rule, and whose name does not begin with `_`. The alternatives of
/// a rule count as one rule.
pub(super) fn warnings(rules: &[Rule]) -> Vec<Fault> {
    let mut places: BTreeMap<(Span, &str), BTreeSet<Span>> = BTreeMap::new();
    for rule in rules {
        let mut visit = |name, span| {
            places.entry((rule.span, name)).or_default().insert(span);
        };
        in_atom(&rule.head, &mut visit);
        each_variable(&rule.body, &mut visit);
    }
    let lonely = places.into_iter().filter(|((_, name), found)| found.len() == 1 && !name.starts_with('_'));
    let placed = lonely.flat_map(|((_, name), found)| found.into_iter().map(move |span| (span, name)));
    let mut placed: Vec<(Span, &str)> = placed.collect();
    placed.sort_unstable();
    let warning = |(span, name)| {
        let help = format!("`_` and `_{name}` match any value");
        Fault::new("unused-variable", span, format!("`{name}` occurs only once in the rule")).help(Some(help))
    };
    placed.into_iter().map(warning).collect()
}

/// Calls `visit` with each variable of a body and its span, including those in aggregates.
pub(super) fn each_variable<'t>(body: &'t [Literal], visit: &mut dyn FnMut(&'t str, Span)) {
    for literal in body {
        match literal {
            Literal::Holds(atom) | Literal::Absent(atom) => in_atom(atom, visit),
            Literal::Compare(_, left, right) | Literal::In(left, right) => {
                in_term(left, visit);
                in_term(right, visit);
            }
            Literal::Condition(term) => in_term(term, visit),
        }
    }
}

fn in_atom<'t>(atom: &'t Atom, visit: &mut dyn FnMut(&'t str, Span)) {
    atom.arguments.iter().for_each(|argument| in_term(&argument.term, visit));
}

fn in_term<'t>(term: &'t Term, visit: &mut dyn FnMut(&'t str, Span)) {
    match &term.kind {
        TermKind::Variable(name) => visit(name, term.span),
        TermKind::Arithmetic(_, left, right) | TermKind::Compare(_, left, right) => {
            in_term(left, visit);
            in_term(right, visit);
        }
        TermKind::Call(atom) => in_atom(atom, visit),
        TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Construction(_, parts)
        | TermKind::Logic(_, parts) => {
            for part in parts {
                in_term(part, visit);
            }
        }
        TermKind::Not(inner) => in_term(inner, visit),
        TermKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| in_term(part, visit)),
        TermKind::Aggregate(aggregate) => {
            aggregate.of.iter().for_each(|of| in_term(of, visit));
            each_variable(&aggregate.body, visit);
        }
        TermKind::Any | TermKind::Constant(_) | TermKind::Each(_) | TermKind::Number(_) | TermKind::Text(_) => {}
    }
}
