//! Tables: relations whose rows are given in the book. They are known at build time and compiled to constant arrays, so that no
//! run of an engine has to load them. A premise about a table is compiled to a search of its array.
//!
//! A relation is a table if all its rows are listed, or follow from the rows of other tables alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::text::{row, split, variables};

/// A table.
#[derive(Debug, Default)]
pub struct Table {
    /// The types of its columns.
    columns: Vec<String>,
    /// Its rows, as written.
    rows: BTreeSet<Vec<String>>,
}

/// The values of the variables of a clause.
type Binding<'a> = BTreeMap<&'a str, String>;

/// Returns the tables among the clauses of a folder, each without comments and on one line.
pub fn tables(clauses: &[String]) -> BTreeMap<String, Table> {
    let mut columns: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut concluding: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for clause in clauses {
        let clause = clause.trim();
        if let Some((attributes, relation)) = clause.split_once("relation ") {
            if let Some((name, types)) = row(relation).filter(|_| attributes.is_empty()) {
                columns.insert(name, types.into_iter().map(str::to_owned).collect());
            }
            continue;
        }
        let heads = clause.split_once("<--").map_or(clause, |parts| parts.0);
        for (name, _) in split(heads).into_iter().filter_map(row) {
            concluding.entry(name).or_default().push(clause);
        }
    }
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    // A table that follows from others is found after these.
    loop {
        let next = columns.iter().find_map(|(&name, types)| {
            let clauses = concluding.get(name).filter(|_| !tables.contains_key(name))?;
            let rows: Option<Vec<_>> = clauses.iter().map(|clause| rows_of(name, clause, &tables)).collect();
            Some((name, Table { columns: types.clone(), rows: rows?.into_iter().flatten().collect() }))
        });
        let Some((name, table)) = next else { return tables };
        tables.insert(name.to_owned(), table);
    }
}

/// Returns the rows of a table that a clause concludes. Returns none if they depend on anything but tables.
fn rows_of(name: &str, clause: &str, tables: &BTreeMap<String, Table>) -> Option<Vec<Vec<String>>> {
    let (heads, body) = clause.split_once("<--").unwrap_or((clause, ""));
    let mut bindings: Vec<Binding<'_>> = vec![Binding::new()];
    for item in split(body) {
        let item = item.trim();
        bindings = if let Some((variable, values)) = item.strip_prefix("for ").and_then(|rest| rest.split_once(" in "))
        {
            let values = split(values.trim_start_matches('&').strip_prefix('[')?.strip_suffix(']')?);
            let extended =
                bindings.iter().flat_map(|binding| values.iter().map(|value| with(binding, variable, value)));
            extended.collect()
        } else if let Some((variable, value)) = item.strip_prefix("let ").and_then(|rest| rest.split_once(" = ")) {
            // The item is an alias of a variable.
            let value = value.trim_start_matches('*');
            let named = |binding: &Binding<'_>| Some(binding.get(value)?.clone());
            let named = bindings.iter().map(|binding| Some(with(binding, variable, &named(binding)?)));
            named.collect::<Option<Vec<_>>>()?
        } else {
            let (relation, arguments) = row(item)?;
            let rows = &tables.get(relation)?.rows;
            let extended =
                bindings.iter().flat_map(|binding| rows.iter().filter_map(|row| matching(binding, &arguments, row)));
            extended.collect()
        };
    }
    let mut rows = Vec::new();
    for (_, arguments) in split(heads).into_iter().filter_map(row).filter(|head| head.0 == name) {
        // A variable that no table binds excludes the relation from the tables.
        let cell = |argument: &str, binding: &Binding<'_>| match binding.get(argument) {
            Some(value) => Some(value.clone()),
            None => variables(argument).next().is_none().then(|| argument.to_owned()),
        };
        for binding in &bindings {
            rows.push(arguments.iter().map(|argument| cell(argument, binding)).collect::<Option<Vec<_>>>()?);
        }
    }
    Some(rows)
}

/// Returns a binding extended by one variable.
fn with<'a>(binding: &Binding<'a>, variable: &'a str, value: &str) -> Binding<'a> {
    let mut binding = binding.clone();
    binding.insert(variable, value.trim().to_owned());
    binding
}

