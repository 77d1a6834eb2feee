//! Folding: blocks, objects, lists, texts of several lines, and consecutive comments.

use gen_lsp_types::{FoldingRange, FoldingRangeKind};

use super::view::View;
use crate::program::FileId;
use crate::source::Span;
use crate::syntax::comments;
use crate::syntax::tree::{BodyItem, Node, NodeId};

/// Returns the foldable ranges of a file, in order.
pub fn folding_ranges(view: &View<'_>, file: FileId) -> Vec<FoldingRange> {
    let tree = view.tree(file);
    let mut spans: Vec<(Span, Option<FoldingRangeKind>)> = Vec::new();
    blocks(&tree.body, &mut spans);
    let is_long = |node: Node| {
        matches!(
            node,
            Node::Object(_) | Node::Tuple(_) | Node::Template(_) | Node::String(_) | Node::Call(_) | Node::For(_)
        )
    };
    let nodes = (0..tree.len() as u32).map(NodeId).filter(|&node| is_long(tree.node(node)));
    spans.extend(nodes.map(|node| (tree.span(node), None)));
    if !view.is_json(file) {
        spans.extend(comment_blocks(view, file).into_iter().map(|span| (span, Some(FoldingRangeKind::Comment))));
    }
    let range = |(span, kind)| {
        let range = view.range(file, span);
        // The line of the closing bracket stays visible.
        let last = view.text(file).get(span.range()).is_some_and(|text| text.ends_with(['}', ']', ')']));
        let end_line = if last { range.end.line.saturating_sub(1) } else { range.end.line };
        let fold = FoldingRange { start_line: range.start.line, end_line, kind, ..FoldingRange::default() };
        (end_line > range.start.line).then_some(fold)
    };
    let mut ranges: Vec<FoldingRange> = spans.into_iter().filter_map(range).collect();
    ranges.sort_by_key(|range| (range.start_line, std::cmp::Reverse(range.end_line)));
    // Of several ranges that begin on one line, editors show the largest.
    ranges.dedup_by_key(|range| range.start_line);
    ranges
}

fn blocks(body: &[BodyItem], spans: &mut Vec<(Span, Option<FoldingRangeKind>)>) {
    for block in body.iter().filter_map(BodyItem::as_block) {
        spans.push((block.span, None));
        blocks(&block.body, spans);
    }
}

/// Returns the spans of consecutive comments.
fn comment_blocks(view: &View<'_>, file: FileId) -> Vec<Span> {
    let text = view.text(file);
    let mut found: Vec<Span> = Vec::new();
    for comment in comments(text) {
        let words = text[comment.span.range()].trim_end();
        let span = Span { end: comment.span.start + words.len() as u32, ..comment.span };
        let is_next = |last: &&mut Span| {
            let between = &text[last.end as usize..span.start as usize];
            between.trim().is_empty() && between.matches('\n').count() == 1
        };
        match found.last_mut().filter(is_next) {
            Some(last) => last.end = span.end,
            None => found.push(span),
        }
    }
    found
}
