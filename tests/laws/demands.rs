//! Every question that a family of rules is asked, by other families or by itself, has exactly one answer. Rows of relations
//! without deduplication, whose rules derive each row once, are derived once.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use typelog::answers::engines::{
    AssignabilityEngine, ConversionEngine, ElementEngine, EventualsEngine, ModelEngine, SignatureEngine,
    TraversalEngine,
};
use typelog::builtins::session::types_mut;
use typelog::builtins::trace::{Row, firings};
use typelog::builtins::{Builtin, Conversion, Input, Mode, Normalize, Resolve, ResolvePromises, Step};
use typelog::types::{Eventuality, Ty};
use typelog::{answers, program_rules};

/// Asks each family about types and a step. Returns the questions without an answer, and the duplicate answers, as texts.
pub fn unanswered(types: &[Ty], step: Step) -> Vec<String> {
    let families = FAMILIES.iter().flat_map(|ask| ask(types));
    families.chain(traversal(types, step)).chain(elements(types)).collect()
}

/// Asks a family about types. Returns the result of `open`.
type Ask = fn(&[Ty]) -> Vec<String>;

/// The families whose engines do not run inside their own runs.
const FAMILIES: [Ask; 6] = [eventuals, conversion, assignability, common, signatures, model];

fn eventuals(types: &[Ty]) -> Vec<String> {
    let mut engine = EventualsEngine::default();
    for &t in types {
        let mappings = [Resolve, ResolvePromises, Input, Normalize];
        engine.maps_to_demanded.extend(mappings.map(|mapping| (mapping, t)));
        engine.resolves_demanded.push((t,));
        engine.lifts_demanded.extend([(Eventuality::Output, t), (Eventuality::Promise, t)]);
    }
    engine.run();
    let mapped = engine.maps_to.iter().map(|row| (row.0, row.1));
    let lifted = engine.lifts.iter().map(|row| (row.0, row.1));
    [
        open("mapping", &engine.maps_to_demanded, mapped),
        open("resolving", &engine.resolves_demanded, engine.resolves.iter().map(|row| (row.0,))),
        open("lifting", &engine.lifts_demanded, lifted),
        open("unfolding", &engine.unfolds_demanded, engine.unfolds.iter().map(|row| (row.0,))),
    ]
    .concat()
}

fn conversion(types: &[Ty]) -> Vec<String> {
    let mut engine = ConversionEngine::default();
    for (s, t) in pairs(types) {
        engine.converts_demanded.extend([(s, t, Mode::Plain), (s, t, Mode::Unifying)]);
        engine.unifies_demanded.push((s, t));
        engine.common_type_demanded.extend([(s, t, Conversion::Safe), (s, t, Conversion::Unsafe)]);
    }
    engine.run();
    let converted = engine.converts.iter().map(|row| (row.0, row.1, row.2));
    let unified = engine.unifies.iter().map(|row| (row.0, row.1));
    let common = engine.common_type.iter().map(|row| (row.0, row.1, row.2));
    [
        open("common type", &engine.common_type_demanded, common),
        open("conversion", &engine.converts_demanded, converted),
        open("unification", &engine.unifies_demanded, unified),
    ]
    .concat()
}

fn assignability(types: &[Ty]) -> Vec<String> {
    let mut engine = AssignabilityEngine::default();
    engine.is_assignable_demanded.extend(pairs(types).map(|(s, t)| (s, t, Mode::Plain)));
    engine.run();
    let assigned = engine.is_assignable.iter().map(|row| (row.0, row.1, row.2));
    open("assignability", &engine.is_assignable_demanded, assigned)
}

fn common(types: &[Ty]) -> Vec<String> {
    let mut engine = ElementEngine::default();
    engine.common_member_demanded.extend(types.iter().map(|&t| (t, Conversion::Safe)));
    engine.run();
    let members = engine.common_member.iter().map(|row| (row.0, row.1));
    open("common member", &engine.common_member_demanded, members)
}

fn traversal(types: &[Ty], step: Step) -> Vec<String> {
    let mut engine = TraversalEngine::default();
    engine.traverses_demanded.extend(types.iter().map(|&t| (t, step)));
    engine.run();
    open("traversal", &engine.traverses_demanded, engine.traverses.iter().map(|row| (row.0, row.1)))
}

