//! Dates and times in other forms and zones.

use jiff::civil::Time;
use jiff::fmt::strtime;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

pub use jiff::civil::{Date, DateTime};
pub use jiff::tz::TimeZone;

/// How the dates or times of a column are written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TimeForm {
    form: Form,
    /// The zone of times without one; None for the program's.
    zone: Option<TimeZone>,
    /// As it stands in the mapping, for messages.
    written: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// Specifiers of strptime, such as `%d.%m.%Y`.
    Pattern(String),
    /// ISO 8601, with or without a fraction of a second and a zone.
    Iso,
    /// Seconds since 1970-01-01 UTC.
    Seconds,
    /// Milliseconds since 1970-01-01 UTC.
    Milliseconds,
    /// Microseconds since 1970-01-01 UTC.
    Microseconds,
    /// Days since 1899-12-30, as spreadsheets keep them.
    Days,
}

impl TimeForm {
    /// The form that a text describes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn new(written: &str, zone: Option<TimeZone>) -> Result<TimeForm, String> {
        let form = match written {
            "iso8601" => Form::Iso,
            "unix" => Form::Seconds,
            "unix_ms" => Form::Milliseconds,
            "unix_us" => Form::Microseconds,
            "excel" => Form::Days,
            pattern => {
                // What a pattern writes it must be able to read.
                let probe = Timestamp::from_second(1_751_328_000).unwrap_or_default().to_zoned(TimeZone::UTC);
                let reads = strtime::format(pattern, &probe).is_ok_and(|text| {
                    strtime::parse(pattern, text)
                        .is_ok_and(|parts| parts.to_date().is_ok() || parts.timestamp().is_some())
                });
                if !pattern.contains('%') || !reads {
                    return Err(format!(
                        "{pattern:?} describes no date; write iso8601, unix, unix_ms, unix_us, excel or a pattern such as \
                         %d.%m.%Y or %Y-%m-%d %H:%M:%S"
                    ));
                }
                Form::Pattern(pattern.to_owned())
            }
        };
        Ok(TimeForm { form, zone, written: written.to_owned() })
    }

    /// The form as the mapping has it.
    pub(super) fn written(&self) -> &str {
        &self.written
    }

    /// What a value must be, for a message that begins "... is not".
    pub(super) fn wanted(&self) -> String {
        match self.form {
            Form::Iso => "a date or time in the form of ISO 8601, such as 2026-03-31T10:15:00Z".to_owned(),
            Form::Seconds => "a number of seconds since 1970-01-01".to_owned(),
            Form::Milliseconds => "a number of milliseconds since 1970-01-01".to_owned(),
            Form::Microseconds => "a number of microseconds since 1970-01-01".to_owned(),
            Form::Days => "a number of days since 1899-12-30, such as 46082 or 46082.5".to_owned(),
            Form::Pattern(_) => format!("a date or time in the form {}", self.written),
        }
    }

    /// The program's local time; midnight for a date alone. None if the text has another form.
    pub(super) fn local(&self, text: &str, program: &TimeZone) -> Option<DateTime> {
        let zoned = |at: Timestamp| program.to_datetime(at);
        let civil = match &self.form {
            Form::Seconds => return Some(zoned(Timestamp::from_second(text.parse().ok()?).ok()?)),
            Form::Milliseconds => return Some(zoned(Timestamp::from_millisecond(text.parse().ok()?).ok()?)),
            Form::Microseconds => return Some(zoned(Timestamp::from_microsecond(text.parse().ok()?).ok()?)),
            Form::Days => of_days(text.parse().ok()?)?,
            Form::Iso => {
                if let Ok(at) = text.parse::<Timestamp>() {
                    return Some(zoned(at));
                }
                text.parse::<DateTime>().ok()?
            }
            Form::Pattern(pattern) => {
                let parts = strtime::parse(pattern, text).ok()?;
                if let Some(at) = parts.timestamp() {
                    return Some(zoned(at));
                }
                if parts.offset().is_some() {
                    return Some(zoned(parts.to_timestamp().ok()?));
                }
                let date = parts.to_date().ok()?;
                if parts.hour().is_none() {
                    // A date alone is a day of the program, whatever the zone.
                    return Some(date.to_datetime(Time::midnight()));
                }
                date.to_datetime(parts.to_time().ok()?)
            }
        };
        match &self.zone {
            Some(zone) if zone != program => Some(zoned(zone.to_timestamp(civil).ok()?)),
            _ => Some(civil),
        }
    }

    /// `YYYY-MM-DD HH:MM:SS`, without fractions of a second.
    pub(super) fn time(&self, text: &str, program: &TimeZone) -> Option<String> {
        let at = self.local(text, program)?;
        let (date, time) = (at.date(), at.time());
        Some(format!(
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
            date.year(),
            date.month(),
            date.day(),
            time.hour(),
            time.minute(),
            time.second()
        ))
    }

    /// `YYYY-MM-DD`
    pub(super) fn date(&self, text: &str, program: &TimeZone) -> Option<String> {
        let date = self.local(text, program)?.date();
        Some(format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day()))
    }
}

