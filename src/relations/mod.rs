//! Relations: all results for programs as named tables with declared schemas.
//!
//! A [`Database`] contains relations, extensional and derived alike. Each has a [`Schema`]: its columns with their types, its
//! key, and the meaning of a row. A cell is a number, a text (by its [`Symbols`] handle), or an id of some domain; the ids of the
//! domain `expression` are listed by the relation `expression`.
//!
//! A database is exported as tab-separated values that Soufflé reads, as lines of JSON, as a database of `SQLite`, or as
//! Parquet. The names of relations and columns are the same everywhere.
//!
//! Nothing here touches files: an export is a list of [`ExportFile`]s, which the caller writes.

pub mod collect;
mod database;
#[cfg(feature = "exports")]
mod dataset;
#[cfg(feature = "exports")]
mod export;
#[cfg(feature = "exports")]
mod jsonl;
#[cfg(feature = "exports")]
mod parquet;
mod schema;
#[cfg(feature = "exports")]
mod sqlite;
mod symbols;
#[cfg(feature = "exports")]
mod tsv;
mod type_ids;

pub use database::{Database, Describer, Relation};
#[cfg(feature = "exports")]
pub use dataset::{Dataset, Part, ProgramRow};
#[cfg(feature = "exports")]
pub use export::{CITATION, ExportFile, Format, MANIFEST, export, files_of, write_manifest};
#[cfg(feature = "exports")]
pub use jsonl::jsonl;
pub use schema::{Column, ColumnType, Declaration, Origin, Schema, id, key, number, symbol};
pub use symbols::Symbols;
#[cfg(feature = "exports")]
pub use tsv::tsv;
pub use type_ids::TypeIds;
pub use typelog_evaluator::{Cell, RelationId, Table, count};

#[cfg(test)]
mod sample;
