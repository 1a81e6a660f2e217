//! What was answered, by its number.

use rusqlite::{OptionalExtension, params};

use super::tables::Quotable;
use crate::store::{Store, StoreError};

/// How long an answer is kept after it was given first, in seconds: 400 days.
const KEPT: i64 = 400 * 24 * 60 * 60;
/// The most that are kept: the oldest go.
const MOST: i64 = 100_000;

impl Store {
    /// Keeps what was answered, once. Where the disk is full, people need the reserve to sign in.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_answer(&self, number: &str, answer: &Quotable, at: i64) -> Result<(), StoreError> {
        if self.kept_answer(number)?.is_some() {
            return Ok(());
        }
        let answer = serde_json::to_string(answer)?;
        self.write_if_room(|transaction| {
            let sql = "delete from answer where at < ?1 or id <= (select max(id) from answer) - ?2";
            transaction.execute(sql, params![at - KEPT, MOST])?;
            let sql = "insert or ignore into answer (number, at, answer) values (?1, ?2, ?3)";
            transaction.execute(sql, params![number, at, answer])?;
            Ok(())
        })
    }

    /// What was answered under a number, and when first; None also for what this release cannot read.
    ///
    /// # Errors
    /// If the store fails.
    pub fn kept_answer(&self, number: &str) -> Result<Option<(Quotable, i64)>, StoreError> {
        let sql = "select answer, at from answer where number = ?1";
        let reader = self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        let found = statement.query_row(params![number], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)));
        Ok(found.optional()?.and_then(|(answer, at)| Some((serde_json::from_str(&answer).ok()?, at))))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tables::{Members, Question, Source};
    use super::*;
    use crate::groupings::Grouping;
    use crate::scope::{GroupLimit, Scope};

    #[test]
    fn numbers_given_before_keep_what_was_answered() {
        let folder = tempfile::tempdir().expect("a directory");
        let store = Store::open(folder.path()).expect("opened");
        let receipt = json!({
            "metric": { "id": "logins.totalLogins", "label": "Total Logins" },
            "filter": { "startDate": "2026-01-01", "endDate": "2026-01-31", "offers": [7],
                        "groups": { "TIER": [{ "id": 1, "name": "Gold" }, { "id": 2, "name": "Silver" }] } },
            "window": { "start": "2026-01-01", "end": "2026-01-31" },
            "scope": { "all": false, "anyOf": [{ "LOB": [{ "id": 3, "name": "Home" }] }], "withoutMembers": true },
            "data": { "version": 4 },
            "figure": { "value": { "shown": 45.25 } },
        });
        store
            .write(|transaction| {
                let before = [
                    "drop table answer",
                    include_str!("../../../data/store/037_receipt_numbers.sql"),
                    "create table quotable (number text primary key, at integer not null, answer text not null) strict",
                    "insert into quotable values ('R-0123456789abcdef', 5, '{}'); pragma user_version = 38",
                ];
                before.iter().try_for_each(|sql| transaction.execute_batch(sql))?;
                let sql = "insert into receipt_number (number, kept_at, receipt) values ('3F9A-1C07-BE42', 6, ?1)";
                transaction.execute(sql, [receipt.to_string()])?;
                Ok(())
            })
            .expect("written");
        drop(store);
        let store = Store::open_and_migrate(folder.path()).expect("migrated");
        let count: i64 = store.reader().query_row("select count(*) from answer", [], |row| row.get(0)).expect("read");
        assert_eq!(count, 2);
        let (kept, at) = store.kept_answer("3F9A-1C07-BE42").expect("read").expect("kept");
        assert_eq!((at, kept.start.as_str(), kept.end.as_str(), kept.data_version), (6, "2026-01-01", "2026-01-31", 4));
        let Source::Asked(Question { tool, title, arguments }) = &kept.source else { panic!("{kept:?}") };
        assert_eq!((tool.as_str(), title.as_str()), ("figure", "Total Logins"));
        assert_eq!((&arguments["tiers"], &arguments["offers"]), (&json!([1, 2]), &json!([7])));
        assert_eq!((&arguments["from"], &arguments["groupsAsOf"]), (&json!("2026-01-01"), &json!("NOW")));
        let limit = GroupLimit { grouping: Grouping::Lob, ids: vec![3] };
        let scope = Scope::Some { any_of: vec![vec![limit]], without_members: true };
        assert_eq!((&kept.scope, &kept.table.rows[0].figures), (&Members::Of(scope), &vec!["45.25".to_owned()]));
    }
}
