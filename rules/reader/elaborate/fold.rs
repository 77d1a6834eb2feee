//! Folds: steps over the members of something, one after the other.
//!
//! `k = min l { (a, b) in pair(p, s, t, ..), converts(a, b, m, l) }` becomes a relation whose rows are the steps: what has been
//! folded before the `i`-th member, and that member. A step goes on once the answer about its member is there.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{NOWHERE, used_by, used_by_term, variables, without_places};
use super::rename::{only, renamed, renamed_atom, renamed_premise};
use super::{Clause, Elaboration, in_order, is_plain, question, variable};
use crate::Span;
use crate::syntax::{
    Aggregate, Argument, Atom, Comparison, Connective, Fold, Literal, Operator, Steps, Term, TermKind,
};
use crate::typing::Types;

/// The pattern and the fold of a premise that is one.
pub fn folded(premise: &Literal) -> Option<(&Term, &Aggregate)> {
    match premise {
        Literal::Compare(Comparison::Equal, left, Term { kind: TermKind::Aggregate(aggregate), .. }) => {
            Some((left, aggregate))
        }
        _ => None,
    }
}

/// A fold in parts.
struct Walk {
    /// The pattern of a member.
    member: Term,
    /// The word that gives the members, with `..` for the place.
    word: Atom,
    /// What depends on a member alone: premises that come before the row.
    before: Vec<Literal>,
    /// The row that a step waits for, if it waits.
    row: Option<Atom>,
    /// What comes behind the row.
    behind: Vec<Literal>,
    steps: Steps,
    span: Span,
}

/// A fold on its way to clauses.
struct Folding {
    walk: Walk,
    /// The premises that come before the fold: at most one row.
    prefix: Vec<Literal>,
    /// The variables of these that are needed.
    environment: Vec<String>,
    /// The variables of what is folded.
    folded: Vec<String>,
    /// The columns of the relation of the steps.
    columns: Vec<String>,
    /// The types of variables.
    types: Types,
    /// The relation of the steps.
    relation: String,
    /// The question of a step, if steps ask one after the other.
    asked: Option<Atom>,
    span: Span,
}

/// The column of a step that tells the place of its member.
const PLACE: &str = "place";

