//! The check of texts in closed columns, whose values are all known: any other text there is an error.
//!
//! A derived column is closed if all of its values come from closed columns, or are written in rules.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::book_builtins::{asked, closed_texts};
use super::known::Known;
use super::syntax::{Atom, Comparison, Fault, Literal, Rule, Term, TermKind};
use crate::relations::{Database, RelationId};
use crate::source::Span;
use crate::types::nearest::nearest;

/// The values that a column or a variable may have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    /// Any value.
    Open,
    /// A known set. `is_of_column` holds if it includes the values of a closed column, and not only texts written in rules.
    Closed { texts: Rc<BTreeSet<String>>, is_of_column: bool },
}

/// The maximum number of values of a closed column. More are no list that a text is missing from.
const MOST_VALUES: usize = 1_000;

type Variables<'r> = FxHashMap<&'r str, Values>;

struct Closed<'a> {
    known: &'a Known,
    database: &'a mut Database,
    /// The columns of the derived relations.
    derived: FxHashMap<RelationId, Vec<Values>>,
}

/// Returns a fault for each text that a column or a variable never equals.
pub(super) fn faults(rules: &[Rule], known: &Known, database: &mut Database) -> Vec<Fault> {
    let mut closed = Closed { known, database, derived: FxHashMap::default() };
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for rule in rules {
            has_changed |= closed.conclude(rule);
        }
    }
    let mut faults = Vec::new();
    for rule in rules {
        let variables = closed.variables(&rule.body, &Variables::default());
        closed.check(&rule.body, &variables, &mut faults);
    }
    faults
}

impl Values {
    fn none() -> Self {
        Self::Closed { texts: Rc::default(), is_of_column: false }
    }

    fn one(text: &str) -> Self {
        Self::Closed { texts: Rc::new(BTreeSet::from([text.to_owned()])), is_of_column: false }
    }

    fn of_column(texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::Closed { texts: Rc::new(texts.into_iter().map(Into::into).collect()), is_of_column: true }
    }

    /// Adds other values. Holds if any of them is new.
    fn add(&mut self, other: &Self) -> bool {
        let Self::Closed { texts, is_of_column } = self else { return false };
        let Self::Closed { texts: more, is_of_column: is_more_of_column } = other else {
            *self = Self::Open;
            return true;
        };
        let mut is_changed = !*is_of_column && *is_more_of_column;
        *is_of_column |= is_more_of_column;
        if Rc::ptr_eq(texts, more) {
            return is_changed;
        }
        for text in more.iter() {
            if !texts.contains(text) {
                is_changed |= Rc::make_mut(texts).insert(text.clone());
            }
        }
        if texts.len() > MOST_VALUES {
            *self = Self::Open;
        }
        is_changed
    }
}

