//! The main loop of the server. Messages are handled in order. Changed programs are checked when no message is waiting, so that
//! many edits in a row need only one check.

use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWatchedFilesRegistrationOptions,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    FileSystemWatcher, GlobPattern, InitializeParams, LogMessageParams, LspNotificationMethod, LspRequestMethod,
    MessageType, Registration, RegistrationParams, ShowMessageParams,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, from_value};

use super::ServedProject;
use super::capabilities;
use super::inbox::{Cancellation, EXIT, Inbox};
use super::message::Incoming;
use super::outbox::Outbox;
use super::publication::MessageText;
use super::requests::{Refusal, answer};
use super::workspace::Workspace;
use crate::jobs::attempt;
use crate::lsp::uris::path_of;
use crate::lsp::view::{Client, Delivery};

/// The files that the client watches on disk.
const WATCHED: [&str; 2] = ["**/*.{pp,hcl,tf,tofu,tfvars,json,dl}", "**/{typelog.toml,engines.txt}"];

/// A server with its client.
pub struct Server<'a> {
    outbox: Outbox,
    inbox: Inbox,
    client: Client,
    workspace: Workspace<'a>,
    can_watch: bool,
    is_shut_down: bool,
    /// The number of requests to the client.
    requests: i32,
}

/// The next step after a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Wait for the next message.
    Continue,
    /// End the server.
    End,
}

impl<'a> Server<'a> {
    /// Serves a client until it exits or disconnects. Returns `true` if it has requested a shutdown.
    pub fn run(served: &'a ServedProject, inbox: Inbox, outbox: Outbox) -> bool {
        let Some(mut server) = Self::initialize(served, inbox, outbox) else { return false };
        server.serve();
        server.is_shut_down
    }

    /// Creates a server once the client has sent `initialize`. Returns `None` if the client disconnects before.
    pub fn initialize(served: &'a ServedProject, inbox: Inbox, outbox: Outbox) -> Option<Self> {
        loop {
            let request = match inbox.wait()? {
                Incoming::Message(Message::Request(request)) => request,
                Incoming::Unreadable(unreadable) => {
                    outbox.send(unreadable);
                    continue;
                }
                exit if exit.is_notification(EXIT) => return None,
                Incoming::Message(_) => continue,
            };
            if request.method != "initialize" {
                let code = ErrorCode::ServerNotInitialized as i32;
                let message = "the client has not introduced itself".to_owned();
                outbox.send(Response::new_err(request.id, code, message));
                continue;
            }
            let params: InitializeParams = from_value(request.params).unwrap_or_default();
            let client = capabilities::client(&params);
            inbox.answered(&request.id);
            outbox.send(Response::new_ok(request.id, capabilities::server(&client)));
            let workspace = Workspace::new(served, capabilities::folders(&params));
            let can_watch = capabilities::can_watch(&params.capabilities);
            return Some(Self { outbox, inbox, client, workspace, can_watch, is_shut_down: false, requests: 0 });
        }
    }

    fn serve(&mut self) {
        while self.settle() == Next::Continue {
            let Some(message) = self.inbox.wait() else { return };
            if self.take(message) == Next::End {
                return;
            }
        }
    }

    /// Handles the waiting messages, and checks changed programs, until nothing is left to do.
    pub fn settle(&mut self) -> Next {
        loop {
            match self.inbox.next_now() {
                Err(()) => return Next::End,
                Ok(Some(message)) => {
                    if self.take(message) == Next::End {
                        return Next::End;
                    }
                }
                Ok(None) => {
                    if !self.publish_one() {
                        return Next::Continue;
                    }
                }
            }
        }
    }

    fn take(&mut self, incoming: Incoming) -> Next {
        if incoming.is_notification(EXIT) {
            return Next::End;
        }
        match incoming {
            Incoming::Message(Message::Request(request)) => self.request(request),
            Incoming::Message(Message::Notification(notification)) => {
                if attempt(|| self.notification(notification)).is_none() {
                    self.workspace.start_over(None);
                }
            }
            // The client's responses are ignored.
            Incoming::Message(Message::Response(_)) => {}
            Incoming::Unreadable(unreadable) => self.outbox.send(unreadable),
        }
        self.send_notices();
        Next::Continue
    }

    /// Sends withdrawn diagnostics and errors to the client.
    fn send_notices(&mut self) {
        let withdrawn = self.workspace.take_withdrawn(&self.client);
        self.publish(withdrawn);
        let has_news = self.workspace.take_news();
        self.refresh(has_news);
        for message in self.workspace.take_complaints() {
            self.outbox.notify("window/showMessage", ShowMessageParams { kind: MessageType::Error, message });
        }
        for message in self.workspace.take_notes() {
            self.outbox.notify("window/logMessage", LogMessageParams { kind: MessageType::Info, message });
        }
    }

    /// Checks a changed program, book or rule file, and sends its diagnostics; `false` if there is none.
    fn publish_one(&mut self) -> bool {
        let Some(key) = self.workspace.waiting() else { return self.publish_rules() };
        match attempt(|| self.workspace.unpublished(&key, &self.client)) {
            Some(unpublished) if self.client.delivery == Delivery::Published => self.publish(unpublished),
            Some(unpublished) => self.refresh(!unpublished.is_empty()),
            None => self.workspace.start_over(Some(&key)),
        }
        true
    }

    /// Sends the diagnostics of a changed rule file or book; `false` if there is none.
    fn publish_rules(&mut self) -> bool {
        let Some(unpublished) = attempt(|| self.workspace.unpublished_rule_diagnostics(&self.client)) else {
            return true;
        };
        let Some(unpublished) = unpublished else { return self.publish_books() };
        self.publish(vec![unpublished]);
        true
    }

