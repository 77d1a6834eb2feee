//! A run of the engines over the facts of a chunk.

use rustc_hash::{FxHashMap, FxHashSet};
use typelog_builtins::facts::Facts;
use typelog_builtins::misfits::misfit as misfit_of;
use typelog_builtins::queries::{decisive, learn};
use typelog_builtins::session::{keeping_rows, set_candidates, set_outline, types, types_mut};
use typelog_builtins::trace::{Row, Value};
use typelog_builtins::{
    ANY, BindingId, Constructor, Deciding, ExprId, Law, Mapping, Mark, NONE, Path, Plain, STRING, Safe, Standard,
    TerraformError, Ty, Unsafe, branches_differ, constructor, conversion_faults, converts, equals, is_structured,
    known_parts, maps_to, mismatch, misses, sharpened, type_of_value,
};
use typelog_interpreter::{new_relations_of, with_facts};
use typelog_types::memory::{Converts, Decisive, IsInexact};
use typelog_types::{Interner, Name, Translation};

use crate::engines::{
    ExpectationEngine, MarkEngine, MismatchEngine, ProblemEngine, TerraformEngine, TerraformProblemEngine, TypingEngine,
};
use crate::evidence;
use crate::problem::{BookCell, Problem, Reporting as _, Step, Subject};

/// The conclusions of the rules about a chunk.
#[derive(Default)]
pub struct Derived {
    /// The types of expressions.
    pub types: Vec<(ExprId, Ty)>,
    /// The types of bindings.
    pub bindings: Vec<(BindingId, Ty)>,
    /// The marks of bindings, each with the path to the marked part.
    pub marks: Vec<(BindingId, Path, Mark)>,
    /// The problems.
    pub problems: Vec<Problem<ExprId, BindingId>>,
}

impl Derived {
    /// Translates the handles of types and names.
    #[must_use]
    pub fn translated(mut self, with: &Translation) -> Self {
        let (expressions, bindings) = (self.types.iter_mut(), self.bindings.iter_mut());
        for ty in expressions.map(|row| &mut row.1).chain(bindings.map(|row| &mut row.1)) {
            *ty = with.ty(*ty);
        }
        for (_, path, _) in &mut self.marks {
            path.0 = with.ty(path.0);
        }
        self.problems = self.problems.into_iter().map(|problem| problem.translated(with)).collect();
        self
    }
}

/// The engines after a run over a chunk.
pub struct Solution {
    /// The types of expressions and bindings.
    pub typing: TypingEngine,
    /// The problems of expressions and blocks.
    pub problems: ProblemEngine,
    /// The parts of values that do not have the expected types, if there may be any.
    mismatches: Option<Box<MismatchEngine>>,
    /// The problems of expressions of Terraform.
    flaws: Option<Box<TerraformProblemEngine>>,
    /// The marks of values of Terraform, if anything is marked.
    pub marks: Option<Box<MarkEngine>>,
    /// The rows of relations that only a book of one's own has.
    pub new_rows: Vec<Row>,
}

/// Runs the rules over facts, with the types and engines of the session.
pub fn solve(mut facts: Facts) -> Solution {
    let run = |facts: &mut Facts| solve_chunk(std::mem::take(facts));
    let (solution, new_rows) = keeping_rows(|| with_facts(&mut facts, run));
    Solution { new_rows, ..solution }
}

fn solve_chunk(mut facts: Facts) -> Solution {
    types_mut(Interner::forget_lists);
    set_outline(std::mem::take(&mut facts.outline));
    set_candidates(std::mem::take(&mut facts.has_candidate));
    if facts.is_terraform {
        return solve_terraform(facts);
    }
    let mut typing = TypingEngine::default();
    typing.take_over(&mut facts);
    typing.solve();
    let mut expectation = ExpectationEngine::default();
    expectation.take_over(&mut facts, &mut typing);
    expectation.solve();
    learn_expectations(&expectation);
    let mut problems = ProblemEngine::default();
    problems.take_over(&mut facts, &mut typing, &mut expectation);
    problems.solve();
    let mismatches = find_mismatches(&mut facts, &mut problems);
    Solution { typing, problems, mismatches, flaws: None, marks: None, new_rows: Vec::new() }
}

