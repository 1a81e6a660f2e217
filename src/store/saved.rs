//! Things that people save, such as reports, alerts, views and targets. Each kind is a [`Resource`]: it declares its table,
//! its limit and its lines of the audit log, and the store lists, adds, changes and removes any of them.

use rusqlite::types::{ToSqlOutput, Value};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, Transaction, ffi, params_from_iter};

use super::audit::{self, By, Entry};
use super::{Store, StoreError, columns};

pub use super::columns::Columns;

/// What is written into columns of a row, and read from them.
pub trait Stored: Sized {
    /// The columns with their values.
    ///
    /// # Errors
    /// If a value is none that SQLite can store.
    fn columns(&self) -> rusqlite::Result<Columns>;

    /// Reads the columns of a row.
    ///
    /// # Errors
    /// If one of them is missing, or has another type.
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self>;
}

impl Stored for () {
    fn columns(&self) -> rusqlite::Result<Columns> {
        Ok(Vec::new())
    }

    fn from_row(_: &Row<'_>) -> rusqlite::Result<()> {
        Ok(())
    }
}

/// The value of a column.
///
/// # Errors
/// If SQLite cannot store it.
pub fn value(of: &dyn ToSql) -> rusqlite::Result<Value> {
    match of.to_sql()? {
        ToSqlOutput::Owned(value) => Ok(value),
        ToSqlOutput::Borrowed(value) => Ok(value.try_into()?),
        _ => Err(rusqlite::Error::ToSqlConversionFailure("a value that is no column's".into())),
    }
}

/// Implements [`Stored`] for a struct, with a column for each of its fields. A column that has another name than its field
/// is written after it: `table: "feed_table"`. Fields after `;` are `Stored` themselves.
macro_rules! stored {
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $column:literal) => { $column };
    ($type:ident { $($field:ident $(: $column:literal)?),* $(; $($part:ident),+)? }) => {
        impl $crate::store::saved::Stored for $type {
            fn columns(&self) -> rusqlite::Result<$crate::store::saved::Columns> {
                #[allow(unused_mut, reason = "not every struct has parts")]
                let mut columns = vec![$((
                    $crate::store::saved::stored!(@name $field $($column)?),
                    $crate::store::saved::value(&self.$field)?,
                )),*];
                $($(columns.extend($crate::store::saved::Stored::columns(&self.$part)?);)+)?
                Ok(columns)
            }

            fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
                Ok(Self {
                    $($field: row.get($crate::store::saved::stored!(@name $field $($column)?))?,)*
                    $($($part: $crate::store::saved::Stored::from_row(row)?,)+)?
                })
            }
        }
    };
}
pub(crate) use stored;

/// The table of a kind of things. It has the columns `id` and those of the [`Owner`].
#[derive(Clone, Copy, Debug)]
pub struct StoredTable {
    pub name: &'static str,
    /// The order of a list, in SQL.
    pub order: &'static str,
    /// The name of the column with the time of the last change, in seconds since 1970-01-01 UTC.
    pub time_column: &'static str,
    /// Whether it has a column `shared`. Rows where it is set are visible to other users.
    pub may_be_shared: bool,
    /// The most rows of an owner.
    pub most: i64,
    /// Their name in messages.
    pub things: &'static str,
    /// Advice for an owner who has too many.
    pub advice: &'static str,
    /// The events of the audit log.
    pub added: &'static str,
    pub changed: &'static str,
    pub removed: &'static str,
}

/// A kind of things that people save.
pub trait Resource: Stored + Send + 'static {
    const TABLE: StoredTable;
    type Owner: Owner;
    /// What Bond records about a thing, in addition to what its owner entered.
    type State: Stored + Send;

    /// The subject and the detail of a line of the audit log.
    fn audited(&self) -> (&str, String);

    /// Whether other users see it; of a table with things that may be shared.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether the audit log has lines of it: of things that may be shared, of those that other users see.
    fn is_recorded(&self) -> bool {
        !Self::TABLE.may_be_shared || self.is_shared()
    }

    /// What else changes when other users no longer see a thing.
    ///
    /// # Errors
    /// If the store fails.
    fn hide(_: &Transaction<'_>, _: &Saved<Self>) -> Result<(), StoreError> {
        Ok(())
    }

    /// The error where a unique index refuses it, if there is one.
    fn taken() -> Option<StoreError> {
        None
    }
}

