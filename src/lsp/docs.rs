//! Schema documentation of subjects, with its source location.

use std::path::Path;

use gen_lsp_types::{Location, Position, Range};

use super::expected::expected_at;
use super::modules::{Selected, selected};
use super::subject::{Subject, blocks_around, key_name, step_name, steps_of};
use super::text::Encoding;
use super::types::{type_after_steps, type_of};
use super::uris::uri_of;
use super::view::View;
use crate::program::{Definition, DefinitionId, FileId, Kind, ModuleCall, Place};
use crate::schema::{Entry, EntryKind, EntryPart, ProviderSection, ProviderText, Schemas};
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId};
use crate::types::alternatives;
use crate::types::{Annotation, Interner, Name, Shape, Ty};

/// Returns the description of a subject: that of its schema, or that of its block in Terraform.
pub fn description(view: &View<'_>, types: &mut Interner, schemas: &Schemas, subject: Subject) -> Option<String> {
    let said = if view.program.is_terraform {
        of_terraform(view, types, schemas, subject)
    } else {
        entry_of(view, types, schemas, subject).map(|entry| words(&entry))
    };
    said.filter(|said| !said.is_empty())
}

fn of_terraform(view: &View<'_>, types: &Interner, schemas: &Schemas, subject: Subject) -> Option<String> {
    match subject {
        Subject::Definition(id) | Subject::Token(id) => {
            let definition = view.program.definition(id);
            let written = view.program.description(definition, types).map(|text| types.text(text).to_owned());
            let of_schema = || schema_of(view, schemas, definition)?.description(&[]);
            written.filter(|_| subject == Subject::Definition(id)).or_else(of_schema)
        }
        Subject::Block(id, span) => match &path_at(view, types, view.program.definition(id).file, span)[..] {
            [] => of_terraform(view, types, schemas, Subject::Definition(id)),
            path => described_part(view, types, schemas, (id, "var"), path),
        },
        Subject::Input(id, name) => {
            let mut path = path_of_block(view, types, id);
            path.push(types.text(name));
            described_part(view, types, schemas, (view.program.owner(id), "var"), &path)
        }
        Subject::Step(at, number) => {
            let Selected { definition, path } = selected(view, types, at, number)?;
            let path: Vec<&str> = path.into_iter().map(|name| types.text(name)).collect();
            described_part(view, types, schemas, (definition, "output"), &path)
        }
        _ => None,
    }
}

/// Returns the description of a part of a block: of a variable or an output of a called module, or of a part of a schema.
pub fn described_part(
    view: &View<'_>,
    types: &Interner,
    schemas: &Schemas,
    (id, kind): (DefinitionId, &str),
    path: &[&str],
) -> Option<String> {
    if let Some(call) = view.program.calls.get(&id) {
        return path.first().filter(|_| path.len() == 1).and_then(|name| described_by(call, types, kind, name));
    }
    schema_of(view, schemas, view.program.definition(id))?.description(path)
}

/// Returns the description of a variable or an output of a called module.
pub fn described_by(call: &ModuleCall, types: &Interner, kind: &str, name: &str) -> Option<String> {
    let address = format!("{kind}.{name}");
    let mut described = call.descriptions.iter();
    described.find(|of| *types.text(*of.0) == address).map(|of| types.text(*of.1).to_owned())
}

/// Returns the schema of a definition of Terraform: a resource, or the configuration of a provider.
pub fn schema_of(view: &View<'_>, schemas: &Schemas, definition: &Definition) -> Option<ProviderText> {
    if !view.program.is_terraform {
        return None;
    }
    let section = match definition.kind {
        Kind::Resource => ProviderSection::Resources,
        Kind::Data => ProviderSection::Data,
        Kind::Ephemeral => ProviderSection::Ephemeral,
        Kind::Body => return schemas.provider_text_of_configuration(definition.address().nth(1)?),
        _ => return None,
    };
    schemas.provider_text(section, definition.resource_type()?)
}

/// Returns the names of the nested blocks around a definition of Terraform, outermost first, as its schema has them.
pub fn path_of_block<'t>(view: &View<'_>, types: &'t Interner, id: DefinitionId) -> Vec<&'t str> {
    let definition = view.program.definition(id);
    path_at(view, types, definition.file, definition.span)
}