/// Runs the rules over facts of Terraform. The inputs of blocks are checked by the rules for all programs. The values of
/// expressions are derived by rules of their own, which take over all rows.
fn solve_terraform(mut facts: Facts) -> Solution {
    let (mut typing, mut expectation) = (TypingEngine::default(), ExpectationEngine::default());
    let (mut problems, mut mismatch) = (ProblemEngine::default(), MismatchEngine::default());
    typing.take_over(&mut facts);
    expectation.take_over(&mut facts, &mut typing);
    problems.take_over(&mut facts, &mut typing, &mut expectation);
    problems.solve();
    mismatch.take_over(&mut facts, &mut problems);
    let is_marked = !facts.declares_mark.is_empty()
        || !facts.awaits.is_empty()
        || facts.calls_standard.iter().any(|call| matches!(call.1, Standard::Sensitive | Standard::Lookup));
    let mut engine = TerraformEngine::default();
    engine.take_over(&mut facts, &mut typing, &mut expectation, &mut problems, &mut mismatch);
    engine.solve();
    problems.binds.clone_from(&engine.binds);
    typing.refers_to.clone_from(&engine.refers_to);
    let mut flaws = Box::new(TerraformProblemEngine::default());
    flaws.take_over(&mut facts, &mut typing, &mut problems, &mut engine);
    flaws.solve();
    problems.has_type = std::mem::take(&mut flaws.has_type);
    let marks = is_marked.then(|| {
        let mut marks = Box::new(MarkEngine::default());
        marks.take_over(&mut facts, &mut engine, &mut flaws);
        marks.solve();
        marks
    });
    Solution { typing, problems, mismatches: None, flaws: Some(flaws), marks, new_rows: Vec::new() }
}

/// Asks in one batch for the conversions of expressions to their expected types.
fn learn_expectations(engine: &ExpectationEngine) {
    let mut seen = FxHashSet::default();
    let interpolated = engine.interpolates.iter().map(|&(_, t)| (t, STRING));
    let expected = engine.expects.iter().map(|&(_, t, p)| (t, p)).chain(interpolated);
    let expected = expected.filter(|&(t, p)| !equals(t, p) && p != ANY && seen.insert((t, p)));
    let expected = expected.map(|(t, p)| (t, maps_to(Mapping::Input, p)));
    let inputs = engine.input_met.iter().map(|&(_, t, p, _)| (t, p));
    let pairs: Vec<(Ty, Ty)> = expected.chain(inputs).collect();
    learn::<Converts>(pairs.iter().map(|&(t, p)| (t, p, Plain)));
    learn::<IsInexact>(pairs.into_iter().filter(|&(t, p)| is_structured(t) && converts(t, p, Plain) == Safe));
}

/// Examines the values that do not convert safely to their expected types, or have other properties. Most programs have few.
fn find_mismatches(facts: &mut Facts, problems: &mut ProblemEngine) -> Option<Box<MismatchEngine>> {
    if problems.must_conform.is_empty() {
        return None;
    }
    let mut engine = Box::new(MismatchEngine::default());
    engine.take_over(facts, problems);
    // The conversions of constants in mode `Deciding` are asked in one batch, as far as the questions are known.
    let unsure =
        engine.must_conform.iter().filter(|&&(_, s, t, l)| l != Law::Declared && converts(s, t, Plain) == Unsafe);
    let sharp = unsure.map(|&(x, s, t, _)| (sharpened(x, s), t)).collect::<Vec<_>>();
    learn::<Decisive>(sharp.iter().map(|&(s, _)| (s,)));
    let deciding = sharp.iter().map(|&(s, t)| (decisive(s), t)).collect::<Vec<_>>();
    learn::<Converts>(sharp.into_iter().chain(deciding).map(|(s, t)| (s, t, Deciding)));
    engine.solve();
    problems.has_type = std::mem::take(&mut engine.has_type);
    Some(engine)
}

