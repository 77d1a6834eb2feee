//! Signature help for function calls.

use gen_lsp_types::{
    ActiveParameter, ParameterInformation, ParameterInformationLabel, SignatureHelp, SignatureInformation,
};

use super::completion::{Marked, find};
use super::text::Encoding;
use super::view::View;
use crate::program::FileId;
use crate::program::environment::{Environment, Overload, Signature};
use crate::program::{Invocation, Place};
use crate::syntax::tree::{Node, NodeId};
use crate::types::display::display_within;
use crate::types::vocabulary::InvocationForm;
use crate::types::{Interner, Name, Ty};

/// The maximal length of a parameter type shown in full, in bytes.
const LONGEST_TYPE: usize = 80;

/// A signature as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The whole signature.
    pub label: String,
    /// The parameters, as they appear in the label.
    pub parameters: Vec<String>,
    /// Holds if the last parameter takes all further arguments.
    pub is_variadic: bool,
}

/// Returns the signatures of a called function: one, or all overloads of a package's function.
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
    match view.program.provided.get(&function) {
        Some(signature) => signature.iter().map(|signature| of_signature(types, signature)).collect(),
        None => declared(view.environment, types, function),
    }
}

/// Returns the declared signatures of a function.
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

/// Returns the signatures of the call around the mark in a repaired program.
pub fn signature_help(view: &View<'_>, types: &Interner, file: FileId) -> Option<SignatureHelp> {
    let tree = view.tree(file);
    let (Marked::Name(node) | Marked::Step(node, _) | Marked::Key(node) | Marked::Text(node)) = find(tree, types)?
    else {
        return None;
    };
    // The innermost call that contains the mark; nodes follow their children.
    let span = tree.span(node);
    let mut calls = (node.0 + 1..tree.len() as u32).map(NodeId).filter(|&of| tree.span(of).contains(span));
    let (at, number) = calls.find_map(|of| argument(view, Place { file, node: of }, node))?;
    let shown = signatures_of(view, types, at);
    let active = shown.iter().position(|of| number < of.parameters.len() || of.is_variadic).unwrap_or(0);
    let signatures = shown.iter().map(|of| information(of, number)).collect();
    Some(SignatureHelp { signatures, active_signature: Some(active as u32), active_parameter: None })
}

/// Returns the call at a place, with the index of the argument that contains a node.
fn argument(view: &View<'_>, at: Place, node: NodeId) -> Option<(Place, usize)> {
    let tree = view.tree(at.file);
    let Node::Call(call) = tree.node(at.node) else { return None };
    // Arguments are in order, each after its children.
    let number = tree.list(tree.call(call).arguments).iter().position(|&argument| node <= argument)?;
    Some((at, number))
}

fn information(shown: &Shown, number: usize) -> SignatureInformation {
    let last = shown.parameters.len().saturating_sub(1);
    let active = if shown.is_variadic { number.min(last) } else { number };
    // Labels are offsets in the text, in UTF-16 units.
    let mut from = 0;
    let parameters = shown.parameters.iter().map(|parameter| {
        let start = shown.label[from..].find(&parameter[..]).map_or(from, |at| from + at);
        from = start + parameter.len();
        let [start, end] = [start, from].map(|at| Encoding::Utf16.units(&shown.label[..at]));
        ParameterInformation { label: ParameterInformationLabel::Tuple((start, end)), documentation: None }
    });
    SignatureInformation {
        label: shown.label.clone(),
        documentation: None,
        parameters: Some(parameters.collect()),
        active_parameter: Some(ActiveParameter::Int(active as u32)),
    }
}
