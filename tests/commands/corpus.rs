//! `typelog corpus`: one dataset of many programs, independent of the number of parts in which it is made.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use parquet::file::reader::SerializedFileReader;
use parquet::record::Field;
use rusqlite::Connection;
use rusqlite::types::Value;

use crate::command::{json, path, printed, refused, scratch};
use crate::skipped::skipped;

/// The files of a directory with their bytes.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(directory).into_iter().map(|entry| entry.expect("an entry")) {
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(directory).expect("below").display().to_string();
            files.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
    files
}

/// The rows of several Parquet files, concatenated.
fn rows(files: &[&Path]) -> Vec<Vec<Value>> {
    let rows_of = |file: &&Path| {
        let reader = SerializedFileReader::new(File::open(file).expect("a file")).expect("a Parquet file");
        let rows = reader.into_iter().map(|row| {
            let row = row.expect("a row");
            let value = |field: &Field| match field {
                Field::Long(number) => Value::Integer(*number),
                Field::Str(text) => Value::Text(text.clone()),
                other => panic!("a column of {other:?}"),
            };
            row.get_column_iter().map(|(_, field)| value(field)).collect()
        });
        rows.collect::<Vec<Vec<Value>>>()
    };
    files.iter().flat_map(rows_of).collect()
}

/// Programs in directories of their own; every third has an error.
fn programs(directory: &Path, count: usize) {
    for at in 0..count {
        let program = directory.join(format!("p{at:04}"));
        fs::create_dir_all(&program).expect("a directory");
        let end = if at % 3 == 0 { "d = missing\n" } else { "" };
        let text = format!("a = [{at}, true]\nb = a[0] + 1\n{end}");
        fs::write(program.join("main.hcl"), text).expect("a file");
    }
}

/// Makes the dataset of the programs in a directory.
fn dataset(directory: &Path, out: &Path, options: &[&str]) {
    let arguments = [&["corpus", path(directory), "--out", path(out)], options].concat();
    assert_eq!(printed(&arguments, 0), "");
}

#[test]
fn every_relation_has_the_rows_that_each_program_has_alone() {
    let out = scratch("corpus-rows", &[]).join("dataset");
    dataset(Path::new("examples"), &out, &["--reasons"]);
    for relation in ["has_type", "definition", "diagnostic", "depends_on", "rule_fired", "premise"] {
        let all = rows(&[&out.join(format!("{relation}.parquet"))]);
        for program in ["examples/tour", "examples/pcl/network", "examples/broken"] {
            let arguments = ["facts", program, "--reasons", "--relation", relation, "--format", "jsonl"];
            let alone = printed(&arguments, 0);
            let of_program = |row: &&Vec<Value>| row[0] == Value::Text(program.to_owned());
            assert_eq!(all.iter().filter(of_program).count(), alone.lines().count(), "{relation} of {program}");
        }
    }
    let programs = rows(&[&out.join("program.parquet")]);
    let tour = programs.iter().find(|row| row[0] == Value::Text("examples/tour".to_owned())).expect("the program");
    assert_eq!(tour[1..3], ["hcl", "checked"].map(|text| Value::Text(text.to_owned())));
    let manifest = json(&fs::read_to_string(out.join("relations.json")).expect("a manifest"));
    for relation in manifest.as_array().expect("relations") {
        let name = relation["name"].as_str().expect("a name");
        let count = rows(&[&out.join(format!("{name}.parquet"))]).len();
        assert_eq!(relation["rows"].as_u64(), Some(count as u64), "{name}");
    }
}

#[test]
fn threads_shards_and_shares_do_not_matter() {
    let directory = scratch("corpus-shards", &[]);
    programs(&directory.join("programs"), 300);
    let programs = directory.join("programs");
    let [whole, same, sharded] = ["whole", "same", "sharded"].map(|name| directory.join(name));
    dataset(&programs, &whole, &["--jobs", "1"]);
    dataset(&programs, &same, &["--jobs", "3"]);
    assert!(files(&whole) == files(&same), "the number of threads matters");
    dataset(&programs, &sharded, &["--shards", "2"]);
    let expected = rows(&[&whole.join("has_type.parquet")]);
    let shards = ["0000", "0001"].map(|shard| sharded.join(format!("has_type/{shard}.parquet")));
    assert!(rows(&[&shards[0], &shards[1]]) == expected);
    let shares = ["1/2", "2/2"].map(|share| {
        let out = directory.join(share.replace('/', "-"));
        dataset(&programs, &out, &["--part", share]);
        out.join("has_type.parquet")
    });
    assert!(rows(&[&shares[0], &shares[1]]) == expected);
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let directory = scratch("corpus-interrupted", &[]);
    let programs_directory = directory.join("programs");
    programs(&programs_directory, 600);
    let [whole, out] = ["whole", "out"].map(|name| directory.join(name));
    let first_part = directory.join(".out.parts/000000");
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.args(["corpus", path(&programs_directory), "--out", path(&out), "--jobs", "1"]).stdout(Stdio::null());
    let mut run = command.spawn().expect("typelog runs");
    while !first_part.exists() && run.try_wait().expect("a status").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().expect("it is killed");
    run.wait().expect("it ends");
    assert!(first_part.exists() && !out.exists(), "the run ended before it was killed");
    // A finished part is reused: its files are not written again.
    let marked = first_part.join("has_type.parquet");
    let made = fs::metadata(&marked).and_then(|file| file.modified()).expect("a file");
    // A program that is edited in the meantime is checked again, with its part.
    fs::write(programs_directory.join("p0590/main.hcl"), "a = \"edited\"\n").expect("a file");
    let keep = directory.join("kept");
    fs::hard_link(&marked, &keep).expect("a link");
    dataset(&programs_directory, &out, &[]);
    assert_eq!(fs::metadata(&keep).and_then(|file| file.modified()).expect("a file"), made);
    dataset(&programs_directory, &whole, &[]);
    assert!(files(&whole) == files(&out), "the interrupted run makes another dataset");
    assert!(!directory.join(".out.parts").exists());
}

