//! The engines of a crate of rules, written when it is built.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::ascent::Scope;
use crate::book::{BookFile, Engine, engines, files, paths, read};
use crate::engine::{Assembled, Sources, assemble, clause, declaration, doors, tables_of};
use crate::facts::{Holder, hand_over};
use crate::record::recorded;
use crate::tables::{Table, arrays, with_arrays};
use crate::words::Words;

/// Prepares the rules of the crate whose build script calls this: `engines.rs` has the engines, `clauses.rs` the clauses that
/// are recorded, `tables.rs` the tables, and `rule_files.rs` the texts. A fault is reported by cargo, and ends the build.
pub fn prepare() {
    reported(write_all());
}

/// Hands the faults of a build script to cargo, a line each.
pub fn reported(result: Result<(), String>) {
    for line in result.err().iter().flat_map(|fault| fault.lines()) {
        println!("cargo::error={line}");
    }
}

fn write_all() -> Result<(), String> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let list = own.join("../../src/types/memory.rs");
    let terms = own.join("../terms");
    for path in [&own, &list, &terms] {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let folder = own.file_name().unwrap_or_default().to_string_lossy();
    let (doors, words) = (doors(&read(&list)?), words(&[&terms, &own], &own.join("../../src/types"))?);
    let files = files(&own)?;
    let tables = tables_of(&files, &words, &doors);
    let mut recorded = Vec::new();
    let (mut code, mut counts) = (String::new(), String::new());
    let table_names = tables.keys().cloned().collect();
    let sources = Sources { files: &files, words: &words, doors: &doors, tables: &table_names };
    let mut all = Vec::new();
    for engine in engines(&own)? {
        let assembled = assemble(&engine, sources)?;
        let (text, clauses) = engine_code(&engine, &assembled, sources, &tables, &mut recorded)?;
        code.push_str(&text);
        let _ = write!(counts, "({:?}, {clauses}), ", engine.name);
        all.push((engine.name, assembled));
    }
    if files.iter().flat_map(BookFile::relations).any(|relation| relation.is_input) {
        let holders = all.iter().map(|(engine, assembled)| Holder { engine, relations: assembled.kept().collect() });
        code.push_str(&hand_over(&holders.collect::<Vec<_>>()));
    }
    let _ = writeln!(
        code,
        "/// The engines, with the number of their clauses.\npub const ENGINES: &[(&str, usize)] = &[{counts}];"
    );
    save("engines.rs", &code)?;
    save("tables.rs", &arrays(&tables))?;
    let (count, all) = (recorded.len(), recorded.concat());
    let clauses = format!("/// The clauses that are recorded.\npub static CLAUSES: [Clause; {count}] = [\n{all}];\n");
    save("clauses.rs", &clauses)?;
    save("rule_files.rs", &texts(&folder, &own, &files))
}

/// A variable that cargo sets for build scripts.
pub fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// Writes a file into the folder for what is built.
pub fn save(name: &str, text: &str) -> Result<(), String> {
    let path = PathBuf::from(variable("OUT_DIR")?).join(name);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The words in the Rust files of some folders, and the values in those of another one.
fn words(folders: &[&Path], values: &Path) -> Result<Words, String> {
    let mut words = Words::default();
    for folder in folders {
        for path in paths(folder, "rs")? {
            words.add_file(&read(&path)?);
        }
    }
    for path in paths(values, "rs")? {
        words.add_values(&read(&path)?);
    }
    Ok(words)
}

/// The texts of the files.
fn texts(folder: &str, own: &Path, files: &[BookFile]) -> String {
    let mut texts =
        String::from("/// The files of rules, with their names.\npub const RULE_FILES: &[(&str, &str)] = &[\n");
    for BookFile { name, .. } in files {
        let path = own.join(format!("{name}.dl")).display().to_string();
        let _ = writeln!(texts, "    (\"rules/{folder}/{name}.dl\", include_str!({path:?})),");
    }
    let engines = own.join("engines.txt").display().to_string();
    texts
        + &format!(
            "];\n\n/// The engines that are made of the files.\npub const ENGINE_FILES: &str = include_str!({engines:?});\n"
        )
}

/// The code of an engine, and the number of its clauses.
fn engine_code(
    engine: &Engine,
    assembled: &Assembled,
    sources: Sources<'_>,
    tables: &BTreeMap<String, Table>,
    clauses: &mut Vec<String>,
) -> Result<(String, usize), String> {
    let Sources { words, doors, .. } = sources;
    let arities: BTreeMap<String, usize> =
        doors.iter().map(|(name, door)| (name.clone(), door.questions + door.answers)).collect();
    let mut body = String::new();
    for relation in assembled.used() {
        let _ = writeln!(body, "        {};", declaration(relation));
    }
    let names: BTreeMap<String, usize> =
        assembled.columns.iter().map(|(name, columns)| (name.clone(), columns.len())).collect();
    let scope = Scope { words, doors, relations: &names };
    for rule in &assembled.clauses {
        let plain = clause(scope, rule).map_err(|error| {
            let head = rule.heads.first().map_or("", |head| &head.name[..]);
            format!("{}: {error}, in a rule about `{head}`", engine.name)
        })?;
        let compiled = plain.split_once("<--").map_or(String::new(), |(_, body)| with_arrays(body, tables));
        let written = recorded(&plain, &compiled, &arities, clauses).unwrap_or_else(|| {
            let heads = plain.split_once("<--").map_or(&plain[..], |parts| parts.0);
            if compiled.is_empty() { plain.clone() } else { format!("{} <-- {compiled}", heads.trim()) }
        });
        let _ = writeln!(body, "        {written};");
    }
    let lines = |line: fn(&str) -> String| assembled.kept().map(|relation| line(&relation.name)).collect::<String>();
    let load = lines(|name| format!("        run.load({name:?}, &self.{name});\n"));
    let fill = lines(|name| format!("        self.{name} = run.rows({name:?});\n"));
    let count = body.matches(" <-- ").count();
    let module = snake(engine.name.trim_end_matches("Engine"));
    let (name, sentence) = (&engine.name, &engine.sentence);
    let code = format!(
        "#[allow(missing_docs, unused_parens, clippy::all, clippy::pedantic)]\nmod {module} {{\n    use super::prelude::*;\n\n    \
         ascent::ascent! {{\n        #![ds(set)]\n        /// {sentence}\n        pub struct {name};\n{body}    }}\n}}\n\n\
         pub use {module}::{name};\n\n\
         impl {name} {{\n    \
         /// Runs the engine, or the same one of the book that is active.\n    \
         #[allow(clippy::too_many_lines)]\n    \
         pub fn solve(&mut self) {{\n        \
         let Some(mut run) = typelog_interpreter::start({name:?}) else {{ return self.run() }};\n{load}        \
         run.run();\n{fill}    }}\n}}\n\n"
    );
    Ok((code, count))
}

/// A name in small letters.
pub fn snake(name: &str) -> String {
    let letters = name.char_indices().map(|(at, letter)| {
        if letter.is_uppercase() && at > 0 {
            format!("_{}", letter.to_lowercase())
        } else {
            letter.to_lowercase().to_string()
        }
    });
    letters.collect()
}
