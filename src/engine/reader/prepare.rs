//! The build step of rule crates: writes their engines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::ascent::{Query, Scope, write};
use crate::book::{BookFile, Engine, engines, files};
use crate::builtins::Builtins;
use crate::engine::{Sources, assemble, declaration, place, queries, tables_of};
use crate::facts::{Holder, hand_over, module_of};
use crate::folders::{Folders, watch};
use crate::item::Clause;
use crate::joins::order;
use crate::judgments::{asking, read_list};
use crate::problems::problems;
use crate::record::recorded;
use crate::syntax::{Declaration, Literal};
use crate::tables::{Table, arrays, with_arrays};
use crate::types::list;
use crate::vocabulary::vocabulary;

/// Writes the generated code of the crate whose build script calls this, for a folder of the book: `engines.rs` has the engines,
/// `clauses.rs` the recorded clauses, `tables.rs` the tables, and `rule_files.rs` the texts. Without the crate's feature `compiled`
/// the engines have no code of their own: they pass their rows to the interpreter. An error is reported to cargo and ends the build.
pub fn prepare(folder: &str) {
    reported(write_all(folder));
}

/// Writes `engines.rs`, `clauses.rs` and `tables.rs` with the given engines of a folder of the book. Only changes of the files that these
/// are made of repeat the build.
pub fn prepare_engines(folder: &str, names: &[&str]) {
    reported(write_engines(folder, names));
}

/// Writes the code by which the engines of a folder of the book answer judgments, `answers.rs`, and the texts, `rule_files.rs`. The
/// engines are those of other crates, or without the crate's feature `compiled` interpreted ones, in `engines.rs`.
pub fn prepare_answers(folder: &str) {
    reported(write_answers(folder));
}

/// Reports the errors of a build script to cargo, one on each line.
pub fn reported(result: Result<(), String>) {
    for line in result.err().iter().flat_map(|fault| fault.lines()) {
        println!("cargo::error={line}");
    }
}

fn write_all(folder: &str) -> Result<(), String> {
    let folders = Folders::find()?;
    let book = folders.book(folder);
    watch([&book, &folders.builtins()].map(PathBuf::as_path));
    let (queries, builtins) = (queries(&read_list(&folders.book("types"))?), builtins(&folders)?);
    let (files, engines) = (files(&book)?, engines(&book)?);
    let prepared = Prepared::of(&files, &builtins, &queries, &engines, is_compiled())?;
    let held = prepared.engines.iter().any(|(_, engine)| engine.shared.iter().any(|relation| relation.is_input));
    let holders = engines.into_iter().filter_map(|engine| {
        let shared = prepared.engines.get(&engine.name)?.shared.clone();
        Some(Holder { engine: engine.name, relations: shared })
    });
    let handed = if held { hand_over(&holders.collect::<Vec<_>>()) } else { String::new() };
    prepared.save(&(prepared.code() + &prepared.solving() + &handed + &prepared.counts()))?;
    if files.iter().flat_map(BookFile::relations).any(|relation| relation.problem.is_some()) {
        save("problems.rs", &problems(&files, &prepared.relations())?)?;
    }
    save("rule_files.rs", &texts(folder, &book, &files))
}

fn write_engines(folder: &str, names: &[&str]) -> Result<(), String> {
    let folders = Folders::find()?;
    let book = folders.book(folder);
    let (queries, builtins) = (queries(&read_list(&folders.book("types"))?), builtins(&folders)?);
    let (files, mut engines) = (files(&book)?, engines(&book)?);
    engines.retain(|engine| names.contains(&&engine.name[..]));
    if engines.len() != names.len() {
        return Err(format!("{}: not all of these engines are listed: {}", book.display(), names.join(", ")));
    }
    let mut prepared = Prepared::of(&files, &builtins, &queries, &engines, true)?;
    prepared.retain_used_tables();
    let declares_table =
        |file: &BookFile| file.relations().any(|relation| prepared.tables.contains_key(&relation.name));
    let is_used =
        |file: &&BookFile| engines.iter().any(|engine| engine.files.contains(&file.name)) || declares_table(file);
    let used: Vec<PathBuf> =
        files.iter().filter(is_used).map(|file| book.join(&file.name).with_extension("dl")).collect();
    let others = [book.join("engines.txt"), folders.builtins()];
    watch(used.iter().chain(&others).map(PathBuf::as_path));
    prepared.save(&(prepared.code() + &prepared.solving()))
}

fn write_answers(folder: &str) -> Result<(), String> {
    let folders = Folders::find()?;
    let book = folders.book(folder);
    watch([&book, &folders.builtins()].map(PathBuf::as_path));
    let list = read_list(&book)?;
    let (queries, builtins, files) = (queries(&list), builtins(&folders)?, files(&book)?);
    let prepared = Prepared::of(&files, &builtins, &queries, &engines(&book)?, false)?;
    if !is_compiled() {
        prepared.save(&(prepared.code() + &prepared.solving()))?;
    }
    save("answers.rs", &(asking(&list, &prepared.relations()) + &prepared.counts()))?;
    save("rule_files.rs", &texts(folder, &book, &files))
}

