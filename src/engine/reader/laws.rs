//! Laws: sentences about the judgments of a book that hold for all types, in the language of the rules.
//!
//! ```text
//! // L-Subsumption: a type converts to all types that it is assignable to.
//! law subsumption(s, t) :- is_assignable(s, t, Plain, true), converts(s, t, Plain, k), k != No.
//!
//! // L-Transitive: conversion is not transitive.
//! no law transitive(s, t, u) :- converts(s, t, Plain, Safe), converts(t, u, Plain, Safe), converts(s, u, Plain, Safe).
//! ```
//!
//! A law holds if its last premise follows from the others for all values of its variables. `no law` says that there is a
//! counterexample.

use crate::Span;
use crate::book::BookFile;
use crate::catalogue::named_above;
use crate::syntax::{Fault, Literal, TermKind};

/// A law.
#[derive(Clone, Debug)]
pub struct Law {
    /// The name: `subsumption`.
    pub name: String,
    /// The name in the comment above it: `L-Subsumption`; empty if there is none.
    pub rule: String,
    /// The sentence of the comment.
    pub sentence: String,
    /// The variables, for which all values are tried.
    pub variables: Vec<String>,
    /// The premises before the last one.
    pub conditions: Vec<Literal>,
    /// The last premise, which has to follow.
    pub claim: Literal,
    /// Holds for `no law`.
    pub is_refuted: bool,
    /// The place.
    pub span: Span,
}

/// Returns the laws of a file.
///
/// # Errors
/// The syntax errors, and laws without variables or without a claim.
pub fn laws(name: &str, text: &str) -> Result<Vec<Law>, Vec<Fault>> {
    let (plain, starts) = without_keywords(text);
    let file = BookFile::read(name, plain)?;
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for statement in file.rules() {
        let start = statement.span.start as usize;
        let Some(&(_, is_refuted)) = starts.iter().find(|(at, _)| *at == start) else {
            let message = "only laws stand in this file";
            faults
                .push(Fault::new("law-syntax", statement.span, message).help(Some("write `law` before it".to_owned())));
            continue;
        };
        let head = &statement.heads[0];
        let variables: Option<Vec<String>> = head
            .arguments
            .iter()
            .map(|argument| match &argument.term.kind {
                TermKind::Variable(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let mut conditions = statement.body.clone();
        let (Some(variables), Some(claim)) = (variables.filter(|all| !all.is_empty()), conditions.pop()) else {
            faults.push(Fault::new(
                "law-syntax",
                statement.span,
                "a law has variables and a claim: `law NAME(s, t) :- CLAIM`",
            ));
            continue;
        };
        if found.iter().any(|law: &Law| law.span == statement.span) {
            let message = "the alternatives of a law are laws of their own";
            faults.push(Fault::new("law-syntax", statement.span, message));
            continue;
        }
        let (rule, sentence) = named_above(text, start).unwrap_or_default();
        let name = head.name.clone();
        found.push(Law { name, rule, sentence, variables, conditions, claim, is_refuted, span: statement.span });
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}

/// Blanks the words `law` and `no law` at the start of lines. Returns the text, and the places behind the words with `true` for
/// `no law`.
fn without_keywords(text: &str) -> (String, Vec<(usize, bool)>) {
    let (mut plain, mut starts, mut at) = (String::with_capacity(text.len()), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let word = ["no law ", "law "].into_iter().find(|word| line.starts_with(word));
        let blank = word.map_or(0, |word| {
            let rest = &line[word.len()..];
            word.len() + (rest.len() - rest.trim_start_matches(' ').len())
        });
        if let Some(word) = word {
            starts.push((at + blank, word == "no law "));
        }
        plain.push_str(&" ".repeat(blank));
        plain.push_str(&line[blank..]);
        at += line.len();
    }
    (plain, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_have_variables_conditions_and_a_claim() {
        let text = "//! Laws.\n\n// L-Safe: a law\n// of two lines.\nlaw safe(s, t) :- converts(s, t, m, k), m = Plain, k != No.\n\
                    no law never(t) :- converts(t, t, Plain, No).\n";
        let found = laws("own", text).expect("the laws are understood");
        assert_eq!((&found[0].name[..], &found[0].rule[..]), ("safe", "L-Safe"));
        assert_eq!(found[0].sentence, "a law of two lines.");
        assert_eq!((found[0].variables.len(), found[0].conditions.len()), (2, 2));
        assert_eq!((found[0].is_refuted, found[1].is_refuted), (false, true));
        assert_eq!(
            &text[found[1].span.start as usize..found[1].span.end as usize],
            "never(t) :- converts(t, t, Plain, No)."
        );
    }

    #[test]
    fn other_statements_are_faults() {
        for (text, message) in [
            ("converts(s, t, Plain, Safe) :- s = t.\n", "only laws stand in this file"),
            ("law safe(INT) :- converts(INT, INT, Plain, Safe).\n", "a law has variables and a claim"),
            ("law safe(t).\n", "a law has variables and a claim"),
            ("law safe(t) :- t = INT; t = BOOL.\n", "the alternatives of a law are laws of their own"),
            ("law safe(t) :- converts(t, .\n", ""),
        ] {
            let faults = laws("own", text).expect_err("it is wrong");
            assert!(faults.iter().any(|fault| fault.message.contains(message)), "{text}: {faults:?}");
        }
    }
}
