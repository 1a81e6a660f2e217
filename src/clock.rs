//! The date and the time, passed in wherever they are needed so that tests can set them.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::ToSpan;
use jiff::tz::TimeZone;
use serde::{Serialize, Serializer};
use time::macros::format_description;
use time::{Date, Month, OffsetDateTime};

/// The program's calendar and the clock that sessions run by.
#[derive(Debug)]
pub struct Clock {
    calendar: Calendar,
    /// Seconds the clock runs ahead of the machine's: 0 outside tests.
    ahead: AtomicI64,
    latest: Mutex<Latest>,
}

/// The latest time that was read, and when that was by a clock that nobody sets.
#[derive(Clone, Copy, Debug)]
struct Latest {
    time: i64,
    at: Instant,
}

#[derive(Debug)]
enum Calendar {
    Zone(TimeZone),
    Fixed(Date),
}

/// A time of each day, such as 02:30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeOfDay {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

impl FromStr for TimeOfDay {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeOfDay, String> {
        let is_number = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| if is_number(text) { text.parse::<u8>().ok() } else { None };
        text.split_once(':')
            .and_then(|(hour, minute)| Some(TimeOfDay { hour: number(hour)?, minute: number(minute)? }))
            .filter(|time| time.hour < 24 && time.minute < 60)
            .ok_or_else(|| "expected a time from 00:00 to 23:59, such as 02:30".to_owned())
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

impl Serialize for TimeOfDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A date and a time of the program's clocks, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    pub date: Date,
    pub time: TimeOfDay,
}

impl fmt::Display for LocalTime {
    /// `2026-03-15 08:00`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.date, self.time)
    }
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
        Ok(Clock::of(Calendar::Zone(zone)))
    }

    /// Has its dates in another time zone from now on. One whose date never changes keeps it.
    ///
    /// # Errors
    /// [`ClockError`]; nothing has changed then.
    pub fn take_zone(&mut self, zone: &str) -> Result<(), ClockError> {
        let other = Clock::system(Some(zone))?;
        if matches!(self.calendar, Calendar::Zone(_)) {
            self.calendar = other.calendar;
        }
        Ok(())
    }

    /// A clock whose date never changes; its seconds still pass. For tests and reproducible demos.
    pub fn fixed(date: Date) -> Clock {
        Clock::of(Calendar::Fixed(date))
    }

    fn of(calendar: Calendar) -> Clock {
        let latest = Mutex::new(Latest { time: i64::MIN, at: Instant::now() });
        Clock { calendar, ahead: AtomicI64::new(0), latest }
    }

    /// Today in the program's time zone.
    pub fn today(&self) -> Date {
        self.local().date
    }

    /// Date and time in the program's time zone. With a fixed date, the time is that of UTC.
    pub fn local(&self) -> LocalTime {
        let now = self.machine();
        let local = self.shown_at(now);
        let time = TimeOfDay { hour: local.hour().unsigned_abs(), minute: local.minute().unsigned_abs() };
        LocalTime { date: self.date_of(now), time }
    }

    /// The date in the program's time zone at a time in seconds since 1970-01-01 UTC.
    pub fn date_of(&self, at: i64) -> Date {
        let local = match &self.calendar {
            Calendar::Fixed(date) => return *date,
            Calendar::Zone(_) => self.shown_at(at),
        };
        let month = Month::try_from(local.month().unsigned_abs()).unwrap_or(Month::January);
        let date = Date::from_calendar_date(i32::from(local.year()), month, local.day().unsigned_abs());
        date.unwrap_or(Date::MAX)
    }

    fn shown_at(&self, at: i64) -> jiff::civil::DateTime {
        self.zone().to_datetime(jiff::Timestamp::from_second(at).unwrap_or(jiff::Timestamp::MAX))
    }

    /// When a day begins in the program's time zone, in seconds since 1970-01-01 UTC.
    pub fn start_of(&self, day: Date) -> i64 {
        let day = jiff::civil::date(day.year() as i16, u8::from(day.month()) as i8, day.day() as i8);
        day.to_zoned(self.zone()).map_or(0, |start| start.timestamp().as_second())
    }

    /// The name of the program's time zone, such as Europe/Paris; None if this machine's has none.
    pub fn zone_name(&self) -> Option<String> {
        self.zone().iana_name().map(str::to_owned)
    }

    /// The program's time zone; UTC with a fixed date.
    pub fn zone(&self) -> TimeZone {
        match &self.calendar {
            Calendar::Fixed(_) => TimeZone::UTC,
            Calendar::Zone(zone) => zone.clone(),
        }
    }

    /// Seconds since 1970-01-01 UTC. The time never goes back, and it passes at its usual rate where the machine's clock
    /// is put back: nothing ends later because of that. Dates follow the machine's clock.
    pub fn now(&self) -> i64 {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = i64::try_from(latest.at.elapsed().as_secs()).unwrap_or(i64::MAX);
        let (machine, least) = (self.machine(), latest.time.saturating_add(passed));
        if machine < least {
            return least;
        }
        *latest = Latest { time: machine, at: Instant::now() };
        machine
    }

    /// Tells the clock a time that has already been: the machine's clock may have been put back while Bond was stopped.
    /// Returns by how many seconds the machine's clock is behind it.
    pub fn not_before(&self, time: i64) -> i64 {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if time > latest.time {
            *latest = Latest { time, at: Instant::now() };
        }
        time.saturating_sub(self.machine()).max(0)
    }

    /// What the machine's clock shows, in seconds since 1970-01-01 UTC.
    pub fn machine(&self) -> i64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
        i64::try_from(machine).unwrap_or(i64::MAX).saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    /// When the program's clocks next show this time after now, in seconds since 1970-01-01 UTC. On a day that leaves
    /// it out, that much later.
    pub fn next(&self, time: TimeOfDay) -> i64 {
        self.next_after(self.now(), time)
    }

    /// The same after another time.
    pub fn next_after(&self, after: i64, time: TimeOfDay) -> i64 {
        let zone = match &self.calendar {
            Calendar::Fixed(_) => &TimeZone::UTC,
            Calendar::Zone(zone) => zone,
        };
        let today = self.shown_at(after).date();
        let on = |days: i64| {
            let date = today.checked_add(days.days()).ok()?;
            let at = date.at(time.hour.cast_signed(), time.minute.cast_signed(), 0, 0).to_zoned(zone.clone()).ok()?;
            Some(at.timestamp().as_second())
        };
        (0..=2).filter_map(on).find(|at| *at > after).unwrap_or(i64::MAX)
    }

    /// Moves the clock forward. For tests of expiry.
    pub fn advance(&self, seconds: i64) {
        self.ahead.fetch_add(seconds, Ordering::Relaxed);
    }
}

