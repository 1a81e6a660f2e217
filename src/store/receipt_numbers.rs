//! Receipts that were handed out by their number alone, so that somebody can ask for them. The store does not read them.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

/// The most that are kept: the oldest go.
const MOST: i64 = 50_000;

impl Store {
    /// Keeps a receipt under its number. One that is there stays: it says the same.
    pub fn keep_receipt(&self, number: &str, receipt: &str, at: i64) -> Result<(), StoreError> {
        if self.numbered_receipt(number)?.is_some() {
            return Ok(());
        }
        self.write(|transaction| {
            transaction.execute(
                "insert into receipt_number (number, kept_at, receipt) values (?1, ?2, ?3) on conflict (number) do nothing",
                params![number, at, receipt],
            )?;
            let sql = "delete from receipt_number where id <= (select max(id) from receipt_number) - ?1";
            transaction.execute(sql, [MOST])?;
            Ok(())
        })
    }

    /// The receipt with a number, as JSON.
    pub fn numbered_receipt(&self, number: &str) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select receipt from receipt_number where number = ?1")?;
        Ok(statement.query_row([number], |row| row.get(0)).optional()?)
    }
}
