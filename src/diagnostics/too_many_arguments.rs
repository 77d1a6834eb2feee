//! `too-many-arguments`: a call has more arguments than the function takes.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::Place;
use crate::source::Span;
use crate::syntax::tree::Node;

pub(super) fn diagnostic(context: &Context<'_>, at: Place, expected: u32, found: u32) -> Diagnostic {
    let tree = context.tree(at.file);
    let whole = context.span(at);
    let Node::Call(id) = tree.node(at.node) else {
        return Diagnostic::error(Code::TooManyArguments, at.file, whole, "too many arguments");
    };
    let call = tree.call(id);
    let function = context.types.text(call.function);
    // Type expressions count as arguments.
    let type_count = context.signature(at.file, id).map_or(0, |signature| signature.type_parameters.len() as u32);
    let (expected, found) = (expected + type_count, found + type_count);
    let message = format!("too many arguments: `{function}` takes {}, found {found}", arguments(expected));
    let extra = tree.list(call.arguments).get(expected as usize..).unwrap_or(&[]);
    let diagnostic = Diagnostic::error(Code::TooManyArguments, at.file, whole, message);
    match extra {
        [first, .., last] => {
            let span: Span = tree.span(*first).to(tree.span(*last));
            diagnostic.cause(at.file, span, "unexpected arguments")
        }
        [one] => diagnostic.cause(at.file, tree.span(*one), "unexpected argument"),
        // The surplus arguments are elements of the last, expanded one.
        [] => diagnostic.label(format!("{found} arguments")),
    }
}

fn arguments(count: u32) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}
