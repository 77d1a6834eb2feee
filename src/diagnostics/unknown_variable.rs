//! `unknown-variable`: an unresolved name.

use super::context::Context;
use super::suggestions::Help;
use super::{Diagnostic, unknown_address};
use crate::codes::Code;
use crate::program::{FileId, Kind, Place};
use crate::source::Span;
use crate::syntax::tree::{Node, ObjectItem, ObjectKey, StepKey};
use crate::types::nearest::{MOST, lengthened, nearest, slip};
use crate::types::{Name, Shape, Ty, alternatives};

/// The most suggestions that are skipped because they would make a cycle.
const MOST_CIRCULAR: usize = 3;

/// Holds for the names of variables that exist in blocks of instances only, and mean another thing in each.
pub(super) fn is_of_blocks(name: &str) -> bool {
    ["count", "each", "range", "self"].contains(&name)
}

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let whole = context.span(at);
    let Node::Variable(name, _) = context.tree(at.file).node(at.node) else {
        return Diagnostic::error(Code::UnknownVariable, at.file, whole, "undefined splat element");
    };
    if context.program.is_terraform {
        return unknown_address::diagnostic(context, at).warning_if(context.strictness.is_lenient);
    }
    let text = context.types.text(name);
    let span = root_span(context, at.file, whole, text);
    let diagnostic = Diagnostic::error(Code::UnknownVariable, at.file, span, format!("undefined variable `{text}`"))
        .label("not found in this scope")
        .warning_if(context.strictness.is_lenient);
    match behind_prefix(context, at) {
        Some((meant, end)) => {
            diagnostic.help(Some(Help::name("variable", meant))).fixed_at(Span { start: span.start, end })
        }
        None => diagnostic.help(as_key(context, at).or_else(|| help(context, at, name))),
    }
}

/// The words that stand before the names of variables in other languages.
const PREFIXES: [&str; 11] =
    ["component", "config", "data", "local", "locals", "module", "output", "param", "resource", "var", "variable"];

/// The variable whose name stands behind such a word, and the end of its name.
fn behind_prefix<'a>(context: &Context<'a>, at: Place) -> Option<(&'a str, u32)> {
    let Node::Variable(name, steps) = context.tree(at.file).node(at.node) else { return None };
    let first = context.tree(at.file).steps(steps).first()?;
    let StepKey::Attribute(behind) = first.key else { return None };
    let behind = context.types.text(behind);
    let is_defined = || !context.names().definitions(behind).is_empty();
    (PREFIXES.contains(&context.types.text(name)) && is_defined()).then_some((behind, first.span.end))
}

/// Help for a name with steps that is the key of an item, or stands in one with operators between names.
fn as_key(context: &Context<'_>, at: Place) -> Option<Help> {
    let tree = context.tree(at.file);
    let mut whole = at.node;
    while let Some(parent) = context.parent(at.file, whole).filter(|&node| matches!(tree.node(node), Node::Binary(..)))
    {
        whole = parent;
    }
    let Node::Object(items) = tree.node(context.parent(at.file, whole)?) else { return None };
    let is_key = |item: &ObjectItem| matches!(item.key, ObjectKey::Expression(key, false) if key == whole);
    tree.items(items).iter().any(is_key).then(|| "a key that is no name is written in quotes".into())
}

/// The place of the name without the steps after it.
fn root_span(context: &Context<'_>, file: FileId, whole: Span, name: &str) -> Span {
    let source = context.program.file(file).source.slice(whole);
    if source.starts_with(name) { Span { start: whole.start, end: whole.start + name.len() as u32 } } else { whole }
}

fn help(context: &Context<'_>, at: Place, name: Name) -> Option<Help> {
    let types = context.types;
    if let Some(inputs) = context.inputs_as_names(at) {
        let known = inputs.iter().map(|input| types.text(input.name));
        return nearest(types.text(name), known).map(|name| Help::name("input", name));
    }
    if context.block_names().contains(&name) {
        let text = types.text(name);
        return Some(format!("blocks have no values in this dialect; declare a variable `{text}`").into());
    }
    let text = types.text(name);
    if ["count", "each"].contains(&text) && variable_of_block(context, at).is_some() {
        return Some("the key and the value of the range of a block are `range.key` and `range.value`".into());
    }
    if text == "range" && has_options(context, at) {
        return Some("`range` is the instance of a block whose options have a `range`".into());
    }
    let similar = similar_variable(context, at, text);
    if similar.as_ref().is_none_or(|similar| slip(text, [&similar[..]]).is_none())
        && let Some(help) = meant_otherwise(context, at, name)
    {
        return Some(help.into());
    }
    similar.map(|name| Help::name("variable", name)).or_else(|| constant(text))
}

/// Help for a name that means something, but no variable: a function, a part of the range of a block, or a property of what a `for`
/// expression iterates over.
fn meant_otherwise(context: &Context<'_>, at: Place, name: Name) -> Option<String> {
    let text = context.types.text(name);
    if context.environment.function(name).is_some() {
        return Some(format!("`{text}` is a function: write `{text}(...)`"));
    }
    if ["key", "value"].contains(&text)
        && let Some(variable) = variable_of_block(context, at)
    {
        return Some(format!("the {text} of the range of a block is `{variable}.{text}`"));
    }
    let variable = owner_among_iterations(context, at, name)?;
    Some(format!("`{variable}` has a property `{text}`: write `{variable}.{text}`"))
}

