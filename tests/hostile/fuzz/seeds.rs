//! The seeds of targets: the project's own examples, the programs and tables of the book, the recorded questions about types,
//! and the texts in `written/`, which are written for a target.

use std::path::{Path, PathBuf};

use super::targets::Target;
use crate::files::{below, relative, root, text};

/// The longest seed. Longer ones are slow, and cover nothing more.
const LONGEST: usize = 6_000;

/// The number of pairs of types taken from a table.
const PAIRS: usize = 60;

/// The seeds of a target, in the order of their files.
pub fn seeds(target: &Target) -> Vec<String> {
    let mut seeds = match target.name {
        "syntax" => fences(&["hcl", "pcl", "bicep", "terraform", "declare"]),
        "json" => [fences(&["schema"]), in_json()].concat(),
        "hcl" => [fences(&["hcl"]), in_json()].concat(),
        "pcl" => fences(&["pcl"]),
        "bicep" => fences(&["bicep"]),
        "terraform" => modules(),
        "types" => [lines("constraints"), type_pairs()].concat(),
        "constants" => lines("values").iter().map(|line| line.replacen(" | ", SEPARATOR, 1)).collect(),
        "schemas" => followed("schema", &["pcl"]),
        "declarations" => followed("declare", &["hcl", "bicep"]),
        "rules" => rules(),
        "books" => books(),
        "server" => sessions().into_iter().chain(rule_sessions()).collect(),
        "page" => pages_open(),
        "edits" => programs().iter().map(|text| edited(text)).collect(),
        "exports" => programs().iter().map(|text| [text, SEPARATOR, &shortened(text)].concat()).collect(),
        _ => Vec::new(),
    };
    let written = root().join("tests/hostile/fuzz/written").join(target.name);
    if written.exists() {
        seeds.extend(below(&written, "").iter().map(|path| text(path)));
    }
    for extension in target.extensions {
        seeds.extend(below(&root().join("examples"), &format!(".{extension}")).iter().map(|path| text(path)));
    }
    seeds.retain(|seed| seed.len() <= LONGEST);
    seeds
}

/// The separator between the parts of an input.
const SEPARATOR: &str = "\n---\n";

/// The pages of the book.
fn pages() -> Vec<String> {
    below(&root().join("tests/book"), ".md").iter().map(|path| text(path)).collect()
}

