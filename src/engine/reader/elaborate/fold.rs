//! Elaboration of folds into steps over members, one after the other.
//!
//! `k = min l { (a, b) in pair(p, s, t, ..), converts(a, b, m, l) }` becomes a relation whose rows are the steps: the `i`-th
//! member, and the accumulator before it. A step proceeds once the answer about its member is there. Members that do not
//! satisfy a condition of the fold's body are skipped.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{used_by_term, without_places};
use super::rename::{renamed, renamed_atom, renamed_premise};
use super::walk::{FoldParts, Members, number};
use super::ways::StepCase;
use super::{Clause, Elaboration, FoldKey, in_order, is_plain, question, variable};
use crate::Span;
use crate::syntax::{Aggregate, Argument, Atom, Comparison, Connective, Literal, Storage, Term, TermKind};
use crate::types::Type;
use crate::typing::Types;

/// Returns the pattern and the fold of a premise that is a fold.
pub fn folded(premise: &Literal) -> Option<(&Term, &Aggregate)> {
    match premise {
        Literal::Compare(Comparison::Equal, left, Term { kind: TermKind::Aggregate(aggregate), .. }) => {
            Some((left, aggregate))
        }
        _ => None,
    }
}

/// A fold under construction.
pub struct Folding {
    /// Its parts.
    pub walk: FoldParts,
    /// The premises that come before the fold: at most one row.
    prefix: Vec<Literal>,
    /// The variables of the accumulator.
    pub folded: Vec<String>,
    /// The variables of a member.
    own: BTreeSet<String>,
    /// The columns of the relation of the steps.
    columns: Vec<String>,
    /// The names of the columns of the next step.
    pub next: BTreeMap<String, String>,
    /// The types of variables.
    pub types: Types,
    /// The relation of the steps.
    relation: String,
    /// The question of a step, if steps ask one after the other.
    asked: Option<Atom>,
    pub span: Span,
}

