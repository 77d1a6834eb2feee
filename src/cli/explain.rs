//! `typelog explain`: why a type or a problem holds, and why a conversion does not.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::{Input, InputArguments};
use super::notation::read_argument;
use super::output::{EndArguments, Failure, Status, print};
use super::session::SessionArguments;
use crate::diagnostics::{CODES, disagreement, page_of};
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Expression, FileId, Place};
use crate::program_rules::problem::Step;
use crate::provenance::{Proof, Words, conversion_proof, rerun, rules};
use crate::render::{ProofFormat, ProofNode, proof};
use crate::results::checked_program::CheckedProgram;
use crate::source::Source;
use crate::terms::trace::Value;
use crate::type_rules::ask::{Answer, Question, ask};
use crate::type_rules::failing_way;
use crate::types::display::display_within;
use crate::types::nearest::nearest;
use crate::types::vocabulary::Conversion;
use crate::types::{Interner, Ty};

/// The longest type that is shown in full where a conversion fails, in bytes.
const LONGEST_TYPE: usize = 160;

/// Explains why an expression has its type, why there is a problem, how one type converts to another, or what a code means.
///
/// Of the code of a diagnostic, like `unknown-property`, its page is printed: what it means, a wrong program and a right one.
///
/// The explanation is a proof: what holds, the rule that concludes it, and below it what the rule concludes it from, down
/// to the facts of the program and the rows of tables. `typelog rules NAME` prints the page of a rule.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog explain main.hcl:3:8                     the expression at a place
  typelog explain --in infra/ infra/main.pp:3:8    the same in a program of several files
  typelog explain main.hcl --node port             the value called port
  typelog explain main.hcl --diagnostic 1          the first problem that check reports
  typelog explain unknown-property                 what a diagnostic means, with programs
  typelog explain --not convert 'list(int)' bool   why there is no conversion, or which there is")]
