//! Exports of facts agree in all formats, and are the same in every run. The rule files of the examples pass their own tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use rusqlite::types::ValueRef;
use serde_json::Value;

use crate::files::{root, text};

/// The sorted rows of each relation, with cells as texts.
type Relations = BTreeMap<String, Vec<Vec<String>>>;

fn typelog(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("typelog runs")
}

/// Exports the facts of all example programs to a new directory.
fn exported(name: &str, format: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("facts-{name}"));
    let _ = fs::remove_dir_all(&out);
    let path = out.to_str().expect("a path of text");
    let schemas = ["--schemas", "examples/schemas"];
    let output =
        typelog(&[&["facts", "--recursive", "--format", format, "--out", path, "examples/pcl"][..], &schemas].concat());
    // Some of the programs have errors, which an export ignores.
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

/// The columns of each relation.
fn columns(out: &Path) -> BTreeMap<String, Vec<String>> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let manifest = fs::read_to_string(out.join("relations.json")).expect("a manifest");
    let manifest: Vec<Value> = serde_json::from_str(&manifest).expect("JSON");
    let columns = |entry: &Value| {
        entry["columns"].as_array().expect("columns").iter().map(|column| text(&column["name"])).collect()
    };
    manifest.iter().map(|entry| (text(&entry["name"]), columns(entry))).collect()
}

fn sorted(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    rows.sort();
    rows
}

fn from_tsv(out: &Path) -> Relations {
    let undo = |field: &str| {
        field.replace("\\\\", "\0").replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r").replace('\0', "\\")
    };
    let rows = |name: &String| {
        let text = fs::read_to_string(out.join(format!("{name}.facts"))).expect("a file for each relation");
        sorted(text.lines().map(|line| line.split('\t').map(undo).collect()).collect())
    };
    columns(out).keys().map(|name| (name.clone(), rows(name))).collect()
}

fn from_jsonl(out: &Path) -> Relations {
    let cell = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let rows = |name: &String, columns: &[String]| {
        let text = fs::read_to_string(out.join(format!("{name}.jsonl"))).expect("a file for each relation");
        let row = |line: &str| {
            let object: Value = serde_json::from_str(line).expect("JSON");
            columns.iter().map(|column| cell(&object[column])).collect()
        };
        sorted(text.lines().map(row).collect())
    };
    columns(out).iter().map(|(name, columns)| (name.clone(), rows(name, columns))).collect()
}

fn from_sqlite(out: &Path) -> Relations {
    let connection = rusqlite::Connection::open(out.join("facts.sqlite")).expect("a database");
    let rows = |name: &String, columns: &[String]| {
        let columns: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
        let query = format!("SELECT {} FROM \"{name}\"", columns.join(", "));
        let mut statement = connection.prepare(&query).expect("a table for each relation");
        let cell = |value: ValueRef<'_>| match value {
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            other => panic!("a cell of {other:?}"),
        };
        let found = statement.query_map([], |row| (0..columns.len()).map(|at| Ok(cell(row.get_ref(at)?))).collect());
        sorted(found.expect("rows").map(|row| row.expect("a row")).collect())
    };
    columns(out).iter().map(|(name, columns)| (name.clone(), rows(name, columns))).collect()
}

