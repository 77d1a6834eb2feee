//! Batches: programs that are small enough to be checked together.

use std::iter::Peekable;

use crate::project::{Error, Input};

/// The maximum total length of the texts of a batch, in bytes. A batch should be enough work for a run of the engine, and each
/// core should get several batches.
const MOST_BYTES: usize = 32_000;

/// The maximum number of programs in a batch. The first result of a batch waits for the last one.
const MOST_PROGRAMS: usize = 32;

/// An iterator over programs in batches, in order. The programs of a batch have the same language and settings. A program that is
/// not small, or cannot be read, is a batch of its own.
pub struct Batches<I: Iterator> {
    inputs: Peekable<I>,
}

impl<I: Iterator<Item = Result<Input, Error>>> Batches<I> {
    /// Creates the batches of programs.
    pub fn of(inputs: I) -> Self {
        Self { inputs: inputs.peekable() }
    }
}

impl<I: Iterator<Item = Result<Input, Error>>> Iterator for Batches<I> {
    type Item = Vec<Result<Input, Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut batch = vec![self.inputs.next()?];
        let Some(Ok(first)) = batch.first() else { return Some(batch) };
        let (dialect, configuration, mut bytes) = (first.dialect, first.configuration.clone(), first.byte_count());
        while batch.len() < MOST_PROGRAMS {
            let fits = |next: &Result<Input, Error>| {
                next.as_ref().is_ok_and(|next| {
                    let is_alike = next.dialect == dialect && next.configuration == configuration;
                    is_alike && bytes + next.byte_count() <= MOST_BYTES
                })
            };
            let Some(next) = self.inputs.next_if(fits) else { break };
            bytes += next.as_ref().map_or(0, Input::byte_count);
            batch.push(next);
        }
        Some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Dialect, Text};
    use crate::files::AllowedDirectories;

    fn input(dialect: Dialect, len: usize) -> Input {
        let texts = vec![Text { name: "a".to_owned(), bytes: Ok(vec![b' '; len]) }];
        Input { name: "a".to_owned(), ..Input::of_texts(dialect, texts, AllowedDirectories::default()) }
    }

    fn sizes(inputs: Vec<Result<Input, Error>>) -> Vec<usize> {
        Batches::of(inputs.into_iter()).map(|batch| batch.len()).collect()
    }

    #[test]
    fn a_group_is_small_and_of_one_language() {
        let (hcl, pcl) = (|len| Ok(input(Dialect::Hcl, len)), |len| Ok(input(Dialect::Pcl, len)));
        assert_eq!(sizes(vec![hcl(9), hcl(9), pcl(9), hcl(9)]), [2, 1, 1]);
        assert_eq!(sizes(vec![hcl(9), hcl(MOST_BYTES - 9), hcl(9), hcl(MOST_BYTES)]), [2, 1, 1]);
        assert_eq!(sizes((0..70).map(|_| pcl(1)).collect()), [32, 32, 6]);
        let broken = || Err(Error::new("broken"));
        assert_eq!(sizes(vec![pcl(9), broken(), broken(), pcl(9), pcl(9)]), [1, 1, 1, 2]);
    }
}
