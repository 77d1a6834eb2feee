//! Rule files of books: their diagnostics, the meanings of their names, and programs that are typed by them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Encoding, uri};
use crate::files::{root, text};

fn typelog(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_typelog")).current_dir(root()).args(arguments).output();
    String::from_utf8_lossy(&output.expect("typelog runs").stderr).into_owned()
}

/// The built-in book in a folder of its own.
fn exported(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lsp-{name}"));
    let _ = fs::remove_dir_all(&folder);
    assert_eq!(typelog(&["book", "export", folder.to_str().expect("a path of text")]), "");
    folder
}

fn ask(client: &mut Client, method: &str, uri: &str, text: &str, word: &str) -> Value {
    let offset = text.find(word).unwrap_or_else(|| panic!("{word} in {uri}"));
    let mut params = client.at(uri, text, offset);
    params["context"] = json!({ "includeDeclaration": true });
    client.ask(&format!("textDocument/{method}"), params)
}

fn hover(client: &mut Client, uri: &str, text: &str, word: &str) -> String {
    ask(client, "hover", uri, text, word)["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn faults_are_those_of_the_check_of_the_book() {
    let book = exported("book-faults");
    let path = book.join("types/elements.dl");
    let right = text(&path);
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open(&path);
    client.settle();
    assert_eq!(client.diagnostics[&uri], Vec::<Value>::new());
    let unknown = right.replace("common_member(t, Safe", "commmon_member(t, Safe");
    let unfinished = right.clone() + "has_keys(List, ";
    let conflict = right.clone() + "has_keys(List).\n";
    for (wrong, code) in [(unknown, "unknown-relation"), (unfinished, "rule-syntax"), (conflict, "wrong-arity")] {
        client.replace(&uri, &wrong);
        let found = client.next_diagnostics(&uri);
        assert_eq!(found[0]["code"], code);
        fs::write(&path, &wrong).expect("a file");
        let said = typelog(&["book", "check", book.to_str().expect("a path of text")]);
        let message = found[0]["message"].as_str().expect("a message");
        assert!(said.contains(message.lines().next().expect("a line")), "{message}\n{said}");
        let start = &found[0]["range"]["start"];
        let place = format!("elements.dl:{}:", start["line"].as_u64().expect("a line") + 1);
        assert!(said.contains(&place), "{place}\n{said}");
    }
    client.replace(&uri, &right);
    assert!(client.next_diagnostics(&uri).is_empty());
    client.end();
}

#[test]
fn a_file_that_breaks_others_has_them_reported() {
    let book = exported("book-others");
    let path = book.join("types/conversion_tables.dl");
    let mut client = Client::start(&[], Encoding::Utf16);
    let own = client.open(&path);
    client.settle();
    client.replace(&own, &text(&path).replace("relation element_conversion(", "relation element_kind("));
    let other = uri(&book.join("types/assignability.dl"));
    assert_eq!(client.next_diagnostics(&other)[0]["code"], "unknown-relation");
    client.replace(&own, &text(&path));
    assert!(client.next_diagnostics(&other).is_empty());
    client.end();
}

#[test]
fn names_have_meanings() {
    let mut client = Client::start(&[], Encoding::Utf16);
    client.open_as(&root().join("target/never/program.hcl"), "a = [for x in [1, 2] : x]\n");
    let path = root().join("rules/types/elements.dl");
    let (uri, text) = (client.open(&path), text(&path));
    client.settle();
    let relation = hover(&mut client, &uri, &text, "common_member(t");
    assert!(relation.contains("relation common_member(") && relation.contains("Holds if"), "{relation}");
    assert!(relation.contains("judgments.dl:"), "{relation}");
    let judgment = hover(&mut client, &uri, &text, "iterates(t, ");
    assert!(judgment.contains("-> k: Ty, e: Ty, yes: bool)") && judgment.contains("over `"), "{judgment}");
    let rule = hover(&mut client, &uri, &text, "V-Each-Set\")");
    assert!(rule.contains("an element of a set is its own key") && rule.contains("---"), "{rule}");
    let named = hover(&mut client, &uri, &text, "V-Each-Member: ");
    assert!(named.contains("1 row over `"), "{named}");
    let word = hover(&mut client, &uri, &text, "element(t), true)");
    assert!(word.contains("element(t: CtyValue) -> Ty"), "{word}");
    let value = hover(&mut client, &uri, &text, "Safe, u");
    assert!(value.contains("Safe: Conversion"), "{value}");
    client.end();
}

#[test]
fn names_lead_to_other_files() {
    let mut client = Client::start(&[], Encoding::Utf16);
    let path = root().join("rules/types/elements.dl");
    let (own, text) = (client.open(&path), text(&path));
    let target = |found: &Value| {
        let uri = found["uri"].as_str().unwrap_or_default().to_owned();
        let path = PathBuf::from(uri.trim_start_matches("file://"));
        let line = found["range"]["start"]["line"].as_u64().expect("a line") as usize;
        fs::read_to_string(&path).expect("a file").lines().nth(line).expect("a line").to_owned()
    };
    let relation = ask(&mut client, "definition", &own, &text, "common_member(t");
    assert!(relation["uri"].as_str().is_some_and(|uri| uri.ends_with("rules/types/judgments.dl")), "{relation}");
    assert!(target(&relation).contains("relation common_member("));
    let word = ask(&mut client, "definition", &own, &text, "element(t), true)");
    assert!(target(&word).contains("pub fn element("), "{word}");
    let rule = ask(&mut client, "definition", &own, &text, "V-Each-Set\")");
    assert!(target(&rule).starts_with("// V-Each-Set: "), "{rule}");
    let places = ask(&mut client, "references", &own, &text, "common_member(t");
    let files: Vec<&str> =
        places.as_array().expect("places").iter().filter_map(|place| place["uri"].as_str()).collect();
    assert!(files.iter().any(|uri| uri.ends_with("elements.dl")), "{files:?}");
    assert!(files.iter().any(|uri| uri.ends_with("common_members.dl")), "{files:?}");
    // The files of an edition replace those of the built-in book.
    let path = root().join("rules/pulumi/unification_forms.dl");
    let (edition, text) = (client.open(&path), self::text(&path));
    client.settle();
    assert_eq!(client.diagnostics[&edition], Vec::<Value>::new());
    let said = hover(&mut client, &edition, &text, "relation ");
    assert_eq!(said, "", "a keyword means nothing");
    client.end();
}

#[test]
fn relations_columns_words_and_values_are_completed() {
    let mut client = Client::start(&[], Encoding::Utf16);
    let path = root().join("rules/types/elements.dl");
    let uri = client.open(&path);
    let written = text(&path) + "\niterates(t, k, element(t), true) :- constructor(t) = List, converts(t, ";
    client.replace(&uri, &written);
    let params = client.at(&uri, &written, written.len());
    let offers = client.ask("textDocument/completion", params);
    let offers = offers.as_array().expect("a list");
    let labels: Vec<&str> = offers.iter().filter_map(|item| item["label"].as_str()).collect();
    assert_eq!(labels[..3], ["t", "m", "k"], "the columns that are left come first");
    for label in ["iterates", "has_keys", "common_member", "converts", "element", "constructor", "Safe", "Role::Then"] {
        assert!(labels.contains(&label), "{label} in {labels:?}");
    }
    let detail = |label: &str| offers.iter().find(|item| item["label"] == label).map(|item| item["detail"].clone());
    assert_eq!(detail("element"), Some(json!("element(t: CtyValue) -> Ty")));
    client.end();
}

#[test]
fn every_beginning_of_a_file_has_answers() {
    let path = root().join("examples/books/durations/types/durations.dl");
    let mut client = Client::start(&[], Encoding::Utf8);
    let (uri, text) = (client.open(&path), text(&path));
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)).step_by(29) {
        client.replace(&uri, &text[..end]);
        for method in ["hover", "definition", "completion"] {
            let params = client.at(&uri, &text[..end], end);
            client.ask(&format!("textDocument/{method}"), params);
        }
    }
    client.end();
}

