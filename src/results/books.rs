//! The comparison of two books over a program: changed types of definitions and changed problems, each with the rules that cause
//! the change.
//!
//! A rule causes a change if one book concludes by it a row that the other does not conclude, from premises that both conclude.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use typelog_interpreter::value::Value;
use typelog_interpreter::{ask, judgments_of};

use crate::answers::with_types;
use crate::builtins::trace::Row;
use crate::diagnostics::Diagnostic;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, FileId, Place};
use crate::project::CheckedProgram;
use crate::provenance::{Derivations, Rerun, rerun};
use crate::source::Span;
use crate::types::Interner;
use crate::types::display::display;

/// A changed type, or a new or removed problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookChange {
    /// The file.
    pub file: String,
    /// The line and the column, from 1.
    pub position: (usize, usize),
    /// The name of the definition, or the code of the problem with its message.
    pub name: String,
    /// The type under the first book; `None` for a problem that only the second one finds.
    pub before: Option<String>,
    /// The type under the second book; `None` for a problem that only the first one finds.
    pub after: Option<String>,
    /// The rules that cause the change; none if it follows from a change of another definition.
    pub rules: Vec<String>,
}

/// Compares the results of two books for a program, which has been checked with both: with the second one by types that begin with
/// those of the first. Changes are in the order of definitions, each followed by its problems. Costs one run of the rules for each
/// changed definition.
pub fn compare(before: &mut CheckedProgram, after: &mut CheckedProgram, environment: &Environment) -> Vec<BookChange> {
    let mut changes = Vec::new();
    let ids: Vec<DefinitionId> = before.program.definition_ids().collect();
    let mut pair = Pair { programs: [before, after], owner: 1 };
    for id in ids {
        let types = [0, 1].map(|at| type_of(pair.get(at), id));
        let (gone, new) = (pair.problems(0, id), pair.problems(1, id));
        if types[0] == types[1] && gone.is_empty() && new.is_empty() {
            continue;
        }
        let runs = [0, 1].map(|at| run(pair.get(at), environment, id));
        if types[0] != types[1] {
            let rows = [0, 1].map(|at| row(pair.programs[at], &runs[at], id));
            let definition = pair.programs[0].program.definition(id);
            let mut change = placed(pair.programs[0], definition.file, definition.span);
            change.name = definition.label.to_string();
            [change.before, change.after] = types.map(Some);
            change.rules = pair.responsible_rules(&runs, rows);
            changes.push(change);
        }
        for (at, diagnostics) in [gone, new].into_iter().enumerate() {
            for diagnostic in diagnostics {
                let mut rows = [None, None];
                rows[at] = row_of(pair.programs[at], &runs[at], &diagnostic);
                let rules = pair.responsible_rules(&runs, rows);
                changes.push(problem(pair.programs[at], &diagnostic, rules, at == 0));
            }
        }
    }
    changes
}

/// A program as it has been checked with two books. Both have the same types, which one of them owns at a time: rows of one book can
/// be compared with those of the other only as long as equal types have equal handles.
struct Pair<'a> {
    programs: [&'a mut CheckedProgram; 2],
    /// The program that owns the types of both. Those of the other one are older, and keep its book with its answers.
    owner: usize,
}

impl Pair<'_> {
    /// Returns one of the programs, with the types of both.
    fn get(&mut self, at: usize) -> &mut CheckedProgram {
        if self.owner != at {
            let [first, second] = &mut self.programs;
            std::mem::swap(&mut first.types, &mut second.types);
            first.types.exchange_book(&mut second.types);
            self.owner = at;
        }
        self.programs[at]
    }

    /// Returns the problems in a definition that only one of the books finds.
    fn problems(&self, at: usize, id: DefinitionId) -> Vec<Diagnostic> {
        problems(self.programs[at], self.programs[1 - at], id)
    }

    /// Returns the rules that cause the difference between a row of the first book and one of the second.
    fn responsible_rules(&mut self, runs: &[Rerun; 2], rows: [Option<Row>; 2]) -> Vec<String> {
        let mut rules = BTreeSet::new();
        // If the second book concludes nothing new, the first one has a rule that concludes more.
        for (at, row) in rows.into_iter().enumerate().rev() {
            if let Some(row) = row.filter(|_| rules.is_empty()) {
                let [own, other] = [at, 1 - at].map(|at| &runs[at].derivations);
                gather(&mut Other::new(self.get(1 - at), other), own, row, &mut rules);
            }
        }
        rules.into_iter().collect()
    }
}

fn type_of(checked: &CheckedProgram, id: DefinitionId) -> String {
    display(&checked.types, checked.inference.definition_type(id))
}

