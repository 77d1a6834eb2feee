//! `typelog explain`: proofs of types and problems, and explanations of conversions that fail.

mod conversion;
mod proofs;
mod rows;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use typelog_interpreter::{NewRelation, new_relations_of};

use crate::cli::completion::codes_and_paths;
use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Colour, Failure, Output, Status, print, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::diagnostics::{CODES, Code};
use crate::project::{DEFAULT_DEPTH, DEFAULT_PROOFS, ProofOptions};
use crate::render::{Palette, ProofFormat, ProofNode, painted_proof};
use crate::types::BookHandle;
use crate::types::nearest::nearest;

/// Explains why an expression has its type, why there is a problem, how one type converts to another, or what a code means.
///
/// For the code of a diagnostic, such as `unknown-property`, prints its page: the meaning, a wrong program and a right one.
///
/// The explanation is a proof tree: a conclusion, the rule that derives it, and below it the premises, down to the facts of the
/// program with their places, to the rows of tables with their places in rule files, and to the entries of schemas. Proofs in
/// other definitions are folded, unless `--through` is given. A proof that occurs twice is shown once, with a number that the
/// other occurrence refers to. `typelog rules NAME` prints the page of a rule.
///
/// Every place that `typelog check` prints can be explained: first what is reported there, then the innermost expression, or else
/// the definition. The formats for machines have one proof, that of the expression.
/// After a program, a question about its relations may follow: each answer has the values of the variables, and the proofs of the
/// rows that it follows from. Without a program, a judgment about types is explained, or why it does not hold.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog explain main.hcl:3:8                     the expression at a place
  typelog explain main.hcl:3:8 --wider 1           the expression around it
  typelog explain main.hcl:3:8 --through           also in the definitions that the proof refers to
  typelog explain --in infra/ infra/main.pp:3:8    the same in a program of several files
  typelog explain main.hcl                         the values that can be explained
  typelog explain main.hcl port                    the value called port
  typelog explain main.hcl --diagnostic 1          the first problem that check reports
  typelog explain main.hcl 'has_type(e, t), is_any(t)'   all expressions of type any, and why
  typelog explain 'converts(int, string)'          a judgment about types
  typelog explain 'int ~> string'                  the same as it is drawn
  typelog explain unknown-property                 what a diagnostic means, with programs
  typelog explain convert 'list(int)' bool         how one type converts to another, or why it does not")]
pub struct Arguments {
    /// <FILE:LINE:COLUMN>, a program and a name or a question, a judgment, `convert FROM TO`, or the code of a diagnostic; with
    /// `--node` or `--diagnostic` a program, by default the one in the current directory
    #[arg(
        required_unless_present_any = ["list", "node", "diagnostic"],
        value_name = "PLACE",
        num_args = 1..=3,
        add = codes_and_paths()
    )]
    target: Vec<String>,
    /// The program that the file of the place belongs to; by default the file itself
    #[arg(long = "in", value_name = "PROGRAM", conflicts_with_all = ["node", "diagnostic", "not"], help_heading = "Subject")]
    program: Option<PathBuf>,
    /// Explain the value with this name
    #[arg(long, value_name = "NAME", help_heading = "Subject")]
    node: Option<String>,
    /// Explain the N-th problem, counted from 1 in the order of `typelog check`
    #[arg(long, value_name = "N", conflicts_with = "node", help_heading = "Subject")]
    diagnostic: Option<usize>,
    /// Explain a conversion, or why there is none
    #[arg(long, conflicts_with_all = ["node", "diagnostic"], help_heading = "Subject")]
    not: bool,
    /// Explain the expression N levels outwards from the innermost one at the place
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Subject")]
    wider: usize,
    /// List the codes of all diagnostics
    #[arg(long, conflicts_with_all = ["target", "node", "diagnostic", "not"], help_heading = "Subject")]
    list: bool,
    /// Show the proof to this depth, in conclusions; by default the steps that decide are shown, in at most 12 lines, and all steps with `--full`
    #[arg(long, value_name = "N", help_heading = "Output")]
    depth: Option<usize>,
    /// Prove at most N answers to a question; machine-readable formats contain all
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PROOFS, help_heading = "Output")]
    max_proofs: usize,
    /// Continue in the definitions and components that the proof refers to
    #[arg(long, help_heading = "Output")]
    through: bool,
    /// The output format
    #[arg(short, long, default_value = "tree", help_heading = "Output")]
    format: Format,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: Colour,
    #[command(flatten)]
    options: ProgramOptions,
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
    /// The inferences for a document in LaTeX with the package mathpartir
    Latex,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    if arguments.list {
        print(&(CODES.join("\n") + "\n"))?;
        return Ok(Status::Clean);
    }
    if let Some(page) = arguments.page(&process.books.of_all())? {
        print(&page)?;
        return Ok(Status::Clean);
    }
    let project = arguments.options.project(process)?;
    if !arguments.asks_for_conversion()
        && let Some(question) = arguments.target.last().filter(|_| rows::is_question(&arguments.target))
    {
        return rows::explain_rows(arguments, &project, question);
    }
    if let Some(program) = arguments.program_alone() {
        let (values, hint) = proofs::values(program, &project)?;
        print(&values)?;
        print_to_stderr(&hint);
        return Ok(Status::Clean);
    }
    let (nodes, status) = if arguments.asks_for_conversion() {
        (vec![conversion::explain(arguments, &project)?], Status::Clean)
    } else {
        proofs::explain_program(arguments, &project)?
    };
    for (at, node) in nodes.iter().enumerate() {
        if at > 0 {
            print("\n")?;
        }
        arguments.print(node)?;
    }
    Ok(arguments.options.end.status(status))
}