/// The fences of a page: the info string and the content of each.
fn fences_of(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n```").skip(1).step_by(2).filter_map(|fence| fence.split_once('\n'))
}

/// The contents of the fences whose first word is one of these.
fn fences(words: &[&str]) -> Vec<String> {
    let is_wanted = |holds: &str| words.contains(&holds.split(' ').next().unwrap_or(""));
    let pages = pages();
    let fences = pages.iter().flat_map(|page| fences_of(page));
    fences.filter(|fence| is_wanted(fence.0)).map(|fence| fence.1.to_owned()).collect()
}

/// Programs in JSON syntax.
fn in_json() -> Vec<String> {
    fences(&["hcl"]).into_iter().filter(|text| text.starts_with('{')).collect()
}

/// The questions in the tables of the book: the lines that are not answers.
fn lines(word: &str) -> Vec<String> {
    let fences = fences(&[word]);
    let lines = fences.iter().flat_map(|text| text.lines());
    lines.filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
}

/// The fences of a word, each followed by the next fences of other words on its page.
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

/// Rule files, each with a program.
fn rules() -> Vec<String> {
    let program = text(&root().join("examples/tour/main.hcl"));
    let files = below(&root().join("examples/rules"), ".dl");
    files.iter().map(|path| [&text(path), SEPARATOR, &program].concat()).collect()
}

/// Modules of Terraform: programs of one file, and consecutive files of a page.
fn modules() -> Vec<String> {
    let mut modules: Vec<Vec<String>> = Vec::new();
    for page in pages() {
        let mut is_open = false;
        for (holds, text) in fences_of(&page) {
            let name = holds.strip_prefix("terraform").map(str::trim);
            match name {
                Some("") => modules.push(vec![text.to_owned()]),
                Some(name) if is_open => modules.last_mut().into_iter().for_each(|last| last.push(named(name, text))),
                Some(name) => modules.push(vec![named(name, text)]),
                None => {}
            }
            is_open = name.is_some_and(|name| !name.is_empty());
        }
    }
    modules.iter().map(|files| files.join(SEPARATOR)).collect()
}

fn named(name: &str, text: &str) -> String {
    format!("# {name}\n{text}")
}

/// Programs of all dialects, with the dialect on the first line.
fn programs() -> Vec<String> {
    let of = |word: &str| fences(&[word]).iter().map(|text| named(word, text)).collect::<Vec<_>>();
    ["hcl", "pcl", "bicep", "terraform"].map(of).concat()
}

/// A program with edits: a definition is inserted at the start, a part in the middle is deleted, a second file with the whole
/// program is added and removed, and the original text is restored.
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

/// Rule files, each as a file of a book, with a program of a suitable dialect.
fn books() -> Vec<String> {
    let mut books = Vec::new();
    for (number, path) in below(&root().join("rules"), ".dl").iter().enumerate() {
        let name = relative(path).replacen("rules/", "", 1).replacen("pulumi/", "types/", 1);
        let word = match name.as_str() {
            name if name.contains("terraform") => "terraform",
            name if name.contains("model") => "bicep",
            name if name.contains("invocations") || name.contains("eventual") => "pcl",
            _ => "hcl",
        };
        let programs: Vec<String> = fences(&[word]).into_iter().filter(|text| SMALL.contains(&text.len())).collect();
        books.push([named(&name, &text(path)), named(word, &programs[number % programs.len()])].join(SEPARATOR));
    }
    for book in ["durations", "promises", "secrets", "taint", "units"] {
        let folder = root().join("examples/books").join(book);
        let files = below(&folder.join("types"), "").into_iter().chain(below(&folder, "main.hcl"));
        let file = |path: PathBuf| Some(named(&path.strip_prefix(&folder).ok()?.to_string_lossy(), &text(&path)));
        books.push(files.filter_map(file).collect::<Vec<String>>().join(SEPARATOR));
    }
    books
}

/// The lengths of small programs.
const SMALL: std::ops::Range<usize> = 200..900;

/// Sessions of an editor over the programs of the book.
fn sessions() -> Vec<String> {
    let of = |(word, name): (&str, &str)| fences(&[word]).iter().map(|text| session(name, text)).collect::<Vec<_>>();
    let all = [("hcl", "main.hcl"), ("pcl", "main.pp"), ("terraform", "main.tf")].map(of).concat();
    all.into_iter().chain(in_json().iter().map(|text| session("main.hcl.json", text))).collect()
}

/// A session in which a program is opened, queried, and edited.
fn session(name: &str, text: &str) -> String {
    let middle = text.len() / 2;
    let steps = [
        format!("open {name}\n{text}"),
        format!("ask {name} {middle} {}", middle + 30),
        format!("edit {name} {middle} {}\n[é, 1]\n", middle + 9),
        format!("cancel {name} {} {middle}", middle / 2),
        format!("open other-{name}\nedited = 1\n"),
    ];
    steps.join(SEPARATOR)
}

/// Sessions with rule files over a program, and with files of a book.
fn rule_sessions() -> Vec<String> {
    let mut sessions = Vec::new();
    for path in below(&root().join("examples/rules"), ".dl") {
        let opened = "utf-8 open main.hcl\na = [1, b]\nb = \"x\"\nc = { d = a[b] }\n";
        sessions.push([opened, &session("rules.dl", &text(&path))].join(SEPARATOR));
    }
    for folder in ["types", "programs"] {
        for path in below(&root().join("rules").join(folder), ".dl") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            sessions.push(session(&format!("book/{folder}/{name}"), &text(&path)));
        }
    }
    sessions
}

/// Sessions of the page over the programs of the book, with user rules.
fn pages_open() -> Vec<String> {
    let names = [("hcl", "main.hcl"), ("pcl", "main.pp"), ("bicep", "main.hcl"), ("terraform", "main.tf")];
    let rules: Vec<String> = below(&root().join("examples/rules"), ".dl").iter().map(|path| text(path)).collect();
    let of = |(word, name): (&str, &str)| {
        let texts = fences(&[word]);
        let with_rules = texts.iter().enumerate().map(|(number, text)| {
            let rules = format!("query rules.dl\n{}", rules[number % rules.len()]);
            [named(word, &session(name, text)), rules].join(SEPARATOR)
        });
        with_rules.collect::<Vec<_>>()
    };
    names.map(of).concat()
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

/// The inputs that once broke something, with their names.
pub fn found(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = root().join("tests/hostile/fuzz/found").join(target.name);
    if !folder.exists() {
        return Vec::new();
    }
    let read = |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    below(&folder, "").into_iter().map(|path| (relative(&path), read(&path))).collect()
}
