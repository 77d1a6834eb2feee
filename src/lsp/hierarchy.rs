//! The hierarchy of modules: which modules a module calls, and which call it.

use std::path::{Path, PathBuf};

use gen_lsp_types::{CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range, SymbolKind};
use serde::{Deserialize, Serialize};

use super::uris::uri_of;
use super::view::View;
use crate::program::{DefinitionId, FileId, ModuleCall};
use crate::source::normal_path;

/// The module that an item stands for, as the client keeps it.
#[derive(Debug, Deserialize, Serialize)]
struct ItemData {
    directory: PathBuf,
}

/// Returns the module at an offset of a file: the called one in a call, and otherwise that of the file.
pub fn module_at(view: &View<'_>, file: FileId, offset: u32) -> Option<CallHierarchyItem> {
    let around = view.program.definitions_at(file, offset);
    let call = around.iter().find_map(|&id| view.program.calls.get(&view.program.owner(id)));
    if let Some(call) = call {
        return Some(called(call));
    }
    let directory = view.directory.filter(|_| view.program.is_terraform)?;
    let nowhere = Position { line: 0, character: 0 };
    Some(item(directory, view.uri(file), Range::new(nowhere, nowhere), None))
}

/// Returns the directory of an item's module.
pub fn directory_of(item: &CallHierarchyItem) -> Option<PathBuf> {
    let data: ItemData = serde_json::from_value(item.data.clone()?).ok()?;
    Some(data.directory)
}

/// Returns the calls of the module in a directory, each with the place of its name.
pub fn calls_of(view: &View<'_>, directory: &Path) -> Vec<CallHierarchyItem> {
    let is_meant = |call: &ModuleCall| normal_path(&call.directory) == *directory;
    let calls = calls(view).filter(|(_, call)| is_meant(call));
    calls
        .filter_map(|(id, _)| {
            let definition = view.program.definition(id);
            let name = view.range(definition.file, view.unquoted(definition.file, definition.name_span));
            let uri = view.uri(definition.file);
            Some(item(view.directory?, uri, name, Some(&definition.label)))
        })
        .collect()
}

/// Returns the modules that a module calls, each with the places of its calls in a file.
pub fn called_by(view: &View<'_>, uri: &str) -> Vec<CallHierarchyOutgoingCall> {
    let mut found: Vec<CallHierarchyOutgoingCall> = Vec::new();
    for (id, call) in calls(view) {
        let definition = view.program.definition(id);
        let is_here = view.uri(definition.file) == uri;
        let name = view.range(definition.file, view.unquoted(definition.file, definition.name_span));
        let to = called(call);
        let known = found.iter().position(|known| known.to.uri == to.uri);
        let at = known.unwrap_or_else(|| {
            found.push(CallHierarchyOutgoingCall { to, from_ranges: Vec::new() });
            found.len() - 1
        });
        found[at].from_ranges.extend(is_here.then_some(name));
    }
    found
}

/// Returns the calls of modules, in source order.
fn calls<'v>(view: &'v View<'_>) -> impl Iterator<Item = (DefinitionId, &'v ModuleCall)> {
    view.program.definition_ids().filter_map(|id| Some((id, &**view.program.calls.get(&id)?)))
}

fn called(call: &ModuleCall) -> CallHierarchyItem {
    let nowhere = Position { line: 0, character: 0 };
    item(&call.directory, &uri_of(&call.directory.join(&call.main)), Range::new(nowhere, nowhere), None)
}

/// Returns the item of the module in a directory, at a place of a file. A call has a name.
fn item(directory: &Path, uri: &str, range: Range, name: Option<&str>) -> CallHierarchyItem {
    let directory = normal_path(directory);
    let own = directory.file_name().unwrap_or(directory.as_os_str()).to_string_lossy().into_owned();
    CallHierarchyItem {
        name: name.map_or_else(|| own.clone(), str::to_owned),
        kind: SymbolKind::Module,
        tags: None,
        detail: Some(name.map_or_else(|| directory.display().to_string(), |_| own)),
        uri: uri.into(),
        range,
        selection_range: range,
        data: serde_json::to_value(ItemData { directory }).ok(),
    }
}
