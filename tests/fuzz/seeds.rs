//! What the inputs of targets are made from: the project's own examples, the programs and tables of the book, and the
//! recorded questions about types.

use std::path::Path;

use crate::support::files::{below, relative, root, text};
use crate::targets::Target;

/// The longest seed: what is longer takes long, and shows nothing that shorter ones do not.
const LONGEST: usize = 6_000;

/// How many pairs of types are taken from a table.
const PAIRS: usize = 60;

/// The seeds of a target, in the order of the files that they come from.
pub fn seeds(target: &Target) -> Vec<String> {
    let mut seeds = match target.name {
        "syntax" => fences(&["hcl", "pcl", "bicep", "declare"]),
        "json" => [fences(&["schema"]), in_json()].concat(),
        "hcl" => [fences(&["hcl"]), in_json()].concat(),
        "pcl" => fences(&["pcl"]),
        "bicep" => fences(&["bicep"]),
        "types" => [lines("constraints"), type_pairs()].concat(),
        "constants" => lines("values").iter().map(|line| line.replacen(" | ", SEPARATOR, 1)).collect(),
        "schemas" => followed("schema", &["pcl"]),
        "declarations" => followed("declare", &["hcl", "bicep"]),
        "rules" => rules(),
        "edits" => programs().iter().map(|text| edited(text)).collect(),
        "exports" => programs().iter().map(|text| [text, SEPARATOR, &shortened(text)].concat()).collect(),
        _ => Vec::new(),
    };
    for extension in target.extensions {
        seeds.extend(below(&root().join("examples"), &format!(".{extension}")).iter().map(|path| text(path)));
    }
    seeds.retain(|seed| seed.len() <= LONGEST);
    seeds
}

/// What stands between the parts of an input.
const SEPARATOR: &str = "\n---\n";

/// The pages of the book.
fn pages() -> Vec<String> {
    below(&root().join("tests/book"), ".md").iter().map(|path| text(path)).collect()
}

/// The fences of a page: what each holds, and its text.
fn fences_of(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n```").skip(1).step_by(2).filter_map(|fence| fence.split_once('\n'))
}

/// The texts of the fences whose first word is one of these.
fn fences(words: &[&str]) -> Vec<String> {
    let is_wanted = |holds: &str| words.contains(&holds.split(' ').next().unwrap_or(""));
    let pages = pages();
    let fences = pages.iter().flat_map(|page| fences_of(page));
    fences.filter(|fence| is_wanted(fence.0)).map(|fence| fence.1.to_owned()).collect()
}

/// The programs in JSON syntax.
fn in_json() -> Vec<String> {
    fences(&["hcl"]).into_iter().filter(|text| text.starts_with('{')).collect()
}

/// The questions in the tables of the book: the lines that are no answers.
fn lines(word: &str) -> Vec<String> {
    let fences = fences(&[word]);
    let lines = fences.iter().flat_map(|text| text.lines());
    lines.filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
}

/// The fences of a word, each before the fences of other words on its page.
fn followed(word: &str, others: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for page in pages() {
        let mut last = "";
        for (holds, text) in fences_of(&page) {
            let holds = holds.split(' ').next().unwrap_or("");
            if holds == word {
                last = text;
            } else if others.contains(&holds) && !last.is_empty() {
                found.push([last, SEPARATOR, text].concat());
            }
        }
    }
    found
}

/// Rules over a program.
fn rules() -> Vec<String> {
    let program = text(&root().join("examples/tour/main.hcl"));
    let files = below(&root().join("examples/rules"), ".dl");
    files.iter().map(|path| [&text(path), SEPARATOR, &program].concat()).collect()
}

/// Programs of all dialects, each named on the first line.
fn programs() -> Vec<String> {
    let named = |word: &str| fences(&[word]).into_iter().map(|text| format!("# {word}\n{text}")).collect::<Vec<_>>();
    ["hcl", "pcl", "bicep"].map(named).concat()
}

/// A program with edits: a definition is put in front of the others, what is in the middle goes, another file has the whole
/// program too, and goes again, and all is as it was.
fn edited(text: &str) -> String {
    let (start, middle) = (text.find('\n').map_or(0, |end| end + 1), text.len() / 2);
    let edits = [
        format!("a {start}\nedited = [1, missing]\n"),
        format!("a {middle} {}\n", middle + 7),
        format!("b\n{text}"),
        "b gone\n".to_owned(),
        format!("a\n{text}"),
    ];
    [text.to_owned()].into_iter().chain(edits).collect::<Vec<_>>().join(SEPARATOR)
}

/// The text without its last third.
fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines[..lines.len() - lines.len() / 3].concat()
}

/// Pairs of types from the tables of recorded answers.
fn type_pairs() -> Vec<String> {
    let files = below(&root().join("tests/conformance/sample/types"), ".tsv");
    let pairs = files.iter().flat_map(|path| {
        let text = text(path);
        let pair = |line: &str| {
            let mut cells = line.split('\t');
            Some([cells.next()?, SEPARATOR, cells.next()?].concat())
        };
        text.lines().skip(1).take(PAIRS).filter_map(pair).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// Inputs that once broke something, with their names.
pub fn found(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = root().join("tests/fuzz/found").join(target.name);
    if !folder.exists() {
        return Vec::new();
    }
    let read = |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    below(&folder, "").into_iter().map(|path| (relative(&path), read(&path))).collect()
}
