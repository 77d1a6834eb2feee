//! A server in the same process, message by message: for tests and fuzzers. It says the same each time, for no thread takes
//! the messages.

use std::sync::mpsc::{Receiver, channel};

use clap::Parser;
use lsp_server::{Message, Request, RequestId};
use serde_json::Value;

use super::super::{Command, CommandLine};
use super::inbox::{Door, Inbox};
use super::outbox::Outbox;
use super::publication::MessageText;
use super::server::Server;

/// A server that has been greeted.
pub struct ServerInProcess<'a> {
    server: Server<'a>,
    door: Door,
    /// The messages to the client, as JSON texts.
    said: Receiver<MessageText>,
}

/// The number of the request that introduces the client.
const GREETING: i32 = 0;

/// Starts a server with the arguments of `typelog lsp`, introduces a client with the parameters of `initialize`, and lets it
/// talk to the server.
///
/// # Errors
/// Arguments that make no sense.
pub fn with_server<R>(
    arguments: &[&str],
    greeting: Value,
    talk: impl FnOnce(&mut ServerInProcess<'_>) -> R,
) -> Result<R, String> {
    let words = ["typelog", "lsp"].iter().chain(arguments);
    let parsed = CommandLine::try_parse_from(words).map_err(|error| error.to_string())?;
    let Command::Lsp(arguments) = parsed.command else {
        return Err("these are arguments of another command".to_owned());
    };
    let (inbox, door) = Inbox::with_door();
    let (sender, said) = channel();
    let hello = Request { id: RequestId::from(GREETING), method: "initialize".to_owned(), params: greeting };
    door.put(hello.into()).ok_or("the server takes no messages")?;
    let outbox = Outbox::new(move |text| sender.send(text).is_ok());
    let server = Server::greeted(&arguments, inbox, outbox).ok_or("the server does not start")?;
    Ok(talk(&mut ServerInProcess { server, door, said }))
}

impl ServerInProcess<'_> {
    /// Gives the server messages that have come before it looks at the first one. What it says is what it has to say until it
    /// waits for more: the answers, and the diagnostics of what has changed.
    pub fn exchange(&mut self, messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
        let messages = messages.into_iter().filter_map(|message| serde_json::from_value::<Message>(message).ok());
        let _ = messages.map(|message| self.door.put(message)).find(Option::is_none);
        self.server.settle();
        self.said.try_iter().filter_map(|text| serde_json::from_str(&text).ok()).collect()
    }
}
