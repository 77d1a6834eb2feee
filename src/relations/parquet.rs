//! Parquet: columns of 64-bit integers and of texts, without nulls, compressed with Snappy.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::ChunkReader;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::{ColumnType, Database, RelationId, Schema};

/// The number of rows in a row group, the unit that readers can skip.
const ROW_GROUP: usize = 1 << 20;

/// The column of a relation without columns, for formats that require one. Its only cell is 1.
pub(super) const ONLY_COLUMN: &str = "holds";

/// The cells of a column in a range of rows.
pub(super) enum Cells {
    Numbers(Vec<i64>),
    Texts(Vec<ByteArray>),
}

/// Writes a range of a relation's rows.
///
/// # Errors
/// The errors of `out`, and of the library, which are not expected.
pub(super) fn parquet(
    database: &Database,
    id: RelationId,
    range: Range<u32>,
    out: &mut (dyn Write + Send),
) -> Result<(), ParquetError> {
    let schema = &database.relation(id).schema;
    let mut writer = writer(schema, out)?;
    for rows in database.ordered_part(id, range).chunks(ROW_GROUP) {
        let texts = |at: usize| rows.iter().map(|row| ByteArray::from(database.symbols.text(row[at]))).collect();
        let numbers = |at: usize| rows.iter().map(|row| row[at]).collect();
        write_group(
            &mut writer,
            (0..schema.arity()).map(|at| match schema.columns[at].ty {
                ColumnType::Symbol => Cells::Texts(texts(at)),
                ColumnType::Number | ColumnType::Id(_) => Cells::Numbers(numbers(at)),
            }),
            rows.len(),
        )?;
    }
    writer.close()?;
    Ok(())
}

/// Creates a writer for the rows of a relation.
pub(super) fn writer<W: Write + Send>(schema: &Schema, out: W) -> Result<SerializedFileWriter<W>, ParquetError> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    SerializedFileWriter::new(out, Arc::new(message(schema)?), Arc::new(properties))
}

/// Writes the columns of some rows as one row group.
pub(super) fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: impl Iterator<Item = Cells>,
    rows: usize,
) -> Result<(), ParquetError> {
    let mut columns = columns.peekable();
    let only = columns.peek().is_none().then(|| Cells::Numbers(vec![1; rows]));
    let mut group = writer.next_row_group()?;
    for cells in columns.chain(only) {
        let Some(mut column) = group.next_column()? else { break };
        match cells {
            Cells::Numbers(numbers) => column.typed::<Int64Type>().write_batch(&numbers, None, None)?,
            Cells::Texts(texts) => column.typed::<ByteArrayType>().write_batch(&texts, None, None)?,
        };
        column.close()?;
    }
    group.close()?;
    Ok(())
}

/// Concatenates the row groups of Parquet files with the same columns, without decoding the rows.
///
/// # Errors
/// The errors of `out` and of the files, or a file that is not Parquet.
pub(super) fn concatenate<W: Write + Send>(
    schema: &Schema,
    files: impl Iterator<Item = io::Result<impl ChunkReader>>,
    out: W,
) -> Result<(), ParquetError> {
    let mut writer = writer(schema, out)?;
    for file in files {
        let file = file?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file)?;
        for rows in metadata.row_groups() {
            let mut group = writer.next_row_group()?;
            for column in rows.columns() {
                group.append_column(
                    &file,
                    ColumnCloseResult {
                        bytes_written: u64::try_from(column.compressed_size()).unwrap_or_default(),
                        rows_written: u64::try_from(rows.num_rows()).unwrap_or_default(),
                        metadata: column.clone(),
                        bloom_filter: None,
                        column_index: None,
                        offset_index: None,
                    },
                )?;
            }
            group.close()?;
        }
    }
    writer.close()?;
    Ok(())
}

fn message(schema: &Schema) -> Result<Type, ParquetError> {
    let mut fields: Vec<Arc<Type>> = Vec::with_capacity(schema.arity());
    for column in &schema.columns {
        fields.push(Arc::new(field(&column.name, column.ty)?));
    }
    if fields.is_empty() {
        fields.push(Arc::new(field(ONLY_COLUMN, ColumnType::Number)?));
    }
    Type::group_type_builder(&schema.name).with_fields(fields).build()
}

fn field(name: &str, ty: ColumnType) -> Result<Type, ParquetError> {
    let (physical, logical) = match ty {
        ColumnType::Symbol => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnType::Number | ColumnType::Id(_) => (Physical::INT64, None),
    };
    let builder = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
    builder.with_logical_type(logical).build()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bytes::Bytes;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::super::sample::{Row, Value, rows_of, sample};
    use super::super::{Format, export};
    use crate::citation::Citation;

    fn read(bytes: Vec<u8>) -> (Vec<String>, Vec<Row>) {
        let reader = SerializedFileReader::new(Bytes::from(bytes)).expect("a Parquet file");
        let schema = reader.metadata().file_metadata().schema();
        let names = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
        let row_of = |row: parquet::record::Row| -> Row {
            row.get_column_iter()
                .map(|(_, field)| match field {
                    Field::Long(number) => Value::Number(*number),
                    Field::Str(text) => Value::Text(text.clone()),
                    other => panic!("a column of {other:?}"),
                })
                .collect()
        };
        let rows = reader.get_row_iter(None).expect("rows").map(|row| row_of(row.expect("a row"))).collect();
        (names, rows)
    }

    #[test]
    fn what_is_written_is_read_back_program_by_program() {
        let database = sample();
        let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in export(&database, Format::Parquet, &Citation::default())
            .iter()
            .filter(|file| file.path.ends_with(".parquet"))
        {
            let mut bytes = Vec::new();
            file.write(&mut bytes).expect("memory takes all");
            let relation = file.path.split('/').next().expect("a directory").to_owned();
            let (names, found) = read(bytes);
            columns.insert(relation.clone(), names);
            rows.entry(relation).or_default().extend(found);
        }
        for (id, relation) in database.relations() {
            let name = &relation.schema.name;
            if name == "holds" {
                assert_eq!(rows[name], [[Value::Number(1)]]);
                continue;
            }
            assert_eq!(rows[name], rows_of(&database, id), "{name}");
            assert_eq!(columns[name], relation.schema.columns.iter().map(|c| c.name.clone()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn rows_of_programs_stand_in_directories_of_their_own() {
        let database = sample();
        let citation = Citation::default();
        let files = export(&database, Format::Parquet, &citation);
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert!(paths.contains(&"has_type/program=0/rows.parquet"), "{paths:?}");
        assert!(paths.contains(&"has_type/program=1/rows.parquet"), "{paths:?}");
        assert!(paths.contains(&"type/rows.parquet"), "{paths:?}");
    }
}
