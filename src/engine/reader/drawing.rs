//! Drawings of rules: premises above a bar with the rule's name, and the conclusion below it, printed from clauses in the
//! notation of their relations and builtins.

mod folds;
mod layout;
mod premises;
mod terms;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::book::BookFile;
use crate::catalogue::{RuleEntry, bar_of, named, rules};
use crate::notation::Notations;
use crate::syntax::{Comparison, Literal, Rule, Term, TermKind};

use layout::{Premise, laid_out};

/// Returns the drawing of a rule of a file: premises, a bar with the name, and the conclusion. It is empty if no clause has the
/// name. If several clauses have it, there are several bars, with blank lines between them.
pub fn drawing(file: &BookFile, name: &str, notations: &Notations) -> String {
    let rules: Vec<&Rule> = file.rules().filter(|rule| named(rule) == Some(name)).collect();
    // The alternatives of a clause have the same place.
    let clauses = rules.chunk_by(|rule, next| rule.span == next.span);
    clauses.map(|ways| drawn(ways, name, notations)).collect::<Vec<_>>().join("\n\n")
}

/// Returns the drawing of a clause, which is given by its alternatives.
fn drawn(clause: &[&Rule], name: &str, notations: &Notations) -> String {
    let (before, ways, behind) = alternatives(clause);
    let common: Vec<&Literal> = before.iter().chain(behind).collect();
    let writer = Writer::of(notations, &common, clause[0]);
    let mut premises: Vec<Premise> = writer.premises(before).into_iter().map(Premise::One).collect();
    if ways.len() > 1 {
        premises.push(Premise::Either(ways.iter().map(|way| writer.premises(way)).collect()));
    }
    premises.extend(writer.premises(behind).into_iter().map(Premise::One));
    laid_out(&premises, name, &writer.conclusions(&clause[0].heads))
}

/// Returns the text of a file in which the bar above each named rule is that of its clause. Other comments stay.
pub fn formatted(file: &BookFile, notations: &Notations) -> String {
    let lines: Vec<&str> = file.text.lines().collect();
    let (mut text, mut done) = (String::new(), 0);
    let mut copy = |lines: &[&str]| lines.iter().for_each(|line| text.extend([line, "\n"]));
    for RuleEntry { name, line, .. } in rules(&file.text) {
        let drawing = drawing(file, &name, notations);
        let Some(old) = bar_of(&lines, line - 1).filter(|_| !drawing.is_empty()) else { continue };
        copy(&lines[done..old.start]);
        let new: Vec<String> = drawing.lines().map(|line| format!("//   {line}").trim_end().to_owned()).collect();
        let is_new = old.is_empty();
        copy(if is_new { &["//"] } else { &[] });
        copy(&new.iter().map(String::as_str).collect::<Vec<_>>());
        done = old.end;
    }
    copy(&lines[done..]);
    text
}

/// Splits the clauses of a rule into the premises before its alternatives, the alternatives, and the premises behind them.
fn alternatives<'a>(clauses: &[&'a Rule]) -> (&'a [Literal], Vec<&'a [Literal]>, &'a [Literal]) {
    let bodies: Vec<&[Literal]> = clauses.iter().map(|clause| &clause.body[..]).collect();
    let Some((first, others)) = bodies.split_first() else { return (&[], Vec::new(), &[]) };
    let least = bodies.iter().map(|body| body.len()).min().unwrap_or(0);
    let agree = |at: usize| others.iter().all(|other| other[at] == first[at]);
    let before = (0..least).take_while(|&at| agree(at)).count();
    let agree_behind = |at: usize| others.iter().all(|other| other[other.len() - at] == first[first.len() - at]);
    let behind = (1..=least - before).take_while(|&at| agree_behind(at)).count();
    let ways = bodies.iter().map(|body| &body[before..body.len() - behind]).collect();
    (&first[..before], ways, &first[first.len() - behind..])
}

/// A writer of the parts of a clause.
struct Writer<'a> {
    notations: &'a Notations,
    /// The values of variables that a premise equates with a constant or another variable.
    known: BTreeMap<String, Term>,
    /// The variables that have been written in premises about relations and builtins.
    written: RefCell<BTreeSet<String>>,
}

impl<'a> Writer<'a> {
    /// Creates a writer for premises and the conclusions of their rule. A premise that equates a variable with a constant is
    /// left out, if the variable is written elsewhere: there the constant stands in its place.
    fn of(notations: &'a Notations, premises: &[&Literal], rule: &Rule) -> Self {
        let plain = Self { notations, known: BTreeMap::new(), written: RefCell::default() };
        plain.conclusions(&rule.heads);
        plain.within(premises)
    }

    /// Returns a writer for premises inside of others, given by this one.
    fn within(&self, premises: &[&Literal]) -> Self {
        let plain = Self { notations: self.notations, known: self.known.clone(), written: self.written.clone() };
        for premise in premises.iter().filter(|premise| equation(premise).is_none()) {
            if !matches!(premise, Literal::Condition(_)) {
                plain.premise(premise);
            }
        }
        let written = plain.written.take();
        let is_written = |term: &Term| !matches!(&term.kind, TermKind::Variable(name) if !written.contains(name));
        let mut all = Self { notations: self.notations, known: plain.known, written: RefCell::default() };
        for (left, right) in premises.iter().filter_map(|premise| equation(premise)) {
            if is_written(left) && is_written(right) {
                all.equate(left, right);
            }
        }
        all
    }

    /// Lets one of two terms stand for the other: a constant for a variable, or a variable for a variable.
    fn equate(&mut self, left: &Term, right: &Term) {
        let (left, right) = (self.resolved(left).clone(), self.resolved(right).clone());
        match (left.kind, right.kind) {
            (left, right) if left == right => {}
            (kind, TermKind::Variable(name)) => _ = self.known.insert(name, Term { kind, span: left.span }),
            (TermKind::Variable(name), kind) => _ = self.known.insert(name, Term { kind, span: right.span }),
            _ => {}
        }
    }

    /// Returns the value that stands for a term.
    fn resolved<'b>(&'b self, term: &'b Term) -> &'b Term {
        let mut term = term;
        for _ in 0..=self.known.len() {
            let TermKind::Variable(name) = &term.kind else { break };
            let Some(value) = self.known.get(name) else { break };
            term = value;
        }
        term
    }

    /// Holds for an equation that is not drawn, because the value stands in the place of the variable.
    fn is_replaced(&self, premise: &Literal) -> bool {
        equation(premise).is_some_and(|(left, right)| self.resolved(left).kind == self.resolved(right).kind)
    }
}

/// Returns the sides of an equation of a variable and a constant, or another variable.
fn equation(premise: &Literal) -> Option<(&Term, &Term)> {
    let Literal::Compare(Comparison::Equal, left, right) = premise else { return None };
    let is_variable = |term: &Term| matches!(term.kind, TermKind::Variable(_));
    let is_simple = |term: &Term| matches!(term.kind, TermKind::Variable(_) | TermKind::Constant(_));
    (is_simple(left) && is_simple(right) && (is_variable(left) || is_variable(right))).then_some((left, right))
}
