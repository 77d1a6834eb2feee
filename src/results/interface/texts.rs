//! Rendering of module interfaces as text, JSON, JSON Schema and Markdown.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::{Member, ModuleInterface, Validation};
use crate::type_expressions::defaults::{Children, Defaults};
use crate::types::display::{Texts, members_by_text};
use crate::types::{BOOL, Constant, INT, Interner, NONE, NUMBER, STRING, Shape, Ty};
use crate::value::to_json;
use crate::visible::visible;

/// Renders one line for each input and output.
pub fn interface_text(interface: &ModuleInterface, types: &Interner) -> String {
    let (mut out, mut texts) = (String::new(), Texts::default());
    for member in &interface.inputs {
        let default = default_text(member).map_or_else(String::new, |value| format!(" = {value}"));
        let _ = writeln!(
            out,
            "input {}: {}{default}{}",
            visible(&member.name),
            type_text(member, &mut texts, types),
            marks(member)
        );
    }
    for member in &interface.outputs {
        let ty = type_text(member, &mut texts, types);
        let _ = writeln!(out, "output {}: {ty}{}", visible(&member.name), marks(member));
    }
    out
}

/// Returns the type of an input or output: an input of Terraform as it is declared.
fn type_text(member: &Member, texts: &mut Texts, types: &Interner) -> String {
    member.declared.clone().unwrap_or_else(|| texts.text(types, member.ty).clone())
}

/// Returns the marks of an input or output, in parentheses. An input of Terraform takes null unless it says otherwise.
fn marks(member: &Member) -> String {
    let is_never_null = member.declared.is_some() && !member.is_nullable;
    let all = [("sensitive", member.is_sensitive), ("ephemeral", member.is_ephemeral), ("not null", is_never_null)];
    let held: Vec<&str> = all.into_iter().filter(|mark| mark.1).map(|mark| mark.0).collect();
    if held.is_empty() { String::new() } else { format!(" ({})", held.join(", ")) }
}

