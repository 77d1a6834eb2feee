//! User rule files: their diagnostics, and the meanings of their relations over the open program.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, Encoding, uri};
use crate::files::root;

const RULES: &str =
    "# What a definition needs.\nneeds(d, e) :- depends_on(d, e).\nneeds(d, f) :- needs(d, e), depends_on(e, f).\n";

fn client(arguments: &[String]) -> Client {
    Client::start_with(arguments, Encoding::Utf16, &json!({ "commandLinks": true }))
}

fn with_program() -> (Client, String) {
    let mut client = client(&[]);
    client.open_as(&root().join("target/never/program.hcl"), "a = 1\nb = a\nc = [b]\n");
    let rules = client.open_as(&root().join("target/never/needs.dl"), RULES);
    client.settle();
    (client, rules)
}

fn hover(client: &mut Client, uri: &str, text: &str, word: &str) -> String {
    let params = client.at(uri, text, text.find(word).expect("the word"));
    client.ask("textDocument/hover", params)["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_is_wrong_with_rules_is_said_while_they_are_written() {
    let (mut client, rules) = with_program();
    assert_eq!(client.diagnostics[&rules], Vec::<Value>::new());
    client.replace(&rules, "needs(d) :- depends_onn(d, _).\n");
    let found = client.next_diagnostics(&rules);
    assert_eq!(found[0]["code"], "unknown-relation");
    assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": 12 }));
    client.replace(&rules, "needs(d :-");
    assert!(!client.next_diagnostics(&rules).is_empty());
    client.replace(&rules, RULES);
    assert!(client.next_diagnostics(&rules).is_empty());
    client.end();
}

#[test]
fn every_beginning_of_a_file_of_rules_has_answers() {
    let (mut client, rules) = with_program();
    for end in 0..=RULES.len() {
        client.replace(&rules, &RULES[..end]);
        for method in ["hover", "definition", "completion"] {
            let params = client.at(&rules, &RULES[..end], end);
            client.ask(&format!("textDocument/{method}"), params);
        }
        client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": rules } }));
    }
    client.end();
}

#[test]
fn relations_have_meanings_rows_and_places() {
    let (mut client, rules) = with_program();
    let own = hover(&mut client, &rules, RULES, "needs(d");
    assert!(own.contains("What a definition needs.") && own.contains("3 rows"), "{own}");
    let given = hover(&mut client, &rules, RULES, "depends_on");
    assert!(given.contains("depends_on(") && given.contains("2 rows"), "{given}");
    let at = client.at(&rules, RULES, RULES.rfind("needs(d, e)").expect("a use"));
    let definition = client.ask("textDocument/definition", at);
    assert_eq!(definition["range"]["start"], json!({ "line": 1, "character": 0 }));
    // The rows are those of the current program.
    let program = uri(&root().join("target/never/program.hcl"));
    client.replace(&program, "a = 1\nb = a\n");
    let own = hover(&mut client, &rules, RULES, "needs(d");
    assert!(own.contains("1 row"), "{own}");
    client.end();
}

#[test]
fn relations_columns_and_words_are_completed() {
    let (mut client, rules) = with_program();
    let text = "x(d) :- definition(definition: d, ";
    client.replace(&rules, text);
    let at = client.at(&rules, text, text.len());
    let offers = client.ask("textDocument/completion", at);
    let labels: Vec<&str> =
        offers.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect();
    for label in ["kind", "name", "depends_on", "has_type", "converts"] {
        assert!(labels.contains(&label), "{label} in {labels:?}");
    }
    client.end();
}

#[test]
fn lenses_show_rows_and_reasons() {
    let (mut client, rules) = with_program();
    let lenses = client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": rules } }));
    let titles: Vec<&str> =
        lenses.as_array().expect("lenses").iter().filter_map(|of| of["command"]["title"].as_str()).collect();
    assert_eq!(titles, ["3 rows", "Why the first row?"]);
    let mut run = |number: usize, command: &str| {
        let params = json!({ "command": command, "arguments": lenses[number]["command"]["arguments"] });
        client.ask("workspace/executeCommand", params).as_str().unwrap_or_default().to_owned()
    };
    let rows = run(0, "typelog.rows");
    assert_eq!(rows.lines().count(), 4, "{rows}");
    let why = run(1, "typelog.why");
    assert!(why.contains("needs.dl:2") && why.contains("depends_on"), "{why}");
    client.end();
}

#[test]
fn lints_are_found_anew_when_their_rules_are_saved() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp-lints");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("named.dl");
    let rules = |name: &str| {
        format!(
            "# id: named-so\n# message: `{{name}}` is named so\nnamed(d, name) :- definition(definition: d, name: name), name = \"{name}\".\n"
        )
    };
    fs::write(&path, rules("a")).expect("a file");
    let mut client = client(&["--rules".to_owned(), path.display().to_string()]);
    let program = client.open_as(&folder.join("main.hcl"), "a = 1\nb = a\n");
    let lines = |found: &[Value]| -> Vec<u64> {
        let lints = found.iter().filter(|of| of["code"] == "named-so");
        lints.map(|of| of["range"]["start"]["line"].as_u64().expect("a line")).collect()
    };
    assert_eq!(lines(&client.next_diagnostics(&program)), [0]);
    fs::write(&path, rules("b")).expect("a file");
    client.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri(&path) } }));
    assert_eq!(lines(&client.next_diagnostics(&program)), [1]);
    client.end();
}
