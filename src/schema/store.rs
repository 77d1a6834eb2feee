//! The available packages: schema files in directories, and the members that have been read.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use semver::Version;
use typed_index_collections::TiVec;

use super::bound::{Bound, Function, Resource};
use super::document::{Document, Section};
use super::error::SchemaError;
use super::index_cache::IndexCache;
use super::provider_functions::FoundFunction;
use super::provider_texts::ProviderText;
use super::providers::{
    FoundBlock, ProviderBlock, ProviderName, ProviderSection, Providers, may_contain_provider_schemas,
};
use super::reference::{Kind, tolerant_version};
use super::spec::{FunctionSpec, NamedSpec, ResourceSpec};
use crate::files::{AllowedDirectories, Disk, Entry, EntryKind};
use crate::types::Interner;

/// A handle to a package that has been opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageId(u32);

typelog_types::indices!(PackageId);

/// Packages by their names.
#[derive(Clone, Debug, Default)]
pub struct Schemas {
    candidates: Vec<Candidate>,
    packages: TiVec<PackageId, Package>,
    /// The schemas of providers of Terraform.
    providers: Providers,
    /// The cache of the indices of large files, if there is one.
    cache: Option<Arc<dyn IndexCache>>,
    /// The packages found so far, by name and requested version.
    found: FxHashMap<(String, Option<Version>), PackageId>,
}

/// A schema file that may be opened.
#[derive(Clone, Debug)]
struct Candidate {
    path: PathBuf,
    /// The directories that it has to lie in.
    allowed: Arc<AllowedDirectories>,
    /// Its text, if it has been read.
    text: Option<Cow<'static, str>>,
    /// The name and the version of its package according to the file's name. Those in the schema take precedence.
    name: String,
    version: Option<Version>,
    opened: Option<Result<PackageId, SchemaError>>,
    /// The parsed file, shared with copies of this candidate.
    document: Arc<OnceLock<Result<Arc<Document>, SchemaError>>>,
}

/// A package, and the members read so far.
#[derive(Clone, Debug)]
pub(super) struct Package {
    pub document: Arc<Document>,
    pub specs: Specs,
    resource_tokens: Option<FxHashMap<String, Box<str>>>,
    function_tokens: Option<FxHashMap<String, Box<str>>>,
    pub bound: FxHashMap<(Kind, Box<str>), Bound>,
    pub resources: FxHashMap<Box<str>, Result<Arc<Resource>, SchemaError>>,
    pub functions: FxHashMap<Box<str>, Result<Arc<Function>, SchemaError>>,
}

/// The members of a package that have been read, in their JSON form, which does not depend on an interner.
#[derive(Clone, Debug, Default)]
pub(super) struct Specs {
    pub types: Read<NamedSpec>,
    pub resources: Read<ResourceSpec>,
    pub functions: Read<FunctionSpec>,
}

/// Members by their tokens.
type Read<T> = FxHashMap<Box<str>, Result<Arc<T>, SchemaError>>;

/// Returns the member with a token, which is read the first time and cached.
pub(super) fn get_or_read<T>(
    known: &mut Read<T>,
    token: &str,
    read: impl FnOnce() -> Result<T, SchemaError>,
) -> Result<Arc<T>, SchemaError> {
    if let Some(known) = known.get(token) {
        return known.clone();
    }
    let new = read().map(Arc::new);
    known.insert(token.into(), new.clone());
    new
}

/// The reason why a package is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingPackage {
    /// No package has this name; a name that may have been meant.
    Unknown(Option<String>),
    /// The package has other versions, but not this one.
    OtherVersions(Vec<Version>),
    /// Its schema is wrong.
    Broken(SchemaError),
}

impl Schemas {
    /// Finds the schema files in directories that the user names: those named `NAME-VERSION.json`. No file is opened.
    ///
    /// # Errors
    /// The first directory that cannot be read, with the reason.
    pub fn in_directories<P: AsRef<Path>>(directories: &[P]) -> Result<Self, (PathBuf, io::Error)> {
        Self::in_directories_within(directories, AllowedDirectories::all(&Disk::shared()))
    }

