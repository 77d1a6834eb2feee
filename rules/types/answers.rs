//! The engines behind the doors: for each question that has not been asked before, a run of the engine of its family. The other
//! answers of the run are remembered as well.

use rustc_hash::FxHashSet;
use typelog_terms::doors::{Doors, derived_anew};
use typelog_terms::session::{candidates, types, types_mut};
use typelog_terms::{
    ANY, Builtin, Conversion, Eventuality, FunctionId, Mapping, Miss, Mode, No, Operation, Outcome, Step, Ty, Way,
};
use typelog_types::memory::{
    CommonMember, CommonType, Converted, Converts, Disagrees, Fits, HasSignature, Indexes, IsAssignable, IsInexact,
    IsMisapplied, Iterates, Judgment, Lifts, MapsTo, Operates, Refines, Resolves, Splats, Traverses, Unfits, Unfolds,
    Unifies,
};

use crate::engines::{
    AssignabilityEngine, ConversionEngine, EventualsEngine, ModelEngine, OverloadEngine, PartsEngine, SignatureEngine,
};

/// The engines of this crate.
pub static DOORS: Doors = Doors {
    unfolds,
    maps_to,
    resolves,
    lifts,
    converts,
    unifies,
    disagrees,
    is_undecided,
    has_kin,
    is_inexact,
    is_assignable,
    common_type,
    common_member,
    traverses,
    iterates,
    indexes,
    splats,
    builtin_signature,
    converted,
    is_misapplied,
    fits,
    unfits,
    operates,
    refines,
    chosen,
    misses,
    learn_conversions,
    learn_disagreements,
    learn_exactness,
};

/// Remembers rows as answers.
fn remember<J: Judgment>(rows: impl IntoIterator<Item = (J::Question, J::Answer)>) {
    types_mut(|types| {
        for (question, answer) in rows {
            types.remember::<J>(question, answer);
        }
    });
}

/// The answer that has just been remembered. The rules answer every question, so that the default is never taken.
fn answered<J: Judgment>(question: J::Question, default: J::Answer) -> J::Answer {
    types(|types| types.recall::<J>(question)).unwrap_or(default)
}

fn eventuals(ask: impl FnOnce(&mut EventualsEngine)) {
    let mut engine = EventualsEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<MapsTo>(engine.maps_to.iter().map(|&(f, t, u)| ((f, t), u)));
    remember::<Resolves>(engine.resolves.iter().map(|&(t, u)| ((t,), u)));
    remember::<Lifts>(engine.lifts.iter().map(|&(v, t, u)| ((v, t), u)));
    remember::<Unfolds>(engine.unfolds.iter().map(|&(t, u)| ((t,), u)));
}

fn unfolds(t: Ty) -> Ty {
    eventuals(|engine| engine.unfolds_demanded.push((t,)));
    answered::<Unfolds>((t,), ANY)
}

fn maps_to(f: Mapping, t: Ty) -> Ty {
    eventuals(|engine| engine.maps_to_demanded.push((f, t)));
    answered::<MapsTo>((f, t), ANY)
}

fn resolves(t: Ty) -> Ty {
    eventuals(|engine| engine.resolves_demanded.push((t,)));
    answered::<Resolves>((t,), ANY)
}

fn lifts(v: Eventuality, t: Ty) -> Ty {
    eventuals(|engine| engine.lifts_demanded.push((v, t)));
    answered::<Lifts>((v, t), ANY)
}

/// Runs the rules about conversion and unification.
pub fn conversion(ask: impl FnOnce(&mut ConversionEngine)) -> ConversionEngine {
    let mut engine = ConversionEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<Converts>(engine.converts.iter().map(|&(s, t, m, k)| ((s, t, m), k)));
    remember::<Unifies>(engine.unifies.iter().map(|&(s, t, u, k)| ((s, t), (u, k))));
    remember::<CommonType>(engine.common_type.iter().map(|&(s, t, k, u)| ((s, t, k), u)));
    engine
}

fn converts(s: Ty, t: Ty, m: Mode) -> Conversion {
    conversion(|engine| engine.converts_demanded.push((s, t, m)));
    answered::<Converts>((s, t, m), No)
}

/// Many questions are answered by one run.
fn learn_conversions(questions: &[(Ty, Ty, Mode)]) {
    conversion(|engine| engine.converts_demanded.extend_from_slice(questions));
}

