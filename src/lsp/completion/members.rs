//! Members: the attributes of blocks, the properties of objects, and the steps into values.

use gen_lsp_types::CompletionItemKind;

use super::Offer;
use super::keywords::{attributes as attribute_names, blocks};
use super::mark::block_at;
use super::repair::MARK;
use crate::lsp::docs::property_entry;
use crate::lsp::expected::expected_at;
use crate::lsp::subject::key_name;
use crate::lsp::types::{alternatives, type_behind};
use crate::lsp::view::View;
use crate::program::{Definition, FileId, Input, Place};
use crate::schema::{EntryKind, EntryPart, Schemas};
use crate::source::Span;
use crate::syntax::tree::{BodyItem, Node};
use crate::type_rules::ask::{Answer, Question, ask};
use crate::types::display::{display_key, display_within};
use crate::types::vocabulary::{Conversion, Presence};
use crate::types::{Constant, Interner, NONE, Name, Shape, Ty};

/// The longest type beside an item, in bytes.
const LONGEST_TYPE: usize = 80;

/// What may be written where an attribute begins.
pub fn attributes(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    file: FileId,
    around: Option<Span>,
) -> Vec<Offer> {
    let Some(span) = around else {
        let block = |&(name, snippet): &(&str, &str)| {
            Offer::new(name, CompletionItemKind::Keyword, 1).snippet(snippet).detail("block")
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
        .map(|name| Offer::new(*name, CompletionItemKind::Field, 2).snippet(format!("{name} = $0")));
    let mut offers: Vec<Offer> = plain.collect();
    let definition = view.program.definitions.iter().find(|of| of.file == file && of.span == span);
    if let Some(definition) = definition {
        offers.extend(inputs(view, types, schemas, definition, &given));
        if definition.instance_type().is_some() && view.dialect == crate::dialect::Dialect::Pcl {
            offers.push(Offer::new("options", CompletionItemKind::Keyword, 3).snippet("options {\n  $0\n}"));
        }
    }
    offers
}

/// The options of resources.
fn options(view: &View<'_>, types: &Interner, given: &[Name]) -> Vec<Offer> {
    let known = view.environment.options.iter().filter(|(name, _)| !given.contains(name));
    let offer = |(&name, &ty): (&Name, &Ty)| {
        let name = types.text(name);
        Offer::new(name, CompletionItemKind::Property, 2).snippet(format!("{name} = $0")).detail(display_within(
            types,
            ty,
            LONGEST_TYPE,
        ))
    };
    known.map(offer).collect()
}

/// The inputs of a block that are not given, those that are required first.
fn inputs(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &Schemas,
    definition: &Definition,
    given: &[Name],
) -> Vec<Offer> {
    let class = definition.instance_type().and_then(|ty| types.class_of(ty)).map(|class| types.class(class).token);
    let missing = view.program.inputs(definition).iter().filter(|input| !given.contains(&input.name));
    let missing: Vec<(Name, Ty, bool)> =
        missing.map(|input| (input.name, input.ty, is_required(types, input))).collect();
    let offer = |(name, ty, is_required): (Name, Ty, bool)| {
        let part = EntryPart::Input(types.text(name));
        let entry = class.and_then(|class| schemas.entry(EntryKind::Resource, types.text(class), part));
        let name = types.text(name);
        member(types, name, ty, is_required, " = ").documented(entry.as_ref())
    };
    missing.into_iter().map(offer).collect()
}

/// Holds if something is wrong with a block without an input.
pub fn is_required(types: &mut Interner, input: &Input) -> bool {
    match input.presence {
        Presence::Required => true,
        Presence::Implied => false,
        Presence::ByType => !accepts_null(types, input.ty),
    }
}

/// Holds if null converts to a type.
pub fn accepts_null(types: &mut Interner, ty: Ty) -> bool {
    ask(types, &[Question::Convert(NONE, ty)]) != [Answer::Convert(Conversion::No)]
}

fn member(types: &Interner, name: &str, ty: Ty, is_required: bool, equals: &str) -> Offer {
    let text = display_within(types, ty, LONGEST_TYPE);
    let detail = if is_required { format!("{text} (required)") } else { text };
    Offer::new(name, CompletionItemKind::Property, if is_required { 0 } else { 2 }).detail(detail).snippet(format!(
        "{}{equals}{}",
        escaped(&display_key(name)),
        placeholder(types, ty)
    ))
}

/// A text in a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$")
}

/// What a value of a type looks like, with the cursor where it is to be written.
pub fn placeholder(types: &Interner, ty: Ty) -> &'static str {
    let alternatives = alternatives(types, ty);
    match alternatives.iter().map(|&ty| types.shape(ty)).find(|shape| !matches!(shape, Shape::None)) {
        Some(Shape::Object(_) | Shape::Map(_)) => "{$0}",
        Some(Shape::List(_) | Shape::Set(_) | Shape::Tuple(_)) => "[$0]",
        _ => "$0",
    }
}

/// The properties of the objects that are expected at a place, those that are required first.
pub fn keys(view: &View<'_>, types: &mut Interner, schemas: &Schemas, at: Place) -> Vec<Offer> {
    let Some(id) = view.owner(at) else { return Vec::new() };
    let expected = expected_at(view, types, id, at.node);
    let Node::Object(items) = view.tree(at.file).node(at.node) else { return Vec::new() };
    let given: Vec<Name> = view.tree(at.file).items(items).iter().filter_map(|item| key_name(view, at, item)).collect();
    let mut all: Vec<(Name, Ty)> = expected.iter().flat_map(|&ty| types.properties(ty).to_vec()).collect();
    all.retain(|(name, _)| !given.contains(name) && types.text(*name) != MARK);
    let mut offers = Vec::new();
    for (name, ty) in all {
        let is_required = expected.len() == 1 && !accepts_null(types, ty);
        let entry = property_entry(types, schemas, &expected, name, true);
        offers.push(member(types, types.text(name), ty, is_required, " = ").documented(entry.as_ref()));
    }
    offers
}

/// The properties of the value that a step goes into.
pub fn steps(view: &View<'_>, types: &mut Interner, schemas: &Schemas, at: Place, number: usize) -> Vec<Offer> {
    let Some(ty) = type_behind(view, types, at, number) else { return Vec::new() };
    let from = alternatives(types, ty);
    let all: Vec<(Name, Ty)> = from.iter().flat_map(|&ty| types.properties(ty).to_vec()).collect();
    let offer = |(name, ty): (Name, Ty)| {
        let entry = property_entry(types, schemas, &from, name, false);
        let text = types.text(name);
        let is_name = display_key(text) == text;
        let offer = Offer::new(text, CompletionItemKind::Property, 1)
            .detail(display_within(types, ty, LONGEST_TYPE))
            .documented(entry.as_ref());
        is_name.then_some(offer)
    };
    all.into_iter().filter_map(offer).collect()
}

/// The constants that are expected: values of enums, and single values.
pub fn constants(types: &Interner, expected: &[Ty]) -> Vec<Constant> {
    let values = |&ty: &Ty| match types.shape(ty) {
        Shape::Enum(id) => types.enumeration(id).2.to_vec(),
        Shape::Constant(_, value) => vec![value],
        _ => Vec::new(),
    };
    expected.iter().flat_map(values).collect()
}
