//! The messages to the client. They are large if a file has many diagnostics. Each is serialized once, and another thread writes
//! it while the server continues.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};

use serde::Serialize;

use super::publication::MessageText;

/// The function that sends messages to the client, as JSON texts. It returns `false` if the client is gone.
pub struct Outbox(Box<dyn Fn(MessageText) -> bool>);

/// A message with its version of JSON-RPC.
#[derive(Serialize)]
struct Versioned<M> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: M,
}

/// A message without an answer.
#[derive(Serialize)]
struct Notification<'a, P> {
    method: &'a str,
    params: P,
}

impl Outbox {
    /// Creates an outbox that passes messages to a function.
    pub fn new(take: impl Fn(MessageText) -> bool + 'static) -> Self {
        Self(Box::new(take))
    }

    /// Creates an outbox whose messages are written to a stream by a thread, which ends when the outbox is dropped.
    pub fn to_stream(stream: impl Write + Send + 'static) -> (Self, JoinHandle<io::Result<()>>) {
        let (sender, texts) = channel();
        let writer = thread::spawn(move || write_all(&texts, stream));
        (Self::new(move |text| sender.send(text).is_ok()), writer)
    }

    /// Sends a request or a response.
    pub fn send(&self, message: impl Serialize) {
        // The types of the protocol can always be serialized.
        if let Ok(text) = serde_json::to_string(&Versioned { jsonrpc: "2.0", message }) {
            self.send_text(text.into());
        }
    }

    /// Sends a message that is already serialized.
    pub fn send_text(&self, text: MessageText) {
        // Messages to a client that is gone are dropped.
        let _ = (self.0)(text);
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        self.send(Notification { method, params });
    }
}

fn write_all(texts: &Receiver<MessageText>, mut output: impl Write) -> io::Result<()> {
    for text in texts {
        write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        output.flush()?;
    }
    Ok(())
}