fn unifies(s: Ty, t: Ty) -> (Ty, Conversion) {
    conversion(|engine| engine.unifies_demanded.push((s, t)));
    answered::<Unifies>((s, t), (ANY, No))
}

/// The places where conversions fail are found in their derivations, so that they are derived anew. The parts that they
/// lead to are asked about as well. A conversion that has been derived and has no row does not fail in a part.
fn learn_disagreements(questions: &[(Ty, Ty, Mode)]) {
    derived_anew(|| {
        let engine = conversion(|engine| {
            engine.converts_demanded.extend_from_slice(questions);
            engine.disagrees_demanded.extend_from_slice(questions);
        });
        let derived: FxHashSet<(Ty, Ty, Mode)> = engine.converts.iter().map(|&(s, t, m, _)| (s, t, m)).collect();
        let asked = engine.disagrees_demanded.iter().filter(|question| derived.contains(question));
        remember::<Disagrees>(asked.map(|&question| (question, None)));
        remember::<Disagrees>(engine.disagrees.iter().map(|&(s, t, m, way, a, b)| ((s, t, m), Some((way, a, b)))));
    });
}

fn disagrees(s: Ty, t: Ty, m: Mode) -> Option<(Way, Ty, Ty)> {
    learn_disagreements(&[(s, t, m)]);
    answered::<Disagrees>((s, t, m), None)
}

/// The rules derive each pair that is inexact. All others that have been asked about are exact.
fn learn_exactness(questions: &[(Ty, Ty)]) {
    let engine = parts(|engine| engine.is_inexact_demanded.extend_from_slice(questions));
    let found: FxHashSet<(Ty, Ty)> = engine.is_inexact.iter().map(|&(s, t, _)| (s, t)).collect();
    remember::<IsInexact>(engine.is_inexact_demanded.iter().map(|&pair| (pair, found.contains(&pair))));
}

fn is_inexact(s: Ty, t: Ty) -> bool {
    learn_exactness(&[(s, t)]);
    answered::<IsInexact>((s, t), false)
}

fn is_undecided(s: Ty, t: Ty) -> bool {
    derived_anew(|| {
        let engine = conversion(|engine| engine.converts_demanded.push((s, t, Mode::Plain)));
        !engine.uncompared.is_empty()
    })
}

fn has_kin(s: Ty, t: Ty) -> Option<Ty> {
    let engine = parts(|engine| engine.has_kin_demanded.push((s, t)));
    engine.has_kin.first().map(|row| row.2)
}

/// Runs the rules about assignability.
pub fn assignability(ask: impl FnOnce(&mut AssignabilityEngine)) -> AssignabilityEngine {
    let mut engine = AssignabilityEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<IsAssignable>(engine.is_assignable.iter().map(|&(s, t, m, yes)| ((s, t, m), yes)));
    engine
}

fn is_assignable(s: Ty, t: Ty, m: Mode) -> bool {
    assignability(|engine| engine.is_assignable_demanded.push((s, t, m)));
    answered::<IsAssignable>((s, t, m), false)
}

fn parts(ask: impl FnOnce(&mut PartsEngine)) -> PartsEngine {
    let mut engine = PartsEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<CommonMember>(engine.common_member.iter().map(|&(t, k, u, yes)| ((t, k), (u, yes))));
    remember::<Traverses>(engine.traverses.iter().map(|&(t, k, u, outcome)| ((t, k), (u, outcome))));
    remember::<Iterates>(engine.iterates.iter().map(|&(t, k, u, yes)| ((t,), (k, u, yes))));
    remember::<Indexes>(engine.indexes.iter().map(|&(t, k, u, yes)| ((t,), (k, u, yes))));
    remember::<Splats>(engine.splats.iter().map(|&(t, u, yes)| ((t,), (u, yes))));
    engine
}

fn common_type(s: Ty, t: Ty, k: Conversion) -> Ty {
    conversion(|engine| engine.common_type_demanded.push((s, t, k)));
    answered::<CommonType>((s, t, k), ANY)
}

fn common_member(t: Ty, k: Conversion) -> (Ty, bool) {
    parts(|engine| engine.common_member_demanded.push((t, k)));
    answered::<CommonMember>((t, k), (ANY, false))
}

