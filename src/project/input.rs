//! Programs on disk: the files that a path refers to.

use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Project;
use super::directories::{FoundFile, Listing};
use super::error::{Error, Result};
use super::module_roles::Callers;
use super::settings::Configuration;
use super::source_files::{is_source, of_other_tool};
use crate::dialect::module_sources::{ModuleSources, Reported};
use crate::dialect::{Dialect, Text};
use crate::files::{self, AllowedDirectories, FileKind, SharedSystem};
use crate::source::normal_path;

/// A program as found on disk.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its path, as given by the user.
    pub name: String,
    /// The directory that its files are relative to.
    pub directory: Option<PathBuf>,
    /// Its language.
    pub dialect: Dialect,
    /// The directories from which its components and files may be read.
    pub roots: AllowedDirectories,
    /// The settings for the programs in its directory.
    pub configuration: Option<Arc<Configuration>>,
    /// Its files.
    pub texts: Vec<Text>,
    /// The locations of Terraform modules outside its directory.
    pub modules: ModuleSources,
    /// The directories of the components that it uses, and other files that it names, known after a check.
    pub components: Vec<PathBuf>,
}

impl Input {
    /// Returns a program made of texts, without a name and a directory.
    pub fn of_texts(dialect: Dialect, texts: Vec<Text>, roots: AllowedDirectories) -> Self {
        Self {
            name: String::new(),
            directory: None,
            dialect,
            roots,
            configuration: None,
            texts,
            modules: ModuleSources::default(),
            components: Vec::new(),
        }
    }

    /// Returns the path of a file of the program, as shown to the user.
    pub fn path_of(&self, file: &str) -> String {
        match &self.directory {
            // The file of a called module.
            Some(directory) if file.starts_with("..") => normal_path(&directory.join(file)).display().to_string(),
            Some(directory) => directory.join(file).display().to_string(),
            None => file.to_owned(),
        }
    }

    /// Returns the total length of its texts, in bytes.
    pub fn byte_count(&self) -> usize {
        self.texts.iter().filter_map(|text| text.bytes.as_ref().ok()).map(Vec::len).sum()
    }

    /// Holds if some file of the program cannot be read.
    pub fn is_unreadable(&self) -> bool {
        self.texts.iter().any(|text| text.bytes.is_err())
    }
}

/// A program that has been found, but not read yet.
pub struct LazyInput {
    found: Found,
    roots: AllowedDirectories,
    modules: Vec<PathBuf>,
    callers: Callers,
    reported: Reported,
}

impl LazyInput {
    /// Returns its directory and its language.
    pub fn place(&self) -> (PathBuf, Dialect) {
        (self.found.directory.clone(), self.found.dialect)
    }

    /// Reads its files.
    pub fn read(self) -> Input {
        read(self.found, self.roots, &self.modules, &self.callers, &self.reported)
    }
}

/// The files of a program, with its dialect and settings.
struct Found {
    directory: PathBuf,
    configuration: Option<Arc<Configuration>>,
    dialect: Dialect,
    files: Vec<FoundFile>,
    /// Its tests, by their paths in the directory.
    tests: Vec<(String, FoundFile)>,
}

impl Project {
    /// Returns the programs that paths refer to, in order, or for each the reason why it cannot be read. A path is a file, a
    /// directory (one program), or `-` for standard input.
    pub fn programs<'a>(&'a self, programs: &'a [PathBuf]) -> impl Iterator<Item = Result<Input>> + Send + 'a {
        let directories = programs.iter().filter(|program| self.system.is_dir(program) && !self.is_recursive(program));
        let reported = reported(directories.map(PathBuf::as_path), &self.system);
        programs.iter().flat_map(move |program| self.expand(program, &reported))
    }

    /// Returns the program at a path.
    ///
    /// # Errors
    /// If there is none.
    pub fn program(&self, path: &Path) -> Result<Input> {
        let none = || Error::new(format!("there is no program `{}`", path.display()));
        self.programs(std::slice::from_ref(&path.to_owned())).next().unwrap_or_else(|| Err(none()))
    }

