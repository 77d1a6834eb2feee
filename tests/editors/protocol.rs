//! The protocol: initialization, cancellation, invalid requests, several documents and folders.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, Encoding, uri};
use crate::files::root;

/// A folder for a test, with files.
fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lsp-{name}"));
    let _ = fs::remove_dir_all(&folder);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().map(|of| of["code"].as_str().expect("a code")).collect()
}

#[test]
fn the_client_chooses_the_units_of_positions() {
    let text = "a = [\"𝒳𝒳\", missing]\n";
    for (encoding, kind, character) in [(Encoding::Utf8, "utf-8", 17), (Encoding::Utf16, "utf-16", 13)] {
        let mut client = Client::start(&[], encoding);
        assert_eq!(client.capabilities["positionEncoding"], kind);
        let uri = client.open_as(&root().join("target/never/units.hcl"), text);
        let found = client.next_diagnostics(&uri);
        let unknown = found.iter().find(|of| of["code"] == "unknown-variable").expect("a diagnostic");
        assert_eq!(unknown["range"]["start"], json!({ "line": 0, "character": character }));
        // An edit after wide characters.
        let range = json!({ "start": unknown["range"]["start"], "end": unknown["range"]["end"] });
        client.edit(&uri, &range, "a");
        assert_eq!(codes(&client.next_diagnostics(&uri)), ["circular-reference"]);
        client.end();
    }
}

#[test]
fn requests_that_are_cancelled_are_not_answered() {
    let mut text = String::new();
    for number in 0..3_000 {
        let _ = writeln!(text, "v{number} = [for x in [1, 2, {number}] : {{ a = x, b = [x, \"${{x}}\"] }}]");
    }
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&root().join("target/never/large.hcl"), &text);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9_999, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": whole });
    // The first request is answered while the other ones are cancelled.
    let ids: Vec<i32> = (0..4).map(|_| client.request("textDocument/inlayHint", params.clone())).collect();
    for id in &ids {
        client.tell("$/cancelRequest", json!({ "id": id }));
    }
    client.tell("$/cancelRequest", json!({ "id": 999_999 }));
    for id in ids {
        assert_eq!(client.answer(id)["error"]["code"], -32800);
    }
    let hover = json!({ "textDocument": { "uri": uri }, "position": { "line": 5, "character": 0 } });
    assert!(client.ask("textDocument/hover", hover)["contents"]["value"].is_string());
    client.end();
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut client = Client::start(&[], Encoding::Utf16);
    let mut code = |method: &str, params: Value| {
        let id = client.request(method, params);
        let answer = client.answer(id);
        (answer["error"]["code"].as_i64(), answer["result"].clone())
    };
    assert_eq!(code("textDocument/moniker", json!({})).0, Some(-32601));
    assert_eq!(code("textDocument/hover", json!({ "position": 7 })).0, Some(-32602));
    assert_eq!(
        code("workspace/executeCommand", json!({ "command": "typelog.page", "arguments": ["none"] })).0,
        Some(-32803)
    );
    let unopened =
        json!({ "textDocument": { "uri": "file:///nowhere.hcl" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(code("textDocument/hover", unopened), (None, Value::Null));
    client.tell("textDocument/didChange", json!({ "nothing": true }));
    let uri = client.open_as(Path::new("/nowhere/at all.hcl"), "a = 1\n");
    let behind = json!({ "textDocument": { "uri": uri }, "position": { "line": 900, "character": 900 } });
    assert_eq!(client.ask("textDocument/hover", behind), Value::Null);
    client.end();
}

#[test]
fn a_client_introduces_itself_first() {
    let mut client = Client::start(&[], Encoding::Utf16);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    let id = client.request("workspace/symbol", json!({ "query": "" }));
    assert_eq!(client.answer(id)["error"]["code"], -32600);
    client.tell("exit", Value::Null);
}

#[test]
fn a_directory_is_one_program() {
    let files =
        [("a.hcl", "x = y\n"), ("b.hcl", "y = 1\n"), ("c.pp", "z = q\n"), ("d.hcl.json", "{\"w\": \"${x}\"}\n")];
    let folder = scratch("directory", &files);
    let mut client = Client::start(&[], Encoding::Utf16);
    let a = client.open(&folder.join("a.hcl"));
    client.settle();
    assert_eq!(codes(&client.diagnostics[&a]), Vec::<&str>::new());
    // The text in the editor overrides the file on disk.
    let b = client.open_as(&folder.join("b.hcl"), "yy = 1\n");
    assert_eq!(codes(&client.next_diagnostics(&a)), ["unknown-variable"]);
    client.close(&b);
    assert_eq!(codes(&client.next_diagnostics(&a)), Vec::<&str>::new());
    // A file in another language belongs to another program.
    let c = client.open(&folder.join("c.pp"));
    assert!(codes(&client.next_diagnostics(&c)).contains(&"unknown-variable"));
    // JSON is renamed as well.
    let params = json!({ "textDocument": { "uri": a }, "position": { "line": 0, "character": 0 }, "newName": "v" });
    let edit = client.ask("textDocument/rename", params);
    assert_eq!(edit["changes"][uri(&folder.join("d.hcl.json"))][0]["range"]["start"]["character"], 9);
    // When all documents of a program are closed, its diagnostics are cleared.
    client.close(&c);
    assert_eq!(codes(&client.next_diagnostics(&c)), Vec::<&str>::new());
    client.end();
}

#[test]
fn settings_and_files_on_disk_are_read_again_when_they_change() {
    let files = [("typelog.toml", "lenient = true\n"), ("a.hcl", "x = y\n")];
    let folder = scratch("settings", &files);
    let mut client = Client::start(&[], Encoding::Utf16);
    let a = client.open(&folder.join("a.hcl"));
    assert_eq!(client.next_diagnostics(&a)[0]["severity"], 2);
    let changed = |client: &mut Client, name: &str| {
        let change = json!({ "uri": uri(&folder.join(name)), "type": 2 });
        client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    };
    fs::write(folder.join("typelog.toml"), "lenient = false\n").expect("a file");
    changed(&mut client, "typelog.toml");
    assert_eq!(client.next_diagnostics(&a)[0]["severity"], 1);
    fs::write(folder.join("b.hcl"), "y = 1\n").expect("a file");
    changed(&mut client, "b.hcl");
    assert_eq!(codes(&client.next_diagnostics(&a)), Vec::<&str>::new());
    client.end();
}

#[test]
fn a_fault_in_settings_is_reported_in_their_file() {
    let files = [("typelog.toml", "lenient = true\n"), ("a.hcl", "x = y\n")];
    let folder = scratch("faulty-settings", &files);
    let mut client = Client::start(&[], Encoding::Utf16);
    let (a, settings) = (client.open(&folder.join("a.hcl")), uri(&folder.join("typelog.toml")));
    assert_eq!(client.next_diagnostics(&a)[0]["severity"], 2);
    let change = |client: &mut Client, text: &str| {
        fs::write(folder.join("typelog.toml"), text).expect("a file");
        client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": settings, "type": 2 }] }));
    };
    change(&mut client, "dialekt = \"hcl\"\n");
    let found = client.next_diagnostics(&settings);
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("there is `dialect`")), "{found:?}");
    assert_eq!(found[0]["range"]["end"], json!({ "line": 0, "character": 7 }));
    // The settings before the fault are used.
    client.edit(&a, &json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } }), "z");
    assert_eq!(client.next_diagnostics(&a)[0]["severity"], 2);
    change(&mut client, "lenient = false\n");
    assert_eq!(client.next_diagnostics(&settings), Vec::<Value>::new());
    assert_eq!(client.next_diagnostics(&a)[0]["severity"], 1);
    client.end();
}