    /// As [`Self::in_directories`], with files that have to lie in these directories.
    ///
    /// # Errors
    /// The first directory that cannot be read, or the first file that lies elsewhere, with the reason.
    pub fn in_directories_within<P: AsRef<Path>>(
        directories: &[P],
        allowed: AllowedDirectories,
    ) -> Result<Self, (PathBuf, io::Error)> {
        let (mut candidates, allowed) = (Vec::new(), Arc::new(allowed));
        for directory in directories.iter().map(AsRef::as_ref) {
            let failed = |error| (directory.to_owned(), error);
            allowed.real(directory).map_err(failed)?;
            for Entry { path, kind } in allowed.system().list(directory).map_err(failed)? {
                let Some(candidate) = Candidate::new(path.clone(), allowed.clone()) else { continue };
                if kind == EntryKind::Link
                    && let Err(error) = allowed.real(&path)
                    && error.kind() == io::ErrorKind::PermissionDenied
                {
                    return Err((path, error));
                }
                candidates.push(candidate);
            }
        }
        Ok(Self::of(candidates, allowed))
    }

    /// Holds if a file is the schema of a package, with a version in its name, or of providers.
    pub fn are_in(path: &Path) -> bool {
        let allowed = Arc::new(AllowedDirectories::all(&Disk::shared()));
        let has_version = Candidate::new(path.to_owned(), allowed.clone()).is_some_and(|file| file.version.is_some());
        has_version && Self::in_file(path).is_ok() || may_contain_provider_schemas(path, &allowed)
    }

    /// Creates schemas from texts, each with the name that its file would have. A text whose name is not that of a schema file is
    /// skipped.
    pub fn in_texts(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let named = |(name, text): (String, String)| {
            Some(Candidate { text: Some(Cow::Owned(text)), ..Candidate::new(PathBuf::from(name), Arc::default())? })
        };
        Self::of(texts.into_iter().filter_map(named).collect(), Arc::default())
    }

    fn of(mut candidates: Vec<Candidate>, allowed: Arc<AllowedDirectories>) -> Self {
        let files = candidates.iter().map(|candidate| (candidate.path.clone(), candidate.text.clone()));
        let providers = Providers::of(files.collect(), allowed);
        candidates.push(Candidate::built_in());
        // The order in which a directory lists its files must not matter.
        candidates.sort_by(|a, b| (&a.name, &b.version, &a.path).cmp(&(&b.name, &a.version, &b.path)));
        Self { candidates, providers, ..Self::default() }
    }

    /// Caches the indices of large files from one start to the next.
    #[must_use]
    pub fn cached_by(mut self, cache: Arc<dyn IndexCache>) -> Self {
        self.providers.cached_by(cache.clone());
        Self { cache: Some(cache), ..self }
    }

    /// Looks up the block of a type in the schemas of Terraform providers.
    pub fn provider_block(
        &self,
        section: ProviderSection,
        ty: &str,
        provider: ProviderName<'_>,
        types: &mut Interner,
    ) -> FoundBlock {
        self.providers.block(section, ty, provider, types)
    }

    /// Returns the configuration of a Terraform provider, if its schema describes it.
    pub fn provider_configuration(&self, provider: ProviderName<'_>, types: &mut Interner) -> Option<ProviderBlock> {
        self.providers.configuration(provider, types)
    }

    /// Returns the text of the schema of a provider's block.
    pub fn provider_text(&self, section: ProviderSection, ty: &str) -> Option<ProviderText> {
        self.providers.text(section, ty)
    }

    /// Returns the text of the schema of a provider's configuration, by its local name.
    pub fn provider_text_of_configuration(&self, local: &str) -> Option<ProviderText> {
        self.providers.text_of_configuration(local)
    }

