//! Recording: the premise that records the conclusions of a rule.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::text::{row, split};

/// The words that look up answers known beforehand.
pub const REMEMBERED: [&str; 4] = ["known_conversion", "known_unification", "known_assignability", "known_mapping"];

/// Returns a rule with the premise that records its conclusions: `if trace(7, || ((s, in_0_1), (t, Hidden)))` for the seventh
/// clause, with the columns of its conclusions and premises. `body` is the compiled body. Returns none for relations, and for
/// rules that only derive questions.
pub fn recorded(
    clause: &str,
    body: &str,
    judgments: &BTreeMap<String, usize>,
    clauses: &mut Vec<String>,
) -> Option<String> {
    let (heads, original) = clause.split_once("<--")?;
    // The reasons of a known answer were recorded where it was derived.
    if original.contains("if let Some(") && REMEMBERED.iter().any(|word| original.contains(&format!(" = {word}("))) {
        return None;
    }
    let rule = original.split_once("by(\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(name, _)| name);
    // Computed columns of a conclusion are bound once.
    let (mut written, mut computed, mut conclusions) = (Vec::new(), String::new(), Vec::new());
    for head in split(heads) {
        let (relation, arguments) = row(head)?;
        let columns = arguments.into_iter().enumerate().map(|(at, argument)| {
            if !argument.contains('(') {
                return argument.to_owned();
            }
            let name = format!("in_{}_{at}", written.len());
            let _ = write!(computed, ", let {name} = {argument}");
            name
        });
        let columns: Vec<String> = columns.collect();
        written.push(format!("{relation}({})", columns.join(", ")));
        if !is_question(relation) {
            conclusions.push((relation, columns));
        }
    }
    if conclusions.is_empty() {
        return None;
    }
    let column = |argument: &str| if argument == "_" { "Hidden".to_owned() } else { argument.to_owned() };
    let premises: Vec<(&str, Vec<String>)> = split(original)
        .into_iter()
        .filter_map(|item| row(item).or_else(|| answer(item, judgments)))
        .filter(|(relation, _)| !is_question(relation))
        .map(|(relation, arguments)| (relation, arguments.into_iter().map(column).collect()))
        .collect();
    let names = |rows: &[(&str, Vec<String>)]| {
        let names = rows.iter().map(|(relation, columns)| format!("({relation:?}, {})", columns.len()));
        names.collect::<Vec<_>>().join(", ")
    };
    let rows = conclusions.iter().chain(&premises);
    let rows: Vec<String> = rows.map(|(_, columns)| format!("({},),", columns.join(", "))).collect();
    let number = clauses.len();
    clauses.push(format!(
        "    Clause {{ rule: {rule:?}, conclusions: &[{}], premises: &[{}] }},\n",
        names(&conclusions),
        names(&premises)
    ));
    Some(format!(
        "{} <-- {}{computed}, if trace(&CLAUSES[{number}], || ({}))",
        written.join(", "),
        body.trim(),
        rows.join(" ")
    ))
}

/// Holds for relations of questions, which are not reasons of an answer.
pub fn is_question(relation: &str) -> bool {
    relation.ends_with("_demanded")
}

/// Returns the relation and the columns of a premise that asks another family: `let (u, k) = unifies(*s, *t)`. For a yes-or-no
/// answer, `if is_assignable(*s, *t, Plain)`, the last column is `true` or `false`.
fn answer<'a>(item: &'a str, judgments: &BTreeMap<String, usize>) -> Option<(&'a str, Vec<&'a str>)> {
    let item = item.trim();
    let (columns, call): (Vec<&str>, &str) = if let Some((pattern, call)) =
        item.strip_prefix("let ").and_then(|rest| rest.split_once(" = "))
    {
        let pattern = pattern.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(pattern);
        (split(pattern).into_iter().map(str::trim).collect(), call)
    } else if let Some((pattern, call)) = item.strip_prefix("if let Some(").and_then(|rest| rest.split_once(") = ")) {
        (vec![pattern], call)
    } else {
        match item.strip_prefix("if ")? {
            call if call.starts_with('!') => (vec!["false"], &call[1..]),
            call => (vec!["true"], call),
        }
    };
    let (relation, mut arguments) = row(call)?;
    arguments.extend(columns);
    (judgments.get(relation) == Some(&arguments.len())).then_some((relation, arguments))
}
