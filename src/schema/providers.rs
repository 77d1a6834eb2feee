//! Schemas of Terraform providers, as `terraform providers schema -json` prints them.
//!
//! Such files are large, and modules use little of them. So a file is scanned for the first resource of a module, and a resource
//! is parsed when a module has one of its type.

mod blocks;

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::{Entries, Section};
use super::index_cache::{IndexCache, indexed};
use super::provider_functions::{FoundFunction, ProviderFunction, is_address_of};
use super::provider_texts::ProviderText;
use super::schema_text::SchemaText;
use crate::files::{self, AllowedDirectories, FileKind};
use crate::types::Interner;
use crate::types::nearest::nearest;
use blocks::read_block;
pub use blocks::{NestedBlock, Nesting, ProviderBlock};

/// The schema of the provider that is a part of the language.
const BUILT_IN: &str = include_str!("terraform.json");

/// The files that may contain provider schemas, and their indices.
#[derive(Clone, Debug, Default)]
pub(super) struct Providers {
    files: Vec<ProviderFile>,
    /// The directories that the files have to lie in.
    allowed: Arc<AllowedDirectories>,
    cache: Option<Arc<dyn IndexCache>>,
    scanned: Arc<OnceLock<Scanned>>,
}

/// A file that may contain schemas: its path, and its text if it has been read.
type ProviderFile = (PathBuf, Option<Cow<'static, str>>);

/// The files that contain schemas, the built-in schema first.
#[derive(Debug)]
struct Scanned(Vec<(SchemaText, ProviderIndex)>);

/// The ranges of the blocks in a file, by their types.
#[derive(Debug, Default, Deserialize, Serialize)]
struct ProviderIndex {
    /// The addresses of the providers.
    addresses: Vec<Box<str>>,
    resources: Section,
    data: Section,
    ephemeral: Section,
    /// The functions, each by the address of its provider and its name.
    functions: Section,
    /// The configurations of the providers, by their addresses.
    configurations: Section,
    /// The arguments of provisioners, by their names.
    provisioners: Section,
}

/// A section of a provider's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProviderSection {
    /// Managed resources.
    Resources,
    /// Data sources.
    Data,
    /// Ephemeral resources.
    Ephemeral,
}

/// The provider of a block: its name in the module, and its source, if the module names one.
#[derive(Clone, Copy, Debug)]
pub struct ProviderName<'a> {
    /// The name in the module.
    pub local: &'a str,
    /// The source.
    pub source: Option<&'a str>,
}

/// The result of looking up the type of a block in the schemas of providers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundBlock {
    /// No schema describes the provider.
    Unknown,
    /// The provider has no block of this type in the section.
    Missing {
        /// A type that may have been meant.
        suggestion: Option<String>,
        /// Another section that has the type.
        elsewhere: Option<ProviderSection>,
    },
    /// The block.
    Known(ProviderBlock),
}

impl Providers {
    pub fn of(mut files: Vec<ProviderFile>, allowed: Arc<AllowedDirectories>) -> Self {
        files.sort();
        Self { files, allowed, ..Self::default() }
    }

    /// Sets the cache of indices.
    pub fn cached_by(&mut self, cache: Arc<dyn IndexCache>) {
        self.cache = Some(cache);
    }

    fn scanned(&self) -> &[(SchemaText, ProviderIndex)] {
        let scanned = self.scanned.get_or_init(|| {
            let built_in = (PathBuf::new(), Some(Cow::Borrowed(BUILT_IN)));
            let files = std::iter::once(&built_in).chain(&self.files);
            Scanned(files.filter_map(|file| scanned(file, &self.allowed, self.cache.as_deref())).collect())
        });
        &scanned.0
    }

    /// Looks up the block of a type. Schemas of other providers may have it as well.
    pub fn block(
        &self,
        section: ProviderSection,
        ty: &str,
        provider: ProviderName<'_>,
        types: &mut Interner,
    ) -> FoundBlock {
        // The last of several files counts.
        let mut files = self.scanned().iter().rev();
        let found = files.find_map(|(text, index)| read_place(text, index.section(section).get(ty)?, types));
        found.map_or_else(|| self.missing(section, ty, provider), FoundBlock::Known)
    }

