//! Sessions with the language server, in this process. Each request has one answer, places are within the texts, and the final
//! state equals that of a server that has only seen the last texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use typelog::project::{Options, Project, Settings};
use typelog::server::{ServerInProcess, with_server};

use super::positions::{Units, check_folds, check_places, check_tokens, position};
use super::script::{Step, steps};

/// The most steps of a session: each takes a check, and one request of each kind.
const MOST_STEPS: usize = 6;

/// The directory of the documents, which does not exist: a file is found only if it is open.
const DIRECTORY: &str = "file:///typelog-fuzzed/";

/// Steps, separated by lines `---`: `open NAME`, with the text below; `edit NAME 10 25`, which replaces these bytes with the
/// text below; `ask NAME 10 25`, with a name, a row or similar below; `cancel NAME 10 25`, which asks and cancels some of the
/// requests; `close NAME`. The first word of the session may be `utf-8` or `utf-32`.
pub fn server(text: &str) {
    let units = [Units::Utf8, Units::Utf32].into_iter().find(|units| text.starts_with(units.word()));
    let text = units.and_then(|units| text.strip_prefix(units.word())).unwrap_or(text).trim_start();
    let units = units.unwrap_or(Units::Utf16);
    let (documents, known) = in_session(units, |session| {
        for step in steps(text).take(MOST_STEPS) {
            session.take(&step);
        }
        let known = session.known();
        (std::mem::take(&mut session.documents), known)
    });
    let fresh = in_session(units, |session| {
        let mut ordered: Vec<_> = documents.iter().collect();
        ordered.sort_by_key(|(_, document)| document.changed);
        for (name, document) in ordered {
            session.open(name, &document.text);
        }
        session.known()
    });
    assert_eq!(known.len(), fresh.len());
    for (after_edits, at_first) in known.iter().zip(&fresh) {
        assert_eq!(after_edits, at_first, "edits lead elsewhere than the texts");
    }
}

/// A client with its server.
struct Session<'s, 'a> {
    server: &'s mut ServerInProcess<'a>,
    units: Units,
    documents: BTreeMap<String, Document>,
    /// The last published diagnostics of each document, with its version.
    published: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    last_id: i64,
    /// The number of the last change.
    changes: usize,
}

/// An open document.
struct Document {
    text: String,
    version: i64,
    /// The number of its last change.
    changed: usize,
}

fn in_session<R>(units: Units, talk: impl FnOnce(&mut Session<'_, '_>) -> R) -> R {
    let greeting = json!({
        "processId": null, "rootUri": null,
        "capabilities": {
            "general": { "positionEncodings": [units.word()] },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        },
        "initializationOptions": { "commandLinks": true, "codeLink": "https://example.com/" },
    });
    let settings = Settings { schemas: vec![schemas()], ..Settings::default() };
    let project = Project::on_disk(Options { settings, ..Options::default() }).expect("the options make sense");
    with_server(project, Vec::new(), greeting, |server| {
        let hello = server.exchange([notification("initialized", json!({}))]);
        let found = hello.iter().find_map(|message| message["result"]["capabilities"]["positionEncoding"].as_str());
        assert_eq!(found, Some(units.word()));
        let (documents, published) = (BTreeMap::new(), BTreeMap::new());
        let mut session = Session { server, units, documents, published, last_id: 0, changes: 0 };
        let result = talk(&mut session);
        session.end();
        result
    })
    .expect("the server starts")
}

/// The directory of the schemas of the examples.
fn schemas() -> PathBuf {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = above.map(|directory| directory.join("examples/schemas")).find(|path| path.is_dir());
    found.expect("the examples have schemas")
}

#[allow(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]
fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

fn uri(name: &str) -> String {
    format!("{DIRECTORY}{name}")
}

impl Session<'_, '_> {
    fn take(&mut self, step: &Step<'_>) {
        let Some(document) = self.documents.get_mut(step.name) else {
            if step.word == "open" {
                self.open(step.name, step.text);
            }
            return;
        };
        let (start, end) = step.range(&document.text);
        match step.word {
            "open" | "edit" => self.edit(step.name, (start, end), step.text),
            "close" => self.close(step.name),
            "cancel" => _ = self.ask(step.name, (start, end), step.text, true),
            _ => _ = self.ask(step.name, (start, end), step.text, false),
        }
    }

