//! Messages from the client. A thread takes them as they come, so that a cancellation is seen while a request is answered.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gen_lsp_types::{CancelParams, Id};
use lsp_server::{Message, Notification, RequestId};

/// The notification that cancels a request.
const CANCEL: &str = "$/cancelRequest";

/// Messages in the order in which they come.
pub struct Inbox {
    messages: Receiver<Message>,
    pending: Arc<Pending>,
}

/// Whether a request has been cancelled.
#[derive(Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Holds if the request has been cancelled.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The requests without an answer.
#[derive(Default)]
struct Pending(Mutex<HashMap<RequestId, Cancellation>>);

impl Pending {
    fn with<R>(&self, work: impl FnOnce(&mut HashMap<RequestId, Cancellation>) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a request, or a cancellation. Cancellations go no further.
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
    /// The messages of a client.
    pub fn new(client: impl IntoIterator<Item = Message> + Send + 'static) -> Self {
        let (sender, messages): (Sender<Message>, _) = channel();
        let pending = Arc::<Pending>::default();
        let of_thread = pending.clone();
        // It ends with the client.
        thread::spawn(move || {
            let passed = client.into_iter().filter_map(|message| of_thread.pass(message));
            let _ = passed.map(|message| sender.send(message)).find(Result::is_err);
        });
        Self { messages, pending }
    }

    /// The next message; `None` if there is none now.
    ///
    /// # Errors
    /// The client has gone.
    pub fn next_now(&self) -> Result<Option<Message>, ()> {
        match self.messages.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }

    /// The next message, when it comes; `None` if the client has gone.
    pub fn wait(&self) -> Option<Message> {
        self.messages.recv().ok()
    }

    /// The cancellation of a request that is about to be answered.
    pub fn cancellation(&self, id: &RequestId) -> Cancellation {
        self.pending.with(|pending| pending.get(id).cloned().unwrap_or_default())
    }

    /// Notes that a request has been answered.
    pub fn answered(&self, id: &RequestId) {
        self.pending.with(|pending| pending.remove(id));
    }
}
