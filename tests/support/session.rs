//! Sessions of the built-in book.

use typelog::dialect::Dialect;
use typelog::results::pages::checking::Session;
use typelog::source::Source;
use typelog::types::BookHandle;

/// A session for programs of a dialect.
pub fn session_of(dialect: Dialect, declarations: &[Source]) -> Session {
    Session::new(dialect, declarations, &BookHandle::built_in()).unwrap_or_else(|reason| panic!("{reason}"))
}
