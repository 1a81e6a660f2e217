//! The date and the time, passed in wherever they are needed so that tests can set them.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::tz::TimeZone;
use time::{Date, Month};

/// The program's calendar and the clock that sessions run by.
#[derive(Debug)]
pub struct Clock {
    calendar: Calendar,
    /// Seconds the clock runs ahead of the machine's: 0 outside tests.
    ahead: AtomicI64,
}

#[derive(Debug)]
enum Calendar {
    Zone(TimeZone),
    Fixed(Date),
}

/// Why a clock could not be created.
#[derive(Debug, thiserror::Error)]
pub enum ClockError {
    /// The zone has no entry in the time zone database.
    #[error("time_zone: {name:?} is not a known time zone (expected an IANA name such as \"Europe/Paris\"): {reason}")]
    UnknownZone {
        /// The given name.
        name: String,
        /// The error of the time zone database.
        reason: String,
    },
}

impl Clock {
    /// The machine's clock, with dates in the named IANA time zone or, for None, in the machine's.
    pub fn system(zone: Option<&str>) -> Result<Clock, ClockError> {
        let zone = match zone {
            None => TimeZone::system(),
            Some(name) => TimeZone::get(name)
                .map_err(|error| ClockError::UnknownZone { name: name.to_owned(), reason: error.to_string() })?,
        };
        Ok(Clock { calendar: Calendar::Zone(zone), ahead: AtomicI64::new(0) })
    }

    /// A clock whose date never changes; its seconds still pass. For tests and reproducible demos.
    pub fn fixed(date: Date) -> Clock {
        Clock { calendar: Calendar::Fixed(date), ahead: AtomicI64::new(0) }
    }

    /// Today in the program's time zone.
    pub fn today(&self) -> Date {
        let zone = match &self.calendar {
            Calendar::Fixed(date) => return *date,
            Calendar::Zone(zone) => zone,
        };
        let now = jiff::Timestamp::from_second(self.now()).unwrap_or(jiff::Timestamp::MAX);
        let local = zone.to_datetime(now).date();
        let month = Month::try_from(local.month().unsigned_abs()).unwrap_or(Month::January);
        Date::from_calendar_date(i32::from(local.year()), month, local.day().unsigned_abs()).unwrap_or(Date::MAX)
    }

    /// The program's time zone; UTC with a fixed date.
    pub fn zone(&self) -> TimeZone {
        match &self.calendar {
            Calendar::Fixed(_) => TimeZone::UTC,
            Calendar::Zone(zone) => zone.clone(),
        }
    }

    /// Seconds since 1970-01-01 UTC.
    pub fn now(&self) -> i64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
        i64::try_from(machine).unwrap_or(i64::MAX).saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    /// Moves the clock forward. For tests of expiry.
    pub fn advance(&self, seconds: i64) {
        self.ahead.fetch_add(seconds, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_fixed_clock_has_one_date_while_seconds_pass() {
        let clock = Clock::fixed(date!(2026 - 02 - 28));
        let before = clock.now();
        clock.advance(90_000);
        assert_eq!(clock.today(), date!(2026 - 02 - 28));
        assert!(clock.now() >= before + 90_000);
    }

    #[test]
    fn the_date_is_that_of_the_named_zone() {
        // UTC+14 and UTC-11: 25 hours apart, so the two never share a day.
        let east = Clock::system(Some("Pacific/Kiritimati")).expect("a known zone");
        let west = Clock::system(Some("Pacific/Niue")).expect("a known zone");
        assert!(east.today() > west.today());
    }

    #[test]
    fn an_unknown_zone_is_named_in_the_error() {
        let error = Clock::system(Some("Mars/Olympus")).expect_err("no such zone");
        assert!(error.to_string().contains("Mars/Olympus"), "{error}");
    }
}
