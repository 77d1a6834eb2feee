//! Citations: the version, the book and the command that made a result, so that it can be cited and repeated.

use serde::Serialize;

use crate::digest::Digest;

/// The version, the book and the command that made a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The version of typelog.
    pub version: &'static str,
    /// The commit, if the version was built from a repository.
    pub commit: Option<&'static str>,
    /// The name of the book of rules, as on the command line.
    pub book: String,
    /// The digest of all files of the book.
    pub book_digest: String,
    /// The arguments of the command, behind `typelog`, without those that leave the result as it is.
    pub command: Vec<String>,
}

/// The version of typelog.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The options that leave a result as it is, with the numbers of their values.
const WITHOUT_EFFECT: [(&str, usize); 7] = [
    ("--out", 1),
    ("-o", 1),
    ("--jobs", 1),
    ("--progress", 1),
    ("--color", 1),
    ("--exit-code", 0),
    ("--deny-warnings", 0),
];

impl Citation {
    /// Creates the citation of a command with the given arguments.
    pub fn new(commit: Option<&'static str>, book: String, book_digest: String, arguments: &[String]) -> Self {
        Self { version: VERSION, commit, book, book_digest, command: with_effect(arguments) }
    }

    /// Returns it as JSON.
    pub fn text(&self) -> String {
        // It contains only texts, so that encoding does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Returns the arguments without options that leave a result as it is.
fn with_effect(arguments: &[String]) -> Vec<String> {
    let (mut kept, mut arguments) = (Vec::new(), arguments.iter());
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            kept.push(argument.clone());
            break;
        }
        let (name, has_value) = argument.split_once('=').map_or((&argument[..], false), |(name, _)| (name, true));
        match WITHOUT_EFFECT.iter().find(|(option, _)| *option == name) {
            Some((_, values)) if !has_value => (0..*values).for_each(|_| _ = arguments.next()),
            Some(_) => {}
            None => kept.push(argument.clone()),
        }
    }
    kept.extend(arguments.cloned());
    kept
}

/// Returns the digest of bytes as 16 hexadecimal digits: 64 bits of XXH3.
pub fn digest_of(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.bytes(bytes);
    hexadecimal(&digest)
}

/// Returns the digest of a book from the paths of its files, in order, with the digests of their contents.
pub fn digest_of_book<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut digest = Digest::default();
    for (path, content) in files {
        digest.text(path);
        digest.text(content);
    }
    hexadecimal(&digest)
}

fn hexadecimal(digest: &Digest) -> String {
    format!("{:016x}", digest.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_cited_without_options_that_leave_its_result_as_it_is() {
        let command = ["corpus", "a b", "--out", "x", "--jobs=2", "--reasons", "-o", "y", "--", "--out"];
        assert_eq!(with_effect(&command.map(str::to_owned)), ["corpus", "a b", "--reasons", "--", "--out"]);
    }
}
