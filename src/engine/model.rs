//! The model of declared types: questions about them, asked of its rules alone or from within others.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ModelEngine;
use super::coinduction::Judgment;
pub use super::coinduction::fit_coinductively;
use super::context::{candidates, set_candidates, types, types_mut, with_types};
use crate::facts::{ExprId, FunctionId};
use crate::rules::terms::{Containment, Conversion, No, Plain, Safe, Unsafe, Way};
use crate::types::{Interner, Name, Nature, Ty};

/// A signature of a function with several: the function, the number of the signature, the types of the parameters as a
/// tuple, that of further arguments, and that of the result.
pub type Candidate = (FunctionId, u32, Ty, Option<Ty>, Ty);

/// Why a call does not fit a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Miss {
    /// The argument in this place does not fit its parameter.
    Argument(u32),
    /// The parameter in this place has no argument.
    Missing(u32),
    /// There are arguments without a parameter.
    TooMany,
}

/// How the first type of each pair fits the second.
pub fn fit(types: &mut Interner, pairs: &[(Ty, Ty)]) -> Vec<Conversion> {
    with_types(types, || {
        let mut engine = ModelEngine::default();
        engine.fit_demanded.extend(pairs.iter().map(|&(s, t)| (s, t, Plain)));
        engine.run();
        let answers = engine.fits.iter().filter(|row| row.2 == Plain).map(|&(s, t, _, kind)| ((s, t), kind));
        let answers: FxHashMap<(Ty, Ty), Conversion> = answers.collect();
        // The rules answer every question.
        pairs.iter().map(|pair| answers.get(pair).copied().unwrap_or(No)).collect()
    })
}

/// How the values of `s` lie to what the refinement `t` narrows down to: contained, overlapping or not known, disjoint.
pub fn refines(s: Ty, t: Ty) -> Conversion {
    let question = (Judgment::Refinement, s, t);
    if let Some(known) = types(|types| types.solved(question)) {
        return known;
    }
    let mut engine = ModelEngine::default();
    engine.containment_demanded.push((s, t));
    engine.run();
    let answer = match engine.is_contained.first() {
        Some((_, _, Containment::Contained)) => Safe,
        Some((_, _, Containment::Disjoint)) => No,
        _ => Unsafe,
    };
    types_mut(|types| types.solve(&[(question, answer)].into_iter().collect()));
    answer
}

/// What a call of `f` with arguments of the types `ts`, a tuple, gives, if it fits a signature.
pub fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    let engine = resolve(f, ts);
    engine.chooses.first().map(|row| row.3)
}

/// Why a call of a function does not fit its signatures, by their numbers. The rules' interner and candidates are those
/// of the run that has met the call.
pub fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    let mut found: Vec<(u32, Miss)> = resolve(f, ts).misses_candidate.iter().map(|row| (row.2, row.3)).collect();
    found.sort_unstable();
    found
}

/// How a call of a function with the given signatures fits the best of them, and what it gives then.
pub fn call(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Option<(Conversion, Ty)> {
    with_types(types, || {
        set_candidates(signatures);
        resolve(f, ts).chooses.first().map(|row| (row.2, row.3))
    })
}

/// Why a call of a function with the given signatures does not fit each of them, by their numbers.
pub fn call_misses(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    with_types(types, || {
        set_candidates(signatures);
        misses(f, ts)
    })
}

/// How the values of the first type lie to those of the second, a refinement.
pub fn containment(types: &mut Interner, s: Ty, t: Ty) -> Containment {
    with_types(types, || {
        let mut engine = ModelEngine::default();
        engine.containment_demanded.push((s, t));
        engine.run();
        // The rules answer every question.
        engine.is_contained.first().map_or(Containment::Unknown, |row| row.2)
    })
}

fn resolve(f: FunctionId, ts: Ty) -> ModelEngine {
    let mut engine = ModelEngine::default();
    engine.has_candidate = candidates(|all| all.iter().filter(|candidate| candidate.0 == f).copied().collect());
    engine.choice_demanded.push((f, ts));
    engine.run();
    engine
}

/// The way to a part that does not fit, and what is found and declared at each step.
pub type Path = Vec<(Way, Ty, Ty)>;

/// The parts in which one type does not fit another.
type Parts = FxHashMap<(Ty, Ty), Path>;

/// How many steps into types are followed. Recursive types have no innermost part.
const LONGEST_PATH: usize = 100;

/// What is said of something that is given where something is declared.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The ways to all parts that do not fit.
    pub misfits: Vec<Path>,
    /// The ways to the innermost parts that may turn out to fit.
    pub unsure: Vec<Path>,
    /// The ways to objects with properties that are not declared, each with the property.
    pub surplus: Vec<(Path, Name)>,
}

