//! What was answered, by its number.

use rusqlite::{OptionalExtension, params};

use super::tables::Quotable;
use crate::store::{Store, StoreError};

/// How long an answer is kept after it was given first, in seconds: 400 days.
const KEPT: i64 = 400 * 24 * 60 * 60;
/// The most that are kept: the oldest go.
const MOST: i64 = 100_000;

impl Store {
    /// Keeps what was answered, once.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_answer(&self, number: &str, answer: &Quotable, at: i64) -> Result<(), StoreError> {
        if self.kept_answer(number)?.is_some() {
            return Ok(());
        }
        let answer = serde_json::to_string(answer)?;
        self.write(|transaction| {
            let sql = "delete from answer where at < ?1 or id <= (select max(id) from answer) - ?2";
            transaction.execute(sql, params![at - KEPT, MOST])?;
            let sql = "insert or ignore into answer (number, at, answer) values (?1, ?2, ?3)";
            transaction.execute(sql, params![number, at, answer])?;
            Ok(())
        })
    }

    /// What was answered under a number, and when first; None also for what this release cannot read.
    ///
    /// # Errors
    /// If the store fails.
    pub fn kept_answer(&self, number: &str) -> Result<Option<(Quotable, i64)>, StoreError> {
        let sql = "select answer, at from answer where number = ?1";
        let reader = self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        let found = statement.query_row(params![number], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)));
        Ok(found.optional()?.and_then(|(answer, at)| Some((serde_json::from_str(&answer).ok()?, at))))
    }
}
