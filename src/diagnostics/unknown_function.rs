//! `unknown-function`: a called function does not exist.

use super::Diagnostic;
use super::context::Context;
use super::suggestions::Help;
use super::unknown_variable::variables_of_iterations;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::Node;
use crate::types::Name;
use crate::types::nearest::nearest;

/// The names that other languages have for functions of PCL.
const OF_OTHERS_IN_PCL: [(&str, &str); 14] = [
    ("base64decode", "fromBase64"),
    ("base64encode", "toBase64"),
    ("count", "length"),
    ("file", "readFile"),
    ("json", "toJSON"),
    ("jsonencode", "toJSON"),
    ("len", "length"),
    ("nonsensitive", "unsecret"),
    ("one", "singleOrNone"),
    ("readfile", "readFile"),
    ("sensitive", "secret"),
    ("size", "length"),
    ("stringify", "toJSON"),
    ("strlen", "length"),
];

/// The names that other languages have for functions of Terraform.
const OF_OTHER_LANGUAGES: [(&str, &str); 9] = [
    ("count", "length"),
    ("downcase", "lower"),
    ("len", "length"),
    ("lowercase", "lower"),
    ("size", "length"),
    ("strlen", "length"),
    ("substring", "substr"),
    ("upcase", "upper"),
    ("uppercase", "upper"),
];

const NOT_PROVIDED: &str = "no required provider of this name has this function";

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let tree = context.tree(at.file);
    let Node::Call(id) = tree.node(at.node) else {
        return Diagnostic::error(Code::UnknownFunction, at.file, context.span(at), "undefined function");
    };
    let call = tree.call(id);
    let name = context.types.text(call.function);
    let known = context.environment.function_names().map(|name| context.types.text(name));
    let meant = match context.program.provided.get(&call.function) {
        Some(Err(Some(meant))) => Some(meant.clone()),
        _ => of_another_language(context, name).or_else(|| nearest(name, known)),
    };
    let help = match meant {
        _ if name == "not" => Some("the operator for *not* is `!`".into()),
        _ if is_value(context, at, call.function) => {
            Some(format!("`{name}` is no function; `{name}[...]` is a part of it").into())
        }
        meant => meant.map(|name| Help::name("function", name)),
    };
    let is_provided = name.starts_with("provider::");
    let label = if is_provided { NOT_PROVIDED } else { "no function of this name is declared" };
    Diagnostic::error(Code::UnknownFunction, at.file, call.function_span, format!("undefined function `{name}`"))
        .label(label)
        .help(help)
}

/// A function that does not exist, in an argument of `try` or `can`, which catch that.
pub(super) fn caught(context: &Context<'_>, at: Place) -> Diagnostic {
    diagnostic(context, at).warning()
}

/// Holds if a name stands for a value at an expression, outside of Terraform.
fn is_value(context: &Context<'_>, at: Place, name: Name) -> bool {
    let text = context.types.text(name);
    !context.program.is_terraform
        && (!context.names().definitions(text).is_empty() || variables_of_iterations(context, at).contains(&text))
}

/// Returns the function that has another name elsewhere.
fn of_another_language(context: &Context<'_>, name: &str) -> Option<String> {
    let all = if context.program.is_terraform { &OF_OTHER_LANGUAGES[..] } else { &OF_OTHERS_IN_PCL };
    let &(_, own) = all.iter().find(|known| known.0 == name)?;
    let is_known = context.environment.function_names().any(|known| context.types.text(known) == own);
    is_known.then(|| own.to_owned())
}
