//! Folds: steps over the members of something, one after the other.
//!
//! `k = min l { (a, b) in pair(p, s, t, ..), converts(a, b, m, l) }` becomes a relation whose rows are the steps: what has been
//! folded before the `i`-th member, and that member. A step goes on once the answer about its member is there.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{NOWHERE, used_by, used_by_term, variables, without_places};
use super::{Clause, Elaboration, in_order, question, variable};
use crate::Span;
use crate::syntax::{
    Aggregate, Argument, Atom, Comparison, Connective, Fold, Literal, Operator, Steps, Term, TermKind,
};

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
}

impl Elaboration<'_> {
    /// Adds a fold to a clause. Gives the clause for nothing to fold as well.
    pub(super) fn fold(
        &mut self,
        result: &Term,
        aggregate: &Aggregate,
        live: &BTreeSet<String>,
        clause: &mut Clause,
    ) -> Result<Clause, String> {
        let span = result.span;
        let walk = self.walk(aggregate, span)?;
        let mut needed = live.clone();
        for term in [&walk.steps.start, &walk.steps.next].into_iter().chain(&walk.steps.until) {
            needed.extend(used_by_term(term));
        }
        needed.extend(walk.word.arguments.iter().flat_map(|argument| used_by_term(&argument.term)));
        let premises = walk.before.iter().chain(&walk.behind).cloned().chain(walk.row.clone().map(Literal::Holds));
        premises.for_each(|premise| needed.extend(used_by(&premise)));
        if !self.is_plain(clause) {
            self.wait(&needed, Vec::new(), clause)?;
        }
        let prefix = clause.body.clone();
        let environment: Vec<String> = in_order(&prefix).into_iter().filter(|name| needed.contains(name)).collect();
        let is_unique = in_order(&prefix).len() == environment.len() && !has_any(&prefix);

        // The relation of the steps.
        let folded: Vec<String> = used_by_term(&walk.steps.variables).collect();
        let members: Vec<String> = used_by_term(&walk.member).collect();
        let mut types = clause.types.clone();
        let start = Literal::Compare(Comparison::Equal, walk.steps.variables.clone(), walk.steps.start.clone());
        self.signatures().bind(&start, &mut types);
        let first = walk.members_at(number(0, span));
        self.signatures().bind(&first, &mut types);
        walk.before.iter().for_each(|premise| self.signatures().bind(premise, &mut types));
        let computed: Vec<String> = walk.before.iter().flat_map(super::binds).filter(|name| types.contains_key(name)).collect();
        let own: BTreeSet<String> = walk.row.iter().flat_map(|row| variables(&Literal::Holds(row.clone()))).collect();
        let later: BTreeSet<String> = walk.later();
        let kept = |names: Vec<String>| -> Vec<String> {
            names.into_iter().filter(|name| own.contains(name) || later.contains(name)).collect()
        };
        let (members, computed) = (kept(members), kept(computed));
        let place = "place".to_owned();
        types.insert(place.clone(), "u32".to_owned());
        let columns: Vec<String> =
            environment.iter().chain([&place]).chain(&folded).chain(&members).chain(&computed).cloned().collect();
        let key = format!("{:?} {:?} {:?}", prefix.iter().map(without_places).collect::<Vec<_>>(), columns, walk.key());
        let name = match self.known.get(&key) {
            Some(name) => name.clone(),
            None => self.fresh(&clause.name),
        };
        let is_new = self.known.insert(key, name.clone()).is_none();
        let chosen = aggregate.storage.clone().filter(|storage| storage != "lazy");
        let storage = chosen.unwrap_or_else(|| if is_unique { "unique".to_owned() } else { "set".to_owned() });
        if is_new {
            self.declare(&name, &columns, &types, Some(storage), span)?;
        }
        let step_row = |arguments: Vec<Argument>| Atom { name: name.clone(), name_span: span, arguments, span };
        let plain_row = step_row(columns.iter().map(|column| variable(column, span)).collect());

        // The questions: all at once, if they do not depend on what has been folded.
        let asked = walk.row.as_ref().and_then(|row| {
            let &count = self.context.judgments.get(&row.name)?;
            Some(Atom { name: question(&row.name), arguments: row.arguments[..count].to_vec(), ..row.clone() })
        });
        let uses_folded = |atom: &Atom| {
            let mut names = atom.arguments.iter().flat_map(|argument| used_by_term(&argument.term));
            names.any(|name| folded.contains(&name))
        };
        let is_lazy = aggregate.storage.as_deref() == Some("lazy") || asked.as_ref().is_some_and(uses_folded);
        if let Some(head) = asked.clone().filter(|_| !is_lazy) {
            let mut body = prefix.clone();
            body.push(Literal::In(walk.member.clone(), call(&walk.word)));
            body.extend(walk.before.iter().cloned());
            self.emit(vec![head], body, span);
        }
        let asked = asked.filter(|_| is_lazy);

        // The first step.
        let mut body = prefix.clone();
        body.push(start);
        body.push(first);
        body.extend(walk.before.iter().cloned());
        let arguments = columns.iter().map(|column| {
            if *column == place { Argument { column: None, term: number(0, span) } } else { variable(column, span) }
        });
        let heads = [step_row(arguments.collect())].into_iter().chain(asked.clone());
        self.emit(heads.collect(), body, span);

        // The next step.
        let mut body = vec![Literal::Holds(plain_row.clone())];
        let mut step = Clause { body, rows: 1, types: types.clone(), name: clause.name.clone(), span };
        if let Some(row) = &walk.row {
            match self.context.judgments.get(&row.name) {
                Some(&count) => self.answered(row, count, &mut step),
                None => self.add_row(row, &mut step),
            }
        }
        for premise in &walk.behind {
            self.signatures().bind(premise, &mut step.types);
            step.body.push(premise.clone());
        }
        let next: BTreeMap<String, String> = folded
            .iter()
            .chain(&members)
            .chain(&computed)
            .chain(&used_by_term(&walk.member).collect::<Vec<_>>())
            .map(|name| (name.clone(), format!("{name}_next")))
            .collect();
        let advanced =
            Literal::Compare(Comparison::Equal, renamed(&walk.steps.variables, &next), walk.steps.next.clone());
        self.signatures().bind(&advanced, &mut step.types);
        step.body.push(advanced);
        let until = walk.steps.until.as_ref().map(|until| renamed(until, &next));
        let following = Term {
            kind: TermKind::Arithmetic(
                Operator::Add,
                Box::new(Term { kind: TermKind::Variable(place.clone()), span }),
                Box::new(number(1, span)),
            ),
            span,
        };
        body = step.body.clone();
        if let Some(until) = &until {
            body.push(Literal::Condition(Term { kind: TermKind::Not(Box::new(until.clone())), span }));
        }
        body.push(renamed_premise(&walk.members_at(following.clone()), &only(&next, &walk.member)));
        body.extend(walk.before.iter().map(|premise| renamed_premise(premise, &next)));
        let arguments = columns.iter().map(|column| match next.get(column) {
            _ if *column == place => Argument { column: None, term: following.clone() },
            Some(renamed) => variable(renamed, span),
            None => variable(column, span),
        });
        let heads = [step_row(arguments.collect())].into_iter().chain(asked.map(|asked| renamed_atom(&asked, &next)));
        self.emit(heads.collect(), body, span);

        // The end.
        let none = Term { kind: TermKind::Not(Box::new(walk.at(following))), span };
        let end = match until {
            Some(until) => Term { kind: TermKind::Logic(Connective::Or, vec![until, none]), span },
            None => none,
        };
        let mut empty = Clause { body: prefix, rows: 1, types: clause.types.clone(), name: clause.name.clone(), span: clause.span };
        let nothing = Term { kind: TermKind::Not(Box::new(walk.at(number(0, span)))), span };
        empty.body.push(Literal::Condition(nothing));
        empty.body.push(Literal::Compare(Comparison::Equal, result.clone(), walk.steps.start.clone()));
        self.signatures_of(&mut empty);
        step.body.push(Literal::Condition(end));
        // What has been folded stands in the variables of the result.
        let value = renamed(&walk.steps.variables, &next);
        step.body.push(Literal::Compare(Comparison::Equal, result.clone(), value));
        self.signatures_of(&mut step);
        step.span = clause.span;
        *clause = step;
        Ok(empty)
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
        Ok(Walk { member, word, before, row, behind, steps })
    }
}

