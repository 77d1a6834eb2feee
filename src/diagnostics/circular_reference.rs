//! `circular-reference`: a definition depends on itself.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::DefinitionId;
use crate::program::graph::Cycle;

/// The most steps of a cycle that are shown. In a longer cycle, the steps before the last one are left out.
const MOST_STEPS: usize = 16;

/// Reports a cycle at its first definition in source order, with a label for each of its steps.
pub(super) fn diagnostic(context: &Context<'_>, cycle: &Cycle) -> Diagnostic {
    let label = |id: DefinitionId| format!("`{}`", context.program.definition(id).label);
    let first = cycle.first().map_or(DefinitionId(0), |step| step.0);
    let shown = if cycle.len() > MOST_STEPS { MOST_STEPS - 1 } else { cycle.len() };
    let mut path: Vec<String> = cycle.iter().take(shown).map(|&(id, _)| label(id)).collect();
    if let Some(&(last, _)) = cycle.last().filter(|_| shown < cycle.len()) {
        path.extend([format!("({} more)", cycle.len() - shown - 1), label(last)]);
    }
    path.push(label(first));
    let definition = context.program.definition(first);
    let message = format!("circular reference: {}", path.join(" -> "));
    let (file, span) = match cycle[..] {
        // Terraform reports a block that refers to itself at the reference.
        [(_, at)] if context.program.is_terraform => (at.file, context.span(at)),
        _ => (definition.file, definition.span),
    };
    let diagnostic = Diagnostic::error(Code::CircularReference, file, span, message);
    let targets = cycle.iter().skip(1).map(|step| step.0).chain([first]);
    let steps = cycle.iter().zip(targets).enumerate();
    let steps = steps.filter(|&(at, _)| at < shown || at + 1 == cycle.len());
    steps.fold(diagnostic, |diagnostic, (_, (&(id, at), target))| {
        let text = format!("{} refers to {} here", label(id), label(target));
        diagnostic.cause(at.file, context.span(at), text)
    })
}
