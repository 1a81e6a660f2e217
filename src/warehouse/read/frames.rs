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
    if value.len() > LONGEST { Err(too_long(name)) } else { Ok(()) }
}

/// That a value of a column is too long.
pub(super) fn too_long(name: &str) -> Stop {
    Stop::Fault(format!("a value of {name:?} is longer than {LONGEST} bytes; shorten it"))
}

/// Rows are written when their texts have so many bytes, or when there are so many of them.
const FULL: usize = 256 * 1024;
pub(super) const ROWS_AT_ONCE: usize = 4 * 1024;
/// The most bytes of the texts of a block, besides those of one row.
pub(super) const BYTES_AT_ONCE: usize = 1 << 20;

/// The texts of a column: where each of them ends, and their bytes.
#[derive(Default)]
pub(in crate::warehouse) struct Texts {
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Texts {
    pub(in crate::warehouse) fn add(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len() as u32);
    }

    /// Adds all texts of another column, whose ends count from `start`.
    pub(in crate::warehouse) fn add_all(&mut self, start: i32, ends: &[i32], bytes: &[u8]) {
        let shift = self.bytes.len() as i32 - start;
        self.ends.extend(ends.iter().map(|end| (end + shift).unsigned_abs()));
        self.bytes.extend_from_slice(bytes);
    }

