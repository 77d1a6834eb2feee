//! Addresses of modules, providers and blocks.

use super::blocks::{At, Reader, attributes};
use super::forms::{alias_of_null, is_version};
use super::labels::is_provider;
use super::once::Named;
use super::provided;
use crate::program::File;
use crate::program::structure::StructureProblemKind as Kind;
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, ObjectKey, StepKey, Tree};
use crate::types::nearest::nearest;
use crate::types::{Interner, Name};
use crate::visible::in_quotes;

/// The hosts, and suffixes of hosts, that module addresses may name without a scheme.
const HOSTS: [&str; 5] = ["github.com", "gitlab.com", "bitbucket.org", ".amazonaws.com", ".googleapis.com"];

/// The address prefix of built-in providers.
pub(super) const BUILT_IN: &str = "terraform.io/builtin/";

/// Holds for module sources that are directory paths.
pub(super) fn is_path(source: &str) -> bool {
    ["./", "../", ".\\", "..\\"].iter().any(|start| source.starts_with(start)) || source == "." || source == ".."
}

/// Holds for module sources in a registry: the parts of an address, with or without a host.
fn is_in_registry(source: &str) -> bool {
    let package = source.split_once("//").map_or(source, |(package, _)| package);
    let parts: Vec<&str> = package.split('/').collect();
    let is_name = |part: &&str| {
        !part.is_empty()
            && !part.starts_with(['-', '_'])
            && part.chars().all(|letter| letter.is_alphanumeric() || letter == '-' || letter == '_')
    };
    match &parts[..] {
        [host, names @ ..] if names.len() == 3 => host.contains('.') && !is_shared(host) && names.iter().all(is_name),
        names => names.len() == 3 && names.iter().all(is_name),
    }
}

fn is_shared(host: &str) -> bool {
    HOSTS.iter().any(|known| host.ends_with(known))
}

/// Holds for valid sources of providers: a name, with or without a namespace and a host.
pub(super) fn is_provider_source(source: &str) -> bool {
    let parts: Vec<&str> = source.split('/').collect();
    let (host, names) = if parts.len() == 3 { (Some(parts[0]), &parts[1..]) } else { (None, &parts[..]) };
    host != Some("") && names.len() <= 2 && names.iter().all(|name| is_provider(name))
}

