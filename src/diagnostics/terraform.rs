//! Problems of expressions in Terraform.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;
use crate::syntax::tree::{Call, Node, NodeId};
use crate::types::vocabulary::{Mark, TerraformError, Usage};
use crate::types::{NONE, Ty};

pub(super) fn diagnostic(
    context: &Context<'_>,
    at: Place,
    flaw: TerraformError,
    place: u32,
    found: Ty,
    expected: Ty,
) -> Diagnostic {
    let error = |code, message: &str| Diagnostic::error(code, at.file, context.span(at), message);
    let kind = if found == NONE { "null" } else { context.type_text(found) };
    let diagnostic = match flaw {
        TerraformError::Attribute => error("unknown-property", "the value has no such property or element").found(kind),
        TerraformError::Index => error("invalid-index", "the value has no element at this index").found(kind),
        TerraformError::Operand => error("no-conversion", "the operator does not take operands of these types")
            .found(format!("{kind} and {}", context.type_text(expected))),
        TerraformError::Condition => error("no-conversion", "the condition is not a bool").found(kind).expected("bool"),
        TerraformError::Branches => error("no-conversion", "the branches of the conditional have no common type")
            .found(format!("{kind} and {}", context.type_text(expected))),
        TerraformError::Interpolation => {
            error("no-conversion", "the value in the template is not a string").found(kind)
        }
        TerraformError::Key => error("no-conversion", "the key is not a string").found(kind),
        TerraformError::DuplicateKey => {
            error("duplicate-name", "the `for` expression produces two items with the same key")
        }
        TerraformError::Iteration => {
            error("not-iterable", "the `for` expression iterates over a value that is not a collection").found(kind)
        }
        TerraformError::Argument => {
            let called = parameter(context, at, place as usize);
            let (at, name) = argument(context, at, place as usize);
            let expected = context.type_text(expected);
            let message = format!("type mismatch: {called} of `{name}` does not convert to {expected}");
            Diagnostic::error("no-conversion", at.file, context.span(at), message).found(kind).expected(expected)
        }
        TerraformError::Call => {
            let (_, name) = argument(context, at, 0);
            error("wrong-argument", &format!("the call of `{name}` fails with these arguments"))
        }
        TerraformError::Input => error("no-conversion", "the value does not convert to the type of the input")
            .found(kind)
            .expected(context.type_text(expected)),
        TerraformError::Attributed => error("no-conversion", "the value does not convert to the expected type")
            .found(kind)
            .expected(context.type_text(expected)),
        TerraformError::Repetition => error("not-iterable", "`for_each` takes a map or a set of strings").found(kind),
        TerraformError::Expansion => {
            error("not-iterable", "the expanded argument is not a list, set or tuple").found(kind)
        }
    };
    let label = diagnostic.found.as_ref().map_or_else(|| "wrong here".to_owned(), |found| format!("found {found}"));
    diagnostic.label(label)
}

/// A sensitive or ephemeral value in a place that does not allow it.
pub(super) fn misused(context: &Context<'_>, at: Place, mark: Mark, usage: Usage) -> Diagnostic {
    let (code, called) = match mark {
        Mark::Sensitive => ("sensitive-value", "sensitive"),
        Mark::Ephemeral => ("ephemeral-value", "ephemeral"),
    };
    let message = match (usage, mark) {
        (Usage::Output, Mark::Sensitive) => {
            "the output has a sensitive value, but is not declared `sensitive`".to_owned()
        }
        (Usage::Output, Mark::Ephemeral) => {
            "the output has an ephemeral value, but is not declared `ephemeral`".to_owned()
        }
        (Usage::Result, _) => format!("an output of a root module cannot be {called}"),
        (Usage::Count, _) => format!("the number of instances depends on {called} values"),
        (Usage::ForEach, _) => format!("the keys of the instances depend on {called} values"),
        (Usage::Enabled, _) => format!("the existence of the instance depends on {called} values"),
        (Usage::Import, _) => format!("the identity of the imported object depends on {called} values"),
        (Usage::Input, _) => "an ephemeral value is passed to an input that is stored".to_owned(),
    };
    Diagnostic::error(code, at.file, context.span(at), message).label(format!("{called} value"))
}

/// The phrase for an argument in messages: the name of its parameter, or its number.
fn parameter(context: &Context<'_>, call: Place, number: usize) -> String {
    let Node::Call(id) = context.tree(call.file).node(call.node) else { return "the argument".to_owned() };
    match context.signature(call.file, id).and_then(|signature| signature.parameter_names.get(number)) {
        Some(&name) => format!("the argument `{}`", context.types.text(name)),
        None => format!("argument {}", number + 1),
    }
}

/// The place of an argument of a call, or of the last one, and the name of the function.
fn argument<'c>(context: &Context<'c>, at: Place, number: usize) -> (Place, &'c str) {
    let tree = context.tree(at.file);
    let Node::Call(call) = tree.node(at.node) else { return (at, "") };
    let Call { function, arguments, .. } = *tree.call(call);
    let arguments = tree.list(arguments);
    let node: Option<NodeId> = arguments.get(number).or(arguments.last()).copied();
    (Place { file: at.file, node: node.unwrap_or(at.node) }, context.types.text(function))
}
