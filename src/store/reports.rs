//! Reports that are sent on a schedule. The store does not read their filters, which are as the call of their screen takes
//! them.

use rusqlite::types::Value;
use rusqlite::{Row, Transaction, params};

use super::audit::{self, By, Entry};
use super::columns::Columns;
use super::destinations::{Destination, Every, LastTry, ReportFormat};
use super::own::{Others, OwnTable};
use super::{Store, StoreError};

const REPORTS: OwnTable =
    OwnTable { name: "report", most: 50, things: "reports", advice: "remove one that nobody reads" };

/// What a report shows, when, and to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub name: String,
    /// The path of the screen's call.
    pub screen: String,
    /// JSON.
    pub filters: String,
    /// Whether the filters are those of a saved view, and of which; none if it was removed.
    pub of_view: bool,
    pub view_id: Option<i64>,
    pub every: Every,
    /// 1 is Monday or the first of the month; 0 for every day.
    pub on_day: u8,
    pub to: Destination,
    pub format: ReportFormat,
}

/// A report with whose it is, and how it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedReport {
    pub id: i64,
    pub user_id: i64,
    /// The login of the user.
    pub login: String,
    pub report: Report,
    /// The last day that it was due on and is over, yyyy-mm-dd.
    pub done_day: String,
    /// How often it failed for the day that it is due on.
    pub tries: u32,
    /// Before this it is not tried again, in seconds since 1970-01-01 UTC.
    pub again_at: i64,
    pub last: Option<LastTry>,
}

/// What comes after a try of a report that was due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The day is over.
    Done { day: String },
    /// It is tried again.
    Again { tries: u32, at: i64 },
    /// As before: somebody asked for it out of turn.
    Unchanged,
}