    /// Returns the result for a type that no schema has in the section.
    fn missing(&self, section: ProviderSection, ty: &str, provider: ProviderName<'_>) -> FoundBlock {
        let described = |index: &&ProviderIndex| index.addresses.iter().any(|address| provider.has_address(address));
        let indices: Vec<&ProviderIndex> = self.scanned().iter().map(|file| &file.1).filter(described).collect();
        if indices.is_empty() {
            return FoundBlock::Unknown;
        }
        let word = first_word(ty);
        let known = indices.iter().flat_map(|index| index.section(section).tokens());
        let suggestion = nearest(ty, known.filter(|known| first_word(known) == word));
        let has = |of: &ProviderSection| indices.iter().any(|index| index.section(*of).get(ty).is_some());
        FoundBlock::Missing { suggestion, elsewhere: ProviderSection::ALL.into_iter().find(has) }
    }

    /// Returns the block of a provider's configuration.
    pub fn configuration(&self, provider: ProviderName<'_>, types: &mut Interner) -> Option<ProviderBlock> {
        let section = |index: &'_ ProviderIndex| -> Option<Range<usize>> {
            let address = index.configurations.tokens().find(|address| provider.has_address(address))?;
            index.configurations.get(address)
        };
        self.scanned().iter().rev().find_map(|(text, index)| read_place(text, section(index)?, types))
    }

    /// Returns the text of a block's schema.
    pub fn text(&self, section: ProviderSection, ty: &str) -> Option<ProviderText> {
        let mut files = self.scanned().iter().rev();
        files.find_map(|(text, index)| ProviderText::read(&text.part(index.section(section).get(ty)?)))
    }

    /// Returns the text of the schema of a provider's configuration.
    pub fn text_of_configuration(&self, local: &str) -> Option<ProviderText> {
        let provider = ProviderName { local, source: None };
        self.scanned().iter().rev().find_map(|(text, index)| {
            let address = index.configurations.tokens().find(|address| provider.has_address(address))?;
            ProviderText::read(&text.part(index.configurations.get(address)?))
        })
    }

    /// Returns the types of the blocks in a section, in order.
    pub fn block_types(&self, section: ProviderSection) -> Vec<&str> {
        let mut all: Vec<&str> = self.scanned().iter().flat_map(|(_, index)| index.section(section).tokens()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the arguments of a provisioner.
    pub fn provisioner(&self, name: &str, types: &mut Interner) -> Option<ProviderBlock> {
        let mut files = self.scanned().iter();
        files.find_map(|(text, index)| read_place(text, index.provisioners.get(name)?, types))
    }

    /// Looks up a function of the provider with this source.
    pub fn function(&self, source: &str, name: &str, types: &mut Interner) -> FoundFunction {
        let of_source = |token: &str| token.rsplit_once("::").is_some_and(|of| is_address_of(of.0, source));
        // The last of several files counts.
        let mut files = self.scanned().iter().rev();
        let found = files.find_map(|(text, index)| {
            let known = index.functions.tokens().find(|token| of_source(token))?;
            Some((text, &index.functions, known.rsplit_once("::")?.0))
        });
        let Some((text, section, address)) = found else { return FoundFunction::Unknown };
        let Some(place) = section.get(&format!("{address}::{name}")) else {
            let known = section.tokens().filter_map(|token| token.rsplit_once("::"));
            return FoundFunction::Missing(nearest(name, known.filter(|of| of.0 == address).map(|of| of.1)));
        };
        let function = serde_json::from_str(&text.part(place));
        function.map_or(FoundFunction::Unknown, |function: Value| {
            FoundFunction::Known(ProviderFunction::read(&function, types))
        })
    }
}

impl ProviderIndex {
    /// Indexes the blocks in a text.
    fn of(text: &str) -> Self {
        let (mut resources, mut data, mut ephemeral) = (Entries::default(), Entries::default(), Entries::default());
        let (mut functions, mut addresses) = (Entries::default(), Vec::new());
        let (mut configurations, mut provisioners) = (Entries::default(), Entries::default());
        for (_, provider) in members(text).0.into_iter().filter(|member| *member.0 == *"provider_schemas") {
            for (address, schemas) in members(provider.get()).0 {
                addresses.push(address.clone());
                for (key, blocks) in members(schemas.get()).0 {
                    let section = match &*key {
                        "resource_schemas" => &mut resources,
                        "data_source_schemas" => &mut data,
                        "ephemeral_resource_schemas" => &mut ephemeral,
                        "provisioner_schemas" => &mut provisioners,
                        "provider" => {
                            configurations.0.push((address.clone(), blocks));
                            continue;
                        }
                        "functions" => {
                            let called = |name: &str| format!("{address}::{name}").into();
                            let of_provider = members(blocks.get()).0.into_iter();
                            functions.0.extend(of_provider.map(|(name, function)| (called(&name), function)));
                            continue;
                        }
                        _ => continue,
                    };
                    section.0.extend(members(blocks.get()).0);
                }
            }
        }
        let found = [resources, data, ephemeral, functions, configurations, provisioners];
        let found = found.map(|found| Section::of(text, found));
        let [resources, data, ephemeral, functions, configurations, provisioners] = found;
        Self { addresses, resources, data, ephemeral, functions, configurations, provisioners }
    }

    fn section(&self, section: ProviderSection) -> &Section {
        match section {
            ProviderSection::Resources => &self.resources,
            ProviderSection::Data => &self.data,
            ProviderSection::Ephemeral => &self.ephemeral,
        }
    }
}

impl ProviderSection {
    const ALL: [Self; 3] = [Self::Resources, Self::Data, Self::Ephemeral];
}

impl ProviderName<'_> {
    /// Holds if a provider with this address may be meant.
    fn has_address(&self, address: &str) -> bool {
        match self.source {
            Some(source) => is_address_of(address, source),
            None => address.rsplit('/').next() == Some(self.local),
        }
    }
}

