//! Dependency graphs.

use std::fmt::Write as _;

use serde::Serialize;

use crate::visible::{is_hidden, visible};

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
    let mut out = String::from("digraph program {\n  rankdir=LR;\n  node [shape=box];\n");
    for (at, node) in nodes.iter().enumerate() {
        let name = node.name.replace('\\', "\\\\").replace('"', "\\\"");
        let colour = if node.is_circular { ", color=red" } else { "" };
        let _ = writeln!(out, "  n{at} [label=\"{name}\"{colour}];");
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
        let _ = writeln!(out, "  n{at}[\"{}\"]", mermaid_label(&node.name));
        for to in &node.refers_to {
            let _ = writeln!(out, "  n{at} --> n{to}");
        }
        if node.is_circular {
            let _ = writeln!(out, "  style n{at} stroke:red");
        }
    }
    out
}

/// The width and height of a box, and the distances between boxes.
const WIDTH: usize = 180;
const HEIGHT: usize = 28;
const COLUMN: usize = 240;
const ROW: usize = 44;

/// Renders the picture: each definition is in the column after those that it refers to.
fn svg(nodes: &[GraphNode]) -> String {
    let mut columns: Vec<usize> = Vec::with_capacity(nodes.len());
    for (at, node) in nodes.iter().enumerate() {
        let before = node.refers_to.iter().filter(|&&to| to < at).map(|&to| columns[to] + 1);
        columns.push(before.max().unwrap_or(0));
    }
    let mut rows = vec![0; columns.iter().max().map_or(0, |last| last + 1)];
    let places: Vec<(usize, usize)> = columns
        .iter()
        .map(|&column| {
            rows[column] += 1;
            (20 + column * COLUMN, 20 + (rows[column] - 1) * ROW)
        })
        .collect();
    let width = 40 + rows.len().saturating_sub(1) * COLUMN + WIDTH;
    let height = 40 + rows.iter().max().copied().unwrap_or(1).saturating_sub(1) * ROW + HEIGHT;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n"
    );
    for (id, colour, class) in [("arrow", "#888", ""), ("arrow-circular", "#c00", " class=\"circular\"")] {
        let _ = writeln!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"\
             {class}><polygon points=\"0,0 8,4 0,8\" fill=\"{colour}\"/></marker>"
        );
    }
    for (at, node) in nodes.iter().enumerate() {
        let (x, y) = places[at];
        for &to in &node.refers_to {
            let (tx, ty) = places[to];
            let (from, end) = ((x, y + HEIGHT / 2), (tx + WIDTH, ty + HEIGHT / 2));
            let is_circular = node.is_circular && nodes[to].is_circular;
            let (colour, class, arrow) =
                if is_circular { ("#c00", " class=\"circular\"", "arrow-circular") } else { ("#888", "", "arrow") };
            let _ = writeln!(
                out,
                "<path d=\"M{} {} C{} {} {} {} {} {}\" fill=\"none\" stroke=\"{colour}\" marker-end=\"url(#{arrow})\"{class}/>",
                from.0,
                from.1,
                from.0.saturating_sub(30),
                from.1,
                end.0 + 30,
                end.1,
                end.0,
                end.1
            );
        }
    }
    for (node, (x, y)) in nodes.iter().zip(places) {
        let (colour, class) = if node.is_circular { ("#c00", " class=\"circular\"") } else { ("#666", "") };
        let name = escaped(&shortened(&node.name));
        let _ = writeln!(
            out,
            "<g{class}><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"4\" fill=\"#fff\" \
             stroke=\"{colour}\"/><text x=\"{}\" y=\"{}\" fill=\"#222\">{name}</text></g>",
            escaped(&node.name),
            x + 8,
            y + 19
        );
    }
    out + "</svg>\n"
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 24 { name.to_owned() } else { name.chars().take(23).chain("…".chars()).collect() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
}
