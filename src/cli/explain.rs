//! `typelog explain`: why a type or a problem holds, and why a conversion does not.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::input::{Input, InputArguments};
use super::notation::read_argument;
use super::output::{Failure, Status, print};
use super::session::{Checked, SessionArguments};
use crate::environment::Environment;
use crate::program::{DefinitionId, FileId, Place, Program};
use crate::provenance::{Proof, conversion_proof, rerun};
use crate::render::{ProofFormat, ProofNode, proof};
use crate::source::Span;

/// Explains why an expression has its type, why there is a problem, or how one type converts to another.
///
/// The explanation is a proof: what holds, the rule that concludes it, and below it what the rule concludes it from, down
/// to the facts of the program and the rows of tables. `typelog rules NAME` prints the page of a rule.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog explain main.hcl:3:8                     the expression at a place
  typelog explain main.hcl --node port             the value called port
  typelog explain main.hcl --diagnostic 1          the first problem that check reports
  typelog explain --not convert 'list(int)' bool   why there is no conversion, or which there is")]
pub struct Arguments {
    /// <FILE:LINE:COLUMN>, or a program; with `--not`, `convert FROM TO`
    #[arg(required = true, value_name = "PLACE", num_args = 1..=3)]
    target: Vec<String>,
    /// Explain the value of this name
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// Explain the problem of this number, from 1, in the order of `typelog check`
    #[arg(long, value_name = "N", conflicts_with = "node")]
    diagnostic: Option<usize>,
    /// Explain a conversion, or why there is none
    #[arg(long, conflicts_with_all = ["node", "diagnostic"])]
    not: bool,
    /// How many conclusions deep the proof is shown
    #[arg(long, value_name = "N", default_value_t = 64)]
    depth: usize,
    /// How to print the proof
    #[arg(long, default_value = "tree")]
    format: Format,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Each conclusion with its premises below it
    Tree,
    /// One inference after the other: premises over a bar, the conclusion below
    Text,
    /// JSON
    Json,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
}

/// What is to be explained.
enum Goal {
    At { line: usize, column: usize },
    Node(String),
    Diagnostic(usize),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let node = if arguments.not { explain_conversion(arguments)? } else { explain_program(arguments)? };
    let format = match arguments.format {
        Format::Tree => ProofFormat::Tree,
        Format::Text => ProofFormat::Text,
        Format::Json => ProofFormat::Json,
        Format::Dot => ProofFormat::Dot,
        Format::Mermaid => ProofFormat::Mermaid,
    };
    print(&proof(&node, format))?;
    Ok(Status::Clean)
}

fn explain_conversion(arguments: &Arguments) -> Result<ProofNode, Failure> {
    let [question, from, to] = &arguments.target[..] else {
        return Err(Failure::Usage("`--not` takes a question: `convert FROM TO`".to_owned()));
    };
    if question != "convert" {
        return Err(Failure::Usage(format!("there is no question `{question}`; there is `convert`")));
    }
    let (environment, mut types) = arguments.session.open()?.into_parts();
    let from = read_argument(from, &environment, &mut types)?;
    let to = read_argument(to, &environment, &mut types)?;
    let (row, derivations) = conversion_proof(&mut types, from, to);
    let proof = derivations.proof(&row, arguments.depth);
    let nothing = |_: u32| String::new();
    let words = crate::provenance::Words { types: &types, expression: &nothing, binding: &nothing, function: &nothing };
    Ok(ProofNode::new(&proof, &|proof: &Proof| (words.judgment(&proof.row), None)))
}

fn explain_program(arguments: &Arguments) -> Result<ProofNode, Failure> {
    let [target] = &arguments.target[..] else {
        return Err(Failure::Usage("explain takes one place".to_owned()));
    };
    let (path, goal) = arguments.goal(target)?;
    let mut session = arguments.session.open()?;
    let paths = [path];
    let Some(input) = arguments.input.inputs(&paths).next() else {
        return Err(Failure::Usage(format!("there is no program `{target}`")));
    };
    let mut input = input?;
    let mut checked = session.check(&mut input);
    let (id, wanted) = find(&checked, &goal)?;
    let environment = session.environment(input.dialect);
    explain(&mut checked, environment, &input, id, wanted, arguments.depth)
}

/// What a definition is asked.
#[derive(Clone, Copy)]
enum Wanted {
    Expression(Place),
    Problem(Span),
}

