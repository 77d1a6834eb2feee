//! Inputs of a called module whose variable has another name or type, or a malformed block: the module and its call have one report.

use super::reported::{name_before, problem, written};
use crate::codes::Code;
use crate::diagnostics::{Diagnostic, ModuleErrors};
use crate::infer::Inference;
use crate::program::{FileId, Problem, Program};
use crate::source::Span;
use crate::types::vocabulary::TerraformError;

/// A wrong input: the place of the call of the module, and its name.
type Wrong = ((FileId, Span), String);

/// Leaves out errors of called modules that lack the variables which their callers give, or have them with other types, and unknown
/// inputs of modules in which the blocks of these variables are malformed.
pub(super) fn without_renamed_inputs(
    program: &Program,
    inference: &Inference,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let unknown: Vec<Wrong> = diagnostics.iter().filter_map(|found| unknown_input(program, inference, found)).collect();
    let mistyped: Vec<Wrong> =
        diagnostics.iter().filter_map(|found| mistyped_input(program, inference, found)).collect();
    if unknown.is_empty() && mistyped.is_empty() {
        return diagnostics;
    }
    let inside: Vec<_> = diagnostics.iter().filter_map(|found| Some((found.place(), found.inside.clone()?))).collect();
    diagnostics.retain(|found| match (&found.inside, unknown_input(program, inference, found)) {
        (Some(errors), _) => {
            let (unknown, mistyped) = (names_at(&unknown, found.place()), names_at(&mistyped, found.place()));
            let follows = |error: &Diagnostic| lacks(errors, error, &unknown) || misuses(errors, error, &mistyped);
            errors.errors.is_empty() || !errors.errors.iter().all(follows)
        }
        (None, Some((call, name))) => {
            !inside.iter().any(|(at, errors)| is_within(*at, call) && has_malformed(errors, &name))
        }
        _ => true,
    });
    diagnostics
}

/// Returns the unknown input of a module that a diagnostic reports.
fn unknown_input(program: &Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<Wrong> {
    let Some(&Problem::UnknownInput { block, .. }) = problem(inference, diagnostic) else { return None };
    let call = program.owner(block);
    program.calls.get(&call)?;
    let definition = program.definition(call);
    Some(((definition.file, definition.span), written(program, diagnostic).to_owned()))
}

/// Returns the input of a module that has another type than the value which a diagnostic reports.
fn mistyped_input(program: &Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<Wrong> {
    let Some(&Problem::Flawed { at, flaw: TerraformError::Input, .. }) = problem(inference, diagnostic) else {
        return None;
    };
    let definition = program.definition(program.owner(program.definition_of(at)?));
    Some(((definition.file, definition.span), name_before(program, diagnostic).to_owned()))
}

/// Returns the names of the wrong inputs of the call in which a place is.
fn names_at(wrong: &[Wrong], place: (FileId, Span)) -> Vec<&str> {
    wrong.iter().filter(|(call, _)| is_within(place, *call)).map(|(_, name)| &name[..]).collect()
}

fn is_within(inner: (FileId, Span), outer: (FileId, Span)) -> bool {
    inner.0 == outer.0 && outer.1.contains(inner.1)
}

/// Holds for undefined variables with one of these names.
fn lacks(errors: &ModuleErrors, error: &Diagnostic, names: &[&str]) -> bool {
    error.code == Code::UnknownVariable && names.contains(&variable(errors, error))
}

/// Holds for values of variables with one of these names that do not have the type which their use expects.
fn misuses(errors: &ModuleErrors, error: &Diagnostic, names: &[&str]) -> bool {
    matches!(error.code.own(), Some(Code::NoConversion | Code::WrongArgument | Code::NotIterable))
        && names.contains(&variable(errors, error))
}

/// Returns the name of the variable at the place of an error, or an empty text.
fn variable<'e>(errors: &'e ModuleErrors, error: &Diagnostic) -> &'e str {
    errors.sources[error.file].slice(error.span).strip_prefix("var.").unwrap_or_default()
}

/// Holds if the header of a block with a label is wrong in a module, or one of its variables has the name of another one: it may be
/// this one.
fn has_malformed(errors: &ModuleErrors, name: &str) -> bool {
    let label = format!("\"{name}\"");
    let is_twice = |error: &Diagnostic, line: &str| error.code == Code::DuplicateName && line.starts_with("variable");
    let is_header = |error: &Diagnostic| {
        matches!(error.code.own(), Some(Code::WrongLabels | Code::UnknownBlock | Code::SyntaxError))
    };
    errors.errors.iter().any(|error| {
        let text = &errors.sources[error.file].text;
        let start = text[..error.span.start as usize].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        is_header(error) && line.contains(&label) || is_twice(error, line)
    })
}
