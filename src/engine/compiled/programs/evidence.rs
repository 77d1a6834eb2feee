//! Mismatches as problems, with their evidence: the path to the parts that disagree.

use rustc_hash::FxHashMap;
use typelog_builtins::queries::learn;
use typelog_builtins::session::set_outline;
use typelog_builtins::{
    ANY, BindingId, Deciding, DeclaredAs, Descent, ExprId, Law, Mapping, Mode, Ty, declared_as, maps_to, mismatch,
    model_mismatch, named_of_missing, required_filled, required_properties, resolves, sharpened,
};
use typelog_types::memory::Mismatch;

use crate::engines::MismatchEngine;
use crate::problem::{Problem, Reporting, Step};

/// The maximal number of steps into types in a report of a conversion. Recursive types have no innermost part.
const LONGEST_PATH: usize = 100;

/// A value that is held to a declared type: the expression, its type, the declared type.
pub type Assigned = (ExprId, Ty, Ty);

/// Returns the problems of values that are held to declared types. The expressions belong to `outline`, and have the types in
/// `has_type`.
pub fn check_declared(
    outline: typelog_builtins::facts::Outline,
    has_type: Vec<(ExprId, Ty)>,
    assigned: impl IntoIterator<Item = Assigned>,
) -> Vec<Problem<ExprId, BindingId>> {
    set_outline(outline);
    let mut engine = MismatchEngine::default();
    engine.has_type = has_type;
    engine.must_conform = assigned.into_iter().map(|(x, s, t)| (x, s, t, Law::Declared)).collect();
    engine.solve();
    mismatches(&engine, &[])
}

/// Returns the problems that an engine has found, with the paths to the parts that disagree. `expects` has the expected types of
/// values, before outputs of them were allowed.
pub fn mismatches(engine: &MismatchEngine, expects: &[(ExprId, Ty, Ty)]) -> Vec<Problem<ExprId, BindingId>> {
    let expected_of: FxHashMap<ExprId, Ty> = expects.iter().map(|&(x, _, p)| (x, p)).collect();
    // A message omits the outputs that are allowed as well.
    let plain = |x: ExprId, t: Ty| {
        let expected = expected_of.get(&x).filter(|&&p| maps_to(Mapping::Input, p) == t);
        expected.copied().unwrap_or_else(|| resolves(t))
    };
    // In mode `Deciding`, a text is a constant.
    let found_as = |at: ExprId, found: Ty, mode: Mode| if mode == Deciding { sharpened(at, found) } else { found };
    let questions = engine.no_conversion.iter();
    let questions = questions.map(|&(at, found, expected, _, mode)| (found_as(at, found, mode), expected, mode));
    learn_ways(questions.collect());
    let mut problems = Vec::new();
    engine.report(&mut problems);
    let mut unnamed = unnamed(engine);
    // The last report about an object counts what the reports do not name.
    for problem in problems.iter_mut().rev() {
        match problem {
            Problem::NotAssignable { found, expected, path, .. } => *path = declared_path(*found, *expected),
            Problem::NoConversion { at, found, expected, path: way, mode, .. } => {
                *found = found_as(*at, *found, *mode);
                *way = without_outputs(path(*found, *expected, |s, t| mismatch(s, t, *mode)));
                *expected = plain(*at, *expected);
            }
            Problem::MissingProperty { at, expected, more, .. } => {
                *expected = resolves(*expected);
                *more = unnamed.remove(at).unwrap_or(0);
            }
            Problem::UnsafeConversion { at, expected, .. } => *expected = plain(*at, *expected),
            _ => {}
        }
    }
    problems
}

/// Returns the numbers of the missing properties of objects that are not named, because there are too many.
fn unnamed(engine: &MismatchEngine) -> FxHashMap<ExprId, u32> {
    let mut named = FxHashMap::<(ExprId, Ty), (u32, bool)>::default();
    for &(y, _, u, _, b, _) in &engine.lacks {
        let (count, any) = named.entry((y, u)).or_default();
        (*count, *any) = (*count + 1, *any || b == ANY);
    }
    let mut required = FxHashMap::default();
    let unnamed = named.into_iter().filter(|&((y, _), (named, _))| named >= named_of_missing(y));
    let unnamed = unnamed.filter_map(|((y, u), (named, any))| {
        let all = *required.entry((u, any)).or_insert_with(|| required_properties(u, any));
        let more = u32::saturating_sub(all, required_filled(y, u, any) + named);
        (more > 0).then_some((y, more))
    });
    unnamed.collect()
}

/// Finds the paths of many questions, in one batch for each step.
fn learn_ways(mut questions: Vec<(Ty, Ty, Mode)>) {
    for _ in 0..LONGEST_PATH {
        learn::<Mismatch>(questions.iter().copied());
        let next = questions.iter().filter_map(|&(s, t, m)| mismatch(s, t, m).map(|(_, a, b)| (a, b, m)));
        questions = next.collect();
        if questions.is_empty() {
            break;
        }
    }
}

/// Returns the path from a type that is found to the innermost parts that disagree.
pub fn path(found: Ty, expected: Ty, disagreement: impl Fn(Ty, Ty) -> Option<(Descent, Ty, Ty)>) -> Vec<Step> {
    let (mut s, mut t) = (found, expected);
    let mut path = Vec::new();
    // A recursive type may disagree in itself.
    while path.len() < LONGEST_PATH {
        let Some(step) = disagreement(s, t) else { break };
        (s, t) = (step.1, step.2);
        path.push(step);
    }
    path
}

/// Returns the path to the innermost parts that do not fit a declared type. Final unfoldings are dropped if the declared type
/// is known by its name.
fn declared_path(found: Ty, expected: Ty) -> Vec<Step> {
    let mut path = path(found, expected, model_mismatch);
    while let Some(&(Descent::Through, a, _)) = path.last() {
        let (_, s, t) = path.len().checked_sub(2).map_or((Descent::Through, found, expected), |before| path[before]);
        if a != s || declared_as(t) == DeclaredAs::Structure {
            break;
        }
        path.pop();
    }
    path
}

/// Removes the outputs that are allowed from the last step of a path.
fn without_outputs(mut path: Vec<Step>) -> Vec<Step> {
    if let Some(last) = path.last_mut() {
        last.2 = resolves(last.2);
    }
    path
}
