//! The build script: the commit that a release is built from, for `typelog --version` and the manifests of bundles.
//!
//! `TYPELOG_COMMIT` names the commit where there is no repository. Other builds name none, so that a commit compiles nothing again.

use std::env::var;
use std::path::Path;
use std::process::Command;

/// The file that changes with the current commit.
const LOG: &str = ".git/logs/HEAD";

fn main() {
    println!("cargo::rerun-if-env-changed=TYPELOG_COMMIT");
    println!("cargo::rerun-if-changed=src/cli/build.rs");
    let package = var("CARGO_PKG_VERSION").unwrap_or_default();
    match var("TYPELOG_COMMIT").ok().or_else(current) {
        Some(commit) => {
            println!("cargo::rustc-env=TYPELOG_VERSION={package} ({commit})");
            println!("cargo::rustc-env=TYPELOG_COMMIT={commit}");
        }
        None => println!("cargo::rustc-env=TYPELOG_VERSION={package}"),
    }
}

/// Returns the current commit, in a release build from a repository.
fn current() -> Option<String> {
    if var("PROFILE").as_deref() != Ok("release") || !Path::new(LOG).is_file() {
        return None;
    }
    println!("cargo::rerun-if-changed={LOG}");
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!commit.is_empty()).then_some(commit)
}
