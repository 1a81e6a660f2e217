//! The targets of the program: what its figures should reach in a month or a year.

use rusqlite::{OptionalExtension, Row, Transaction, ffi, params};

use super::audit::{self, By, Entry};
use super::columns::{self, Columns};
use super::{Store, StoreError};
use crate::groupings::Grouping;

/// The most targets of a program.
const MOST: i64 = 2000;

/// A target as somebody sets it.
#[derive(Clone, Debug, PartialEq)]
pub struct NewTarget {
    /// The id of a figure of a card, or `score`.
    pub metric: String,
    /// Whether it is of a year and not of a month.
    pub yearly: bool,
    /// yyyy-mm of a month. yyyy of a year: the calendar year that the program's year begins in.
    pub starts: String,
    /// Whether it is also of each month or year after it.
    pub repeats: bool,
    pub value: f64,
    /// The grouping and the id of one group; None for all members.
    pub group: Option<(Grouping, i32)>,
    pub note: String,
}

/// A target with when and by whom it was set.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedTarget {
    pub id: i64,
    pub target: NewTarget,
    /// Seconds since 1970-01-01 UTC.
    pub set_at: i64,
    /// A login; None for the command line.
    pub set_by: Option<String>,
}

const YEAR: &str = "YEAR";

fn grain(yearly: bool) -> &'static str {
    if yearly { YEAR } else { "MONTH" }
}

