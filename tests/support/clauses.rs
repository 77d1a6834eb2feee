//! The clauses of the rules, read from the rule files, and whether a recorded conclusion is an instance of one.

use std::collections::HashMap;

use typelog::terms::trace::{Firing, Row, Value};
use typelog::types::{ANY, BOOL, ID, INT, NONE, NUMBER, STRING, Ty};

use super::support::files::{below, root, text};

/// A clause of a rule: what it concludes, and what from.
pub struct Clause {
    /// The rule's name; empty for clauses that only prepare.
    pub rule: String,
    heads: Vec<Atom>,
    body: Vec<Atom>,
}

/// A relation with the texts of its columns.
struct Atom {
    relation: String,
    columns: Vec<String>,
}

/// What the variables of a clause stand for.
type Binding<'a> = HashMap<&'a str, Value>;

/// The relations of the book, with the number of their columns.
type Relations = HashMap<String, usize>;

/// All clauses that conclude something from something. Questions are left out of them, and so are clauses that only look
/// up what is known from before.
pub fn clauses() -> Vec<Clause> {
    let files = below(&root().join("rules"), ".rs");
    let texts = files.iter().map(|path| text(path)).filter(|text| text.contains("ascent_source! {"));
    let texts: Vec<String> = texts.collect();
    let relations = texts.iter().flat_map(|text| text.lines()).filter_map(declared).collect();
    texts.iter().flat_map(|text| clauses_of(text, &relations)).collect()
}

/// The relation that a line declares.
fn declared(line: &str) -> Option<(String, usize)> {
    let (name, columns) = line.trim().strip_prefix("relation ")?.split_once('(')?;
    Some((name.to_owned(), split(columns.trim_end_matches([';', ')']), ',').len()))
}

fn clauses_of(text: &str, relations: &Relations) -> Vec<Clause> {
    let inside = text.split_once("ascent_source! {").map_or("", |parts| parts.1);
    let code: String = inside.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + " ").collect();
    // The name of the file's rules, which stands first.
    let code = code.split_once(':').map_or("", |parts| parts.1);
    let clause = |text: &&str| {
        let (heads, body) = text.split_once("<--").filter(|(_, body)| !body.contains(" = known_"))?;
        let rule = body.split_once("by(\"").map_or("", |(_, rest)| rest.split('"').next().unwrap_or(""));
        let heads = split(heads, ',').into_iter().filter_map(atom).collect();
        let body = split(body, ',').into_iter().filter_map(|item| atom(item).or_else(|| answer(item, relations)));
        Some(Clause { rule: rule.to_owned(), heads, body: body.collect() })
    };
    split(code, ';').iter().filter_map(clause).collect()
}

/// A row of a clause; nothing for conditions, refusals and questions.
fn atom(text: &str) -> Option<Atom> {
    let (relation, columns) = text.trim().strip_suffix(')')?.split_once('(')?;
    let is_relation = relation.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let columns = split(columns, ',').into_iter().map(|column| column.trim().to_owned()).collect();
    (is_relation && !relation.ends_with("_demanded")).then(|| Atom { relation: relation.to_owned(), columns })
}

/// A premise that asks another family, as a row of the relation that it asks: `let (u, k) = unifies(*s, *t)` is
/// `unifies(s, t, u, k)`. Where the answer is yes or no, the last column is `true` or `false`.
fn answer(text: &str, relations: &Relations) -> Option<Atom> {
    let text = text.trim();
    let some = text.strip_prefix("if let Some(").and_then(|rest| rest.split_once(") = "));
    let (pattern, call) =
        if let Some(found) = text.strip_prefix("let ").and_then(|rest| rest.split_once(" = ")).or(some) {
            found
        } else {
            let call = text.strip_prefix("if ")?;
            call.strip_prefix('!').map_or(("true", call), |call| ("false", call))
        };
    let pattern = pattern.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(pattern);
    let mut asked = atom(call)?;
    asked.columns.extend(split(pattern, ',').into_iter().map(|column| column.trim().to_owned()));
    (relations.get(&asked.relation) == Some(&asked.columns.len())).then_some(asked)
}

/// The parts of a text between separators outside of brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if character == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

impl Clause {
    /// Holds if a recorded conclusion is what the clause concludes: the same relations in the same order, and each variable
    /// stands for one value. What a clause computes is not computed again.
    pub fn has_instance(&self, firing: &Firing) -> bool {
        let mut binding = Binding::new();
        self.rule == firing.rule
            && matches(&self.body, &firing.premises, &mut binding)
            && matches(&self.heads, &firing.conclusions, &mut binding)
    }
}

fn matches<'a>(atoms: &'a [Atom], rows: &[Row], binding: &mut Binding<'a>) -> bool {
    atoms.len() == rows.len()
        && atoms.iter().zip(rows).all(|(atom, row)| {
            atom.relation == row.relation
                && atom.columns.len() == row.cells.len()
                && atom.columns.iter().zip(&row.cells).all(|(column, &cell)| fits(column, cell, binding))
        })
}

fn fits<'a>(column: &'a str, cell: Value, binding: &mut Binding<'a>) -> bool {
    let column = column.trim_start_matches('*');
    let is_name = column.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if column == "_" {
        return cell == Value::Hidden;
    }
    if is_name && column.starts_with(|first: char| first.is_ascii_lowercase()) && !matches!(column, "true" | "false") {
        return *binding.entry(column).or_insert(cell) == cell;
    }
    match cell {
        Value::Number(number) if is_name => column == number.to_string(),
        Value::Flag(flag) if is_name => column == flag.to_string(),
        Value::Word(word) if is_name => column == word.to_string(),
        Value::Type(ty) if is_name => constant(column) == Some(ty),
        _ => true,
    }
}

fn constant(name: &str) -> Option<Ty> {
    let named = [
        ("ANY", ANY),
        ("NONE", NONE),
        ("BOOL", BOOL),
        ("INT", INT),
        ("NUMBER", NUMBER),
        ("STRING", STRING),
        ("ID", ID),
    ];
    named.iter().find(|(known, _)| *known == name).map(|found| found.1)
}
