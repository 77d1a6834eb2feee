//! Type expressions in both notations, with their defaults, and questions about the types.

use typelog::answers::ask::{Answer, Question, ask, normalized};
use typelog::answers::model::{containment, fit};
use typelog::answers::{failing_way, with_types};
use typelog::builtins::{Conversion, is_inexact, model_mismatch};
use typelog::diagnostics::{disagreement, type_diagnostics};
use typelog::program::environment::Environment;
use typelog::provenance::conversion_proof;
use typelog::source::Source;
use typelog::syntax::{SyntaxError, parse_expression};
use typelog::type_expressions::constraint::{Constraint, ConstraintOptions, Reading, read_constraint};
use typelog::type_expressions::type_string::type_string;
use typelog::types::Value;
use typelog::types::display::{display, display_within};
use typelog::types::{Interner, Ty};

use super::programs::{PLAIN, Surroundings};
use super::{parts, piece};

const EXTENDED: ConstraintOptions = ConstraintOptions { hcl_only: false, reading: Reading::WithDefaults };
const EXACT: ConstraintOptions = ConstraintOptions { hcl_only: false, reading: Reading::Exact };
const HCL: ConstraintOptions = ConstraintOptions { hcl_only: true, reading: Reading::WithDefaults };
const HCL_CONSTRAINT: ConstraintOptions = ConstraintOptions { hcl_only: true, reading: Reading::Constraint };
const HCL_EXACT: ConstraintOptions = ConstraintOptions { hcl_only: true, reading: Reading::Exact };

/// The most types that are compared pairwise.
const MOST_TYPES: usize = 3;

/// Type expressions, separated by lines `---`.
pub fn types(text: &str) {
    let mut around = PLAIN.clone();
    let mut found = Vec::new();
    for text in parts(text) {
        let extended = constraint(text, EXTENDED, &mut around);
        let hcl = constraint(text, HCL, &mut around);
        agree(text, constraint(text, EXACT, &mut around), extended.as_ref(), &mut around);
        agree(text, constraint(text, HCL_EXACT, &mut around), hcl.as_ref(), &mut around);
        agree(text, constraint(text, HCL_CONSTRAINT, &mut around), hcl.as_ref(), &mut around);
        if let Some(hcl) = &hcl {
            writes_and_reads(hcl.ty, &mut around);
        }
        agree(text, hcl, extended.as_ref(), &mut around);
        if let Some(extended) = extended {
            found.push(checked(&extended, &mut around));
        }
    }
    for (s, t) in pairs(found.len().min(MOST_TYPES)) {
        questions(found[s], found[t], &mut around.types);
    }
}

/// Reads a type in the notation of the project.
///
/// # Errors
/// The messages of the errors in the text.
pub fn read(text: &str, environment: &Environment, types: &mut Interner) -> Result<Ty, Vec<String>> {
    let name = types.name(text);
    if let Some(&declared) = environment.types.get(&name) {
        return Ok(declared);
    }
    let (tree, root) =
        parse_expression(text, types).map_err(|errors| errors.iter().map(SyntaxError::message).collect::<Vec<_>>())?;
    let read = read_constraint(&tree, root, EXTENDED, &environment.types, types);
    let read = read.map_err(|errors| errors.into_iter().map(|error| error.message).collect::<Vec<_>>())?;
    Ok(normalized(types, read.ty))
}

/// Reads a type constraint, and checks its errors.
pub fn constraint(text: &str, options: ConstraintOptions, around: &mut Surroundings) -> Option<Constraint> {
    let (tree, root) = parse_expression(text, &mut around.types).ok()?;
    match read_constraint(&tree, root, options, &around.environment.types, &mut around.types) {
        Ok(found) => Some(Constraint { ty: normalized(&mut around.types, found.ty), ..found }),
        Err(errors) => {
            assert!(errors.is_sorted_by_key(|error| error.span) && !errors.is_empty());
            let source = Source::new("type", text);
            for diagnostic in type_diagnostics(&errors) {
                piece(&source, diagnostic.span);
                assert!(!diagnostic.message.is_empty());
            }
            None
        }
    }
}

