//! Runs of the command, and their output.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the command in the project's folder.
pub fn typelog(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("typelog runs")
}

/// The standard output of a command that succeeds, with a text on its standard input.
#[allow(dead_code, reason = "each test program uses a part")]
pub fn fed(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("typelog runs");
    let mut standard_input = child.stdin.take().expect("an input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || standard_input.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("an output");
    writer.join().expect("the writer ends").expect("the input is read");
    assert!(output.status.success(), "{arguments:?}");
    text(&output.stdout)
}

/// Bytes as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output of a command that exits with this status.
pub fn printed(arguments: &[&str], status: i32) -> String {
    let output = typelog(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The error message of a command with wrong usage, on one line.
pub fn refused(arguments: &[&str]) -> String {
    let output = typelog(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints something");
    text(&output.stderr)
}

/// A text as JSON.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A directory for a test, with files.
pub fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    for (name, text) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    directory
}

/// A path as text.
pub fn path(path: &Path) -> &str {
    path.to_str().expect("a path of text")
}
