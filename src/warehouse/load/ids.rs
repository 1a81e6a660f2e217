//! The numbers of the member ids that a load names. Rows are staged with them: a text is kept, compared and joined once, and not
//! in each row.

use std::hash::{BuildHasher, RandomState};

use duckdb::Connection;
use duckdb::arrow::array::{Int32Array, RecordBatch, StringArray};

use crate::warehouse::error::WarehouseError;

/// The ids, numbered from 0 in the order in which they came. They take up to 50 bytes each.
#[derive(Default)]
pub(super) struct MemberIds {
    /// The texts, one after another, and where each of them ends.
    texts: String,
    ends: Vec<usize>,
    /// A table with open addresses, at most half full: part of an id's hash, and its number above 0.
    slots: Vec<(u32, u32)>,
    hasher: RandomState,
    /// How many are in `temp.staged_ids`.
    kept: usize,
}

impl MemberIds {
    /// The number of an id.
    pub(super) fn number(&mut self, id: &str) -> i32 {
        if self.ends.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = self.hasher.hash_one(id);
        let (mut at, part) = self.place(hash);
        loop {
            match self.slots[at] {
                (_, 0) => {
                    self.texts.push_str(id);
                    self.ends.push(self.texts.len());
                    self.slots[at] = (part, self.ends.len() as u32);
                    return self.ends.len() as i32 - 1;
                }
                (of_slot, next) if of_slot == part && self.text(next as usize - 1) == id => return next as i32 - 1,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    fn text(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.texts[start..self.ends[number]]
    }

    /// Where a hash is looked for first, and its part that is kept.
    fn place(&self, hash: u64) -> (usize, u32) {
        (hash as usize & (self.slots.len() - 1), (hash >> 32) as u32)
    }

    fn grow(&mut self) {
        self.slots = vec![(0, 0); (self.slots.len() * 2).max(1024)];
        for number in 0..self.ends.len() {
            let (mut at, part) = self.place(self.hasher.hash_one(self.text(number)));
            while self.slots[at].1 != 0 {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = (part, number as u32 + 1);
        }
    }

    /// Writes the new ids to `temp.staged_ids`.
    pub(super) fn keep(&mut self, connection: &Connection) -> Result<(), WarehouseError> {
        const AT_ONCE: usize = 2_048;
        let mut appender = connection.appender_to_catalog_and_db("staged_ids", "temp", "main")?;
        for start in (self.kept..self.ends.len()).step_by(AT_ONCE) {
            let numbers = start..self.ends.len().min(start + AT_ONCE);
            let texts = StringArray::from_iter_values(numbers.clone().map(|number| self.text(number)));
            let numbers = Int32Array::from_iter_values(numbers.map(|number| number as i32));
            appender.append_record_batch(RecordBatch::try_from_iter([
                ("member_no", std::sync::Arc::new(numbers) as _),
                ("member_id", std::sync::Arc::new(texts) as _),
            ])?)?;
        }
        self.kept = self.ends.len();
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
        assert_eq!((ids.number(""), ids.number("M"), ids.number("")), (2_500, 2_501, 2_500));
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
