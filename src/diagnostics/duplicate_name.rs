//! `duplicate-name`: a name is defined twice.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::{Definition, Place};
use crate::syntax::tree::Node;

/// The definitions whose name an earlier definition in source order has. Names with a syntax error are left out.
pub(super) fn diagnostics(context: &Context<'_>) -> impl Iterator<Item = Diagnostic> {
    let duplicates = context.inference.duplicates.iter();
    let definitions =
        duplicates.map(|&(id, first)| (context.program.definition(id), context.program.definition(first)));
    let is_reported = |definition: &Definition| {
        let errors = &context.program.file(definition.file).errors;
        errors.iter().any(|error| error.span.contains(definition.name_span))
    };
    definitions.filter(move |(definition, _)| !is_reported(definition)).map(|(definition, first)| {
        let message = format!("`{}` is defined twice", definition.label);
        Diagnostic::error(Code::DuplicateName, definition.file, definition.name_span, message)
            .label("this definition is not used")
            .cause(first.file, first.name_span, "the first definition is here")
    })
}

/// The two variables of a `for` expression have the same name.
pub(super) fn for_variables(context: &Context<'_>, at: Place) -> Diagnostic {
    let tree = context.tree(at.file);
    let name = match tree.node(at.node) {
        Node::For(id) => context.types.text(tree.for_parts(id).value_variable),
        _ => "",
    };
    let message = format!("the key and the value of a for-expression are both called `{name}`");
    Diagnostic::error(Code::DuplicateName, at.file, context.span(at), message)
        .label(format!("`{name}` is also the name of the key"))
}
