//! Modules of Terraform in directories: types propagate from a module to its caller, and follow edits of its documents.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, Encoding};

const ROOT: &str = "module \"net\" {\n  source = \"./net\"\n  names  = [\"a\", \"b\"]\n}\n\nlocals {\n  first = module.net.ranges[\"a\"]\n}\n\noutput \"first\" {\n  value = local.first\n}\n";

const NET: &str = "variable \"names\" {\n  type = list(string)\n}\n\noutput \"ranges\" {\n  value = { for index, name in var.names : name => index }\n}\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lsp-terraform-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("net")).expect("a folder");
    fs::write(folder.join("main.tf"), ROOT).expect("a file");
    fs::write(folder.join("net/main.tf"), NET).expect("a file");
    folder
}

fn hover(client: &mut Client, uri: &str, word: &str) -> String {
    let params = client.at(uri, ROOT, ROOT.find(word).expect("the word"));
    client.ask("textDocument/hover", params)["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn types_go_from_a_module_to_its_caller() {
    let folder = folder("types");
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open(&folder.join("main.tf"));
    client.settle();
    assert_eq!(client.diagnostics[&uri], Vec::<Value>::new());
    let said = hover(&mut client, &uri, "first = ");
    assert!(said.contains("number"), "{said}");
    let at = client.at(&uri, ROOT, ROOT.find("local.first").expect("a use") + 7);
    let definition = client.ask("textDocument/definition", at);
    assert_eq!(definition["range"]["start"], json!({ "line": 6, "character": 2 }));
    client.end();
}

#[test]
fn callers_follow_the_documents_of_a_module() {
    let folder = folder("follows");
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open(&folder.join("main.tf"));
    let module = client.open(&folder.join("net/main.tf"));
    client.settle();
    client.replace(&module, &NET.replace("name => index", "name => name"));
    let said = hover(&mut client, &uri, "first = ");
    assert!(said.contains("string"), "{said}");
    client.replace(&module, &NET.replace("list(string)", "number"));
    assert!(!client.next_diagnostics(&uri).is_empty());
    client.end();
}

#[test]
fn documents_that_are_not_saved_are_part_of_their_module() {
    let folder = folder("unsaved");
    fs::remove_file(folder.join("net/main.tf")).expect("the file");
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open(&folder.join("main.tf"));
    client.settle();
    assert!(!client.diagnostics[&uri].is_empty(), "the module is empty");
    let module = client.open_as(&folder.join("net/main.tf"), NET);
    assert_eq!(client.next_diagnostics(&uri), Vec::<Value>::new());
    let said = hover(&mut client, &uri, "first = ");
    assert!(said.contains("number"), "{said}");
    client.close(&module);
    assert!(!client.next_diagnostics(&uri).is_empty(), "the module is empty again");
    client.end();
}

const MARKED: &str = "terraform {\n  required_providers {\n    f = { source = \"example/fun\" }\n  }\n}\n\nvariable \"key\" {\n  type      = string\n  sensitive = true\n}\n\nlocals {\n  pair = { a = var.key, b = provider::f::wrap(\"x\", 1) }\n}\n";

const FUNCTIONS: &str = r#"{"provider_schemas": {"registry.terraform.io/example/fun": {"functions": {"wrap": {"return_type": "number",
  "parameters": [{"name": "text", "type": "string"}], "variadic_parameter": {"name": "rest", "type": "number"}}}}}}"#;

