//! The ledger of loads.

use std::collections::HashSet;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::audit::{self, Entry};
use super::notes::Note;
use super::{Store, StoreError};

/// An enum that is stored as its text.
macro_rules! texts {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $text)] $variant),* }

        impl $name {
            /// As it is stored and shown.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }

        // Derived, the schema of documented variants would be a list of alternatives.
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$($text),*] })
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.text().into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                match value.as_str()? {
                    $($text => Ok($name::$variant),)*
                    _ => Err(FromSqlError::InvalidType),
                }
            }
        }
    };
}

texts! {
    /// What a load is to do.
    Kind {
        /// Load files.
        Import = "import",
        /// Everything but publish.
        Check = "check",
        /// Take the last load back.
        Undo = "undo",
        /// Erase members.
        Erase = "erase",
        /// Drop facts that are older than they are kept.
        Expire = "expire",
        /// Make a demo.
        Demo = "demo",
    }
}

texts! {
    /// The way a load came in.
    Origin {
        CommandLine = "command line",
        Page = "page",
        Inbox = "inbox",
        /// The server itself, by its settings.
        Schedule = "schedule",
    }
}

texts! {
    /// How far a load is.
    State {
        /// Its files are safe; it waits for its turn.
        Queued = "queued",
        /// Its files are read and checked.
        Checking = "checking",
        /// Rows are replaced.
        Loading = "loading",
        /// Derived tables are updated.
        Deriving = "deriving",
        /// Everybody sees it.
        Published = "published",
        /// It was a check, and would have been published.
        Checked = "checked",
        /// Its files are at fault.
        Refused = "refused",
        /// Something else is.
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl Kind {
    /// Whether it loads feed files.
    pub fn loads_files(self) -> bool {
        matches!(self, Kind::Import | Kind::Check)
    }

    /// Whether somebody has to give it files.
    pub fn needs_files(self) -> bool {
        self.loads_files() || self == Kind::Erase
    }
}

/// The states in which a load ends.
pub const FINAL: [State; 5] = [State::Published, State::Checked, State::Refused, State::Failed, State::Cancelled];

impl State {
    /// Whether the load will change no more.
    pub fn is_final(self) -> bool {
        FINAL.contains(&self)
    }
}

/// A load to add, queued.
#[derive(Clone, Debug)]
pub struct NewLoad<'a> {
    pub kind: Kind,
    pub origin: Origin,
    /// The login of the user.
    pub actor: Option<&'a str>,
    /// The folder below `spool/incoming`; None if the files are read in place.
    pub folder: Option<&'a str>,
    /// JSON.
    pub options: &'a str,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
}

/// A load of the ledger. Times are seconds since 1970-01-01 UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Load {
    /// Its number.
    pub id: i64,
    pub kind: Kind,
    pub origin: Origin,
    /// The login of the user who asked for it; null for the command line and the inbox.
    pub actor: Option<String>,
    #[serde(skip)]
    pub folder: Option<String>,
    #[serde(skip)]
    pub options: String,
    pub state: State,
    pub queued_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// The data version that it made; null if it made none.
    pub data_version: Option<i32>,
    /// Rows of its files.
    pub rows: Option<i64>,
    /// Why it was refused or failed.
    pub message: Option<String>,
    /// The number of its faults.
    pub fault_count: i64,
}

/// A table that a file of a load fills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LoadFile {
    pub name: String,
    /// The feed table it fills.
    pub table: String,
    /// The system that reports its rows; empty where none is named, and for reference tables.
    pub source: String,
    pub bytes: i64,
    /// In hexadecimal.
    pub sha256: String,
    pub rows: i64,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LoadFault {
    pub file: String,
    /// From 1; null for a fault of the whole file.
    pub line: Option<i64>,
    pub column: Option<String>,
    /// What is wrong and what to do.
    pub text: String,
}

/// How a load ended.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    pub data_version: Option<i32>,
    pub rows: Option<i64>,
    pub message: Option<String>,
    /// JSON.
    pub report: Option<String>,
    pub files: Vec<LoadFile>,
    pub faults: Vec<LoadFault>,
    pub fault_count: i64,
}

const COLUMNS: &str = "id, kind, origin, actor, folder, options, state, queued_at, started_at, ended_at, data_version, \
                       rows, message, fault_count";

fn load(row: &Row<'_>) -> rusqlite::Result<Load> {
    Ok(Load {
        id: row.get(0)?,
        kind: row.get(1)?,
        origin: row.get(2)?,
        actor: row.get(3)?,
        folder: row.get(4)?,
        options: row.get(5)?,
        state: row.get(6)?,
        queued_at: row.get(7)?,
        started_at: row.get(8)?,
        ended_at: row.get(9)?,
        data_version: row.get(10)?,
        rows: row.get(11)?,
        message: row.get(12)?,
        fault_count: row.get(13)?,
    })
}

