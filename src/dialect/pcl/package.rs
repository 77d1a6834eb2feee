//! `package` blocks, and the resolution of tokens.

use rustc_hash::FxHashMap;
use semver::Version;
use typed_index_collections::TiSlice;

use super::Reader;
use crate::program::structure::PackageProblem;
use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{Block, BlockValue, File, FileId, Kind, Scope};
use crate::schema::{MissingPackage, PackageId, Token};
use crate::source::Span;
use crate::syntax::tree::{self, Attribute, BodyItem, Node, Tree};
use crate::types::nearest::nearest;
use crate::types::{ANY, Interner, Name};

/// The attributes of a `package` block, and the type of the block in it.
const OF_PACKAGE: [&str; 3] = ["baseProviderDownloadUrl", "baseProviderName", "baseProviderVersion"];
const PARAMETERIZATION: &str = "parameterization";

/// The packages that a program declares, by name.
#[derive(Debug, Default)]
pub(super) struct Packages(FxHashMap<String, Declared>);

/// The attributes of a `package` block.
#[derive(Debug, Default, PartialEq, Eq)]
struct Declared {
    base: String,
    version: Option<Version>,
    url: Option<Name>,
    parameters: Option<Parameters>,
}

/// The parameterization of a base package.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parameters {
    name: String,
    version: Option<Version>,
    value: Option<Name>,
}

impl Packages {
    /// Reads the package declarations of files, and reports their faults.
    pub fn read(files: &TiSlice<FileId, File>, types: &mut Interner, problems: &mut Vec<StructureProblem>) -> Self {
        let mut packages = Self::default();
        for (file, id) in files.iter().zip((0..).map(FileId)) {
            let mut reader = PackageReader { tree: &file.tree, types, problems, file: id };
            for item in &file.tree.body {
                if let BodyItem::Block(block) = item
                    && reader.types.text(block.kind) == "package"
                {
                    packages.add(&mut reader, block);
                }
            }
        }
        packages
    }

    fn add(&mut self, reader: &mut PackageReader<'_>, block: &tree::Block) {
        let Some(declared) = reader.package(block) else { return };
        let name = declared.name().to_owned();
        // Several files may declare the same package, if the declarations are equal.
        if self.0.get(&name).is_some_and(|known| *known != declared) {
            reader.problem(block.span, PackageProblem::DuplicatePackage(name));
        } else {
            self.0.insert(name, declared);
        }
    }

    /// Returns the version of a package that the program requests.
    fn version(&self, name: &str) -> Option<&Version> {
        let declared = self.0.get(name)?;
        match &declared.parameters {
            Some(parameters) => parameters.version.as_ref(),
            None => declared.version.as_ref(),
        }
    }
}

impl Declared {
    fn name(&self) -> &str {
        match &self.parameters {
            Some(parameters) if !parameters.name.is_empty() => &parameters.name,
            _ => &self.base,
        }
    }
}

struct PackageReader<'a> {
    tree: &'a Tree,
    types: &'a mut Interner,
    problems: &'a mut Vec<StructureProblem>,
    file: FileId,
}

impl PackageReader<'_> {
    fn problem(&mut self, span: Span, kind: impl Into<StructureProblemKind>) {
        let kind = kind.into();
        self.problems.push(StructureProblem { file: self.file, span, kind });
    }

    fn package(&mut self, block: &tree::Block) -> Option<Declared> {
        let mut declared = Declared::default();
        match block.labels[..] {
            [] => {}
            [(name, span)] => {
                self.types.text(name).clone_into(&mut declared.base);
                let is_label = |of: &StructureProblem| {
                    matches!(of.kind, StructureProblemKind::Package(PackageProblem::PackageLabel))
                };
                // A generated program has a label in every block: one note is enough.
                if !self.problems.iter().any(is_label) {
                    self.problem(span, PackageProblem::PackageLabel);
                }
            }
            // Wrong labels are reported when the block is read.
            _ => return None,
        }
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => match self.types.text(attribute.name) {
                    "baseProviderName" => {
                        if let Some(name) = self.text(attribute, "baseProviderName") {
                            self.types.text(name).clone_into(&mut declared.base);
                        }
                    }
                    "baseProviderVersion" => declared.version = self.version(attribute, "baseProviderVersion"),
                    "baseProviderDownloadUrl" => declared.url = self.url(attribute),
                    _ => {}
                },
                BodyItem::Block(inner) if self.types.text(inner.kind) == PARAMETERIZATION => {
                    declared.parameters = Some(self.parameters(inner));
                }
                BodyItem::Block(_) => {}
            }
        }
        if declared.base.is_empty() {
            let kind = StructureProblemKind::MissingAttribute { name: "baseProviderName".into(), inside: "a package" };
            self.problem(block.span, kind);
            return None;
        }
        Some(declared)
    }

    fn parameters(&mut self, block: &tree::Block) -> Parameters {
        let mut parameters = Parameters::default();
        for item in &block.body {
            let BodyItem::Attribute(attribute) = item else { continue };
            match self.types.text(attribute.name) {
                "name" => {
                    if let Some(name) = self.text(attribute, "name") {
                        self.types.text(name).clone_into(&mut parameters.name);
                    }
                }
                "version" => parameters.version = self.version(attribute, "version"),
                "value" => parameters.value = self.base64(attribute),
                _ => {}
            }
        }
        parameters
    }

    fn text(&mut self, attribute: &Attribute, name: &'static str) -> Option<Name> {
        match self.tree.node(attribute.value) {
            Node::String(text) if !self.types.text(text).is_empty() => Some(text),
            _ => self.wrong(attribute, name, "expected a non-empty string without interpolation"),
        }
    }

    fn version(&mut self, attribute: &Attribute, name: &'static str) -> Option<Version> {
        let text = self.text(attribute, name)?;
        match Version::parse(self.types.text(text)) {
            Ok(version) => Some(version),
            Err(error) => self.wrong(attribute, name, &format!("invalid version: {error}")),
        }
    }

    fn url(&mut self, attribute: &Attribute) -> Option<Name> {
        let text = self.text(attribute, "baseProviderDownloadUrl")?;
        let url = self.types.text(text);
        if url.split_once("://").is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty()) {
            return Some(text);
        }
        self.wrong(attribute, "baseProviderDownloadUrl", "invalid URL")
    }

    fn base64(&mut self, attribute: &Attribute) -> Option<Name> {
        let text = self.text(attribute, "value")?;
        let value = self.types.text(text);
        let digits = value.trim_end_matches('=');
        let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
        if value.len().is_multiple_of(4) && value.len() - digits.len() <= 2 && digits.bytes().all(is_digit) {
            return Some(text);
        }
        self.wrong(attribute, "value", "invalid base64")
    }

    fn wrong<T>(&mut self, attribute: &Attribute, name: &'static str, message: &str) -> Option<T> {
        let span = self.tree.span(attribute.value);
        self.problem(span, PackageProblem::WrongPackage { attribute: name, message: message.to_owned() });
        None
    }
}