/// Returns the same for the block at a span of a file.
pub fn path_at<'t>(view: &View<'_>, types: &'t Interner, file: FileId, span: Span) -> Vec<&'t str> {
    let around = blocks_around(&view.tree(file).body, span);
    let nested = around.into_iter().skip(1).filter_map(|block| match types.text(block.kind) {
        "dynamic" => block.labels.first().map(|label| types.text(label.0)),
        "content" => None,
        kind => Some(kind),
    });
    nested.collect()
}

/// Returns the schema entry of a subject: of its property, or of its type.
pub fn entry_of<'s>(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &'s Schemas,
    subject: Subject,
) -> Option<Entry<'s>> {
    match subject {
        Subject::Token(id) | Subject::Definition(id) | Subject::Block(id, _) => {
            resource_entry(view, types, schemas, id, EntryPart::Whole)
        }
        Subject::Input(id, name) => {
            let name = types.text(name).to_owned();
            resource_entry(view, types, schemas, id, EntryPart::Input(&name))
        }
        Subject::Step(at, number) => {
            let name = step_name(steps_of(view, at).get(number)?)?;
            let from = type_after_steps(view, types, at, number)?;
            property_entry(types, schemas, &alternatives(types, from), name, false)
        }
        Subject::Key(at, number) => {
            let Node::Object(items) = view.tree(at.file).node(at.node) else { return None };
            let name = key_name(view, at, view.tree(at.file).items(items).get(number)?)?;
            let id = view.program.definition_of(at)?;
            let expected = expected_at(view, types, id, at.node);
            property_entry(types, schemas, &expected, name, true)
                .or_else(|| argument_entry(view, types, schemas, at, name))
        }
        Subject::Expression(at) => {
            let Node::String(text) = view.tree(at.file).node(at.node) else { return None };
            let is_token = invoked(view, types, at) == Some(text);
            schemas.entry(EntryKind::Function, types.text(text), EntryPart::Whole).filter(|_| is_token)
        }
        _ => None,
    }
}

/// Returns the schema entry of a subject's type.
pub fn type_entry<'s>(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &'s Schemas,
    subject: Subject,
) -> Option<Entry<'s>> {
    let ty = type_of(view, types, subject)?;
    members(types, ty).into_iter().find_map(|(kind, token)| schemas.entry(kind, types.text(token), EntryPart::Whole))
}

/// Returns the schema entry of a block's resource.
fn resource_entry<'s>(
    view: &View<'_>,
    types: &Interner,
    schemas: &'s Schemas,
    id: DefinitionId,
    part: EntryPart<'_>,
) -> Option<Entry<'s>> {
    let ty = view.program.definition(id).instance_type()?;
    let class = types.class(types.class_of(ty)?);
    schemas.entry(EntryKind::Resource, types.text(class.token), part)
}

/// Returns the schema entry of a property of one of some types.
pub fn property_entry<'s>(
    types: &Interner,
    schemas: &'s Schemas,
    of: &[Ty],
    name: Name,
    is_taken: bool,
) -> Option<Entry<'s>> {
    let name = types.text(name);
    let part = if is_taken { EntryPart::Input(name) } else { EntryPart::Output(name) };
    let mut all = of.iter().flat_map(|&ty| own_members(types, ty));
    all.find_map(|(kind, token)| schemas.entry(kind, types.text(token), part))
}

/// Returns the schema entry of an argument of an invoked function, given the object of arguments.
fn argument_entry<'s>(
    view: &View<'_>,
    types: &Interner,
    schemas: &'s Schemas,
    at: Place,
    name: Name,
) -> Option<Entry<'s>> {
    let token = invoked(view, types, at)?;
    schemas.entry(EntryKind::Function, types.text(token), EntryPart::Input(types.text(name)))
}

