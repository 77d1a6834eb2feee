//! Values as JSON: numbers with all their digits, the elements of tuples, lists and sets as arrays, objects and maps as
//! objects.

use std::fmt::Write;

use crate::types::{Content, Interner, Value};

/// Returns the JSON text of a value. Linear in the text.
pub fn to_json(value: &Value, types: &Interner) -> String {
    let mut out = String::new();
    write_json(&mut out, value, types);
    out
}

/// Appends the JSON text of a value.
pub fn write_json(out: &mut String, value: &Value, types: &Interner) {
    match &value.content {
        Content::Null => out.push_str("null"),
        Content::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Content::Number(id) => {
            let _ = write!(out, "{}", types.number_of(*id));
        }
        Content::Text(name) => write_json_text(out, types.text(*name)),
        Content::Elements(elements) => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                separate(out, at);
                write_json(out, element, types);
            }
            out.push(']');
        }
        Content::Fields(fields) => {
            out.push('{');
            for (at, (name, value)) in fields.iter().enumerate() {
                separate(out, at);
                write_json_text(out, types.text(*name));
                out.push(':');
                write_json(out, value, types);
            }
            out.push('}');
        }
    }
}

/// Appends a text as a JSON string.
pub fn write_json_text(out: &mut String, text: &str) {
    // Serialising a string cannot fail.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

fn separate(out: &mut String, at: usize) {
    if at > 0 {
        out.push(',');
    }
}
