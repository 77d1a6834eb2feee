//! The collection of results for checked programs into relations.
//!
//! Programs are added one after the other; [`Collector::finish`] numbers the types. Expressions, blocks, attributes and
//! definitions are numbered in source order, program after program, file after file, outer ones before inner ones; types in the
//! byte order of their texts. So ids are the same in every run.

mod closed;
mod declared;
mod diagnostics;
mod judgments;
mod own;
mod places;
mod reasons;
mod syntax;
mod types;

pub use judgments::{Judgments, infer_keeping};
pub use places::expressions_in_order;
pub(super) use types::type_row;

use rustc_hash::FxHashMap;
use typelog_interpreter::new_relations_of;

use super::{Cell, ColumnType, Database, RelationId, Schema, TypeIds};
use crate::diagnostics::Diagnostic;
use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Part, Place, Program};
use crate::source::Source;
use crate::syntax::tree::Node;
use crate::types::{Interner, Ty};

use places::Places;

/// The results of a checked program.
#[derive(Clone, Copy)]
pub struct Collected<'a> {
    /// Its path.
    pub name: &'a str,
    /// The name of its dialect.
    pub dialect: &'a str,
    /// The program.
    pub program: &'a Program,
    /// Its types and problems.
    pub inference: &'a Inference,
    /// Its diagnostics.
    pub diagnostics: &'a [Diagnostic],
    /// The interner of its types.
    pub types: &'a Interner,
    /// The rows of the rules' judgments.
    pub judgments: &'a Judgments,
}

/// The domains whose ids are those of one program after the other, each in the order of the program: its expressions by place, its
/// definitions, its diagnostics.
const DOMAINS: [&str; 3] = ["expression", "definition", "diagnostic"];

/// The collector of the relations of programs.
#[derive(Debug)]
pub struct Collector {
    database: Database,
    relations: FxHashMap<&'static str, RelationId>,
    /// The next free id of each domain.
    next: FxHashMap<&'static str, Cell>,
    /// Holds if the types behind ids are kept.
    keeps_types: bool,
    types: types::TypeKeys,
    /// The numbers of the kept types.
    handles: Vec<(Cell, Ty)>,
}

impl Default for Collector {
    fn default() -> Self {
        let mut database = Database::new(declared::DECLARATIONS);
        closed::close(&mut database);
        let names = declared::DECLARATIONS.iter().map(|declaration| declaration.name);
        let relations = names.filter_map(|name| Some((name, database.find(name)?))).collect();
        Self {
            database,
            relations,
            next: FxHashMap::default(),
            types: types::TypeKeys::default(),
            keeps_types: false,
            handles: Vec::new(),
        }
    }
}

/// The maximal number of columns of a relation.
const MOST_COLUMNS: usize = 16;

/// The value of a cell.
enum Value<'a> {
    Id(Cell),
    Text(&'a str),
}

use crate::types::BookHandle;
use Value::{Id, Text};

impl Collector {
    /// Creates a collector that also collects derivations: the rules of a book, and the rule and the premises of each row.
    pub fn with_reasons(book: &BookHandle) -> Self {
        let mut collector = Self::default().knowing(book);
        for declaration in reasons::DECLARATIONS {
            let relation = collector.database.add(Schema::from(declaration));
            collector.relations.insert(declaration.name, relation);
        }
        reasons::add_rules(&mut collector, book);
        collector
    }

    /// Adds the relations of a book that the built-in one does not have.
    #[must_use]
    pub fn knowing(mut self, book: &BookHandle) -> Self {
        self.know(book);
        self
    }

    fn know(&mut self, book: &BookHandle) {
        for relation in new_relations_of(book) {
            let schema = own::schema(relation);
            if self.database.find(&schema.name).is_none() {
                let id = self.database.add(schema);
                self.relations.insert(relation.names[0], id);
            }
        }
        if !new_relations_of(book).is_empty() {
            self.database.book = book.clone();
        }
    }

    /// Adds a program. Linear in its text, apart from sorting its expressions by place.
    pub fn add(&mut self, collected: &Collected<'_>) {
        self.know(collected.types.book());
        let number = self.fresh("program", 1);
        let first = |domain| self.next.get(domain).copied().unwrap_or(0);
        let starts = DOMAINS.map(|domain| (domain, first(domain)));
        self.database.begin_program(starts.into_iter().collect());
        self.row("program", &[Id(number), Text(collected.name), Text(collected.dialect)]);
        let places = Places::new(self, collected.program);
        for (at, file) in collected.program.files.iter().enumerate() {
            let bytes = super::count(file.source.text.len());
            self.row("file", &[Id(places.files[at]), Id(number), Text(&file.source.name), Id(bytes)]);
            syntax::file(self, collected, &places, at);
        }
        let references = collected.inference.block_references(collected.program);
        for id in collected.program.definition_ids() {
            self.definition(collected, &places, id);
            for &to in &references[id] {
                self.row("depends_on", &[Id(places.definition(id)), Id(places.definition(to))]);
            }
        }
        types::TypeCollector::new(self, collected.types).program(collected, &places);
        diagnostics::add(self, collected, &places);
        if let Some(found) = &collected.judgments.reasons {
            reasons::add(self, number, found, &places);
        }
        self.database.end_program();
    }

