//! Memory use stays bounded, however often a program is edited, and however many programs are checked.

use std::alloc::System;
use std::fmt::Write as _;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use typelog::prelude::{Checker, Options};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The number of allocated bytes.
fn in_use() -> isize {
    let stats = ALLOCATOR.stats();
    let bytes = stats.bytes_allocated.wrapping_sub(stats.bytes_deallocated);
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

/// A program of definitions that depend on one another. Its names, strings and numbers vary with the edit.
fn program(definitions: usize, edit: usize) -> String {
    let mut text = String::from("kept = [1, 2, 3]\n");
    for at in 0..definitions {
        let _ = writeln!(
            text,
            "a{at} = {{ n{edit}_{at} = \"text {edit} {at}\", size = {edit}.{at}, all = [for v in kept : v * {edit}] }}"
        );
        let _ = writeln!(text, "b{at} = a{at}.size > 3 ? a{at}.n{edit}_{at} : missing{edit}");
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
    // One test runs both, since allocations are counted for the whole process.
    an_edited_program_keeps_its_memory();
    checks_of_many_programs_keep_nothing();
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
