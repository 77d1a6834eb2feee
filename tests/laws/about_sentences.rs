//! The sentences of the specification about conversion, assignability, unification and traversal, as laws: over ten thousand random
//! types, in pairs, and over two thousand random programs. Each case is a batch, because a session costs more than a question.

use proptest::collection::vec;
use proptest::prelude::*;

use typelog::answers::with_types;
use typelog::builtins::{
    Constructor, Conversion, Mapping, Mode, Outcome, common_type, constructor, converts, element, is_assignable,
    is_recursive, lifts, maps_to, meaning, member, resolves, traverses, unifies,
};
use typelog::dialect::Dialect;
use typelog::results::pages::checking::Session;
use typelog::source::Source;
use typelog::types::vocabulary::Step;
use typelog::types::{ANY, Eventuality, NONE, Ty};

use super::about_types::{read, session, steps};
use super::cases;
use super::programs::{DECLARATIONS, definitions};
use super::types::any_type;
use crate::support::session::session_of;

use Conversion::{No, Safe, Unsafe};

/// The types of a batch, and the batches.
const BATCH: usize = 100;
const BATCHES: u32 = 100;

/// The programs of a batch.
const PROGRAMS: usize = 20;

/// The members of a union, and none of any other type.
fn members(t: Ty) -> Vec<Ty> {
    if constructor(t) == Constructor::Union { (0..).map_while(|i| member(t, i)).collect() } else { Vec::new() }
}

fn is_eventual(t: Ty) -> bool {
    matches!(constructor(t), Constructor::Output | Constructor::Promise)
}

