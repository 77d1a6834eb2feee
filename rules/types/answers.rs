//! The engines behind the doors. New questions are answered by one run of the engine of their family. The other answers of the
//! run are remembered as well.

use rustc_hash::FxHashSet;
use typelog_terms::doors::{Door, Doors, rederiving, rederiving_all};
use typelog_terms::session::{candidates, types, types_mut};
use typelog_terms::{ANY, Builtin, Conversion, Descent, FunctionId, Miss, Mode, No, Outcome, TerraformError, Ty};
use typelog_types::memory::{
    Becomes, BranchesDiffer, Catches, CommonMember, CommonType, ConditionalGives, ConversionFaults, Converted,
    Converts, CtyConverts, CtyUnifies, Disagrees, Fits, HasKin, HasSignature, IndexFaults, IndexGives, Indexes,
    IsAssignable, IsInexact, IsMisapplied, IsRange, IsStep, IsUndecided, Iterates, Judgment, Lifts, MapsTo,
    MayBeAnything, Operates, OperationGives, Refines, Resolves, Splats, StandardFaults, StandardGives, Traverses,
    Unfits, Unfolds, Unifies,
};

use crate::engines::{
    AssignabilityEngine, ConversionEngine, CtyEngine, CtyValueEngine, ElementEngine, EventualsEngine, ExactnessEngine,
    FaultEngine, ModelEngine, OverloadEngine, SignatureEngine, StandardEngine, TraversalEngine,
};

/// The doors to the engines of this crate, with the functions for direct answers.
pub static DOORS: Doors = Doors {
    unfolds: Door::new(unfolds).with_direct(EventualsEngine::unfolds_directly),
    maps_to: Door::new(maps_to).with_direct(EventualsEngine::maps_to_directly),
    resolves: Door::new(resolves).with_direct(EventualsEngine::resolves_directly),
    lifts: Door::new(lifts).with_direct(EventualsEngine::lifts_directly),
    converts: Door::new(converts).with_direct(converts_directly),
    unifies: Door::new(unifies).with_direct(ConversionEngine::unifies_directly),
    disagrees: Door::new(disagrees),
    is_undecided: Door::new(is_undecided),
    has_kin: Door::new(has_kin),
    is_inexact: Door::new(is_inexact),
    is_assignable: Door::new(is_assignable).with_direct(AssignabilityEngine::is_assignable_directly),
    common_type: Door::new(common_type).with_direct(ConversionEngine::common_type_directly),
    common_member: Door::new(common_member).with_direct(ElementEngine::common_member_directly),
    traverses: Door::new(traverses).with_direct(TraversalEngine::traverses_directly),
    may_be_anything: Door::new(may_be_anything).with_direct(TraversalEngine::may_be_anything_directly),
    catches: Door::new(catches).with_direct(TraversalEngine::catches_directly),
    is_step: Door::new(is_step).with_direct(TraversalEngine::is_step_directly),
    iterates: Door::new(iterates).with_direct(ElementEngine::iterates_directly),
    indexes: Door::new(indexes).with_direct(ElementEngine::indexes_directly),
    splats: Door::new(splats).with_direct(ElementEngine::splats_directly),
    is_range: Door::new(is_range).with_direct(ElementEngine::is_range_directly),
    builtin_signature: Door::new(signatures),
    converted: Door::new(converted),
    is_misapplied: Door::new(signatures),
    fits: Door::new(fits).with_direct(ModelEngine::fits_directly),
    unfits: Door::new(unfits),
    operates: Door::new(operates).with_direct(OverloadEngine::operates_directly),
    refines: Door::new(refines).with_direct(ModelEngine::refines_directly),
    cty_converts: Door::new(cty_converts).with_direct(CtyEngine::cty_converts_directly),
    cty_unifies: Door::new(cty_unifies).with_direct(CtyEngine::cty_unifies_directly),
    becomes: Door::new(becomes).with_direct(CtyValueEngine::becomes_directly),
    index_gives: Door::new(index_gives).with_direct(CtyValueEngine::index_gives_directly),
    operation_gives: Door::new(operation_gives),
    conditional_gives: Door::new(conditional_gives),
    standard_gives: Door::new(standard_gives).with_direct(StandardEngine::standard_gives_directly),
    index_faults: Door::new(index_faults),
    conversion_faults: Door::new(conversion_faults),
    branches_differ: Door::new(branches_differ),
    standard_faults: Door::new(standard_faults),
    chosen,
    misses,
};

