//! Reports in the store, which does not read their filters: they are as the call of their screen takes them.

use crate::store::destinations::{Destination, Every, LastTry, ReportFormat};
use crate::store::saved::{OfUser, Resource, Saved, StoredTable, stored};

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

/// When a report is due, and how it was sent last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The last due day that is settled, yyyy-mm-dd.
    pub done_day: String,
    /// How often it failed for the day that it is due on.
    pub tries: u32,
    /// Before this it is not tried again, in seconds since 1970-01-01 UTC.
    pub again_at: i64,
    pub last: Option<LastTry>,
}

pub type SavedReport = Saved<Report>;

stored!(Report { name, screen, filters, of_view, view_id, every, on_day, format; to });
stored!(Progress { done_day, tries, again_at; last });

impl Resource for Report {
    const TABLE: StoredTable = StoredTable {
        name: "report",
        order: "lower(name), id",
        time_column: "saved_at",
        may_be_shared: false,
        most: 50,
        things: "reports",
        advice: "remove one that nobody reads",
        added: "report_added",
        changed: "report_changed",
        removed: "report_removed",
    };
    type Owner = OfUser;
    type State = Progress;

    fn audited(&self) -> (&str, String) {
        (&self.name, format!("{}, every {}, to {}", self.screen, self.every.word(), self.to.named()))
    }
}

impl Progress {
    /// Of a report that is due after `today` for the first time.
    pub fn from(today: String) -> Progress {
        Progress { done_day: today, tries: 0, again_at: 0, last: None }
    }

    /// Of a report that takes the place of another. With another schedule it is due after `today` for the first time.
    pub fn in_place_of(before: &SavedReport, report: &Report, today: String) -> Progress {
        let same_schedule = (before.item.every, before.item.on_day) == (report.every, report.on_day);
        let done_day = if same_schedule { before.state.done_day.clone() } else { today };
        Progress { done_day, tries: 0, again_at: 0, last: before.state.last.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::destinations::DeliveryState;
    use crate::store::saved::tests::lives;

    fn report() -> Report {
        Report {
            name: "Logins".to_owned(),
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

    fn failed() -> Progress {
        let last = LastTry { at: 5, state: DeliveryState::Failed, text: "away".to_owned() };
        Progress { done_day: "2026-03-15".to_owned(), tries: 2, again_at: 99, last: Some(last) }
    }

    #[test]
    fn reports_are_kept_with_how_they_were_sent() {
        lives(|_| (report(), Progress::from("2026-03-15".to_owned())));
        lives(|_| (report(), failed()));
    }

    #[test]
    fn another_schedule_begins_on_the_day_of_the_change_and_other_changes_do_not() {
        let owner = OfUser { user_id: 1, login: "ann".to_owned() };
        let before = Saved { id: 1, owner, saved_at: 1, item: report(), state: failed() };
        let next = |report: &Report| Progress::in_place_of(&before, report, "2026-03-20".to_owned());
        let of_others = Report { to: Destination::folder("board".to_owned()), ..report() };
        assert_eq!(next(&of_others), Progress { tries: 0, again_at: 0, ..failed() });
        let monthly = Report { every: Every::Month, ..report() };
        assert_eq!(next(&monthly).done_day, "2026-03-20");
        assert_eq!(next(&Report { on_day: 2, ..report() }).done_day, "2026-03-20");
    }
}