impl Elaboration<'_> {
    /// Adds a fold to a clause. Gives the clause for nothing to fold as well, unless there always is something.
    pub(super) fn fold(
        &mut self,
        result: &Term,
        aggregate: &Aggregate,
        live: &BTreeSet<String>,
        clause: &mut Clause,
    ) -> Result<Option<Clause>, String> {
        if let Some(mark) = aggregate.marks.iter().find(|mark| !["lazy", "some", "dense"].contains(&&mark[..])) {
            return Err(format!("a fold cannot be marked `@{mark}`, but `@lazy`, `@some` or `@dense`"));
        }
        let walk = self.walk(aggregate, result.span)?;
        let needed = walk.needed(live);
        if !is_plain(clause) {
            self.wait(&needed, Vec::new(), clause)?;
        }
        let mut folding = self.folding(walk, is_marked(aggregate, "dense"), &needed, clause)?;
        self.ask_steps(&mut folding, is_marked(aggregate, "lazy"));
        self.first_step(&folding);
        let (mut step, next, rows) = self.answered_step(&folding, &clause.name);
        let ends = self.next_step(&folding, &step, &next, rows);
        let empty = (!is_marked(aggregate, "some")).then(|| self.nothing_folded(&folding, result, clause));
        let place = folding.place_of_end(&step, rows);
        step.body.insert(place, Literal::Condition(ends));
        // What has been folded stands in the variables of the result.
        let value = renamed(&folding.walk.steps.variables, &next);
        step.body.push(Literal::Compare(Comparison::Equal, result.clone(), value));
        self.signatures_of(&mut step);
        step.span = clause.span;
        *clause = step;
        Ok(empty)
    }

    /// Declares the relation of the steps, unless the same fold has one already.
    fn folding(
        &mut self,
        walk: Walk,
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
        let mut types = clause.types.clone();
        for premise in [walk.start(), walk.members_at(&number(0, span))].iter().chain(&walk.before) {
            self.signatures().bind(premise, &mut types);
        }
        let computed = walk.before.iter().flat_map(super::binds).filter(|name| types.contains_key(name));
        let later = walk.later();
        let kept = used_by_term(&walk.member).chain(computed).filter(|name| later.contains(name));
        let columns: Vec<String> =
            environment.iter().cloned().chain([PLACE.to_owned()]).chain(folded.iter().cloned()).chain(kept).collect();
        types.insert(PLACE.to_owned(), "u32".to_owned());
        let key = format!("{:?} {columns:?} {:?}", prefix.iter().map(without_places).collect::<Vec<_>>(), walk.key());
        let relation = if let Some(name) = self.known.get(&key) {
            name.clone()
        } else {
            let name = self.fresh(&clause.name);
            let storage = match (is_dense, is_unique) {
                (true, _) => "dense",
                (false, true) => "unique",
                (false, false) => "set",
            };
            self.declare(&name, &columns, &types, Some(storage.to_owned()), span)?;
            self.known.insert(key, name.clone());
            name
        };
        Ok(Folding { walk, prefix, environment, folded, columns, types, relation, asked: None, span })
    }

    /// Asks the questions of all steps at once, if they do not depend on what has been folded. Otherwise each step asks.
    fn ask_steps(&mut self, folding: &mut Folding, is_lazy: bool) {
        let Some(row) = &folding.walk.row else { return };
        let Some(&count) = self.context.judgments.get(&row.name) else { return };
        let asked = Atom { name: question(&row.name), arguments: row.arguments[..count].to_vec(), ..row.clone() };
        let depends = |argument: &Argument| used_by_term(&argument.term).any(|name| folding.folded.contains(&name));
        if is_lazy || asked.arguments.iter().any(depends) {
            folding.asked = Some(asked);
            return;
        }
        let mut body = folding.prefix.clone();
        body.push(Literal::In(folding.walk.member.clone(), call(&folding.walk.word)));
        body.extend(folding.walk.before.iter().cloned());
        self.emit(vec![asked], body, folding.span);
    }

    /// The step before the first member.
    fn first_step(&mut self, folding: &Folding) {
        let Folding { walk, span, .. } = folding;
        let mut body = folding.prefix.clone();
        body.extend([walk.start(), walk.members_at(&number(0, *span))]);
        body.extend(walk.before.iter().cloned());
        let row = folding.step(|column| match column {
            PLACE => Argument { column: None, term: number(0, *span) },
            _ => variable(column, *span),
        });
        self.emit([row].into_iter().chain(folding.asked.clone()).collect(), body, *span);
    }

    /// A clause that goes on once a step has been answered, with the names of what the next step has instead, and the number
    /// of premises up to the answer.
    fn answered_step(&mut self, folding: &Folding, name: &str) -> (Clause, BTreeMap<String, String>, usize) {
        let Folding { walk, span, .. } = folding;
        let row = folding.step(|column| variable(column, *span));
        let mut step = Clause {
            body: vec![Literal::Holds(row)],
            rows: 1,
            is_growing: true,
            types: folding.types.clone(),
            name: name.to_owned(),
            span: *span,
        };
        if let Some(row) = &walk.row {
            match self.context.judgments.get(&row.name) {
                Some(&count) => self.answered(row, count, &mut step),
                None => self.add_row(row, &mut step),
            }
        }
        let rows = step.body.len();
        let own = folding.columns.iter().filter(|&column| column != PLACE && !folding.environment.contains(column));
        let members: Vec<String> = used_by_term(&walk.member).collect();
        let next: BTreeMap<String, String> =
            own.chain(&members).map(|name| (name.clone(), format!("{name}_next"))).collect();
        let advanced =
            Literal::Compare(Comparison::Equal, renamed(&walk.steps.variables, &next), walk.steps.next.clone());
        for premise in walk.behind.iter().chain([&advanced]) {
            self.signatures().bind(premise, &mut step.types);
            step.body.push(premise.clone());
        }
        (step, next, rows)
    }

    /// The step from a member to the next one. Gives the condition for which there is none.
    fn next_step(&mut self, folding: &Folding, step: &Clause, next: &BTreeMap<String, String>, rows: usize) -> Term {
        let Folding { walk, span, .. } = folding;
        let not = |term: Term| Term { kind: TermKind::Not(Box::new(term)), span: *span };
        let following = place_behind(*span);
        let until = walk.steps.until.as_ref().map(|until| renamed(until, next));
        let mut body = step.body.clone();
        let member = renamed_premise(&walk.members_at(&following), &only(next, &walk.member));
        body.insert(folding.place_of_end(step, rows), member);
        body.extend(until.clone().map(|until| Literal::Condition(not(until))));
        body.extend(walk.before.iter().map(|premise| renamed_premise(premise, next)));
        let row = folding.step(|column| match next.get(column) {
            _ if column == PLACE => Argument { column: None, term: following.clone() },
            Some(renamed) => variable(renamed, *span),
            None => variable(column, *span),
        });
        let asked = folding.asked.as_ref().map(|asked| renamed_atom(asked, next));
        self.emit([row].into_iter().chain(asked).collect(), body, *span);
        let none = not(walk.at(&following));
        match until {
            Some(until) => Term { kind: TermKind::Logic(Connective::Or, vec![until, none]), span: *span },
            None => none,
        }
    }

    /// The clause for nothing to fold.
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
        let nothing = Term { kind: TermKind::Not(Box::new(walk.at(&number(0, *span)))), span: *span };
        empty.body.push(Literal::Condition(nothing));
        empty.body.push(Literal::Compare(Comparison::Equal, result.clone(), walk.steps.start.clone()));
        self.signatures_of(&mut empty);
        empty
    }

    /// The parts of a fold.
    fn walk(&self, aggregate: &Aggregate, span: Span) -> Result<Walk, String> {
        let mut body = aggregate.body.clone();
        let Literal::In(member, Term { kind: TermKind::Call(word), .. }) = body.remove(0) else {
            return Err("a fold begins with what it goes over: `a in member(t, ..)`".to_owned());
        };
        let at = body.iter().position(|premise| self.row(premise).is_some());
        let (mut before, row, behind) = match at {
            Some(at) => {
                let behind = body.split_off(at + 1);
                let Some(Literal::Holds(row)) = body.pop() else { return Err("a fold waits for a row".to_owned()) };
                (body, Some(row), behind)
            }
            None => (Vec::new(), None, body),
        };
        let row = row.map(|mut row| {
            let count = self.context.judgments.get(&row.name).copied().unwrap_or(0);
            for (at, argument) in row.arguments.iter_mut().enumerate().take(count) {
                if !matches!(argument.term.kind, TermKind::Variable(_)) {
                    let name = Term { kind: TermKind::Variable(format!("asked_{at}")), span };
                    before.push(Literal::Compare(Comparison::Equal, name.clone(), argument.term.clone()));
                    argument.term = name;
                }
            }
            row
        });
        if behind.iter().any(|premise| self.row(premise).is_some()) {
            return Err("a step of a fold waits for one row".to_owned());
        }
        let mut steps = steps(aggregate, span)?;
        // What has been folded so far has names of its own.
        let names: BTreeMap<String, String> =
            used_by_term(&steps.variables).map(|name| (name.clone(), format!("{name}_so_far"))).collect();
        steps.variables = renamed(&steps.variables, &names);
        steps.next = renamed(&steps.next, &names);
        steps.until = steps.until.map(|until| renamed(&until, &names));
        let rename = |premise: &Literal| renamed_premise(premise, &names);
        let behind: Vec<Literal> = behind.iter().map(rename).collect();
        let row = row.map(|row| renamed_atom(&row, &names));
        let before: Vec<Literal> = before.iter().map(rename).collect();
        Ok(Walk { member, word, before, row, behind, steps, span })
    }
}

