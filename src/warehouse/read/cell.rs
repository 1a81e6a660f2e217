//! One value of the feed and its checks.

use time::macros::date;
use time::{Date, Month, Time};

use super::fault::excerpt;
use crate::warehouse::day::Day;
use crate::warehouse::feed::Type;

/// A checked value.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::warehouse) enum Cell<'a> {
    Null,
    Text(&'a str),
    Int(i32),
    Count(i64),
    /// In hundredths.
    Money(i64),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01 00:00:00.
    Time(i64),
    Ids(Vec<i32>),
    Score(u8),
    Level(f64),
}

impl Cell<'_> {
    /// The day of a date or a time.
    pub(in crate::warehouse) fn day(&self) -> Option<Date> {
        let days = match self {
            Cell::Date(days) => *days,
            Cell::Time(micros) => i32::try_from(micros.div_euclid(86_400_000_000)).ok()?,
            _ => return None,
        };
        Date::from_julian_day(date!(1970 - 01 - 01).to_julian_day() + days).ok()
    }
}

/// The stored form of a missing value, in a column that may be empty.
pub(super) fn empty(kind: Type) -> Cell<'static> {
    if matches!(kind, Type::Text(_)) { Cell::Text("") } else { Cell::Null }
}

/// Turns text that is not empty into a value. If `is_day`, the value is the day of a row and must be a day of the
/// warehouse.
///
/// # Errors
/// What is wrong, as the text after `file:line:column:`.
pub(super) fn check(kind: Type, is_day: bool, text: &str) -> Result<Cell<'_>, String> {
    let wrong = |wanted: &str| Err(format!("{} is not {wanted}", excerpt(text)));
    match kind {
        Type::Id => match id(text) {
            Some(id) => Ok(Cell::Int(id)),
            None => wrong("a positive integer up to 2147483647"),
        },
        Type::MemberId => {
            // Nearly all ids are short and plain, which one look at their bytes tells.
            if text.len() <= 64 && text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'@') {
                Ok(Cell::Text(text))
            } else if text.contains('@') {
                // The value is not shown: it is the address of a person.
                Err("a member_id must not be an email address; send an id that says nothing about the person".into())
            } else if text.chars().count() > 64 {
                Err(format!("{} is longer than 64 characters; shorten it", excerpt(text)))
            } else if text.chars().any(char::is_control) {
                Err(format!("{} contains a control character; remove it", excerpt(text)))
            } else {
                Ok(Cell::Text(text))
            }
        }
        Type::Text(longest) => {
            if text.len() > longest && text.chars().count() > longest {
                Err(format!("{} is longer than {longest} characters; shorten it", excerpt(text)))
            } else {
                Ok(Cell::Text(text))
            }
        }
        Type::OneOf(words) => {
            if words.contains(&text) {
                Ok(Cell::Text(text))
            } else {
                wrong(&words.join(" or "))
            }
        }
        Type::Link => {
            let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
            let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
            if text.len() > 2_000 {
                Err(format!("{} is longer than 2000 characters; shorten it", excerpt(text)))
            } else if host.is_empty() || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
                wrong("an http or https address")
            } else {
                Ok(Cell::Text(text))
            }
        }
        Type::Count => match digits(text).and_then(|digits| digits.parse().ok()) {
            Some(count) => Ok(Cell::Count(count)),
            None => wrong("a whole number, 0 or more"),
        },
        Type::Money => match money(text) {
            Some(cents) => Ok(Cell::Money(cents)),
            None => wrong("an amount with at most 2 decimals, such as 1234.50"),
        },
        Type::Date | Type::Month => match parse_date(text.as_bytes()) {
            None => wrong("a date; write YYYY-MM-DD"),
            Some(date) if kind == Type::Month && date.day() != 1 => wrong("the first day of a month"),
            Some(date) if is_day && Day::from_date(date).is_none() => wrong(DAYS),
            Some(date) => Ok(Cell::Date(since_1970(date))),
        },
        Type::Time => match time(text.as_bytes()) {
            None => wrong("a time; write YYYY-MM-DD HH:MM:SS"),
            Some((date, _)) if is_day && Day::from_date(date).is_none() => wrong(DAYS),
            Some((date, time)) => {
                let (hour, minute, second) = time.as_hms();
                let seconds = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
                Ok(Cell::Time((i64::from(since_1970(date)) * 86_400 + seconds) * 1_000_000))
            }
        },
        Type::Groups => {
            let ids: Option<Vec<i32>> = text.split('|').map(id).collect();
            let Some(mut ids) = ids else {
                return wrong("a list of ids such as 3|5");
            };
            ids.sort_unstable();
            if ids.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(format!("{} contains a group twice; remove one of the two", excerpt(text)));
            }
            Ok(Cell::Ids(ids))
        }
        Type::Position => match id(text).filter(|position| *position <= i32::from(i16::MAX)) {
            Some(position) => Ok(Cell::Int(position)),
            None => wrong("a position from 1 to 32767"),
        },
        Type::Score => match text {
            "1" | "2" | "3" | "4" | "5" => Ok(Cell::Score(text.as_bytes()[0] - b'0')),
            _ => wrong("a score from 1 to 5"),
        },
        Type::Level => {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            match text.parse::<f64>() {
                Ok(level) if plain && level <= 100.0 => Ok(Cell::Level(level)),
                _ => wrong("a number from 0 to 100"),
            }
        }
    }
}

