//! Pages: texts in Markdown in which a heading with code is a test. A program, a question about types, or a value stands beside what is
//! expected of it. The book of the project has pages, and a book of rules may have its own.

pub mod checking;
pub mod constants;
pub mod declared;
pub mod expectations;
pub mod page;
pub mod questions;
pub mod section;
mod suite;

pub use suite::{PageTest, Suite};

/// Returns the first line in which two texts differ, as a message.
pub fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut expected, mut found) = (expected.lines(), found.lines());
    let mut line = 1;
    loop {
        match (expected.next(), found.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (None, None) => return Some("the texts differ in line breaks only".to_owned()),
            (a, b) => {
                let shown = |text: Option<&str>| text.map_or_else(|| "nothing".to_owned(), |text| format!("`{text}`"));
                return Some(format!("line {line}: expected {}, found {}", shown(a), shown(b)));
            }
        }
    }
}
