//! Quick fixes: the suggested name, missing parts, and comments that ignore a diagnostic.

use std::collections::HashMap;

use gen_lsp_types::{CodeAction, CodeActionKind, Command, TextEdit, WorkspaceEdit};
use rustc_hash::FxHashMap;
use serde_json::json;

use super::diagnostics::{ShownDiagnostic, most_severe};
use super::expected::{expected_at, properties};
use super::subject::{block_of, step_name};
use super::view::View;
use crate::diagnostics::{Code, Diagnostic, Fix, FixKind};
use crate::program::{DefinitionId, FileId};
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId, ObjectItem};
use crate::syntax::{Colour, Comment, colours, comments};
use crate::types::alternatives;
use crate::types::display::{display_constant, display_key};
use crate::types::{Interner, NONE, Shape, Ty};

/// The codes that comments cannot or should not ignore.
const NOT_IGNORED: [Code; 4] = [Code::InvalidUtf8, Code::SyntaxError, Code::UnreadableFile, Code::UnusedIgnore];

/// Returns the actions for the diagnostics in a part of a file that the client knows.
pub fn actions(
    view: &View<'_>,
    types: &mut Interner,
    all: &[Diagnostic],
    file: FileId,
    within: Span,
) -> Vec<CodeAction> {
    let is_here = |of: &&Diagnostic| of.span.start <= within.end && within.start <= of.span.end;
    let known = most_severe(all.iter().filter(|of| of.file == file).collect());
    let here: Vec<&Diagnostic> = known.into_iter().filter(is_here).collect();
    let mut actions: Vec<CodeAction> = here.iter().filter_map(|found| meant(view, found)).collect();
    actions.extend(here.iter().filter_map(|found| missing(view, types, found)));
    actions.extend(all_missing(view, types, all, &here));
    actions.extend(here.iter().filter_map(|found| declared(view, types, found)));
    if !here.is_empty() && !view.is_json(file) {
        let layout = Layout::of(view, file);
        actions.extend(here.iter().filter_map(|found| removed(view, &layout, found)));
        actions.extend(ignoring(view, &layout, &here));
    }
    actions.extend(here.iter().filter(|_| view.client.has_commands).map(|found| proof(view, found)));
    actions
}

/// The properties of a file that actions need, in the order of the text.
struct Layout {
    texts: Vec<Span>,
    comments: Vec<Comment>,
    /// The items of objects, by the start of their keys.
    items: FxHashMap<u32, ObjectItem>,
}

impl Layout {
    fn of(view: &View<'_>, file: FileId) -> Self {
        let (text, tree) = (view.text(file), view.tree(file));
        let items = (0..tree.len() as u32).map(NodeId).filter_map(|node| match tree.node(node) {
            Node::Object(items) => Some(tree.items(items)),
            _ => None,
        });
        let items = items.flatten().map(|&item| (view.unquoted(file, item.key_span).start, item)).collect();
        let texts = colours(text).into_iter().filter(|of| of.1 == Colour::Text).map(|of| of.0).collect();
        Self { texts, comments: comments(text), items }
    }

    /// Returns the last text that begins before an offset.
    fn text_before(&self, offset: u32) -> Option<Span> {
        let behind = self.texts.partition_point(|span| span.start < offset);
        behind.checked_sub(1).map(|at| self.texts[at])
    }

    /// Returns the first comment in a part of the file.
    fn comment_in(&self, start: usize, end: usize) -> Option<&Comment> {
        let at = self.comments.partition_point(|comment| (comment.span.start as usize) < start);
        self.comments.get(at).filter(|comment| (comment.span.start as usize) < end)
    }
}

/// Returns the fixes that ignore diagnostics. One comment ignores all diagnostics of a code on its line.
fn ignoring(view: &View<'_>, layout: &Layout, here: &[&Diagnostic]) -> Vec<CodeAction> {
    let (mut actions, mut known) = (Vec::<CodeAction>::new(), FxHashMap::default());
    for (place, action) in here.iter().filter_map(|found| ignored(view, layout, found)) {
        let at = *known.entry((place, action.title.clone())).or_insert(actions.len());
        match actions.get_mut(at) {
            Some(known) => known.diagnostics.get_or_insert_default().extend(action.diagnostics.unwrap_or_default()),
            None => actions.push(action),
        }
    }
    actions
}

