//! The clauses that engines are compiled from, and a check that recorded conclusions are instances of them.

use std::collections::{BTreeSet, HashMap};

use typelog::builtins::trace::{Firing, Row, Value};
use typelog::types::{ANY, BOOL, ID, INT, NONE, NUMBER, STRING, Ty};
use typelog_interpreter::{judgments, signatures};
use typelog_reader::book::{engines, files};
use typelog_reader::catalogue::named;
use typelog_reader::engine::{Assembled, Sources, assemble, tables_of};
use typelog_reader::record::looks_back;
use typelog_reader::syntax::{Literal, Rule, Term, TermKind};

use super::files::root;

/// A clause of a rule: its heads and its body.
pub struct Clause {
    /// The rule's name; empty for auxiliary clauses.
    pub rule: String,
    heads: Vec<Atom>,
    body: Vec<Atom>,
}

/// A relation with the texts of its columns.
struct Atom {
    relation: String,
    columns: Vec<String>,
}

/// The values of a clause's variables.
type Binding<'a> = HashMap<&'a str, Value>;

/// All clauses with premises. Demand relations are left out, and so are clauses that only look up remembered answers.
pub fn clauses() -> Vec<Clause> {
    ["types", "programs"].into_iter().flat_map(clauses_of).collect()
}

fn clauses_of(folder: &str) -> Vec<Clause> {
    let folder = root().join("rules").join(folder);
    let (files, builtins, queries) = (files(&folder).expect("the rules can be read"), signatures(), judgments());
    let tables: BTreeSet<String> = tables_of(files.iter(), builtins, queries).into_keys().collect();
    let sources = Sources { files: &files, builtins, queries, tables: &tables };
    let mut clauses = Vec::new();
    for engine in engines(&folder).expect("the engines are listed") {
        let assembled = assemble(&engine, sources).unwrap_or_else(|(file, fault)| panic!("{file}: {}", fault.message));
        let rules = assembled.clauses.iter().filter(|rule| !rule.body.is_empty() && !rule.body.iter().any(looks_back));
        clauses.extend(rules.map(|rule| clause(rule, &assembled)));
    }
    clauses
}

fn clause(rule: &Rule, assembled: &Assembled) -> Clause {
    let is_question = |name: &str| name.ends_with("_demanded");
    let atom = |found: &typelog_reader::syntax::Atom| Atom {
        relation: found.name.clone(),
        columns: found.arguments.iter().map(|argument| column(&argument.term)).collect(),
    };
    let heads = rule.heads.iter().filter(|head| !is_question(&head.name)).map(atom).collect();
    let body = rule.body.iter().filter_map(|premise| {
        let (found, holds) = match premise {
            Literal::Holds(found) => (found, true),
            Literal::Absent(found) => (found, false),
            _ => return None,
        };
        if assembled.columns.contains_key(&found.name) {
            return (holds && !is_question(&found.name)).then(|| atom(found));
        }
        // An answer of another family. For a yes-or-no answer, a last column is added for it.
        let query = judgments().get(&found.name)?;
        let mut row = atom(found);
        if row.columns.len() == query.questions {
            row.columns.push(holds.to_string());
        }
        (row.columns.len() == query.questions + query.answers).then_some(row)
    });
    Clause { rule: named(rule).unwrap_or_default().to_owned(), heads, body: body.collect() }
}

/// The text of a column. Computed columns are not compared.
fn column(term: &Term) -> String {
    match &term.kind {
        TermKind::Variable(name) | TermKind::Constant(name) => name.clone(),
        TermKind::Any => "_".to_owned(),
        TermKind::Number(number) => number.to_string(),
        _ => "(computed)".to_owned(),
    }
}

impl Clause {
    /// The relation of its first head; empty if it only derives demands.
    pub fn concludes(&self) -> &str {
        self.heads.first().map_or("", |head| &head.relation)
    }

    /// Holds if a recorded conclusion is an instance of the clause: the relations agree in order, and each variable has one
    /// value. Computed columns are not evaluated.
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
