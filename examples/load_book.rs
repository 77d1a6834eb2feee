//! A book changes the rules: durations, a type of their own, convert to texts.
//!
//! `cargo run --example load_book`

use typelog::prelude::{Checker, Error, Judged, Options};

/// The verdicts of two books on the conversion of lists of durations to lists of texts: the built-in one, and one that knows
/// durations.
pub(crate) fn verdicts() -> Result<[bool; 2], Error> {
    let options = Options::default().declare("examples/books/durations/types.hcl");
    let own = options.clone().book("examples/books/durations");
    let holds = |options: &Options| {
        let judged = Checker::new(options)?.judge("converts(list(Duration), list(string))")?;
        Ok(matches!(judged, Judged::Holds(_)))
    };
    Ok([holds(&options)?, holds(&own)?])
}

fn main() -> Result<(), Error> {
    let [built_in, own] = verdicts()?;
    println!("by the built-in book: {built_in}; by the book of durations: {own}");
    Ok(())
}
