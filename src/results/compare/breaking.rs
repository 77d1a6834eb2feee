//! What breaks callers: changes of what a module, a component or the schema of a package takes and gives.

use std::collections::BTreeMap;

use super::conversion;
use crate::diagnostics::Severity;
use crate::program::environment::Environment;
use crate::render::difference::ProblemChange;
use crate::results::checked_program::CheckedProgram;
use crate::results::interface::{Member, ModuleInterface};
use crate::types::display::display;
use crate::types::{Interner, Ty};

/// The side of an interface that a member is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Callers give values.
    Input,
    /// Callers use values.
    Output,
}

/// A member of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfacePart {
    /// The type.
    pub ty: Ty,
    /// Holds for inputs that have to be given.
    pub is_required: bool,
}

impl Side {
    /// The word for a member of this side.
    pub fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

/// Why a change of a member makes callers wrong that were right, if it does: a code and a sentence. What callers give has
/// to convert to what is taken now, and what they get to what they got.
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
            format!("what was the input `{name}` does not convert to what it is")
        } else {
            format!("what is the output `{name}` does not convert to what it was")
        };
        return Some(("no-conversion", sentence));
    }
    let is_newly_required = is_input && after.is_required && !before.is_required;
    is_newly_required.then(|| ("new-required-input", format!("the input `{name}` is required now")))
}

/// The changes of the interface of a program that make its callers wrong, in the order of sides and names.
pub(super) fn of_programs(
    before: &CheckedProgram,
    (after, name_of_later): (&CheckedProgram, &str),
    environment: &Environment,
    types: &mut Interner,
) -> Vec<ProblemChange> {
    // The definitions of programs of declared types are no interface of theirs.
    if before.program.is_modelled || after.program.is_modelled {
        return Vec::new();
    }
    let (old, new) = (parts(before, environment, types), parts(after, environment, types));
    let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    let mut found = Vec::new();
    for key @ (side, name) in keys {
        if let Some((code, message)) = breaks(name, *side, old.get(key).copied(), new.get(key).copied(), types) {
            found.push(problem(code, message, name_of_later));
        }
    }
    found.sort_by(|a, b| a.message.cmp(&b.message));
    found
}

/// A change as a problem of the later version as a whole.
pub fn problem(code: &str, message: String, file: &str) -> ProblemChange {
    let (code, severity) = (code.to_owned(), Severity::Error.word());
    ProblemChange { code, severity, message, file: file.to_owned(), line: None, column: None }
}

fn parts(
    version: &CheckedProgram,
    environment: &Environment,
    types: &mut Interner,
) -> BTreeMap<(Side, String), InterfacePart> {
    let ModuleInterface { inputs, outputs } = ModuleInterface::of(&version.program, &version.inference, &version.types);
    let inputs = inputs.iter().map(|input| (Side::Input, input));
    let all = inputs.chain(outputs.iter().map(|output| (Side::Output, output)));
    let part = |(side, member): (Side, &Member)| {
        let ty = environment.read_type(&display(&version.types, member.ty), types).ok()?;
        let is_required = side == Side::Input && member.is_required();
        Some(((side, member.name.clone()), InterfacePart { ty, is_required }))
    };
    all.filter_map(part).collect()
}
