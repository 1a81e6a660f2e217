//! Alerts in the store, which does not read their filters.

use crate::store::destinations::{AlertRule, AlertState, Destination, Direction, LastTry};
use crate::store::saved::{OfUser, Resource, Saved, StoredTable, stored};

/// The figure that an alert watches, its rule, and where its messages go.
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
    /// None where the page alone shows it.
    pub to: Option<Destination>,
}

/// How an alert stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the rule: it grows with each change, and what an older one found is not written down.
    pub revision: i64,
    /// The state that the last check found; None before the first one.
    pub state: Option<AlertState>,
    /// What it found, in the form of `message`; or in words why the rule cannot be judged.
    pub text: String,
    /// The days of the explanation of what it found, yyyy-mm-dd; None for late data.
    pub start: Option<String>,
    pub end: Option<String>,
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

pub type SavedAlert = Saved<Alert>;

stored!(Alert { name, metric, filters, rule, direction, amount, table: "feed_table"; to });
stored!(Standing {
    revision, state, text: "state_text", start: "state_start", end: "state_end", checked_at, checked_data, is_begun, begun_at, ended_at, is_owed, tries, again_at;
    last
});

impl Resource for Alert {
    const TABLE: StoredTable = StoredTable {
        name: "alert",
        order: "lower(name), id",
        time_column: "saved_at",
        may_be_shared: false,
        most: 50,
        things: "alerts",
        advice: "remove one that nobody needs",
        added: "alert_added",
        changed: "alert_changed",
        removed: "alert_removed",
    };
    type Owner = OfUser;
    type State = Standing;

    fn audited(&self) -> (&str, String) {
        let of = if self.metric.is_empty() { "data" } else { &self.metric };
        let amount = self.amount.map(|amount| format!(" {amount}")).unwrap_or_default();
        let to = self.to.as_ref().map_or("in the page".to_owned(), |to| format!("to {}", to.named()));
        (&self.name, format!("{of} {}{amount}, {to}", self.rule.word()))
    }
}

impl Standing {
    /// Of a new rule, in place of another: as if it had never been checked.
    pub fn new(before: Option<&Standing>) -> Standing {
        Standing {
            revision: before.map_or(1, |before| before.revision + 1),
            state: None,
            text: String::new(),
            start: None,
            end: None,
            checked_at: None,
            checked_data: None,
            is_begun: false,
            begun_at: None,
            ended_at: None,
            is_owed: false,
            tries: 0,
            again_at: 0,
            last: before.and_then(|before| before.last.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::audit::By;
    use crate::store::destinations::DeliveryState;
    use crate::store::saved::tests::{Users, lines, lives, users};

    fn alert() -> Alert {
        Alert {
            name: "Logins".to_owned(),
            metric: "logins.totalLogins".to_owned(),
            filters: "{}".to_owned(),
            rule: AlertRule::Below,
            direction: Direction::Any,
            amount: Some(12.5),
            table: String::new(),
            to: Some(Destination::webhook("https://hooks.example.com/secret".to_owned())),
        }
    }

    fn fired() -> Standing {
        Standing {
            revision: 1,
            state: Some(AlertState::Holds),
            text: "It is 12.".to_owned(),
            start: Some("2025-03-01".to_owned()),
            end: Some("2025-03-10".to_owned()),
            checked_at: Some(5),
            checked_data: Some(3),
            is_begun: true,
            begun_at: Some(5),
            ended_at: None,
            is_owed: true,
            tries: 1,
            again_at: 99,
            last: Some(LastTry { at: 5, state: DeliveryState::Failed, text: "away".to_owned() }),
        }
    }

    #[test]
    fn alerts_are_kept_with_how_they_stand() {
        lives(|_| (alert(), Standing::new(None)));
        lives(|_| (Alert { amount: None, table: "session".to_owned(), ..alert() }, fired()));
        lives(|_| (Alert { to: None, ..alert() }, fired()));
        let Users { store, ann, .. } = &users();
        store.add_saved(*ann, &alert(), &fired(), By::from(2)).expect("saved");
        store.add_saved(*ann, &Alert { to: None, ..alert() }, &fired(), By::from(3)).expect("saved");
        let details =
            ["in the page", "to webhook hooks.example.com"].map(|to| format!("logins.totalLogins below 12.5, {to}"));
        let expected = details.map(|detail| ("alert_added".to_owned(), detail));
        assert_eq!(lines::<Alert>(store), expected, "the path may be a secret");
    }

    #[test]
    fn a_changed_rule_is_as_if_it_had_never_been_checked() {
        let begun_anew = Standing { revision: 2, last: fired().last, ..Standing::new(None) };
        assert_eq!(Standing::new(Some(&fired())), begun_anew);
    }
}
