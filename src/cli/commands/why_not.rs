//! `typelog why-not`: why a judgment about types does not hold.

use clap::Args;

use crate::cli::options::SessionArguments;
use crate::cli::terminal::output::{ExitArguments, Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::project::{JudgmentExplanation, Project, Subject, judged, list_of_judgments};
use crate::render::{ProofFormat, proof};

/// Explains why a judgment about types does not hold.
///
/// Of all rules that could derive it, the nearest one is shown: the premises that hold, the first one that fails, and the row
/// that was found instead. If the failing premise is a judgment, it is explained in turn. The mode of a conversion may be
/// omitted. The judgment may contain an answer, as in `unifies(int, string, number)`; without one, every answer counts that is no
/// refusal. It may also be written as it is drawn: `list(int) ~> bool`. If the judgment holds, its proof is printed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog why-not 'converts(list(int), bool)'
  typelog why-not 'list(int) ~> bool'                     the same as it is drawn
  typelog why-not 'is_assignable(object({a=int}), object({a=string}))'
  typelog why-not 'traverses(object({a=int}), b)'
  typelog why-not 'unifies(int, bool, int)'
  typelog why-not 'fits(string, int)'                     in the model of declared types
  typelog why-not 'converts(data:index:Login, string)' --schemas DIR   types of schemas by their tokens")]
pub struct Arguments {
    /// The judgment, as a relation with its columns or as it is drawn; `list` lists all judgments
    #[arg(value_name = "JUDGMENT")]
    row: String,
    /// The output format
    #[arg(short, long, default_value = "tree", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    session: SessionArguments,
    #[command(flatten)]
    end: ExitArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Human-readable text
    Tree,
    /// JSON
    Json,
}

impl From<Format> for ProofFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Tree => Self::Tree,
            Format::Json => Self::Json,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    if arguments.row == "list" {
        print(&list_of_judgments(&process.books.of_all()))?;
        return Ok(Status::Clean);
    }
    if Subject::place(&arguments.row).is_some() {
        let message = "`{}` is a place, and no judgment: `typelog explain {}` proves what is there";
        return Err(Failure::Usage(message.replace("{}", &arguments.row)));
    }
    let project = process.project(&[&arguments.session])?;
    let (text, status) = explained(&arguments.row, &project, arguments.format.into())?;
    print(&text)?;
    Ok(arguments.end.status(status))
}

/// Explains why a judgment holds, by a proof in a format, or why it does not hold, as JSON or as human-readable text.
pub fn explained(row: &str, project: &Project, format: ProofFormat) -> Result<(String, Status), Failure> {
    Ok(match (judged(row, project.session(None)?)?, format) {
        (JudgmentExplanation::Holds(node), format) => (proof(&node, format), Status::Clean),
        (JudgmentExplanation::Fails { details, .. }, ProofFormat::Json) => {
            (serde_json::to_string_pretty(&details).unwrap_or_default() + "\n", Status::Problems)
        }
        (JudgmentExplanation::Fails { text, .. }, _) => (text, Status::Problems),
    })
}
