//! Tables that were answered, by their numbers.

use rusqlite::{OptionalExtension, params};

use super::tables::Quotable;
use crate::store::{Store, StoreError};

/// How long a table is kept after it was answered first, in seconds: 400 days.
const KEPT: i64 = 400 * 24 * 60 * 60;

impl Store {
    /// Keeps a table that was answered, once, and no longer than 400 days.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_quotable(&self, number: &str, answer: &Quotable, at: i64) -> Result<(), StoreError> {
        if self.quotable(number)?.is_some() {
            return Ok(());
        }
        let answer = serde_json::to_string(answer)?;
        self.write(|transaction| {
            transaction.execute("delete from quotable where at < ?1", params![at - KEPT])?;
            let sql = "insert or ignore into quotable (number, at, answer) values (?1, ?2, ?3)";
            transaction.execute(sql, params![number, at, answer])?;
            Ok(())
        })
    }

    /// The table with a number, and when it was answered first; None also for one that this release cannot read.
    ///
    /// # Errors
    /// If the store fails.
    pub fn quotable(&self, number: &str) -> Result<Option<(Quotable, i64)>, StoreError> {
        let sql = "select answer, at from quotable where number = ?1";
        let reader = self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        let found = statement.query_row(params![number], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)));
        Ok(found.optional()?.and_then(|(answer, at)| Some((serde_json::from_str(&answer).ok()?, at))))
    }
}
