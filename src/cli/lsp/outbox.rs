//! The messages to the client. They are large where a file has many diagnostics: each is made text once, and another thread
//! writes it while the server goes on.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};

use serde::Serialize;

use super::publication::MessageText;

/// Where messages to the client go, as JSON texts. It says whether somebody takes them.
pub struct Outbox(Box<dyn Fn(MessageText) -> bool>);

/// A message, with the version of the protocol that it belongs to.
#[derive(Serialize)]
struct Versioned<M> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: M,
}

/// A message that is not answered.
#[derive(Serialize)]
struct Notification<'a, P> {
    method: &'a str,
    params: P,
}

impl Outbox {
    /// One that gives messages to a function.
    pub fn new(take: impl Fn(MessageText) -> bool + 'static) -> Self {
        Self(Box::new(take))
    }

    /// One whose messages a thread writes to standard output. The thread ends with it.
    pub fn to_output() -> (Self, JoinHandle<io::Result<()>>) {
        let (sender, texts) = channel();
        let writer = thread::spawn(move || write_all(&texts, io::stdout().lock()));
        (Self::new(move |text| sender.send(text).is_ok()), writer)
    }

    /// Sends a request or a response.
    pub fn send(&self, message: impl Serialize) {
        // What the types of the protocol hold can be written.
        if let Ok(text) = serde_json::to_string(&Versioned { jsonrpc: "2.0", message }) {
            self.send_text(text.into());
        }
    }

    /// Sends a message that is text already.
    pub fn send_text(&self, text: MessageText) {
        // A client that has gone needs nothing.
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
