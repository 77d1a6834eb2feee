//! A generated schema of a package, as large as those of the largest clouds, and a program that uses a part of it.

use std::fmt::Write;

/// The number of properties of a resource.
const PROPERTIES: usize = 40;

/// A schema of about this many bytes.
pub fn schema(bytes: usize) -> String {
    let mut resources = String::new();
    let mut types = String::new();
    let mut count = 0;
    while resources.len() + types.len() < bytes {
        let comma = if count == 0 { "" } else { "," };
        let words = "It is described at length, as providers do: with examples, links and warnings. ".repeat(30);
        let properties: Vec<String> = (0..PROPERTIES).map(|number| property(count, number)).collect();
        let properties = properties.join(",");
        let _ = write!(
            resources,
            r#"{comma}"big:m{}/r{count}:R{count}":{{"description":"The resource {count}. {words}","properties":{{{properties}}},"inputProperties":{{{properties}}},"requiredInputs":["p0"],"required":["p0","p1"],"stateInputs":{{"description":"As it was.","properties":{{{properties}}},"type":"object"}}}}"#,
            count / 8,
        );
        let _ = write!(
            types,
            r##"{comma}"big:index/T{count}:T{count}":{{"description":"The type {count}.","properties":{{"name":{{"type":"string"}},"next":{{"$ref":"#/types/big:index%2FT{}:T{}"}},"sizes":{{"type":"array","items":{{"type":"number"}}}}}},"type":"object","required":["name"]}}"##,
            count / 2,
            count / 2,
        );
        count += 1;
    }
    format!(r#"{{"name":"big","version":"1.0.0","types":{{{types}}},"resources":{{{resources}}}}}"#)
}

fn property(resource: usize, number: usize) -> String {
    let ty = match number % 5 {
        0 => r#""type":"string""#.to_owned(),
        1 => r#""type":"array","items":{"type":"string"}"#.to_owned(),
        2 => r#""type":"integer""#.to_owned(),
        3 => r#""type":"object","additionalProperties":{"type":"string"}"#.to_owned(),
        _ => format!(r##""$ref":"#/types/big:index%2FT{resource}:T{resource}""##),
    };
    let description = "Changing it replaces the resource, and all that refers to it is updated in turn. ".repeat(2);
    format!(r#""p{number}":{{{ty},"description":"The property {number}. {description}"}}"#)
}

/// A program with this many resources, all of different types.
pub fn program(resources: usize) -> String {
    let mut text = String::new();
    for at in 0..resources {
        let before = at.saturating_sub(1);
        let first = if at == 0 { r#""first""#.to_owned() } else { format!("r{before}.p0") };
        let _ = write!(
            text,
            "resource \"r{at}\" \"big:m{}/r{at}:R{at}\" {{\n  p0 = {first}\n  p1 = [\"a\", \"b{at}\"]\n  p2 = {at}\n  p4 = {{ name = \"n{at}\", sizes = [1, 2] }}\n}}\n",
            at / 8
        );
    }
    text
}
