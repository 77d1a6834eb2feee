//! Frames that cannot be read: the server answers each with an error, and goes on.

use std::io::{BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::{Client, Encoding};
use crate::files::root;
use crate::wire;

/// A frame with a text.
fn frame(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// Frames with the codes of their answers.
fn broken() -> Vec<(Vec<u8>, i64)> {
    let mut frames: Vec<(Vec<u8>, i64)> = [
        "",
        " ",
        "{",
        "}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,,}",
        "{'jsonrpc':'2.0'}",
        "\u{feff}{}",
        "nonsense",
        "{\"id\":1,\"method\":\"a\",\"params\":{\"a\":NaN}}",
        "{\"id\":1e400,\"method\":\"a\"}",
        "{\"id\":1,\"method\":\"a\nb\"}",
        "{\"id\":1,\"method\":\"\\u12\"}",
        "{\"id\":1,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":{\"uri\":\"\\ud800\"}}}",
        "{\"method\":\"textDocument/didOpen\",\"params\":{\"a\":\"\\udfff\"}}",
        "{\"id\":1,\"method\":\"\\ud83d\\u0041\"}",
    ]
    .map(|text| (frame(text), -32700))
    .into();
    frames.extend(
        [
            "null",
            "5",
            "\"text\"",
            "[]",
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]",
            "{}",
            "{\"jsonrpc\":\"2.0\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"shutdown\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"shutdown\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"shutdown\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"shutdown\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":99999999999,\"method\":\"shutdown\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\",\"params\":\"text\"}",
        ]
        .map(|text| (frame(text), -32600)),
    );
    frames.push((frame(&"[".repeat(1_000_000)), -32700));
    frames.push(([&b"Content-Length: 4\r\n\r\n"[..], &[0xff, 0xfe, 0x00, 0x80]].concat(), -32700));
    let headers = [
        "Content-Length: 18446744073709551615\r\n\r\n{}",
        "Content-Length: 99999999999999999999999999\r\n\r\n{}",
        "Content-Length: 4294967296\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n{}",
        "Content-Length: two\r\n\r\n{}",
        "Content-Length: 0x10\r\n\r\n{}",
        "Content-Length: 2.0\r\n\r\n{}",
        "Content-Length:\r\n\r\n{}",
        "Content-Length 2\r\n\r\n{}",
        "Content-Length: 2\r\nContent-Length: 1\r\n\r\n{}",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
        "\u{e9}: 2\r\n\r\n{}",
        ": 2\r\n\r\n{}",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}\n",
        "Content-Length: 90\r\n\r\n{}",
        "Content-Length: 1\r\n\r\n{\"id\":1}",
    ];
    frames.extend(headers.map(|text| (text.as_bytes().to_vec(), -32700)));
    frames
}

#[test]
fn a_broken_frame_has_an_answer_and_no_other_effect() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_typelog"))
        .current_dir(root())
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("typelog runs");
    let mut to = server.stdin.take().expect("an input");
    let mut from = BufReader::new(server.stdout.take().expect("an output"));
    let mut hear =
        || -> Value { serde_json::from_slice(&wire::hear(&mut from).expect("the server is there")).expect("JSON") };
    let frames = broken();
    assert!(frames.len() > 50);
    // Once before the client has introduced itself, and once after that.
    for time in 0..2 {
        for (number, (bytes, code)) in frames.iter().enumerate() {
            let id = format!("{time}-{number}");
            to.write_all(bytes).expect("the server reads");
            wire::send(&mut to, &json!({ "jsonrpc": "2.0", "id": id, "method": "typelog/none" }));
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(100)]).into_owned();
            let answer = hear();
            assert_eq!(answer["error"]["code"], *code, "{shown}: {answer}");
            let next = hear();
            if next["method"] == "window/logMessage" {
                assert_eq!(hear()["id"], id, "{shown}");
            } else {
                assert_eq!(next["id"], id, "{shown}: {next}");
            }
        }
        let hello =
            json!({ "jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": { "capabilities": {} } });
        wire::send(&mut to, &hello);
        assert_eq!(hear()["id"], "hello");
    }
    wire::send(&mut to, &json!({ "jsonrpc": "2.0", "id": 1, "method": "shutdown" }));
    assert_eq!(hear()["id"], 1);
    wire::send(&mut to, &json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.wait().expect("a status").code(), Some(0));
}

#[test]
fn an_edit_with_half_of_a_pair_is_not_lost() {
    let mut client = Client::start(&[], Encoding::Utf16);
    let uri = client.open_as(&root().join("target/never/halves.hcl"), "a = \"\"\nb = missing\n");
    assert_eq!(client.next_diagnostics(&uri).len(), 1);
    let range = json!({ "start": { "line": 0, "character": 5 }, "end": { "line": 0, "character": 5 } });
    let document = json!({ "uri": uri, "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": "HALF" }] });
    let message = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params });
    client.send_text(&message.to_string().replace("HALF", "\\ud83d"));
    // The half is replaced, and then the replacement. If it were missing, the quote would be replaced.
    assert_eq!(client.next_diagnostics(&uri).len(), 1);
    let range = json!({ "start": { "line": 0, "character": 5 }, "end": { "line": 0, "character": 6 } });
    let document = json!({ "uri": uri, "version": 3 });
    let change = json!({ "range": range, "text": "x" });
    client.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    let found = client.next_diagnostics(&uri);
    assert!(found.len() == 1 && found[0]["code"] == "unknown-variable", "{found:?}");
    assert!(client.said.iter().any(|said| said["error"]["code"] == -32700), "{:?}", client.said);
    client.end();
}

#[test]
fn files_of_other_tools_have_no_diagnostics() {
    let mut client = Client::start(&[], Encoding::Utf16);
    let other = client.open_as(&root().join("target/never/.terraform.lock.hcl"), "a = missing\n");
    let own = client.open_as(&root().join("target/never/own.hcl"), "a = missing\n");
    assert_eq!(client.next_diagnostics(&own).len(), 1);
    assert!(!client.diagnostics.contains_key(&other));
    let log = client.said.iter().find(|said| said["method"] == "window/logMessage").expect("a note");
    assert!(log["params"]["message"].as_str().expect("a text").contains("the dependency lock file of Terraform"));
    client.end();
}
