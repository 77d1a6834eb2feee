//! `typelog type`: questions about types.

mod answers;
mod parse;
mod traversal;

use clap::{Args, Subcommand};

use crate::cli::limits::{CommonLimitArguments, PairLimitArguments, TypeLimitArguments};
use crate::cli::options::DeclarationArguments;
use crate::cli::options::ProjectPart;
use crate::cli::running::batch::{BatchArguments, answer_all};
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::program::environment::Environment;
use crate::project::Project;
use crate::types::Interner;
use crate::types::display::display;
use answers::{Model, Request, answer_requests};
use traversal::traverse;

/// Answers questions about types.
///
/// A type is written as in HCL: `any`, `none`, `bool`, `int`, `number`, `string`, `list(T)`, `set(T)`, `map(T)`, `tuple([T, U])`,
/// `object({a=T})`, `optional(T)`, `union(T, U)`, `output(T)`, `promise(T)`, `const("x")`, `enum("token", string, ["a"])`,
/// `refined(int, {min=0, max=9})`, `refined(string, {min_length=1, max_length=64, pattern="^a"})`, or the name of a declared
/// type, in quotes if it is not an identifier. A union may also be written `int | string` or `"a" | "b"` (`'a'` is the type of one
/// text), and a refinement `{ int | x >= 0 && x < 10 }` or `{ string | x.length > 0 }`. Declarations, and `--model bicep`, add
/// `array`, `object`, `resource` and `error`.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  typelog type convert string number                  unsafe: some texts are numbers
  typelog type unify 'list(int)' 'tuple([bool])'      the type that both convert to
  typelog type traverse 'output(list(int))' '[0]'     the type of an element")]
pub enum Command {
    /// Prints how a type converts to another: `safe`, `unsafe` or `none`
    ///
    /// `safe` means that the conversion never fails, `unsafe` that it may, `none` that there is no conversion. For unions beyond
    /// the limit `--max-pairs`, the answer is `safe` if each member converts safely to the one most like it, and otherwise
    /// `unsafe`.
    Convert(Conversion),
    /// Prints whether a type is assignable to another: `true` or `false`
    ///
    /// `true` means that a value of the type may stand unchanged where the other type is declared: its constructor is the same, or
    /// it is assignable to a member of the union, or to the element of the eventual type. `false` says no more than that: a union
    /// is not assignable to another one that does not contain it as a whole, although it converts to it safely. With
    /// `--model bicep`, `true` means that every value of the type is one of the other type.
    Assignable(Pair),
    /// Prints the common type by safe conversions, and the common type by any conversions, one per line
    Unify(Several),
    /// Prints the type that steps lead to, and the problems of the steps
    Traverse(Steps),
    /// Prints a type constraint in its canonical form, and its defaults as JSON
    ///
    /// With `--batch`, each type expression is answered by `{"type":"T","defaults":{...}}`, or by
    /// `{"errors":[{"start":0,"end":3,"message":"REASON"}]}`, with offsets in bytes.
    Parse(parse::Arguments),
    /// Answers questions on standard input, one per line, with fields separated by tabs
    ///
    /// The questions are `convert FROM TO`, `assignable FROM TO`, `unify T U` and `traverse T STEPS`. Each is answered on one
    /// line. A question that cannot be read is answered with `!` and the reason.
    Batch(Batch),
}

/// Two types.
#[derive(Debug, Args)]
pub struct Pair {
    /// The type of the value
    from: String,
    /// The target type
    to: String,
    #[command(flatten)]
    model: ModelArguments,
    #[command(flatten)]
    declarations: DeclarationArguments,
}

/// Two types of which one may convert to the other.
#[derive(Debug, Args)]
pub struct Conversion {
    #[command(flatten)]
    types: Pair,
    #[command(flatten)]
    limits: PairLimitArguments,
}

/// The option for the rules that answer a question.
#[derive(Clone, Copy, Debug, Args)]
struct ModelArguments {
    /// The rules for the compatibility of types
    #[arg(long, value_enum, value_name = "MODEL", default_value = "pcl", help_heading = "Environment")]
    model: Model,
}

/// At least two types.
#[derive(Debug, Args)]
pub struct Several {
    /// The types
    #[arg(required = true, num_args = 2.., value_name = "T")]
    types: Vec<String>,
    #[command(flatten)]
    declarations: DeclarationArguments,
    #[command(flatten)]
    limits: CommonLimitArguments,
}

