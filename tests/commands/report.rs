//! The page about a program: it contains the results of the other commands, and is self-contained.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::generate;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use serde_json::Value;

const SCHEMAS: [&str; 2] = ["--schemas", "examples/schemas"];

fn typelog(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).args(SCHEMAS).output().expect("typelog runs")
}

/// The output of a command.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A directory for a test.
pub fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory for the test");
    directory
}

/// The page about a program.
pub fn page(program: &str, directory: &Path) -> String {
    let out = directory.join("page.html");
    let output = typelog(&["report", program, "--out", out.to_str().expect("a path of text")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    fs::read_to_string(out).expect("the page")
}

/// A chunk of the data in a page, if there is one of this name.
fn chunk(page: &str, name: &str) -> Option<Value> {
    let (_, behind) = page.split_once(&format!("id=\"chunk-{name}\">"))?;
    let (packed, _) = behind.split_once("</script>").expect("its end");
    let bytes = STANDARD.decode(packed).expect("base64");
    let mut json = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut json).expect("deflated text");
    Some(serde_json::from_str(&json).expect("JSON"))
}

fn core(page: &str) -> Value {
    chunk(page, "core").expect("the first chunk")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The prefix sums of a list of differences.
fn sums(differences: &Value) -> Vec<usize> {
    let mut sum = 0;
    let numbers = list(differences).iter().map(|difference| {
        sum += difference.as_i64().expect("a number");
        usize::try_from(sum).expect("a sum that is not negative")
    });
    numbers.collect()
}

/// The text of a file, in UTF-16 units.
fn units(core: &Value, file: &Value) -> Vec<u16> {
    word(&core["files"][number(file)]["text"]).encode_utf16().collect()
}

/// The expressions of a page, each with its type and its text.
fn expressions(core: &Value) -> Vec<(String, String)> {
    let columns = &core["expressions"];
    let starts = sums(&columns["start"]).into_iter();
    let rest = list(&columns["file"]).iter().zip(list(&columns["length"])).zip(list(&columns["type"]));
    let one = |(start, ((file, length), ty)): (usize, ((&Value, &Value), &Value))| {
        let text = String::from_utf16(&units(core, file)[start..start + number(length)]).expect("whole characters");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (word(&core["types"][number(ty)]).to_owned(), words)
    };
    starts.zip(rest).map(one).collect()
}

/// The line and column of a place, from 1.
fn position(core: &Value, at: &Value) -> (usize, usize) {
    let before = String::from_utf16(&units(core, &at[0])[..number(&at[1])]).expect("whole characters");
    (before.matches('\n').count() + 1, before.rsplit('\n').next().expect("a line").chars().count() + 1)
}

#[test]
fn the_page_says_what_the_other_commands_say() {
    for program in ["examples/pcl/faulty", "examples/pcl/web-service", "examples/tour", "examples/cycles"] {
        let core = core(&page(program, &scratch("says")));
        let types = text(&typelog(&["types", "--all", "--full", program]).stdout);
        let expected: BTreeSet<(String, String)> = types
            .lines()
            .map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                (fields[1].to_owned(), fields[2].to_owned())
            })
            .collect();
        let found: BTreeSet<(String, String)> = expressions(&core).into_iter().collect();
        assert_eq!(found, expected, "{program}");

        let record: Value =
            serde_json::from_slice(&typelog(&["check", "--format", "jsonl", program]).stdout).expect("JSON");
        let told = |found: &Value, place: (usize, usize)| {
            (["code", "severity", "message"].map(|key| word(&found[key]).to_owned()), place)
        };
        let expected = list(&record["diagnostics"]).iter();
        let expected: Vec<_> =
            expected.map(|found| told(found, (number(&found["line"]), number(&found["column"])))).collect();
        let found = list(&core["diagnostics"]).iter();
        let found: Vec<_> = found.map(|found| told(found, position(&core, &found["at"]))).collect();
        assert_eq!(found, expected, "{program}");
    }
}

#[test]
fn every_expression_has_its_proof_and_every_step_its_premises() {
    let page = page("examples/pcl/web-service", &scratch("proofs"));
    let core = core(&page);
    let rules = list(&core["rules"]).len();
    assert!(list(&core["expressions"]["step"]).iter().all(Value::is_u64));
    assert!(list(&core["nodes"]).iter().all(|node| node[4].is_u64()));
    let mut count = 0;
    for at in 0.. {
        let Some(steps) = chunk(&page, &format!("steps-{at}")) else { break };
        for ((from, rule), says) in list(&steps["from"]).iter().zip(list(&steps["rule"])).zip(sums(&steps["says"])) {
            assert!(!word(&steps["texts"][says]).is_empty());
            // Proofs are acyclic: the premises of a step precede it.
            assert!(list(from).iter().all(|difference| (1..=count).contains(&number(difference))));
            match rule.as_u64() {
                Some(_) => assert!(number(rule) < rules),
                None => assert!(list(from).is_empty()),
            }
            count += 1;
        }
    }
    assert!(count > 100 && list(&core["expressions"]["step"]).iter().all(|step| number(step) < count));
}

