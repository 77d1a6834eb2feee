//! The folders of a loaded book, of which engines are made.

use std::collections::BTreeSet;

use typelog_reader::book::{BookFile, Engine, read_engines};
use typelog_reader::engine::{Sources, assemble, tables_of};
use typelog_reader::syntax::{Fault, Rule};

use crate::program::{Names, Origins, Program, program};
use crate::{Folder, check, judgments, signatures};

/// A folder of a book, with what all its engines share.
#[derive(Debug)]
pub struct Room {
    /// The folder.
    pub folder: Folder,
    /// The tables.
    tables: BTreeSet<String>,
    /// The tables that are not those of the built-in book.
    changed_tables: Vec<String>,
    /// The built-in engines.
    built_in: Vec<Engine>,
    origins: Origins,
}

impl Room {
    /// Creates a room.
    pub fn new(folder: Folder) -> Self {
        let (builtins, queries) = (signatures(), judgments());
        let tables = tables_of(folder.files.iter(), builtins, queries);
        let mut changed_tables = Vec::new();
        if !folder.changed.is_empty() {
            let kept = folder.files.iter().filter(|file| !folder.changed.contains(&file.name));
            let before = tables_of(kept.chain(&folder.replaced), builtins, queries);
            let names = tables.keys().chain(before.keys());
            changed_tables.extend(names.filter(|&name| tables.get(name) != before.get(name)).cloned());
        }
        let built_in = folder.engines.first().map_or_else(Vec::new, |list| read_engines(list));
        let (tables, origins) = (tables.into_keys().collect(), Origins::new(&folder));
        Self { folder, tables, changed_tables, built_in, origins }
    }

    /// Holds if an engine is the built-in one: it has the same files, and none of them names a table that differs.
    pub fn has_as_built(&self, engine: &Engine) -> bool {
        let names_changed = |text: &str| self.changed_tables.iter().any(|table| text.contains(&table[..]));
        let is_as_built = |file: &BookFile| !self.folder.changed.contains(&file.name) && !names_changed(&file.text);
        let mut own = self.folder.files.iter().filter(|file| engine.files.contains(&file.name));
        self.built_in.contains(engine) && own.all(is_as_built)
    }

    /// Makes an engine whose rules are checked.
    ///
    /// # Errors
    /// The faults in its rules, each with its file.
    pub fn checked(&self, engine: &Engine) -> Result<Program, Vec<(String, Fault)>> {
        let found = check::check(engine, self.sources());
        if found.is_empty() { self.make(engine).map_err(|fault| vec![fault]) } else { Err(found) }
    }

    /// Makes an engine.
    ///
    /// # Errors
    /// A fault in its rules, with its file.
    pub fn make(&self, engine: &Engine) -> Result<Program, (String, Fault)> {
        let assembled = assemble(engine, self.sources())?;
        let is_row = |rule: &&Rule| rule.heads.iter().all(|head| self.tables.contains(&head.name));
        let rows: Vec<&Rule> = self.folder.files.iter().flat_map(|file| file.rules().filter(is_row)).collect();
        let names = Names { builtins: signatures(), queries: judgments() };
        program(&assembled, &rows, names, &self.origins.of(engine)).map_err(|(rule, message)| {
            let is_own = |own: &Rule| own.span == rule.span && own.heads[0].name == rule.heads[0].name;
            let file = self.folder.files.iter().find(|file| file.rules().any(is_own));
            let name = file.map_or_else(String::new, |file| file.name.clone());
            (name, Fault::new("wrong-rule", rule.span, message))
        })
    }

    fn sources(&self) -> Sources<'_> {
        Sources { files: &self.folder.files, builtins: signatures(), queries: judgments(), tables: &self.tables }
    }
}
