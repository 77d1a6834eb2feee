//! A server in the same process, driven message by message, for tests and fuzzers. It is deterministic, because no other thread
//! receives the messages.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};

use lsp_server::{Message, Request, RequestId};
use serde_json::Value;

use super::ServedProject;
use super::inbox::{Inbox, InboxSender};
use super::message::{Incoming, classify};
use super::outbox::Outbox;
use super::publication::MessageText;
use super::service::Server;
use crate::project::Project;

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

/// Starts a server, initializes it with the parameters of `initialize`, and passes it to `talk`. Returns `None` if it does not
/// start.
pub fn with_server<R>(
    project: Project,
    rules: Vec<PathBuf>,
    greeting: Value,
    talk: impl FnOnce(&mut ServerInProcess<'_>) -> R,
) -> Option<R> {
    let (inbox, client) = Inbox::channel();
    let (sender, messages) = channel();
    let hello = Request { id: RequestId::from(GREETING), method: "initialize".to_owned(), params: greeting };
    client.put(Incoming::Message(Message::Request(hello)))?;
    let outbox = Outbox::new(move |text| sender.send(text).is_ok());
    let served = ServedProject::new(project, rules);
    let server = Server::initialize(&served, inbox, outbox)?;
    Some(talk(&mut ServerInProcess { server, client, messages }))
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
