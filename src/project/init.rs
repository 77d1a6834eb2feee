//! A `typelog.toml` for what a directory holds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::directories::Listing;
use super::error::{Error, Result};
use crate::dialect::Dialect;
use crate::files::{EntryKind, SharedSystem};
use crate::schema::Schemas;

/// The programs and schemas in a directory and those below it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The number of programs in each dialect.
    pub programs: BTreeMap<&'static str, usize>,
    /// The directories with schemas, relative to the directory.
    pub schemas: Vec<PathBuf>,
    /// Holds if there is a program in the directory itself.
    pub has_own: bool,
}

impl Contents {
    /// Looks through a directory and those below it, without what `.gitignore` excludes.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn of(directory: &Path, system: &SharedSystem) -> Result<Self> {
        let unreadable = |error| Error::new(format!("{}: the directory cannot be read: {error}", directory.display()));
        let has_own = Listing::of(directory, system).map_err(unreadable)?.program(None).is_some();
        let mut contents = Self { has_own, ..Self::default() };
        for listing in Listing::below(directory, false, system).into_iter().flatten() {
            if let Some((dialect, _)) = listing.program(None) {
                *contents.programs.entry(dialect.word()).or_default() += 1;
            }
        }
        let entries = system.below(directory, false).into_iter().flatten();
        let is_schema =
            |path: &Path| path.extension().is_some_and(|extension| extension == "json") && Schemas::are_in(path);
        for entry in entries.filter(|entry| entry.kind == EntryKind::File) {
            let Some(around) = entry.path.parent().and_then(|around| around.strip_prefix(directory).ok()) else {
                continue;
            };
            if !contents.schemas.iter().any(|known| known == around) && is_schema(&entry.path) {
                contents.schemas.push(around.to_owned());
            }
        }
        contents.schemas.sort();
        Ok(contents)
    }

    /// Returns the settings, as the text of the file.
    pub fn settings(&self) -> String {
        let mut text = "# The settings of typelog for this directory and those below.\n".to_owned();
        let mut dialects = self.programs.keys();
        // Each file has its dialect, but for those of plain HCL.
        match (dialects.next(), dialects.next()) {
            (Some(dialect), None) => _ = writeln!(text, "dialect = \"{dialect}\""),
            _ => text.push_str("# dialect = \"terraform\"   # the language of all programs\n"),
        }
        let schemas: Vec<String> = self.schemas.iter().map(|schemas| quoted(schemas)).collect();
        if schemas.is_empty() {
            text.push_str("# schemas = [\"schemas\"]     # directories with schemas of packages and providers\n");
        } else {
            let _ = writeln!(text, "schemas = [{}]", schemas.join(", "));
        }
        text
    }

    /// Returns what to do next: the command, and where schemas come from if there are none.
    pub fn next(&self, directory: &Path) -> String {
        let several =
            if self.programs.values().sum::<usize>() > usize::from(self.has_own) { "--recursive " } else { "" };
        let mut text = format!("next: typelog check {several}{}\n", directory.display());
        let sources = [
            (Dialect::Terraform, "providers", "terraform providers schema -json > schemas/providers.json"),
            (Dialect::Pcl, "packages", "pulumi package get-schema NAME > schemas/NAME-VERSION.json"),
        ];
        let source = sources.into_iter().find(|(dialect, ..)| self.programs.contains_key(dialect.word()));
        if let Some((_, whose, command)) = source.filter(|_| self.schemas.is_empty()) {
            let _ = writeln!(text, "the types of {whose}: mkdir -p schemas && {command}");
            text.push_str("then the line `schemas` of the settings loses its `# `\n");
        }
        text
    }
}

fn quoted(path: &Path) -> String {
    let path = if path == Path::new("") { Path::new(".") } else { path };
    // A basic string of TOML has JSON's escapes.
    serde_json::Value::String(path.display().to_string()).to_string()
}
