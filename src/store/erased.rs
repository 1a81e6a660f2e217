//! The members that were erased, by keyed hashes of their ids.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};

use super::chain;
use super::loads::{Kind, Origin, State};
use super::{Store, StoreError};

/// A member that was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErasedMember {
    /// The keyed hash of the id.
    pub digest: [u8; 32],
    /// The number of the erasure in the ledger.
    pub load: i64,
    /// Whether the member's facts stay, under another id.
    pub keep_counts: bool,
}

impl Store {
    /// Adds members to those that no feed brings back. One that is there already stays as it is, unless it now is to be
    /// erased whole.
    pub fn add_erased(&self, members: &[ErasedMember]) -> Result<(), StoreError> {
        self.write(|transaction| add(transaction, members))
    }

    /// All erased members.
    pub fn erased(&self) -> Result<Vec<ErasedMember>, StoreError> {
        all(&self.reader())
    }

    /// Adds members that were erased after a backup was made which has just been restored. `data_version` is that of the
    /// backup. The ledger gets an erasure that the warehouse lacks, so that the next start repeats it before it serves.
    pub fn erase_again(&self, members: &[ErasedMember], data_version: i32, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into load (kind, origin, options, state, queued_at, started_at, ended_at, data_version, rows, message)
                 values (?1, ?2, '{}', ?3, ?4, ?4, ?4, ?5, 0, 'repeated after a restore')",
                params![Kind::Erase, Origin::CommandLine, State::Published, at, data_version.saturating_add(1)],
            )?;
            let load = transaction.last_insert_rowid();
            let members: Vec<ErasedMember> = members.iter().map(|member| ErasedMember { load, ..*member }).collect();
            add(transaction, &members)
        })
    }

    /// The data version of the last finished erasure. Backups of earlier versions still have the members.
    pub fn last_erasure(&self) -> Result<Option<i32>, StoreError> {
        let sql = "select max(data_version) from load where kind = ?1 and state = ?2";
        let reader = self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        Ok(statement.query_row(params![Kind::Erase, State::Published], |row| row.get(0)).optional()?.flatten())
    }

    /// Replaces the texts that may quote what files contained: those of the ledger (faults, messages, reports) and of the
    /// audit log, which records it as of `now`. `redact` returns the new text where it changes one. Then compacts the
    /// file, so that no free page has the old texts.
    pub fn redact_loads(&self, now: i64, redact: &dyn Fn(&str) -> Option<String>) -> Result<(), StoreError> {
        self.write(|transaction| {
            for (table, column) in [
                ("load_fault", "what"),
                ("load_fault", "file"),
                ("load_file", "name"),
                ("load", "message"),
                ("load", "options"),
                ("mapping", "text"),
                ("load", "report"),
            ] {
                let texts: Vec<String> = transaction
                    .prepare(&format!("select distinct {column} from {table} where {column} is not null"))?
                    .query_map([], |row| row.get(0))?
                    .collect::<Result<_, _>>()?;
                for text in texts {
                    if let Some(new) = redact(&text) {
                        let sql = format!("update or ignore {table} set {column} = ?2 where {column} = ?1");
                        transaction.execute(&sql, params![text, new])?;
                    }
                }
            }
            chain::redact(transaction, now, redact)?;
            Ok(())
        })?;
        self.compact()
    }

    /// Rewrites the file without free pages, and empties the log.
    fn compact(&self) -> Result<(), StoreError> {
        let writer = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        writer.execute_batch("vacuum")?;
        Ok(writer.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?)
    }
}

/// The erased members in a store's file that is not in use.
pub fn erased_in(file: &Path) -> Result<Vec<ErasedMember>, StoreError> {
    all(&Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?)
}

fn all(connection: &Connection) -> Result<Vec<ErasedMember>, StoreError> {
    let mut statement = connection.prepare_cached("select digest, load_id, keep_counts from erased_member")?;
    let found = statement
        .query_map([], |row| Ok(ErasedMember { digest: row.get(0)?, load: row.get(1)?, keep_counts: row.get(2)? }))?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn add(transaction: &Transaction<'_>, members: &[ErasedMember]) -> Result<(), StoreError> {
    let mut statement = transaction.prepare(
        "insert into erased_member (digest, load_id, keep_counts) values (?1, ?2, ?3)
         on conflict (digest) do update set keep_counts = 0, load_id = excluded.load_id
           where keep_counts > excluded.keep_counts",
    )?;
    for member in members {
        statement.execute(params![member.digest, member.load, member.keep_counts])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
    use super::super::loads::{Ending, LoadFault, NewLoad, Origin};
    use super::*;

    #[test]
    fn a_member_erased_whole_stays_erased_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let member = |load, keep_counts| ErasedMember { digest: [7; 32], load, keep_counts };
        for (added, expected) in [
            (member(1, true), member(1, true)),
            (member(2, true), member(1, true)),
            (member(3, false), member(3, false)),
            (member(4, true), member(3, false)),
        ] {
            store.add_erased(&[added]).expect("added");
            assert_eq!(store.erased().expect("read"), [expected]);
        }
    }

    #[test]
    fn texts_that_quote_an_id_are_nowhere_in_the_files() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let new =
            NewLoad { kind: Kind::Import, origin: Origin::Page, actor: None, folder: None, options: "{}", at: 100 };
        let id = store.add_load(&new).expect("added");
        let fault =
            |text: &str| LoadFault { file: "logins.csv".into(), line: Some(3), column: None, text: text.into() };
        let faults = vec![fault("\"MEMBER-4711-X\" is not in members"), fault("another")];
        let message = Some("MEMBER-4711-X".to_owned());
        let ending = Ending { message, faults, fault_count: 2, ..Ending::default() };
        let entry = Entry { at: 101, event: "load_refused", ..Entry::default() };
        store.end_load(id, State::Refused, &ending, &entry).expect("ended");
        store
            .redact_loads(102, &|text| text.contains("4711").then(|| text.replace("MEMBER-4711-X", "?")))
            .expect("redacted");
        let texts: Vec<String> = store.load_faults(id).expect("read").into_iter().map(|fault| fault.text).collect();
        assert_eq!(texts, ["\"?\" is not in members", "another"]);
        for entry in std::fs::read_dir(dir.path()).expect("a folder") {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("read");
            assert!(!bytes.windows(13).any(|bytes| bytes == b"MEMBER-4711-X"), "{}", path.display());
        }
    }
}
