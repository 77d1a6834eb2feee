//! `unknown-variable`: an unresolved name.

use super::Diagnostic;
use super::context::Context;
use crate::program::{FileId, Place};
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::Name;
use crate::types::nearest::nearest;

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let whole = context.span(at);
    let Node::Variable(name, _) = context.tree(at.file).node(at.node) else {
        return Diagnostic::error("unknown-variable", at.file, whole, "undefined splat element");
    };
    let text = context.types.text(name);
    let span = root_span(context, at.file, whole, text);
    Diagnostic::error("unknown-variable", at.file, span, format!("undefined variable `{text}`"))
        .label("not found in this scope")
        .help(help(context, at, name))
        .warning_if(context.strictness.is_lenient)
}

/// The place of the name alone, without the steps behind it.
fn root_span(context: &Context<'_>, file: FileId, whole: Span, name: &str) -> Span {
    let source = context.program.file(file).source.slice(whole);
    if source.starts_with(name) { Span { start: whole.start, end: whole.start + name.len() as u32 } } else { whole }
}

fn help(context: &Context<'_>, at: Place, name: Name) -> Option<String> {
    let types = context.types;
    if let Some(inputs) = context.inputs_as_names(at) {
        let known = inputs.iter().map(|input| types.text(input.name));
        return nearest(types.text(name), known).map(|name| format!("there is an input `{name}`"));
    }
    if context.block_names().contains(&name) {
        let text = types.text(name);
        return Some(format!("blocks have no values in this dialect; declare a variable `{text}`"));
    }
    let defined = context.program.definitions.iter().filter_map(|definition| definition.name);
    let known = defined.chain(context.environment.variables.keys().copied()).map(|known| types.text(known));
    nearest(types.text(name), known).map(|name| format!("there is a variable `{name}`"))
}
