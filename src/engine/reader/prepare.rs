//! The build step of rule crates: writes their engines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::ascent::{Query, Scope, write};
use crate::book::{BookFile, Engine, JUDGMENTS, engines, files, paths, read};
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

/// Reports the errors of a build script to cargo, one on each line.
pub fn reported(result: Result<(), String>) {
    for line in result.err().iter().flat_map(|fault| fault.lines()) {
        println!("cargo::error={line}");
    }
}

fn write_all(folder: &str) -> Result<(), String> {
    let folders = Folders::find()?;
    let book = folders.book(folder);
    watch([&folders.own, &book, &folders.builtins()].map(PathBuf::as_path));
    let list = read_list(&folders.book("types"))?;
    let (queries, builtins) = (queries(&list), builtins(&folders, &folders.own)?);
    let files = files(&book)?;
    let own_book = Prepared::of(&files, &builtins, &queries, &engines(&book)?)?;
    let written = own_book.engines.iter().map(|(name, engine)| engine.code.clone() + &solving(name, &engine.host));
    let held = own_book.engines.iter().any(|(_, engine)| engine.shared.iter().any(|relation| relation.is_input));
    let holders = engines(&book)?.into_iter().filter_map(|engine| {
        let shared = own_book.engines.get(&engine.name)?.shared.clone();
        Some(Holder { engine: engine.name, relations: shared })
    });
    let handed = if held { hand_over(&holders.collect::<Vec<_>>()) } else { String::new() };
    let counts = own_book.engines.iter().map(|(name, engine)| format!("({name:?}, {}), ", engine.count));
    let counts: String = counts.collect();
    let counts = format!(
        "/// The engines, with the number of their clauses.\npub const ENGINES: &[(&str, usize)] = &[{counts}];\n"
    );
    own_book.save(&(written.collect::<String>() + &handed + &counts))?;
    if files.iter().flat_map(BookFile::relations).any(|relation| relation.problem.is_some()) {
        save("problems.rs", &problems(&files, &own_book.relations())?)?;
    }
    if files.iter().any(|file| file.name == JUDGMENTS) {
        save("answers.rs", &own_book.asking(&list))?;
    }
    save("rule_files.rs", &texts(folder, &book, &files))
}

/// Writes the generated code of an edition in a folder of the book: the engines whose files differ from those of the folder `below`,
/// which the crate `base` has. A file in the edition's folder replaces the one of the same name there. `engines.rs` has the function
/// `solve`, which runs an engine of that crate by the rules of the edition.
pub fn prepare_edition(edition: &str, (base, below): (&str, &str)) {
    reported(write_edition(edition, (base, below)));
}

fn write_edition(edition: &str, (base, below): (&str, &str)) -> Result<(), String> {
    let folders = Folders::find()?;
    let (own, below, words) = (folders.book(edition), folders.book(below), folders.compiled(below));
    watch([&own, &below, &words, &folders.builtins()].map(PathBuf::as_path));
    if !is_compiled() {
        return save("rule_files.rs", &texts(edition, &own, &files(&own)?));
    }
    let (queries, builtins) = (queries(&read_list(&folders.book("types"))?), builtins(&folders, &words)?);
    let (built_in, own_files) = (files(&below)?, files(&own)?);
    let mut all = built_in.clone();
    all.retain(|file| own_files.iter().all(|own| own.name != file.name));
    all.extend(own_files.iter().cloned());
    all.sort_by(|a, b| a.name.cmp(&b.name));
    let mut differing = engines(&below)?;
    differing.retain(|engine| engine.files.iter().any(|file| own_files.iter().any(|own| own.name == *file)));
    let mut prepared = Prepared::of(&all, &builtins, &queries, &differing)?;
    let base_book = Prepared::of(&built_in, &builtins, &queries, &differing)?;
    let code: String = prepared.engines.values().map(|engine| &engine.code[..]).collect();
    let used: BTreeSet<&String> = prepared.engines.values().flat_map(|engine| &engine.used).collect();
    prepared.tables.retain(|name, _| used.contains(name));
    let solve: String = prepared
        .engines
        .iter()
        .map(|(name, engine)| {
            let mut host = engine.host.clone();
            host.retain(|relation| base_book.engines.get(name).is_some_and(|known| known.host.contains(relation)));
            standing_in(base, name, &host)
        })
        .collect();
    let solve = format!(
        "/// Runs an engine by the rules of this edition, if they differ from those that it has been compiled of.\n\
         #[allow(clippy::too_many_lines)]\n\
         pub fn solve(engine: &mut dyn std::any::Any) -> bool {{\n    use std::mem::swap;\n\n{solve}    false\n}}\n"
    );
    prepared.save(&(code + &solve))?;
    save("rule_files.rs", &texts(edition, &own, &own_files))
}

