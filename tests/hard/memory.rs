//! The memory for results, which are much longer than the texts.

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use crate::{command, scratch, write};

/// The most bytes of memory for each byte of text, without the base cost of a small program. For a text ten times as long it is
/// 210, since some of it is spare capacity.
const MOST: u64 = 400;

/// The number of lines with two errors each.
const LINES: usize = 24_000;

/// The peak memory of a check in bytes, if the system reports it, and the length of the output.
fn check(name: &str, program: &str, format: &str) -> (u64, usize) {
    let directory = scratch(name);
    write(&directory.join("main.hcl"), program);
    let mut command = command(&["check", "--no-cache", "--format", format, "main.hcl"], &directory);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("typelog runs");
    let status = format!("/proc/{}/status", child.id());
    let mut output = child.stdout.take().expect("an output");
    let (mut piece, mut kilobytes, mut length) = (vec![0; 1 << 14], 0, 0);
    loop {
        let read = output.read(&mut piece).expect("it is read");
        // The process is still printing, so its status can be read.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes = kilobytes.max(peak.unwrap_or(0));
        length += read;
        if read == 0 {
            break;
        }
    }
    child.wait().expect("it ends");
    (kilobytes << 10, length)
}

#[test]
fn errors_everywhere_take_little_memory() {
    let text = "a = \"\n".repeat(LINES);
    for format in ["human", "json", "jsonl", "github", "sarif"] {
        let name = format!("errors-{format}");
        // A small program may end before its status is read.
        let least = (0..20).map(|_| check(&name, "a = b\n", format).0).find(|&peak| peak > 0).unwrap_or(0);
        let (most, length) = check(&name, &text, format);
        assert!(length > 10 * text.len(), "{format}: {length} bytes");
        let per_byte = most.saturating_sub(least) / text.len() as u64;
        assert!(per_byte < MOST, "{format}: {per_byte} bytes for a byte of text");
    }
}
