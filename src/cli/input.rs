//! Programs on disk: the files that an argument means.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::allowed_directories::AllowedDirectories;
use super::configuration::{Configuration, ConfigurationArguments};
use super::module_roles::Callers;
use super::output::Failure;
use crate::dialect::module_sources::ModuleSources;
use crate::dialect::{Dialect, Text};
use crate::schema::{read_listed_file, read_regular_file};
use crate::source::has_values;

/// How to read programs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Programs")]
pub struct InputArguments {
    /// The language of the programs; without it, `.pp` is PCL, and all else HCL
    #[arg(long)]
    dialect: Option<DialectName>,
    /// What standard input is called, in reports and to find its dialect
    #[arg(long, value_name = "NAME", default_value = "-")]
    stdin_filename: String,
    /// Take every directory below a directory as a program of its own
    #[arg(long)]
    pub recursive: bool,
    /// A directory that components may lie in, besides that of the program and the one around it
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
    /// A directory with modules of Terraform from registries and repositories: with a `modules.json`, as `terraform init`
    /// makes it, or by their sources, such as DIR/terraform-aws-modules/vpc/aws
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,
    #[arg(skip)]
    callers: Callers,
    #[command(flatten)]
    configuration: ConfigurationArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectName {
    /// The Pulumi Configuration Language
    Pcl,
    /// Plain HCL
    Hcl,
    /// Parameters, variables, resources and outputs in HCL, judged by the model of declared types
    Bicep,
    /// Modules of Terraform
    Terraform,
}

/// A program as it is found on disk.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its path, as it was given.
    pub name: String,
    /// The directory that its files are relative to.
    pub directory: Option<PathBuf>,
    /// Its language.
    pub dialect: Dialect,
    /// Where its components and files may lie.
    pub roots: AllowedDirectories,
    /// The settings for the programs in its directory.
    pub configuration: Option<Arc<Configuration>>,
    /// Its files.
    pub texts: Vec<Text>,
    /// The modules of Terraform that do not lie beside it.
    pub modules: ModuleSources,
    /// The directories of the components that it has been found to use.
    pub components: Vec<PathBuf>,
}

impl Input {
    /// The path by which a reader finds a file of the program.
    pub fn path_of(&self, file: &str) -> String {
        match &self.directory {
            Some(directory) => directory.join(file).display().to_string(),
            None => file.to_owned(),
        }
    }

    /// How long its texts are together, in bytes.
    pub fn byte_count(&self) -> usize {
        self.texts.iter().filter_map(|text| text.bytes.as_ref().ok()).map(Vec::len).sum()
    }

    /// Holds if some file of the program cannot be read.
    pub fn is_unreadable(&self) -> bool {
        self.texts.iter().any(|text| text.bytes.is_err())
    }
}

/// A program that has been found, and not been read.
pub struct UnreadInput {
    found: Found,
    roots: AllowedDirectories,
    modules: Vec<PathBuf>,
    callers: Callers,
}

impl UnreadInput {
    /// Reads its files.
    pub fn read(self) -> Input {
        read(self.found, self.roots, &self.modules, &self.callers)
    }
}

/// Where the files of a program are.
struct Found {
    directory: PathBuf,
    configuration: Option<Arc<Configuration>>,
    dialect: Dialect,
    files: Vec<FoundFile>,
}

/// A file as its directory lists it.
#[derive(Clone)]
struct FoundFile {
    path: PathBuf,
    is_symlink: bool,
    is_regular: bool,
}

impl InputArguments {
    /// The programs that paths mean, one after the other: each as it is found, or why it is not. A path is a file, a
    /// directory, which is one program, or `-` for standard input.
    pub fn inputs<'a>(&'a self, programs: &'a [PathBuf]) -> impl Iterator<Item = Result<Input, Failure>> + Send + 'a {
        programs.iter().flat_map(|program| self.expand(program))
    }

