//! The book of rules that answers questions about the types of an interner.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A handle to a book of rules, which stays in memory as long as there are handles to it. An interner remembers the answers of
/// its book, so they are discarded when its book changes.
#[derive(Clone)]
pub struct BookHandle {
    /// What the layers above know about the book; `None` for the built-in one.
    content: Option<Arc<dyn Any + Send + Sync>>,
    faults: Faults,
}

impl BookHandle {
    /// Returns the built-in book.
    pub fn built_in() -> Self {
        Self { content: None, faults: Faults::default() }
    }

    /// Returns a book with this content.
    pub fn new(content: Arc<dyn Any + Send + Sync>) -> Self {
        Self { content: Some(content), faults: Faults::default() }
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
        Self { content: self.content.clone(), faults }
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
pub struct Faults(Arc<Mutex<Vec<String>>>);

impl Faults {
    /// Adds a fault.
    pub fn note(&self, fault: &str) {
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !faults.iter().any(|known| known == fault) {
            faults.push(fault.to_owned());
        }
    }

    /// Removes and returns the faults so far.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_belong_to_the_handles_that_share_them() {
        let book = BookHandle::new(Arc::new(0));
        let (copy, other) = (book.clone(), book.reporting_to(Faults::default()));
        copy.faults().note("a");
        copy.faults().note("a");
        assert!(other.faults().take().is_empty());
        assert_eq!(book.faults().take(), ["a"]);
        assert!(copy.faults().take().is_empty());
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
