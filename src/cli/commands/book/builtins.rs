//! `typelog book builtins`: the functions and values that rules may use.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use typelog_interpreter::signatures;
use typelog_reader::builtins::{Builtin, Shape};
use typelog_reader::types::Type;

/// Lists the functions with their signatures and meanings, and then the named values by their types. With a name, only those whose
/// names contain it.
pub fn list(part: Option<&str>) -> String {
    let is_shown = |name: &str| part.is_none_or(|part| name.contains(part));
    let mut text = String::new();
    for (name, builtin) in signatures().all().filter(|(name, _)| is_shown(name)) {
        let _ = writeln!(text, "{}\n  {}", signature(name, builtin), builtin.meaning);
    }
    let takes_value = |builtin: &Builtin| builtin.parameters.iter().any(Type::is_cty_value);
    if signatures().all().any(|(name, builtin)| is_shown(name) && takes_value(builtin)) {
        let _ = writeln!(text, "CtyValue: a type, or a value of Terraform; a builtin makes a type of types alone");
    }
    let mut values: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, ty) in signatures().constants().filter(|(name, _)| is_shown(name)) {
        values.entry(ty.to_string()).or_default().push(name);
    }
    for (ty, names) in values {
        let _ = writeln!(text, "{ty}: {}", names.join(", "));
    }
    text
}

/// Returns the signature as a rule writes the call: `u? = member(t: Ty, i: u32)`.
fn signature(name: &str, builtin: &Builtin) -> String {
    let Builtin { names, parameters, shape, result, .. } = builtin;
    let parameters: Vec<String> = names.iter().zip(parameters).map(|(name, ty)| format!("{name}: {ty}")).collect();
    let call = format!("{name}({})", parameters.join(", "));
    match shape {
        Shape::Value => format!("{call} -> {result}"),
        Shape::Partial => format!("{call} -> {result}, or nothing"),
        Shape::Condition => format!("{call}, a condition"),
        Shape::Several => format!("{call} -> several {result}"),
    }
}
