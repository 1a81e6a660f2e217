//! What users save for themselves, and may share in part: plans, views, annotations, reports, alerts, links.

use rusqlite::{Connection, OptionalExtension, Row, ToSql, Transaction, params};

use super::StoreError;
use super::columns::{self, Columns};

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
        if saved < most { Ok(()) } else { Err(StoreError::TooMany { whose: "a user", most, things, advice }) }
    }

    /// Adds a row of a user, with the values of its columns. Returns its id.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn insert(&self, transaction: &Transaction<'_>, user_id: i64, columns: Columns) -> Result<i64, StoreError> {
        self.require_room(transaction, user_id)?;
        let columns = std::iter::once(("user_id", user_id.into())).chain(columns).collect();
        Ok(columns::insert(transaction, self.name, columns)?)
    }

    /// Changes columns of the row that `condition` finds, whose parameters follow. Returns whether there was one.
    pub fn update(
        &self,
        transaction: &Transaction<'_>,
        columns: Columns,
        condition: (&str, &[i64]),
    ) -> Result<bool, StoreError> {
        Ok(columns::update(transaction, self.name, columns, condition)?)
    }

    /// Deletes a row of a user, or one of another that `others` allows. Returns what `read` makes of it; None if there was no
    /// such row.
    pub fn remove<T>(
        &self,
        transaction: &Transaction<'_>,
        (user_id, id): (i64, i64),
        others: Others,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let others = match others {
            Others::None => "false",
            Others::Shared => "shared",
            Others::All => "true",
        };
        let delete =
            format!("delete from {} where id = ?1 and (user_id = ?2 or {others}) returning *, {LOGIN}", self.name);
        Ok(transaction.query_row(&delete, params![id, user_id], read).optional()?)
    }

    /// What `read` makes of each row, which has also the column `login`: that of whose it is. `order` is of SQL.
    pub fn all<T>(
        &self,
        connection: &Connection,
        order: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let select = format!("select *, {LOGIN} from {} order by {order}", self.name);
        let mut statement = connection.prepare_cached(&select)?;
        let rows = statement.query_map([], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The same of the row in which a column has a value.
    pub fn one<T>(
        &self,
        connection: &Connection,
        (column, value): (&str, &dyn ToSql),
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let select = format!("select *, {LOGIN} from {} where {column} = ?1", self.name);
        let mut statement = connection.prepare_cached(&select)?;
        Ok(statement.query_row(params![value], read).optional()?)
    }
}

/// The login of whose a row is.
const LOGIN: &str = "(select login from user where user.id = user_id) as login";

/// Which rows of other users somebody may remove.
#[derive(Clone, Copy, Debug)]
pub(super) enum Others {
    None,
    /// Those in a table with the column `shared` that have it.
    Shared,
    All,
}

impl Others {
    /// Without `any` none.
    pub fn shared(any: bool) -> Others {
        if any { Others::Shared } else { Others::None }
    }

    /// Without `any` none.
    pub fn all(any: bool) -> Others {
        if any { Others::All } else { Others::None }
    }
}
