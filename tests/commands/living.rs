//! Options for many diagnostics: selection, comments, configuration, baselines, and limits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Runs a command in a directory.
fn typelog(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(directory).args(arguments).output().expect("typelog runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A directory for a test, with files. An empty configuration hides those of outer directories.
fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("living-{name}"));
    let _ = fs::remove_dir_all(&directory);
    for (name, text) in [&[("typelog.toml", "")], files].concat() {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    directory
}

/// The exit status of `check`, and the severities, codes and lines of all diagnostics.
fn reported(directory: &Path, arguments: &[&str]) -> (i32, Vec<String>) {
    let output = typelog(directory, &[&["check", "--format", "jsonl"], arguments].concat());
    let status = output.status.code().expect("a status");
    assert!(status < 2, "{}", text(&output.stderr));
    let mut found = Vec::new();
    for line in text(&output.stdout).lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let diagnostics = record["diagnostics"].as_array().expect("a list");
        found.extend(diagnostics.iter().map(|diagnostic| {
            let word = |key: &str| diagnostic[key].as_str().expect("a word").to_owned();
            format!("{} {} {}", word("severity"), word("code"), diagnostic["line"])
        }));
    }
    (status, found)
}

/// The error message of a command with wrong usage.
fn refused(directory: &Path, arguments: &[&str]) -> String {
    let output = typelog(directory, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    text(&output.stderr)
}

/// An error, a warning and a note.
const PROGRAM: &str = "a = absent\nb = 1 # typelog: ignore[no-overload]\nc = [for x in [\"12\"] : -x]\n";
const ALL: [&str; 3] = ["error unknown-variable 1", "warning unused-ignore 2", "note unsafe-conversion 3"];

#[test]
fn codes_and_severities_are_selected() {
    let directory = scratch("select", &[("main.hcl", PROGRAM)]);
    let found = |arguments: &[&str]| reported(&directory, &[&["main.hcl"], arguments].concat());
    let some = |status: i32, entries: &[&str]| (status, entries.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(found(&[]), some(1, &ALL));
    assert_eq!(found(&["--severity", "note"]), some(1, &ALL));
    assert_eq!(found(&["--severity", "warning"]), some(1, &ALL[..2]));
    assert_eq!(found(&["--severity", "error"]), some(1, &ALL[..1]));
    assert_eq!(found(&["--select", "unsafe-conversion,unused-ignore"]), some(0, &ALL[1..]));
    assert_eq!(found(&["--ignore", "unknown-variable", "--ignore", "unsafe-conversion"]), some(0, &ALL[1..2]));
    assert_eq!(found(&["--select", "unsafe-conversion", "--ignore", "unsafe-conversion"]), some(0, &[]));
    let said = refused(&directory, &["check", "main.hcl", "--ignore", "unknown-varible"]);
    assert!(said.contains("unknown code `unknown-varible`; there is `unknown-variable`"), "{said}");
}

#[test]
fn one_word_stands_for_a_severity_everywhere() {
    let directory = scratch("words", &[("main.hcl", PROGRAM)]);
    let page = text(&typelog(&directory, &["check", "main.hcl"]).stdout);
    for word in ["] Error: ", "] Warning: ", "] Note: "] {
        assert_eq!(page.matches(word).count(), 1, "{word}: {page}");
    }
    assert!(page.ends_with("\n1 error, 1 warning, 1 note\n") && !page.contains('\x1b'), "{page}");
    let page = text(&typelog(&directory, &["check", "main.hcl", "--color", "always"]).stdout);
    assert!(page.contains("\x1b[38;5;31m[unsafe-conversion] Note:"), "{page}");
}

#[test]
fn all_commands_see_the_same_diagnostics() {
    let text_of = "a = absent # typelog: ignore[unknown-variable]\nb = absent\n";
    let directory = scratch("commands", &[("main.hcl", text_of), ("main.pp", "output \"a\" {\n  value = absent\n}\n")]);
    let explained = text(&typelog(&directory, &["explain", "main.hcl", "--diagnostic", "1"]).stdout);
    assert!(explained.contains("main.hcl:2:5"), "{explained}");
    let rows = ["facts", "--relation", "diagnostic", "--format", "jsonl", "main.hcl"];
    assert_eq!(text(&typelog(&directory, &rows).stdout).lines().count(), 1);
    let rows = [&rows[..], &["--ignore", "unknown-variable"]].concat();
    assert_eq!(text(&typelog(&directory, &rows).stdout).lines().count(), 0);
    // JSON has no comments.
    let json = "{\"a\": \"${absent}# typelog: ignore[unknown-variable]\"}\n";
    fs::write(directory.join("main.hcl.json"), json).expect("a file");
    assert_eq!(reported(&directory, &["main.hcl.json"]).1, ["error unknown-variable 1"]);
    // `syntax` does not report unused `ignore` comments for codes of other stages.
    assert_eq!(text(&typelog(&directory, &["syntax", "main.hcl"]).stderr), "");
}

#[test]
fn lints_of_rules_are_ignored_by_comments_as_well() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let program = fs::read_to_string(examples.join("pcl/secrets/main.pp")).expect("an example");
    let comment = |(at, line): (usize, &str)| match at + 1 {
        11 => format!("{line} # typelog: ignore[unmarked-secret]\n"),
        20 => format!("# typelog: ignore[unmarked-secret]\n{line}\n"),
        _ => format!("{line}\n"),
    };
    let commented: String = program.lines().enumerate().map(comment).collect();
    let directory = scratch("lints", &[("main.pp", &commented)]);
    let [schemas, rules] = ["schemas", "rules/secrets.dl"].map(|name| examples.join(name).display().to_string());
    let codes = |more: &[&str]| {
        let found = reported(&directory, &[&["main.pp", "--schemas", &schemas], more].concat()).1;
        found.into_iter().filter(|line| line.contains("unmarked") || line.contains("unused-ignore")).collect::<Vec<_>>()
    };
    // Without the rules, the unknown code is not reported, since it may belong to a lint.
    assert_eq!(codes(&[]), Vec::<String>::new());
    let found = codes(&["--rules", &rules]);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0] == "warning unused-ignore 11" && found[1].starts_with("warning unmarked-secret "), "{found:?}");
}

