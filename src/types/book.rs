//! The book of rules that answers questions about the types of an interner.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// A handle to a book of rules, which stays in memory as long as there are handles to it. An interner remembers the answers of
/// its book, so they are discarded when its book changes.
#[derive(Clone)]
pub struct BookHandle {
    /// What the layers above know about the book; `None` for the built-in one.
    content: Option<Arc<dyn Any + Send + Sync>>,
    /// The constructors of types that it declares.
    constructors: Arc<[ConstructorSignature]>,
    faults: Faults,
}

/// A constructor of types that a book declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstructorSignature {
    /// The name.
    pub name: String,
    /// For each argument, whether it is a text, and not a type.
    pub takes_text: Vec<bool>,
}

impl BookHandle {
    /// Returns the built-in book.
    pub fn built_in() -> Self {
        Self { content: None, constructors: Arc::default(), faults: Faults::default() }
    }

    /// Returns a book with this content.
    pub fn new(content: Arc<dyn Any + Send + Sync>) -> Self {
        Self { content: Some(content), ..Self::built_in() }
    }

    /// Returns the same book, which declares these constructors.
    #[must_use]
    pub fn with_constructors(self, constructors: Vec<ConstructorSignature>) -> Self {
        Self { constructors: constructors.into(), ..self }
    }

    /// Returns the constructors of types that the book declares.
    pub fn constructors(&self) -> &[ConstructorSignature] {
        &self.constructors
    }

    /// Returns the content of a book other than the built-in one.
    #[inline]
    pub fn content(&self) -> Option<&Arc<dyn Any + Send + Sync>> {
        self.content.as_ref()
    }

    /// Returns the faults of the runs with this handle and its copies.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Returns a handle to the same book that shares these faults.
    #[must_use]
    pub fn reporting_to(&self, faults: Faults) -> Self {
        Self { faults, ..self.clone() }
    }
}

impl Default for BookHandle {
    fn default() -> Self {
        Self::built_in()
    }
}

impl fmt::Debug for BookHandle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BookHandle").field("is_built_in", &self.content.is_none()).finish_non_exhaustive()
    }
}

/// The faults of some runs of a book's rules, each once. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Vec<RunFault>>>);

impl Faults {
    /// Adds a fault.
    pub fn note(&self, fault: RunFault) {
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }

    /// Holds if there are no faults.
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Names the expressions and bindings in the faults of this thread, whose numbers are those of the run that has just ended.
    pub fn locate(&self, name: &dyn Fn(&Piece) -> Option<String>) {
        let thread = thread::current().id();
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for piece in faults.iter_mut().filter(|fault| fault.thread == thread).flat_map(|fault| &mut fault.message) {
            if let Some(text) = name(piece) {
                *piece = Piece::Text(text);
            }
        }
        let mut located = Vec::new();
        faults.retain(|fault| {
            let is_new = !located.contains(fault);
            located.extend(is_new.then(|| fault.clone()));
            is_new
        });
    }

    /// Removes and returns the faults so far.
    pub fn take(&self) -> Vec<RunFault> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A fault that shows when the rules of a book run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFault {
    /// The code.
    pub code: &'static str,
    message: Vec<Piece>,
    /// The places in the book that the fault is about.
    pub labels: Vec<RuleLabel>,
    /// The suggestion.
    pub help: Option<String>,
    /// The thread of the run.
    thread: ThreadId,
}

/// A piece of the message of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A text.
    Text(String),
    /// An expression, by its number in the run.
    Expression(u32),
    /// A binding, by its number in the run.
    Binding(u32),
}

/// A place in a file of a book.
#[derive(Clone, PartialEq, Eq)]
pub struct RuleLabel {
    /// The path of the file, and its text.
    pub file: Arc<(String, String)>,
    /// The range of bytes.
    pub span: (u32, u32),
    /// The text of the label.
    pub text: String,
}

impl fmt::Debug for RuleLabel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` at {}:{}", self.text, self.file.0, self.span.0)
    }
}

impl RunFault {
    /// Creates a fault without places in the book.
    pub fn new(code: &'static str, message: Vec<Piece>) -> Self {
        Self { code, message, labels: Vec::new(), help: None, thread: thread::current().id() }
    }

    /// Adds a place in the book.
    #[must_use]
    pub fn label(mut self, label: RuleLabel) -> Self {
        self.labels.push(label);
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn help(self, help: String) -> Self {
        Self { help: Some(help), ..self }
    }

    /// Returns the message, in one sentence.
    pub fn message(&self) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Expression(number) => format!("expression {number}"),
            Piece::Binding(number) => format!("binding {number}"),
        };
        self.message.iter().map(shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_belong_to_the_handles_that_share_them() {
        let book = BookHandle::new(Arc::new(0));
        let (copy, other) = (book.clone(), book.reporting_to(Faults::default()));
        let fault = RunFault::new("exceeded-limit", vec![Piece::Text("a".to_owned())]);
        copy.faults().note(fault.clone());
        copy.faults().note(fault.clone());
        assert!(other.faults().take().is_empty());
        assert_eq!(book.faults().take(), [fault]);
        assert!(copy.faults().take().is_empty());
    }

    #[test]
    fn faults_name_the_expressions_of_their_run() {
        let faults = Faults::default();
        faults.note(RunFault::new("conflicting-answers", vec![Piece::Text("at ".to_owned()), Piece::Expression(3)]));
        faults.locate(&|piece| (*piece == Piece::Expression(3)).then(|| "main.hcl:1:5".to_owned()));
        assert_eq!(faults.take()[0].message(), "at main.hcl:1:5");
    }

    #[test]
    fn a_book_is_freed_with_its_last_handle() {
        let content: Arc<dyn Any + Send + Sync> = Arc::new(0);
        let weak = Arc::downgrade(&content);
        let book = BookHandle::new(content);
        let copy = book.reporting_to(Faults::default());
        drop(book);
        assert!(weak.upgrade().is_some());
        drop(copy);
        assert!(weak.upgrade().is_none());
    }
}
