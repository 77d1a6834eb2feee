//! The contents of a bundle: its manifest, the digests of its files, and the differences between two states of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use typelog_reader::book::premises;

use crate::citation::{VERSION, digest_of, digest_of_book};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The description of a bundle.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of typelog that made it.
    pub version: String,
    /// The commit, if the version was built from a repository.
    pub commit: Option<String>,
    /// The name of the book, as on the command line.
    pub book: String,
    /// The digest of all files of the book.
    pub book_digest: String,
    /// The commands that made the results, in order.
    pub commands: Vec<Executed>,
    /// The files that results depend on.
    pub inputs: Contents,
    /// The results.
    pub results: Contents,
}

/// A command that has been executed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Executed {
    /// Its arguments, behind `typelog`.
    pub arguments: Vec<String>,
    /// The file that has its standard output.
    pub output: String,
    /// Its exit status.
    pub status: i32,
}

/// Files of a bundle, in the order of their paths.
#[derive(Debug, Serialize, Deserialize)]
pub struct Contents(pub Vec<ListedFile>);

/// A file of a bundle.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFile {
    /// Its path in the bundle, with slashes.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// The digest of its content: 64 bits (XXH3) in hexadecimal digits.
    pub digest: String,
}

impl Manifest {
    /// Describes a bundle.
    pub fn new(
        commit: Option<&str>,
        book: Option<&str>,
        commands: Vec<Executed>,
        inputs: Contents,
        results: Contents,
    ) -> Self {
        let files = inputs.0.iter().filter_map(|file| Some((file.path.strip_prefix("book/")?, &file.digest[..])));
        let book_digest = digest_of_book(files);
        Self {
            version: VERSION.to_owned(),
            commit: commit.map(str::to_owned),
            book: book.unwrap_or(crate::book::EDITIONS[0]).to_owned(),
            book_digest,
            commands,
            inputs,
            results,
        }
    }

    /// Reads the text of a manifest.
    ///
    /// # Errors
    /// If it has another form.
    pub fn parse(text: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(text)
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        // It contains only texts and numbers, so that encoding does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns the line that describes the bundle when it has been written.
    pub fn summary(&self) -> String {
        let (inputs, results) = (self.inputs.0.len(), self.results.0.len());
        format!("book {} {}: {inputs} files of input, {results} of results\n", self.book, self.book_digest)
    }
}

impl Contents {
    /// Returns the paths of the files.
    pub fn paths(&self) -> BTreeSet<String> {
        self.0.iter().map(|file| file.path.clone()).collect()
    }

    /// Returns the file at a path.
    pub fn file(&self, path: &str) -> Option<&ListedFile> {
        self.0.iter().find(|file| file.path == path)
    }
}

impl ListedFile {
    /// Describes a file with this content.
    pub fn new(path: String, content: &[u8]) -> Self {
        Self { path, bytes: content.len() as u64, digest: digest_of(content) }
    }
}

/// Returns a line for each file that is not as it was.
pub fn changed_files(before: &Contents, now: &Contents) -> String {
    let mut text = String::new();
    for file in &before.0 {
        match now.file(&file.path) {
            None => _ = writeln!(text, "{}: missing", file.path),
            Some(found) if found != file => _ = writeln!(text, "{}: changed", file.path),
            Some(_) => {}
        }
    }
    for file in now.0.iter().filter(|file| before.file(&file.path).is_none()) {
        let _ = writeln!(text, "{}: new", file.path);
    }
    text
}

/// Returns lines that name the rules that differ between two lists of rules, and the premises of each.
pub fn changed_rules(before: &str, now: &str) -> String {
    let (before, now) = (by_name(before), by_name(now));
    let mut text = String::new();
    for (name, rule) in &before {
        match now.get(name) {
            None => _ = writeln!(text, "{}: the rule {name} is missing", rule.file),
            Some(other) if other.code != rule.code => describe(name, rule, other, &mut text),
            Some(_) => {}
        }
    }
    for (name, rule) in now.iter().filter(|(name, _)| !before.contains_key(*name)) {
        let _ = writeln!(text, "{}: the rule {name} is new", rule.file);
    }
    text
}

fn by_name(list: &str) -> BTreeMap<String, ListedRule> {
    let rules: Vec<ListedRule> = serde_json::from_str(list).unwrap_or_default();
    rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect()
}

fn describe(name: &str, before: &ListedRule, now: &ListedRule, text: &mut String) {
    let (old, new) = (premises(&before.code), premises(&now.code));
    let gone = old.iter().filter(|premise| !new.contains(premise));
    let come = new.iter().filter(|premise| !old.contains(premise));
    let mut parts: Vec<String> = gone.map(|premise| format!("lacks `{premise}`")).collect();
    parts.extend(come.map(|premise| format!("has `{premise}`")));
    let what = if parts.is_empty() { "is written in another order".to_owned() } else { parts.join(", ") };
    let _ = writeln!(text, "{}: the rule {name} {what}", now.file);
}

/// A rule in the list of a bundle.
#[derive(Deserialize)]
struct ListedRule {
    name: String,
    code: String,
    file: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(code: &str) -> String {
        serde_json::json!([{ "name": "C-A", "code": code, "file": "types/a.dl" }]).to_string()
    }

    #[test]
    fn an_edited_premise_is_named() {
        let before = list("converts(s, t, m, Safe) :- s = INT, t = BOOL, by(\"C-A\").");
        let now = list("converts(s, t, m, Safe) :-\n    s = INT, t = STRING, by(\"C-A\").");
        assert_eq!(changed_rules(&before, &now), "types/a.dl: the rule C-A lacks `t = BOOL`, has `t = STRING`\n");
        assert_eq!(changed_rules(&before, &before), "");
        assert_eq!(changed_rules(&before, "[]"), "types/a.dl: the rule C-A is missing\n");
    }
}
