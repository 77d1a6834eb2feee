//! Rendering of module interfaces as text, JSON, JSON Schema and Markdown.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::{Member, ModuleInterface};
use crate::types::display::{Texts, members_by_text};
use crate::types::{BOOL, Constant, INT, Interner, NONE, NUMBER, STRING, Shape, Ty};
use crate::visible::visible;

/// Renders one line for each input and output.
pub fn interface_text(interface: &ModuleInterface, types: &Interner) -> String {
    let (mut out, mut texts) = (String::new(), Texts::default());
    for member in &interface.inputs {
        let default = member.default.as_ref().map_or_else(String::new, |value| format!(" = {}", on_one_line(value)));
        let _ = writeln!(
            out,
            "input {}: {}{default}{}",
            visible(&member.name),
            texts.text(types, member.ty),
            marks(member)
        );
    }
    for member in &interface.outputs {
        let _ = writeln!(out, "output {}: {}{}", visible(&member.name), texts.text(types, member.ty), marks(member));
    }
    out
}

/// Returns the marks of an input or output, in parentheses.
fn marks(member: &Member) -> &'static str {
    match (member.is_sensitive, member.is_ephemeral) {
        (true, true) => " (sensitive, ephemeral)",
        (true, false) => " (sensitive)",
        (false, true) => " (ephemeral)",
        (false, false) => "",
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Renders an object with the lists `inputs` and `outputs`.
pub fn interface_json(interface: &ModuleInterface, types: &Interner) -> Value {
    let mut texts = Texts::default();
    let mut member = |member: &Member, is_input: bool| {
        let mut object = Map::new();
        object.insert("name".to_owned(), json!(member.name));
        object.insert("type".to_owned(), json!(texts.text(types, member.ty)));
        if is_input {
            object.insert("required".to_owned(), json!(member.is_required()));
            object.insert("default".to_owned(), json!(member.default));
        }
        object.insert("description".to_owned(), json!(member.description));
        object.insert("sensitive".to_owned(), json!(member.is_sensitive));
        object.insert("ephemeral".to_owned(), json!(member.is_ephemeral));
        Value::Object(object)
    };
    let mut list = |members: &[Member], is_input| members.iter().map(|of| member(of, is_input)).collect::<Vec<_>>();
    json!({ "inputs": list(&interface.inputs, true), "outputs": list(&interface.outputs, false) })
}

/// Returns the JSON Schema of all inputs, as one object.
pub fn interface_schema(interface: &ModuleInterface, types: &Interner) -> Value {
    let mut properties = Map::new();
    for member in &interface.inputs {
        let mut schema = schema(types, member.ty);
        if let (Some(object), Some(text)) = (schema.as_object_mut(), &member.description) {
            object.insert("description".to_owned(), json!(text));
        }
        properties.insert(member.name.clone(), schema);
    }
    let required: Vec<&str> =
        interface.inputs.iter().filter(|member| member.is_required()).map(|member| &member.name[..]).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The maximum number of parts of a type in a JSON Schema, as a tree: a shared part counts each time it occurs.
const LARGEST_SCHEMA: u32 = 100_000;

/// Returns the JSON Schema of a type. A type without a JSON equivalent allows all values, and so does one that is too large.
fn schema(types: &Interner, ty: Ty) -> Value {
    match types.shape(ty) {
        _ if types.size(ty) > LARGEST_SCHEMA => json!({}),
        _ if ty == STRING => json!({ "type": "string" }),
        _ if ty == NUMBER => json!({ "type": "number" }),
        _ if ty == INT => json!({ "type": "integer" }),
        _ if ty == BOOL => json!({ "type": "boolean" }),
        _ if ty == NONE => json!({ "type": "null" }),
        Shape::Constant(_, Constant::Text(text)) => json!({ "const": types.text(text) }),
        Shape::Constant(_, Constant::Bool(value)) => json!({ "const": value }),
        Shape::Constant(base, _) => schema(types, base),
        Shape::List(element) => json!({ "type": "array", "items": schema(types, element) }),
        Shape::Set(element) => json!({ "type": "array", "items": schema(types, element), "uniqueItems": true }),
        Shape::Map(element) => json!({ "type": "object", "additionalProperties": schema(types, element) }),
        Shape::Tuple(_) => {
            let items: Vec<Value> = types.members(ty).iter().map(|&member| schema(types, member)).collect();
            json!({ "type": "array", "prefixItems": items, "minItems": items.len(), "items": false })
        }
        Shape::Object(_) => {
            let property = |&(name, part): &(_, Ty)| (types.text(name).to_owned(), schema(types, part));
            let properties: Map<String, Value> = types.properties(ty).iter().map(property).collect();
            let is_required = |part: Ty| part != NONE && !types.members(part).contains(&NONE);
            let required = types.properties(ty).iter().filter(|(_, part)| is_required(*part));
            let required: Vec<&str> = required.map(|&(name, _)| types.text(name)).collect();
            json!({ "type": "object", "properties": properties, "required": required })
        }
        Shape::Union(_) => {
            let members = members_by_text(types, ty).into_iter();
            let members: Vec<Value> = members.map(|member| schema(types, member)).collect();
            json!({ "anyOf": members })
        }
        _ => json!({}),
    }
}

/// Renders two Markdown tables.
pub fn interface_markdown(interface: &ModuleInterface, types: &Interner) -> String {
    let cell = |text: &str| on_one_line(text).replace('|', "\\|");
    let code = |text: &str| format!("`{}`", cell(text));
    let said = |member: &Member| member.description.as_deref().map(cell).unwrap_or_default();
    let mut texts = Texts::default();
    let mut out = String::from("## Inputs\n\n| name | type | default | description |\n|---|---|---|---|\n");
    for member in &interface.inputs {
        let default = member.default.as_deref().map_or_else(|| "required".to_owned(), code);
        let ty = code(&texts.text(types, member.ty)) + marks(member);
        let _ = writeln!(out, "| {} | {ty} | {default} | {} |", code(&member.name), said(member));
    }
    out.push_str("\n## Outputs\n\n| name | type | description |\n|---|---|---|\n");
    for member in &interface.outputs {
        let ty = code(&texts.text(types, member.ty)) + marks(member);
        let _ = writeln!(out, "| {} | {ty} | {} |", code(&member.name), said(member));
    }
    out
}
