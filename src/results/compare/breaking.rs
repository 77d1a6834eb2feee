//! Breaking changes of the interface of a module, a component or a package's schema.

use std::collections::BTreeMap;

use super::attributes::{self, AttributeChange, Declared};
use super::conversion;
use crate::diagnostics::Severity;
use crate::program::environment::Environment;
use crate::project::CheckedProgram;
use crate::render::difference::ProblemChange;
use crate::results::interface::{Member, ModuleInterface};
use crate::types::display::display;
use crate::types::{Interner, Ty};
use crate::visible::one_line;

/// The side of an interface that a member is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Set by callers.
    Input,
    /// Read by callers.
    Output,
}

/// A member of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfacePart {
    /// The type.
    pub ty: Ty,
    /// Holds for required inputs.
    pub is_required: bool,
}

impl Side {
    /// Returns the word for a member of this side.
    pub fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

/// Returns the code and the message of a breaking change of a member, or `None` if callers remain valid. The previous type of an
/// input must convert to the new one, and the new type of an output to the previous one.
pub fn breaks(
    name: &str,
    side: Side,
    before: Option<InterfacePart>,
    after: Option<InterfacePart>,
    types: &mut Interner,
) -> Option<(&'static str, String)> {
    let word = side.word();
    let Some(after) = after else { return Some(("removed", format!("there is no {word} `{name}` any more"))) };
    let is_input = side == Side::Input;
    let Some(before) = before else {
        let is_new = is_input && after.is_required;
        return is_new.then(|| ("new-required-input", format!("the new input `{name}` is required")));
    };
    let (from, to) = if is_input { (before.ty, after.ty) } else { (after.ty, before.ty) };
    if conversion(from, to, types) == "none" {
        let sentence = if is_input {
            format!("the previous type of input `{name}` does not convert to its new type")
        } else {
            format!("the type of output `{name}` does not convert to its previous type")
        };
        return Some(("no-conversion", sentence));
    }
    let is_newly_required = is_input && after.is_required && !before.is_required;
    is_newly_required.then(|| ("new-required-input", format!("the input `{name}` is required now")))
}

/// Returns the breaking changes of a program's interface, in the order of sides and names.
pub(super) fn of_programs(
    before: &CheckedProgram,
    (after, name_of_later): (&CheckedProgram, &str),
    environment: &Environment,
    types: &mut Interner,
) -> Vec<ProblemChange> {
    // In the model of declared types, definitions are not an interface.
    if before.program.is_modelled || after.program.is_modelled {
        return Vec::new();
    }
    let (old, new) = (parts(before, environment, types), parts(after, environment, types));
    let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    let mut found = Vec::new();
    for key @ (side, name) in keys {
        let (was, is) = (old.get(key), new.get(key));
        let [old_part, new_part] = [was, is].map(|part| part.map(|part| part.0));
        let inside = match (side, was, is) {
            (Side::Input, Some(was), Some(is)) => attributes::changes(declared(before, &was.1), declared(after, &is.1)),
            _ => Vec::new(),
        };
        let is_required = inside.iter().any(|change| matches!(change, AttributeChange::Required { .. }));
        found.extend(inside.into_iter().map(|change| of_attribute(name, change, name_of_later)));
        let broken = breaks(name, *side, old_part, new_part, types);
        // The attributes that are required now say why.
        let is_explained = |code: &str| is_required && ["no-conversion", "unsafe-conversion"].contains(&code);
        if let Some((code, message)) = broken.filter(|(code, _)| !is_explained(code)) {
            found.push(problem(code, message, name_of_later));
        } else if let (Some(was), Some(is)) = (was, is) {
            let concerns = concerns(name, *side, was, is, types).into_iter().filter(|(code, _)| !is_explained(code));
            found.extend(concerns.map(|(code, message)| warning(code, message, name_of_later)));
        }
    }
    found.sort_by(|a, b| a.message.cmp(&b.message));
    found
}

fn declared<'a>(version: &'a CheckedProgram, member: &'a Member) -> Declared<'a> {
    Declared { types: &version.types, ty: member.ty, defaults: member.defaults.as_ref() }
}

/// Returns a change of an attribute of an input as a problem.
fn of_attribute(input: &str, change: AttributeChange, name_of_later: &str) -> ProblemChange {
    match change {
        AttributeChange::Required { path, is_new: true } => {
            let message = format!("the new attribute `{path}` of input `{input}` is required");
            problem("new-required-input", message, name_of_later)
        }
        AttributeChange::Required { path, is_new: false } => {
            let message = format!("the attribute `{path}` of input `{input}` is required now");
            problem("new-required-input", message, name_of_later)
        }
        AttributeChange::Gone { path } => {
            let message = format!("there is no attribute `{path}` of input `{input}` any more: its values are dropped");
            warning("removed", message, name_of_later)
        }
        AttributeChange::Default { path, before, after } => {
            let message = format!("the default of `{path}` in input `{input}` is `{after}`, no longer `{before}`");
            warning("changed-default", message, name_of_later)
        }
    }
}

/// Returns a change as a problem of the later version as a whole.
pub fn problem(code: &str, message: String, file: &str) -> ProblemChange {
    let (code, severity) = (code.to_owned(), Severity::Error.word());
    ProblemChange { code, severity, message, file: file.to_owned(), line: None, column: None }
}

fn warning(code: &str, message: String, file: &str) -> ProblemChange {
    ProblemChange { severity: Severity::Warning.word(), ..problem(code, message, file) }
}

/// Returns what callers should know of a member that still fits, each with a code.
fn concerns(
    name: &str,
    side: Side,
    (part_before, before): &(InterfacePart, Member),
    (part_after, after): &(InterfacePart, Member),
    types: &mut Interner,
) -> Vec<(&'static str, String)> {
    let word = side.word();
    let is_input = side == Side::Input;
    let (from, to) = if is_input { (part_before.ty, part_after.ty) } else { (part_after.ty, part_before.ty) };
    let mut found = Vec::new();
    if conversion(from, to, types) == "unsafe" {
        let sentence = if is_input {
            format!("some values of the previous type of input `{name}` do not convert to its new type")
        } else {
            format!("some values of output `{name}` do not convert to its previous type")
        };
        found.push(("unsafe-conversion", sentence));
    }
    if let (Some(was), Some(is)) = (&before.default, &after.default)
        && was != is
    {
        let sentence = format!("the default of input `{name}` is `{}`, no longer `{}`", one_line(is), one_line(was));
        found.push(("changed-default", sentence));
    }
    if before.is_nullable && !after.is_nullable {
        found.push(("not-nullable", format!("the input `{name}` takes no null any more")));
    }
    for validation in after.validations.iter().filter(|validation| !before.validations.contains(validation)) {
        let condition = one_line(&validation.condition);
        found.push(("new-validation", format!("the value of input `{name}` must satisfy `{condition}`")));
    }
    match (before.is_sensitive, after.is_sensitive) {
        (true, false) => found.push(("not-sensitive", format!("the {word} `{name}` is not sensitive any more"))),
        (false, true) if !is_input => {
            found.push(("sensitive-output", format!("the output `{name}` is sensitive now: so is what uses it")));
        }
        _ => {}
    }
    found
}

fn parts(
    version: &CheckedProgram,
    environment: &Environment,
    types: &mut Interner,
) -> BTreeMap<(Side, String), (InterfacePart, Member)> {
    let ModuleInterface { inputs, outputs } = ModuleInterface::of(&version.program, &version.inference, &version.types);
    let inputs = inputs.into_iter().map(|input| (Side::Input, input));
    let all = inputs.chain(outputs.into_iter().map(|output| (Side::Output, output)));
    let part = |(side, member): (Side, Member)| {
        let ty = environment.read_type(&display(&version.types, member.ty), types).ok()?;
        let is_required = side == Side::Input && member.is_required();
        Some(((side, member.name.clone()), (InterfacePart { ty, is_required }, member)))
    };
    all.filter_map(part).collect()
}
