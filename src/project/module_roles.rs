//! The role of a module in a tree of modules: a root module, or a module called from a directory above it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::Project;
use super::directories::directories_below;
use crate::dialect::called_modules;
use crate::files::{AllowedDirectories, FileKind, absolute_normal, read_text};
use crate::source::normal_path;

/// The number of directories above a module that are searched for its caller.
const LEVELS: usize = 4;

/// The endings of the names of files in modules.
const ENDINGS: [&str; 4] = [".tf", ".tf.json", ".tofu", ".tofu.json"];

/// The project files of Pulumi programs.
const OF_PULUMI: [&str; 2] = ["Pulumi.yaml", "Pulumi.yml"];

/// A cache of the modules called from each directory, which is read once.
#[derive(Clone, Debug, Default)]
pub struct Callers(Arc<Mutex<BTreeMap<PathBuf, Called>>>);

/// The directories of the modules that a module calls by path.
type Called = Arc<BTreeSet<PathBuf>>;

impl Callers {
    /// Holds if the module in a directory is a part of a program: a module in a directory above calls it, or Pulumi runs it. It does
    /// not matter how the directory is named: `.` has directories above it as well.
    pub fn is_part(&self, directory: &Path, roots: &AllowedDirectories) -> bool {
        let directory = absolute_normal(directory, roots.system());
        let mut around = directory.ancestors().skip(1).take(LEVELS).filter(|around| roots.allow(around).is_ok());
        OF_PULUMI.iter().any(|name| roots.system().has_entry(&directory.join(name)))
            || around.any(|around| self.called_in(around, roots).contains(&directory))
    }

    fn called_in(&self, directory: &Path, roots: &AllowedDirectories) -> Called {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(directory.to_path_buf()).or_insert_with(|| Arc::new(called(directory, roots, |_| true))).clone()
    }
}

impl Project {
    /// Returns the directories, below these folders and above the directory of a module, whose modules call it by path.
    pub fn callers_of(&self, module: &Path, folders: &[PathBuf]) -> BTreeSet<PathBuf> {
        let roots: Vec<PathBuf> = folders.iter().chain(&self.options.roots).cloned().collect();
        let allowed = AllowedDirectories::of(&self.system, module, &roots);
        let module = normal_path(module);
        let above = module.ancestors().skip(1).take(LEVELS).map(Path::to_path_buf);
        let below = folders.iter().flat_map(|folder| directories_below(folder, &self.system));
        let all: BTreeSet<PathBuf> = above.chain(folders.iter().cloned()).chain(below).collect();
        let name = module.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Files are parsed only if they may name the module: by its directory, or by a path that ends above it.
        let may_call = |text: &str| text.contains(&name) || ["..\"", "./\""].iter().any(|end| text.contains(end));
        let calls = |directory: &PathBuf| {
            allowed.allow(directory).is_ok() && called(directory, &allowed, may_call).contains(&module)
        };
        all.into_iter().filter(calls).collect()
    }
}

/// Returns the directories of the modules that the module in a directory calls by path, in the files that `is_read`; none if there are
/// no files.
fn called(directory: &Path, roots: &AllowedDirectories, is_read: impl Fn(&str) -> bool) -> BTreeSet<PathBuf> {
    let named = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let entries = roots.system().list(named).unwrap_or_default();
    let names = entries.iter().filter_map(|entry| Some(entry.path.file_name()?.to_str()?.to_owned()));
    let is_of_module = |name: &String| ENDINGS.iter().any(|ending| name.ends_with(ending));
    let sources = names.filter(is_of_module).flat_map(|name| {
        let text = read_text(&directory.join(&name), FileKind::Text, roots).unwrap_or_default();
        if is_read(&text) { called_modules(&name, &text) } else { Vec::new() }
    });
    let paths = sources.filter(|source| source.starts_with("./") || source.starts_with("../"));
    paths.map(|source| normal_path(&directory.join(source))).collect()
}