#[test]
fn a_component_is_checked_as_it_is_edited() {
    let files = [
        ("main.pp", "component \"c\" \"./c\" {\n  size = 1\n}\noutput \"o\" {\n  value = c.out\n}\n"),
        ("c/main.pp", "config \"size\" \"number\" {\n}\noutput \"out\" {\n  value = size\n}\n"),
    ];
    let folder = scratch("components", &files);
    let mut client = Client::start(&[], Encoding::Utf16);
    let main = client.open(&folder.join("main.pp"));
    client.settle();
    assert_eq!(codes(&client.diagnostics[&main]), Vec::<&str>::new());
    client.open_as(
        &folder.join("c/main.pp"),
        "config \"length\" \"number\" {\n}\noutput \"out\" {\n  value = length\n}\n",
    );
    let found = client.next_diagnostics(&main);
    // The only unknown input stands for the only missing one.
    assert_eq!(codes(&found), ["unknown-input"]);
    client.end();
}

#[test]
fn a_code_has_a_page_and_a_problem_a_proof() {
    let options = json!({ "codeLink": "https://example.org/{code}.md", "commandLinks": true });
    let mut client = Client::start_with(&[], Encoding::Utf16, &options);
    let uri = client.open_as(&root().join("target/never/proof.hcl"), "a = 1 + [\"x\"]\n");
    let found = client.next_diagnostics(&uri);
    assert_eq!(found[0]["code"], "no-conversion");
    assert_eq!(found[0]["codeDescription"]["href"], "https://example.org/no-conversion.md");
    let at = json!({ "uri": uri, "position": found[0]["range"]["start"], "code": "no-conversion" });
    let proof = client.ask("workspace/executeCommand", json!({ "command": "typelog.proof", "arguments": [at] }));
    assert!(proof["text"].as_str().is_some_and(|text| text.contains("(P-No-Conversion)")), "{proof}");
    assert_eq!(proof["tree"]["rule"], "P-No-Conversion");
    let page =
        client.ask("workspace/executeCommand", json!({ "command": "typelog.page", "arguments": ["no-conversion"] }));
    assert!(page.as_str().is_some_and(|page| page.starts_with("# no-conversion")));
    let hover = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 4 } });
    let hover = client.ask("textDocument/hover", hover);
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("(command:typelog.showProof?")));
    client.end();
}

