//! Completion in shells: the script of a shell asks this program, which knows its commands and options, rules, codes, relations and
//! books.

use std::ffi::{OsStr, OsString};

use clap::Command;
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{CompleteEnv, Shells};

use crate::book::{EDITIONS, edition};
use crate::diagnostics::CODES;
use crate::provenance;
use crate::relations::collect::Collector;

/// The variable of the environment that the script of a shell sets.
const ASKED: &str = "TYPELOG_COMPLETE";

/// Answers the script of a shell, if it asks. Returns `None` if it does not.
pub fn answer(arguments: &[OsString], command: fn() -> Command) -> Option<clap::error::Result<()>> {
    let directory = std::env::current_dir().ok();
    let asked = CompleteEnv::with_factory(command).var(ASKED).try_complete(arguments, directory.as_deref());
    match asked {
        Ok(false) => None,
        asked => Some(asked.map(|_| ())),
    }
}

/// Writes the script for a shell.
pub fn script(shell: &str) -> std::io::Result<Vec<u8>> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(shell) {
        shell.write_registration(ASKED, "typelog", "typelog", "typelog", &mut script)?;
    }
    Ok(script)
}

/// The codes of diagnostics.
pub fn codes() -> ArgValueCandidates {
    ArgValueCandidates::new(|| CODES.iter().map(CompletionCandidate::new).collect())
}

/// The rules of the default book, with their sentences.
pub fn rules() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let rules = edition(EDITIONS[0]).map(|book| provenance::rules(&book));
        let rules = rules.iter().flat_map(|rules| rules.iter());
        rules.map(|rule| CompletionCandidate::new(&rule.name).help(Some((&rule.sentence).into()))).collect()
    })
}

/// The relations of programs, with their meanings.
pub fn relations() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let database = edition(EDITIONS[0]).map(|book| Collector::with_reasons(&book).finish());
        let relations = database.iter().flat_map(|database| database.relations().map(|(_, relation)| &relation.schema));
        relations.map(|schema| CompletionCandidate::new(&schema.name).help(Some((&schema.doc).into()))).collect()
    })
}

/// The built-in books, and directories.
pub fn books() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| words_and_paths(&EDITIONS, &PathCompleter::dir(), current))
}

/// The codes of diagnostics, and paths.
pub fn codes_and_paths() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| words_and_paths(&CODES, &PathCompleter::any(), current))
}

/// The words that start as the current one, and the paths.
fn words_and_paths(words: &[&str], paths: &PathCompleter, current: &OsStr) -> Vec<CompletionCandidate> {
    let start = current.to_string_lossy();
    let words = words.iter().filter(|word| word.starts_with(&*start)).map(|word| CompletionCandidate::new(*word));
    words.chain(paths.complete(current)).collect()
}
