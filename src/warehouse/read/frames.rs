//! What a child that decodes a file or runs a query writes, and its reader reads.
//!
//! The child writes [`COLUMNS`], their number and the name and type of each; the rows; at last [`END`], or [`FAULT`] and what
//! is wrong. Of a workbook it writes [`SHEET`], and for each row with a cell [`ROW`], its number from 1, the number of its
//! fields and the fields; or [`SHEETS`], their number and names, where it has to be told which to read.
//!
//! To a child that runs a query its parent writes the SQL; for each table [`TABLE`], its name, the number and names of its
//! columns, the rows, and [`END`]; and [`END`] again. The child answers as if it decoded a file.
//!
//! A text is its length in bytes and its bytes, a number 4 bytes, little endian. NULL is an empty text. Rows are written many
//! at once, as a [`Block`].

use std::borrow::Cow;
use std::io::{self, Read, Write};

use super::format::Format;

pub(in crate::warehouse) const END: u8 = 0;
/// Begins a row of a sheet.
pub(super) const ROW: u8 = 1;
pub(in crate::warehouse) const FAULT: u8 = 2;
pub(in crate::warehouse) const COLUMNS: u8 = 3;
pub(in crate::warehouse) const SHEET: u8 = 4;
pub(in crate::warehouse) const SHEETS: u8 = 5;
/// Begins a table for a query.
pub(in crate::warehouse) const TABLE: u8 = 6;
/// Begins a [`Block`].
pub(in crate::warehouse) const ROWS: u8 = 7;

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

/// A block is written when its texts have so many bytes, or it has so many of them.
const FULL: (usize, usize) = (64 * 1024, 16 * 1024);

/// Rows as one text: [`ROWS`], the number of fields, where each of them ends, and their bytes.
#[derive(Default)]
pub(in crate::warehouse) struct Block {
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Block {
    /// Adds a field.
    pub(in crate::warehouse) fn add(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len() as u32);
    }

    /// Writes the rows if they are many. To be called after each of them.
    pub(in crate::warehouse) fn write_if_full(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.bytes.len() < FULL.0 && self.ends.len() < FULL.1 { Ok(()) } else { self.write(output) }
    }

    /// Writes the rows, if there are any.
    pub(in crate::warehouse) fn write(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.ends.is_empty() {
            return Ok(());
        }
        output.write_all(&[ROWS])?;
        number(output, self.ends.len())?;
        let ends: Vec<u8> = self.ends.iter().flat_map(|end| end.to_le_bytes()).collect();
        output.write_all(&ends)?;
        output.write_all(&self.bytes)?;
        self.ends.clear();
        self.bytes.clear();
        Ok(())
    }

    /// Reads what follows [`ROWS`], of rows with so many columns. `left` says how many bytes may still come, with four for
    /// each field.
    ///
    /// # Errors
    /// Of the kind `InvalidData` where it is no block, and `FileTooLarge` where it has more bytes than may come.
    pub(in crate::warehouse) fn read(
        &mut self,
        input: &mut impl Read,
        columns: usize,
        left: &mut u64,
    ) -> io::Result<()> {
        let mut count = [0; 4];
        input.read_exact(&mut count)?;
        let fields = u32::from_le_bytes(count) as usize;
        if columns == 0 || fields % columns != 0 || fields > FULL.1 + columns {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut ends = vec![0; fields * 4];
        input.read_exact(&mut ends)?;
        self.ends.clear();
        self.ends.extend(ends.as_chunks().0.iter().map(|end| u32::from_le_bytes(*end)));
        let (mut start, mut fits) = (0, true);
        for end in &self.ends {
            fits &= start <= *end && (*end - start) as usize <= LONGEST;
            start = *end;
        }
        if !fits || start as usize > FULL.0 + columns * LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        *left = left.checked_sub(u64::from(start) + 4 * fields as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        self.bytes.clear();
        // The memory grows with what comes, and not with what was promised.
        if input.take(u64::from(start)).read_to_end(&mut self.bytes)? < start as usize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    pub(super) fn has_nul(&self) -> bool {
        self.bytes.contains(&0)
    }

    /// Calls a function with each row until it fails; None if the bytes are no text.
    pub(in crate::warehouse) fn each<E>(
        &self,
        columns: usize,
        mut take: impl FnMut(&[&str]) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let text = std::str::from_utf8(&self.bytes).ok()?;
        let (mut start, mut fields) = (0, Vec::with_capacity(columns));
        for ends in self.ends.chunks_exact(columns) {
            fields.clear();
            for end in ends {
                fields.push(text.get(std::mem::replace(&mut start, *end as usize)..*end as usize)?);
            }
            if let Err(error) = take(&fields) {
                return Some(Err(error));
            }
        }
        Some(Ok(()))
    }
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
