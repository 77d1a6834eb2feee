//! Hover: the type of the subject at the pointer, its schema description, and the start of its proof.

use std::fmt::Write as _;

use gen_lsp_types::{Hover, MarkupContent, MarkupKind};
use serde_json::json;

use super::docs::{description, path_at};
use super::expected::expected_of_key;
use super::proofs::{Goal, first_lines};
use super::signatures::signatures_of;
use super::subject::{Found, Subject, key_name, name_place, step_name, steps_of, subject_at};
use super::types::type_of;
use super::view::View;
use crate::codes::Code;
use crate::diagnostics;
use crate::program::resolve::is_provider;
use crate::program::{BlockValue, DefinitionId, FileId};
use crate::render::marks_of;
use crate::schema::Schemas;
use crate::syntax::tree::Node;
use crate::types::alternatives;
use crate::types::display::{display, display_key, display_within};
use crate::types::{Interner, Shape, Ty};
use crate::visible::shortened;

/// The maximal length of the type in the first line, in bytes.
const LONGEST_TYPE: usize = 160;

/// The maximal number of listed properties of an object, and the maximal length of each of their types.
const MOST_PROPERTIES: usize = 16;
const LONGEST_PROPERTY: usize = 70;

/// Returns the hover at an offset of a file.
pub fn hover(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    all: &[diagnostics::Diagnostic],
    file: FileId,
    offset: u32,
) -> Option<Hover> {
    let found = subject_at(view, types, file, offset)?;
    let mut text = title(view, types, file, found)?;
    let ty = shown_type(view, types, found.subject);
    if let Some(listing) = ty.and_then(|ty| listing(types, ty)) {
        let _ = write!(text, "\n{}", fenced("typelog", &listing));
    }
    if let Subject::Definition(id) = found.subject {
        let marks = marks_of(view.program, view.inference, types, id);
        text.extend(marks.iter().map(|mark| format!("\n\n*{mark}*")));
    }
    if let Some(said) = description(view, types, schemas, found.subject) {
        let _ = write!(text, "\n\n{said}");
    }
    let here = all.iter().filter(|of| of.file == file && of.span.start <= offset && offset <= of.span.end);
    let mut codes: Vec<Code> = here.filter_map(|of| of.code.own()).collect();
    codes.dedup();
    for code in codes {
        let _ = write!(text, "\n\n`{}`: {}", code.word(), code.meaning().replace('\n', " "));
    }
    if let Some((id, goal)) = goal(view, found.subject)
        && let Some(lines) = first_lines(view, types, id, goal)
    {
        let _ = write!(text, "\n\n{}", fenced("text", &lines));
    }
    text.push_str(&links(view, &found, file, offset));
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: text };
    Some(Hover { contents: contents.into(), range: Some(view.range(file, found.span)) })
}

/// Returns the first line: the subject and its type.
fn title(view: &View<'_>, types: &mut Interner, file: FileId, found: Found) -> Option<String> {
    let subject = found.subject;
    if let Subject::Function(name, at) = subject {
        let signatures: Vec<String> = signatures_of(view, types, at).into_iter().map(|of| of.label).collect();
        let text = if signatures.is_empty() { types.text(name).to_owned() } else { signatures.join("\n") };
        return Some(fenced("typelog", &text));
    }
    let name = match subject {
        Subject::Variable(..) => Some(format!("variable {}", view.program.file(file).source.slice(found.span))),
        _ => name_of(view, types, subject),
    };
    let ty = shown_type(view, types, subject);
    let text = match (name, ty) {
        (None, None) => return None,
        (Some(_), None) if matches!(subject, Subject::Block(..)) => return None,
        (Some(name), Some(ty)) => format!("{name}: {}", display_within(types, ty, LONGEST_TYPE)),
        (Some(name), None) => name,
        (None, Some(ty)) => display_within(types, ty, LONGEST_TYPE),
    };
    Some(fenced("typelog", &text))
}

/// Returns the type that is shown: at a key, the one that is expected, if it is known.
fn shown_type(view: &View<'_>, types: &mut Interner, subject: Subject) -> Option<Ty> {
    if let Subject::Key(at, number) = subject
        && let Node::Object(items) = view.tree(at.file).node(at.node)
        && let Some(item) = view.tree(at.file).items(items).get(number)
        && let Some(name) = key_name(view, at, item)
        && let Some(expected) = expected_of_key(view, types, at, name)
    {
        return Some(expected);
    }
    type_of(view, types, subject)
}

