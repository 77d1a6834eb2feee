//! Diagnostics, and the expressions that they refer to.

use super::super::Cell;
use super::places::Places;
use super::{Collected, Collector, Id, Text, place};
use crate::program::FileId;
use crate::source::Span;

/// Adds the diagnostics of a program.
pub(super) fn add(collector: &mut Collector, collected: &Collected<'_>, places: &Places) {
    let first = collector.fresh("diagnostic", collected.diagnostics.len());
    let mut nestings: Vec<Option<Nesting>> = collected.program.files.iter().map(|_| None).collect();
    for (number, diagnostic) in (first..).zip(collected.diagnostics) {
        let file = usize::from(diagnostic.file);
        let [start, end, line, column] = place(&collected.program.file(diagnostic.file).source, diagnostic.span);
        let (severity, text) = (diagnostic.severity.word(), diagnostic.message.as_str());
        let row = [
            Id(number),
            Id(places.files[file]),
            Text(&diagnostic.code),
            Text(severity),
            Text(text),
            start,
            end,
            line,
            column,
        ];
        collector.row("diagnostic", &row);
        let nesting = nestings[file].get_or_insert_with(|| Nesting::of(collected, places, diagnostic.file));
        if let Some(expression) = nesting.innermost(diagnostic.span) {
            collector.row("diagnostic_expression", &[Id(number), Id(expression)]);
        }
    }
}

/// The span and the number of an expression, and the index of its parent.
type Nested = (Span, Cell, Option<usize>);

/// The expressions of a file in order of place, each with its parent.
struct Nesting {
    expressions: Vec<Nested>,
}

impl Nesting {
    fn of(collected: &Collected<'_>, places: &Places, file: FileId) -> Self {
        let tree = &collected.program.file(file).tree;
        let (mut expressions, mut around): (Vec<Nested>, Vec<usize>) = (Vec::new(), Vec::new());
        for (node, number) in places.expressions_of(usize::from(file)) {
            let span = tree.span(node);
            while around.last().is_some_and(|&outer| !expressions[outer].0.contains(span)) {
                around.pop();
            }
            expressions.push((span, number, around.last().copied()));
            around.push(expressions.len() - 1);
        }
        Self { expressions }
    }

    /// Returns the innermost expression that contains a span.
    fn innermost(&self, span: Span) -> Option<Cell> {
        let mut at = self.expressions.partition_point(|(known, ..)| known.start <= span.start).checked_sub(1);
        while let Some((known, number, outer)) = at.map(|at| self.expressions[at]) {
            if known.contains(span) {
                return Some(number);
            }
            at = outer;
        }
        None
    }
}