#[test]
fn the_facts_at_the_cursor_are_listed() {
    let text = "ports = [80, 443]\nfirst = ports[0] + 1\n";
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&root().join("target/never/facts.hcl"), text);
    let mut facts = |word: &str| {
        let at = json!({ "uri": uri, "position": client.position(text, text.find(word).expect("the word")) });
        client.ask("workspace/executeCommand", json!({ "command": "typelog.facts", "arguments": [at] }))
    };
    let rows = |facts: &Value, relation: &str| -> Vec<String> {
        let relations = facts["relations"].as_array().expect("relations");
        let found = relations.iter().find(|found| found["relation"] == relation);
        found.map_or_else(Vec::new, |found| serde_json::from_value(found["rows"].clone()).expect("texts"))
    };
    let of_use = facts("ports[0]");
    assert_eq!(of_use["subject"], "ports[0]");
    assert_eq!(rows(&of_use, "has_type"), ["expression: ports[0], type: const(80)"]);
    assert!(rows(&of_use, "part").iter().any(|row| row.contains("ports[0] + 1")), "{of_use}");
    let of_name = facts("first");
    assert_eq!(of_name["subject"], "first");
    assert!(!rows(&of_name, "definition").is_empty() && rows(&of_name, "has_type").is_empty(), "{of_name}");
    client.end();
}

#[test]
fn words_that_name_values_have_the_proofs_of_these() {
    let text = "config \"n\" \"number\" {\n  default = 1\n}\na = { first = toJSON(n) }\n";
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&root().join("target/never/main.pp"), text);
    for (word, said) in [("toJSON", "toJSON(n)"), ("first", "toJSON(n)"), ("default", "1 :")] {
        let at = json!({ "uri": uri, "position": client.position(text, text.find(word).expect("the word")) });
        let proof = client.ask("workspace/executeCommand", json!({ "command": "typelog.proof", "arguments": [at] }));
        let conclusion = proof["tree"]["conclusion"].as_str().unwrap_or_default();
        assert!(conclusion.starts_with(said), "{word}: {proof}");
    }
    client.end();
}

#[test]
fn large_programs_are_cut_to_what_editors_show() {
    let text: String = (0..1_500).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "v{number} = missing{number}");
        text
    });
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&root().join("target/never/many.hcl"), &text);
    assert_eq!(client.next_diagnostics(&uri).len(), 1_000);
    client.end();
}

#[test]
fn diagnostics_that_are_sent_again_are_those_of_the_text() {
    let words = ["a = missing\n", "b = missing\n", "c = { x = 1 }.y\n", "a = missing + [true]\n", "d = c + \"x\"\n"];
    let mut client = Client::start(&[], Encoding::Utf16);
    let path = root().join("target/never/again.hcl");
    let mut text = words.concat();
    let uri = client.open_as(&path, &text);
    let found = client.next_diagnostics(&uri);
    assert!(found.iter().any(|found| found["relatedInformation"].is_array()), "{found:?}");
    // Each edit affects the next one: before it, after it, and among the diagnostics.
    let edits = [
        (0, 0, "\n"),
        (0, 0, "z = missing\n"),
        (0, 1, ""),
        (26, 5, "found"),
        (0, 12, ""),
        (12, 0, "é = 1\n"),
        (0, 12, ""),
    ];
    for (at, length, new) in edits {
        let (start, end) = (client.position(&text, at), client.position(&text, at + length));
        client.edit(&uri, &json!({ "start": start, "end": end }), new);
        text.replace_range(at..at + length, new);
        let mut fresh = Client::start(&[], Encoding::Utf16);
        let again = fresh.open_as(&path, &text);
        assert_eq!(client.next_diagnostics(&uri), fresh.next_diagnostics(&again), "{text}");
        fresh.end();
    }
    client.end();
}