fn traverses(t: Ty, k: Step) -> (Ty, Outcome) {
    parts(|engine| engine.traverses_demanded.push((t, k)));
    answered::<Traverses>((t, k), (ANY, Outcome::NotTraversable))
}

fn iterates(t: Ty) -> (Ty, Ty, bool) {
    parts(|engine| engine.iterates_demanded.push((t,)));
    answered::<Iterates>((t,), (ANY, ANY, false))
}

fn indexes(t: Ty) -> (Ty, Ty, bool) {
    parts(|engine| engine.indexes_demanded.push((t,)));
    answered::<Indexes>((t,), (ANY, ANY, false))
}

fn splats(t: Ty) -> (Ty, bool) {
    parts(|engine| engine.splats_demanded.push((t,)));
    answered::<Splats>((t,), (ANY, false))
}

fn signatures(i: Builtin, ts: Ty) {
    let mut engine = SignatureEngine::default();
    engine.builtin_signature_demanded.push((i, ts));
    engine.is_misapplied_demanded.push((i, ts));
    engine.solve();
    remember::<HasSignature>(engine.builtin_signature.iter().map(|&(i, ts, ps, rest, r)| ((i, ts), (ps, rest, r))));
    remember::<IsMisapplied>([((i, ts), !engine.is_misapplied.is_empty())]);
}

fn builtin_signature(i: Builtin, ts: Ty) -> (Ty, Option<Ty>, Ty) {
    signatures(i, ts);
    answered::<HasSignature>((i, ts), (ANY, None, ANY))
}

fn converted(s: Ty, t: Ty) -> Ty {
    let mut engine = SignatureEngine::default();
    engine.converted_demanded.push((s, t));
    engine.solve();
    remember::<Converted>(engine.converted.iter().map(|&(s, t, u)| ((s, t), u)));
    answered::<Converted>((s, t), t)
}

fn is_misapplied(i: Builtin, ts: Ty) -> bool {
    signatures(i, ts);
    answered::<IsMisapplied>((i, ts), false)
}

/// Runs the rules about declared types.
pub fn model(ask: impl FnOnce(&mut ModelEngine)) -> ModelEngine {
    let mut engine = ModelEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<Fits>(engine.fits.iter().map(|&(s, t, m, k)| ((s, t, m), k)));
    remember::<Refines>(engine.refines.iter().map(|&(s, t, k)| ((s, t), k)));
    engine
}

fn fits(s: Ty, t: Ty, m: Mode) -> Conversion {
    model(|engine| engine.fits_demanded.push((s, t, m)));
    answered::<Fits>((s, t, m), No)
}

/// The part in which a type does not fit: of several the one that comes first.
fn unfits(s: Ty, t: Ty) -> Option<(Way, Ty, Ty)> {
    let engine = model(|engine| {
        engine.fits_demanded.push((s, t, Mode::Plain));
        engine.unfits_demanded.push((s, t));
    });
    let mut found: Vec<_> = engine.unfits.iter().collect();
    found.sort_unstable();
    // The first steps of several ways stay.
    remember::<Unfits>(found.into_iter().rev().map(|&(s, t, way, a, b)| ((s, t), Some((way, a, b)))));
    answered::<Unfits>((s, t), None)
}

/// Runs the rules about operators.
fn operates(o: Operation, ts: Ty) -> Ty {
    let mut engine = OverloadEngine::default();
    engine.operates_demanded.push((o, ts));
    engine.solve();
    remember::<Operates>(engine.operates.iter().map(|&(o, ts, r)| ((o, ts), r)));
    answered::<Operates>((o, ts), ANY)
}

fn refines(s: Ty, t: Ty) -> Conversion {
    model(|engine| engine.refines_demanded.push((s, t)));
    answered::<Refines>((s, t), Conversion::Unsafe)
}

fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    overloads(f, ts).chooses.first().map(|row| row.3)
}

/// Runs the rules about the signatures of a function that has several.
pub fn overloads(f: FunctionId, ts: Ty) -> OverloadEngine {
    let mut engine = OverloadEngine::default();
    engine.has_candidate = candidates(|all| all.iter().filter(|candidate| candidate.0 == f).copied().collect());
    engine.chooses_demanded.push((f, ts));
    engine.solve();
    engine
}

fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    let mut found: Vec<(u32, Miss)> = overloads(f, ts).misses_candidate.iter().map(|row| (row.2, row.3)).collect();
    found.sort_unstable();
    found
}