    fn open(&mut self, name: &str, text: &str) {
        let language = if name.contains(".pp") { "pcl" } else { "hcl" };
        let document = json!({ "uri": uri(name), "languageId": language, "version": 1, "text": text });
        self.changes += 1;
        let changed = self.changes;
        self.documents.insert(name.to_owned(), Document { text: text.to_owned(), version: 1, changed });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn edit(&mut self, name: &str, (start, end): (usize, usize), new: &str) {
        let Some(document) = self.documents.get_mut(name) else { return };
        let place = |at| position(&document.text, at, self.units);
        let change = json!({ "range": { "start": place(start), "end": place(end) }, "text": new });
        document.text.replace_range(start..end, new);
        document.version += 1;
        self.changes += 1;
        document.changed = self.changes;
        let version = json!({ "uri": uri(name), "version": document.version });
        self.tell("textDocument/didChange", json!({ "textDocument": version, "contentChanges": [change] }));
    }

    fn close(&mut self, name: &str) {
        self.documents.remove(name);
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(name) } }));
        let left = self.published.get(&uri(name)).map_or(&[][..], |(_, found)| found);
        assert!(left.is_empty(), "{name} is closed, and has diagnostics: {left:?}");
    }

    fn tell(&mut self, method: &str, params: Value) {
        let said = self.server.exchange([notification(method, params)]);
        let answers = self.hear(said);
        assert!(answers.is_empty(), "{method} is answered: {answers:?}");
        // A failed check publishes no version.
        for (name, document) in &self.documents {
            let told = self.published.get(&uri(name)).and_then(|(version, _)| *version);
            assert_eq!(told, Some(document.version), "{name} has not been checked");
        }
    }

    /// Processes the server's messages, and returns the answers.
    fn hear(&mut self, said: Vec<Value>) -> Vec<Value> {
        let mut answers = Vec::new();
        for message in said {
            match message["method"].as_str() {
                None => answers.push(message),
                Some("textDocument/publishDiagnostics") => {
                    let params = &message["params"];
                    check_places(params, "", &|uri| self.text(uri), self.units);
                    let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
                    let uri = params["uri"].as_str().unwrap_or_default().to_owned();
                    self.published.insert(uri, (params["version"].as_i64(), found));
                }
                Some("window/showMessage") => {
                    assert!(params_text(&message).is_some_and(|text| !text.is_empty()), "{message}");
                }
                Some(other) => panic!("the server says {other}"),
            }
        }
        answers
    }

    fn text(&self, uri: &str) -> Option<&str> {
        self.documents.get(uri.strip_prefix(DIRECTORY)?).map(|document| &document.text[..])
    }

    /// Sends all requests about a place, and returns the answers.
    fn ask(&mut self, name: &str, range: (usize, usize), word: &str, cancels: bool) -> Vec<Value> {
        let Some(document) = self.documents.get(name) else { return Vec::new() };
        let [start, end] = [range.0, range.1].map(|at| position(&document.text, at, self.units));
        let asked = questions(&uri(name), &start, &json!({ "start": start, "end": end }), word);
        let first = self.last_id + 1;
        let mut messages = Vec::new();
        for (method, params) in &asked {
            self.last_id += 1;
            messages.push(json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        }
        let is_cancelled = |id: i64| cancels && id % 3 != 0;
        let unwanted = (first..=self.last_id).filter(|&id| is_cancelled(id));
        messages.extend(unwanted.map(|id| notification("$/cancelRequest", json!({ "id": id }))));
        let said = self.server.exchange(messages);
        let answers = self.hear(said);
        let ids: BTreeSet<i64> = answers.iter().filter_map(|answer| answer["id"].as_i64()).collect();
        assert!(ids.iter().copied().eq(first..=self.last_id) && answers.len() == asked.len(), "{answers:?}");
        for ((method, _), answer) in asked.iter().zip(&answers) {
            let code = answer["error"]["code"].as_i64();
            let id = answer["id"].as_i64().unwrap_or_default();
            assert!(is_allowed(method, code, is_cancelled(id)), "{method}: {answer}");
            check_places(&answer["result"], &uri(name), &|uri| self.text(uri), self.units);
            let Some(text) = self.text(&uri(name)) else { continue };
            match *method {
                "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => {
                    check_tokens(&answer["result"]["data"], text, self.units);
                }
                "textDocument/foldingRange" => check_folds(&answer["result"], text),
                _ => {}
            }
        }
        answers.into_iter().map(|mut answer| answer["result"].take()).collect()
    }

    /// The state of the server for the open documents: diagnostics, and the answers about the middle of each.
    fn known(&mut self) -> Vec<Value> {
        let names: Vec<String> = self.documents.keys().cloned().collect();
        let mut known = Vec::new();
        for name in names {
            known.push(json!([name, self.published.get(&uri(&name)).map(|(_, found)| found)]));
            let middle = self.documents[&name].text.len() / 2;
            let step = format!("ask {name} {middle} {}", middle + 40);
            let range = steps(&step).next().map(|step| step.range(&self.documents[&name].text));
            known.extend(self.ask(&name, range.unwrap_or_default(), "", false));
        }
        known
    }

    /// Shuts the server down.
    fn end(&mut self) {
        self.last_id += 1;
        let request = |id: i64| json!({ "jsonrpc": "2.0", "id": id, "method": "shutdown", "params": null });
        let said =
            self.server.exchange([request(self.last_id), request(self.last_id + 1), notification("exit", json!({}))]);
        let answers: Vec<(Option<i64>, Option<i64>)> =
            said.iter().map(|answer| (answer["id"].as_i64(), answer["error"]["code"].as_i64())).collect();
        assert_eq!(answers, [(Some(self.last_id), None), (Some(self.last_id + 1), Some(INVALID))]);
    }
}