/// Returns the displayed name of a subject.
fn name_of(view: &View<'_>, types: &Interner, subject: Subject) -> Option<String> {
    Some(match subject {
        Subject::Definition(id) => definition_name(view, types, id)?,
        Subject::Token(id) => {
            let definition = view.program.definition(id);
            let label = definition.resource_type().filter(|_| view.program.is_terraform).unwrap_or(&definition.label);
            format!("{} {label}", definition.kind.word())
        }
        Subject::Block(id, span) => match path_at(view, types, view.program.definition(id).file, span).last() {
            Some(name) => format!("block {name}"),
            None => definition_name(view, types, view.program.definition(id).name.map(|_| id)?)?,
        },
        Subject::Declared(name) if view.program.is_terraform => types.text(name).to_owned(),
        Subject::Declared(name) => format!("declared {}", types.text(name)),
        Subject::Function(name, _) => types.text(name).to_owned(),
        Subject::Input(_, name) => format!("input {}", types.text(name)),
        Subject::Attribute(id, number) => {
            let definition = view.program.definition(id);
            let span = view.unquoted(definition.file, definition.expressions.get(number)?.name_span);
            view.program.file(definition.file).source.slice(span).to_owned()
        }
        Subject::Step(at, number) => {
            format!("property {}", types.text(step_name(steps_of(view, at).get(number)?)?))
        }
        Subject::Key(at, number) => {
            let Node::Object(items) = view.tree(at.file).node(at.node) else { return None };
            let name = key_name(view, at, view.tree(at.file).items(items).get(number)?)?;
            format!("property {}", types.text(name))
        }
        Subject::Expression(_) | Subject::Variable(..) => return None,
    })
}

/// Returns the displayed name of a definition: in Terraform, its address.
fn definition_name(view: &View<'_>, types: &Interner, id: DefinitionId) -> Option<String> {
    let definition = view.program.definition(id);
    if !view.program.is_terraform {
        return Some(format!("{} {}", definition.kind.word(), definition.label));
    }
    match definition.block.as_ref().map(|block| block.value) {
        Some(BlockValue::Item) => Some("each".to_owned()),
        Some(BlockValue::Iterator) => {
            let span = name_place(view, types, id)?;
            Some(format!("iterator {}", view.program.file(definition.file).source.slice(span)))
        }
        _ if is_provider(definition) => Some(definition.label.replacen('.', " ", 1)),
        _ => Some(definition.label.to_string()),
    }
}

/// Lists the properties of an object, or the values of an enum, if the type is displayed only by name.
fn listing(types: &Interner, ty: Ty) -> Option<String> {
    let alternatives = alternatives(types, ty);
    let [only] = alternatives.iter().copied().filter(|&ty| ty != crate::types::NONE).collect::<Vec<_>>()[..] else {
        return None;
    };
    match types.shape(only) {
        Shape::Object(_) if !types.properties(only).is_empty() => {
            let properties = types.properties(only).iter();
            let line = |&(name, ty): &(_, Ty)| {
                format!("  {} = {}\n", display_key(types.text(name)), display_within(types, ty, LONGEST_PROPERTY))
            };
            let mut text: String = properties.clone().take(MOST_PROPERTIES).map(line).collect();
            let rest = properties.len().saturating_sub(MOST_PROPERTIES);
            if rest > 0 {
                let _ = writeln!(text, "  ... {rest} more");
            }
            Some(format!("{{\n{text}}}"))
        }
        Shape::Enum(_) => Some(shortened(&display(types, only), 400).into_owned()),
        _ => None,
    }
}

/// Returns the conclusion whose proof is shown.
pub fn goal(view: &View<'_>, subject: Subject) -> Option<(DefinitionId, Goal<'static>)> {
    let goal = Goal::of(subject)?;
    let id = match goal {
        Goal::Definition(id) => id,
        Goal::Expression(at) => view.program.definition_of(at)?,
        Goal::Diagnostic(_) => return None,
    };
    Some((id, goal))
}

/// Returns links to the whole type and the whole proof, for clients that run commands.
fn links(view: &View<'_>, found: &Found, file: FileId, offset: u32) -> String {
    if !view.client.has_commands {
        return String::new();
    }
    let position = view.position(file, offset);
    let arguments = json!([{ "uri": view.uri(file), "position": position }]).to_string();
    let link = |title: &str, command: &str| format!("[{title}](command:{command}?{})", escaped(&arguments));
    let mut links = vec![link("Whole type", "typelog.showType")];
    if goal(view, found.subject).is_some() {
        links.push(link("Proof", "typelog.showProof"));
    }
    format!("\n\n{}", links.join(" · "))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            escaped.push(byte.into());
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// Renders a text as a fenced code block.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", text.trim_end())
}
