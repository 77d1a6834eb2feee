//! `unused-definition`: a configuration value or local value to which nothing refers. If it probably stands in the place of another name,
//! the diagnostic there says so, and there is no other one.

use std::borrow::Cow;

use super::context::Context;
use super::{Diagnostic, Severity};
use crate::codes::Code;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Kind, Place};
use crate::program_rules::problem::Problem;
use crate::syntax::tree::Node;
use crate::types::nearest::nearest;
use crate::types::{ANY, alternatives};

/// Adds diagnostics of the definitions that nothing refers to.
pub(super) fn add(context: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let unused = unused(context);
    if let [only] = unused[..]
        && let Some((at, help)) = mistaken(context, diagnostics, only)
    {
        let found = &mut diagnostics[at];
        if found.severity == Severity::Note {
            found.severity = Severity::Warning;
        }
        found.help.get_or_insert(Cow::Owned(help));
        return;
    }
    diagnostics.extend(unused.into_iter().map(|id| diagnostic(context, id)));
}

fn diagnostic(context: &Context<'_>, id: DefinitionId) -> Diagnostic {
    let definition = context.program.definition(id);
    let message = format!("`{}` is defined but never used", definition.label);
    Diagnostic::error(Code::UnusedDefinition, definition.file, definition.name_span, message)
        .label("unused definition")
        .warning()
}

/// The second definition of a name is left out, because it is already an error.
fn unused(context: &Context<'_>) -> Vec<DefinitionId> {
    if context.program.is_terraform {
        return Vec::new();
    }
    let mut used = context.inference.used_definitions();
    for &(duplicate, _) in &context.inference.duplicates {
        used[duplicate] = true;
    }
    let unused = context.program.definition_ids().filter(|id| used.get(*id) == Some(&false));
    unused.filter(|&id| matches!(context.program.definition(id).kind, Kind::Config | Kind::Local)).collect()
}

/// The only diagnostic of a name that may mean the unused definition, with help.
fn mistaken(context: &Context<'_>, diagnostics: &[Diagnostic], unused: DefinitionId) -> Option<(usize, String)> {
    let numbered = diagnostics.iter().enumerate();
    let mut found = numbered.filter_map(|(at, diagnostic)| Some((at, help(context, diagnostic, unused)?)));
    found.next().filter(|_| found.next().is_none())
}

fn help(context: &Context<'_>, diagnostic: &Diagnostic, unused: DefinitionId) -> Option<String> {
    let label = &context.program.definition(unused).label;
    let ty = context.inference.definition_type(unused);
    match diagnostic.problem.and_then(|number| context.inference.problems.get(number as usize)) {
        Some(&(Problem::NoConversion { at, expected, .. } | Problem::UnsafeConversion { at, expected, .. }))
            if ty != ANY && names_other(context, at) && alternatives(context.types, expected).contains(&ty) =>
        {
            Some(format!("`{label}` has the type {}, and nothing uses it", context.type_text(ty)))
        }
        None if diagnostic.code == Code::CircularReference => {
            let mut cycles = context.inference.cycles.iter().filter_map(|cycle| match cycle[..] {
                [(id, _)] => Some(context.program.definition(id)),
                _ => None,
            });
            let own = cycles.find(|own| (own.file, own.span) == diagnostic.place())?;
            nearest(&own.label, [&label[..]]).map(|name| format!("nothing uses `{name}`"))
        }
        _ => None,
    }
}

/// Holds for the name of a definition, without steps.
fn names_other(context: &Context<'_>, at: Place) -> bool {
    let tree = context.tree(at.file);
    let is_name = matches!(tree.node(at.node), Node::Variable(_, steps) if tree.steps(steps).is_empty());
    is_name && matches!(context.inference.target(at), Target::Definition(_))
}
