//! Completion in texts: tokens of resources and functions, types, and values of enums.

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::keywords::TYPES;
use super::mark::block_at;
use super::members::constants;
use crate::dialect::Dialect;
use crate::lsp::expected::expected_at;
use crate::lsp::view::View;
use crate::program::{FileId, Place};
use crate::schema::Schemas;
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId};
use crate::types::{Constant, Interner};

/// Returns the completions for a partly written label of a block.
pub fn labels(
    view: &View<'_>,
    types: &Interner,
    schemas: &mut Schemas,
    file: FileId,
    block: Span,
    number: usize,
    written: &str,
) -> Vec<Completion> {
    let Some(block) = block_at(&view.tree(file).body, block) else { return Vec::new() };
    match (view.dialect, types.text(block.kind), number) {
        (Dialect::Pcl, "resource" | "read", 1) => members_of_packages(schemas, written, false),
        (Dialect::Pcl, "config" | "output", 1) | (Dialect::Bicep, "parameter" | "output" | "resource", 1) => {
            type_names(view, types)
        }
        _ => Vec::new(),
    }
}

fn type_names(view: &View<'_>, types: &Interner) -> Vec<Completion> {
    let declared = view.environment.types.keys().map(|&name| types.text(name).to_owned());
    let built_in = TYPES.iter().map(|&name| name.to_owned());
    declared.chain(built_in).map(|name| Completion::new(name, CompletionItemKind::Class, 1)).collect()
}

/// Returns the completions for a partly written literal text.
pub fn texts(view: &View<'_>, types: &Interner, schemas: &mut Schemas, at: Place, written: &str) -> Vec<Completion> {
    if is_invoked(view, types, at) {
        return members_of_packages(schemas, written, true);
    }
    let Some(id) = view.program.definition_of(at) else { return Vec::new() };
    let expected = expected_at(view, types, id, at.node);
    let text = |value| match value {
        Constant::Text(name) => Some(Completion::new(types.text(name), CompletionItemKind::EnumMember, 0)),
        _ => None,
    };
    constants(types, &expected).into_iter().filter_map(text).collect()
}

/// Holds if a text is the token of an invoked function.
fn is_invoked(view: &View<'_>, types: &Interner, at: Place) -> bool {
    let tree = view.tree(at.file);
    (at.node.0 + 1..tree.len() as u32).map(NodeId).any(|node| match tree.node(node) {
        Node::Call(call) => {
            let call = tree.call(call);
            types.text(call.function) == "invoke" && tree.list(call.arguments).first() == Some(&at.node)
        }
        _ => false,
    })
}

/// Returns the packages, and the members of the package that is written.
fn members_of_packages(schemas: &mut Schemas, written: &str, of_functions: bool) -> Vec<Completion> {
    let package = written.split_once(':').map(|(package, _)| package);
    let package = package.and_then(|name| schemas.package(name, None).ok());
    let Some(package) = package else {
        let names = schemas.package_names().into_iter();
        return names.map(|name| Completion::new(format!("{name}:"), CompletionItemKind::Module, 1)).collect();
    };
    let kind = if of_functions { CompletionItemKind::Function } else { CompletionItemKind::Class };
    let tokens = schemas.callable_tokens(package, of_functions).into_iter();
    // A package may be large: only members that contain the last written part.
    let last = written.rsplit(':').next().unwrap_or("").to_lowercase();
    let is_near = |token: &String| token.to_lowercase().contains(&last);
    tokens.filter(is_near).map(|token| Completion::new(token, kind, 1)).collect()
}
