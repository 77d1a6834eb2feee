//! The messages of problems that a book of one's own declares, which stand in the comment of their relation.
//!
//! ```text
//! /// Holds if `e` compares the binding `b` with itself.
//! /// Message: `{e}` has a known result
//! /// Severity: warning
//! /// Help: compare other values
//! @problem(self-comparison) relation self_comparison(e: ExprId, b: Name).
//! ```
//!
//! Without a message, the sentence of the comment is the message, with the columns of the row in it.

use crate::book::BookFile;
use crate::syntax::{Declaration, Fault, TermKind};
use crate::text::in_small_letters;

/// How severe a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program is wrong.
    Error,
    /// The program is probably wrong.
    Warning,
    /// The program is correct, but may not be as intended.
    Note,
}

/// The message of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The code: `self-comparison`.
    pub code: String,
    /// How severe it is.
    pub severity: Severity,
    /// The message.
    pub message: Vec<Part>,
    /// The suggestion; empty if there is none.
    pub help: Vec<Part>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A text.
    Text(String),
    /// The value in a column.
    Column(usize),
}

/// Returns the message of a problem relation in its file.
///
/// # Errors
/// The row of such a problem has no place, or its comment cannot be understood.
pub fn stated(file: &BookFile, relation: &Declaration) -> Result<Stated, Fault> {
    let fault = |message: String| Fault::new("wrong-problem", relation.name_span, message);
    let name = &relation.name;
    if !matches!(relation.columns.first().and_then(|column| column.ty.name()), Some("ExprId" | "BindingId")) {
        return Err(fault(format!("the first column of the problem `{name}` is no expression and no binding")));
    }
    if relation.columns.iter().skip(1).any(|column| column.ty.name() == Some("BindingId")) {
        return Err(fault(format!("only the first column of the problem `{name}` may be a binding")));
    }
    let names = column_names(file, relation);
    let (mut sentence, mut message, mut help, mut severity) = (String::new(), None, String::new(), Severity::Error);
    let mut continued = Key::Sentence;
    for line in file.documentation(relation) {
        let (key, text) = keyed(line).unwrap_or((continued, line));
        continued = key;
        match key {
            Key::Sentence => add(&mut sentence, text),
            Key::Message => add(message.get_or_insert_with(String::new), text),
            Key::Help => add(&mut help, text),
            Key::Severity => {
                severity = match text.trim() {
                    "error" => Severity::Error,
                    "warning" => Severity::Warning,
                    "note" => Severity::Note,
                    other => {
                        return Err(fault(format!("`{other}` is no severity of `{name}`"))
                            .help(Some("it is `error`, `warning` or `note`".to_owned())));
                    }
                };
            }
        }
    }
    let message = match message {
        Some(message) => parts(&message, &names, '{', '}'),
        None => in_sentence(&sentence, &names),
    };
    let code = relation.problem.as_ref().map_or("", |problem| &problem.variant);
    let code = in_small_letters(code, '-');
    Ok(Stated { code, severity, message, help: parts(&help, &names, '{', '}') })
}

/// A part of the comment of a problem.
#[derive(Clone, Copy)]
enum Key {
    Sentence,
    Message,
    Severity,
    Help,
}

fn keyed(line: &str) -> Option<(Key, &str)> {
    [("Message:", Key::Message), ("Severity:", Key::Severity), ("Help:", Key::Help)]
        .into_iter()
        .find_map(|(word, key)| Some((key, line.strip_prefix(word)?.trim())))
}

fn add(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(line.trim());
}

/// Returns the names of the columns: those of the declaration, or the variables in the conclusion of the first rule.
fn column_names(file: &BookFile, relation: &Declaration) -> Vec<String> {
    let head = file.rules().flat_map(|rule| &rule.heads).find(|head| head.name == relation.name);
    let variable = |at: usize| match &head?.arguments.get(at)?.term.kind {
        TermKind::Variable(name) => Some(name.clone()),
        _ => None,
    };
    let columns = relation.columns.iter().enumerate();
    columns.map(|(at, column)| column.name.clone().or_else(|| variable(at)).unwrap_or_default()).collect()
}

/// Returns the message that the sentence `Holds if ...` of a comment says, with the columns in backticks replaced.
fn in_sentence(text: &str, names: &[String]) -> Vec<Part> {
    let sentence = text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.');
    let sentence = sentence.strip_prefix("Holds if ").unwrap_or(sentence);
    let mut found = Vec::new();
    for part in parts(sentence, names, '`', '`') {
        match part {
            Part::Column(_) => found.extend([Part::Text("`".to_owned()), part, Part::Text("`".to_owned())]),
            Part::Text(_) => found.push(part),
        }
    }
    found
}

/// Splits a text at the names of columns between two characters. Other texts between them are kept as they are.
fn parts(text: &str, names: &[String], open: char, close: char) -> Vec<Part> {
    let (mut found, mut before, mut rest) = (Vec::new(), String::new(), text);
    while let Some(start) = rest.find(open) {
        let (inside, behind) = (&rest[start + 1..], rest[start + 1..].find(close));
        let Some(end) = behind else { break };
        before.push_str(&rest[..start]);
        match names.iter().position(|name| *name == inside[..end]) {
            Some(column) => {
                found.extend((!before.is_empty()).then(|| Part::Text(std::mem::take(&mut before))));
                found.push(Part::Column(column));
            }
            None => before.push_str(&rest[start..start + end + 2]),
        }
        rest = &inside[end + 1..];
    }
    before.push_str(rest);
    found.extend((!before.is_empty()).then_some(Part::Text(before)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Stated, Fault> {
        let file = BookFile::read("own", text.to_owned()).expect("the file is understood");
        let relation = file.relations().next().expect("a relation");
        stated(&file, relation)
    }

    fn shown(parts: &[Part]) -> String {
        let shown = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Column(at) => format!("<{at}>"),
        };
        parts.iter().map(shown).collect()
    }

    #[test]
    fn a_comment_states_a_problem() {
        let text = "/// Holds if `e` compares `b` with itself.\n/// Message: `{e}` compares {b} with\n/// itself {twice}\n\
                    /// Severity: warning\n/// Help: compare {b} with another value\n\
                    @problem relation self_comparison(e: ExprId, b: Name).\n";
        let stated = read(text).expect("it is understood");
        assert_eq!((&stated.code[..], stated.severity), ("self-comparison", Severity::Warning));
        assert_eq!(shown(&stated.message), "`<0>` compares <1> with itself {twice}");
        assert_eq!(shown(&stated.help), "compare <1> with another value");
    }

    #[test]
    fn the_sentence_is_the_message_of_a_problem_without_one() {
        let text = "/// Holds if `e` is a bad `bool`. Example: `true`.\n@problem(bad-bool) relation bad_bool(ExprId).\n\
                    bad_bool(e) :- is_literal(e, Literal::Bool(_)).\n";
        let stated = read(text).expect("it is understood");
        assert_eq!((&stated.code[..], stated.severity), ("bad-bool", Severity::Error));
        assert_eq!(shown(&stated.message), "`<0>` is a bad `bool`");
        assert_eq!(stated.help, []);
    }

    #[test]
    fn a_problem_has_a_place_and_a_severity() {
        for (text, message) in [
            ("@problem relation bad(t: Ty).\n", "is no expression and no binding"),
            ("@problem relation bad(e: ExprId, b: BindingId).\n", "only the first column"),
            ("/// Severity: fatal\n@problem relation bad(e: ExprId).\n", "`fatal` is no severity"),
        ] {
            let fault = read(text).expect_err("it is wrong");
            assert!(fault.message.contains(message), "{}", fault.message);
        }
    }
}
