//! Completion of members: attributes of blocks, properties of objects, and steps of traversals.

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::keywords::{Keyword, attributes as attribute_names, block as keyword, blocks};
use super::mark::MARK;
use super::names::addresses;
use crate::answers::ask::{Answer, Question, ask};
use crate::dialect::Dialect;
use crate::lsp::docs::{described_by, described_part, path_of_block, property_entry, schema_of, words};
use crate::lsp::expected::expected_at;
use crate::lsp::modules::{Selected, selected};
use crate::lsp::subject::{blocks_around, key_name};
use crate::lsp::types::type_after_steps;
use crate::lsp::view::View;
use crate::program::{DefinitionId, FileId, Input, Kind, Place};
use crate::schema::{EntryKind, EntryPart, Schemas};
use crate::source::{Span, has_values};
use crate::syntax::tree::{Block, BodyItem, Node};
use crate::types::alternatives;
use crate::types::display::{display_key, display_within, is_plain_key};
use crate::types::vocabulary::{Conversion, Presence};
use crate::types::{Interner, NONE, Name, Shape, Ty};

/// The maximal length of a type beside an item, in bytes.
const LONGEST_TYPE: usize = 80;

/// Returns the completions for the name of an attribute or a block.
pub fn attributes(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    file: FileId,
    around: Option<Span>,
) -> Vec<Completion> {
    let keyword = |(name, snippet): Keyword| {
        Completion::new(name, CompletionItemKind::Keyword, 3).snippet(snippet).detail("block")
    };
    let Some(span) = around else {
        if has_values(&view.program.file(file).source.name) {
            return variables(view, types, file);
        }
        return blocks(view.dialect, &[]).into_iter().map(keyword).collect();
    };
    let around = blocks_around(&view.tree(file).body, span);
    let Some(block) = around.last() else { return Vec::new() };
    let given: Vec<Name> =
        block.body.iter().filter_map(BodyItem::as_attribute).map(|attribute| attribute.name).collect();
    let path: Vec<String> = around.iter().map(|block| types.text(block.kind).to_owned()).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    if view.dialect == Dialect::Pcl && path.last() == Some(&"options") {
        return options(view, types, &given);
    }
    let is_new = |name: &str| !given.iter().any(|&of| types.text(of) == name);
    let plain = attribute_names(view.dialect, &path).into_iter().filter(|of| is_new(of.0));
    let mut completions: Vec<Completion> =
        plain.map(|(name, is_required)| plain_attribute(name, is_required)).collect();
    completions.extend(blocks(view.dialect, &path).into_iter().map(keyword));
    let has_inputs = |of: &&DefinitionId| !view.program.inputs(view.program.definition(**of)).is_empty();
    let own = of_block(view, file, span);
    for &id in own.iter().filter(has_inputs).take(1) {
        completions.extend(inputs(view, types, schemas, id, &given));
    }
    completions.extend(own.iter().flat_map(|&id| nested(view, types, schemas, id, block)));
    let is_resource = own.iter().any(|&id| view.program.definition(id).instance_type().is_some());
    if is_resource && view.dialect == Dialect::Pcl {
        completions.push(Completion::new("options", CompletionItemKind::Keyword, 3).snippet("options {\n  $0\n}"));
    }
    completions
}

fn plain_attribute(name: &str, is_required: bool) -> Completion {
    let completion = Completion::new(name, CompletionItemKind::Field, if is_required { 0 } else { 2 });
    let completion = completion.snippet(format!("{name} = $0"));
    if is_required { completion.detail("required") } else { completion }
}

/// Returns the definitions that a block is: in Terraform, its body is one of its own.
fn of_block(view: &View<'_>, file: FileId, span: Span) -> Vec<DefinitionId> {
    let is_own = |id: &DefinitionId| {
        let definition = view.program.definition(*id);
        definition.file == file && definition.span == span
    };
    view.program.definition_ids().filter(is_own).collect()
}

/// Returns the variables that a file of values does not set.
fn variables(view: &View<'_>, types: &mut Interner, file: FileId) -> Vec<Completion> {
    let body = &view.tree(file).body;
    let given: Vec<Name> = body.iter().filter_map(BodyItem::as_attribute).map(|attribute| attribute.name).collect();
    let mut found = Vec::new();
    for id in view.program.definition_ids() {
        let definition = view.program.definition(id);
        let Some(name) = definition.own_name().filter(|_| definition.kind == Kind::Variable) else { continue };
        if given.iter().any(|&of| types.text(of) == name) {
            continue;
        }
        let ty = view.program.declared.get(&id).copied().unwrap_or_else(|| view.inference.definition_type(id));
        let described = view.program.description(definition, types).map(|text| types.text(text).to_owned());
        let is_required = view.program.required.contains(&id);
        found.push(member(types, name, ty, is_required, " = ").described(described));
    }
    found
}