#[test]
fn hover_tells_marks_and_functions_of_providers() {
    let folder = folder("marks");
    fs::write(folder.join("main.tf"), MARKED).expect("a file");
    fs::write(folder.join("fun.json"), FUNCTIONS).expect("a file");
    let mut client = Client::start(&["--schemas".to_owned(), folder.display().to_string()], Encoding::Utf16);
    let uri = client.open(&folder.join("main.tf"));
    client.settle();
    let mut hover = |word: &str| {
        let params = client.at(&uri, MARKED, MARKED.find(word).expect("the word"));
        client.ask("textDocument/hover", params)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let (pair, function) = (hover("pair = "), hover("wrap("));
    assert!(pair.contains("b = number") && pair.contains("*sensitive at .a*"), "{pair}");
    assert!(function.contains("provider::f::wrap(text: string, rest: number...): number"), "{function}");
    client.end();
}

#[test]
fn the_calls_of_modules_are_a_hierarchy() {
    let folder = folder("hierarchy");
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open(&folder.join("main.tf"));
    client.settle();
    let at = client.at(&uri, ROOT, ROOT.find("source").expect("a call"));
    let called = client.ask("textDocument/prepareCallHierarchy", at);
    assert_eq!((&called[0]["name"], &called[0]["kind"]), (&json!("net"), &json!(2)));
    let incoming = client.ask("callHierarchy/incomingCalls", json!({ "item": called[0] }));
    assert_eq!((&incoming[0]["from"]["name"], &incoming[0]["from"]["uri"]), (&json!("module.net"), &json!(uri)));
    assert_eq!(incoming[0]["fromRanges"][0]["start"], json!({ "line": 0, "character": 8 }));
    let at = client.at(&uri, ROOT, ROOT.find("locals").expect("a block"));
    let own = client.ask("textDocument/prepareCallHierarchy", at);
    let outgoing = client.ask("callHierarchy/outgoingCalls", json!({ "item": own[0] }));
    assert_eq!(outgoing[0]["to"]["name"], "net");
    assert_eq!(outgoing[0]["fromRanges"][0]["start"], json!({ "line": 0, "character": 8 }));
    client.end();
}

#[test]
fn modules_without_documents_are_checked() {
    let folder = folder("workspace");
    fs::write(folder.join("net/main.tf"), NET.replace("var.names", "var.nmaes")).expect("a file");
    let mut client = Client::start_in(&folder, &json!({}));
    let module = crate::client::uri(&folder.join("net/main.tf"));
    assert_eq!(client.next_diagnostics(&module)[0]["code"], "unknown-variable");
    // An open document takes the place of the file, and the file that of a closed one.
    client.open_as(&folder.join("net/main.tf"), NET);
    assert_eq!(client.next_diagnostics(&module), Vec::<Value>::new());
    client.close(&module);
    assert_eq!(client.next_diagnostics(&module)[0]["code"], "unknown-variable");
    fs::write(folder.join("net/main.tf"), NET).expect("a file");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": module, "type": 2 }] }));
    assert_eq!(client.next_diagnostics(&module), Vec::<Value>::new());
    client.end();
    let mut client = Client::start_in(&folder, &json!({ "workspaceDiagnostics": false }));
    client.open(&folder.join("main.tf"));
    client.settle();
    assert!(!client.diagnostics.contains_key(&module));
    client.end();
}

/// The texts after the action with a title at a word, by file names.
fn fixed(texts: &[(&str, &str)], word: &str, title: &str) -> Vec<String> {
    let folder = folder("fixes");
    let mut client = Client::start(&[], Encoding::Utf16);
    let uris: Vec<String> = texts.iter().map(|(name, text)| client.open_as(&folder.join(name), text)).collect();
    client.settle();
    let (number, at) =
        texts.iter().enumerate().find_map(|(number, of)| Some((number, of.1.find(word)?))).expect("a word");
    let position = client.position(texts[number].1, at);
    let params = json!({ "textDocument": { "uri": uris[number] }, "range": { "start": position, "end": position },
        "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    let action = actions.as_array().into_iter().flatten().find(|action| action["title"] == title);
    let action = action.unwrap_or_else(|| panic!("{title} is not offered: {actions}"));
    let after = texts.iter().zip(&uris).map(|((_, text), uri)| {
        let mut text = (*text).to_owned();
        for edit in action["edit"]["changes"][uri].as_array().into_iter().flatten() {
            let [start, end] = ["start", "end"].map(|end| client.offset(&text, &edit["range"][end]));
            text.replace_range(start..end, edit["newText"].as_str().expect("a text"));
        }
        text
    });
    let after = after.collect();
    client.end();
    after
}

#[test]
fn wrong_addresses_are_fixed() {
    let use_of = |name: &str| format!("locals {{\n  a = upper(var.{name})\n}}\n");
    let fixed_use =
        |title: &str, others: &str| fixed(&[("main.tf", &use_of("nmae")), ("variables.tf", others)], "nmae", title);
    let declared = "variable \"name\" {}\n";
    assert_eq!(fixed_use("Change to `var.name`", declared)[0], use_of("name"));
    let after = fixed_use("Declare the variable `nmae`", declared);
    assert_eq!(after[1], format!("{declared}\nvariable \"nmae\" {{\n  type = string\n}}\n"));
}

#[test]
fn arguments_are_added_and_dropped_ones_removed() {
    let call = "module \"net\" {\n  source = \"./net\"\n}\n";
    let after = fixed(&[("main.tf", call)], "{", "Add `names`");
    assert_eq!(after[0], "module \"net\" {\n  names = []\n  source = \"./net\"\n}\n");
    let disk = |value: &str| {
        format!("variable \"disk\" {{\n  type    = object({{ size = number }})\n  default = {value}\n}}\n")
    };
    let removed = |value: &str| fixed(&[("main.tf", &disk(value))], "encypted", "Remove `encypted`").remove(0);
    assert_eq!(removed("{ size = 20, encypted = true }"), disk("{ size = 20 }"));
    assert_eq!(removed("{ encypted = true, size = 20 }"), disk("{ size = 20 }"));
    assert_eq!(removed("{\n    size     = 20\n    encypted = true\n  }"), disk("{\n    size     = 20\n  }"));
}

#[test]
fn selections_grow_from_a_word_to_the_document() {
    let folder = folder("selection");
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open(&folder.join("main.tf"));
    let position = client.position(ROOT, ROOT.find("net.ranges").expect("an address"));
    let found =
        client.ask("textDocument/selectionRange", json!({ "textDocument": { "uri": uri }, "positions": [position] }));
    let (mut texts, mut at) = (Vec::new(), &found[0]);
    while !at.is_null() {
        let [start, end] = ["start", "end"].map(|end| client.offset(ROOT, &at["range"][end]));
        texts.push(ROOT[start..end].to_owned());
        at = &at["parent"];
    }
    client.end();
    let block = "locals {\n  first = module.net.ranges[\"a\"]\n}";
    let value = "module.net.ranges[\"a\"]";
    let expected = ["net", "module.net", "module.net.ranges", value, &format!("first = {value}"), block, ROOT];
    assert_eq!(texts, expected);
}

/// The text after the selected part, between bars, is extracted; `None` if that is not offered.
fn extracted(name: &str, marked: &str) -> Option<String> {
    let folder = folder("extraction");
    let text = marked.replace('|', "");
    let start = marked.find('|').expect("a bar");
    let end = marked.rfind('|').expect("a bar") - 1;
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&folder.join(name), &text);
    let range = json!({ "start": client.position(&text, start), "end": client.position(&text, end) });
    let context = json!({ "diagnostics": [], "only": ["refactor"] });
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params);
    let edits = actions[0]["edit"]["changes"][&uri].as_array().cloned();
    let after = edits.map(|edits| {
        edits.iter().rev().fold(text.clone(), |mut text, edit| {
            let [start, end] = ["start", "end"].map(|end| client.offset(&text, &edit["range"][end]));
            text.replace_range(start..end, edit["newText"].as_str().expect("a text"));
            text
        })
    });
    client.end();
    after
}

#[test]
fn expressions_are_extracted_where_they_mean_the_same() {
    let after = extracted("x.tf", "output \"a\" {\n  value = upper(|\"${path.module}x\"|)\n}\n");
    let expected =
        "locals {\n  extracted = \"${path.module}x\"\n}\n\noutput \"a\" {\n  value = upper(local.extracted)\n}\n";
    assert_eq!(after.as_deref(), Some(expected));
    let after =
        extracted("x.tf", "locals {\n  extracted = 1\n}\n\noutput \"a\" {\n  value = |[for x in [1] : x]|\n}\n");
    let expected = "locals {\n  extracted_2 = [for x in [1] : x]\n  extracted = 1\n}\n\noutput \"a\" {\n  value = local.extracted_2\n}\n";
    assert_eq!(after.as_deref(), Some(expected));
    assert_eq!(extracted("x.tf", "output \"a\" {\n  value = [for x in [1] : |x + 1|]\n}\n"), None);
    assert_eq!(extracted("x.tf", "resource \"a\" \"b\" {\n  count = 1\n  c = |count.index + 1|\n}\n"), None);
    assert_eq!(extracted("x.pp", "a = f(|1 + 2|)\n").as_deref(), Some("extracted = 1 + 2\na = f(extracted)\n"));
}

/// The labels that are offered at a bar in a file of a module.
fn offered(name: &str, text: &str) -> Vec<String> {
    let folder = folder(&format!("offered-{}", text.len()));
    fs::create_dir_all(folder.join("modules/zone")).expect("a folder");
    fs::write(folder.join("modules/zone/main.tf"), NET).expect("a file");
    fs::create_dir_all(folder.join("empty")).expect("a folder");
    let at = text.find('|').expect("a bar");
    let text = text.replacen('|', "", 1);
    let mut client = Client::start(&[], Encoding::Utf16);
    client.open(&folder.join("main.tf"));
    let uri = client.open_as(&folder.join(name), &text);
    let at = client.at(&uri, &text, at);
    let list = client.ask("textDocument/completion", at);
    client.end();
    let items = list["items"].as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
}

#[test]
fn directories_of_modules_are_offered_as_sources() {
    let source = |written: &str| offered("more.tf", &format!("module \"zone\" {{\n  source = \"{written}\"\n}}\n"));
    assert_eq!(source("|"), ["./net", "./modules/", "../"]);
    assert_eq!(source("./mo|"), ["./net", "./modules/", "../"]);
    assert_eq!(source("./modules/|"), ["./modules/zone"]);
    assert_eq!(source("terraform-aws-modules/|"), Vec::<String>::new());
    assert_eq!(offered("more.tf.json", r#"{"module": {"zone": {"source": "./|"}}}"#), ["./net", "./modules/", "../"]);
}

#[test]
fn names_are_offered_in_json() {
    assert_eq!(offered("more.tf.json", r#"{"output": {"o": {"value": "${local.|}"}}}"#), ["first"]);
    assert_eq!(offered("more.tf.json", r#"{"output": {"o": {"value": "${module.net.ra|nges}"}}}"#), ["ranges"]);
    let attributes = offered("more.tf.json", r#"{"variable": {"v": {"ty|"}}}"#);
    assert!(attributes.contains(&"type".to_owned()) && attributes.contains(&"default".to_owned()), "{attributes:?}");
}
