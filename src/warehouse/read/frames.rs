//! What a child that decodes a file or runs a query writes, and its reader reads.
//!
//! The child writes [`COLUMNS`], their number and the name and type of each; for each row [`ROW`] and its fields; at last
//! [`END`], or [`FAULT`] and what is wrong. Of a workbook it writes [`SHEET`], and for each row with a cell [`ROW`], its number
//! from 1, the number of its fields and the fields; or [`SHEETS`], their number and names, where it has to be told which to
//! read.
//!
//! To a child that runs a query its parent writes the SQL; for each table [`TABLE`], its name, the number and names of its
//! columns, for each row [`ROW`] and its fields, and [`END`]; and [`END`] again. The child answers as if it decoded a file.
//!
//! A text is its length in bytes and its bytes, a number 4 bytes, little endian. NULL is an empty text.

use std::borrow::Cow;
use std::io::{self, Write};

use super::format::Format;

pub(in crate::warehouse) const END: u8 = 0;
pub(in crate::warehouse) const ROW: u8 = 1;
pub(in crate::warehouse) const FAULT: u8 = 2;
pub(in crate::warehouse) const COLUMNS: u8 = 3;
pub(in crate::warehouse) const SHEET: u8 = 4;
pub(in crate::warehouse) const SHEETS: u8 = 5;
/// Begins a table for a query.
pub(in crate::warehouse) const TABLE: u8 = 6;

/// The most columns, and the longest name of one.
pub(in crate::warehouse) const MOST_COLUMNS: usize = 10_000;
pub(in crate::warehouse) const LONGEST_NAME: usize = 1_000;
/// The most rows of a sheet.
pub(super) const MOST_ROWS: usize = 1 << 24;
/// The longest value, as in CSV.
pub(in crate::warehouse) const LONGEST: usize = 65_536;

/// Why a file was not decoded to its end.
pub(in crate::warehouse) enum Stop {
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

impl Stop {
    /// That a file cannot be read in its form, and why.
    pub(in crate::warehouse) fn unreadable(format: Format, why: &impl ToString) -> Stop {
        let why = why.to_string();
        Stop::Fault(format!("{}: {}", format.unreadable(), why.lines().next().unwrap_or_default()))
    }
}

pub(in crate::warehouse) fn number(output: &mut impl Write, number: usize) -> io::Result<()> {
    output.write_all(&(number as u32).to_le_bytes())
}

pub(in crate::warehouse) fn text(output: &mut impl Write, text: &str) -> io::Result<()> {
    number(output, text.len())?;
    output.write_all(text.as_bytes())
}

/// Writes the names and types of the columns.
pub(in crate::warehouse) fn columns<'c>(output: &mut impl Write, columns: &[(&'c str, &'c str)]) -> Result<(), Stop> {
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
    for (name, kind) in columns {
        text(output, name)?;
        text(output, kind)?;
    }
    Ok(output.flush()?)
}

/// Refuses a value that is too long. A fault may stand between rows, and not within one.
pub(in crate::warehouse) fn require_short(name: &str, value: &str) -> Result<(), Stop> {
    if value.len() > LONGEST {
        return Err(Stop::Fault(format!("a value of {name:?} is longer than {LONGEST} bytes; shorten it")));
    }
    Ok(())
}

/// A binary number in plain digits, as CSV would have it: 1e-16 with all its zeros, and whole numbers without decimals, so
/// that ids which a program kept as floating point are ids.
pub(in crate::warehouse) fn plain(text: &str) -> Cow<'_, str> {
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
