//! Numbers that the store keeps about the data directory, so that a start can compare what it finds.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Store, StoreError};

/// What a number is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The latest data version that the warehouse had.
    DataVersion,
    /// When the directory was restored from a backup, in seconds since 1970-01-01 UTC.
    RestoredAt,
    /// When that backup was made, in seconds since 1970-01-01 UTC.
    RestoredBackup,
    /// The latest time at which a session began or was used, in seconds since 1970-01-01 UTC. A clock that shows an
    /// earlier one was put back.
    Clock,
    /// 1 while erasures were repeated, and what is left of the members is still to be removed.
    TracesLeft,
    /// The latest time at which retention looked and believed the clock, in seconds since 1970-01-01 UTC.
    Retention,
    /// The last line of the audit log that the syslog server was sent.
    Syslog,
    /// The last line of these after which the server's connection was cut: up to it some may be missing there.
    SyslogCut,
    /// 1 once somebody has chosen a password of more characters than the specification's field takes.
    LongPasswords,
}

impl Note {
    pub(super) fn name(self) -> &'static str {
        match self {
            Note::DataVersion => "data_version",
            Note::RestoredAt => "restored_at",
            Note::RestoredBackup => "restored_backup",
            Note::Clock => "clock",
            Note::TracesLeft => "traces_left",
            Note::Retention => "retention",
            Note::Syslog => "syslog",
            Note::SyslogCut => "syslog_cut",
            Note::LongPasswords => "long_passwords",
        }
    }
}

impl Store {
    /// Keeps a number in place of the one before.
    pub fn note(&self, note: Note, number: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into setting (name, value) values (?1, ?2)
                 on conflict (name) do update set value = excluded.value where value <> excluded.value",
                params![note.name(), number.to_le_bytes()],
            )?;
            Ok(())
        })
    }

    /// The number that was kept last.
    pub fn noted(&self, note: Note) -> Result<Option<i64>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select value from setting where name = ?1")?;
        let found: Option<[u8; 8]> = statement.query_row([note.name()], |row| row.get(0)).optional()?;
        Ok(found.map(i64::from_le_bytes))
    }
}

/// Keeps a number in the caller's transaction, unless a larger one is kept.
pub(super) fn raise(connection: &Connection, note: Note, number: i64) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("select value from setting where name = ?1")?;
    let kept: Option<[u8; 8]> = statement.query_row([note.name()], |row| row.get(0)).optional()?;
    if kept.is_some_and(|kept| i64::from_le_bytes(kept) >= number) {
        return Ok(());
    }
    connection.execute(
        "insert into setting (name, value) values (?1, ?2)
         on conflict (name) do update set value = excluded.value",
        params![note.name(), number.to_le_bytes()],
    )?;
    Ok(())
}
