//! The provider configurations that a call passes to a module: those that the module requires, of the providers that it requires.

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiSlice;

use super::addresses::{BUILT_IN, address, is_provider_source};
use super::blocks::{At, Reader, attributes};
use super::forms::alias_of_null;
use super::provided::{required, required_providers};
use crate::program::structure::{ModuleProblem, StructureProblemKind as Kind};
use crate::program::{File, FileId};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, ObjectKey, Tree};
use crate::types::Interner;
use crate::types::nearest::nearest;

/// The host and the namespace of providers whose source names none.
const USUAL: [&str; 2] = ["registry.terraform.io/", "hashicorp/"];

/// The key of the configurations in the entry of a required provider.
const ALIASES: &str = "configuration_aliases";

/// The providers that a module requires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequiredProviders {
    /// The sources of the required providers, by their local names.
    sources: FxHashMap<String, String>,
    /// The configurations with an alias that every call has to pass: `aws.west`.
    aliases: Vec<String>,
}

impl RequiredProviders {
    /// Returns those of the files of a module.
    pub(super) fn of(files: &TiSlice<FileId, File>, types: &Interner) -> Self {
        let aliases = files.iter().flat_map(|file| aliases(&file.tree, types)).map(|(alias, _)| alias);
        let undeclared = undeclared(files, types).into_iter().map(|(_, alias, _)| alias);
        let mut all: Vec<String> = aliases.chain(undeclared).collect();
        let mut seen = FxHashSet::default();
        all.retain(|alias| seen.insert(alias.clone()));
        Self { sources: required_providers(files, types), aliases: all }
    }
}

/// An entry of `providers` in a call.
struct Passed {
    /// The name in the called module.
    key: String,
    /// The name in the calling module.
    value: String,
    value_span: Span,
}

impl Reader<'_, '_> {
    /// Checks that a call passes all configurations that the module requires, and none of another provider.
    pub(super) fn check_passed(&mut self, at: At<'_>, block: &Block, required: &RequiredProviders) {
        if self.program.is_run_by_pulumi() || at.is_override || block.is_broken {
            return;
        }
        let given = attributes(block).find(|attribute| self.types.text(attribute.name) == "providers");
        let mut inner = block.body.iter().filter_map(BodyItem::as_block);
        if inner.any(|inner| self.types.text(inner.kind) == "providers") {
            return;
        }
        let items = given.map(|given| at.tree.node(given.value));
        let passed = match items {
            None => Vec::new(),
            Some(Node::Object(_)) => given.map_or_else(Vec::new, |given| passed(at, given.value, self.types)),
            Some(_) => return,
        };
        for missing in required.aliases.iter().filter(|alias| passed.iter().all(|of| of.key != **alias)) {
            let is_unknown = |key: &&str| key.contains('.') && !required.aliases.iter().any(|alias| alias == key);
            let meant = nearest(missing, passed.iter().map(|of| &of.key[..]).filter(is_unknown));
            let kind = ModuleProblem::MissingConfiguration { alias: missing.clone(), meant };
            self.problem(at, block.kind_span, kind);
        }
        for Passed { key, value, value_span } in passed {
            let inside = source_of(&key, &required.sources);
            let outside = source_of(&value, self.sources);
            // A source that is no address is reported as such.
            if inside != outside && is_provider_source(&inside) && is_provider_source(&outside) {
                let message = format!(
                    "`{key}` is the provider `{inside}` in the module, and `{value}` is the provider `{outside}`"
                );
                self.problem(at, value_span, Kind::WrongAddress(message));
            }
        }
    }
}

/// Returns the configurations with an alias that the blocks of a module use, and that the module does not declare, each with its
/// place: a call may pass them all the same.
pub(super) fn undeclared(files: &TiSlice<FileId, File>, types: &Interner) -> Vec<(FileId, String, Span)> {
    let blocks = || {
        files.iter_enumerated().flat_map(|(id, file)| {
            file.tree.body.iter().filter_map(BodyItem::as_block).map(move |block| (id, &file.tree, block))
        })
    };
    let named =
        |block: &'_ Block, name: &str| attributes(block).find(|of| types.text(of.name) == name).map(|of| of.value);
    let configurations = blocks().filter(|(.., block)| types.text(block.kind) == "provider");
    let declared = configurations.filter_map(|(_, tree, block)| {
        let alias = written(tree, named(block, "alias")?, types)?;
        Some(format!("{}.{alias}", types.text(block.labels.first()?.0)))
    });
    let required = files.iter().flat_map(|file| aliases(&file.tree, types)).map(|(alias, _)| alias);
    let declared: FxHashSet<String> = declared.chain(required).collect();
    let used = blocks().filter_map(|(id, tree, block)| {
        let is_resource = ["resource", "data", "ephemeral"].contains(&types.text(block.kind));
        let provider = named(block, "provider").filter(|_| is_resource)?;
        Some((id, written(tree, provider, types)?, tree.span(provider)))
    });
    used.filter(|(_, name, _)| name.matches('.').count() == 1 && !declared.contains(name)).collect()
}