    /// Returns the types of the blocks that the schemas of providers have in a section.
    pub fn provider_block_types(&self, section: ProviderSection) -> Vec<&str> {
        self.providers.block_types(section)
    }

    /// Returns the arguments of a provisioner of Terraform, or of a `connection`, if it is a part of the language.
    pub fn provisioner(&self, name: &str, types: &mut Interner) -> Option<ProviderBlock> {
        self.providers.provisioner(name, types)
    }

    /// Looks up a function of the Terraform provider with this source.
    pub fn provider_function(&self, source: &str, name: &str, types: &mut Interner) -> FoundFunction {
        self.providers.function(source, name, types)
    }

    /// Opens the package whose schema is in a file of any name.
    ///
    /// # Errors
    /// The error in the file.
    pub fn in_file(path: &Path) -> Result<(Self, PackageId), SchemaError> {
        let candidate = Candidate {
            path: path.to_owned(),
            allowed: Arc::new(AllowedDirectories::all(&Disk::shared())),
            text: None,
            name: String::new(),
            version: None,
            opened: None,
            document: Arc::default(),
        };
        let mut schemas = Self { candidates: vec![candidate, Candidate::built_in()], ..Self::default() };
        let package = schemas.open(0)?;
        Ok((schemas, package))
    }

    /// Returns the package with a name, in the requested version or in the highest one.
    ///
    /// # Errors
    /// The reason why it is not available.
    pub fn package(&mut self, name: &str, version: Option<&Version>) -> Result<PackageId, MissingPackage> {
        let key = (name.to_owned(), version.cloned());
        if let Some(&known) = self.found.get(&key) {
            return Ok(known);
        }
        let found = self.look_up(name, version)?;
        self.found.insert(key, found);
        Ok(found)
    }

    /// Finds a package by the names of files, and by those in the schemas of all files if there is none. The result does not
    /// depend on the files that earlier look-ups have opened, which may be those of other programs.
    fn look_up(&mut self, name: &str, version: Option<&Version>) -> Result<PackageId, MissingPackage> {
        // Usually, a file's name is that of its package. The name in the schema takes precedence.
        let mut misnamed = Vec::new();
        while let Some(at) = self.best(name, version, |at| misnamed.contains(&at)) {
            let package = self.open(at).map_err(MissingPackage::Broken)?;
            if self.name(package) == name {
                return Ok(package);
            }
            misnamed.push(at);
        }
        for at in 0..self.candidates.len() {
            let _ = self.open(at);
        }
        match self.best(name, version, |_| true) {
            Some(at) => self.open(at).map_err(MissingPackage::Broken),
            None => Err(self.missing(name)),
        }
    }

    /// Returns the candidate with a name in the requested version, or in the highest one. The schemas of some files count, and the
    /// names of the others.
    fn best(&self, name: &str, version: Option<&Version>, is_read: impl Fn(usize) -> bool) -> Option<usize> {
        let naming = |at: usize| {
            let candidate = &self.candidates[at];
            if is_read(at) { self.naming(candidate) } else { (&candidate.name[..], candidate.version.as_ref()) }
        };
        let named = (0..self.candidates.len()).filter(|&at| naming(at).0 == name);
        let fitting = named.filter(|&at| version.is_none() || naming(at).1 == version);
        // The first of equal versions counts.
        fitting.rev().max_by(|&a, &b| naming(a).1.cmp(&naming(b).1))
    }