/// Returns the fix that writes the suggested name.
fn meant(view: &View<'_>, found: &Diagnostic) -> Option<CodeAction> {
    let Fix { name, span, .. } = found.fix.as_ref().filter(|fix| fix.kind == FixKind::Replace)?;
    let range = view.range(found.file, view.unquoted(found.file, *span));
    let edit = TextEdit { range, new_text: name.clone() };
    let action = fix(view, format!("Change to `{name}`"), &[found], vec![edit]);
    Some(CodeAction { is_preferred: Some(true), ..action })
}

/// Returns the fix that adds a missing part.
fn missing(view: &View<'_>, types: &mut Interner, found: &Diagnostic) -> Option<CodeAction> {
    let name = added(found)?;
    let edit = missing_edit(view, types, &[found])?;
    Some(fix(view, format!("Add `{name}`"), &[found], vec![edit]))
}

/// Returns the fix that adds all missing inputs of a block, if there are several.
fn all_missing(view: &View<'_>, types: &mut Interner, all: &[Diagnostic], here: &[&Diagnostic]) -> Option<CodeAction> {
    let first = here.iter().find(|found| found.code == Code::MissingInput)?;
    let same = |of: &&Diagnostic| of.code == first.code && (of.file, of.span) == (first.file, first.span);
    let missing: Vec<&Diagnostic> = all.iter().filter(same).collect();
    let edit = missing_edit(view, types, &missing).filter(|_| missing.len() > 1)?;
    Some(fix(view, "Add all missing inputs".to_owned(), &missing, vec![edit]))
}

