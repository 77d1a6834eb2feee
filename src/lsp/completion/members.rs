//! Completion of members: attributes of blocks, properties of objects, and steps of traversals.

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::keywords::{attributes as attribute_names, blocks};
use super::mark::block_at;
use super::repair::MARK;
use crate::lsp::docs::property_entry;
use crate::lsp::expected::expected_at;
use crate::lsp::subject::key_name;
use crate::lsp::types::type_after_steps;
use crate::lsp::view::View;
use crate::program::{Definition, FileId, Input, Place};
use crate::schema::{EntryKind, EntryPart, Schemas};
use crate::source::Span;
use crate::syntax::tree::{BodyItem, Node};
use crate::type_rules::ask::{Answer, Question, ask};
use crate::types::alternatives;
use crate::types::display::{display_key, display_within, is_plain_key};
use crate::types::vocabulary::{Conversion, Presence};
use crate::types::{Constant, Interner, NONE, Name, Shape, Ty};

/// The maximal length of a type beside an item, in bytes.
const LONGEST_TYPE: usize = 80;

/// Returns the completions for an attribute name.
pub fn attributes(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    file: FileId,
    around: Option<Span>,
) -> Vec<Completion> {
    let Some(span) = around else {
        let block = |&(name, snippet): &(&str, &str)| {
            Completion::new(name, CompletionItemKind::Keyword, 1).snippet(snippet).detail("block")
        };
        return blocks(view.dialect).iter().map(block).collect();
    };
    let Some(block) = block_at(&view.tree(file).body, span) else { return Vec::new() };
    let given: Vec<Name> =
        block.body.iter().filter_map(BodyItem::as_attribute).map(|attribute| attribute.name).collect();
    let kind = types.text(block.kind).to_owned();
    if kind == "options" {
        return options(view, types, &given);
    }
    let plain = attribute_names(view.dialect, &kind).iter();
    let is_new = |name: &&&str| !given.iter().any(|&of| types.text(of) == **name);
    let plain = plain
        .filter(is_new)
        .map(|name| Completion::new(*name, CompletionItemKind::Field, 2).snippet(format!("{name} = $0")));
    let mut completions: Vec<Completion> = plain.collect();
    let definition = view.program.definitions.iter().find(|of| of.file == file && of.span == span);
    if let Some(definition) = definition {
        completions.extend(inputs(view, types, schemas, definition, &given));
        if definition.instance_type().is_some() && view.dialect == crate::dialect::Dialect::Pcl {
            completions.push(Completion::new("options", CompletionItemKind::Keyword, 3).snippet("options {\n  $0\n}"));
        }
    }
    completions
}

/// Returns the options of resources.
fn options(view: &View<'_>, types: &Interner, given: &[Name]) -> Vec<Completion> {
    let known = view.environment.options.iter().filter(|(name, _)| !given.contains(name));
    let completion =
        |(&name, &ty): (&Name, &Ty)| {
            let name = types.text(name);
            Completion::new(name, CompletionItemKind::Property, 2)
                .snippet(format!("{name} = $0"))
                .detail(display_within(types, ty, LONGEST_TYPE))
        };
    known.map(completion).collect()
}

/// Returns the inputs of a block that are not given, required ones first.
fn inputs(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    definition: &Definition,
    given: &[Name],
) -> Vec<Completion> {
    let class = definition.instance_type().and_then(|ty| types.class_of(ty)).map(|class| types.class(class).token);
    let missing = view.program.inputs(definition).iter().filter(|input| !given.contains(&input.name));
    let missing: Vec<(Name, Ty, bool)> =
        missing.map(|input| (input.name, input.ty, is_required(types, input))).collect();
    let completion = |(name, ty, is_required): (Name, Ty, bool)| {
        let part = EntryPart::Input(types.text(name));
        let entry = class.and_then(|class| schemas.entry(EntryKind::Resource, types.text(class), part));
        let name = types.text(name);
        member(types, name, ty, is_required, " = ").documented(entry.as_ref())
    };
    missing.into_iter().map(completion).collect()
}