#[test]
fn settings_are_found_upwards_and_the_command_line_wins() {
    let settings = "dialect = \"hcl\"\nseverity = \"warning\"\n[severities]\nunknown-variable = \"warning\"\nunused-ignore = \"off\"\n";
    let directory = scratch(
        "settings",
        &[("infra/typelog.toml", settings), ("infra/deep/main.hcl", PROGRAM), ("other/main.hcl", PROGRAM)],
    );
    assert_eq!(reported(&directory, &["infra/deep"]), (0, vec!["warning unknown-variable 1".to_owned()]));
    assert_eq!(reported(&directory.join("infra/deep"), &["main.hcl"]).1, ["warning unknown-variable 1"]);
    let lowest = reported(&directory, &["infra/deep", "--severity", "note"]).1;
    assert_eq!(lowest, ["warning unknown-variable 1", "note unsafe-conversion 3"]);
    assert_eq!(reported(&directory, &["infra/deep", "--no-config"]).1, ALL);
    // Each program has its own configuration.
    let both = reported(&directory, &["--recursive", "."]).1;
    assert_eq!(both, [&["warning unknown-variable 1"], &ALL[..]].concat());
    let named = reported(&directory, &["other", "--config", "infra/typelog.toml"]).1;
    assert_eq!(named, ["warning unknown-variable 1"]);
}

#[test]
fn settings_say_what_surrounds_programs() {
    let files = [
        (
            "infra/schemas/cloud-1.0.0.json",
            "{\"name\": \"cloud\", \"version\": \"1.0.0\", \"resources\": {\"cloud:index:Box\": {\"inputProperties\": {\"size\": {\"type\": \"integer\"}}, \"properties\": {}}}}",
        ),
        ("plain/names", "variable \"region\" { type = string }\n"),
        ("infra/typelog.toml", "schemas = [\"schemas\"]\n[limits]\nmax-type-depth = 3\n"),
        ("infra/main.pp", "resource \"box\" \"cloud:Box\" {\n  size = []\n}\n"),
        ("infra/deep/main.hcl", "a = [[[[1]]]]\n"),
        ("plain/typelog.toml", "declare = [\"names\"]\n"),
        ("plain/main.hcl", "a = region\nb = -region.x\n"),
    ];
    let directory = scratch("surroundings", &files);
    assert_eq!(reported(&directory, &["infra"]).1, ["error no-conversion 2"]);
    assert_eq!(reported(&directory, &["infra/deep"]).1, ["error type-too-deep 1"]);
    assert_eq!(reported(&directory, &["infra/deep", "--max-type-depth", "9"]).1.len(), 0);
    assert_eq!(reported(&directory, &["plain"]).1, ["error not-traversable 2"]);
}

