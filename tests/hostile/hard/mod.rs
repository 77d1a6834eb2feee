//! Hard use: adversarial inputs, system faults, and untrusted programs. For every input the command ends in time, with an
//! answer.

mod adversarial;
mod faults;
mod files;
mod found_programs;
mod limits;
mod own_rules;
mod scale;
mod silence;
mod terminals;
mod types;
mod unions;
mod untrusted;
mod untrusted_files;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::end;

/// A directory for a test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hard-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// Writes a file, and the directories around it.
fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, text).expect("a file");
}

fn command(arguments: &[&str], directory: &Path) -> Command {
    end::ends_at_last();
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(directory).args(arguments).stdin(Stdio::null());
    command
}

/// Runs the command to its end.
fn typelog(arguments: &[&str], directory: &Path) -> Output {
    let mut command = command(arguments, directory);
    output(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("typelog runs"), arguments)
}

/// The answer of a batch to one request.
fn answer(arguments: &[&str], request: &str) -> String {
    answers(arguments, &format!("{request}\n"))
}

/// The answers of a batch to requests, a line each.
fn answers(arguments: &[&str], requests: &str) -> String {
    let mut command = command(arguments, Path::new(env!("CARGO_TARGET_TMPDIR")));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("typelog runs");
    feed(&mut child, requests.as_bytes());
    text(&output(child, arguments).stdout)
}

/// The fault with which a rule file is refused.
fn refused(name: &str, rules: &str, options: &[&str]) -> String {
    let directory = scratch(name);
    write(&directory.join("rules.dl"), rules);
    write(&directory.join("main.hcl"), "a = 1\n");
    let output = typelog(&[&["query"], options, &["rules.dl", "main.hcl"]].concat(), &directory);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    text(&output.stderr)
}

/// The output of a process at its end.
fn output(mut child: Child, arguments: &[&str]) -> Output {
    let reader = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                let _ = stream.read_to_end(&mut bytes);
            }
            bytes
        })
    };
    let out = reader(child.stdout.take().map(|stream| Box::new(stream) as _));
    let err = reader(child.stderr.take().map(|stream| Box::new(stream) as _));
    let status = child.wait().unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    Output { status, stdout: out.join().expect("bytes"), stderr: err.join().expect("bytes") }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The codes and lines of the diagnostics of a program.
fn found(arguments: &[&str], directory: &Path) -> Vec<(String, u64)> {
    let output = typelog(&[&["check", "--format", "jsonl"], arguments].concat(), directory);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", text(&output.stderr)));
    let entries = record["diagnostics"].as_array().expect("diagnostics");
    let entry = |entry: &serde_json::Value| {
        (entry["code"].as_str().expect("a code").to_owned(), entry["line"].as_u64().expect("a line"))
    };
    entries.iter().map(entry).collect()
}

/// The codes and lines of the diagnostics of a file of plain HCL, with options.
fn found_in(name: &str, program: &str, options: &[&str]) -> Vec<(String, u64)> {
    let directory = scratch(name);
    write(&directory.join("main.hcl"), program);
    found(&[&["main.hcl"], options].concat(), &directory)
}

/// The number of times that rules fire for a program, with options.
fn firings(program: &str, options: &[&str], directory: &Path) -> u64 {
    let output = typelog(&[&["rules", "--format", "json", "--profile", program], options].concat(), directory);
    let rules: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{program}: {error}: {}", text(&output.stderr)));
    let sum: u64 = rules.iter().filter_map(|rule| rule["firings"].as_u64()).sum();
    assert!(sum > 0, "rules fire for {program}");
    sum
}

/// Fails if the work for an input of twice the size is much more than twice the work: linear work is 2, quadratic work is 4.
fn assert_nearly_linear(work: impl Fn(usize) -> u64, what: &str) {
    let [small, large] = [1, 2].map(work);
    assert!(large * 10 < small * 25, "twice as many {what} take {large} steps instead of {small}");
}

/// Writes to a process. It may close its input early.
fn feed(child: &mut Child, text: &[u8]) {
    let _ = child.stdin.take().expect("an input").write_all(text);
}
