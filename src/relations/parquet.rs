//! Parquet: columns of 64-bit integers and of texts, without nulls, compressed by Snappy.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::{Cell, ColumnType, Database, RelationId, Schema};

/// The number of rows of a row group, which readers can skip as a whole.
const ROW_GROUP: usize = 1 << 20;

/// The column of a relation that has none, for formats that cannot do without. It is 1 in its row.
pub(super) const ONLY_COLUMN: &str = "holds";

/// Writes the rows of a range of a relation.
///
/// # Errors
/// Those of `out`, and those of the library, which are not expected.
pub(super) fn parquet(
    database: &Database,
    id: RelationId,
    range: Range<u32>,
    out: &mut (dyn Write + Send),
) -> Result<(), ParquetError> {
    let schema = &database.relation(id).schema;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(message(schema)?), Arc::new(properties))?;
    for rows in database.ordered_part(id, range).chunks(ROW_GROUP) {
        let mut group = writer.next_row_group()?;
        let mut at = 0;
        while let Some(mut column) = group.next_column()? {
            let ty = schema.columns.get(at).map(|column| column.ty);
            write_column(database, rows, at, ty, &mut column)?;
            column.close()?;
            at += 1;
        }
        group.close()?;
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

fn write_column(
    database: &Database,
    rows: &[&[Cell]],
    at: usize,
    ty: Option<ColumnType>,
    column: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    if ty == Some(ColumnType::Symbol) {
        let texts: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(database.symbols.text(row[at]))).collect();
        column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
    } else {
        let cells: Vec<i64> = rows.iter().map(|row| row.get(at).copied().unwrap_or(1)).collect();
        column.typed::<Int64Type>().write_batch(&cells, None, None)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bytes::Bytes;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::super::sample::{Row, Value, rows_of, sample};
    use super::super::{Format, export};

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
        for file in export(&database, Format::Parquet).iter().filter(|file| file.path.ends_with(".parquet")) {
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
        let files = export(&database, Format::Parquet);
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert!(paths.contains(&"has_type/program=0/rows.parquet"), "{paths:?}");
        assert!(paths.contains(&"has_type/program=1/rows.parquet"), "{paths:?}");
        assert!(paths.contains(&"type/rows.parquet"), "{paths:?}");
    }
}