    /// Returns the name and the version of a package: according to the schema if it is open, and otherwise to the file's name.
    fn naming<'a>(&'a self, candidate: &'a Candidate) -> (&'a str, Option<&'a Version>) {
        match candidate.opened {
            Some(Ok(package)) => {
                let document = &self.get(package).document;
                (&document.name, document.version.as_ref().or(candidate.version.as_ref()))
            }
            _ => (&candidate.name, candidate.version.as_ref()),
        }
    }

    fn open(&mut self, at: usize) -> Result<PackageId, SchemaError> {
        if let Some(opened) = &self.candidates[at].opened {
            return opened.clone();
        }
        let candidate = &self.candidates[at];
        let document = candidate.document.get_or_init(|| {
            let document = match &candidate.text {
                Some(text) => Document::parse(&candidate.path, text.clone().into_owned()),
                None => Document::read(&candidate.path, &candidate.allowed, self.cache.as_deref()),
            };
            document.map(Arc::new)
        });
        let opened = document.clone().map(|document| self.packages.push_and_get_key(Package::new(document)));
        self.candidates[at].opened = Some(opened.clone());
        opened
    }

    fn missing(&self, name: &str) -> MissingPackage {
        let namings = || self.candidates.iter().map(|candidate| self.naming(candidate));
        let mut versions: Vec<Version> =
            namings().filter(|naming| naming.0 == name).filter_map(|naming| naming.1.cloned()).collect();
        if versions.is_empty() {
            let names = namings().map(|naming| naming.0);
            return MissingPackage::Unknown(crate::types::nearest::nearest(name, names));
        }
        versions.sort();
        MissingPackage::OtherVersions(versions)
    }

    /// Discards all types, which belong to one interner. The files, and the members read so far, are kept.
    pub fn forget_types(&mut self) {
        for package in &mut self.packages {
            package.bound.clear();
            package.resources.clear();
            package.functions.clear();
        }
    }

    /// Returns the name of a package.
    pub fn name(&self, package: PackageId) -> &str {
        &self.get(package).document.name
    }

    /// The names of the packages that have schemas, in order.
    pub fn package_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.candidates.iter().map(|candidate| self.naming(candidate).0).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the shortest tokens by which programs refer to the resources or the functions of a package, in order.
    pub fn callable_tokens(&self, package: PackageId, of_functions: bool) -> Vec<String> {
        let document = &self.get(package).document;
        let section = if of_functions { &document.functions } else { &document.resources };
        let mut tokens: Vec<String> = section.tokens().map(|token| self.callable_token(package, token)).collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }

    /// Returns the shortest token by which programs refer to a member of a package.
    pub fn callable_token(&self, package: PackageId, token: &str) -> String {
        let document = &self.get(package).document;
        document.module_format.canonical(&document.name, token).replace("::", ":")
    }

    /// The tokens of a package's resources, in no particular order.
    pub fn resource_tokens(&self, package: PackageId) -> impl Iterator<Item = &str> {
        self.get(package).document.resources.tokens()
    }

    /// The tokens of a package's functions, in no particular order.
    pub fn function_tokens(&self, package: PackageId) -> impl Iterator<Item = &str> {
        self.get(package).document.functions.tokens()
    }

    /// Returns the opened schemas, the last one first.
    pub(super) fn opened(&self) -> impl Iterator<Item = &Document> {
        self.packages.iter().rev().map(|package| &*package.document)
    }

    pub(super) fn get(&self, package: PackageId) -> &Package {
        &self.packages[package]
    }

    pub(super) fn get_mut(&mut self, package: PackageId) -> &mut Package {
        &mut self.packages[package]
    }
}

impl Candidate {
    /// Returns the built-in package, which every program may use.
    fn built_in() -> Self {
        let (path, text) = (PathBuf::from("pulumi.json"), Some(Cow::Borrowed(include_str!("pulumi.json"))));
        let (allowed, document) = (Arc::default(), Arc::default());
        Self { path, allowed, text, name: "pulumi".to_owned(), version: None, opened: None, document }
    }