fn from_parquet(out: &Path) -> Relations {
    let cell = |field: &Field| match field {
        Field::Long(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("a cell of {other:?}"),
    };
    let rows = |name: &String| {
        let mut rows = Vec::new();
        for entry in walkdir::WalkDir::new(out.join(name)).into_iter().map(|entry| entry.expect("an entry")) {
            if entry.file_type().is_file() {
                let bytes = Bytes::from(fs::read(entry.path()).expect("a file"));
                let reader = SerializedFileReader::new(bytes).expect("a Parquet file");
                let found = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
                rows.extend(found.map(|row| row.get_column_iter().map(|(_, field)| cell(field)).collect()));
            }
        }
        sorted(rows)
    };
    columns(out).keys().map(|name| (name.clone(), rows(name))).collect()
}

#[test]
fn all_formats_say_the_same() {
    let tsv = from_tsv(&exported("tsv", "tsv"));
    assert!(tsv["has_type"].len() > 100 && tsv["type"].len() > 50 && !tsv["diagnostic"].is_empty());
    assert_eq!(tsv, from_jsonl(&exported("jsonl", "jsonl")));
    assert_eq!(tsv, from_sqlite(&exported("sqlite", "sqlite")));
    assert_eq!(tsv, from_parquet(&exported("parquet", "parquet")));
}

#[test]
fn exports_are_the_same_from_run_to_run() {
    let (first, second) = (exported("first", "tsv"), exported("second", "tsv"));
    for entry in fs::read_dir(&first).expect("a directory").map(|entry| entry.expect("an entry")) {
        let other = second.join(entry.file_name());
        assert!(fs::read(entry.path()).expect("a file") == fs::read(&other).expect("a file"), "{}", other.display());
    }
}

#[test]
fn ids_are_listed_where_they_come_from() {
    let out = exported("ids", "tsv");
    let relations = from_tsv(&out);
    let manifest = fs::read_to_string(out.join("relations.json")).expect("a manifest");
    let manifest: Vec<Value> = serde_json::from_str(&manifest).expect("JSON");
    for entry in &manifest {
        let rows = &relations[entry["name"].as_str().expect("a name")];
        for (at, column) in entry["columns"].as_array().expect("columns").iter().enumerate() {
            let Some(of) = column["of"].as_str() else { continue };
            let listed: Vec<&String> = relations[of].iter().map(|row| &row[0]).collect();
            let listed: BTreeSet<&String> = listed.into_iter().collect();
            assert!(rows.iter().all(|row| listed.contains(&row[at])), "{}: {}", entry["name"], column["name"]);
        }
        let keys: Vec<usize> = (0..)
            .zip(entry["columns"].as_array().expect("columns"))
            .filter(|(_, column)| column["is_key"] == true)
            .map(|(at, _)| at)
            .collect();
        let mut found: Vec<Vec<&String>> = rows.iter().map(|row| keys.iter().map(|&at| &row[at]).collect()).collect();
        found.sort();
        found.dedup();
        assert_eq!(found.len(), rows.len(), "{} has rows with one key", entry["name"]);
    }
}

#[test]
fn the_rule_files_among_the_examples_pass_their_tests() {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules")).expect("rule files");
    let files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    let files: Vec<&PathBuf> = files.iter().filter(|path| path.extension().is_some_and(|end| end == "dl")).collect();
    assert!(files.len() >= 6);
    for file in files {
        let output = typelog(&["query", "--test", file.to_str().expect("a path of text")]);
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert_eq!(output.status.code(), Some(0), "{}\n{}", file.display(), said.concat());
        assert_eq!(said[1], "", "{} has warnings", file.display());
    }
}

#[test]
fn every_example_of_the_language_reference_passes_its_tests() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language-reference");
    fs::create_dir_all(&directory).expect("a directory");
    let reference = text(&root().join("src/query/language.md"));
    let fences = reference.split("```dl\n").skip(1);
    let examples: Vec<&str> = fences.map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    assert!(examples.len() >= 14);
    fs::write(directory.join("reaches.dl"), examples[0]).expect("the file that an example includes");
    for (at, example) in examples.iter().enumerate() {
        let path = directory.join(format!("{at}.dl"));
        fs::write(&path, example).expect("an example");
        let output = typelog(&["query", "--test", path.to_str().expect("a path of text")]);
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert_eq!(output.status.code(), Some(0), "{example}\n{}", said.concat());
        assert_eq!(said[1], "", "{example}");
    }
    let page = typelog(&["help", "rules-language"]).stdout;
    assert_eq!(String::from_utf8_lossy(&page), reference);
}

