//! Types in the schemas of providers.

use serde_json::Value;

use crate::types::{ANY, BOOL, Interner, NUMBER, STRING, Ty};

/// Reads a type in JSON: `"string"`, `["list", "string"]`, `["object", {"a": "number"}]`.
pub(super) fn written_type(ty: &Value, types: &mut Interner) -> Ty {
    match ty.as_str() {
        Some("string") => return STRING,
        Some("number") => return NUMBER,
        Some("bool") => return BOOL,
        Some(_) => return ANY,
        None => {}
    }
    let Some([constructor, of, ..]) = ty.as_array().map(Vec::as_slice) else { return ANY };
    match (constructor.as_str(), of) {
        (Some("object"), Value::Object(members)) => {
            let properties = members.iter().map(|(name, ty)| {
                let ty = written_type(ty, types);
                (types.name(name), ty)
            });
            let properties = properties.collect();
            types.object(properties)
        }
        (Some("tuple"), Value::Array(members)) => {
            let members: Vec<Ty> = members.iter().map(|ty| written_type(ty, types)).collect();
            types.tuple(&members)
        }
        (Some(constructor @ ("list" | "set" | "map")), of) => {
            let of = written_type(of, types);
            match constructor {
                "list" => types.list(of),
                "set" => types.set(of),
                _ => types.map(of),
            }
        }
        _ => ANY,
    }
}
