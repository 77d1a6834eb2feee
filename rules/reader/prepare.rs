//! The engines of a crate of rules, written when it is built.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::ascent::{Door, Scope, write};
use crate::book::{BookFile, Engine, engines, files};
use crate::record::recorded;
use crate::Span;
use crate::elaborate::{Context, elaborate, questions};
use crate::syntax::{Column, Declaration, Rule, Statement};
use crate::tables::{Table, arrays, tables, with_arrays};
use crate::text::{row, split};
use crate::words::Words;

/// Prepares the rules of the crate whose build script calls this: `engines.rs` has the engines, `clauses.rs` the clauses that
/// are recorded, `tables.rs` the tables, and `rule_files.rs` the texts.
///
/// # Panics
/// If the files cannot be read, are wrong, or what is made of them not be written: then the build has failed.
pub fn prepare() {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder"));
    let list = own.join("../../src/types/memory.rs");
    let terms = own.join("../terms");
    for path in [&own, &list, &terms] {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let folder = own.file_name().and_then(|name| name.to_str()).expect("the folder has a name");
    let (doors, words) = (doors(&read(&list)), words(&[&terms, &own, &own.join("../../src/types")]));
    let files = files(&own);
    let tables = tables(&written_statements(&files, &words, &doors));
    let mut recorded = Vec::new();
    let (mut code, mut counts) = (String::new(), String::new());
    let own_crate = Crate { files: &files, words: &words, doors: &doors, tables: &tables };
    for engine in engines(&own) {
        let (text, clauses) = engine_code(&engine, &own_crate, &mut recorded);
        code.push_str(&text);
        let _ = write!(counts, "({:?}, {clauses}), ", engine.name);
    }
    let _ = writeln!(code, "/// The engines, with the number of their clauses.\npub const ENGINES: &[(&str, usize)] = &[{counts}];");
    save("engines.rs", &code);
    save("tables.rs", &arrays(&tables));
    let (count, all) = (recorded.len(), recorded.concat());
    save("clauses.rs", &format!("/// The clauses that are recorded.\npub static CLAUSES: [Clause; {count}] = [\n{all}];\n"));
    save("rule_files.rs", &texts(folder, &own, &files));
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes a file into the folder for what is built.
fn save(name: &str, text: &str) {
    let path = PathBuf::from(env::var("OUT_DIR").expect("cargo names a folder for what is built")).join(name);
    fs::write(path, text).expect("the folder for what is built can be written");
}

/// The words in the Rust files of some folders.
fn words(folders: &[&Path]) -> Words {
    let mut words = Words::default();
    for folder in folders {
        for entry in fs::read_dir(folder).expect("there is a folder of words") {
            let path = entry.expect("the folder of words can be read").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                words.add_file(&read(&path));
            }
        }
    }
    words
}

/// The judgments that rules may ask other families for: from the list in `src/types/memory.rs`, where a line is
/// `Converts converts(s: Ty, t: Ty, m: Mode) -> Conversion;`.
fn doors(list: &str) -> BTreeMap<String, Door> {
    let door = |line: &str| {
        let (question, answer) = line.trim().strip_suffix(';')?.split_once(" -> ")?;
        let (name, arguments) = row(question.split_once(' ')?.1)?;
        let inner = answer.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>'));
        let columns = inner.unwrap_or(answer);
        let columns = columns.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(columns);
        let (questions, answers) = (arguments.len(), split(columns).len());
        let asked = arguments.iter().filter_map(|argument| argument.split_once(": ")).map(|parts| parts.1);
        let types = asked.chain(split(columns)).map(|ty| ty.trim().to_owned()).collect();
        Some((name.to_owned(), Door { questions, answers, is_partial: inner.is_some(), types }))
    };
    list.lines().filter_map(door).collect()
}

/// The texts of the files.
fn texts(folder: &str, own: &Path, files: &[BookFile]) -> String {
    let mut texts =
        String::from("/// The files of rules, with their names.\npub const RULE_FILES: &[(&str, &str)] = &[\n");
    for BookFile { name, .. } in files {
        let path = own.join(format!("{name}.dl")).display().to_string();
        let _ = writeln!(texts, "    (\"rules/{folder}/{name}.dl\", include_str!({path:?})),");
    }
    texts + "];\n"
}

/// The type of a column, as it is written in Rust.
fn column_type(column: &Column) -> String {
    if column.is_optional { format!("Option<{}>", column.ty) } else { column.ty.clone() }
}

/// The file and the line of a place in it.
fn place(file: &BookFile, span: Span) -> String {
    let line = file.text[..span.start as usize].matches('\n').count() + 1;
    format!("{}.dl:{line}", file.name)
}

/// A declaration in the notation of `ascent`.
fn declaration(relation: &Declaration) -> String {
    let columns: Vec<String> = relation.columns.iter().map(column_type).collect();
    let storage = relation.storage.as_ref().map(|storage| storage.replace('(', ": ").replace(')', ""));
    let storage = storage.map_or_else(String::new, |storage| format!("#[ds({storage})] "));
    format!("{storage}relation {}({})", relation.name, columns.join(", "))
}

fn relations<'a>(files: impl Iterator<Item = &'a BookFile>) -> BTreeMap<String, usize> {
    let relations = files.flat_map(BookFile::relations);
    relations.map(|relation| (relation.name.clone(), relation.columns.len())).collect()
}

