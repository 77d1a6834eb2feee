//! The parts of a fold: the members, the conditions on a member, and the step.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{NOWHERE, used_by, used_by_term, variables, without_places};
use super::rename::{only, renamed, renamed_atom, renamed_premise};
use super::{Elaboration, binds, unused};
use crate::Span;
use crate::syntax::{Aggregate, Argument, Atom, Comparison, Fold, Literal, Operator, Steps, Term, TermKind};
use crate::types::Type;
use crate::typing::Types;

/// The members of a fold.
pub enum Members {
    /// The values of a builtin for the numbers from 0 on: `a in member(t, ..)`.
    Builtin(Term, Atom),
    /// The rows of a relation that are numbered from 0 on: `operator_signature(o, i.., p, r)`.
    Rows(Atom),
}

/// A fold in parts.
pub struct FoldParts {
    /// The members.
    pub members: Members,
    /// The column of a step for the number of its member.
    pub place: String,
    /// Bindings that depend only on the member, and that a question needs.
    pub before: Vec<Literal>,
    /// The conditions before the row. Members that do not satisfy them are skipped, and need no row.
    pub filters: Vec<Literal>,
    /// The row that a step waits for, if there is one.
    pub row: Option<Atom>,
    /// The premises behind the row: conditions, and bindings that depend on it.
    pub behind: Vec<Literal>,
    /// The term of the first member that satisfies all conditions, if the fold ends there.
    pub first: Option<Term>,
    /// Holds if there must be a row for each member that satisfies the conditions before it.
    pub requires_all: bool,
    pub steps: Steps,
    pub span: Span,
}

/// The default name of the column for the number of a member.
const PLACE: &str = "place";

impl Elaboration<'_> {
    /// Returns the parts of a fold, where the variables of the premises before it have the types `outer`.
    pub(super) fn walk(&self, aggregate: &Aggregate, outer: &Types, span: Span) -> Result<FoldParts, String> {
        let mut body = aggregate.body.clone();
        let (members, place) = self.members(body.remove(0))?;
        let mut types = outer.clone();
        types.insert(place.clone(), Type::named("u32"));
        let mut walk = FoldParts {
            members,
            place,
            before: Vec::new(),
            filters: Vec::new(),
            row: None,
            behind: Vec::new(),
            first: None,
            requires_all: matches!(aggregate.fold, Fold::All) && aggregate.of.is_none(),
            steps: steps(aggregate, span)?,
            span,
        };
        self.signatures().bind(&walk.at(&number(0, span)), &mut types);
        let at = body.iter().position(|premise| self.row(premise).is_some());
        let behind = body.split_off(at.map_or(0, |at| at + 1));
        if let Some(Literal::Holds(row)) = body.pop() {
            walk.row = Some(self.plain_question(row, outer, span, &mut body));
        }
        for premise in body {
            let can_fail = self.can_fail(&premise, &types);
            self.signatures().bind(&premise, &mut types);
            if can_fail { &mut walk.filters } else { &mut walk.before }.push(premise);
        }
        if behind.iter().any(|premise| self.row(premise).is_some()) {
            return Err("a step of a fold waits for one row".to_owned());
        }
        if walk.before.iter().flat_map(used_by).any(|name| name == walk.place) {
            return Err("what a fold asks with does not depend on the place of a member".to_owned());
        }
        walk.behind = behind;
        if matches!(aggregate.fold, Fold::First) {
            walk.first.clone_from(&aggregate.of);
        }
        walk.call_so_far();
        Ok(walk)
    }

    /// Returns the members of a fold, and the variable for their numbers.
    fn members(&self, premise: Literal) -> Result<(Members, String), String> {
        let place = |builtin: &Atom| {
            builtin.arguments.iter().find_map(|argument| match &argument.term.kind {
                TermKind::Each(place) => Some(place.clone().unwrap_or_else(|| PLACE.to_owned())),
                _ => None,
            })
        };
        let members = match premise {
            Literal::In(member, Term { kind: TermKind::Call(builtin), .. }) => {
                place(&builtin).map(|place| (Members::Builtin(member, builtin), place))
            }
            Literal::Holds(row) if self.context.columns.contains_key(&row.name) => {
                place(&row).map(|place| (Members::Rows(row), place))
            }
            _ => None,
        };
        members.ok_or_else(|| "a fold begins with what it goes over: `a in member(t, ..)`".to_owned())
    }

    /// Returns the row of a step, with plain variables in its question. The bindings of these are added to `before`.
    fn plain_question(&self, mut row: Atom, types: &Types, span: Span, before: &mut Vec<Literal>) -> Atom {
        let count = self.context.judgments.get(&row.name).copied().unwrap_or(0);
        for (at, argument) in row.arguments.iter_mut().enumerate().take(count) {
            if !matches!(argument.term.kind, TermKind::Variable(_)) {
                let name = Term { kind: TermKind::Variable(unused(&format!("asked_{at}"), types)), span };
                before.push(Literal::Compare(Comparison::Equal, name.clone(), argument.term.clone()));
                argument.term = name;
            }
        }
        row
    }
}

