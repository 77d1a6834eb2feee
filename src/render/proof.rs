//! Proofs as trees, as sequences of inferences, as JSON, and as graphs.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize};

use super::colours::{Colour, Palette};
use super::graph::mermaid_label;
use super::latex;
use crate::counts::counted;
use crate::program::FileId;
use crate::provenance::{Explained, Ground, Proof};

/// The name of a rule. Names live as long as the process; a text that is read does not.
type RuleName = &'static str;

/// A proof with rendered steps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ProofNode {
    /// The conclusion.
    pub conclusion: String,
    /// The rule that concludes it; `None` for facts.
    #[serde(default, deserialize_with = "interned_rule", skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// The place of the expression in the conclusion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Holds if the premises are omitted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// The sentence of the rule, if no premise explains the conclusion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// For a conversion that fails, the innermost part that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails_at: Option<String>,
    /// Its number, if other steps refer to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The number of the step that shows its proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub see: Option<u32>,
    /// Holds if the proof is omitted because it belongs to another definition.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_folded: bool,
    /// The source of a given row other than the program: the file and line of a table row, or a schema entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The directory of the component that states it, as the program names it.
    #[serde(skip)]
    pub component: Option<String>,
    /// The number of steps below it that a brief proof leaves out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// The premises.
    pub premises: Vec<ProofNode>,
}

/// Reads the name of a rule.
fn interned_rule<'a, D: Deserializer<'a>>(from: D) -> Result<Option<RuleName>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|name| typelog_interpreter::interned(&name)))
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature is that of serde.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The number of lines of a brief proof.
pub const BRIEF: usize = 12;

/// The longest conclusion in a brief proof, in characters.
const LONGEST_CONCLUSION: usize = 160;

/// The output format of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// Each conclusion with its premises below it, indented.
    Tree,
    /// A sequence of inferences: premises over a bar, the conclusion below.
    Text,
    /// One JSON object.
    Json,
    /// A graph for Graphviz.
    Dot,
    /// A graph for Mermaid.
    Mermaid,
    /// A sequence of inferences for a document in LaTeX.
    Latex,
}

impl ProofNode {
    /// Renders a proof; `words` returns the conclusion and the place of a step.
    pub fn new(proof: &Proof, words: &dyn Fn(&Proof) -> (String, Option<String>)) -> Self {
        let (conclusion, place) = words(proof);
        Self {
            rule: (!proof.rule.is_empty()).then_some(proof.rule),
            is_cut: proof.is_cut,
            premises: proof.premises.iter().map(|premise| Self::new(premise, words)).collect(),
            ..Self::leaf(conclusion, place)
        }
    }

    /// Renders a proof across definitions; `place` renders an offset of a file.
    pub fn explained(step: &Explained, place: &dyn Fn(FileId, u32) -> String) -> Self {
        let source = match &step.ground {
            Ground::Table(source) | Ground::Schema(source) => Some(source.clone()),
            Ground::Component(directory) => Some(format!("component {directory}")),
            _ => None,
        };
        let component = match &step.ground {
            Ground::Component(directory) => Some(directory.clone()),
            _ => None,
        };
        let see = match step.ground {
            Ground::Shown(number) => Some(number),
            _ => None,
        };
        Self {
            rule: (!step.rule.is_empty()).then_some(step.rule),
            is_cut: step.ground == Ground::Deep,
            reason: step.reason.clone(),
            number: step.number,
            see,
            is_folded: matches!(step.ground, Ground::Folded(_)),
            source,
            component,
            premises: step.premises.iter().map(|premise| Self::explained(premise, place)).collect(),
            ..Self::leaf(step.judgment.clone(), step.at.map(|(file, offset)| place(file, offset)))
        }
    }

    /// Creates a leaf: a fact.
    pub fn leaf(conclusion: String, place: Option<String>) -> Self {
        let (rule, is_cut, reason, fails_at, premises) = (None, false, None, None, Vec::new());
        let (number, see, is_folded, source, component, left_out) = (None, None, false, None, None, 0);
        Self {
            conclusion,
            rule,
            place,
            is_cut,
            reason,
            fails_at,
            number,
            see,
            is_folded,
            source,
            component,
            left_out,
            premises,
        }
    }

