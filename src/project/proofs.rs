//! Proofs of the types of a program's expressions and definitions, of marks, and of diagnostics.

use std::path::PathBuf;

use super::Project;
use super::checked_program::CheckedProgram;
use super::conversions::fails_at;
use super::error::{Error, Result};
use super::input::Input;
use super::session::Session;
use super::subject::Target;
use crate::builtins::trace::{Row, Value};
use crate::program::environment::Environment;
use crate::program::{FileId, Kind};
use crate::provenance::{Explainable, Explainer, Origin};
use crate::render::ProofNode;

/// The extent of proofs.
#[derive(Clone, Copy, Debug)]
pub struct ProofOptions {
    /// The maximum depth, in conclusions.
    pub steps: usize,
    /// Holds if proofs continue in other definitions.
    pub follow_definitions: bool,
}

/// The default depth of proofs.
pub const DEFAULT_DEPTH: usize = 64;

impl Default for ProofOptions {
    fn default() -> Self {
        Self { steps: DEFAULT_DEPTH, follow_definitions: false }
    }
}

/// Returns the proof of a subject in a program.
///
/// # Errors
/// If the rules conclude nothing about it.
pub fn explain(
    checked: &mut CheckedProgram,
    environment: &Environment,
    input: &Input,
    wanted: &Target,
    options: ProofOptions,
) -> Result<ProofNode> {
    let CheckedProgram { program, inference, diagnostics, types } = checked;
    let place = |file: FileId, offset: u32| {
        let source = &program.file(file).source;
        let position = source.position(offset);
        format!("{}:{}:{}", input.path_of(&source.name), position.line, position.column)
    };
    let problem = match *wanted {
        Target::Diagnostic(number) => diagnostics[number].problem,
        _ => None,
    };
    let mut explainer = Explainer::new(Explainable { program, environment, inference }, types);
    explainer = explainer.through(options.follow_definitions);
    let row = match *wanted {
        Target::Expression(place) => explainer.typing(place),
        Target::Node(id) => explainer.definition_row(id),
        Target::Mark(place, ref path, ref mark) => explainer.mark(place, path, mark),
        Target::Diagnostic(_) => problem.and_then(|at| explainer.problem(program, &inference.problems[at as usize])),
    };
    let Some((origin, row)) = row else {
        let Target::Diagnostic(number) = *wanted else {
            return Err(Error::new("the rules conclude nothing there".to_owned()));
        };
        // A problem that no rule derives is a fact, which follows from the source text at the places of its labels.
        let found = &diagnostics[number];
        let conclusion = format!("{}: {}", found.code, found.message);
        let mut node = ProofNode::leaf(conclusion, Some(place(found.file, found.span.start)));
        let others = found.labels.iter().filter(|label| (label.file, label.span) != (found.file, found.span));
        node.premises = others
            .map(|label| ProofNode::leaf(label.text.clone(), Some(place(label.file, label.span.start))))
            .collect();
        return Ok(node);
    };
    Ok(proof_of_row(&mut explainer, (origin, &row), options.steps, &place))
}

/// Returns the proof of a row, at most `steps` deep. For a conversion that fails, it names the innermost part that fails.
pub fn proof_of_row(
    explainer: &mut Explainer<'_>,
    (origin, row): (Origin, &Row),
    steps: usize,
    place: &dyn Fn(FileId, u32) -> String,
) -> ProofNode {
    let proof = explainer.explain(origin, row, steps);
    let mut node = ProofNode::explained(&proof, place);
    node.fails_at = match (row.relation, &row.cells[..]) {
        ("no_conversion", &[_, Value::Type(from), Value::Type(to), ..]) => fails_at(explainer.types(), from, to),
        _ => None,
    };
    node
}

/// Adds the proofs of components' outputs below the nodes that refer to the components of a program. Their files are found as
/// those of the project.
///
/// # Errors
/// If a component cannot be read.
pub fn go_into_components(
    node: &mut ProofNode,
    project: &Project,
    session: &mut Session,
    around: &Input,
    options: ProofOptions,
) -> Result<()> {
    let directory = node.component.as_ref();
    let directory: Option<PathBuf> = directory.and_then(|source| Some(around.directory.as_ref()?.join(source)));
    if let Some(directory) = directory.filter(|directory| project.system().is_dir(directory)) {
        let mut own = project.program(&directory)?;
        let mut checked = session.check(&mut own);
        let outputs = checked.program.definition_ids();
        let outputs: Vec<_> = outputs.filter(|&id| checked.program.definition(id).kind == Kind::Output).collect();
        for id in outputs {
            let environment = session.environment(own.dialect);
            let mut output = explain(&mut checked, environment, &own, &Target::Node(id), options)?;
            go_into_components(&mut output, project, session, &own, options)?;
            node.premises.push(output);
        }
        return Ok(());
    }
    let mut premises = node.premises.iter_mut();
    premises.try_for_each(|premise| go_into_components(premise, project, session, around, options))
}