/// Remembers rows as answers.
fn remember<J: Judgment>(rows: impl IntoIterator<Item = (J::Question, J::Answer)>) {
    types_mut(|types| {
        let rows = rows.into_iter();
        types.expect::<J>(rows.size_hint().0);
        for (question, answer) in rows {
            types.remember::<J>(question, answer);
        }
    });
}

/// Remembers a default answer to the questions without an answer: if rules derive only what holds, or if a book leaves a
/// question unanswered.
fn remember_missing<J: Judgment>(questions: &[J::Question], answer: J::Answer) {
    types_mut(|types| {
        for &question in questions {
            if types.recall::<J>(question).is_none() {
                types.remember::<J>(question, answer);
            }
        }
    });
}

/// Defines the functions behind doors whose questions are rows of an engine, with the default answers.
macro_rules! asked {
    ($($name:ident: $table:ident, $family:ident, $demanded:ident, $missing:expr;)*) => {
        $(
            fn $name(questions: &[<$table as Judgment>::Question]) {
                $family(|engine| engine.$demanded.extend_from_slice(questions));
                remember_missing::<$table>(questions, $missing);
            }
        )*
    };
}

asked! {
    unfolds: Unfolds, eventuals, unfolds_demanded, ANY;
    maps_to: MapsTo, eventuals, maps_to_demanded, ANY;
    resolves: Resolves, eventuals, resolves_demanded, ANY;
    lifts: Lifts, eventuals, lifts_demanded, ANY;
    unifies: Unifies, conversion, unifies_demanded, (ANY, No);
    common_type: CommonType, conversion, common_type_demanded, ANY;
    is_assignable: IsAssignable, assignability, is_assignable_demanded, false;
    has_kin: HasKin, exactness, has_kin_demanded, None;
    common_member: CommonMember, elements, common_member_demanded, (ANY, false);
    traverses: Traverses, traversal, traverses_demanded, (ANY, Outcome::NotTraversable);
    may_be_anything: MayBeAnything, traversal, may_be_anything_demanded, false;
    catches: Catches, traversal, catches_demanded, false;
    is_step: IsStep, traversal, is_step_demanded, false;
    iterates: Iterates, elements, iterates_demanded, (ANY, ANY, false);
    indexes: Indexes, elements, indexes_demanded, (ANY, ANY, false);
    splats: Splats, elements, splats_demanded, (ANY, false);
    is_range: IsRange, elements, is_range_demanded, false;
    fits: Fits, model, fits_demanded, No;
    refines: Refines, model, refines_demanded, Conversion::Unsafe;
    operates: Operates, operators, operates_demanded, ANY;
    cty_converts: CtyConverts, cty, cty_converts_demanded, false;
    cty_unifies: CtyUnifies, cty, cty_unifies_demanded, (ANY, false);
    becomes: Becomes, cty_values, becomes_demanded, (ANY, false);
    index_gives: IndexGives, cty_values, index_gives_demanded, (ANY, false);
    operation_gives: OperationGives, cty_values, operation_gives_demanded, (ANY, false);
    conditional_gives: ConditionalGives, cty_values, conditional_gives_demanded, (ANY, false, true);
    standard_gives: StandardGives, standards, standard_gives_demanded, (ANY, false);
    index_faults: IndexFaults, faults, index_faults_demanded, TerraformError::NoParts;
    conversion_faults: ConversionFaults, faults, conversion_faults_demanded, None;
    branches_differ: BranchesDiffer, faults, branches_differ_demanded, None;
    standard_faults: StandardFaults, faults, standard_faults_demanded, (TerraformError::Call, 0, ANY, ANY);
}

/// Runs the rules about eventual and declared types.
fn eventuals(ask: impl FnOnce(&mut EventualsEngine)) {
    let mut engine = EventualsEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<MapsTo>(engine.maps_to.iter().map(|&(f, t, u)| ((f, t), u)));
    remember::<Resolves>(engine.resolves.iter().map(|&(t, u)| ((t,), u)));
    remember::<Lifts>(engine.lifts.iter().map(|&(v, t, u)| ((v, t), u)));
    remember::<Unfolds>(engine.unfolds.iter().map(|&(t, u)| ((t,), u)));
}

/// Runs the rules about conversion and unification.
pub fn conversion(ask: impl FnOnce(&mut ConversionEngine)) -> ConversionEngine {
    let mut engine = ConversionEngine::default();
    ask(&mut engine);
    engine.solve();
    remember_conversions(&engine);
    engine
}

