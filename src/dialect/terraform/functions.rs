//! The functions of Terraform, which are given as data.

use typelog_interpreter::builtins::constant;
use typelog_interpreter::value::Dynamic;

use crate::program::environment::{Environment, Signature};
use crate::types::vocabulary::Standard;
use crate::types::{ANY, Interner, NONE, Ty};

/// Declares the functions, each by its name, and also by its name in the namespace `core` if it has no other.
pub(super) fn declare_functions(environment: &mut Environment, types: &mut Interner) {
    for line in include_str!("functions.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(signature) = signature(line, types) {
            let name = types.text(signature.name).to_owned();
            if !name.contains("::") {
                let core = types.name(&format!("core::{name}"));
                environment.declare_function(Signature { name: core, ..signature.clone() });
            }
            environment.declare_function(signature);
        }
    }
}

fn signature(line: &str, types: &mut Interner) -> Option<Signature> {
    let (name, rest) = line.split_once('(')?;
    let (rest, standard) = rest.split_once(" = ").map_or((rest, None), |(rest, name)| (rest, standard(name)));
    let (parameters, returns) = rest.rsplit_once(") ")?;
    let (mut names, mut fixed, mut variadic) = (Vec::new(), Vec::new(), None);
    for text in parameters.split(", ").filter(|text| !text.is_empty()) {
        if let Some(text) = text.strip_prefix("...") {
            variadic = Some(parameter(text, types));
        } else {
            let (name, text) = text.split_once(": ")?;
            names.push(types.name(name));
            fixed.push(parameter(text, types));
        }
    }
    Some(Signature {
        name: types.name(name),
        parameter_names: names,
        parameters: types.tuple(&fixed),
        variadic,
        returns: read(returns, types),
        builtin: None,
        standard,
        is_by_schema: false,
        rejects_null_elements: parameters.contains('!'),
        type_parameters: Vec::new(),
    })
}

fn parameter(text: &str, types: &mut Interner) -> Ty {
    let text = text.trim_end_matches('!');
    match text.strip_suffix('?') {
        Some(text) => {
            let ty = read(text, types);
            types.union(&[ty, NONE])
        }
        None => read(text, types),
    }
}

fn read(text: &str, types: &mut Interner) -> Ty {
    if text == "known" {
        let known = types.name("known");
        return types.opaque(known);
    }
    Environment::default().read_type(text, types).unwrap_or(ANY)
}

/// Returns the function of the rules with this name.
fn standard(name: &str) -> Option<Standard> {
    Standard::from_value(&constant(&format!("Standard::{name}"))?)
}
