//! What users save for themselves, and may share in part: plans, views, annotations, reports.

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::StoreError;

/// A table of what users save, with the columns `id`, `user_id` and, where it may be shared, `shared`.
pub(super) struct OwnTable {
    pub name: &'static str,
    /// The most rows of a user.
    pub most: i64,
    /// What they are called, and what a user who has too many does, for messages.
    pub things: &'static str,
    pub advice: &'static str,
}

impl OwnTable {
    /// Checks that a user may save one more.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn require_room(&self, transaction: &Transaction<'_>, user_id: i64) -> Result<(), StoreError> {
        let OwnTable { name, most, things, advice } = *self;
        let count = format!("select count(*) from {name} where user_id = ?1");
        let saved: i64 = transaction.query_row(&count, params![user_id], |row| row.get(0))?;
        if saved < most { Ok(()) } else { Err(StoreError::TooMany { most, things, advice }) }
    }

    /// Deletes a row of a user, or with `any_shared` a shared one of another. Returns what `read` makes of its `columns`;
    /// None if there was no such row.
    pub fn remove<T>(
        &self,
        transaction: &Transaction<'_>,
        (user_id, id): (i64, i64),
        any_shared: bool,
        columns: &str,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let delete = format!(
            "delete from {} where id = ?1 and (user_id = ?2 or (?3 and shared)) returning {columns}",
            self.name
        );
        Ok(transaction.query_row(&delete, params![id, user_id, any_shared], read).optional()?)
    }
}
