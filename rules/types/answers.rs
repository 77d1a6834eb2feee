//! The engines behind the doors: for questions that have not been asked before, one run of the engine of their family. The other
//! answers of the run are remembered as well.

use rustc_hash::FxHashSet;
use typelog_terms::doors::{Doors, derived_anew, these_derived_anew};
use typelog_terms::session::{candidates, types_mut};
use typelog_terms::{
    ANY, Builtin, Conversion, Eventuality, FunctionId, Mapping, Miss, Mode, No, Operation, Outcome, Standard, Step, Ty,
};
use typelog_types::memory::{
    Becomes, CommonMember, CommonType, ConditionalGives, Converted, Converts, CtyConverts, CtyUnifies, Disagrees, Fits,
    HasKin, HasSignature, IndexGives, Indexes, IsAssignable, IsInexact, IsMisapplied, IsUndecided, Iterates, Judgment,
    Lifts, MapsTo, Operates, OperationGives, Refines, Resolves, Splats, StandardGives, Traverses, Unfits, Unfolds,
    Unifies,
};

use crate::engines::{
    AssignabilityEngine, ConversionEngine, CtyEngine, CtyValueEngine, EventualsEngine, ModelEngine, OverloadEngine,
    PartsEngine, SignatureEngine, StandardEngine,
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
    builtin_signature: signatures,
    converted,
    is_misapplied: signatures,
    fits,
    unfits,
    operates,
    refines,
    cty_converts,
    cty_unifies,
    becomes,
    index_gives,
    operation_gives,
    conditional_gives,
    standard_gives,
    chosen,
    misses,
};

/// Remembers rows as answers.
fn remember<J: Judgment>(rows: impl IntoIterator<Item = (J::Question, J::Answer)>) {
    types_mut(|types| {
        for (question, answer) in rows {
            types.remember::<J>(question, answer);
        }
    });
}

