//! The documents of each format have the shape that its standard gives them: `formats/NAME.json` for JSON, in a part of JSON Schema,
//! and `formats/NAME.txt` for XML. A document has all kinds of problems. The schemas of OASIS (SARIF 2.1.0), of reviewdog and of
//! Jenkins (its tests) accept these documents as well; they are no part of the project.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Value, json};

use crate::command::{json as parsed, printed};
use crate::files::{root, text};

/// The problems of examples in a format: errors, warnings and notes, with suggestions, in several files.
fn document(format: &str) -> String {
    let examples = ["examples/pcl", "examples/tour", "examples/broken", "examples/cycles"];
    let options = ["check", "--recursive", "--schemas", "examples/schemas", "--format", format];
    printed(&[&options[..], &examples].concat(), 1)
}

fn shape(file: &str) -> String {
    text(&root().join("tests/commands/formats").join(file))
}

#[test]
fn documents_in_json_have_the_shapes_of_their_formats() {
    for (format, is_lines) in [("gitlab", false), ("sarif", false), ("rdjsonl", true)] {
        let schema = parsed(&shape(&format!("{format}.json")));
        let document = document(format);
        let values: Vec<Value> =
            if is_lines { document.lines().map(parsed).collect() } else { vec![parsed(&document)] };
        let mut faults = Vec::new();
        for value in &values {
            compare(value, &schema, &schema, format, &mut faults);
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

#[test]
fn a_wrong_document_has_faults() {
    let schema = parsed(&shape("gitlab.json"));
    let mut faults = Vec::new();
    let position = json!({ "line": 0, "colunm": 1 });
    let location = json!({ "path": "", "positions": { "begin": position } });
    let problem = json!({ "check_name": 1, "fingerprint": "f", "severity": "bad", "location": location });
    compare(&json!([problem]), &schema, &schema, "gitlab", &mut faults);
    assert_eq!(
        faults,
        [
            "gitlab[0].check_name: is no string",
            "gitlab[0].fingerprint: is too short",
            "gitlab[0].location.path: is too short",
            "gitlab[0].location.positions.begin.colunm: is unknown",
            "gitlab[0].location.positions.begin.line: is too small",
            "gitlab[0].severity: is none of [\"info\",\"minor\",\"major\",\"critical\",\"blocker\"]",
            "gitlab[0].description: is missing",
        ]
    );
}

/// Adds the differences of a value from its schema. Of JSON Schema, this knows the words that the files have.
fn compare(value: &Value, schema: &Value, whole: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        return compare(value, &whole["definitions"][name], whole, at, faults);
    }
    let mut fault = |of: String| faults.push(format!("{at}: {of}"));
    let has_type = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some(other) => panic!("the type {other} is not known"),
        None => true,
    };
    if !has_type {
        return fault(format!("is no {}", schema["type"].as_str().unwrap_or_default()));
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        fault(format!("is none of {}", schema["enum"]));
    }
    let length = value.as_str().map(str::len).or(value.as_array().map(Vec::len)).unwrap_or_default() as u64;
    if schema["minLength"].as_u64().or(schema["minItems"].as_u64()).is_some_and(|least| length < least) {
        fault("is too short".to_owned());
    }
    if schema["minimum"].as_u64().is_some_and(|least| value.as_u64().unwrap_or_default() < least) {
        fault("is too small".to_owned());
    }
    for (number, element) in value.as_array().into_iter().flatten().enumerate() {
        compare(element, &schema["items"], whole, &format!("{at}[{number}]"), faults);
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        match &schema["properties"][name] {
            Value::Null if schema["additionalProperties"] == false => faults.push(format!("{at}.{name}: is unknown")),
            Value::Null => {}
            own => compare(member, own, whole, &format!("{at}.{name}"), faults),
        }
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if value.get(name).is_none() {
            faults.push(format!("{at}.{name}: is missing"));
        }
    }
}

/// An element as a file of shapes describes it: its name, its attributes, and the elements in it.
type Element<'t> = (&'t str, Vec<&'t str>, Vec<&'t str>);

fn elements(shapes: &str) -> Vec<Element<'_>> {
    let lines = shapes.lines().filter(|line| !line.starts_with('#'));
    let each = lines.map(|line| {
        let (own, inside) = line.split_once(" :").expect("a colon");
        let mut words = own.split_whitespace();
        (words.next().expect("a name"), words.collect(), inside.split_whitespace().collect())
    });
    each.collect()
}

#[test]
fn documents_in_xml_have_the_shapes_of_their_formats() {
    for format in ["checkstyle", "junit"] {
        let (shapes, document) = (shape(&format!("{format}.txt")), document(format));
        let known = elements(&shapes);
        let mut reader = Reader::from_str(&document);
        let mut open: Vec<&Element<'_>> = Vec::new();
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Start(found) => open.push(entered(&found, &open, &known)),
                Event::Empty(found) => _ = entered(&found, &open, &known),
                Event::End(_) => _ = open.pop(),
                Event::Eof => break,
                _ => {}
            }
        }
    }
}

/// Returns the shape of an element that begins, which is the one of the first line outside of all others.
fn entered<'k, 't>(found: &BytesStart<'_>, open: &[&Element<'_>], known: &'k [Element<'t>]) -> &'k Element<'t> {
    let name = String::from_utf8_lossy(found.name().as_ref()).into_owned();
    let may_be_here = open.last().map_or(name == known[0].0, |outer| outer.2.contains(&&name[..]));
    assert!(may_be_here, "`{name}` in {:?}", open.last().map(|outer| outer.0));
    let own = known.iter().find(|element| element.0 == name).expect("a known element");
    let attributes = found.attributes().map(|attribute| attribute.expect("an attribute").key.as_ref().to_vec());
    let attributes: Vec<String> = attributes.map(|key| String::from_utf8_lossy(&key).into_owned()).collect();
    for wanted in own.1.iter().filter(|wanted| !wanted.ends_with('?')) {
        assert!(attributes.iter().any(|attribute| attribute == wanted), "`{name}` without `{wanted}`");
    }
    for attribute in &attributes {
        assert!(own.1.iter().any(|known| known.trim_end_matches('?') == attribute), "`{name}` with `{attribute}`");
    }
    own
}
