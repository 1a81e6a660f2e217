//! The rows of something that DuckDB reads.

use std::io::Write;

use duckdb::Connection;
use duckdb::arrow::array::{AsArray, RecordBatch, StringArray};

use crate::warehouse::read::frames::{self, BYTES_AT_ONCE, Block, LONGEST, ROWS_AT_ONCE, Stop, Texts, plain, too_long};
use crate::warehouse::read::stored::Stored;

/// Writes the rows of a table function as text. `failed` says what an error of DuckDB means.
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
    let as_text = |(number, (_, stored)): (&String, &(String, String))| {
        Stored(stored).as_text(number).unwrap_or_else(|| "null::varchar".to_owned())
    };
    let selected: Vec<String> = numbers.iter().zip(&columns).map(as_text).collect();
    let sql =
        format!("select {} from (select * from {function}) as answer({})", selected.join(", "), numbers.join(", "));
    let mut statement = conn.prepare(&sql).map_err(|error| failed(&error))?;
    for batch in statement.stream_arrow([]).map_err(|error| failed(&error))? {
        let batch = batch.map_err(|error| failed(&error))?;
        let texts: Option<Vec<_>> = batch.columns().iter().map(|column| column.as_string_opt::<i32>()).collect();
        let texts = texts.ok_or_else(|| Stop::Fault("the values of the file were not read as text".to_owned()))?;
        let short =
            texts.iter().map(|texts| texts.value_offsets().windows(2).position(|ends| is_long(ends[0], ends[1])));
        let good = short.clone().flatten().min().unwrap_or(batch.num_rows());
        write(&batch.slice(0, good), &binary, output)?;
        if let Some(index) = short.enumerate().find(|(_, long)| *long == Some(good)).map(|(index, _)| index) {
            return Err(too_long(&columns[index].0));
        }
    }
    Ok(())
}

fn is_long(start: i32, end: i32) -> bool {
    (end - start) as usize > LONGEST
}

/// No number has more bytes in plain digits.
const LONGEST_NUMBER: usize = 350;

/// Writes rows of text. Those of columns with binary fractions get plain digits.
fn write(rows: &RecordBatch, binary: &[bool], output: &mut impl Write) -> Result<(), Stop> {
    let range = |texts: &StringArray| {
        let ends = texts.value_offsets();
        (ends[0], ends[ends.len() - 1])
    };
    let columns: Vec<&StringArray> = rows.columns().iter().map(|column| column.as_string()).collect();
    let count = rows.num_rows();
    let bytes_of = |(texts, is_binary): (&&StringArray, &bool)| match (range(texts), is_binary) {
        (_, true) => count * LONGEST_NUMBER,
        ((start, end), false) => (end - start) as usize,
    };
    let bytes: usize = columns.iter().zip(binary).map(bytes_of).sum();
    if count > ROWS_AT_ONCE || count > 1 && bytes > BYTES_AT_ONCE {
        write(&rows.slice(0, count / 2), binary, output)?;
        return write(&rows.slice(count / 2, count - count / 2), binary, output);
    }
    let texts = columns.iter().zip(binary).map(|(column, is_binary)| {
        let mut texts = Texts::default();
        if *is_binary {
            column.iter().for_each(|text| texts.add(&plain(text.unwrap_or_default())));
        } else {
            // NULL has no bytes.
            let (start, end) = range(column);
            texts.add_all(start, &column.value_offsets()[1..], &column.value_data()[start as usize..end as usize]);
        }
        texts
    });
    Ok(Block::of(texts.collect()).write(output)?)
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
                found.push(fields[0].len());
                Ok::<(), ()>(())
            });
            assert_eq!(read, Some(Ok(())));
        }
        assert_eq!(input, [0_u8; 0]);
        assert_eq!(found, [326, 0].repeat(5_000));
    }
}
