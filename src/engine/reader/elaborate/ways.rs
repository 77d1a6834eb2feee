//! The ways to continue after a step of a fold: its member satisfies all conditions, or it violates one and is skipped.

use super::fold::Folding;
use super::live::used_by_term;
use super::rename::renamed;
use super::{Clause, Elaboration, variable};
use crate::builtins::Shape;
use crate::syntax::{Comparison, Literal, Term, TermKind};
use crate::typing::Types;

/// A way to continue after a step.
pub struct StepCase {
    /// The premises, with the accumulator.
    pub clause: Clause,
    /// Holds if the member satisfies all conditions.
    pub meets: bool,
}

impl Elaboration<'_> {
    /// Holds for premises that may fail for a member.
    pub(super) fn can_fail(&self, premise: &Literal, types: &Types) -> bool {
        match premise {
            Literal::Compare(Comparison::Equal, left, right) => {
                let is_open = used_by_term(left).any(|name| !types.contains_key(&name));
                !is_open || matches!(left.kind, TermKind::Construction(..)) || self.is_partial(right)
            }
            Literal::Holds(atom) => match self.context.queries.get(&atom.name) {
                Some(query) => query.is_partial || atom.arguments.len() <= query.questions,
                None => true,
            },
            _ => true,
        }
    }

    /// Holds for a builtin that may have no value.
    fn is_partial(&self, term: &Term) -> bool {
        let TermKind::Call(builtin) = &term.kind else { return false };
        match self.context.queries.get(&builtin.name) {
            Some(query) => query.is_partial,
            None => self.context.builtins.shape(&builtin.name) == Some(Shape::Partial),
        }
    }

    /// Returns the ways to continue after a step: one with its answer, and one for each condition that its member may violate.
    pub(super) fn ways(&self, folding: &Folding, name: &str) -> Result<Vec<StepCase>, String> {
        let Folding { walk, span, .. } = folding;
        let row = folding.step(|column| variable(column, *span));
        let body = vec![Literal::Holds(row)];
        let start = Clause {
            body,
            rows: 1,
            is_growing: true,
            types: folding.types.clone(),
            name: name.to_owned(),
            span: *span,
        };
        let mut ways = Vec::new();
        let mut unmet = |clause: &Clause, premise: &Literal| -> Result<(), String> {
            let mut clause = clause.clone();
            clause.body.push(self.negated(premise, &clause.types)?);
            ways.push(StepCase { clause, meets: false });
            Ok(())
        };
        // A skipped member needs no row.
        let mut without = start.clone();
        for premise in &walk.filters {
            unmet(&without, premise)?;
            without.body.push(premise.clone());
        }
        let mut step = start;
        let mut conditions = Vec::new();
        if let Some(row) = &walk.row {
            match self.context.judgments.get(&row.name) {
                Some(&count) => conditions = self.answer_row(row, count, &mut step),
                None => self.add_row(row, &mut step),
            }
        }
        for premise in &walk.filters {
            self.signatures().bind(premise, &mut step.types);
            step.body.push(premise.clone());
        }
        for premise in conditions.iter().chain(&walk.behind) {
            if !walk.requires_all && self.can_fail(premise, &step.types) {
                unmet(&step, premise)?;
            }
            self.signatures().bind(premise, &mut step.types);
            step.body.push(premise.clone());
        }
        ways.push(StepCase { clause: step, meets: true });
        // The accumulator stays the same for a skipped member, and is updated otherwise.
        for way in &mut ways {
            let value = if way.meets { &walk.steps.next } else { &walk.steps.variables };
            if !folding.folded.is_empty() {
                let next = renamed(&walk.steps.variables, &folding.next);
                let advanced = Literal::Compare(Comparison::Equal, next, value.clone());
                self.signatures().bind(&advanced, &mut way.clause.types);
                way.clause.body.push(advanced);
            }
        }
        Ok(ways)
    }

    /// Returns the negation of a condition.
    fn negated(&self, premise: &Literal, types: &Types) -> Result<Literal, String> {
        let not =
            |term: &Term| Literal::Condition(Term { kind: TermKind::Not(Box::new(term.clone())), span: term.span });
        Ok(match premise {
            Literal::Compare(Comparison::Equal, left, right)
                if used_by_term(left).any(|name| !types.contains_key(&name)) =>
            {
                if matches!(left.kind, TermKind::Construction(..)) {
                    return Err("a member of a fold is taken apart only where all have the form".to_owned());
                }
                not(right)
            }
            Literal::Compare(comparison, left, right) => {
                Literal::Compare(comparison.opposite(), left.clone(), right.clone())
            }
            Literal::Holds(atom) => {
                let mut atom = atom.clone();
                if let Some(query) = self.context.queries.get(&atom.name) {
                    atom.arguments.truncate(query.questions);
                }
                for argument in &mut atom.arguments {
                    if matches!(&argument.term.kind, TermKind::Variable(name) if !types.contains_key(name)) {
                        argument.term.kind = TermKind::Any;
                    }
                }
                Literal::Absent(atom)
            }
            Literal::Absent(atom) => Literal::Holds(atom.clone()),
            Literal::Condition(Term { kind: TermKind::Not(inner), .. }) => Literal::Condition((**inner).clone()),
            Literal::Condition(term) => not(term),
            Literal::In(..) => return Err("a fold goes over one thing".to_owned()),
        })
    }
}
