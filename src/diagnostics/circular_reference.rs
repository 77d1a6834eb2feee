//! `circular-reference`: a definition depends on itself.

use super::Diagnostic;
use super::context::Context;
use crate::graph::Cycle;
use crate::program::DefinitionId;

/// The cycle is reported at its first definition in source order, with a label for each of its steps.
pub(super) fn words(context: &Context<'_>, cycle: &Cycle) -> Diagnostic {
    let label = |id: DefinitionId| format!("`{}`", context.program.definition(id).label);
    let first = cycle.first().map_or(DefinitionId(0), |step| step.0);
    let path: Vec<String> = cycle.iter().map(|&(id, _)| label(id)).chain([label(first)]).collect();
    let definition = context.program.definition(first);
    let message = format!("{} depends on itself: {}", label(first), path.join(" -> "));
    let diagnostic = Diagnostic::error("circular-reference", definition.file, definition.span, message);
    let targets = cycle.iter().skip(1).map(|step| step.0).chain([first]);
    cycle.iter().zip(targets).fold(diagnostic, |diagnostic, (&(id, node), target)| {
        let file = context.program.definition(id).file;
        let text = format!("{} refers to {} here", label(id), label(target));
        diagnostic.cause(file, context.tree(file).span(node), text)
    })
}
