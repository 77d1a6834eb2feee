//! Proofs: why an expression has its type, and why there is a diagnostic.

use super::subject::Subject;
use super::view::View;
use crate::diagnostics::{Diagnostic, problems_behind};
use crate::program::{DefinitionId, FileId, Place};
use crate::provenance::{Explainable, Explainer};
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
    let View { program, inference, environment, .. } = *view;
    let problem = match goal {
        Goal::Diagnostic(found) => {
            let number = problems_behind(program, inference, environment, types, std::slice::from_ref(found))[0]?;
            Some(&inference.problems[number])
        }
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