/// The columns of what somebody sets.
fn columns(target: &NewTarget, by: By<'_>) -> Columns {
    let NewTarget { metric, yearly, starts, repeats, value, group, note } = target;
    vec![
        ("metric", metric.clone().into()),
        ("grain", grain(*yearly).to_owned().into()),
        ("starts", starts.clone().into()),
        ("repeats", (*repeats).into()),
        ("value", (*value).into()),
        ("grouping", group.map(|(grouping, _)| grouping.info().name.to_owned()).into()),
        ("group_id", group.map(|(_, id)| id).into()),
        ("note", note.clone().into()),
        ("set_at", by.at.into()),
        ("set_by", by.actor.map(str::to_owned).into()),
    ]
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedTarget> {
    let (grouping, id): (Option<String>, Option<i32>) = (row.get("grouping")?, row.get("group_id")?);
    let target = NewTarget {
        metric: row.get("metric")?,
        yearly: row.get::<_, String>("grain")? == YEAR,
        starts: row.get("starts")?,
        repeats: row.get("repeats")?,
        value: row.get("value")?,
        group: grouping.as_deref().and_then(Grouping::named).zip(id),
        note: row.get("note")?,
    };
    Ok(SavedTarget { id: row.get("id")?, set_at: row.get("set_at")?, set_by: row.get("set_by")?, target })
}

fn record(transaction: &Transaction<'_>, event: &str, target: &NewTarget, by: By<'_>) -> Result<(), StoreError> {
    let NewTarget { metric, yearly, starts, repeats, value, group, .. } = target;
    let each = if *repeats { "each " } else { "" };
    let from = if *repeats { " from" } else { "" };
    let of = group.map_or("all members".to_owned(), |(grouping, id)| format!("{} {id}", grouping.info().name));
    let detail = format!("{each}{}{from} {starts}, {of}: {value}", if *yearly { "year" } else { "month" });
    audit::append(transaction, &Entry { subject: Some(metric), detail: Some(&detail), ..by.entry(event) })
}

/// Says that an insert or update would make a second target of something. Whatever else is wrong stays as it is.
fn refused(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error() {
        Some(failure) if failure.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE => StoreError::TargetTaken,
        _ => error.into(),
    }
}

impl Store {
    /// Sets a target, and returns its number.
    ///
    /// # Errors
    /// [`StoreError::TooMany`], [`StoreError::TargetTaken`].
    pub fn add_target(&self, target: &NewTarget, by: By<'_>) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let count: i64 = transaction.query_row("select count(*) from target", [], |row| row.get(0))?;
            if count >= MOST {
                let advice = "delete those that are no longer needed";
                return Err(StoreError::TooMany { whose: "a program", most: MOST, things: "targets", advice });
            }
            let id = columns::insert(transaction, "target", columns(target, by)).map_err(refused)?;
            record(transaction, "target_set", target, by)?;
            Ok(id)
        })
    }

    /// Sets a target in place of another. Returns whether there was one.
    ///
    /// # Errors
    /// [`StoreError::TargetTaken`].
    pub fn change_target(&self, id: i64, target: &NewTarget, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let changed =
                columns::update(transaction, "target", columns(target, by), ("id = ?", &[id])).map_err(refused)?;
            if changed {
                record(transaction, "target_changed", target, by)?;
            }
            Ok(changed)
        })
    }

    /// Removes a target. Returns whether there was one.
    pub fn remove_target(&self, id: i64, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let delete = "delete from target where id = ?1 returning *";
            let removed = transaction.query_row(delete, params![id], from_row).optional()?;
            if let Some(removed) = &removed {
                record(transaction, "target_removed", &removed.target, by)?;
            }
            Ok(removed.is_some())
        })
    }

    /// All targets, by figure and period.
    pub fn targets(&self) -> Result<Vec<SavedTarget>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select * from target order by metric, grain, starts, id")?;
        let targets = statement.query_map([], from_row)?;
        Ok(targets.collect::<Result<_, _>>()?)
    }

    /// The target with a number.
    pub fn target(&self, id: i64) -> Result<Option<SavedTarget>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select * from target where id = ?1")?;
        Ok(statement.query_row(params![id], from_row).optional()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logins(starts: &str, group: Option<(Grouping, i32)>) -> NewTarget {
        NewTarget {
            metric: "logins.totalLogins".to_owned(),
            yearly: starts.len() == 4,
            starts: starts.to_owned(),
            repeats: false,
            value: 1200.0,
            group,
            note: "Plan".to_owned(),
        }
    }

    #[test]
    fn a_target_is_set_once_for_a_figure_a_period_and_members_and_each_change_is_recorded() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let by = By { actor: Some("ann"), address: None, at: 5 };
        let gold = Some((Grouping::Tier, 1));
        let all = store.add_target(&logins("2026-03", None), by).expect("set");
        for other in [logins("2026-03", gold), logins("2026-04", None), logins("2026", None)] {
            store.add_target(&other, by).expect("of other months or members");
        }
        let each = NewTarget { repeats: true, ..logins("2026-03", None) };
        store.add_target(&each, by).expect("one month and each from it are two targets");
        assert!(matches!(store.add_target(&logins("2026-03", None), by), Err(StoreError::TargetTaken)));
        let moved = NewTarget { value: 1300.0, ..logins("2026-05", gold) };
        assert!(store.change_target(all, &moved, By { at: 7, ..by }).expect("changed"));
        let known = store.target(all).expect("read").expect("there");
        assert_eq!((known.target, known.set_at, known.set_by.as_deref()), (moved, 7, Some("ann")));
        assert!(matches!(store.change_target(all, &logins("2026-04", None), by), Err(StoreError::TargetTaken)));
        // Whatever else the table refuses is not another target.
        let unreal = store.add_target(&NewTarget { value: -1.0, ..logins("2027-01", None) }, by);
        assert!(matches!(unreal, Err(StoreError::Sqlite(_))), "{unreal:?}");
        assert!(store.remove_target(all, by).expect("removed") && !store.remove_target(all, by).expect("asked"));
        assert!(!store.change_target(all, &logins("2026-09", None), by).expect("asked"));
        assert_eq!(store.targets().expect("read").len(), 4);
        let lines = store.last_audit_lines(9).expect("read");
        let line = |event: &str| {
            let line = lines.iter().find(|line| line.event == event).expect(event);
            (line.subject.as_deref(), line.detail.as_deref())
        };
        let metric = Some("logins.totalLogins");
        assert_eq!(line("target_removed"), (metric, Some("month 2026-05, TIER 1: 1300")));
        assert_eq!(line("target_set"), (metric, Some("each month from 2026-03, all members: 1200")));
    }
}
