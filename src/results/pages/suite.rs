//! The tests of pages, run with a book of rules.

use std::collections::BTreeSet;

use super::page::{Fence, Kind, Page, Section};
use super::section::compare;
use crate::builtins::trace::profile;
use crate::types::BookHandle;

/// Pages whose sections are tests of a book.
#[derive(Debug, Default)]
pub struct Suite {
    pages: Vec<Page>,
}

/// A section of a page that is a test.
#[derive(Debug)]
pub struct PageTest<'a> {
    /// Its name: the page, and the titles of its headings.
    pub name: String,
    section: &'a Section,
    declarations: Vec<&'a Fence>,
}

impl Suite {
    /// Reads pages from their names and texts.
    ///
    /// # Errors
    /// The first page that has a fault.
    pub fn read<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let pages: Result<Vec<Page>, String> = texts.into_iter().map(|(name, text)| Page::read(name, text)).collect();
        Ok(Self { pages: pages? })
    }

    /// Returns the tests. Sections that name an edition are left out: they are about another book.
    pub fn tests(&self) -> Vec<PageTest<'_>> {
        let of_page = |page| Page::tests(page).map(move |(section, declarations)| (page, section, declarations));
        let all = self.pages.iter().flat_map(of_page);
        let own = all.filter(|(.., declarations)| declarations.iter().all(|fence| fence.kind != Kind::Book));
        let named = own.map(|(page, section, declarations)| PageTest {
            name: format!("{}::{}", page.name, section.name()),
            section,
            declarations,
        });
        named.collect()
    }
}

impl PageTest<'_> {
    /// Runs the test with a book.
    ///
    /// # Errors
    /// The mismatches, one a line; or the fault of the book.
    pub fn run(&self, book: &BookHandle) -> Result<(), String> {
        let compared = compare(self.section, &self.declarations, book);
        match book.faults().take().first() {
            Some(fault) => Err(fault.message()),
            None => compared,
        }
    }

    /// Returns the names of the rules that the test uses; `None` if it fails.
    pub fn rules(&self, book: &BookHandle) -> Option<BTreeSet<String>> {
        let (outcome, used) = profile(|| self.run(book));
        outcome.ok().map(|()| used.fired().map(str::to_owned).collect())
    }
}
