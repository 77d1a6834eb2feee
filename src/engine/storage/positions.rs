//! Positions of rows, by the hashes of their keys.

/// Positions by hash: a table of slots, in which a position is at the slot of its hash, or at the next one that was free.
///
/// At most half of the slots are taken, and no position is removed alone, so a search is a short loop. It is compiled for each type of
/// keys, several hundred times: with a general hash table, its code and the time of a build are several times as large.
#[derive(Default)]
pub struct Positions {
    slots: Vec<u32>,
}

/// The content of a slot without a position.
const FREE: u32 = u32::MAX;

/// The number of slots for each row when a table grows.
const SPARE: usize = 8;

/// The number of rows from which a table grows by less, because so many slots take longer to clear than they save.
const MANY: usize = 1 << 10;

impl Positions {
    /// Returns a table with room for the positions of so many rows, and for more.
    #[cold]
    #[inline(never)]
    pub fn with_room(rows: usize) -> Self {
        let count = rows * if rows < MANY { SPARE } else { SPARE / 2 };
        Self { slots: vec![FREE; count.next_power_of_two()] }
    }

    /// Holds if the position of one more than so many rows has room.
    #[inline(always)]
    pub fn has_room(&self, rows: usize) -> bool {
        2 * rows < self.slots.len()
    }

    /// Returns the position with a hash that is wanted, or else the free slot for it. The table has room.
    #[inline(always)]
    pub fn find(&self, hash: u64, is_wanted: impl Fn(usize) -> bool) -> Result<usize, usize> {
        let last = self.slots.len() - 1;
        let mut slot = hash as usize & last;
        loop {
            let position = self.slots[slot];
            if position == FREE {
                return Err(slot);
            }
            if is_wanted(position as usize) {
                return Ok(position as usize);
            }
            slot = (slot + 1) & last;
        }
    }

    /// Enters a position at a free slot.
    #[inline(always)]
    pub fn enter_at(&mut self, slot: usize, position: usize) {
        self.slots[slot] = position as u32;
    }

    /// Enters the position of a new key with a hash. The table has room.
    #[inline(never)]
    pub fn enter(&mut self, hash: u64, position: usize) {
        if let Err(slot) = self.find(hash, |_| false) {
            self.enter_at(slot, position);
        }
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.slots.fill(FREE);
    }
}

#[cfg(test)]
mod tests {
    use super::Positions;

    #[test]
    fn positions_with_equal_hashes_are_told_apart() {
        let mut positions = Positions::with_room(4);
        for position in 0..4 {
            assert!(positions.has_room(position));
            positions.enter(u64::MAX - position as u64 / 2, position);
        }
        for position in 0..4 {
            assert_eq!(positions.find(u64::MAX - position as u64 / 2, |found| found == position), Ok(position));
        }
        let free = positions.find(u64::MAX, |_| false).expect_err("no position is wanted");
        positions.enter_at(free, 4);
        assert_eq!(positions.find(u64::MAX, |found| found == 4), Ok(4));
        positions.clear();
        assert!(positions.find(u64::MAX, |_| true).is_err());
    }
}
