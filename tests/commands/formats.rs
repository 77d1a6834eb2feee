//! The formats of other tools: each document is well formed, and has all problems with their places.

use std::path::{Path, PathBuf};
use std::process::Command;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use crate::command::{json, scratch, text};

const CLEAN: &str = "a = 1\n";
const WRONG: &str = "b = \"<&>\" + 1\nü = [missing, mising]\nmissin = 1\n";

fn folder(name: &str) -> PathBuf {
    scratch(name, &[("clean/main.hcl", CLEAN), ("wrong/main.hcl", WRONG)])
}

fn check(directory: &Path, format: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(directory).args(["check", "--recursive", "--format", format, "."]);
    let output = command.output().expect("typelog runs");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// An element with its attributes.
type Element = (String, Vec<(String, String)>);

/// The elements of a document in XML, each with its attributes, and all texts.
fn elements(text: &str) -> (Vec<Element>, String) {
    let mut reader = Reader::from_str(text);
    let (mut found, mut texts, mut open) = (Vec::new(), String::new(), 0);
    let attributes = |element: &BytesStart<'_>| {
        let each = element.attributes().map(|attribute| {
            let attribute = attribute.expect("an attribute");
            let value = unescape(str::from_utf8(&attribute.value).expect("a text")).expect("a value").into_owned();
            (String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value)
        });
        (String::from_utf8_lossy(element.name().as_ref()).into_owned(), each.collect())
    };
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(element) => {
                open += 1;
                found.push(attributes(&element));
            }
            Event::Empty(element) => found.push(attributes(&element)),
            Event::End(_) => open -= 1,
            Event::Text(text) => texts.push_str(&text.decode().expect("a text")),
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0, "all elements end");
    (found, texts)
}

fn values(found: &[(String, Vec<(String, String)>)], element: &str, attribute: &str) -> Vec<String> {
    let elements = found.iter().filter(|found| found.0 == element);
    elements.flat_map(|found| found.1.iter().filter(|of| of.0 == attribute).map(|of| of.1.clone())).collect()
}

#[test]
fn checkstyle_has_all_problems_by_file() {
    let (found, _) = elements(&check(&folder("formats-checkstyle"), "checkstyle"));
    assert_eq!(found[0].0, "checkstyle");
    assert_eq!(values(&found, "file", "name"), ["wrong/main.hcl"]);
    assert_eq!(values(&found, "error", "line"), ["1", "2", "2"]);
    assert_eq!(values(&found, "error", "column"), ["5", "6", "15"]);
    assert_eq!(values(&found, "error", "severity"), ["error"; 3]);
    assert!(values(&found, "error", "message")[0].contains("\nfound const(\"<&>\")"), "{found:?}");
    assert_eq!(values(&found, "error", "source")[1], "typelog.unknown-variable");
}

#[test]
fn a_test_suite_for_each_program() {
    let (found, texts) = elements(&check(&folder("formats-junit"), "junit"));
    assert_eq!(found[0].0, "testsuites");
    assert_eq!(values(&found, "testsuite", "name"), ["./clean", "./wrong"]);
    assert_eq!(values(&found, "testsuite", "tests"), ["1", "3"]);
    assert_eq!(values(&found, "testsuite", "failures"), ["0", "3"]);
    assert_eq!(values(&found, "testcase", "name")[2], "unknown-variable at wrong/main.hcl:2:6");
    assert_eq!(values(&found, "failure", "type").len(), 3);
    assert!(texts.contains("undefined variable"), "{texts}");
}

#[test]
fn each_problem_of_gitlab_has_a_fingerprint() {
    let directory = folder("formats-gitlab");
    let document = json(&check(&directory, "gitlab"));
    let problems = document.as_array().expect("an array").clone();
    assert_eq!(problems.len(), 3);
    let places: Vec<&Value> =
        problems.iter().map(|problem| &problem["location"]["positions"]["begin"]["line"]).collect();
    assert_eq!(places, [1, 2, 2]);
    let severities = ["info", "minor", "major", "critical", "blocker"];
    assert!(problems.iter().all(|problem| severities.contains(&problem["severity"].as_str().expect("a word"))));
    let fingerprints = |problems: &[Value]| -> Vec<String> {
        problems.iter().map(|problem| problem["fingerprint"].as_str().expect("a text").to_owned()).collect()
    };
    let mut distinct = fingerprints(&problems);
    distinct.dedup();
    assert_eq!(distinct.len(), 3);
    // A problem that moves stays the same one.
    std::fs::write(directory.join("wrong/main.hcl"), format!("x = 1\n{WRONG}")).expect("written");
    let moved = json(&check(&directory, "gitlab"));
    assert_eq!(fingerprints(moved.as_array().expect("an array")), fingerprints(&problems));
}

#[test]
fn lines_for_reviewdog_count_bytes_and_suggest() {
    let text = check(&folder("formats-rdjsonl"), "rdjsonl");
    let lines: Vec<Value> = text.lines().map(json).collect();
    assert_eq!(lines.len(), 3);
    let place = |line: &Value| line["location"]["range"]["start"].clone();
    assert_eq!(place(&lines[1]), serde_json::json!({ "line": 2, "column": 7 }));
    assert_eq!(lines[1]["severity"], "ERROR");
    assert_eq!(lines[1]["code"]["value"], "unknown-variable");
    assert_eq!(lines[1]["suggestions"][0]["text"], "missin");
    assert_eq!(lines[1]["suggestions"][0]["range"], lines[1]["location"]["range"]);
}

#[test]
fn sarif_shows_where_a_problem_comes_from() {
    let directory = scratch("flows", &[("main.hcl", "ports = { http = 8080 }\nall = ports\nsum = 1 + all\n")]);
    let log = json(&check(&directory, "sarif"));
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let steps = flow.as_array().expect("steps").iter().map(|step| {
        let place = &step["location"]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "main.hcl");
        let region = &place["region"];
        (region["startLine"].as_u64(), region["startColumn"].as_u64(), step["location"]["message"]["text"].as_str())
    });
    let steps: Vec<_> = steps.collect();
    assert_eq!(steps.first(), Some(&(Some(1), Some(18), Some("8080 : const(8080)"))));
    assert!(steps.iter().any(|step| step.0 == Some(2)), "the flow leads through the definition between: {steps:?}");
    let last = steps.last().expect("a step");
    assert_eq!((last.0, last.1), (Some(3), Some(11)));
    assert!(last.2.is_some_and(|text| text.starts_with("all does not convert to")), "{last:?}");
}
