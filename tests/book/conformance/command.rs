//! The built command, called with batches.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;

/// The lines with which the command answers input lines.
///
/// # Errors
/// If the command cannot be run, crashes, or does not answer every line.
pub fn answers(arguments: &[&str], lines: &[String]) -> Result<Vec<String>, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    // The rows are recorded from the reference, so the book is `pulumi`.
    command.args(arguments).args(["--book", "pulumi"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let (mut input, mut output) = (child.stdin.take().ok_or("no input")?, child.stdout.take().ok_or("no output")?);
    let request: String = lines.iter().map(|line| line.clone() + "\n").collect();
    // Writing fails if the command exits early, which its answers show.
    let writer = thread::spawn(move || drop(input.write_all(request.as_bytes())));
    let mut text = String::new();
    let read = output.read_to_string(&mut text);
    let status = child.wait().map_err(|error| error.to_string())?;
    writer.join().map_err(|_| "the writer failed")?;
    read.map_err(|error| error.to_string())?;
    let found: Vec<String> = text.lines().map(str::to_owned).collect();
    if !matches!(status.code(), Some(0 | 1)) || found.len() != lines.len() {
        return Err(format!("{} answers to {} lines, {status}", found.len(), lines.len()));
    }
    Ok(found)
}
