//! The targets of fuzzers and tests: each takes any bytes, and panics if a property does not hold.
//!
//! The tests and the coverage-guided fuzzer in `fuzz/` share this module, so it uses only the crate, the standard library, and
//! the libraries that read exports. A target that needs several texts splits its input at lines `---`.

mod books;
mod constants;
mod declarations;
mod edits;
mod exports;
mod page;
mod places;
mod positions;
mod printing;
mod programs;
mod rule_files;
mod schemas;
mod script;
mod server;
mod syntax;
mod terraform;
mod type_expressions;

use std::cell::Cell;

use typelog::jobs::spawn_deep;
use typelog::source::Source;

/// A target.
pub struct Target {
    /// The name, also of the folder with its seeds.
    pub name: &'static str,
    take: fn(&str),
    /// The number of inputs that the tests make: each target takes some seconds.
    #[allow(dead_code, reason = "the coverage-guided fuzzer counts for itself")]
    pub cases: u32,
    /// The approximate number of seeds that the tests use unchanged.
    #[allow(dead_code, reason = "the coverage-guided fuzzer takes all that are written")]
    pub seeds: usize,
    /// The extensions of project files that are inputs as well.
    #[allow(dead_code, reason = "the coverage-guided fuzzer is told on its command line")]
    pub extensions: &'static [&'static str],
}

/// Uses all seeds, for targets that take milliseconds for each.
const ALL: usize = usize::MAX;

/// All targets.
pub const TARGETS: [Target; 16] = [
    Target { name: "syntax", take: syntax::native, cases: 1000, seeds: ALL, extensions: &["hcl", "pp"] },
    Target { name: "json", take: syntax::json, cases: 600, seeds: ALL, extensions: &["json"] },
    Target { name: "hcl", take: programs::hcl, cases: 60, seeds: ALL, extensions: &["hcl"] },
    Target { name: "pcl", take: programs::pcl, cases: 30, seeds: ALL, extensions: &["pp"] },
    Target { name: "bicep", take: programs::bicep, cases: 60, seeds: ALL, extensions: &["hcl"] },
    Target { name: "terraform", take: terraform::terraform, cases: 30, seeds: ALL, extensions: &["tf"] },
    Target { name: "types", take: type_expressions::types, cases: 200, seeds: ALL, extensions: &[] },
    Target { name: "constants", take: constants::constants, cases: 600, seeds: ALL, extensions: &[] },
    Target { name: "schemas", take: schemas::schemas, cases: 30, seeds: ALL, extensions: &["json"] },
    Target { name: "declarations", take: declarations::declarations, cases: 60, seeds: ALL, extensions: &["declare"] },
    Target { name: "rules", take: rule_files::rules, cases: 60, seeds: ALL, extensions: &["dl"] },
    Target { name: "books", take: books::books, cases: 6, seeds: 6, extensions: &[] },
    Target { name: "server", take: server::server, cases: 8, seeds: 10, extensions: &[] },
    Target { name: "page", take: page::page, cases: 10, seeds: 25, extensions: &[] },
    Target { name: "edits", take: edits::edits, cases: 30, seeds: ALL, extensions: &[] },
    Target { name: "exports", take: exports::exports, cases: 30, seeds: ALL, extensions: &[] },
];

impl Target {
    /// The target of a name.
    #[allow(dead_code, reason = "the tests go through all")]
    pub fn named(name: &str) -> &'static Self {
        TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("there is no target `{name}`"))
    }

    /// Runs the target on bytes. Invalid UTF-8 is replaced.
    ///
    /// # Panics
    /// If a property does not hold.
    pub fn take(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        in_deep_thread(|| (self.take)(&text));
    }
}

thread_local! {
    /// Holds in a thread with a deep stack.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Does something in a thread with a deep stack, because deeply nested texts cause deep recursion: in this one, if it is one. A thread
/// takes as long as a short input.
pub fn in_deep_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_DEEP.get() {
        return work();
    }
    let work = || {
        IS_DEEP.set(true);
        work()
    };
    let outcome = std::thread::scope(|scope| spawn_deep(scope, work).expect("a thread starts").join());
    outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The parts of a text, separated by lines `---`.
fn parts(text: &str) -> Vec<&str> {
    text.split("\n---\n").collect()
}

/// The first part of a text, and the unsplit rest.
fn head_and_rest(text: &str) -> (&str, &str) {
    text.split_once("\n---\n").unwrap_or((text, ""))
}

/// The text of a span. Panics if the span is not within the text.
#[track_caller]
fn piece(source: &Source, span: typelog::source::Span) -> &str {
    let found = source.text.get(span.range()).filter(|_| span.start <= span.end);
    found.unwrap_or_else(|| panic!("{span:?} is no piece of the {} bytes", source.text.len()))
}
