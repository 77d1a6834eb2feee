//! Laws about types.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;

use typelog::answers::ask::{Answer, Question, ask};
use typelog::answers::with_types;
use typelog::builtins::{
    Conversion, Mapping, Mode, Outcome, Pairing, common_type, converts, distinct_pair, indexes, iterates, lifts,
    maps_to, pair, resolves, splats, traverses, unifies,
};
use typelog::dialect::Dialect;
use typelog::results::laws::Sample;
use typelog::results::pages::checking::Session;
use typelog::source::Source;
use typelog::types::display::distinct_texts;
use typelog::types::memory::Memory;
use typelog::types::vocabulary::Step;
use typelog::types::{Eventuality, NONE, Number, Ty};

use super::demands::{pairs, repeated_about_types, unanswered};
use super::types::{DECLARATIONS, any_type, narrowed, plain_type};
use super::{cases, shuffled};
use crate::support::session::session_of;

/// A session with the declared types.
pub fn session() -> Session {
    let session = session_of(Dialect::Hcl, &[Source::new("laws", DECLARATIONS)]);
    assert!(session.complaints.is_empty(), "{}", session.complaints_page());
    session
}

/// The type of a text.
pub fn read(session: &mut Session, ty: &Sample) -> Ty {
    let text = ty.to_string();
    session.read_type(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The kind of the conversion from `s` to `t`, and the answer of assignability.
fn related(session: &mut Session, s: Ty, t: Ty) -> (Conversion, bool) {
    match ask(&mut session.types, &[Question::Convert(s, t), Question::Assignable(s, t)])[..] {
        [Answer::Convert(kind), Answer::Assignable(yes)] => (kind, yes),
        ref other => panic!("{other:?} answers a conversion and an assignability"),
    }
}

/// The text of an object with fewer than so many properties, of a few types.
fn wide_object(most: usize) -> impl Strategy<Value = String> {
    let properties = (vec(any_type(), 1..8), vec((0..120_usize, any::<usize>()), 0..most));
    properties.prop_map(|(types, chosen)| {
        let property = |(name, ty): (usize, usize)| (name, format!("p{name} = {}", types[ty % types.len()]));
        let properties: BTreeMap<usize, String> = chosen.into_iter().map(property).collect();
        format!("object({{{}}})", properties.into_values().collect::<Vec<_>>().join(", "))
    })
}

/// Some steps into types.
pub fn steps(session: &mut Session) -> [Step; 4] {
    let number = session.types.number(Number::from(0_usize));
    let [a, b, c] = ["a", "b", "c"].map(|name| Step::Name(session.types.name(name)));
    [a, b, c, Step::Number(number)]
}

proptest! {
    #![proptest_config(cases(128))]

    /// The canonical text of a type is read as that type.
    #[test]
    fn display_and_parse_are_inverse(ty in any_type()) {
        let mut session = session();
        let ty = read(&mut session, &ty);
        let text = session.display(ty);
        prop_assert_eq!(session.read_type(&text), Ok(ty), "{}", text);
    }

    /// The types that judgments give are canonical: the text of each is read as that type.
    #[test]
    fn answers_are_canonical(s in any_type(), t in any_type()) {
        let mut session = session();
        let (s, t) = (read(&mut session, &s), read(&mut session, &t));
        let mut found = with_types(&mut session.types, || {
            let resolved = [resolves(s), maps_to(Mapping::ResolvePromises, s), maps_to(Mapping::Input, s)];
            let lifted = [lifts(Eventuality::Output, s), lifts(Eventuality::Promise, s)];
            let shared = [common_type(s, t, Conversion::Safe), common_type(s, t, Conversion::Unsafe), unifies(s, t).0];
            [&resolved[..], &lifted, &shared, &[indexes(s).1, iterates(s).1, splats(s).0]].concat()
        });
        found.extend(steps(&mut session).map(|step| with_types(&mut session.types, || traverses(s, step)).0));
        for ty in found {
            let text = session.display(ty);
            let again = session.read_type(&text).map(|ty| session.display(ty));
            prop_assert_eq!(again, Ok(text), "from {} and {}", session.display(s), session.display(t));
        }
    }

    /// A computed key leads to what the literal keys lead to, as eventual as that.
    #[test]
    fn computed_keys_lead_to_what_literal_keys_lead_to(s in any_type()) {
        let mut session = session();
        let s = read(&mut session, &s);
        let (_, u, is_indexed) = with_types(&mut session.types, || indexes(s));
        for step in steps(&mut session) {
            let (found, outcome) = with_types(&mut session.types, || traverses(s, step));
            if is_indexed && outcome == Outcome::Found {
                let eventuality = session.types.eventuality(u);
                prop_assert!(session.types.eventuality(found) <= eventuality, "{} from {}", session.display(u), session.display(s));
                // The element type is a unification, to which structures convert in unifying mode.
                let kind = with_types(&mut session.types, || converts(found, u, Mode::Unifying));
                prop_assert_ne!(kind, Conversion::No, "{}", session.display(s));
            }
        }
    }

    /// Two types have the same texts in a message only if they are the same, also if one accepts outputs of the other.
    #[test]
    fn different_types_have_different_texts(s in any_type(), t in any_type()) {
        let mut session = session();
        let (s, t) = (read(&mut session, &s), read(&mut session, &t));
        let input = with_types(&mut session.types, || maps_to(Mapping::Input, s));
        let optional = session.types.union(&[s, NONE]);
        for (a, b) in [(s, t), (s, input), (s, optional), (input, optional)] {
            let [first, second] = distinct_texts(&session.types, [a, b], 120);
            prop_assert_eq!(first == second, a == b, "{} {}", first, second);
        }
    }

    /// The order of a union's members makes no difference, and neither do duplicates.
    #[test]
    fn unions_have_no_order(members in vec(any_type(), 1..5), seed in any::<u64>()) {
        let mut session = session();
        let again = members.iter().cloned().chain([members[0].clone()]).collect();
        let (one, other) = (Sample::Union(members), Sample::Union(shuffled(again, seed)));
        let types = (read(&mut session, &one), read(&mut session, &other));
        prop_assert_eq!(types.0, types.1);
    }

    /// Every type converts and is assignable to itself, and unifies with itself to itself.
    #[test]
    fn judgments_are_reflexive(ty in any_type()) {
        let mut session = session();
        let t = read(&mut session, &ty);
        prop_assert_eq!(related(&mut session, t, t), (Conversion::Safe, true));
        prop_assert_eq!(ask(&mut session.types, &[Question::Unify(t, t)]), vec![Answer::Unify(t, t)]);
    }

    /// Everything converts to the dynamic type, and the dynamic type to everything.
    #[test]
    fn any_converts_to_and_from_everything(ty in any_type()) {
        let mut session = session();
        let (t, any) = (read(&mut session, &ty), typelog::types::ANY);
        prop_assert_eq!(related(&mut session, t, any), (Conversion::Safe, true));
        prop_assert_ne!(related(&mut session, any, t).0, Conversion::No);
    }

    /// Assignable types convert, outputs to promises aside.
    #[test]
    fn assignable_implies_convertible(s in any_type(), t in any_type()) {
        let (from, to) = (s.to_string(), t.to_string());
        let is_excepted =
            ["output", "Later", "Chain"].iter().any(|word| from.contains(word)) && to.contains("promise");
        let mut session = session();
        let (s, t) = (read(&mut session, &s), read(&mut session, &t));
        let (kind, is_assignable) = related(&mut session, s, t);
        prop_assert!(!is_assignable || is_excepted || kind != Conversion::No, "{} <: {}", from, to);
    }

    /// A type that is narrower by construction is assignable to the wider one, and converts to it.
    #[test]
    fn narrower_types_are_assignable(wide in any_type(), choices in vec(any::<u8>(), 0..20)) {
        let narrow = narrowed(&wide, &mut choices.into_iter());
        let mut session = session();
        let (s, t) = (read(&mut session, &narrow), read(&mut session, &wide));
        let (kind, is_assignable) = related(&mut session, s, t);
        prop_assert!(is_assignable, "not {} <: {}", narrow, wide);
        prop_assert_ne!(kind, Conversion::No, "not {} ~> {}", narrow, wide);
    }

    /// Both operands of a safe unification convert to its result, except for structures, which do so only in unifying mode.
    #[test]
    fn both_convert_to_what_they_have_in_common(s in plain_type(), t in plain_type()) {
        let is_excepted = |text: &str| text.contains("object") || text.contains("tuple");
        let mut session = session();
        let (from, to) = (s.to_string(), t.to_string());
        let (s, t) = (read(&mut session, &s), read(&mut session, &t));
        let Answer::Unify(u, _) = ask(&mut session.types, &[Question::Unify(s, t)])[0] else { panic!("no unification") };
        let kinds = (related(&mut session, s, u).0, related(&mut session, t, u).0);
        let holds = kinds == (Conversion::Safe, Conversion::Safe) || is_excepted(&from) || is_excepted(&to);
        prop_assert!(holds, "{} \\/ {} = {} {:?}", from, to, session.display(u), kinds);
    }

    /// An answer does not depend on other questions, on their order, or on earlier questions.
    #[test]
    fn answers_do_not_depend_on_other_questions(written in vec(any_type(), 2..6), seed in any::<u64>()) {
        let mut together = session();
        let types: Vec<Ty> = written.iter().map(|ty| read(&mut together, ty)).collect();
        let numbers: Vec<usize> = (0..types.len()).collect();
        let questions: Vec<(usize, usize, usize)> =
            pairs(&numbers).flat_map(|(a, b)| (0..3).map(move |kind| (kind, a, b))).collect();
        let expected = answers(&mut together, &types, &questions);
        let order = shuffled((0..questions.len()).collect(), seed);
        let mut other = session();
        let types: Vec<Ty> = shuffled((0..written.len()).collect(), seed ^ 7)
            .into_iter()
            .map(|at| (at, read(&mut other, &written[at])))
            .collect::<BTreeMap<_, _>>()
            .into_values()
            .collect();
        for at in order {
            let alone = answers(&mut other, &types, &[questions[at]]);
            prop_assert_eq!(&alone[0], &expected[at], "{:?} of {:?}", questions[at], written);
        }
    }

    /// The pairs of members that differ are the pairs of all members, for objects with few and with many properties, and other types.
    #[test]
    fn distinct_pairs_are_all_pairs(
        [s, t] in [any_type(), any_type()],
        [own, all] in [wide_object(12), wide_object(90)],
    ) {
        let mut session = session();
        let [s, t, own, all] =
            [s.to_string(), t.to_string(), own, all].map(|text| session.read_type(&text).expect(&text));
        for (s, t) in [(s, t), (own, all), (all, own), (own, t), (s, all)] {
            for pairing in [Pairing::Gather, Pairing::Scatter, Pairing::Zip] {
                let [distinct, every] = with_types(&mut session.types, || {
                    let distinct = (0..).map_while(|i| distinct_pair(pairing, s, t, i)).collect::<Vec<_>>();
                    [distinct, (0..).map_while(|i| pair(pairing, s, t, i)).collect()]
                });
                prop_assert!(distinct.len() <= every.len(), "{} pairs of {}", distinct.len(), every.len());
                let [distinct, every] = [distinct, every].map(|pairs| pairs.into_iter().collect::<BTreeSet<_>>());
                prop_assert_eq!(distinct, every, "{:?} of {} and {}", pairing, session.display(s), session.display(t));
            }
        }
    }

    /// Every question that the rules ask has an answer, and one only.
    #[test]
    fn every_question_is_answered(written in vec(any_type(), 1..4)) {
        let mut session = session();
        let types: Vec<Ty> = written.iter().map(|ty| read(&mut session, ty)).collect();
        let step = Step::Name(session.types.name("a"));
        let open = with_types(&mut session.types, || unanswered(&types, step));
        prop_assert!(open.is_empty(), "{:?}", open);
    }

    /// Rows of `unique` relations are derived once, for any batch of questions.
    #[test]
    fn nothing_is_derived_twice(written in vec(plain_type(), 1..4)) {
        let mut session = session();
        let types: BTreeSet<Ty> = written.iter().map(|ty| read(&mut session, ty)).collect();
        let types: Vec<Ty> = types.into_iter().collect();
        session.types.replace_memory(Memory::default());
        let twice = with_types(&mut session.types, || repeated_about_types(&types));
        prop_assert!(twice.is_empty(), "{:?}: {}", written, twice.join("\n"));
    }

    /// A resolved type contains no eventuals, and a lifted type is a single eventual around it.
    #[test]
    fn resolving_leaves_no_eventuals(ty in any_type()) {
        let mut session = session();
        let t = read(&mut session, &ty);
        let (resolved, lifted) = with_types(&mut session.types, || (resolves(t), lifts(Eventuality::Output, t)));
        prop_assert_eq!(session.types.eventuality(resolved), Eventuality::Prompt);
        prop_assert_eq!(lifted, session.types.output(resolved));
    }
}

/// The answers to questions, as texts. Kinds 0 to 2 are conversion, assignability and unification.
fn answers(session: &mut Session, types: &[Ty], questions: &[(usize, usize, usize)]) -> Vec<String> {
    let question = |&(kind, a, b): &(usize, usize, usize)| match kind {
        0 => Question::Convert(types[a], types[b]),
        1 => Question::Assignable(types[a], types[b]),
        _ => Question::Unify(types[a], types[b]),
    };
    let asked: Vec<Question> = questions.iter().map(question).collect();
    let answers = ask(&mut session.types, &asked);
    let words = |answer| match answer {
        Answer::Unify(safe, loose) => format!("{}, {}", session.display(safe), session.display(loose)),
        other => format!("{other:?}"),
    };
    answers.into_iter().map(words).collect()
}

/// The image of a recursive type is unfolded where it meets a structure.
#[test]
fn questions_about_images_of_recursive_types_are_answered() {
    let mut session = session();
    let texts = ["output(Chain)", "output(tuple([object({a=bool})]))", "promise(Chain)", "union(Json, output(Json))"];
    let types: Vec<Ty> = texts.iter().map(|text| session.read_type(text).expect("a type")).collect();
    let step = Step::Name(session.types.name("a"));
    let open = with_types(&mut session.types, || unanswered(&types, step));
    assert!(open.is_empty(), "{open:?}");
}
