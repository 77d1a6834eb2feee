//! The symbols of documents and programs.

use gen_lsp_types::{BaseSymbolInformation, DocumentSymbol, SymbolKind, WorkspaceSymbol, WorkspaceSymbolLocation};

use super::view::View;
use crate::program::{Definition, DefinitionId, FileId, Kind};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, ObjectItem};
use crate::types::Interner;
use crate::types::display::display_within;
use crate::visible::shortened;

/// The maximal length of a type beside a symbol, in bytes.
const LONGEST_TYPE: usize = 60;

/// The maximal number of symbols listed for a program.
const MOST: usize = 500;

/// Returns the symbols of a file: attributes and blocks, with nested ones.
pub fn document_symbols(view: &View<'_>, types: &Interner, file: FileId) -> Vec<DocumentSymbol> {
    let body = &view.tree(file).body;
    body.iter().map(|item| symbol(view, types, file, item, true)).collect()
}

fn symbol(view: &View<'_>, types: &Interner, file: FileId, item: &BodyItem, is_top: bool) -> DocumentSymbol {
    match item {
        BodyItem::Attribute(attribute) => of_attribute(view, types, file, attribute),
        BodyItem::Block(block) => of_block(view, types, file, block, is_top),
    }
}

/// Returns the address of a block of Terraform: `var.region`, `aws_vpc.main`.
fn address(view: &View<'_>, types: &Interner, block: &Block) -> Option<String> {
    let prefix = match types.text(block.kind) {
        _ if !view.program.is_terraform => return None,
        "resource" => None,
        "variable" => Some("var"),
        kind => Some(kind),
    };
    let labels = block.labels.iter().map(|label| types.text(label.0));
    let parts: Vec<&str> = prefix.into_iter().chain(labels).collect();
    (!block.labels.is_empty()).then(|| parts.join("."))
}

fn of_block(view: &View<'_>, types: &Interner, file: FileId, block: &Block, is_top: bool) -> DocumentSymbol {
    let kind = types.text(block.kind);
    let own_address = if is_top { address(view, types, block) } else { None };
    let own = if own_address.is_some() { block.labels.last() } else { block.labels.first() };
    let (name, selected) = match own {
        Some(&(label, span)) => (own_address.as_deref().unwrap_or(types.text(label)), view.unquoted(file, span)),
        None => (kind, block.kind_span),
    };
    let token = block.labels.get(1).filter(|_| own_address.is_none());
    let detail = token.map_or(kind, |label| types.text(label.0));
    let children = block.body.iter().map(|item| symbol(view, types, file, item, false)).collect();
    let symbol_kind = match kind {
        "output" => SymbolKind::Event,
        "config" | "variable" | "parameter" => SymbolKind::Constant,
        "resource" | "read" | "data" | "ephemeral" => SymbolKind::Class,
        "component" | "module" => SymbolKind::Module,
        _ => SymbolKind::Namespace,
    };
    new(view, file, (name, detail), symbol_kind, (block.span, selected), children)
}

fn of_attribute(view: &View<'_>, types: &Interner, file: FileId, attribute: &Attribute) -> DocumentSymbol {
    let ty = view.inference.type_of(crate::program::Place { file, node: attribute.value });
    let detail = ty.map_or_else(String::new, |ty| display_within(types, ty, LONGEST_TYPE));
    let span = attribute.name_span.to(view.tree(file).span(attribute.value));
    let children = of_value(view, types, file, attribute.value);
    let selected = view.unquoted(file, attribute.name_span);
    new(view, file, (types.text(attribute.name), &detail), SymbolKind::Variable, (span, selected), children)
}

/// Returns the properties of a value that is an object.
fn of_value(
    view: &View<'_>,
    types: &Interner,
    file: FileId,
    value: crate::syntax::tree::NodeId,
) -> Vec<DocumentSymbol> {
    let tree = view.tree(file);
    let Node::Object(items) = tree.node(value) else { return Vec::new() };
    let at = crate::program::Place { file, node: value };
    let property = |item: &ObjectItem| {
        let name = super::subject::key_name(view, at, item)?;
        let ty = view.inference.type_of(crate::program::Place { node: item.value, ..at });
        let detail = ty.map_or_else(String::new, |ty| display_within(types, ty, LONGEST_TYPE));
        let span = item.key_span.to(tree.span(item.value));
        let children = of_value(view, types, file, item.value);
        let texts = (types.text(name), &detail[..]);
        Some(new(view, file, texts, SymbolKind::Property, (span, view.unquoted(file, item.key_span)), children))
    };
    tree.items(items).iter().filter_map(property).collect()
}

#[allow(deprecated, reason = "the field is part of the type")]
fn new(
    view: &View<'_>,
    file: FileId,
    (name, detail): (&str, &str),
    kind: SymbolKind,
    (span, selected): (Span, Span),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // Clients reject symbols without a name.
    let name = if name.is_empty() { "\"\"" } else { name };
    DocumentSymbol {
        name: shortened(name, 200).into_owned(),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        kind,
        tags: None,
        deprecated: None,
        range: view.range(file, span),
        selection_range: view.range(file, selected),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Returns the definitions of a program whose names contain the letters of a query in order.
pub fn program_symbols(view: &View<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let is_named = |id: &DefinitionId| view.program.definition(*id).kind != Kind::Body;
    let ids = view.program.definition_ids().filter(is_named);
    let ids = ids.filter(|&id| matches(&view.program.definition(id).label, query));
    ids.take(MOST).map(|id| program_symbol(view, id)).collect()
}

fn program_symbol(view: &View<'_>, id: DefinitionId) -> WorkspaceSymbol {
    let Definition { kind, label, file, name_span, .. } = view.program.definition(id);
    let symbol_kind = match kind {
        Kind::Attribute | Kind::Local => SymbolKind::Variable,
        Kind::Config | Kind::Variable => SymbolKind::Constant,
        Kind::Resource | Kind::Read | Kind::Data | Kind::Ephemeral => SymbolKind::Class,
        Kind::Component | Kind::Module => SymbolKind::Module,
        Kind::Output => SymbolKind::Event,
        _ => SymbolKind::Namespace,
    };
    let location = view.location(*file, view.unquoted(*file, *name_span));
    let base = BaseSymbolInformation {
        name: label.to_string(),
        kind: symbol_kind,
        tags: None,
        container_name: Some(format!("{} {}", kind.word(), view.program.file(*file).source.name)),
    };
    WorkspaceSymbol { location: WorkspaceSymbolLocation::Location(location), data: None, base_symbol_information: base }
}

/// Holds if a name contains the letters of a query in order, ignoring case.
fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|letter| letters.any(|found| found == letter))
}
