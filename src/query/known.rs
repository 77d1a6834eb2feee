//! The relations that rules may name: those of the database, and derived ones.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::book_builtins::names;
use super::builtins::SIGNATURES;
use super::syntax::{Fault, Rule, TermKind};
use super::types::{TypeVar, Types};
use crate::counts::counted;
use crate::relations::{Column, ColumnType, Database, Origin, RelationId, Schema};
use crate::source::Span;
use crate::types::BookHandle;
use crate::types::nearest::KnownNames;

/// The relations by name. Derived relations are numbered after those of the database.
#[derive(Debug, Default)]
pub(super) struct Known {
    names: FxHashMap<String, RelationId>,
    first: u32,
    pub derived: Vec<Derived>,
    /// All names that a condition may begin with, collected for the first unknown one.
    of_conditions: OnceLock<KnownNames<String>>,
}

/// A derived relation.
#[derive(Debug)]
pub(super) struct Derived {
    pub name: String,
    /// The span of its first conclusion.
    pub span: Span,
    pub columns: Vec<String>,
    pub types: Vec<TypeVar>,
}

impl Known {
    /// Collects the relations of a database and the heads of rules.
    pub fn new(rules: &[Rule], database: &Database, types: &mut Types, faults: &mut Vec<Fault>) -> Self {
        let names: FxHashMap<String, RelationId> =
            database.relations().map(|(id, relation)| (relation.schema.name.clone(), id)).collect();
        let mut known = Self { first: names.len() as u32, names, ..Self::default() };
        known.first = database.relations().count() as u32;
        for rule in rules {
            known.head(rule, types, faults);
        }
        known
    }

    fn head(&mut self, rule: &Rule, types: &mut Types, faults: &mut Vec<Fault>) {
        let head = &rule.head;
        match self.find(&head.name) {
            Some(id) if id.0 < self.first => {
                let message = format!("`{}` is an input relation, which rules cannot extend", head.name);
                let fault = Fault::new("given-relation", head.name_span, message);
                faults.push(fault.help(Some("give the relation another name".to_owned())));
            }
            Some(id) => {
                let derived = &mut self.derived[(id.0 - self.first) as usize];
                if derived.columns.len() != head.arguments.len() {
                    let (before, now) = (derived.columns.len(), head.arguments.len());
                    let now = counted(now, "column");
                    let message = format!("`{}` has {now} here, and {before} in an earlier rule", head.name);
                    let fault = Fault::new("wrong-arguments", head.span, message);
                    faults.push(fault.note(derived.span, "the earlier rule"));
                } else if derived.columns.iter().any(|column| is_placeholder(column)) {
                    let names = column_names(rule);
                    for (column, name) in derived.columns.iter_mut().zip(names) {
                        if is_placeholder(column) {
                            *column = name;
                        }
                    }
                }
            }
            None if super::builtins::signature(&head.name).is_some() => {
                let message = format!("`{}` is built in, and rules cannot extend it", head.name);
                faults.push(Fault::new("given-relation", head.name_span, message));
            }
            None => {
                let id = RelationId(self.first + self.derived.len() as u32);
                self.names.insert(head.name.clone(), id);
                let columns = column_names(rule);
                let types = columns.iter().map(|_| types.fresh()).collect();
                self.derived.push(Derived { name: head.name.clone(), span: head.span, columns, types });
            }
        }
    }

    /// Returns the relation with a name.
    pub fn find(&self, name: &str) -> Option<RelationId> {
        self.names.get(name).copied()
    }

    /// Holds if the head of a rule is a derived relation with the right number of columns.
    pub fn may_conclude(&self, rule: &Rule) -> bool {
        let derived = self.find(&rule.head.name).and_then(|id| self.derived(id));
        derived.is_some_and(|derived| derived.columns.len() == rule.head.arguments.len())
    }

    /// Returns the name of a relation, builtin or judgment of the book that is nearest to an unknown one.
    pub fn nearest(&self, unknown: &str, book: &BookHandle) -> Option<String> {
        let all = self.of_conditions.get_or_init(|| {
            let relations = self.names.keys().map(String::as_str);
            let called = SIGNATURES.iter().map(|signature| signature.name).chain(names(book));
            relations.chain(called).map(str::to_owned).collect()
        });
        all.nearest(unknown, |_| true)
    }

    /// Returns the relation, if it is derived.
    pub fn derived(&self, id: RelationId) -> Option<&Derived> {
        self.derived.get(id.0.checked_sub(self.first)? as usize)
    }

    /// Returns the handle of a derived relation.
    pub fn id_of_derived(&self, at: usize) -> RelationId {
        RelationId(self.first + at as u32)
    }

    /// Returns the number of columns.
    pub fn arity(&self, id: RelationId, database: &Database) -> usize {
        self.derived(id).map_or_else(|| database.relation(id).schema.arity(), |derived| derived.columns.len())
    }

    /// Returns the name of a column.
    pub fn column_name(&self, id: RelationId, at: usize, database: &Database) -> String {
        self.describe(id, at, database).1.to_owned()
    }

    /// Returns the names of a relation and of a column.
    pub fn describe<'a>(&'a self, id: RelationId, at: usize, database: &'a Database) -> (&'a str, &'a str) {
        if let Some(derived) = self.derived(id) {
            return (&derived.name, &derived.columns[at]);
        }
        let schema = &database.relation(id).schema;
        (&schema.name, &schema.columns[at].name)
    }

    /// Returns the type of a column.
    pub fn column_type(&self, id: RelationId, at: usize, database: &Database, types: &mut Types) -> TypeVar {
        match self.derived(id) {
            Some(derived) => derived.types[at],
            None => types.known(database.relation(id).schema.columns[at].ty),
        }
    }

    /// Returns the schemas of the derived relations. A column of unknown type never gets a row.
    pub fn schemas(&self, types: &Types) -> Vec<Schema> {
        let schema_of = |derived: &Derived| {
            let columns = derived.columns.iter().zip(&derived.types).map(|(name, &ty)| Column {
                name: name.clone(),
                ty: types.get(ty).unwrap_or(ColumnType::Number),
                is_key: false,
                values: &[],
            });
            Schema {
                name: derived.name.clone(),
                origin: Origin::Derived,
                is_per_program: false,
                doc: "Derived by rules that were read at run time.".to_owned(),
                columns: columns.collect(),
            }
        };
        self.derived.iter().map(schema_of).collect()
    }
}

/// Returns the column names of a head: the given names, else those of the variables, else `column1` and so on.
fn column_names(rule: &Rule) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (argument, number) in rule.head.arguments.iter().zip(1..) {
        let name = match (&argument.column, &argument.term.kind) {
            (Some((name, _)), _) => name.clone(),
            (None, TermKind::Variable(name)) if !names.contains(name) => name.clone(),
            (None, _) => format!("column{number}"),
        };
        names.push(name);
    }
    names
}

fn is_placeholder(name: &str) -> bool {
    name.strip_prefix("column").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}