#[test]
fn programs_follow_the_book_that_their_settings_name() {
    let folder = exported("book-saved");
    let program = folder.join("program");
    fs::create_dir_all(&program).expect("a folder");
    fs::write(folder.join("typelog.toml"), "book = \".\"\n").expect("a file");
    let file = program.join("main.hcl");
    fs::write(&file, "a = [for x in [1, 2] : x]\n").expect("a file");
    let mut client = Client::start(&[], Encoding::Utf16);
    let (own, source) = (client.open(&file), text(&file));
    client.settle();
    let before = hover(&mut client, &own, &source, "a =");
    assert!(!before.contains("any"), "{before}");
    let path = folder.join("types/elements.dl");
    let rules = client.open(&path);
    client.settle();
    let right = text(&path);
    let save = |client: &mut Client, text: &str| {
        fs::write(&path, text).expect("a file");
        client.replace(&rules, text);
        client.tell("textDocument/didSave", json!({ "textDocument": { "uri": rules } }));
        hover(client, &own, &source, "a =")
    };
    // A file with faults is not applied.
    assert_eq!(save(&mut client, &(right.clone() + "nonsense(")), before);
    let changed = right.replace("iterates(t, k, u, true) :-", "iterates(t, k, ANY, true) :-");
    let changed = changed.replace("common_member(t, Safe, u, _), by(\"V-Each-Member\")", "by(\"V-Each-Member\")");
    let after = save(&mut client, &changed);
    assert!(after.contains("list(any)"), "{after}");
    let said = ask(&mut client, "hover", &rules, &changed, "V-Each-Member\")");
    assert!(said["contents"]["value"].as_str().is_some_and(|text| text.contains("1 row over `program`")), "{said}");
    assert_eq!(save(&mut client, &right), before);
    client.end();
}