/// Writes the generated code of an edition in a folder of the book: the engines whose files differ from those of the folder `below`. A
/// file in the edition's folder replaces the one of the same name there. `engines.rs` has the function `solve`, which runs an engine by
/// the rules of the edition.
pub fn prepare_edition(edition: &str, below: &str) {
    reported(write_edition(edition, below));
}

fn write_edition(edition: &str, below: &str) -> Result<(), String> {
    let folders = Folders::find()?;
    let (own, below) = (folders.book(edition), folders.book(below));
    watch([&own, &below, &folders.builtins()].map(PathBuf::as_path));
    let own_files = files(&own)?;
    if is_compiled() {
        let (queries, builtins) = (queries(&read_list(&below)?), builtins(&folders)?);
        let mut all = files(&below)?;
        all.retain(|file| own_files.iter().all(|own| own.name != file.name));
        all.extend(own_files.iter().cloned());
        all.sort_by(|a, b| a.name.cmp(&b.name));
        let mut differing = engines(&below)?;
        differing.retain(|engine| engine.files.iter().any(|file| own_files.iter().any(|own| own.name == *file)));
        let mut prepared = Prepared::of(&all, &builtins, &queries, &differing, true)?;
        prepared.retain_used_tables();
        prepared.save(&(prepared.code() + &prepared.standing_in()))?;
    }
    save("rule_files.rs", &texts(edition, &own, &own_files))
}

/// Generated engines, with the tables and clauses that they use.
struct Prepared {
    engines: BTreeMap<String, Written>,
    tables: BTreeMap<String, Table>,
    clauses: Vec<String>,
    /// Holds if the engines have code of their own.
    is_compiled: bool,
}

impl Prepared {
    fn of(
        files: &[BookFile],
        builtins: &Builtins,
        queries: &BTreeMap<String, Query>,
        engines: &[Engine],
        is_compiled: bool,
    ) -> Result<Self, String> {
        let tables = tables_of(files.iter(), builtins, queries);
        let table_names = tables.keys().cloned().collect();
        let sources = Sources { files, builtins, queries, tables: &table_names };
        let (mut written, mut clauses) = (BTreeMap::new(), Vec::new());
        for engine in engines {
            written.insert(engine.name.clone(), engine_code(engine, sources, &tables, &mut clauses, is_compiled)?);
        }
        Ok(Self { engines: written, tables, clauses, is_compiled })
    }

    /// Returns the relations of each engine whose rows are kept.
    fn relations(&self) -> BTreeMap<String, Vec<String>> {
        let names = |engine: &Written| engine.shared.iter().map(|relation| relation.name.clone()).collect();
        self.engines.iter().map(|(name, engine)| (name.clone(), names(engine))).collect()
    }

    /// Drops the tables that no rule of the engines uses.
    fn retain_used_tables(&mut self) {
        let used: BTreeSet<&String> = self.engines.values().flat_map(|engine| &engine.used).collect();
        self.tables.retain(|name, _| used.contains(name));
    }

    /// Returns the code of the engines.
    fn code(&self) -> String {
        self.engines.values().map(|engine| &engine.code[..]).collect()
    }

    /// Returns the code that runs the engines by the chosen rules.
    fn solving(&self) -> String {
        let solve = if self.is_compiled {
            "if !typelog_interpreter::solve(self) {\n            self.run();\n        }"
        } else {
            "typelog_interpreter::solve_without_code(self, &crate::built_in());"
        };
        let mut solving = String::new();
        for name in self.engines.keys() {
            let _ = writeln!(
                solving,
                "impl {name} {{\n    \
                 /// Runs the engine by the rules that are chosen for the interner that is lent.\n    \
                 pub fn solve(&mut self) {{\n        {solve}\n    }}\n}}\n"
            );
        }
        solving
    }

    /// Returns the code of a constant with the numbers of clauses.
    fn counts(&self) -> String {
        let counts = self.engines.iter().map(|(name, engine)| format!("({name:?}, {}), ", engine.count));
        let counts: String = counts.collect();
        format!(
            "/// The engines, with the number of their clauses.\npub const ENGINES: &[(&str, usize)] = &[{counts}];\n"
        )
    }

    /// Returns the code of the function that runs an engine of the same name by the rules of these.
    fn standing_in(&self) -> String {
        let mut arms = String::new();
        for name in self.engines.keys() {
            let _ = writeln!(arms, "        {name:?} => stand_in(engine, {name}::run),");
        }
        format!(
            "/// Runs an engine by the rules of this edition, if they differ from those that it has been compiled of.\n\
             pub fn solve(engine: &mut dyn typelog_interpreter::Host) -> bool {{\n    \
             use typelog_interpreter::stand_in;\n\n    \
             match engine.name() {{\n{arms}        _ => return false,\n    }}\n    true\n}}\n"
        )
    }

