//! The numbering of days and months in the demo's SQL.

use time::{Date, Month};

use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;

/// Months since year 0.
pub(super) fn month_number(date: Date) -> i32 {
    date.year() * 12 + i32::from(u8::from(date.month())) - 1
}

/// The first day of a month.
pub(super) fn first_of(month: i32) -> Result<Date, WarehouseError> {
    let name = Month::try_from(month.rem_euclid(12) as u8 + 1).map_err(|_| off_the_calendar())?;
    Date::from_calendar_date(month.div_euclid(12), name, 1).map_err(|_| off_the_calendar())
}

/// Days since 2000-01-01.
pub(super) fn number(date: Date) -> Result<i16, WarehouseError> {
    Day::from_date(date).map(Day::number).ok_or_else(off_the_calendar)
}

pub(super) fn off_the_calendar() -> WarehouseError {
    WarehouseError::Invalid(format!(
        "the demo's dates must lie between {} and {}: choose fewer years",
        Day::FIRST,
        Day::LAST
    ))
}
