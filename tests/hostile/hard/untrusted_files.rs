//! Files that an untrusted program names through its settings, book, schemas, baseline and caches: links out of its directory are
//! not followed, pipes and devices do not block, and sizes are limited.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{command, feed, output, scratch, text, typelog, write};
use std::process::Stdio;

/// The first line of the file that must not be shown.
const SECRET: &str = "machine example.com login me password hunter2\n";

const OUTSIDE: &str = "outside of the directories that the program may read";

/// A program with settings, and a secret beside its directory.
fn untrusted(name: &str, settings: &str) -> std::path::PathBuf {
    let directory = scratch(name);
    write(&directory.join("outside/secret"), SECRET);
    write(&directory.join("p/typelog.toml"), settings);
    write(&directory.join("p/main.hcl"), "a = 1\n");
    directory
}

/// What a command prints about a program, which must not be the secret, with its status.
fn said(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = typelog(arguments, directory);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(!said.contains("hunter2") && !said.contains("machine"), "{arguments:?}: {said}");
    (output.status.code(), said)
}

/// Puts links to a file outside that exists, and to one that does not, at a path of a program. In both cases, checks print the same,
/// and name the reason.
fn refuses_links(name: &str, settings: &str, path: &str) {
    let directory = untrusted(name, settings);
    let place = directory.join("p").join(path);
    let mut answers = Vec::new();
    for target in ["secret", "absent"] {
        fs::create_dir_all(place.parent().expect("a directory")).expect("a directory");
        let _ = fs::remove_file(&place);
        symlink(directory.join("outside").join(target), &place).expect("a link");
        for arguments in [&["check", "p"][..], &["types", "p/main.hcl"], &["check", "--recursive", "."]] {
            let (status, said) = said(&directory, arguments);
            assert!(status == Some(2) && said.contains(OUTSIDE), "{path}: {arguments:?}: {said}");
            answers.push(said);
        }
    }
    assert_eq!(answers[..3], answers[3..], "{path}");
    // Nor does it block.
    fs::remove_file(&place).expect("the link");
    assert!(Command::new("mkfifo").arg(&place).status().expect("mkfifo runs").success());
    let (status, page) = said(&directory, &["check", "p"]);
    assert!(status == Some(2) && page.contains("it is a pipe or a device"), "{path}: {page}");
    fs::remove_file(&place).expect("the pipe");
    symlink("/dev/zero", &place).expect("a link");
    assert_eq!(said(&directory, &["check", "p"]).0, Some(2), "{path}");
    // A file without an end that is allowed.
    fs::remove_file(&place).expect("the link");
    fs::File::create(&place).and_then(|file| file.set_len(1 << 40)).expect("a large file");
    let (status, page) = said(&directory, &["check", "p"]);
    assert!(status == Some(2) && page.contains("it is larger than"), "{path}: {page}");
}

#[test]
fn rule_files_of_books_lie_in_the_directory() {
    refuses_links("untrusted-rules", "book = \"bk\"\n", "bk/types/conversion.dl");
    refuses_links("untrusted-program-rules", "book = \"bk\"\n", "bk/programs/own.dl");
    refuses_links("untrusted-engines", "book = \"bk\"\n", "bk/types/engines.txt");
}

