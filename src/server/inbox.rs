//! Messages from the client. A thread receives them as they arrive, so that a cancellation is noticed while a request is being
//! answered.

use std::collections::HashMap;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use gen_lsp_types::{CancelParams, Id};
use lsp_server::{Message, Notification, RequestId};

use super::frames::{Frame, Frames};
use super::message::{Incoming, Unreadable, read};

/// The notification that cancels a request.
const CANCEL: &str = "$/cancelRequest";

/// The last notification of a client.
pub const EXIT: &str = "exit";

/// The queue of messages, in order of arrival.
pub struct Inbox {
    messages: Receiver<Incoming>,
    pending: Arc<Pending>,
}

/// The sending end of an inbox.
pub struct InboxSender {
    sender: Sender<Incoming>,
    pending: Arc<Pending>,
}

impl InboxSender {
    /// Adds a message to the inbox. Returns `None` if the inbox has been dropped.
    pub fn put(&self, incoming: Incoming) -> Option<()> {
        let incoming = match incoming {
            Incoming::Message(message) => self.pending.pass(message).map(Incoming::Message),
            unreadable @ Incoming::Unreadable(_) => Some(unreadable),
        };
        incoming.map_or(Some(()), |incoming| self.sender.send(incoming).ok())
    }

    /// Adds the messages of a stream, up to its end or to the client's last one.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn put_all(&self, stream: impl BufRead) -> io::Result<()> {
        let mut frames = Frames::of(stream);
        while let Some(frame) = frames.next()? {
            let found = match frame {
                Frame::Text(text) => {
                    let found = read(&text);
                    if matches!(found[..], [Incoming::Unreadable(_)]) {
                        frames.distrust(&text);
                    }
                    found
                }
                Frame::Broken(reason) => vec![Incoming::Unreadable(Unreadable::frame(&reason))],
            };
            for incoming in found {
                let is_last = incoming.is_notification(EXIT);
                if self.put(incoming).is_none() || is_last {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The cancellation flag of a request.
#[derive(Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Holds if the request has been cancelled.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The requests that are not answered yet.
#[derive(Default)]
struct Pending(Mutex<HashMap<RequestId, Cancellation>>);

impl Pending {
    fn with<R>(&self, work: impl FnOnce(&mut HashMap<RequestId, Cancellation>) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a request or a cancellation. Returns the message, unless it is a cancellation.
    fn pass(&self, message: Message) -> Option<Message> {
        match message {
            Message::Notification(Notification { method, params }) if method == CANCEL => {
                let params: Option<CancelParams> = serde_json::from_value(params).ok();
                let id = params.map(|params| match params.id {
                    Id::Int(number) => RequestId::from(number),
                    Id::String(text) => RequestId::from(text),
                });
                self.with(|pending| {
                    if let Some(found) = id.and_then(|id| pending.get(&id)) {
                        found.0.store(true, Ordering::Relaxed);
                    }
                });
                None
            }
            Message::Request(request) => {
                self.with(|pending| pending.insert(request.id.clone(), Cancellation::default()));
                Some(Message::Request(request))
            }
            message => Some(message),
        }
    }
}

impl Inbox {
    /// Creates an inbox with its sending end.
    pub fn channel() -> (Self, InboxSender) {
        let (sender, messages) = channel();
        let pending = Arc::<Pending>::default();
        (Self { messages, pending: pending.clone() }, InboxSender { sender, pending })
    }

    /// Returns the next message; `None` if none is waiting.
    ///
    /// # Errors
    /// If the client is gone.
    pub fn next_now(&self) -> Result<Option<Incoming>, ()> {
        match self.messages.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }

    /// Waits for the next message; `None` if the client is gone.
    pub fn wait(&self) -> Option<Incoming> {
        self.messages.recv().ok()
    }

    /// Returns the cancellation flag of a request that is about to be answered.
    pub fn cancellation(&self, id: &RequestId) -> Cancellation {
        self.pending.with(|pending| pending.get(id).cloned().unwrap_or_default())
    }

    /// Notes that a request has been answered.
    pub fn answered(&self, id: &RequestId) {
        self.pending.with(|pending| pending.remove(id));
    }
}
