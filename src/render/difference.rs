//! Differences between two versions of a program or of a schema.

use std::fmt::Write as _;

use serde::Serialize;

use crate::visible::visible;

/// The differences between two versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The changed nodes, by name.
    pub nodes: Vec<Change>,
    /// The problems of the earlier version only.
    pub gone_problems: Vec<ProblemChange>,
    /// The problems of the later version only.
    pub new_problems: Vec<ProblemChange>,
    /// The relations with different rows.
    pub facts: Vec<RelationChange>,
}

/// A node that is new, gone, or has another type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// The type before, if the node existed; empty for nodes without a type.
    pub before: Option<String>,
    /// The type after, if the node exists.
    pub after: Option<String>,
    /// The conversion from the earlier to the later type: `safe`, `unsafe` or `none`. `None` if one of the types has no notation.
    pub conversion: Option<&'static str>,
}

/// A problem that is new or gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemChange {
    /// The code: one stable word.
    pub code: String,
    /// The severity.
    pub severity: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// The file.
    pub file: String,
    /// The line, from 1, in the version that has the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// The rows of a relation that are new or gone, as texts, without the columns of places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RelationChange {
    /// The relation.
    pub relation: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// The rows of the earlier version only.
    pub gone: Vec<Vec<String>>,
    /// The rows of the later version only.
    pub new: Vec<Vec<String>>,
}

impl Difference {
    /// Holds if nothing has changed.
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }
}

/// Renders the changes as one JSON object.
pub fn json(difference: &Difference) -> String {
    // Changes contain only texts and numbers, so that encoding does not fail.
    serde_json::to_string_pretty(difference).unwrap_or_default() + "\n"
}

/// Renders the changes for people: `+` is new, `-` is gone, `~` has another type. Rows of facts are only shown on request. Empty
/// without changes.
pub fn text(difference: &Difference, with_rows: bool) -> String {
    let mut text = String::new();
    section(&mut text, "nodes", difference.nodes.iter().map(node));
    let gone = difference.gone_problems.iter().map(|found| problem('-', found));
    section(&mut text, "problems", gone.chain(difference.new_problems.iter().map(|found| problem('+', found))));
    if with_rows {
        section(&mut text, "facts", difference.facts.iter().map(relation));
    }
    text
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: String = lines.map(|line| line + "\n").collect();
    if !lines.is_empty() {
        let _ = write!(text, "{title}\n{lines}");
    }
}

fn node(change: &Change) -> String {
    let typed = |ty: &str| if ty.is_empty() { String::new() } else { format!(": {ty}") };
    let Change { name, kind, .. } = change;
    let name = visible(name);
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let conversion = change.conversion.map_or_else(String::new, |kind| format!("   ({})", converted(kind)));
            format!("  ~ {kind} {name}\n      {before}\n      {after}{conversion}")
        }
        (Some(before), None) => format!("  - {kind} {name}{}", typed(before)),
        (None, after) => format!("  + {kind} {name}{}", typed(after.as_deref().unwrap_or(""))),
    }
}

fn converted(kind: &str) -> &'static str {
    match kind {
        "safe" => "converts safely",
        "unsafe" => "converts unsafely",
        _ => "does not convert",
    }
}

fn problem(sign: char, problem: &ProblemChange) -> String {
    let ProblemChange { code, severity, message, file, .. } = problem;
    let place = problem.line.zip(problem.column).map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
    format!("  {sign} {severity} [{code}] {file}{place}: {message}")
}

fn relation(change: &RelationChange) -> String {
    let mut text = format!("  {}: {} new, {} gone", change.relation, change.new.len(), change.gone.len());
    for (sign, rows) in [('-', &change.gone), ('+', &change.new)] {
        for row in rows {
            let cells = row.iter().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" "));
            let _ = write!(text, "\n    {sign} {}", cells.collect::<Vec<_>>().join("\t"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_by_their_signs() {
        let change = |before: Option<&str>, after: Option<&str>, conversion| Change {
            name: "port".to_owned(),
            kind: "attribute".to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            conversion,
        };
        let nodes = vec![
            change(Some("int"), None, None),
            change(None, Some("int"), None),
            change(Some("int"), Some("string"), Some("safe")),
        ];
        let difference = Difference { nodes, ..Difference::default() };
        let expected = "nodes\n  - attribute port: int\n  + attribute port: int\n  ~ attribute port\n      int\n      string   \
                        (converts safely)\n";
        assert_eq!(text(&difference, false), expected);
        assert_eq!(text(&Difference::default(), true), "");
    }
}
