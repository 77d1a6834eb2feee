//! Laws about the memo tables: an answer is the same whether it is remembered or derived, and wherever it was derived.

use proptest::collection::vec;
use proptest::prelude::*;

use typelog::answers::with_types;
use typelog::builtins::session::types_mut;
use typelog::builtins::trace::firings;
use typelog::builtins::{
    BinaryOperator, Conversion, Descent, Input, Mode, Normalize, Operation, Resolve, Standard, Step, best_match,
    branches_differ, common_member, common_type, conversion_faults, converted_value, converts, cty_converts,
    cty_unifies, fits, function_result, indexes, is_assignable, is_inexact, is_undecided, iterates, lifts, maps_to,
    mismatch, operates, resolves, splats, traverses, unifies,
};
use typelog::dialect::Dialect;
use typelog::results::laws::Sample;
use typelog::source::Source;
use typelog::types::display::display;
use typelog::types::memory::Memory;
use typelog::types::{Eventuality, Interner, Ty};

use super::types::{DECLARATIONS, any_type};
use super::{cases, demands, shuffled};
use crate::support::session::session_of;

/// A question: the number of its kind, and the indices of two types.
type Asked = (u8, usize, usize);

/// The number of kinds of questions.
const KINDS: u8 = 26;

/// The answer to a question, as a text.
fn answer(interner: &mut Interner, types: &[Ty], (kind, s, t): Asked) -> String {
    let (s, t) = (types[s % types.len()], types[t % types.len()]);
    let name = interner.name("a");
    let (types, words): (Vec<Ty>, String) = with_types(interner, || match kind % KINDS {
        0 => (vec![], format!("{:?}", converts(s, t, Mode::Plain))),
        1 => (vec![], format!("{:?}", converts(s, t, Mode::Unifying))),
        2 => (vec![], format!("{}", is_assignable(s, t, Mode::Plain))),
        3 => (vec![], format!("{:?}", fits(s, t, Mode::Plain))),
        4 => (vec![], format!("{}", is_undecided(s, t))),
        5 => (vec![], format!("{}", is_inexact(s, t))),
        6 => with(unifies(s, t)),
        7 => with((common_type(s, t, Conversion::Safe), ())),
        8 => with((common_type(s, t, Conversion::Unsafe), ())),
        9 => with(common_member(s, Conversion::Safe)),
        10 => with(traverses(s, Step::Name(name))),
        11 => with(splats(s)),
        12 => with((lifts(Eventuality::Output, s), ())),
        13 => with((resolves(s), ())),
        14 => ([Resolve, Input, Normalize].map(|mapping| maps_to(mapping, s)).to_vec(), String::new()),
        15 => {
            let (key, element, is_iterable) = iterates(s);
            (vec![key, element], is_iterable.to_string())
        }
        16 => {
            // The place of a failure may have been recorded when the conversion was derived.
            let found = if converts(s, t, Mode::Plain) == Conversion::No { mismatch(s, t, Mode::Plain) } else { None };
            let parts = found.iter().flat_map(|&(_, a, b)| [a, b]).collect();
            (parts, format!("{:?}", found.map(|part| part.0)))
        }
        17 => {
            let (key, element, is_indexed) = indexes(s);
            (vec![key, element], is_indexed.to_string())
        }
        18 => (vec![], cty_converts(s, t).to_string()),
        19 => with(cty_unifies(types_mut(|types| types.tuple(&[s, t])))),
        20 => with(converted_value(s, t)),
        21 => with((operates(Operation::Binary(BinaryOperator::Add), types_mut(|types| types.tuple(&[s, t]))), ())),
        22 => with(function_result(Standard::Merge, types_mut(|types| types.tuple(&[s, t])))),
        23 => parts_of(conversion_faults(s, t)),
        24 => parts_of(branches_differ(s, t)),
        _ => {
            let (kin, parts) = (best_match(s, t), mismatch(s, t, Mode::Deciding));
            let found = parts.iter().flat_map(|&(_, a, b)| [a, b]).chain(kin).collect();
            (found, format!("{:?}", parts.map(|part| part.0)))
        }
    });
    types.into_iter().map(|ty| display(interner, ty)).chain([words]).collect::<Vec<_>>().join(", ")
}

