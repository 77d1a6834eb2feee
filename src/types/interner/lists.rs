//! Lists of types, in which the rules collect the types of parts. They are not hash-consed, and live until
//! [`Interner::forget_lists`] is called.

use super::Interner;
use crate::Ty;

/// A handle to a list of types. Lists share common prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyList(u32);

impl TyList {
    /// The empty list.
    pub const EMPTY: Self = Self(0);
}

impl Interner {
    /// Appends a type to a list.
    #[inline]
    pub fn append(&mut self, list: TyList, last: Ty) -> TyList {
        self.cells.push((list, last));
        TyList(self.cells.len() as u32)
    }

    /// Frees all lists.
    pub fn forget_lists(&mut self) {
        self.cells.clear();
    }

    /// Returns the list without its last type.
    pub fn without_last(&self, list: TyList) -> TyList {
        list.0.checked_sub(1).map_or(list, |before| self.cells[before as usize].0)
    }

    /// The types of a list, in order.
    pub fn list_items(&self, list: TyList) -> Vec<Ty> {
        let mut items = Vec::with_capacity(self.list_length(list));
        items.extend(self.from_last(list));
        items.reverse();
        items
    }

    /// The number of types in a list.
    pub fn list_length(&self, list: TyList) -> usize {
        self.from_last(list).count()
    }

    /// The types of a list, the last one first.
    pub fn from_last(&self, mut list: TyList) -> impl Iterator<Item = Ty> {
        std::iter::from_fn(move || {
            let (rest, last) = self.cells[list.0.checked_sub(1)? as usize];
            list = rest;
            Some(last)
        })
    }
}
