//! Mutants of a book: each lacks a rule, or a premise of one. A mutant that keeps all laws shows a premise that is redundant, or
//! that no law is about.

use std::ops::Range;

use typelog_reader::book::BookFile;
use typelog_reader::catalogue::named;
use typelog_reader::syntax::{Literal, Rule, TermKind};

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

/// Returns all mutants of a kind of files about types, in an order that the seed chooses. Premises that only ask a question are left
/// alone: they decide nothing.
pub fn mutants(files: &[OwnFile], mutation: Mutation, seed: u64) -> Vec<Mutant> {
    let all = files.iter().filter(|file| file.folder == "types").flat_map(of_file);
    let mut all: Vec<Mutant> = all.filter(|mutant| mutant.mutation == mutation).collect();
    let mut random = Random::new(seed);
    for end in (1..all.len()).rev() {
        all.swap(end, random.below(end + 1));
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
            let (own, next) = (start(&rule.body[at], &file.text), start(&rule.body[at + 1], &file.text));
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

/// Holds for premises that decide nothing: the name of the rule, and the question that it answers.
pub(super) fn is_mark(premise: &Literal) -> bool {
    matches!(premise, Literal::Holds(atom) if atom.name == "by" || atom.name.ends_with("_demanded"))
}

/// Returns the place where a premise begins, with the mark of its negation.
pub(super) fn start(premise: &Literal, text: &str) -> usize {
    let is_negated = match premise {
        Literal::Absent(_) => true,
        Literal::Condition(term) => matches!(term.kind, TermKind::Not(_)),
        _ => false,
    };
    let start = premise.span().start as usize;
    let mark = text[..start].trim_end();
    if is_negated && mark.ends_with('!') { mark.len() - 1 } else { start }
}

/// The premises of the built-in book that are redundant, a line each: `RULE without PREMISE -- REASON`.
const REDUNDANT: &str = include_str!("../../../rules/laws/redundant.txt");

impl Mutant {
    /// Returns the reason why the premise that the mutant lacks is redundant, if it is listed.
    pub fn redundant(&self) -> Option<&'static str> {
        let own = format!("{} without `{}`", self.rule, self.dropped);
        let lines = REDUNDANT.lines().filter_map(|line| line.split_once(" -- "));
        lines
            .filter(|(premise, _)| self.mutation == Mutation::Premise && *premise == own)
            .map(|(_, reason)| reason)
            .next()
    }
}

/// Returns the name of the law that a mutant breaks; `None` if it keeps all.
pub fn broken_law<'a>(laboratory: &mut Laboratory, files: &'a [LawFile]) -> Option<&'a str> {
    let laws = files.iter().flat_map(|file| &file.laws);
    let broken = laws.into_iter().find(|law| !laboratory.is_kept(law))?;
    Some(if broken.rule.is_empty() { &broken.name } else { &broken.rule })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_lack_a_rule_or_a_premise() {
        let text =
            "// C-A: one.\nconverts(s, t, m, Safe) :- s = INT, t = BOOL,\n    m = Plain, !is_a(t), by(\"C-A\").\n"
                .to_owned();
        let file = OwnFile { folder: "types", path: "own.dl".to_owned(), text };
        let files = [file];
        let dropped = |mutation| {
            let mut found = mutants(&files, mutation, 1);
            found.sort_by(|a, b| a.place.cmp(&b.place).then_with(|| b.dropped.cmp(&a.dropped)));
            found
        };
        assert_eq!(dropped(Mutation::Rule).len(), 1);
        let found = dropped(Mutation::Premise);
        let texts: Vec<&str> = found.iter().map(|mutant| &mutant.dropped[..]).collect();
        assert_eq!(texts, ["t = BOOL", "s = INT", "m = Plain", "!is_a(t)"]);
        assert!(found[0].file.text.contains(":- s = INT, m = Plain"), "{}", found[0].file.text);
        assert!(found[3].file.text.contains("m = Plain, by"), "{}", found[3].file.text);
        assert_eq!(found[2].place, "own.dl:3");
    }
}