/// Checks that the wider notation reads whatever the narrower one reads, with the same result.
fn agree(text: &str, narrow: Option<Constraint>, wide: Option<&Constraint>, around: &mut Surroundings) {
    let Some(narrow) = narrow else { return };
    let wide = wide.unwrap_or_else(|| panic!("only the narrower notation reads {text:?}"));
    assert_eq!(display(&around.types, narrow.ty), display(&around.types, wide.ty), "{text:?}");
    assert_eq!(defaults(&narrow, &around.types), defaults(wide, &around.types), "{text:?}");
}

fn defaults(constraint: &Constraint, types: &Interner) -> Option<String> {
    constraint.defaults.as_ref().map(|defaults| defaults.to_json(types))
}

/// Checks that printing a type in HCL's notation and reading it back is stable.
fn writes_and_reads(ty: Ty, around: &mut Surroundings) {
    let text = type_string(&mut around.types, ty);
    // As in the reference, keys that are not identifiers, or that begin an iteration, are printed but not read.
    if text.contains('"') || text.contains("{for=") {
        return;
    }
    let again = constraint(&text, HCL, around).unwrap_or_else(|| panic!("{text} is not read"));
    assert_eq!(type_string(&mut around.types, again.ty), text);
}

/// The type of a constraint. Checks that its text parses to it, and that applying its defaults twice equals applying them once.
fn checked(constraint: &Constraint, around: &mut Surroundings) -> Ty {
    let text = display(&around.types, constraint.ty);
    assert_eq!(read(&text, &around.environment, &mut around.types), Ok(constraint.ty), "{text}");
    for limit in [0, 7, 40] {
        assert!(display_within(&around.types, constraint.ty, limit).len() <= text.len() + 3);
    }
    if let Some(defaults) = &constraint.defaults {
        let empty = Value::object(Vec::new(), &mut around.types);
        let once = defaults.apply(empty, &mut around.types);
        let twice = defaults.apply(once.clone(), &mut around.types);
        assert_eq!(format!("{once:?}"), format!("{twice:?}"), "{text}");
    }
    let types = &mut around.types;
    assert_eq!(related(constraint.ty, constraint.ty, types), (Conversion::Safe, true), "{text}");
    let common = ask(types, &[Question::Unify(constraint.ty, constraint.ty)]);
    assert_eq!(common, [Answer::Unify(constraint.ty, constraint.ty)], "{text}");
    constraint.ty
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (0..count).map(move |b| (a, b)))
}

/// The kind of the conversion between two types, and the answer of assignability.
fn related(s: Ty, t: Ty, types: &mut Interner) -> (Conversion, bool) {
    match ask(types, &[Question::Convert(s, t), Question::Assignable(s, t)])[..] {
        [Answer::Convert(kind), Answer::Assignable(yes)] => (kind, yes),
        ref other => panic!("{other:?} answers a conversion and an assignability"),
    }
}

/// Asks all questions about two types.
fn questions(s: Ty, t: Ty, types: &mut Interner) {
    let (from, to) = (display(types, s), display(types, t));
    let (kind, is_assignable) = related(s, t, types);
    // Tuples of different lengths, and outputs to promises, are excepted.
    let is_excepted = from.contains("tuple") && to.contains("tuple")
        || ["output", "Chain"].iter().any(|word| from.contains(word)) && to.contains("promise");
    assert!(!is_assignable || is_excepted || kind != Conversion::No, "{from} <: {to}");
    let Answer::Unify(safe, loose) = ask(types, &[Question::Unify(s, t)])[0] else { panic!("no unification") };
    assert!(!display(types, safe).is_empty() && !display(types, loose).is_empty());
    assert_eq!(ask(types, &[Question::Convert(s, t)]), [Answer::Convert(kind)], "{from} ~> {to}");
    let (row, derivations) = conversion_proof(types, s, t);
    let _ = derivations.proof(&row, 5).failing();
    if kind == Conversion::No {
        let way = failing_way(types, s, t);
        let _ = disagreement(types, s, t, &way);
    }
    assert_eq!(fit(types, &[(s, t)]).len(), 1);
    with_types(types, || (model_mismatch(s, t), is_inexact(s, t)));
    containment(types, s, t);
}
