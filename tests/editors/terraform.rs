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