/// Who has a thing.
pub trait Owner: Sized + Send {
    /// Owners, for messages.
    const WHOSE: &'static str;
    /// In SQL: the things of the owner with the parameter `?1`, which is the id of a user.
    const OWN: &'static str;
    /// In SQL: what [`Owner::from_row`] reads beside the columns of the table.
    const MORE: &'static str;

    /// The columns of a new thing of a user, or of one that somebody changes.
    fn columns(user_id: i64, by: By<'_>, is_new: bool) -> Columns;

    /// # Errors
    /// If a column is missing, or has another type.
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self>;

    fn is(&self, user_id: i64) -> bool;
}

/// A user, whose things are private unless they are shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfUser {
    pub user_id: i64,
    pub login: String,
}

impl Owner for OfUser {
    const WHOSE: &'static str = "a user";
    const OWN: &'static str = "user_id = ?1";
    const MORE: &'static str = "(select login from user where user.id = user_id) as login";

    fn columns(user_id: i64, _: By<'_>, is_new: bool) -> Columns {
        if is_new { vec![("user_id", user_id.into())] } else { Vec::new() }
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<OfUser> {
        Ok(OfUser { user_id: row.get("user_id")?, login: row.get("login")? })
    }

    fn is(&self, user_id: i64) -> bool {
        self.user_id == user_id
    }
}

/// The program, whoever saved the thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfProgram {
    /// The login of who changed it last; None for the command line.
    pub set_by: Option<String>,
}

impl Owner for OfProgram {
    const WHOSE: &'static str = "a program";
    // All of them, whoever asks; a parameter must be used.
    const OWN: &'static str = "?1 is not null";
    const MORE: &'static str = "null";

    fn columns(_: i64, by: By<'_>, _: bool) -> Columns {
        vec![("set_by", by.actor.map(str::to_owned).into())]
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<OfProgram> {
        Ok(OfProgram { set_by: row.get("set_by")? })
    }

    fn is(&self, _: i64) -> bool {
        false
    }
}

/// A thing in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved<T: Resource> {
    pub id: i64,
    pub owner: T::Owner,
    /// Seconds since 1970-01-01 UTC.
    pub saved_at: i64,
    pub item: T,
    pub state: T::State,
}

impl<T: Resource> Saved<T> {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Saved<T>> {
        Ok(Saved {
            id: row.get("id")?,
            owner: T::Owner::from_row(row)?,
            saved_at: row.get(T::TABLE.time_column)?,
            item: T::from_row(row)?,
            state: T::State::from_row(row)?,
        })
    }

    /// Whether a user has it.
    pub fn is_of(&self, user_id: i64) -> bool {
        self.owner.is(user_id)
    }
}

/// Writes a line of the audit log, unless it has none of the thing.
fn record(transaction: &Transaction<'_>, item: &impl Resource, event: &str, by: By<'_>) -> Result<(), StoreError> {
    if !item.is_recorded() {
        return Ok(());
    }
    let (subject, detail) = item.audited();
    audit::append(transaction, &Entry { subject: Some(subject), detail: Some(&detail), ..by.entry(event) })
}

/// The things of a list.
#[derive(Clone, Copy, Debug)]
pub enum Visible {
    /// The things of a user, and shared ones.
    To(i64),
    All,
}

