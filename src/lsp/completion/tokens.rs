//! Completion in texts: tokens of resources and functions, types, and values of enums.

use std::collections::BTreeSet;

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::keywords::TYPES;
use super::sources::sources;
use crate::dialect::{Dialect, backends};
use crate::lsp::expected::{constants, expected_at};
use crate::lsp::subject::{blocks_around, step_name};
use crate::lsp::view::View;
use crate::program::resolve::Target;
use crate::program::{FileId, Place};
use crate::schema::{ProviderSection, Schemas};
use crate::source::Span;
use crate::syntax::tree::{Block, Node, NodeId};
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
    let around = blocks_around(&view.tree(file).body, block);
    let Some(&block) = around.last() else { return Vec::new() };
    if view.dialect == Dialect::Terraform {
        return terraform_labels(view, types, schemas, file, (&around, number), written);
    }
    match (view.dialect, types.text(block.kind), number) {
        (Dialect::Pcl, "resource" | "read", 1) => members_of_packages(schemas, written, false),
        (Dialect::Pcl, "config" | "output", 1) | (Dialect::Bicep, "parameter" | "output" | "resource", 1) => {
            type_names(view, types)
        }
        _ => Vec::new(),
    }
}

/// Returns the completions for a label in Terraform: types of blocks in the schemas, names that are used but not declared, and the
/// nested blocks that a dynamic block may stand for.
fn terraform_labels(
    view: &View<'_>,
    types: &Interner,
    schemas: &Schemas,
    file: FileId,
    (around, number): (&[&Block], usize),
    written: &str,
) -> Vec<Completion> {
    let Some(block) = around.last() else { return Vec::new() };
    let types_in = |section: ProviderSection| -> Vec<Completion> {
        let near = schemas.provider_block_types(section).into_iter().filter(|ty| ty.contains(written));
        let completion = |ty: &str| {
            let described = schemas.provider_text(section, ty).and_then(|schema| schema.description(&[]));
            Completion::new(ty, CompletionItemKind::Class, 1).described(described)
        };
        near.map(completion).collect()
    };
    let fixed = |names: &[&str]| {
        names.iter().map(|&name| Completion::new(name, CompletionItemKind::EnumMember, 1)).collect::<Vec<_>>()
    };
    match (types.text(block.kind), number) {
        ("resource", 0) => types_in(ProviderSection::Resources),
        ("data", 0) => types_in(ProviderSection::Data),
        ("ephemeral", 0) => types_in(ProviderSection::Ephemeral),
        ("backend", 0) => fixed(&backends()),
        ("provisioner", 0) => fixed(&["file", "local-exec", "remote-exec"]),
        ("variable", 0) => undeclared(view, types),
        ("dynamic", 0) => {
            let outer = around.len().checked_sub(2).map(|at| around[at].span);
            nested_names(view, types, file, outer)
        }
        _ => Vec::new(),
    }
}

/// Returns the variables that expressions refer to, and that the module does not declare.
fn undeclared(view: &View<'_>, types: &Interner) -> Vec<Completion> {
    let mut names = BTreeSet::new();
    for file in view.file_ids() {
        let tree = view.tree(file);
        for node in (0..tree.len() as u32).map(NodeId) {
            let Node::Variable(root, steps) = tree.node(node) else { continue };
            let is_unknown = view.inference.target(Place { file, node }) == Target::Unknown;
            if is_unknown && types.text(root) == "var" {
                names.extend(tree.steps(steps).first().and_then(step_name).map(|name| types.text(name)));
            }
        }
    }
    names.into_iter().map(|name| Completion::new(name, CompletionItemKind::Variable, 1)).collect()
}

/// Returns the names of the nested blocks of a block with a schema.
fn nested_names(view: &View<'_>, types: &Interner, file: FileId, outer: Option<Span>) -> Vec<Completion> {
    let own = view.program.definitions.iter().filter(|of| of.file == file && Some(of.span) == outer);
    let interfaces = own.filter_map(|of| of.block.as_ref()?.interface);
    let limits = interfaces.filter_map(|interface| view.program.block_limits.get(&interface)).flatten();
    limits.map(|limit| Completion::new(types.text(limit.name), CompletionItemKind::Struct, 1)).collect()
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
    if let Some(sources) = sources(view, types, at, written) {
        return sources;
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