/// Returns the configurations in the entries `configuration_aliases` of a file, each with its place.
pub(super) fn aliases(tree: &Tree, types: &Interner) -> Vec<(String, Span)> {
    let named = |key: ObjectKey| match key {
        ObjectKey::Name(name) => Some(name),
        ObjectKey::Expression(key, _) => match tree.node(key) {
            Node::String(name) => Some(name),
            _ => None,
        },
    };
    let entries = required(tree, types).into_iter().filter_map(|entry| match tree.node(entry.value) {
        Node::Object(items) => Some(tree.items(items)),
        _ => None,
    });
    // A misspelt name is reported, and means the same.
    let is_meant = |name: &str| name == ALIASES || nearest(name, [ALIASES]).is_some();
    let of_aliases = |key| named(key).is_some_and(|name| is_meant(types.text(name)));
    let lists = entries.filter_map(|items| items.iter().find(|item| of_aliases(item.key)));
    let aliases = lists.filter_map(|item| match tree.node(item.value) {
        Node::Tuple(aliases) => Some(tree.list(aliases)),
        _ => None,
    });
    aliases.flatten().filter_map(|&alias| Some((written(tree, alias, types)?, tree.span(alias)))).collect()
}

/// Returns the entries of `providers`. One whose value is no name of a configuration is reported elsewhere.
fn passed(at: At<'_>, node: NodeId, types: &Interner) -> Vec<Passed> {
    let Node::Object(items) = at.tree.node(node) else { return Vec::new() };
    let entries = at.tree.items(items).iter().filter_map(|item| {
        let key = match item.key {
            ObjectKey::Name(name) => types.text(name).to_owned(),
            ObjectKey::Expression(key, _) => written(at.tree, key, types)?,
        };
        let value = written(at.tree, item.value, types).unwrap_or_else(|| key.clone());
        Some(Passed { key, value, value_span: at.tree.span(item.value) })
    });
    entries.collect()
}

/// Returns the name of a configuration: a traversal, or a text in JSON and in old versions. The provider `null` is a word of its own.
fn written(tree: &Tree, node: NodeId, types: &Interner) -> Option<String> {
    match tree.node(node) {
        Node::String(text) => Some(types.text(text).to_owned()),
        Node::Null => Some("null".to_owned()),
        _ => {
            let of_null = alias_of_null(tree, node).map(|alias| format!("null.{}", types.text(alias)));
            of_null.or_else(|| address(tree, node, types))
        }
    }
}

/// Returns the source of the provider of a configuration, with its namespace.
fn source_of(configuration: &str, sources: &FxHashMap<String, String>) -> String {
    let local = configuration.split('.').next().unwrap_or(configuration);
    let source = sources.get(local).map_or(local, String::as_str).to_lowercase();
    let source = source.strip_prefix(USUAL[0]).unwrap_or(&source);
    match source {
        // The provider of `terraform_data` is a part of the language.
        "terraform" => format!("{BUILT_IN}{source}"),
        _ if source.contains('/') => source.to_owned(),
        _ => format!("{}{source}", USUAL[1]),
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::source_of;

    #[test]
    fn configurations_belong_to_providers() {
        let sources = FxHashMap::from_iter([
            ("aws".to_owned(), "registry.terraform.io/hashicorp/AWS".to_owned()),
            ("own".to_owned(), "acme/own".to_owned()),
        ]);
        assert_eq!(source_of("aws.west", &sources), "hashicorp/aws");
        assert_eq!(source_of("aws", &FxHashMap::default()), "hashicorp/aws");
        assert_eq!(source_of("own", &sources), "acme/own");
        assert_eq!(source_of("terraform.west", &sources), "terraform.io/builtin/terraform");
    }
}