    /// Writes the code of the engines, the tables, and the recorded clauses to files.
    fn save(&self, code: &str) -> Result<(), String> {
        save("engines.rs", code)?;
        save("tables.rs", &arrays(&self.tables))?;
        let (count, all) = (self.clauses.len(), self.clauses.concat());
        let clauses =
            format!("/// The clauses that are recorded.\npub static CLAUSES: [Clause; {count}] = [\n{all}];\n");
        save("clauses.rs", &clauses)
    }
}

/// Holds if the engines of the crate are compiled.
fn is_compiled() -> bool {
    env::var_os("CARGO_FEATURE_COMPILED").is_some()
}

/// Returns the value of a variable that cargo sets for build scripts.
pub fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// Writes a file into the output folder of the build.
pub fn save(name: &str, text: &str) -> Result<(), String> {
    let path = PathBuf::from(variable("OUT_DIR")?).join(name);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the builtins that rules may use.
fn builtins(folders: &Folders) -> Result<Builtins, String> {
    vocabulary(&folders.builtins(), &folders.types())
}

/// Returns the code of the constants with the texts of the files.
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

/// Returns the code of an engine, with the number of its clauses.
fn engine_code(
    engine: &Engine,
    sources: Sources<'_>,
    tables: &BTreeMap<String, Table>,
    clauses: &mut Vec<String>,
    is_compiled: bool,
) -> Result<Written, String> {
    let Sources { builtins, queries, .. } = sources;
    let assembled = assemble(engine, sources).map_err(|(name, fault)| {
        let file = sources.files.iter().find(|file| file.name == name);
        format!("{}: {}", file.map_or(name, |file| place(file, fault.span.start)), fault.message)
    })?;
    let arities: BTreeMap<String, usize> =
        queries.iter().map(|(name, query)| (name.clone(), query.questions + query.answers)).collect();
    let (mut body, mut count) = (String::new(), 0);
    for relation in assembled.used() {
        let _ = writeln!(body, "        {};", declaration(relation));
    }
    let names: BTreeMap<String, usize> =
        assembled.columns.iter().map(|(name, columns)| (name.clone(), columns.len())).collect();
    let scope = Scope { builtins, queries, relations: &names };
    let mut written = Vec::new();
    for rule in &assembled.clauses {
        let plain = write(scope, &rule.heads, &rule.body).map_err(|error| {
            let head = rule.heads.first().map_or("", |head| &head.name[..]);
            format!("{}: {error}, in a rule about `{head}`", engine.name)
        })?;
        let premises = with_arrays(&plain.body, tables);
        let compiled = Clause { heads: plain.heads.clone(), body: premises };
        let own = recorded(rule, &plain, &compiled.body, &arities, clauses);
        written.push(own.unwrap_or(compiled));
    }
    order(&mut written);
    for clause in &written {
        count += usize::from(!clause.body.is_empty());
        let _ = writeln!(body, "        {clause};");
    }
    let module = module_of(&engine.name);
    let (name, sentence) = (&engine.name, &engine.sentence);
    let shared: Vec<Declaration> = assembled.kept().cloned().collect();
    let rows =
        shared.iter().map(|relation| format!("        pub {}: Vec<({},)>,\n", relation.name, list(&relation.types())));
    let rows: String = rows.collect();
    let compiled = format!(
        "    use super::prelude::*;\n    use super::prelude::write_nothing as writeln;\n\n    \
         ascent::ascent! {{\n        #![ds(set)]\n        /// {sentence}\n        pub struct {name};\n{body}    }}\n"
    );
    let interpreted = format!(
        "    use typelog_builtins::*;\n\n    /// {sentence}\n    #[derive(Default)]\n    pub struct {name} {{\n{rows}    }}\n"
    );
    let inner = if is_compiled { compiled } else { interpreted };
    let relations = shared.iter().map(|Declaration { name, .. }| format!("({name:?}, &mut self.{name})"));
    let relations = relations.collect::<Vec<_>>().join(", ");
    let code = format!(
        "#[allow(missing_docs, unused_imports, unused_mut, unused_parens, clippy::all, clippy::pedantic)]\nmod {module} {{\n{inner}}}\n\n\
         pub use {module}::{name};\n\n\
         impl typelog_interpreter::Host for {name} {{\n    \
         fn name(&self) -> &'static str {{\n        {name:?}\n    }}\n\n    \
         fn relations(&mut self) -> Vec<(&'static str, &mut dyn typelog_interpreter::Rows)> {{\n        vec![{relations}]\n    }}\n}}\n\n"
    );
    let used = assembled.clauses.iter().flat_map(|rule| &rule.body).filter_map(row_name);
    let used = used.filter(|name| tables.contains_key(*name)).map(str::to_owned).collect();
    Ok(Written { code, used, count, shared })
}

/// The generated code of an engine.
struct Written {
    code: String,
    /// The tables that its rules use.
    used: BTreeSet<String>,
    /// The number of its clauses.
    count: usize,
    /// The relations whose rows are exchanged with others.
    shared: Vec<Declaration>,
}

/// Returns the relation of a premise about a row.
fn row_name(premise: &Literal) -> Option<&str> {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => Some(&atom.name),
        _ => None,
    }
}
