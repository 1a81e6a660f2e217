//! What was answered, by its number.

use rusqlite::{OptionalExtension, Transaction, params};

use super::tables::Quotable;
use crate::store::{Store, StoreError};

/// How long an answer is kept after it was given, in seconds: 400 days.
const KEPT: i64 = 400 * 24 * 60 * 60;
/// The most answers that are kept.
const MOST: i64 = 100_000;
/// The most numbers that are known, with those of answers that are no longer kept.
const MOST_NUMBERS: i64 = 1_000_000;
/// To count the answers takes a while, so that happens once for so many new ones.
const BETWEEN: i64 = 1000;

/// A number whose answer is no longer kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Who asked; None where that was not written down yet.
    pub user: Option<i64>,
    /// When it was answered.
    pub at: i64,
}

impl Store {
    /// Keeps what a user was answered, once. Where the disk is full, people need the reserve to sign in.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_answer(&self, number: &str, answer: &Quotable, user: i64, at: i64) -> Result<(), StoreError> {
        if self.kept_answer(number)?.is_some() {
            return Ok(());
        }
        let (kind, answer) = (answer.source.kind(), serde_json::to_string(answer)?);
        self.write_if_room(|transaction| {
            transaction.execute("update answer set answer = '' where at < ?1 and answer <> ''", [at - KEPT])?;
            let sql = "insert or replace into answer (number, at, answer, user_id, kind) values (?1, ?2, ?3, ?4, ?5)";
            transaction.execute(sql, params![number, at, answer, user, kind])?;
            if transaction.last_insert_rowid() % BETWEEN == 0 {
                drop_answers(transaction, MOST)?;
            }
            Ok(())
        })
    }

    /// What is known of a number whose answer is no longer kept; None of any other.
    ///
    /// # Errors
    /// If the store fails.
    pub fn dropped_answer(&self, number: &str) -> Result<Option<Dropped>, StoreError> {
        let sql = "select user_id, at from answer where number = ?1 and answer = ''";
        let reader = self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        let found = statement.query_row([number], |row| Ok(Dropped { user: row.get(0)?, at: row.get(1)? }));
        Ok(found.optional()?)
    }

    /// What was answered under a number, and when first; None also for what is no longer kept, or this release cannot read.
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

/// Drops the answers beyond the most. Whoever has most of a kind gives up the oldest of them: many questions of one agent
/// leave the answers of others, and the tables that spreadsheets have.
fn drop_answers(transaction: &Transaction<'_>, most: i64) -> Result<(), StoreError> {
    let sql = "with kept as (select id, row_number() over (partition by user_id, kind order by id desc) as place
               from answer where answer <> '')
               update answer set answer = '' where id in
               (select id from kept order by place desc, id limit max(0, (select count(*) from kept) - ?1))";
    transaction.execute(sql, [most])?;
    transaction.execute("delete from answer where id <= (select max(id) from answer) - ?1", [MOST_NUMBERS])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::tables::{Members, Question, Source};
    use super::*;
    use crate::groupings::Grouping;
    use crate::scope::{GroupLimit, Scope};

    #[test]
    fn whoever_has_most_answers_gives_up_the_oldest() {
        let folder = tempfile::tempdir().expect("a directory");
        let store = Store::open(folder.path()).expect("opened");
        let of = |source: Value| -> Quotable {
            let days = json!({ "start": "2026-01-01", "end": "2026-01-31", "scope": "All", "dataVersion": 4,
                               "table": { "texts": [], "figures": [], "rows": [] } });
            let all = days.as_object().into_iter().chain(source.as_object()).flatten();
            serde_json::from_value(all.map(|(name, value)| (name.clone(), value.clone())).collect()).expect("read")
        };
        let asked = of(json!({ "asked": { "tool": "figure", "title": "Logins", "arguments": {} } }));
        let shown = of(
            json!({ "shown": { "title": "Logins", "screen": "x", "block": null, "filters": "{}", "language": "en" } }),
        );
        let keep = |numbers: std::ops::Range<i64>, answer: &Quotable, user: i64| {
            numbers.for_each(|at| store.keep_answer(&format!("R-{at}"), answer, user, at).expect("kept"));
        };
        keep(0..5, &shown, 1);
        keep(5..9, &asked, 2);
        keep(9..39, &asked, 1);
        let kept = || -> Vec<i64> {
            (0..39).filter(|at| store.kept_answer(&format!("R-{at}")).expect("read").is_some()).collect()
        };
        let drop_to = |most: i64| store.write(|transaction| drop_answers(transaction, most)).expect("dropped");
        drop_to(40);
        assert_eq!(kept().len(), 39);
        drop_to(20);
        assert_eq!(kept(), (0..9).chain(28..39).collect::<Vec<_>>(), "the agent of 1 asked most");
        // All have the same share then.
        drop_to(12);
        assert_eq!(kept(), [1, 2, 3, 4, 5, 6, 7, 8, 35, 36, 37, 38]);
        let dropped = |number: &str| store.dropped_answer(number).expect("read");
        assert_eq!(dropped("R-9"), Some(Dropped { user: Some(1), at: 9 }));
        assert_eq!((dropped("R-38"), dropped("R-40")), (None, None));
        // What is answered again is kept again.
        store.keep_answer("R-9", &asked, 2, 50).expect("kept");
        assert_eq!((kept().contains(&9), dropped("R-9")), (true, None));
        store.keep_answer("R-40", &asked, 2, 38 + KEPT).expect("kept");
        assert_eq!((kept(), dropped("R-37").map(|dropped| dropped.at)), (vec![9, 38], Some(37)), "by their time");
    }

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
