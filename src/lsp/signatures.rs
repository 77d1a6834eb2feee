//! Signatures of functions, for those who write calls.

use super::view::View;
use crate::program::environment::{Environment, Overload, Signature};
use crate::program::{Invocation, Place};
use crate::syntax::tree::Node;
use crate::types::display::display_within;
use crate::types::vocabulary::InvocationForm;
use crate::types::{Interner, Name, Ty};

/// The longest type of a parameter that is shown in full, in bytes.
const LONGEST_TYPE: usize = 80;

/// A signature as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The whole.
    pub label: String,
    /// The parameters, as they stand in it.
    pub parameters: Vec<String>,
    /// Holds if the last parameter takes all further arguments.
    pub is_variadic: bool,
}

/// The signatures of the function that is called at a place: one, or those of a package's function in its forms.
pub fn signatures_of(view: &View<'_>, types: &Interner, at: Place) -> Vec<Shown> {
    let Node::Call(call) = view.tree(at.file).node(at.node) else { return Vec::new() };
    let function = view.tree(at.file).call(call).function;
    if let Some(Invocation::Function { signatures, .. }) = view.program.invocations.get(&at) {
        let forms = signatures.iter().filter(|of| of.0 != InvocationForm::Unknown);
        let token = ["token", "inputs", "options"];
        let shown = forms.map(|&(form, parameters, returns)| {
            let names = |at: usize| match form {
                InvocationForm::Positional if at > 0 => format!("argument{at}"),
                _ => token.get(at).map_or_else(|| format!("argument{at}"), |name| (*name).to_owned()),
            };
            shown(types, types.text(function), &names, (parameters, None), returns)
        });
        return shown.collect();
    }
    declared(view.environment, types, function)
}

/// The signatures that a function is declared with.
pub fn declared(environment: &Environment, types: &Interner, function: Name) -> Vec<Shown> {
    let Some(id) = environment.function(function) else { return Vec::new() };
    let overloads = environment.overloads(id);
    if overloads.is_empty() {
        return vec![of_signature(types, environment.signature(id))];
    }
    let of_overload = |of: &Overload| {
        let names = |at: usize| parameter_name(types, &of.parameter_names, at);
        shown(types, types.text(function), &names, (of.parameters, of.variadic), of.returns)
    };
    overloads.iter().map(of_overload).collect()
}

fn of_signature(types: &Interner, signature: &Signature) -> Shown {
    let names = |at: usize| parameter_name(types, &signature.parameter_names, at);
    let parameters = (signature.parameters, signature.variadic);
    shown(types, types.text(signature.name), &names, parameters, signature.returns)
}

fn parameter_name(types: &Interner, names: &[Name], at: usize) -> String {
    names.get(at).map_or_else(|| "rest".to_owned(), |&name| types.text(name).to_owned())
}

fn shown(
    types: &Interner,
    function: &str,
    name: &dyn Fn(usize) -> String,
    (fixed, variadic): (Ty, Option<Ty>),
    returns: Ty,
) -> Shown {
    let text = |ty: Ty| display_within(types, ty, LONGEST_TYPE);
    let fixed = types.members(fixed);
    let mut parameters: Vec<String> =
        fixed.iter().enumerate().map(|(at, &ty)| format!("{}: {}", name(at), text(ty))).collect();
    parameters.extend(variadic.map(|ty| format!("{}: {}...", name(fixed.len()), text(ty))));
    let label = format!("{function}({}): {}", parameters.join(", "), text(returns));
    Shown { label, parameters, is_variadic: variadic.is_some() }
}
