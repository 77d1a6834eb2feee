//! Random expressions of Terraform, compared with what a plan says about them (`verdicts.jsonl`).
//!
//! `generate.py SEED COUNT | record.py` makes such lines; the test needs no Terraform. A plan knows the values of the variables,
//! which typelog does not: an expression that a plan rejects may be right with other values. One that a plan accepts is right, and
//! its type is admitted by the inferred one.

use std::fmt::Write as _;

use serde_json::Value;

use crate::{command, files};

/// The accepted expressions with an error here: a branch that is never evaluated with the values of the plan, but calls a function
/// without an argument that it takes.
const REJECTED: [&str; 1] = ["(var.b ? endswith(var.o.a, \"true\") : slice(var.ls, var.ss))"];

/// Of the expressions that a plan rejects, those that are rejected without the values, in percent, at least.
const LEAST_REJECTED: usize = 95;

struct Verdict {
    text: String,
    /// Holds if a plan fails.
    is_wrong: bool,
    /// The type in a plan, if it is certain.
    ty: Option<String>,
    /// Holds if there is an error or a warning here.
    is_noted: bool,
    is_rejected: bool,
    /// The type inferred here.
    inferred: String,
}

#[test]
fn accepted_expressions_are_accepted_and_most_others_are_not() {
    let verdicts = verdicts("expressions-verdicts");
    let rejected = verdicts.iter().filter(|verdict| !verdict.is_wrong && verdict.is_rejected);
    let texts: Vec<&str> = rejected.map(|verdict| &verdict.text[..]).collect();
    assert_eq!(texts, REJECTED);
    let wrong = verdicts.iter().filter(|verdict| verdict.is_wrong);
    let (count, noted) = (wrong.clone().count(), wrong.filter(|verdict| verdict.is_noted).count());
    println!("{noted} of {count} expressions that a plan rejects are reported");
    assert!(count > 1_000 && noted * 100 >= count * LEAST_REJECTED, "{noted} of {count}");
}

#[test]
fn inferred_types_admit_the_types_of_a_plan() {
    let verdicts = verdicts("expressions-types");
    let known: Vec<(&Verdict, &str)> = verdicts.iter().filter_map(|of| Some((of, of.ty.as_deref()?))).collect();
    let request = |(verdict, ty): &(&Verdict, &str)| format!("assignable\t{ty}\t{}\n", verdict.inferred);
    let requests: Vec<String> = known.iter().map(request).collect();
    let answers = command::fed(&["type", "batch"], &requests.concat());
    let wrong: Vec<String> = known
        .iter()
        .zip(answers.lines())
        .filter(|(_, answer)| *answer != "true")
        .map(|((verdict, ty), _)| format!("{}: {ty} is not admitted by {}", verdict.text, verdict.inferred))
        .collect();
    assert!(known.len() > 500 && wrong.is_empty(), "{} types: {}", known.len(), wrong.join("\n"));
}

/// Checks all expressions as outputs of a module, below a name that no other test uses.
fn verdicts(name: &str) -> Vec<Verdict> {
    let folder = files::root().join("tests/hostile/expressions");
    let records = files::text(&folder.join("verdicts.jsonl"));
    let records: Vec<Value> = records.lines().map(command::json).collect();
    let texts: Vec<&str> = records.iter().map(|record| record["text"].as_str().expect("a text")).collect();
    let mut outputs = String::new();
    for (number, text) in texts.iter().enumerate() {
        let _ = writeln!(outputs, "output \"o{number}\" {{\n  sensitive = true\n  value = {text}\n}}");
    }
    let module = files::text(&folder.join("main.tf"));
    let directory = command::scratch(name, &[("main.tf", &module), ("out.tf", &outputs)]);
    let output = command::typelog(&["types", "--full", "--format", "jsonl", command::path(&directory)]);
    let report = command::json(&command::text(&output.stdout));
    let lines = |severities: &[&str]| -> Vec<u64> {
        let found = report["diagnostics"].as_array().expect("diagnostics").iter();
        let found = found.filter(|of| of["file"] == "out.tf" && severities.iter().any(|word| of["severity"] == *word));
        found.map(|of| (of["line"].as_u64().expect("a line") - 1) / 4).collect()
    };
    let (errors, noted) = (lines(&["error"]), lines(&["error", "warning"]));
    let inferred = |number: usize| {
        let name = format!("output.o{number}");
        let mut nodes = report["nodes"].as_array().expect("nodes").iter();
        nodes.find(|node| node["name"] == name).expect("an output")["type"].as_str().expect("a type").to_owned()
    };
    let verdict = |(number, record): (usize, &Value)| Verdict {
        text: texts[number].to_owned(),
        is_wrong: record["error"].is_string(),
        ty: (!record["type"].is_null()).then(|| notation(&record["type"])),
        is_noted: noted.contains(&(number as u64)),
        is_rejected: errors.contains(&(number as u64)),
        inferred: inferred(number),
    };
    records.iter().enumerate().map(verdict).collect()
}

/// Returns the text of a type that is written as by Terraform in JSON.
fn notation(ty: &Value) -> String {
    match ty {
        Value::String(word) if word == "dynamic" => "any".to_owned(),
        Value::String(word) => word.clone(),
        Value::Array(parts) => match (parts[0].as_str().expect("a word"), &parts[1]) {
            ("tuple", Value::Array(members)) => {
                format!("tuple([{}])", members.iter().map(notation).collect::<Vec<_>>().join(", "))
            }
            ("object", Value::Object(properties)) => {
                let property = |(name, part): (&String, &Value)| format!("{name:?}={}", notation(part));
                format!("object({{{}}})", properties.iter().map(property).collect::<Vec<_>>().join(", "))
            }
            (word, element) => format!("{word}({})", notation(element)),
        },
        other => panic!("{other} is no type"),
    }
}
