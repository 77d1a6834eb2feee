//! Questions about type expressions and constant values, and their answers.

use std::fmt::Write;

use crate::syntax;
use crate::type_expressions::constraint::{Constraint, ConstraintOptions, Reading, read_constraint};
use crate::type_expressions::notation::parse_type;
use crate::type_expressions::parse::TypeError;
use crate::type_expressions::scope::TypeScope;
use crate::type_expressions::type_string::type_string;
use crate::types::Value;
use crate::types::display::display;
use crate::types::{Interner, Ty};
use crate::value::{evaluate, to_json};

/// The answer to a line without a value and a type.
const NO_QUESTION: &str = "! the line has no value and type, `VALUE | TYPE`";

/// The options for type expressions that a fence names: HCL's own notation, exact types, or no defaults.
///
/// # Errors
/// A mode of another name.
pub fn options(mode: Option<&str>) -> Result<ConstraintOptions, String> {
    let (hcl_only, reading) = match mode {
        None => (false, Reading::WithDefaults),
        Some("exact") => (false, Reading::Exact),
        Some("no-defaults") => (false, Reading::Constraint),
        Some("hcl") => (true, Reading::WithDefaults),
        Some("hcl-exact") => (true, Reading::Exact),
        Some("hcl-no-defaults") => (true, Reading::Constraint),
        Some(other) => return Err(format!("type expressions are not read as `{other}`")),
    };
    Ok(ConstraintOptions { hcl_only, reading })
}

/// The questions of a text, each followed by a line `=> ANSWER`.
pub fn answered(text: &str, answer: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("    => ")) {
        out = out + line + "\n";
        if !line.is_empty() && !line.starts_with('#') {
            let _ = writeln!(out, "    => {}", answer(line));
        }
    }
    out
}

fn constraint(text: &str, options: ConstraintOptions, types: &mut Interner) -> Result<Constraint, Vec<TypeError>> {
    let syntax_error = |error: syntax::SyntaxError| TypeError {
        message: "the text is no expression".to_owned(),
        suggestion: None,
        span: error.span,
    };
    let parse = if options.hcl_only { syntax::parse_expression } else { parse_type };
    let (tree, root) = parse(text, types).map_err(|errors| errors.into_iter().map(syntax_error).collect::<Vec<_>>())?;
    read_constraint(&tree, root, options, &TypeScope::default(), types)
}

fn value(text: &str, options: ConstraintOptions, types: &mut Interner) -> Result<Value, String> {
    let (tree, root) = syntax::parse_expression(text, types).map_err(|_| "the text is no expression".to_owned())?;
    evaluate(&tree, root, options.hcl_only, types).map_err(|errors| errors[0].message.clone())
}

fn shown(types: &mut Interner, ty: Ty, options: ConstraintOptions) -> String {
    if options.hcl_only { type_string(types, ty) } else { display(types, ty) }
}

/// The result of the conversion `value | type`.
pub fn converted(question: &str, options: ConstraintOptions, types: &mut Interner) -> String {
    let Some((written, wanted)) = question.rsplit_once(" | ") else { return NO_QUESTION.to_owned() };
    let outcome = value(written, options, types).and_then(|value| {
        let constraint = constraint(wanted, options, types).map_err(|errors| errors[0].message.clone())?;
        constraint.convert(value, types).map_err(|error| error.display(types))
    });
    match outcome {
        Ok(value) => format!("{} | {}", to_json(&value, types), shown(types, value.ty, options)),
        Err(message) => format!("! {message}"),
    }
}

/// The type and value of `value | type` after the defaults of the type are applied. If a further type is between the two, the
/// value is converted to it first.
pub fn with_defaults(question: &str, options: ConstraintOptions, types: &mut Interner) -> String {
    let parts: Vec<&str> = question.split(" | ").collect();
    let [written, before @ .., wanted] = &parts[..] else { return NO_QUESTION.to_owned() };
    let read =
        |text: &str, types: &mut Interner| constraint(text, options, types).map_err(|errors| errors[0].message.clone());
    let outcome = value(written, options, types).and_then(|value| {
        let value = before.iter().try_fold(value, |value, ty| {
            read(ty, types)?.convert(value, types).map_err(|error| error.display(types))
        })?;
        Ok(read(wanted, types)?.with_defaults(value, types))
    });
    match outcome {
        Ok(value) => format!("{} | {}", to_json(&value, types), shown(types, value.ty, options)),
        Err(message) => format!("! {message}"),
    }
}

/// The type and the defaults of a type expression, or its errors.
pub fn read(question: &str, options: ConstraintOptions, types: &mut Interner) -> String {
    match constraint(question, options, types) {
        Ok(constraint) => {
            let mut text = shown(types, constraint.ty, options);
            if let Some(defaults) = &constraint.defaults {
                let filled = constraint.filled(types);
                let _ = write!(text, " | {} | {}", defaults.to_json(types), shown(types, filled, options));
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