    fn expand(&self, program: &Path, reported: &Reported) -> Box<dyn Iterator<Item = Result<Input>> + Send + '_> {
        if program == Path::new("-") {
            return Box::new(once(self.standard_input()));
        }
        if !self.system.is_dir(program) {
            return Box::new(once(self.single_file(program)));
        }
        if self.is_recursive(program) {
            return Box::new(self.below(program).map(|found| found.map(LazyInput::read)));
        }
        Box::new(once(self.directory(program, reported)))
    }

    /// Holds if every directory at or below a directory is a program of its own, by the options or the directory's settings. Faults
    /// in these are reported with the programs.
    fn is_recursive(&self, directory: &Path) -> bool {
        let configured = || self.settings_of(directory, &self.options.roots).ok().flatten();
        self.options.recursive || configured().is_some_and(|configured| configured.settings.recursive)
    }

    /// The directories with modules: those of the options or, if there are none, those of settings.
    fn modules<'a>(&'a self, configuration: Option<&'a Configuration>) -> &'a [PathBuf] {
        match configuration {
            Some(configured) if self.options.modules.is_empty() => &configured.settings.modules,
            _ => &self.options.modules,
        }
    }

    fn directory(&self, directory: &Path, reported: &Reported) -> Result<Input> {
        let listing = Listing::of(directory, &self.system).map_err(|error| unreadable(directory, &error))?;
        match self.program_in(&listing)? {
            Some(found) => {
                let configuration = found.configuration.clone();
                let roots = self.roots(directory, configuration.as_deref());
                Ok(read(found, roots, self.modules(configuration.as_deref()), &self.callers, reported))
            }
            None => Err(no_programs(directory, "here", listing.other_tool())),
        }
    }

    /// Returns the program that a file belongs to: all files of its directory in the same language. If the extension of the file
    /// is not one of its language, the program has the name of the file, and no files on disk. The file need not exist.
    /// Components may also lie in `folders`.
    ///
    /// # Errors
    /// If its settings cannot be used.
    pub fn around(&self, file: &Path, folders: &[PathBuf]) -> Result<Input> {
        let directory = file.parent().unwrap_or(Path::new(""));
        let roots: Vec<PathBuf> =
            folders.iter().chain(&self.options.roots).chain(&self.options.modules).cloned().collect();
        let configuration = self.settings_of(directory, &roots)?;
        let dialect = self.dialect_of(file, configuration.as_deref());
        let modules = self.modules(configuration.as_deref()).to_vec();
        let configured = configuration.iter().flat_map(|configured| configured.settings.root.iter().cloned());
        let roots: Vec<PathBuf> = roots.into_iter().chain(configured).chain(modules.iter().cloned()).collect();
        let allowed = AllowedDirectories::of(&self.system, directory, &roots);
        let listing = Listing::of(directory, &self.system).ok().filter(|_| is_source(file, dialect));
        let tests = listing.as_ref().map(|listing| listing.tests(dialect)).unwrap_or_default();
        let files = listing.map(|listing| listing.files_of(dialect)).unwrap_or_default();
        let is_alone = !is_source(file, dialect);
        let found = Found { directory: directory.to_path_buf(), configuration, dialect, files, tests };
        // The callers of the module may have changed since it was last opened.
        let input = read(found, allowed, &modules, &Callers::default(), &Reported::default());
        Ok(if is_alone { Input { name: file.display().to_string(), ..input } } else { input })
    }

    /// Describes the content of a file that another tool reads, and that belongs to no program; `None` for all other files.
    pub fn content_for_other_tool(&self, file: &Path, folders: &[PathBuf]) -> Option<&'static str> {
        of_other_tool(file, &self.system)?;
        let roots: Vec<PathBuf> =
            folders.iter().chain(&self.options.roots).chain(&self.options.modules).cloned().collect();
        // Faults in the settings are reported with the programs that they are for.
        let configuration = self.settings_of(file.parent().unwrap_or(Path::new("")), &roots).ok().flatten();
        self.other_tool(file, configuration.as_deref())
    }

    /// Returns an empty program for a text that has no file.
    pub fn apart(&self, name: &str) -> Input {
        let (dialect, nothing) = (self.dialect_of(Path::new(name), None), AllowedDirectories::none(&self.system));
        Input { name: name.to_owned(), ..Input::of_texts(dialect, Vec::new(), nothing) }
    }

    fn standard_input(&self) -> Result<Input> {
        let bytes = self.system.standard_input();
        let bytes = bytes.map_err(|error| Error::new(format!("standard input cannot be read: {error}")))?;
        self.of_texts(vec![(self.options.stdin_filename.clone().unwrap_or_else(|| "-".to_owned()), bytes)])
    }

    /// Returns the program made of texts with file names. The first name determines the dialect.
    ///
    /// # Errors
    /// If its settings cannot be used.
    pub fn of_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Input> {
        let name = texts.first().map_or("", |(name, _)| &name[..]).to_owned();
        let configuration = self.settings_of(Path::new(""), &self.options.roots)?;
        for (name, _) in &texts {
            self.refuse_other_tools(Path::new(name), configuration.as_deref())?;
        }
        let dialect = self.dialect_of(Path::new(&name), configuration.as_deref());
        let texts = texts.into_iter().map(|(name, bytes)| Text { name, bytes: Ok(bytes) }).collect();
        Ok(Input { name, configuration, ..Input::of_texts(dialect, texts, AllowedDirectories::none(&self.system)) })
    }

    fn single_file(&self, path: &Path) -> Result<Input> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let bytes = files::read(path, FileKind::Text, &AllowedDirectories::all(&self.system))
            .map_err(|error| Error::new(format!("{}: the file cannot be read: {error}", path.display())))?;
        let configuration = self.settings_of(path.parent().unwrap_or(Path::new("")), &self.options.roots)?;
        self.refuse_other_tools(path, configuration.as_deref())?;
        let (roots, parent) = (self.roots(path, configuration.as_deref()), path.parent());
        let dialect = self.dialect_of(path, configuration.as_deref());
        let mut modules = module_sources(parent, self.modules(configuration.as_deref()), &roots);
        modules.is_part =
            dialect == Dialect::Terraform && parent.is_some_and(|parent| self.callers.is_part(parent, &roots));
        Ok(Input {
            name: path.display().to_string(),
            directory: parent.map(Path::to_path_buf),
            dialect,
            roots,
            configuration,
            texts: vec![Text { name, bytes: Ok(bytes) }],
            modules,
            components: Vec::new(),
        })
    }

    /// Returns the programs in a directory and all directories below it, in path order.
    pub fn below(&self, root: &Path) -> impl Iterator<Item = Result<LazyInput>> + Send + '_ {
        let (given, roots) = (root.to_path_buf(), self.roots(root, None));
        let listings = Listing::below(root, self.options.no_ignore, &self.system);
        let with_files = listings.iter().flatten().filter(|listing| !listing.is_empty());
        let reported = reported(with_files.map(|listing| &*listing.directory), &self.system);
        let found = listings.into_iter().filter_map(move |listing| {
            let found = match listing {
                Ok(listing) => self.program_in(&listing).transpose()?,
                Err((directory, error)) => Err(unreadable(&directory, &error)),
            };
            let (callers, reported) = (self.callers.clone(), reported.clone());
            Some(found.map(|found| {
                let configuration = found.configuration.as_deref();
                let modules = self.modules(configuration).to_vec();
                let has_own = self.options.modules.is_empty() && !modules.is_empty()
                    || configuration.is_some_and(|configured| !configured.settings.root.is_empty());
                let roots = if has_own { self.roots(&given, configuration) } else { roots.clone() };
                LazyInput { found, roots, modules, callers, reported }
            }))
        });
        let mut found = found.peekable();
        let is_empty = found.peek().is_none();
        found.chain(is_empty.then(|| Err(no_programs(root, "below", None))))
    }

    fn roots(&self, given: &Path, configuration: Option<&Configuration>) -> AllowedDirectories {
        let configured = configuration.iter().flat_map(|configured| &configured.settings.root);
        let further = self.options.roots.iter().chain(configured).chain(self.modules(configuration));
        AllowedDirectories::of(&self.system, given, &further.cloned().collect::<Vec<_>>())
    }

    /// Returns the program in a directory, if there is one.
    fn program_in(&self, listing: &Listing) -> Result<Option<Found>> {
        if listing.is_empty() {
            return Ok(None);
        }
        let directory = listing.directory.clone();
        let configuration = self.settings_of(&directory, &self.options.roots)?;
        let given = self.given_dialect(configuration.as_deref());
        let program = listing.program(given);
        Ok(program.map(|(dialect, files)| {
            let tests = listing.tests(dialect);
            Found { directory, configuration, dialect, files, tests }
        }))
    }

    /// Refuses a file that another tool reads, unless its language is given as plain HCL.
    fn refuse_other_tools(&self, path: &Path, configuration: Option<&Configuration>) -> Result<()> {
        match self.other_tool(path, configuration) {
            Some(content) => Err(Error::new(format!(
                "{}: this is {content}, and no program; `--dialect hcl` reads it as plain HCL",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    fn other_tool(&self, path: &Path, configuration: Option<&Configuration>) -> Option<&'static str> {
        let given = self.given_dialect(configuration);
        of_other_tool(path, &self.system).filter(|_| !matches!(given, Some(Dialect::Hcl | Dialect::Bicep)))
    }

    fn given_dialect(&self, configuration: Option<&Configuration>) -> Option<Dialect> {
        self.options.settings.dialect.or(configuration.and_then(|configuration| configuration.settings.dialect))
    }

    fn dialect_of(&self, path: &Path, configuration: Option<&Configuration>) -> Dialect {
        match self.given_dialect(configuration) {
            Some(dialect) => dialect,
            None if is_source(path, Dialect::Pcl) => Dialect::Pcl,
            None if is_source(path, Dialect::Terraform) => Dialect::Terraform,
            None => Dialect::Hcl,
        }
    }
}

fn unreadable(directory: &Path, error: &std::io::Error) -> Error {
    Error::new(format!("{}: the directory cannot be read: {error}", directory.display()))
}

/// Returns the files of the component in a directory.
///
/// # Errors
/// If the directory is not allowed, or cannot be read.
pub fn load_component(
    directory: &Path,
    roots: &AllowedDirectories,
    dialect: Dialect,
) -> std::result::Result<Vec<Text>, String> {
    roots.allow(directory)?;
    let listing =
        Listing::of(directory, roots.system()).map_err(|error| format!("{}: {error}", directory.display()))?;
    let files = listing.files_of(dialect);
    Ok(files.iter().filter(|file| !file.has_values()).map(|file| text(file, roots)).collect())
}

/// Reads a file that a program names, such as a template.
pub fn load_file(path: &Path, roots: &AllowedDirectories) -> Text {
    Text {
        name: path.display().to_string(),
        bytes: files::read(path, FileKind::Template, roots).map_err(|error| error.to_string()),
    }
}

fn text(FoundFile { path, is_regular, .. }: &FoundFile, roots: &AllowedDirectories) -> Text {
    let read = if *is_regular {
        files::read_listed(path, FileKind::Text, roots)
    } else {
        files::read(path, FileKind::Text, roots)
    };
    Text {
        name: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        bytes: read.map_err(|error| error.to_string()),
    }
}

/// Returns the locations of the modules for a directory. Lists of modules outside of the allowed directories are not read.
fn module_sources(root: Option<&Path>, modules: &[PathBuf], allowed: &AllowedDirectories) -> ModuleSources {
    ModuleSources::of(root, modules, |path| files::read(path, FileKind::Text, allowed).ok())
}

/// Returns the failure for a directory without programs. The file of another tool there may have been taken for one.
fn no_programs(directory: &Path, place: &str, other: Option<(&Path, &'static str)>) -> Error {
    let other = other.and_then(|(path, content)| Some((path.file_name()?.to_string_lossy(), content)));
    let other = other.map_or_else(String::new, |(name, content)| format!("; `{name}` is {content}"));
    let endings = "their names end in `.pp`, `.hcl`, `.tf` or `.tofu`, or in one of these and `.json`";
    let below = if place == "here" { "; `--recursive` takes those in directories below" } else { "" };
    Error::new(format!("{}: there are no program files {place}: {endings}{below}{other}", directory.display()))
}

/// Returns the directories whose programs are checked in one run.
fn reported<'a>(directories: impl Iterator<Item = &'a Path>, system: &SharedSystem) -> Reported {
    Reported(Some(Arc::new(directories.map(|directory| system.real_path(directory)).collect())))
}

fn read(found: Found, roots: AllowedDirectories, modules: &[PathBuf], callers: &Callers, reported: &Reported) -> Input {
    let modules = match found.dialect {
        Dialect::Terraform => {
            let mut sources = module_sources(Some(&found.directory), modules, &roots);
            sources.is_part = callers.is_part(&found.directory, &roots);
            sources.reported = reported.clone();
            sources
        }
        _ => ModuleSources::default(),
    };
    let own = found.files.iter().map(|file| text(file, &roots));
    let of_test = |(name, file): &(String, FoundFile)| Text {
        name: name.clone(),
        // The directory of the tests may be a link.
        bytes: files::read(&file.path, FileKind::Text, &roots).map_err(|error| error.to_string()),
    };
    let mut texts: Vec<Text> = own.chain(found.tests.iter().map(of_test)).collect();
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    Input {
        modules,
        name: found.directory.display().to_string(),
        directory: Some(found.directory),
        dialect: found.dialect,
        configuration: found.configuration,
        texts,
        components: Vec::new(),
        roots,
    }
}