fn params_text(message: &Value) -> Option<&str> {
    message["params"]["message"].as_str()
}

const INVALID: i64 = -32600;
const UNKNOWN: i64 = -32601;
const CANCELLED: i64 = -32800;
const FAILED: i64 = -32803;

/// Holds for the error codes that an answer may have.
fn is_allowed(method: &str, code: Option<i64>, is_cancelled: bool) -> bool {
    match (code, method) {
        (code, _) if is_cancelled => code == Some(CANCELLED),
        (code, "textDocument/moniker") => code == Some(UNKNOWN),
        (code, _) => code.is_none_or(|code| code == FAILED),
    }
}

/// A request of each kind, with its parameters.
fn questions(uri: &str, at: &Value, range: &Value, word: &str) -> Vec<(&'static str, Value)> {
    let document = json!({ "uri": uri });
    let here = json!({ "textDocument": document, "position": at });
    let with = |key: &str, value: Value| {
        let mut params = here.clone();
        params[key] = value;
        params
    };
    let name = word.lines().next().filter(|line| !line.is_empty()).unwrap_or("renamed");
    let command = |command: &str, argument: Value| json!({ "command": command, "arguments": [argument] });
    let place = json!({ "uri": uri, "position": at });
    let problem = json!({ "uri": uri, "position": at, "code": name });
    let row = json!({ "uri": uri, "row": word });
    vec![
        ("textDocument/hover", here.clone()),
        ("textDocument/definition", here.clone()),
        ("textDocument/typeDefinition", here.clone()),
        ("textDocument/documentHighlight", here.clone()),
        ("textDocument/references", with("context", json!({ "includeDeclaration": true }))),
        ("textDocument/prepareRename", here.clone()),
        ("textDocument/rename", with("newName", json!(name))),
        ("textDocument/completion", here.clone()),
        ("textDocument/signatureHelp", here.clone()),
        ("textDocument/hover", here.clone()),
        ("textDocument/documentSymbol", json!({ "textDocument": document })),
        ("textDocument/foldingRange", json!({ "textDocument": document })),
        ("textDocument/codeLens", json!({ "textDocument": document })),
        ("textDocument/semanticTokens/full", json!({ "textDocument": document })),
        ("textDocument/semanticTokens/range", json!({ "textDocument": document, "range": range })),
        ("textDocument/inlayHint", json!({ "textDocument": document, "range": range })),
        (
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } }),
        ),
        ("workspace/symbol", json!({ "query": word })),
        ("workspace/executeCommand", command("typelog.proof", place.clone())),
        ("workspace/executeCommand", command("typelog.proof", problem)),
        ("workspace/executeCommand", command("typelog.type", place.clone())),
        ("workspace/executeCommand", command("typelog.facts", place)),
        ("workspace/executeCommand", command("typelog.page", json!(name))),
        ("workspace/executeCommand", command("typelog.rows", row.clone())),
        ("workspace/executeCommand", command("typelog.why", row)),
        ("textDocument/moniker", here),
    ]
}