    /// Returns the proof with at most 12 lines: the steps that decide, which lead to the reason of a refusal, and then those
    /// closest to the conclusion. In a longer proof, steps that only pass on their one premise are left out. Each step has the
    /// number of those left out below it.
    #[must_use]
    pub fn brief(&self) -> Self {
        let most = BRIEF - usize::from(self.fails_at.is_some()) * 2;
        if self.count() <= most {
            return self.shortened();
        }
        let direct = self.without_passing();
        if direct.count() <= most {
            return direct.shortened();
        }
        let mut all: Vec<(&Self, usize)> = Vec::new();
        direct.flatten(0, &mut all);
        // A step is kept if it is among the first in this order, and so is the step above it, which comes earlier.
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|&at| (all[at].1 > 0 && !all[at].0.has_reason(), all[at].1, at));
        let mut kept = vec![false; all.len()];
        order.into_iter().take(most).for_each(|at| kept[at] = true);
        direct.keeping(&kept, &mut 0).unwrap_or(direct.clone()).shortened()
    }

    /// Returns the number of steps.
    fn count(&self) -> usize {
        1 + self.premises.iter().map(Self::count).sum::<usize>()
    }

    /// Holds if the proof contains the reason of a refusal.
    fn has_reason(&self) -> bool {
        self.reason.is_some() || self.premises.iter().any(Self::has_reason)
    }

    /// Returns the proof without steps that pass on their one premise: those between a step and the one that decides.
    fn without_passing(&self) -> Self {
        let mut premises: Vec<Self> = Vec::new();
        for premise in &self.premises {
            let mut premise = premise;
            while let [only] = &premise.premises[..]
                && only.rule.is_some()
                && !only.premises.is_empty()
            {
                premise = only;
            }
            premises.push(premise.without_passing());
        }
        Self {
            left_out: self.count() - 1 - premises.iter().map(Self::whole_count).sum::<usize>(),
            premises,
            ..self.clone()
        }
    }

    /// Returns the number of steps, with those that are left out.
    fn whole_count(&self) -> usize {
        1 + self.left_out + self.premises.iter().map(Self::whole_count).sum::<usize>()
    }

    fn flatten<'a>(&'a self, depth: usize, found: &mut Vec<(&'a Self, usize)>) {
        found.push((self, depth));
        self.premises.iter().for_each(|premise| premise.flatten(depth + 1, found));
    }

    /// Returns the kept steps, given for each step in order whether it is kept.
    fn keeping(&self, kept: &[bool], next: &mut usize) -> Option<Self> {
        let is_kept = kept[*next];
        *next += 1;
        let premises: Vec<Option<Self>> = self.premises.iter().map(|premise| premise.keeping(kept, next)).collect();
        let hidden = self.premises.iter().zip(&premises).filter(|(_, kept)| kept.is_none());
        let hidden: usize = hidden.map(|(premise, _)| premise.whole_count()).sum();
        let premises = premises.into_iter().flatten().collect();
        is_kept.then(|| Self { left_out: self.left_out + hidden, premises, ..self.clone() })
    }

    /// Returns the proof with long conclusions cut.
    fn shortened(&self) -> Self {
        let mut conclusion: String = self.conclusion.chars().take(LONGEST_CONCLUSION).collect();
        if conclusion.len() < self.conclusion.len() {
            conclusion.push_str(" ...");
        }
        Self { conclusion, premises: self.premises.iter().map(Self::shortened).collect(), ..self.clone() }
    }

    fn line(&self, palette: Palette) -> String {
        let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        let rule = self.rule.map_or_else(String::new, |rule| format!("   ({rule}{reason})"));
        let proved = if self.is_folded { "proved at " } else { "" };
        let place = self.place.as_ref().map_or_else(String::new, |place| format!("   {proved}{place}"));
        let source = self.source.as_ref().map_or_else(String::new, |source| format!("   {source}"));
        let number = self.number.map_or_else(String::new, |number| format!("   [{number}]"));
        let see = self.see.map_or_else(String::new, |number| format!("   see [{number}]"));
        let cut = if self.is_cut { "   ..." } else { "" };
        let left_out = match self.left_out {
            0 => String::new(),
            count => format!("   ... {}", counted(count, "step")),
        };
        let aside = format!("{number}{place}{source}{see}{cut}{left_out}");
        let (rule, aside) = (palette.paint(&rule, Colour::Cause), palette.paint(&aside, Colour::Quiet));
        format!("{}{rule}{aside}", palette.own(&self.conclusion))
    }
}