/// A time in seconds since 1970-01-01 UTC as `2026-03-15 08:30`, in UTC; empty if it is outside the calendar.
pub fn minute(at: i64) -> String {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]");
    OffsetDateTime::from_unix_timestamp(at).ok().and_then(|at| at.format(format).ok()).unwrap_or_default()
}

/// A day such as `2026-03-15`.
///
/// # Errors
/// What is expected.
pub fn day(text: &str) -> Result<Date, String> {
    let parsed = Date::parse(text, format_description!("[year]-[month]-[day]")).ok();
    let day = parsed.filter(|day| (1970..=2999).contains(&day.year()));
    day.ok_or_else(|| "expected a day such as 2026-03-15".to_owned())
}

/// A time in seconds since 1970-01-01 UTC as `2026-03-15 01:30:05`, in UTC.
pub fn second(at: i64) -> String {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
    OffsetDateTime::from_unix_timestamp(at).ok().and_then(|at| at.format(format).ok()).unwrap_or_default()
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
    fn the_time_never_goes_back_and_dates_follow_the_machine() {
        let clock = Clock::system(Some("UTC")).expect("a known zone");
        let (today, start) = (clock.today(), clock.now());
        clock.advance(-3 * 24 * 60 * 60);
        assert!((start..start + 60).contains(&clock.now()), "put back by three days");
        assert!(clock.today() < today);
        clock.advance(3 * 24 * 60 * 60 + 7200);
        assert!((start + 7200..start + 7260).contains(&clock.now()), "put right and two hours on");

        let restarted = Clock::system(Some("UTC")).expect("a known zone");
        assert_eq!(restarted.not_before(start - 100), 0);
        let behind = restarted.not_before(start + 5000);
        assert!((4900..=5000).contains(&behind) && restarted.now() >= start + 5000);
    }

    #[test]
    fn the_date_is_that_of_the_named_zone() {
        // UTC+14 and UTC-11: 25 hours apart, so the two never share a day.
        let east = Clock::system(Some("Pacific/Kiritimati")).expect("a known zone");
        let west = Clock::system(Some("Pacific/Niue")).expect("a known zone");
        assert!(east.today() > west.today());
    }

    #[test]
    fn times_are_shown_to_the_minute() {
        assert_eq!(minute(1_800_000_059), "2027-01-15 08:00");
        assert_eq!(minute(i64::MAX), "");
    }

    #[test]
    fn a_day_begins_at_its_midnight_in_the_named_zone() {
        assert_eq!(Clock::fixed(date!(2026 - 01 - 01)).start_of(date!(1970 - 01 - 02)), 24 * 60 * 60);
        let east = Clock::system(Some("Pacific/Kiritimati")).expect("a known zone");
        assert_eq!(east.start_of(date!(2026 - 03 - 15)), 1_773_532_800 - 14 * 60 * 60);
    }

    #[test]
    fn the_next_time_of_day_is_within_a_day_and_on_that_minute() {
        let clock = Clock::fixed(date!(2026 - 02 - 28));
        let time: TimeOfDay = "02:30".parse().expect("a time");
        for _ in 0..3 {
            let (now, next) = (clock.now(), clock.next(time));
            assert!(next > now && next <= now + 24 * 60 * 60);
            assert_eq!(next % (24 * 60 * 60), 2 * 60 * 60 + 30 * 60);
            clock.advance(next - now);
        }
        // UTC+14: 02:30 there is 12:30 of the day before in UTC.
        let east = Clock::system(Some("Pacific/Kiritimati")).expect("a known zone");
        assert_eq!(east.next(time) % (24 * 60 * 60), 12 * 60 * 60 + 30 * 60);
    }

    #[test]
    fn times_of_day_are_two_numbers_of_two_digits() {
        for text in ["00:00", "23:59"] {
            assert_eq!(text.parse::<TimeOfDay>().expect("a time").to_string(), text);
        }
        for wrong in ["", "2:30", "24:00", "12:60", "12", "12:30:00", "+1:00", "noon"] {
            assert!(wrong.parse::<TimeOfDay>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_unknown_zone_is_named_in_the_error() {
        let error = Clock::system(Some("Mars/Olympus")).expect_err("no such zone");
        assert!(error.to_string().contains("Mars/Olympus"), "{error}");
    }
}