/// Returns the token of the function invoked by the call that has an expression as an argument.
fn invoked(view: &View<'_>, types: &Interner, at: Place) -> Option<Name> {
    let tree = view.tree(at.file);
    let calls = (at.node.0 + 1..tree.len() as u32).map(NodeId).filter_map(|node| match tree.node(node) {
        Node::Call(call) => Some(tree.call(call)),
        _ => None,
    });
    // A call follows its arguments directly: the next call is the only candidate.
    let call = calls.take(1).find(|call| tree.list(call.arguments).contains(&at.node))?;
    let token = tree.list(call.arguments).first().filter(|_| types.text(call.function) == "invoke")?;
    match tree.node(*token) {
        Node::String(token) => Some(token),
        _ => None,
    }
}

/// Returns the schema members that a type, or its element type, comes from.
fn members(types: &Interner, ty: Ty) -> Vec<(EntryKind, Name)> {
    let mut found = Vec::new();
    for ty in alternatives(types, ty) {
        found.extend(own_members(types, ty));
        if let (true, Shape::List(part) | Shape::Set(part) | Shape::Map(part)) = (found.is_empty(), types.shape(ty)) {
            found.extend(members_of_part(types, part));
        }
    }
    found
}

fn members_of_part(types: &Interner, ty: Ty) -> Vec<(EntryKind, Name)> {
    alternatives(types, ty).into_iter().flat_map(|ty| own_members(types, ty)).collect()
}

/// Returns the schema members that a type itself comes from.
fn own_members(types: &Interner, ty: Ty) -> Vec<(EntryKind, Name)> {
    let mut found: Vec<(EntryKind, Name)> = types
        .annotations(ty)
        .iter()
        .filter_map(|&annotation| {
            let kind = match annotation {
                Annotation::Known(_) | Annotation::Present | Annotation::Gathered | Annotation::Secret(_) => {
                    return None;
                }
                Annotation::Resource(_) | Annotation::Reference(_) => EntryKind::Resource,
                Annotation::Named(_) => EntryKind::Type,
                Annotation::Result(_) => EntryKind::Function,
            };
            Some((kind, types.token_of(annotation)?))
        })
        .collect();
    match types.shape(ty) {
        Shape::Enum(id) => found.push((EntryKind::Type, types.enumeration(id).0)),
        Shape::Named(id) => found.push((EntryKind::Type, types.named(id).name)),
        _ => {}
    }
    found.sort_by_key(|&(kind, token)| (kind != EntryKind::Resource, kind != EntryKind::Type, types.text(token)));
    found
}

/// Returns the location of an entry.
pub fn location(entry: &Entry<'_>, encoding: Encoding) -> Location {
    Location {
        uri: uri_of(Path::new(entry.file)).into(),
        range: Range::new(start(entry, encoding), start(entry, encoding)),
    }
}

fn start(entry: &Entry<'_>, encoding: Encoding) -> Position {
    let before = entry.text.get(..entry.place.start).unwrap_or("");
    let line = before.bytes().filter(|&byte| byte == b'\n').count() as u32;
    let in_line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
    Position { line, character: encoding.units(in_line) }
}

/// The most lines of a description.
const MOST_LINES: usize = 30;

/// The beginnings of the lines where the examples of a description begin, without the marks of headings.
const EXAMPLES: [&str; 2] = ["{{% example", "Example"];

/// Returns the summary of a description: its lines before the first example, as far as they are few.
fn summary(description: &str) -> String {
    let is_example = |line: &&str| {
        let is_heading = line.starts_with(['#', '{']);
        is_heading && EXAMPLES.iter().any(|start| line.trim_start_matches(['#', ' ']).starts_with(start))
    };
    let before: Vec<&str> = description.trim().lines().take_while(|line| !is_example(line)).collect();
    let text = before[..before.len().min(MOST_LINES)].join("\n");
    let is_cut = before.len() > MOST_LINES;
    if is_cut { format!("{}\n...", text.trim_end()) } else { text.trim_end().to_owned() }
}

/// Renders the documentation of an entry.
pub fn words(entry: &Entry<'_>) -> String {
    let description = summary(entry.description.as_deref().unwrap_or(""));
    match entry.deprecation.as_deref() {
        Some(reason) => format!("**Deprecated:** {}\n\n{description}", reason.trim()).trim_end().to_owned(),
        None => description,
    }
}
