//! The action that gives an expression a name: a local value in Terraform, an attribute of the program elsewhere.

use std::collections::HashMap;

use gen_lsp_types::{CodeAction, CodeActionKind, TextEdit, WorkspaceEdit};

use super::view::View;
use crate::dialect::Dialect;
use crate::program::resolve::Target;
use crate::program::{BlockValue, FileId, Place};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, Tree};
use crate::types::Interner;

/// The name of the new value, which may get a number.
const NAME: &str = "extracted";

/// Returns the action for a selected expression, if it means the same outside of its block.
pub fn extraction(view: &View<'_>, types: &Interner, file: FileId, within: Span) -> Option<CodeAction> {
    if view.is_json(file) || view.dialect == Dialect::Bicep {
        return None;
    }
    let node = selected_node(view, file, within)?;
    let tree = view.tree(file);
    if !is_free(view, types, Place { file, node }) || matches!(tree.node(node), Node::Type | Node::Broken) {
        return None;
    }
    let (name, text) = (new_name(view, types), view.text(file).get(within.range())?);
    let is_terraform = view.program.is_terraform;
    let used = if is_terraform { format!("local.{name}") } else { name.clone() };
    let (at, defined) = definition(view, types, file, within, &format!("{name} = {text}"))?;
    let edits = vec![
        TextEdit { range: view.range(file, at), new_text: defined },
        TextEdit { range: view.range(file, within), new_text: used },
    ];
    let changes = HashMap::from([(view.uri(file).into(), edits)]);
    Some(CodeAction {
        title: if is_terraform { "Extract to a local value" } else { "Extract to a named value" }.to_owned(),
        kind: Some(CodeActionKind::RefactorExtract),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    })
}

/// Returns the outermost expression whose text is selected.
fn selected_node(view: &View<'_>, file: FileId, within: Span) -> Option<NodeId> {
    let tree = view.tree(file);
    let nodes = (0..tree.len() as u32).rev().map(NodeId);
    nodes.into_iter().find(|&node| tree.span(node) == within && within.start < within.end)
}

/// Holds if an expression refers to nothing that exists only around it.
fn is_free(view: &View<'_>, types: &Interner, root: Place) -> bool {
    let tree = view.tree(root.file);
    let nodes = nodes_of(tree, root.node);
    let bound: Vec<u32> = nodes.iter().filter_map(|&node| bound_at(view, Place { node, ..root })).flatten().collect();
    nodes.into_iter().all(|node| match view.inference.target(Place { node, ..root }) {
        Target::Local(number) => bound.contains(&number),
        Target::Definition(id) => {
            let value = view.program.definition(id).block.as_ref().map(|block| block.value);
            !matches!(value, Some(BlockValue::Item | BlockValue::Iterator))
        }
        Target::Declared(name) => !view.environment.block_names.contains_key(&name) && types.text(name) != "self",
        Target::Property(_) => false,
        Target::None | Target::Unknown | Target::Binds(_) => true,
    })
}

/// Returns the variables that a node binds.
fn bound_at(view: &View<'_>, at: Place) -> Option<Vec<u32>> {
    let Target::Binds(first) = view.inference.target(at) else { return None };
    Some(vec![first, first + 1])
}

fn nodes_of(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let (mut open, mut found) = (vec![root], Vec::new());
    while let Some(node) = open.pop() {
        found.push(node);
        tree.each_child(node, &mut |child| open.push(child));
    }
    found
}

/// Returns a name that the program does not define.
fn new_name(view: &View<'_>, types: &Interner) -> String {
    let is_taken = |name: &str| {
        let named = view.program.definitions.iter().filter_map(|definition| definition.name);
        named.map(|known| types.text(known)).any(|known| known == name || known.strip_prefix("local.") == Some(name))
    };
    let numbered = (2..).map(|number: u32| format!("{NAME}_{number}"));
    std::iter::once(NAME.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// Returns the place and the text of the definition: in the first block `locals` of the file, or before the item that is edited.
fn definition(
    view: &View<'_>,
    types: &Interner,
    file: FileId,
    within: Span,
    attribute: &str,
) -> Option<(Span, String)> {
    let body = &view.tree(file).body;
    let is_locals = |block: &&Block| types.text(block.kind) == "locals" && !block.span.contains(within);
    let locals = body.iter().filter_map(BodyItem::as_block).find(is_locals).filter(|_| view.program.is_terraform);
    if let Some(locals) = locals {
        return Some((after(locals.open), format!("\n  {attribute}")));
    }
    let start = body.iter().map(start_of).filter(|&start| start <= within.start).max()?;
    let at = Span { start, end: start };
    let text =
        if view.program.is_terraform { format!("locals {{\n  {attribute}\n}}\n\n") } else { format!("{attribute}\n") };
    Some((at, text))
}

fn after(span: Span) -> Span {
    Span { start: span.end, end: span.end }
}

fn start_of(item: &BodyItem) -> u32 {
    match item {
        BodyItem::Attribute(attribute) => attribute.name_span.start,
        BodyItem::Block(block) => block.span.start,
    }
}