/// A type and steps into it.
#[derive(Debug, Args)]
pub struct Steps {
    /// The type
    #[arg(value_name = "T")]
    ty: String,
    /// The steps: `.a["k"][0]`, `[*].b`
    #[arg(value_name = "STEPS", allow_hyphen_values = true)]
    path: String,
    #[command(flatten)]
    declarations: DeclarationArguments,
    #[command(flatten)]
    limits: TypeLimitArguments,
}

/// Questions on standard input.
#[derive(Debug, Args)]
pub struct Batch {
    #[command(flatten)]
    model: ModelArguments,
    #[command(flatten)]
    declarations: DeclarationArguments,
    #[command(flatten)]
    ending: BatchArguments,
    #[command(flatten)]
    limits: TypeLimitArguments,
}

/// Runs the command.
pub fn run(command: &Command, process: &Process) -> Result<Status, Failure> {
    match command {
        Command::Convert(Conversion { types, limits }) => types.answer("convert", &[limits], process),
        Command::Assignable(pair) => pair.answer("assignable", &[], process),
        Command::Unify(several) => several.answer(process),
        Command::Traverse(steps) => show_traversal(steps, process),
        Command::Parse(arguments) => parse::run(arguments, process),
        Command::Batch(batch) => run_batch(batch, process),
    }
}

impl Pair {
    fn answer(&self, question: &str, limits: &[&dyn ProjectPart], process: &Process) -> Result<Status, Failure> {
        let fields = [question, &self.from, &self.to];
        let parts: Vec<&dyn ProjectPart> = limits.iter().copied().chain([&self.declarations as _]).collect();
        single(&fields, self.model.model, &process.project(&parts)?)
    }
}

impl Several {
    fn answer(&self, process: &Process) -> Result<Status, Failure> {
        let types = self.types.iter().map(String::as_str);
        let fields: Vec<&str> = std::iter::once("unify").chain(types).collect();
        single(&fields, Model::Pcl, &process.project(&[&self.declarations, &self.limits])?)
    }
}

/// Answers one question: each field of the answer on a line.
fn single(fields: &[&str], model: Model, project: &Project) -> Result<Status, Failure> {
    let mut types = project.types();
    let environment = project.declared(model.environment(&mut types), &mut types)?;
    let request = Request::read(fields, &environment, &mut types).map_err(Failure::Usage)?;
    for answer in answer_requests(&[Ok(request)], model, &mut types) {
        print(&(answer.replace('\t', "\n") + "\n"))?;
    }
    Ok(Status::Clean)
}

/// Prints the type that steps lead to, and then the messages about them, one per line.
fn show_traversal(steps: &Steps, process: &Process) -> Result<Status, Failure> {
    let project = process.project(&[&steps.declarations, &steps.limits])?;
    let mut types = project.types();
    let environment = project.declared(Environment::default(), &mut types)?;
    let ty = environment.read_type(&steps.ty, &mut types).map_err(Failure::Usage)?;
    for traversed in traverse(&[(ty, steps.path.clone())], &mut types) {
        let traversed = traversed.map_err(Failure::Usage)?;
        let messages = traversed.messages.iter().map(|(severity, text)| format!("{}: {text}\n", severity.word()));
        print(&format!("{}\n{}", display(&types, traversed.ty), messages.collect::<String>()))?;
    }
    Ok(Status::Clean)
}

fn run_batch(batch: &Batch, process: &Process) -> Result<Status, Failure> {
    let project = process.project(&[&batch.declarations, &batch.limits])?;
    let mut types = project.types();
    let model = batch.model.model;
    let environment = project.declared(model.environment(&mut types), &mut types)?;
    let mut status = Status::Clean;
    answer_all(batch.ending.into(), |lines| {
        let requests: Vec<Result<Request, String>> =
            lines.iter().map(|line| read_line(line, &environment, &mut types)).collect();
        if requests.iter().any(Result::is_err) {
            status = Status::Problems;
        }
        answer_requests(&requests, model, &mut types)
    })?;
    Ok(status)
}

fn read_line(line: &str, environment: &Environment, types: &mut Interner) -> Result<Request, String> {
    Request::read(&line.split('\t').collect::<Vec<_>>(), environment, types)
}
