//! Hover: summaries of resources, and the types that are expected at keys.

use serde_json::{Value, json};

use crate::client::{Client, Encoding};
use crate::files::root;

/// Returns the hover at the bar in a program, with a schema whose resource has a long description.
fn hover(name: &str, program: &str) -> String {
    let folder = root().join("target/tmp").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("shop-1.0.0.json"), schema().to_string()).expect("a schema");
    let mut client = Client::start(&["--schemas".to_owned(), folder.display().to_string()], Encoding::Utf16);
    let at = program.find('|').expect("a bar");
    let text = program.replacen('|', "", 1);
    let uri = client.open_as(&folder.join("main.pp"), &text);
    let found = client.ask("textDocument/hover", client.at(&uri, &text, at));
    client.end();
    found["contents"]["value"].as_str().expect("a text").to_owned()
}

fn schema() -> Value {
    let lines: Vec<String> = (0..50).map(|number| format!("Line {number}.")).collect();
    let long = lines.join("\n");
    let resource = |description: &str| {
        json!({
            "description": description,
            "inputProperties": { "place": { "$ref": "#/types/shop:index:Place" } },
            "properties": {},
        })
    };
    json!({
        "name": "shop",
        "version": "1.0.0",
        "types": { "shop:index:Place": { "type": "object", "properties": {
            "aisle": { "type": "integer", "description": "The number of the aisle." },
        } } },
        "resources": {
            "shop:index:Shelf": resource("A shelf for goods.\n\n{{% examples %}}\n## Example Usage\n\nresource {}\n"),
            "shop:index:Rack": resource(&long),
        },
    })
}

#[test]
fn a_resource_shows_its_summary_without_examples() {
    let shelf = hover("hover-summary", "resource \"to|p\" \"shop:index:Shelf\" {\n}\n");
    assert!(shelf.contains("A shelf for goods."), "{shelf}");
    assert!(!shelf.contains("xample"), "{shelf}");
    let rack = hover("hover-long", "resource \"to|p\" \"shop:index:Rack\" {\n}\n");
    assert!(rack.contains("Line 29.\n...") && !rack.contains("Line 30."), "{rack}");
}

#[test]
fn a_key_shows_what_is_expected_at_it() {
    let key = hover("hover-key", "resource \"top\" \"shop:index:Shelf\" {\n  place = { ais|le = \"four\" }\n}\n");
    assert!(key.contains("property aisle: union(int, none)"), "{key}");
    assert!(key.contains("The number of the aisle."), "{key}");
}
