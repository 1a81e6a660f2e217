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

/// The days that are missing: those after the last one that a published load of the pull had, and a few before them again,
/// up to yesterday, the last day that is over. None where the pull asks for no days.
///
/// Where nothing is missing it is yesterday again.
pub fn missing(pull: &PullSettings, through: Option<Date>, today: Date) -> Option<Days> {
    let from = pull.from.filter(|_| pull.asks_for_days())?;
    let until = today.previous_day().unwrap_or(today).max(from);
    let next = through.and_then(Date::next_day).unwrap_or(from);
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

    #[test]
    fn the_days_after_the_last_one_are_missing_and_some_before_it_are_asked_for_again() {
        let (pull, today) = (pull("https://a.example/?from={since}", 2), date!(2026 - 03 - 15));
        assert_eq!(missing(&pull, None, today), days(date!(2026 - 03 - 01), date!(2026 - 03 - 14)));
        let through = Some(date!(2026 - 03 - 10));
        assert_eq!(missing(&pull, through, today), days(date!(2026 - 03 - 09), date!(2026 - 03 - 14)));
        // Never a day before the first one, and never one that is not over.
        assert_eq!(missing(&pull, Some(date!(2026 - 03 - 01)), today).map(|days| days.since), pull.from);
        assert_eq!(
            missing(&pull, Some(date!(2026 - 03 - 14)), today),
            days(date!(2026 - 03 - 13), date!(2026 - 03 - 14))
        );
    }

    #[test]
    fn a_pull_without_days_has_none_and_one_that_has_all_asks_for_the_last_day() {
        let today = date!(2026 - 03 - 15);
        assert_eq!(missing(&pull("https://a.example/all.csv", 2), None, today), None);
        let pull = pull("https://a.example/?from={since}", 0);
        assert_eq!(
            missing(&pull, Some(date!(2026 - 03 - 14)), today),
            days(date!(2026 - 03 - 14), date!(2026 - 03 - 14))
        );
        assert_eq!(missing(&pull, None, date!(2026 - 02 - 01)), days(date!(2026 - 03 - 01), date!(2026 - 03 - 01)));
    }
}
