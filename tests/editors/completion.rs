//! Completion, signatures and quick fixes.

use serde_json::{Value, json};

use crate::client::{Client, Encoding};
use crate::files::root;

/// A server with the schemas of the examples.
fn server() -> Client {
    Client::start(&["--schemas".to_owned(), root().join("examples/schemas").display().to_string()], Encoding::Utf16)
}

/// Opens a text with a bar as the cursor, and returns the parameters for the cursor.
fn open(client: &mut Client, name: &str, text: &str) -> Value {
    let at = text.find('|').expect("a bar");
    let text = text.replacen('|', "", 1);
    let uri = client.open_as(&root().join("target/never").join(name), &text);
    client.at(&uri, &text, at)
}

/// The labels offered at the cursor.
fn offered(name: &str, text: &str) -> Vec<String> {
    let mut client = server();
    let at = open(&mut client, name, text);
    let list = client.ask("textDocument/completion", at);
    client.end();
    let items = list["items"].as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
}

const NETWORK: &str = "resource \"net\" \"cloud:network:Network\" {\n  cidr = \"a\"\n}\n";

#[test]
fn the_properties_of_values_are_offered() {
    let of = |rest: &str| offered("main.pp", &format!("{NETWORK}{rest}"));
    assert_eq!(of("x = net.|\n"), ["cidr", "id", "tags", "urn"]);
    assert_eq!(of("x = [for n in [net] : n.ta|\ny = 1\n"), ["cidr", "id", "tags", "urn"]);
    assert_eq!(of("x = \"${net.|}\"\n"), ["cidr", "id", "tags", "urn"]);
    assert_eq!(offered("main.hcl", "a = { b = { c = 1 } }\nx = f([a.b.|\ny = 2\n"), ["c"]);
}

#[test]
fn what_is_required_comes_first() {
    let body = |body: &str| offered("main.pp", &format!("resource \"s\" \"cloud:network:Subnet\" {{\n{body}"));
    assert_eq!(body("  |\n}\n"), ["cidr", "networkId", "zone", "options"]);
    assert_eq!(body("  cidr = \"a\"\n  |\n}\n"), ["networkId", "zone", "options"]);
    // Without the closing brace.
    assert_eq!(body("  cidr = \"a\"\n  ne|"), ["networkId", "zone", "options"]);
    let rule = "resource \"f\" \"cloud:firewall:Firewall\" {\n  rule = {\n    all = [{ | }]\n  }\n}\n";
    assert_eq!(offered("main.pp", rule), ["all", "ports", "source"]);
}

#[test]
fn values_of_enums_and_tokens_are_offered() {
    let size =
        |value: &str| offered("main.pp", &format!("resource \"s\" \"cloud:index:Server\" {{\n  size = {value}\n}}\n"));
    assert_eq!(size("|")[..3], ["\"large\"", "\"medium\"", "\"small\""]);
    assert_eq!(size("\"me|\""), ["large", "medium", "small"]);
    assert_eq!(size("\"|\""), ["large", "medium", "small"]);
    assert_eq!(size("cond ? \"|\" : \"small\""), ["large", "medium", "small"]);
    let token = |token: &str| offered("main.pp", &format!("resource \"s\" \"{token}\" {{\n}}\n"));
    assert_eq!(token("|"), ["cloud:", "data:", "pulumi:"]);
    assert!(token("cloud:network:|").contains(&"cloud:network:Subnet".to_owned()));
    assert!(offered("main.pp", "x = invoke(\"cloud:|\", {})\n").contains(&"cloud:getZones".to_owned()));
}

#[test]
fn names_in_scope_are_offered_with_those_that_fit_first() {
    let text =
        format!("{NETWORK}zone = \"x\"\nports = [1]\nresource \"s\" \"cloud:network:Subnet\" {{\n  zone = |\n}}\n");
    let found = offered("main.pp", &text);
    assert_eq!(found[0], "zone");
    for name in ["net", "ports", "split", "null"] {
        assert!(found.iter().any(|of| of == name), "{name} is not offered: {found:?}");
    }
    let found = offered("main.hcl", "xs = [1]\ny = { for key, value in xs : key => |\n");
    assert_eq!(found[..2], ["key", "value"]);
    // The variables are not in scope in the collection.
    assert!(!offered("main.hcl", "xs = [1]\ny = [for value in | : value]\n").contains(&"value".to_owned()));
}