impl Store {
    /// The things that somebody sees, in the order of their table.
    ///
    /// # Errors
    /// If the store fails.
    pub fn saved<T: Resource>(&self, seen: Visible) -> Result<Vec<Saved<T>>, StoreError> {
        let own = T::Owner::OWN;
        let (condition, parameter) = match seen {
            Visible::All => ("true".to_owned(), None),
            Visible::To(user) if T::TABLE.may_be_shared => (format!("({own} or shared)"), Some(user)),
            Visible::To(user) => (own.to_owned(), Some(user)),
        };
        let select = format!("{} where {condition} order by {}", select::<T>(), T::TABLE.order);
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&select)?;
        let rows = statement.query_map(params_from_iter(parameter), Saved::from_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A thing that a user sees: its own, or one that is shared.
    ///
    /// # Errors
    /// If the store fails.
    pub fn seen<T: Resource>(&self, user_id: i64, id: i64) -> Result<Option<Saved<T>>, StoreError> {
        Ok(self.one_saved::<T>(id)?.filter(|saved| saved.is_of(user_id) || saved.item.is_shared()))
    }

    /// The thing with an id.
    ///
    /// # Errors
    /// If the store fails.
    pub fn one_saved<T: Resource>(&self, id: i64) -> Result<Option<Saved<T>>, StoreError> {
        one(&self.reader(), ("id", &id))
    }

    /// The thing in which a column has a value that no other has.
    ///
    /// # Errors
    /// If the store fails.
    pub fn saved_with<T: Resource>(
        &self,
        column: &'static str,
        value: &dyn ToSql,
    ) -> Result<Option<Saved<T>>, StoreError> {
        one(&self.reader(), (column, value))
    }

    /// Saves a thing of a user, and returns its id.
    ///
    /// # Errors
    /// [`StoreError::TooMany`], [`Resource::taken`].
    pub fn add_saved<T: Resource>(
        &self,
        user_id: i64,
        item: &T,
        state: &T::State,
        by: By<'_>,
    ) -> Result<i64, StoreError> {
        let StoredTable { name, most, things, advice, time_column, added, .. } = T::TABLE;
        self.write(|transaction| {
            let count = format!("select count(*) from {name} where {}", T::Owner::OWN);
            let count: i64 = transaction.query_row(&count, [user_id], |row| row.get(0))?;
            if count >= most {
                return Err(StoreError::TooMany { whose: T::Owner::WHOSE, most, things, advice });
            }
            let mut columns = T::Owner::columns(user_id, by, true);
            columns.push((time_column, by.at.into()));
            columns.extend(item.columns()?);
            columns.extend(state.columns()?);
            let id = columns::insert(transaction, name, columns).map_err(refused::<T>)?;
            record(transaction, item, added, by)?;
            Ok(id)
        })
    }

    /// Saves a thing in place of another, if `may` says so. `next` makes its state from that of the other. Returns whether
    /// there was one.
    ///
    /// # Errors
    /// [`Resource::taken`].
    pub fn change_saved<T: Resource>(
        &self,
        id: i64,
        item: &T,
        may: impl Fn(&Saved<T>) -> bool,
        next: impl Fn(&Saved<T>) -> T::State,
        by: By<'_>,
    ) -> Result<bool, StoreError> {
        let StoredTable { name, time_column, changed, removed, .. } = T::TABLE;
        self.write(|transaction| {
            let Some(before) = one::<T>(transaction, ("id", &id))?.filter(&may) else { return Ok(false) };
            let mut columns = T::Owner::columns(0, by, false);
            columns.push((time_column, by.at.into()));
            columns.extend(item.columns()?);
            columns.extend(next(&before).columns()?);
            columns::update(transaction, name, columns, ("id = ?", &[id])).map_err(refused::<T>)?;
            record(transaction, item, changed, by)?;
            if before.item.is_shared() && !item.is_shared() {
                T::hide(transaction, &before)?;
            }
            if !item.is_recorded() {
                record(transaction, &before.item, removed, by)?;
            }
            Ok(true)
        })
    }

    /// Removes a thing, if `may` says so. Returns whether there was one.
    ///
    /// # Errors
    /// If the store fails.
    pub fn remove_saved<T: Resource>(
        &self,
        id: i64,
        may: impl Fn(&Saved<T>) -> bool,
        by: By<'_>,
    ) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let Some(saved) = one::<T>(transaction, ("id", &id))?.filter(&may) else { return Ok(false) };
            transaction.execute(&format!("delete from {} where id = ?1", T::TABLE.name), [id])?;
            record(transaction, &saved.item, T::TABLE.removed, by)?;
            Ok(true)
        })
    }

    /// Replaces the state of a thing with the one that `next` returns, if any, and writes lines of the audit log. If the
    /// thing was removed meanwhile, it writes only the lines.
    ///
    /// # Errors
    /// If the store fails.
    pub fn note_saved<T: Resource>(
        &self,
        id: i64,
        next: impl Fn(Saved<T>) -> Option<T::State>,
        entries: &[Entry<'_>],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            if let Some(state) = one::<T>(transaction, ("id", &id))?.and_then(&next) {
                columns::update(transaction, T::TABLE.name, state.columns()?, ("id = ?", &[id]))?;
            }
            entries.iter().try_for_each(|entry| audit::append(transaction, entry))
        })
    }
}

fn select<T: Resource>() -> String {
    format!("select *, {} from {}", T::Owner::MORE, T::TABLE.name)
}

