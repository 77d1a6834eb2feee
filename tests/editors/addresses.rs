//! Addresses in a module of Terraform: a recorded exchange in which a client asks about every word of `network/`.
//!
//! `network/words.txt` has the answers to hover, definition, references and rename at each word, and `network/completions.txt` what
//! is offered at each place, `network/outline.txt` the symbols, hints, links and tokens. `TYPELOG_BLESS=1` rewrites them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::client::{Client, Encoding};
use crate::files::{below, root};

/// The files of the module, and of the module that it calls.
const FILES: [&str; 6] = ["main.tf", "variables.tf", "outputs.tf", "more.tf.json", "terraform.tfvars", "zone/main.tf"];

fn folder() -> PathBuf {
    root().join("tests/editors/network")
}

/// A server with the files of the module open.
fn server() -> Client {
    assert!(!below(&folder(), ".tf").is_empty());
    let mut client = Client::start(&[], Encoding::Utf16);
    for file in FILES {
        client.open(&folder().join(file));
    }
    client.settle();
    client
}

fn text_of(file: &str) -> String {
    fs::read_to_string(folder().join(file)).expect("a file of the module")
}

/// The words of a text outside of comments: the offset and the word.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        let is_start = !text[..at].ends_with(is_letter) && (letter.is_alphabetic() || letter == '_');
        if is_start {
            let rest = &text[at..];
            found.push((at, &rest[..rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len())]));
        }
    }
    found
}

/// A place as `FILE:LINE:COLUMN`, relative to the module.
fn place(uri: &Value, position: &Value) -> String {
    let uri = uri.as_str().expect("an address");
    let before = format!("file://{}/", folder().display());
    let [line, column] = ["line", "character"].map(|of| position[of].as_u64().expect("a number") + 1);
    format!("{}:{line}:{column}", uri.strip_prefix(&before).unwrap_or(uri))
}

fn location(of: &Value) -> String {
    place(&of["uri"], &of["range"]["start"])
}

