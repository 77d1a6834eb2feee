//! The types of a program for people, one on each line.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::Report;
use super::colours::{Colour, Palette};
use super::indented::indented;
use crate::types::AnnotatedPart;
use crate::visible::visible;

/// Lists the type of each named node: `NAME: TYPE`. Schema types appear by name, unless `is_full`: then, long types have several
/// lines.
pub fn definition_types(report: &Report, is_full: bool, palette: Palette) -> String {
    let mut text = String::new();
    for node in &report.nodes {
        let ty = chosen(&node.ty, node.ty_by_name.as_ref(), is_full);
        let ty = if is_full { Cow::Owned(indented(ty)) } else { Cow::Borrowed(ty) };
        let annotations = if is_full { annotations(&node.annotations) } else { String::new() };
        let marks = if node.marks.is_empty() { String::new() } else { format!(" ({})", node.marks.join(", ")) };
        let (ty, annotations) = (palette.paint(&ty, Colour::Note), palette.paint(&annotations, Colour::Quiet));
        let _ = writeln!(text, "{}: {ty}{}{annotations}", visible(&node.name), visible(&marks));
    }
    text
}

/// The maximal length of an expression's text, in bytes: a long sum has as many parts as operators.
const LONGEST: usize = 1_000;

/// Lists the type of each expression with its place and its text, separated by tabs.
pub fn expression_types(report: &Report, is_full: bool, palette: Palette, path_of: &dyn Fn(&str) -> String) -> String {
    let mut text = String::new();
    for found in report.expressions.iter().flatten() {
        let source = &report.sources[found.file];
        let (path, at) = (path_of(&source.name), source.position(found.span.start));
        let whole = source.slice(found.span);
        let (start, end) =
            (&whole[..whole.floor_char_boundary(LONGEST)], if whole.len() > LONGEST { " ..." } else { "" });
        let piece = start.split_whitespace().collect::<Vec<_>>().join(" ") + end;
        let ty = chosen(&found.ty, found.ty_by_name.as_ref(), is_full);
        let place = palette.paint(&format!("{}:{}:{}", visible(&path), at.line, at.column), Colour::Quiet);
        let _ = writeln!(text, "{place}\t{}\t{}", palette.paint(ty, Colour::Note), palette.own(&piece));
    }
    text
}

fn chosen<'a>(canonical: &'a str, by_name: Option<&'a String>, is_full: bool) -> &'a str {
    by_name.filter(|_| !is_full).map_or(canonical, String::as_str)
}

/// Renders the annotations of a type's parts.
fn annotations(parts: &[AnnotatedPart]) -> String {
    let part = |AnnotatedPart { at, kind, token }: &AnnotatedPart| {
        if at.is_empty() { format!("{kind} {token}") } else { format!("{at} {kind} {token}") }
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    if parts.is_empty() { String::new() } else { format!("  # {}", parts.join(", ")) }
}
