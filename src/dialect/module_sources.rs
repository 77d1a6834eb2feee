//! The available directories of modules from registries and repositories.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::digest::Digest;
use crate::files::SharedSystem;

/// The folder in a module where `terraform init` installs the modules that it calls.
pub const INSTALLED: &str = ".terraform/modules";

/// The name of the manifest file in that folder.
const MANIFEST: &str = "modules.json";

/// The directories of modules that are not addressed by relative paths.
#[derive(Clone, Debug, Default)]
pub struct ModuleSources {
    /// The directories by the names of the calls that lead to them, outermost first, separated by dots.
    of_calls: BTreeMap<String, PathBuf>,
    /// Directories that contain modules by source: `DIR/terraform-aws-modules/vpc/aws`.
    directories: Vec<PathBuf>,
    /// Holds if the module is part of a larger program: another module calls it, or Pulumi runs it.
    pub is_part: bool,
    /// The other modules that are checked as programs of their own.
    pub reported: Reported,
}

/// The real paths of the directories whose programs are checked in the same run. Not a part of what a result is known by: it is
/// as large as the run.
#[derive(Clone, Default)]
pub struct Reported(pub Option<Arc<BTreeSet<PathBuf>>>);

impl std::fmt::Debug for Reported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reported")
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Manifest {
    modules: Vec<Installed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Installed {
    key: String,
    dir: PathBuf,
}

impl ModuleSources {
    /// Adds what results depend on to a digest.
    pub fn add_to(&self, digest: &mut Digest) {
        for (call, directory) in &self.of_calls {
            digest.text(call);
            digest.text(&directory.to_string_lossy());
        }
        self.directories.iter().for_each(|directory| digest.text(&directory.to_string_lossy()));
        digest.number(u64::from(self.is_part));
    }

    /// Collects the modules installed for a directory, and those in other directories. `read` returns the contents of a file, if
    /// it exists.
    pub fn of(root: Option<&Path>, directories: &[PathBuf], read: impl Fn(&Path) -> Option<Vec<u8>>) -> Self {
        let mut sources = Self { directories: directories.to_vec(), ..Self::default() };
        // Given directories take precedence over the installed modules.
        for directory in directories {
            let own = |path: &Path| directory.join(path.strip_prefix(INSTALLED).unwrap_or(path));
            sources.add(read(&directory.join(MANIFEST)), own);
        }
        if let Some(root) = root {
            sources.add(read(&root.join(INSTALLED).join(MANIFEST)), |path| root.join(path));
        }
        sources
    }

    /// Returns the directory of a module, given the path of calls that leads to it, and its source.
    pub fn directory(&self, calls: &str, source: &str, system: &SharedSystem) -> Option<PathBuf> {
        let path = path_of(source);
        let held = || self.directories.iter().map(|directory| directory.join(&path)).find(|path| system.is_dir(path));
        self.of_calls.get(calls).cloned().or_else(held)
    }

    /// Holds if the program in a directory is checked in the same run, so that its errors are in its own report.
    pub fn is_reported(&self, directory: &Path, system: &SharedSystem) -> bool {
        self.reported.0.as_ref().is_some_and(|reported| reported.contains(&system.real_path(directory)))
    }

    fn add(&mut self, text: Option<Vec<u8>>, directory_of: impl Fn(&Path) -> PathBuf) {
        let manifest = text.and_then(|text| serde_json::from_slice::<Manifest>(&text).ok());
        for Installed { key, dir } in manifest.into_iter().flat_map(|manifest| manifest.modules) {
            self.of_calls.entry(key).or_insert_with(|| directory_of(&dir));
        }
    }
}

/// Returns the relative path of a source: host, path and folder, without scheme, user, version and suffixes.
fn path_of(source: &str) -> PathBuf {
    let place = source.split_once("::").map_or(source, |(_, place)| place);
    let place = place.split('?').next().unwrap_or(place);
    let place = place.split_once("://").map_or(place, |(_, place)| place);
    let place = place.split_once('@').map_or(place, |(_, place)| place).replacen(':', "/", 1);
    // The path must not leave the directory.
    let parts = place.split('/').filter(|part| !part.is_empty() && *part != "." && *part != "..");
    parts.map(|part| part.strip_suffix(".git").unwrap_or(part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Disk;

    #[test]
    fn sources_stand_for_paths() {
        for (source, path) in [
            ("terraform-aws-modules/vpc/aws", "terraform-aws-modules/vpc/aws"),
            ("app.terraform.io/org/iam/aws//modules/role", "app.terraform.io/org/iam/aws/modules/role"),
            ("git::https://example.com/network.git//vpc?ref=v1.2.0", "example.com/network/vpc"),
            ("git@github.com:org/repository.git", "github.com/org/repository"),
            ("https://example.com/../../secret", "example.com/secret"),
        ] {
            assert_eq!(path_of(source), Path::new(path), "{source}");
        }
    }

    #[test]
    fn installed_modules_are_known_by_their_calls() {
        let text = br#"{"Modules":[{"Key":"","Source":"","Dir":"."},
            {"Key":"net.zone","Source":"a/b/c","Version":"1.0.0","Dir":".terraform/modules/net.zone"}]}"#;
        let read = |wanted: &'static str| move |path: &Path| (path == Path::new(wanted)).then(|| text.to_vec());
        let installed = ModuleSources::of(Some(Path::new("root")), &[], read("root/.terraform/modules/modules.json"));
        let directory = |sources: &ModuleSources| sources.directory("net.zone", "a/b/c", &Disk::shared());
        assert_eq!(directory(&installed), Some(PathBuf::from("root/.terraform/modules/net.zone")));
        let given = ModuleSources::of(None, &[PathBuf::from("kept")], read("kept/modules.json"));
        assert_eq!(directory(&given), Some(PathBuf::from("kept/net.zone")));
        assert_eq!(given.directory("other", "a/b/c", &Disk::shared()), None);
    }
}
