//! Strings and clauses that live as long as the process. They are interned, so that books that are read repeatedly share them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use typelog_builtins::trace::Clause;

/// Relations with their numbers of columns.
type Relations = Vec<(&'static str, usize)>;

/// Returns the interned string.
pub fn text(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let kept: &'static str = text.to_owned().leak();
    texts.insert(kept);
    kept
}

/// Returns the interned list of one string.
pub fn list(only: &str) -> &'static [&'static str] {
    static LISTS: Mutex<BTreeMap<&'static str, &'static [&'static str]>> = Mutex::new(BTreeMap::new());
    let only = text(only);
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    lists.entry(only).or_insert_with(|| Box::leak(Box::new([only])))
}

/// Returns the interned clause of a rule with these conclusions and premises.
pub fn clause(rule: &'static str, conclusions: Relations, premises: Relations) -> &'static Clause {
    type Key = (&'static str, Relations, Relations);
    static CLAUSES: Mutex<BTreeMap<Key, &'static Clause>> = Mutex::new(BTreeMap::new());
    let mut clauses = CLAUSES.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = |(rule, conclusions, premises): &Key| -> &'static Clause {
        let clause = Clause { rule, conclusions: conclusions.clone().leak(), premises: premises.clone().leak() };
        Box::leak(Box::new(clause))
    };
    let key = (rule, conclusions, premises);
    if let Some(known) = clauses.get(&key) {
        return known;
    }
    let clause = kept(&key);
    clauses.insert(key, clause);
    clause
}