/// A sentence, and whether it holds for two types.
type Law = (&'static str, fn(&mut Session, Ty, Ty) -> bool);

/// The sentences about two types.
const SENTENCES: [Law; 12] = [
    ("a conversion to a union is the best one to its members", |session, s, t| {
        with_types(&mut session.types, || {
            let best = members(t).into_iter().map(|b| converts(s, b, Mode::Plain)).max();
            constructor(s) == Constructor::Union || best.is_none_or(|best| converts(s, t, Mode::Plain) == best)
        })
    }),
    ("a union converts safely if all its members do, and not at all if none does", |session, s, t| {
        with_types(&mut session.types, || {
            let kinds: Vec<Conversion> = members(s).into_iter().map(|a| converts(a, t, Mode::Plain)).collect();
            match converts(s, t, Mode::Plain) {
                _ if kinds.is_empty() || s == t => true,
                Safe => kinds.iter().all(|&k| k == Safe),
                No => kinds.iter().all(|&k| k == No),
                Unsafe => kinds.iter().any(|&k| k != No) && kinds.iter().any(|&k| k != Safe),
            }
        })
    }),
    ("a conversion to an eventual type is as good as those to its element", |session, s, t| {
        with_types(&mut session.types, || {
            let is_union = constructor(s) == Constructor::Union;
            let k = converts(s, t, Mode::Plain);
            let whole = || converts(s, element(t), Mode::Plain);
            let inner = || if is_eventual(s) { converts(element(s), element(t), Mode::Plain) } else { No };
            match constructor(t) {
                _ if is_union => true,
                Constructor::Promise if constructor(s) == Constructor::Promise => k == inner().max(whole()),
                Constructor::Output if is_eventual(s) => k >= inner(),
                Constructor::Promise | Constructor::Output => k == whole(),
                _ => true,
            }
        })
    }),
    ("a type is assignable to a union if it is to a member", |session, s, t| {
        with_types(&mut session.types, || {
            members(t).into_iter().all(|b| !is_assignable(s, b, Mode::Plain) || is_assignable(s, t, Mode::Plain))
        })
    }),
    ("an eventual type is assignable from its element, and an output from its promise", |session, s, _| {
        let (output, promise) = (session.types.output(s), session.types.promise(s));
        with_types(&mut session.types, || {
            let [output, promise] = [output, promise].map(|t| maps_to(Mapping::Normalize, t));
            let assignable = |a, b| is_assignable(a, b, Mode::Plain);
            let has_output = constructor(output) == Constructor::Output && resolves(s) != s;
            has_output || assignable(s, promise) && assignable(s, output) && assignable(promise, output)
        })
    }),
    ("null is assignable only to what has null, or anything, as a part", |session, _, t| {
        with_types(&mut session.types, || !is_assignable(NONE, t, Mode::Plain) || takes_null(t))
    }),
    ("assignable types convert safely", |session, s, t| {
        let takes_promises = session.types.has_promise(t) && session.types.eventuality(s) == Eventuality::Output;
        with_types(&mut session.types, || {
            takes_promises || !is_assignable(s, t, Mode::Plain) || converts(s, t, Mode::Plain) == Safe
        })
    }),
    ("two unions unify to the concatenation of their members", |session, s, t| {
        let (a, b) = with_types(&mut session.types, || (meaning(s), meaning(t)));
        let all = session.types.union(&[a, b]);
        with_types(&mut session.types, || {
            let are_unions = [a, b].iter().all(|&t| constructor(t) == Constructor::Union);
            let same = a == b || s == t;
            !are_unions || same || [Safe, Unsafe].iter().all(|&k| common_type(s, t, k) == all || unifies(s, t).0 == ANY)
        })
    }),
    ("a union and another type unify member by member", |session, s, t| {
        let parts = with_types(&mut session.types, || {
            let of = members(meaning(s));
            let is_union = |t| constructor(meaning(t)) == Constructor::Union;
            let is_constant = constructor(t) == Constructor::Constant;
            let is_excepted = t == ANY || is_union(t) || is_constant || unifies(s, t).0 == ANY;
            if is_excepted { Vec::new() } else { of }
        });
        [Safe, Unsafe].into_iter().all(|k| {
            let unified: Vec<Ty> =
                with_types(&mut session.types, || parts.iter().map(|&a| common_type(a, t, k)).collect());
            let all = session.types.union(&unified);
            parts.is_empty() || with_types(&mut session.types, || common_type(s, t, k)) == all
        })
    }),
    ("eventual types unify to an eventual type of the unified elements", |session, s, t| {
        let (a, b) = with_types(&mut session.types, || (meaning(s), meaning(t)));
        let are_eventual = with_types(&mut session.types, || is_eventual(a) && is_eventual(b) && a != b);
        if !are_eventual {
            return true;
        }
        let (is_output, mapping) = with_types(&mut session.types, || {
            let is_output = [a, b].iter().any(|&t| constructor(t) == Constructor::Output);
            (is_output, if is_output { Mapping::Resolve } else { Mapping::ResolvePromises })
        });
        [Safe, Unsafe].into_iter().all(|k| {
            let (found, inner) = with_types(&mut session.types, || {
                let inner = common_type(maps_to(mapping, element(a)), maps_to(mapping, element(b)), k);
                (common_type(s, t, k), inner)
            });
            let expected = if is_output { session.types.output(inner) } else { session.types.promise(inner) };
            found == expected || found == ANY
        })
    }),
    (
        "both types convert to what they unify to, in unifying mode, and in plain mode unless structures are in them",
        |session, s, t| {
            let has_structures = [s, t].iter().any(|&ty| {
                let text = session.display(ty);
                ["tuple", "object", "Later", "Tree", "Wood", "Chain"].iter().any(|structure| text.contains(structure))
            });
            with_types(&mut session.types, || {
                let (u, k) = unifies(s, t);
                let safe = common_type(s, t, Safe);
                let reaches = |u, k, m| converts(s, u, m) >= k && converts(t, u, m) >= k;
                reaches(u, k, Mode::Unifying)
                    && reaches(safe, Safe, Mode::Unifying)
                    && (has_structures || reaches(u, k, Mode::Plain) && reaches(safe, Safe, Mode::Plain))
            })
        },
    ),
    ("a step into a union gives the union of the results that succeed", |session, s, _| {
        steps(session).into_iter().all(|step| {
            let (all, (found, outcome)) = with_types(&mut session.types, || {
                let each = members(s).into_iter().map(|a| traverses(a, step));
                (each.filter(|of| succeeds(of.1)).map(|of| of.0).collect::<Vec<Ty>>(), traverses(s, step))
            });
            let union = session.types.union(&all);
            members_of(session, s) == 0 || !succeeds(outcome) || found == union
        })
    }),
];

fn members_of(session: &Session, t: Ty) -> usize {
    if matches!(session.types.shape(t), typelog::types::Shape::Union(_)) { session.types.members(t).len() } else { 0 }
}

fn succeeds(outcome: Outcome) -> bool {
    !typelog::builtins::fails(outcome)
}

/// Holds if null, or the dynamic type, is `t`, a member of it, or its element, through declared types.
fn takes_null(t: Ty) -> bool {
    let t = if is_recursive(t) { typelog::builtins::definition(t).unwrap_or(t) } else { meaning(t) };
    t == NONE || t == ANY || is_eventual(t) && takes_null(element(t)) || members(t).into_iter().any(takes_null)
}

/// The types that the judgments give for two types.
fn answers(session: &mut Session, s: Ty, t: Ty) -> Vec<Ty> {
    let found = with_types(&mut session.types, || {
        let shared = [common_type(s, t, Safe), common_type(s, t, Unsafe), unifies(s, t).0];
        [&[resolves(s), lifts(Eventuality::Output, s), maps_to(Mapping::Input, s)][..], &shared].concat()
    });
    let stepped = steps(session).map(|step| with_types(&mut session.types, || traverses(s, step)).0);
    [found, stepped.to_vec()].concat()
}

proptest! {
    #![proptest_config(cases(BATCHES))]

    /// The sentences hold for neighbours in random lists of types, and all answers are canonical.
    #[test]
    fn sentences_hold_for_all_types(written in vec(any_type(), BATCH)) {
        let mut session = session();
        let types: Vec<Ty> = written.iter().map(|ty| read(&mut session, ty)).collect();
        for pair in types.windows(2) {
            let (s, t) = (pair[0], pair[1]);
            for (sentence, holds) in SENTENCES {
                prop_assert!(holds(&mut session, s, t), "not {}: {} and {}", sentence, session.display(s), session.display(t));
            }
            for ty in answers(&mut session, s, t) {
                let text = session.display(ty);
                let again = session.read_type(&text).map(|ty| session.display(ty));
                prop_assert_eq!(again, Ok(text), "from {} and {}", session.display(s), session.display(t));
            }
        }
    }

    /// In random programs, every definition has a canonical type; a step behind its name gives what the type gives; and a
    /// conditional between two definitions has their common type.
    #[test]
    fn sentences_hold_in_all_programs(programs in vec(definitions(), PROGRAMS)) {
        let mut session = session_of(Dialect::Hcl, &[Source::new("laws", DECLARATIONS)]);
        for lines in programs {
            let count = lines.len();
            let steps = (0..count).map(|at| format!("s{at} = v{at}.a"));
            let choices = (1..count).map(|at| format!("c{at} = b ? v{} : v{at}", at - 1));
            let text: String = lines.iter().cloned().chain(steps).chain(choices).map(|line| line + "\n").collect();
            let checked = session.check(&[("main.hcl".to_owned(), text.clone())]);
            let type_of = |name: String| checked.definitions.iter().find(|of| of.label == name).map(|of| of.ty.clone());
            let mut read = Vec::new();
            for at in 0..count {
                let ty = type_of(format!("v{at}")).unwrap_or_default();
                let t = session.read_type(&ty);
                prop_assert!(t.is_ok(), "{} in {}", ty, text);
                read.push(t.unwrap_or(ANY));
                prop_assert_eq!(session.display(read[at]), ty, "in {}", text);
            }
            // A reference to a definition that depends on itself is dynamic.
            let is_cyclic = checked.report.diagnostics.iter().any(|found| found.code == "circular-reference");
            for at in 0..if is_cyclic { 0 } else { count } {
                let step = Step::Name(session.types.name("a"));
                let (found, outcome) = with_types(&mut session.types, || traverses(read[at], step));
                if succeeds(outcome) {
                    prop_assert_eq!(type_of(format!("s{at}")), Some(session.display(found)), "s{} in {}", at, text);
                }
                if at > 0 {
                    let common = with_types(&mut session.types, || common_type(read[at - 1], read[at], Safe));
                    prop_assert_eq!(type_of(format!("c{at}")), Some(session.display(common)), "c{} in {}", at, text);
                }
            }
        }
    }
}