#[test]
fn problems_have_the_short_proofs_of_explain() {
    let mut proofs = 0;
    for program in ["examples/pcl/faulty/main.pp", "examples/tour/main.hcl"] {
        let core = core(&page(program, &scratch("short")));
        for (number, found) in (1..).zip(list(&core["diagnostics"])) {
            let Some(proof) = found["proof"].as_str() else { continue };
            let explained = text(&typelog(&["explain", program, "--diagnostic", &number.to_string()]).stdout);
            // The page names files as the program does.
            let folder = program.rsplit_once('/').expect("a folder").0;
            assert_eq!(proof, explained.replace(&format!("{folder}/"), ""), "{program} {number}");
            assert!(proof.lines().count() <= 12, "{proof}");
            proofs += 1;
        }
    }
    assert!(proofs > 5, "{proofs}");
}

#[test]
fn the_relations_are_those_of_the_export() {
    let page = page("examples/tour", &scratch("relations"));
    let listed = text(&typelog(&["facts", "examples/tour"]).stdout);
    let mut lines = listed.lines();
    for (at, relation) in list(&core(&page)["relations"]).iter().enumerate() {
        let (name, rows) = (word(&relation["name"]), number(&relation["rows"]));
        assert!(lines.next().expect("a relation").starts_with(&format!("{name}(")), "{name}");
        let counted = format!(", {rows} row{}.", if rows == 1 { "" } else { "s" });
        assert!(lines.next().expect("its rows").contains(&counted), "{name} has {rows} rows");
        let Some(data) = chunk(&page, &format!("relation-{at}")) else {
            assert_eq!(rows, 0, "{name}");
            continue;
        };
        assert_eq!(list(&data["columns"]).len(), list(&relation["columns"]).len(), "{name}");
        for column in list(&data["columns"]) {
            let cells = ["types", "texts", "lengths"].map(|kind| column[kind].as_array());
            assert_eq!(cells.into_iter().flatten().next().expect("cells").len(), rows, "{name}");
            let texts = if column["texts"].is_array() { sums(&column["texts"]) } else { Vec::new() };
            assert!(texts.into_iter().all(|text| text < list(&data["texts"]).len()), "{name}");
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn words_have_colours() {
    let core = core(&page("examples/tour", &scratch("colours")));
    let file = &core["files"][0];
    let (text, colours) = (word(&file["text"]), list(&file["colours"]));
    let (mut end, mut comments) = (0, 0);
    for piece in colours.chunks(3) {
        let start = end + number(&piece[0]);
        end = start + number(&piece[1]);
        if number(&piece[2]) == 0 {
            comments += 1;
            assert!(text[start..].starts_with('#'));
        }
    }
    assert!(comments > 0 && end <= text.len());
}

#[test]
fn a_page_about_a_large_program_is_small() {
    let directory = scratch("large");
    let program: String = generate::program(16_000, 1).lines().take(1_800).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(program.lines().count(), 1_800);
    let [main, declarations] = ["main.hcl", "declarations"].map(|name| directory.join(name));
    fs::write(&main, program).expect("a file");
    fs::write(&declarations, generate::declarations()).expect("a file");
    let out = directory.join("page.html");
    let [main, declarations, path] = [&main, &declarations, &out].map(|path| path.to_str().expect("a path of text"));
    let output = typelog(&["report", main, "--declare", declarations, "--out", path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let page = fs::read_to_string(out).expect("the page");
    assert_eq!(list(&core(&page)["nodes"]).len(), 1_800);
    assert!(page.len() < 6_000_000, "{} bytes", page.len());
}

#[test]
fn the_page_needs_nothing_else_and_replaces_an_earlier_one() {
    let directory = scratch("alone");
    fs::write(directory.join("page.html"), "an earlier page").expect("a file");
    let page = page("examples/tour", &directory);
    for outside in ["http:", "https:", " src=", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    let names: Vec<_> =
        fs::read_dir(&directory).expect("a directory").map(|entry| entry.expect("one").file_name()).collect();
    assert_eq!(names, ["page.html"]);
}

#[test]
fn a_page_has_the_name_of_its_program() {
    let directory = scratch("named");
    let net = directory.join("net-1.0");
    fs::create_dir(&net).expect("a directory");
    fs::write(net.join("main.tf"), "locals {\n  a = 1\n}\n").expect("a file");
    let run = |program: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
        command.current_dir(&directory).args(["report", program]).output().expect("typelog runs")
    };
    // An earlier page is replaced, and nothing else.
    for _ in 0..2 {
        assert_eq!(text(&run("net-1.0").stderr), "net-1.0.html: written\n");
    }
    assert_eq!(text(&run("net-1.0/main.tf").stderr), "main.html: written\n");
    fs::write(directory.join("main.html"), "<title>mine</title>").expect("a file");
    let output = run("net-1.0/main.tf");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`--out` names another one"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(directory.join("main.html")).expect("a file"), "<title>mine</title>");
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    let output = typelog(&["report", "examples/tour", "--out", "no/such/directory/page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the page cannot be written"));
    let output = typelog(&["report", "--recursive", "examples", "--out", "page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("one program"));
}