/// Prints a proof without colours. Linear in the proof.
pub fn proof(node: &ProofNode, format: ProofFormat) -> String {
    painted_proof(node, format, Palette::Plain)
}

/// Prints a proof; a tree may have colours.
pub fn painted_proof(node: &ProofNode, format: ProofFormat, palette: Palette) -> String {
    let fails_at = node.fails_at.as_ref().map_or_else(String::new, |fails_at| format!("{fails_at}\n\n"));
    match format {
        ProofFormat::Tree => palette.own(&fails_at).into_owned() + &termtree(node, palette).to_string(),
        ProofFormat::Text => fails_at + &inferences(node),
        // Nodes contain only texts, so that encoding does not fail.
        ProofFormat::Json => serde_json::to_string_pretty(node).unwrap_or_default() + "\n",
        ProofFormat::Dot => dot(node),
        ProofFormat::Mermaid => mermaid(node),
        ProofFormat::Latex => latex::proof(node),
    }
}

fn termtree(node: &ProofNode, palette: Palette) -> termtree::Tree<String> {
    let premises = node.premises.iter().map(|premise| termtree(premise, palette));
    termtree::Tree::new(node.line(palette)).with_leaves(premises)
}

/// Renders the inferences of a proof, each after those of its premises.
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
        let label = mermaid_label(&node.conclusion);
        let _ = writeln!(text, "  n{at}[\"{label}\"]");
        for premise in premises {
            let rule = mermaid_label(node.rule.unwrap_or(""));
            let _ = writeln!(text, "  n{premise} -- \"{rule}\" --> n{at}");
        }
    });
    text
}

/// Visits the nodes of a proof.
fn number_all(node: &ProofNode, visit: &mut dyn FnMut(usize, &ProofNode, &[usize])) {
    number(node, &mut 0, visit);
}

/// Visits the nodes of a proof with their numbers, and those of their premises. Returns the number of the node.
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

    /// A proof of so many steps below one another, each with a fact beside it, at whose end a refusal has a reason.
    fn refused(steps: usize) -> ProofNode {
        let leaf = |text: &str| ProofNode::leaf(text.to_owned(), None);
        let reason = Some("constructors without a rule do not convert.".to_owned());
        let mut node = ProofNode { rule: Some("C-Mismatch"), reason, ..leaf("not a ~> b") };
        for step in 0..steps {
            let facts = (0..3).map(|fact| leaf(&format!("fact {step}.{fact}")));
            let premises = facts.chain([node]).collect();
            node = ProofNode { rule: Some("C-Members"), premises, ..leaf(&format!("step {step}")) };
        }
        node
    }

    #[test]
    fn a_brief_proof_leads_to_the_reason_in_few_lines() {
        for steps in [1, 5, 9] {
            let whole = refused(steps);
            let brief = whole.brief();
            let text = proof(&brief, ProofFormat::Tree);
            assert!(text.lines().count() <= BRIEF, "{text}");
            assert!(text.contains("(C-Mismatch: constructors"), "{text}");
            assert_eq!(brief.whole_count(), whole.count(), "{text}");
        }
    }

    #[test]
    fn a_brief_proof_leaves_out_steps_that_pass_on_their_premise() {
        let leaf = |text: &str| ProofNode::leaf(text.to_owned(), None);
        let mut node = ProofNode { rule: Some("T-Name"), premises: vec![leaf("x = 1")], ..leaf("decides") };
        for _ in 0..20 {
            node = ProofNode { rule: Some("C-As"), premises: vec![node], ..leaf("passes on") };
        }
        let text = proof(&node.brief(), ProofFormat::Tree);
        assert_eq!(text, "passes on   (C-As)   ... 19 steps\n└── decides   (T-Name)\n    └── x = 1\n");
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
