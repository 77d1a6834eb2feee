//! The harness of the book: pages of Markdown in which headings with code are tests.

pub mod inline;
pub mod page;
pub mod section;