    /// Creates a collector that keeps the types behind ids, if requested. Its programs must share one growing interner.
    pub fn keeping_types(keeps_types: bool) -> Self {
        Self { keeps_types, ..Self::default() }
    }

    /// Numbers the types, and returns all relations.
    pub fn finish(mut self) -> Database {
        self.types.assign_ids(&mut self.database);
        self.database
    }

    /// As [`Self::finish`], with the types behind ids. `types` is the interner of the last program.
    pub fn finish_with(mut self, types: Interner) -> Database {
        let ids = self.types.assign_ids(&mut self.database);
        let pairs = self.handles.iter().map(|&(number, ty)| (ids.of(number), ty));
        self.database.types = Some(TypeIds::new(types, ids.count(), pairs));
        self.database
    }

    /// Reserves `count` new ids, and returns the first.
    fn fresh(&mut self, of: &'static str, count: usize) -> Cell {
        let next = self.next.entry(of).or_insert(0);
        let first = *next;
        *next += super::count(count);
        first
    }

    fn row(&mut self, relation: &'static str, values: &[Value<'_>]) {
        let symbols = &mut self.database.symbols;
        let mut cells = [0; MOST_COLUMNS];
        for (cell, value) in cells.iter_mut().zip(values) {
            *cell = match *value {
                Id(number) => number,
                Text(text) => symbols.intern(text),
            };
        }
        let relation = self.relations[relation];
        self.database.table_mut(relation).insert(&cells[..values.len()]);
    }

    fn definition(&mut self, collected: &Collected<'_>, places: &Places, id: DefinitionId) {
        let definition = collected.program.definition(id);
        // The body of a block belongs to the definition of the block.
        let is_whole = collected.program.owner(id) == id;
        let (number, file) = (places.definition(collected.program.owner(id)), usize::from(definition.file));
        if is_whole {
            let [start, end, line, column] =
                place(&collected.program.file(definition.file).source, definition.name_span);
            let kind = definition.kind.word();
            let row =
                [Id(number), Id(places.files[file]), Text(kind), Text(&definition.label), start, end, line, column];
            self.row("definition", &row);
        }
        for expression in &definition.expressions {
            let at = places.expression(Place { file: definition.file, node: expression.root });
            self.row("definition_part", &[Id(at), Id(number), Text(purpose(expression.part))]);
        }
        if let Some(block) = places.block_at(definition.file, definition.span).filter(|_| is_whole) {
            self.row("definition_block", &[Id(number), Id(block)]);
        }
        if let Some(class) = definition.instance_type().and_then(|ty| collected.types.class_of(ty)) {
            let token = collected.types.text(collected.types.class(class).token);
            self.row("resource_class", &[Id(number), Text(token)]);
        }
        if definition.is_secret_config() {
            self.row("secret_config", &[Id(number)]);
        }
        if is_whole && collected.inference.is_in_cycle(id) {
            self.row("circular", &[Id(number)]);
        }
    }

    /// Adds the row for the target of a name.
    fn name(&mut self, collected: &Collected<'_>, places: &Places, at: Place) {
        let expression = Id(places.expression(at));
        let name = match collected.program.files[at.file].tree.node(at.node) {
            Node::Variable(name, _) => collected.types.text(name),
            _ => "*",
        };
        match collected.inference.target(at) {
            Target::Definition(id) => {
                let definition = places.definition(collected.program.owner(id));
                self.row("refers_to", &[expression, Id(definition)]);
            }
            Target::Declared(_) => self.row("refers_to_variable", &[expression, Text(name)]),
            Target::Local(_) | Target::Property(_) => self.row("refers_to_local", &[expression, Text(name)]),
            Target::Unknown => self.row("unknown_name", &[expression, Text(name)]),
            Target::None | Target::Binds(_) => {}
        }
    }
}

/// Returns a position: bytes, line and column.
fn place(source: &Source, span: crate::source::Span) -> [Value<'static>; 4] {
    let position = source.position(span.start);
    let numbers = [span.start as usize, span.end as usize, position.line, position.column];
    numbers.map(|number| Id(super::count(number)))
}

fn purpose(part: Part) -> &'static str {
    match part {
        Part::Value => "value",
        Part::Free | Part::Constant(..) => "free",
        Part::Default => "default",
        Part::Range(_) => "range",
        Part::Expected(_) | Part::Provider(_) => "expected",
        Part::Count => "count",
        Part::Input(_) => "input",
        Part::Hooks(_) => "hooks",
        Part::Named => "named",
    }
}

/// Returns the columns of a relation that contain ids of types.
fn type_columns(database: &Database, relation: RelationId) -> Vec<usize> {
    let columns = database.relation(relation).schema.columns.iter().enumerate();
    columns.filter(|(_, column)| column.ty == ColumnType::Id("type")).map(|(at, _)| at).collect()
}

/// Returns the handle of a type, to be numbered later.
fn unnumbered(types: &mut types::TypeCollector<'_, '_>, ty: Ty) -> Value<'static> {
    Id(types.handle(ty))
}