/// Returns the nested blocks of a block with a schema, as far as it may have more of them.
fn nested(view: &View<'_>, types: &Interner, schemas: &Schemas, id: DefinitionId, block: &Block) -> Vec<Completion> {
    let definition = view.program.definition(id);
    let interface = definition.block.as_ref().and_then(|block| block.interface);
    let Some(limits) = interface.and_then(|interface| view.program.block_limits.get(&interface)) else {
        return Vec::new();
    };
    let schema = schema_of(view, schemas, view.program.definition(view.program.owner(id)));
    let mut path = path_of_block(view, types, id);
    let mut found = Vec::new();
    for limit in limits {
        let given = block.body.iter().filter_map(BodyItem::as_block).filter(|inner| inner.kind == limit.name).count();
        if given >= limit.most as usize {
            continue;
        }
        let is_required = (given as u32) < limit.least;
        let (name, snippet) = keyword(types.text(limit.name), 0);
        path.push(types.text(limit.name));
        let described = schema.as_ref().and_then(|schema| schema.description(&path));
        path.pop();
        let completion = Completion::new(name, CompletionItemKind::Struct, if is_required { 0 } else { 2 });
        let detail = if is_required { "block (required)" } else { "block" };
        found.push(completion.snippet(snippet).detail(detail).described(described));
    }
    found
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
    id: DefinitionId,
    given: &[Name],
) -> Vec<Completion> {
    let definition = view.program.definition(id);
    let missing = view.program.inputs(definition).iter().filter(|input| !given.contains(&input.name));
    let missing: Vec<(Name, Ty, bool)> =
        missing.map(|input| (input.name, input.ty, is_required(types, input))).collect();
    let described = descriptions(view, types, schemas, id, &missing);
    let found = missing.into_iter().zip(described);
    found
        .map(|((name, ty, is_required), described)| {
            member(types, types.text(name), ty, is_required, " = ").described(described)
        })
        .collect()
}

/// Returns the descriptions of inputs of a block.
fn descriptions(
    view: &View<'_>,
    types: &Interner,
    schemas: &Schemas,
    id: DefinitionId,
    inputs: &[(Name, Ty, bool)],
) -> Vec<Option<String>> {
    let owner = view.program.owner(id);
    if let Some(call) = view.program.calls.get(&owner) {
        return inputs.iter().map(|input| described_by(call, types, "var", types.text(input.0))).collect();
    }
    if let Some(schema) = schema_of(view, schemas, view.program.definition(owner)) {
        let around = path_of_block(view, types, id);
        let path = |name: Name| around.iter().copied().chain([types.text(name)]).collect::<Vec<&str>>();
        return inputs.iter().map(|input| schema.description(&path(input.0))).collect();
    }
    let instance = view.program.definition(id).instance_type();
    let class = instance.and_then(|ty| types.class_of(ty)).map(|class| types.class(class).token);
    let entry = |name: Name| schemas.entry(EntryKind::Resource, types.text(class?), EntryPart::Input(types.text(name)));
    inputs.iter().map(|input| entry(input.0).map(|entry| words(&entry))).collect()
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
fn accepts_null(types: &mut Interner, ty: Ty) -> bool {
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
    let ty = type_after_steps(view, types, at, number);
    let Some(ty) = ty.filter(|&ty| ty != crate::types::ANY || !view.program.is_terraform) else {
        return addresses(view, types, at, number);
    };
    let from = alternatives(types, ty);
    let described = selected(view, types, at, number);
    let all: Vec<(Name, Ty)> = from.iter().flat_map(|&ty| types.properties(ty).to_vec()).collect();
    let completion = |(name, ty): (Name, Ty)| {
        let entry = property_entry(types, schemas, &from, name, false);
        let text = types.text(name);
        let is_name = is_plain_key(text);
        let completion = Completion::new(text, CompletionItemKind::Property, 1)
            .detail(display_within(types, ty, LONGEST_TYPE))
            .documented(entry.as_ref());
        let of_block = described.as_ref().and_then(|of| of_selected(view, types, schemas, of, name));
        is_name.then(|| if of_block.is_some() { completion.described(of_block) } else { completion })
    };
    all.into_iter().filter_map(completion).collect()
}

/// Returns the description of a property beside the step of a traversal that the mark is.
fn of_selected(view: &View<'_>, types: &Interner, schemas: &Schemas, of: &Selected, name: Name) -> Option<String> {
    let (_, before) = of.path.split_last()?;
    let path: Vec<&str> = before.iter().chain([&name]).map(|&name| types.text(name)).collect();
    described_part(view, types, schemas, (of.definition, "output"), &path)
}
