//! The text of a schema file: in memory as a whole, or read from the file in parts.

use std::borrow::Cow;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::files::OpenFile;

/// The text of a schema file.
#[derive(Debug)]
pub(super) struct SchemaText {
    whole: OnceLock<String>,
    /// The file, if the text is not in memory.
    file: Option<Mutex<Box<dyn OpenFile>>>,
}

impl SchemaText {
    /// Creates a text in memory.
    pub fn of(text: String) -> Self {
        Self { whole: OnceLock::from(text), file: None }
    }

    /// Creates the text of a file, whose parts are read on demand.
    pub fn in_file(file: Box<dyn OpenFile>) -> Self {
        Self { whole: OnceLock::new(), file: Some(Mutex::new(file)) }
    }

    /// Returns a part of the text. It is empty if the file no longer contains it.
    pub fn part(&self, place: Range<usize>) -> Cow<'_, str> {
        match (self.whole.get(), &self.file) {
            (None, Some(file)) => Cow::Owned(read(file, place.start, Some(place.len())).unwrap_or_default()),
            _ => Cow::Borrowed(self.whole().get(place).unwrap_or("")),
        }
    }

    /// Holds if the whole text is not in memory.
    #[cfg(test)]
    pub fn is_unread(&self) -> bool {
        self.whole.get().is_none()
    }

    /// Returns the whole text, which is read if it is not in memory.
    pub fn whole(&self) -> &str {
        let file = self.file.as_ref();
        self.whole.get_or_init(|| file.and_then(|file| read(file, 0, None)).unwrap_or_default())
    }
}

/// Reads a part of a file; without a length, up to its end.
fn read(file: &Mutex<Box<dyn OpenFile>>, start: usize, length: Option<usize>) -> Option<String> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(start as u64)).ok()?;
    let mut bytes = vec![0; length.unwrap_or_default()];
    match length {
        Some(_) => file.read_exact(&mut bytes).ok()?,
        None => file.read_to_end(&mut bytes).map(drop).ok()?,
    }
    String::from_utf8(bytes).ok()
}