/// Returns the part of a provider's source that follows its namespace and its name, without a host, and is a version: `5` in
/// `hashicorp/aws/5`.
fn version_behind(source: &str) -> Option<&str> {
    let parts: Vec<&str> = source.split('/').collect();
    let is_version = |text: &str| {
        let numbers = text.strip_prefix('v').unwrap_or(text);
        numbers.starts_with(|first: char| first.is_ascii_digit())
            && numbers.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    match parts[..] {
        [host, .., version] if parts.len() > 2 + usize::from(host.contains(['.', ':'])) => {
            Some(version).filter(|version| is_version(version))
        }
        _ => None,
    }
}

/// Holds for valid module sources.
pub(super) fn is_source(source: &str) -> bool {
    let host = source.split('/').next().unwrap_or_default();
    let is_elsewhere = source.contains(':') || source.starts_with('/') || is_shared(host);
    is_path(source) || is_elsewhere || is_in_registry(source)
}

impl Reader<'_, '_> {
    /// Checks the source of a module.
    pub(super) fn check_source(&mut self, at: At<'_>, block: &Block) {
        let called = |name: &str, types: &Interner| {
            attributes(block).find(|attribute| types.text(attribute.name) == name).cloned()
        };
        let Some(source) = called("source", self.types) else { return };
        let text = match at.tree.node(source.value) {
            Node::String(text) => self.types.text(text).to_owned(),
            Node::Number(number) => self.types.number_of(number).to_string(),
            Node::Bool(value) => value.to_string(),
            _ => return,
        };
        if !is_source(&text) {
            let message = format!(
                "a module comes from a path that begins with `./` or `../`, or from an address, not from `{text}`"
            );
            self.problem(at, at.tree.span(source.value), Kind::WrongAddress(message));
        } else if let Some(version) = called("version", self.types)
            && !is_in_registry(&text)
        {
            let inside = "a call of a module that is in no registry";
            let kind = Kind::unknown_attribute("version".to_owned(), inside, None);
            self.problem(at, version.name_span, kind);
        }
    }

    /// Checks the sources of the required providers.
    pub(super) fn check_required_providers(&mut self, at: At<'_>) {
        for required in provided::required(at.tree, self.types) {
            let source = provided::source(at.tree, required.value, self.types);
            let built_in = source.as_deref().and_then(|source| source.strip_prefix(BUILT_IN));
            if let Some(name) = built_in.filter(|&name| name != "terraform") {
                let message = format!("no provider `{name}` is a part of the language");
                self.problem(at, at.tree.span(required.value), Kind::WrongAddress(message));
            }
            if !self.program.is_run_by_pulumi() {
                self.check_required_provider(at, required);
            }
        }
    }

    /// Checks that a required provider has the form of a version, or of an object with a source and a version, which are texts.
    fn check_required_provider(&mut self, at: At<'_>, required: &Attribute) {
        let expected = "an object with `source` and `version`";
        let local = self.types.text(required.name).to_owned();
        if !is_provider(&local) {
            let message = format!("`{local}` is not a name of a provider: it has letters, digits and dashes only");
            self.problem(at, required.name_span, Kind::WrongAddress(message));
        }
        self.check_local_name(at, &local, required.name_span);
        let items = match at.tree.node(required.value) {
            Node::Object(items) => at.tree.items(items),
            Node::String(version) => return self.check_required_version(at, required.value, version),
            // A number is read as a version, and what cannot be read has been reported.
            Node::Number(_) | Node::Broken => return,
            _ => {
                let name = self.types.text(required.name).to_owned();
                return self.problem(
                    at,
                    at.tree.span(required.value),
                    Kind::NotALiteral { name, expected: expected.into() },
                );
            }
        };
        for item in items {
            let name = match item.key {
                ObjectKey::Name(name) => name,
                ObjectKey::Expression(key, _) => match at.tree.node(key) {
                    Node::String(name) => name,
                    _ => continue,
                },
            };
            let text = match at.tree.node(item.value) {
                Node::String(text) => Some(text),
                _ => None,
            };
            match (self.types.text(name), text) {
                ("version", Some(version)) => self.check_required_version(at, item.value, version),
                ("source", Some(source)) => {
                    let source = self.types.text(source).to_owned();
                    if let Some(version) = version_behind(&source) {
                        let message =
                            format!("`{source}` ends with `{version}`, which is a version: a source has none");
                        self.problem(at, at.tree.span(item.value), Kind::WrongAddress(message));
                    } else if !is_provider_source(&source) {
                        let message = format!("`{source}` is not the source of a provider: `host/namespace/name`");
                        self.problem(at, at.tree.span(item.value), Kind::WrongAddress(message));
                    }
                }
                ("source" | "version", None) => {
                    let name = self.types.text(name).to_owned();
                    self.problem(at, at.tree.span(item.value), Kind::NotALiteral { name, expected: "a string".into() });
                }
                ("configuration_aliases", _) => self.check_aliases(at, item.value, &local),
                (name, _) => {
                    let suggestion = nearest(name, ["source", "version", "configuration_aliases"]);
                    let (name, inside) = (name.to_owned(), "a required provider");
                    self.problem(at, item.key_span, Kind::unknown_attribute(name, inside, suggestion));
                }
            }
        }
    }

    /// Checks that the aliases of a required provider are a list of configurations of this provider: `[aws.west]`.
    fn check_aliases(&mut self, at: At<'_>, node: NodeId, local: &str) {
        let Node::Tuple(items) = at.tree.node(node) else {
            let name = "configuration_aliases".to_owned();
            let kind = Kind::NotALiteral { name, expected: "a list of aliases".into() };
            return self.problem(at, at.tree.span(node), kind);
        };
        for &item in at.tree.list(items) {
            let written = match at.tree.node(item) {
                Node::String(text) if at.is_json => Some(self.types.text(text).to_owned()),
                _ => address(at.tree, item, self.types),
            };
            let is_alias = |of: &str| {
                let (of, alias) = of.split_once('.').unwrap_or((of, ""));
                of == local && !alias.contains(['.', '['])
            };
            let is_of_null = local == "null" && alias_of_null(at.tree, item).is_some();
            if !is_of_null && !written.as_deref().is_some_and(is_alias) {
                let message = format!("an alias of the provider `{local}` is written `{local}.NAME`");
                self.problem(at, at.tree.span(item), Kind::WrongAddress(message));
            }
        }
    }

    fn check_required_version(&mut self, at: At<'_>, node: NodeId, version: Name) {
        let version = self.types.text(version);
        if !is_version(version) {
            let reason = format!("`{version}` is not a version constraint");
            self.problem(at, at.tree.span(node), Kind::WrongConstant(reason));
        }
    }

    /// Checks that the local names of providers are in lower case: those of configurations, and those that a block uses.
    pub(super) fn check_local_names(&mut self, at: At<'_>, block: &Block, kind: &str) {
        if self.program.is_run_by_pulumi() {
            return;
        }
        let used = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name);
        let mut names: Vec<(String, Span)> = Vec::new();
        if kind == "provider" {
            names.extend(block.labels.first().map(|label| (self.types.text(label.0).to_owned(), label.1)));
        } else if let Some(provider) = used("provider") {
            let name = self.local_provider(at, block).unwrap_or_default();
            names.push((name, at.tree.span(provider.value)));
        }
        if let Some(Node::Object(items)) = used("providers").map(|providers| at.tree.node(providers.value)) {
            let named = at.tree.items(items).iter().filter_map(|item| match item.key {
                ObjectKey::Name(name) => Some((self.types.text(name).to_owned(), item.key_span)),
                ObjectKey::Expression(..) => None,
            });
            names.extend(named);
        }
        for (name, span) in names {
            self.check_local_name(at, &name, span);
        }
    }

    fn check_local_name(&mut self, at: At<'_>, name: &str, span: Span) {
        let normal = name.to_lowercase();
        if name != normal && is_provider(name) {
            let message = format!("`{name}` is not a local name of a provider: it is written `{normal}`");
            self.problem(at, span, Kind::WrongAddress(message));
        }
    }

    /// Checks that a block is imported only once.
    pub(super) fn check_import(&mut self, at: At<'_>, block: &Block) {
        let Some(to) = attributes(block).find(|attribute| self.types.text(attribute.name) == "to") else { return };
        let Some(address) = address(at.tree, to.value, self.types) else { return };
        let name = format!("import {address}");
        if !self.once.is_new(Named::Import, &address) {
            self.problem(at, at.tree.span(to.value), Kind::DuplicateBlock(name));
        }
    }
}

