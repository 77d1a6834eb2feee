//! User rules over the facts about a program: derived rows, and a proof.
//!
//! `cargo run --example own_rules`

use std::path::Path;

use typelog::prelude::{Checker, Error, Options, ProofFormat, RuleText, proof};

const RULES: &str = "\
reaches(a, b) :- depends_on(a, b).
reaches(a, c) :- reaches(a, b), depends_on(b, c).
leads_to(x, y) :- definition(definition: a, name: x), reaches(a, b), definition(definition: b, name: y).
";

/// The rows of `leads_to`, and the proof of one.
pub(crate) fn lines() -> Result<Vec<String>, Error> {
    let checker = Checker::new(&Options::default())?;
    let mut program = checker.check(Path::new("examples/cycles"))?;
    let mut derived = program.query(&RuleText::Text(RULES.to_owned()))?;
    let database = derived.database();
    let mut lines = Vec::new();
    if let Some(relation) = database.find("leads_to") {
        for row in database.ordered_rows(relation) {
            let [from, to] = [row[0], row[1]].map(|text| database.symbols.text(text));
            lines.push(format!("{from} -> {to}"));
        }
    }
    let proofs = derived.why("leads_to(\"url\", \"subnet\")", None)?;
    lines.extend(proofs.iter().map(|node| proof(node, ProofFormat::Tree)));
    Ok(lines)
}

fn main() -> Result<(), Error> {
    lines()?.iter().for_each(|line| println!("{line}"));
    Ok(())
}
