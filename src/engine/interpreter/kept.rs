//! Strings and clauses that live as long as the process. They are interned, so that books that are read repeatedly share them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use typelog_builtins::trace::Clause;

/// Relations with their numbers of columns.
type Relations = Vec<(&'static str, usize)>;

/// A rule with its conclusions and premises.
type Key = (&'static str, Relations, Relations);

/// Everything that is kept.
struct Kept {
    texts: BTreeSet<&'static str>,
    lists: BTreeMap<&'static str, &'static [&'static str]>,
    clauses: BTreeMap<Key, &'static Clause>,
}

static KEPT: Mutex<Kept> =
    Mutex::new(Kept { texts: BTreeSet::new(), lists: BTreeMap::new(), clauses: BTreeMap::new() });

/// Returns the interned string.
pub fn text(text: &str) -> &'static str {
    all().text(text)
}

/// Returns the interned list of one string.
pub fn list(only: &str) -> &'static [&'static str] {
    let mut all = all();
    let only = all.text(only);
    all.lists.entry(only).or_insert_with(|| Box::leak(Box::new([only])))
}

/// Returns the interned clause of a rule with these conclusions and premises.
pub fn clause(rule: &'static str, conclusions: Relations, premises: Relations) -> &'static Clause {
    let mut all = all();
    let key = (rule, conclusions, premises);
    if let Some(known) = all.clauses.get(&key) {
        return known;
    }
    let (_, conclusions, premises) = key.clone();
    let clause: &'static Clause =
        Box::leak(Box::new(Clause { rule, conclusions: conclusions.leak(), premises: premises.leak() }));
    all.clauses.insert(key, clause);
    clause
}

impl Kept {
    fn text(&mut self, text: &str) -> &'static str {
        if let Some(known) = self.texts.get(text) {
            return known;
        }
        let kept: &'static str = text.to_owned().leak();
        self.texts.insert(kept);
        kept
    }
}

fn all() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}