#[test]
fn settings_name_directories_and_rules() {
    let lint =
        "# id: no-ports\n# severity: warning\n# message: a port\nport(a) :- attribute(attribute: a, name: \"port\").\n";
    let call = "module \"m\" {\n  source = \"../../m\"\n}\noutput \"o\" { value = module.m.nme }\n";
    let files = [
        ("own/typelog.toml", "root = [\".\"]\nrules = [\"rules/ports.dl\"]\n"),
        ("own/rules/ports.dl", lint),
        // The repository around the programs is allowed anyway.
        ("own/infra/.git/HEAD", ""),
        ("own/m/main.tf", "output \"name\" { value = 1 }\n"),
        ("own/infra/a/main.tf", call),
        ("own/infra/b/main.hcl", "port = 1\n"),
    ];
    let directory = scratch("directories-and-rules", &files);
    assert_eq!(reported(&directory, &["own/infra/a"]).1, ["error unknown-property 4"]);
    assert_eq!(reported(&directory, &["own/infra/a", "--no-config"]).1, ["warning unreadable-component 1"]);
    assert_eq!(reported(&directory, &["own/infra/b"]).1, ["warning no-ports 1"]);
    let all = ["error unknown-property 4", "warning no-ports 1"];
    assert_eq!(reported(&directory, &["--recursive", "own/infra"]).1, all);
    // Rules that are given replace those of the settings.
    let other = lint.replace("no-ports", "no-other").replace("\"port\"", "\"other\"");
    fs::write(directory.join("other.dl"), other).expect("a file");
    assert_eq!(reported(&directory, &["own/infra/b", "--rules", "other.dl"]).1.len(), 0);
    fs::write(directory.join("own/rules/ports.dl"), "include \"../../other.dl\"\n").expect("a file");
    assert!(refused(&directory, &["check", "own/infra/b"]).contains("other.dl"));
}

#[test]
fn settings_name_the_versions_of_terraform() {
    let module = "output \"o\" {\n  value = strcontains(\"ab\", \"a\")\n}\nremoved {\n  from = terraform_data.a\n}\n\
                  output \"t\" {\n  type = string\n  value = \"a\"\n}\n";
    let files = [
        ("old/typelog.toml", "terraform = \"1.4\"\n"),
        ("old/main.tf", module),
        ("new/typelog.toml", "terraform = \"1.6\"\nopentofu = \"1.7\"\n"),
        ("new/main.tf", module),
    ];
    let directory = scratch("versions", &files);
    let all = ["error later-version 2", "error later-version 4", "error later-version 8"].map(str::to_owned).to_vec();
    assert_eq!(reported(&directory, &["old"]), (1, all));
    assert_eq!(reported(&directory, &["new"]).1, ["error later-version 4", "error later-version 8"]);
    assert_eq!(reported(&directory, &["old", "--no-config"]).1.len(), 0);
}

