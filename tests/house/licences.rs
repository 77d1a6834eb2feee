//! The dependencies: their licences, sources and versions are those that `deny.toml` allows.
//!
//! Everything is read from files and from cargo's cache; cargo downloads missing packages. Known vulnerabilities are not
//! checked here: their list is external, and changes daily.

use std::collections::BTreeMap;
use std::process::Command;

use semver::{Version, VersionReq};
use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::files::{root, text};

/// The part of `deny.toml` that is checked here.
#[derive(Deserialize)]
struct Allowed {
    licenses: Licences,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skipped>,
}

/// A duplicate version that is allowed, `NAME@VERSION`, and the package that needs it.
#[derive(Deserialize)]
struct Skipped {
    #[serde(rename = "crate")]
    package: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
    allow_git: Vec<String>,
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    license: Option<String>,
}

/// `Cargo.lock`.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    source: Option<String>,
    checksum: Option<String>,
}

#[test]
fn every_licence_is_allowed() {
    let allowed = allowed().licenses.allow;
    let packages = packages();
    assert!(packages.len() > 50, "only {} packages are found", packages.len());
    let wrong: Vec<String> = packages.iter().filter_map(|package| refused(package, &allowed)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_licence_that_is_not_allowed_is_found() {
    let allowed = ["MIT".to_owned(), "Zlib".to_owned()];
    let is_refused = |license: Option<&str>| {
        let package = Package { name: "package".to_owned(), license: license.map(str::to_owned) };
        refused(&package, &allowed).is_some()
    };
    assert!([Some("MIT"), Some("GPL-3.0-only/MIT"), Some("MIT AND Zlib")].into_iter().all(|of| !is_refused(of)));
    assert!([None, Some("GPL-3.0-only"), Some("MIT AND GPL-3.0-only"), Some("mine")].into_iter().all(is_refused));
}

#[test]
fn every_package_comes_from_an_allowed_source() {
    let Sources { allow_registry, allow_git } = allowed().sources;
    assert!(allow_git.is_empty(), "a repository is no source that stays what it is");
    let is_allowed = |source: &str| allow_registry.iter().any(|found| source == format!("registry+{found}"));
    for file in ["Cargo.lock", "fuzz/Cargo.lock"] {
        for Locked { name, source, checksum, .. } in lock(file).package {
            match source {
                None => assert!(name.starts_with("typelog"), "{file}: {name} is no package of the project"),
                Some(source) => {
                    assert!(is_allowed(&source), "{file}: {name} comes from {source}");
                    assert!(checksum.is_some(), "{file}: {name} may change unnoticed");
                }
            }
        }
    }
}

#[test]
fn no_package_comes_in_several_versions_unless_it_is_said_why() {
    let mut versions: BTreeMap<String, Vec<Version>> = BTreeMap::new();
    for Locked { name, version, .. } in lock("Cargo.lock").package {
        versions.entry(name).or_default().push(version.parse().expect("cargo has chosen it"));
    }
    for Skipped { package, reason } in allowed().bans.skip {
        assert!(!reason.is_empty(), "{package}: what needs it?");
        let (name, version) = package.split_once('@').expect("it is NAME@VERSION");
        let skipped = VersionReq::parse(version).expect("a part of a version");
        let found = versions.get_mut(name).filter(|found| found.len() > 1);
        let found = found.unwrap_or_else(|| panic!("{name} comes in one version: {package} need not be skipped"));
        let before = found.len();
        found.retain(|version| !skipped.matches(version));
        assert!(found.len() < before, "there is no {package}");
    }
    versions.retain(|_, found| found.len() > 1);
    assert!(versions.is_empty(), "{versions:?}");
}

/// The reason why a package's licence is not allowed, if it is not.
fn refused(package: &Package, allowed: &[String]) -> Option<String> {
    let name = &package.name;
    let Some(text) = &package.license else { return Some(format!("{name} has no licence")) };
    // Older packages write `/` for `OR`.
    let expression = match Expression::parse_mode(text, ParseMode::LAX) {
        Ok(expression) => expression,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    // A licence with an exception counts as a separate licence: `Apache-2.0 WITH LLVM-exception`.
    let is_allowed = expression.evaluate(|found| allowed.iter().any(|name| *name == found.to_string()));
    (!is_allowed).then(|| format!("{name}: {text}"))
}

fn allowed() -> Allowed {
    toml::from_str(&text(&root().join("deny.toml"))).expect("the lists are whole")
}

fn lock(file: &str) -> Lock {
    toml::from_str(&text(&root().join(file))).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The packages that the workspace depends on, on this platform.
fn packages() -> Vec<Package> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", "host-tuple"]);
    let output = command.current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).expect("cargo tells it as JSON");
    metadata.packages
}