impl Arguments {
    fn proof_options(&self) -> ProofOptions {
        ProofOptions { steps: self.depth.unwrap_or(DEFAULT_DEPTH), follow_definitions: self.through }
    }

    /// Holds if the words are those of `convert FROM TO`, or have to be.
    fn asks_for_conversion(&self) -> bool {
        self.not || matches!(&self.target[..], [question, _, _] if question == conversion::QUESTION)
    }

    /// Returns the program, if nothing in it is asked for.
    fn program_alone(&self) -> Option<&Path> {
        let [target] = &self.target[..] else { return None };
        let has_subject = self.not || self.node.is_some() || self.diagnostic.is_some();
        let path = Path::new(target);
        (!has_subject && path.exists()).then_some(path)
    }

    /// Holds for the formats that may show several proofs, one below the other. In the others, one text is one proof.
    fn is_for_people(&self) -> bool {
        matches!(self.format, Format::Tree | Format::Text)
    }

    /// Prints a proof: the steps that decide, unless all are requested, or the format is for machines.
    fn print(&self, node: &ProofNode) -> Result<(), Failure> {
        let is_brief = self.format == Format::Tree && self.depth.is_none() && !self.options.is_full() && !self.through;
        let brief = is_brief.then(|| node.brief());
        self.print_whole(brief.as_ref().unwrap_or(node))
    }

    fn print_whole(&self, node: &ProofNode) -> Result<(), Failure> {
        let palettes = if self.format == Format::Tree { self.color.palettes() } else { [Palette::Plain; 2] };
        Output::new(palettes).print(&painted_proof(node, self.proof_format(), palettes[0]))
    }

    fn proof_format(&self) -> ProofFormat {
        match self.format {
            Format::Tree => ProofFormat::Tree,
            Format::Text => ProofFormat::Text,
            Format::Json => ProofFormat::Json,
            Format::Dot => ProofFormat::Dot,
            Format::Mermaid => ProofFormat::Mermaid,
            Format::Latex => ProofFormat::Latex,
        }
    }

    /// Returns the page of a code, if the target is a code and not a place or program.
    fn page(&self, book: &BookHandle) -> Result<Option<String>, Failure> {
        let is_program = self.not || self.node.is_some() || self.diagnostic.is_some();
        let [code] = &self.target[..] else { return Ok(None) };
        let is_word = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if is_program || !is_word || code == "-" || Path::new(code).exists() {
            return Ok(None);
        }
        let known = Code::find(code).map(|code| code.page().to_owned()).or_else(|| page_of_book(code, book));
        known.map(Some).ok_or_else(|| {
            let help = nearest(code, CODES).map_or_else(String::new, |name| format!("; there is `{name}`"));
            Failure::Usage(format!("there is no diagnostic `{code}`{help}"))
        })
    }
}

/// Returns the page of a problem that a book of one's own declares.
fn page_of_book(code: &str, book: &BookHandle) -> Option<String> {
    let declares = |relation: &&NewRelation| relation.stated.as_ref().is_some_and(|stated| stated.code == code);
    let relation = new_relations_of(book).iter().find(declares)?;
    let (name, meaning) = (&relation.declaration.name, &relation.documentation);
    Some(format!("# {code}\n\nA problem of the book. `{name}`: {meaning}\n"))
}
