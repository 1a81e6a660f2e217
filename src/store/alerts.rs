//! Alerts: rules over figures, with how they stand. The store does not read their filters.

use rusqlite::types::Value;
use rusqlite::{Row, Transaction};

use super::audit::{self, By, Entry};
use super::columns::Columns;
use super::destinations::{AlertRule, AlertState, Destination, Direction, LastTry};
use super::own::{Others, OwnTable};
use super::{Store, StoreError};

const ALERTS: OwnTable = OwnTable { name: "alert", most: 50, things: "alerts", advice: "remove one that nobody needs" };

/// What an alert watches, and to whom it says so.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    pub name: String,
    /// The id of a figure, or `score`; empty for late data.
    pub metric: String,
    /// JSON.
    pub filters: String,
    pub rule: AlertRule,
    pub direction: Direction,
    /// What the figure or its change is compared with; None for rules that need none.
    pub amount: Option<f64>,
    /// The feed table of late data; empty for all that are expected.
    pub table: String,
    pub to: Destination,
}

/// How an alert stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// What the last check found; None before the first one.
    pub state: Option<AlertState>,
    /// In words.
    pub text: String,
    /// Seconds since 1970-01-01 UTC, as all times here.
    pub checked_at: Option<i64>,
    /// The data version of that check.
    pub checked_data: Option<i64>,
    /// Whether the rule began to hold and has not ceased to.
    pub is_begun: bool,
    pub begun_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// Whether its message has still to be sent, how often that failed, and before what it is not tried again.
    pub is_owed: bool,
    pub tries: u32,
    pub again_at: i64,
    pub last: Option<LastTry>,
}

/// An alert with whose it is, and how it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedAlert {
    pub id: i64,
    pub user_id: i64,
    /// The login of the user.
    pub login: String,
    /// Grows with each change of the rule.
    pub revision: i64,
    pub alert: Alert,
    pub standing: Standing,
}

/// The columns of what a user says of an alert.
fn columns(alert: &Alert, at: i64) -> Columns {
    let Alert { name, metric, filters, rule, direction, amount, table, to } = alert;
    let mut columns: Columns = vec![
        ("name", name.clone().into()),
        ("saved_at", at.into()),
        ("metric", metric.clone().into()),
        ("filters", filters.clone().into()),
        ("rule", rule.word().to_owned().into()),
        ("direction", direction.word().to_owned().into()),
        ("amount", (*amount).into()),
        ("feed_table", table.clone().into()),
    ];
    columns.extend(to.columns());
    columns
}

impl Standing {
    fn columns(&self) -> Columns {
        let mut columns: Columns = vec![
            ("state", self.state.map(|state| state.word().to_owned()).into()),
            ("state_text", self.text.clone().into()),
            ("checked_at", self.checked_at.into()),
            ("checked_data", self.checked_data.into()),
            ("is_begun", self.is_begun.into()),
            ("begun_at", self.begun_at.into()),
            ("ended_at", self.ended_at.into()),
            ("is_owed", self.is_owed.into()),
            ("tries", i64::from(self.tries).into()),
            ("again_at", self.again_at.into()),
        ];
        match &self.last {
            Some(last) => columns.extend(last.columns()),
            None => columns.extend(["last_at", "last_state", "last_text"].map(|name| (name, Value::Null))),
        }
        columns
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Standing> {
        Ok(Standing {
            state: row.get("state")?,
            text: row.get("state_text")?,
            checked_at: row.get("checked_at")?,
            checked_data: row.get("checked_data")?,
            is_begun: row.get("is_begun")?,
            begun_at: row.get("begun_at")?,
            ended_at: row.get("ended_at")?,
            is_owed: row.get("is_owed")?,
            tries: row.get("tries")?,
            again_at: row.get("again_at")?,
            last: LastTry::from_row(row)?,
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedAlert> {
    let alert = Alert {
        name: row.get("name")?,
        metric: row.get("metric")?,
        filters: row.get("filters")?,
        rule: row.get("rule")?,
        direction: row.get("direction")?,
        amount: row.get("amount")?,
        table: row.get("feed_table")?,
        to: Destination::from_row(row)?,
    };
    Ok(SavedAlert {
        id: row.get("id")?,
        user_id: row.get("user_id")?,
        login: row.get("login")?,
        revision: row.get("revision")?,
        alert,
        standing: Standing::from_row(row)?,
    })
}

fn record(transaction: &Transaction<'_>, event: &str, alert: &Alert, by: By<'_>) -> Result<(), StoreError> {
    let of = if alert.metric.is_empty() { "data" } else { &alert.metric };
    let amount = alert.amount.map(|amount| format!(" {amount}")).unwrap_or_default();
    let detail = format!("{of} {}{amount}, to {}", alert.rule.word(), alert.to.named());
    let entry = Entry { subject: Some(&alert.name), detail: Some(&detail), ..by.entry(event) };
    audit::append(transaction, &entry)
}

impl Store {
    /// Saves an alert of a user, and returns its number.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_alert(&self, user_id: i64, alert: &Alert, by: By<'_>) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let id = ALERTS.insert(transaction, user_id, columns(alert, by.at))?;
            record(transaction, "alert_added", alert, by)?;
            Ok(id)
        })
    }

    /// Saves an alert of a user in place of what it was, as if it had never been checked. Returns whether there was one.
    pub fn change_alert(&self, user_id: i64, id: i64, alert: &Alert, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let found = ALERTS.one(transaction, ("id", &id), from_row)?.filter(|found| found.user_id == user_id);
            let Some(found) = found else { return Ok(false) };
            let mut columns = columns(alert, by.at);
            columns.push(("revision", (found.revision + 1).into()));
            columns.extend(Standing { last: found.standing.last, ..Standing::default() }.columns());
            ALERTS.update(transaction, columns, ("id = ?", &[id]))?;
            record(transaction, "alert_changed", alert, by)?;
            Ok(true)
        })
    }

