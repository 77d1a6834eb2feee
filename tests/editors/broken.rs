//! Incomplete texts: the server handles every prefix of a file.

use serde_json::json;

use crate::client::Encoding;
use crate::examples::{Example, example};

/// The requests at the end of each prefix.
const METHODS: [&str; 7] = [
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
];

/// Types a file letter by letter, with requests at each.
fn write(example: &Example, name: &str, encoding: Encoding) {
    let (_, text) = example.files.iter().find(|file| file.0 == name).expect("a file");
    let mut client = example.open(encoding);
    let uri = example.uri(name);
    let whole = client.next_diagnostics(&uri);
    client.replace(&uri, "");
    for (number, (at, letter)) in text.char_indices().enumerate() {
        let position = client.position(text, at);
        let range = json!({ "start": position, "end": position });
        client.edit(&uri, &range, &letter.to_string());
        let params = client.at(&uri, text, at + letter.len_utf8());
        let mut ids = Vec::new();
        for method in METHODS {
            let mut params = params.clone();
            params["context"] = json!({ "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false });
            ids.push(client.request(method, params));
        }
        if number % 10 == 0 {
            for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
                ids.push(client.request(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": uri } })));
            }
        }
        for id in ids {
            let answer = client.answer(id);
            let code = answer["error"]["code"].as_i64();
            assert!(code.is_none() || code == Some(-32803), "{:?}: {answer}", &text[..at]);
        }
    }
    client.settle();
    let again = client.diagnostics.get(&uri).cloned().unwrap_or_default();
    assert_eq!(again, whole, "{name}");
    client.end();
}

#[test]
fn plain_programs_are_written_letter_by_letter() {
    write(&example("examples/tour"), "main.hcl", Encoding::Utf16);
}

#[test]
fn programs_in_pcl_are_written_letter_by_letter() {
    write(&example("examples/pcl/network"), "main.pp", Encoding::Utf8);
}

#[test]
fn declared_programs_are_written_letter_by_letter() {
    write(&example("examples/declared/network"), "main.hcl", Encoding::Utf16);
}

#[test]
fn modules_of_terraform_are_written_letter_by_letter() {
    write(&example("examples/modules/network-1"), "main.tf", Encoding::Utf16);
}
