//! Lists that mostly hold one item.

use std::slice;

/// A list whose only item lies in the list itself.
///
/// It is the value of the tables that joins go by, and there is one for each of several hundred relations: so it can do nothing
/// but what these need.
pub enum Few<T> {
    /// No item.
    None,
    /// One item.
    One(T),
    /// Several items.
    Many(Vec<T>),
}

impl<T> Few<T> {
    /// Adds an item behind the others.
    #[inline]
    pub fn push(&mut self, item: T) {
        match self {
            Self::None => *self = Self::One(item),
            Self::One(_) => self.become_many(item),
            Self::Many(items) => items.push(item),
        }
    }

    /// Moves the items of another list here. Costs the shorter one, whose items are the last.
    pub fn append(&mut self, mut from: Self) {
        if from.as_slice().len() > self.as_slice().len() {
            std::mem::swap(self, &mut from);
        }
        match (&mut *self, from) {
            (Self::Many(items), Self::Many(mut more)) => items.append(&mut more),
            (_, Self::One(item)) => self.push(item),
            // No list is shorter than an empty one, and none of one item longer than one of several.
            _ => {}
        }
    }

    #[inline(never)]
    fn become_many(&mut self, item: T) {
        if let Self::One(first) = std::mem::replace(self, Self::None) {
            *self = Self::Many(vec![first, item]);
        }
    }

    /// The items, in the order in which they came.
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
    use super::Few;

    #[test]
    fn no_item_is_lost() {
        let list = |items: std::ops::Range<u32>| {
            let mut list = Few::None;
            items.for_each(|item| list.push(item));
            list
        };
        for first in 0..4 {
            for second in 0..4 {
                let mut all = list(0..first);
                all.append(list(first..first + second));
                // Those of the longer list come first.
                let (longer, shorter) = (first..first + second, 0..first);
                let order = if second > first { longer.chain(shorter) } else { shorter.chain(longer) };
                assert!(all.as_slice().iter().copied().eq(order), "{first} and {second}");
            }
        }
    }
}
