//! The common properties of two large objects.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::Ty;
use super::Interner;

/// The minimum number of properties of two objects whose pairs are cached.
const MANY: usize = 32;

/// The maximum number of cached comparisons.
const MOST_KEPT: usize = 256;

/// The properties of two objects, paired by name.
#[derive(Debug)]
pub struct Pairs {
    /// The types of the properties that both have, in the order of their names.
    pub common: Vec<(Ty, Ty)>,
    /// The types of the properties that only the second has, in the order of their names.
    pub only_second: Vec<Ty>,
}

/// The cached comparisons.
pub(super) type KnownPairs = FxHashMap<(Ty, Ty), Arc<Pairs>>;

impl Interner {
    /// Returns the paired properties of two objects, if both are large.
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
