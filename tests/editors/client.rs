//! A client of the server, over its standard input and output.

#![allow(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]

use std::collections::BTreeMap;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::files::root;
use crate::wire;

/// The units of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
}

/// A running server, and the messages received from it.
pub struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    last_id: i32,
    answers: BTreeMap<i32, Value>,
    /// The last published diagnostics of each document.
    pub diagnostics: BTreeMap<String, Vec<Value>>,
    /// The versions of open documents, and the versions last checked.
    versions: BTreeMap<String, i64>,
    checked: BTreeMap<String, i64>,
    /// Other notifications and requests from the server.
    pub said: Vec<Value>,
    /// The capabilities of the server.
    pub capabilities: Value,
    pub encoding: Encoding,
}

impl Client {
    /// Starts a server with arguments, and sends `initialize`.
    pub fn start(arguments: &[String], encoding: Encoding) -> Self {
        Self::start_with(arguments, encoding, &json!({}))
    }

    /// The same with options.
    pub fn start_with(arguments: &[String], encoding: Encoding, options: &Value) -> Self {
        Self::launch(arguments, encoding, options, None)
    }

    /// Starts a server for a folder of the workspace.
    pub fn start_in(folder: &Path, options: &Value) -> Self {
        Self::launch(&[], Encoding::Utf16, options, Some(folder))
    }

    fn launch(arguments: &[String], encoding: Encoding, options: &Value, folder: Option<&Path>) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_typelog"))
            .current_dir(root())
            .arg("lsp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("typelog runs");
        let (to, from) = (server.stdin.take(), server.stdout.take().expect("an output"));
        let mut client = Self {
            server,
            to,
            from: BufReader::new(from),
            last_id: 0,
            answers: BTreeMap::new(),
            diagnostics: BTreeMap::new(),
            versions: BTreeMap::new(),
            checked: BTreeMap::new(),
            said: Vec::new(),
            capabilities: Value::Null,
            encoding,
        };
        let encodings = match encoding {
            Encoding::Utf8 => json!(["utf-16", "utf-8"]),
            Encoding::Utf16 => json!(["utf-16"]),
        };
        let capabilities = json!({
            "general": { "positionEncodings": encodings },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        });
        let result = client.ask(
            "initialize",
            json!({ "processId": null, "rootUri": folder.map(uri), "capabilities": capabilities, "initializationOptions": options }),
        );
        client.capabilities = result["capabilities"].clone();
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        wire::send(self.to.as_mut().expect("the server is there"), message);
    }

    /// Sends a text.
    pub fn send_text(&mut self, text: &str) {
        wire::send_text(self.to.as_mut().expect("the server is there"), text);
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request. [`Self::answer`] waits for the result.
    pub fn request(&mut self, method: &str, params: Value) -> i32 {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        self.last_id
    }

    /// The answer to a request, with its result or error.
    pub fn answer(&mut self, id: i32) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            assert!(self.hear(), "the server has gone");
        }
    }

    /// Sends a request, and waits for its result.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Reads a message. Returns `false` at the end of the stream.
    fn hear(&mut self) -> bool {
        let Some(bytes) = wire::hear(&mut self.from) else { return false };
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        match (message.get("id").and_then(Value::as_i64), message["method"].as_str()) {
            (Some(id), None) => _ = self.answers.insert(id as i32, message),
            (None, Some("textDocument/publishDiagnostics")) => {
                let params = &message["params"];
                if let (Some(uri), Some(version)) = (params["uri"].as_str(), params["version"].as_i64()) {
                    self.checked.insert(uri.to_owned(), version);
                }
                let all = params["diagnostics"].as_array().cloned().unwrap_or_default();
                self.diagnostics.insert(params["uri"].as_str().unwrap_or_default().to_owned(), all);
            }
            _ => self.said.push(message),
        }
        true
    }

    /// Waits until the current versions of all documents have been checked.
    pub fn settle(&mut self) {
        while self.versions.iter().any(|(uri, version)| self.checked.get(uri) != Some(version)) {
            assert!(self.hear(), "the server has gone");
        }
    }

    /// Waits for the next diagnostics of a document.
    pub fn next_diagnostics(&mut self, uri: &str) -> Vec<Value> {
        self.diagnostics.remove(uri);
        loop {
            if let Some(found) = self.diagnostics.get(uri) {
                return found.clone();
            }
            assert!(self.hear(), "the server has gone");
        }
    }

    /// Opens a file of the project, and returns its URI.
    pub fn open(&mut self, path: &Path) -> String {
        let text = fs::read_to_string(path).expect("a text");
        self.open_as(path, &text)
    }

    /// Opens a file with a text of its own.
    pub fn open_as(&mut self, path: &Path, text: &str) -> String {
        let uri = uri(path);
        let language = if path.to_string_lossy().contains(".pp") { "pcl" } else { "hcl" };
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.versions.insert(uri.clone(), 1);
        uri
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        self.versions.remove(uri);
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// Replaces the text of a document.
    pub fn replace(&mut self, uri: &str, text: &str) {
        self.change(uri, json!({ "text": text }));
    }

    /// Replaces a part of a document.
    pub fn edit(&mut self, uri: &str, range: &Value, text: &str) {
        self.change(uri, json!({ "range": range, "text": text }));
    }

    fn change(&mut self, uri: &str, change: Value) {
        let version = self.versions.get_mut(uri).expect("an open document");
        *version += 1;
        let document = json!({ "uri": uri, "version": *version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    }

    /// The position of a byte of a text.
    pub fn position(&self, text: &str, offset: usize) -> Value {
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let in_line = &before[start..];
        let character = match self.encoding {
            Encoding::Utf8 => in_line.len(),
            Encoding::Utf16 => in_line.encode_utf16().count(),
        };
        json!({ "line": before.matches('\n').count(), "character": character })
    }

    /// The byte at a position of a text.
    pub fn offset(&self, text: &str, position: &Value) -> usize {
        let line = position["line"].as_u64().expect("a line") as usize;
        let wanted = position["character"].as_u64().expect("a character") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let rest = text[start..].lines().next().unwrap_or("");
        match self.encoding {
            Encoding::Utf8 => start + wanted,
            Encoding::Utf16 => {
                let mut count = 0;
                let before = rest.char_indices().find(|&(_, letter)| {
                    count += letter.len_utf16();
                    count > wanted
                });
                start + before.map_or(rest.len(), |(at, _)| at)
            }
        }
    }

    /// The parameters for a request at a byte of a document.
    pub fn at(&self, uri: &str, text: &str, offset: usize) -> Value {
        json!({ "textDocument": { "uri": uri }, "position": self.position(text, offset) })
    }

    /// Shuts the server down, which must exit successfully.
    pub fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.to = None;
        let status = self.server.wait().expect("it ends");
        assert_eq!(status.code(), Some(0));
    }
}

/// The URI of a path.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
