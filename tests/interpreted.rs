//! The pages of the book, checked by interpreted rules: the results must be those of the compiled engines.

#[allow(dead_code, reason = "each test uses a part")]
mod support;

#[allow(dead_code, reason = "each test uses a part")]
#[path = "support/book/mod.rs"]
mod book;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};

use book::page::Page;
use book::section;
use support::files;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // A book without own files has all rules of the built-in one.
    let book = typelog::book::open(&[]).unwrap_or_else(|faults| panic!("the built-in book has faults: {faults:?}"));
    support::session::use_book(book.clone());
    let folder = files::root().join("tests/book");
    let paths = files::below(&folder, ".md").into_iter().filter(|path| !path.ends_with("README.md"));
    let trials = paths.flat_map(|path| trials(&Arc::new(Page::read(&path, &folder)))).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    let faults = book.faults().take();
    assert!(faults.is_empty(), "runs that went wrong: {faults:?}");
    conclusion.exit_code()
}

fn trials(page: &Arc<Page>) -> Vec<Trial> {
    let trial = |number, name| {
        let page = Arc::clone(page);
        Trial::test(name, move || {
            let (section, declarations) = page.tests().nth(number).ok_or("the test is gone")?;
            Ok(section::compare(section, &declarations)?)
        })
    };
    let names = page.tests().map(|(section, _)| format!("{}::{}", page.name, section.name()));
    names.enumerate().map(|(number, name)| trial(number, name)).collect()
}