/// Returns the binding that unifies the arguments with a row, if there is one.
fn matching<'a>(binding: &Binding<'a>, arguments: &[&'a str], row: &[String]) -> Option<Binding<'a>> {
    let mut binding = binding.clone();
    for (&argument, value) in arguments.iter().zip(row) {
        let is_variable = variables(argument).next() == Some(argument);
        if !is_variable && argument != "_" && argument != value
            || is_variable && binding.entry(argument).or_insert_with(|| value.clone()) != value
        {
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
            columns.join(", "),
            rows.len(),
            rows.join(", ")
        );
    }
    out
}

/// Returns the body of a clause in which premises about tables search the arrays.
pub fn with_arrays(body: &str, tables: &BTreeMap<String, Table>) -> String {
    let mut bound: BTreeSet<&str> = BTreeSet::new();
    let mut items: Vec<String> = Vec::new();
    for item in split(body) {
        let item = item.trim();
        let (refused, atom) = item.strip_prefix('!').map_or((false, item), |atom| (true, atom));
        match row(atom).filter(|(relation, _)| tables.contains_key(*relation)) {
            Some((relation, arguments)) => items.push(search(relation, &arguments, refused, &bound, items.len())),
            None => items.push(item.to_owned()),
        }
        bound.extend(bindings(item));
    }
    items.join(", ")
}

/// Returns the search of an array for rows that agree with the known columns: all such rows, or a test for one.
fn search(relation: &str, arguments: &[&str], refused: bool, bound: &BTreeSet<&str>, place: usize) -> String {
    let is_free =
        |argument: &str| argument == "_" || variables(argument).next() == Some(argument) && !bound.contains(argument);
    let mut known = String::new();
    let mut conditions = Vec::new();
    for (at, argument) in arguments.iter().enumerate().filter(|(_, argument)| !is_free(argument)) {
        // A computed column is bound once.
        let value = if argument.contains('(') {
            let name = format!("known_{place}_{at}");
            let _ = write!(known, "let {name} = {argument}, ");
            name
        } else {
            (*argument).to_owned()
        };
        conditions.push(format!("is_same(&row.{at}, {value})"));
    }
    let condition = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" && ") };
    let array = relation.to_uppercase();
    let free: Vec<&str> = arguments.iter().map(|argument| if is_free(argument) { argument } else { "_" }).collect();
    if refused || free.iter().all(|argument| *argument == "_") {
        let not = if refused { "!" } else { "" };
        return format!("{known}if {not}{array}.iter().any(|row| {condition})");
    }
    format!("{known}for ({},) in {array}.iter().filter(|row| {condition})", free.join(", "))
}

/// Returns the variables that an item of a body binds.
pub fn bindings(item: &str) -> Vec<&str> {
    let pattern = |rest: &'_ str, by: &str| rest.split_once(by).map(|parts| parts.0.len());
    let bound = if let Some(rest) = item.strip_prefix("if let ").or_else(|| item.strip_prefix("let ")) {
        pattern(rest, " = ").map(|length| &rest[..length])
    } else if let Some(rest) = item.strip_prefix("for ") {
        pattern(rest, " in ").map(|length| &rest[..length])
    } else {
        return row(item).map_or_else(Vec::new, |(_, arguments)| {
            arguments.into_iter().filter(|argument| variables(argument).next() == Some(*argument)).collect()
        });
    };
    bound.map_or_else(Vec::new, |pattern| variables(pattern).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses() -> Vec<String> {
        let clauses = [
            "relation converts_by(Ty, Ty, Conversion)",
            "converts_by(BOOL, STRING, Safe)",
            "converts_by(STRING, BOOL, Unsafe)",
            "relation is_convertible(Ty)",
            "is_convertible(s) <-- converts_by(s, _, _)",
            "is_convertible(x) <-- for x in [INT, NUMBER]",
            "relation converts(Ty, Ty, Conversion)",
            "converts(s, t, k) <-- asked(s, t), converts_by(s, t, k)",
            "relation asked(Ty, Ty)",
        ];
        clauses.map(str::to_owned).to_vec()
    }

    #[test]
    fn tables_are_what_is_written_out_and_what_follows_from_that() {
        let tables = tables(&clauses());
        assert_eq!(tables.keys().collect::<Vec<_>>(), ["converts_by", "is_convertible"]);
        assert_eq!(
            arrays(&tables).lines().last(),
            Some("pub static IS_CONVERTIBLE: [(Ty,); 4] = [(BOOL,), (INT,), (NUMBER,), (STRING,)];")
        );
    }

    #[test]
    fn premises_search_arrays() {
        let tables = tables(&clauses());
        let body = "asked(s, t), converts_by(s, t, k), !is_convertible(base(*t)), if *k == Safe";
        assert_eq!(
            with_arrays(body, &tables),
            "asked(s, t), \
             for (_, _, k,) in CONVERTS_BY.iter().filter(|row| is_same(&row.0, s) && is_same(&row.1, t)), \
             let known_2_0 = base(*t), if !IS_CONVERTIBLE.iter().any(|row| is_same(&row.0, known_2_0)), \
             if *k == Safe"
        );
    }
}
