//! Premises that are evaluated on their own, for values that are given.

use typelog_interpreter::value::Value;
use typelog_reader::syntax::{Atom, Literal};

use super::evaluation::{Evaluation, Rules, Unknown, Values};
use super::premise::shown_literal;
use super::{by_relation, files};
use crate::types::BookHandle;

/// The evaluator of premises by the rules of a book about types.
pub struct Premises<'a> {
    rules: &'a Rules<'a>,
}

/// Runs `work` with the evaluator of a book, whose judgments answer inside of [`with_types`](crate::answers::with_types).
pub fn with_premises<R>(book: &BookHandle, work: impl FnOnce(&Premises<'_>) -> R) -> R {
    let files = files(book);
    let rules = by_relation(&files);
    work(&Premises { rules: &rules })
}

impl Premises<'_> {
    /// Returns the values that satisfy a premise, each extending the given ones; `None` if the premise cannot be evaluated on its
    /// own.
    pub fn ways(&self, premise: &Literal, values: &Values) -> Option<Vec<Values>> {
        self.evaluation().ways(premise, values, 0).ok()
    }

    /// Returns the values of the first `count` columns of a premise, if they are known.
    pub fn columns(&self, atom: &Atom, count: usize, values: &Values) -> Option<Vec<Value>> {
        let mut evaluation = self.evaluation();
        let known = atom.arguments.iter().take(count).map(|argument| evaluation.known(&argument.term, values, 0));
        known.collect::<Result<Option<Vec<Value>>, Unknown>>().ok().flatten()
    }

    /// Returns the values of all columns of a premise, as far as they are known.
    pub fn known_columns(&self, atom: &Atom, values: &Values) -> Vec<Option<Value>> {
        let mut evaluation = self.evaluation();
        atom.arguments.iter().map(|argument| evaluation.known(&argument.term, values, 0).ok().flatten()).collect()
    }

    /// Holds if a relation is concluded by a rule or a row of a table.
    pub fn knows(&self, relation: &str) -> bool {
        self.rules.contains_key(relation)
    }

    /// Returns the names of the relations that rules or rows of tables conclude.
    pub fn relations(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().copied()
    }

    /// Renders a premise with its values. `text` is the text of its file.
    pub fn shown(&self, premise: &Literal, values: &Values, text: &str) -> String {
        shown_literal(premise, values, text)
    }

    fn evaluation(&self) -> Evaluation<'_> {
        Evaluation { rules: self.rules, answered: Vec::new() }
    }
}
