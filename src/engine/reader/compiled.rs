//! The compiled form of rules of the book.

use std::collections::BTreeSet;

use crate::ascent::{Scope, write};
use crate::book::Engine;
use crate::catalogue::{RuleEntry, rules};
use crate::elaborate::is_made;
use crate::engine::{Assembled, Sources, assemble, declaration};
use crate::item::joined;
use crate::syntax::{Fault, Literal, Rule};

/// The clauses of a rule in an engine, in the notation of `ascent`.
#[derive(Debug)]
pub struct Compiled {
    /// The engine.
    pub engine: String,
    /// The auxiliary relations of the rule.
    pub relations: Vec<String>,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// Returns the compiled form of a rule in an engine: its clauses, with those of its auxiliary relations. Returns none if no
/// file of the engine has the rule.
///
/// # Errors
/// An error in a rule of the engine, with its file.
pub fn compiled(engine: &Engine, sources: Sources<'_>, name: &str) -> Result<Option<Compiled>, (String, Fault)> {
    let found = engine.files.iter().enumerate().find_map(|(at, file)| {
        let text = &sources.files.iter().find(|known| known.name == *file)?.text;
        let entry = rules(text).into_iter().find(|rule| rule.name == name)?;
        Some((at, &text[..], entry))
    });
    let Some((file, text, entry)) = found else { return Ok(None) };
    let assembled = assemble(engine, sources)?;
    let own = |(rule, &origin): (&Rule, &usize)| origin == file && is_in(rule, &entry, text);
    let chosen: Vec<bool> = assembled.clauses.iter().zip(&assembled.origins).map(own).collect();
    let (made, chosen) = with_made(&assembled, chosen);
    let written = |rule: &Rule| written(&assembled, sources, rule);
    let clauses = assembled.clauses.iter().zip(chosen).filter(|(_, is_chosen)| *is_chosen);
    let clauses = clauses.map(|(rule, _)| written(rule)).collect::<Result<Vec<String>, String>>();
    let clauses = clauses
        .map_err(|error| (engine.files[file].clone(), Fault::new("wrong-rule", crate::elaborate::NOWHERE, error)))?;
    let relations = assembled.used().filter(|relation| made.contains(&relation.name)).map(declaration).collect();
    Ok(Some(Compiled { engine: engine.name.clone(), relations, clauses }))
}

/// Holds for a clause that was derived from the lines of a rule.
fn is_in(clause: &Rule, entry: &RuleEntry, text: &str) -> bool {
    let line = text[..clause.span.start as usize].matches('\n').count() + 1;
    (entry.line..=entry.last_line).contains(&line)
}

/// Extends a selection of clauses by those of their auxiliary relations. Returns the names of these relations and the
/// selection.
fn with_made(assembled: &Assembled, mut chosen: Vec<bool>) -> (BTreeSet<String>, Vec<bool>) {
    let mut made: BTreeSet<String> = BTreeSet::new();
    loop {
        let count = made.len();
        for (rule, is_chosen) in assembled.clauses.iter().zip(&mut chosen) {
            *is_chosen |= rule.heads.iter().any(|head| made.contains(&head.name));
            let premises = rule.body.iter().filter_map(|premise| match premise {
                Literal::Holds(atom) if is_made(&atom.name) => Some(&atom.name),
                _ => None,
            });
            let heads = rule.heads.iter().map(|head| &head.name).filter(|name| is_made(name));
            made.extend(premises.chain(heads).filter(|_| *is_chosen).cloned());
        }
        if made.len() == count {
            return (made, chosen);
        }
    }
}

/// Returns a clause with one premise on each line.
fn written(assembled: &Assembled, sources: Sources<'_>, rule: &Rule) -> Result<String, String> {
    let relations = assembled.columns.iter().map(|(name, columns)| (name.clone(), columns.len())).collect();
    let scope = Scope { builtins: sources.builtins, queries: sources.queries, relations: &relations };
    let clause = write(scope, &rule.heads, &rule.body)?;
    if clause.body.is_empty() {
        return Ok(clause.to_string());
    }
    let premises: Vec<String> = clause.body.iter().map(|premise| format!("    {premise}")).collect();
    Ok(format!("{} <--\n{}", joined(&clause.heads), premises.join(",\n")))
}
