//! Unions with very many members, from schemas and from programs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{assert_nearly_linear, firings, found, scratch, text, typelog, write};

/// The number of members, as in the schema of a large package.
const MANY: usize = 4_000;

/// A directory with a schema of `count` object types and as many enums. A resource takes `one`, a union of the objects,
/// `other`, the same with a string in place of the first object, `list`, a list of `one`, and `word`, a union of the enums.
fn schema(name: &str, count: usize) -> PathBuf {
    let directory = scratch(name);
    let mut types = String::new();
    for at in 0..count {
        let comma = if at > 0 { "," } else { "" };
        let properties = format!("{{\"k{at}\":{{\"type\":\"string\"}}}}");
        let _ = write!(
            types,
            "{comma}\"p:index:T{at}\":{{\"type\":\"object\",\"properties\":{properties},\"required\":[\"k{at}\"]}},\
             \"p:index:E{at}\":{{\"type\":\"string\",\"enum\":[{{\"value\":\"e{at}\"}}]}}"
        );
    }
    let references = |letter: char, from: usize| {
        let all = (from..count).map(|at| format!("{{\"$ref\":\"#/types/p:index:{letter}{at}\"}}"));
        all.collect::<Vec<_>>().join(",")
    };
    let one = format!("{{\"oneOf\":[{}]}}", references('T', 0));
    let other = format!("{{\"oneOf\":[{},{{\"type\":\"string\"}}]}}", references('T', 1));
    let word = format!("{{\"oneOf\":[{}]}}", references('E', 0));
    let properties =
        format!("{{\"one\":{one},\"other\":{other},\"word\":{word},\"list\":{{\"type\":\"array\",\"items\":{one}}}}}");
    let resource = format!("{{\"p:index:R\":{{\"properties\":{properties},\"inputProperties\":{properties}}}}}");
    let text = format!("{{\"name\":\"p\",\"version\":\"1.0.0\",\"types\":{{{types}}},\"resources\":{resource}}}");
    write(&directory.join("schemas/p-1.0.0.json"), text);
    directory
}

/// The codes and lines of the diagnostics of a program that uses the schema.
fn found_with(directory: &Path, program: &str, options: &[&str]) -> Vec<(String, u64)> {
    write(&directory.join("main.pp"), program);
    found(&[&["--schemas", "schemas", "main.pp"], options].concat(), directory)
}

/// A program that passes an output of one resource to an input of another.
fn flow(from: &str, to: &str) -> String {
    format!("resource a \"p:index:R\" {{}}\nresource b \"p:index:R\" {{\n  {to} = a.{from}\n}}\n")
}

#[test]
fn an_alternative_of_thousands_is_found() {
    let directory = schema("unions-use", MANY);
    let last = MANY - 1;
    let using = |given: &str, told: &str| {
        format!("resource r \"p:index:R\" {{\n  one = {given}\n}}\noutput o {{\n  value = r.one.{told}\n}}\n")
    };
    let good = using(&format!("{{ k{last} = \"x\" }}"), &format!("k{last}"));
    assert_eq!(found_with(&directory, &good, &[]), []);
    let wrong = found_with(&directory, &using("[1]", "k1"), &[]);
    assert_eq!(wrong, [("no-conversion".to_owned(), 2)]);
}

#[test]
fn thousands_of_alternatives_flow_into_as_many() {
    let directory = schema("unions-flow", MANY);
    for (from, to) in [("one", "one"), ("one", "other"), ("other", "one"), ("word", "word")] {
        let found = found_with(&directory, &flow(from, to), &[]);
        // The value may be null, and a member that the other union lacks may still convert.
        assert!(found.iter().all(|found| *found == ("unsafe-conversion".to_owned(), 3)), "{from} to {to}: {found:?}");
    }
}

#[test]
fn thousands_of_alternatives_that_have_nothing_in_common_are_reported() {
    let directory = schema("unions-apart", MANY);
    assert_eq!(found_with(&directory, &flow("word", "one"), &[]), [("type-too-varied".to_owned(), 3)]);
    let directory = schema("unions-few", 12);
    let few = flow("word", "one");
    assert_eq!(found_with(&directory, &few, &["--max-pairs", "100"]), [("type-too-varied".to_owned(), 3)]);
    assert_eq!(found_with(&directory, &few, &["--max-pairs", "1000"]), [("no-conversion".to_owned(), 3)]);
}

#[test]
fn values_for_a_list_of_alternatives_take_work_as_they_are_many() {
    let directories = [1, 2].map(|size| schema(&format!("unions-list-{size}"), 200 * size));
    let work = |size: usize| {
        let values: Vec<String> = (0..200 * size).map(|at| format!("{{ k{at} = \"x\" }}")).collect();
        let program = format!("resource r \"p:index:R\" {{\n  list = [{}]\n}}\n", values.join(", "));
        assert_eq!(found_with(&directories[size - 1], &program, &[]), []);
        firings("main.pp", &["--schemas", "schemas"], &directories[size - 1])
    };
    assert_nearly_linear(work, "values and alternatives");
}

#[test]
fn questions_about_thousands_of_alternatives_are_answered() {
    let union = |letter: char, count: usize| {
        let members: Vec<String> = (0..count).map(|at| format!("object({{{letter}{at}=int}})")).collect();
        format!("union({})", members.join(", "))
    };
    let directory = scratch("unions-questions");
    let asked = |question: &[&str]| text(&typelog(&[&["type"], question].concat(), &directory).stdout);
    let (large, other) = (union('a', MANY), union('b', MANY));
    assert_eq!(asked(&["convert", &union('a', MANY - 1), &large]), "safe\n");
    assert_eq!(asked(&["convert", &large, &other]), "unsafe\n");
    let (few, others) = (union('a', 20), union('b', 20));
    assert_eq!(asked(&["convert", &few, &others]), "none\n");
    assert_eq!(asked(&["convert", "--max-pairs", "100", &few, &others]), "unsafe\n");
    assert_eq!(asked(&["unify", &large, &other]), "any\nany\n");
}