/// Judges what is given where something is declared: pairs of types.
pub fn judge(types: &mut Interner, given: &[(Ty, Ty)]) -> Vec<Judged> {
    with_types(types, || {
        let mut engine = ModelEngine::default();
        engine.is_assigned = (0..).map(ExprId).zip(given).map(|(x, &(s, t))| (x, s, t)).collect();
        engine.run();
        let mut judged = vec![Judged::default(); given.len()];
        let misfits = parts(&engine.misfits);
        for &(x, s, t) in &engine.not_assignable {
            descend(&misfits, &mut vec![(Way::Through, s, t)], &mut judged[x.0 as usize].misfits);
        }
        let leads = parts(&engine.leads);
        if !engine.unsure.is_empty() {
            let doubtful = engine.fits.iter().filter(|row| (row.2, row.3) == (Plain, Unsafe));
            let doubtful: FxHashSet<(Ty, Ty)> = doubtful.map(|&(s, t, _, _)| (s, t)).collect();
            let unsure: FxHashSet<(Ty, Ty)> = engine.unsure.iter().copied().collect();
            for (judged, &(s, t)) in judged.iter_mut().zip(given).filter(|(_, pair)| doubtful.contains(pair)) {
                let mut found = Vec::new();
                seek_doubts(&leads, &doubtful, &mut vec![(Way::Through, s, t)], &mut found);
                found.retain(|path: &Path| path.last().is_some_and(|&(_, s, t)| unsure.contains(&(s, t))));
                judged.unsure = found.into_iter().map(|path| path[1..].to_vec()).collect();
            }
        }
        if !engine.surplus.is_empty() {
            let mut surplus: FxHashMap<(Ty, Ty), Vec<u32>> = FxHashMap::default();
            for &(s, t, place) in &engine.surplus {
                surplus.entry((s, t)).or_default().push(place);
            }
            for (judged, &(s, t)) in judged.iter_mut().zip(given) {
                seek(&leads, &surplus, &mut vec![(Way::Through, s, t)], &mut judged.surplus);
            }
        }
        judged
    })
}

/// The parts of types, by the pairs that they are parts of, in the order of their places.
fn parts(rows: &[(Ty, Ty, Way, Ty, Ty)]) -> Parts {
    let mut parts = Parts::default();
    for &(s, t, way, a, b) in rows {
        parts.entry((s, t)).or_default().push((way, a, b));
    }
    for parts in parts.values_mut() {
        parts.sort_unstable();
    }
    parts
}

/// Follows a way to the innermost parts that perhaps do not fit. A pair of types that leads back to itself is looked at
/// once.
fn seek_doubts(leads: &Parts, doubtful: &FxHashSet<(Ty, Ty)>, path: &mut Path, found: &mut Vec<Path>) {
    let Some(&(_, s, t)) = path.last() else { return };
    let inside = |s: Ty, t: Ty| -> Path {
        let steps = leads.get(&(s, t)).into_iter().flatten();
        steps.filter(|step| doubtful.contains(&(step.1, step.2))).copied().collect()
    };
    let inner = inside(s, t);
    let is_named = types(|types| types.nature(t)) != Nature::Structure;
    // A type that is told by its name needs no unfolding.
    if inner.is_empty() || is_named && inner.iter().all(|&(_, a, b)| a == s && inside(a, b).is_empty()) {
        return found.push(path.clone());
    }
    for step in inner {
        if !path.iter().any(|before| (before.1, before.2) == (step.1, step.2)) {
            path.push(step);
            seek_doubts(leads, doubtful, path, found);
            path.pop();
        }
    }
}

/// Looks for properties that are not declared, in all parts that a way leads to. A pair of types that leads back to
/// itself is looked at once.
fn seek(leads: &Parts, surplus: &FxHashMap<(Ty, Ty), Vec<u32>>, path: &mut Path, found: &mut Vec<(Path, Name)>) {
    let Some(&(_, s, t)) = path.last() else { return };
    for &place in surplus.get(&(s, t)).into_iter().flatten() {
        let name = types(|types| types.properties(s).get(place as usize).map(|property| property.0));
        found.extend(name.map(|name| (path[1..].to_vec(), name)));
    }
    for &step in leads.get(&(s, t)).into_iter().flatten() {
        if !path.iter().any(|before| (before.1, before.2) == (step.1, step.2)) {
            path.push(step);
            seek(leads, surplus, path, found);
            path.pop();
        }
    }
}

/// Follows a way to all innermost parts that do not fit.
fn descend(parts: &Parts, path: &mut Path, found: &mut Vec<Path>) {
    let Some(&(_, s, t)) = path.last() else { return };
    let inner = parts.get(&(s, t)).filter(|_| path.len() < LONGEST_PATH);
    let Some(inner) = inner else {
        let named = path.windows(2).rev().take_while(|pair| {
            let [(_, s, t), (way, a, _)] = pair else { return false };
            *way == Way::Through && a == s && types(|types| types.nature(*t)) != Nature::Structure
        });
        // A type that is told by its name needs no unfolding. The first step leads to the whole.
        let end = path.len() - named.count();
        found.push(path[1..end].to_vec());
        return;
    };
    for &step in inner {
        path.push(step);
        descend(parts, path, found);
        path.pop();
    }
}
