//! Case-insensitive lookup of properties, with an index for objects with many of them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::{Name, Ty};
use super::Interner;

/// The minimum number of properties of an object that gets an index.
const MANY: usize = 16;

/// For each object an index of its properties by lower-case name; of several, the first.
pub(super) type CaseIndices = FxHashMap<Ty, Arc<FxHashMap<Box<str>, Ty>>>;

impl Interner {
    /// Returns the first property in byte order whose name equals this one, ignoring case.
    pub fn property_ignoring_case(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        if self.properties(ty).len() < MANY {
            let mut properties = self.properties(ty).iter();
            let is_wanted = |other| are_same_in_lower_case(self.text(other), self.text(name));
            return properties.find(|property| is_wanted(property.0)).map(|found| found.1);
        }
        let wanted = self.text(name).to_lowercase();
        if let Some(index) = self.cases.get(&ty) {
            return index.get(&*wanted).copied();
        }
        let mut index = FxHashMap::default();
        for &(name, property) in self.properties(ty) {
            index.entry(self.text(name).to_lowercase().into_boxed_str()).or_insert(property);
        }
        let found = index.get(&*wanted).copied();
        self.cases.insert(ty, Arc::new(index));
        found
    }
}

fn are_same_in_lower_case(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() { a.eq_ignore_ascii_case(b) } else { a.to_lowercase() == b.to_lowercase() }
}

#[cfg(test)]
mod tests {
    use crate::{INT, Interner, STRING};

    #[test]
    fn the_first_name_in_byte_order_counts() {
        let mut types = Interner::default();
        for count in [2, 40] {
            let mut properties = vec![(types.name("key"), INT), (types.name("Key"), STRING)];
            properties.extend((0..count).map(|at| (types.name(&format!("p{at}")), INT)));
            let object = types.object(properties);
            for (name, found) in [("KEY", Some(STRING)), ("kEy", Some(STRING)), ("P1", Some(INT)), ("q", None)] {
                let name = types.name(name);
                assert_eq!(types.property_ignoring_case(object, name), found);
            }
        }
    }
}
