//! Reports that are sent on a schedule. The store does not read their filters, which are as the call of their screen takes
//! them.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{OptionalExtension, Row, Transaction, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::audit::{self, By, Entry};
use super::own::OwnTable;
use super::{Store, StoreError};

const REPORTS: OwnTable =
    OwnTable { name: "report", most: 50, things: "reports", advice: "remove one that nobody reads" };

// A word of the store and of calls for each variant.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
        pub enum $name {
            $(#[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// As it is stored and answered.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$name> {
                match value.as_str()? {
                    $($word => Ok($name::$variant),)*
                    _ => Err(FromSqlError::InvalidType),
                }
            }
        }
    };
}

words! {
    /// How often a report is sent.
    Every { Day "day", Week "week", Month "month" }
}
words! {
    /// Where a report goes.
    Channel { Mail "mail", Folder "folder" }
}
words! {
    /// The form of a report's file.
    ReportFormat { Xlsx "xlsx", Pdf "pdf" }
}
words! {
    /// How the last try to send a report ended: `stopped` where trying again is of no use.
    ReportState { Sent "sent", Failed "failed", Stopped "stopped" }
}

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
    pub channel: Channel,
    /// Addresses of mail.
    pub recipients: Vec<String>,
    /// The subfolder; empty for mail.
    pub folder: String,
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

/// The last try to send a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastTry {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    pub state: ReportState,
    /// To whom it went, or why it did not.
    pub text: String,
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

const SELECT: &str = "select report.id, report.user_id, login, name, screen, filters, of_view, view_id, every, on_day,
                             channel, recipients, folder, format, done_day, tries, again_at, last_at, last_state, last_text
                      from report join user on user.id = report.user_id";

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedReport> {
    let recipients: String = row.get(11)?;
    let report = Report {
        name: row.get(3)?,
        screen: row.get(4)?,
        filters: row.get(5)?,
        of_view: row.get(6)?,
        view_id: row.get(7)?,
        every: row.get(8)?,
        on_day: row.get(9)?,
        channel: row.get(10)?,
        // Addresses have no line breaks.
        recipients: recipients.lines().map(str::to_owned).collect(),
        folder: row.get(12)?,
        format: row.get(13)?,
    };
    let at: Option<i64> = row.get(17)?;
    let last = match at {
        None => None,
        Some(at) => {
            Some(LastTry { at, state: row.get(18)?, text: row.get::<_, Option<String>>(19)?.unwrap_or_default() })
        }
    };
    Ok(SavedReport {
        id: row.get(0)?,
        user_id: row.get(1)?,
        login: row.get(2)?,
        report,
        done_day: row.get(14)?,
        tries: row.get(15)?,
        again_at: row.get(16)?,
        last,
    })
}

fn record(transaction: &Transaction<'_>, event: &str, report: &Report, by: By<'_>) -> Result<(), StoreError> {
    let to = match report.channel {
        Channel::Mail => report.recipients.join(", "),
        Channel::Folder => format!("folder {}", report.folder),
    };
    let detail = format!("{}, every {}, to {to}", report.screen, report.every.word());
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
            REPORTS.require_room(transaction, user_id)?;
            let Report { name, screen, filters, of_view, view_id, every, on_day, channel, folder, format, .. } = report;
            transaction.execute(
                "insert into report (user_id, name, saved_at, screen, filters, of_view, view_id, every, on_day,
                                     channel, recipients, folder, format, done_day)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                params![
                    user_id,
                    name,
                    by.at,
                    screen,
                    filters,
                    of_view,
                    view_id,
                    every.word(),
                    on_day,
                    channel.word(),
                    report.recipients.join("\n"),
                    folder,
                    format.word(),
                    today
                ],
            )?;
            let id = transaction.last_insert_rowid();
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
            let Report { name, screen, filters, of_view, view_id, every, on_day, channel, folder, format, .. } = report;
            let changed = transaction.execute(
                "update report set name = ?3, saved_at = ?4, screen = ?5, filters = ?6, of_view = ?7, view_id = ?8,
                   done_day = iif(every = ?9 and on_day = ?10, done_day, ?15), every = ?9, on_day = ?10,
                   channel = ?11, recipients = ?12, folder = ?13, format = ?14, tries = 0, again_at = 0
                 where id = ?1 and user_id = ?2",
                params![
                    id,
                    user_id,
                    name,
                    by.at,
                    screen,
                    filters,
                    of_view,
                    view_id,
                    every.word(),
                    on_day,
                    channel.word(),
                    report.recipients.join("\n"),
                    folder,
                    format.word(),
                    today
                ],
            )?;
            if changed > 0 {
                record(transaction, "report_changed", report, by)?;
            }
            Ok(changed > 0)
        })
    }

    /// Removes a report of a user, or with `any` one of another. Returns whether there was one.
    pub fn remove_report(&self, user_id: i64, id: i64, any: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let sql = format!("{SELECT} where report.id = ?1 and (?3 or report.user_id = ?2)");
            let found = transaction.query_row(&sql, params![id, user_id, any], from_row).optional()?;
            let Some(found) = found else { return Ok(false) };
            transaction.execute("delete from report where id = ?1", params![id])?;
            record(transaction, "report_removed", &found.report, by)?;
            Ok(true)
        })
    }

    /// All reports by name.
    pub fn reports(&self) -> Result<Vec<SavedReport>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} order by lower(name), report.id"))?;
        let reports = statement.query_map([], from_row)?;
        Ok(reports.collect::<Result<_, _>>()?)
    }

    /// The report with this number.
    pub fn report(&self, id: i64) -> Result<Option<SavedReport>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} where report.id = ?1"))?;
        Ok(statement.query_row(params![id], from_row).optional()?)
    }

    /// Writes down how a try ended, and a line of the audit log. A report that was removed meanwhile has only the line.
    pub fn report_tried(&self, id: i64, tried: &LastTry, next: &Next, entry: &Entry<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update report set last_at = ?2, last_state = ?3, last_text = ?4 where id = ?1",
                params![id, tried.at, tried.state.word(), tried.text],
            )?;
            match next {
                Next::Done { day } => transaction.execute(
                    "update report set done_day = ?2, tries = 0, again_at = 0 where id = ?1",
                    params![id, day],
                )?,
                Next::Again { tries, at } => transaction
                    .execute("update report set tries = ?2, again_at = ?3 where id = ?1", params![id, tries, at])?,
                Next::Unchanged => 0,
            };
            audit::append(transaction, entry)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            channel: Channel::Mail,
            recipients: vec!["ann@example.com".to_owned(), "bob@example.com".to_owned()],
            folder: String::new(),
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
        let failed = LastTry { at: 5, state: ReportState::Failed, text: "away".to_owned() };
        store.report_tried(id, &failed, &Next::Again { tries: 2, at: 99 }, &entry).expect("noted");
        let saved = store.report(id).expect("read").expect("saved");
        assert_eq!((saved.tries, saved.again_at, saved.last), (2, 99, Some(failed.clone())));
        // A change of the recipients leaves the day that it is due on, another schedule does not.
        let mut changed = Report { recipients: vec!["c@example.com".to_owned()], ..report("Logins") };
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