/// Generated engines, with the tables and clauses that they use.
struct Prepared {
    engines: BTreeMap<String, Written>,
    tables: BTreeMap<String, Table>,
    clauses: Vec<String>,
}

impl Prepared {
    fn of(
        files: &[BookFile],
        builtins: &Builtins,
        queries: &BTreeMap<String, Query>,
        engines: &[Engine],
    ) -> Result<Self, String> {
        let tables = tables_of(files.iter(), builtins, queries);
        let table_names = tables.keys().cloned().collect();
        let sources = Sources { files, builtins, queries, tables: &table_names };
        let (mut written, mut clauses) = (BTreeMap::new(), Vec::new());
        for engine in engines {
            written.insert(engine.name.clone(), engine_code(engine, sources, &tables, &mut clauses)?);
        }
        Ok(Self { engines: written, tables, clauses })
    }

    /// Returns the relations of each engine whose rows are kept.
    fn relations(&self) -> BTreeMap<String, Vec<String>> {
        let names = |engine: &Written| engine.shared.iter().map(|relation| relation.name.clone()).collect();
        self.engines.iter().map(|(name, engine)| (name.clone(), names(engine))).collect()
    }

    /// Returns the code by which the engines answer the judgments of a list.
    fn asking(&self, list: &BookFile) -> String {
        asking(list, &self.relations())
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

/// Returns the builtins that the rules of a crate may use: those of `src/engine/builtins`, and the public functions of the crate.
fn builtins(folders: &Folders, own: &Path) -> Result<Builtins, String> {
    let mut builtins = vocabulary(&folders.builtins(), &folders.types())?;
    for path in paths(own, "rs")? {
        builtins.add_file(&read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(builtins)
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
    let inner = if is_compiled() { compiled } else { interpreted };
    let code = format!(
        "#[allow(missing_docs, unused_imports, unused_mut, unused_parens, clippy::all, clippy::pedantic)]\nmod {module} {{\n{inner}}}\n\n\
         pub use {module}::{name};\n\n"
    );
    let host = shared.iter().map(|relation| relation.name.clone()).collect();
    let used = assembled.clauses.iter().flat_map(|rule| &rule.body).filter_map(row_name);
    let used = used.filter(|name| tables.contains_key(*name)).map(str::to_owned).collect();
    Ok(Written { code, used, count, host, shared })
}

/// The generated code of an engine.
struct Written {
    code: String,
    /// The tables that its rules use.
    used: BTreeSet<String>,
    /// The number of its clauses.
    count: usize,
    /// The names of the relations whose rows are exchanged with others.
    host: Vec<String>,
    /// The declarations of these relations.
    shared: Vec<Declaration>,
}

/// Returns the code that runs an engine by the chosen rules.
fn solving(name: &str, host: &[String]) -> String {
    let lines = |line: fn(&str) -> String| host.iter().map(|relation| line(relation)).collect::<String>();
    let load = lines(|name| format!("        run.load({name:?}, &self.{name});\n"));
    let fill = lines(|name| format!("        self.{name} = run.rows({name:?});\n"));
    let built_in = if is_compiled() {
        "typelog_interpreter::Chosen::Compiled(solve) if solve(self) => return,\n            _ => return self.run(),"
    } else {
        "_ => crate::built_in(),"
    };
    format!(
        "impl {name} {{\n    \
         /// Runs the engine by the rules that are chosen for the interner that is lent.\n    \
         #[allow(clippy::too_many_lines)]\n    \
         pub fn solve(&mut self) {{\n        \
         let book = match typelog_interpreter::chosen() {{\n            \
         typelog_interpreter::Chosen::Interpreted(book) => book,\n            \
         {built_in}\n        }};\n        \
         let Some(mut run) = book.start({name:?}) else {{ return }};\n{load}        \
         run.run();\n{fill}    }}\n}}\n\n"
    )
}

/// Returns the code that runs an engine of an edition in place of that of the same name in the crate `base`.
fn standing_in(base: &str, name: &str, host: &[String]) -> String {
    let swap = |relation: &String| format!("        swap(&mut own.{relation}, &mut engine.{relation});\n");
    let swap = host.iter().map(swap).collect::<Vec<_>>().concat();
    format!(
        "    if let Some(engine) = engine.downcast_mut::<{base}::engines::{name}>() {{\n        \
         let mut own = {name}::default();\n{swap}        own.run();\n{swap}        return true;\n    }}\n"
    )
}

/// Returns the relation of a premise about a row.
fn row_name(premise: &Literal) -> Option<&str> {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => Some(&atom.name),
        _ => None,
    }
}