    fn expand(&self, program: &Path) -> Box<dyn Iterator<Item = Result<Input, Failure>> + Send + '_> {
        if program == Path::new("-") {
            return Box::new(once(self.standard_input()));
        }
        if !program.is_dir() {
            return Box::new(once(self.single_file(program)));
        }
        if self.recursive {
            return Box::new(self.below(program).map(|found| found.map(UnreadInput::read)));
        }
        let found = match Listing::of(program) {
            Ok(listing) => self.program_in(program, &listing),
            Err(error) => Err(unreadable(program, &error)),
        };
        let input = found.and_then(|found| match found {
            Some(found) => Ok(read(found, self.roots(program), &self.modules, &self.callers)),
            None => Err(no_programs(program, "here")),
        });
        Box::new(once(input))
    }

    /// The program that a file is part of: the files of its directory that are in its language, or the file alone where those
    /// of its directory are in another one. The file need not be there. Components may lie in these directories as well.
    ///
    /// # Errors
    /// Why its settings cannot be used.
    pub fn around(&self, file: &Path, folders: &[PathBuf]) -> Result<Input, Failure> {
        let directory = file.parent().unwrap_or(Path::new(""));
        let roots: Vec<PathBuf> = folders.iter().chain(&self.root).chain(&self.modules).cloned().collect();
        let configuration = self.configuration.of(directory, &roots)?;
        let dialect = self.dialect_of(file, configuration.as_deref());
        let allowed = AllowedDirectories::of(directory, &roots);
        let listing = Listing::of(directory).ok().filter(|_| is_source(file, dialect));
        let files = listing.map(|listing| listing.files_of(dialect)).unwrap_or_default();
        let is_alone = !is_source(file, dialect);
        let found = Found { directory: directory.to_path_buf(), configuration, dialect, files };
        // What calls the module may have changed since it was opened last.
        let input = read(found, allowed, &self.modules, &Callers::default());
        Ok(if is_alone { Input { name: file.display().to_string(), ..input } } else { input })
    }

    /// The program of a text that is no file.
    pub fn apart(&self, name: &str) -> Input {
        Input {
            name: name.to_owned(),
            directory: None,
            dialect: self.dialect_of(Path::new(name), None),
            roots: AllowedDirectories::default(),
            configuration: None,
            texts: Vec::new(),
            modules: ModuleSources::default(),
            components: Vec::new(),
        }
    }

    /// Finds settings anew: their files may have changed.
    pub fn forget_settings(&self) {
        self.configuration.forget();
    }

    fn standard_input(&self) -> Result<Input, Failure> {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Failure::Usage(format!("standard input cannot be read: {error}")))?;
        self.of_texts(vec![(self.stdin_filename.clone(), bytes)])
    }

    /// The program of texts with the names of their files. The first one says which dialect it is.
    ///
    /// # Errors
    /// Why its settings cannot be used.
    pub fn of_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Input, Failure> {
        let name = texts.first().map_or("", |(name, _)| &name[..]).to_owned();
        let configuration = self.configuration.of(Path::new(""), &self.root)?;
        Ok(Input {
            dialect: self.dialect_of(Path::new(&name), configuration.as_deref()),
            name,
            directory: None,
            roots: AllowedDirectories::default(),
            configuration,
            texts: texts.into_iter().map(|(name, bytes)| Text { name, bytes: Ok(bytes) }).collect(),
            modules: ModuleSources::default(),
            components: Vec::new(),
        })
    }

    fn single_file(&self, path: &Path) -> Result<Input, Failure> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let bytes = read_regular_file(path)
            .map_err(|error| Failure::Usage(format!("{}: the file cannot be read: {error}", path.display())))?;
        let configuration = self.configuration.of(path.parent().unwrap_or(Path::new("")), &self.root)?;
        let (roots, parent) = (self.roots(path), path.parent());
        let mut modules = ModuleSources::of(parent, &self.modules, |path| read_regular_file(path).ok());
        modules.is_part = parent.is_some_and(|parent| self.callers.is_part(parent, &roots));
        Ok(Input {
            name: path.display().to_string(),
            directory: parent.map(Path::to_path_buf),
            dialect: self.dialect_of(path, configuration.as_deref()),
            roots,
            configuration,
            texts: vec![Text { name, bytes: Ok(bytes) }],
            modules,
            components: Vec::new(),
        })
    }

    /// Every directory below one that holds a program, in the order of their paths. Each is listed once, when its turn
    /// comes.
    pub fn below(&self, root: &Path) -> impl Iterator<Item = Result<UnreadInput, Failure>> + Send + '_ {
        let roots = self.roots(root);
        let mut waiting = vec![root.to_path_buf()];
        let found = std::iter::from_fn(move || {
            let directory = waiting.pop()?;
            let listing = match Listing::of(&directory) {
                Ok(listing) => listing,
                Err(error) => return Some(Some(Err(unreadable(&directory, &error)))),
            };
            let found = self.program_in(&directory, &listing).transpose();
            let program = found.map(|found| {
                let (modules, callers) = (self.modules.clone(), self.callers.clone());
                found.map(|found| UnreadInput { found, roots: roots.clone(), modules, callers })
            });
            waiting.extend(listing.directories.into_iter().rev());
            Some(program)
        });
        let mut found = found.flatten().peekable();
        let is_empty = found.peek().is_none();
        found.chain(is_empty.then(|| Err(no_programs(root, "below"))))
    }

    fn roots(&self, given: &Path) -> AllowedDirectories {
        let further: Vec<PathBuf> = self.root.iter().chain(&self.modules).cloned().collect();
        AllowedDirectories::of(given, &further)
    }

    /// The program in a directory, if there is one.
    fn program_in(&self, directory: &Path, listing: &Listing) -> Result<Option<Found>, Failure> {
        if listing.files.is_empty() {
            return Ok(None);
        }
        let configuration = self.configuration.of(directory, &self.root)?;
        let dialects = match self.given_dialect(configuration.as_deref()) {
            Some(name) => vec![name.dialect()],
            None => vec![Dialect::Pcl, Dialect::Hcl, Dialect::Terraform],
        };
        Ok(dialects.into_iter().find_map(|dialect| {
            let (files, configuration) = (listing.files_of(dialect), configuration.clone());
            (!files.is_empty()).then(|| Found { directory: directory.to_path_buf(), configuration, dialect, files })
        }))
    }

    fn given_dialect(&self, configuration: Option<&Configuration>) -> Option<DialectName> {
        self.dialect.or(configuration.and_then(|configuration| configuration.dialect))
    }

    fn dialect_of(&self, path: &Path, configuration: Option<&Configuration>) -> Dialect {
        match self.given_dialect(configuration) {
            Some(name) => name.dialect(),
            None if is_source(path, Dialect::Pcl) => Dialect::Pcl,
            None if is_source(path, Dialect::Terraform) => Dialect::Terraform,
            None => Dialect::Hcl,
        }
    }
}