fn explain(
    checked: &mut Checked,
    environment: &Environment,
    input: &Input,
    id: DefinitionId,
    wanted: Wanted,
    depth: usize,
) -> Result<ProofNode, Failure> {
    let program = &checked.program;
    let rerun = rerun(program, environment, &checked.inference, id, &mut checked.types);
    let row = match wanted {
        Wanted::Expression(place) => rerun.typing(place),
        Wanted::Problem(span) => rerun.problem(program, span, program.definition(id).span),
    };
    let row = row.ok_or_else(|| Failure::Usage("the rules conclude nothing there".to_owned()))?;
    let proof = rerun.derivations.proof(&row, depth);
    let place = |place: Place| {
        let file = program.file(place.file);
        let position = file.source.position(file.tree.span(place.node).start);
        format!("{}:{}:{}", input.path_of(&file.source.name), position.line, position.column)
    };
    Ok(ProofNode::new(&proof, &|proof: &Proof| {
        (rerun.judgment(&proof.row, &checked.types), rerun.place(&proof.row).map(&place))
    }))
}

impl Arguments {
    /// The program, and what is to be explained in it.
    fn goal(&self, target: &str) -> Result<(PathBuf, Goal), Failure> {
        if let Some(name) = &self.node {
            return Ok((PathBuf::from(target), Goal::Node(name.clone())));
        }
        if let Some(number) = self.diagnostic {
            return Ok((PathBuf::from(target), Goal::Diagnostic(number)));
        }
        let mut parts = target.rsplitn(3, ':');
        let (column, line, path) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
        match (path, number(line), number(column)) {
            (Some(path), Some(line), Some(column)) => Ok((PathBuf::from(path), Goal::At { line, column })),
            _ => Err(Failure::Usage(format!(
                "`{target}` is no place: write FILE:LINE:COLUMN, or add `--node` or `--diagnostic`"
            ))),
        }
    }
}

fn find(checked: &Checked, goal: &Goal) -> Result<(DefinitionId, Wanted), Failure> {
    let program = &checked.program;
    match goal {
        Goal::At { line, column } => expression_at(checked, *line, *column),
        Goal::Node(name) => {
            let named = program.definition_ids().find(|&id| program.definition(id).label == *name);
            let id = named.ok_or_else(|| Failure::Usage(format!("there is no value `{name}`")))?;
            let definition = program.definition(id);
            let root = definition.expressions.first().map(|expression| expression.root);
            let node = root.ok_or_else(|| Failure::Usage(format!("`{name}` has no expression")))?;
            Ok((id, Wanted::Expression(Place { file: definition.file, node })))
        }
        Goal::Diagnostic(number) => {
            let count = checked.diagnostics.len();
            let diagnostic = number.checked_sub(1).and_then(|at| checked.diagnostics.get(at));
            let diagnostic = diagnostic
                .ok_or_else(|| Failure::Usage(format!("there is no diagnostic {number}: there are {count}")))?;
            let id = definition_at(program, diagnostic.file, diagnostic.span.start)
                .ok_or_else(|| Failure::Usage(format!("no rule concludes `{}`", diagnostic.code)))?;
            Ok((id, Wanted::Problem(diagnostic.span)))
        }
    }
}

fn definition_at(program: &Program, file: FileId, offset: u32) -> Option<DefinitionId> {
    program.definition_ids().find(|&id| {
        let definition = program.definition(id);
        definition.file == file && definition.span.start <= offset && offset <= definition.span.end
    })
}

/// The innermost expression with a type at a position of the first file.
fn expression_at(checked: &Checked, line: usize, column: usize) -> Result<(DefinitionId, Wanted), Failure> {
    let program = &checked.program;
    let file = FileId(0);
    let none = || Failure::Usage(format!("there is no expression at {line}:{column}"));
    let offset = program.files.first().and_then(|file| file.source.offset(line, column)).ok_or_else(none)?;
    let id = definition_at(program, file, offset).ok_or_else(none)?;
    let tree = &program.file(file).tree;
    let nodes = program.definition(id).expressions.iter().flat_map(super::super::program::Expression::nodes);
    let around = nodes
        .map(|node| Place { file, node })
        .filter(|&place| checked.inference.type_of(place).is_some())
        .filter(|place| (tree.span(place.node).start..tree.span(place.node).end).contains(&offset));
    let innermost = around.min_by_key(|place| tree.span(place.node).end - tree.span(place.node).start);
    innermost.map(|place| (id, Wanted::Expression(place))).ok_or_else(none)
}