/// Returns the address that an expression denotes, if it is a constant.
pub(super) fn address(tree: &Tree, node: NodeId, types: &Interner) -> Option<String> {
    let Node::Variable(name, steps) = tree.node(node) else { return None };
    let steps = tree.steps(steps).iter().map(|step| match step.key {
        StepKey::Attribute(name) => Some(format!(".{}", types.text(name))),
        StepKey::Text(name) => Some(format!("[{}]", in_quotes(types.text(name)))),
        StepKey::Number(number) => Some(format!("[{}]", types.number_of(number))),
        _ => None,
    });
    std::iter::once(Some(types.text(name).to_owned())).chain(steps).collect()
}

/// Holds if a module is run by Pulumi: it requires providers of Pulumi, or has attributes or blocks specific to Pulumi.
pub(super) fn is_run_by_pulumi<'f>(files: impl IntoIterator<Item = &'f File>, types: &Interner) -> bool {
    files.into_iter().any(|File { tree, .. }| {
        let source = |value| provided::source(tree, value, types);
        let mut required = provided::required(tree, types).into_iter();
        let is_of_pulumi = required.any(|of| source(of.value).is_some_and(|source| source.starts_with("pulumi/")));
        let mut blocks = tree.body.iter().filter_map(BodyItem::as_block);
        let is_used_there = |block: &Block| match types.text(block.kind) {
            "call" => true,
            "terraform" => attributes(block).any(|of| types.text(of.name) == "required_version_range"),
            _ => false,
        };
        is_of_pulumi || blocks.any(is_used_there)
    })
}

#[cfg(test)]
mod tests {
    use super::{is_in_registry, is_source};

    #[test]
    fn modules_have_addresses() {
        let of_registries = ["hashicorp/consul/aws", "example.com/a/b/c", "hashicorp/consul/aws//modules/x"];
        assert!(of_registries.iter().all(|source| is_in_registry(source) && is_source(source)));
        let others =
            ["./a", "../a", "github.com/a/b", "git::https://example.com/a.git", "git@example.com:a/b", "/opt/a"];
        assert!(others.iter().all(|source| !is_in_registry(source) && is_source(source)));
        assert!(["child", "a/b", "", "a//b"].iter().all(|source| !is_source(source)));
    }
}
