//! Figures that were issued when their day was closed. The store does not read their receipts, which are JSON.

use rusqlite::{OptionalExtension, Row, params};

use super::audit::{self, Entry};
use super::{Store, StoreError};

/// The longest receipt, in bytes. One of the score, the longest, has 7 kB.
pub const LONGEST_RECEIPT: usize = 32 << 10;

/// A figure as it was on the day that closed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedFigure {
    /// Its id.
    pub metric: String,
    /// The last day that it is of: yyyy-mm-dd.
    pub day: String,
    /// Seconds since 1970-01-01 UTC.
    pub issued_at: i64,
    pub data_version: i32,
    /// Exactly: a fraction, or points of the score.
    pub value: String,
    /// The SHA-256 of its definition.
    pub definition: String,
    /// The name of the score's method; None for other figures.
    pub method: Option<String>,
    /// JSON, signed.
    pub receipt: String,
}

const SELECT: &str = "select metric, day, issued_at, data_version, value, definition, method, receipt from issued";

fn from_row(row: &Row<'_>) -> rusqlite::Result<IssuedFigure> {
    Ok(IssuedFigure {
        metric: row.get(0)?,
        day: row.get(1)?,
        issued_at: row.get(2)?,
        data_version: row.get(3)?,
        value: row.get(4)?,
        definition: row.get(5)?,
        method: row.get(6)?,
        receipt: row.get(7)?,
    })
}

impl Store {
    /// Keeps figures of days that are not issued yet, and records `entry` if there are any. Those that are issued stay as
    /// they are. Returns how many are new.
    pub fn issue(&self, figures: &[IssuedFigure], entry: &Entry<'_>) -> Result<usize, StoreError> {
        self.write(|transaction| {
            let mut statement = transaction.prepare_cached(
                "insert into issued (metric, day, issued_at, data_version, value, definition, method, receipt)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict (metric, day) do nothing",
            )?;
            let mut new = 0;
            for IssuedFigure { metric, day, issued_at, data_version, value, definition, method, receipt } in figures {
                let values = params![metric, day, issued_at, data_version, value, definition, method, receipt];
                new += statement.execute(values)?;
            }
            drop(statement);
            if new > 0 {
                audit::append(transaction, entry)?;
            }
            Ok(new)
        })
    }

    /// Whether a figure of a day was issued.
    pub fn is_issued(&self, metric: &str, day: &str) -> Result<bool, StoreError> {
        Ok(self.issued_on(metric, day)?.is_some())
    }

    /// The issued figure of a day.
    pub fn issued_on(&self, metric: &str, day: &str) -> Result<Option<IssuedFigure>, StoreError> {
        let sql = format!("{SELECT} where metric = ?1 and day = ?2");
        Ok(self.reader().prepare_cached(&sql)?.query_row(params![metric, day], from_row).optional()?)
    }

    /// The issued figures of some days, both included, in order of days.
    pub fn issued(&self, metric: &str, first: &str, last: &str) -> Result<Vec<IssuedFigure>, StoreError> {
        let reader = self.reader();
        let sql = format!("{SELECT} where metric = ?1 and day between ?2 and ?3 order by day");
        let mut statement = reader.prepare_cached(&sql)?;
        let figures = statement.query_map(params![metric, first, last], from_row)?;
        Ok(figures.collect::<Result<_, _>>()?)
    }

    /// The first day of which a figure was issued.
    pub fn first_issued(&self, metric: &str) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select min(day) from issued where metric = ?1")?;
        Ok(statement.query_row(params![metric], |row| row.get(0))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(metric: &str, day: &str, value: &str) -> IssuedFigure {
        IssuedFigure {
            metric: metric.to_owned(),
            day: day.to_owned(),
            issued_at: 7,
            data_version: 3,
            value: value.to_owned(),
            definition: "ab".to_owned(),
            method: (metric == "score").then(|| "bond-1".to_owned()),
            receipt: "{}".to_owned(),
        }
    }

    #[test]
    fn a_day_is_issued_once_and_nothing_changes_or_removes_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let entry = Entry { at: 7, event: "figures_issued", ..Entry::default() };
        let first = [figure("score", "2026-03-14", "62.4"), figure("logins", "2026-03-14", "9/1")];
        assert_eq!(store.issue(&first, &entry).expect("issued"), 2);
        let again = [figure("score", "2026-03-14", "70"), figure("score", "2026-03-15", "63")];
        assert_eq!(store.issue(&again, &entry).expect("issued"), 1);
        assert_eq!(store.issue(&again, &entry).expect("issued"), 0);
        let of = |first, last| store.issued("score", first, last).expect("read");
        assert_eq!(of("2026-01-01", "2026-12-31"), [first[0].clone(), again[1].clone()]);
        assert_eq!(of("2026-03-15", "2026-03-15"), [again[1].clone()]);
        assert_eq!(store.first_issued("score").expect("read").as_deref(), Some("2026-03-14"));
        assert_eq!(store.first_issued("other").expect("read"), None);
        assert!(store.is_issued("logins", "2026-03-14").expect("read"));
        assert!(!store.is_issued("logins", "2026-03-15").expect("read"));
        let lines = store.last_audit_lines(9).expect("read");
        assert_eq!(lines.iter().filter(|line| line.event == "figures_issued").count(), 2, "one for each time");
        for sql in ["update issued set value = '1'", "delete from issued"] {
            let refused = store.write(|transaction| Ok(transaction.execute(sql, [])?)).expect_err("refused");
            assert!(refused.to_string().contains("an issued figure"), "{sql}: {refused}");
        }
    }

    #[test]
    fn a_receipt_that_is_too_long_is_not_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let entry = Entry { at: 7, event: "figures_issued", ..Entry::default() };
        let long = |bytes: usize| IssuedFigure { receipt: "x".repeat(bytes), ..figure("score", "2026-03-14", "1") };
        assert!(store.issue(&[long(LONGEST_RECEIPT + 1)], &entry).is_err());
        assert_eq!(store.issue(&[long(LONGEST_RECEIPT)], &entry).expect("issued"), 1);
    }
}
