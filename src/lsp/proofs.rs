//! Proofs of types and of diagnostics.

use super::subject::Subject;
use super::view::View;
use crate::diagnostics::Diagnostic;
use crate::program::{DefinitionId, FileId, Place};
use crate::provenance::{Explainable, Explainer};
use crate::render::{ProofFormat, ProofNode, proof};
use crate::types::Interner;

/// The maximal size of a definition whose proof a hover shows, in expressions. The definition is typed again for the proof.
const LARGEST: usize = 2_000;

/// The maximal number of lines of a proof in a hover.
const MOST_LINES: usize = 6;

/// The maximal depth of a proof.
const DEEPEST: usize = 64;

/// The conclusion to prove.
#[derive(Clone, Copy)]
pub enum Goal<'a> {
    /// The type of an expression.
    Expression(Place),
    /// The type of a definition.
    Definition(DefinitionId),
    /// A diagnostic.
    Diagnostic(&'a Diagnostic),
}

impl Goal<'_> {
    /// Returns the goal for a subject, if there is one.
    pub fn of(subject: Subject) -> Option<Self> {
        match subject {
            Subject::Definition(id) => Some(Self::Definition(id)),
            Subject::Expression(at) | Subject::Step(at, _) => Some(Self::Expression(at)),
            _ => None,
        }
    }
}

/// Returns the proof of a goal in a definition; `None` if no rule concludes it.
pub fn prove(
    view: &View<'_>,
    types: &mut Interner,
    id: DefinitionId,
    goal: Goal<'_>,
    depth: usize,
) -> Option<ProofNode> {
    let View { program, inference, environment, .. } = *view;
    let problem = match goal {
        Goal::Diagnostic(found) => Some(&inference.problems[found.problem? as usize]),
        _ => None,
    };
    let mut explainer = Explainer::new(Explainable { program, environment, inference }, types);
    let (origin, row) = match (goal, problem) {
        (Goal::Expression(at), _) => explainer.typing(at),
        (Goal::Definition(_), _) => explainer.definition_row(id),
        (Goal::Diagnostic(_), problem) => explainer.problem(program, problem?),
    }?;
    let proof = explainer.explain(origin, &row, depth);
    let place = |file: FileId, offset: u32| {
        let source = &program.file(file).source;
        let position = source.position(offset);
        format!("{}:{}:{}", source.name, position.line, position.column)
    };
    Some(ProofNode::explained(&proof, &place))
}

/// Renders the whole proof as text.
pub fn text(node: &ProofNode) -> String {
    proof(node, ProofFormat::Tree)
}

/// Renders the first lines of a proof for a hover.
pub fn first_lines(view: &View<'_>, types: &mut Interner, id: DefinitionId, goal: Goal<'_>) -> Option<String> {
    if view.program.definition(id).node_count() > LARGEST {
        return None;
    }
    let whole = text(&prove(view, types, id, goal, DEEPEST)?.brief());
    let mut lines: Vec<&str> = whole.lines().take(MOST_LINES).collect();
    // A fact has no proof to show.
    if lines.len() < 2 {
        return None;
    }
    if whole.lines().nth(MOST_LINES).is_some() {
        lines.push("...");
    }
    Some(lines.join("\n"))
}

/// Returns the proof to its full depth.
pub fn whole(view: &View<'_>, types: &mut Interner, id: DefinitionId, goal: Goal<'_>) -> Option<ProofNode> {
    prove(view, types, id, goal, DEEPEST)
}