impl Closed<'_> {
    /// Adds the values that a rule concludes to the columns of its relation. Holds if these change.
    fn conclude(&mut self, rule: &Rule) -> bool {
        let Some(relation) = self.known.find(&rule.head.name).filter(|&id| self.known.derived(id).is_some()) else {
            return false;
        };
        let variables = self.variables(&rule.body, &Variables::default());
        let arity = self.known.arity(relation, self.database);
        let mut is_changed = !self.derived.contains_key(&relation);
        let placed = self.columns(&rule.head, relation);
        let columns = self.derived.entry(relation).or_insert_with(|| vec![Values::none(); arity]);
        for (at, term) in placed {
            let found = match &term.kind {
                TermKind::Text(text) => Values::one(text),
                TermKind::Variable(name) => variables.get(&name[..]).cloned().unwrap_or(Values::Open),
                _ => Values::Open,
            };
            is_changed |= columns[at].add(&found);
        }
        is_changed
    }

    /// Returns the arguments of an atom with their column numbers.
    fn columns<'r>(&self, atom: &'r Atom, relation: RelationId) -> Vec<(usize, &'r Term)> {
        let arity = self.known.arity(relation, self.database);
        let place = |at: usize, name: Option<&str>| match name {
            None => (at < arity).then_some(at),
            Some(name) => (0..arity).find(|&at| self.known.column_name(relation, at, self.database) == name),
        };
        let arguments = atom.arguments.iter().enumerate();
        let placed = arguments.filter_map(|(at, argument)| {
            let name = argument.column.as_ref().map(|(name, _)| &name[..]);
            Some((place(at, name)?, &argument.term))
        });
        placed.collect()
    }

    fn values(&self, relation: RelationId, at: usize) -> Values {
        if self.known.derived(relation).is_some() {
            return self
                .derived
                .get(&relation)
                .and_then(|columns| columns.get(at))
                .cloned()
                .unwrap_or_else(Values::none);
        }
        match self.database.relation(relation).schema.columns[at].values {
            [] => Values::Open,
            values => Values::of_column(values.iter().copied()),
        }
    }

    /// Returns the values of the variables of a body, in the scope of those around it.
    fn variables<'r>(&mut self, body: &'r [Literal], around: &Variables<'r>) -> Variables<'r> {
        let mut variables = around.clone();
        for literal in body {
            match literal {
                Literal::Holds(atom) => self.bind(atom, &mut variables),
                Literal::Compare(Comparison::Equal, left, right) => {
                    self.equate(left, right, &mut variables);
                    self.equate(right, left, &mut variables);
                }
                _ => {}
            }
        }
        variables
    }

    fn bind<'r>(&self, atom: &'r Atom, variables: &mut Variables<'r>) {
        let Some(relation) = self.known.find(&atom.name) else { return };
        for (at, term) in self.columns(atom, relation) {
            let TermKind::Variable(name) = &term.kind else { continue };
            let found = self.values(relation, at);
            let is_closer = |known: &Values| matches!((known, &found), (Values::Open, Values::Closed { .. }));
            if variables.get(&name[..]).is_none_or(is_closer) {
                variables.insert(name, found);
            }
        }
    }

    /// Records the values of a variable that equals a text, or the result of a word or a judgment.
    fn equate<'r>(&mut self, left: &'r Term, right: &Term, variables: &mut Variables<'r>) {
        let mut give = |term: &'r Term, values| {
            if let TermKind::Variable(name) = &term.kind {
                variables.entry(name).or_insert(values);
            }
        };
        match &right.kind {
            TermKind::Text(text) => give(left, Values::one(text)),
            TermKind::Call(atom) => {
                let Some(asked) = asked(&atom.name, &self.database.book, &mut self.database.symbols) else { return };
                let parts =
                    if let TermKind::Tuple(parts) = &left.kind { &parts[..] } else { std::slice::from_ref(left) };
                for (part, sort) in parts.iter().zip(&asked.results) {
                    if let Some(texts) = closed_texts(sort) {
                        give(part, Values::of_column(texts));
                    }
                }
            }
            _ => {}
        }
    }

    fn check(&mut self, body: &[Literal], variables: &Variables<'_>, faults: &mut Vec<Fault>) {
        for literal in body {
            match literal {
                Literal::Holds(atom) | Literal::Absent(atom) => self.check_atom(atom, faults),
                Literal::Compare(_, left, right) => {
                    for (one, other) in [(left, right), (right, left)] {
                        if let (TermKind::Variable(name), TermKind::Text(text)) = (&one.kind, &other.kind)
                            && let Some(values) = variables.get(&name[..])
                        {
                            faults.extend(mismatch(values, text, other.span, &format!("`{name}`")));
                        }
                        if let TermKind::Aggregate(aggregate) = &one.kind {
                            let inside = self.variables(&aggregate.body, variables);
                            self.check(&aggregate.body, &inside, faults);
                        }
                    }
                }
                Literal::In(..) | Literal::Condition(_) => {}
            }
        }
    }

    fn check_atom(&self, atom: &Atom, faults: &mut Vec<Fault>) {
        let Some(relation) = self.known.find(&atom.name) else { return };
        for (at, term) in self.columns(atom, relation) {
            if let TermKind::Text(text) = &term.kind {
                let column = self.known.column_name(relation, at, self.database);
                let what = format!("column `{column}` of `{}`", atom.name);
                faults.extend(mismatch(&self.values(relation, at), text, term.span, &what));
            }
        }
    }
}

/// Returns the fault of a text outside of a closed set.
fn mismatch(values: &Values, text: &str, span: Span, what: &str) -> Option<Fault> {
    let Values::Closed { texts, is_of_column: true } = values else { return None };
    if texts.contains(text) {
        return None;
    }
    let near = nearest(text, texts.iter().map(String::as_str)).map(|name| format!("there is `{name}`"));
    let all = || format!("the values are {}", texts.iter().cloned().collect::<Vec<_>>().join(", "));
    Some(Fault::new("unknown-value", span, format!("{what} is never `{text}`")).help(Some(near.unwrap_or_else(all))))
}