/// Returns the first word of a block's type, which usually is the name of its provider.
fn first_word(ty: &str) -> &str {
    ty.split('_').next().unwrap_or(ty)
}

/// Returns a file with its index, if it contains schemas.
fn scanned(
    (path, known): &ProviderFile,
    allowed: &AllowedDirectories,
    cache: Option<&dyn IndexCache>,
) -> Option<(SchemaText, ProviderIndex)> {
    match known {
        Some(text) => Some((SchemaText::of(text.clone().into_owned()), ProviderIndex::of(text))),
        None if may_contain_provider_schemas(path, allowed) => {
            indexed(path, "providers", allowed, cache, |text| Ok(ProviderIndex::of(text))).ok()
        }
        None => None,
    }
}

/// Holds if a file begins like a provider schema. Other files are not read.
pub(super) fn may_contain_provider_schemas(path: &Path, allowed: &AllowedDirectories) -> bool {
    let mut start = Vec::new();
    let read = files::open(path, FileKind::Data, allowed).and_then(|file| file.take(512).read_to_end(&mut start));
    read.is_ok() && String::from_utf8_lossy(&start).contains("\"provider_schemas\"")
}

fn members(text: &str) -> Entries<'_> {
    serde_json::from_str(text).unwrap_or_default()
}

/// Reads the block at a place in a text.
fn read_place(text: &SchemaText, place: Range<usize>, types: &mut Interner) -> Option<ProviderBlock> {
    let schema: Value = serde_json::from_str(&text.part(place)).ok()?;
    Some(read_block(schema.get("block")?, types))
}

#[cfg(test)]
mod tests {
    use super::{AllowedDirectories, FoundBlock, ProviderName, ProviderSection, Providers};
    use crate::types::{Interner, display::display};
    use std::path::Path;
    use std::sync::Arc;

    #[test]
    fn blocks_are_read_with_their_inputs() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/modules/schemas/providers.json");
        let (providers, mut types) = (
            Providers::of(vec![(file, None)], Arc::new(AllowedDirectories::all(&crate::files::Disk::shared()))),
            Interner::default(),
        );
        let provider = ProviderName { local: "net", source: None };
        let subnet = match providers.block(ProviderSection::Resources, "net_subnet", provider, &mut types) {
            FoundBlock::Known(block) => block,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            display(&types, subnet.ty),
            "object({id=string, range=string, routes=list(object({to=string})), rule=set(object({port=number})), tags=map(string)})"
        );
        let inputs: Vec<(&str, bool)> = subnet.inputs.iter().map(|input| (types.text(input.0), input.2)).collect();
        assert_eq!(inputs, [("range", true), ("routes", false), ("tags", false)]);
        let [rule] = &subnet.blocks[..] else { panic!("one kind of blocks") };
        assert_eq!((types.text(rule.name), rule.least, rule.most), ("rule", 0, u32::MAX));
        let inputs: Vec<&str> = rule.block.inputs.iter().map(|input| types.text(input.0)).collect();
        assert_eq!((inputs, rule.is_attribute), (vec!["port"], false));
        let elsewhere = Some(ProviderSection::Resources);
        let missing = FoundBlock::Missing { suggestion: None, elsewhere };
        assert_eq!(providers.block(ProviderSection::Data, "net_subnet", provider, &mut types), missing);
        let other = ProviderName { source: Some("acme/net"), ..provider };
        assert_eq!(providers.block(ProviderSection::Data, "net_subnet", other, &mut types), FoundBlock::Unknown);
    }
}
