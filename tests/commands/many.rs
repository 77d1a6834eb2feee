//! Many programs in one run, and large ones: the output does not depend on the number of threads, and an interrupted run can be
//! resumed.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use crate::{end, generate};

fn typelog(arguments: &[&str], directory: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(directory).args(arguments).output().expect("typelog runs")
}

/// A directory for a test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("many-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// Programs in directories of their own. Every third has an error, and one is not valid UTF-8.
fn programs(directory: &Path, count: usize) {
    for at in 0..count {
        let program = directory.join(format!("p{at:03}"));
        fs::create_dir(&program).expect("a directory");
        let mut text = format!("a = [{at}, true]\nb = {{ a = a }}\nc = b.a[0] + 1\n").into_bytes();
        match at {
            7 => text.extend(b"d = \"\xff\"\n"),
            _ if at % 3 == 0 => text.extend(b"d = missing\ne = b.x\n"),
            _ => {}
        }
        fs::write(program.join("main.hcl"), text).expect("a file");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_number_of_threads_does_not_matter_to_many_programs() {
    let directory = scratch("threads");
    programs(&directory, 60);
    fs::create_dir(directory.join("zzz")).expect("a directory");
    for format in ["human", "json", "jsonl", "sarif", "github", "junit", "checkstyle", "gitlab", "rdjsonl"] {
        let run =
            |jobs| typelog(&["types", "--recursive", "--all", "--format", format, "--jobs", jobs, "."], &directory);
        let one = run("1");
        assert_eq!(one.status.code(), Some(1), "{}", text(&one.stderr));
        for jobs in ["2", "5"] {
            let several = run(jobs);
            assert_eq!(text(&several.stdout), text(&one.stdout), "{format} on {jobs} threads");
            assert_eq!(text(&several.stderr), text(&one.stderr), "{format} on {jobs} threads");
            assert_eq!(several.status, one.status);
        }
    }
}

#[test]
fn small_programs_are_known_together_as_they_are_alone() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let run = |arguments: &[&str]| {
        typelog(&[&["types", "--all", "--format", "jsonl", "--schemas", "schemas"], arguments].concat(), &examples)
    };
    let together = text(&run(&["--recursive", "."]).stdout);
    let mut count = 0;
    for line in together.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("a line is a record");
        let name = record["program"].as_str().expect("a program has a name");
        assert_eq!(text(&run(&[name]).stdout).trim_end(), line, "{name}");
        count += 1;
    }
    assert!(count >= 20, "there are examples: {count}");
}

#[test]
fn the_number_of_threads_does_not_matter_to_a_large_program() {
    let directory = scratch("large");
    // Long enough that several threads parse it, and that its stages are divided; with errors of many kinds.
    let mut program = generate::program(9_000, 1);
    for at in 0..300 {
        let before = at / 2;
        let _ =
            writeln!(program, "wrong{at} = {{ a = missing{at}, b = [\"{at}\", {before}].x, c = {before} + [{at}] }}");
        let _ = writeln!(program, "more{at} = [wrong{before}.a, more{before}, {at} == true ? \"x{at}\" : [{at}]]");
    }
    assert!(program.len() > 1 << 16);
    fs::write(directory.join("main.hcl"), program).expect("a file");
    fs::write(directory.join("declarations"), generate::declarations()).expect("a file");
    let run = |jobs| {
        let options = ["--declare", "declarations", "--format", "jsonl", "--jobs", jobs];
        typelog(&[&["types", "--all", "main.hcl"], &options[..]].concat(), &directory)
    };
    let one = run("1");
    assert_eq!(one.status.code(), Some(1), "{}", text(&one.stderr));
    for jobs in ["2", "3"] {
        let several = run(jobs);
        assert!(several.stdout == one.stdout, "the output differs on {jobs} threads");
        assert_eq!(several.status, one.status);
    }
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let directory = scratch("resume");
    programs(&directory, 12);
    let run =
        |results: &str| typelog(&["check", "--recursive", "--format", "jsonl", "--resume", results, "."], &directory);
    let whole = run("whole.jsonl");
    assert_eq!((whole.status.code(), text(&whole.stdout)), (Some(1), String::new()), "{}", text(&whole.stderr));
    let lines = fs::read_to_string(directory.join("whole.jsonl")).expect("the results");
    assert_eq!(lines.lines().count(), 12);
    // The run was interrupted in the middle of a line.
    let cut = lines.match_indices('\n').nth(4).expect("lines").0 + 20;
    fs::write(directory.join("cut.jsonl"), &lines[..cut]).expect("a file");
    // A program with a line is not checked again: its line here has another message, which stays.
    let other = lines.replace("undefined variable `missing`", "an earlier message");
    fs::write(directory.join("cut.jsonl"), &other[..other.match_indices('\n').nth(4).expect("lines").0 + 20])
        .expect("a file");
    assert_eq!(run("cut.jsonl").status.code(), Some(1));
    let resumed = fs::read_to_string(directory.join("cut.jsonl")).expect("the results");
    assert_eq!((resumed.lines().count(), resumed.matches("an earlier message").count()), (12, 2), "{resumed}");
    fs::write(directory.join("cut.jsonl"), &lines[..cut]).expect("a file");
    assert_eq!(run("cut.jsonl").status.code(), Some(1));
    assert_eq!(fs::read_to_string(directory.join("cut.jsonl")).expect("the results"), lines);
    // Nothing is left to do, and the errors of the earlier run still count.
    assert_eq!(run("cut.jsonl").status.code(), Some(1));
    fs::write(directory.join("thesis.txt"), "a text\n").expect("a file");
    let refused = run("thesis.txt");
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(fs::read_to_string(directory.join("thesis.txt")).expect("a file"), "a text\n");
    assert!(text(&refused.stderr).contains("this is not a file of results"), "{}", text(&refused.stderr));
}