impl Elaboration<'_> {
    /// Adds a fold to a clause. Returns the clauses for the other ends of the fold, among them the empty fold, unless there
    /// always is a member.
    pub(super) fn fold(
        &mut self,
        result: &Term,
        aggregate: &Aggregate,
        live: &BTreeSet<String>,
        clause: &mut Clause,
    ) -> Result<Vec<Clause>, String> {
        if let Some(mark) = aggregate.marks.iter().find(|mark| !["dense", "few", "lazy", "some"].contains(&&mark[..])) {
            return Err(format!("a fold cannot be marked `@{mark}`, but `@dense`, `@few`, `@lazy` or `@some`"));
        }
        let walk = self.walk(aggregate, &clause.types, result.span)?;
        let needed = walk.needed(live);
        if !is_plain(clause) {
            self.wait(&needed, Vec::new(), clause)?;
        }
        let mut folding = self.folding(walk, is_marked(aggregate, "dense"), &needed, clause)?;
        self.ask_steps(&mut folding, aggregate);
        self.first_step(&folding);
        let ways = self.ways(&folding, &clause.name)?;
        for way in &ways {
            if !way.meets || folding.walk.first.is_none() {
                self.next_step(&folding, way);
            }
        }
        let mut ends = self.ends(&folding, result, ways);
        if folding.walk.first.is_none() && !is_marked(aggregate, "some") {
            ends.insert(0, self.nothing_folded(&folding, result, clause));
        }
        let Some(mut last) = ends.pop() else { return Err("a fold has no end".to_owned()) };
        last.span = clause.span;
        *clause = last;
        Ok(ends)
    }

    /// Declares the relation of the steps, unless the same fold has one already.
    fn folding(
        &mut self,
        walk: FoldParts,
        is_dense: bool,
        needed: &BTreeSet<String>,
        clause: &Clause,
    ) -> Result<Folding, String> {
        let span = walk.span;
        let prefix = clause.body.clone();
        let bound = in_order(&prefix);
        let environment: Vec<String> = bound.iter().filter(|&name| needed.contains(name)).cloned().collect();
        let is_unique = bound.len() == environment.len() && !has_any(&prefix);
        let folded: Vec<String> = used_by_term(&walk.steps.variables).collect();
        let own = walk.own(&bound);
        let mut types = clause.types.clone();
        for premise in [walk.start(), walk.at(&number(0, span))].iter().chain(&walk.before) {
            self.signatures().bind(premise, &mut types);
        }
        types.insert(walk.place.clone(), Type::named("u32"));
        self.bind_folded(&walk, &mut types);
        let is_computed = |name: &String| types.contains_key(name) && !bound.contains(name) && !own.contains(name);
        let computed: Vec<String> = walk.computed().filter(is_computed).collect();
        let later = walk.later();
        let members: Vec<String> = match &walk.members {
            Members::Builtin(member, _) => used_by_term(member).collect(),
            Members::Rows(_) => own.iter().cloned().collect(),
        };
        let kept = members.iter().chain(&computed).filter(|name| later.contains(*name)).cloned();
        let moving: Vec<String> = folded.iter().cloned().chain(kept).collect();
        let columns: Vec<String> = environment.iter().chain([&walk.place]).chain(&moving).cloned().collect();
        let names = moving.iter().chain(&own).chain(&computed);
        let next = names.map(|name| (name.clone(), format!("{name}_next"))).collect();
        let key =
            FoldKey { before: prefix.iter().map(without_places).collect(), columns: columns.clone(), walk: walk.key() };
        let relation = if let Some(name) = self.folds.get(&key) {
            name.clone()
        } else {
            let name = self.fresh(&clause.name);
            let storage = match (is_dense, is_unique) {
                (true, _) => Storage::Dense { is_kept: false },
                (false, true) => Storage::Unique,
                (false, false) => Storage::Set,
            };
            self.declare(&name, &columns, &types, storage, span)?;
            self.folds.insert(key, name.clone());
            name
        };
        Ok(Folding { walk, prefix, folded, own, columns, next, types, relation, asked: None, span })
    }

    /// Infers the types of the accumulator from the steps, where the start does not determine them.
    fn bind_folded(&self, walk: &FoldParts, types: &mut Types) {
        let mut all = types.clone();
        let row = walk.row.clone().map(Literal::Holds);
        for premise in walk.filters.iter().chain(&row).chain(&walk.behind) {
            self.signatures().bind(premise, &mut all);
        }
        let next = Literal::Compare(Comparison::Equal, walk.steps.variables.clone(), walk.steps.next.clone());
        self.signatures().bind(&next, &mut all);
        for name in used_by_term(&walk.steps.variables) {
            if let Some(ty) = all.remove(&name) {
                types.entry(name).or_insert(ty);
            }
        }
    }

    /// Asks the questions of all steps at once, if they do not depend on the accumulator. Each step asks for itself if the fold
    /// is lazy, or if it asks at once about few members only.
    fn ask_steps(&mut self, folding: &mut Folding, aggregate: &Aggregate) {
        let Folding { walk, span, .. } = &*folding;
        let Some(row) = &walk.row else { return };
        let Some(&count) = self.context.judgments.get(&row.name) else { return };
        let asked = Atom { name: question(&row.name), arguments: row.arguments[..count].to_vec(), ..row.clone() };
        let depends = |argument: &Argument| used_by_term(&argument.term).any(|name| folding.folded.contains(&name));
        let is_independent = !asked.arguments.iter().any(depends);
        let (is_lazy, is_few) = (is_marked(aggregate, "lazy"), is_marked(aggregate, "few"));
        if is_independent && !is_lazy {
            let mut body = folding.prefix.clone();
            body.push(if is_few { walk.each_of_few() } else { walk.each() });
            body.extend(walk.before.iter().chain(&walk.filters).cloned());
            self.emit(vec![asked.clone()], body, *span);
        }
        if is_independent && !is_lazy && !is_few {
            return;
        }
        if walk.filters.is_empty() {
            folding.asked = Some(asked);
        } else {
            let row = Literal::Holds(folding.step(|column| variable(column, *span)));
            self.emit(vec![asked], [row].into_iter().chain(walk.filters.iter().cloned()).collect(), *span);
        }
    }

    /// Emits the step before the first member.
    fn first_step(&mut self, folding: &Folding) {
        let Folding { walk, span, .. } = folding;
        let mut body = folding.prefix.clone();
        body.extend(if folding.folded.is_empty() { None } else { Some(walk.start()) });
        body.push(walk.at(&number(0, *span)));
        body.extend(walk.before.iter().cloned());
        let row = folding.step(|column| {
            if column == walk.place {
                Argument { column: None, term: number(0, *span) }
            } else {
                variable(column, *span)
            }
        });
        let asked = folding.asked.as_ref().map(|asked| walk.asked_at(asked, &number(0, *span)));
        self.emit([row].into_iter().chain(asked).collect(), body, *span);
    }

    /// Emits the step from a member to the next one.
    fn next_step(&mut self, folding: &Folding, way: &StepCase) {
        let Folding { walk, span, next, .. } = folding;
        let mut body = way.clause.body.clone();
        body.extend(folding.until(way).map(|until| Literal::Condition(not(until))));
        body.insert(folding.place_of_end(way, body.len()), walk.next(next, &folding.own));
        body.extend(walk.before.iter().map(|premise| renamed_premise(premise, next)));
        let row = folding.step(|column| match next.get(column) {
            _ if column == walk.place => Argument { column: None, term: walk.place_behind() },
            Some(renamed) => variable(renamed, *span),
            None => variable(column, *span),
        });
        let asked = folding.asked.as_ref().map(|asked| renamed_atom(&walk.asked_at(asked, &walk.place_behind()), next));
        self.emit([row].into_iter().chain(asked).collect(), body, *span);
    }

    /// Returns the clauses that continue after the last member, or after the first one that satisfies all conditions.
    fn ends(&self, folding: &Folding, result: &Term, ways: Vec<StepCase>) -> Vec<Clause> {
        let Folding { walk, .. } = folding;
        let mut ends = Vec::new();
        for way in ways {
            if let Some(first) = &walk.first {
                if way.meets {
                    ends.push(self.with_result(way.clause, result, first));
                }
                continue;
            }
            // The accumulator is in the variables of the result.
            let value = renamed(&walk.steps.variables, &folding.next);
            let until = folding.until(&way);
            for end in folding.ends(until) {
                let mut clause = way.clause.clone();
                let place = folding.place_of_end(&way, clause.body.len());
                clause.body.splice(place..place, end);
                ends.push(self.with_result(clause, result, &value));
            }
        }
        ends
    }

    /// Returns a clause with the value of the fold.
    fn with_result(&self, mut clause: Clause, result: &Term, value: &Term) -> Clause {
        let own = |term: &Term| without_places(&Literal::Condition(term.clone()));
        if own(result) != own(value) {
            clause.body.push(Literal::Compare(Comparison::Equal, result.clone(), value.clone()));
        }
        self.signatures_of(&mut clause);
        clause
    }

    /// Returns the clause for an empty fold.
    fn nothing_folded(&self, folding: &Folding, result: &Term, clause: &Clause) -> Clause {
        let Folding { walk, span, prefix, .. } = folding;
        let mut empty = Clause {
            body: prefix.clone(),
            rows: 1,
            is_growing: true,
            types: clause.types.clone(),
            name: clause.name.clone(),
            span: clause.span,
        };
        empty.body.push(walk.none_at(&number(0, *span), &folding.own));
        self.with_result(empty, result, &walk.steps.start)
    }
}

