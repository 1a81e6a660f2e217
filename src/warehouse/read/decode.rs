//! Decodes Parquet in a process of its own, so that a crafted file harms nothing else.
//!
//! The child writes: [`COLUMNS`], their number and the name and type of each; for each row [`ROW`] and its fields; at
//! last [`END`], or [`FAULT`] and what is wrong. A text is its length in bytes and its bytes, a number 4 bytes, little
//! endian. NULL is an empty text.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use duckdb::arrow::array::{Array, AsArray};
use duckdb::{Config, Connection};

use super::stored::Stored;

pub(super) const END: u8 = 0;
pub(super) const ROW: u8 = 1;
pub(super) const FAULT: u8 = 2;
pub(super) const COLUMNS: u8 = 3;

/// The most columns, and the longest name of one.
pub(super) const MOST_COLUMNS: usize = 10_000;
pub(super) const LONGEST_NAME: usize = 1_000;
/// The longest value, as in CSV.
pub(super) const LONGEST: usize = 65_536;

/// A limit for decompression: a hostile file must not exhaust the memory of the machine.
const MEMORY: &str = "1GB";

/// Why a file was not decoded to its end.
enum Stop {
    /// What is wrong with the file.
    Fault(String),
    /// The reader has gone.
    Gone(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Gone(error)
    }
}

impl From<duckdb::Error> for Stop {
    fn from(error: duckdb::Error) -> Stop {
        let message = error.to_string();
        Stop::Fault(format!(
            "the file is not readable as Parquet; write it again: {}",
            message.lines().next().unwrap_or_default()
        ))
    }
}

/// Writes the rows of a Parquet file as text.
///
/// # Errors
/// Errors of the output. What is wrong with the file is part of the output.
pub fn decode_parquet(path: &Path, output: impl Write) -> io::Result<()> {
    let mut output = io::BufWriter::with_capacity(64 * 1024, output);
    match decode(path, &mut output) {
        Ok(()) => output.write_all(&[END])?,
        Err(Stop::Fault(what)) => {
            output.write_all(&[FAULT])?;
            // Whoever sent the file need not know where it lies.
            let folder = path.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
            let what = if folder == "/" { what } else { what.replace(&folder, "") };
            text(&mut output, &what.chars().take(LONGEST_NAME).collect::<String>())?;
        }
        Err(Stop::Gone(error)) => return Err(error),
    }
    output.flush()
}

fn number(output: &mut impl Write, number: usize) -> io::Result<()> {
    output.write_all(&(number as u32).to_le_bytes())
}

fn text(output: &mut impl Write, text: &str) -> io::Result<()> {
    number(output, text.len())?;
    output.write_all(text.as_bytes())
}

fn decode(path: &Path, output: &mut impl Write) -> Result<(), Stop> {
    let path = path.to_string_lossy().replace('\'', "''");
    let relation = format!("read_parquet('{path}', hive_partitioning = false)");
    let conn = Connection::open_in_memory_with_flags(
        Config::default()
            .max_memory(MEMORY)?
            .threads(1)?
            // Nothing is sorted or joined here, so running out of memory is an error and never spills to a file.
            .with("temp_directory", "")?
            .with("autoinstall_known_extensions", "false")?
            .with("autoload_known_extensions", "false")?,
    )?;
    conn.execute_batch(&format!(
        "set allowed_paths = ['{path}']; set enable_external_access = false; set lock_configuration = true"
    ))?;
    let columns: Vec<(String, String)> = conn
        .prepare(&format!("describe select * from {relation}"))
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())?;
    if columns.len() > MOST_COLUMNS {
        return Err(Stop::Fault(format!("the file has {} columns; at most {MOST_COLUMNS} are read", columns.len())));
    }
    if columns.iter().any(|(name, kind)| name.len().max(kind.len()) > LONGEST_NAME) {
        return Err(Stop::Fault(format!(
            "the file has a column whose name or type is longer than {LONGEST_NAME} bytes"
        )));
    }
    output.write_all(&[COLUMNS])?;
    number(output, columns.len())?;
    let mut selected = Vec::new();
    let binary: Vec<bool> = columns.iter().map(|(_, stored)| Stored(stored).is_binary()).collect();
    for (name, stored) in &columns {
        text(output, name)?;
        text(output, stored)?;
        selected.push(Stored(stored).as_text(name).unwrap_or_else(|| "null::varchar".to_owned()));
    }
    output.flush()?;
    let mut statement = conn.prepare(&format!("select {} from {relation}", selected.join(", ")))?;
    for batch in statement.stream_arrow([])? {
        let batch = batch?;
        let texts: Option<Vec<_>> = batch.columns().iter().map(|column| column.as_string_opt::<i32>()).collect();
        let texts = texts.ok_or_else(|| Stop::Fault("the values of the file were not read as text".to_owned()))?;
        for row in 0..batch.num_rows() {
            let value = |index: usize| match texts[index].is_null(row) {
                true => Cow::Borrowed(""),
                false if binary[index] => plain(texts[index].value(row)),
                false => Cow::Borrowed(texts[index].value(row)),
            };
            // A fault may stand between rows, and not within one.
            if let Some(index) = (0..texts.len()).find(|index| value(*index).len() > LONGEST) {
                let name = &columns[index].0;
                return Err(Stop::Fault(format!("a value of {name:?} is longer than {LONGEST} bytes; shorten it")));
            }
            output.write_all(&[ROW])?;
            for index in 0..texts.len() {
                text(output, &value(index))?;
            }
        }
    }
    Ok(())
}

/// A binary number in plain digits, as CSV would have it: 1e-16 with all its zeros, and whole numbers without decimals, so
/// that ids which a program kept as floating point are ids.
fn plain(text: &str) -> Cow<'_, str> {
    // The text has as many digits as tell the number from others of its type: more precision adds none.
    match text.parse::<f64>() {
        Ok(0.0) => Cow::Borrowed("0"),
        Ok(number) if number.is_finite() => Cow::Owned(number.to_string()),
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn binary_numbers_are_written_in_plain_digits() {
        for (text, wanted) in [
            ("5.551115123125783e-17", "0.00000000000000005551115123125783"),
            ("4500000000123.0", "4500000000123"),
            ("1e+16", "10000000000000000"),
            ("-0.0", "0"),
            ("0.1", "0.1"),
            ("-12.5", "-12.5"),
            ("nan", "nan"),
            ("inf", "inf"),
        ] {
            assert_eq!(plain(text), wanted);
        }
    }
}
