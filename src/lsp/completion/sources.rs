//! Completion of the sources of modules: the directories below the part of the path that is written.

use std::path::Path;

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use crate::dialect::Dialect;
use crate::files::{Entry, EntryKind};
use crate::lsp::view::View;
use crate::program::Place;
use crate::project::is_source;
use crate::source::normal_path;
use crate::syntax::tree::BodyItem;
use crate::types::Interner;

/// Returns the directories that a partly written source of a module may mean; `None` if the text is no source.
pub fn sources(view: &View<'_>, types: &Interner, at: Place, written: &str) -> Option<Vec<Completion>> {
    is_source_of_module(view, types, at).then(|| {
        let before = written.rfind('/').map_or("./", |end| &written[..=end]);
        let is_path = [".", "./", "../"].iter().any(|start| before.starts_with(start));
        let outer = before.ends_with("./").then(|| format!("{}../", if before == "./" { "" } else { before }));
        let outer = outer.map(|path| Completion::new(path, CompletionItemKind::Folder, 2));
        let below = if is_path { directories(view, before) } else { Vec::new() };
        below.into_iter().chain(outer.filter(|_| is_path)).collect()
    })
}

/// Returns the directories at a path from the module: those with files of a module as they are, others with a slash.
fn directories(view: &View<'_>, path: &str) -> Vec<Completion> {
    let Some(own) = view.directory else { return Vec::new() };
    let system = view.roots.system();
    let listed = |directory: &Path| view.roots.allow(directory).ok().and_then(|()| system.list(directory).ok());
    let entries = listed(&normal_path(&own.join(path))).unwrap_or_default();
    let completion = |Entry { path: directory, .. }: Entry| {
        let name = directory.file_name()?.to_str().filter(|name| !name.starts_with('.'))?;
        let files = listed(&directory)?;
        if files.iter().any(|file| file.kind != EntryKind::Directory && is_source(&file.path, Dialect::Terraform)) {
            return Some(Completion::new(format!("{path}{name}"), CompletionItemKind::Module, 0));
        }
        let has_directory = files.iter().any(|file| file.kind == EntryKind::Directory);
        has_directory.then(|| Completion::new(format!("{path}{name}/"), CompletionItemKind::Folder, 1))
    };
    entries.into_iter().filter(|entry| entry.kind == EntryKind::Directory).filter_map(completion).collect()
}

/// Holds for the source of a called module.
fn is_source_of_module(view: &View<'_>, types: &Interner, at: Place) -> bool {
    let blocks = view.tree(at.file).body.iter().filter_map(BodyItem::as_block);
    let calls = blocks.filter(|block| view.program.is_terraform && types.text(block.kind) == "module");
    let mut attributes = calls.flat_map(|block| &block.body).filter_map(BodyItem::as_attribute);
    attributes.any(|attribute| attribute.value == at.node && types.text(attribute.name) == "source")
}