    /// Removes an alert of a user, or with `any` one of another. Returns whether there was one.
    pub fn remove_alert(&self, user_id: i64, id: i64, any: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed = ALERTS.remove(transaction, (user_id, id), Others::all(any), from_row)?;
            let Some(removed) = removed else { return Ok(false) };
            record(transaction, "alert_removed", &removed.alert, by)?;
            Ok(true)
        })
    }

    /// All alerts by name.
    pub fn alerts(&self) -> Result<Vec<SavedAlert>, StoreError> {
        ALERTS.all(&self.reader(), "lower(name), id", from_row)
    }

    /// The alert with this number.
    pub fn alert(&self, id: i64) -> Result<Option<SavedAlert>, StoreError> {
        ALERTS.one(&self.reader(), ("id", &id), from_row)
    }

    /// Writes down how an alert stands, and lines of the audit log. One that was changed or removed meanwhile has only the
    /// lines.
    pub fn alert_checked(
        &self,
        (id, revision): (i64, i64),
        standing: &Standing,
        entries: &[Entry<'_>],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            ALERTS.update(transaction, standing.columns(), ("id = ? and revision = ?", &[id, revision]))?;
            entries.iter().try_for_each(|entry| audit::append(transaction, entry))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::destinations::DeliveryState;
    use crate::store::users::NewUser;

    fn alert(name: &str) -> Alert {
        Alert {
            name: name.to_owned(),
            metric: "logins.totalLogins".to_owned(),
            filters: "{}".to_owned(),
            rule: AlertRule::Below,
            direction: Direction::Any,
            amount: Some(12.5),
            table: String::new(),
            to: Destination::webhook("https://hooks.example.com/secret".to_owned()),
        }
    }

    #[test]
    fn alerts_are_kept_with_how_they_stand_and_belong_to_a_user() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let [ann, bob] = ["ann", "bob"].map(|login| {
            let user = NewUser { login, first_name: "Ann", password_hash: "x", roles: &[] };
            store.add_user(&user, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        });
        let id = store.add_alert(ann, &alert("Logins"), By::from(2)).expect("saved");
        let read = || store.alert(id).expect("read").expect("there");
        let saved = read();
        assert_eq!((&saved.alert, saved.login.as_str(), saved.revision), (&alert("Logins"), "ann", 1));
        assert_eq!(saved.standing, Standing::default());

        let standing = Standing {
            state: Some(AlertState::Holds),
            text: "It is 12.".to_owned(),
            checked_at: Some(5),
            checked_data: Some(3),
            is_begun: true,
            begun_at: Some(5),
            ended_at: None,
            is_owed: true,
            tries: 1,
            again_at: 99,
            last: Some(LastTry { at: 5, state: DeliveryState::Failed, text: "away".to_owned() }),
        };
        let entry = Entry { at: 5, event: "alert_fired", ..Entry::default() };
        store.alert_checked((id, 1), &standing, &[entry]).expect("noted");
        assert_eq!(read().standing, standing);
        // A changed rule begins anew, and what was found by the old one is not written down.
        assert!(!store.change_alert(bob, id, &alert("x"), By::from(6)).expect("asked"));
        assert!(store.change_alert(ann, id, &alert("Other"), By::from(6)).expect("asked"));
        let begun_anew = Standing { last: standing.last.clone(), ..Standing::default() };
        assert_eq!((read().standing, read().revision), (begun_anew.clone(), 2));
        store.alert_checked((id, 1), &standing, &[]).expect("noted");
        assert_eq!(read().standing, begun_anew);

        assert!(!store.remove_alert(bob, id, false, By::from(8)).expect("asked"));
        assert!(store.remove_alert(bob, id, true, By::from(8)).expect("asked"));
        assert!(store.alerts().expect("read").is_empty());
        let lines = store.last_audit_lines(4).expect("read");
        let events: Vec<&str> = lines.iter().map(|line| line.event.as_str()).collect();
        assert_eq!(events, ["alert_removed", "alert_changed", "alert_fired", "alert_added"]);
        let detail = lines[3].detail.as_deref().expect("a detail");
        assert_eq!(detail, "logins.totalLogins below 12.5, to webhook hooks.example.com");
        for _ in 0..ALERTS.most {
            store.add_alert(ann, &alert("x"), By::from(2)).expect("saved");
        }
        let refused = store.add_alert(ann, &alert("x"), By::from(2)).expect_err("too many");
        assert!(refused.to_string().contains("50 alerts"), "{refused}");
        store.delete_user(ann, By::from(3)).expect("deleted");
        assert!(store.alerts().expect("read").is_empty());
    }
}