impl FoldParts {
    /// Renames the variables of the accumulator.
    fn call_so_far(&mut self) {
        let names: BTreeMap<String, String> =
            used_by_term(&self.steps.variables).map(|name| (name.clone(), format!("{name}_so_far"))).collect();
        let Steps { variables, next, until, .. } = &mut self.steps;
        *variables = renamed(variables, &names);
        *next = renamed(next, &names);
        *until = until.as_ref().map(|until| renamed(until, &names));
        for premise in self.before.iter_mut().chain(&mut self.filters).chain(&mut self.behind) {
            *premise = renamed_premise(premise, &names);
        }
        self.row = self.row.as_ref().map(|row| renamed_atom(row, &names));
    }

    /// Returns the key of a walk: its premises, and `true` if it ends at the first member.
    pub fn key(&self) -> (Vec<Literal>, bool) {
        let row = self.row.clone().map(Literal::Holds);
        let Steps { variables, start, next, until } = &self.steps;
        let equal = |left: &Term, right: &Term| Literal::Compare(Comparison::Equal, left.clone(), right.clone());
        let premises = [self.at(&number(0, NOWHERE)), equal(variables, start), equal(variables, next)].into_iter();
        let premises = premises.chain(self.before.clone()).chain(self.filters.clone()).chain(self.behind.clone());
        let all = premises.chain(row).chain(until.clone().map(Literal::Condition));
        (all.map(|premise| without_places(&premise)).collect(), self.first.is_some())
    }

    /// Returns the premise that binds the member with a number.
    pub fn at(&self, place: &Term) -> Literal {
        match &self.members {
            Members::Builtin(member, builtin) => {
                Literal::Compare(Comparison::Equal, member.clone(), call(&placed(builtin, place)))
            }
            Members::Rows(row) => Literal::Holds(placed(row, place)),
        }
    }

    /// Returns the premise that no member has a number. `own` are the variables of members.
    pub fn none_at(&self, place: &Term, own: &BTreeSet<String>) -> Literal {
        match &self.members {
            Members::Builtin(_, builtin) => {
                let kind = TermKind::Not(Box::new(call(&placed(builtin, place))));
                Literal::Condition(Term { kind, span: self.span })
            }
            Members::Rows(row) => {
                let mut row = placed(row, place);
                for argument in &mut row.arguments {
                    if matches!(&argument.term.kind, TermKind::Variable(name) if own.contains(name)) {
                        argument.term.kind = TermKind::Any;
                    }
                }
                Literal::Absent(row)
            }
        }
    }

    /// Returns the premise that binds the members one after the other.
    pub fn each(&self) -> Literal {
        match &self.members {
            Members::Builtin(member, builtin) => Literal::In(member.clone(), call(builtin)),
            Members::Rows(row) => {
                let place = Term { kind: TermKind::Variable(self.place.clone()), span: self.span };
                Literal::Holds(placed(row, &place))
            }
        }
    }

    /// Returns the premise that binds the members one after the other, if they are few.
    pub fn each_of_few(&self) -> Literal {
        match self.each() {
            Literal::In(member, members) => {
                let arguments = vec![Argument { column: None, term: members }];
                let few = Atom { name: "few".to_owned(), name_span: self.span, arguments, span: self.span };
                Literal::In(member, call(&few))
            }
            other => other,
        }
    }

    /// Returns the variables of a member, except those that are already known.
    pub fn own(&self, known: &[String]) -> BTreeSet<String> {
        match &self.members {
            Members::Builtin(member, _) => used_by_term(member).collect(),
            Members::Rows(row) => used_by(&Literal::Holds(row.clone()))
                .filter(|name| !known.contains(name) && *name != self.place)
                .collect(),
        }
    }

    /// Returns the premise that binds the member after that of a step, whose variables have the given names.
    pub fn next(&self, names: &BTreeMap<String, String>, own: &BTreeSet<String>) -> Literal {
        let at = self.at(&self.place_behind());
        match &self.members {
            Members::Builtin(member, _) => renamed_premise(&at, &only(names, member)),
            Members::Rows(_) => {
                let names = names.iter().filter(|(name, _)| own.contains(*name));
                renamed_premise(&at, &names.map(|(name, new)| (name.clone(), new.clone())).collect())
            }
        }
    }

