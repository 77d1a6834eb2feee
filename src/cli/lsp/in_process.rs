//! A server in the same process, driven message by message, for tests and fuzzers. It is deterministic, because no other thread
//! receives the messages.

use std::sync::mpsc::{Receiver, channel};

use clap::Parser;
use lsp_server::{Message, Request, RequestId};
use serde_json::Value;

use super::super::process::Process;
use super::super::{Command, CommandLine};
use super::inbox::{Inbox, InboxSender};
use super::message::{Incoming, classify};
use super::outbox::Outbox;
use super::publication::MessageText;
use super::server::Server;

/// An initialized server.
pub struct ServerInProcess<'a> {
    server: Server<'a>,
    /// The sending end for the messages of the client.
    client: InboxSender,
    /// The messages to the client, as JSON texts.
    messages: Receiver<MessageText>,
}

/// The id of the `initialize` request.
const GREETING: i32 = 0;

/// Starts a server with the arguments of `typelog lsp`, initializes it with the parameters of `initialize`, and passes it to
/// `talk`.
///
/// # Errors
/// If the arguments are invalid.
pub fn with_server<R>(
    arguments: &[&str],
    greeting: Value,
    talk: impl FnOnce(&mut ServerInProcess<'_>) -> R,
) -> Result<R, String> {
    let words = ["typelog", "lsp"].iter().chain(arguments);
    let parsed = CommandLine::try_parse_from(words).map_err(|error| error.to_string())?;
    let process = Process::new();
    process.choose(&parsed.book, false).map_err(|failure| failure.text())?;
    let Command::Lsp(arguments) = parsed.command else {
        return Err("these are arguments of another command".to_owned());
    };
    let (inbox, client) = Inbox::channel();
    let (sender, messages) = channel();
    let hello = Request { id: RequestId::from(GREETING), method: "initialize".to_owned(), params: greeting };
    client.put(Incoming::Message(Message::Request(hello))).ok_or("the server takes no messages")?;
    let outbox = Outbox::new(move |text| sender.send(text).is_ok());
    let project = arguments.project(&process).map_err(|failure| failure.text())?;
    let server = Server::initialize(&project, &arguments.rules, inbox, outbox).ok_or("the server does not start")?;
    Ok(talk(&mut ServerInProcess { server, client, messages }))
}

impl ServerInProcess<'_> {
    /// Sends messages to the server, all before it reads the first one. Returns its messages until it waits for more: the
    /// answers, and the diagnostics of changed programs.
    pub fn exchange(&mut self, messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
        let _ = messages.into_iter().map(|message| self.client.put(classify(message))).find(Option::is_none);
        self.server.settle();
        self.messages.try_iter().filter_map(|text| serde_json::from_str(&text).ok()).collect()
    }
}
