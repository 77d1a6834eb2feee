//! `missing-argument`: a call lacks a required argument.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::Node;
use crate::types::ANY;

pub(super) fn diagnostic(context: &Context<'_>, at: Place, parameter: u32) -> Diagnostic {
    let tree = context.tree(at.file);
    let span = context.span(at);
    let Node::Call(id) = tree.node(at.node) else {
        return Diagnostic::error(Code::MissingArgument, at.file, span, "missing argument");
    };
    let function = context.types.text(tree.call(id).function);
    let signature = context.signature(at.file, id);
    let place = signature.map_or(parameter as usize, |signature| signature.value_parameter(parameter as usize));
    let name = signature.and_then(|signature| signature.parameter_names.get(place));
    let name = name.map_or_else(|| (place + 1).to_string(), |&name| format!("`{}`", context.types.text(name)));
    let expected = signature.and_then(|signature| context.types.members(signature.parameters).get(place));
    let message = format!("missing argument {name} of `{function}`");
    let diagnostic = Diagnostic::error(Code::MissingArgument, at.file, span, message);
    let diagnostic = diagnostic.label("too few arguments");
    match expected {
        // Any value includes null.
        Some(&ty) if !context.types.members(ty).contains(&ANY) => diagnostic.expected(context.expected_text(ty)),
        _ => diagnostic,
    }
}
