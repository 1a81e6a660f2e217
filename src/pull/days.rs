//! The days that a pull asks for.

use time::{Date, Duration};

use crate::config::PullSettings;
use crate::loads::DayRange;

/// The first and the last day that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    pub since: Date,
    pub until: Date,
}

impl Days {
    /// As the option of a load.
    pub fn range(self) -> DayRange {
        DayRange(self.since, self.until)
    }
}

/// The days that are missing: from the first one that no published load of the pull had, and a few before it again, up to
/// yesterday, the last day that is over. None where the pull asks for no days. `loaded` has the days of those loads, the
/// earliest first.
///
/// Where nothing is missing it is yesterday again.
pub fn missing(pull: &PullSettings, loaded: &[Days], today: Date) -> Option<Days> {
    let from = pull.from.filter(|_| pull.asks_for_days())?;
    let until = today.previous_day().unwrap_or(today).max(from);
    // Somebody may have asked for days that do not follow on those before.
    let next = loaded.iter().fold(from, |next, days| match days.until.next_day() {
        Some(after) if days.since <= next => next.max(after),
        _ => next,
    });
    let again = next.checked_sub(Duration::days(i64::from(pull.again))).unwrap_or(from);
    let since = again.max(from).min(until);
    Some(Days { since, until })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::config::{HttpsOrigin, PullOrigin, When};
    use time::macros::date;

    fn pull(address: &str, again: u16) -> PullSettings {
        let addresses = BTreeMap::from([("orders.csv".to_owned(), address.to_owned())]);
        PullSettings {
            name: "shop".to_owned(),
            mapping: None,
            when: When::Asked,
            from: Some(date!(2026 - 03 - 01)),
            again,
            origin: PullOrigin::Https(HttpsOrigin { addresses, header_file: None, ca_file: None }),
        }
    }

    fn days(since: Date, until: Date) -> Option<Days> {
        Some(Days { since, until })
    }

    /// The days up to one of March.
    fn through(day: u8) -> [Days; 1] {
        let until = Date::from_calendar_date(2026, time::Month::March, day).expect("a day");
        [Days { since: date!(2026 - 03 - 01), until }]
    }

    #[test]
    fn the_days_after_the_last_one_are_missing_and_some_before_it_are_asked_for_again() {
        let (pull, today) = (pull("https://a.example/?from={since}", 2), date!(2026 - 03 - 15));
        assert_eq!(missing(&pull, &[], today), days(date!(2026 - 03 - 01), date!(2026 - 03 - 14)));
        assert_eq!(missing(&pull, &through(10), today), days(date!(2026 - 03 - 09), date!(2026 - 03 - 14)));
        // Never a day before the first one, and never one that is not over.
        assert_eq!(missing(&pull, &through(1), today).map(|days| days.since), pull.from);
        assert_eq!(missing(&pull, &through(14), today), days(date!(2026 - 03 - 13), date!(2026 - 03 - 14)));
    }

    #[test]
    fn days_that_were_asked_for_by_hand_do_not_hide_those_before_them() {
        let (mut pull, today) = (pull("https://a.example/?from={since}", 0), date!(2026 - 03 - 15));
        let of = |since: u8, until: u8| {
            let day = |day| Date::from_calendar_date(2026, time::Month::March, day).expect("a day");
            Days { since: day(since), until: day(until) }
        };
        let since = |pull: &PullSettings, loaded: &[Days]| missing(pull, loaded, today).expect("some").since.day();
        assert_eq!(since(&pull, &[of(10, 12)]), 1);
        assert_eq!(since(&pull, &[of(1, 5), of(10, 12)]), 6);
        assert_eq!(since(&pull, &[of(1, 5), of(2, 3), of(6, 12)]), 13);
        assert_eq!(since(&pull, &[of(1, 9), of(3, 12)]), 13);
        // Nor do those that were loaded before the first day was set to an earlier one.
        pull.from = Some(date!(2026 - 02 - 01));
        assert_eq!(missing(&pull, &[of(1, 14)], today).map(|days| days.since), pull.from);
    }

    #[test]
    fn a_pull_without_days_has_none_and_one_that_has_all_asks_for_the_last_day() {
        let today = date!(2026 - 03 - 15);
        assert_eq!(missing(&pull("https://a.example/all.csv", 2), &[], today), None);
        let pull = pull("https://a.example/?from={since}", 0);
        assert_eq!(missing(&pull, &through(14), today), days(date!(2026 - 03 - 14), date!(2026 - 03 - 14)));
        assert_eq!(missing(&pull, &[], date!(2026 - 02 - 01)), days(date!(2026 - 03 - 01), date!(2026 - 03 - 01)));
    }
}