#[test]
fn wrong_settings_are_refused_once() {
    let files = [("typelog.toml", "\nschema = []\n"), ("a/main.hcl", "a = 1\n"), ("b/main.hcl", "a = 1\n")];
    let directory = scratch("wrong-settings", &files);
    let said = refused(&directory, &["check", "--recursive", "."]);
    assert!(said.ends_with("typelog.toml:2:1: there is no key `schema`; there is `schemas`\n"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(refused(&directory, &["graph", "a"]).contains("there is no key `schema`"));
    // A configuration file of a program may not refer outside of it, unless the user allows it.
    let own = scratch(
        "leading-out",
        &[("secret", "token = 1\n"), ("p/typelog.toml", "declare = [\"../secret\"]\n"), ("p/main.hcl", "a = 1\n")],
    );
    let said = refused(&own, &["check", "p"]);
    assert!(said.contains("p/typelog.toml:1:12: ") && said.contains("`--root DIR` adds one"), "{said}");
    assert!(!said.contains("token"), "{said}");
    for trusting in [&["--root", "."][..], &["--config", "p/typelog.toml"]] {
        assert!(refused(&own, &[&["check", "p"], trusting].concat()).contains("token"));
    }
    fs::write(directory.join("typelog.toml"), "schemas = [\"none\"]\n").expect("a file");
    let said = refused(&directory, &["check", "a", "b"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(refused(&directory, &["check", "a", "--config", "no.toml"]).contains("no.toml"));
}

#[test]
fn a_baseline_holds_the_problems_that_are_known() {
    let other = "z = [\n  absent(),\n]\n";
    let directory = scratch("baseline", &[("p/main.hcl", PROGRAM), ("q/main.hcl", other)]);
    let written = typelog(&directory, &["check", "p", "q", "--baseline", "base.json", "--write-baseline"]);
    assert_eq!((written.status.code(), text(&written.stdout)), (Some(0), String::new()));
    assert_eq!(text(&written.stderr), "typelog: base.json: 4 problems written\n");
    let base = fs::read_to_string(directory.join("base.json")).expect("a baseline");
    let found = |arguments: &[&str]| reported(&directory, &[arguments, &["--baseline", "base.json"]].concat());
    assert_eq!(found(&["p", "q"]), (0, Vec::new()));
    // Lines move, and the second of two equal diagnostics is new.
    fs::write(directory.join("p/main.hcl"), format!("# moved\n\n  a = absent\n{}", &PROGRAM[11..])).expect("a file");
    fs::write(directory.join("q/main.hcl"), format!("{other}y = absent()\n")).expect("a file");
    assert_eq!(found(&["p"]), (0, Vec::new()));
    assert_eq!(found(&["q"]), (1, vec!["error unknown-function 4".to_owned()]));
    // From another directory, the programs have the same names in the baseline.
    assert_eq!(reported(&directory.join("p"), &[".", "--baseline", "../base.json"]).1.len(), 0);
    let page = text(&typelog(&directory, &["check", "q", "--baseline", "base.json"]).stdout);
    assert!(page.ends_with("; 1 more in the baseline\n"), "{page}");
    // Fixed problems are reported, and a new baseline keeps the entries of other programs.
    fs::write(directory.join("p/main.hcl"), "a = 1\n").expect("a file");
    let output = typelog(&directory, &["check", "p", "--baseline", "base.json"]);
    assert!(text(&output.stderr).contains("3 known problems are gone"), "{}", text(&output.stderr));
    typelog(&directory, &["check", "p", "--baseline", "base.json", "--write-baseline"]);
    let rewritten = fs::read_to_string(directory.join("base.json")).expect("a baseline");
    let rest: Vec<&str> = base.lines().filter(|line| !line.contains("\"program\":\"p\"")).collect();
    assert_eq!(rewritten.lines().collect::<Vec<_>>(), rest);
    assert!(refused(&directory, &["check", "p", "--baseline", "none.json"]).contains("none.json"));
    assert!(refused(&directory, &["check", "p", "--write-baseline"]).contains("--baseline"));
}

#[test]
fn no_more_problems_are_shown_than_wanted() {
    let directory = scratch("most", &[("p/main.hcl", PROGRAM), ("q/main.hcl", PROGRAM), ("r/main.hcl", "a = 1\n")]);
    let found = |most: &str| reported(&directory, &["--recursive", ".", "--max-problems", most]);
    assert_eq!(found("9"), (1, [ALL, ALL].concat().iter().map(ToString::to_string).collect()));
    assert_eq!(found("4").1, [&ALL[..], &ALL[..1]].concat());
    assert_eq!(found("0"), (1, Vec::new()));
    let output = typelog(&directory, &["check", "--recursive", ".", "--max-problems", "1"]);
    assert_eq!(text(&output.stderr), "typelog: 5 more problems are not shown\n");
    let total = "3 programs, 2 of them with problems: 2 errors, 2 warnings, 2 notes\n";
    assert!(text(&output.stdout).ends_with(&format!("\n1 error, 1 warning, 1 note (2 not shown)\n{total}")));
    let list = typelog(&directory, &["check", "--recursive", ".", "--max-problems", "2", "--format", "json"]);
    assert_eq!(text(&list.stdout).matches("\"code\"").count(), 2);
}
