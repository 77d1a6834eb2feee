//! The examples: each folder of `examples/` is a program, with declarations in `*.declare`, and with its recorded types and
//! report.

use std::path::{Path, PathBuf};

use typelog::dialect::Dialect;
use typelog::source::Source;

use crate::support::bless::compare;
use crate::support::files::{below, entries, relative, root, text};
use crate::support::session::session_of;

#[test]
fn examples_have_the_types_and_reports_that_are_recorded() {
    let folders: Vec<_> = entries(&root().join("examples")).into_iter().filter(|path| path.is_dir()).collect();
    // Other tests cover programs in PCL, their schemas, rules for queries, questions, modules of Terraform, books, and the
    // notebook.
    let elsewhere = [
        "pcl",
        "schemas",
        "rules",
        "declared",
        "books",
        "corpus",
        "editors",
        "notebook",
        "page",
        "questions",
        "modules",
    ];
    let folders: Vec<_> =
        folders.into_iter().filter(|path| !elsewhere.iter().any(|name| path.ends_with(name))).collect();
    assert!(folders.len() >= 6, "there are only {} examples", folders.len());
    let wrong: Vec<String> = folders.iter().flat_map(|folder| compare_with_records(folder, false)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_declared_types_have_the_types_and_reports_that_are_recorded() {
    let folders: Vec<_> = entries(&root().join("examples/declared")).into_iter().filter(|path| path.is_dir()).collect();
    assert!(folders.len() >= 3, "there are only {} examples", folders.len());
    let wrong: Vec<String> = folders.iter().flat_map(|folder| compare_with_records(folder, true)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The differences between the program in a folder and its records.
fn compare_with_records(folder: &Path, is_modelled: bool) -> Vec<String> {
    let named = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let declarations: Vec<Source> =
        below(folder, ".declare").iter().map(|path| Source::new(named(path), text(path))).collect();
    let files: Vec<(String, String)> = below(folder, ".hcl").iter().map(|path| (named(path), text(path))).collect();
    assert!(!files.is_empty(), "{} holds no program", relative(folder));
    let dialect = if is_modelled { Dialect::Bicep } else { Dialect::Hcl };
    let mut session = session_of(dialect, &declarations);
    assert!(session.complaints.is_empty(), "{}: {}", relative(folder), session.complaints_page());
    let checked = session.check(&files);
    let types = compare(&folder.join("expected.types"), &checked.types());
    let report = compare(&folder.join("expected.report"), &checked.page());
    [types, report].into_iter().filter_map(Result::err).collect()
}
