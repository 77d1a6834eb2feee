//! What type expressions say, and what values convert to: two tables, and the sentences of HCL's documentation on type
//! expressions.
//!
//! `TYPELOG_BLESS=1` rewrites the answers in the tables, never the questions.

use std::fmt::Write;
use std::path::Path;

use typelog::syntax;
use typelog::types::Interner;
use typelog::types::constraint::{Constraint, ConstraintOptions, read_constraint};
use typelog::types::display::display;
use typelog::types::parse::{TypeError, TypeScope};
use typelog::types::type_string::type_string;
use typelog::value::{Value, evaluate, to_json};

const HCL: ConstraintOptions = ConstraintOptions { hcl_only: true, is_exact: false };
const HCL_EXACT: ConstraintOptions = ConstraintOptions { hcl_only: true, is_exact: true };
const TYPELOG: ConstraintOptions = ConstraintOptions { hcl_only: false, is_exact: false };
const TYPELOG_EXACT: ConstraintOptions = ConstraintOptions { hcl_only: false, is_exact: true };

fn constraint(text: &str, options: ConstraintOptions, types: &mut Interner) -> Result<Constraint, Vec<TypeError>> {
    let syntax_error = |error: syntax::SyntaxError| TypeError {
        message: "the text is no expression".to_owned(),
        suggestion: None,
        span: error.span,
    };
    let (tree, root) = syntax::parse_expression(text, types)
        .map_err(|errors| errors.into_iter().map(syntax_error).collect::<Vec<_>>())?;
    read_constraint(&tree, root, options, &TypeScope::default(), types)
}

fn value(text: &str, options: ConstraintOptions, types: &mut Interner) -> Result<Value, String> {
    let (tree, root) = syntax::parse_expression(text, types).map_err(|_| "the text is no expression".to_owned())?;
    evaluate(&tree, root, options.hcl_only, types).map_err(|errors| errors[0].message.clone())
}

fn shown(types: &mut Interner, ty: typelog::types::Ty, options: ConstraintOptions) -> String {
    if options.hcl_only { type_string(types, ty) } else { display(types, ty) }
}

/// The answer to a row of the table of conversions.
fn converted(question: &str, options: ConstraintOptions) -> String {
    let types = &mut Interner::default();
    let (written, wanted) = question.rsplit_once(" | ").expect("a value and a type");
    let outcome = value(written, options, types).and_then(|value| {
        let constraint = constraint(wanted, options, types).map_err(|errors| errors[0].message.clone())?;
        constraint.convert(value, types).map_err(|error| error.display(types))
    });
    match outcome {
        Ok(value) => format!("{} | {}", to_json(&value, types), shown(types, value.ty, options)),
        Err(message) => format!("! {message}"),
    }
}

/// The answer to a row of the table of type expressions.
fn read(question: &str, options: ConstraintOptions) -> String {
    let types = &mut Interner::default();
    match constraint(question, options, types) {
        Ok(Constraint { ty, defaults }) => {
            let mut text = shown(types, ty, options);
            if let Some(defaults) = defaults {
                let _ = write!(text, " | {}", defaults.to_json(types));
            }
            text
        }
        Err(errors) => {
            let shown = errors.into_iter().map(|TypeError { message, suggestion, span }| {
                let suggestion = suggestion.map_or(String::new(), |name| format!(" (nearest: {name})"));
                format!("! {message}{suggestion} ^ {}", &question[span.range()])
            });
            shown.collect::<Vec<_>>().join(" ")
        }
    }
}

/// Compares a table with the answers to its questions. Answers stand below their questions, behind `=>`.
fn check(name: &str, answer: fn(&str, ConstraintOptions) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/values").join(name);
    let table = std::fs::read_to_string(&path).expect("the table");
    let (mut options, mut expected) = (HCL, String::new());
    for line in table.lines().filter(|line| !line.starts_with("    => ")) {
        expected.push_str(line);
        expected.push('\n');
        match line {
            "[hcl]" => options = HCL,
            "[hcl exact]" => options = HCL_EXACT,
            "[typelog]" => options = TYPELOG,
            "[typelog exact]" => options = TYPELOG_EXACT,
            _ if line.is_empty() || line.starts_with('#') => {}
            question => {
                let _ = writeln!(expected, "    => {}", answer(question, options));
            }
        }
    }
    if std::env::var_os("TYPELOG_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("the table is written");
        return;
    }
    for (line, (found, expected)) in table.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{name}, line {}", line + 1);
    }
    assert_eq!(table.lines().count(), expected.lines().count(), "{name}: questions without answers");
}

#[test]
fn values_convert_as_the_table_says() {
    check("conversions.txt", converted);
}

#[test]
fn type_expressions_are_read_as_the_table_says() {
    check("constraints.txt", read);
}
