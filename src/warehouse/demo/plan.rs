//! The plan of a demo, and its storage in `main.setting`.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use duckdb::Connection;
use time::{Date, Month};

use super::calendar::off_the_calendar;
use crate::warehouse::error::WarehouseError;

/// The options of a new demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoOptions {
    /// Members eligible by the last day, within [`DemoOptions::MEMBERS`]. About six in ten are registered.
    pub members: u32,
    /// Another seed gives another program of the same kind.
    pub seed: u64,
    /// Years of history, within [`DemoOptions::YEARS`].
    pub years: u32,
    /// Whether causes are planted in the last year.
    pub causes: bool,
}

impl DemoOptions {
    /// The allowed numbers of members. With fewer, no pattern is visible.
    pub const MEMBERS: RangeInclusive<u32> = 100..=5_000_000;
    /// The allowed numbers of years. The planted causes are in the last year.
    pub const YEARS: RangeInclusive<u32> = 1..=10;
}

impl Default for DemoOptions {
    fn default() -> DemoOptions {
        DemoOptions { members: 50_000, seed: 1, years: 3, causes: true }
    }
}

/// Everything that a demo's rows depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) members: u32,
    pub(super) seed: u64,
    /// The first day of the program.
    pub(super) start: Date,
    /// The last day when it was made; the planted causes are dated from it.
    pub(super) anchor: Date,
    /// Whether there are any.
    pub(super) causes: bool,
    /// The last day written so far.
    pub(super) through: Option<Date>,
}

const DATE: &[time::format_description::BorrowedFormatItem<'_>] =
    time::macros::format_description!("[year]-[month]-[day]");

impl Plan {
    /// For a new demo that ends on `yesterday`.
    pub(super) fn new(options: &DemoOptions, yesterday: Date) -> Result<Plan, WarehouseError> {
        let DemoOptions { members, seed, years, causes } = *options;
        check("members", members, &DemoOptions::MEMBERS)?;
        check("years", years, &DemoOptions::YEARS)?;
        Ok(Plan { members, seed, start: years_before(yesterday, years)?, anchor: yesterday, causes, through: None })
    }

    /// The plan that the data was drawn from; None if it is not a demo.
    pub(super) fn read(connection: &Connection) -> Result<Option<Plan>, WarehouseError> {
        let mut statement = connection.prepare("select name, value from main.setting where name like 'demo.%'")?;
        let values: HashMap<String, String> =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        if values.is_empty() {
            return Ok(None);
        }
        let wrong = |name: &str, what: &str| {
            WarehouseError::Invalid(format!(
                "the warehouse setting {name} {what}; make the demo again with `bond demo`"
            ))
        };
        let value = |name: &str| values.get(name).ok_or_else(|| wrong(name, "is missing"));
        let number = |name: &str| value(name)?.parse::<u64>().map_err(|_| wrong(name, "is not a number"));
        let date = |name: &str| Date::parse(value(name)?, DATE).map_err(|_| wrong(name, "is not a date"));
        Ok(Some(Plan {
            members: u32::try_from(number("demo.members")?).map_err(|_| wrong("demo.members", "is too large"))?,
            seed: number("demo.seed")?,
            start: date("demo.start")?,
            anchor: date("demo.anchor")?,
            // Demos of earlier releases all have them.
            causes: values.get("demo.causes").is_none_or(|value| value == "true"),
            through: Some(date("demo.through")?),
        }))
    }

    /// Stores the plan of a demo that now reaches `through`.
    pub(super) fn write(&self, connection: &Connection, through: Date) -> Result<(), WarehouseError> {
        connection.execute_batch("delete from main.setting where name like 'demo.%'")?;
        let years = self.anchor.next_day().unwrap_or(self.anchor).year() - self.start.year();
        for (name, value) in [
            ("demo.members", self.members.to_string()),
            ("demo.seed", self.seed.to_string()),
            ("demo.years", years.to_string()),
            ("demo.start", self.start.to_string()),
            ("demo.anchor", self.anchor.to_string()),
            ("demo.causes", self.causes.to_string()),
            ("demo.through", through.to_string()),
            ("demo.generator", generator(connection)?),
        ] {
            connection.execute("insert into main.setting values (?, ?)", [name, value.as_str()])?;
        }
        Ok(())
    }
}

/// To be raised when the same options draw other rows than before.
const GENERATION: u32 = 3;

/// What must be equal for a demo to be extended: the generation and DuckDB's hash, which may change from release to
/// release.
pub(super) fn generator(connection: &Connection) -> Result<String, WarehouseError> {
    let hash: u64 =
        connection.query_row("select hash(xor(hash(42::ubigint), 7::ubigint), 'bond')", [], |row| row.get(0))?;
    Ok(format!("{GENERATION}-{hash:016x}"))
}

fn check(name: &str, value: u32, range: &RangeInclusive<u32>) -> Result<(), WarehouseError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(WarehouseError::Invalid(format!("{name} must be from {} to {}, not {value}", range.start(), range.end())))
}

/// The first day of a demo of this many years that ends on `yesterday`.
pub(super) fn years_before(yesterday: Date, years: u32) -> Result<Date, WarehouseError> {
    let today = yesterday.next_day().ok_or_else(off_the_calendar)?;
    let year = today.year() - years as i32;
    let start = today.replace_year(year).or_else(|_| Date::from_calendar_date(year, Month::February, 28));
    start.map_err(|_| off_the_calendar())
}