fn elements(types: &[Ty]) -> Vec<String> {
    let mut engine = ElementEngine::default();
    for &t in types {
        engine.iterates_demanded.push((t,));
        engine.indexes_demanded.push((t,));
        engine.splats_demanded.push((t,));
    }
    engine.run();
    [
        open("iteration", &engine.iterates_demanded, engine.iterates.iter().map(|row| (row.0,))),
        open("index", &engine.indexes_demanded, engine.indexes.iter().map(|row| (row.0,))),
        open("splat", &engine.splats_demanded, engine.splats.iter().map(|row| (row.0,))),
    ]
    .concat()
}

/// Calls of the built-ins with no arguments, one, two, and all types.
fn signatures(types: &[Ty]) -> Vec<String> {
    use Builtin::{
        Can, Element, Entries, Extreme, Length, Lookup, Recover, ResourceName, Secret, SingleOrNone, ToJson, Try,
    };
    let mut engine = SignatureEngine::default();
    let lengths: BTreeSet<usize> = [0, 1, 2, types.len()].into_iter().filter(|&length| length <= types.len()).collect();
    for ts in lengths.into_iter().map(|length| types_mut(|interner| interner.tuple(&types[..length]))) {
        let all =
            [Can, Element, Entries, Extreme, Length, Lookup, Recover, ResourceName, Secret, SingleOrNone, ToJson, Try];
        engine.builtin_signature_demanded.extend(all.map(|builtin| (builtin, ts)));
    }
    engine.run();
    let answered = engine.builtin_signature.iter().map(|row| (row.0, row.1));
    open("signature", &engine.builtin_signature_demanded, answered)
}

fn model(types: &[Ty]) -> Vec<String> {
    let mut engine = ModelEngine::default();
    engine.fits_demanded.extend(pairs(types).map(|(s, t)| (s, t, Mode::Plain)));
    engine.run();
    open("fit", &engine.fits_demanded, engine.fits.iter().map(|row| (row.0, row.1, row.2)))
}

/// The duplicate rows of relations without deduplication, in questions about types, as texts.
pub fn repeated_about_types(types: &[Ty]) -> Vec<String> {
    let once = FAMILIES.iter().filter(|ask| !std::ptr::fn_addr_eq(**ask, signatures as Ask));
    let of = |ask: &Ask| repeated(answers::RULE_FILES, || drop(ask(types)));
    // Signatures ask about conversions several times, each in a run of its own.
    let own = answers::RULE_FILES.iter().copied().filter(|file| SIGNATURES.contains(&file.0));
    let of_signatures = repeated(&own.collect::<Vec<_>>(), || drop(signatures(types)));
    once.flat_map(of).chain(of_signatures).collect()
}

/// The files of the engine of signatures.
const SIGNATURES: [&str; 3] = ["functions", "collection_functions", "converted"];

/// As [`repeated_about_types`], for judgments about programs while a program is typed.
pub fn repeated_about_programs(typing: impl FnOnce()) -> Vec<String> {
    repeated(program_rules::RULE_FILES, typing)
}

/// The duplicate rows of relations without deduplication in the runs of some work, as texts. The work must run each engine
/// once.
fn repeated(files: &[(&str, &'static str)], work: impl FnOnce()) -> Vec<String> {
    let unchecked = unchecked(files);
    let ((), log) = firings(work);
    let mut rows: HashSet<Row> = HashSet::new();
    let conclusions = log.firings().flat_map(|firing| firing.conclusions);
    let twice = conclusions.filter(|row| unchecked.contains(row.relation)).filter(|row| !rows.insert(row.clone()));
    twice.map(|row| format!("{row:?}")).collect()
}

/// The relations without deduplication.
fn unchecked(files: &[(&str, &'static str)]) -> BTreeSet<&'static str> {
    let lines = files.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| line.strip_prefix('@'));
    let relations = lines.filter(|text| ["unique", "transient", "dense"].iter().any(|kind| text.starts_with(kind)));
    relations.filter_map(|text| text.split_once("relation ")?.1.split('(').next()).collect()
}

/// All ordered pairs.
pub fn pairs<T: Copy>(all: &[T]) -> impl Iterator<Item = (T, T)> {
    all.iter().flat_map(move |&a| all.iter().map(move |&b| (a, b)))
}

/// The questions without an answer, and the duplicate answers.
fn open<Q: Copy + Debug + Eq + Hash>(what: &str, asked: &[Q], answered: impl Iterator<Item = Q>) -> Vec<String> {
    let mut answers = HashSet::new();
    let twice: Vec<Q> = answered.filter(|answer| !answers.insert(*answer)).collect();
    let open = asked.iter().filter(|question| !answers.contains(question));
    let open = open.map(|question| format!("{what} {question:?}"));
    open.chain(twice.iter().map(|answer| format!("{what} {answer:?} twice"))).collect()
}