/// The columns of what a user says of a report.
fn columns(report: &Report, at: i64) -> Columns {
    let Report { name, screen, filters, of_view, view_id, every, on_day, to, format } = report;
    let mut columns: Columns = vec![
        ("name", name.clone().into()),
        ("saved_at", at.into()),
        ("screen", screen.clone().into()),
        ("filters", filters.clone().into()),
        ("of_view", (*of_view).into()),
        ("view_id", (*view_id).into()),
        ("every", every.word().to_owned().into()),
        ("on_day", i64::from(*on_day).into()),
        ("format", format.word().to_owned().into()),
    ];
    columns.extend(to.columns());
    columns
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedReport> {
    let report = Report {
        name: row.get("name")?,
        screen: row.get("screen")?,
        filters: row.get("filters")?,
        of_view: row.get("of_view")?,
        view_id: row.get("view_id")?,
        every: row.get("every")?,
        on_day: row.get("on_day")?,
        to: Destination::from_row(row)?,
        format: row.get("format")?,
    };
    Ok(SavedReport {
        id: row.get("id")?,
        user_id: row.get("user_id")?,
        login: row.get("login")?,
        report,
        done_day: row.get("done_day")?,
        tries: row.get("tries")?,
        again_at: row.get("again_at")?,
        last: LastTry::from_row(row)?,
    })
}

fn record(transaction: &Transaction<'_>, event: &str, report: &Report, by: By<'_>) -> Result<(), StoreError> {
    let detail = format!("{}, every {}, to {}", report.screen, report.every.word(), report.to.named());
    let entry = Entry { subject: Some(&report.name), detail: Some(&detail), ..by.entry(event) };
    audit::append(transaction, &entry)
}

impl Store {
    /// Saves a report of a user, and returns its number. It is due after `today` for the first time.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_report(&self, user_id: i64, report: &Report, today: &str, by: By<'_>) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let mut columns = columns(report, by.at);
            columns.push(("done_day", today.to_owned().into()));
            let id = REPORTS.insert(transaction, user_id, columns)?;
            record(transaction, "report_added", report, by)?;
            Ok(id)
        })
    }

    /// Saves a report of a user in place of what it was. With another schedule it is due after `today` for the first time.
    /// Returns whether there was one.
    pub fn change_report(
        &self,
        user_id: i64,
        id: i64,
        report: &Report,
        today: &str,
        by: By<'_>,
    ) -> Result<bool, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update report set done_day = ?5 where id = ?1 and user_id = ?2 and (every <> ?3 or on_day <> ?4)",
                params![id, user_id, report.every.word(), report.on_day, today],
            )?;
            let mut columns = columns(report, by.at);
            columns.extend([("tries", Value::from(0)), ("again_at", Value::from(0))]);
            let is_there = REPORTS.update(transaction, columns, ("id = ? and user_id = ?", &[id, user_id]))?;
            if is_there {
                record(transaction, "report_changed", report, by)?;
            }
            Ok(is_there)
        })
    }

    /// Removes a report of a user, or with `any` one of another. Returns whether there was one.
    pub fn remove_report(&self, user_id: i64, id: i64, any: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed = REPORTS.remove(transaction, (user_id, id), Others::all(any), from_row)?;
            let Some(removed) = removed else { return Ok(false) };
            record(transaction, "report_removed", &removed.report, by)?;
            Ok(true)
        })
    }

    /// All reports by name.
    pub fn reports(&self) -> Result<Vec<SavedReport>, StoreError> {
        REPORTS.all(&self.reader(), "lower(name), id", from_row)
    }

    /// The report with this number.
    pub fn report(&self, id: i64) -> Result<Option<SavedReport>, StoreError> {
        REPORTS.one(&self.reader(), ("id", &id), from_row)
    }

    /// Writes down how a try ended, and a line of the audit log. A report that was removed meanwhile has only the line.
    pub fn report_tried(&self, id: i64, tried: &LastTry, next: &Next, entry: &Entry<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let mut columns: Columns = tried.columns().into();
            match next {
                Next::Done { day } => columns.extend([
                    ("done_day", day.clone().into()),
                    ("tries", Value::from(0)),
                    ("again_at", Value::from(0)),
                ]),
                Next::Again { tries, at } => {
                    columns.extend([("tries", i64::from(*tries).into()), ("again_at", (*at).into())]);
                }
                Next::Unchanged => {}
            }
            REPORTS.update(transaction, columns, ("id = ?", &[id]))?;
            audit::append(transaction, entry)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::destinations::DeliveryState;
    use crate::store::users::NewUser;

    fn report(name: &str) -> Report {
        Report {
            name: name.to_owned(),
            screen: "api/v1/dashboard/users/logins".to_owned(),
            filters: "{}".to_owned(),
            of_view: false,
            view_id: None,
            every: Every::Week,
            on_day: 1,
            to: Destination::mail(vec!["ann@example.com".to_owned(), "bob@example.com".to_owned()]),
            format: ReportFormat::Xlsx,
        }
    }

    #[test]
    fn reports_are_kept_with_how_they_go_and_belong_to_a_user() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let [ann, bob] = ["ann", "bob"].map(|login| {
            let user = NewUser { login, first_name: "Ann", password_hash: "x", roles: &[] };
            store.add_user(&user, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        });
        let id = store.add_report(ann, &report("Logins"), "2026-03-15", By::from(2)).expect("saved");
        let saved = store.report(id).expect("read").expect("saved");
        assert_eq!((&saved.report, saved.login.as_str()), (&report("Logins"), "ann"));
        assert_eq!((saved.done_day.as_str(), saved.tries, saved.last), ("2026-03-15", 0, None));

        let entry = Entry { at: 5, event: "report_failed", ..Entry::default() };
        let failed = LastTry { at: 5, state: DeliveryState::Failed, text: "away".to_owned() };
        store.report_tried(id, &failed, &Next::Again { tries: 2, at: 99 }, &entry).expect("noted");
        let saved = store.report(id).expect("read").expect("saved");
        assert_eq!((saved.tries, saved.again_at, saved.last), (2, 99, Some(failed.clone())));
        // A change of the recipients leaves the day that it is due on, another schedule does not.
        let mut changed = Report { to: Destination::mail(vec!["c@example.com".to_owned()]), ..report("Logins") };
        assert!(!store.change_report(bob, id, &changed, "2026-03-20", By::from(6)).expect("asked"));
        assert!(store.change_report(ann, id, &changed, "2026-03-20", By::from(6)).expect("asked"));
        let saved = store.report(id).expect("read").expect("saved");
        assert_eq!((saved.done_day.as_str(), saved.tries, saved.again_at), ("2026-03-15", 0, 0));
        changed.every = Every::Day;
        changed.on_day = 0;
        assert!(store.change_report(ann, id, &changed, "2026-03-20", By::from(7)).expect("asked"));
        assert_eq!(store.report(id).expect("read").expect("saved").done_day, "2026-03-20");
        store.report_tried(id, &failed, &Next::Done { day: "2026-03-21".to_owned() }, &entry).expect("noted");
        assert_eq!(store.report(id).expect("read").expect("saved").done_day, "2026-03-21");

        assert!(!store.remove_report(bob, id, false, By::from(8)).expect("asked"));
        assert!(store.remove_report(bob, id, true, By::from(8)).expect("asked"));
        assert!(store.reports().expect("read").is_empty());
        let events: Vec<String> = store.last_audit_lines(6).expect("read").into_iter().map(|line| line.event).collect();
        assert_eq!(
            events,
            ["report_removed", "report_failed", "report_changed", "report_changed", "report_failed", "report_added"]
        );
        store.add_report(ann, &report("Logins"), "2026-03-15", By::from(2)).expect("saved");
        for _ in 1..REPORTS.most {
            store.add_report(ann, &report("x"), "2026-03-15", By::from(2)).expect("saved");
        }
        let refused = store.add_report(ann, &report("x"), "2026-03-15", By::from(2)).expect_err("too many");
        assert!(refused.to_string().contains("50 reports"), "{refused}");
        store.delete_user(ann, By::from(3)).expect("deleted");
        assert!(store.reports().expect("read").is_empty());
    }
}
