//! Exports of programs: facts in all formats, the page, and the differences between two versions. They are read back with the
//! usual libraries for these formats.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use flate2::read::DeflateDecoder;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::Value;

use typelog::citation::Citation;
use typelog::dialect::Text;
use typelog::relations::collect::Collector;
use typelog::relations::{Database, Format, MANIFEST, export};
use typelog::render::difference::{Difference, ProblemChange, json, text as difference_text};
use typelog::render::report::{PageData, Piece, report};
use typelog::results::compare::{Version, compare};
use typelog::results::page_data::page_data;

use super::edits::dialect;
use super::head_and_rest;
use super::programs::{Surroundings, alone, surroundings_of};

/// The rows of each relation in order, cells as texts.
type Relations = BTreeMap<String, Vec<Vec<String>>>;

/// A program, whose first line may name its dialect, a line `---`, and a later version of the program.
pub fn exports(text: &str) {
    let (before, after) = head_and_rest(text);
    let around = surroundings_of(dialect(before));
    let (mut before, after) = (version(before, around), version(after, around));
    check_exports(&before.database);
    check_differences(&before, &after, around);
    check_page(&mut before, around);
}

/// Checks a program, and collects the facts about it.
pub fn version(text: &str, around: &Surroundings) -> Version {
    let mut collector = Collector::default();
    let texts = vec![Text { name: "main".to_owned(), bytes: Ok(text.into()) }];
    let checked = around.session().collect(&mut alone(around.dialect, texts), &mut collector);
    Version { name: "program".to_owned(), checked, database: collector.finish() }
}

/// Checks that all formats contain the same rows, as many as the manifest says.
fn check_exports(database: &Database) {
    let lines = written(database, Format::Jsonl);
    let manifest: Value = serde_json::from_slice(&lines[MANIFEST]).expect("JSON");
    let relations: Vec<Schema> = list(&manifest).iter().map(Schema::new).collect();
    let expected = each(&relations, |relation| from_jsonl(relation, &lines[&format!("{}.jsonl", relation.name)]));
    assert!(relations.iter().all(|relation| expected[&relation.name].len() == relation.rows));
    let fields = written(database, Format::Tsv);
    assert_eq!(each(&relations, |relation| from_tsv(&fields[&format!("{}.facts", relation.name)])), expected);
    let sqlite = written(database, Format::Sqlite);
    let bytes = &sqlite["facts.sqlite"];
    let mut connection = Connection::open_in_memory().expect("memory");
    connection.deserialize_read_exact("main", &bytes[..], bytes.len(), true).expect("a database");
    assert_eq!(each(&relations, |relation| from_sqlite(relation, &connection)), expected);
    let columns = written(database, Format::Parquet);
    assert_eq!(each(&relations, |relation| from_parquet(relation, &columns)), expected);
}

/// The files of an export by their paths.
fn written(database: &Database, format: Format) -> BTreeMap<String, Vec<u8>> {
    let file = |file: &typelog::relations::ExportFile<'_>| {
        let mut bytes = Vec::new();
        file.write(&mut bytes).expect("memory can be written");
        (file.path.clone(), bytes)
    };
    export(database, format, &Citation::default()).iter().map(file).collect()
}

/// A relation in the manifest.
struct Schema {
    name: String,
    columns: Vec<String>,
    rows: usize,
}

impl Schema {
    fn new(entry: &Value) -> Self {
        let columns = list(&entry["columns"]).iter().map(|column| word(&column["name"]));
        Self { name: word(&entry["name"]), columns: columns.collect(), rows: number(&entry["rows"]) }
    }
}

fn each(relations: &[Schema], mut rows: impl FnMut(&Schema) -> Vec<Vec<String>>) -> Relations {
    let sorted = |mut rows: Vec<Vec<String>>| {
        rows.sort();
        rows
    };
    relations.iter().map(|relation| (relation.name.clone(), sorted(rows(relation)))).collect()
}

fn from_jsonl(relation: &Schema, bytes: &[u8]) -> Vec<Vec<String>> {
    let cell = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let row = |line: &str| {
        let object: Value = serde_json::from_str(line).expect("JSON");
        relation.columns.iter().map(|column| cell(&object[column])).collect()
    };
    text_of(bytes).lines().map(row).collect()
}

fn from_tsv(bytes: &[u8]) -> Vec<Vec<String>> {
    let undo = |field: &str| {
        let mut text = String::new();
        let mut characters = field.chars();
        while let Some(character) = characters.next() {
            text.push(match (character, character == '\\') {
                (_, true) => match characters.next() {
                    Some('t') => '\t',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    escaped => escaped.expect("something is escaped"),
                },
                _ => character,
            });
        }
        text
    };
    let lines = text_of(bytes).split_terminator('\n');
    lines.map(|line| line.split('\t').map(undo).collect()).collect()
}

