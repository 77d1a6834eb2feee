//! Calls of built-ins, of package functions and of methods: `wrong-argument`, `object-argument`, `missing-argument`,
//! `unknown-method`, `not-a-resource`; and divisions: `division-by-zero`.

use super::Diagnostic;
use super::context::Context;
use super::suggestions::Help;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::{Call, Node, NodeId};
use crate::types::Ty;
use crate::types::nearest::nearest;

/// The first argument of a built-in has the wrong type.
pub(super) fn wrong_argument(context: &Context<'_>, at: Place) -> Diagnostic {
    let (place, name) = argument(context, at, 0);
    let expected = match name {
        "element" | "singleOrNone" => "a list or a tuple",
        "entries" => "a collection",
        "length" => "a collection or a string",
        "lookup" => "a map or an object",
        "recover" => "an output",
        _ => "a single resource",
    };
    let found = context.inference.type_of(place).map(|ty| context.type_text(ty)).unwrap_or_default();
    let message = format!("the first argument of `{name}` must be {expected}");
    Diagnostic::error(Code::WrongArgument, place.file, context.span(place), message)
        .label(format!("not {expected}"))
        .found(found)
        .warning_if(context.strictness.is_lenient)
}

/// The right operand of a division is zero.
pub(super) fn zero_divisor(context: &Context<'_>, at: Place) -> Diagnostic {
    let operator = match context.around(at) {
        Some(Node::Binary(operator, ..)) => operator.symbol(),
        _ => "/",
    };
    let message = format!("the divisor of `{operator}` is zero");
    Diagnostic::error(Code::DivisionByZero, at.file, context.span(at), message).label("this is zero")
}

/// An object is passed to a function that takes positional arguments.
pub(super) fn object_argument(context: &Context<'_>, at: Place) -> Diagnostic {
    let (place, _) = argument(context, at, 0);
    let message = "the function takes positional arguments, not an object";
    Diagnostic::error(Code::ObjectArgument, place.file, context.span(place), message)
        .label("expected the first positional argument")
        .help(Some("write `invoke(token, first, second)`".to_owned()))
}

/// An invocation without an argument for the inputs of the function.
pub(super) fn missing_inputs(context: &Context<'_>, at: Place) -> Diagnostic {
    let (place, _) = argument(context, at, 0);
    Diagnostic::error(
        Code::MissingArgument,
        place.file,
        context.span(place),
        "missing argument: the inputs of the function",
    )
    .label("`invoke` requires a second argument")
    .help(Some("pass `{}` if the function has no inputs".to_owned()))
}

/// A call of a method that the resource type does not have.
pub(super) fn unknown_method(context: &Context<'_>, at: Place, resource: Ty) -> Diagnostic {
    let (place, _) = argument(context, at, 1);
    let class = context.types.class_of(resource).map(|id| context.types.class(id));
    let name = match context.tree(place.file).node(place.node) {
        Node::String(text) => context.types.text(text),
        _ => "",
    };
    let known = class.into_iter().flat_map(|class| &class.methods).map(|method| context.types.text(method.name));
    let help = nearest(name, known).map(|name| Help::name("method", name));
    let token = class.map_or("", |class| context.types.text(class.token));
    let message = format!("unknown method `{name}` of the resource type `{token}`");
    Diagnostic::error(Code::UnknownMethod, place.file, context.span(place), message)
        .label("the resource type has no such method")
        .help(help)
}

/// A method call whose receiver is not a single resource.
pub(super) fn no_receiver(context: &Context<'_>, at: Place) -> Diagnostic {
    let found = context.inference.type_of(at).map(|ty| context.type_text(ty)).unwrap_or_default();
    Diagnostic::error(
        Code::NotAResource,
        at.file,
        context.span(at),
        "the receiver of a method call must be a single resource",
    )
    .label("not a single resource")
    .found(found)
}

/// The place of an argument of a call, and the name of the function. If the argument is missing, the place is that of the call.
fn argument<'a>(context: &Context<'a>, at: Place, number: usize) -> (Place, &'a str) {
    let tree = context.tree(at.file);
    let Node::Call(id) = tree.node(at.node) else { return (at, "") };
    let call: &Call = tree.call(id);
    let node: NodeId = tree.list(call.arguments).get(number).copied().unwrap_or(at.node);
    (Place { node, ..at }, context.types.text(call.function))
}
