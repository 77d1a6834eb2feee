//! The versions that a module has to work with, and the parts of the language that they do not have yet.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use typed_index_collections::TiSlice;

use super::blocks::{At, Reader, attributes};
use super::once::Named;
use crate::program::structure::ModuleProblem;
use crate::program::{File, FileId};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId};
use crate::types::Interner;

/// A version: its first two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(u32, u32);

/// The versions of Terraform and `OpenTofu` that programs have to work with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The version of Terraform, if it is one of them.
    pub terraform: Option<Version>,
    /// The version of `OpenTofu`, if it is one of them.
    pub opentofu: Option<Version>,
}

/// The versions that the current module has to work with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    targets: Targets,
    /// Holds if the settings name them. Otherwise, the module itself says which version it requires at least.
    is_set: bool,
}

/// The first versions that have a part of the language.
#[derive(Clone, Copy, Debug)]
struct Since {
    terraform: Option<Version>,
    opentofu: Option<Version>,
}

impl Version {
    /// Reads a version: `1.9`, `1.10.2`.
    pub fn read(text: &str) -> Option<Self> {
        let mut numbers = text.trim().trim_start_matches('v').split(['.', '-', '+']).map(str::parse::<u32>);
        let major = numbers.next()?.ok()?;
        Some(Self(major, numbers.next().and_then(Result::ok).unwrap_or(0)))
    }

    /// Returns the lowest version that a constraint allows, if there is one: `>= 1.3, < 2.0`.
    fn lowest(constraint: &str) -> Option<Self> {
        let bounds = constraint.split(',').filter_map(|part| {
            let version = part.trim().trim_start_matches(['=', '>', '~']);
            let is_upper = version.starts_with(['<', '!']);
            if is_upper { None } else { Self::read(version) }
        });
        bounds.max()
    }

    fn text(self) -> String {
        format!("{}.{}", self.0, self.1)
    }
}

impl Wanted {
    /// Returns the versions for a module: those of the settings, or the lowest one that the module allows.
    pub fn of(targets: Targets, files: &TiSlice<FileId, File>, types: &Interner) -> Self {
        if targets != Targets::default() {
            return Self { targets, is_set: true };
        }
        let blocks = files.iter().flat_map(|file| {
            let blocks = file.tree.body.iter().filter_map(BodyItem::as_block);
            blocks.filter(|block| types.text(block.kind) == "terraform").map(|block| (&file.tree, block))
        });
        let lowest = blocks.flat_map(|(tree, block)| {
            let required = attributes(block).filter(|of| types.text(of.name) == "required_version");
            required.filter_map(|of| match tree.node(of.value) {
                Node::String(text) => Version::lowest(types.text(text)),
                _ => None,
            })
        });
        Self { targets: Targets { terraform: lowest.max(), opentofu: None }, is_set: false }
    }

    fn is_none(self) -> bool {
        self.targets == Targets::default()
    }

    /// Returns why the versions lack a part, as the end of a sentence.
    fn lacks(self, since: Since) -> Option<String> {
        let of = |product: &str, target: Option<Version>, since: Option<Version>| match (target, since) {
            (Some(target), Some(first)) if target < first => {
                let allowed = if self.is_set { "the target is" } else { "the module allows" };
                Some(format!("is part of {product} {} and later, but {allowed} {}", first.text(), target.text()))
            }
            (Some(_), None) if self.is_set => Some(format!("is no part of {product}")),
            _ => None,
        };
        of("Terraform", self.targets.terraform, since.terraform)
            .or_else(|| of("OpenTofu", self.targets.opentofu, since.opentofu))
    }
}

/// Returns the first versions that have a part, if not all have it.
fn since(kind: &str, name: &str) -> Option<Since> {
    static PARTS: LazyLock<FxHashMap<(&str, &str), Since>> = LazyLock::new(|| {
        let lines = include_str!("versions.txt").lines().filter(|line| !line.starts_with('#'));
        let parts = lines.filter_map(|line| {
            let mut words = line.split_whitespace();
            let part = (words.next()?, words.next()?);
            Some((part, Since { terraform: Version::read(words.next()?), opentofu: Version::read(words.next()?) }))
        });
        parts.collect()
    });
    PARTS.get(&(kind, name)).copied()
}

