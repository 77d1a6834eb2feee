//! `circular-reference`: a definition depends on itself.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::graph::Cycle;
use crate::program::{DefinitionId, Expression, Part, Place};
use crate::syntax::tree::Node;
use crate::types::display::quoted;

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
    let text = cycle.iter().find_map(|&(id, at)| as_text(context, id, at));
    let diagnostic = Diagnostic::error(Code::CircularReference, file, span, message).help(text);
    let targets = cycle.iter().skip(1).map(|step| step.0).chain([first]);
    let steps = cycle.iter().zip(targets).enumerate();
    let steps = steps.filter(|&(at, _)| at < shown || at + 1 == cycle.len());
    steps.fold(diagnostic, |diagnostic, (_, (&(id, at), target))| {
        let text = format!("{} refers to {} here", label(id), label(target));
        diagnostic.cause(at.file, context.span(at), text)
    })
}

/// Help for a name without steps in the inputs of a block, where a text may be meant.
fn as_text(context: &Context<'_>, id: DefinitionId, at: Place) -> Option<String> {
    let definition = context.program.definition(id);
    let tree = context.tree(at.file);
    let Node::Variable(name, steps) = tree.node(at.node) else { return None };
    let is_inside = |expression: &&Expression| (expression.first..=expression.root).contains(&at.node);
    let expression = definition.expressions.iter().find(is_inside)?;
    let is_input = matches!(expression.part, Part::Input(_)) && tree.steps(steps).is_empty();
    is_input.then(|| format!("a text is written in quotes: `{}`", quoted(context.types.text(name))))
}
