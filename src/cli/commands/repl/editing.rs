//! The lines of a session on a terminal: editing, completion and history.

use std::path::{Path, PathBuf};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::state::{Next, Repl};
use super::{is_unfinished, take};
use crate::cli::terminal::output::{Failure, Status};

/// Reads lines from a terminal until the session ends.
pub fn edit(repl: &mut Repl<'_>, history: Option<&Path>) -> Result<Status, Failure> {
    let failed = |error: ReadlineError| Failure::Usage(format!("the terminal cannot be read: {error}"));
    let settings = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor: Editor<Names, DefaultHistory> = Editor::with_config(settings).map_err(failed)?;
    let history = history.map(Path::to_owned).or_else(default_history);
    if let Some(path) = &history {
        // There is no history before the first session.
        let _ = editor.load_history(path);
    }
    loop {
        editor.set_helper(Some(Names { names: repl.names() }));
        match editor.readline("typelog> ") {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                if matches!(take(repl, &line)?.0, Next::Quit) {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error)),
        }
    }
    if let Some(path) = &history {
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        // A session whose history cannot be saved has not failed.
        let _ = editor.save_history(path);
    }
    Ok(Status::Clean)
}

/// Returns the default history file, in the state directory.
fn default_history() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let states = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(states.join("typelog").join("history"))
}

/// The names that the Tab key completes.
struct Names {
    names: Vec<String>,
}

/// Returns the offset at which the word before an offset begins, and the names that begin with that word.
pub fn completions<'n>(names: &'n [String], line: &str, at: usize) -> (usize, Vec<&'n str>) {
    let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':');
    let before = &line[..at];
    let start = before.char_indices().rev().take_while(|&(_, letter)| is_of_word(letter)).last();
    let start = start.map_or(at, |(start, _)| start);
    let word = &before[start..];
    let found = names.iter().filter(|name| !word.is_empty() && name.starts_with(word));
    (start, found.map(String::as_str).collect())
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = completions(&self.names, line, at);
        let pair = |name: &str| Pair { display: name.to_owned(), replacement: name.to_owned() };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Validator for Names {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let is_unfinished = is_unfinished(context.input());
        Ok(if is_unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::completions;

    #[test]
    fn words_are_completed_where_they_stand() {
        let names = ["has_type", "has_class", "part", ":types"].map(str::to_owned);
        assert_eq!(completions(&names, "part(e, x), has_", 16), (12, vec!["has_type", "has_class"]));
        assert_eq!(completions(&names, "pa(e)", 2), (0, vec!["part"]));
        assert_eq!(completions(&names, ":t", 2), (0, vec![":types"]));
        assert_eq!(completions(&names, "part(", 5), (5, vec![]));
    }
}
