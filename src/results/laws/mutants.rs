//! Mutants of a book: each lacks a rule, or a premise of one. A mutant that keeps all laws shows a premise that is redundant, or
//! that no law is about.

use std::ops::Range;

use typelog_reader::book::BookFile;
use typelog_reader::catalogue::named;
use typelog_reader::syntax::{Literal, Rule};

use super::sample::Random;
use super::{Laboratory, LawFile};
use crate::book::OwnFile;

/// The part that a mutant lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A rule.
    Rule,
    /// A premise.
    Premise,
}

/// A book with a file that lacks something.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The kind of the change.
    pub mutation: Mutation,
    /// The rule.
    pub rule: String,
    /// The place of the change: `rules/types/conversion.dl:33`.
    pub place: String,
    /// The text that is dropped, on one line.
    pub dropped: String,
    /// The changed file.
    pub file: OwnFile,
}

/// Returns mutants of files about types, at most `most`, chosen by the seed, in the order of the files. Premises that only ask a
/// question are left alone: they decide nothing.
pub fn mutants(files: &[OwnFile], most: usize, seed: u64) -> Vec<Mutant> {
    let mut all: Vec<Mutant> = files.iter().filter(|file| file.folder == "types").flat_map(of_file).collect();
    let mut random = Random::new(seed);
    while all.len() > most {
        all.remove(random.below(all.len()));
    }
    all
}

fn of_file(file: &OwnFile) -> Vec<Mutant> {
    let Ok(parsed) = BookFile::read(&file.path, file.text.clone()) else { return Vec::new() };
    let mut found = Vec::new();
    let mut last = None;
    for rule in parsed.rules().filter(|rule| named(rule).is_some()) {
        // The alternatives of a rule are several rules at one place.
        if last.replace(rule.span) == Some(rule.span) {
            continue;
        }
        found.extend(mutant(file, rule, Mutation::Rule, rule.span.start as usize..rule.span.end as usize));
        for at in 0..rule.body.len().saturating_sub(1) {
            let (own, next) = (start(&rule.body[at]), start(&rule.body[at + 1]));
            if own < next && !is_mark(&rule.body[at]) {
                found.extend(mutant(file, rule, Mutation::Premise, own..next));
            }
        }
    }
    found
}

fn mutant(file: &OwnFile, rule: &Rule, mutation: Mutation, dropped: Range<usize>) -> Option<Mutant> {
    let text = &file.text;
    let line = text[..dropped.start].matches('\n').count() + 1;
    let shown = text.get(dropped.clone())?.split_whitespace().collect::<Vec<_>>().join(" ");
    let changed = format!("{}{}", &text[..dropped.start], &text[dropped.end..]);
    Some(Mutant {
        mutation,
        rule: named(rule)?.to_owned(),
        place: format!("{}:{line}", file.path),
        dropped: shown.trim_end_matches(',').to_owned(),
        file: OwnFile { text: changed, ..file.clone() },
    })
}

fn is_mark(premise: &Literal) -> bool {
    matches!(premise, Literal::Holds(atom) if atom.name == "by" || atom.name.ends_with('?'))
}

fn start(premise: &Literal) -> usize {
    let span = match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => atom.span,
        Literal::Compare(_, left, _) | Literal::In(left, _) => left.span,
        Literal::Condition(term) => term.span,
    };
    span.start as usize
}

/// Returns the name of the law that a mutant breaks; `None` if it keeps all.
pub fn survives<'a>(laboratory: &mut Laboratory, files: &'a [LawFile]) -> Option<&'a str> {
    let laws = files.iter().flat_map(|file| &file.laws);
    laws.into_iter().find(|law| !laboratory.is_kept(law)).map(|law| &law.name[..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_lack_a_rule_or_a_premise() {
        let text =
            "// C-A: one.\nconverts(s, t, m, Safe) :- s = INT, t = BOOL,\n    m = Plain, by(\"C-A\").\n".to_owned();
        let file = OwnFile { folder: "types", path: "own.dl".to_owned(), text };
        let found = mutants(std::slice::from_ref(&file), 10, 1);
        let dropped: Vec<&str> = found.iter().map(|mutant| &mutant.dropped[..]).collect();
        assert_eq!(dropped[1..], ["s = INT", "t = BOOL", "m = Plain"]);
        assert_eq!(found[0].mutation, Mutation::Rule);
        assert!(found[2].file.text.contains(":- s = INT, m = Plain"), "{}", found[2].file.text);
        assert_eq!(found[3].place, "own.dl:3");
        assert_eq!(mutants(&[file], 2, 1).len(), 2);
    }
}