/// Returns the default of an input on one line. One that is written over several lines is JSON: its items are separated by line
/// breaks, and there may be comments between them.
fn default_text(member: &Member) -> Option<String> {
    let written = member.default.as_deref()?;
    let json = member.default_json.as_ref().filter(|_| written.contains(['\n', '\r']));
    Some(json.map_or_else(|| on_one_line(written), ToString::to_string))
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
            if member.declared.is_some() {
                let validation = |of: &Validation| json!({ "condition": of.condition, "error_message": of.message });
                let validations: Vec<Value> = member.validations.iter().map(validation).collect();
                object.insert("declared".to_owned(), json!(member.declared));
                object.insert("nullable".to_owned(), json!(member.is_nullable));
                object.insert("validations".to_owned(), json!(validations));
            }
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
        let mut schema = schema(types, member.ty, member.defaults.as_ref());
        if member.is_nullable && schema.as_object().is_some_and(|schema| !schema.is_empty()) {
            schema = json!({ "anyOf": [schema, { "type": "null" }] });
        }
        if let (Some(object), Some(default)) = (schema.as_object_mut(), &member.default_json) {
            object.insert("default".to_owned(), default.clone());
        }
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

/// Returns the JSON Schema of a type with the defaults of its optional attributes. A type without a JSON equivalent allows all values, and so does one that is too large.
fn schema(types: &Interner, ty: Ty, defaults: Option<&Defaults>) -> Value {
    let of_elements = match defaults.map(|defaults| &defaults.children) {
        Some(Children::Element(element)) => Some(&**element),
        _ => None,
    };
    match types.shape(ty) {
        _ if types.size(ty) > LARGEST_SCHEMA => json!({}),
        _ if ty == STRING => json!({ "type": "string" }),
        _ if ty == NUMBER => json!({ "type": "number" }),
        _ if ty == INT => json!({ "type": "integer" }),
        _ if ty == BOOL => json!({ "type": "boolean" }),
        _ if ty == NONE => json!({ "type": "null" }),
        Shape::Constant(_, Constant::Text(text)) => json!({ "const": types.text(text) }),
        Shape::Constant(_, Constant::Bool(value)) => json!({ "const": value }),
        Shape::Constant(base, _) => schema(types, base, None),
        Shape::List(element) => json!({ "type": "array", "items": schema(types, element, of_elements) }),
        Shape::Set(element) => {
            json!({ "type": "array", "items": schema(types, element, of_elements), "uniqueItems": true })
        }
        Shape::Map(element) => json!({ "type": "object", "additionalProperties": schema(types, element, of_elements) }),
        Shape::Tuple(_) => {
            let known = match defaults.map(|defaults| &defaults.children) {
                Some(Children::Members(members)) => &members[..],
                _ => &[],
            };
            let inner = |at: usize| known.iter().find(|known| known.0 == at).map(|known| &known.1);
            let items = types.members(ty).iter().enumerate();
            let items: Vec<Value> = items.map(|(at, &member)| schema(types, member, inner(at))).collect();
            json!({ "type": "array", "prefixItems": items, "minItems": items.len(), "items": false })
        }
        Shape::Object(_) => {
            let known = match defaults.map(|defaults| &defaults.children) {
                Some(Children::Properties(properties)) => &properties[..],
                _ => &[],
            };
            let property = |&(name, part): &(_, Ty)| {
                let inner = known.iter().find(|known| known.0 == name).map(|known| &known.1);
                let mut schema = schema(types, part, inner);
                let values = defaults.map_or(&[][..], |defaults| &defaults.values);
                let default = values.iter().find(|value| value.0 == name);
                let default = default.and_then(|(_, value)| serde_json::from_str(&to_json(value, types)).ok());
                if let (Some(object), Some(default)) = (schema.as_object_mut(), default) {
                    object.insert("default".to_owned(), default);
                }
                (types.text(name).to_owned(), schema)
            };
            let properties: Map<String, Value> = types.properties(ty).iter().map(property).collect();
            let is_required = |part: Ty| part != NONE && !types.members(part).contains(&NONE);
            let required = types.properties(ty).iter().filter(|(_, part)| is_required(*part));
            let required: Vec<&str> = required.map(|&(name, _)| types.text(name)).collect();
            json!({ "type": "object", "properties": properties, "required": required })
        }
        Shape::Union(_) => {
            let members = members_by_text(types, ty).into_iter();
            // The defaults of an optional attribute are those of its type.
            let members: Vec<Value> = members.map(|member| schema(types, member, defaults)).collect();
            json!({ "anyOf": members })
        }
        _ => json!({}),
    }
}

/// Renders two Markdown tables.
pub fn interface_markdown(interface: &ModuleInterface, types: &Interner) -> String {
    let cell = |text: &str| visible(&on_one_line(text)).replace('|', "\\|").replace('&', "&amp;").replace('<', "&lt;");
    let code = |text: &str| code_span(&visible(&on_one_line(text)).replace('|', "\\|"));
    let said = |member: &Member| member.description.as_deref().map(cell).unwrap_or_default();
    let mut texts = Texts::default();
    let mut out = String::from("## Inputs\n\n| name | type | default | description |\n|---|---|---|---|\n");
    for member in &interface.inputs {
        let default = default_text(member).map_or_else(|| "required".to_owned(), |text| code(&text));
        let ty = code(&type_text(member, &mut texts, types)) + &marks(member);
        let conditions = member.validations.iter().map(|of| format!("<br>Required: {}", code(&of.condition)));
        let said = said(member) + &conditions.collect::<String>();
        let _ = writeln!(out, "| {} | {ty} | {default} | {said} |", code(&member.name));
    }
    out.push_str("\n## Outputs\n\n| name | type | description |\n|---|---|---|\n");
    for member in &interface.outputs {
        let ty = code(&texts.text(types, member.ty)) + &marks(member);
        let _ = writeln!(out, "| {} | {ty} | {} |", code(&member.name), said(member));
    }
    out
}

/// Returns a text as code in Markdown: between more backticks than it has in a row, so that none of it is Markdown or HTML.
fn code_span(text: &str) -> String {
    let most = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(most + 1);
    let blank = if most > 0 { " " } else { "" };
    format!("{marks}{blank}{text}{blank}{marks}")
}

#[cfg(test)]
mod tests {
    use super::code_span;

    #[test]
    fn no_text_ends_its_code() {
        assert_eq!(code_span("<b>"), "`<b>`");
        assert_eq!(code_span("a `<b>` c"), "`` a `<b>` c ``");
        assert_eq!(code_span("``"), "``` `` ```");
    }
}
