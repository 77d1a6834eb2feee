//! The pages of the book, checked by interpreted rules: the results must be those of the compiled engines.

use std::sync::Arc;

use libtest_mimic::Trial;
use typelog::results::pages::page::Page;
use typelog::results::pages::section;
use typelog::types::BookHandle;

use crate::pages;

/// A book without own files, which has all rules of the built-in one.
pub struct Interpreted {
    book: BookHandle,
}

impl Interpreted {
    /// Opens the book.
    pub fn new() -> Self {
        // A book that changes nothing opens unchecked: its engines are as built.
        let faults = typelog::book::check(&[]);
        assert!(faults.is_empty(), "the built-in book has faults: {faults:?}");
        let book = typelog::book::open(&[]).unwrap_or_else(|faults| panic!("the built-in book has faults: {faults:?}"));
        Self { book }
    }

    /// A test for each section of the pages.
    pub fn trials(&self) -> Vec<Trial> {
        pages::chapters().iter().flat_map(|path| self.trials_of(&Arc::new(pages::read(path)))).collect()
    }

    fn trials_of(&self, page: &Arc<Page>) -> Vec<Trial> {
        let trial = |number, name| {
            let (page, book) = (Arc::clone(page), self.book.clone());
            Trial::test(name, move || {
                let (section, declarations) = page.tests().nth(number).ok_or("the test is gone")?;
                Ok(section::compare(section, &declarations, &book)?)
            })
        };
        let names = page.tests().map(|(section, _)| format!("interpreted::{}::{}", page.name, section.name()));
        names.enumerate().map(|(number, name)| trial(number, name)).collect()
    }

    /// Panics if a run of the book went wrong.
    pub fn assert_no_faults(&self) {
        let faults = self.book.faults().take();
        assert!(faults.is_empty(), "runs that went wrong: {faults:?}");
    }
}
