//! Proofs of what a program's expressions and definitions are, and of its diagnostics.

use std::path::{Path, PathBuf};

use super::Arguments;
use super::conversion::fails_at;
use super::subject::{Wanted, find};
use crate::cli::input::Input;
use crate::cli::output::{Failure, Status};
use crate::cli::session::Session;
use crate::diagnostics::problems_behind;
use crate::program::environment::Environment;
use crate::program::{FileId, Kind};
use crate::provenance::{Explainable, Explainer};
use crate::render::ProofNode;
use crate::results::checked_program::CheckedProgram;
use crate::terms::trace::Value;

/// The proof that is asked for, and how checking the program ends.
pub fn explain_program(arguments: &Arguments) -> Result<(ProofNode, Status), Failure> {
    let (path, goal) = arguments.goal()?;
    let mut input = input(arguments, &path)?;
    let mut session = arguments.options.session.open(input.configuration.as_deref())?;
    let mut checked = session.check(&mut input);
    let status = Status::of(&checked.diagnostics, false);
    let wanted = find(&checked, &input, &goal, arguments.wider)?;
    let environment = session.environment(input.dialect);
    let mut node = explain(&mut checked, environment, &input, &wanted, arguments.depth())?;
    if arguments.through {
        go_into_components(&mut node, arguments, &mut session, &input)?;
    }
    Ok((node, status))
}

/// The program at a path.
fn input(arguments: &Arguments, path: &Path) -> Result<Input, Failure> {
    let paths = [path.to_owned()];
    let found = arguments.options.input.inputs(&paths).next();
    found.unwrap_or_else(|| Err(Failure::Usage(format!("there is no program `{}`", path.display()))))
}

/// How far proofs go.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// How many conclusions deep.
    pub steps: usize,
    /// Holds if they go on in other definitions.
    pub is_through: bool,
}

/// The depth of proofs without an option.
pub const USUAL_DEPTH: usize = 64;

impl Default for Depth {
    fn default() -> Self {
        Self { steps: USUAL_DEPTH, is_through: false }
    }
}

/// The proof of something in a program.
pub fn explain(
    checked: &mut CheckedProgram,
    environment: &Environment,
    input: &Input,
    wanted: &Wanted,
    depth: Depth,
) -> Result<ProofNode, Failure> {
    let CheckedProgram { program, inference, diagnostics, types } = checked;
    let place = |file: FileId, offset: u32| {
        let source = &program.file(file).source;
        let position = source.position(offset);
        format!("{}:{}:{}", input.path_of(&source.name), position.line, position.column)
    };
    let problem = match *wanted {
        Wanted::Diagnostic(number) => {
            let wanted = std::slice::from_ref(&diagnostics[number]);
            problems_behind(program, inference, environment, types, wanted)[0]
        }
        _ => None,
    };
    let mut explainer = Explainer::new(Explainable { program, environment, inference }, types);
    explainer = explainer.through(depth.is_through);
    let row = match *wanted {
        Wanted::Expression(place) => explainer.typing(place),
        Wanted::Node(id) => explainer.definition_row(id),
        Wanted::Mark(place, ref path, ref mark) => explainer.mark(place, path, mark),
        Wanted::Diagnostic(_) => problem.and_then(|at| explainer.problem(program, &inference.problems[at])),
    };
    let Some((origin, row)) = row else {
        let Wanted::Diagnostic(number) = *wanted else {
            return Err(Failure::Usage("the rules conclude nothing there".to_owned()));
        };
        // A problem that no rule concludes is a fact: the text itself says it, at the places of its labels.
        let found = &diagnostics[number];
        let conclusion = format!("{}: {}", found.code, found.message);
        let mut node = ProofNode::leaf(conclusion, Some(place(found.file, found.span.start)));
        let others = found.labels.iter().filter(|label| (label.file, label.span) != (found.file, found.span));
        node.premises = others
            .map(|label| ProofNode::leaf(label.text.clone(), Some(place(label.file, label.span.start))))
            .collect();
        return Ok(node);
    };
    let proof = explainer.explain(origin, &row, depth.steps);
    let mut node = ProofNode::explained(&proof, &place);
    node.fails_at = match (row.relation, &row.cells[..]) {
        ("no_conversion", &[_, Value::Type(from), Value::Type(to), ..]) => fails_at(types, from, to),
        _ => None,
    };
    Ok(node)
}

/// What stands before the directory of a component.
const COMPONENT: &str = "component ";

/// Puts the proofs of the outputs of components below what the components give.
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
            let mut output = explain(&mut checked, environment, &own, &Wanted::Node(id), arguments.depth())?;
            go_into_components(&mut output, arguments, session, &own)?;
            node.premises.push(output);
        }
        return Ok(());
    }
    node.premises.iter_mut().try_for_each(|premise| go_into_components(premise, arguments, session, around))
}
