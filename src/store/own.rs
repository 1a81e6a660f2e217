//! What users save for themselves, and may share in part: plans, views, annotations, reports, alerts.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Row, Transaction, params, params_from_iter};

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

    /// Adds a row of a user, with the values of its columns. Returns its id.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn insert(
        &self,
        transaction: &Transaction<'_>,
        user_id: i64,
        columns: Vec<(&str, Value)>,
    ) -> Result<i64, StoreError> {
        self.require_room(transaction, user_id)?;
        let (mut names, mut marks) = ("user_id".to_owned(), "?".to_owned());
        for (name, _) in &columns {
            names.push_str(", ");
            names.push_str(name);
            marks.push_str(", ?");
        }
        let values = std::iter::once(user_id.into()).chain(columns.into_iter().map(|(_, value)| value));
        let insert = format!("insert into {} ({names}) values ({marks})", self.name);
        transaction.execute(&insert, params_from_iter(values))?;
        Ok(transaction.last_insert_rowid())
    }

    /// Changes columns of the row that `condition` finds, whose parameters follow. Returns whether there was one.
    pub fn update(
        &self,
        transaction: &Transaction<'_>,
        columns: Vec<(&str, Value)>,
        (condition, parameters): (&str, &[i64]),
    ) -> Result<bool, StoreError> {
        let set: Vec<String> = columns.iter().map(|(name, _)| format!("{name} = ?")).collect();
        let update = format!("update {} set {} where {condition}", self.name, set.join(", "));
        let parameters = parameters.iter().map(|number| Value::from(*number));
        let values = columns.into_iter().map(|(_, value)| value).chain(parameters);
        Ok(transaction.execute(&update, params_from_iter(values))? > 0)
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
