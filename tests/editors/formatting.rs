//! Formatting of documents, and diagnostics that the client asks for.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, Encoding, uri};

const BEFORE: &str = include_str!("formatting/before.tf");
const AFTER: &str = include_str!("formatting/after.tf");

/// The text of a document after edits, which are in order.
fn edited(client: &Client, text: &str, edits: &Value) -> String {
    let mut after = text.to_owned();
    for edit in edits.as_array().expect("edits").iter().rev() {
        let [start, end] = ["start", "end"].map(|end| client.offset(text, &edit["range"][end]));
        after.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    after
}

/// A text of a document with a name after formatting, or after formatting some lines.
fn formatted(name: &str, text: &str, lines: Option<[u32; 2]>) -> String {
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&Path::new("/formatting").join(name), text);
    let mut params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": false } });
    let method = match lines {
        None => "textDocument/formatting",
        Some([first, last]) => {
            let at = |line| json!({ "line": line, "character": 0 });
            params["range"] = json!({ "start": at(first), "end": at(last) });
            "textDocument/rangeFormatting"
        }
    };
    let edits = client.ask(method, params);
    let after = edited(&client, text, &edits);
    client.end();
    after
}

#[test]
fn modules_are_formatted_as_by_terraform() {
    assert_eq!(formatted("main.tf", BEFORE, None), AFTER);
    assert_eq!(formatted("main.tf", AFTER, None), AFTER);
    let windows = BEFORE.replace('\n', "\r\n");
    assert_eq!(formatted("main.tf", &windows, None), AFTER.replace('\n', "\r\n"));
}

#[test]
fn other_languages_keep_their_forms() {
    let program = "resource  bucket \"aws:s3:Bucket\"{\n name=\"${x}\"\n  tags={a=1}\n}\n";
    let expected = "resource bucket \"aws:s3:Bucket\" {\n  name = \"${x}\"\n  tags = { a = 1 }\n}\n";
    assert_eq!(formatted("main.pp", program, None), expected);
}

#[test]
fn parts_of_documents_are_formatted() {
    let text = "locals {\na=1\nbb=2\n}\nlocals{\nc=\"${a}\"\n}\n";
    assert_eq!(formatted("main.tf", text, Some([1, 2])), "locals {\n  a  = 1\n  bb = 2\n}\nlocals{\nc=\"${a}\"\n}\n");
    assert_eq!(formatted("main.tf", text, Some([4, 9])), "locals {\na=1\nbb=2\n}\nlocals {\n  c = \"${a}\"\n}\n");
}

#[test]
fn what_cannot_be_read_stays() {
    for (name, text) in [("main.tf", "a {\nx=[\n}\n"), ("main.tf.json", "{\"locals\":{\"a\":1}}")] {
        assert_eq!(formatted(name, text, None), text);
    }
}

#[test]
fn clients_may_ask_for_diagnostics() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp-pulled");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("net")).expect("a folder");
    let main = "module \"net\" {\n  source = \"./net\"\n}\noutput \"a\" {\n  value = var.missing\n}\n";
    fs::write(folder.join("main.tf"), main).expect("a file");
    fs::write(folder.join("net/main.tf"), "output \"a\" {\n  value = local.none\n}\n").expect("a file");
    let mut client = Client::start_in(&folder, &json!({ "pullDiagnostics": true }));
    assert_eq!(client.capabilities["diagnosticProvider"]["workspaceDiagnostics"], true);
    let document = client.open(&folder.join("main.tf"));
    let ask = |client: &mut Client, previous: &Value| {
        let params = json!({ "textDocument": { "uri": document }, "previousResultId": previous });
        client.ask("textDocument/diagnostic", params)
    };
    let first = ask(&mut client, &Value::Null);
    assert_eq!(first["kind"], "full");
    let codes = |report: &Value| -> Vec<String> {
        let items = report["items"].as_array().into_iter().flatten();
        items.map(|item| item["code"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert!(codes(&first).contains(&"unknown-variable".to_owned()), "{first}");
    assert_eq!(ask(&mut client, &first["resultId"]), json!({ "kind": "unchanged", "resultId": first["resultId"] }));
    let known = json!([
        { "uri": document, "value": first["resultId"] },
        { "uri": "file:///gone.tf", "value": "0" },
    ]);
    let all = client.ask("workspace/diagnostic", json!({ "previousResultIds": known }));
    let report = |wanted: &str| -> Value {
        let mut items = all["items"].as_array().into_iter().flatten();
        items.find(|item| item["uri"] == wanted).cloned().unwrap_or_default()
    };
    assert_eq!((&report(&document)["kind"], &report(&document)["version"]), (&json!("unchanged"), &json!(1)));
    let module = report(&uri(&folder.join("net/main.tf")));
    assert_eq!((codes(&module), &module["version"]), (vec!["unknown-variable".to_owned()], &Value::Null));
    assert_eq!(codes(&report("file:///gone.tf")), Vec::<String>::new());
    client.replace(&document, &main.replace("var.missing", "1"));
    let after = ask(&mut client, &first["resultId"]);
    assert!(!codes(&after).contains(&"unknown-variable".to_owned()), "{after}");
    assert!(client.diagnostics.is_empty(), "diagnostics are pushed as well: {:?}", client.diagnostics);
    client.end();
}
