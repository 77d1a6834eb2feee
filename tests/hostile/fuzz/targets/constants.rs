//! Constant expressions, and their conversion to types.

use typelog::answers::ask::normalized;
use typelog::diagnostics::{constant_diagnostics, type_diagnostics};
use typelog::source::Source;
use typelog::syntax::{json, parse_expression};
use typelog::type_expressions::constraint::{Constraint, ConstraintOptions, Reading, read_constraint};
use typelog::types::Interner;
use typelog::types::Value;
use typelog::types::display::display;
use typelog::value::{convert, evaluate, to_json};

use super::programs::{PLAIN, Surroundings};
use super::{head_and_rest, piece};

/// A constant, a line `---`, and a type to convert it to.
pub fn constants(text: &str) {
    let (value, ty) = head_and_rest(text);
    for hcl_only in [false, true] {
        let mut around = PLAIN.clone();
        let Some(value) = constant(value, hcl_only, &mut around.types) else { continue };
        is_json(&value, &around.types);
        stays(&value, &mut around.types);
        if let Some(constraint) = constraint(ty, hcl_only, &mut around) {
            converts(value, &constraint, &mut around.types);
        }
    }
}

fn constant(text: &str, hcl_only: bool, types: &mut Interner) -> Option<Value> {
    let (tree, root) = parse_expression(text, types).ok()?;
    match evaluate(&tree, root, hcl_only, types) {
        Ok(value) => Some(value),
        Err(errors) => {
            let source = Source::new("constant", text);
            assert!(!errors.is_empty());
            for diagnostic in constant_diagnostics(&errors) {
                piece(&source, diagnostic.span);
                assert!(!diagnostic.message.is_empty());
            }
            None
        }
    }
}

fn constraint(text: &str, hcl_only: bool, around: &mut Surroundings) -> Option<Constraint> {
    let (tree, root) = parse_expression(text, &mut around.types).ok()?;
    let options = ConstraintOptions { hcl_only, reading: Reading::WithDefaults };
    match read_constraint(&tree, root, options, &around.environment.types, &mut around.types) {
        Ok(found) => Some(Constraint { ty: normalized(&mut around.types, found.ty), ..found }),
        Err(errors) => {
            type_diagnostics(&errors);
            None
        }
    }
}

/// Checks that the JSON of a value is valid.
fn is_json(value: &Value, types: &Interner) {
    let text = format!("{{\"value\": {}}}", to_json(value, types));
    // In JSON syntax strings are templates, with special sequences, and a lone carriage return is an error.
    if ["${", "%{", "\\r"].iter().any(|special| text.contains(special)) {
        return;
    }
    let (_, errors) = json::parse_body(&text, json::HCL, &mut Interner::default());
    assert!(errors.is_empty(), "{text}: {errors:?}");
}

/// Checks that converting a value to its own type does not change it.
fn stays(value: &Value, types: &mut Interner) {
    let again = convert(value, value.ty, types);
    let again = again.unwrap_or_else(|error| panic!("a value is not of its own type: {}", error.display(types)));
    assert_eq!(to_json(&again, types), to_json(value, types));
}

/// Checks that a converted value has a type that it converts to again, and that converting it again does not change it.
fn converts(value: Value, constraint: &Constraint, types: &mut Interner) {
    match constraint.convert(value, types) {
        Err(error) => assert!(!error.display(types).is_empty()),
        Ok(once) => {
            is_json(&once, types);
            stays(&once, types);
            let text = to_json(&once, types);
            let twice = constraint.convert(once, types).unwrap_or_else(|error| {
                panic!("{text} does not convert to {}: {}", display(types, constraint.ty), error.display(types))
            });
            assert_eq!(to_json(&twice, types), text);
        }
    }
}
