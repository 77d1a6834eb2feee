//! Selection ranges: the expressions, items and blocks around a position, each inside the next.

use gen_lsp_types::SelectionRange;

use super::view::View;
use crate::program::FileId;
use crate::source::Span;
use crate::syntax::tree::{BodyItem, Node, NodeId, ObjectItem, Tree};

/// Returns the ranges around an offset of a file, the innermost first. Linear in the file.
pub fn selection(view: &View<'_>, file: FileId, offset: u32) -> SelectionRange {
    let tree = view.tree(file);
    let mut around = vec![Span { start: 0, end: view.text(file).len() as u32 }];
    let mut add = |span: Span| {
        if span.touches(offset) {
            around.push(span);
            around.push(view.unquoted(file, span));
        }
    };
    in_body(tree, &tree.body, &mut add);
    for node in (0..tree.len() as u32).map(NodeId) {
        in_node(tree, node, &mut add);
    }
    around.retain(|span| span.touches(offset));
    around.sort_by_key(|span| std::cmp::Reverse(span.end - span.start));
    around.dedup();
    let mut selected: Option<(Span, SelectionRange)> = None;
    for span in around {
        let is_inside = selected.as_ref().is_none_or(|(outer, _)| outer.contains(span) && *outer != span);
        if is_inside {
            let parent = selected.map(|(_, outer)| Box::new(outer));
            selected = Some((span, SelectionRange { range: view.range(file, span), parent }));
        }
    }
    let nothing = Span { start: offset, end: offset };
    selected.map_or_else(|| SelectionRange { range: view.range(file, nothing), parent: None }, |found| found.1)
}

/// Adds the spans of the items of a body, and of their names.
fn in_body(tree: &Tree, body: &[BodyItem], add: &mut impl FnMut(Span)) {
    for item in body {
        match item {
            BodyItem::Attribute(attribute) => {
                add(attribute.name_span);
                add(attribute.name_span.to(tree.span(attribute.value)));
            }
            BodyItem::Block(block) => {
                add(block.span);
                add(block.kind_span);
                block.labels.iter().for_each(|label| add(label.1));
                in_body(tree, &block.body, add);
            }
        }
    }
}

/// Adds the spans of an expression, of its beginnings at each step, and of the items of an object.
fn in_node(tree: &Tree, node: NodeId, add: &mut impl FnMut(Span)) {
    let span = tree.span(node);
    add(span);
    match tree.node(node) {
        Node::Variable(_, steps) | Node::Relative(_, steps) => {
            let steps = tree.steps(steps);
            for step in steps {
                add(Span { start: span.start, end: step.span.start });
                add(step.key_span);
            }
        }
        Node::Object(items) => {
            let whole = |item: &ObjectItem| item.key_span.to(tree.span(item.value));
            for item in tree.items(items) {
                add(item.key_span);
                add(whole(item));
            }
        }
        Node::Call(call) => add(tree.call(call).function_span),
        _ => {}
    }
}