/// The statements of a crate among which tables are: declarations, rows, and rules that need relations alone.
fn written_statements(files: &[BookFile], words: &Words, doors: &BTreeMap<String, Door>) -> Vec<String> {
    let relations = relations(files.iter());
    let scope = Scope { words, doors, relations: &relations };
    let written = |statement: &Statement| match statement {
        Statement::Relation(relation) => Some(declaration(relation)),
        // What cannot be written as it stands is no row of a table, but says that its relation is none.
        Statement::Rule(rule) => Some(clause(scope, rule).unwrap_or_else(|_| {
            let heads = rule.heads.iter().map(|head| format!("{}(unknown())", head.name));
            heads.collect::<Vec<_>>().join(", ") + " <-- if unknown()"
        })),
    };
    files.iter().flat_map(|file| &file.statements).filter_map(written).collect()
}

/// A rule in the notation of `ascent`.
fn clause(scope: Scope<'_>, rule: &Rule) -> Result<String, String> {
    let written = write(scope, &rule.heads, &rule.body)?;
    let heads = written.heads.join(", ");
    Ok(if rule.body.is_empty() { heads } else { format!("{heads} <-- {}", written.body.join(", ")) })
}

/// What all engines of a crate are made with.
struct Crate<'a> {
    files: &'a [BookFile],
    words: &'a Words,
    doors: &'a BTreeMap<String, Door>,
    tables: &'a BTreeMap<String, Table>,
}

/// The code of an engine, and the number of its clauses.
fn engine_code(engine: &Engine, own: &Crate<'_>, clauses: &mut Vec<String>) -> (String, usize) {
    let Crate { files, words, doors, tables } = own;
    let file = |name: &String| files.iter().find(|file| file.name == *name).unwrap_or_else(|| panic!("no file {name}"));
    let files: Vec<&BookFile> = engine.files.iter().map(file).collect();
    let declared: Vec<&Declaration> = files.iter().flat_map(|file| file.relations()).collect();
    let questions = questions(declared.iter().copied());
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for relation in declared.iter().copied().chain(&questions) {
        columns.insert(relation.name.clone(), relation.columns.iter().map(column_type).collect());
    }
    // Tables are at hand everywhere in the crate.
    for relation in own.files.iter().flat_map(BookFile::relations).filter(|relation| tables.contains_key(&relation.name)) {
        columns.insert(relation.name.clone(), relation.columns.iter().map(column_type).collect());
    }
    let judgments = declared.iter().filter_map(|relation| Some((relation.name.clone(), relation.questions?))).collect();
    let table_names = tables.keys().cloned().collect();
    let context = Context { words, doors, columns: &columns, judgments: &judgments, tables: &table_names };
    let is_rule = |rule: &&Rule| !rule.heads.iter().all(|head| tables.contains_key(&head.name));
    let mut made: Vec<Declaration> = Vec::new();
    let mut body = String::new();
    let arities: BTreeMap<String, usize> =
        doors.iter().map(|(name, door)| (name.clone(), door.questions + door.answers)).collect();
    let rules: Vec<(&BookFile, &Rule)> =
        files.iter().flat_map(|file| file.rules().filter(is_rule).map(move |rule| (*file, rule))).collect();
    let all: Vec<&Rule> = rules.iter().map(|(_, rule)| *rule).collect();
    let elaborated = elaborate(&context, &all).unwrap_or_else(|(span, error)| {
        let file = rules.iter().find(|(_, rule)| rule.span == span).map(|found| found.0);
        panic!("{}: {error}", file.map_or_else(String::new, |file| place(file, span)))
    });
    made.extend(elaborated.relations);
    for relation in declared.iter().copied().chain(&questions).chain(&made) {
        if !tables.contains_key(&relation.name) {
            let _ = writeln!(body, "        {};", declaration(relation));
        }
    }
    let mut names: BTreeMap<String, usize> = columns.iter().map(|(name, columns)| (name.clone(), columns.len())).collect();
    names.extend(made.iter().map(|relation| (relation.name.clone(), relation.columns.len())));
    let scope = Scope { words, doors, relations: &names };
    for rule in &elaborated.clauses {
        let plain = clause(scope, rule).unwrap_or_else(|error| panic!("{}: {error}: {rule:?}", engine.name));
        let compiled = plain.split_once("<--").map_or(String::new(), |(_, body)| with_arrays(body, tables));
        let written = recorded(&plain, &compiled, &arities, clauses).unwrap_or_else(|| {
            let heads = plain.split_once("<--").map_or(&plain[..], |parts| parts.0);
            if compiled.is_empty() { plain.clone() } else { format!("{} <-- {compiled}", heads.trim()) }
        });
        let _ = writeln!(body, "        {written};");
    }
    let count = body.matches(" <-- ").count();
    let module = snake(engine.name.trim_end_matches("Engine"));
    let (name, sentence) = (&engine.name, &engine.sentence);
    let code = format!(
        "#[allow(missing_docs, unused_parens, clippy::all, clippy::pedantic)]\nmod {module} {{\n    use super::prelude::*;\n\n    \
         ascent::ascent! {{\n        #![ds(set)]\n        /// {sentence}\n        pub struct {name};\n{body}    }}\n}}\n\n\
         pub use {module}::{name};\n\n"
    );
    (code, count)
}

/// A name in small letters.
fn snake(name: &str) -> String {
    let letters = name.char_indices().map(|(at, letter)| {
        if letter.is_uppercase() && at > 0 {
            format!("_{}", letter.to_lowercase())
        } else {
            letter.to_lowercase().to_string()
        }
    });
    letters.collect()
}
