//! The command: what it prints, its exit statuses, and the files that it writes. The tests run the built binary.

#[path = "../support/command.rs"]
mod command;
#[path = "../support/end.rs"]
mod end;
#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/files.rs"]
mod files;
#[path = "../bench/generate.rs"]
mod generate;
#[path = "../support/skipped.rs"]
mod skipped;

mod book_faults;
mod book_laws;
mod books;
mod bundles;
mod changed_book;
mod corpus;
mod differences;
mod facts;
mod format_shapes;
mod formats;
mod help;
mod lesson;
mod living;
mod many;
mod newcomers;
mod own_rules;
mod repl;
mod report;
mod report_visits;
mod results;
mod shells;
mod starting;
mod tutorial;
