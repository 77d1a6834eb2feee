//! Inferences for documents in LaTeX, with the package mathpartir: drawings of rules, and proofs.

use std::fmt::Write as _;

use super::proof::ProofNode;
use crate::visible::one_line;

/// Renders an inference: its premises, line by line, above its conclusion.
pub fn inference(rule: &str, premises: &[Vec<&str>], conclusion: &[Vec<&str>]) -> String {
    let (rule, above, below) = (escaped(rule), stacked(premises), stacked(conclusion));
    format!("\\begin{{mathpar}}\n  \\inferrule*[right={rule}]\n    {{{above}}}\n    {{{below}}}\n\\end{{mathpar}}\n\n")
}

/// Renders the inferences of a proof, each after those of its premises. A conclusion with a place in a program has it in a comment.
pub(super) fn proof(node: &ProofNode) -> String {
    let mut text: String = node.premises.iter().filter(|premise| premise.rule.is_some()).map(proof).collect();
    let premises: Vec<Vec<&str>> = node.premises.iter().map(|premise| vec![&premise.conclusion[..]]).collect();
    let rule = node.rule.unwrap_or_default();
    if let Some(place) = &node.place {
        let _ = writeln!(text, "% {}", one_line(place));
    }
    text + &inference(rule, &premises, &[vec![&node.conclusion]])
}

/// Renders lines of judgments, which `\\` separates.
fn stacked(lines: &[Vec<&str>]) -> String {
    let lines = lines.iter().map(|judgments| {
        let judgments = judgments.iter().map(|judgment| format!("\\texttt{{{}}}", escaped(judgment)));
        judgments.collect::<Vec<_>>().join(" \\and ")
    });
    lines.collect::<Vec<_>>().join(" \\\\ ")
}

/// Escapes the characters with a meaning in LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '_' | '&' | '%' | '$' | '#' => out.extend(['\\', letter]),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inference_has_its_premises_above_its_conclusion() {
        let text = inference("C-Any_1", &[vec!["s ~> t", "a_b"], vec!["{x}"]], &[vec!["50 %"]]);
        assert_eq!(
            text,
            "\\begin{mathpar}\n  \\inferrule*[right=C-Any\\_1]\n    \
             {\\texttt{s \\textasciitilde{}> t} \\and \\texttt{a\\_b} \\\\ \\texttt{\\{x\\}}}\n    \
             {\\texttt{50 \\%}}\n\\end{mathpar}\n\n"
        );
    }
}