#[test]
fn a_run_that_goes_on_checks_edited_programs_again() {
    let directory = scratch("resume-edited");
    programs(&directory, 6);
    let component = "config \"size\" \"int\" {}\n";
    let user = "component \"part\" \"../part\" {\n  size = [1]\n}\n";
    for (name, text) in [("part", component), ("user", user)] {
        fs::create_dir(directory.join(name)).expect("a directory");
        fs::write(directory.join(name).join("main.pp"), text).expect("a file");
    }
    let run = || {
        let output = typelog(
            &["check", "--recursive", "--format", "jsonl", "--progress", "always", "--resume", "all.jsonl", "."],
            &directory,
        );
        let lines = fs::read_to_string(directory.join("all.jsonl")).expect("the results");
        (text(&output.stderr), lines)
    };
    let (told, first) = run();
    assert!(told.contains("8 programs checked, 3 of them"), "{told}");
    assert_eq!(run(), ("typelog: 0 programs checked, 0 of them with errors\n".to_owned(), first.clone()));
    // A correct program becomes wrong. Its new line replaces the old one, at the end.
    fs::write(directory.join("p001/main.hcl"), "broken = ").expect("a file");
    let (told, edited) = run();
    assert!(told.contains("1 program checked, 1 of them"), "{told}");
    assert_eq!((edited.lines().count(), edited.matches("p001").count()), (8, 1), "{edited}");
    // A changed component affects itself and its users.
    fs::write(directory.join("part/main.pp"), "config \"size\" \"list(int)\" {}\n").expect("a file");
    let (told, edited) = run();
    assert!(told.contains("2 programs checked, 0 of them"), "{told}");
    assert_eq!(edited.lines().count(), 8);
}

#[test]
fn a_run_that_goes_on_sees_other_files_that_a_program_names() {
    let directory = scratch("resume-named");
    let write = |name: &str, text: &str| fs::write(directory.join(name), text).expect("a file");
    write("main.tf", "output \"a\" {\n  value = templatefile(\"${path.module}/a.tpl\", { x = 1 })\n}\n");
    write("a.tpl", "${x}");
    write("a.tftest.hcl", "run \"a\" {}\n");
    let run = || {
        let arguments =
            ["check", "--recursive", "--format", "jsonl", "--progress", "always", "--resume", "all.jsonl", "."];
        text(&typelog(&arguments, &directory).stderr)
    };
    assert_eq!(run(), "typelog: 1 program checked, 0 of them with errors\n");
    assert_eq!(run(), "typelog: 0 programs checked, 0 of them with errors\n");
    write("a.tpl", "${y}");
    assert_eq!(run(), "typelog: 1 program checked, 1 of them with errors\n");
    assert_eq!(run(), "typelog: 0 programs checked, 0 of them with errors\n");
    write("a.tpl", "${x}");
    write("a.tftest.hcl", "run \"a\" { wrong = 1 }\n");
    assert_eq!(run(), "typelog: 1 program checked, 1 of them with errors\n");
}

#[test]
fn progress_is_told_on_standard_error() {
    let directory = scratch("progress");
    programs(&directory, 4);
    let run = |when| typelog(&["check", "--recursive", "--format", "jsonl", "--progress", when, "."], &directory);
    let (told, untold) = (run("always"), run("auto"));
    assert_eq!(text(&told.stdout), text(&untold.stdout));
    assert_eq!(text(&untold.stderr), "");
    assert_eq!(text(&told.stderr), "typelog: 4 programs checked, 2 of them with errors\n");
}

