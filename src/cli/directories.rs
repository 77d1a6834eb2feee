//! The files of directories, of one or of all below a directory.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::source_files::{is_part, is_source, of_other_tool};
use crate::dialect::Dialect;
use crate::source::has_values;

/// The directories that tools keep for themselves: copies of modules and packages, and the state of version control.
const OF_TOOLS: [&str; 7] = [".git", ".hg", ".jj", ".svn", ".terraform", ".terragrunt-cache", "node_modules"];

/// The languages that directories are searched for.
const DIALECTS: [Dialect; 3] = [Dialect::Pcl, Dialect::Terraform, Dialect::Hcl];

/// The source files in a directory, sorted by name.
pub struct Listing {
    pub directory: PathBuf,
    files: Vec<FoundFile>,
}

/// A directory entry of a file.
#[derive(Clone)]
pub struct FoundFile {
    pub path: PathBuf,
    pub is_symlink: bool,
    pub is_regular: bool,
}

impl Listing {
    /// Lists a directory.
    pub fn of(directory: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        for entry in fs::read_dir(directory)?.flatten() {
            files.extend(entry.file_type().ok().and_then(|kind| FoundFile::new(entry.path(), kind)));
        }
        // All paths have the same parent.
        files.sort_by(|a, b| a.path.file_name().cmp(&b.path.file_name()));
        Ok(Self { directory: directory.to_owned(), files })
    }

    /// Lists a directory and all directories below it, in path order. Unless all are to be listed, the directories of tools are
    /// left out, and so are files and directories that `.gitignore` excludes.
    pub fn below(root: &Path, all: bool) -> Vec<Result<Self, (PathBuf, io::Error)>> {
        let mut listings = BTreeMap::new();
        for entry in walk(root, all).build() {
            match entry {
                Ok(entry) => add(&mut listings, entry, root),
                Err(error) => {
                    let place = place_of(&error).unwrap_or(root).to_owned();
                    let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                    listings.insert(place, Err(error));
                }
            }
        }
        let listed = |(directory, files): (PathBuf, io::Result<Vec<FoundFile>>)| match files {
            Ok(files) => Ok(Self { directory, files }),
            Err(error) => Err((directory, error)),
        };
        listings.into_iter().map(listed).collect()
    }

    /// Holds if the directory has no source files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the dialect of the program in the directory, with its files. If its language is not given, PCL comes first, and
    /// files in plain HCL beside a Terraform module are no part of it.
    pub fn program(&self, given: Option<Dialect>) -> Option<(Dialect, Vec<FoundFile>)> {
        let dialects = given.as_ref().map_or(&DIALECTS[..], std::slice::from_ref);
        dialects.iter().map(|&dialect| (dialect, self.files_of(dialect))).find(|(_, files)| !files.is_empty())
    }

    /// Returns the source files of a dialect; none if all of them are files with values of variables, which are no program.
    pub fn files_of(&self, dialect: Dialect) -> Vec<FoundFile> {
        let own = self.files.iter().filter(|file| is_part(&file.path, dialect));
        let files = own.filter(|file| !file.is_symlink || !file.path.is_dir());
        let files: Vec<FoundFile> = files.cloned().collect();
        if files.iter().all(FoundFile::has_values) { Vec::new() } else { files }
    }

    /// Returns the first file of another tool, with a description of its content.
    pub fn other_tool(&self) -> Option<(&Path, &'static str)> {
        self.files.iter().find_map(|file| Some((&*file.path, of_other_tool(&file.path)?)))
    }
}

impl FoundFile {
    /// Creates the entry of a source file; `None` for other files and for directories.
    fn new(path: PathBuf, kind: fs::FileType) -> Option<Self> {
        let is_listed = !kind.is_dir() && DIALECTS.iter().any(|&dialect| is_source(&path, dialect));
        is_listed.then(|| Self { path, is_symlink: kind.is_symlink(), is_regular: kind.is_file() })
    }

    /// Holds if the file contains values of a module's variables. They apply only if the module is the root module.
    pub fn has_values(&self) -> bool {
        has_values(self.path.file_name().and_then(|name| name.to_str()).unwrap_or(""))
    }
}

/// Returns a directory and the directories below it, without those of tools and those that `.gitignore` excludes.
pub fn directories_below(root: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = walk(root, false).build().flatten();
    entries.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_dir())).map(DirEntry::into_path)
}

fn walk(root: &Path, all: bool) -> WalkBuilder {
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(false).sort_by_file_name(Ord::cmp);
    if !all {
        // The settings of the user are left aside: programs are the same for everybody.
        walk.parents(true).git_ignore(true).require_git(false).filter_entry(|entry| !is_of_tools(entry));
    }
    walk
}

/// The files found in each directory, or the reason why it cannot be read.
type Found = BTreeMap<PathBuf, io::Result<Vec<FoundFile>>>;

fn add(listings: &mut Found, entry: DirEntry, root: &Path) {
    let Some(kind) = entry.file_type() else { return };
    if kind.is_dir() {
        listings.entry(entry.into_path()).or_insert_with(|| Ok(Vec::new()));
        return;
    }
    let directory = entry.path().parent().unwrap_or(root).to_owned();
    if let (Ok(files), Some(file)) =
        (listings.entry(directory).or_insert_with(|| Ok(Vec::new())), FoundFile::new(entry.into_path(), kind))
    {
        files.push(file);
    }
}

/// Holds for a directory that a tool keeps for itself.
fn is_of_tools(entry: &DirEntry) -> bool {
    let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
    is_directory && entry.file_name().to_str().is_some_and(|name| OF_TOOLS.contains(&name))
}

/// Returns the path that an error is about.
fn place_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place_of(err),
        _ => None,
    }
}
