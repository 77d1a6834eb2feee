//! Laws about annotations: they are kept by types, and change no judgment.

use proptest::collection::vec;
use proptest::prelude::*;

use typelog::answers::ask::{Answer, Question, ask};
use typelog::answers::with_types;
use typelog::builtins::{iterates, lifts, maps_to, resolves, splats};
use typelog::types::vocabulary::Step;
use typelog::types::{Annotation, Eventuality, Interner, Mapping, Shape, Ty};

use super::about_types::{read, session};
use super::cases;
use super::types::any_type;

/// The type with annotations on some of its objects, chosen by the marks.
fn annotated(types: &mut Interner, ty: Ty, marks: &mut dyn Iterator<Item = u8>) -> Ty {
    let shape = types.shape(ty);
    match shape {
        Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
            let part = annotated(types, part, marks);
            match shape {
                Shape::List(_) => types.list(part),
                Shape::Set(_) => types.set(part),
                Shape::Map(_) => types.map(part),
                Shape::Output(_) => types.output(part),
                _ => types.promise(part),
            }
        }
        Shape::Tuple(_) | Shape::Union(_) => {
            let members = types.members(ty).to_vec();
            let members: Vec<Ty> = members.into_iter().map(|member| annotated(types, member, marks)).collect();
            if matches!(shape, Shape::Tuple(_)) { types.tuple(&members) } else { types.union(&members) }
        }
        Shape::Object(_) => {
            let properties = types.properties(ty).to_vec();
            let properties = properties.into_iter().map(|(name, part)| (name, annotated(types, part, marks))).collect();
            let object = types.object(properties);
            (0..marks.next().unwrap_or(0)).fold(object, |object, mark| {
                let token = types.name(&format!("pkg:index:T{mark}"));
                types.annotate(object, if mark < 2 { Annotation::Named(token) } else { Annotation::Result(token) })
            })
        }
        _ => ty,
    }
}

/// The types that the rules build from one type, and from two.
fn built(types: &mut Interner, s: Ty, t: Ty, step: Step) -> Vec<Ty> {
    let unified = match ask(types, &[Question::Unify(s, t)])[..] {
        [Answer::Unify(safe, loose)] => [safe, loose],
        ref other => panic!("{other:?} answers a unification"),
    };
    let mut found = with_types(types, || {
        let (key, element, _) = iterates(s);
        let mapped = [Mapping::Normalize, Mapping::ResolvePromises, Mapping::Input].map(|f| maps_to(f, s));
        let lifted = [Eventuality::Promise, Eventuality::Output].map(|v| lifts(v, s));
        [vec![key, element, resolves(s), splats(s).0], mapped.to_vec(), lifted.to_vec()].concat()
    });
    if let [Answer::Traverse(ty, _)] = ask(types, &[Question::Traverse(s, step)])[..] {
        found.push(ty);
    }
    found.extend(unified);
    found
}

proptest! {
    #![proptest_config(cases(256))]

    /// Judgments do not depend on annotations.
    #[test]
    fn annotations_decide_nothing(s in any_type(), t in any_type(), marks in vec(0..4_u8, 12)) {
        let mut session = session();
        let (s, t) = (read(&mut session, &s), read(&mut session, &t));
        let mut marks = marks.into_iter().cycle();
        let [a, b] = [s, t].map(|ty| annotated(&mut session.types, ty, &mut marks));
        prop_assert_eq!([a, b].map(|ty| session.types.bare(ty)), [s, t]);
        let questions = |s, t| [Question::Convert(s, t), Question::Assignable(s, t), Question::Convert(t, s)];
        let of_bare = ask(&mut session.types, &questions(s, t));
        prop_assert_eq!(ask(&mut session.types, &questions(a, b)), of_bare.clone());
        prop_assert_eq!(ask(&mut session.types, &questions(a, t)), of_bare);
    }

    /// A type built from annotated types equals the one built from bare types, except for annotations.
    #[test]
    fn annotations_travel(s in any_type(), t in any_type(), marks in vec(0..4_u8, 12)) {
        let mut session = session();
        let (s, t) = (read(&mut session, &s), read(&mut session, &t));
        let mut marks = marks.into_iter().cycle();
        let [a, b] = [s, t].map(|ty| annotated(&mut session.types, ty, &mut marks));
        let step = Step::Name(session.types.name("a"));
        let of_bare = built(&mut session.types, s, t, step);
        let of_annotated = built(&mut session.types, a, b, step);
        let found: Vec<Ty> = of_annotated.into_iter().map(|ty| session.types.bare(ty)).collect();
        prop_assert_eq!(found, of_bare);
    }

    /// The order of a union's members makes no difference, whatever their annotations.
    #[test]
    fn annotated_unions_have_no_order(ty in any_type(), marks in vec(0..4_u8, 24)) {
        let mut session = session();
        let ty = read(&mut session, &ty);
        let mut marks = marks.into_iter().cycle();
        let members: Vec<Ty> = (0..3).map(|_| annotated(&mut session.types, ty, &mut marks)).collect();
        let types = &mut session.types;
        let [forwards, backwards] = [[members[0], members[1], members[2]], [members[2], members[1], members[0]]];
        prop_assert_eq!(types.union(&forwards), types.union(&backwards));
        let first = types.union(&members[..2]);
        prop_assert_eq!(types.union(&[first, members[2]]), types.union(&forwards));
    }
}