impl Store {
    /// Adds a load and returns its number. When this returns, the load is on the disk.
    pub fn add_load(&self, new: &NewLoad<'_>) -> Result<i64, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into load (kind, origin, actor, folder, options, state, queued_at)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![new.kind, new.origin, new.actor, new.folder, new.options, State::Queued, new.at],
            )?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// Sets how far an unfinished load is. The first state after [`State::Queued`] sets its start.
    pub fn set_load_state(&self, id: i64, state: State, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update load set state = ?2, started_at = case when ?2 = 'queued' then null else coalesce(started_at, ?3) end
                 where id = ?1 and ended_at is null",
                params![id, state, at],
            )?;
            Ok(())
        })
    }

    /// Ends a load, and records `entry` with it. One that has ended stays as it is.
    pub fn end_load(&self, id: i64, state: State, ending: &Ending, entry: &Entry<'_>) -> Result<(), StoreError> {
        let at = entry.at;
        self.write(|transaction| {
            let ended = transaction.execute(
                "update load set state = ?2, ended_at = ?3, started_at = coalesce(started_at, ?3), data_version = ?4,
                   rows = ?5, message = ?6, report = ?7, fault_count = ?8
                 where id = ?1 and ended_at is null",
                params![
                    id,
                    state,
                    at,
                    ending.data_version,
                    ending.rows,
                    ending.message,
                    ending.report,
                    ending.fault_count
                ],
            )?;
            if ended == 0 {
                return Ok(());
            }
            for (number, file) in (1_i64..).zip(&ending.files) {
                transaction.execute(
                    "insert into load_file (load_id, number, name, tables, source, bytes, sha256, rows)
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![id, number, file.name, file.table, file.source, file.bytes, file.sha256, file.rows],
                )?;
            }
            for (number, fault) in (1_i64..).zip(&ending.faults) {
                transaction.execute(
                    "insert into load_fault (load_id, number, file, line, field, what) values (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![id, number, fault.file, fault.line, fault.column, fault.text],
                )?;
            }
            audit::append(transaction, entry)
        })
    }

    /// The latest loads, newest first.
    pub fn loads(&self, limit: u32) -> Result<Vec<Load>, StoreError> {
        self.older_loads(0, limit)
    }

    /// The loads before the `skipped` latest ones, newest first.
    pub fn older_loads(&self, skipped: u32, limit: u32) -> Result<Vec<Load>, StoreError> {
        self.read_loads(&format!("select {COLUMNS} from load order by id desc limit {limit} offset {skipped}"))
    }

    /// The number of loads.
    pub fn count_loads(&self) -> Result<i64, StoreError> {
        Ok(self.reader().query_row("select count(*) from load", [], |row| row.get(0))?)
    }

    /// The loads that have not ended, oldest first.
    pub fn unfinished_loads(&self) -> Result<Vec<Load>, StoreError> {
        self.read_loads(&format!("select {COLUMNS} from load where ended_at is null order by id"))
    }

    /// The loads that made a data version, oldest first.
    pub fn published_loads(&self) -> Result<Vec<Load>, StoreError> {
        self.read_loads(&format!(
            "select {COLUMNS} from load where state = 'published' and data_version is not null order by id"
        ))
    }

    /// The numbers of all loads.
    pub fn load_ids(&self) -> Result<HashSet<i64>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select id from load")?;
        Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// Takes over the data of other accounts, or of these at another time: loads but the `known` did not make what is
    /// loaded, and the data version is that of the data.
    pub fn adopt_data(&self, known: &HashSet<i64>, data_version: i64) -> Result<(), StoreError> {
        for load in self.published_loads()?.iter().filter(|load| !known.contains(&load.id)) {
            self.write(|transaction| {
                let sql = "update load set data_version = null, message = 'its data were replaced' where id = ?1";
                Ok(transaction.execute(sql, [load.id]).map(|_| ())?)
            })?;
        }
        self.note(Note::DataVersion, data_version)
    }

    /// The load that ended last.
    pub fn last_ended_load(&self) -> Result<Option<Load>, StoreError> {
        let sql =
            format!("select {COLUMNS} from load where ended_at is not null order by ended_at desc, id desc limit 1");
        Ok(self.read_loads(&sql)?.pop())
    }

    /// The load that ended last, of those that were to change something.
    pub fn last_ended_change(&self) -> Result<Option<Load>, StoreError> {
        let changes = "ended_at is not null and kind <> 'check'";
        let sql = format!("select {COLUMNS} from load where {changes} order by ended_at desc, id desc limit 1");
        Ok(self.read_loads(&sql)?.pop())
    }

    /// The load that last made a data version.
    pub fn last_published_load(&self) -> Result<Option<Load>, StoreError> {
        let made = "state = 'published' and data_version is not null";
        Ok(self.read_loads(&format!("select {COLUMNS} from load where {made} order by id desc limit 1"))?.pop())
    }

    /// A load by its number.
    pub fn load(&self, id: i64) -> Result<Option<Load>, StoreError> {
        let sql = format!("select {COLUMNS} from load where id = ?1");
        Ok(self.reader().prepare_cached(&sql)?.query_row([id], load).optional()?)
    }

    /// The report of a load, as JSON.
    pub fn load_report(&self, id: i64) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select report from load where id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?.flatten())
    }

    /// The files of a load with the tables that they fill, by name. A file that fills a table several times is there as often.
    pub fn load_files(&self, id: i64) -> Result<Vec<LoadFile>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select name, tables, source, bytes, sha256, rows from load_file where load_id = ?1
             order by name, tables, number",
        )?;
        let files = statement.query_map([id], |row| {
            Ok(LoadFile {
                name: row.get(0)?,
                table: row.get(1)?,
                source: row.get(2)?,
                bytes: row.get(3)?,
                sha256: row.get(4)?,
                rows: row.get(5)?,
            })
        })?;
        Ok(files.collect::<Result<_, _>>()?)
    }

    /// The stored faults of a load, in order.
    pub fn load_faults(&self, id: i64) -> Result<Vec<LoadFault>, StoreError> {
        let reader = self.reader();
        let mut statement = reader
            .prepare_cached("select file, line, field, what from load_fault where load_id = ?1 order by number")?;
        let faults = statement.query_map([id], |row| {
            Ok(LoadFault { file: row.get(0)?, line: row.get(1)?, column: row.get(2)?, text: row.get(3)? })
        })?;
        Ok(faults.collect::<Result<_, _>>()?)
    }

    fn read_loads(&self, sql: &str) -> Result<Vec<Load>, StoreError> {
        let reader: &Connection = &self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        let loads = statement.query_map([], load)?;
        Ok(loads.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: NewLoad<'_> = NewLoad {
        kind: Kind::Import,
        origin: Origin::Page,
        actor: Some("ann"),
        folder: Some("a1"),
        options: "{}",
        at: 100,
    };

    #[test]
    fn a_load_is_queued_starts_and_ends_once() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let id = store.add_load(&NEW).expect("added");
        store.set_load_state(id, State::Checking, 101).expect("set");
        store.set_load_state(id, State::Loading, 105).expect("set");
        let unfinished = store.unfinished_loads().expect("read");
        assert_eq!((unfinished.len(), unfinished[0].state, unfinished[0].started_at), (1, State::Loading, Some(101)));
        let fault = LoadFault { file: "logins.csv".into(), line: Some(3), column: None, text: "wrong".into() };
        let file = LoadFile {
            name: "logins.csv".into(),
            table: "logins".into(),
            source: "till".into(),
            bytes: 9,
            sha256: "ab".into(),
            rows: 0,
        };
        // One file may fill several tables, and one of them several times.
        let other = LoadFile { table: "members".into(), source: String::new(), ..file.clone() };
        let again = LoadFile { rows: 7, ..file.clone() };
        let ending = Ending {
            message: Some("1 fault".into()),
            files: vec![file.clone(), other.clone(), again.clone()],
            faults: vec![fault.clone()],
            fault_count: 1,
            ..Ending::default()
        };
        store
            .end_load(id, State::Refused, &ending, &Entry { at: 110, event: "load_refused", ..Entry::default() })
            .expect("ended");
        // What comes late changes nothing.
        store.set_load_state(id, State::Loading, 111).expect("ignored");
        let late = Entry { at: 112, event: "load_failed", ..Entry::default() };
        store.end_load(id, State::Failed, &ending, &late).expect("ignored");
        assert_eq!(store.last_audit_lines(1).expect("read")[0].event, "load_refused");
        let ended = store.load(id).expect("read").expect("there");
        assert_eq!((ended.state, ended.ended_at, ended.fault_count), (State::Refused, Some(110), 1));
        assert_eq!(store.load_faults(id).expect("read"), [fault]);
        assert_eq!(store.load_files(id).expect("read"), [file, again, other]);
        assert_eq!(store.unfinished_loads().expect("read"), []);
        assert_eq!(store.last_ended_load().expect("read").as_ref(), Some(&ended));
        assert_eq!(store.last_published_load().expect("read"), None, "it was refused");
        assert_eq!(store.loads(10).expect("read"), [ended]);
        assert_eq!(store.load(id + 1).expect("read"), None);
    }
}