pub struct Arguments {
    /// <FILE:LINE:COLUMN>, a program, or the code of a diagnostic; with `--not`, `convert FROM TO`
    #[arg(required_unless_present = "list", value_name = "PLACE", num_args = 1..=3)]
    target: Vec<String>,
    /// The program that the file of the place belongs to; without it, the file is the program
    #[arg(long = "in", value_name = "PROGRAM", conflicts_with_all = ["node", "diagnostic", "not"], help_heading = "Subject")]
    program: Option<PathBuf>,
    /// Explain the value of this name
    #[arg(long, value_name = "NAME", help_heading = "Subject")]
    node: Option<String>,
    /// Explain the problem of this number, from 1, in the order of `typelog check`
    #[arg(long, value_name = "N", conflicts_with = "node", help_heading = "Subject")]
    diagnostic: Option<usize>,
    /// Explain a conversion, or why there is none
    #[arg(long, conflicts_with_all = ["node", "diagnostic"], help_heading = "Subject")]
    not: bool,
    /// List the codes of all diagnostics
    #[arg(long, conflicts_with_all = ["target", "node", "diagnostic", "not"], help_heading = "Subject")]
    list: bool,
    /// How many conclusions deep the proof is shown
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Output")]
    depth: usize,
    /// How to print the proof
    #[arg(long, default_value = "tree", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    #[command(flatten)]
    end: EndArguments,
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

/// The subject of an explanation.
enum Goal {
    At { file: PathBuf, line: usize, column: usize },
    Node(String),
    Diagnostic(usize),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    if arguments.list {
        print(&(CODES.join("\n") + "\n"))?;
        return Ok(Status::Clean);
    }
    if let Some(page) = arguments.page()? {
        print(page)?;
        return Ok(Status::Clean);
    }
    let (node, status) =
        if arguments.not { (explain_conversion(arguments)?, Status::Clean) } else { explain_program(arguments)? };
    let format = match arguments.format {
        Format::Tree => ProofFormat::Tree,
        Format::Text => ProofFormat::Text,
        Format::Json => ProofFormat::Json,
        Format::Dot => ProofFormat::Dot,
        Format::Mermaid => ProofFormat::Mermaid,
    };
    print(&proof(&node, format))?;
    Ok(arguments.end.status(status))
}

fn explain_conversion(arguments: &Arguments) -> Result<ProofNode, Failure> {
    let [question, from, to] = &arguments.target[..] else {
        return Err(Failure::Usage("`--not` takes a question: `convert FROM TO`".to_owned()));
    };
    if question != "convert" {
        return Err(Failure::Usage(format!("there is no question `{question}`; there is `convert`")));
    }
    let (environment, mut types) = arguments.session.open(None)?.into_parts();
    let from = read_argument(from, &environment, &mut types)?;
    let to = read_argument(to, &environment, &mut types)?;
    let (row, derivations) = conversion_proof(&mut types, from, to);
    let proof = derivations.proof(&row, arguments.depth).failing();
    let nothing = |_: u32| String::new();
    let words = Words { types: &types, expression: &nothing, binding: &nothing, function: &nothing };
    let mut node = ProofNode::new(&proof, &|proof: &Proof| (words.judgment(&proof.row), None));
    give_reasons(&mut node, &proof);
    node.fails_at = fails_at(&mut types, from, to);
    Ok(node)
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

/// The innermost part in which a conversion fails: the path to it, the type found there, and the type expected there.
/// None if the conversion does not fail.
fn fails_at(types: &mut Interner, from: Ty, to: Ty) -> Option<String> {
    if ask(types, &[Question::Convert(from, to)]) != [Answer::Convert(Conversion::No)] {
        return None;
    }
    let way = failing_way(types, from, to);
    Some(failure(types, from, to, &way))
}

/// The end of the way on which a conversion fails, as a text.
fn failure(types: &Interner, from: Ty, to: Ty, way: &[Step]) -> String {
    let text = |ty: Ty| display_within(types, ty, LONGEST_TYPE);
    match disagreement(types, from, to, way) {
        Some((path, Some(found), expected)) => {
            format!("{path}: {} does not convert to {}", text(found), text(expected))
        }
        Some((path, None, expected)) => format!("{path}: nothing is there, where {} is expected", text(expected)),
        None => format!("{} does not convert to {}", text(from), text(to)),
    }
}

fn explain_program(arguments: &Arguments) -> Result<(ProofNode, Status), Failure> {
    let [target] = &arguments.target[..] else {
        return Err(Failure::Usage("explain takes one place".to_owned()));
    };
    let (path, goal) = arguments.goal(target)?;
    let paths = [path];
    let Some(input) = arguments.input.inputs(&paths).next() else {
        return Err(Failure::Usage(format!("there is no program `{target}`")));
    };
    let mut input = input?;
    let mut session = arguments.session.open(input.configuration.as_deref())?;
    let mut checked = session.check(&mut input);
    let wanted = find(&checked, &input, &goal)?;
    let environment = session.environment(input.dialect);
    let node = explain(&mut checked, environment, &input, wanted, arguments.depth)?;
    Ok((node, Status::of(&checked.diagnostics, false)))
}

/// The question.
#[derive(Clone, Copy)]
enum Wanted {
    /// Why an expression has its type.
    Expression(DefinitionId, Place),
    /// Why what a name means has its type.
    Node(DefinitionId),
    /// Why there is a problem: the number of the diagnostic.
    Problem(DefinitionId, usize),
    /// The same, where no rule concludes it.
    Said(usize),
}

fn explain(
    checked: &mut CheckedProgram,
    environment: &Environment,
    input: &Input,
    wanted: Wanted,
    depth: usize,
) -> Result<ProofNode, Failure> {
    let (Wanted::Expression(id, _) | Wanted::Node(id) | Wanted::Problem(id, _)) = wanted else {
        return said(checked, input, wanted);
    };
    let program = &checked.program;
    let rerun = rerun(program, environment, &checked.inference, id, &mut checked.types);
    let row = match wanted {
        Wanted::Expression(_, place) => rerun.typing(place),
        Wanted::Problem(_, number) => rerun.problem(program, &checked.diagnostics[number], id, &checked.types),
        Wanted::Node(_) | Wanted::Said(_) => rerun.binding().or_else(|| {
            let definition = program.definition(id);
            let root = definition.expressions.first()?.root;
            rerun.typing(Place { file: definition.file, node: root })
        }),
    };
    let row = row.ok_or_else(nothing)?;
    let place = |place: Place| {
        let file = program.file(place.file);
        place_in_words(&file.source, file.tree.span(place.node).start, input)
    };
    let words = |proof: &Proof| (rerun.judgment(&proof.row, &checked.types), rerun.place(&proof.row).map(&place));
    let proof = rerun.derivations.proof(&row, depth).failing();
    let mut node = ProofNode::new(&proof, &words);
    give_reasons(&mut node, &proof);
    let fails_at = match (row.relation, &row.cells[..]) {
        ("no_conversion", &[_, Value::Type(from), Value::Type(to), ..]) => fails_at(&mut checked.types, from, to),
        _ => None,
    };
    Ok(ProofNode { fails_at, ..node })
}

/// A problem that no rule concludes is a leaf: the text itself says it.
fn said(checked: &CheckedProgram, input: &Input, wanted: Wanted) -> Result<ProofNode, Failure> {
    let Wanted::Said(number) = wanted else {
        return Err(nothing());
    };
    let diagnostic = &checked.diagnostics[number];
    let source = &checked.program.file(diagnostic.file).source;
    let conclusion = format!("{}: {}", diagnostic.code, diagnostic.message);
    Ok(ProofNode::leaf(conclusion, Some(place_in_words(source, diagnostic.span.start, input))))
}

fn nothing() -> Failure {
    Failure::Usage("the rules conclude nothing there".to_owned())
}

fn place_in_words(source: &Source, offset: u32, input: &Input) -> String {
    let position = source.position(offset);
    format!("{}:{}:{}", input.path_of(&source.name), position.line, position.column)
}

impl Arguments {
    /// The page of a code, if a code is asked for and not a place or program.
    fn page(&self) -> Result<Option<&'static str>, Failure> {
        let is_program = self.not || self.node.is_some() || self.diagnostic.is_some();
        let [code] = &self.target[..] else { return Ok(None) };
        let is_word = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if is_program || !is_word || code == "-" || Path::new(code).exists() {
            return Ok(None);
        }
        page_of(code).map(Some).ok_or_else(|| {
            let help = nearest(code, CODES).map_or_else(String::new, |name| format!("; there is `{name}`"));
            Failure::Usage(format!("there is no diagnostic `{code}`{help}"))
        })
    }

    /// The program, and the subject of the explanation.
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
            (Some(path), Some(line), Some(column)) => {
                let file = PathBuf::from(path);
                let program = self.program.clone().unwrap_or_else(|| file.clone());
                Ok((program, Goal::At { file, line, column }))
            }
            _ => Err(Failure::Usage(format!(
                "`{target}` is no place: write FILE:LINE:COLUMN, or add `--node` or `--diagnostic`"
            ))),
        }
    }
}