/// The lines that a process prints, one by one; none at its end.
fn lines(child: &mut std::process::Child) -> impl FnMut() -> Option<String> + use<> {
    end::ends_at_last();
    let (sender, lines) = std::sync::mpsc::channel();
    let out = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::thread::spawn(move || {
        for line in std::io::BufRead::lines(out).map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    move || lines.recv().ok()
}

#[test]
fn settings_around_a_program_that_is_watched_are_followed() {
    let directory = scratch("watch-settings");
    let program = directory.join("inner/program");
    fs::create_dir_all(&program).expect("a directory");
    fs::write(program.join("main.hcl"), "a = missing\n").expect("a file");
    fs::write(directory.join("typelog.toml"), "lenient = true\n").expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.args(["check", "--watch", "--format", "jsonl", "inner/program"]).current_dir(&directory);
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().expect("typelog runs");
    let mut next = lines(&mut child);
    assert!(next().expect("a first result").contains("\"warning\""));
    fs::write(directory.join("other.hcl"), "b = 1\n").expect("a file");
    fs::write(directory.join("typelog.toml"), "lenient = false\n").expect("a file");
    assert!(next().expect("a result with other settings").contains("\"error\""));
    child.kill().expect("typelog runs");
    let _ = child.wait();
}

#[test]
fn settings_name_modules_and_directories_of_programs() {
    let directory = scratch("settings");
    for (name, text) in [
        ("typelog.toml", "modules = [\"installed\"]\nrecursive = true\n"),
        (
            "live/main.tf",
            "module \"net\" {\n  source = \"acme/net/aws\"\n}\noutput \"id\" {\n  value = module.net.idd\n}\n",
        ),
        ("installed/acme/net/aws/main.tf", "output \"id\" {\n  value = 1\n}\n"),
    ] {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let found = text(&typelog(&["check", "--format", "jsonl", "."], &directory).stdout);
    assert!(found.contains("unknown attribute `idd` of `module.net`"), "{found}");
    assert_eq!(found.lines().count(), 2, "{found}");
    let sarif = text(&typelog(&["check", "--format", "sarif", "."], &directory).stdout);
    assert!(sarif.contains("\"live/main.tf\""), "{sarif}");
}

#[test]
fn a_program_that_is_watched_is_checked_when_it_changes() {
    let directory = scratch("watch");
    let program = directory.join("program");
    fs::create_dir(&program).expect("a directory");
    fs::write(program.join("main.hcl"), "a = missing\n").expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.args(["check", "--watch", "--format", "jsonl", "program"]).current_dir(&directory);
    let stderr = File::create(directory.join("stderr")).expect("a file");
    let mut child = command.stdout(std::process::Stdio::piped()).stderr(stderr).spawn().expect("typelog runs");
    let mut next = lines(&mut child);
    assert!(next().expect("a first result").contains("`missing`"));
    fs::write(program.join("other.hcl"), "missing = [1]\n").expect("a file");
    let line = next().expect("a result for the new file");
    assert!(line.contains("tuple([const(1)])") && !line.contains("error"), "{line}");
    fs::remove_file(program.join("other.hcl")).expect("the file is there");
    assert!(next().expect("a result without the file").contains("`missing`"));
    // A new configuration file around the program is watched as well. Files beside it are not.
    fs::write(program.join("typelog.toml"), "lenient = true\n").expect("a file");
    assert!(next().expect("a result with settings").contains("\"warning\""));
    fs::write(program.join("typelog.toml"), "lenient = 1\n").expect("a file");
    fs::write(program.join("typelog.toml"), "lenient = false\n").expect("a file");
    assert!(next().expect("a result with other settings").contains("\"error\""));
    child.kill().expect("typelog runs");
    let _ = child.wait();
    let aside = fs::read_to_string(directory.join("stderr")).expect("what is said aside");
    assert_eq!(aside.matches("typelog: changed: other.hcl\n").count(), 2, "{aside}");
    for refused in [
        &["check", "--watch", "a", "b"][..],
        &["check", "--watch", "-"],
        &["check", "--watch", "--format", "json", "program"],
    ] {
        assert_eq!(typelog(refused, &directory).status.code(), Some(2));
    }
}

#[test]
fn an_index_of_a_large_schema_is_kept() {
    let directory = scratch("index");
    let types: Vec<String> = (0..4_000)
        .map(|at| {
            format!(r#""big:x:T{at}": {{"type": "object", "description": "{}", "properties": {{}}}}"#, "y".repeat(300))
        })
        .collect();
    let inputs = r#""inputProperties": {"size": {"type": "integer"}}, "requiredInputs": ["size"]"#;
    let schema =
        format!(r#"{{"name": "big", "types": {{{}}}, "resources": {{"big:x:R": {{{inputs}}}}}}}"#, types.join(", "));
    let path = directory.join("schemas/big-1.0.0.json");
    fs::create_dir(directory.join("schemas")).expect("a directory");
    fs::write(&path, schema).expect("a file");
    let before = SystemTime::now() - Duration::from_mins(1);
    File::options().write(true).open(&path).and_then(|file| file.set_modified(before)).expect("an earlier time");
    fs::write(directory.join("main.pp"), "resource \"r\" \"big:x:R\" {\n  size = \"large\"\n}\n").expect("a file");
    let check = |cache: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
        command.current_dir(&directory).env("XDG_CACHE_HOME", directory.join(cache));
        let output = command.args(["check", "main.pp", "--schemas", "schemas"]).args(arguments).output();
        text(&output.expect("typelog runs").stdout)
    };
    let first = check("cache", &[]);
    assert!(first.contains("`size`"), "{first}");
    let files = || fs::read_dir(directory.join("cache/typelog/schemas")).expect("a directory").count();
    assert_eq!(files(), 2);
    assert_eq!(check("cache", &[]), first);
    assert_eq!(check("none", &["--no-cache"]), first);
    assert!(!directory.join("none").exists());
    // An unwritable cache is ignored.
    assert_eq!(check("main.pp", &[]), first);
}
