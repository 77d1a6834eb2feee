//! The differences between two versions of a program: types of nodes, problems, and rows of relations. Places are not compared.

mod attributes;
mod breaking;
mod facts;
mod schemas;

pub use breaking::{InterfacePart, Side, breaks, problem};
pub use schemas::schema_difference;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::answers::ask::{Answer, Question, ask};
use crate::diagnostics::Diagnostic;
use crate::program::environment::Environment;
use crate::project::CheckedProgram;
use crate::relations::Database;
use crate::render::difference::{Change, Difference, ProblemChange};
use crate::types::display::display;
use crate::types::vocabulary::Conversion;
use crate::types::{Interner, Ty};

/// A version of a program.
pub struct Version {
    /// Its name in messages.
    pub name: String,
    /// The program.
    pub checked: CheckedProgram,
    /// All facts about it.
    pub database: Database,
}

/// Compares two versions, each collected separately. The environment is shared, and its types are in `types`. Costs a sort of the
/// rows of both, and one run of the engine for each node whose type differs.
pub fn compare(before: &Version, after: &Version, environment: &Environment, types: &mut Interner) -> Difference {
    let (gone_problems, mut new_problems) = problems(&before.checked, &after.checked);
    new_problems.extend(breaking::of_programs(&before.checked, (&after.checked, &after.name), environment, types));
    Difference {
        nodes: nodes(&before.checked, &after.checked, environment, types),
        gone_problems,
        new_problems,
        facts: facts::changes(&before.database, &after.database),
    }
}

/// Nodes with the same name and kind are matched in order.
type NodeKey = (String, &'static str, usize);

fn nodes(
    before: &CheckedProgram,
    after: &CheckedProgram,
    environment: &Environment,
    types: &mut Interner,
) -> Vec<Change> {
    let (before, after) = (types_of_nodes(before), types_of_nodes(after));
    let mut changes = Vec::new();
    for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(key))) {
        let (old, new) = (before.get(key), after.get(key));
        if old != new {
            let conversion = old.zip(new).and_then(|(old, new)| {
                let mut read = |text: &String| environment.read_type(text, types).ok();
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

fn types_of_nodes(version: &CheckedProgram) -> BTreeMap<NodeKey, String> {
    let mut counts: FxHashMap<(&str, &'static str), usize> = FxHashMap::default();
    // What has no name is no node of its own: its problems and facts are compared.
    let named = version.program.definition_ids().filter(|&id| !version.program.definition(id).label.is_empty());
    let typed = named.map(|id| {
        let definition = version.program.definition(id);
        let kind = definition.kind.word();
        let count = counts.entry((&definition.label, kind)).or_default();
        *count += 1;
        let ty = display(&version.types, version.inference.definition_type(id));
        ((definition.label.to_string(), kind, *count), ty)
    });
    typed.collect()
}

/// Returns the conversion between two types: `safe`, `unsafe` or `none`.
pub fn conversion(from: Ty, to: Ty, types: &mut Interner) -> &'static str {
    match ask(types, &[Question::Convert(from, to)])[..] {
        [Answer::Convert(Conversion::Safe)] => "safe",
        [Answer::Convert(Conversion::Unsafe)] => "unsafe",
        _ => "none",
    }
}

/// Returns the removed problems and the new ones. Problems with the same file, code and message are equal.
fn problems(before: &CheckedProgram, after: &CheckedProgram) -> (Vec<ProblemChange>, Vec<ProblemChange>) {
    let (gone, new) = (problems_by_key(before), problems_by_key(after));
    let without = |all: &BTreeMap<_, Vec<ProblemChange>>, others: &BTreeMap<_, Vec<ProblemChange>>| {
        // Of several equal problems, the last ones are the surplus.
        let rest = |(key, found): (_, &Vec<ProblemChange>)| {
            found[others.get(key).map_or(0, Vec::len).min(found.len())..].to_vec()
        };
        let mut rest: Vec<ProblemChange> = all.iter().flat_map(rest).collect();
        rest.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        rest
    };
    (without(&gone, &new), without(&new, &gone))
}

fn problems_by_key(version: &CheckedProgram) -> BTreeMap<(String, String, &'static str, String), Vec<ProblemChange>> {
    let mut problems: BTreeMap<_, Vec<ProblemChange>> = BTreeMap::new();
    for diagnostic in &version.diagnostics {
        let problem = problem_of(version, diagnostic);
        let key = (problem.file.clone(), problem.code.clone(), problem.severity, problem.message.clone());
        problems.entry(key).or_default().push(problem);
    }
    problems
}

fn problem_of(version: &CheckedProgram, diagnostic: &Diagnostic) -> ProblemChange {
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
