//! Proofs of the types of a program's expressions and definitions, of marks, and of diagnostics.

use std::path::{Path, PathBuf};

use super::Arguments;
use super::conversion::fails_at;
use super::subject::{Subject, find};
use crate::cli::input::Input;
use crate::cli::output::{Failure, Status};
use crate::cli::session::Session;
use crate::diagnostics::problem_numbers;
use crate::program::environment::Environment;
use crate::program::{FileId, Kind};
use crate::provenance::{Explainable, Explainer};
use crate::render::ProofNode;
use crate::results::checked_program::CheckedProgram;
use crate::terms::trace::Value;

/// Returns the requested proof, and the outcome of checking the program.
pub fn explain_program(arguments: &Arguments) -> Result<(ProofNode, Status), Failure> {
    let (path, goal) = arguments.goal()?;
    let mut input = input(arguments, &path)?;
    let mut session = arguments.options.session.open(input.configuration.as_deref())?;
    let mut checked = session.check(&mut input);
    let status = Status::of(&checked.diagnostics, false);
    let wanted = find(&checked, &input, &goal, arguments.wider)?;
    let environment = session.environment(input.dialect);
    let mut node = explain(&mut checked, environment, &input, &wanted, arguments.proof_options())?;
    if arguments.through {
        go_into_components(&mut node, arguments, &mut session, &input)?;
    }
    Ok((node, status))
}

/// Returns the program at a path.
fn input(arguments: &Arguments, path: &Path) -> Result<Input, Failure> {
    let paths = [path.to_owned()];
    let found = arguments.options.input.inputs(&paths).next();
    found.unwrap_or_else(|| Err(Failure::Usage(format!("there is no program `{}`", path.display()))))
}

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
pub fn explain(
    checked: &mut CheckedProgram,
    environment: &Environment,
    input: &Input,
    wanted: &Subject,
    options: ProofOptions,
) -> Result<ProofNode, Failure> {
    let CheckedProgram { program, inference, diagnostics, types } = checked;
    let place = |file: FileId, offset: u32| {
        let source = &program.file(file).source;
        let position = source.position(offset);
        format!("{}:{}:{}", input.path_of(&source.name), position.line, position.column)
    };
    let problem = match *wanted {
        Subject::Diagnostic(number) => {
            let wanted = std::slice::from_ref(&diagnostics[number]);
            problem_numbers(program, inference, environment, types, wanted)[0]
        }
        _ => None,
    };
    let mut explainer = Explainer::new(Explainable { program, environment, inference }, types);
    explainer = explainer.through(options.follow_definitions);
    let row = match *wanted {
        Subject::Expression(place) => explainer.typing(place),
        Subject::Node(id) => explainer.definition_row(id),
        Subject::Mark(place, ref path, ref mark) => explainer.mark(place, path, mark),
        Subject::Diagnostic(_) => problem.and_then(|at| explainer.problem(program, &inference.problems[at])),
    };
    let Some((origin, row)) = row else {
        let Subject::Diagnostic(number) = *wanted else {
            return Err(Failure::Usage("the rules conclude nothing there".to_owned()));
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
    let proof = explainer.explain(origin, &row, options.steps);
    let mut node = ProofNode::explained(&proof, &place);
    node.fails_at = match (row.relation, &row.cells[..]) {
        ("no_conversion", &[_, Value::Type(from), Value::Type(to), ..]) => fails_at(types, from, to),
        _ => None,
    };
    Ok(node)
}

/// The prefix of a component's directory in the source of a node.
const COMPONENT: &str = "component ";

/// Adds the proofs of components' outputs below the nodes that refer to the components.
fn go_into_components(
    node: &mut ProofNode,
    arguments: &Arguments,
    session: &mut Session,
    around: &Input,
) -> Result<(), Failure> {
    let directory = node.source.as_deref().and_then(|source| source.strip_prefix(COMPONENT));
    let directory: Option<PathBuf> = directory.and_then(|source| Some(around.directory.as_ref()?.join(source)));
    if let Some(directory) = directory.filter(|directory| directory.is_dir()) {
        let mut own = input(arguments, &directory)?;
        let mut checked = session.check(&mut own);
        let outputs = checked.program.definition_ids();
        let outputs: Vec<_> = outputs.filter(|&id| checked.program.definition(id).kind == Kind::Output).collect();
        for id in outputs {
            let environment = session.environment(own.dialect);
            let mut output = explain(&mut checked, environment, &own, &Subject::Node(id), arguments.proof_options())?;
            go_into_components(&mut output, arguments, session, &own)?;
            node.premises.push(output);
        }
        return Ok(());
    }
    node.premises.iter_mut().try_for_each(|premise| go_into_components(premise, arguments, session, around))
}
