//! Messages of JSON-RPC, read from the texts of frames.

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde_json::{Value, json};

/// A message that cannot be read, and its answer.
#[derive(Debug, Serialize)]
pub struct Unreadable {
    /// The id of the request, or null if it is unknown.
    id: Value,
    error: Value,
}

/// What a frame contains.
#[derive(Debug)]
pub enum Incoming {
    Message(Message),
    Unreadable(Unreadable),
}

impl Incoming {
    /// Holds for a notification with a method.
    pub fn is_notification(&self, method: &str) -> bool {
        matches!(self, Self::Message(Message::Notification(notification)) if notification.method == method)
    }
}

impl Unreadable {
    /// Creates the answer to a frame that is not readable.
    pub fn frame(reason: &str) -> Self {
        Self::new(Value::Null, ErrorCode::ParseError, reason)
    }

    fn new(id: Value, code: ErrorCode, reason: &str) -> Self {
        Self { id, error: json!({ "code": code as i32, "message": reason }) }
    }
}

/// Reads the text of a frame. A notification with halves of surrogate pairs is also read with replacement characters in their
/// place: clients split such pairs when they send edits, and positions after an edit that is lost would be wrong.
pub fn read(text: &[u8]) -> Vec<Incoming> {
    let error = match serde_json::from_slice(text) {
        Ok(message) => return vec![classify(message)],
        Err(error) => error,
    };
    let unreadable = |id| Incoming::Unreadable(Unreadable::new(id, ErrorCode::ParseError, &error.to_string()));
    let repaired = with_whole_surrogates(text).and_then(|text| serde_json::from_slice(&text).ok());
    match repaired.map(classify) {
        Some(Incoming::Message(Message::Request(request))) => vec![unreadable(json!(request.id))],
        Some(notification @ Incoming::Message(Message::Notification(_))) => {
            vec![unreadable(Value::Null), notification]
        }
        _ => vec![unreadable(Value::Null)],
    }
}

/// Returns the message with a content.
pub fn classify(message: Value) -> Incoming {
    let wrong = |id, reason| Incoming::Unreadable(Unreadable::new(id, ErrorCode::InvalidRequest, reason));
    let Value::Object(mut message) = message else { return wrong(Value::Null, "the message is not an object") };
    let id = message.remove("id");
    let known_id = id.as_ref().and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    let shown_id = known_id.as_ref().map_or(Value::Null, |id| json!(id));
    let Some(method) = message.remove("method") else {
        // An answer, also to an error, must not be answered.
        return match (message.contains_key("result") || message.contains_key("error"), known_id) {
            (true, id) => {
                let id = id.unwrap_or_else(|| RequestId::from(String::new()));
                Incoming::Message(Message::Response(Response::new_ok(id, Value::Null)))
            }
            (false, _) => wrong(shown_id, "the message has no method"),
        };
    };
    let Value::String(method) = method else { return wrong(shown_id, "the method is not a string") };
    let params = message.remove("params").unwrap_or(Value::Null);
    if !matches!(params, Value::Null | Value::Object(_) | Value::Array(_)) {
        return wrong(shown_id, "the parameters are neither an object nor an array");
    }
    match (id, known_id) {
        (None, _) => Incoming::Message(Message::Notification(Notification { method, params })),
        (Some(_), Some(id)) => Incoming::Message(Message::Request(Request { id, method, params })),
        (Some(_), None) => wrong(Value::Null, "the id is neither a string nor a 32-bit integer"),
    }
}

/// The length of an escaped code unit: `\ud83d`.
const ESCAPE: usize = 6;

/// Replaces the escaped halves of surrogate pairs; `None` if there are none.
fn with_whole_surrogates(text: &[u8]) -> Option<Vec<u8>> {
    let (mut repaired, mut at) = (text.to_vec(), 0);
    let unit = |at: usize| {
        let digits = text.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut has_halves = false;
    while at < text.len() {
        at += match (text[at], unit(at), unit(at + ESCAPE)) {
            (_, Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (_, Some(0xd800..=0xdfff), _) => {
                repaired[at..at + ESCAPE].copy_from_slice(b"\\ufffd");
                has_halves = true;
                ESCAPE
            }
            (b'\\', ..) => 2,
            _ => 1,
        };
    }
    has_halves.then_some(repaired)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids and codes of the answers to a text, and the methods of its messages.
    fn found(text: &str) -> Vec<String> {
        let name = |incoming| match incoming {
            Incoming::Unreadable(Unreadable { id, error }) => format!("{id} {}", error["code"]),
            Incoming::Message(Message::Request(request)) => request.method,
            Incoming::Message(Message::Notification(notification)) => format!("{}!", notification.method),
            Incoming::Message(Message::Response(_)) => "answer".to_owned(),
        };
        read(text.as_bytes()).into_iter().map(name).collect()
    }

    #[test]
    fn every_text_is_a_message_or_has_an_answer() {
        for (text, expected) in [
            (r#"{"id":1,"method":"a","params":{}}"#, "a"),
            (r#"{"id":"x","method":"a"}"#, "a"),
            (r#"{"method":"a","params":[]}"#, "a!"),
            (r#"{"id":1,"result":5}"#, "answer"),
            (r#"{"id":null,"error":{"code":1}}"#, "answer"),
            (r#"{"id":1}"#, "1 -32600"),
            (r#"{"id":1,"method":5}"#, "1 -32600"),
            (r#"{"id":1.5,"method":"a"}"#, "null -32600"),
            (r#"{"id":4294967296,"method":"a"}"#, "null -32600"),
            (r#"{"id":null,"method":"a"}"#, "null -32600"),
            (r#"{"id":{},"method":"a"}"#, "null -32600"),
            (r#"{"id":7,"method":"a","params":3}"#, "7 -32600"),
            ("[]", "null -32600"),
            ("[{\"id\":1,\"method\":\"a\"}]", "null -32600"),
            ("null", "null -32600"),
            ("{}", "null -32600"),
            ("", "null -32700"),
            ("{\"id\":1", "null -32700"),
            ("{\"id\":1e999,\"method\":\"a\"}", "null -32700"),
            ("{\"id\":1,\"method\":\"a\"}x", "null -32700"),
            ("{'id':1}", "null -32700"),
            ("\u{feff}{}", "null -32700"),
            (r#"{"id":1,"method":"\ud800"}"#, "1 -32700"),
            (r#"{"id":1,"method":"\u12g4"}"#, "null -32700"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
        assert_eq!(found(&"[".repeat(100_000)), ["null -32700"]);
        assert!(matches!(&read(b"{\"id\":1,\"method\":\"\xff\"}")[..], [Incoming::Unreadable(_)]));
    }

    #[test]
    fn edits_with_halves_of_pairs_are_read_with_replacements() {
        assert_eq!(found(r#"{"method":"a","params":["\ud83d\ude00", "\\ud800"]}"#), ["a!"]);
        assert_eq!(found(r#"{"method":"a","params":["\ud83d"]}"#), ["null -32700", "a!"]);
        let repaired = with_whole_surrogates(br"\ud83d\ude00 \ude00\ud83d \\ud83d \\\ud83d").expect("halves");
        assert_eq!(repaired, br"\ud83d\ude00 \ufffd\ufffd \\ud83d \\\ufffd");
    }
}
