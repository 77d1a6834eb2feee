//! `typelog explain`: why a type or a problem holds, and why a conversion does not.

mod conversion;
mod proofs;
mod rows;
mod subject;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

pub use proofs::{Depth, explain};
pub use subject::Wanted;

use super::output::{Failure, Status, print};
use super::program_options::ProgramOptions;
use super::row_proofs::USUAL_PROOFS;
use crate::diagnostics::{CODES, page_of};
use crate::render::{ProofFormat, proof};
use crate::types::nearest::nearest;

/// Explains why an expression has its type, why there is a problem, how one type converts to another, or what a code means.
///
/// Of the code of a diagnostic, like `unknown-property`, its page is printed: what it means, a wrong program and a right one.
///
/// The explanation is a proof: what holds, the rule that concludes it, and below it what the rule concludes it from, down
/// to the facts of the program, with their places, to the rows of tables, with the files and lines of the rules, and to the
/// entries of schemas. What is proved in another definition is folded, unless `--through` is given; what occurs twice is
/// shown once, with a number that the other place refers to. `typelog rules NAME` prints the page of a rule.
///
/// Every place that `typelog check` prints can be explained: the innermost expression there, or the problem, or the definition.
/// Behind a program, a question about its relations is answered with the values of its variables, each answer with the proofs
/// of the rows that it rests on. Without a program, a judgment about types is explained, or why it does not hold.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog explain main.hcl:3:8                     the expression at a place
  typelog explain main.hcl:3:8 --wider 1           the expression around it
  typelog explain main.hcl:3:8 --through           down to the text of all definitions that it rests on
  typelog explain --in infra/ infra/main.pp:3:8    the same in a program of several files
  typelog explain main.hcl port                    the value called port
  typelog explain main.hcl --diagnostic 1          the first problem that check reports
  typelog explain main.hcl 'has_type(e, t), is_any(t)'   all expressions of type any, and why
  typelog explain 'converts(int, string)'          a judgment about types
  typelog explain unknown-property                 what a diagnostic means, with programs
  typelog explain --not convert 'list(int)' bool   why there is no conversion, or which there is")]
pub struct Arguments {
    /// <FILE:LINE:COLUMN>, a program and a name or a question, a judgment, or the code of a diagnostic; with `--not`,
    /// `convert FROM TO`
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
    /// Explain the expression that is this many expressions wider than the innermost one at the place
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Subject")]
    wider: usize,
    /// List the codes of all diagnostics
    #[arg(long, conflicts_with_all = ["target", "node", "diagnostic", "not"], help_heading = "Subject")]
    list: bool,
    /// How many conclusions deep the proof is shown
    #[arg(long, value_name = "N", default_value_t = proofs::USUAL_DEPTH, help_heading = "Output")]
    depth: usize,
    /// Prove no more answers to a question than this; machine-readable formats have all
    #[arg(long, value_name = "N", default_value_t = USUAL_PROOFS, help_heading = "Output")]
    max_proofs: usize,
    /// Go on in the definitions and components that the proof leads to
    #[arg(long, help_heading = "Output")]
    through: bool,
    /// How to print the proof
    #[arg(long, default_value = "tree", help_heading = "Output")]
    format: Format,
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
    if !arguments.not
        && let Some(question) = arguments.target.last().filter(|text| rows::is_question(text))
    {
        return rows::explain_rows(arguments, question);
    }
    let (node, status) = if arguments.not {
        (conversion::explain(arguments)?, Status::Clean)
    } else {
        proofs::explain_program(arguments)?
    };
    print(&proof(&node, arguments.proof_format()))?;
    Ok(arguments.options.end.status(status))
}

impl Arguments {
    fn depth(&self) -> Depth {
        Depth { steps: self.depth, is_through: self.through }
    }

    fn proof_format(&self) -> ProofFormat {
        match self.format {
            Format::Tree => ProofFormat::Tree,
            Format::Text => ProofFormat::Text,
            Format::Json => ProofFormat::Json,
            Format::Dot => ProofFormat::Dot,
            Format::Mermaid => ProofFormat::Mermaid,
        }
    }

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
}
