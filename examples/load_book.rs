//! A book that changes the rules: durations, a new type, convert to strings.
//!
//! `cargo run --example load_book`

use typelog::prelude::{Checker, Error, JudgmentExplanation, Options};

/// The answers of two books to whether a list of durations converts to a list of strings: the built-in book, and one with
/// durations.
pub(crate) fn verdicts() -> Result<[bool; 2], Error> {
    let options = Options::default().declare("examples/books/durations/types.hcl");
    let own = options.clone().book("examples/books/durations");
    let holds = |options: &Options| {
        let judged = Checker::new(options)?.judge("converts(list(Duration), list(string))")?;
        Ok(matches!(judged, JudgmentExplanation::Holds(_)))
    };
    Ok([holds(&options)?, holds(&own)?])
}

fn main() -> Result<(), Error> {
    let [built_in, own] = verdicts()?;
    println!("by the built-in book: {built_in}; by the book of durations: {own}");
    Ok(())
}
