//! Clauses as constructors of predicates.

use std::collections::BTreeSet;

use super::Rules;
use super::names::{identifier, rule_identifier};
use super::scope::Writer;
use super::terms::is_choosing;
use super::vocabulary::Vocabulary;
use crate::catalogue::named;
use crate::syntax::{Argument, Atom, Declaration, Rule, TermKind};
use crate::types::Type;

/// Returns the name of the constructor for a clause: that of the rule, or of the relation with a number. A rule that concludes
/// several relations, or has several clauses, has several constructors.
pub fn name_of(relation: &Declaration, rules: &[&Rule], at: usize) -> String {
    let rule = rules[at];
    let Some(name) = named(rule) else { return format!("{}_{}", identifier(&relation.name), at + 1) };
    let alike: Vec<usize> = (0..rules.len()).filter(|&other| named(rules[other]) == Some(name)).collect();
    let number = match alike.len() {
        1 => String::new(),
        _ => format!("_{}", alike.iter().filter(|&&other| other <= at).count()),
    };
    let first = rule.heads.iter().position(|head| head.name == relation.name);
    let which = if first == Some(0) { String::new() } else { format!("_{}", relation.name) };
    rule_identifier(name) + &number + &which
}

/// Returns the type of the constructor for a clause: its variables, its premises and its conclusion about a relation.
///
/// # Errors
/// The reason why the clause cannot be written.
pub fn constructor<'a>(
    book: &Rules<'a>,
    rule: &Rule,
    relation: &str,
    group: &BTreeSet<&'a str>,
    vocabulary: &mut Vocabulary<'a>,
) -> Result<String, String> {
    let mut writer = Writer::new(book, vocabulary, group);
    let head = rule.heads.iter().find(|head| head.name == relation).ok_or("it has no conclusion")?;
    // The variables of the question are bound before all premises.
    let (_, declaration) = book.relations[relation];
    for argument in head.arguments.iter().take(declaration.questions.unwrap_or_default()) {
        if let TermKind::Variable(name) = &argument.term.kind {
            writer.variable(name);
        }
    }
    declare_functions(&mut writer, head);
    for premise in &rule.body {
        writer.premise(premise)?;
    }
    let conclusion = writer.row(head)?;
    let scope = writer.close();
    let lines: Vec<String> = scope.premises.iter().map(|premise| format!("\n      {premise} ->")).collect();
    let variables =
        if scope.variables.is_empty() { String::new() } else { format!("forall {},", scope.variables.join(" ")) };
    let break_or_none = if variables.is_empty() && lines.is_empty() { "" } else { "\n      " };
    Ok(format!("{variables}{}{break_or_none}{conclusion}", lines.concat()))
}

/// Declares the functions without a signature in the columns of a conclusion: they are those of engines, whose arguments are other
/// columns.
fn declare_functions(writer: &mut Writer<'_, '_>, head: &Atom) {
    let (_, relation) = writer.book.relations[&head.name[..]];
    let column_of = |argument: &Argument| {
        let at = head.arguments.iter().position(|other| other.term.kind == argument.term.kind);
        at.map_or(Type::Other, |at| relation.columns[at].ty.clone())
    };
    for (argument, column) in head.arguments.iter().zip(&relation.columns) {
        if let TermKind::Call(atom) = &argument.term.kind
            && !is_known(writer, &atom.name)
        {
            let parameters: Vec<Type> = atom.arguments.iter().map(column_of).collect();
            writer.vocabulary.declare(&atom.name, &parameters, &column.ty);
        }
    }
}

fn is_known(writer: &Writer<'_, '_>, name: &str) -> bool {
    let (relations, builtins) = (&writer.book.relations, writer.book.builtins);
    is_choosing(name) || relations.contains_key(name) || builtins.builtin(name).is_some()
}
