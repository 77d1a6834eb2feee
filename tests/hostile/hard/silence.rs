//! Faults that must be reported.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::process::{ChildStdout, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use super::{command, feed, output, scratch, text, typelog, write};

#[test]
fn a_file_whose_name_is_no_text_is_checked() {
    let directory = scratch("names");
    let name = OsStr::from_bytes(b"m\xff.hcl");
    write(&directory.join("p").join(name), "a = missing\n");
    let output = typelog(&["check", "p"], &directory);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("missing"), "{}", text(&output.stdout));
}

#[test]
fn a_closed_pipe_keeps_the_status() {
    let directory = scratch("closed");
    let program = (0..3_000).fold(String::new(), |program, at| program + &format!("a{at} = missing{at}\n"));
    write(&directory.join("main.hcl"), program);
    write(&directory.join("good.hcl"), "a = 1\n");
    for arguments in [
        &["check", "main.hcl"][..],
        &["check", "--format", "jsonl", "main.hcl"],
        &["check", "--format", "sarif", "main.hcl"],
        &["types", "main.hcl"],
        &["expr", "missing"],
        &["check", "good.hcl", "main.hcl", "good.hcl"],
    ] {
        let mut child = command(arguments, &directory);
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("typelog runs");
        drop(child.stdout.take());
        assert_eq!(output(child, arguments).status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn places_in_a_batch_are_those_of_the_bytes_that_were_given() {
    let directory = scratch("batch");
    for arguments in [&["expr", "--batch"][..], &["expr", "--batch", "--null"]] {
        let mut child = command(arguments, &directory);
        let pipes = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("typelog runs");
        let end: &[u8] = if arguments.len() == 3 { b"\0" } else { b"\n" };
        feed(&mut child, &[b"\"\xff\xff\" + missing".as_slice(), end, b"1", end].concat());
        let answers = text(&output(child, arguments).stdout);
        assert!(answers.contains("error@1-3 invalid UTF-8") && answers.contains("error@7-14 undefined"), "{answers:?}");
        assert!(answers.ends_with(if end == b"\0" { "const(1)\t\0" } else { "const(1)\t\n" }), "{answers:?}");
    }
}

/// The lines of a process, one by one.
fn lines(out: ChildStdout) -> impl FnMut() -> Option<String> {
    let out = BufReader::new(out);
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in out.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    move || lines.recv().ok()
}

#[test]
fn what_a_watched_program_depends_on_is_watched() {
    let directory = scratch("watched");
    let schema = |name: &str| {
        let property = format!("{{\"{name}\":{{\"type\":\"string\"}}}}");
        format!(
            "{{\"name\":\"p\",\"version\":\"1.0.0\",\"resources\":{{\"p:index:R\":{{\"properties\":{property},\"inputProperties\":{property}}}}}}}"
        )
    };
    let program = "component \"c\" \"../beside\" {}\nresource \"r\" \"p:index:R\" {\n  old = \"x\"\n}\n";
    write(&directory.join("program/main.pp"), program);
    write(&directory.join("beside/main.pp"), "output \"o\" {\n  value = missing\n}\n");
    write(&directory.join("schemas/p-1.0.0.json"), schema("old"));
    let arguments = ["check", "--watch", "--format", "jsonl", "--schemas", "schemas", "program"];
    let mut child = command(&arguments, &directory);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("typelog runs");
    let mut next = lines(child.stdout.take().expect("an output"));
    assert!(next().expect("a first result").contains("wrong-component"));
    // A file outside of the program changes continuously.
    let noise = directory.join("program/noise.log");
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let stopped = stop.clone();
    let noisy = std::thread::spawn(move || {
        while !stopped.load(std::sync::atomic::Ordering::Relaxed) {
            let _ = fs::write(&noise, "noise");
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    write(&directory.join("beside/main.pp"), "output \"o\" {\n  value = 12\n}\n");
    assert!(!next().expect("a result for the component").contains("wrong-component"));
    write(&directory.join("schemas/p-1.0.0.json"), schema("newer"));
    assert!(next().expect("a result for the schema").contains("unknown-input"));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    noisy.join().expect("the noise ends");
    // The directory is created again.
    fs::rename(directory.join("program"), directory.join("away")).expect("a name");
    write(&directory.join("program/main.pp"), "a = absent\n");
    let mut found = next().expect("a result for the new directory");
    while !found.contains("absent") {
        found = next().expect("a result for the new directory");
    }
    write(&directory.join("program/main.pp"), "a = absentee\n");
    assert!(next().expect("a result for the new directory").contains("absentee"));
    child.kill().expect("typelog runs");
    let _ = child.wait();
}
