//! Questions: whether judgments about types hold, and why the types of a program are what they are.
//!
//! `cargo run --example question`

use std::path::Path;

use typelog::prelude::{Checker, Error, Judged, Options, ProofFormat, Subject, proof};

/// The answers, one after the other.
pub(crate) fn answers() -> Result<Vec<String>, Error> {
    let checker = Checker::new(&Options::default().schemas("examples/schemas"))?;
    let mut answers = Vec::new();
    for judgment in ["converts(int, string)", "converts(list(int), bool)"] {
        answers.push(match checker.judge(judgment)? {
            Judged::Holds(node) => proof(&node, ProofFormat::Tree),
            Judged::Fails { text, .. } => text,
        });
    }
    let mut program = checker.check(Path::new("examples/pcl/network"))?;
    let node = program.explain(&Subject::of("examples/pcl/network/main.pp:8:10"), None, false)?;
    answers.push(proof(&node, ProofFormat::Tree));
    // A question about the relations of the program: `_` and variables stand for anything.
    for answer in program.ask("definition(name: n, kind: \"resource\")", None)? {
        answers.push(answer.conclusion);
    }
    Ok(answers)
}

fn main() -> Result<(), Error> {
    answers()?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