/// Holds if a block without this input has a problem.
pub fn is_required(types: &mut Interner, input: &Input) -> bool {
    match input.presence {
        Presence::Required | Presence::NotNull => true,
        Presence::Implied | Presence::Defaulted => false,
        Presence::ByType => !accepts_null(types, input.ty),
    }
}

/// Holds if null converts to a type.
pub fn accepts_null(types: &mut Interner, ty: Ty) -> bool {
    ask(types, &[Question::Convert(NONE, ty)]) != [Answer::Convert(Conversion::No)]
}

fn member(types: &Interner, name: &str, ty: Ty, is_required: bool, equals: &str) -> Completion {
    let text = display_within(types, ty, LONGEST_TYPE);
    let detail = if is_required { format!("{text} (required)") } else { text };
    Completion::new(name, CompletionItemKind::Property, if is_required { 0 } else { 2 })
        .detail(detail)
        .snippet(format!("{}{equals}{}", escaped(&display_key(name)), placeholder(types, ty)))
}

/// Escapes a text for a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$")
}

/// Returns a placeholder for a value of a type, with the cursor position.
pub fn placeholder(types: &Interner, ty: Ty) -> &'static str {
    let alternatives = alternatives(types, ty);
    match alternatives.iter().map(|&ty| types.shape(ty)).find(|shape| !matches!(shape, Shape::None)) {
        Some(Shape::Object(_) | Shape::Map(_)) => "{$0}",
        Some(Shape::List(_) | Shape::Set(_) | Shape::Tuple(_)) => "[$0]",
        _ => "$0",
    }
}

/// Returns the properties of the objects expected at a place, required ones first.
pub fn keys(view: &View<'_>, types: &mut Interner, schemas: &Schemas, at: Place) -> Vec<Completion> {
    let Some(id) = view.program.definition_of(at) else { return Vec::new() };
    let expected = expected_at(view, types, id, at.node);
    let Node::Object(items) = view.tree(at.file).node(at.node) else { return Vec::new() };
    let given: Vec<Name> = view.tree(at.file).items(items).iter().filter_map(|item| key_name(view, at, item)).collect();
    let mut all: Vec<(Name, Ty)> = expected.iter().flat_map(|&ty| types.properties(ty).to_vec()).collect();
    all.retain(|(name, _)| !given.contains(name) && types.text(*name) != MARK);
    let mut completions = Vec::new();
    for (name, ty) in all {
        let is_required = expected.len() == 1 && !accepts_null(types, ty);
        let entry = property_entry(types, schemas, &expected, name, true);
        completions.push(member(types, types.text(name), ty, is_required, " = ").documented(entry.as_ref()));
    }
    completions
}

/// Returns the properties of the value before a step.
pub fn steps(view: &View<'_>, types: &mut Interner, schemas: &Schemas, at: Place, number: usize) -> Vec<Completion> {
    let Some(ty) = type_after_steps(view, types, at, number) else { return Vec::new() };
    let from = alternatives(types, ty);
    let all: Vec<(Name, Ty)> = from.iter().flat_map(|&ty| types.properties(ty).to_vec()).collect();
    let completion = |(name, ty): (Name, Ty)| {
        let entry = property_entry(types, schemas, &from, name, false);
        let text = types.text(name);
        let is_name = is_plain_key(text);
        let completion = Completion::new(text, CompletionItemKind::Property, 1)
            .detail(display_within(types, ty, LONGEST_TYPE))
            .documented(entry.as_ref());
        is_name.then_some(completion)
    };
    all.into_iter().filter_map(completion).collect()
}

/// Returns the expected constants: values of enums, and constant types.
pub fn constants(types: &Interner, expected: &[Ty]) -> Vec<Constant> {
    let values = |&ty: &Ty| match types.shape(ty) {
        Shape::Enum(id) => types.enumeration(id).2.to_vec(),
        Shape::Constant(_, value) => vec![value],
        _ => Vec::new(),
    };
    expected.iter().flat_map(values).collect()
}