fn remember_conversions(engine: &ConversionEngine) {
    remember::<Converts>(engine.converts.iter().map(|&(s, t, m, k)| ((s, t, m), k)));
    remember::<Unifies>(engine.unifies.iter().map(|&(s, t, u, k)| ((s, t), (u, k))));
    remember::<CommonType>(engine.common_type.iter().map(|&(s, t, k, u)| ((s, t, k), u)));
}

/// Answers conversions that other engines ask about. They may be reported as failing, so the places where they fail are derived
/// as well.
fn converts(questions: &[(Ty, Ty, Mode)]) {
    explained(|engine| {
        engine.converts_demanded.extend_from_slice(questions);
        engine.is_explained.extend_from_slice(questions);
    });
    remember_missing::<Converts>(questions, No);
}

/// Returns the answer to a conversion that does not fail. A failing conversion is left to the engine, which derives the place
/// where it fails as well.
fn converts_directly(steps: &mut u32, question: (Ty, Ty, Mode)) -> Option<Conversion> {
    ConversionEngine::converts_directly(steps, question).filter(|&kind| kind != No)
}

/// Answers where conversions fail. The failing parts are found in the derivation, so the given conversions are derived again;
/// those of their parts are recalled.
fn disagrees(questions: &[(Ty, Ty, Mode)]) {
    rederiving(questions, || {
        explained(|engine| {
            engine.converts_demanded.extend_from_slice(questions);
            engine.disagrees_demanded.extend_from_slice(questions);
        });
    });
    remember_missing::<Disagrees>(questions, None);
}

/// Runs the rules about conversion, and remembers where conversions fail. A conversion that was derived in this run and has no
/// failing part is remembered as such. For a recalled conversion the failing part is unknown.
fn explained(ask: impl FnOnce(&mut ConversionEngine)) {
    let mut engine = ConversionEngine::default();
    ask(&mut engine);
    engine.solve();
    let is_recalled = |&question: &(Ty, Ty, Mode)| types(|types| types.recall::<Converts>(question)).is_some();
    let derived: Vec<_> = engine.disagrees_demanded.iter().copied().filter(|question| !is_recalled(question)).collect();
    remember::<Disagrees>(engine.disagrees.iter().map(|&(s, t, m, way, a, b)| ((s, t, m), Some((way, a, b)))));
    remember_missing::<Disagrees>(&derived, None);
    remember_conversions(&engine);
}

/// Answers whether conversions are undecided, by one run for each question: a conversion is undecided if a pair in its
/// derivation is not compared.
fn is_undecided(questions: &[(Ty, Ty)]) {
    for &(s, t) in questions {
        let engine = rederiving_all(|| conversion(|engine| engine.converts_demanded.push((s, t, Mode::Plain))));
        remember::<IsUndecided>([((s, t), !engine.uncompared.is_empty())]);
    }
}

/// Answers which pairs are inexact. The rules derive inexact pairs only, so all other pairs of the questions are exact.
fn is_inexact(questions: &[(Ty, Ty)]) {
    let engine = exactness(|engine| engine.is_inexact_demanded.extend_from_slice(questions));
    let found: FxHashSet<(Ty, Ty)> = engine.is_inexact.iter().map(|&(s, t, _)| (s, t)).collect();
    remember::<IsInexact>(engine.is_inexact_demanded.iter().map(|&pair| (pair, found.contains(&pair))));
    remember_missing::<IsInexact>(questions, false);
}

/// Runs the rules about assignability.
pub fn assignability(ask: impl FnOnce(&mut AssignabilityEngine)) -> AssignabilityEngine {
    let mut engine = AssignabilityEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<IsAssignable>(engine.is_assignable.iter().map(|&(s, t, m, yes)| ((s, t, m), yes)));
    engine
}

/// Runs the rules about steps into values.
fn traversal(ask: impl FnOnce(&mut TraversalEngine)) {
    let mut engine = TraversalEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<Traverses>(engine.traverses.iter().map(|&(t, k, u, outcome)| ((t, k), (u, outcome))));
    remember::<MayBeAnything>(engine.may_be_anything.iter().map(|&(t, yes)| ((t,), yes)));
    remember::<Catches>(engine.catches.iter().map(|&(i, yes)| ((i,), yes)));
    remember::<IsStep>(engine.is_step.iter().map(|&(k, yes)| ((k,), yes)));
}