impl DialectName {
    fn dialect(self) -> Dialect {
        match self {
            Self::Pcl => Dialect::Pcl,
            Self::Hcl => Dialect::Hcl,
            Self::Bicep => Dialect::Bicep,
            Self::Terraform => Dialect::Terraform,
        }
    }
}

/// The entries of a directory, each kind in the order of names.
struct Listing {
    directories: Vec<PathBuf>,
    files: Vec<FoundFile>,
}

impl Listing {
    fn of(directory: &Path) -> std::io::Result<Self> {
        let mut listing = Self { directories: Vec::new(), files: Vec::new() };
        for entry in fs::read_dir(directory)?.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                listing.directories.push(entry.path());
            } else {
                listing.files.push(FoundFile {
                    path: entry.path(),
                    is_symlink: kind.is_symlink(),
                    is_regular: kind.is_file(),
                });
            }
        }
        // All paths begin with the directory.
        listing.directories.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        listing.files.sort_by(|a, b| a.path.file_name().cmp(&b.path.file_name()));
        Ok(listing)
    }

    /// The files of a dialect. Values of variables alone are no program.
    fn files_of(&self, dialect: Dialect) -> Vec<FoundFile> {
        let own = self.files.iter().filter(|file| is_source(&file.path, dialect));
        let files = own.filter(|file| !file.is_symlink || !file.path.is_dir());
        let files: Vec<FoundFile> = files.cloned().collect();
        if files.iter().all(FoundFile::has_values) { Vec::new() } else { files }
    }
}

impl FoundFile {
    /// Holds for files with values of a module's variables, which are for whoever starts from the module.
    fn has_values(&self) -> bool {
        let name = self.path.file_name().and_then(OsStr::to_str).unwrap_or("");
        has_values(name)
    }
}

fn unreadable(directory: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("{}: the directory cannot be read: {error}", directory.display()))
}

fn is_source(path: &Path, dialect: Dialect) -> bool {
    // Also where the rest of the name is no text.
    let name = path.file_name().map_or(&[][..], OsStr::as_encoded_bytes);
    let extensions: &[&str] = match dialect {
        Dialect::Pcl => &[".pp", ".pp.json"],
        Dialect::Hcl | Dialect::Bicep => &[".hcl", ".hcl.json"],
        Dialect::Terraform => &[".tf", ".tf.json", ".tofu", ".tofu.json", ".tfvars", ".tfvars.json"],
    };
    extensions.iter().any(|extension| name.ends_with(extension.as_bytes()))
}

/// The files of the component in a directory.
///
/// # Errors
/// Why the directory cannot be read.
pub fn load_component(directory: &Path, roots: &AllowedDirectories, dialect: Dialect) -> Result<Vec<Text>, String> {
    roots.allow(directory)?;
    let listing = Listing::of(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let files = listing.files_of(dialect);
    Ok(files.iter().filter(|file| !file.has_values()).map(|file| text(file, roots)).collect())
}

fn text(FoundFile { path, is_symlink, is_regular }: &FoundFile, roots: &AllowedDirectories) -> Text {
    let allowed = if *is_symlink { roots.allow(path) } else { Ok(()) };
    Text {
        name: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        bytes: allowed.and_then(|()| {
            let read = if *is_regular { read_listed_file(path) } else { read_regular_file(path) };
            read.map_err(|error| error.to_string())
        }),
    }
}

fn no_programs(directory: &Path, place: &str) -> Failure {
    Failure::Usage(format!("{}: there are no program files {place}", directory.display()))
}

fn read(found: Found, roots: AllowedDirectories, modules: &[PathBuf], callers: &Callers) -> Input {
    let modules = match found.dialect {
        Dialect::Terraform => {
            let mut sources = ModuleSources::of(Some(&found.directory), modules, |path| read_regular_file(path).ok());
            sources.is_part = callers.is_part(&found.directory, &roots);
            sources
        }
        _ => ModuleSources::default(),
    };
    Input {
        modules,
        name: found.directory.display().to_string(),
        directory: Some(found.directory),
        dialect: found.dialect,
        configuration: found.configuration,
        texts: found.files.iter().map(|file| text(file, &roots)).collect(),
        components: Vec::new(),
        roots,
    }
}