    /// Creates the candidate of a file, if the file's name is that of a schema.
    fn new(path: PathBuf, allowed: Arc<AllowedDirectories>) -> Option<Self> {
        let stem = path.file_name()?.to_str()?.strip_suffix(".json")?;
        let digit_behind = |&(at, _): &(usize, &str)| stem[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        let (name, version) = match stem.match_indices('-').find(digit_behind) {
            Some((at, _)) => (&stem[..at], tolerant_version(&stem[at + 1..])),
            None => (stem, None),
        };
        let (name, document) = (name.to_owned(), Arc::default());
        Some(Self { name, allowed, text: None, version, opened: None, path, document })
    }
}

impl Package {
    fn new(document: Arc<Document>) -> Self {
        Self {
            document,
            specs: Specs::default(),
            resource_tokens: None,
            function_tokens: None,
            bound: FxHashMap::default(),
            resources: FxHashMap::default(),
            functions: FxHashMap::default(),
        }
    }

    /// Returns the schema's token of the resource that a program refers to as `token`.
    pub fn resource_token(&mut self, token: &str) -> Option<Box<str>> {
        let document = &self.document;
        let tokens = self.resource_tokens.get_or_insert_with(|| canonical_tokens(document, &document.resources));
        look_up(document, tokens, token)
    }

    /// Returns the schema's token of the function that a program refers to as `token`.
    pub fn function_token(&mut self, token: &str) -> Option<Box<str>> {
        let document = &self.document;
        let tokens = self.function_tokens.get_or_insert_with(|| canonical_tokens(document, &document.functions));
        look_up(document, tokens, token)
    }
}

/// Returns the tokens of a section by their canonical forms. Of several with one form, the last in byte order counts.
fn canonical_tokens(document: &Document, section: &Section) -> FxHashMap<String, Box<str>> {
    let mut tokens: Vec<&str> = section.tokens().collect();
    tokens.sort_unstable();
    let canonical = |token| document.module_format.canonical(&document.name, token);
    tokens.into_iter().map(|token| (canonical(token), token.into())).collect()
}

/// Returns the token of a section that a program refers to as `token`: with its module as it is compared, with its whole module, or without one.
fn look_up(document: &Document, tokens: &FxHashMap<String, Box<str>>, token: &str) -> Option<Box<str>> {
    let format = &document.module_format;
    let canonical = || tokens.get(&format.canonical(&document.name, token)).filter(|known| format.may_be(token, known));
    tokens.get(token).or_else(canonical).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_do_not_depend_on_the_files_that_others_have_opened() {
        let schema = |name: &str, version: &str| format!(r#"{{ "name": "{name}", "version": "{version}" }}"#);
        let files = [
            ("cloud-1.0.0.json", schema("cloud", "1.0.0")),
            // Its package has the name of another file's, and a higher version.
            ("other-2.0.0.json", schema("cloud", "2.0.0")),
        ];
        let schemas = || Schemas::in_texts(files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())));
        let version = |schemas: &mut Schemas| {
            let package = schemas.package("cloud", None).expect("it is there");
            schemas.get(package).document.version.as_ref().map(ToString::to_string)
        };
        let (mut first, mut second) = (schemas(), schemas());
        assert!(second.package("unknown", None).is_err());
        assert_eq!(version(&mut first).as_deref(), Some("1.0.0"));
        assert_eq!(version(&mut second).as_deref(), Some("1.0.0"));
        // A version that only a schema names is found there.
        let requested = Version::new(2, 0, 0);
        assert!(first.package("cloud", Some(&requested)).is_ok() && second.package("cloud", Some(&requested)).is_ok());
    }

    #[test]
    fn a_version_starts_at_the_first_dash_before_a_digit() {
        let parts = |name: &str| {
            let candidate = Candidate::new(PathBuf::from(name), Arc::default()).unwrap();
            (candidate.name, candidate.version.map(|version| version.to_string()))
        };
        let version = |text: &str| Some(text.to_owned());
        assert_eq!(parts("aws-native-0.8.0.json"), ("aws-native".to_owned(), version("0.8.0")));
        assert_eq!(parts("a-3.0.0-alpha.1+exp.1.json"), ("a".to_owned(), version("3.0.0-alpha.1+exp.1")));
        assert_eq!(parts("plain.json"), ("plain".to_owned(), None));
    }
}
