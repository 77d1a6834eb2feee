//! Modules of Terraform in directories: types go from a module to the one that calls it, and follow its documents.

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
