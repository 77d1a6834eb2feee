//! Messages of the protocol on a stream: a header with their length, and JSON.

use std::io::{BufRead, Write};

use serde_json::Value;

/// Writes a message.
pub fn send(to: &mut impl Write, message: &Value) {
    send_text(to, &message.to_string());
}

/// Writes a message as a text.
pub fn send_text(to: &mut impl Write, text: &str) {
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    to.flush().expect("the server reads");
}

/// Reads a message. None at the end of the stream.
pub fn hear(from: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).expect("headers are text") == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(count) = line.strip_prefix("Content-Length: ") {
            length = count.trim().parse().expect("a number");
        }
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes).expect("a whole message");
    Some(bytes)
}
