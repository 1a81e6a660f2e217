//! The format RowBinary: values without names, in the order of columns. Numbers are little-endian; texts and lists begin
//! with their length in LEB128.

use crate::warehouse::columns::{Column, Rows};
use crate::warehouse::error::WarehouseError;

/// What a column of an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// Int64
    Int,
    /// String
    Text,
    /// Array(Int32)
    Ints,
}

/// The rows of an answer.
///
/// # Errors
/// [`WarehouseError::Worker`] if the bytes end within a row, or a text is not UTF-8.
pub(super) fn decode(bytes: &[u8], columns: &[Answered]) -> Result<Rows, WarehouseError> {
    let empty = |column: &Answered| match column {
        Answered::Int => Column::Int(Vec::new()),
        Answered::Text => Column::Text(Vec::new()),
        Answered::Ints => Column::Ints(Vec::new()),
    };
    let mut rows = Rows { columns: columns.iter().map(empty).collect(), len: 0 };
    let mut rest = Rest(bytes);
    while !rest.0.is_empty() {
        for column in &mut rows.columns {
            let is_read = match column {
                Column::Int(values) => rest.int().map(|value| values.push(value)),
                Column::Text(values) => rest.text().map(|value| values.push(value)),
                Column::Ints(values) => rest.ints().map(|value| values.push(value)),
                Column::Bytes(_) | Column::Coded(..) => None,
            };
            is_read.ok_or_else(|| WarehouseError::Worker("a ClickHouse server sent half a row".into()))?;
        }
        rows.len += 1;
    }
    Ok(rows)
}

/// What is not read yet. Each of its functions returns nothing if the bytes end.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn int(&mut self) -> Option<i64> {
        Some(i64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn length(&mut self) -> Option<usize> {
        let mut length = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            length |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return usize::try_from(length).ok();
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = self.length()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn ints(&mut self) -> Option<Vec<i32>> {
        let bytes = self.length()?.checked_mul(size_of::<i32>())?;
        let bytes = self.take(bytes)?;
        bytes.chunks_exact(size_of::<i32>()).map(|one| Some(i32::from_le_bytes(one.try_into().ok()?))).collect()
    }
}

/// Appends a text.
pub(super) fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let mut length = text.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_to_the_last_byte() {
        let long = "é".repeat(100);
        let mut bytes = Vec::new();
        for (number, text, list) in [(-2_i64, long.as_str(), [7, -8].as_slice()), (1 << 40, "", &[])] {
            bytes.extend(number.to_le_bytes());
            push_text(&mut bytes, text);
            bytes.push(list.len() as u8);
            list.iter().for_each(|value: &i32| bytes.extend(value.to_le_bytes()));
        }
        let columns = [Answered::Int, Answered::Text, Answered::Ints];
        let rows = decode(&bytes, &columns).expect("rows");
        let numbers = Column::Int(vec![-2, 1 << 40]);
        let texts = Column::Text(vec![long, String::new()]);
        assert_eq!(rows, Rows { columns: vec![numbers, texts, Column::Ints(vec![vec![7, -8], vec![]])], len: 2 });
        for end in 1..bytes.len() {
            let is_whole_row = end == bytes.len() - 10;
            assert_eq!(decode(&bytes[..end], &columns).is_ok(), is_whole_row, "{end} of {} bytes", bytes.len());
        }
    }

    #[test]
    fn no_rows_have_their_columns() {
        assert_eq!(decode(&[], &[Answered::Text]).expect("rows").columns, [Column::Text(Vec::new())]);
    }
}
