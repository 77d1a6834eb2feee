//! Hovers of names in rule files, in Markdown.

use std::fmt::Write as _;

use gen_lsp_types::{Hover, MarkupContent, MarkupKind, Range};
use typelog_interpreter::signatures;
use typelog_reader::builtins::{Builtin, Shape};
use typelog_reader::drawing::drawing;
use typelog_reader::notation::Notations;
use typelog_reader::syntax::{Column, Declaration};

use super::{BookView, Subject};
use crate::counts::counted;

/// Returns the hover of a name in a range.
pub fn hover(view: &BookView<'_>, subject: &Subject<'_>, range: Range) -> Option<Hover> {
    let value = match subject {
        Subject::Relation(name) => relation(view, name)?,
        Subject::Rule(name) => rule(view, name)?,
        Subject::Builtin(name) => code(&signature(name, signatures().builtin(name)?)),
        Subject::Value(name) => code(&format!("{name}: {}", signatures().constant(name)?)),
    };
    let contents = MarkupContent { kind: MarkupKind::Markdown, value };
    Some(Hover { contents: contents.into(), range: Some(range) })
}

fn code(text: &str) -> String {
    format!("```typelog-rules\n{text}\n```")
}

fn relation(view: &BookView<'_>, name: &str) -> Option<String> {
    let (page, declared) = view.pages.relation(name, &view.page)?;
    let mut text = code(&declaration(declared));
    let meaning = page.meaning(declared);
    if !meaning.is_empty() {
        let _ = write!(text, "\n\n{meaning}");
    }
    let line = page.text[..declared.name_span.start as usize].matches('\n').count() + 1;
    let _ = write!(text, "\n\n`{}:{line}`", page.path);
    if let Some((program, count)) =
        view.rows.and_then(|rows| Some((&rows.program, *rows.counts.of_relations.get(name)?)))
    {
        let _ = write!(text, ", {} over `{program}`", counted(count, "row"));
    }
    Some(text)
}

fn rule(view: &BookView<'_>, name: &str) -> Option<String> {
    let (page, rule) = view.pages.rule(name)?;
    let notations = Notations::of(view.pages.iter().map(|page| page.file()));
    let drawing = drawing(page.file(), &rule.name, &notations);
    let mut text = format!("**{}**: {}\n\n{}", rule.name, rule.sentence, code(&drawing));
    let _ = write!(text, "\n\n`{}:{}`", page.path, rule.line);
    if let Some(rows) = view.rows {
        let count = counted(rows.counts.of_rules.get(name).copied().unwrap_or(0), "row");
        let _ = write!(text, ", {count} over `{}`", rows.program);
    }
    Some(text)
}

/// Renders a relation with its columns.
pub fn declaration(declared: &Declaration) -> String {
    let questions = declared.questions.unwrap_or(declared.columns.len());
    let (asked, answered) = declared.columns.split_at(questions.min(declared.columns.len()));
    let listed = |columns: &[Column]| columns.iter().map(column).collect::<Vec<_>>().join(", ");
    let answer = if answered.is_empty() { String::new() } else { format!(" -> {}", listed(answered)) };
    format!("relation {}({}{answer})", declared.name, listed(asked))
}

fn column(column: &Column) -> String {
    let optional = if column.ty.is_optional() { "?" } else { "" };
    let name = column.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
    format!("{name}{}{optional}", column.ty.present())
}

/// Renders a builtin with its parameters and its result.
pub fn signature(name: &str, builtin: &Builtin) -> String {
    let parameters = builtin.names.iter().zip(&builtin.parameters).map(|(name, ty)| format!("{name}: {ty}"));
    let result = match builtin.shape {
        Shape::Value | Shape::Condition => builtin.result.to_string(),
        Shape::Partial => format!("{}?", builtin.result),
        Shape::Several => format!("several {}", builtin.result),
    };
    format!("{name}({}) -> {result}", parameters.collect::<Vec<_>>().join(", "))
}
