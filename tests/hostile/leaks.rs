//! Memory use stays bounded, however often a program is edited, and however many programs are checked.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use typelog::prelude::{Checker, Options, Subject};

use crate::allocations::{ALLOCATOR, counted, is_alone};

/// The number of allocated bytes.
fn in_use() -> isize {
    isize::try_from(ALLOCATOR.allocated()).unwrap_or(isize::MAX)
}

/// A program of definitions that depend on one another. Its names, strings and numbers vary with the edit.
fn program(definitions: usize, edit: usize) -> String {
    let mut text = String::from("kept = [1, 2, 3]\n");
    for at in 0..definitions {
        let _ = writeln!(
            text,
            "a{at} = {{ n{edit}_{at} = \"text {edit} {at}\", size = {edit}.{at}, all = [for v in kept : v * {edit}] }}"
        );
        let _ = writeln!(text, "b{at} = a{at}.size > 3 ? a{at}.n{edit}_{at} : missing{edit}_{at}");
    }
    text
}

/// The greatest number of allocated bytes during some edits.
fn most_in_use(edits: std::ops::Range<usize>, mut edit: impl FnMut(usize)) -> isize {
    edits
        .map(|at| {
            edit(at);
            in_use()
        })
        .max()
        .unwrap_or_default()
}

#[test]
fn memory_stays_within_bounds() {
    if !is_alone("leaks::memory_stays_within_bounds") {
        return;
    }
    errors_everywhere_keep_little_memory();
    checks_with_a_book_keep_nothing();
    an_edited_program_keeps_its_memory();
    checks_of_many_programs_keep_nothing();
}

/// The most bytes that the results of a check keep for each byte of text.
const MOST_FOR_A_BYTE: isize = 400;

fn errors_everywhere_keep_little_memory() {
    let text = "a = \"\n".repeat(24_000);
    let checker = Checker::new(&Options::default().jobs(1)).expect("a checker");
    let before = in_use();
    let checked = checker.check_text("main.hcl", &text).expect("a check");
    let kept = (in_use() - before) / isize::try_from(text.len()).unwrap_or(1);
    assert!(checked.diagnostics().len() > 40_000, "{}", checked.diagnostics().len());
    println!("bytes that the results keep for a byte of text: {kept}");
    assert!(kept < MOST_FOR_A_BYTE, "{kept} bytes for a byte of text");
}

/// The rows of an own book: a table of the built-in one gets one more row, which depends on the edit.
fn own_rows(edit: usize) -> String {
    format!(
        "//! Own types.\n//!\n//! Smallest example: none.\n\nprimitive_conversion(opaque(\"Own\"), STRING, Safe).\n// {}\n",
        "edit ".repeat(edit)
    )
}

/// The number of bytes that may be kept by a hundred checks with a book. A loaded book has several megabytes.
const MOST_KEPT: isize = 1 << 20;

fn checks_with_a_book_keep_nothing() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("leaks-book");
    let write = |path: &str, text: &str| {
        let path = directory.join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    };
    write("typelog.toml", "book = \"book\"\n");
    write("main.hcl", "a = 1\nb = a + c\n");
    write("book/types/engines.txt", "ConversionEngine: + own\n");
    write("book/types/own.dl", &own_rows(0));
    let check = |checker: &Checker| {
        let mut checked = checker.check(&directory).expect("a check");
        assert_eq!(checked.diagnostics().len(), 1);
        // Proofs use what is derived from the files of the book.
        assert!(checked.explain(&Subject::of("b"), None, true).is_ok());
    };
    // A new book is loaded for the first check, and not for others.
    let checker = Checker::new(&Options::default().jobs(1)).expect("a checker");
    let [first, second] = [(), ()].map(|()| counted(|| check(&checker)).1.bytes);
    println!("bytes that the first and the second check with a book allocate: {first}, {second}");
    assert!(second < first / 5, "the second check loads the book again: {first}, {second}");
    let before = in_use();
    (0..100).for_each(|_| check(&checker));
    let same = in_use() - before;
    // Each edit of the book makes another one, and frees the one before.
    for edit in 1..10 {
        write("book/types/own.dl", &own_rows(edit));
        check(&checker);
    }
    let edited = in_use() - before;
    // Without the checker, nothing of its book is left for the next one.
    drop(checker);
    let without = in_use() - before;
    let book = directory.join("book");
    for _ in 0..10 {
        let options = Options::default().jobs(1).book(book.to_str().expect("a path of text"));
        check(&Checker::new(&options).expect("a checker"));
    }
    let others = in_use() - before - without;
    println!("bytes kept by checks with a book: {same}, {edited}, {without}, {others}");
    assert!(same < MOST_KEPT && edited < MOST_KEPT, "{same}, {edited}");
    assert!(without < -MOST_KEPT, "the book of a checker outlives it: {without}");
    assert!(others < MOST_KEPT, "{others}");
}

fn an_edited_program_keeps_its_memory() {
    let checker = Checker::new(&Options::default()).expect("a checker");
    let mut open = checker.open_texts(vec![("main.hcl".to_owned(), program(40, 0).into_bytes())]).expect("a program");
    let mut edit = |at: usize| {
        open.set("main.hcl", &program(40, at));
        assert_eq!(open.check().len(), 40);
    };
    // Memo tables grow up to a bound, and are then cleared. It takes a thousand edits to reach the maximum.
    let windows = [0..1_000, 1_000..1_500, 1_500..2_000].map(|edits| most_in_use(edits, &mut edit));
    println!("most bytes in use: {windows:?}");
    assert!(windows[2] < windows[1] + windows[1] / 20, "memory grows from window to window: {windows:?}");
    assert!(windows[2] < 100 << 20, "{windows:?}");
}

fn checks_of_many_programs_keep_nothing() {
    let checker = Checker::new(&Options::default()).expect("a checker");
    let check = |at: usize| {
        let mut checked = checker.check_text("main.hcl", &program(5, at)).expect("a check");
        assert_eq!(checked.diagnostics().len(), 5);
        assert!(checked.facts().relations().count() > 10);
    };
    (0..50).for_each(check);
    let before = in_use();
    (50..450).for_each(check);
    let kept = in_use() - before;
    println!("bytes that 400 checks keep: {kept}");
    assert!(kept < 64 << 10, "400 checks keep {kept} bytes");
}
