//! `duplicate-name`: a name is defined twice.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;
use crate::syntax::tree::Node;

/// The definitions whose names other definitions have already. The first definition of a name in source order counts.
/// Names at places that the syntax has reported are left out.
pub(super) fn diagnostics(context: &Context<'_>, before: &[Diagnostic]) -> Vec<Diagnostic> {
    let duplicates = context.inference.duplicates.iter().map(|&(id, first)| {
        let (definition, first) = (context.program.definition(id), context.program.definition(first));
        let message = format!("`{}` is defined twice", definition.label);
        Diagnostic::error("duplicate-name", definition.file, definition.name_span, message)
            .label("this definition is not used")
            .cause(first.file, first.name_span, "the first definition is here")
    });
    let is_new = |new: &Diagnostic| {
        !before
            .iter()
            .any(|old| old.file == new.file && old.span.start <= new.span.start && new.span.start <= old.span.end)
    };
    duplicates.filter(is_new).collect()
}

/// The variables of a for-expression have one name.
pub(super) fn for_variables(context: &Context<'_>, at: Place) -> Diagnostic {
    let tree = context.tree(at.file);
    let name = match tree.node(at.node) {
        Node::For(id) => context.types.text(tree.for_parts(id).value_variable),
        _ => "",
    };
    let message = format!("the key and the value of a for-expression are both called `{name}`");
    Diagnostic::error("duplicate-name", at.file, context.span(at), message)
        .label(format!("`{name}` is the key in here"))
}