impl Folding {
    /// Returns a row of the relation of the steps.
    pub fn step(&self, column: impl Fn(&str) -> Argument) -> Atom {
        let arguments = self.columns.iter().map(|name| column(name)).collect();
        Atom { name: self.relation.clone(), name_span: self.span, arguments, span: self.span }
    }

    /// Returns the position, among the premises of a way, of the lookup of the next member: before the step is folded, if the
    /// accumulator does not decide whether there is a next member.
    fn place_of_end(&self, way: &StepCase, premises: usize) -> usize {
        premises - usize::from(self.until(way).is_none() && !self.folded.is_empty())
    }

    /// Returns the condition under which a way ends the fold. A skipped member ends nothing.
    fn until(&self, way: &StepCase) -> Option<Term> {
        let until = self.walk.steps.until.as_ref().filter(|_| way.meets);
        until.map(|until| renamed(until, &self.next))
    }

    /// Returns the conditions under which the fold ends: there is no next member, or none is needed.
    fn ends(&self, until: Option<Term>) -> Vec<Vec<Literal>> {
        let none = self.walk.none_at(&self.walk.place_behind(), &self.own);
        match (until, none) {
            (Some(until), Literal::Condition(none)) => {
                let kind = TermKind::Logic(Connective::Or, vec![until, none]);
                vec![vec![Literal::Condition(Term { kind, span: self.span })]]
            }
            (Some(until), none) => {
                vec![vec![Literal::Condition(until.clone())], vec![Literal::Condition(not(until)), none]]
            }
            (None, none) => vec![vec![none]],
        }
    }
}

impl FoldParts {
    /// Returns the premise that binds the accumulator before the first member.
    fn start(&self) -> Literal {
        Literal::Compare(Comparison::Equal, self.steps.variables.clone(), self.steps.start.clone())
    }
}

/// Holds if a fold has a mark.
fn is_marked(aggregate: &Aggregate, mark: &str) -> bool {
    aggregate.marks.iter().any(|found| found == mark)
}

fn not(term: Term) -> Term {
    let span: Span = term.span;
    Term { kind: TermKind::Not(Box::new(term)), span }
}

/// Holds if a premise has a wildcard column, in which alone rows may differ.
fn has_any(body: &[Literal]) -> bool {
    body.iter().any(|premise| match premise {
        Literal::Holds(atom) => atom.arguments.iter().any(|argument| matches!(argument.term.kind, TermKind::Any)),
        _ => false,
    })
}
