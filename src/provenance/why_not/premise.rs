//! Rendering of premises with the values of their variables.

use typelog_interpreter::value::Value;
use typelog_reader::syntax::{Argument, Atom, Literal};

use super::evaluation::{Evaluation, Values};
use crate::builtins::session;
use crate::builtins::trace::{Row, Value as Traced};
use crate::provenance::judgment::{RowRenderer, render_about_types};
use crate::provenance::table_rows::value as constant;
use crate::source::Span;

/// Renders a value.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Some(inner) => shown(inner),
        Value::Tuple(parts) => format!("({})", list(parts)),
        Value::Several(parts) => format!("[{}]", list(parts)),
        Value::Text(text) => format!("\"{text}\""),
        other => with_renderer(|renderer| renderer.value(other.traced())),
    }
}

fn list(values: &[Value]) -> String {
    values.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// Renders a row about types as a judgment.
pub(super) fn shown_row(row: &Row) -> String {
    with_renderer(|renderer| renderer.judgment(row))
}

fn with_renderer(render: impl FnOnce(&RowRenderer<'_>) -> String) -> String {
    session::types(|types| render_about_types(types, render))
}

/// Renders a premise with the values of its variables: a row in the notation of its relation, anything else as it is written.
pub(super) fn shown_literal(literal: &Literal, values: &Values, text: &str) -> String {
    let column = |argument: &Argument| {
        let written = written(text, argument.term.span);
        match values.get(&written) {
            Some(value) => (value.traced(), shown(value)),
            None => (constant(&argument.term).map_or(Traced::Hidden, |value| value.traced()), written),
        }
    };
    let atom = |atom: &Atom| {
        let columns: Vec<(Traced, String)> = atom.arguments.iter().map(column).collect();
        with_renderer(|renderer| renderer.premise(&atom.name, &columns))
    };
    let span = match literal {
        Literal::Holds(found) => return atom(found),
        Literal::Absent(found) => return format!("not {}", atom(found)),
        Literal::Compare(_, left, right) | Literal::In(left, right) => left.span.to(right.span),
        Literal::Condition(term) => term.span,
    };
    let written = written(text, span);
    let names: Vec<&str> = written.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect();
    let known: Vec<String> = values
        .iter()
        .filter(|(name, _)| names.contains(&&name[..]))
        .map(|(name, value)| format!("{name} = {}", shown(value)))
        .collect();
    if known.is_empty() { written } else { format!("{written}   where {}", known.join(", ")) }
}

fn written(text: &str, span: Span) -> String {
    text.get(span.range()).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the table row that agrees with the most known columns, and its place.
pub(super) fn nearest_row(
    evaluation: &mut Evaluation<'_>,
    table: &str,
    known: &[Option<Value>],
) -> Option<(String, String)> {
    let mut best: Option<(usize, Vec<Value>, String)> = None;
    let rules = evaluation.rules;
    for written in rules.get(table)? {
        for head in written.rule.heads.iter().filter(|head| head.name == table) {
            let Ok(Some(row)) = evaluation.row(head, &Values::new(), 0) else { continue };
            let agreeing = row.iter().zip(known).filter(|(cell, known)| known.as_ref() == Some(cell)).count();
            if best.as_ref().is_none_or(|best| agreeing > best.0) {
                best = Some((agreeing, row, written.place()));
            }
        }
    }
    let (_, row, place) = best?;
    let cells: Vec<Traced> = row.iter().map(Value::traced).collect();
    let cells = cells.into_iter().map(|cell| with_renderer(|renderer| renderer.value(cell)));
    Some((format!("{table}({})", cells.collect::<Vec<_>>().join(", ")), place))
}
