//! The values bound to a query and the columns of its result.

use std::collections::HashMap;
use std::hash::Hash;

use duckdb::arrow::array::{Array, AsArray};
use duckdb::arrow::datatypes::{DataType, Int32Type, Int64Type};

use super::error::WarehouseError;

/// A value bound to a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Int(i64),
    Text(String),
    /// Statements cast it: `?::integer[]`.
    Ints(Vec<i32>),
}

/// One column of a result. Queries cast what they select: whole numbers to BIGINT, text to VARCHAR, lists of ids to
/// INTEGER[], bytes to BLOB.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    Int(Vec<i64>),
    Text(Vec<String>),
    Ints(Vec<Vec<i32>>),
    Bytes(Vec<Vec<u8>>),
    /// The distinct values, and for each row the index of its value: see [`Column::coded`].
    Coded(Box<Column>, Vec<u32>),
}

impl Column {
    /// The same column with each distinct value stored once, in order of first appearance, so that a lookup by value
    /// is done once per value and not once per row. Id lists stay as they are.
    pub fn coded(self) -> Column {
        match self {
            Column::Int(rows) => {
                let (values, codes) = code_numbers(rows);
                Column::Coded(Box::new(Column::Int(values)), codes)
            }
            Column::Text(rows) => {
                let (values, codes) = code(rows);
                Column::Coded(Box::new(Column::Text(values)), codes)
            }
            column => column,
        }
    }

    /// The distinct values of a coded column and each row's index into them; None if the column is not coded.
    pub fn codes(&self) -> Option<(&Column, &[u32])> {
        if let Column::Coded(values, codes) = self { Some((values, codes)) } else { None }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Column::Int(values) => values.len(),
            Column::Text(values) => values.len(),
            Column::Ints(values) => values.len(),
            Column::Bytes(values) => values.len(),
            Column::Coded(_, codes) => codes.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole numbers; empty if the column has another type.
    pub fn ints(&self) -> &[i64] {
        if let Column::Int(values) = self { values } else { &[] }
    }

    /// The same, moved out.
    pub fn into_ints(self) -> Vec<i64> {
        if let Column::Int(values) = self { values } else { Vec::new() }
    }

    /// The texts; empty if the column has another type.
    pub fn texts(&self) -> &[String] {
        if let Column::Text(values) = self { values } else { &[] }
    }

    /// The bytes; empty if the column has another type.
    pub fn bytes_of_rows(&self) -> &[Vec<u8>] {
        if let Column::Bytes(values) = self { values } else { &[] }
    }

    /// The values of the given rows, in that order.
    pub fn picked(&self, rows: &[usize]) -> Column {
        match self {
            Column::Int(values) => Column::Int(rows.iter().map(|row| values[*row]).collect()),
            Column::Text(values) => Column::Text(rows.iter().map(|row| values[*row].clone()).collect()),
            Column::Ints(values) => Column::Ints(rows.iter().map(|row| values[*row].clone()).collect()),
            Column::Bytes(values) => Column::Bytes(rows.iter().map(|row| values[*row].clone()).collect()),
            Column::Coded(values, codes) => Column::Coded(values.clone(), rows.iter().map(|row| codes[*row]).collect()),
        }
    }

    /// The approximate size in memory.
    fn bytes(&self) -> usize {
        match self {
            Column::Int(values) => size_of_val(values.as_slice()),
            Column::Text(values) => values.iter().map(|text| size_of::<String>() + text.len()).sum(),
            Column::Ints(values) => {
                values.iter().map(|list| size_of::<Vec<i32>>() + size_of_val(list.as_slice())).sum()
            }
            Column::Bytes(values) => values.iter().map(|bytes| size_of::<Vec<u8>>() + bytes.len()).sum(),
            Column::Coded(values, codes) => values.bytes() + size_of_val(codes.as_slice()),
        }
    }

    /// The id lists; empty if the column has another type.
    pub fn lists(&self) -> &[Vec<i32>] {
        if let Column::Ints(values) = self { values } else { &[] }
    }
}

/// A result by column. NULL is read as 0, an empty text or an empty list: queries use `coalesce` where that matters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    pub columns: Vec<Column>,
    pub len: usize,
}

impl Rows {
    /// The approximate size in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Rows>() + self.columns.iter().map(|column| size_of::<Column>() + column.bytes()).sum::<usize>()
    }

    /// Appends the rows of another result with the same columns.
    pub fn append(&mut self, more: Rows) {
        if self.columns.is_empty() {
            *self = more;
            return;
        }
        self.len += more.len;
        for (column, more) in self.columns.iter_mut().zip(more.columns) {
            match (column, more) {
                (Column::Int(values), Column::Int(more)) => values.extend(more),
                (Column::Text(values), Column::Text(more)) => values.extend(more),
                (Column::Ints(values), Column::Ints(more)) => values.extend(more),
                (Column::Bytes(values), Column::Bytes(more)) => values.extend(more),
                (column, more) => debug_assert!(false, "{column:?} cannot be extended with {more:?}"),
            }
        }
    }
}

