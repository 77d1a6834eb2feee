//! Tables: relations whose rows are given in the book. They are known at build time and compiled to constant arrays, so that no
//! run of an engine has to load them. A premise about a table is compiled to a search of its array.
//!
//! A relation is a table if all its rows are listed, or follow from the rows of other tables alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::ascent::{Scope, constant};
use crate::book::BookFile;
use crate::item::{Form, Item, Pattern, Row};
use crate::syntax::{Atom, Comparison, Declaration, Literal, Rule, Term, TermKind};
use crate::types::{Type, list};

/// A table.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The types of its columns.
    columns: Vec<Type>,
    /// Its rows, as they are compiled.
    rows: BTreeSet<Vec<String>>,
}

/// The values of the variables of a clause.
type Binding<'a> = BTreeMap<&'a str, String>;

/// Returns the tables among the relations of some files.
pub fn tables<'a>(files: impl Iterator<Item = &'a BookFile> + Clone, scope: Scope<'_>) -> BTreeMap<String, Table> {
    let declared: BTreeMap<&str, &Declaration> =
        files.clone().flat_map(BookFile::relations).map(|relation| (&relation.name[..], relation)).collect();
    let mut concluding: BTreeMap<&str, Vec<&Rule>> = BTreeMap::new();
    for rule in files.flat_map(BookFile::rules) {
        for head in &rule.heads {
            concluding.entry(&head.name).or_default().push(rule);
        }
    }
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    // A table that follows from others is found after these. Relations with a storage of their own are no tables.
    loop {
        let next = declared.iter().find_map(|(&name, relation)| {
            let is_open = relation.storage.is_none() && !tables.contains_key(name);
            let rules = concluding.get(name).filter(|_| is_open)?;
            let rows: Option<Vec<_>> = rules.iter().map(|rule| rows_of(name, rule, &tables, scope)).collect();
            let columns = relation.types();
            Some((name, Table { columns, rows: rows?.into_iter().flatten().collect() }))
        });
        let Some((name, table)) = next else { return tables };
        tables.insert(name.to_owned(), table);
    }
}

/// Returns the rows of a table that a rule concludes. Returns none if they depend on anything but tables.
fn rows_of(name: &str, rule: &Rule, tables: &BTreeMap<String, Table>, scope: Scope<'_>) -> Option<Vec<Vec<String>>> {
    let mut bindings: Vec<Binding<'_>> = vec![Binding::new()];
    for literal in &rule.body {
        bindings = match literal {
            Literal::In(Term { kind: TermKind::Variable(variable), .. }, Term { kind: TermKind::List(values), .. }) => {
                let values: Vec<String> =
                    values.iter().map(|value| constant(scope, value)).collect::<Option<Vec<_>>>()?;
                let extended =
                    bindings.iter().flat_map(|binding| values.iter().map(|value| with(binding, variable, value)));
                extended.collect()
            }
            // An alias of a variable.
            Literal::Compare(
                Comparison::Equal,
                Term { kind: TermKind::Variable(variable), .. },
                Term { kind: TermKind::Variable(value), .. },
            ) => {
                let named = |binding: &Binding<'_>| Some(binding.get(&value[..])?.clone());
                let is_new = |binding: &Binding<'_>| !binding.contains_key(&variable[..]);
                let named = bindings
                    .iter()
                    .map(|binding| is_new(binding).then(|| Some(with(binding, variable, &named(binding)?)))?);
                named.collect::<Option<Vec<_>>>()?
            }
            Literal::Holds(atom) => {
                let rows = &tables.get(&atom.name)?.rows;
                let extended = bindings
                    .iter()
                    .flat_map(|binding| rows.iter().filter_map(|row| matching(binding, atom, row, scope)));
                extended.collect()
            }
            _ => return None,
        };
    }
    let mut rows = Vec::new();
    for head in rule.heads.iter().filter(|head| head.name == name) {
        // A variable that no table binds excludes the relation from the tables.
        let cell = |term: &Term, binding: &Binding<'_>| match &term.kind {
            TermKind::Variable(variable) => binding.get(&variable[..]).cloned(),
            _ => constant(scope, term),
        };
        for binding in &bindings {
            let cells = head.arguments.iter().map(|argument| cell(&argument.term, binding));
            rows.push(cells.collect::<Option<Vec<_>>>()?);
        }
    }
    Some(rows)
}

/// Returns a binding extended by one variable.
fn with<'a>(binding: &Binding<'a>, variable: &'a str, value: &str) -> Binding<'a> {
    let mut binding = binding.clone();
    binding.insert(variable, value.to_owned());
    binding
}

/// Returns the binding that unifies the arguments of an atom with a row, if there is one.
fn matching<'a>(binding: &Binding<'a>, atom: &'a Atom, row: &[String], scope: Scope<'_>) -> Option<Binding<'a>> {
    let mut binding = binding.clone();
    for (argument, value) in atom.arguments.iter().zip(row) {
        let agrees = match &argument.term.kind {
            TermKind::Any => true,
            TermKind::Variable(variable) => binding.entry(variable).or_insert_with(|| value.clone()) == value,
            _ => constant(scope, &argument.term).as_ref() == Some(value),
        };
        if !agrees {
            return None;
        }
    }
    Some(binding)
}