impl Reader<'_, '_> {
    /// Reports the parts of a file that the wanted versions do not have, each at its first use.
    pub(super) fn check_versions(&mut self, at: At<'_>) {
        if self.wanted.is_none() || at.is_json || self.program.is_run_by_pulumi() {
            return;
        }
        for block in at.tree.body.iter().filter_map(BodyItem::as_block) {
            let kind = self.types.text(block.kind).to_owned();
            self.check_version_of(at, ("block", &kind), block.kind_span, || format!("the block `{kind}`"));
            if let ("resource", Some(&(ty, span))) = (&kind[..], block.labels.first()) {
                let ty = self.types.text(ty).to_owned();
                self.check_version_of(at, ("type", &ty), span, || format!("the resource `{ty}`"));
            }
            self.check_parts(at, block, &kind);
        }
        for node in (0..at.tree.len() as u32).map(NodeId) {
            if let Node::Call(call) = at.tree.node(node) {
                let name = self.types.text(at.tree.call(call).function).to_owned();
                self.check_version_of(at, ("function", &name), at.tree.span(node), || format!("`{name}`"));
            }
        }
    }

    /// Checks the attributes and the nested blocks of a block with a path.
    fn check_parts(&mut self, at: At<'_>, block: &Block, path: &str) {
        for item in &block.body {
            let (kind, name, span) = match item {
                BodyItem::Attribute(given) => ("attribute", given.name, given.name_span),
                BodyItem::Block(inner) => ("block", inner.kind, inner.kind_span),
            };
            let name = self.types.text(name).to_owned();
            let inside = format!("{path}/{name}");
            self.check_version_of(at, (kind, &inside), span, || {
                let block = last(path);
                let article = if block.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                format!("the {kind} `{name}` of {article} {block}")
            });
            if let BodyItem::Block(inner) = item {
                self.check_parts(at, inner, &inside);
            }
        }
        if path == "variable/validation" {
            self.check_others(at, block);
        }
    }

    /// Reports a validation that refers to other values than the variable.
    fn check_others(&mut self, at: At<'_>, block: &Block) {
        let condition = attributes(block).find(|given| self.types.text(given.name) == "condition");
        let Some(condition) = condition.map(|given| given.value) else { return };
        let names = super::naming::variables(at.tree, condition);
        let path = |node: NodeId| crate::program::resolve::attribute_path(at.tree, node);
        let mut of_variables: Vec<_> = names.iter().map(|&node| path(node)).collect();
        of_variables.retain(|path| self.types.text(path[0]) == "var" && path.len() > 1);
        let others = |path: &Vec<_>| path[1] != of_variables[0][1];
        let refers = of_variables.iter().any(others)
            || names.iter().any(|&node| {
                let path = path(node);
                path.len() > 1 && ["local", "data", "module"].contains(&self.types.text(path[0]))
            });
        if refers {
            let what = || "a validation that refers to other values".to_owned();
            self.check_version_of(at, ("validation", "others"), at.tree.span(condition), what);
        }
    }

    fn check_version_of(&mut self, at: At<'_>, part: (&str, &str), span: Span, what: impl Fn() -> String) {
        let Some(reason) = since(part.0, part.1).and_then(|since| self.wanted.lacks(since)) else { return };
        if self.once.is_new(Named::Feature, &format!("{} {}", part.0, part.1)) {
            let message = format!("{} {reason}", what());
            self.problem(at, span, ModuleProblem::LaterVersion { message, is_set: self.wanted.is_set });
        }
    }
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{Version, since};

    #[test]
    fn the_lowest_version_is_allowed() {
        let lowest = |text: &str| Version::lowest(text).map(Version::text);
        assert_eq!(lowest(">= 1.3, < 2.0.0").as_deref(), Some("1.3"));
        assert_eq!(lowest("~> 1.5.7").as_deref(), Some("1.5"));
        assert_eq!(lowest("1.10.0").as_deref(), Some("1.10"));
        assert_eq!(lowest("< 2.0"), None);
        assert!(Version::read("1.9") < Version::read("1.10"));
    }

    #[test]
    fn parts_have_versions() {
        let since = |kind, name| since(kind, name).map(|since| (since.terraform, since.opentofu));
        assert_eq!(since("block", "removed"), Some((Version::read("1.7"), Version::read("1.7"))));
        assert_eq!(since("attribute", "provider/for_each"), Some((None, Version::read("1.9"))));
        assert_eq!(since("function", "upper"), None);
    }
}
