//! System faults: files that cannot be read or written, closed pipes, and interrupts.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{command, feed, output, scratch, text, typelog, write};

/// The names in a directory, in order.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn program(lines: usize) -> String {
    (0..lines).fold(String::new(), |program, at| program + &format!("a{at} = [{at}, \"text\", {{ k = {at} }}]\n"))
}

#[test]
fn what_cannot_be_read_is_named_and_the_others_go_on() {
    let directory = scratch("unreadable");
    write(&directory.join("good.hcl"), "a = 1\n");
    fs::create_dir(directory.join("empty")).expect("a directory");
    fs::create_dir(directory.join("dangling")).expect("a directory");
    std::os::unix::fs::symlink("loop.hcl", directory.join("loop.hcl")).expect("a link");
    std::os::unix::fs::symlink("gone", directory.join("dangling/main.hcl")).expect("a link");
    let pipe = Command::new("mkfifo").arg(directory.join("pipe.hcl")).status().expect("mkfifo runs");
    assert!(pipe.success());
    for (wrong, reason) in [
        ("missing.hcl", "No such file"),
        ("empty", "there are no program files"),
        ("loop.hcl", "symbolic link"),
        ("dangling", "No such file"),
        ("pipe.hcl", "it is a pipe or a device"),
        ("/dev/zero", "it is a pipe or a device"),
    ] {
        let output = typelog(&["types", wrong, "good.hcl"], &directory);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(text(&output.stdout).ends_with("a: const(1)\n"), "{wrong}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains(reason), "{wrong}: {}", text(&output.stderr));
    }
    for option in ["--declare", "--rules"] {
        let output = typelog(&["check", option, "pipe.hcl", "good.hcl"], &directory);
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
    let output = typelog(&["check", "--schemas", "missing", "good.hcl"], &directory);
    assert_eq!((output.status.code(), text(&output.stderr).contains("missing: ")), (Some(2), true));
}

#[test]
fn a_pipe_among_the_files_of_a_program_is_not_waited_for() {
    let directory = scratch("pipe-inside");
    write(&directory.join("p/a.hcl"), "a = 1\n");
    assert!(Command::new("mkfifo").arg(directory.join("p/b.hcl")).status().expect("mkfifo runs").success());
    let output = typelog(&["types", "p"], &directory);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("[unreadable-file]"), "{}", text(&output.stderr));
}

#[test]
fn a_full_disk_is_said_and_nothing_stays_behind() {
    let directory = scratch("full");
    write(&directory.join("main.hcl"), program(400));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let child = command(&["types", "main.hcl"], &directory).stdout(full).stderr(Stdio::piped()).spawn();
    let said = output(child.expect("typelog runs"), &["types"]);
    assert_eq!(said.status.code(), Some(2));
    assert!(text(&said.stderr).contains("the result cannot be written"), "{}", text(&said.stderr));

    let limited = |arguments: &str| {
        let script = format!("ulimit -f 8; exec '{}' {arguments}", env!("CARGO_BIN_EXE_typelog"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(&directory).stdout(Stdio::piped()).stderr(Stdio::piped());
        output(shell.spawn().expect("sh runs"), &["sh"])
    };
    for arguments in
        ["facts --out facts main.hcl", "facts --format sqlite --out facts main.hcl", "report --out page.html main.hcl"]
    {
        let said = limited(arguments);
        assert_eq!(said.status.code(), Some(2), "{arguments}: {said:?}");
        assert!(text(&said.stderr).contains("cannot be written"), "{arguments}: {}", text(&said.stderr));
        assert_eq!(names(&directory), ["main.hcl"], "{arguments}");
    }
    let said = typelog(&["report", "--out", "/dev/full", "main.hcl"], &directory);
    assert_eq!(said.status.code(), Some(2), "{}", text(&said.stderr));
    assert!(!fs::metadata("/dev/full").expect("the device is there").is_file());
}

#[test]
fn an_earlier_export_survives_a_failed_one() {
    let directory = scratch("survives");
    write(&directory.join("small.hcl"), "a = 1\n");
    write(&directory.join("main.hcl"), program(400));
    assert_eq!(typelog(&["facts", "--out", "facts", "small.hcl"], &directory).status.code(), Some(0));
    let before = names(&directory.join("facts"));
    let script = format!("ulimit -f 8; exec '{}' facts --out facts main.hcl", env!("CARGO_BIN_EXE_typelog"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(&directory).stdout(Stdio::piped()).stderr(Stdio::piped());
    assert_eq!(output(shell.spawn().expect("sh runs"), &["sh"]).status.code(), Some(2));
    assert_eq!((names(&directory.join("facts")), names(&directory).len()), (before, 3));
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let directory = scratch("reader");
    write(&directory.join("main.hcl"), program(3_000));
    for arguments in [["types", "main.hcl"], ["graph", "main.hcl"]] {
        let mut child = command(&arguments, &directory);
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("typelog runs");
        drop(child.stdout.take());
        let said = output(child, &arguments);
        assert_eq!((said.status.code(), text(&said.stderr)), (Some(0), String::new()), "{arguments:?}");
    }
    // A closed standard error is no fault either.
    let mut child = command(&["check", "missing.hcl"], &directory);
    let mut child = child.stderr(Stdio::piped()).spawn().expect("typelog runs");
    drop(child.stderr.take());
    assert_eq!(output(child, &["check"]).status.code(), Some(2));
}

#[test]
fn an_interrupted_export_leaves_nothing_behind() {
    let directory = scratch("interrupted");
    write(&directory.join("main.hcl"), program(1_500));
    for signal in ["INT", "TERM"] {
        let mut child = command(&["facts", "--out", "facts", "main.hcl"], &directory).spawn().expect("typelog runs");
        // Waits until the export starts writing.
        while names(&directory).len() == 1 && child.try_wait().expect("a status").is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let status = child.wait().expect("a status");
        // The export has either finished, or left no trace.
        let expected: &[&str] = if status.success() { &["facts", "main.hcl"] } else { &["main.hcl"] };
        assert_eq!(names(&directory), expected, "{signal}: {status}");
        let _ = fs::remove_dir_all(directory.join("facts"));
    }
}

#[test]
fn standard_input_that_is_no_text_is_read() {
    let directory = scratch("stdin");
    let mut child = command(&["check", "-"], &directory);
    let mut child =
        child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("typelog runs");
    feed(&mut child, &[0xff, 0, b'=', 0xfe].repeat(5_000));
    assert_eq!(output(child, &["check", "-"]).status.code(), Some(1));
}