    /// Reads what [`Block::write`] has written of a column: at most `most` bytes.
    fn read(&mut self, input: &mut impl Read, rows: usize, most: usize, left: &mut u64) -> io::Result<()> {
        let mut ends = vec![0; rows * 4];
        input.read_exact(&mut ends)?;
        self.ends.clear();
        self.ends.extend(ends.as_chunks().0.iter().map(|end| u32::from_le_bytes(*end)));
        let (mut start, mut fits) = (0, true);
        for end in &self.ends {
            fits &= start <= *end && (end.wrapping_sub(start)) as usize <= LONGEST;
            start = *end;
        }
        if !fits || start as usize > most {
            return Err(io::ErrorKind::InvalidData.into());
        }
        *left = left.checked_sub(u64::from(start) + 4 * rows as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        self.bytes.clear();
        // The memory grows with what comes, and not with what was promised.
        if input.take(u64::from(start)).read_to_end(&mut self.bytes)? < start as usize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

/// Rows, by columns: [`ROWS`], the number of the rows, and the texts of each column.
#[derive(Default)]
pub(in crate::warehouse) struct Block {
    columns: Vec<Texts>,
    rows: usize,
    bytes: usize,
}

impl Block {
    /// Rows that have all been added to their columns.
    pub(in crate::warehouse) fn of(columns: Vec<Texts>) -> Block {
        let bytes = columns.iter().map(|texts| texts.bytes.len()).sum();
        Block { rows: columns.first().map_or(0, |texts| texts.ends.len()), columns, bytes }
    }

    /// Adds a row: as many texts as the others have.
    pub(in crate::warehouse) fn add<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        for (index, text) in texts.into_iter().enumerate() {
            if index == self.columns.len() {
                self.columns.push(Texts::default());
            }
            self.columns[index].add(text.as_ref());
            self.bytes += text.as_ref().len();
        }
        self.rows += 1;
    }

    /// Writes the rows if they are many.
    pub(in crate::warehouse) fn write_if_full(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.bytes < FULL && self.rows < ROWS_AT_ONCE { Ok(()) } else { self.write(output) }
    }

    /// Writes the rows, if there are any.
    pub(in crate::warehouse) fn write(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.rows == 0 || self.columns.is_empty() {
            return Ok(());
        }
        output.write_all(&[ROWS])?;
        number(output, self.rows)?;
        for Texts { ends, bytes } in &mut self.columns {
            output.write_all(&ends.iter().flat_map(|end| end.to_le_bytes()).collect::<Vec<u8>>())?;
            output.write_all(bytes)?;
            ends.clear();
            bytes.clear();
        }
        (self.rows, self.bytes) = (0, 0);
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
        let mut rows = [0; 4];
        input.read_exact(&mut rows)?;
        self.rows = u32::from_le_bytes(rows) as usize;
        if self.rows > ROWS_AT_ONCE {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.columns.resize_with(columns, Texts::default);
        // Whatever the other side is: what is in memory at once is bounded.
        let mut most = BYTES_AT_ONCE + columns * LONGEST;
        for texts in &mut self.columns {
            texts.read(input, self.rows, most, left)?;
            most -= texts.bytes.len();
        }
        Ok(())
    }

    pub(super) fn has_nul(&self) -> bool {
        self.columns.iter().any(|texts| texts.bytes.contains(&0))
    }

    /// Calls a function with each row until it fails; None if a field is no text.
    pub(in crate::warehouse) fn each<E>(
        &self,
        mut take: impl FnMut(&[&str]) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let texts = self.columns.iter().map(|Texts { ends, bytes }| Some((std::str::from_utf8(bytes).ok()?, ends)));
        let texts: Vec<(&str, &Vec<u32>)> = texts.collect::<Option<_>>()?;
        let mut fields = Vec::with_capacity(texts.len());
        for row in 0..self.rows {
            fields.clear();
            for (text, ends) in &texts {
                let start = if row == 0 { 0 } else { ends[row - 1] };
                fields.push(text.get(start as usize..ends[row] as usize)?);
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
    use super::*;

    /// What a block has written, without the byte that begins it.
    fn written(block: &mut Block) -> Vec<u8> {
        let mut bytes = Vec::new();
        block.write(&mut bytes).expect("a vector takes everything");
        assert_eq!(bytes.remove(0), ROWS);
        bytes
    }

    /// The kind of error that reading gives, with so many bytes left.
    fn refused(bytes: &[u8], mut left: u64) -> io::ErrorKind {
        let mut block = Block::default();
        block.read(&mut &bytes[..], 2, &mut left).expect_err("the block is refused").kind()
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let rows = [["", "\u{e4}"], ["a\nb", ""], ["", ""], ["c", "\u{1f600}\0"]];
        let (mut block, mut again) = (Block::default(), Block::default());
        for round in 1..=2 {
            rows.iter().take(2 * round).for_each(|row| block.add(row));
            let bytes = written(&mut block);
            let mut left = bytes.len() as u64;
            again.read(&mut &bytes[..], 2, &mut left).expect("the block is read");
            assert_eq!(left, 4, "the number of rows costs nothing");
            let mut found = Vec::new();
            let read = again.each(|fields| {
                found.push([fields[0].to_owned(), fields[1].to_owned()]);
                Ok::<(), ()>(())
            });
            assert_eq!(read, Some(Ok(())));
            assert_eq!(found, rows[..2 * round]);
            assert_eq!(again.has_nul(), round == 2);
        }
        let mut nothing = Vec::new();
        block.write(&mut nothing).expect("a vector takes everything");
        assert_eq!(nothing, [0_u8; 0], "what is written is gone");
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let mut block = Block::default();
        block.add(["ab", "c"]);
        block.add(["d", "e"]);
        let bytes = written(&mut block);
        // The number of rows, two ends, three bytes, two ends, two bytes.
        assert_eq!(bytes.len(), 4 + 8 + 3 + 8 + 2);
        let changed = |at: usize, number: u32| {
            let mut bytes = bytes.clone();
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            bytes
        };
        let all = u64::MAX;
        assert_eq!(refused(&changed(0, u32::MAX), all), io::ErrorKind::InvalidData, "too many rows");
        assert_eq!(refused(&changed(4, 4), all), io::ErrorKind::InvalidData, "an end before the one before it");
        assert_eq!(refused(&changed(8, u32::MAX), all), io::ErrorKind::InvalidData, "too long a text");
        assert_eq!(refused(&changed(8, 60_000), all), io::ErrorKind::UnexpectedEof);
        assert_eq!(refused(&changed(8, 60_000), 60_000), io::ErrorKind::FileTooLarge);
        assert_eq!(refused(&bytes, 20), io::ErrorKind::FileTooLarge);
        assert_eq!(refused(&bytes[..bytes.len() - 1], all), io::ErrorKind::UnexpectedEof);
        let mut large = Block::default();
        let long = "x".repeat(LONGEST);
        (0..20).for_each(|_| large.add([&long, ""]));
        assert_eq!(refused(&written(&mut large), all), io::ErrorKind::InvalidData, "more at once than is written");
        // A letter of two bytes that ends within it.
        let (mut cut, mut left) = (changed(4, 1), all);
        cut[12..14].copy_from_slice("\u{e4}".as_bytes());
        block.read(&mut &cut[..], 2, &mut left).expect("the block is read");
        assert_eq!(block.each(|_| Ok::<(), ()>(())), None);
    }

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