#[test]
fn folders_of_books_lie_in_the_directory() {
    let directory = untrusted("untrusted-folders", "book = \"bk\"\n");
    fs::create_dir(directory.join("p/bk")).expect("a directory");
    write(&directory.join("outside/rules/secret-name.dl"), SECRET);
    let answers = ["rules", "absent"].map(|target| {
        let place = directory.join("p/bk/types");
        let _ = fs::remove_file(&place);
        symlink(directory.join("outside").join(target), &place).expect("a link");
        said(&directory, &["check", "p"])
    });
    assert!(answers[0].0 == Some(2) && answers[0].1.contains(OUTSIDE), "{answers:?}");
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn baselines_and_settings_lie_in_the_directory() {
    refuses_links("untrusted-baseline", "baseline = \"old.json\"\n", "old.json");
    refuses_links("untrusted-declarations", "declare = [\"own.hcl\"]\n", "own.hcl");
    refuses_links("untrusted-settings", "", "typelog.toml");
    // A baseline is not read before it is written either.
    let directory = untrusted("untrusted-written", "baseline = \"old.json\"\n");
    symlink(directory.join("outside/secret"), directory.join("p/old.json")).expect("a link");
    let (status, page) = said(&directory, &["check", "--write-baseline", "p"]);
    assert!(status == Some(2) && page.contains(OUTSIDE), "{page}");
    assert_eq!(fs::read_to_string(directory.join("outside/secret")).expect("the secret"), SECRET);
}

#[test]
fn schemas_of_settings_lie_in_the_directory() {
    let directory = untrusted("untrusted-schemas", "schemas = [\"schemas\"]\n");
    write(&directory.join("p/main.pp"), "resource \"a\" \"own:index:R\" {}\n");
    write(&directory.join("outside/own-1.0.0.json"), SECRET);
    fs::create_dir(directory.join("p/schemas")).expect("a directory");
    let link = directory.join("p/schemas/own-1.0.0.json");
    let answers = ["own-1.0.0.json", "absent"].map(|target| {
        let _ = fs::remove_file(&link);
        symlink(directory.join("outside").join(target), &link).expect("a link");
        said(&directory, &["check", "p"])
    });
    assert!(answers[0].0 == Some(2) && answers[0].1.contains(OUTSIDE), "{answers:?}");
    assert_eq!(answers[0], answers[1]);
    // The user may name them, and allow them.
    fs::remove_file(&link).expect("the link");
    symlink(directory.join("outside/own-1.0.0.json"), &link).expect("a link");
    write(&directory.join("outside/own-1.0.0.json"), "{\"name\": \"own\", \"resources\": {\"own:index:R\": {}}}");
    assert_eq!(said(&directory, &["check", "--root", "outside", "p"]).0, Some(0));
    assert_eq!(said(&directory, &["check", "--no-config", "--schemas", "p/schemas", "p"]).0, Some(0));
    // Pipes are no schemas, of packages or of providers.
    fs::remove_file(&link).expect("the link");
    assert!(Command::new("mkfifo").arg(&link).status().expect("mkfifo runs").success());
    let (status, page) = said(&directory, &["check", "p"]);
    assert!(status == Some(1) && page.contains("it is a pipe or a device"), "{page}");
    write(&directory.join("p/m/main.tf"), "resource \"net_subnet\" \"a\" {}\n");
    assert_eq!(said(&directory, &["check", "p/m"]).0, Some(0));
}

#[test]
fn sources_and_lists_of_modules_are_regular_files_inside() {
    let directory = untrusted("untrusted-modules", "");
    write(&directory.join("p/m/main.tf"), "module \"a\" {\n  source  = \"a/b/c\"\n}\n");
    write(&directory.join("outside/modules.json"), "{\"Modules\":[{\"Key\":\"a\",\"Dir\":\"../../outside\"}]}");
    write(&directory.join("outside/main.tf"), SECRET);
    fs::create_dir_all(directory.join("p/m/.terraform/modules")).expect("a directory");
    let list = directory.join("p/m/.terraform/modules/modules.json");
    symlink(directory.join("outside/modules.json"), &list).expect("a link");
    said(&directory, &["check", "p/m"]);
    fs::remove_file(&list).expect("the link");
    assert!(Command::new("mkfifo").arg(&list).status().expect("mkfifo runs").success());
    said(&directory, &["check", "p/m"]);
    for above in ["p/above.tf", "p/m/other.tf"] {
        assert!(Command::new("mkfifo").arg(directory.join(above)).status().expect("mkfifo runs").success());
    }
    let (status, page) = said(&directory, &["check", "p/m"]);
    assert!(status == Some(2) && page.contains("it is a pipe or a device"), "{page}");
}

#[test]
fn entries_of_the_cache_do_not_block() {
    let directory = scratch("untrusted-cache");
    let types: Vec<String> = (0..4_000)
        .map(|at| format!("\"own:x:T{at}\": {{\"description\": \"{}\", \"properties\": {{}}}}", "y".repeat(300)))
        .collect();
    let schema = format!(
        "{{\"name\": \"own\", \"version\": \"1.0.0\", \"resources\": {{\"own:index:R\": {{}}}}, \"types\": {{{}}}}}",
        types.join(", ")
    );
    write(&directory.join("schemas/own-1.0.0.json"), schema);
    let old = std::time::SystemTime::now() - std::time::Duration::from_mins(1);
    let file = fs::File::options().append(true).open(directory.join("schemas/own-1.0.0.json")).expect("the schema");
    file.set_modified(old).expect("an earlier time");
    write(&directory.join("main.pp"), "resource \"a\" \"own:index:R\" {}\n");
    let check = || {
        let arguments = ["check", "--schemas", "schemas", "main.pp"];
        let mut command = command(&arguments, &directory);
        let command =
            command.env("XDG_CACHE_HOME", directory.join("cache")).stdout(Stdio::piped()).stderr(Stdio::piped());
        output(command.spawn().expect("typelog runs"), &arguments).status.code()
    };
    assert_eq!(check(), Some(0));
    let entries = fs::read_dir(directory.join("cache/typelog/schemas")).expect("a cache");
    let entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    assert_eq!(entries.len(), 2);
    for entry in &entries {
        for target in ["/dev/zero", "/dev/stdin", "/etc/passwd"] {
            fs::remove_file(entry).expect("the entry");
            symlink(target, entry).expect("a link");
            assert_eq!(check(), Some(0));
        }
        fs::remove_file(entry).expect("the entry");
        assert!(Command::new("mkfifo").arg(entry).status().expect("mkfifo runs").success());
        assert_eq!(check(), Some(0));
    }
}

#[test]
fn files_that_the_user_names_may_lie_anywhere() {
    let directory = scratch("named-files");
    write(&directory.join("outside/old.json"), "[]\n");
    write(&directory.join("outside/own.hcl"), "variable \"b\" { type = number }\n");
    write(&directory.join("p/main.hcl"), "a = b\n");
    for (name, target) in [("old.json", "outside/old.json"), ("own.hcl", "outside/own.hcl")] {
        symlink(directory.join(target), directory.join("p").join(name)).expect("a link");
    }
    let check = |options: &[&str]| typelog(&[&["check", "p/main.hcl"], options].concat(), &directory).status.code();
    assert_eq!(check(&["--declare", "p/own.hcl", "--baseline", "p/old.json"]), Some(0));
    write(&directory.join("own.toml"), "declare = [\"p/own.hcl\"]\nbaseline = \"p/old.json\"\n");
    assert_eq!(check(&["--config", "own.toml"]), Some(0));
    // Streams of other processes have an end.
    for stream in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        let arguments = ["check", "--declare", stream, "p/main.hcl"];
        let mut command = command(&arguments, &directory);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("typelog runs");
        feed(&mut child, b"variable \"b\" { type = number }\n");
        let output = output(child, &arguments);
        assert_eq!(output.status.code(), Some(0), "{stream}: {}", text(&output.stderr) + &text(&output.stdout));
    }
    let page = typelog(&["check", "p/main.hcl", "--declare", "/dev/zero"], &directory);
    assert_eq!(page.status.code(), Some(2));
}

#[test]
fn components_that_contain_one_another_end_where_their_paths_are_too_long() {
    let checked = |depth: usize| {
        let directory = scratch("deep-components");
        let deepest: std::path::PathBuf = std::iter::repeat_n("c", depth).collect();
        write(&directory.join("p").join(&deepest).join("main.pp"), "output o {\n  value = 1\n}\n");
        for component in deepest.ancestors().skip(1) {
            write(&directory.join("p").join(component).join("main.pp"), "component c \"./c\" {}\n");
        }
        let output = typelog(&["check", "p"], &directory);
        (output.status.code(), text(&output.stdout).contains("wrong-component"))
    };
    assert_eq!(checked(100), (Some(0), false));
    assert_eq!(checked(300), (Some(1), true));
}