/// The innermost variable of a `for` expression around an expression whose value has a property of this name.
fn owner_among_iterations<'a>(context: &Context<'a>, at: Place, name: Name) -> Option<&'a str> {
    let (tree, mut node) = (context.tree(at.file), at.node);
    while let Some(parent) = context.parent(at.file, node) {
        if let Node::For(id) = tree.node(parent) {
            let parts = tree.for_parts(id);
            let collection = Place { node: parts.collection, ..at };
            let iterated = context.inference.type_of(collection).filter(|_| parts.collection != node);
            if iterated.is_some_and(|ty| elements_have(context, ty, name)) {
                return Some(context.types.text(parts.value_variable));
            }
        }
        node = parent;
    }
    None
}

/// Holds if an element of a collection has a property.
fn elements_have(context: &Context<'_>, ty: Ty, name: Name) -> bool {
    let types = context.types;
    let has = |ty: Ty| context.fields(ty).has(name);
    alternatives(types, ty).into_iter().any(|ty| match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) | Shape::Map(element) => has(element),
        Shape::Tuple(_) => types.members(ty).first().is_some_and(|&element| has(element)),
        _ => false,
    })
}

/// Returns the variable that exists in the block around an expression: `range` in a block with a range.
fn variable_of_block<'a>(context: &Context<'a>, at: Place) -> Option<&'a str> {
    let definition = context.definition_around(at).map(|id| context.program.definition(id))?;
    definition.block.as_ref()?.variable.as_ref().map(|variable| context.types.text(variable.0))
}

/// Holds if an expression stands in a block that may have several instances.
fn has_options(context: &Context<'_>, at: Place) -> bool {
    let definition = context.definition_around(at).map(|id| context.program.definition(id));
    definition.is_some_and(|definition| matches!(definition.kind, Kind::Resource | Kind::Component))
}

/// Words of other languages for constants.
const CONSTANTS: [(&str, &str); 7] = [
    ("no", "false"),
    ("off", "false"),
    ("on", "true"),
    ("yes", "true"),
    ("nil", "null"),
    ("none", "null"),
    ("undefined", "null"),
];

/// Help with the constant that a word may mean.
pub(super) fn constant(word: &str) -> Option<Help> {
    let small = word.to_ascii_lowercase();
    let other = CONSTANTS.iter().find(|known| known.0 == small).map(|known| known.1.to_owned());
    let meant = other.or_else(|| slip(word, ["false", "null", "true"]).filter(|meant| is_slip(&small, meant)));
    meant.map(|name| Help::name("constant", name))
}

/// Holds if a word has a letter too many or too few, or the same letters as another one: `tree` is not `true`.
fn is_slip(word: &str, meant: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    word.len() != meant.len() || sorted(word) == sorted(meant)
}

/// The only variable of one letter in the `for` expressions around a name of one letter.
fn only_short(unknown: &str, inner: &[&str]) -> Option<String> {
    let is_short = |name: &str| name.chars().nth(1).is_none();
    let mut short = inner.iter().filter(|name| is_short(unknown) && is_short(name));
    let found = short.next()?;
    short.next().is_none().then(|| (*found).to_owned())
}

/// The variables of the `for` expressions around an expression.
pub(super) fn variables_of_iterations<'a>(context: &Context<'a>, at: Place) -> Vec<&'a str> {
    let (tree, mut names, mut node) = (context.tree(at.file), Vec::new(), at.node);
    while let Some(parent) = context.parent(at.file, node) {
        if let Node::For(id) = tree.node(parent) {
            let parts = tree.for_parts(id);
            let own = [parts.key_variable, Some(parts.value_variable)].into_iter().flatten();
            names.extend(own.filter(|_| parts.collection != node).map(|name| context.types.text(name)));
        }
        node = parent;
    }
    names
}

/// The nearest variable that the expression may refer to without a cycle.
fn similar_variable(context: &Context<'_>, at: Place, unknown: &str) -> Option<String> {
    let names = context.names();
    if names.all.names().len() > MOST {
        return None;
    }
    let inner = variables_of_iterations(context, at);
    let mut circular: Vec<String> = Vec::new();
    loop {
        // A label that is no name is one of another kind, like a token where the name is missing.
        let is_free = |known: &str| !known.contains([':', '/']) && !circular.iter().any(|name| name == known);
        let own = || variable_of_block(context, at).into_iter().chain(inner.iter().copied());
        let known = || names.all.names().iter().copied().chain(own()).filter(|known| is_free(known));
        let of_program = names.all.nearest(unknown, is_free);
        let near = nearest(unknown, own().filter(|known| is_free(known)).chain(of_program.as_deref()));
        let name = near.or_else(|| lengthened(unknown, known())).or_else(|| only_short(unknown, &inner))?;
        let meant = names.definitions(&name);
        if meant.is_empty() || meant.iter().any(|&id| !context.would_be_circular(at, id)) {
            return Some(name);
        }
        circular.push(name);
        if circular.len() > MOST_CIRCULAR {
            return None;
        }
    }
}
