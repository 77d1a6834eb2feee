//! Queries: judgments about types, and proofs of the types of a program.
//!
//! `cargo run --example question`

use std::path::Path;

use typelog::prelude::{Checker, Error, JudgmentExplanation, Options, ProofFormat, Subject, proof};

/// The answers in order.
pub(crate) fn answers() -> Result<Vec<String>, Error> {
    let checker = Checker::new(&Options::default().schemas("examples/schemas"))?;
    let mut answers = Vec::new();
    for judgment in ["converts(int, string)", "converts(list(int), bool)"] {
        answers.push(match checker.judge(judgment)? {
            JudgmentExplanation::Holds(node) => proof(&node, ProofFormat::Tree),
            JudgmentExplanation::Fails { text, .. } => text,
        });
    }
    let mut program = checker.check(Path::new("examples/pcl/network"))?;
    let node = program.explain(&Subject::of("examples/pcl/network/main.pp:8:10"), None, false)?;
    answers.push(proof(&node, ProofFormat::Tree));
    // A query over the relations of the program: `_` and variables match anything.
    for answer in program.ask("definition(name: n, kind: \"resource\")", None)? {
        answers.push(answer.conclusion);
    }
    Ok(answers)
}

fn main() -> Result<(), Error> {
    answers()?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