/// Returns the edit that adds missing parts in one place.
fn missing_edit(view: &View<'_>, types: &mut Interner, missing: &[&Diagnostic]) -> Option<TextEdit> {
    let first = missing.first()?;
    let (file, at) = (first.file, first.fix.as_ref()?.span);
    let id = definition_of_missing(view, types, first).filter(|_| !view.is_json(file))?;
    let in_block = matches!(first.code.own(), Some(Code::MissingInput | Code::MissingAttribute));
    let open = if in_block { block_of(view, id)?.open } else { at };
    let text = view.text(file);
    if !text.get(open.range())?.starts_with('{') {
        return None;
    }
    let behind = open.start as usize + 1;
    let rest = text.get(behind..)?;
    let line_start = text[..behind].rfind('\n').map_or(0, |at| at + 1);
    let indent: String = text[line_start..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
    let mut lines = Vec::new();
    for found in missing {
        let name = added(found)?;
        let value =
            type_of_missing(view, types, id, found, name).map_or_else(|| "null".to_owned(), |ty| sample(types, ty));
        lines.push(format!("{} = {value}", display_key(name)));
    }
    let is_closed = rest.trim_start_matches([' ', '\t']).starts_with('}');
    let goes_on = rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    let new_text = if in_block || goes_on {
        let break_line = format!("\n{indent}  ");
        let lines = format!("{break_line}{}", lines.join(&break_line));
        if is_closed { format!("{lines}\n{indent}") } else { lines }
    } else if is_closed {
        format!(" {} ", lines.join(", "))
    } else {
        format!(" {},", lines.join(", "))
    };
    let at = Span { start: behind as u32, end: behind as u32 };
    Some(TextEdit { range: view.range(file, at), new_text })
}

/// Returns the definition that lacks a part: of a block of Terraform, the one that has the input.
fn definition_of_missing(view: &View<'_>, types: &Interner, found: &Diagnostic) -> Option<DefinitionId> {
    let (name, at) = (added(found)?, found.fix.as_ref()?.span);
    let around = view.program.definitions_at(found.file, at.start);
    let has_input = |id: &&DefinitionId| {
        let inputs = view.program.inputs(view.program.definition(**id));
        inputs.iter().any(|input| types.text(input.name) == name)
    };
    around.iter().find(has_input).or(around.first()).copied()
}

/// Returns the name of the part that the fix of a diagnostic adds.
fn added(found: &Diagnostic) -> Option<&str> {
    found.fix.as_ref().filter(|fix| fix.kind == FixKind::Add).map(|fix| &fix.name[..])
}

/// Returns the type of a missing part.
fn type_of_missing(
    view: &View<'_>,
    types: &mut Interner,
    id: DefinitionId,
    found: &Diagnostic,
    name: &str,
) -> Option<Ty> {
    let name = types.name(name);
    let definition = view.program.definition(id);
    if found.code == Code::MissingInput {
        return view.program.inputs(definition).iter().find(|input| input.name == name).map(|input| input.ty);
    }
    let tree = view.tree(found.file);
    let is_object = |node| matches!(tree.node(node), Node::Object(_)) && tree.span(node).start == found.span.start;
    let object = view.program.node_at(id, found.span.start, is_object)?;
    let expected = expected_at(view, types, id, object);
    properties(types, &expected, name).first().copied()
}

/// The maximum number of parts of a type for which a placeholder is written out.
const LARGEST_SAMPLE: u32 = 100;

/// Returns a placeholder value of a type.
fn sample(types: &Interner, ty: Ty) -> String {
    let alternatives = alternatives(types, ty);
    let shapes = alternatives.iter().map(|&ty| (ty, types.shape(ty)));
    let Some((ty, shape)) = shapes.into_iter().find(|(_, shape)| !matches!(shape, Shape::None)) else {
        return "null".to_owned();
    };
    match shape {
        Shape::Primitive(name) => match types.text(name) {
            "bool" => "false",
            "int" | "number" => "0",
            _ => "\"\"",
        }
        .to_owned(),
        Shape::Constant(_, value) => display_constant(types, value),
        Shape::Enum(id) => {
            types.enumeration(id).2.first().map_or_else(|| "null".to_owned(), |&value| display_constant(types, value))
        }
        Shape::List(_) | Shape::Set(_) => "[]".to_owned(),
        Shape::Tuple(_) if types.size(ty) > LARGEST_SAMPLE => "[]".to_owned(),
        Shape::Tuple(_) => {
            let members: Vec<String> = types.members(ty).iter().map(|&member| sample(types, member)).collect();
            format!("[{}]", members.join(", "))
        }
        Shape::Map(_) | Shape::Object(_) => "{}".to_owned(),
        _ => "null".to_owned(),
    }
}

/// The file in which modules of Terraform usually declare their variables.
const OF_VARIABLES: &str = "variables.tf";

/// Returns the fix that declares the variable of Terraform that an address names.
fn declared(view: &View<'_>, types: &mut Interner, found: &Diagnostic) -> Option<CodeAction> {
    if found.code != Code::UnknownVariable || !view.program.is_terraform {
        return None;
    }
    let tree = view.tree(found.file);
    let is_address = |node| {
        let is_var = matches!(tree.node(node), Node::Variable(root, _) if types.text(root) == "var");
        is_var && tree.span(node).start == found.span.start
    };
    let around = view.program.definitions_at(found.file, found.span.start);
    let (id, node) =
        around.iter().find_map(|&id| Some((id, view.program.node_at(id, found.span.start, is_address)?)))?;
    let Node::Variable(_, steps) = tree.node(node) else { return None };
    let name = types.text(step_name(tree.steps(steps).first()?)?).to_owned();
    let expected = expected_at(view, types, id, node);
    let ty = expected.iter().find(|&&ty| ty != NONE).map_or_else(|| "any".to_owned(), |&ty| constraint(types, ty));
    let is_of_variables = |file: &FileId| view.program.file(*file).source.name == OF_VARIABLES;
    let file = view.file_ids().find(is_of_variables).or(Some(found.file).filter(|&file| !view.is_json(file)))?;
    let text = view.text(file);
    let end = Span { start: text.len() as u32, end: text.len() as u32 };
    let before = match text {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let new_text = format!("{before}variable \"{name}\" {{\n  type = {ty}\n}}\n");
    let edit = TextEdit { range: view.range(file, end), new_text };
    Some(fix_in(view, format!("Declare the variable `{name}`"), &[found], (file, vec![edit])))
}

/// Returns the constraint of a variable whose values are of a type.
fn constraint(types: &Interner, ty: Ty) -> String {
    let of_elements = |word: &str, element: Ty| format!("{word}({})", constraint(types, element));
    match types.shape(ty) {
        Shape::Primitive(name) => match types.text(name) {
            "int" => "number".to_owned(),
            name => name.to_owned(),
        },
        Shape::List(element) => of_elements("list", element),
        Shape::Set(element) => of_elements("set", element),
        Shape::Map(element) => of_elements("map", element),
        _ => "any".to_owned(),
    }
}

/// Returns the fix that removes an attribute that is dropped.
fn removed(view: &View<'_>, layout: &Layout, found: &Diagnostic) -> Option<CodeAction> {
    if found.code != Code::DroppedKey {
        return None;
    }
    let tree = view.tree(found.file);
    let item = layout.items.get(&view.unquoted(found.file, found.span).start)?;
    let text = view.text(found.file);
    let span = without_separator(text, item.key_span.to(tree.span(item.value)));
    let edit = TextEdit { range: view.range(found.file, span), new_text: String::new() };
    let name = &text[view.unquoted(found.file, item.key_span).range()];
    Some(fix(view, format!("Remove `{name}`"), &[found], vec![edit]))
}

/// Returns the span of an item of an object with what separates it: its whole lines, or the comma on one side.
fn without_separator(text: &str, item: Span) -> Span {
    let (start, end) = (item.start as usize, item.end as usize);
    let blank = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let comma = end + blank(&text[end..]);
    let has_comma = text[comma..].starts_with(',');
    let behind = if has_comma { comma + 1 } else { end };
    let line_end = behind + blank(&text[behind..]);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let is_alone = text[line_start..start].trim().is_empty() && text[line_end..].starts_with(['\n', '\r']);
    let (start, end) = if is_alone {
        let rest = &text[line_end..];
        (line_start, line_end + if rest.starts_with("\r\n") { 2 } else { 1 })
    } else if has_comma {
        (start, line_end)
    } else {
        let before = text[..start].trim_end_matches([' ', '\t']);
        (if before.ends_with(',') { before.len() - 1 } else { start }, end)
    };
    Span { start: start as u32, end: end as u32 }
}

/// Returns the fix that ignores a diagnostic by a comment, with its place: in the comment on its line, or on a new line above.
fn ignored(view: &View<'_>, layout: &Layout, found: &Diagnostic) -> Option<(Span, CodeAction)> {
    let (file, code) = (found.file, &*found.code);
    if found.code.own().is_some_and(|code| NOT_IGNORED.contains(&code)) {
        return None;
    }
    let text = view.text(file);
    let start = found.span.start as usize;
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = start + text[start..].find(['\n', '\r']).unwrap_or(text.len() - start);
    let at = |offset: usize| Span { start: offset as u32, end: offset as u32 };
    let line = (line_start as u32, line_end as u32);
    let begins_in_text = layout.text_before(line.0).is_some_and(|span| line.0 <= span.end);
    let ends_in_text = layout.text_before(line.1 + 1).is_some_and(|span| line.1 < span.end);
    let on_line = layout.comment_in(line_start, line_end);
    let (place, new_text) = match on_line {
        Some(comment) => {
            let words = &text[comment.span.range()];
            let list = words.find("typelog:").and_then(|_| words.find(']'));
            match list {
                Some(end) => (at(comment.span.start as usize + end), format!(", {code}")),
                None if begins_in_text => return None,
                None => (at(line_start), above(&text[line_start..line_end], code)),
            }
        }
        None if !ends_in_text => (at(line_end), format!(" # typelog: ignore[{code}]")),
        None if !begins_in_text => (at(line_start), above(&text[line_start..line_end], code)),
        None => return None,
    };
    let edit = TextEdit { range: view.range(file, place), new_text };
    Some((place, fix(view, format!("Ignore `{code}` here"), &[found], vec![edit])))
}

/// Returns a comment line to be placed above a line.
fn above(line: &str, code: &str) -> String {
    let indent: String = line.chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
    format!("{indent}# typelog: ignore[{code}]\n")
}

/// Returns the action that shows the proof of a problem.
fn proof(view: &View<'_>, found: &Diagnostic) -> CodeAction {
    let title = format!("Explain `{}`", found.code);
    let position = view.position(found.file, found.span.start);
    let at = json!({ "uri": view.uri(found.file), "position": position, "code": *found.code });
    let command = Command {
        title: title.clone(),
        tooltip: None,
        command: "typelog.explain".to_owned(),
        arguments: Some(vec![at]),
    };
    CodeAction { command: Some(command), ..fix(view, title, &[found], Vec::new()) }
}

fn fix(view: &View<'_>, title: String, found: &[&Diagnostic], edits: Vec<TextEdit>) -> CodeAction {
    let file = found.first().map_or(FileId(0), |of| of.file);
    fix_in(view, title, found, (file, edits))
}

/// Returns a fix that edits a file of the program.
fn fix_in(view: &View<'_>, title: String, found: &[&Diagnostic], (file, edits): (FileId, Vec<TextEdit>)) -> CodeAction {
    let diagnostics = found.iter().map(|of| ShownDiagnostic::new(view, of).into()).collect();
    let changes = (!edits.is_empty()).then(|| HashMap::from([(view.uri(file).into(), edits)]));
    CodeAction {
        title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(diagnostics),
        edit: changes.map(|changes| WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}
