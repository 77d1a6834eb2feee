//! Laws about declared types that refer to one another, also through eventuals, unions and refinements: every question about
//! them ends, with an answer.

use std::collections::BTreeSet;

use proptest::prelude::*;

use typelog::answers::ask::{Answer, Question, ask};
use typelog::answers::with_types;
use typelog::builtins::{Conversion, Mapping, iterates, lifts, maps_to, resolves, splats, unfolds};
use typelog::dialect::Dialect;
use typelog::results::laws::Sample;
use typelog::results::pages::checking::Session;
use typelog::source::Source;
use typelog::types::vocabulary::Step;
use typelog::types::{Eventuality, Number, Shape, Ty};

use super::cases;
use super::types::{DECLARATIONS, OWN, own_definitions};
use crate::support::session::session_of;

/// The text of declarations.
fn written(definitions: &[(Sample, bool)]) -> String {
    let block = |(name, (definition, is_refined)): (&&str, &(Sample, bool))| {
        let facet = if *is_refined && definition.to_string().starts_with("list(") { "  min_length = 1\n" } else { "" };
        format!("type \"{name}\" {{\n  is = {definition}\n{facet}}}\nvariable \"of_{name}\" {{ type = {name} }}\n")
    };
    DECLARATIONS.to_owned() + &OWN.iter().zip(definitions).map(block).collect::<String>()
}

/// A session with declarations, and their types: by name, and as eventual.
fn declared(definitions: &[(Sample, bool)]) -> (Session, Vec<Ty>) {
    let mut session = session_of(Dialect::Hcl, &[Source::new("declarations", written(definitions))]);
    let texts = OWN.iter().flat_map(|name| [(*name).to_owned(), format!("output({name})"), format!("promise({name})")]);
    let types = texts.map(|text| session.read_type(&text).expect("a declared type")).collect();
    (session, types)
}

/// The types that occur in a type, with the definitions of those that are declared.
fn reached(session: &mut Session, ty: Ty) -> BTreeSet<Ty> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![ty]);
    while let Some(ty) = waiting.pop() {
        if !found.insert(ty) {
            continue;
        }
        match session.types.shape(ty) {
            Shape::Named(_) => waiting.push(with_types(&mut session.types, || unfolds(ty))),
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                waiting.push(part);
            }
            _ => {
                waiting.extend(session.types.members(ty));
                waiting.extend(session.types.properties(ty).iter().map(|property| property.1));
            }
        }
    }
    found
}

/// A program that uses values of the declared types in every way.
const PROGRAM: &str = r#"
same    = [of_A, of_B, of_C]
either  = of_A == of_B ? of_B : of_C
steps   = [of_A.a, of_A[0], of_B["b"][0].a, of_C[1][2][3]]
each    = [for k, v in of_A : { (k) = v }]
splat   = [of_A[*], of_B[*].a[*]]
text    = "${of_A}-${of_B}"
object  = { a = of_A, b = of_B.a.b.c }
"#;

proptest! {
    #![proptest_config(cases(192))]

    /// Every question about declared types has an answer. Each type converts to itself.
    #[test]
    fn questions_about_recursive_types_end(definitions in own_definitions()) {
        let (mut session, types) = declared(&definitions);
        let steps = [Step::Name(session.types.name("a")), Step::Number(session.types.number(Number::from(0_usize)))];
        for &s in &types {
            prop_assert_eq!(ask(&mut session.types, &[Question::Convert(s, s)]), vec![Answer::Convert(Conversion::Safe)]);
            for &t in &types {
                let questions = [Question::Convert(s, t), Question::Assignable(s, t), Question::Unify(s, t)];
                prop_assert_eq!(ask(&mut session.types, &questions).len(), 3);
            }
            for step in steps {
                let mut from = s;
                for _ in 0..3 {
                    let Answer::Traverse(to, _) = ask(&mut session.types, &[Question::Traverse(from, step)])[0] else {
                        panic!("a step has a type")
                    };
                    from = to;
                }
            }
            let text = session.display(s);
            // The text of a recursive type without its eventuals is that of the type itself.
            prop_assert!(session.read_type(&text).is_ok(), "{}", text);
            with_types(&mut session.types, || {
                iterates(s);
                splats(s);
                for mapping in [Mapping::Input, Mapping::Normalize, Mapping::Widen, Mapping::ResolvePromises] {
                    maps_to(mapping, s);
                }
            });
        }
    }

    /// A resolved type reaches no eventuals, and one that is lifted to a promise no promise inside of the promise. The flags of
    /// both say so.
    #[test]
    fn resolving_recursive_types_leaves_no_eventuals(definitions in own_definitions()) {
        let (mut session, types) = declared(&definitions);
        for ty in types {
            let (resolved, lifted) = with_types(&mut session.types, || (resolves(ty), lifts(Eventuality::Promise, ty)));
            prop_assert_eq!(session.types.eventuality(resolved), Eventuality::Prompt);
            for part in reached(&mut session, resolved) {
                prop_assert!(!matches!(session.types.shape(part), Shape::Output(_) | Shape::Promise(_)));
            }
            let Shape::Promise(inside) = session.types.shape(lifted) else { panic!("a promise") };
            prop_assert!(!session.types.has_promise(inside));
            for part in reached(&mut session, inside) {
                prop_assert!(!matches!(session.types.shape(part), Shape::Promise(_)));
            }
        }
    }

    /// Programs over recursive types are checked, and print the same types each time.
    #[test]
    fn programs_over_recursive_types_are_checked(definitions in own_definitions()) {
        let checked = || {
            let (mut session, _) = declared(&definitions);
            let checked = session.check(&[("main.hcl".to_owned(), PROGRAM.to_owned())]);
            (checked.types(), checked.page())
        };
        let (types, page) = checked();
        prop_assert_eq!(types.lines().count(), 7);
        prop_assert_eq!((types, page), checked());
    }
}