/// Remembers an answer to those of the questions that have none. The rules answer every question, so that it is never taken,
/// except where it stands for no answer.
fn remember_missing<J: Judgment>(questions: &[J::Question], answer: J::Answer) {
    types_mut(|types| {
        for &question in questions {
            if types.recall::<J>(question).is_none() {
                types.remember::<J>(question, answer);
            }
        }
    });
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

fn unfolds(questions: &[(Ty,)]) {
    eventuals(|engine| engine.unfolds_demanded.extend_from_slice(questions));
    remember_missing::<Unfolds>(questions, ANY);
}

fn maps_to(questions: &[(Mapping, Ty)]) {
    eventuals(|engine| engine.maps_to_demanded.extend_from_slice(questions));
    remember_missing::<MapsTo>(questions, ANY);
}

fn resolves(questions: &[(Ty,)]) {
    eventuals(|engine| engine.resolves_demanded.extend_from_slice(questions));
    remember_missing::<Resolves>(questions, ANY);
}

fn lifts(questions: &[(Eventuality, Ty)]) {
    eventuals(|engine| engine.lifts_demanded.extend_from_slice(questions));
    remember_missing::<Lifts>(questions, ANY);
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

fn converts(questions: &[(Ty, Ty, Mode)]) {
    conversion(|engine| engine.converts_demanded.extend_from_slice(questions));
    remember_missing::<Converts>(questions, No);
}

fn unifies(questions: &[(Ty, Ty)]) {
    conversion(|engine| engine.unifies_demanded.extend_from_slice(questions));
    remember_missing::<Unifies>(questions, (ANY, No));
}

fn common_type(questions: &[(Ty, Ty, Conversion)]) {
    conversion(|engine| engine.common_type_demanded.extend_from_slice(questions));
    remember_missing::<CommonType>(questions, ANY);
}

/// The places where conversions fail are found in their derivations, so that these are derived anew; those of their parts are
/// known.
fn disagrees(questions: &[(Ty, Ty, Mode)]) {
    these_derived_anew(questions, || {
        let engine = conversion(|engine| {
            engine.converts_demanded.extend_from_slice(questions);
            engine.disagrees_demanded.extend_from_slice(questions);
        });
        remember::<Disagrees>(engine.disagrees.iter().map(|&(s, t, m, way, a, b)| ((s, t, m), Some((way, a, b)))));
    });
    remember_missing::<Disagrees>(questions, None);
}

/// Each question has a run of its own, which tells whether anything in it is not compared.
fn is_undecided(questions: &[(Ty, Ty)]) {
    for &(s, t) in questions {
        let engine = derived_anew(|| conversion(|engine| engine.converts_demanded.push((s, t, Mode::Plain))));
        remember::<IsUndecided>([((s, t), !engine.uncompared.is_empty())]);
    }
}

fn has_kin(questions: &[(Ty, Ty)]) {
    let engine = parts(|engine| engine.has_kin_demanded.extend_from_slice(questions));
    remember::<HasKin>(engine.has_kin.iter().map(|&(s, t, u)| ((s, t), Some(u))));
    remember_missing::<HasKin>(questions, None);
}

/// The rules derive each pair that is inexact. All others that have been asked about are exact.
fn is_inexact(questions: &[(Ty, Ty)]) {
    let engine = parts(|engine| engine.is_inexact_demanded.extend_from_slice(questions));
    let found: FxHashSet<(Ty, Ty)> = engine.is_inexact.iter().map(|&(s, t, _)| (s, t)).collect();
    remember::<IsInexact>(engine.is_inexact_demanded.iter().map(|&pair| (pair, found.contains(&pair))));
}

/// Runs the rules about assignability.
pub fn assignability(ask: impl FnOnce(&mut AssignabilityEngine)) -> AssignabilityEngine {
    let mut engine = AssignabilityEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<IsAssignable>(engine.is_assignable.iter().map(|&(s, t, m, yes)| ((s, t, m), yes)));
    engine
}

fn is_assignable(questions: &[(Ty, Ty, Mode)]) {
    assignability(|engine| engine.is_assignable_demanded.extend_from_slice(questions));
    remember_missing::<IsAssignable>(questions, false);
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

fn common_member(questions: &[(Ty, Conversion)]) {
    parts(|engine| engine.common_member_demanded.extend_from_slice(questions));
    remember_missing::<CommonMember>(questions, (ANY, false));
}

fn traverses(questions: &[(Ty, Step)]) {
    parts(|engine| engine.traverses_demanded.extend_from_slice(questions));
    remember_missing::<Traverses>(questions, (ANY, Outcome::NotTraversable));
}

fn iterates(questions: &[(Ty,)]) {
    parts(|engine| engine.iterates_demanded.extend_from_slice(questions));
    remember_missing::<Iterates>(questions, (ANY, ANY, false));
}

fn indexes(questions: &[(Ty,)]) {
    parts(|engine| engine.indexes_demanded.extend_from_slice(questions));
    remember_missing::<Indexes>(questions, (ANY, ANY, false));
}

fn splats(questions: &[(Ty,)]) {
    parts(|engine| engine.splats_demanded.extend_from_slice(questions));
    remember_missing::<Splats>(questions, (ANY, false));
}

fn signatures(questions: &[(Builtin, Ty)]) {
    let mut engine = SignatureEngine::default();
    engine.builtin_signature_demanded.extend_from_slice(questions);
    engine.is_misapplied_demanded.extend_from_slice(questions);
    engine.solve();
    remember::<HasSignature>(engine.builtin_signature.iter().map(|&(i, ts, ps, rest, r)| ((i, ts), (ps, rest, r))));
    remember::<IsMisapplied>(engine.is_misapplied.iter().map(|&(i, ts, yes)| ((i, ts), yes)));
    remember_missing::<HasSignature>(questions, (ANY, None, ANY));
    remember_missing::<IsMisapplied>(questions, false);
}

fn converted(questions: &[(Ty, Ty)]) {
    let mut engine = SignatureEngine::default();
    engine.converted_demanded.extend_from_slice(questions);
    engine.solve();
    remember::<Converted>(engine.converted.iter().map(|&(s, t, u)| ((s, t), u)));
    for &(s, t) in questions {
        remember_missing::<Converted>(&[(s, t)], t);
    }
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

fn fits(questions: &[(Ty, Ty, Mode)]) {
    model(|engine| engine.fits_demanded.extend_from_slice(questions));
    remember_missing::<Fits>(questions, No);
}

/// The part in which a type does not fit: of several the one that comes first.
fn unfits(questions: &[(Ty, Ty)]) {
    let engine = model(|engine| {
        engine.fits_demanded.extend(questions.iter().map(|&(s, t)| (s, t, Mode::Plain)));
        engine.unfits_demanded.extend_from_slice(questions);
    });
    let mut found: Vec<_> = engine.unfits.iter().collect();
    found.sort_unstable();
    // The first steps of several ways stay.
    remember::<Unfits>(found.into_iter().rev().map(|&(s, t, way, a, b)| ((s, t), Some((way, a, b)))));
    remember_missing::<Unfits>(questions, None);
}

/// Runs the rules about operators.
fn operates(questions: &[(Operation, Ty)]) {
    let mut engine = OverloadEngine::default();
    engine.operates_demanded.extend_from_slice(questions);
    engine.solve();
    remember::<Operates>(engine.operates.iter().map(|&(o, ts, r)| ((o, ts), r)));
    remember_missing::<Operates>(questions, ANY);
}

fn refines(questions: &[(Ty, Ty)]) {
    model(|engine| engine.refines_demanded.extend_from_slice(questions));
    remember_missing::<Refines>(questions, Conversion::Unsafe);
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

/// Runs the rules about the types of Terraform.
pub fn cty(ask: impl FnOnce(&mut CtyEngine)) -> CtyEngine {
    let mut engine = CtyEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<CtyConverts>(engine.cty_converts.iter().map(|&(s, t, yes)| ((s, t), yes)));
    remember::<CtyUnifies>(engine.cty_unifies.iter().map(|&(ts, u, yes)| ((ts,), (u, yes))));
    engine
}

fn cty_converts(questions: &[(Ty, Ty)]) {
    cty(|engine| engine.cty_converts_demanded.extend_from_slice(questions));
    remember_missing::<CtyConverts>(questions, false);
}

fn cty_unifies(questions: &[(Ty,)]) {
    cty(|engine| engine.cty_unifies_demanded.extend_from_slice(questions));
    remember_missing::<CtyUnifies>(questions, (ANY, false));
}

/// Runs the rules about the values of Terraform.
pub fn cty_values(ask: impl FnOnce(&mut CtyValueEngine)) -> CtyValueEngine {
    let mut engine = CtyValueEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<Becomes>(engine.becomes.iter().map(|&(v, t, w, yes)| ((v, t), (w, yes))));
    remember::<IndexGives>(engine.index_gives.iter().map(|&(v, k, w, yes)| ((v, k), (w, yes))));
    engine
}

fn becomes(questions: &[(Ty, Ty)]) {
    cty_values(|engine| engine.becomes_demanded.extend_from_slice(questions));
    remember_missing::<Becomes>(questions, (ANY, false));
}

fn index_gives(questions: &[(Ty, Ty)]) {
    cty_values(|engine| engine.index_gives_demanded.extend_from_slice(questions));
    remember_missing::<IndexGives>(questions, (ANY, false));
}

fn operation_gives(questions: &[(Operation, Ty, Ty)]) {
    let engine = cty_values(|engine| engine.operation_gives_demanded.extend_from_slice(questions));
    remember::<OperationGives>(engine.operation_gives.iter().map(|&(o, v, w, u, yes)| ((o, v, w), (u, yes))));
    remember_missing::<OperationGives>(questions, (ANY, false));
}

fn conditional_gives(questions: &[(Ty, Ty, Ty)]) {
    let engine = cty_values(|engine| engine.conditional_gives_demanded.extend_from_slice(questions));
    let found = engine.conditional_gives.iter();
    remember::<ConditionalGives>(found.map(|&(c, u, v, w, branches, condition)| ((c, u, v), (w, branches, condition))));
    remember_missing::<ConditionalGives>(questions, (ANY, false, true));
}

fn standard_gives(questions: &[(Standard, Ty)]) {
    let mut engine = StandardEngine::default();
    engine.standard_gives_demanded.extend_from_slice(questions);
    engine.solve();
    remember::<StandardGives>(engine.standard_gives.iter().map(|&(f, vs, u, yes)| ((f, vs), (u, yes))));
    remember_missing::<StandardGives>(questions, (ANY, false));
}