#[test]
fn signatures_are_shown_while_a_call_is_written() {
    let mut client = server();
    let at = open(&mut client, "main.pp", "x = split(\"a\", |\n");
    let help = client.ask("textDocument/signatureHelp", at);
    assert_eq!(help["signatures"][0]["label"], "split(separator: string, string: string): list(string)");
    assert_eq!(help["signatures"][0]["activeParameter"], 1);
    let at = open(&mut client, "other.pp", "x = 1 + |\n");
    assert_eq!(client.ask("textDocument/signatureHelp", at), Value::Null);
    client.end();
}

/// The titles of the code actions at the cursor, and the text after one of them is applied.
fn actions(name: &str, text: &str, title: &str) -> (Vec<String>, Option<String>) {
    let mut client = server();
    let at = open(&mut client, name, text);
    let text = text.replacen('|', "", 1);
    let position = &at["position"];
    let params = json!({
        "textDocument": at["textDocument"],
        "range": { "start": position, "end": position },
        "context": { "diagnostics": [] },
    });
    let found = client.ask("textDocument/codeAction", params);
    let found = found.as_array().expect("actions");
    let titles = found.iter().map(|of| of["title"].as_str().expect("a title").to_owned()).collect();
    let chosen = found.iter().find(|of| of["title"] == title);
    let after = chosen.map(|chosen| {
        let edits = &chosen["edit"]["changes"][at["textDocument"]["uri"].as_str().expect("an address")];
        let edit = &edits[0];
        let [start, end] = ["start", "end"].map(|end| client.offset(&text, &edit["range"][end]));
        format!("{}{}{}", &text[..start], edit["newText"].as_str().expect("a text"), &text[end..])
    });
    client.end();
    (titles, after)
}

#[test]
fn names_that_were_meant_are_offered() {
    let after = |text: &str, title: &str| actions("main.hcl", text, title).1;
    let fixed = after("region = 1\na = regoin|\n", "Change to `region`");
    assert_eq!(fixed.as_deref(), Some("region = 1\na = region\n"));
    let text = "resource \"n\" \"cloud:network:Network\" {\n  cidr = \"a\"\n  tag|s2 = {}\n}\n";
    let fixed = actions("main.pp", text, "Change to `tags`").1;
    assert!(fixed.is_some_and(|text| text.contains("  tags = {}\n")));
    // A token has the form in which completion inserts it.
    let fixed =
        actions("main.pp", "resource \"s\" \"cloud:network:Sub|nt\" {\n}\n", "Change to `cloud:network:Subnet`").1;
    assert!(fixed.is_some_and(|text| text.contains("\"cloud:network:Subnet\"")));
    let text = "resource \"s\" \"cloud:index:Server\" {\n  size = \"lar|g\"\n}\n";
    let fixed = actions("main.pp", text, "Change to `large`").1;
    assert!(fixed.is_some_and(|text| text.contains("size = \"large\"")));
}

#[test]
fn missing_inputs_are_added() {
    let text = "resource \"s\" \"cloud:network:Subnet\" |{\n}\n";
    let (titles, after) = actions("main.pp", text, "Add all missing inputs");
    assert!(titles.contains(&"Add `cidr`".to_owned()) && titles.contains(&"Add `networkId`".to_owned()), "{titles:?}");
    let expected = "resource \"s\" \"cloud:network:Subnet\" {\n  cidr = \"\"\n  networkId = \"\"\n}\n";
    assert_eq!(after.as_deref(), Some(expected));
}

#[test]
fn diagnostics_are_ignored_by_comments() {
    let title = "Ignore `unknown-variable` here";
    let after = |text: &str| actions("main.hcl", text, title).1.expect("an action");
    assert_eq!(after("a = b|\n"), "a = b # typelog: ignore[unknown-variable]\n");
    assert_eq!(after("a = b| # so\n"), "# typelog: ignore[unknown-variable]\na = b # so\n");
    let two = "a = b| # typelog: ignore[no-conversion]\n";
    assert_eq!(after(two), "a = b # typelog: ignore[no-conversion, unknown-variable]\n");
    assert_eq!(actions("main.hcl", "a = <<X\n ${b|}\nX\n", title).1, None);
}
