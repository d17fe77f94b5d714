//! The table as a Parquet file: one row group, every column optional, nothing compressed.

use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::table::{Cells, Column};
use crate::failure::Failure;

/// The bytes of the file.
pub fn bytes(columns: &[Column]) -> Result<Vec<u8>, Failure> {
    written(columns).map_err(Failure::input)
}

fn written(columns: &[Column]) -> Result<Vec<u8>, ParquetError> {
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("study")
        .with_fields(fields)
        .build()?;
    let mut bytes = Vec::new();
    // The words of the writer would change with its version.
    let properties = WriterProperties::builder().set_created_by("tangency".into());
    let properties = Arc::new(properties.build());
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), properties)?;
    let mut rows = file.next_row_group()?;
    for column in columns {
        let Some(mut writer) = rows.next_column()? else {
            break;
        };
        match &column.cells {
            Cells::Whole(cells) => put::<Int64Type>(&mut writer, cells)?,
            Cells::Number(cells) => put::<DoubleType>(&mut writer, cells)?,
            Cells::Truth(cells) => put::<BoolType>(&mut writer, cells)?,
            Cells::Text(cells) => {
                let text = |cell: &Option<String>| cell.as_deref().map(ByteArray::from);
                let cells: Vec<Option<ByteArray>> = cells.iter().map(text).collect();
                put::<ByteArrayType>(&mut writer, &cells)?;
            }
        }
        writer.close()?;
    }
    rows.close()?;
    file.close()?;
    Ok(bytes)
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, converted) = match column.cells {
        Cells::Whole(_) => (Physical::INT64, ConvertedType::NONE),
        Cells::Number(_) => (Physical::DOUBLE, ConvertedType::NONE),
        Cells::Truth(_) => (Physical::BOOLEAN, ConvertedType::NONE),
        Cells::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(converted);
    field.build().map(Arc::new)
}

fn put<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: &[Option<T::T>],
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = cells.iter().flatten().cloned().collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    writer
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)
        .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    #[test]
    fn what_is_written_is_read_again() {
        let column = |name: &str, cells| Column {
            name: name.into(),
            cells,
        };
        let columns = [
            column("run", Cells::Whole(vec![Some(0), Some(1)])),
            column("friction.mu", Cells::Number(vec![Some(0.1), None])),
            column("verified", Cells::Truth(vec![None, Some(true)])),
            column("failure", Cells::Text(vec![Some("stuck é".into()), None])),
        ];
        let bytes = bytes(&columns).unwrap();
        let file = SerializedFileReader::new(parquet_bytes(bytes)).unwrap();
        let rows: Vec<String> = file
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().to_string())
            .collect();
        let expected = [
            "{run: 0, friction.mu: 0.1, verified: null, failure: \"stuck é\"}",
            "{run: 1, friction.mu: null, verified: true, failure: null}",
        ];
        assert_eq!(rows, expected);
    }

    fn parquet_bytes(bytes: Vec<u8>) -> std::fs::File {
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), bytes).unwrap();
        path.reopen().unwrap()
    }
}
