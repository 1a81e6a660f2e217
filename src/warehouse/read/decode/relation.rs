//! The rows of something that DuckDB reads.

use std::io::Write;

use duckdb::Connection;
use duckdb::arrow::array::{Array, AsArray, RecordBatch, StringArray};
use duckdb::arrow::datatypes::{Int64Type, TimestampMicrosecondType};

use crate::warehouse::read::frames::{
    self, BYTES_AT_ONCE, Block, Form, LONGEST, NULL, ROWS_AT_ONCE, Stop, Values, plain, too_long,
};
use crate::warehouse::read::stored::Stored;

/// Writes the rows of a table function: whole numbers and times as they are, and all else as text. `failed` says what an error of DuckDB means.
pub(in crate::warehouse) fn relation(
    conn: &Connection,
    function: &str,
    failed: &dyn Fn(&duckdb::Error) -> Stop,
    output: &mut impl Write,
) -> Result<(), Stop> {
    let columns: Vec<(String, String)> = conn
        .prepare(&format!("describe select * from {function}"))
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .map_err(|error| failed(&error))?;
    let named: Vec<(&str, &str)> = columns.iter().map(|(name, stored)| (&**name, &**stored)).collect();
    frames::columns(output, &named)?;
    let binary: Vec<bool> = columns.iter().map(|(_, stored)| Stored(stored).is_binary()).collect();
    // Two columns may have the same name.
    let numbers: Vec<String> = (0..columns.len()).map(|index| format!("column{index}")).collect();
    let as_written = |(number, (_, stored)): (&String, &(String, String))| match Stored(stored).form() {
        Form::Texts => Stored(stored).as_text(number).unwrap_or_else(|| "null::varchar".to_owned()),
        Form::Numbers => format!("{number}::bigint"),
        Form::Times => number.clone(),
    };
    let selected: Vec<String> = numbers.iter().zip(&columns).map(as_written).collect();
    let sql =
        format!("select {} from (select * from {function}) as answer({})", selected.join(", "), numbers.join(", "));
    let mut statement = conn.prepare(&sql).map_err(|error| failed(&error))?;
    for batch in statement.stream_arrow([]).map_err(|error| failed(&error))? {
        let batch = batch.map_err(|error| failed(&error))?;
        if batch.columns().iter().any(|column| form(column).is_none()) {
            return Err(Stop::Fault("the values of the file were not read as text".to_owned()));
        }
        let short = batch.columns().iter().map(|column| {
            let ends = column.as_string_opt::<i32>()?.value_offsets();
            ends.windows(2).position(|ends| is_long(ends[0], ends[1]))
        });
        let good = short.clone().flatten().min().unwrap_or(batch.num_rows());
        write(&batch.slice(0, good), &binary, output)?;
        if let Some(index) = short.enumerate().find(|(_, long)| *long == Some(good)).map(|(index, _)| index) {
            return Err(too_long(&columns[index].0));
        }
    }
    Ok(())
}

/// What the values of a column are written as; None for others than are read.
fn form(column: &dyn Array) -> Option<Form> {
    let texts = column.as_string_opt::<i32>().map(|_| Form::Texts);
    let numbers = || column.as_primitive_opt::<Int64Type>().map(|_| Form::Numbers);
    let times = || column.as_primitive_opt::<TimestampMicrosecondType>().map(|_| Form::Times);
    texts.or_else(numbers).or_else(times)
}

fn is_long(start: i32, end: i32) -> bool {
    (end - start) as usize > LONGEST
}

/// No number has more bytes in plain digits.
const LONGEST_NUMBER: usize = 350;

/// Writes rows. Texts of columns with binary fractions get plain digits.
fn write(rows: &RecordBatch, binary: &[bool], output: &mut impl Write) -> Result<(), Stop> {
    let range = |texts: &StringArray| {
        let ends = texts.value_offsets();
        (ends[0], ends[ends.len() - 1])
    };
    let columns = rows.columns().iter().map(|column| (column, column.as_string_opt::<i32>()));
    let count = rows.num_rows();
    let bytes_of = |((_, texts), is_binary): ((_, Option<&StringArray>), &bool)| match (texts.map(range), is_binary) {
        (None, _) => 0,
        (_, true) => count * LONGEST_NUMBER,
        (Some((start, end)), false) => (end - start) as usize,
    };
    let bytes: usize = columns.clone().zip(binary).map(bytes_of).sum();
    if count > ROWS_AT_ONCE || count > 1 && bytes > BYTES_AT_ONCE {
        write(&rows.slice(0, count / 2), binary, output)?;
        return write(&rows.slice(count / 2, count - count / 2), binary, output);
    }
    let values = columns.zip(binary).map(|((column, texts), is_binary)| {
        let Some(column) = texts else { return numbers(column) };
        let mut texts = Values::default();
        if *is_binary {
            column.iter().for_each(|text| texts.add(&plain(text.unwrap_or_default())));
        } else {
            // NULL has no bytes.
            let (start, end) = range(column);
            texts.add_all(start, &column.value_offsets()[1..], &column.value_data()[start as usize..end as usize]);
        }
        texts
    });
    Ok(Block::of(values.collect()).write(output)?)
}

/// The values of a column of numbers or times.
fn numbers(column: &dyn Array) -> Values {
    let (form, numbers) = match column.as_primitive_opt::<Int64Type>() {
        Some(numbers) => (Form::Numbers, numbers.values()),
        None => (Form::Times, column.as_primitive::<TimestampMicrosecondType>().values()),
    };
    let is_null = |row: usize| column.is_null(row);
    let has_nulls = column.null_count() > 0;
    // A number that stands for NULL is written as text; a time as the next one, which is as impossible.
    if form == Form::Numbers && (0..numbers.len()).any(|row| numbers[row] == NULL && !is_null(row)) {
        let mut texts = Values::default();
        (0..numbers.len())
            .for_each(|row| texts.add(&if is_null(row) { String::new() } else { numbers[row].to_string() }));
        return texts;
    }
    let written = |row: usize| if has_nulls && is_null(row) { NULL } else { numbers[row].max(NULL + 1) };
    Values::numbers(form, (0..numbers.len()).map(written).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::read::frames::ROWS;

    #[test]
    fn numbers_that_become_long_cross_in_blocks_that_are_read() {
        let conn = Connection::open_in_memory().expect("a database");
        let mut output = Vec::new();
        let failed = |error: &duckdb::Error| panic!("{error}");
        let smallest = "(select if(i % 2 = 0, 5e-324, null)::double as x from range(10000) t(i))";
        assert!(relation(&conn, smallest, &failed, &mut output).is_ok());
        // The byte that begins the columns, their number, and a name and a type with their lengths.
        let mut input = &output[1 + 4 + 4 + "x".len() + 4 + "DOUBLE".len()..];
        let (mut block, mut left, mut found) = (Block::default(), u64::MAX, Vec::new());
        while let [ROWS, rest @ ..] = input {
            input = rest;
            block.read(&mut input, 1, &mut left).expect("a block");
            let read = block.each(|fields| {
                found.push(fields[0].text().len());
                Ok::<(), ()>(())
            });
            assert_eq!(read, Some(Ok(())));
        }
        assert_eq!(input, [0_u8; 0]);
        assert_eq!(found, [326, 0].repeat(5_000));
    }
}
