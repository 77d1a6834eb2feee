//! Links from documents to files: the sources of modules, and the files that functions read.

use std::path::Path;

use gen_lsp_types::DocumentLink;

use super::uris::uri_of;
use super::view::View;
use crate::program::{DefinitionId, FileId, Place};
use crate::source::Span;
use crate::syntax::tree::{BodyItem, Node, NodeId};
use crate::types::Interner;

/// Returns the links of a file, in order.
pub fn links(view: &View<'_>, types: &Interner, file: FileId) -> Vec<DocumentLink> {
    let mut found: Vec<(Span, String)> =
        view.program.definition_ids().filter_map(|id| of_module(view, types, file, id)).collect();
    let files = view.program.linked_files.iter().filter(|(at, _)| at.file == file);
    found.extend(files.map(|(at, path)| (text_span(view, *at), uri_of(path))));
    found.sort();
    let link = |(span, target): (Span, String)| DocumentLink {
        range: view.range(file, span),
        target: Some(target[..].into()),
        tooltip: None,
        data: None,
    };
    found.into_iter().map(link).collect()
}

/// Returns the link from the source of a called module to the file that shows it.
fn of_module(view: &View<'_>, types: &Interner, file: FileId, id: DefinitionId) -> Option<(Span, String)> {
    let definition = view.program.definition(id);
    let call = view.program.calls.get(&id).filter(|_| definition.file == file)?;
    let mut attributes = view.program.block_of(definition)?.body.iter().filter_map(BodyItem::as_attribute);
    let source = attributes.find(|attribute| types.text(attribute.name) == "source")?;
    Some((text_span(view, Place { file, node: source.value }), uri_of(&call.directory.join(Path::new(&call.main)))))
}

/// Returns the span of a text, without quotes.
fn text_span(view: &View<'_>, at: Place) -> Span {
    let tree = view.tree(at.file);
    let inner = |node: NodeId| match tree.node(node) {
        Node::Parenthesis(inner) => inner,
        _ => node,
    };
    view.unquoted(at.file, tree.span(inner(at.node)))
}
