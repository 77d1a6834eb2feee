//! Exports: the files of each format.

use std::io::{self, Write};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{ColumnType, Database, Relation, RelationId, Schema, jsonl, parquet, sqlite, tsv};
use crate::citation::Citation;

/// The file that describes an export: the schema of each relation, and its number of rows.
pub const MANIFEST: &str = "relations.json";

/// The file that names the version, the book and the command that made the export.
pub const CITATION: &str = "citation.json";

/// The file with the declarations of all relations.
const DECLARATIONS: &str = "relations.dl";

/// The file of a database.
const SQLITE: &str = "facts.sqlite";

/// The formats of exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `NAME.facts` for each relation, as Soufflé reads them, and `relations.dl` with the declarations.
    Tsv,
    /// `NAME.jsonl` for each relation: one object for each row.
    Jsonl,
    /// `facts.sqlite`: one database with a table for each relation.
    Sqlite,
    /// `NAME/rows.parquet` for each relation; where rows belong to programs, `NAME/program=ID/rows.parquet`.
    Parquet,
}

/// A file of an export.
pub struct ExportFile<'a> {
    /// Its path in the export, with `/` between directories.
    pub path: String,
    contents: Contents<'a>,
}

enum Contents<'a> {
    /// The description of the relations, with the paths of the other files.
    Manifest(&'a Database, Vec<String>),
    Citation(&'a Citation),
    Declarations(&'a Database),
    Tsv(&'a Database, RelationId),
    Jsonl(&'a Database, RelationId),
    Sqlite(&'a Database, &'a Citation),
    /// The rows of a range: of one program, if rows belong to programs.
    Parquet(&'a Database, RelationId, std::ops::Range<u32>),
}

/// Returns the files of an export. Their contents are generated when they are written.
pub fn export<'a>(database: &'a Database, format: Format, citation: &'a Citation) -> Vec<ExportFile<'a>> {
    let mut files = Vec::new();
    match format {
        Format::Tsv => {
            files.push(ExportFile { path: DECLARATIONS.to_owned(), contents: Contents::Declarations(database) });
            files.extend(per_relation(database, "facts", Contents::Tsv));
        }
        Format::Jsonl => files.extend(per_relation(database, "jsonl", Contents::Jsonl)),
        Format::Sqlite => {
            files.push(ExportFile { path: SQLITE.to_owned(), contents: Contents::Sqlite(database, citation) });
        }
        Format::Parquet => files.extend(database.relations().flat_map(|(id, relation)| parts(database, id, relation))),
    }
    let paths = files.iter().map(|file| file.path.clone()).collect();
    files.insert(0, ExportFile { path: MANIFEST.to_owned(), contents: Contents::Manifest(database, paths) });
    files.insert(1, ExportFile { path: CITATION.to_owned(), contents: Contents::Citation(citation) });
    files
}

/// Returns the paths of all files of an export, given its manifest; `None` if the manifest is malformed.
pub fn files_of(manifest: &[u8]) -> Option<Vec<String>> {
    let entries: Vec<NamedFiles> = serde_json::from_slice(manifest).ok()?;
    let common = [MANIFEST, CITATION, DECLARATIONS, SQLITE].map(str::to_owned);
    Some(common.into_iter().chain(entries.into_iter().flat_map(|entry| entry.files)).collect())
}

/// The part of a manifest entry that lists the files of the relation.
#[derive(Deserialize)]
struct NamedFiles {
    files: Vec<String>,
}

fn per_relation<'a>(
    database: &'a Database,
    extension: &'static str,
    contents: fn(&'a Database, RelationId) -> Contents<'a>,
) -> impl Iterator<Item = ExportFile<'a>> {
    database.relations().map(move |(id, relation)| ExportFile {
        path: format!("{}.{extension}", relation.schema.name),
        contents: contents(database, id),
    })
}

/// Returns the Parquet files of a relation: one for each program with rows, and at least one, so that the columns are known.
fn parts<'a>(database: &'a Database, id: RelationId, relation: &'a Relation) -> Vec<ExportFile<'a>> {
    let name = &relation.schema.name;
    let file = |path, range| ExportFile { path, contents: Contents::Parquet(database, id, range) };
    let partitions = relation.partitions();
    if !relation.schema.is_per_program {
        return partitions.into_iter().map(|range| file(format!("{name}/rows.parquet"), range)).collect();
    }
    let numbered = (0..).zip(partitions);
    let filled = numbered.filter(|(program, range)| *program == 0 || !range.is_empty());
    filled.map(|(program, range)| file(format!("{name}/program={program}/rows.parquet"), range)).collect()
}

impl ExportFile<'_> {
    /// Writes the file.
    ///
    /// # Errors
    /// The errors of `out`; and those of the `SQLite` and Parquet libraries, which are not expected.
    pub fn write(&self, out: &mut (dyn Write + Send)) -> io::Result<()> {
        match &self.contents {
            Contents::Manifest(database, files) => {
                let relations = database.relations();
                write_manifest(relations.map(|(_, relation)| (&relation.schema, relation.table.len())), files, out)
            }
            Contents::Citation(citation) => out.write_all(citation.text().as_bytes()),
            Contents::Declarations(database) => tsv::declarations(database, out),
            Contents::Tsv(database, id) => tsv(database, *id, out),
            Contents::Jsonl(database, id) => jsonl(database, *id, out),
            Contents::Sqlite(database, citation) => {
                out.write_all(&sqlite::sqlite(database, citation).map_err(io::Error::other)?)
            }
            Contents::Parquet(database, id, range) => {
                parquet::parquet(database, *id, range.clone(), out).map_err(io::Error::from)
            }
        }
    }
}

#[derive(Serialize)]
struct ManifestEntry<'a> {
    name: &'a str,
    origin: &'static str,
    doc: &'a str,
    rows: usize,
    /// The files that contain only its rows.
    files: Vec<&'a str>,
    columns: Vec<ManifestColumn<'a>>,
}

#[derive(Serialize)]
struct ManifestColumn<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'static str,
    /// The relation that lists the ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    is_key: bool,
    /// The texts of a closed column.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    values: &'a [&'static str],
}

/// Writes a manifest, given the numbers of rows of the relations and the paths of their files.
///
/// # Errors
/// The errors of `out`.
pub fn write_manifest<'a>(
    relations: impl Iterator<Item = (&'a Schema, usize)>,
    paths: &[String],
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let mut files: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for path in paths {
        let end = path.find(['/', '.']).unwrap_or(path.len());
        files.entry(&path[..end]).or_default().push(path);
    }
    for common in [DECLARATIONS, SQLITE] {
        for paths in files.values_mut() {
            paths.retain(|path| *path != common);
        }
    }
    let entries: Vec<ManifestEntry<'_>> = relations
        .map(|(schema, rows)| ManifestEntry {
            name: &schema.name,
            origin: schema.origin.word(),
            doc: &schema.doc,
            rows,
            files: files.remove(&schema.name[..]).unwrap_or_default(),
            columns: manifest_columns(schema),
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &entries)?;
    writeln!(out)
}

fn manifest_columns(schema: &Schema) -> Vec<ManifestColumn<'_>> {
    let type_of = |ty| match ty {
        ColumnType::Number => ("number", None),
        ColumnType::Symbol => ("symbol", None),
        ColumnType::Id(domain) => ("id", Some(domain)),
    };
    let columns = schema.columns.iter().map(|column| {
        let (ty, of) = type_of(column.ty);
        ManifestColumn { name: &column.name, ty, of, is_key: column.is_key, values: column.values }
    });
    columns.collect()
}