    /// Returns the number after that of a step.
    pub fn place_behind(&self) -> Term {
        let span = self.span;
        let place = Term { kind: TermKind::Variable(self.place.clone()), span };
        Term { kind: TermKind::Arithmetic(Operator::Add, Box::new(place), Box::new(number(1, span))), span }
    }

    /// Returns a question about the member with a number.
    pub fn asked_at(&self, asked: &Atom, place: &Term) -> Atom {
        let mut asked = asked.clone();
        for argument in &mut asked.arguments {
            if matches!(&argument.term.kind, TermKind::Variable(name) if *name == self.place) {
                argument.term = place.clone();
            }
        }
        asked
    }

    /// Returns the variables that are needed from the premises before the fold.
    pub fn needed(&self, live: &BTreeSet<String>) -> BTreeSet<String> {
        let mut needed = live.clone();
        needed.extend(used_by_term(&self.steps.start));
        needed.extend(used_by(&self.each()));
        needed.extend(self.before.iter().flat_map(used_by));
        needed.extend(self.later());
        needed
    }

    /// Returns the variables that are used in the row and behind it.
    pub fn later(&self) -> BTreeSet<String> {
        let row = self.row.clone().map(Literal::Holds);
        let mut names: BTreeSet<String> = row.iter().flat_map(variables).collect();
        names.extend(self.filters.iter().chain(&self.behind).flat_map(used_by));
        let terms = [Some(&self.steps.next), self.steps.until.as_ref(), self.first.as_ref()];
        names.extend(terms.into_iter().flatten().flat_map(used_by_term));
        names
    }

    /// Returns the variables that are bound before the row.
    pub fn computed(&self) -> impl Iterator<Item = String> {
        self.before.iter().flat_map(binds)
    }
}

/// Returns a builtin or a row with a number in place of `..`.
fn placed(atom: &Atom, place: &Term) -> Atom {
    let mut atom = atom.clone();
    for argument in &mut atom.arguments {
        if matches!(argument.term.kind, TermKind::Each(_)) {
            argument.term = place.clone();
        }
    }
    atom
}

/// Returns the step of a fold, also of `min`, `max`, `list`, `any`, `all` and `first`.
fn steps(aggregate: &Aggregate, span: Span) -> Result<Steps, String> {
    let constant = |name: &str| Term { kind: TermKind::Constant(name.to_owned()), span };
    let nothing = Term { kind: TermKind::Tuple(Vec::new()), span };
    let folded = Term { kind: TermKind::Variable("folded".to_owned()), span };
    let apply = |builtin: &str, of: &Term| {
        let arguments = [folded.clone(), of.clone()].map(|term| Argument { column: None, term });
        call(&Atom { name: builtin.to_owned(), name_span: span, arguments: arguments.to_vec(), span })
    };
    let is = |value: &str| {
        let kind = TermKind::Compare(Comparison::Equal, Box::new(folded.clone()), Box::new(constant(value)));
        Some(Term { kind, span })
    };
    let of = || aggregate.of.clone().ok_or_else(|| format!("`{}` needs a term", aggregate.fold.word()));
    let (start, next, until) = match &aggregate.fold {
        Fold::Steps(steps) => return Ok((**steps).clone()),
        // These are folds of kinds of conversions, of which `No` is the least and `Safe` the greatest.
        Fold::Min => (constant("Safe"), apply("min", &of()?), is("No")),
        Fold::Max => (constant("No"), apply("max", &of()?), is("Safe")),
        Fold::List => (constant("TyList::EMPTY"), apply("append", &of()?), None),
        Fold::Any => (constant("false"), of()?, is("true")),
        Fold::All if aggregate.of.is_some() => (constant("true"), of()?, is("false")),
        // There is no accumulator.
        Fold::All | Fold::First => {
            return Ok(Steps { variables: nothing.clone(), start: nothing.clone(), next: nothing, until: None });
        }
        Fold::Count | Fold::Sum => return Err("rules of the book count and sum up nothing".to_owned()),
    };
    Ok(Steps { variables: folded.clone(), start, next, until })
}

/// Returns a number as a term.
pub fn number(value: i64, span: Span) -> Term {
    Term { kind: TermKind::Number(value), span }
}

/// Returns a builtin as a term.
pub fn call(atom: &Atom) -> Term {
    Term { kind: TermKind::Call(atom.clone()), span: atom.span }
}