impl Folding {
    /// Where a step looks for the next member: before anything is folded, if that does not decide whether there is one.
    fn place_of_end(&self, step: &Clause, rows: usize) -> usize {
        if self.walk.steps.until.is_none() { rows } else { step.body.len() }
    }

    /// A row of the relation of the steps.
    fn step(&self, column: impl Fn(&str) -> Argument) -> Atom {
        let arguments = self.columns.iter().map(|name| column(name)).collect();
        Atom { name: self.relation.clone(), name_span: self.span, arguments, span: self.span }
    }
}

/// Holds if a fold has a mark.
fn is_marked(aggregate: &Aggregate, mark: &str) -> bool {
    aggregate.marks.iter().any(|found| found == mark)
}

/// The place behind that of a step.
fn place_behind(span: Span) -> Term {
    let place = Term { kind: TermKind::Variable(PLACE.to_owned()), span };
    Term { kind: TermKind::Arithmetic(Operator::Add, Box::new(place), Box::new(number(1, span))), span }
}

impl Walk {
    /// A text that is the same for the same folds.
    fn key(&self) -> String {
        let premises =
            [self.members_at(&number(0, NOWHERE))].into_iter().chain(self.before.clone()).chain(self.behind.clone());
        let row = self.row.clone().map(Literal::Holds);
        let Steps { variables, start, next, until } = &self.steps;
        let equal = |left: &Term, right: &Term| Literal::Compare(Comparison::Equal, left.clone(), right.clone());
        let steps = [equal(variables, start), equal(variables, next)];
        let until = until.clone().map(Literal::Condition);
        let all = premises.chain(row).chain(steps).chain(until);
        format!("{:?}", all.map(|premise| without_places(&premise)).collect::<Vec<_>>())
    }

