//! The names of source files: those of each dialect, and those of other tools, which also use HCL.

use std::ffi::OsStr;
use std::path::Path;

use crate::dialect::Dialect;
use crate::files::{EntryKind, SharedSystem};

/// The names of files of other tools, and their contents. A name that begins with `*` is an ending.
const OF_OTHER_TOOLS: [(&str, &str); 27] = [
    (".terraform.lock.hcl", "the dependency lock file of Terraform"),
    ("*.tftest.hcl", "a test file of Terraform"),
    ("*.tofutest.hcl", "a test file of OpenTofu"),
    ("*.tfmock.hcl", "mock data for tests of Terraform"),
    ("*.tfquery.hcl", "a query file of Terraform"),
    ("*.tfcomponent.hcl", "a stack configuration of Terraform"),
    ("*.tfstack.hcl", "a stack configuration of Terraform"),
    ("*.tfdeploy.hcl", "a deployment configuration of Terraform"),
    (".tflint.hcl", "the settings file of TFLint"),
    ("terragrunt.hcl", "a unit of Terragrunt"),
    ("terragrunt.stack.hcl", "a stack of Terragrunt"),
    ("terragrunt.values.hcl", "values of a unit of Terragrunt"),
    ("*.tm.hcl", "a configuration of Terramate"),
    ("*.pkr.hcl", "a template of Packer"),
    ("*.pkrvars.hcl", "variable values for a template of Packer"),
    ("*.nomad.hcl", "a job of Nomad"),
    ("waypoint.hcl", "a project of Waypoint"),
    ("sentinel.hcl", "a policy set of Sentinel"),
    ("atlas.hcl", "a project of Atlas"),
    ("docker-bake.hcl", "a build definition of Docker"),
    ("docker-bake.override.hcl", "a build definition of Docker"),
    (".copywrite.hcl", "the settings file of Copywrite"),
    ("*.tftest.json", "a test file of Terraform"),
    ("*.tofutest.json", "a test file of OpenTofu"),
    ("*.tfmock.json", "mock data for tests of Terraform"),
    ("*.pkr.json", "a template of Packer"),
    ("*.pkrvars.json", "variable values for a template of Packer"),
];

/// The endings of files in formats that are no programs, and their contents.
const OF_OTHER_FORMATS: [(&str, &str); 9] = [
    (".html", "a document in HTML"),
    (".md", "a document in Markdown"),
    (".py", "a program in Python"),
    (".rs", "a program in Rust"),
    (".rst", "a document in reStructuredText"),
    (".sh", "a script"),
    (".toml", "a document in TOML"),
    (".yaml", "a document in YAML"),
    (".yml", "a document in YAML"),
];

/// The names of the files that units of Terragrunt include by convention. Other programs may use these names as well.
const INCLUDED_BY_UNITS: [&str; 5] = ["account.hcl", "common.hcl", "env.hcl", "region.hcl", "root.hcl"];

/// The name of a unit of Terragrunt.
const UNIT: &str = "terragrunt.hcl";

/// The greatest number of levels between an included file and the units that include it.
const LEVELS: usize = 4;

/// The greatest number of directory entries that are searched for a unit.
const MOST_ENTRIES: usize = 10_000;

/// Holds if a file belongs to programs of a dialect, by its name.
pub fn is_source(path: &Path, dialect: Dialect) -> bool {
    // The rest of the name may be invalid UTF-8.
    let name = path.file_name().map_or(&[][..], OsStr::as_encoded_bytes);
    let extensions: &[&str] = match dialect {
        Dialect::Pcl => &[".pp", ".pp.json"],
        Dialect::Hcl | Dialect::Bicep => &[".hcl", ".hcl.json"],
        Dialect::Terraform => &[".tf", ".tf.json", ".tofu", ".tofu.json", ".tfvars", ".tfvars.json"],
    };
    extensions.iter().any(|extension| name.ends_with(extension.as_bytes()))
}

/// Holds if a file has a name of a program in some dialect, whether it exists or not.
pub fn is_program_file(path: &Path) -> bool {
    [Dialect::Pcl, Dialect::Hcl, Dialect::Terraform].iter().any(|&dialect| is_source(path, dialect))
}

/// Holds if a file of a directory belongs to the program of a dialect there. Terraform reads no hidden files, which are mostly
/// temporary files of editors.
pub fn is_part(path: &Path, dialect: Dialect, system: &SharedSystem) -> bool {
    let is_hidden = || path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    is_source(path, dialect) && !(dialect == Dialect::Terraform && is_hidden()) && of_other_tool(path, system).is_none()
}

/// Describes the content of a file that another tool reads; `None` for all other files. Such a file is no program.
pub fn of_other_tool(path: &Path, system: &SharedSystem) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?;
    let is_named = |pattern: &str| match pattern.strip_prefix('*') {
        Some(ending) => name.len() > ending.len() && name.ends_with(ending),
        None => name == pattern,
    };
    let known = OF_OTHER_TOOLS.iter().find(|(pattern, _)| is_named(pattern));
    let known = known.or_else(|| OF_OTHER_FORMATS.iter().find(|(ending, _)| name.ends_with(ending)));
    known.map(|(_, content)| *content).or_else(|| {
        let is_included = INCLUDED_BY_UNITS.contains(&name) && has_units(path.parent()?, system);
        is_included.then_some("a configuration that units of Terragrunt include")
    })
}

/// Holds if there are units of Terragrunt in a directory or below it.
fn has_units(directory: &Path, system: &SharedSystem) -> bool {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let (mut level, mut left) = (vec![directory.to_owned()], MOST_ENTRIES);
    for _ in 0..LEVELS {
        let entries: Vec<_> =
            level.iter().flat_map(|directory| system.list(directory).unwrap_or_default()).take(left).collect();
        let is_unit = |path: &Path| path.file_name().is_some_and(|name| name == UNIT);
        if entries.iter().any(|entry| entry.kind == EntryKind::File && is_unit(&entry.path)) {
            return true;
        }
        left -= entries.len();
        let below = entries.into_iter().filter(|entry| entry.kind == EntryKind::Directory);
        level = below.map(|entry| entry.path).collect();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Disk;

    #[test]
    fn files_of_other_tools_are_known_by_their_names() {
        for (name, content) in OF_OTHER_TOOLS {
            let name = name.replace('*', "any");
            assert_eq!(of_other_tool(&Path::new("somewhere").join(&name), &Disk::shared()), Some(content), "{name}");
        }
        for name in ["main.hcl", "main.tf", "lock.hcl", "pkr.hcl", "my-terragrunt.hcl", "main.pkr.hcl.json", "root.hcl"]
        {
            assert_eq!(of_other_tool(&Path::new("somewhere").join(name), &Disk::shared()), None, "{name}");
        }
    }

    #[test]
    fn hidden_files_are_part_of_no_terraform_module() {
        assert!(is_part(Path::new("a/main.tf"), Dialect::Terraform, &Disk::shared()));
        assert!(!is_part(Path::new("a/.main.tf"), Dialect::Terraform, &Disk::shared()));
        assert!(is_part(Path::new("a/.main.pp"), Dialect::Pcl, &Disk::shared()));
    }
}
