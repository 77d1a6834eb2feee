//! Lists that mostly hold one item.

use std::slice;

/// A list that stores a single item inline.
///
/// It is the value of the tables of joins, and is instantiated for several hundred relations. So it has only the operations
/// that these need.
pub enum InlineVec<T> {
    /// No item.
    None,
    /// One item.
    One(T),
    /// Several items.
    Many(Vec<T>),
}

impl<T> InlineVec<T> {
    /// Appends an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        match self {
            Self::None => *self = Self::One(item),
            Self::One(_) => self.become_many(item),
            Self::Many(items) => items.push(item),
        }
    }

    /// Removes all items, and returns them.
    #[inline]
    pub fn take(&mut self) -> Self {
        std::mem::replace(self, Self::None)
    }

    /// Moves the items of another list to this one. The items of the shorter list are moved, and come last.
    pub fn append(&mut self, from: &mut Self) {
        if from.as_slice().len() > self.as_slice().len() {
            std::mem::swap(self, from);
        }
        match (&mut *self, from.take()) {
            (Self::Many(items), Self::Many(mut more)) => items.append(&mut more),
            (_, Self::One(item)) => self.push(item),
            // The shorter list is empty.
            _ => {}
        }
    }

    #[inline(never)]
    fn become_many(&mut self, item: T) {
        if let Self::One(first) = self.take() {
            *self = Self::Many(vec![first, item]);
        }
    }

    /// Returns the items, in insertion order.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::None => &[],
            Self::One(item) => slice::from_ref(item),
            Self::Many(items) => items,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InlineVec;

    #[test]
    fn no_item_is_lost() {
        let list = |items: std::ops::Range<u32>| {
            let mut list = InlineVec::None;
            items.for_each(|item| list.push(item));
            list
        };
        for first in 0..4 {
            for second in 0..4 {
                let mut all = list(0..first);
                all.append(&mut list(first..first + second));
                // The items of the longer list come first.
                let (longer, shorter) = (first..first + second, 0..first);
                let order = if second > first { longer.chain(shorter) } else { shorter.chain(longer) };
                assert!(all.as_slice().iter().copied().eq(order), "{first} and {second}");
            }
        }
    }
}
