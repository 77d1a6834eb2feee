//! Sessions of the page in the browser, through the functions that it calls. Each function returns JSON, and after edits the
//! engine gives the same results as one that has only seen the last texts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::positions::{Units, check_places};
use super::programs::SCHEMAS;
use super::script::{Step, steps};

/// The engine of the page, as compiled for the browser.
#[allow(dead_code, reason = "the texts of the built-in book are the same for every input")]
#[allow(unused_qualifications, reason = "`wasm-bindgen` writes paths in full")]
#[path = "../../../../examples/page/lib.rs"]
mod engine;

use engine::Engine;

/// The most steps of a session.
const MOST_STEPS: usize = 6;

/// The most rows of a relation that are requested.
const MOST_ROWS: usize = 5;

/// A session: files, and steps separated by lines `---`. The first line of a session may name the dialect: `# pcl`. `open NAME`
/// sets the text of a file, `edit NAME 10 25` replaces a part of it, `ask NAME 10` runs all requests at a place, and `query
/// NAME` runs the rules below. Files with the extension `.declare` are declarations.
pub fn page(text: &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let dialects = ["hcl", "pcl", "bicep", "terraform"];
    let found = dialects.into_iter().find(|dialect| first.strip_prefix("# ") == Some(dialect));
    let rest = if found.is_some() { rest } else { text };
    let dialect = found.unwrap_or("hcl");
    let steps: Vec<Step<'_>> = steps(rest).collect();
    let (opened, later): (Vec<&Step<'_>>, Vec<&Step<'_>>) = steps.iter().partition(|step| step.word == "open");
    let mut files: BTreeMap<&str, String> = opened.iter().map(|step| (step.name, step.text.to_owned())).collect();
    let Some(mut engine) = opened_engine(dialect, &files) else { return };
    check(&mut engine, &files);
    for step in later.into_iter().take(MOST_STEPS) {
        take(&mut engine, step, &mut files);
    }
    let known = check(&mut engine, &files);
    let fresh = opened_engine(dialect, &files).map(|mut engine| check(&mut engine, &files));
    assert_eq!(Some(known), fresh, "edits lead elsewhere than the texts");
}

/// An engine with these files, after the first requests of the page.
fn opened_engine(dialect: &str, files: &BTreeMap<&str, String>) -> Option<Engine> {
    let (declarations, own): (Vec<(&&str, &String)>, Vec<_>) =
        files.iter().partition(|(name, _)| name.ends_with(".declare"));
    let settings = json!({ "dialect": dialect, "files": own, "declarations": declarations, "schemas": SCHEMAS });
    let mut engine = Engine::new();
    assert!(engine.check().is_err(), "no program is open");
    engine.open(&settings.to_string()).ok()?;
    Some(engine)
}

/// Checks the program, and that the places in the results are within the texts.
fn check(engine: &mut Engine, files: &BTreeMap<&str, String>) -> Value {
    let checked = read(engine.check());
    for file in checked["files"].as_array().into_iter().flatten() {
        check_places(file, file["name"].as_str().unwrap_or(""), &|name| text_of(files, name), Units::Utf16);
    }
    for node in checked["nodes"].as_array().into_iter().flatten() {
        check_places(node, node["file"].as_str().unwrap_or(""), &|name| text_of(files, name), Units::Utf16);
    }
    checked
}

fn text_of<'t>(files: &'t BTreeMap<&str, String>, name: &str) -> Option<&'t str> {
    files.get(name).map(|text| &text[..])
}

fn read(answer: Result<String, String>) -> Value {
    let text = answer.expect("a program is open");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn take<'t>(engine: &mut Engine, step: &Step<'t>, files: &mut BTreeMap<&'t str, String>) {
    let is_program = !step.name.ends_with(".declare");
    let mut text = files.get(step.name).cloned().unwrap_or_default();
    let (start, end) = step.range(&text);
    match step.word {
        "edit" if is_program => {
            text.replace_range(start..end, step.text);
            engine.change(step.name, &text).expect("a program is open");
            files.insert(step.name, text);
            check(engine, files);
        }
        "query" => {
            let answer = read(engine.query(step.text, MOST_ROWS));
            check_places(&answer["faults"], "rules.dl", &|_| Some(step.text), Units::Utf16);
            for finding in answer["findings"].as_array().into_iter().flatten() {
                let name = finding["file"].as_str().unwrap_or("");
                check_places(finding, name, &|name| text_of(files, name), Units::Utf16);
            }
        }
        _ => ask(engine, step.name, start, &text, files),
    }
}

/// Runs all requests at a place, and all requests for facts.
fn ask(engine: &mut Engine, name: &str, at: usize, text: &str, files: &BTreeMap<&str, String>) {
    let position = super::positions::position(text, at, Units::Utf16);
    let [line, character] = ["line", "character"].map(|key| position[key].as_u64().unwrap_or(0) as u32);
    let answers = [
        read(engine.hover(name, line, character)),
        read(engine.completion(name, line, character)),
        read(engine.definition(name, line, character)),
        read(engine.proof(name, line, character, None)),
        read(engine.proof(name, line, character, Some("no-conversion".to_owned()))),
    ];
    for answer in answers {
        check_places(&answer, name, &|name| text_of(files, name), Units::Utf16);
    }
    read(engine.record());
    let relations = read(engine.relations());
    let relations = relations.as_array().into_iter().flatten();
    for relation in relations.filter(|relation| relation["count"].as_u64() > Some(0)) {
        let rows = read(engine.rows(relation["name"].as_str().unwrap_or(""), MOST_ROWS));
        assert_eq!(rows["count"], relation["count"]);
    }
}
