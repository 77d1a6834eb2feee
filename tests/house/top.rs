//! The top of the repository: what lies there, and the test programs with their rows in `CONTRIBUTING.md`.

use std::collections::BTreeSet;
use std::process::Command;

use crate::files::{entries, relative, root, text};

/// The top-level entries: the project's own, and those that tools require.
const TOP: [&str; 22] = [
    ".ci",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    ".rustfmt.toml",
    "CHANGELOG.md",
    "CITATION.cff",
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

/// The most test programs. Each is linked with its own copy of the engine.
const MOST_PROGRAMS: usize = 6;

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

#[test]
fn test_programs_are_few_and_listed() {
    let programs = programs();
    assert!((2..=MOST_PROGRAMS).contains(&programs.len()), "{programs:?}");
    let guide = text(&root().join("CONTRIBUTING.md"));
    let rows: Vec<&str> = guide.lines().filter(|line| line.starts_with('|')).collect();
    let is_listed = |name: &String| rows.iter().any(|row| row.contains(&format!("`cargo test --test {name}`")));
    let missing: Vec<&String> = programs.iter().filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "no row in CONTRIBUTING.md: {missing:?}");
}

/// The names of the test programs that cargo finds below `tests/`, and of those in its manifest.
fn programs() -> BTreeSet<String> {
    let is_program =
        |path: &std::path::PathBuf| path.join("main.rs").exists() || path.extension().is_some_and(|end| end == "rs");
    let found = entries(&root().join("tests")).into_iter().filter(is_program);
    let found = found.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let manifest = text(&root().join("Cargo.toml"));
    let named = manifest.split("[[test]]").skip(1).filter_map(|rest| rest.split("name = \"").nth(1)?.split('"').next());
    found.chain(named.map(str::to_owned)).collect()
}