/// Returns the code of the arrays of tables.
pub fn arrays(tables: &BTreeMap<String, Table>) -> String {
    let mut out = String::new();
    for (name, Table { columns, rows }) in tables {
        let rows: Vec<String> = rows.iter().map(|row| format!("({},)", row.join(", "))).collect();
        let _ = writeln!(
            out,
            "pub static {}: [({},); {}] = [{}];",
            name.to_uppercase(),
            list(columns),
            rows.len(),
            rows.join(", ")
        );
    }
    out
}

/// Returns the premises of a clause, in which those about tables search the arrays.
pub fn with_arrays(body: &[Item], tables: &BTreeMap<String, Table>) -> Vec<Item> {
    let mut bound: BTreeSet<&str> = BTreeSet::new();
    let mut items: Vec<Item> = Vec::new();
    for (place, item) in body.iter().enumerate() {
        match item {
            Item::Row { holds, row } if tables.contains_key(&row.relation) => {
                items.extend(search(row, *holds, &bound, place));
            }
            _ => items.push(item.clone()),
        }
        bound.extend(item.binds());
    }
    items
}

/// Returns the search of an array for rows that agree with the known columns: all such rows, or a test for one. Free columns of
/// the same name agree with each other.
fn search(row: &Row, holds: bool, bound: &BTreeSet<&str>, place: usize) -> Vec<Item> {
    let (mut items, mut conditions, mut free) = (Vec::new(), Vec::new(), Vec::new());
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, code) in row.columns.iter().enumerate() {
        let value = match code.form {
            Form::Any => None,
            Form::Variable if !bound.contains(&code.text[..]) => match *places.entry(&code.text).or_insert(at) {
                first if first == at => {
                    free.push(&code.text[..]);
                    continue;
                }
                first => Some(format!("&row.{first}")),
            },
            // A computed column is bound once.
            Form::Computed => {
                let name = format!("known_{place}_{at}");
                let pattern = Pattern { text: name.clone(), binds: vec![name.clone()] };
                items.push(Item::Let { pattern, value: code.text.clone(), may_fail: false });
                Some(name)
            }
            Form::Variable | Form::Constant => Some(code.text.clone()),
        };
        free.push("_");
        conditions.extend(value.map(|value| format!("is_same(&row.{at}, {value})")));
    }
    let condition = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" && ") };
    let array = row.relation.to_uppercase();
    items.push(if !holds || free.iter().all(|column| *column == "_") {
        let not = if holds { "" } else { "!" };
        Item::If { condition: format!("{not}{array}.iter().any(|row| {condition})") }
    } else {
        let binds = free.iter().filter(|column| **column != "_").map(|column| (*column).to_owned()).collect();
        let pattern = Pattern { text: format!("({},)", free.join(", ")), binds };
        Item::For { pattern, values: format!("{array}.iter().filter(|row| {condition})") }
    });
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascent::write;
    use crate::builtins::Builtins;

    const BOOK: &str = "relation converts_by(s: Ty, t: Ty, k: Conversion).\n\
        converts_by(BOOL, STRING, Safe).\nconverts_by(STRING, BOOL, Unsafe).\n\
        relation is_convertible(Ty).\n\
        is_convertible(s) :- converts_by(s, _, _).\nis_convertible(x) :- x in [INT, NUMBER].\n\
        relation converts(Ty, Ty, Conversion).\n\
        converts(s, t, k) :- asked(s, t), converts_by(s, t, k), converts_by(v, v, _), !is_convertible(base(t)), k = Safe.\n\
        relation asked(Ty, Ty).\n";

    /// Returns the tables of the book, and the compiled premises of its last rule.
    fn compiled() -> (BTreeMap<String, Table>, Vec<Item>) {
        let file = BookFile::read("own", BOOK.to_owned()).expect("the rules are understood");
        let mut builtins = Builtins::default();
        builtins.add_file("pub fn base(t: Ty) -> Ty {}\n").expect("the file is Rust");
        let relations = file.relations().map(|relation| (relation.name.clone(), relation.columns.len())).collect();
        let scope = Scope { builtins: &builtins, queries: &BTreeMap::new(), relations: &relations };
        let last = file.rules().last().expect("there are rules");
        let clause = write(scope, &last.heads, &last.body).expect("the rule can be written");
        (tables(std::iter::once(&file), scope), clause.body)
    }

    #[test]
    fn tables_are_what_is_written_out_and_what_follows_from_that() {
        let (tables, _) = compiled();
        assert_eq!(tables.keys().collect::<Vec<_>>(), ["converts_by", "is_convertible"]);
        assert_eq!(
            arrays(&tables).lines().last(),
            Some("pub static IS_CONVERTIBLE: [(Ty,); 4] = [(BOOL,), (INT,), (NUMBER,), (STRING,)];")
        );
    }

    #[test]
    fn premises_search_arrays() {
        let (tables, body) = compiled();
        assert_eq!(
            crate::item::joined(&with_arrays(&body, &tables)),
            "asked(s, t), \
             for (_, _, k,) in CONVERTS_BY.iter().filter(|row| is_same(&row.0, s) && is_same(&row.1, t)), \
             for (v, _, _,) in CONVERTS_BY.iter().filter(|row| is_same(&row.1, &row.0)), \
             let known_3_0 = base(*t), if !IS_CONVERTIBLE.iter().any(|row| is_same(&row.0, known_3_0)), \
             if *k == Safe"
        );
    }
}
