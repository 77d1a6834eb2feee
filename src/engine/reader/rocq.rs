//! Rules as inductive definitions for the prover Rocq, formerly Coq: a relation is an inductive predicate, and a clause one of its
//! constructors.
//!
//! Builtins and types without variants are parameters. Questions, and look-ups of answers known beforehand, are left out, as in
//! drawings. The answer to a question that no rule answers is not stated: of a judgment with a default, the predicate holds only
//! what rules conclude.

mod clauses;
mod folds;
mod names;
mod order;
mod premises;
mod scope;
mod terms;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::book::BookFile;
use crate::builtins::Builtins;
use crate::catalogue::{named, rules};
use crate::syntax::{Declaration, Rule};

use names::{comment, identifier};
use vocabulary::Vocabulary;

/// The judgments about types that the definitions begin with. The relations that their rules use are defined as well.
pub const JUDGMENTS_ABOUT_TYPES: [&str; 3] = ["converts", "is_assignable", "unifies"];

/// The general definitions.
const PRELUDE: &str = include_str!("rocq/prelude.v");

/// A clause that cannot be written, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    /// The rule, or the relation that an auxiliary clause concludes.
    pub rule: String,
    /// The reason: `it folds over rows`.
    pub reason: String,
}

/// The relations and clauses of a book.
struct Rules<'a> {
    builtins: &'a Builtins,
    relations: BTreeMap<&'a str, (&'a BookFile, &'a Declaration)>,
    /// The clauses that conclude a relation, in order.
    clauses: BTreeMap<&'a str, Vec<&'a Rule>>,
    /// The sentences of rules by name.
    sentences: BTreeMap<String, String>,
}

/// Returns the definitions of judgments, and of all relations that their rules use, in the notation of Rocq.
///
/// # Errors
/// A clause that cannot be written.
pub fn definitions(files: &[BookFile], builtins: &Builtins, judgments: &[&str]) -> Result<String, Unwritten> {
    let book = Rules::of(files, builtins);
    let groups = order::groups(&book, judgments);
    let mut vocabulary = Vocabulary::new(builtins);
    let mut text = String::new();
    for group in &groups {
        text += &book.group(group, &mut vocabulary)?;
    }
    Ok(format!("{PRELUDE}\n{}{text}", vocabulary.declarations()))
}

impl<'a> Rules<'a> {
    fn of(files: &'a [BookFile], builtins: &'a Builtins) -> Self {
        let declared = files.iter().flat_map(|file| file.relations().map(move |relation| (file, relation)));
        let relations = declared.map(|(file, relation)| (&relation.name[..], (file, relation))).collect();
        let mut clauses: BTreeMap<&str, Vec<&Rule>> = BTreeMap::new();
        for rule in files.iter().flat_map(BookFile::rules) {
            let heads: BTreeSet<&str> = rule.heads.iter().map(|head| &head.name[..]).collect();
            for head in heads {
                clauses.entry(head).or_default().push(rule);
            }
        }
        let entries = files.iter().flat_map(|file| rules(&file.text));
        let sentences = entries.map(|entry| (entry.name, entry.sentence)).collect();
        Self { builtins, relations, clauses, sentences }
    }

    /// Returns the definition of relations that need one another.
    fn group(&self, group: &BTreeSet<&'a str>, vocabulary: &mut Vocabulary<'a>) -> Result<String, Unwritten> {
        let (mut text, mut word, mut end) = (String::new(), "Inductive", "\n");
        for &name in group {
            let Some((file, relation)) = self.relations.get(name) else { continue };
            let columns: Vec<String> = relation.columns.iter().map(|column| vocabulary.ty(&column.ty)).collect();
            let ty = format!("{} -> Prop", columns.join(" -> "));
            let documentation = file.documentation(relation).collect::<Vec<_>>().join(" ");
            let documentation = if documentation.is_empty() { String::new() } else { comment(&documentation) };
            let name = identifier(name);
            let Some(clauses) = self.clauses.get(&relation.name[..]) else {
                _ = writeln!(text, "{documentation}Parameter {name} : {ty}.");
                continue;
            };
            let constructors = self.constructors(relation, clauses, group, vocabulary)?;
            _ = write!(text, "{documentation}{word} {name} : {ty} :={constructors}");
            (word, end) = ("with", ".\n\n");
            text += "\n\n";
        }
        Ok(text.trim_end().to_owned() + end)
    }

    /// Returns the constructors of a relation, one for each clause.
    fn constructors(
        &self,
        relation: &Declaration,
        rules: &[&Rule],
        group: &BTreeSet<&'a str>,
        vocabulary: &mut Vocabulary<'a>,
    ) -> Result<String, Unwritten> {
        let mut text = String::new();
        for (at, rule) in rules.iter().enumerate() {
            let name = named(rule);
            let sentence = name.and_then(|name| Some(format!("{name}: {}", self.sentences.get(name)?)));
            let sentence = sentence.filter(|_| at == 0 || named(rules[at - 1]) != name);
            let sentence =
                sentence.map_or_else(String::new, |sentence| format!("\n  {}", comment(&sentence).trim_end()));
            let constructor = clauses::name_of(relation, rules, at);
            let written = clauses::constructor(self, rule, &relation.name, group, vocabulary);
            let ty = written.map_err(|reason| Unwritten { rule: name.unwrap_or(&relation.name).to_owned(), reason })?;
            _ = write!(text, "{sentence}\n  | {constructor} : {ty}");
        }
        Ok(text)
    }
}
