//! Digests: 64 bits by an algorithm that is the same in all versions and on all machines, so that they may be stored.

use std::hash::Hasher;

use twox_hash::xxhash3_64;

/// The digest of a sequence of texts and numbers.
#[derive(Clone, Default)]
pub struct Digest(xxhash3_64::Hasher);

impl Digest {
    /// Adds bytes, with their number, so that parts cannot be mistaken for one another.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.write(bytes);
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        self.0.write(&number.to_le_bytes());
    }

    /// Returns the digest of what has been added.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(parts: &[&str]) -> u64 {
        let mut digest = Digest::default();
        for part in parts {
            digest.text(part);
        }
        digest.finish()
    }

    #[test]
    fn digests_are_the_same_in_all_versions() {
        assert_eq!(digest(&["main.pp", "a = 1"]), 0xc7e1_8f5e_e5c1_5fc5);
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
    }
}