const DAYS: &str = "a day from 2000-01-02 to 2089-09-17";

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

fn id(text: &str) -> Option<i32> {
    digits(text)?.parse().ok().filter(|id| *id >= 1)
}

/// In hundredths, within DECIMAL(18,2).
fn money(text: &str) -> Option<i64> {
    const MOST: i64 = 999_999_999_999_999_999;
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, fraction) = rest.split_once('.').unwrap_or((rest, "00"));
    let cents: i64 = match fraction.len() {
        1 => digits(fraction)?.parse::<i64>().ok()? * 10,
        2 => digits(fraction)?.parse().ok()?,
        _ => return None,
    };
    let total = digits(whole)?.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents)?;
    (total <= MOST).then_some(sign * total)
}

fn number(text: &[u8]) -> Option<u16> {
    text.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0')))
}

/// `YYYY-MM-DD`, an existing day.
fn parse_date(text: &[u8]) -> Option<Date> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text else {
        return None;
    };
    let month = Month::try_from(number(&[m1, m2])? as u8).ok()?;
    Date::from_calendar_date(i32::from(number(&[y1, y2, y3, y4])?), month, number(&[d1, d2])? as u8).ok()
}

/// `YYYY-MM-DD HH:MM:SS`
fn time(text: &[u8]) -> Option<(Date, Time)> {
    let (day, rest) = text.split_at_checked(10)?;
    let [b' ', h1, h2, b':', m1, m2, b':', s1, s2] = *rest else {
        return None;
    };
    let time = Time::from_hms(number(&[h1, h2])? as u8, number(&[m1, m2])? as u8, number(&[s1, s2])? as u8).ok()?;
    Some((parse_date(day)?, time))
}