fn from_sqlite(relation: &Schema, connection: &Connection) -> Vec<Vec<String>> {
    let columns: Vec<String> = relation.columns.iter().map(|column| format!("\"{column}\"")).collect();
    let query = format!("SELECT {} FROM \"{}\"", columns.join(", "), relation.name);
    let mut statement = connection.prepare(&query).expect("a table for each relation");
    let cell = |value: ValueRef<'_>| match value {
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Text(bytes) => text_of(bytes).to_owned(),
        other => panic!("a cell of {other:?}"),
    };
    let rows = statement.query_map([], |row| (0..columns.len()).map(|at| Ok(cell(row.get_ref(at)?))).collect());
    rows.expect("rows").map(|row| row.expect("a row")).collect()
}

fn from_parquet(relation: &Schema, files: &BTreeMap<String, Vec<u8>>) -> Vec<Vec<String>> {
    let cell = |field: &Field| match field {
        Field::Long(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("a cell of {other:?}"),
    };
    let folder = format!("{}/", relation.name);
    let own = files.iter().filter(|(path, _)| path.starts_with(&folder));
    let rows = own.flat_map(|(_, bytes)| {
        let reader = SerializedFileReader::new(Bytes::from(bytes.clone())).expect("a Parquet file");
        let rows = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
        rows.map(|row| row.get_column_iter().map(|(_, field)| cell(field)).collect()).collect::<Vec<_>>()
    });
    rows.collect()
}

/// Checks that a version does not differ from itself, and that swapping the versions swaps new and gone.
fn check_differences(before: &Version, after: &Version, around: &Surroundings) {
    let difference = |one: &Version, other: &Version| {
        let mut types = around.types.clone();
        compare(one, other, &around.environment, &mut types)
    };
    assert!(difference(before, before).is_empty(), "a program differs from itself");
    let (there, back) = (difference(before, after), difference(after, before));
    check_shown(&there);
    let nodes = there.nodes.iter().map(|change| (&change.name, &change.kind, &change.before, &change.after));
    assert!(nodes.eq(back.nodes.iter().map(|change| (&change.name, &change.kind, &change.after, &change.before))));
    // Problems that break callers have no place, and are reported for the later version only.
    let told = |problem: &ProblemChange| (problem.code.clone(), problem.message.clone());
    let new = there.new_problems.iter().filter(|problem| problem.line.is_some());
    assert!(new.map(told).eq(back.gone_problems.iter().map(told)));
    let rows = there.facts.iter().map(|change| (&change.relation, &change.new, &change.gone));
    assert!(rows.eq(back.facts.iter().map(|change| (&change.relation, &change.gone, &change.new))));
}

fn check_shown(difference: &Difference) {
    let shown: Value = serde_json::from_str(&json(difference)).expect("JSON");
    assert_eq!(list(&shown["nodes"]).len(), difference.nodes.len());
    assert_eq!(difference_text(difference, true).is_empty(), difference.is_empty());
}

/// Checks that the data of the page can be read, and that their references are valid.
fn check_page(version: &mut Version, around: &Surroundings) {
    let Version { checked, database, .. } = version;
    let data = page_data("program", checked, database, &around.environment);
    check_page_text(&report(&data), &data);
    for (at, step) in data.steps.iter().enumerate() {
        assert!(step.from.iter().all(|&premise| premise < at), "a proof has no end");
    }
    let lengths: Vec<usize> = data.files.iter().map(|file| file.text.encode_utf16().count()).collect();
    let nodes = data.nodes.iter().map(|node| (node.at, node.step, Some(node.ty)));
    let expressions = data.expressions.iter().map(|found| (found.at, found.step, Some(found.ty)));
    let diagnostics = data.diagnostics.iter().map(|found| (found.at, found.step, None));
    for (Piece { file, span }, step, ty) in nodes.chain(expressions).chain(diagnostics) {
        assert!(span.start <= span.end && span.end as usize <= lengths[file], "{span:?} is nowhere");
        assert!(step.is_none_or(|step| step < data.steps.len()));
        assert!(ty.is_none_or(|ty| ty < data.types.len()));
    }
    for file in &data.files {
        let mut colours = file.colours.windows(2);
        assert!(colours.all(|pair| pair[0].0.span.end <= pair[1].0.span.start), "two colours for one word");
    }
}

/// Checks that the page has a script for each chunk, and that no text of the program closes one.
fn check_page_text(page: &str, data: &PageData) {
    let chunks: Vec<&str> = page.split("id=\"chunk-").skip(1).collect();
    assert_eq!(page.matches("</script>").count(), chunks.len() + 1, "the program ends the data");
    for text in chunks {
        let packed = text.split(['>', '<']).nth(1).expect("a chunk");
        let mut json = String::new();
        DeflateDecoder::new(&STANDARD.decode(packed).expect("base64")[..]).read_to_string(&mut json).expect("a text");
        let value: Value = serde_json::from_str(&json).expect("JSON");
        assert!(!text.starts_with("core") || word(&value["program"]) == data.program);
    }
}

fn text_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("a text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn word(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}