/// Runs the rules about the elements of values.
fn elements(ask: impl FnOnce(&mut ElementEngine)) {
    let mut engine = ElementEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<CommonMember>(engine.common_member.iter().map(|&(t, k, u, yes)| ((t, k), (u, yes))));
    remember::<Iterates>(engine.iterates.iter().map(|&(t, k, u, yes)| ((t,), (k, u, yes))));
    remember::<Indexes>(engine.indexes.iter().map(|&(t, k, u, yes)| ((t,), (k, u, yes))));
    remember::<Splats>(engine.splats.iter().map(|&(t, u, yes)| ((t,), (u, yes))));
    remember::<IsRange>(engine.is_range.iter().map(|&(t, r, yes)| ((t, r), yes)));
}

/// Runs the rules about objects with exactly the properties of a type.
fn exactness(ask: impl FnOnce(&mut ExactnessEngine)) -> ExactnessEngine {
    let mut engine = ExactnessEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<HasKin>(engine.has_kin.iter().map(|&(s, t, u)| ((s, t), Some(u))));
    engine
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

/// Answers in which part a type does not fit. Of several parts the first one is remembered.
fn unfits(questions: &[(Ty, Ty)]) {
    let engine = model(|engine| {
        engine.fits_demanded.extend(questions.iter().map(|&(s, t)| (s, t, Mode::Plain)));
        engine.unfits_demanded.extend_from_slice(questions);
    });
    remember::<Unfits>(first_answers(engine.unfits.iter().map(|&(s, t, way, a, b)| ((s, t), Some((way, a, b))))));
    remember_missing::<Unfits>(questions, None);
}

/// Runs the rules about operators.
fn operators(ask: impl FnOnce(&mut OverloadEngine)) {
    let mut engine = OverloadEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<Operates>(engine.operates.iter().map(|&(o, ts, r)| ((o, ts), r)));
}

fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    overloads(f, ts).chooses.first().map(|row| row.3)
}

/// Runs the rules about the signatures of an overloaded function.
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

/// Runs the rules about the values of Terraform.
pub fn cty_values(ask: impl FnOnce(&mut CtyValueEngine)) -> CtyValueEngine {
    let mut engine = CtyValueEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<Becomes>(engine.becomes.iter().map(|&(v, t, w, yes)| ((v, t), (w, yes))));
    remember::<IndexGives>(engine.index_gives.iter().map(|&(v, k, w, yes)| ((v, k), (w, yes))));
    remember::<OperationGives>(engine.operation_gives.iter().map(|&(o, v, w, u, yes)| ((o, v, w), (u, yes))));
    let conditionals = engine.conditional_gives.iter();
    remember::<ConditionalGives>(
        conditionals.map(|&(c, u, v, w, branches, condition)| ((c, u, v), (w, branches, condition))),
    );
    engine
}

/// Runs the rules about the functions of Terraform.
fn standards(ask: impl FnOnce(&mut StandardEngine)) {
    let mut engine = StandardEngine::default();
    ask(&mut engine);
    engine.solve();
    remember::<StandardGives>(engine.standard_gives.iter().map(|&(f, vs, u, yes)| ((f, vs), (u, yes))));
}

/// Runs the rules about reasons in Terraform. Of several reasons for a failure, the first is remembered.
fn faults(ask: impl FnOnce(&mut FaultEngine)) {
    let mut engine = FaultEngine::default();
    ask(&mut engine);
    engine.solve();
    let parts = |rows: &[(Ty, Ty, Descent, Ty, Ty)]| {
        first_answers(rows.iter().map(|&(s, t, w, a, b)| ((s, t), Some((w, a, b)))))
    };
    remember::<IndexFaults>(first_answers(engine.index_faults.iter().map(|&(v, k, f)| ((v, k), f))));
    remember::<ConversionFaults>(parts(&engine.conversion_faults));
    remember::<BranchesDiffer>(parts(&engine.branches_differ));
    let calls = engine.standard_faults.iter().map(|&(f, vs, r, i, v, t)| ((f, vs), (r, i, v, t)));
    remember::<StandardFaults>(first_answers(calls));
}

/// Sorts answers so that the first one of each question is the last to be remembered, which is the one that is kept.
fn first_answers<Q: Ord, A: Ord>(rows: impl Iterator<Item = (Q, A)>) -> Vec<(Q, A)> {
    let mut rows: Vec<(Q, A)> = rows.collect();
    rows.sort_unstable();
    rows.reverse();
    rows
}