fn since_1970(date: Date) -> i32 {
    date.to_julian_day() - date!(1970 - 01 - 01).to_julian_day()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_values_become_what_is_stored() {
        assert_eq!(check(Type::Id, false, "2147483647"), Ok(Cell::Int(i32::MAX)));
        assert_eq!(check(Type::Money, false, "-12.5"), Ok(Cell::Money(-1250)));
        assert_eq!(check(Type::Money, false, "12"), Ok(Cell::Money(1200)));
        assert_eq!(check(Type::Money, false, "9999999999999999.99"), Ok(Cell::Money(999_999_999_999_999_999)));
        assert_eq!(check(Type::Date, false, "1970-01-02"), Ok(Cell::Date(1)));
        assert_eq!(check(Type::Date, false, "1899-12-31"), Ok(Cell::Date(-25_568)));
        assert_eq!(check(Type::Date, true, "2024-02-29"), Ok(Cell::Date(19_782)));
        assert_eq!(check(Type::Time, true, "2000-01-02 00:00:01"), Ok(Cell::Time(946_771_201_000_000)));
        assert_eq!(check(Type::Groups, false, "5|3"), Ok(Cell::Ids(vec![3, 5])));
        assert_eq!(check(Type::Position, false, "32767"), Ok(Cell::Int(32_767)));
        assert_eq!(check(Type::Score, false, "5"), Ok(Cell::Score(5)));
        assert_eq!(check(Type::Level, false, "62.5"), Ok(Cell::Level(62.5)));
        assert_eq!(check(Type::Link, false, "https://x.example/?a#b"), Ok(Cell::Text("https://x.example/?a#b")));
        assert_eq!(check(Type::MemberId, false, " a "), Ok(Cell::Text(" a ")), "nothing is trimmed");
    }

    #[test]
    fn bad_values_say_what_is_wrong() {
        let long = "m".repeat(65);
        for (kind, is_day, text, what) in [
            (Type::Id, false, "0", "\"0\" is not a positive integer up to 2147483647"),
            (Type::Id, false, "2147483648", "\"2147483648\" is not a positive integer up to 2147483647"),
            (Type::Id, false, "+1", "\"+1\" is not a positive integer up to 2147483647"),
            (Type::Id, false, " 1", "\" 1\" is not a positive integer up to 2147483647"),
            (
                Type::MemberId,
                false,
                "ann@example.org",
                "a member_id must not be an email address; send an id that says nothing about the person",
            ),
            (
                Type::MemberId,
                false,
                &long,
                "\"mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm\"... is longer than 64 characters; shorten it",
            ),
            (Type::MemberId, false, "a\nb", "\"a\\nb\" contains a control character; remove it"),
            (Type::Text(3), false, "äöüß", "\"äöüß\" is longer than 3 characters; shorten it"),
            (Type::OneOf(&["VIEW", "REDEEM_CLICK"]), false, "view", "\"view\" is not VIEW or REDEEM_CLICK"),
            (Type::Link, false, "javascript:alert(1)", "\"javascript:alert(1)\" is not an http or https address"),
            (Type::Link, false, "https://", "\"https://\" is not an http or https address"),
            (Type::Link, false, "http://a b", "\"http://a b\" is not an http or https address"),
            (Type::Count, false, "-1", "\"-1\" is not a whole number, 0 or more"),
            (Type::Count, false, "1.0", "\"1.0\" is not a whole number, 0 or more"),
            (Type::Money, false, "1.005", "\"1.005\" is not an amount with at most 2 decimals, such as 1234.50"),
            (Type::Money, false, "1,5", "\"1,5\" is not an amount with at most 2 decimals, such as 1234.50"),
            (Type::Money, false, "1.", "\"1.\" is not an amount with at most 2 decimals, such as 1234.50"),
            (Type::Money, false, "--1", "\"--1\" is not an amount with at most 2 decimals, such as 1234.50"),
            (
                Type::Money,
                false,
                "10000000000000000",
                "\"10000000000000000\" is not an amount with at most 2 decimals, such as 1234.50",
            ),
            (Type::Date, false, "2023-02-29", "\"2023-02-29\" is not a date; write YYYY-MM-DD"),
            (Type::Date, false, "29.02.2024", "\"29.02.2024\" is not a date; write YYYY-MM-DD"),
            (Type::Date, true, "2000-01-01", "\"2000-01-01\" is not a day from 2000-01-02 to 2089-09-17"),
            (
                Type::Time,
                true,
                "2089-09-18 00:00:00",
                "\"2089-09-18 00:00:00\" is not a day from 2000-01-02 to 2089-09-17",
            ),
            (
                Type::Time,
                false,
                "2024-01-01T10:00:00",
                "\"2024-01-01T10:00:00\" is not a time; write YYYY-MM-DD HH:MM:SS",
            ),
            (
                Type::Time,
                false,
                "2024-01-01 24:00:00",
                "\"2024-01-01 24:00:00\" is not a time; write YYYY-MM-DD HH:MM:SS",
            ),
            (Type::Time, false, "2024-01-01 10:00", "\"2024-01-01 10:00\" is not a time; write YYYY-MM-DD HH:MM:SS"),
            (Type::Month, true, "2024-01-02", "\"2024-01-02\" is not the first day of a month"),
            (Type::Groups, false, "3|", "\"3|\" is not a list of ids such as 3|5"),
            (Type::Groups, false, "3|3", "\"3|3\" contains a group twice; remove one of the two"),
            (Type::Position, false, "0", "\"0\" is not a position from 1 to 32767"),
            (Type::Position, false, "32768", "\"32768\" is not a position from 1 to 32767"),
            (Type::Position, false, "1.5", "\"1.5\" is not a position from 1 to 32767"),
            (Type::Score, false, "6", "\"6\" is not a score from 1 to 5"),
            (Type::Level, false, "100.1", "\"100.1\" is not a number from 0 to 100"),
            (Type::Level, false, "NaN", "\"NaN\" is not a number from 0 to 100"),
        ] {
            assert_eq!(check(kind, is_day, text), Err(what.to_owned()), "{kind:?}");
        }
    }
}
