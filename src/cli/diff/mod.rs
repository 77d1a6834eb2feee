//! `typelog diff`: what has changed between two versions of a program, or of the schema of a package.

mod facts;
mod schemas;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::InputArguments;
use super::notation;
use super::output::{Failure, Status, print};
use super::session::{Checked, Session, SessionArguments};
use crate::diagnostics::{Diagnostic, Severity};
use crate::engine::ask::{Answer, Question, ask};
use crate::environment::Environment;
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::render::difference::{Change, Difference, ProblemChange, json, text};
use crate::rules::terms::Conversion;
use crate::types::display::display;
use crate::types::{Interner, Ty};

/// Says what has changed between two versions of a program, or of the schema of a package.
///
/// For programs: the types of nodes, the problems, and how many rows of each relation are new and gone. Where something
/// stands does not matter, only what it is. For schemas, which are files of JSON: what resources take and give, what
/// functions take and return, and as problems what makes programs wrong that were right.
///
/// Where a type has changed, it is said how the earlier one converts to the later one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog diff old/ new/
  typelog diff --facts old/main.hcl new/main.hcl
  typelog diff cloud-1.2.0.json cloud-2.0.0.json

Exit status: 0 no error is new, 1 an error is new, 2 wrong usage or unreadable input. With --exit-code, 1 if anything has
changed.")]
pub struct Arguments {
    /// The earlier version: a program, or a schema
    #[arg(value_name = "A")]
    before: PathBuf,
    /// The later version
    #[arg(value_name = "B")]
    after: PathBuf,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// How to print the changes
    #[arg(long, default_value = "text")]
    format: Format,
    /// Print the rows that are new and gone, and not only how many
    #[arg(long)]
    facts: bool,
    /// Any change gives the exit status 1
    #[arg(long)]
    exit_code: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let difference = match (is_schema(&arguments.before), is_schema(&arguments.after)) {
        (true, true) => schemas::difference(&arguments.before, &arguments.after)?,
        (false, false) => arguments.programs()?,
        _ => return Err(Failure::Usage("a schema is compared with a schema, and a program with a program".to_owned())),
    };
    print(&match arguments.format {
        Format::Text => text(&difference, arguments.facts),
        Format::Json => json(&difference),
    })?;
    let has_new_error = difference.new_problems.iter().any(|problem| problem.severity == Severity::Error.word());
    let counts = has_new_error || arguments.exit_code && !difference.is_empty();
    Ok(if counts { Status::Problems } else { Status::Clean })
}

/// Holds for files of JSON that are no programs.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_file() && name.ends_with(".json") && ![".pp.json", ".hcl.json"].iter().any(|end| name.ends_with(end))
}

/// A version of a program.
struct Version {
    checked: Checked,
    database: Database,
}

impl Arguments {
    fn programs(&self) -> Result<Difference, Failure> {
        let mut session = self.session.open()?;
        let before = self.version(&self.before, &mut session)?;
        let after = self.version(&self.after, &mut session)?;
        let (environment, mut types) = session.into_parts();
        let (gone_problems, new_problems) = problems(&before.checked, &after.checked);
        Ok(Difference {
            nodes: nodes(&before.checked, &after.checked, &environment, &mut types),
            gone_problems,
            new_problems,
            facts: facts::changes(&before.database, &after.database),
        })
    }

    fn version(&self, path: &PathBuf, session: &mut Session) -> Result<Version, Failure> {
        let mut inputs = self.input.inputs(std::slice::from_ref(path));
        let (Some(input), None) = (inputs.next(), inputs.next()) else {
            return Err(Failure::Usage(format!("{}: a version is one program", path.display())));
        };
        let mut input = input?;
        if input.is_unreadable() {
            return Err(Failure::Usage(format!("{}: a file of the program cannot be read", path.display())));
        }
        let mut collector = Collector::default();
        let checked = session.collect(&mut input, &mut collector);
        Ok(Version { checked, database: collector.finish() })
    }
}

/// The nodes of one name and kind stand for one another in their order.
type NodeKey = (String, &'static str, usize);

fn nodes(before: &Checked, after: &Checked, environment: &Environment, types: &mut Interner) -> Vec<Change> {
    let (before, after) = (types_of_nodes(before), types_of_nodes(after));
    let mut changes = Vec::new();
    for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(key))) {
        let (old, new) = (before.get(key), after.get(key));
        if old != new {
            let conversion = old.zip(new).and_then(|(old, new)| {
                let mut read = |text: &String| notation::read(text, environment, types).ok();
                let (old, new) = (read(old)?, read(new)?);
                Some(conversion(old, new, types))
            });
            let (name, kind) = (key.0.clone(), key.1.to_owned());
            changes.push(Change { name, kind, before: old.cloned(), after: new.cloned(), conversion });
        }
    }
    changes.sort_by(|a, b| (&a.name, &a.kind).cmp(&(&b.name, &b.kind)));
    changes
}

fn types_of_nodes(version: &Checked) -> BTreeMap<NodeKey, String> {
    let mut nodes: BTreeMap<NodeKey, String> = BTreeMap::new();
    for id in version.program.definition_ids() {
        let definition = version.program.definition(id);
        let mut key = (definition.label.clone(), definition.kind.word(), 0);
        while nodes.contains_key(&key) {
            key.2 += 1;
        }
        nodes.insert(key, display(&version.types, version.inference.definition_type(id)));
    }
    nodes
}

/// How a type converts to another, in a word.
fn conversion(from: Ty, to: Ty, types: &mut Interner) -> &'static str {
    match ask(types, &[Question::Convert(from, to)])[..] {
        [Answer::Convert(Conversion::Safe)] => "safe",
        [Answer::Convert(Conversion::Unsafe)] => "unsafe",
        _ => "none",
    }
}

/// The problems that are gone, and those that are new. Problems of one file, code and sentence are the same.
fn problems(before: &Checked, after: &Checked) -> (Vec<ProblemChange>, Vec<ProblemChange>) {
    let (gone, new) = (problems_by_key(before), problems_by_key(after));
    let without = |all: &BTreeMap<_, Vec<ProblemChange>>, others: &BTreeMap<_, Vec<ProblemChange>>| {
        // Of several that are the same, the last are those that others do not have.
        let rest = |(key, found): (_, &Vec<ProblemChange>)| {
            found[others.get(key).map_or(0, Vec::len).min(found.len())..].to_vec()
        };
        let mut rest: Vec<ProblemChange> = all.iter().flat_map(rest).collect();
        rest.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        rest
    };
    (without(&gone, &new), without(&new, &gone))
}

fn problems_by_key(version: &Checked) -> BTreeMap<(String, String, &'static str, String), Vec<ProblemChange>> {
    let mut problems: BTreeMap<_, Vec<ProblemChange>> = BTreeMap::new();
    for diagnostic in &version.diagnostics {
        let problem = problem(version, diagnostic);
        let key = (problem.file.clone(), problem.code.clone(), problem.severity, problem.message.clone());
        problems.entry(key).or_default().push(problem);
    }
    problems
}

fn problem(version: &Checked, diagnostic: &Diagnostic) -> ProblemChange {
    let source = &version.program.file(diagnostic.file).source;
    let position = source.position(diagnostic.span.start);
    ProblemChange {
        code: diagnostic.code.to_string(),
        severity: diagnostic.severity.word(),
        message: diagnostic.message.clone(),
        file: source.name.clone(),
        line: Some(position.line),
        column: Some(position.column),
    }
}
