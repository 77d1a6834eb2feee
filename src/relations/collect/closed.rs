//! The closed columns, whose values are a small known set of texts.

use super::super::Database;
use crate::diagnostics::CODES;
use crate::types::vocabulary::{Acceptance, Conversion, Mark, Mode, Outcome, Presence};
use crate::types::{Constructor, Eventuality, Mapping};

const STEPS: &[&str] = &["name", "number", "bool", "null"];

/// The values of closed columns, by relation and column.
#[rustfmt::skip]
const CLOSED: &[(&str, &str, &[&str])] = &[
    ("program", "dialect", &["hcl", "pcl", "bicep", "terraform"]),
    ("expression", "form", &[
        "null", "bool", "number", "text", "piece", "template", "wrap", "join", "parenthesis", "tuple", "object", "variable",
        "relative", "index", "splat", "item", "unary", "binary", "conditional", "for", "call", "type", "broken",
    ]),
    ("part", "role", &[
        "piece", "element", "inner", "item_key", "item_value", "source", "collection", "key", "splatted", "each", "operand",
        "left", "right", "condition", "then", "else", "argument", "iterated", "for_value", "for_key", "for_condition",
    ]),
    ("literal", "kind", &["null", "bool", "number", "text"]),
    ("operator", "operator", &[
        "!", "-", "+", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
    ]),
    ("step", "kind", STEPS),
    ("definition", "kind", &[
        "attribute", "config", "local", "resource", "read", "component", "output", "hook", "pulumi", "package", "variable",
        "data", "ephemeral", "module", "block",
    ]),
    ("definition_part", "purpose", &["value", "default", "range", "input", "hooks", "expected", "count", "free", "named"]),
    ("input", "presence", Presence::WORDS),
    ("takes", "acceptance", Acceptance::WORDS),
    ("has_mark", "mark", Mark::WORDS),
    ("diagnostic", "code", CODES.as_slice()),
    ("diagnostic", "severity", &["error", "warning", "note"]),
    ("type", "kind", Constructor::WORDS),
    ("type", "eventuality", Eventuality::WORDS),
    ("annotation", "kind", &["resource", "type", "result"]),
    ("converts", "mode", Mode::WORDS),
    ("converts", "kind", Conversion::WORDS),
    ("is_assignable", "mode", Mode::WORDS),
    ("is_assignable", "answer", &["true", "false"]),
    ("common_type", "kind", Conversion::WORDS),
    ("traverses", "step_kind", STEPS),
    ("traverses", "outcome", Outcome::WORDS),
    ("maps_to", "mapping", Mapping::WORDS),
];

/// Declares the values of the closed columns.
pub(super) fn close(database: &mut Database) {
    for &(relation, column, values) in CLOSED {
        if let Some(id) = database.find(relation) {
            database.close(id, column, values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Collector;
    use super::CLOSED;

    #[test]
    fn closed_columns_are_columns() {
        let database = Collector::default().finish();
        for (relation, column, _) in CLOSED {
            let found = database.find(relation).expect("a relation");
            assert!(database.relation(found).schema.column(column).is_some(), "{relation} has no column {column}");
        }
    }
}
