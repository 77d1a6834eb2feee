//! Output files: typelog overwrites only its own files, also with concurrent writers.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{command, output, scratch, text, typelog, write};

/// The status and the messages of a run with `--resume`.
fn resumed(directory: &Path, results: &str) -> (Option<i32>, String) {
    let options = ["check", "--recursive", "--format", "jsonl", "--resume", results, "programs"];
    let output = typelog(&options, directory);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn resume_cuts_only_what_starts_like_a_record() {
    let directory = scratch("resume-note");
    write(&directory.join("programs/a/main.hcl"), "a = 1\n");
    for note in ["my only copy", "my only copy\n", "{\"note\":1}", "{\"program\":1}\n", "[]\nx"] {
        write(&directory.join("note"), note);
        let (status, said) = resumed(&directory, "note");
        assert_eq!((status, said.contains("not a file of results")), (Some(2), true), "{note}: {said}");
        assert_eq!(fs::read_to_string(directory.join("note")).expect("the note"), note);
    }
    write(&directory.join("cut"), "{\"prog");
    assert_eq!(resumed(&directory, "cut").0, Some(0));
    let line = fs::read_to_string(directory.join("cut")).expect("results");
    assert!(line.starts_with("{\"program\":\"programs/a\",") && line.ends_with("}\n"), "{line}");
}

#[test]
fn resume_writes_to_regular_files_only() {
    let directory = scratch("resume-pipe");
    write(&directory.join("programs/a/main.hcl"), "a = 1\n");
    assert!(Command::new("mkfifo").arg(directory.join("pipe")).status().expect("mkfifo runs").success());
    for no_file in ["pipe", "/dev/null", "/dev/full", "programs"] {
        let (status, said) = resumed(&directory, no_file);
        assert_eq!((status, said.contains("not a regular file")), (Some(2), true), "{no_file}: {said}");
    }
}

#[test]
fn a_file_of_results_has_one_writer() {
    let directory = scratch("resume-lock");
    for at in 0..40 {
        write(&directory.join(format!("programs/p{at}/main.hcl")), format!("a = missing{at}\n"));
    }
    // The holder of the lock is the only writer.
    let held = fs::File::create(directory.join("held")).expect("a file");
    held.lock().expect("a lock");
    let (status, said) = resumed(&directory, "held");
    assert_eq!((status, said.contains("another run")), (Some(2), true), "{said}");
    drop(held);
    let options = ["check", "--recursive", "--format", "jsonl", "--resume", "results", "programs"];
    let start = || command(&options, &directory).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let writers: Vec<_> = (0..4).map(|_| start().expect("typelog runs")).collect();
    let ends: Vec<_> = writers.into_iter().map(|writer| output(writer, &options).status.code()).collect();
    assert!(ends.iter().all(|end| matches!(end, Some(1 | 2))) && ends.contains(&Some(1)), "{ends:?}");
    let lines = fs::read_to_string(directory.join("results")).expect("results");
    assert_eq!(lines.lines().count(), 40);
    for line in lines.lines() {
        let _: serde_json::Value = serde_json::from_str(line).expect("a whole line");
    }
}

#[test]
fn an_export_replaces_nothing_but_an_export() {
    let directory = scratch("out");
    write(&directory.join("main.hcl"), "a = 1\n");
    let export = |format: &str| typelog(&["facts", "--out", "facts", "--format", format, "main.hcl"], &directory);
    for format in ["tsv", "jsonl", "sqlite", "parquet", "tsv"] {
        let output = export(format);
        assert_eq!(output.status.code(), Some(0), "{format}: {}", text(&output.stderr));
    }
    write(&directory.join("facts/mine/thesis.txt"), "my only copy");
    let output = export("jsonl");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("facts/mine"), "{}", text(&output.stderr));
    assert!(directory.join("facts/mine/thesis.txt").is_file() && directory.join("facts/has_type.facts").is_file());
    fs::remove_dir_all(directory.join("facts/mine")).expect("the directory");
    // A foreign manifest lists no files of typelog.
    for manifest in ["[]", "{}", "my only copy", "[{\"name\":\"x\",\"files\":[\"../facts/thesis.txt\"]}]"] {
        write(&directory.join("other/relations.json"), manifest);
        write(&directory.join("other/thesis.txt"), "my only copy");
        let output = typelog(&["facts", "--out", "other", "main.hcl"], &directory);
        assert_eq!(output.status.code(), Some(2), "{manifest}");
        assert!(directory.join("other/thesis.txt").is_file(), "{manifest}");
    }
}

#[test]
fn what_others_left_behind_is_not_taken_for_ones_own() {
    let directory = scratch("stale");
    write(&directory.join("main.hcl"), "a = 1\n");
    // A directory for many possible process ids.
    for process in (1..=u32::from(u16::MAX)).step_by(64) {
        write(&directory.join(format!(".facts.partial-{process}/stale.txt")), "of another");
    }
    assert_eq!(typelog(&["facts", "--out", "facts", "main.hcl"], &directory).status.code(), Some(0));
    assert!(!directory.join("facts/stale.txt").exists());
    let options = ["facts", "--out", "facts", "main.hcl"];
    let start = || command(&options, &directory).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let writers: Vec<_> = (0..4).map(|_| start().expect("typelog runs")).collect();
    for writer in writers {
        let _ = output(writer, &options);
    }
    assert_eq!(typelog(&options, &directory).status.code(), Some(0));
    let left = fs::read_dir(&directory).expect("a directory").flatten();
    let left: Vec<_> = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(".facts.old")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_a_killed_command_left_is_removed_and_what_another_writes_is_not() {
    let directory = scratch("killed");
    write(&directory.join("main.hcl"), "a = 1\n");
    let commands: [(&[&str], &str); 4] = [
        (&["facts", "--out", "facts", "main.hcl"], "facts"),
        (&["report", "--out", "page.html", "main.hcl"], "page.html"),
        (&["check", "--baseline", "known.json", "--write-baseline", "main.hcl"], "known.json"),
        (&["book", "export", "book"], "book"),
    ];
    for (arguments, output) in commands {
        let left = directory.join(format!(".{output}.partial-0123456789abcdef"));
        write(&left.join("part.txt"), "unfinished");
        let other = fs::File::open(&left).expect("a directory");
        other.lock().expect("a lock");
        let refused = typelog(arguments, &directory);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let said = text(&refused.stderr);
        assert!(said.contains(output) && said.contains("another command is writing it"), "{said}");
        assert!(left.is_dir() && !directory.join(output).exists(), "{output}");
        drop(other);
        assert_eq!(typelog(arguments, &directory).status.code(), Some(0), "{arguments:?}");
        assert!(!left.exists() && directory.join(output).exists(), "{output}");
    }
}
