//! `no-conversion`: a constant does not convert to the type that is written beside it.

use rustc_hash::FxHashSet;

use super::Diagnostic;
use super::context::Context;
use super::fields::Fields;
use super::literals::{MisspeltKey, innermost, keys, misspelt_key};
use super::suggestions::Help;
use crate::builtins::misfits::Misfit;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::BodyItem;
use crate::types::{Name, may_be_null};
use crate::value::conversion_error;

pub(super) fn diagnostic(context: &Context<'_>, at: Place, misfit: &Misfit) -> Diagnostic {
    let mut error = conversion_error(misfit, context.types);
    let (part, depth) = innermost(context, at, &error.path);
    // Terraform reports a default as a whole: the path in the message leads to the part.
    let is_module = context.program.is_terraform && !context.program.is_run_by_pulumi();
    let place = if is_module {
        at
    } else {
        error.path.drain(..depth);
        part
    };
    let reason = error.display(context.types);
    let message = match variable_around(context, at).filter(|_| is_module) {
        Some(variable) => format!("type mismatch: the default of `{variable}` does not convert: {reason}"),
        None => format!("type mismatch: the constant does not convert: {reason}"),
    };
    let diagnostic = Diagnostic::error(Code::NoConversion, at.file, context.span(place), message);
    match misspelt(context, part, misfit) {
        Some(MisspeltKey { span, meant, .. }) => {
            let kind = if is_module { "attribute" } else { "property" };
            let help = Some(Help::name(kind, meant));
            diagnostic.cause(at.file, span, format!("no such {kind}")).help(help).fixed_at(span)
        }
        None => diagnostic.cause(at.file, context.span(part), "does not convert"),
    }
}

/// Returns the name of the variable in whose block a constant stands.
fn variable_around<'c>(context: &Context<'c>, at: Place) -> Option<&'c str> {
    let start = context.span(at).start;
    let mut blocks = context.tree(at.file).body.iter().filter_map(BodyItem::as_block);
    let around = blocks.find(|block| block.span.start <= start && start < block.span.end)?;
    let label = around.labels.first().filter(|_| context.types.text(around.kind) == "variable")?;
    Some(context.types.text(label.0))
}

/// Returns a key that the expected type does not have, and that may stand for a missing one.
fn misspelt(context: &Context<'_>, part: Place, misfit: &Misfit) -> Option<MisspeltKey> {
    let types = context.types;
    let expected = misfit.path.last().map_or(misfit.expected, |step| step.2);
    let known = Fields::of(types, types.properties(expected).to_vec());
    let given: FxHashSet<Name> = keys(context, part).map(|(key, _)| key).collect();
    let required = known.all().iter().filter(|&&(name, ty)| !may_be_null(types, ty) && !given.contains(&name));
    let missing: Vec<&str> = required.map(|property| types.text(property.0)).collect();
    misspelt_key(context, part, &known, &missing)
}