fn one<T: Resource>(
    connection: &Connection,
    (column, value): (&str, &dyn ToSql),
) -> Result<Option<Saved<T>>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{} where {column} = ?1", select::<T>()))?;
    Ok(statement.query_row([value], Saved::from_row).optional()?)
}

/// Says that there is one already if a unique index refused. Other errors pass through.
fn refused<T: Resource>(error: rusqlite::Error) -> StoreError {
    let is_taken = error.sqlite_error().is_some_and(|failure| failure.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE);
    T::taken().filter(|_| is_taken).unwrap_or_else(|| error.into())
}

/// For the tests of each kind.
#[cfg(test)]
pub(crate) mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::store::users::NewUser;

    /// A store with two users, ann and bob, whose ids are beside it.
    pub struct Users {
        _dir: tempfile::TempDir,
        pub store: Store,
        pub ann: i64,
        pub bob: i64,
    }

    pub fn users() -> Users {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let [ann, bob] = ["ann", "bob"].map(|login| {
            let user = NewUser { login, first_name: "Ann", password_hash: "x", roles: &[] };
            store.add_user(&user, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        });
        Users { _dir: dir, store, ann, bob }
    }

    /// The lines of the audit log about things, the latest first: event and detail.
    pub fn lines<T: Resource>(store: &Store) -> Vec<(String, String)> {
        let StoredTable { added, changed, removed, .. } = T::TABLE;
        let lines = store.last_audit_lines(200).expect("read").into_iter();
        let lines = lines.filter(|line| [added, changed, removed].contains(&line.event.as_str()));
        lines.map(|line| (line.event, line.detail.unwrap_or_default())).collect()
    }

    /// Checks that a thing of a user is read as it was saved, that only who may changes and removes it, that this is in the
    /// audit log, how many a user has, and that they go with the user. `another` makes more of them.
    pub fn lives<T: Resource<Owner = OfUser> + PartialEq + Debug>(another: impl Fn(i64) -> (T, T::State))
    where
        T::State: Clone + PartialEq + Debug,
    {
        let Users { store, ann, bob, .. } = &users();
        let StoredTable { most, things, added, changed, removed, .. } = T::TABLE;
        let (item, state) = another(-1);
        let id = store.add_saved(*ann, &item, &state, By::from(2)).expect("saved");
        let saved = store.one_saved::<T>(id).expect("read").expect("there");
        assert_eq!((&saved.item, &saved.state, saved.saved_at), (&item, &state, 2));
        assert_eq!(saved.owner, OfUser { user_id: *ann, login: "ann".to_owned() });
        assert_eq!(store.saved::<T>(Visible::To(*ann)).expect("read"), [saved]);
        assert_eq!(store.saved::<T>(Visible::To(*bob)).expect("read").len(), usize::from(item.is_shared()));
        assert_eq!(store.seen::<T>(*bob, id).expect("read").is_some(), item.is_shared());

        let of = |user: i64| move |saved: &Saved<T>| saved.is_of(user);
        let next = |before: &Saved<T>| before.state.clone();
        assert!(!store.change_saved(id, &item, of(*bob), next, By::from(3)).expect("asked"));
        assert!(store.change_saved(id, &item, of(*ann), next, By::from(4)).expect("changed"));
        assert_eq!(store.one_saved::<T>(id).expect("read").map(|saved| saved.saved_at), Some(4));
        assert!(!store.remove_saved(id, of(*bob), By::from(5)).expect("asked"));
        assert!(store.remove_saved(id, of(*ann), By::from(6)).expect("removed"));
        assert!(!store.remove_saved(id, of(*ann), By::from(7)).expect("asked"));
        let recorded = if item.is_recorded() { vec![removed, changed, added] } else { Vec::new() };
        let events: Vec<String> = lines::<T>(store).into_iter().map(|(event, _)| event).collect();
        assert_eq!(events, recorded);

        let add = |at| {
            let (item, state) = another(at);
            store.add_saved(*ann, &item, &state, By::from(8))
        };
        for at in 0..most {
            add(at).expect("saved");
        }
        let refused = add(most).expect_err("too many").to_string();
        assert!(refused.contains(&format!("a user has at most {most} {things}")), "{refused}");
        store.delete_user(*ann, By::from(9)).expect("deleted");
        assert!(store.saved::<T>(Visible::All).expect("read").is_empty());
    }
}
