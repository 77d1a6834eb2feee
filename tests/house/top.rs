//! The top of the repository: what lies there.

use std::collections::BTreeSet;
use std::process::Command;

use crate::files::{entries, relative, root};

/// The top-level entries: the project's own, and those that tools require.
const TOP: [&str; 20] = [
    ".ci",
    ".github",
    ".gitignore",
    ".rustfmt.toml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "build.rs",
    "clippy.toml",
    "deny.toml",
    "docs",
    "examples",
    "fuzz",
    "rules",
    "src",
    "tests",
];

/// Entries that git and cargo make, and never track.
const UNTRACKED: [&str; 2] = [".git", "target"];

#[test]
fn only_known_names_lie_at_the_top() {
    let names = tracked().unwrap_or_else(present);
    assert!(names.contains("Cargo.toml"), "{names:?}");
    let unknown: Vec<&String> = names.iter().filter(|name| !TOP.contains(&&name[..])).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The top-level entries that git tracks; `None` without git, and outside of a repository, as in an archive.
fn tracked() -> Option<BTreeSet<String>> {
    let output = Command::new("git").arg("-C").arg(root()).args(["ls-files", "-z"]).output().ok()?;
    let listed =
        String::from_utf8(output.stdout).ok().filter(|listed| output.status.success() && !listed.is_empty())?;
    let paths = listed.split_terminator('\0');
    Some(paths.map(|path| path.split('/').next().unwrap_or(path).to_owned()).collect())
}

/// The top-level entries of the directory.
fn present() -> BTreeSet<String> {
    let names = entries(root()).into_iter().map(|path| relative(&path));
    names.filter(|name| !UNTRACKED.contains(&&name[..])).collect()
}