/// A column for a type that queries select.
pub(super) fn empty(data_type: &DataType) -> Column {
    match data_type {
        DataType::Utf8 => Column::Text(Vec::new()),
        DataType::List(_) => Column::Ints(Vec::new()),
        DataType::Binary => Column::Bytes(Vec::new()),
        _ => Column::Int(Vec::new()),
    }
}

/// Appends an Arrow array of the column's type.
pub(super) fn append(column: &mut Column, array: &dyn Array) -> Result<(), WarehouseError> {
    let wrong = || {
        WarehouseError::Invalid(format!(
            "a query selected {}; cast it to BIGINT, VARCHAR, INTEGER[] or BLOB",
            array.data_type()
        ))
    };
    match column {
        Column::Int(values) => {
            let array = array.as_primitive_opt::<Int64Type>().ok_or_else(wrong)?;
            if array.null_count() == 0 {
                values.extend_from_slice(array.values());
            } else {
                values.extend(array.iter().map(Option::unwrap_or_default));
            }
        }
        Column::Text(values) => {
            let array = array.as_string_opt::<i32>().ok_or_else(wrong)?;
            values.extend(array.iter().map(|text| text.unwrap_or_default().to_owned()));
        }
        Column::Ints(values) => {
            let array = array.as_list_opt::<i32>().ok_or_else(wrong)?;
            for list in array.iter() {
                let Some(list) = list else {
                    values.push(Vec::new());
                    continue;
                };
                let numbers = list.as_primitive_opt::<Int32Type>().ok_or_else(wrong)?;
                values.push(numbers.iter().map(Option::unwrap_or_default).collect());
            }
        }
        Column::Bytes(values) => {
            let array = array.as_binary_opt::<i32>().ok_or_else(wrong)?;
            values.extend(array.iter().map(|bytes| bytes.unwrap_or_default().to_vec()));
        }
        Column::Coded(..) => return Err(wrong()),
    }
    Ok(())
}

/// The distinct values in order of first appearance, and the index of each row's.
fn code<T: Clone + Eq + Hash>(rows: Vec<T>) -> (Vec<T>, Vec<u32>) {
    let (mut values, mut index_of) = (Vec::new(), HashMap::new());
    let mut codes = Vec::with_capacity(rows.len());
    for value in rows {
        let index = index_of.get(&value).copied().unwrap_or_else(|| {
            let index = values.len() as u32;
            values.push(value.clone());
            index_of.insert(value, index);
            index
        });
        codes.push(index);
    }
    (values, codes)
}

/// The same for numbers, with a table in place of a map where they are close together, as most ids are.
fn code_numbers(rows: Vec<i64>) -> (Vec<i64>, Vec<u32>) {
    let first = rows.iter().copied().min().unwrap_or_default();
    let range = rows.iter().copied().max().unwrap_or_default().abs_diff(first);
    if range >= rows.len() as u64 * 4 {
        return code(rows);
    }
    let mut values = Vec::new();
    let mut index_of = vec![u32::MAX; range as usize + 1];
    let mut code_of = |value: i64| {
        let index = &mut index_of[value.abs_diff(first) as usize];
        if *index == u32::MAX {
            *index = values.len() as u32;
            values.push(value);
        }
        *index
    };
    let codes = rows.into_iter().map(&mut code_of).collect();
    (values, codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coded_column_stores_each_value_once_in_order_of_appearance() {
        let texts = |values: &[&str]| Column::Text(values.iter().map(|text| (*text).to_owned()).collect());
        let column = texts(&["b", "a", "b", "", "a"]).coded();
        assert_eq!(column.codes(), Some((&texts(&["b", "a", ""]), &[0, 1, 0, 2, 1][..])));
        assert_eq!((column.len(), column.picked(&[4, 0]).codes().map(|(_, codes)| codes)), (5, Some(&[1, 0][..])));
        assert_eq!(Column::Int(vec![7, 7, -7]).coded().codes(), Some((&Column::Int(vec![7, -7]), &[0, 0, 1][..])));
        let close = Column::Int(vec![-9, -7, -9, -8, -7]).coded();
        assert_eq!(close.codes(), Some((&Column::Int(vec![-9, -7, -8]), &[0, 1, 0, 2, 1][..])));
        assert_eq!(Column::Int(vec![7]).codes(), None);
        assert!(Column::Int(Vec::new()).coded().is_empty());
    }
}
