//! Proofs: as a tree, as inferences one after the other, as JSON, and as graphs.

use std::fmt::Write as _;

use serde::Serialize;

use crate::provenance::Proof;

/// A proof, as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofNode {
    /// The conclusion.
    pub conclusion: String,
    /// The rule that concludes it; `None` for facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The place of the expression that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Holds if the premises are left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// Why the rule concludes it, if no premise says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The innermost part in which a conversion fails, if the proof is about one that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails_at: Option<String>,
    /// The premises.
    pub premises: Vec<ProofNode>,
}

/// How to print a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// Each conclusion with its premises below it, indented.
    Tree,
    /// One inference after the other: premises over a bar, the conclusion below.
    Text,
    /// One JSON object.
    Json,
    /// A graph for Graphviz.
    Dot,
    /// A graph for Mermaid.
    Mermaid,
}

impl ProofNode {
    /// Puts a proof into words: `words` gives what a step concludes, and where.
    pub fn new(proof: &Proof, words: &dyn Fn(&Proof) -> (String, Option<String>)) -> Self {
        let (conclusion, place) = words(proof);
        Self {
            conclusion,
            rule: (!proof.rule.is_empty()).then_some(proof.rule),
            place,
            is_cut: proof.is_cut,
            reason: None,
            fails_at: None,
            premises: proof.premises.iter().map(|premise| Self::new(premise, words)).collect(),
        }
    }

    /// A leaf: a fact.
    pub fn leaf(conclusion: String, place: Option<String>) -> Self {
        Self { conclusion, rule: None, place, is_cut: false, reason: None, fails_at: None, premises: Vec::new() }
    }

    fn line(&self) -> String {
        let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        let rule = self.rule.map_or_else(String::new, |rule| format!("   ({rule}{reason})"));
        let place = self.place.as_ref().map_or_else(String::new, |place| format!("   {place}"));
        let cut = if self.is_cut { "   ..." } else { "" };
        format!("{}{rule}{place}{cut}", self.conclusion)
    }
}

/// Prints a proof. Linear in the proof.
pub fn proof(node: &ProofNode, format: ProofFormat) -> String {
    let fails_at = node.fails_at.as_ref().map_or_else(String::new, |fails_at| format!("{fails_at}\n\n"));
    match format {
        ProofFormat::Tree => fails_at + &termtree(node).to_string(),
        ProofFormat::Text => fails_at + &inferences(node),
        // Nodes are texts, so that encoding does not fail.
        ProofFormat::Json => serde_json::to_string_pretty(node).unwrap_or_default() + "\n",
        ProofFormat::Dot => dot(node),
        ProofFormat::Mermaid => mermaid(node),
    }
}

fn termtree(node: &ProofNode) -> termtree::Tree<String> {
    termtree::Tree::new(node.line()).with_leaves(node.premises.iter().map(termtree))
}

/// The inferences of a proof, each behind those of its premises.
fn inferences(node: &ProofNode) -> String {
    let mut text = String::new();
    for premise in node.premises.iter().filter(|premise| premise.rule.is_some()) {
        text.push_str(&inferences(premise));
    }
    let Some(rule) = node.rule else { return text + &node.conclusion + "\n" };
    let premises = node.premises.iter().map(|premise| premise.conclusion.as_str());
    let lines: Vec<&str> = premises.chain([node.conclusion.as_str()]).collect();
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    for premise in &lines[..lines.len() - 1] {
        let _ = writeln!(text, "  {premise}");
    }
    let _ = writeln!(text, "  {} ({rule})\n  {}\n", "-".repeat(width), node.conclusion);
    text
}

fn dot(node: &ProofNode) -> String {
    let mut text = String::from("digraph proof {\n  rankdir=BT;\n  node [shape=box, fontname=\"monospace\"];\n");
    number_all(node, &mut |at, node, premises| {
        let _ = writeln!(text, "  n{at} [label={}];", quoted(&node.conclusion));
        for premise in premises {
            let rule = node.rule.unwrap_or("");
            let _ = writeln!(text, "  n{premise} -> n{at} [label={}];", quoted(rule));
        }
    });
    text + "}\n"
}

fn mermaid(node: &ProofNode) -> String {
    let mut text = String::from("flowchart BT\n");
    number_all(node, &mut |at, node, premises| {
        let label = node.conclusion.replace('"', "#quot;");
        let _ = writeln!(text, "  n{at}[\"{label}\"]");
        for premise in premises {
            let rule = node.rule.unwrap_or("");
            let _ = writeln!(text, "  n{premise} -- \"{rule}\" --> n{at}");
        }
    });
    text
}

/// Visits the nodes of a proof.
fn number_all(node: &ProofNode, visit: &mut dyn FnMut(usize, &ProofNode, &[usize])) {
    number(node, &mut 0, visit);
}

/// Visits the nodes of a proof with their numbers, and those of their premises. Answers the number of the node.
fn number(node: &ProofNode, next: &mut usize, visit: &mut dyn FnMut(usize, &ProofNode, &[usize])) -> usize {
    let at = *next;
    *next += 1;
    let premises: Vec<usize> = node.premises.iter().map(|premise| number(premise, next, visit)).collect();
    visit(at, node, &premises);
    at
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> ProofNode {
        let leaf = ProofNode::leaf("int ~> string".to_owned(), None);
        let place = Some("main.hcl:1:5".to_owned());
        let conclusion = "const(1) ~> string".to_owned();
        ProofNode { rule: Some("C-Constant"), premises: vec![leaf], ..ProofNode::leaf(conclusion, place) }
    }

    #[test]
    fn a_tree_has_its_premises_below() {
        let text = proof(&node(), ProofFormat::Tree);
        assert_eq!(text, "const(1) ~> string   (C-Constant)   main.hcl:1:5\n└── int ~> string\n");
    }

    #[test]
    fn an_inference_has_its_premises_over_a_bar() {
        let text = proof(&node(), ProofFormat::Text);
        assert_eq!(text, "  int ~> string\n  ------------------ (C-Constant)\n  const(1) ~> string\n\n");
    }

    #[test]
    fn graphs_lead_from_premises_to_conclusions() {
        assert!(proof(&node(), ProofFormat::Dot).contains("n1 -> n0 [label=\"C-Constant\"]"));
        assert!(proof(&node(), ProofFormat::Mermaid).contains("n1 -- \"C-Constant\" --> n0"));
    }
}
