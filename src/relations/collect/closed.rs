//! The closed columns, whose values are a small known set of texts.

use super::super::Database;
use crate::diagnostics::CODES;

const CONVERSIONS: &[&str] = &["no", "unsafe", "safe"];
const MODES: &[&str] = &["plain", "unifying", "unfolding", "deciding"];
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
    ("input", "presence", &["required", "not_null", "implied", "by_type"]),
    ("takes", "acceptance", &["with_outputs", "exactly", "loosely"]),
    ("has_mark", "mark", &["sensitive", "ephemeral"]),
    ("diagnostic", "code", CODES.as_slice()),
    ("diagnostic", "severity", &["error", "warning", "note"]),
    ("type", "kind", &[
        "any", "null", "primitive", "opaque", "const", "enum", "list", "set", "map", "output", "promise", "tuple", "object",
        "union", "named",
    ]),
    ("type", "eventuality", &["prompt", "promise", "output"]),
    ("annotation", "kind", &["resource", "type", "result"]),
    ("converts", "mode", MODES),
    ("converts", "kind", CONVERSIONS),
    ("is_assignable", "mode", MODES),
    ("is_assignable", "answer", &["true", "false"]),
    ("common_type", "kind", CONVERSIONS),
    ("traverses", "step_kind", STEPS),
    ("traverses", "outcome", &[
        "found", "other_case", "into_none", "not_traversable", "unknown_property", "not_an_index", "out_of_range",
    ]),
    ("maps_to", "mapping", &["resolve", "resolve_promises", "normalize", "input", "widen"]),
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
    use super::super::{Collector, in_small_letters};
    use super::CLOSED;

    #[test]
    fn closed_columns_are_columns() {
        let database = Collector::default().finish();
        for (relation, column, _) in CLOSED {
            let found = database.find(relation).expect("a relation");
            assert!(database.relation(found).schema.column(column).is_some(), "{relation} has no column {column}");
        }
    }

    #[test]
    fn values_of_enumerations_are_all_there() {
        let enumerations = [
            ("converts", "kind", "Conversion"),
            ("converts", "mode", "Mode"),
            ("traverses", "outcome", "Outcome"),
            ("maps_to", "mapping", "Mapping"),
            ("takes", "acceptance", "Acceptance"),
            ("has_mark", "mark", "Mark"),
            ("input", "presence", "Presence"),
        ];
        for (relation, column, ty) in enumerations {
            let known = CLOSED.iter().find(|known| (known.0, known.1) == (relation, column)).expect("closed").2;
            let variants = typelog_interpreter::signatures().variants();
            let own = variants.filter_map(|(name, _)| name.split_once("::").filter(|parts| parts.0 == ty));
            let mut own: Vec<String> = own.map(|(_, name)| in_small_letters(name)).collect();
            let mut known: Vec<String> = known.iter().map(|&value| value.to_owned()).collect();
            own.sort();
            known.sort();
            assert_eq!(known, own, "{ty}");
        }
    }
}
