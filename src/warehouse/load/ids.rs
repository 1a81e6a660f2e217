//! The numbers of the member ids that a load names. Rows are staged with them: a text is kept, compared and joined once, and not
//! in each row.

use std::collections::HashMap;
use std::sync::Arc;

use duckdb::Connection;
use duckdb::arrow::array::{Array, Int32Array, RecordBatch, StringArray, StringBuilder};

use crate::warehouse::error::WarehouseError;

/// The ids, numbered from 0 in the order in which they came.
#[derive(Default)]
pub(super) struct MemberIds {
    numbers: HashMap<Box<str>, i32>,
    /// Those that are not in `temp.staged_ids`, which has all before them.
    new: StringBuilder,
    kept: i32,
}

impl MemberIds {
    /// The number of an id.
    pub(super) fn number(&mut self, id: &str) -> i32 {
        if let Some(number) = self.numbers.get(id) {
            return *number;
        }
        let number = self.numbers.len() as i32;
        self.numbers.insert(id.into(), number);
        self.new.append_value(id);
        number
    }

    /// Writes the new ids to `temp.staged_ids`.
    pub(super) fn keep(&mut self, connection: &Connection) -> Result<(), WarehouseError> {
        const AT_ONCE: usize = 2_048;
        let mut appender = connection.appender_to_catalog_and_db("staged_ids", "temp", "main")?;
        let new: StringArray = self.new.finish();
        let numbers = Int32Array::from_iter_values(self.kept..self.kept + new.len() as i32);
        let batch =
            RecordBatch::try_from_iter([("member_no", Arc::new(numbers) as _), ("member_id", Arc::new(new) as _)])?;
        for start in (0..batch.num_rows()).step_by(AT_ONCE) {
            appender.append_record_batch(batch.slice(start, AT_ONCE.min(batch.num_rows() - start)))?;
        }
        self.kept += batch.num_rows() as i32;
        Ok(appender.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_keeps_its_number() {
        let mut ids = MemberIds::default();
        let all: Vec<String> = (0..5_000).map(|id| format!("M{}", id % 2_500)).collect();
        let numbers: Vec<i32> = all.iter().map(|id| ids.number(id)).collect();
        assert_eq!(numbers, (0..2_500).chain(0..2_500).collect::<Vec<_>>());
        assert_eq!([ids.number(""), ids.number("M"), ids.number("")], [2_500, 2_501, 2_500]);
    }

    #[test]
    fn new_ids_are_kept() {
        let connection = Connection::open_in_memory().expect("a database");
        connection
            .execute_batch("create temp table staged_ids (member_no integer, member_id varchar)")
            .expect("a table");
        let mut ids = MemberIds::default();
        for names in [&["a", "b"][..], &["b"], &["c", "\u{e4}", "a"]] {
            names.iter().for_each(|id| _ = ids.number(id));
            ids.keep(&connection).expect("kept");
        }
        let kept: String = connection
            .query_row(
                "select string_agg(member_no || member_id, ' ' order by rowid) from temp.staged_ids",
                [],
                |row| row.get(0),
            )
            .expect("a row");
        assert_eq!(kept, "0a 1b 2c 3\u{e4}");
    }
}
