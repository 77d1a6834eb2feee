//! Proofs: why an expression has its type, and why there is a diagnostic.

use super::subject::Subject;
use super::view::View;
use crate::diagnostics::Diagnostic;
use crate::program::{DefinitionId, Place};
use crate::provenance::{Proof, problem_relations, rerun, rules};
use crate::render::{ProofFormat, ProofNode, proof};
use crate::types::Interner;

/// The largest definition whose proof a hover shows, in expressions: it is typed again for it.
const LARGEST: usize = 2_000;

/// How many lines of a proof a hover shows.
const MOST_LINES: usize = 6;

/// How deep a proof goes.
const DEEPEST: usize = 64;

/// The conclusion that is to be proved.
#[derive(Clone, Copy)]
pub enum Goal<'a> {
    /// The type of an expression.
    Expression(Place),
    /// The type of what a definition's name means.
    Definition(DefinitionId),
    /// A diagnostic.
    Diagnostic(&'a Diagnostic),
}

impl Goal<'_> {
    /// The conclusion about a subject, if there is one.
    pub fn of(subject: Subject) -> Option<Self> {
        match subject {
            Subject::Definition(id) => Some(Self::Definition(id)),
            Subject::Expression(at) | Subject::Step(at, _) => Some(Self::Expression(at)),
            _ => None,
        }
    }
}

/// The proof of a conclusion in a definition. None if no rule concludes it.
pub fn prove(
    view: &View<'_>,
    types: &mut Interner,
    id: DefinitionId,
    goal: Goal<'_>,
    depth: usize,
) -> Option<ProofNode> {
    if let Goal::Diagnostic(found) = goal
        && problem_relations(&found.code).is_empty()
    {
        return None;
    }
    let rerun = rerun(view.program, view.environment, view.inference, id, types);
    let row = match goal {
        Goal::Expression(at) => rerun.typing(at),
        Goal::Diagnostic(found) => rerun.problem(view.program, found, id, types),
        Goal::Definition(_) => rerun.binding().or_else(|| {
            let definition = view.program.definition(id);
            let node = definition.expressions.first()?.root;
            rerun.typing(Place { file: definition.file, node })
        }),
    }?;
    let place = |at: Place| {
        let source = &view.program.file(at.file).source;
        let position = source.position(view.tree(at.file).span(at.node).start);
        format!("{}:{}:{}", source.name, position.line, position.column)
    };
    let words = |proof: &Proof| (rerun.judgment(&proof.row, types), rerun.place(&proof.row).map(place));
    let proof = rerun.derivations.proof(&row, depth).failing();
    let mut node = ProofNode::new(&proof, &words);
    give_reasons(&mut node, &proof);
    Some(node)
}

/// The whole proof as text.
pub fn text(node: &ProofNode) -> String {
    proof(node, ProofFormat::Tree)
}

/// The proof as far as a hover shows it.
pub fn first_lines(view: &View<'_>, types: &mut Interner, id: DefinitionId, goal: Goal<'_>) -> Option<String> {
    if view.program.definition(id).node_count() > LARGEST {
        return None;
    }
    let whole = text(&prove(view, types, id, goal, DEEPEST)?);
    let mut lines: Vec<&str> = whole.lines().take(MOST_LINES).collect();
    // A fact needs no proof.
    if lines.len() < 2 {
        return None;
    }
    if whole.lines().nth(MOST_LINES).is_some() {
        lines.push("...");
    }
    Some(lines.join("\n"))
}

/// The depth of a proof that is shown as a whole.
pub fn whole(view: &View<'_>, types: &mut Interner, id: DefinitionId, goal: Goal<'_>) -> Option<ProofNode> {
    prove(view, types, id, goal, DEEPEST)
}

/// Says of each refusal that has no premises why the rule refuses.
fn give_reasons(node: &mut ProofNode, proof: &Proof) {
    if proof.is_plain_refusal() {
        let rule = rules().into_iter().find(|rule| rule.name == proof.rule);
        node.reason = rule.map(|rule| rule.sentence.trim_end_matches('.').to_owned());
    }
    for (node, proof) in node.premises.iter_mut().zip(&proof.premises) {
        give_reasons(node, proof);
    }
}