#[test]
fn queries_answer_over_a_dataset() {
    let out = scratch("corpus-queries", &[]).join("dataset");
    dataset(Path::new("examples"), &out, &["--reasons"]);
    let database = Connection::open_in_memory().expect("a database");
    let manifest = json(&fs::read_to_string(out.join("relations.json")).expect("a manifest"));
    for relation in manifest.as_array().expect("relations") {
        let name = relation["name"].as_str().expect("a name");
        let columns = relation["columns"].as_array().expect("columns");
        let names: Vec<String> = columns.iter().map(|column| column["name"].to_string()).collect();
        database.execute_batch(&format!("CREATE TABLE \"{name}\" ({})", names.join(", "))).expect("a table");
        let places = vec!["?"; names.len()].join(", ");
        let mut insert = database.prepare(&format!("INSERT INTO \"{name}\" VALUES ({places})")).expect("a statement");
        for row in rows(&[&out.join(format!("{name}.parquet"))]) {
            insert.execute(rusqlite::params_from_iter(row)).expect("a row");
        }
    }
    for entry in fs::read_dir("examples/corpus/queries").expect("queries") {
        let query = entry.expect("a query").path();
        let mut statement = database.prepare(&fs::read_to_string(&query).expect("a text")).expect("a query");
        let mut answers = statement.query([]).expect("answers");
        let has_answers = answers.next().expect("a row").is_some();
        // Only the query for duplicates is empty: no two example programs have the same files.
        assert_eq!(has_answers, !query.ends_with("duplicates.sql"), "{}", query.display());
    }
}

#[test]
fn directories_that_make_no_sense_are_refused() {
    let directory = scratch("corpus-refused", &[("mine/thesis.txt", "text"), ("programs/p/main.hcl", "a = 1\n")]);
    let mine = directory.join("mine");
    let message = refused(&["corpus", path(&directory.join("programs")), "--out", path(&mine)]);
    assert!(message.contains("not an earlier export"), "{message}");
    assert!(mine.join("thesis.txt").exists());
    let message = refused(&["corpus", path(&mine.join("thesis.txt")), "--out", path(&directory.join("out"))]);
    assert!(message.contains("this is not a directory"), "{message}");
}

/// The Python interpreter for scripts, `TYPELOG_PYTHON` or the one on the path, if it has a module.
fn python_with(module: &str) -> Option<String> {
    let python = std::env::var("TYPELOG_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(&python);
    command.args(["-c", &format!("import {module}")]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()).then_some(python)
}

/// Does nothing unless Ray is installed.
#[test]
fn a_cluster_makes_the_rows_that_one_machine_makes() {
    let Some(python) = python_with("ray") else { return skipped("a cluster", "Ray is not installed") };
    let directory = scratch("corpus-cluster", &[]);
    let programs_directory = directory.join("programs");
    programs(&programs_directory, 200);
    let [whole, cluster] = ["whole", "cluster"].map(|name| directory.join(name));
    dataset(&programs_directory, &whole, &["--reasons"]);
    let own = Path::new(env!("CARGO_BIN_EXE_typelog")).parent().expect("a directory");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let search = std::env::join_paths([own.to_owned()].into_iter().chain(std::env::split_paths(&others)));
    let mut command = Command::new(python);
    command.args(["examples/corpus/cluster.py", path(&cluster), "2", path(&programs_directory), "--", "--reasons"]);
    let run = command.env("PATH", search.expect("a path")).output().expect("the script runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for relation in ["program", "has_type", "diagnostic", "rule_fired"] {
        let parts = ["0000", "0001"].map(|part| cluster.join(format!("{relation}/{part}.parquet")));
        let expected = rows(&[&whole.join(format!("{relation}.parquet"))]);
        assert!(rows(&[&parts[0], &parts[1]]) == expected, "{relation}");
    }
    let manifests = [&whole, &cluster].map(|dataset| fs::read_to_string(dataset.join("relations.json")).expect("rows"));
    assert_eq!(json(&manifests[0]), json(&manifests[1]));
    let left = fs::read_dir(&directory).expect("a directory").count();
    assert_eq!(left, 3, "parts are left");
}
