//! The connections that Bond opened to other programs.

use rusqlite::params;

use super::{Store, StoreError};
use crate::egress::Opened;

/// All connections to one peer for one purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedConnections {
    pub purpose: String,
    /// Host and port.
    pub peer: String,
    /// Seconds since 1970-01-01 UTC.
    pub first_at: i64,
    pub last_at: i64,
    /// How often one was tried, and how often that failed.
    pub tries: i64,
    pub failures: i64,
    pub last_failure: Option<String>,
}

impl Store {
    /// Adds connections to those that were opened before.
    pub fn add_opened(&self, opened: &[Opened]) -> Result<(), StoreError> {
        self.write(|transaction| {
            let mut add = transaction.prepare_cached(
                "insert into opened_connection (purpose, peer, first_at, last_at, tries, failures, last_failure)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 on conflict (purpose, peer) do update set
                   first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
                   tries = tries + excluded.tries, failures = failures + excluded.failures,
                   last_failure = coalesce(excluded.last_failure, last_failure)",
            )?;
            for Opened { purpose, peer, first_at, last_at, tries, failures, last_failure } in opened {
                add.execute(params![purpose, peer, first_at, last_at, tries, failures, last_failure])?;
            }
            Ok(())
        })
    }

    /// All connections that were opened, the latest first.
    pub fn opened(&self) -> Result<Vec<OpenedConnections>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select purpose, peer, first_at, last_at, tries, failures, last_failure
             from opened_connection order by last_at desc, purpose, peer",
        )?;
        let all = statement.query_map([], |row| {
            Ok(OpenedConnections {
                purpose: row.get(0)?,
                peer: row.get(1)?,
                first_at: row.get(2)?,
                last_at: row.get(3)?,
                tries: row.get(4)?,
                failures: row.get(5)?,
                last_failure: row.get(6)?,
            })
        })?;
        Ok(all.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_add_up_and_keep_the_last_failure() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let opened = |first_at, last_at, failures: i64, text: Option<&str>| Opened {
            purpose: "mail",
            peer: "mail.example:587".to_owned(),
            first_at,
            last_at,
            tries: 2,
            failures,
            last_failure: text.map(str::to_owned),
        };
        store.add_opened(&[opened(10, 20, 1, Some("away"))]).expect("added");
        store.add_opened(&[opened(10, 30, 0, None)]).expect("added");
        let expected = OpenedConnections {
            purpose: "mail".to_owned(),
            peer: "mail.example:587".to_owned(),
            first_at: 10,
            last_at: 30,
            tries: 4,
            failures: 1,
            last_failure: Some("away".to_owned()),
        };
        assert_eq!(store.opened().expect("read"), [expected]);
    }
}