/// Returns the problems in a definition that the other book does not find.
fn problems(own: &CheckedProgram, other: &CheckedProgram, id: DefinitionId) -> Vec<Diagnostic> {
    let is_same =
        |a: &Diagnostic, b: &Diagnostic| (&a.code, a.file, a.span, &a.message) == (&b.code, b.file, b.span, &b.message);
    let is_other = |found: &&Diagnostic| !other.diagnostics.iter().any(|known| is_same(known, found));
    let is_here = |found: &&Diagnostic| own.program.definition_at(found.file, found.span.start) == Some(id);
    own.diagnostics.iter().filter(is_here).filter(is_other).cloned().collect()
}

fn run(checked: &mut CheckedProgram, environment: &Environment, id: DefinitionId) -> Rerun {
    let CheckedProgram { program, inference, types, .. } = checked;
    rerun(program, environment, inference, id, types)
}

/// Returns the row of the problem that a diagnostic reports.
fn row_of(checked: &CheckedProgram, run: &Rerun, found: &Diagnostic) -> Option<Row> {
    let problem = &checked.inference.problems[found.problem? as usize];
    run.problem(&checked.program, problem)
}

/// Returns the row with the type of a definition's binding, or of its value.
fn row(checked: &CheckedProgram, run: &Rerun, id: DefinitionId) -> Option<Row> {
    run.binding().or_else(|| {
        let definition = checked.program.definition(id);
        run.typing(Place { file: definition.file, node: definition.expressions.first()?.root })
    })
}

fn placed(checked: &CheckedProgram, file: FileId, span: Span) -> BookChange {
    let source = &checked.program.file(file).source;
    let position = source.position(span.start);
    BookChange {
        file: source.name.clone(),
        position: (position.line, position.column),
        name: String::new(),
        before: None,
        after: None,
        rules: Vec::new(),
    }
}

fn problem(checked: &CheckedProgram, found: &Diagnostic, rules: Vec<String>, is_gone: bool) -> BookChange {
    let mut change = placed(checked, found.file, found.span);
    change.name = format!("[{}] {}", found.code, found.message);
    let severity = found.severity.word().to_owned();
    if is_gone {
        change.before = Some(severity);
    } else {
        change.after = Some(severity);
    }
    change.rules = rules;
    change
}

/// The conclusions of the book that a row is compared with.
struct Other<'a, 'b> {
    types: &'a mut Interner,
    derivations: &'b Derivations,
    given: FxHashSet<&'b Row>,
}

impl<'a, 'b> Other<'a, 'b> {
    fn new(checked: &'a mut CheckedProgram, derivations: &'b Derivations) -> Self {
        Self { types: &mut checked.types, derivations, given: derivations.given() }
    }

    /// Holds if the book concludes a row. A question about types that it was not asked in this program is asked now: a book that
    /// asks less does not answer differently.
    fn concludes(&mut self, row: &Row) -> bool {
        self.derivations.step(row).is_some() || self.answers(row) == Some(true)
    }

    fn answers(&mut self, row: &Row) -> Option<bool> {
        let book = self.types.book().clone();
        let query = judgments_of(&book).get(row.relation)?;
        let question = row.cells.iter().zip(&query.types).take(query.questions);
        let question: Option<Vec<Value>> = question.map(|(&cell, ty)| Value::of_trace(cell, ty)).collect();
        let question = question?;
        let found = with_types(self.types, || ask(row.relation, &question))?;
        let answer = match (found, query.is_partial) {
            (Value::Nothing, true) => return Some(false),
            (Value::Some(found), true) => columns(*found, query.answers),
            (found, _) => columns(found, query.answers),
        };
        Some(answer.iter().map(Value::traced).eq(row.cells[query.questions..].iter().copied()))
    }
}

fn columns(found: Value, count: usize) -> Vec<Value> {
    match found {
        Value::Tuple(parts) if count > 1 => parts.to_vec(),
        other => vec![other],
    }
}

/// Adds the rules by which one book concludes rows that the other does not, from premises that both conclude, or that are given
/// in both.
fn gather(other: &mut Other<'_, '_>, own: &Derivations, row: Row, rules: &mut BTreeSet<String>) {
    let (mut waiting, mut seen) = (vec![row], BTreeSet::new());
    while let Some(row) = waiting.pop() {
        if other.concludes(&row) || !seen.insert(row.clone()) {
            continue;
        }
        let Some((_, rule, premises)) = own.step(&row) else { continue };
        let is_new = |premise: &&&Row| own.step(premise).is_some();
        let new: Vec<Row> = premises.iter().filter(is_new).map(|&premise| premise.clone()).collect();
        let new: Vec<Row> = new.into_iter().filter(|premise| !other.concludes(premise)).collect();
        // The type of another definition is given. If it differs, this difference follows from it.
        let is_foreign =
            premises.iter().any(|premise| premise.relation == "is_given" && !other.given.contains(premise));
        if new.is_empty() && !is_foreign && !rule.is_empty() {
            rules.insert(rule.to_owned());
        }
        waiting.extend(new);
    }
}
