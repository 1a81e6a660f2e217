//! Whether the data of a feed table are there when they are expected.

use std::collections::HashMap;

use time::{Date, Duration};

use crate::clock::LocalTime;
use crate::config::{Due, ExpectedBy};
use crate::warehouse::feed::{TABLES, Table, Type};

/// How data come: by day or by month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Month,
}

impl Unit {
    /// That of a table with days.
    pub(super) fn of(table: &Table) -> Unit {
        let is_month = table.columns.iter().any(|column| column.kind == Type::Month);
        if is_month { Unit::Month } else { Unit::Day }
    }

    /// The last day of the unit that a day is in.
    pub(super) fn end(self, day: Date) -> Date {
        match self {
            Unit::Day => day,
            Unit::Month => day.replace_day(day.month().length(day.year())).unwrap_or(day),
        }
    }

    /// The last day of the last unit that is over at the end of a day.
    fn complete(self, day: Date) -> Option<Date> {
        if self.end(day) == day { Some(day) } else { day.replace_day(1).ok()?.previous_day() }
    }
}

/// Since when data are late that reach to the end of a day; None if they are not.
pub(super) fn late_since(unit: Unit, last: Date, due: Due, now: LocalTime) -> Option<LocalTime> {
    let days = Duration::days(i64::from(due.days));
    // The last day whose data are due.
    let days_ago = if now.time >= due.time { days } else { days + Duration::DAY };
    let required = unit.complete(now.date.checked_sub(days_ago)?)?;
    let covered = unit.end(last);
    if covered >= required {
        return None;
    }
    let missing = unit.end(covered.next_day()?);
    Some(LocalTime { date: missing.checked_add(days)?, time: due.time })
}

/// The first and last complete day of each table that is loaded.
type Loaded = HashMap<String, (Date, Date)>;

/// The tables whose data are late, and those that are expected and were never loaded though others were.
pub(super) fn late_tables(expected: &ExpectedBy, loaded: &Loaded, now: LocalTime) -> Vec<String> {
    let is_late = |table: &&Table| {
        expected.0.get(table.name).is_some_and(|due| match loaded.get(table.name) {
            Some((_, last)) => late_since(Unit::of(table), *last, *due, now).is_some(),
            None => !loaded.is_empty(),
        })
    };
    TABLES.iter().filter(is_late).map(|table| table.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Given, resolve};
    use time::macros::date;

    fn at(date: Date, time: &str) -> LocalTime {
        LocalTime { date, time: time.parse().expect("a time") }
    }

    fn due(days: u16, time: &str) -> Due {
        Due { days, time: time.parse().expect("a time") }
    }

    #[test]
    fn a_day_is_late_from_the_minute_on_at_which_it_is_due() {
        let yesterday = due(1, "08:00");
        let since = |last, due, now| late_since(Unit::Day, last, due, now);
        let today = date!(2026 - 03 - 15);
        assert_eq!(since(date!(2026 - 03 - 14), yesterday, at(today, "23:59")), None);
        assert_eq!(since(date!(2026 - 03 - 13), yesterday, at(today, "07:59")), None);
        let late = at(today, "08:00");
        assert_eq!(since(date!(2026 - 03 - 13), yesterday, late), Some(late));
        // Since the first day that is missing was due.
        assert_eq!(
            since(date!(2026 - 03 - 10), yesterday, at(today, "07:00")),
            Some(at(date!(2026 - 03 - 12), "08:00"))
        );
        let later = due(3, "12:00");
        assert_eq!(since(date!(2026 - 03 - 11), later, at(today, "11:59")), None);
        assert_eq!(since(date!(2026 - 03 - 11), later, at(today, "12:00")), Some(at(today, "12:00")));
    }

    #[test]
    fn a_month_is_due_after_its_end() {
        let since = |last, now| late_since(Unit::Month, last, due(5, "08:00"), now);
        let february = date!(2026 - 02 - 01);
        assert_eq!(since(february, at(date!(2026 - 03 - 31), "23:00")), None);
        assert_eq!(since(february, at(date!(2026 - 04 - 05), "07:59")), None);
        let late = at(date!(2026 - 04 - 05), "08:00");
        assert_eq!(since(february, late), Some(late));
        assert_eq!(since(date!(2026 - 03 - 01), at(date!(2026 - 04 - 30), "23:00")), None);
    }

    #[test]
    fn tables_are_late_that_are_expected_and_lag_or_were_never_loaded() {
        let flags = [("expected_by", "logins=1d 08:00,web_sessions=2d 12:00,csat_responses=9d 00:00")];
        let flags = flags.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let config = resolve(&Given { flags, ..Given::default() }).expect("settings").config;
        let now = at(date!(2026 - 03 - 15), "09:00");
        let loaded = |tables: &[(&str, Date)]| -> Loaded {
            tables.iter().map(|(table, last)| ((*table).to_owned(), (date!(2026 - 01 - 01), *last))).collect()
        };
        assert_eq!(late_tables(&config.expected_by, &loaded(&[]), now), Vec::<String>::new());
        let some = loaded(&[
            ("logins", date!(2026 - 03 - 13)),
            ("web_sessions", date!(2026 - 03 - 13)),
            ("site_searches", date!(2026 - 01 - 02)),
        ]);
        assert_eq!(late_tables(&config.expected_by, &some, now), ["logins", "csat_responses"]);
    }
}