/// Takes the conclusions about the chunk out of a solution.
pub fn derived(solution: &mut Solution) -> Derived {
    let problems = problems(solution);
    let marks = solution.marks.as_deref().map_or_else(Vec::new, |marks| marks.is_marked.clone());
    Derived {
        types: std::mem::take(&mut solution.problems.has_type),
        bindings: std::mem::take(&mut solution.problems.binds),
        marks,
        problems,
    }
}

/// Returns the rows of the problem relations, with their evidence.
fn problems(solution: &Solution) -> Vec<Problem<ExprId, BindingId>> {
    let Solution { typing, problems: engine, mismatches, flaws, marks, new_rows } = solution;
    let mut problems =
        mismatches.as_deref().map_or_else(Vec::new, |found| evidence::mismatches(found, &engine.expects));
    let first = problems.len();
    engine.report(&mut problems);
    typing.report(&mut problems);
    if let Some(flaws) = flaws.as_deref() {
        flaws.report(&mut problems);
    }
    if let Some(marks) = marks.as_deref() {
        marks.report(&mut problems);
    }
    for problem in &mut problems[first..] {
        add_evidence(problem);
    }
    if !new_rows.is_empty() {
        problems.extend(of_book(new_rows));
    }
    with_most_missing(problems, engine, flaws.as_deref())
}

/// Returns the rows of the problem relations that only a book of one's own has.
fn of_book(rows: &[Row]) -> Vec<Problem<ExprId, BindingId>> {
    let book = types(|types| types.book().clone());
    let stated = |row: &&Row| {
        let mut relations = new_relations_of(&book).iter();
        relations.find(|relation| relation.declaration.name == row.relation && relation.stated.is_some())
    };
    let problem = |row: &Row| {
        let subject = match *row.cells.first()? {
            Value::Expression(e) => Subject::Expression(e),
            Value::Binding(b) => Subject::Definition(b),
            _ => return None,
        };
        let cells = row.cells[1..].iter().map(|&cell| match cell {
            Value::Expression(e) => BookCell::Expression(e),
            value => BookCell::Value(value),
        });
        Some(Problem::OfBook { relation: stated(&row)?.names, subject, cells: cells.collect() })
    };
    let mut found: Vec<_> = rows.iter().filter_map(problem).collect();
    let mut seen = FxHashSet::default();
    found.retain(|problem| seen.insert(problem.clone()));
    found
}

/// Adds the evidence of a problem: the part of a constant that does not convert, where compared values differ, why a call fits no
/// signature, and where values of Terraform disagree.
fn add_evidence(problem: &mut Problem<ExprId, BindingId>) {
    match problem {
        Problem::Misfit { value, expected, misfit, .. } => *misfit = misfit_of(*value, *expected),
        Problem::IneffectiveComparison { left, right, path, .. } => {
            *path = evidence::path(*left, *right, |s, t| mismatch(s, t, Plain));
        }
        Problem::NoOverload { function, arguments, misses: reasons, .. } => *reasons = misses(*function, *arguments),
        Problem::Flawed { flaw, found, expected, path, .. } => {
            *path = flaw_path(*flaw, *found, *expected);
            (*found, *expected) = (shown(with_parts(*flaw, *found)), shown(with_parts(*flaw, *expected)));
        }
        _ => {}
    }
}

/// Returns the path to the parts of two values or types that do not convert, or have no common type.
fn flaw_path(flaw: TerraformError, found: Ty, expected: Ty) -> Vec<Step> {
    let mut path = match flaw {
        TerraformError::Argument
        | TerraformError::Attributed
        | TerraformError::Default
        | TerraformError::Input
        | TerraformError::Unconverted => evidence::path(found, expected, conversion_faults),
        TerraformError::Branches | TerraformError::UnlikeArgument | TerraformError::UnlikeElements => {
            evidence::path(type_of_value(found), type_of_value(expected), branches_differ)
        }
        _ => Vec::new(),
    };
    for (_, found, expected) in &mut path {
        (*found, *expected) = (shown(*found), shown(*expected));
    }
    path
}

/// Returns the known parts of a collection, if a report is about its keys or its length.
fn with_parts(flaw: TerraformError, value: Ty) -> Ty {
    let is_about_parts = matches!(
        flaw,
        TerraformError::MapKey | TerraformError::OutOfRange | TerraformError::NoValue | TerraformError::Lengths
    );
    known_parts(value).filter(|_| is_about_parts).unwrap_or(value)
}

