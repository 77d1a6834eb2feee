//! Dependency graphs.

mod look;
mod picture;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use crate::visible::{is_hidden, visible};
use look::Look;
use picture::svg;

/// A definition in the graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphNode {
    /// Its name.
    pub name: String,
    /// Its kind in its dialect.
    pub kind: &'static str,
    /// The indices of the definitions that it refers to.
    pub refers_to: Vec<usize>,
    /// Holds if it depends on itself.
    pub is_circular: bool,
}

/// The output format of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// One line for each definition.
    Text,
    /// For Graphviz.
    Dot,
    /// For Mermaid.
    Mermaid,
    /// One JSON array.
    Json,
    /// An SVG picture.
    Svg,
}

/// Renders the graph of definitions. They are sorted so that each follows those that it refers to, except in cycles. Linear in
/// definitions and references.
pub fn graph(nodes: &[GraphNode], format: GraphFormat) -> String {
    if format != GraphFormat::Json && nodes.iter().any(|node| node.name.contains(is_hidden)) {
        let named = |node: &GraphNode| GraphNode { name: visible(&node.name).into_owned(), ..node.clone() };
        return graph(&nodes.iter().map(named).collect::<Vec<_>>(), format);
    }
    match format {
        GraphFormat::Text => text(nodes),
        GraphFormat::Dot => dot(nodes),
        GraphFormat::Mermaid => mermaid(nodes),
        // Nodes contain only texts and numbers, so that encoding does not fail.
        GraphFormat::Json => serde_json::to_string_pretty(nodes).unwrap_or_default() + "\n",
        GraphFormat::Svg => svg(nodes),
    }
}

/// Returns the definition with a name, with those that it refers to and those that refer to it, in the same order; `None` if there is
/// none. Between the others, references are left out.
pub fn around(nodes: &[GraphNode], name: &str) -> Option<Vec<GraphNode>> {
    let of_name = |at: usize| nodes[at].name == name;
    let mut near = BTreeSet::new();
    for (at, node) in nodes.iter().enumerate() {
        if of_name(at) {
            near.insert(at);
            near.extend(node.refers_to.iter().copied());
        } else if node.refers_to.iter().any(|&to| of_name(to)) {
            near.insert(at);
        }
    }
    let near: Vec<usize> = near.into_iter().collect();
    let kept = |at: usize| {
        let to = nodes[at].refers_to.iter().filter(|&&to| of_name(at) || of_name(to));
        let refers_to = to.filter_map(|to| near.binary_search(to).ok()).collect();
        GraphNode { refers_to, ..nodes[at].clone() }
    };
    (!near.is_empty()).then(|| near.iter().map(|&at| kept(at)).collect())
}

fn text(nodes: &[GraphNode]) -> String {
    nodes.iter().fold(String::new(), |mut out, node| {
        let names: Vec<&str> = node.refers_to.iter().map(|&to| nodes[to].name.as_str()).collect();
        let arrow = if names.is_empty() { "" } else { " -> " };
        let mark = if node.is_circular { "   (circular)" } else { "" };
        let _ = writeln!(out, "{}{arrow}{}{mark}", node.name, names.join(", "));
        out
    })
}

fn dot(nodes: &[GraphNode]) -> String {
    let mut out = String::from("digraph program {\n  rankdir=LR;\n");
    for (at, node) in nodes.iter().enumerate() {
        let name = node.name.replace('\\', "\\\\").replace('"', "\\\"");
        let (shape, fill) = Look::of(node).in_dot();
        let colour = if node.is_circular { ", color=red" } else { "" };
        let _ = writeln!(out, "  n{at} [label=\"{name}\", {shape}, fillcolor=\"{fill}\"{colour}];");
        for to in &node.refers_to {
            let _ = writeln!(out, "  n{at} -> n{to};");
        }
    }
    out + "}\n"
}

/// Returns a text as a label of Mermaid, in which quotes, tags and marks of Markdown are only letters.
pub(super) fn mermaid_label(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut label, letter| {
        match letter {
            '#' | '&' | '`' | '\\' => _ = write!(label, "#{};", u32::from(letter)),
            '"' => label.push_str("#quot;"),
            '<' => label.push_str("#lt;"),
            '>' => label.push_str("#gt;"),
            letter => label.push(letter),
        }
        label
    })
}

fn mermaid(nodes: &[GraphNode]) -> String {
    let mut out = String::from("flowchart LR\n");
    for (at, node) in nodes.iter().enumerate() {
        let (open, close) = Look::of(node).in_mermaid();
        let _ = writeln!(out, "  n{at}{open}\"{}\"{close}", mermaid_label(&node.name));
        for to in &node.refers_to {
            let _ = writeln!(out, "  n{at} --> n{to}");
        }
        if node.is_circular {
            let _ = writeln!(out, "  style n{at} stroke:red");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes() -> Vec<GraphNode> {
        let node = |name: &str, refers_to, is_circular| GraphNode {
            name: name.to_owned(),
            kind: "attribute",
            refers_to,
            is_circular,
        };
        vec![node("a", vec![], false), node("b", vec![0], false), node("c", vec![2], true)]
    }

    #[test]
    fn the_text_marks_cycles() {
        assert_eq!(graph(&nodes(), GraphFormat::Text), "a\nb -> a\nc -> c   (circular)\n");
    }

    #[test]
    fn pictures_hold_every_definition_and_reference() {
        let picture = graph(&nodes(), GraphFormat::Svg);
        assert_eq!((picture.matches("<rect").count(), picture.matches("<path").count()), (3, 2));
        assert!(graph(&nodes(), GraphFormat::Dot).contains("n1 -> n0;"));
        assert!(graph(&nodes(), GraphFormat::Mermaid).contains("n1 --> n0"));
    }

    #[test]
    fn a_definition_has_neighbours() {
        let near = |name| around(&nodes(), name).map(|near| graph(&near, GraphFormat::Text));
        assert_eq!(near("a").as_deref(), Some("a\nb -> a\n"));
        assert_eq!(near("c").as_deref(), Some("c -> c   (circular)\n"));
        assert_eq!(near("d"), None);
    }
}
