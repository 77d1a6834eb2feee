//! Nested blocks, checked against schemas: `unknown-block`, `missing-block`, `surplus-block`.

use super::Diagnostic;
use super::context::Context;
use super::suggestions::Help;
use crate::codes::Code;
use crate::program::{BlockLimits, DefinitionId};
use crate::source::Span;
use crate::types::Name;
use crate::types::nearest::nearest;

/// Nested blocks of a name that the schema does not allow, reported at the first of them.
pub(super) fn unknown(context: &Context<'_>, id: DefinitionId, block: Name) -> Diagnostic {
    let (name, inside) = (context.types.text(block), inside(context, id));
    let known = limits(context, id).iter().map(|limits| context.types.text(limits.name));
    let is_input = context.program.inputs(context.program.definition(id)).iter().any(|input| input.name == block);
    if is_input && let Some(given) = context.given_input(id, block) {
        let (message, file) = (format!("unexpected block `{name}`{inside}"), context.program.definition(id).file);
        return error(context, id, Code::UnknownBlock, places(context, id, block).first().copied(), message)
            .label(format!("`{name}` is given as an attribute as well"))
            .cause(file, given.name_span, "the attribute is here");
    }
    let help = if is_input {
        Some(format!("`{name}` is an attribute: write `{name} = ...`").into())
    } else {
        nearest(name, known).map(|name| Help::name("block", name))
    };
    let span = places(context, id, block).first().copied();
    error(context, id, Code::UnknownBlock, span, format!("unexpected block `{name}`{inside}"))
        .label("not a block of this schema")
        .help(help)
}

/// Fewer nested blocks than the schema requires, reported at the block around them. Blocks of `more` further
/// names are missing but not listed.
pub(super) fn missing(context: &Context<'_>, id: DefinitionId, block: Name, least: u32, more: u32) -> Diagnostic {
    let (name, inside) = (context.types.text(block), inside(context, id));
    let found = places(context, id, block).len();
    let message = match (found, least) {
        (0, 1) => format!("missing block `{name}`{inside}"),
        (0, _) => format!("missing blocks `{name}`{inside}: at least {least} are required"),
        (1, _) => format!("found 1 block `{name}`{inside}, at least {least} are required"),
        _ => format!("found {found} blocks `{name}`{inside}, at least {least} are required"),
    };
    error(context, id, Code::MissingBlock, None, message)
        .label(format!("`{name}` is missing"))
        .help((more > 0).then(|| format!("{more} more required blocks{inside} are missing")))
}

/// More nested blocks than the schema allows, reported at the first surplus one.
pub(super) fn surplus(context: &Context<'_>, id: DefinitionId, block: Name, most: u32) -> Diagnostic {
    let (name, inside) = (context.types.text(block), inside(context, id));
    let places = places(context, id, block);
    let message = match most {
        1 => format!("more than one block `{name}`{inside}"),
        _ => format!("found {} blocks `{name}`{inside}, at most {most} are allowed", places.len()),
    };
    let diagnostic = error(context, id, Code::SurplusBlock, places.get(most as usize).copied(), message);
    let file = context.program.definition(id).file;
    let diagnostic = diagnostic.label(if most == 1 { "a second block is not allowed" } else { "one too many" });
    match places.first() {
        Some(&first) => diagnostic.cause(file, first, "the first block is here"),
        None => diagnostic,
    }
}

fn error(context: &Context<'_>, id: DefinitionId, code: Code, at: Option<Span>, message: String) -> Diagnostic {
    let definition = context.program.definition(id);
    let around = definition.block.as_ref().map_or(definition.span, |block| block.missing_span);
    Diagnostic::error(code, definition.file, at.unwrap_or(around), message).warning_if(context.strictness.is_lenient)
}

/// The phrase for the block around nested blocks.
fn inside(context: &Context<'_>, id: DefinitionId) -> String {
    let block = context.program.definition(id).block.as_ref();
    block.filter(|block| !block.phrase.is_empty()).map_or_else(String::new, |block| format!(" in {}", block.phrase))
}

/// The places of the nested blocks of a name.
fn places<'c>(context: &'c Context<'_>, id: DefinitionId, name: Name) -> &'c [Span] {
    let block = context.program.definition(id).block.as_deref();
    let nested = block.and_then(|block| block.nested.iter().find(|nested| nested.name == name));
    nested.map_or(&[], |nested| &nested.spans)
}

/// The nested blocks that the schema of a block allows.
pub(super) fn limits<'c>(context: &'c Context<'_>, id: DefinitionId) -> &'c [BlockLimits] {
    let interface = context.program.definition(id).block.as_ref().and_then(|block| block.interface);
    interface.and_then(|interface| context.program.block_limits.get(&interface)).map_or(&[], Vec::as_slice)
}