/// Returns a constant, or the type of any other value.
fn shown(value: Ty) -> Ty {
    if value == NONE || constructor(value) == Constructor::Constant { value } else { type_of_value(value) }
}

/// The parts that blocks must have: inputs, or nested blocks.
struct Required {
    /// The number of missing ones that are named of a block, and the number of all that it must have. Others must have few.
    many: FxHashMap<BindingId, (u32, u32)>,
    /// Those that a block has.
    given: FxHashSet<(BindingId, Name)>,
}

impl Required {
    fn of<'a>(
        many: impl Iterator<Item = &'a (BindingId, u32, u32)>,
        given: impl Iterator<Item = &'a (BindingId, Name)>,
    ) -> Self {
        let many: FxHashMap<_, _> = many.map(|&(b, named, all)| (b, (named, all))).collect();
        Self { given: given.filter(|of| many.contains_key(&of.0)).copied().collect(), many }
    }

    /// Keeps the first missing parts of each block, in the byte order of their names. The last one has the number of the others.
    fn first_missing(&self, mut missing: Vec<Problem<ExprId, BindingId>>) -> Vec<Problem<ExprId, BindingId>> {
        types(|types| missing.sort_by(|a, b| place_of(types, a).cmp(&place_of(types, b))));
        let mut has = FxHashMap::<BindingId, u32>::default();
        for &(b, _) in &self.given {
            *has.entry(b).or_default() += 1;
        }
        let mut kept = Vec::with_capacity(missing.len());
        let block_of = |problem: &Problem<ExprId, BindingId>| of_missing(problem).map(|(b, _)| b);
        for of_block in missing.chunk_by(|a, b| block_of(a) == block_of(b)) {
            let many = block_of(&of_block[0]).and_then(|b| Some((b, *self.many.get(&b)?)));
            let Some((b, (named, all))) = many else {
                kept.extend_from_slice(of_block);
                continue;
            };
            let listed = of_block.len().min(named as usize);
            kept.extend_from_slice(&of_block[..listed]);
            if let Some(Problem::MissingInput { more, .. } | Problem::MissingBlock { more, .. }) = kept.last_mut() {
                *more = all.saturating_sub(has.get(&b).copied().unwrap_or(0) + listed as u32);
            }
        }
        kept
    }
}

/// Returns the block and the name of a missing part.
fn of_missing(problem: &Problem<ExprId, BindingId>) -> Option<(BindingId, Name)> {
    match *problem {
        Problem::MissingInput { block, name, .. } | Problem::MissingBlock { block, name, .. } => Some((block, name)),
        _ => None,
    }
}

/// Returns the place of a missing part in the order in which they are named.
fn place_of<'a>(types: &'a Interner, problem: &Problem<ExprId, BindingId>) -> Option<(BindingId, &'a str)> {
    of_missing(problem).map(|(b, name)| (b, types.text(name)))
}

/// Keeps the first missing inputs and the first missing blocks of each block. Rules say what is missing, and how many are named; the
/// first ones are those whose names come first in byte order, which no rule sees.
fn with_most_missing(
    problems: Vec<Problem<ExprId, BindingId>>,
    engine: &ProblemEngine,
    flaws: Option<&TerraformProblemEngine>,
) -> Vec<Problem<ExprId, BindingId>> {
    let inputs = Required::of(engine.needs_many.iter(), engine.gives_needed.iter());
    let blocks = flaws.map(|flaws| Required::of(flaws.requires_many.iter(), flaws.holds_required.iter()));
    let (mut missing, mut missing_blocks, mut kept) = (Vec::new(), Vec::new(), Vec::with_capacity(problems.len()));
    for problem in problems {
        match problem {
            Problem::MissingInput { .. } => missing.push(problem),
            Problem::MissingBlock { .. } => missing_blocks.push(problem),
            other => kept.push(other),
        }
    }
    kept.extend(inputs.first_missing(missing));
    kept.extend(blocks.map(|blocks| blocks.first_missing(missing_blocks)).into_iter().flatten());
    kept
}