    /// The member in a place.
    fn at(&self, place: &Term) -> Term {
        let mut word = self.word.clone();
        for argument in &mut word.arguments {
            if matches!(argument.term.kind, TermKind::Each) {
                argument.term = place.clone();
            }
        }
        call(&word)
    }

    /// The premise that binds the member in a place.
    fn members_at(&self, place: &Term) -> Literal {
        Literal::Compare(Comparison::Equal, self.member.clone(), self.at(place))
    }

    /// The premise that binds what is folded before the first member.
    fn start(&self) -> Literal {
        Literal::Compare(Comparison::Equal, self.steps.variables.clone(), self.steps.start.clone())
    }

    /// The variables that are needed from the premises before the fold.
    fn needed(&self, live: &BTreeSet<String>) -> BTreeSet<String> {
        let mut needed = live.clone();
        let terms = [&self.steps.start, &self.steps.next].into_iter().chain(&self.steps.until);
        let arguments = self.word.arguments.iter().map(|argument| &argument.term);
        needed.extend(terms.chain(arguments).flat_map(used_by_term));
        let row = self.row.clone().map(Literal::Holds);
        needed.extend(self.before.iter().chain(&self.behind).chain(&row).flat_map(used_by));
        needed
    }

    /// The variables that are used with the row, and once it is there.
    fn later(&self) -> BTreeSet<String> {
        let row = self.row.clone().map(Literal::Holds);
        let mut names: BTreeSet<String> = row.iter().flat_map(variables).collect();
        names.extend(self.behind.iter().flat_map(used_by));
        names.extend(used_by_term(&self.steps.next));
        names.extend(self.steps.until.iter().flat_map(used_by_term));
        names
    }
}

/// The steps of a fold, those of `min`, `max` and `list` included.
fn steps(aggregate: &Aggregate, span: Span) -> Result<Steps, String> {
    let constant = |name: &str| Term { kind: TermKind::Constant(name.to_owned()), span };
    let folded = Term { kind: TermKind::Variable("folded".to_owned()), span };
    let apply = |word: &str, of: &Term| {
        let arguments = [folded.clone(), of.clone()].map(|term| Argument { column: None, term });
        call(&Atom { name: word.to_owned(), name_span: span, arguments: arguments.to_vec(), span })
    };
    let is = |value: &str| {
        let kind = TermKind::Compare(Comparison::Equal, Box::new(folded.clone()), Box::new(constant(value)));
        Some(Term { kind, span })
    };
    let of = || aggregate.of.clone().ok_or_else(|| format!("`{}` needs a term", aggregate.fold.word()));
    let (start, next, until) = match &aggregate.fold {
        Fold::Steps(steps) => return Ok((**steps).clone()),
        // They are folds of kinds of conversions, of which `No` is the least and `Safe` the greatest.
        Fold::Min => (constant("Safe"), apply("min", &of()?), is("No")),
        Fold::Max => (constant("No"), apply("max", &of()?), is("Safe")),
        Fold::List => (constant("TyList::EMPTY"), apply("append", &of()?), None),
        Fold::Count | Fold::Sum => return Err("rules of the book count and sum up nothing".to_owned()),
    };
    Ok(Steps { variables: folded.clone(), start, next, until })
}

fn number(value: i64, span: Span) -> Term {
    Term { kind: TermKind::Number(value), span }
}

fn call(atom: &Atom) -> Term {
    Term { kind: TermKind::Call(atom.clone()), span: atom.span }
}

/// Holds if a premise has a column that may be anything: rows may differ in that alone.
fn has_any(body: &[Literal]) -> bool {
    body.iter().any(|premise| match premise {
        Literal::Holds(atom) => atom.arguments.iter().any(|argument| matches!(argument.term.kind, TermKind::Any)),
        _ => false,
    })
}
