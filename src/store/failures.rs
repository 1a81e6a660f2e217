//! Failed attempts to sign in, so that a restart forgets no block. `auth::throttle` counts them; here they are kept.

use rusqlite::{Connection, OptionalExtension, params};

use super::audit::{self, By, Entry};
use super::{Store, StoreError, users};

/// The largest number of counters that are kept; beyond it the oldest are deleted.
const MOST_KEPT: i64 = 10_000;
/// No limit counts failures that are older, in seconds.
pub const LONGEST_WINDOW: i64 = 15 * 60;

/// The failures of one counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    /// The name of the counter.
    pub counter: String,
    /// When they were, in seconds since 1970-01-01 UTC, the oldest first.
    pub times: Vec<i64>,
}

impl Store {
    /// Records failures and what is to be said of them in the audit log.
    pub fn record_failures(&self, lines: &[Entry<'_>], failures: &[Failures], now: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            for line in lines {
                audit::append(transaction, line)?;
            }
            let mut keep = transaction.prepare_cached(
                "insert into sign_in_failure (counter, times, last_at) values (?1, ?2, ?3)
                 on conflict (counter) do update set times = excluded.times, last_at = excluded.last_at",
            )?;
            for Failures { counter, times } in failures {
                let Some(last) = times.last() else { continue };
                let texts: Vec<String> = times.iter().map(i64::to_string).collect();
                keep.execute(params![counter, texts.join(","), last])?;
            }
            transaction.execute("delete from sign_in_failure where last_at <= ?1", params![now - LONGEST_WINDOW])?;
            transaction.execute("delete from unlocked_login where at <= ?1", params![now - LONGEST_WINDOW])?;
            transaction.execute(
                "delete from sign_in_failure where counter in
                 (select counter from sign_in_failure order by last_at desc limit -1 offset ?1)",
                params![MOST_KEPT],
            )?;
            Ok(())
        })
    }

    /// The failures that were recorded after `since`.
    pub fn failures(&self, since: i64) -> Result<Vec<Failures>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare("select counter, times from sign_in_failure where last_at > ?1")?;
        let rows = statement.query_map(params![since], |row| {
            let times: String = row.get(1)?;
            Ok(Failures { counter: row.get(0)?, times: times.split(',').filter_map(|at| at.parse().ok()).collect() })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a counter after a success.
    pub fn forget_failures(&self, counter: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("delete from sign_in_failure where counter = ?1", params![counter])?;
            Ok(())
        })
    }

    /// Lets a user try again: failures of its login up to now no longer count. `keys` is how the counters name the login.
    pub fn unlock_user<'u>(
        &self,
        user: impl Into<users::Who<'u>>,
        keys: &[String],
        by: By<'_>,
    ) -> Result<(), StoreError> {
        let user = user.into();
        self.write(|transaction| {
            let user = users::required(transaction, user)?;
            for key in keys {
                unlock(transaction, key, by)?;
            }
            audit::append(transaction, &Entry { subject: Some(&user.login), ..by.entry("user_unlocked") })
        })
    }

    /// Lets everybody at an address try again: failures from there up to now no longer count. `key` is how the counters
    /// name the address.
    pub fn unlock_address(&self, address: &str, key: &str, by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            unlock(transaction, key, by)?;
            audit::append(transaction, &Entry { subject: Some(address), ..by.entry("address_unlocked") })
        })
    }

    /// Until when failures of a login or an address no longer count; None if it was not unlocked.
    pub fn unlocked_at(&self, key: &str) -> Result<Option<i64>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select at from unlocked_login where login = ?1")?;
        Ok(statement.query_row(params![key], |row| row.get(0)).optional()?)
    }
}

fn unlock(connection: &Connection, key: &str, by: By<'_>) -> Result<(), StoreError> {
    connection.execute(
        "insert into unlocked_login (login, at) values (?1, ?2) on conflict (login) do update set at = excluded.at",
        params![key, by.at],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(counter: &str, times: &[i64]) -> Failures {
        Failures { counter: counter.to_owned(), times: times.to_vec() }
    }

    #[test]
    fn failures_are_kept_as_long_as_they_count_and_are_bounded() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        store.record_failures(&[], &[one("a", &[1, 2]), one("b", &[3])], 3).expect("written");
        store.record_failures(&[], &[one("a", &[1, 2, 4])], 4).expect("written");
        let mut kept = store.failures(0).expect("read");
        kept.sort_by(|one, other| one.counter.cmp(&other.counter));
        assert_eq!(kept, [one("a", &[1, 2, 4]), one("b", &[3])]);
        store.forget_failures("b").expect("forgotten");
        store.record_failures(&[], &[], 4 + LONGEST_WINDOW).expect("written");
        assert!(store.failures(0).expect("read").is_empty());

        let many: Vec<Failures> = (0..MOST_KEPT + 100).map(|at| one(&at.to_string(), &[at + 5000])).collect();
        store.record_failures(&[], &many, 0).expect("written");
        let kept = store.failures(0).expect("read");
        assert_eq!(kept.len() as i64, MOST_KEPT);
        assert!(kept.iter().all(|one| one.times[0] >= 5100), "the oldest are gone");
    }
}