fn find(checked: &CheckedProgram, input: &Input, goal: &Goal) -> Result<Wanted, Failure> {
    let program = &checked.program;
    match goal {
        Goal::At { file, line, column } => {
            let is_meant = |name: &str| Path::new(name) == file || Path::new(&input.path_of(name)) == file;
            let files = (0..).map(FileId).zip(&program.files);
            let found = files.filter(|(_, found)| program.files.len() == 1 || is_meant(&found.source.name));
            let file = found
                .map(|(id, _)| id)
                .next()
                .ok_or_else(|| Failure::Usage(format!("{}: the program has no such file", file.display())))?;
            expression_at(checked, file, *line, *column)
        }
        Goal::Node(name) => {
            let named = program.definition_ids().find(|&id| program.definition(id).label == *name);
            named.map(Wanted::Node).ok_or_else(|| {
                let names = program.definitions.iter().map(|definition| definition.label.as_str());
                let help = nearest(name, names).map_or_else(String::new, |name| format!("; there is `{name}`"));
                Failure::Usage(format!("there is no value `{name}`{help}"))
            })
        }
        Goal::Diagnostic(number) => {
            let count = checked.diagnostics.len();
            let at = number.checked_sub(1).filter(|&at| at < count);
            let at = at.ok_or_else(|| Failure::Usage(format!("there is no diagnostic {number}: there are {count}")))?;
            Ok(checked.diagnosed(&checked.diagnostics[at]).map_or(Wanted::Said(at), |id| Wanted::Problem(id, at)))
        }
    }
}

/// The innermost expression with a type at a position.
fn expression_at(checked: &CheckedProgram, file: FileId, line: usize, column: usize) -> Result<Wanted, Failure> {
    let program = &checked.program;
    let none = || Failure::Usage(format!("there is no expression at {line}:{column}"));
    let offset = program.file(file).source.offset(line, column).ok_or_else(none)?;
    let id = checked.definition_at(file, offset).ok_or_else(none)?;
    let tree = &program.file(file).tree;
    let around = program.definition(id).expressions.iter().flat_map(Expression::nodes);
    let around = around
        .map(|node| Place { file, node })
        .filter(|&place| checked.inference.type_of(place).is_some())
        .filter(|place| (tree.span(place.node).start..tree.span(place.node).end).contains(&offset));
    let innermost = around.min_by_key(|place| tree.span(place.node).end - tree.span(place.node).start);
    innermost.map(|place| Wanted::Expression(id, place)).ok_or_else(none)
}