impl Reader<'_, '_> {
    /// Reads a `package` block, whose declaration has been read before, and types its expressions.
    pub(super) fn package(&mut self, block: &tree::Block) {
        if block.labels.len() > 1 {
            return self.mislabelled(block, Kind::Package, "no labels");
        }
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) if !OF_PACKAGE.contains(&self.text(attribute.name)) => {
                    self.ignored_attribute(attribute, "a `package` block", &OF_PACKAGE);
                }
                BodyItem::Block(inner) if self.text(inner.kind) != PARAMETERIZATION => {
                    self.ignored_block(inner, "a `package` block", &[]);
                }
                _ => {}
            }
        }
        let mut expressions = super::body::free_expressions(block);
        for expression in &mut expressions {
            expression.scope = Scope::Literal;
        }
        let meaning = Block::with_value(BlockValue::Known(ANY), block.open);
        let definition = self.definition(Kind::Package, block, None, "package", expressions, meaning);
        self.define(definition);
    }

    /// Returns the package of a token. A failure is reported once for the program.
    pub(super) fn package_of(&mut self, name: &str, version: Option<&Version>, span: Span) -> Option<PackageId> {
        self.package_at(name, version, span, true)
    }

    /// As [`Self::package_of`]. If the package is not needed and missing, the report does not suppress a later one that needs it.
    pub(super) fn package_at(
        &mut self,
        name: &str,
        version: Option<&Version>,
        span: Span,
        is_needed: bool,
    ) -> Option<PackageId> {
        let version = version.or_else(|| self.packages.version(name));
        let kind = match self.reading.schemas.package(name, version) {
            Ok(package) => return Some(package),
            Err(MissingPackage::Unknown(suggestion)) => {
                PackageProblem::UnknownPackage { name: name.to_owned(), suggestion, is_needed }
            }
            Err(MissingPackage::OtherVersions(known)) => {
                let version = version.map(ToString::to_string).unwrap_or_default();
                PackageProblem::UnknownVersion { name: name.to_owned(), version, known }
            }
            Err(MissingPackage::Broken(error)) => PackageProblem::InvalidSchema(error),
        };
        let key = |is_needed| (name.to_owned(), version.cloned(), is_needed);
        if !self.missing.contains(&key(true)) && self.missing.insert(key(is_needed)) {
            self.problem(span, kind);
        }
        None
    }

    /// Reports a package that a component needs, unless it has been reported.
    pub(super) fn missing_package(&mut self, name: &str, span: Span) {
        let key = (name.to_owned(), self.packages.version(name).cloned(), true);
        if self.missing.insert(key) {
            let kind = PackageProblem::UnknownPackage { name: name.to_owned(), suggestion: None, is_needed: true };
            self.problem(span, kind);
        }
    }

    /// Parses a token; reports a malformed one.
    pub(super) fn token<'t>(&mut self, text: &'t str, span: Span) -> Option<Token<'t>> {
        let token = Token::parse(text);
        if token.is_none() {
            self.problem(span, PackageProblem::MalformedToken(text.to_owned()));
        }
        token
    }
}

/// The maximal number of tokens compared for the suggestions in a program. Beyond that, there are no more suggestions.
pub(super) const MOST_COMPARED: usize = 10_000_000;

/// Returns the likely intended token: one with the same or the nearest member name, and among these the one with the nearest
/// module.
///
/// The number of compared tokens is subtracted from `left`.
pub(super) fn nearest_token<'a>(token: &str, known: impl Iterator<Item = &'a str>, left: &mut usize) -> Option<String> {
    if *left == 0 {
        return None;
    }
    let wanted = Token::parse(token)?;
    let known: Vec<(&str, Token<'_>)> = known.filter_map(|text| Some((text, Token::parse(text)?))).collect();
    *left = left.saturating_sub(known.len());
    let is_known = known.iter().any(|known| known.1.member == wanted.member);
    let near = || nearest(wanted.member, known.iter().map(|known| known.1.member));
    let member = if is_known { wanted.member.to_owned() } else { near()? };
    let candidates = known.iter().filter(|known| known.1.member == member);
    let distance = |known: &Token<'_>| strsim::osa_distance(known.module, wanted.module);
    candidates.map(|&(text, known)| (distance(&known), text)).min().map(|(_, text)| text.to_owned())
}
