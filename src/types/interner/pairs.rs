//! The properties that two large objects have in common.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::Ty;
use super::Interner;

/// The number of properties from which on two objects are compared once for all of their pairs.
const MANY: usize = 32;

/// The number of comparisons that are kept at a time.
const MOST_KEPT: usize = 256;

/// The properties of two objects, side by side.
#[derive(Debug)]
pub struct Pairs {
    /// The types of those that both have, in the order of their names.
    pub common: Vec<(Ty, Ty)>,
    /// The types of those that only the second has, in the order of their names.
    pub only_second: Vec<Ty>,
}

/// The comparisons that are kept.
pub(super) type KnownPairs = FxHashMap<(Ty, Ty), Arc<Pairs>>;

impl Interner {
    /// The properties of two objects side by side, if they are large.
    pub fn large_pairs(&mut self, s: Ty, t: Ty) -> Option<Arc<Pairs>> {
        if self.properties(s).len() < MANY || self.properties(t).len() < MANY {
            return None;
        }
        if let Some(known) = self.pairs.get(&(s, t)) {
            return Some(known.clone());
        }
        let own = self.properties(s).iter();
        let common = own.filter_map(|&(name, a)| Some((a, self.property(t, name)?))).collect();
        let others = self.properties(t).iter();
        let only_second = others.filter(|found| self.property(s, found.0).is_none()).map(|found| found.1).collect();
        let pairs = Arc::new(Pairs { common, only_second });
        if self.pairs.len() == MOST_KEPT {
            self.pairs.clear();
        }
        self.pairs.insert((s, t), pairs.clone());
        Some(pairs)
    }
}