/// The civil time of a number of days since 1899-12-30, to the second.
fn of_days(days: f64) -> Option<DateTime> {
    const SECONDS: f64 = 86_400.0;
    // Days that Bond can store; what is no number is none of them.
    let seconds = (0.0..100_000.0).contains(&days).then(|| libm::round(days * SECONDS) as i64)?;
    Date::new(1899, 12, 30).ok()?.to_datetime(Time::midnight()).checked_add(SignedDuration::from_secs(seconds)).ok()
}

/// The zone of a name of the time zone database.
pub(super) fn zone(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok()
}

/// The offsets of a zone from 2000 to 2089, and when each begins.
fn offsets(zone: &TimeZone) -> Vec<(Timestamp, Offset)> {
    let [first, last] = [946_684_800, 3_786_912_000].map(|second| Timestamp::from_second(second).unwrap_or_default());
    let changes = zone.following(first).take_while(|change| change.timestamp() < last);
    let later = changes.map(|change| (change.timestamp(), change.offset()));
    let mut offsets: Vec<(Timestamp, Offset)> = std::iter::once((first, zone.to_offset(first))).chain(later).collect();
    // Some changes are of the name only.
    offsets.dedup_by_key(|(_, offset)| *offset);
    offsets
}

/// Whether a zone has the clocks of the zone of a name from 2000 to 2089, as `Etc/UTC` has those of `UTC`.
pub fn has_clocks_of(zone: &TimeZone, name: &str) -> bool {
    zone.iana_name() == Some(name) || self::zone(name).is_some_and(|other| offsets(zone) == offsets(&other))
}

/// The hours that the clocks of a zone repeat, from 2000 to 2089: where each begins and ends by the clock, as
/// `YYYY-MM-DD HH:MM:SS`.
pub(in crate::warehouse) fn repeated_hours(zone: &TimeZone) -> Vec<[String; 2]> {
    let mut hours = Vec::new();
    for change in offsets(zone).windows(2) {
        let ((_, before), (at, after)) = (change[0], change[1]);
        let clock = |offset: Offset| offset.to_datetime(at).strftime("%Y-%m-%d %H:%M:%S").to_string();
        if after < before {
            hours.push([clock(after), clock(before)]);
        }
    }
    hours
}

/// Reads dates and times in a form: the civil time, or None if a text has another form.
pub(in crate::warehouse) fn time_reader(form: &str) -> impl Fn(&str) -> Option<DateTime> + use<> {
    let form = TimeForm::new(form, None).ok();
    move |text| form.as_ref()?.local(text, &TimeZone::UTC)
}