/// The parts in which two types disagree, and the way to them.
fn parts_of(found: Option<(Descent, Ty, Ty)>) -> (Vec<Ty>, String) {
    (found.iter().flat_map(|&(_, a, b)| [a, b]).collect(), format!("{:?}", found.map(|part| part.0)))
}

/// A type of an answer, and the rest of the answer as a text.
fn with<D: std::fmt::Debug>((ty, besides): (Ty, D)) -> (Vec<Ty>, String) {
    (vec![ty], format!("{besides:?}"))
}

/// A session with some types and empty memo tables.
fn session(written: &[Sample]) -> (Interner, Vec<Ty>) {
    let mut session = session_of(Dialect::Hcl, &[Source::new("laws", DECLARATIONS)]);
    let read = |ty: &Sample| session.read_type(&ty.to_string()).expect("it is a type");
    let types = written.iter().map(read).collect();
    session.types.replace_memory(Memory::default());
    (session.types, types)
}

fn questions() -> impl Strategy<Value = Vec<Asked>> {
    vec((0..KINDS, 0..4_usize, 0..4_usize), 1..40)
}

proptest! {
    #![proptest_config(cases(64))]

    /// Remembered answers equal the answers that an engine derives, whatever was asked before, also in recorded runs.
    #[test]
    fn remembered_answers_are_those_that_are_derived(
        written in vec(any_type(), 2..5), asked in questions(), seed in any::<u64>(),
    ) {
        let (fresh, types) = session(&written);
        let mut remembering = fresh.clone();
        for asked in shuffled([&asked[..], &asked[..]].concat(), seed) {
            let derived = firings(|| answer(&mut fresh.clone(), &types, asked)).0;
            prop_assert_eq!(&answer(&mut fresh.clone(), &types, asked), &derived, "{:?} of {:?}", asked, written);
            prop_assert_eq!(answer(&mut remembering, &types, asked), derived, "{:?} of {:?}", asked, written);
        }
        prop_assert!(!remembering.memory().is_empty());
    }

    /// The place where a conversion fails does not depend on whether it is asked before or after the conversion, or after other
    /// questions.
    #[test]
    fn where_a_conversion_fails_does_not_depend_on_when_that_is_asked(
        written in vec(any_type(), 2..5), asked in questions(),
    ) {
        let (fresh, types) = session(&written);
        let mut after_others = fresh.clone();
        for &asked in &asked {
            answer(&mut after_others, &types, asked);
        }
        for (s, t) in demands::pairs(&types) {
            let failing = |types: &mut Interner, is_asked_first: bool| {
                let part = with_types(types, || {
                    let part = is_asked_first.then(|| mismatch(s, t, Mode::Plain));
                    let kind = converts(s, t, Mode::Plain);
                    (kind == Conversion::No).then(|| part.unwrap_or_else(|| mismatch(s, t, Mode::Plain)))
                });
                part.map(|part| part.map(|(way, a, b)| (way, display(types, a), display(types, b))))
            };
            let found = failing(&mut fresh.clone(), true);
            prop_assert_eq!(&failing(&mut fresh.clone(), false), &found, "{:?}", written);
            prop_assert_eq!(&failing(&mut after_others, false), &found, "{:?}", written);
        }
    }

    /// Answers that copies of the types have remembered hold in the original after merging.
    #[test]
    fn copies_bring_back_what_they_have_learnt(written in vec(any_type(), 2..5), asked in questions()) {
        let (fresh, types) = session(&written);
        let mut together = fresh.clone();
        let snapshot = together.snapshot();
        for part in asked.chunks(asked.len().div_ceil(2)) {
            let mut copy = fresh.clone();
            for &asked in part {
                answer(&mut copy, &types, asked);
            }
            let learnt = copy.memory().len();
            together.absorb(&copy, snapshot);
            prop_assert!(together.memory().len() >= learnt);
        }
        let known = together.memory().len();
        for asked in asked {
            let derived = answer(&mut fresh.clone(), &types, asked);
            prop_assert_eq!(answer(&mut together, &types, asked), derived, "{:?} of {:?}", asked, written);
        }
        prop_assert_eq!(together.memory().len(), known, "something was asked again");
    }
}