    /// Sends the diagnostics of a changed book; `false` if there is none.
    fn publish_books(&mut self) -> bool {
        let Some(unpublished) = attempt(|| self.workspace.unpublished_book_diagnostics(&self.client)) else {
            return true;
        };
        let Some(unpublished) = unpublished else { return self.publish_in_background() };
        self.publish(unpublished);
        true
    }

    /// Checks a program of the workspace without open documents; `false` if there is none left.
    fn publish_in_background(&mut self) -> bool {
        if self.client.delivery != Delivery::Published {
            return false;
        }
        let Some(unpublished) = attempt(|| self.workspace.work(&self.client)) else { return true };
        let Some(unpublished) = unpublished else { return false };
        self.publish(unpublished);
        self.send_notices();
        true
    }

    /// Sends diagnostics of files.
    fn publish(&self, unpublished: Vec<MessageText>) {
        for message in unpublished {
            self.outbox.send_text(message);
        }
    }

    /// Tells a client that asks for diagnostics to ask again, if there are other ones.
    fn refresh(&mut self, has_news: bool) {
        if has_news && self.client.delivery == Delivery::AskedAgain {
            self.request_of_client("workspace/diagnostic/refresh", Value::Null);
        }
    }

    /// Sends a request to the client, whose answer is ignored.
    fn request_of_client(&mut self, method: &str, params: Value) {
        self.requests += 1;
        let request = Request { id: self.requests.into(), method: method.to_owned(), params };
        self.outbox.send(request);
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let cancellation = self.inbox.cancellation(&id);
        let result = if self.is_shut_down {
            Err(Refusal::Invalid("the server has been shut down".to_owned()))
        } else if LspRequestMethod::from(&method[..]) == LspRequestMethod::Shutdown {
            self.is_shut_down = true;
            Ok(Value::Null)
        } else {
            self.answer(&method, params, &cancellation)
        };
        self.inbox.answered(&id);
        self.respond(id, result);
    }

    /// Returns the answer to a request. A panic loses this answer, and the state of all programs.
    fn answer(&mut self, method: &str, params: Value, cancellation: &Cancellation) -> Result<Value, Refusal> {
        if cancellation.is_requested() {
            return Err(Refusal::Cancelled);
        }
        let result = attempt(|| answer(&mut self.workspace, &self.client, method, params, cancellation));
        let result = result.unwrap_or_else(|| {
            self.workspace.start_over(None);
            Err(Refusal::Fault)
        });
        // The client no longer waits for the answer.
        if cancellation.is_requested() { Err(Refusal::Cancelled) } else { result }
    }

    fn respond(&self, id: RequestId, result: Result<Value, Refusal>) {
        let response = match result {
            Ok(value) => Response::new_ok(id, value),
            Err(refusal) => Response::new_err(id, refusal.code() as i32, refusal.message()),
        };
        self.outbox.send(response);
    }

    /// Handles a notification. If its parameters are wrong, the client's log says so, since notifications have no answers.
    fn notification(&mut self, Notification { method, params }: Notification) {
        if let Err(error) = self.notified(&method, params) {
            let message = format!("{method}: {error}");
            self.outbox.notify("window/logMessage", LogMessageParams { kind: MessageType::Error, message });
        }
    }

    fn notified(&mut self, method: &str, params: Value) -> serde_json::Result<()> {
        match LspNotificationMethod::from(method) {
            LspNotificationMethod::Initialized => self.watch(),
            LspNotificationMethod::TextDocumentDidOpen => {
                let params: DidOpenTextDocumentParams = from_value(params)?;
                self.workspace.open(params.text_document);
            }
            LspNotificationMethod::TextDocumentDidChange => {
                let params: DidChangeTextDocumentParams = from_value(params)?;
                let document = params.text_document;
                let uri = document.text_document_identifier.uri;
                let encoding = self.client.encoding;
                self.workspace.change(uri.as_ref(), document.version, &params.content_changes, encoding);
            }
            LspNotificationMethod::TextDocumentDidClose => {
                let params: DidCloseTextDocumentParams = from_value(params)?;
                self.workspace.close(params.text_document.uri.as_ref());
            }
            LspNotificationMethod::TextDocumentDidSave => {
                let params: DidSaveTextDocumentParams = from_value(params)?;
                let uri = params.text_document.uri;
                self.workspace.saved(uri.as_ref());
            }
            LspNotificationMethod::WorkspaceDidChangeWatchedFiles => {
                let params: DidChangeWatchedFilesParams = from_value(params)?;
                self.workspace.files_changed(params.changes.iter().map(|change| change.uri.as_ref()));
            }
            LspNotificationMethod::WorkspaceDidChangeWorkspaceFolders => {
                let params: DidChangeWorkspaceFoldersParams = from_value(params)?;
                let paths = |folders: &[gen_lsp_types::WorkspaceFolder]| {
                    folders.iter().filter_map(|folder| path_of(folder.uri.as_ref())).collect()
                };
                let removed: Vec<_> = paths(&params.event.removed);
                self.workspace.change_folders(paths(&params.event.added), &removed);
            }
            _ => {}
        }
        Ok(())
    }

    /// Asks the client to watch files.
    fn watch(&mut self) {
        if !self.can_watch {
            return;
        }
        let watcher =
            |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::Pattern(glob.to_owned()), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: WATCHED.map(watcher).to_vec() };
        let registration = Registration {
            id: "files".to_owned(),
            method: "workspace/didChangeWatchedFiles".to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.request_of_client("client/registerCapability", serde_json::to_value(params).unwrap_or_default());
    }
}
