//! `unused-definition`: a configuration value or local value to which nothing refers. If it probably stands in the place of another name,
//! the diagnostic there says so, and there is no other one.

use std::borrow::Cow;

use super::context::Context;
use super::{Diagnostic, Severity, unknown_variable};
use crate::codes::Code;
use crate::program::graph::Cycle;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Kind, Place, Problem};
use crate::syntax::tree::Node;
use crate::types::nearest::nearest;
use crate::types::{ANY, alternatives};

/// The definitions that nothing refers to, and the place where the only one is probably meant.
pub(super) struct Unused {
    ids: Vec<DefinitionId>,
    meant: Option<Meant>,
}

struct Meant {
    place: Subject,
    help: String,
}

/// A diagnostic: of the problem, or of the cycle with a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Problem(u32),
    Cycle(usize),
}

impl Unused {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let ids = unused(context);
        let meant = if let [only] = ids[..] { meant(context, only) } else { None };
        Self { ids, meant }
    }

    /// The number of the problem in whose place the only unused definition is meant.
    pub(super) fn problem(&self) -> Option<u32> {
        self.meant
            .as_ref()
            .and_then(|meant| if let Subject::Problem(number) = meant.place { Some(number) } else { None })
    }

    /// The diagnostics of definitions that are meant nowhere.
    pub(super) fn diagnostics(&self, context: &Context<'_>) -> impl Iterator<Item = Diagnostic> {
        let unused = if self.meant.is_some() { &[] } else { &self.ids[..] };
        unused.iter().map(|&id| diagnostic(context, id))
    }

    /// The diagnostic of a problem, with help if the unused definition is meant.
    pub(super) fn in_problem(&self, number: u32, found: Diagnostic) -> Diagnostic {
        self.with_help(Subject::Problem(number), found)
    }

    /// The diagnostic of a cycle, with help if the unused definition is meant.
    pub(super) fn in_cycle(&self, number: usize, found: Diagnostic) -> Diagnostic {
        self.with_help(Subject::Cycle(number), found)
    }

    fn with_help(&self, place: Subject, mut found: Diagnostic) -> Diagnostic {
        let Some(meant) = self.meant.as_ref().filter(|meant| meant.place == place) else { return found };
        if found.severity == Severity::Note {
            found.severity = Severity::Warning;
        }
        found.help.get_or_insert_with(|| Cow::Owned(meant.help.clone()));
        found
    }
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

/// The only place that probably means the unused definition.
fn meant(context: &Context<'_>, unused: DefinitionId) -> Option<Meant> {
    let inference = context.inference;
    let problems = inference.problems.iter().zip(0..);
    let in_problems = problems.filter_map(|(problem, number)| {
        Some(Meant { place: Subject::Problem(number), help: help_in_problem(context, problem, unused)? })
    });
    let cycles = inference.cycles.iter().enumerate();
    let in_cycles = cycles.filter_map(|(number, cycle)| {
        Some(Meant { place: Subject::Cycle(number), help: help_in_cycle(context, cycle, unused)? })
    });
    let mut found = in_problems.chain(in_cycles);
    match found.next() {
        Some(first) => Some(first).filter(|_| found.next().is_none()),
        None => in_unknown_names(context, unused),
    }
}

/// Names the unused definition for the only undefined name, if there is one and it is near to no other name: probably the definition has
/// been renamed.
fn in_unknown_names(context: &Context<'_>, unused: DefinitionId) -> Option<Meant> {
    let problems = context.inference.problems.iter().zip(0..);
    let unknown: Vec<(Place, u32)> = problems
        .filter_map(
            |(problem, number)| if let Problem::UnknownName { at } = *problem { Some((at, number)) } else { None },
        )
        .collect();
    let name = |&(at, _): &(Place, u32)| match context.tree(at.file).node(at.node) {
        Node::Variable(name, _) => Some(name),
        _ => None,
    };
    let &(at, number) = unknown.iter().min_by_key(|&&(at, _)| (at.file, context.span(at)))?;
    let only = name(&(at, number))?;
    let is_of_blocks = unknown_variable::is_of_blocks(context.types.text(only));
    let is_own = |of: &(Place, u32)| context.definition_around(of.0) == Some(unused);
    let is_one = !is_of_blocks && unknown.iter().all(|of| name(of) == Some(only) && !is_own(of));
    let is_strange = unknown_variable::diagnostic(context, at).help.is_none();
    let label = &context.program.definition(unused).label;
    (is_one && is_strange)
        .then(|| Meant { place: Subject::Problem(number), help: format!("nothing uses the definition `{label}`") })
}

/// Names the unused definition for another name, if its type is one that is expected there.
fn help_in_problem(context: &Context<'_>, problem: &Problem, unused: DefinitionId) -> Option<String> {
    let (Problem::NoConversion { at, expected, .. } | Problem::UnsafeConversion { at, expected, .. }) = *problem else {
        return None;
    };
    let ty = context.inference.definition_type(unused);
    let is_meant = ty != ANY && names_other(context, at) && alternatives(context.types, expected).contains(&ty);
    let label = &context.program.definition(unused).label;
    is_meant.then(|| format!("`{label}` has the type {}, and nothing uses it", context.type_text(ty)))
}

/// Names the unused definition for a similar one that refers to itself.
fn help_in_cycle(context: &Context<'_>, cycle: &Cycle, unused: DefinitionId) -> Option<String> {
    let [(own, _)] = cycle[..] else { return None };
    let label = |id| &context.program.definition(id).label[..];
    nearest(label(own), [label(unused)]).map(|name| format!("nothing uses `{name}`"))
}

/// Holds for the name of a definition, without steps.
fn names_other(context: &Context<'_>, at: Place) -> bool {
    let tree = context.tree(at.file);
    let is_name = matches!(tree.node(at.node), Node::Variable(_, steps) if tree.steps(steps).is_empty());
    is_name && matches!(context.inference.target(at), Target::Definition(_))
}
