//! Functions of providers: `provider::NAME::FUNCTION(...)`. The name is the local name of a required provider, and the provider's
//! schema contains the signature.

use rustc_hash::FxHashMap;
use typed_index_collections::TiSlice;

use super::blocks::attributes;
use super::modules::Reading;
use crate::program::environment::Signature;
use crate::program::{File, FileId, Program};
use crate::schema::{FoundFunction, ProviderFunction};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, ObjectKey, Tree};
use crate::types::nearest::nearest;
use crate::types::{Interner, Name};

/// Resolves the provider functions that the files of a module call, given the sources of the required providers. Functions of a
/// provider whose schema has none remain unknown.
pub(super) fn read_provided(
    program: &mut Program,
    files: &TiSlice<FileId, File>,
    sources: &FxHashMap<String, String>,
    reading: &Reading<'_>,
    types: &mut Interner,
) {
    for function in files.iter().flat_map(|file| file.tree.calls()).map(|call| call.function) {
        let text = types.text(function).to_owned();
        let parts: Vec<&str> = text.split("::").collect();
        if let ["provider", _] = parts[..] {
            program.provided.insert(function, Err(None));
            continue;
        }
        // A provider name may include an alias.
        let ["provider", local, .., name] = parts[..] else { continue };
        let is_known = reading.environment.function(function).is_some() || program.provided.contains_key(&function);
        if is_known {
            continue;
        }
        let before = &text[..text.len() - name.len()];
        let found = match sources.get(local) {
            Some(source) => reading.schemas.provider_function(source, name, types),
            None => FoundFunction::Missing(None),
        };
        let signature = match found {
            FoundFunction::Unknown => continue,
            FoundFunction::Missing(Some(meant)) => Err(Some(format!("{before}{meant}"))),
            FoundFunction::Missing(None) => {
                let meant = nearest(local, sources.keys().map(String::as_str));
                Err(meant.map(|meant| text.replacen(&format!("::{local}::"), &format!("::{meant}::"), 1)))
            }
            FoundFunction::Known(found) => Ok(signature(function, found, types)),
        };
        program.provided.insert(function, signature);
    }
}

fn signature(name: Name, function: ProviderFunction, types: &mut Interner) -> Signature {
    let (parameter_names, parameters): (Vec<_>, Vec<_>) = function.parameters.into_iter().unzip();
    Signature {
        name,
        parameter_names,
        parameters: types.tuple(&parameters),
        variadic: function.variadic,
        returns: function.returns,
        builtin: None,
        standard: None,
        is_by_schema: false,
        rejects_null_elements: false,
        type_parameters: Vec::new(),
    }
}

/// Returns the sources of the required providers, by local name.
pub(super) fn required_providers(files: &TiSlice<FileId, File>, types: &Interner) -> FxHashMap<String, String> {
    let mut sources = FxHashMap::default();
    for File { tree, .. } in files {
        for required in required(tree, types) {
            let local = types.text(required.name).to_owned();
            let source = source(tree, required.value, types).unwrap_or_else(|| local.clone());
            sources.insert(local, source);
        }
    }
    sources
}

/// Returns the entries of the required providers in a file.
pub(super) fn required<'t>(tree: &'t Tree, types: &Interner) -> Vec<&'t Attribute> {
    let inside = |blocks: Vec<&'t Block>, kind: &str| -> Vec<&'t Block> {
        blocks.into_iter().filter(|block| types.text(block.kind) == kind).collect()
    };
    let settings = inside(tree.body.iter().filter_map(BodyItem::as_block).collect(), "terraform");
    let in_settings = settings.into_iter().flat_map(|block| &block.body).filter_map(BodyItem::as_block).collect();
    inside(in_settings, "required_providers").into_iter().flat_map(attributes).collect()
}

/// Returns the source in the entry of a required provider.
pub(super) fn source(tree: &Tree, required: NodeId, types: &Interner) -> Option<String> {
    let Node::Object(items) = tree.node(required) else { return None };
    tree.items(items).iter().find_map(|item| {
        let is_source = match item.key {
            ObjectKey::Name(name) => types.text(name) == "source",
            ObjectKey::Expression(key, _) => {
                matches!(tree.node(key), Node::String(text) if types.text(text) == "source")
            }
        };
        match tree.node(item.value) {
            Node::String(source) if is_source => Some(types.text(source).to_owned()),
            _ => None,
        }
    })
}
