//! Inlay hints: the types of definitions and of the variables of for-expressions.

use gen_lsp_types::{InlayHint, InlayHintKind, Label, MarkupContent, MarkupKind, Tooltip};

use super::subject::binders;
use super::types::variable_types;
use super::view::View;
use crate::program::{BlockValue, DefinitionId, Expression, FileId, Kind, Place};
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::display::display_within;
use crate::types::{Interner, Ty};

/// The maximal length of a type in a hint, in bytes; in its tooltip, [`LONGEST_TEXT`].
const LONGEST_TYPE: usize = 48;
const LONGEST_TEXT: usize = 2_000;

/// Returns the hints in a part of a file.
pub fn hints(
    view: &View<'_>,
    types: &mut Interner,
    file: FileId,
    within: Span,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for id in view.program.definition_ids() {
        let definition = view.program.definition(id);
        if definition.file != file || definition.span.end < within.start || within.end < definition.span.start {
            continue;
        }
        if is_cancelled() {
            break;
        }
        of_definition(view, types, id, &mut hints);
        of_variables(view, types, id, within, &mut hints);
    }
    hints
}

/// Adds a hint with the type of an attribute, unless its text shows the type.
fn of_definition(view: &View<'_>, types: &Interner, id: DefinitionId, hints: &mut Vec<InlayHint>) {
    let definition = view.program.definition(id);
    let tree = view.tree(definition.file);
    let is_value = match definition.block.as_ref().map(|block| block.value) {
        None => true,
        // A local value or an output of Terraform.
        Some(BlockValue::Expression(_)) => matches!(definition.kind, Kind::Local | Kind::Output),
        Some(_) => false,
    };
    let Some(value) = definition.expressions.first().filter(|_| is_value) else { return };
    let is_plain = matches!(
        tree.node(value.root),
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::String(_) | Node::Broken | Node::Type
    );
    // JSON has no syntax for hints.
    if !is_plain && !view.is_json(definition.file) {
        let ty = view.inference.definition_type(id);
        hints.push(hint(view, types, definition.file, value.name_span.end, ty));
    }
}

/// Adds hints with the types of the variables of for-expressions.
fn of_variables(view: &View<'_>, types: &mut Interner, id: DefinitionId, within: Span, hints: &mut Vec<InlayHint>) {
    let definition = view.program.definition(id);
    let nodes = definition.expressions.iter().flat_map(Expression::nodes);
    let places = nodes.map(|node| Place { file: definition.file, node });
    let bound: Vec<(u32, Span)> = places.flat_map(|at| binders(view, at)).collect();
    let bound: Vec<_> = bound.into_iter().filter(|(_, span)| within.contains(*span)).collect();
    if bound.is_empty() {
        return;
    }
    for (ty, span) in variable_types(view, types, id, &bound) {
        hints.push(hint(view, types, definition.file, span.end, ty));
    }
}

fn hint(view: &View<'_>, types: &Interner, file: FileId, offset: u32, ty: Ty) -> InlayHint {
    let text = display_within(types, ty, LONGEST_TEXT);
    let type_text = display_within(types, ty, LONGEST_TYPE);
    let value = format!("```typelog\n{text}\n```");
    let tooltip = Tooltip::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    InlayHint {
        position: view.position(file, offset),
        tooltip: (text != type_text).then_some(tooltip),
        label: Label::String(format!(": {type_text}")),
        kind: Some(InlayHintKind::Type),
        text_edits: None,
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