impl Walk {
    /// A text that is the same for the same folds.
    fn key(&self) -> String {
        let premises = [self.members_at(number(0, NOWHERE))].into_iter().chain(self.before.clone()).chain(self.behind.clone());
        let row = self.row.clone().map(Literal::Holds);
        let Steps { variables, start, next, until } = &self.steps;
        let equal = |left: &Term, right: &Term| Literal::Compare(Comparison::Equal, left.clone(), right.clone());
        let steps = [equal(variables, start), equal(variables, next)];
        let until = until.clone().map(Literal::Condition);
        let all = premises.chain(row).chain(steps).chain(until);
        format!("{:?}", all.map(|premise| without_places(&premise)).collect::<Vec<_>>())
    }

    /// The member in a place.
    fn at(&self, place: Term) -> Term {
        let mut word = self.word.clone();
        for argument in &mut word.arguments {
            if matches!(argument.term.kind, TermKind::Each) {
                argument.term = place.clone();
            }
        }
        call(&word)
    }

    /// The premise that binds the member in a place.
    fn members_at(&self, place: Term) -> Literal {
        Literal::Compare(Comparison::Equal, self.member.clone(), self.at(place))
    }

    /// The variables that are used once the row is there.
    fn later(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = self.behind.iter().flat_map(used_by).collect();
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

/// The new names of the variables of a pattern.
fn only(names: &BTreeMap<String, String>, pattern: &Term) -> BTreeMap<String, String> {
    used_by_term(pattern).filter_map(|name| names.get(&name).map(|new| (name, new.clone()))).collect()
}

fn renamed_premise(premise: &Literal, names: &BTreeMap<String, String>) -> Literal {
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

fn renamed_atom(atom: &Atom, names: &BTreeMap<String, String>) -> Atom {
    let mut atom = atom.clone();
    atom.arguments.iter_mut().for_each(|argument| argument.term = renamed(&argument.term, names));
    atom
}

/// A term with other names for variables.
fn renamed(term: &Term, names: &BTreeMap<String, String>) -> Term {
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