/// The lines of a hover that are no fences and no proof.
fn hover(client: &mut Client, at: &Value) -> String {
    let found = client.ask("textDocument/hover", at.clone());
    let text = found["contents"]["value"].as_str().unwrap_or_default();
    let text = text.split("```text").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with("```") && !line.trim().is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn rename(client: &mut Client, at: &Value) -> String {
    let mut params = at.clone();
    params["newName"] = "quite_new".into();
    let id = client.request("textDocument/rename", params);
    let answer = client.answer(id);
    if let Some(message) = answer["error"]["message"].as_str() {
        return message.to_owned();
    }
    let changes = answer["result"]["changes"].as_object().cloned().unwrap_or_default();
    let edits = changes.iter().flat_map(|(uri, edits)| {
        edits.as_array().expect("edits").iter().map(|edit| place(&uri.as_str().into(), &edit["range"]["start"]))
    });
    let mut edits: Vec<String> = edits.collect();
    edits.sort();
    edits.join(" ")
}

/// What the server says about a word.
fn said(client: &mut Client, file: &str, text: &str, (offset, word): (usize, &str)) -> String {
    let uri = crate::client::uri(&folder().join(file));
    let at = client.at(&uri, text, offset);
    let mut said = format!("{} {word}\n", place(&uri.clone().into(), &at["position"]));
    let mut tell = |what: &str, answer: String| {
        if !answer.is_empty() {
            let _ = writeln!(said, "  {what}: {answer}");
        }
    };
    tell("hover", hover(client, &at));
    let definition = client.ask("textDocument/definition", at.clone());
    tell("definition", if definition.is_null() { String::new() } else { location(&definition) });
    let mut params = at.clone();
    params["context"] = json!({ "includeDeclaration": false });
    let references = client.ask("textDocument/references", params);
    let references: Vec<String> = references.as_array().into_iter().flatten().map(location).collect();
    tell("references", references.join(" "));
    tell("rename", rename(client, &at));
    said
}

/// Compares a text with a recorded one, or records it.
fn compare(name: &str, found: &str) {
    let path = folder().join(name);
    if std::env::var_os("TYPELOG_BLESS").is_some() {
        fs::write(&path, found).expect("the record is written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}: {differs:?}");
    assert_eq!(differs, None, "{name}");
}

#[test]
fn every_word_of_a_module_is_known() {
    let mut client = server();
    for file in FILES {
        let uri = crate::client::uri(&folder().join(file));
        assert_eq!(client.diagnostics[&uri], Vec::<Value>::new(), "{file}");
    }
    let mut found = String::new();
    for file in FILES {
        let text = text_of(file);
        for word in words(&text) {
            found.push_str(&said(&mut client, file, &text, word));
        }
    }
    client.end();
    compare("words.txt", &found);
}

/// Places in texts that are appended to a file of the module, each with a bar as the cursor.
const PLACES: [(&str, &str); 39] = [
    ("main.tf", "|"),
    ("main.tf", "vari|"),
    ("main.tf", "output \"x\" {\n  value = var.|\n}"),
    ("main.tf", "output \"x\" {\n  value = \"a ${local.na|}\"\n}"),
    ("main.tf", "output \"x\" {\n  value = module.|\n}"),
    ("main.tf", "output \"x\" {\n  value = module.zone[0].|\n}"),
    ("main.tf", "output \"x\" {\n  value = data.|\n}"),
    ("main.tf", "output \"x\" {\n  value = data.net_zones.|\n}"),
    ("main.tf", "output \"x\" {\n  value = data.net_zones.all.|\n}"),
    ("main.tf", "output \"x\" {\n  value = net_vpc.|\n}"),
    ("main.tf", "output \"x\" {\n  value = [net_vpc.main.|]\n}"),
    ("main.tf", "output \"x\" {\n  value = net_subnet.each[\"a\"].ru|\n}"),
    ("main.tf", "output \"x\" {\n  value = path.|\n}"),
    ("main.tf", "output \"x\" {\n  value = [for zone in module.zone : zone.|]\n}"),
    ("main.tf", "output \"x\" {\n  value = |\n}"),
    ("main.tf", "variable \"x\" {\n  |\n}"),
    ("main.tf", "variable \"x\" {\n  type = li|\n}"),
    ("main.tf", "moved {\n  from = net_vpc.x\n  to = |\n}"),
    ("main.tf", "removed {\n  from = net_vpc.|\n}"),
    ("main.tf", "resource \"net_vpc\" \"x\" {\n  lifecycle {\n    ignore_changes = [|]\n  }\n}"),
    ("main.tf", "terraform {\n  backend \"lo|\" {\n  }\n}"),
    ("main.tf", "output \"x\" {\n  |\n}"),
    ("main.tf", "terraform {\n  |\n}"),
    ("main.tf", "locals {\n  x = upper(|)\n}"),
    ("main.tf", "provider \"net\" {\n  |\n}"),
    ("main.tf", "data \"net_zones\" \"x\" {\n  |\n}"),
    ("main.tf", "resource \"|\" \"x\" {\n}"),
    ("main.tf", "resource \"net_subnet\" \"x\" {\n  range = \"a\"\n  |\n}"),
    ("main.tf", "resource \"net_subnet\" \"x\" {\n  rule {\n    |\n  }\n}"),
    ("main.tf", "resource \"net_subnet\" \"x\" {\n  dynamic \"|\" {\n  }\n}"),
    (
        "main.tf",
        "resource \"net_subnet\" \"x\" {\n  dynamic \"rule\" {\n    for_each = [1]\n    content {\n      port = rule.|\n    }\n  }\n}",
    ),
    ("main.tf", "resource \"net_subnet\" \"x\" {\n  for_each = { a = 1 }\n  vpc_id = each.|\n}"),
    ("main.tf", "resource \"net_vpc\" \"x\" {\n  provisioner \"local-exec\" {\n    command = self.|\n  }\n}"),
    ("main.tf", "resource \"net_vpc\" \"x\" {\n  lifecycle {\n    |\n  }\n}"),
    ("main.tf", "resource \"net_vpc\" \"x\" {\n  provider = |\n}"),
    ("main.tf", "resource \"net_vpc\" \"x\" {\n  count = 2\n  cidr = count.|\n}"),
    ("main.tf", "module \"x\" {\n  source = \"./zone\"\n  |\n}"),
    ("main.tf", "resource \"net_vpc\" \"x\" {\n  ci| = \"a\"\n}"),
    ("terraform.tfvars", "|"),
];

/// The items offered at a place: the label with its type, and the text after the first one is accepted.
fn offered(client: &mut Client, file: &str, place: &str) -> String {
    let uri = crate::client::uri(&folder().join(file));
    let text = format!("{}\n{place}\n", text_of(file));
    let bar = text.rfind('|').expect("a bar");
    let text = format!("{}{}", &text[..bar], &text[bar + 1..]);
    client.replace(&uri, &text);
    let at = client.at(&uri, &text, bar);
    let list = client.ask("textDocument/completion", at);
    let mut found = format!("{file}\n{place}\n");
    let items = list["items"].as_array().cloned().unwrap_or_default();
    // Functions are those of every expression.
    let is_function = |item: &&Value| item["kind"] == 3;
    for item in items.iter().filter(|item| !is_function(item)) {
        let detail = item["detail"].as_str().filter(|detail| !detail.is_empty());
        let detail = detail.map_or_else(String::new, |detail| format!(": {detail}"));
        let said = item["documentation"]["value"].as_str().map_or_else(String::new, |said| format!(" - {said}"));
        let _ = writeln!(found, "  {}{detail}{said}", item["label"].as_str().expect("a label"));
    }
    if let Some(first) = items.first() {
        let range = &first["textEdit"]["range"];
        let [start, end] = ["start", "end"].map(|end| client.offset(&text, &range[end]));
        let new = first["textEdit"]["newText"].as_str().expect("a text");
        let after = format!("{}{new}{}", &text[..start], &text[end..]);
        let own = text_of(file).len() + 1;
        let _ = writeln!(found, "  =>\n{}", after[own..].trim_end());
    }
    found.push('\n');
    found
}

#[test]
fn what_fits_is_offered_in_every_place() {
    let mut client = server();
    let mut found = String::new();
    for (file, place) in PLACES {
        found.push_str(&offered(&mut client, file, place));
    }
    client.end();
    compare("completions.txt", &found);
}

/// The symbols of a document with their details, one on each line.
fn symbols(of: &Value, depth: usize, found: &mut String) {
    for symbol in of.as_array().into_iter().flatten() {
        let detail = symbol["detail"].as_str().unwrap_or_default();
        let name = symbol["name"].as_str().expect("a name");
        let _ = writeln!(found, "{}{name}: {detail}", "  ".repeat(depth + 1));
        symbols(&symbol["children"], depth + 1, found);
    }
}

/// The semantic tokens of a document: each line of the text, and below it the words with their types.
fn tokens(client: &mut Client, uri: &str, text: &str) -> String {
    let legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let found = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri } }));
    let data: Vec<usize> =
        found["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).map(|of| of as usize).collect();
    let (mut line, mut column, mut said) = (0, 0, vec![String::new(); text.lines().count() + 1]);
    for token in data.chunks_exact(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let word = text.lines().nth(line).and_then(|line| line.get(column..column + token[2])).unwrap_or_default();
        let kind = legend[token[3]].as_str().expect("a type");
        let _ = write!(said[line], " {word}:{kind}{}", if token[4] & 1 == 1 { "!" } else { "" });
    }
    let lines = text.lines().zip(said).filter(|(line, _)| !line.is_empty());
    lines.map(|(line, said)| format!("  {line}\n   {said}\n")).collect::<Vec<String>>().concat()
}

#[test]
fn a_module_has_an_outline() {
    let mut client = server();
    let mut found = String::new();
    for file in FILES {
        let (uri, text) = (crate::client::uri(&folder().join(file)), text_of(file));
        let document = json!({ "textDocument": { "uri": uri } });
        let _ = writeln!(found, "{file}\nsymbols");
        symbols(&client.ask("textDocument/documentSymbol", document.clone()), 0, &mut found);
        let mut params = document.clone();
        params["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1_000, "character": 0 } });
        found.push_str("hints\n");
        for hint in client.ask("textDocument/inlayHint", params).as_array().into_iter().flatten() {
            let at = place(&uri.clone().into(), &hint["position"]);
            let _ = writeln!(found, "  {at}{}", hint["label"].as_str().expect("a label"));
        }
        found.push_str("links\n");
        for link in client.ask("textDocument/documentLink", document).as_array().into_iter().flatten() {
            let at = place(&uri.clone().into(), &link["range"]["start"]);
            let _ = writeln!(found, "  {at} {}", place(&link["target"], &json!({ "line": 0, "character": 0 })));
        }
        let _ = writeln!(found, "tokens\n{}", tokens(&mut client, &uri, &text));
    }
    client.end();
    compare("outline.txt", &found);
}