#[test]
fn rows_of_a_users_rules_are_explained_down_to_the_program() {
    let rules = "examples/rules/impact.dl";
    let explained = typelog(&["query", "--why", "impact(\"mixed\", _)", rules, "examples/tour"]);
    let expected = "impact(\"mixed\", 1)   (examples/rules/impact.dl:7)\n\
                    └── definition(\"mixed\", \"attribute\")   main.hcl:13:1\n";
    assert_eq!(String::from_utf8_lossy(&explained.stdout), expected);
    let some = typelog(&["query", "--why", "impact(_, _)", "--max-proofs", "2", rules, "examples/tour"]).stdout;
    let some = String::from_utf8(some).expect("text");
    assert_eq!(some.lines().filter(|line| line.starts_with("impact(")).count(), 2, "{some}");
    let rows = typelog(&["query", "--relation", "impact", "--format", "tsv", rules, "examples/tour"]).stdout;
    let rows = String::from_utf8_lossy(&rows).lines().count();
    assert!(some.ends_with(&format!("... and {} more rows\n", rows - 2)), "{rows}: {some}");
    let none = typelog(&["query", "--why", "impact(\"nothing\", _)", rules, "examples/tour"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("there is no row like"));
}

#[test]
fn lints_are_reported_with_the_diagnostics() {
    let arguments =
        ["check", "--schemas", "examples/schemas", "--rules", "examples/rules/secrets.dl", "examples/pcl/secrets"];
    let output = typelog(&[&arguments[..], &["--format", "jsonl"]].concat());
    let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
    let found = record["diagnostics"].as_array().expect("diagnostics").iter();
    let found: Vec<&Value> = found.filter(|diagnostic| diagnostic["code"] == "unmarked-secret").collect();
    assert_eq!(found[0]["severity"], "warning");
    let messages: Vec<String> = found.iter().map(|found| format!("{} {}", found["line"], found["message"])).collect();
    // The last two are values of types with secret properties in a schema, and steps to such a property.
    let expected = [
        "20 \"the output `connection` shows a secret\"",
        "24 \"the output `summary` shows a secret\"",
        "38 \"the output `login` shows a secret\"",
        "42 \"the output `token` shows a secret\"",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn judgments_about_parts_of_types_are_facts() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parts.pp");
    fs::write(&file, "config \"names\" \"list(string)\" {\n  default = [true]\n}\n").expect("a file");
    let rows = |relation: &str| {
        let output = typelog(&["facts", "--relation", relation, file.to_str().expect("a path of text")]);
        let rows = String::from_utf8(output.stdout).expect("text");
        rows.lines().map(|row| row.split('\t').map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
    };
    let texts: BTreeMap<String, String> =
        rows("type").into_iter().map(|row| (row[0].clone(), row[3].clone())).collect();
    let converts: BTreeSet<[String; 2]> =
        rows("converts").iter().map(|row| [texts[&row[0]].clone(), texts[&row[1]].clone()]).collect();
    for (source, target) in [("tuple([const(true)])", "list(string)"), ("const(true)", "string"), ("bool", "string")] {
        assert!(converts.contains(&[source.to_owned(), target.to_owned()]), "{source}, {target}: {converts:?}");
    }
}

#[test]
fn secrets_of_schemas_are_facts() {
    let program = "resource \"store\" \"data:index:Database\" {
  login = { user = \"admin\", password = \"hunter2\" }
  key   = \"abc\"
}
first = [store][0].token
output \"first\" {
  value = first
}
";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("secrets.pp");
    fs::write(&file, program).expect("a file");
    let path = file.to_str().expect("a path of text");
    let rows = |relation: &str| {
        let output = typelog(&["facts", "--relation", relation, "--schemas", "examples/schemas", path]);
        let rows = String::from_utf8(output.stdout).expect("text");
        let names = rows.lines().filter_map(|row| Some(row.split_once('\t')?.1.to_owned()));
        names.collect::<BTreeSet<String>>()
    };
    assert_eq!(rows("secret_input"), ["key".to_owned()].into());
    assert_eq!(rows("secret_property"), ["key", "password", "token"].map(str::to_owned).into());
    let rules = "examples/rules/passwords.dl";
    let output = typelog(&["check", "--schemas", "examples/schemas", "--rules", rules, "--format", "jsonl", path]);
    let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
    let found: Vec<_> = record["diagnostics"].as_array().expect("diagnostics").iter().collect();
    let found: Vec<_> = found.iter().map(|found| (found["line"].as_i64(), found["column"].as_i64())).collect();
    assert_eq!(found, [(Some(2), Some(40)), (Some(3), Some(11))]);
    let output = typelog(&["types", "--full", "--schemas", "examples/schemas", path]);
    let types = String::from_utf8(output.stdout).expect("text");
    assert!(types.contains("# resource data:index:Database, secret key, secret token"), "{types}");
}

#[test]
fn the_questions_among_the_examples_have_their_answers() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("facts-questions");
    let _ = fs::remove_dir_all(&out);
    let path = out.to_str().expect("a path of text");
    let facts = ["facts", "--reasons", "--recursive", "--format", "sqlite", "--out", path];
    let programs = ["--schemas", "examples/schemas", "examples/pcl", "examples/tour", "examples/cycles"];
    let output = typelog(&[&facts[..], &programs].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let connection = rusqlite::Connection::open(out.join("facts.sqlite")).expect("a database");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/questions");
    let paths = fs::read_dir(folder).expect("questions").map(|entry| entry.expect("a file").path());
    let mut asked = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "sql")) {
        let question = fs::read_to_string(&path).expect("a question");
        let mut statement = connection.prepare(&question).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("rows");
        let mut text = String::new();
        while let Some(row) = rows.next().expect("a row") {
            let cells = (0..columns).map(|column| match row.get_ref(column).expect("a cell") {
                ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                ValueRef::Integer(number) => number.to_string(),
                _ => String::new(),
            });
            text.push_str(&cells.collect::<Vec<_>>().join("\t"));
            text.push('\n');
        }
        let answer = path.with_extension("expected");
        if std::env::var_os("TYPELOG_BLESS").is_some() {
            fs::write(&answer, &text).expect("the answer is written");
        }
        let expected = fs::read_to_string(&answer).unwrap_or_default();
        assert_eq!(expected, text, "{}", path.display());
        assert!(!text.is_empty(), "{} has no answer", path.display());
        asked += 1;
    }
    assert!(asked >= 10, "{asked} questions");
}