/// The midnight of a day in a form of dates or times; None where only a number or a zone says it.
pub(in crate::warehouse) fn written_as(day: Date, form: &str) -> Option<String> {
    match form {
        "iso8601" => Some(format!("{day}T00:00:00")),
        form if form.contains('%') && !form.contains("%z") => Some(day.at(0, 0, 0, 0).strftime(form).to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hours_that_clocks_repeat_are_known() {
        assert_eq!(repeated_hours(&TimeZone::UTC), Vec::<[String; 2]>::new());
        let hours = repeated_hours(&zone("Europe/Paris").expect("a zone"));
        assert_eq!(hours.len(), 90);
        assert!(hours.contains(&["2026-10-25 02:00:00".to_owned(), "2026-10-25 03:00:00".to_owned()]), "{hours:?}");
    }

    #[test]
    fn zones_with_the_same_clocks_are_one() {
        let has = |one: &str, other: &str| has_clocks_of(&zone(one).expect("a zone"), other);
        assert!(has("UTC", "Etc/UTC") && has("Europe/Berlin", "Europe/Paris") && has("Asia/Tokyo", "Asia/Tokyo"));
        assert!(!has("Europe/Berlin", "Europe/London") && !has("UTC", "Mars/Olympus"));
        // Both have the time of UTC in winter, and only one has summer time.
        assert!(!has("Europe/London", "Africa/Abidjan"));
    }

    #[test]
    fn other_forms_become_the_programs_local_time() {
        let paris = zone("Europe/Paris").expect("a zone");
        let utc = || Some(TimeZone::UTC);
        for (form, from, text, wanted) in [
            ("%d.%m.%Y", None, "31.03.2026", Some("2026-03-31 00:00:00")),
            ("%d.%m.%Y", utc(), "31.03.2026", Some("2026-03-31 00:00:00")),
            ("%d.%m.%Y %H:%M", utc(), "31.03.2026 23:15", Some("2026-04-01 01:15:00")),
            ("%m/%d/%Y %I:%M %p", None, "3/1/2026 1:05 PM", Some("2026-03-01 13:05:00")),
            ("%d %b %Y", None, "7 Mar 2026", Some("2026-03-07 00:00:00")),
            ("%Y-%m-%d %H:%M:%S%.f %z", None, "2026-01-31 12:00:00.75 +0000", Some("2026-01-31 13:00:00")),
            ("iso8601", utc(), "2026-07-01T22:30:00.5", Some("2026-07-02 00:30:00")),
            ("iso8601", None, "2026-07-01T22:30:00Z", Some("2026-07-02 00:30:00")),
            ("iso8601", None, "2026-07-01 22:30:00", Some("2026-07-01 22:30:00")),
            ("unix", None, "0", Some("1970-01-01 01:00:00")),
            ("unix_ms", None, "1767225600500", Some("2026-01-01 01:00:00")),
            ("unix_us", None, "1767225600999999", Some("2026-01-01 01:00:00")),
            ("unix_us", None, "9223372036854775807", None),
            ("excel", None, "46082", Some("2026-03-01 00:00:00")),
            ("excel", utc(), "46082.510416667", Some("2026-03-01 13:15:00")),
            ("excel", None, "-1", None),
            ("excel", None, "NaN", None),
            ("excel", None, "1.3.2026", None),
            // The hour that the clocks leave out, and the first of the two that they repeat.
            ("%Y-%m-%d %H:%M", zone("America/New_York"), "2026-03-08 02:30", Some("2026-03-08 08:30:00")),
            ("%Y-%m-%d %H:%M", zone("America/New_York"), "2026-11-01 01:30", Some("2026-11-01 06:30:00")),
            ("%d.%m.%Y", None, "31.02.2026", None),
            ("%d.%m.%Y", None, "2026-02-01", None),
            ("%d.%m.%Y", None, "01.02.2026x", None),
            ("unix", None, "99999999999999999999", None),
            ("iso8601", None, "soon", None),
        ] {
            let form = TimeForm::new(form, from).expect("a form");
            assert_eq!(form.time(text, &paris).as_deref(), wanted, "{text}");
            assert_eq!(form.date(text, &paris).as_deref(), wanted.map(|wanted| &wanted[..10]), "{text}");
        }
        for bad in ["", "DD.MM.YYYY", "%H:%M", "%k", "%d.%m"] {
            assert!(TimeForm::new(bad, None).is_err(), "{bad}");
        }
    }
}
