//! Folds, as phrases: `k = min l for all a in s with a ~l> t`.

use super::Writer;
use crate::elaborate::NOWHERE;
use crate::syntax::{Aggregate, Fold, Literal, Steps, Term, TermKind};

impl Writer<'_> {
    /// Returns the text of a premise that binds the result of a fold.
    pub fn folded(&self, result: &Term, aggregate: &Aggregate) -> String {
        match (&self.resolved(result).kind, &aggregate.fold) {
            // A claim about all members has no value.
            (TermKind::Tuple(parts), Fold::All) if parts.is_empty() => self.claim(aggregate),
            (TermKind::Constant(name), Fold::Any | Fold::All) if name == "true" => self.fold(aggregate),
            (TermKind::Constant(name), Fold::Any | Fold::All) if name == "false" => {
                format!("not ({})", self.fold(aggregate))
            }
            (_, Fold::Any | Fold::All) => format!("{} = ({})", self.term(result), self.fold(aggregate)),
            (_, Fold::Steps(steps)) if self.term(&steps.variables) == self.term(result) => self.fold(aggregate),
            (_, Fold::First) if aggregate.of.as_ref().is_some_and(|of| self.term(of) == self.term(result)) => {
                self.fold(aggregate)
            }
            _ => format!("{} = {}", self.term(result), self.fold(aggregate)),
        }
    }

    /// Returns the text of a fold: its values, and the members over which it goes.
    pub fn fold(&self, aggregate: &Aggregate) -> String {
        let premises: Vec<&Literal> = aggregate.body.iter().collect();
        let mut inner = self.within(&premises);
        let of = |inner: &Self| aggregate.of.as_ref().map_or_else(String::new, |of| format!(" {}", inner.term(of)));
        let word = aggregate.fold.word();
        match &aggregate.fold {
            Fold::Any | Fold::All => inner.answers(aggregate),
            Fold::First => format!("first{} for{}", of(&inner), inner.members(aggregate)),
            Fold::List => format!("list of{} for all{}", of(&inner), inner.members(aggregate)),
            Fold::Steps(steps) => {
                // The variables of the steps are those of the fold.
                inner.known.retain(|name, _| !steps.variables.has(name));
                let until = steps.until.as_ref().map(|until| format!(", until {}", inner.condition(until)));
                format!("{}{}{}", inner.steps(steps), inner.members(aggregate), until.unwrap_or_default())
            }
            _ => format!("{word}{} for all{}", of(&inner), inner.members(aggregate)),
        }
    }

    fn steps(&self, steps: &Steps) -> String {
        let Steps { variables, start, next, .. } = steps;
        format!("{} = {}, then {} for all", self.term(variables), self.term(start), self.term(next))
    }

    /// Returns the members of a fold, with the premises about them.
    fn members(&self, aggregate: &Aggregate) -> String {
        let (members, conditions) = self.split(aggregate);
        let conditions = if conditions.is_empty() { conditions } else { format!(" with {conditions}") };
        format!(" {members}{conditions}")
    }

    /// Returns the members of a fold, and the premises about them.
    fn split(&self, aggregate: &Aggregate) -> (String, String) {
        let (members, conditions): (Vec<Literal>, Vec<Literal>) =
            aggregate.body.iter().cloned().partition(|premise| matches!(premise, Literal::In(..)));
        let members =
            if members.is_empty() { places(&conditions).join(", ") } else { self.premises(&members).join(", ") };
        (members, self.premises(&conditions).join(", "))
    }

    /// Returns the text of an answer about some or all members.
    fn answers(&self, aggregate: &Aggregate) -> String {
        let all = if matches!(aggregate.fold, Fold::All) { "all" } else { "some" };
        let claims = |premises: &[Literal]| self.premises(premises).join(", ");
        let (members, _) = self.split(aggregate);
        let others: Vec<Literal> =
            aggregate.body.iter().filter(|premise| !matches!(premise, Literal::In(..))).cloned().collect();
        let Some(Term { kind: TermKind::Variable(name), .. }) = &aggregate.of else {
            let of = aggregate.of.as_ref().map_or_else(String::new, |of| self.condition(of));
            let with = if others.is_empty() { String::new() } else { format!(" with {}", claims(&others)) };
            return format!("{of} for {all} {members}{with}");
        };
        // The answer is that of the last premise.
        let mut known = self.known.clone();
        known.insert(name.clone(), Term { kind: TermKind::Constant("true".to_owned()), span: NOWHERE });
        let answered = Writer { notations: self.notations, known, written: std::cell::RefCell::default() };
        let Some((last, before)) = others.split_last() else { return format!("{name} for {all} {members}") };
        let with = if before.is_empty() { String::new() } else { format!(" with {}", claims(before)) };
        format!("{} for {all} {members}{with}", answered.premises(std::slice::from_ref(last)).join(", "))
    }

    /// Returns the text of a claim about all members: the last premise holds for those that satisfy the others.
    fn claim(&self, aggregate: &Aggregate) -> String {
        let premises: Vec<&Literal> = aggregate.body.iter().collect();
        let mut texts = self.within(&premises).premises(&aggregate.body);
        let last = texts.pop().unwrap_or_default();
        format!("for all {}: {last}", texts.join(", "))
    }
}

/// Returns the numbers of rows over which a fold goes: the `i` of `operator_signature(o, i.., p, r)`.
fn places(premises: &[Literal]) -> Vec<&str> {
    let rows = premises.iter().filter_map(|premise| match premise {
        Literal::Holds(atom) => Some(&atom.arguments),
        _ => None,
    });
    let places = rows.flatten().filter_map(|argument| match &argument.term.kind {
        TermKind::Each(place) => place.as_deref(),
        _ => None,
    });
    places.collect()
}

impl Term {
    /// Holds if the term is a variable, or a tuple with the variable.
    fn has(&self, name: &str) -> bool {
        match &self.kind {
            TermKind::Variable(own) => own == name,
            TermKind::Tuple(parts) => parts.iter().any(|part| part.has(name)),
            _ => false,
        }
    }
}
