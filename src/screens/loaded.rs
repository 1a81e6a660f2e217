//! What is loaded of each feed table: a calendar, and whether the data are late.

use serde::{Deserialize, Serialize};
use time::Date;

use super::freshness::{Unit, late_since};
use super::{AnswerError, Answers};
use crate::clock::LocalTime;
use crate::config::ExpectedBy;
use crate::figures::Catalogue;
use crate::figures::filter::iso;
use crate::warehouse::calendar::{SourceRows, TableRows, rows_by_day};
use crate::warehouse::day::Day;
use crate::warehouse::feed::Table;
use crate::warehouse::feed::registry::table;
use crate::warehouse::{Warehouse, WarehouseError};

/// What is loaded.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadedData {
    /// The number of the last load; 0 while nothing is loaded.
    pub data_version: i32,
    /// yyyy-mm-dd hh:mm in the program's time zone, as all times here.
    pub now: String,
    /// All tables of the feed, in the order of the feed guide.
    pub tables: Vec<LoadedTable>,
}

/// What is loaded of a feed table.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadedTable {
    pub table: String,
    /// Null for a reference table.
    pub by: Option<ByUnit>,
    pub rows: u64,
    /// First and last day with rows, yyyy-mm-dd; the first day of a month. Null for a reference table and where there are
    /// no rows.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
    /// The last day that counts as complete: at most the day before the last load.
    pub through: Option<String>,
    /// The rows of each day or month from the first to the last.
    pub calendar: Vec<u64>,
    /// Days between the first and the last that are not loaded; a day that was loaded without rows is. What is planned has
    /// no gaps.
    pub gaps: Vec<Gap>,
    /// The systems that report its rows, by name; none where no load named one.
    pub sources: Vec<LoadedSource>,
    /// When the data of a day are due, such as `1d 08:00`; null if they are not expected at any time.
    pub expected_by: Option<String>,
    pub state: LoadedState,
    /// Since when the data are late: yyyy-mm-dd hh:mm.
    pub late_since: Option<String>,
}

/// What one system reports of a feed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadedSource {
    /// Empty for the rows of loads that named none.
    pub source: String,
    /// First and last day with rows, yyyy-mm-dd; the first day of a month.
    pub first_day: String,
    pub last_day: String,
    /// The days or months with rows.
    pub days: u64,
    pub rows: u64,
}

/// What a number of the calendar counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ByUnit {
    Day,
    Month,
}

/// Days that are not loaded, both included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct Gap {
    /// yyyy-mm-dd
    pub from: String,
    pub to: String,
}

/// How the data of a table are. Only those with a time at which they are expected are fresh or late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LoadedState {
    Fresh,
    Late,
    Loaded,
    NeverLoaded,
}

/// How often the rows are counted again because a load was committed meanwhile.
const RETRIES: usize = 5;

impl Answers<'_> {
    /// What is loaded.
    pub async fn loaded(
        &self,
        warehouse: &Warehouse,
        expected: &ExpectedBy,
        now: LocalTime,
    ) -> Result<LoadedData, AnswerError> {
        let mut retries = 0;
        loop {
            let catalogue = self.engine.catalogue().await?;
            match rows_by_day(warehouse, catalogue.version).await {
                Err(WarehouseError::VersionMoved) if retries < RETRIES => retries += 1,
                Err(error) => return Err(error.into()),
                Ok(all) => {
                    let of = |rows: &TableRows| loaded_table(rows, table(rows.table)?, &catalogue, expected, now);
                    let tables = all.iter().filter_map(of).collect();
                    return Ok(LoadedData { data_version: catalogue.version, now: now.to_string(), tables });
                }
            }
        }
    }
}

fn loaded_table(
    rows: &TableRows,
    table: &Table,
    catalogue: &Catalogue,
    expected: &ExpectedBy,
    now: LocalTime,
) -> Option<LoadedTable> {
    let unit = Unit::of(table);
    let days: Vec<(Date, u64)> = rows.days.iter().map(|(day, rows)| (day.to_date(), *rows)).collect();
    let calendar = calendar(unit, &days);
    let due = expected.0.get(table.name);
    let through = catalogue.loaded.get(table.name).map(|(_, last)| *last);
    let since = due.zip(through).and_then(|(due, last)| late_since(unit, last, *due, now));
    let state = match (rows.rows, since, due) {
        (0, ..) => LoadedState::NeverLoaded,
        (_, Some(_), _) => LoadedState::Late,
        (_, None, Some(_)) if through.is_some() => LoadedState::Fresh,
        _ => LoadedState::Loaded,
    };
    Some(LoadedTable {
        table: table.name.to_owned(),
        by: table.day_column().map(|_| match unit {
            Unit::Day => ByUnit::Day,
            Unit::Month => ByUnit::Month,
        }),
        rows: rows.rows,
        first_day: days.first().map(|(day, _)| iso(*day)),
        last_day: days.last().map(|(day, _)| iso(*day)),
        through: through.map(iso),
        gaps: catalogue.coverage.inner_gaps(table.name).map(Gap::from).collect(),
        calendar,
        sources: sources(rows),
        expected_by: due.map(ToString::to_string),
        state,
        late_since: since.map(|since| since.to_string()),
    })
}

/// What each system reports of a table; nothing where no load named one.
fn sources(rows: &TableRows) -> Vec<LoadedSource> {
    if rows.sources.keys().all(String::is_empty) {
        return Vec::new();
    }
    let of = |(source, of): (&String, &SourceRows)| LoadedSource {
        source: source.clone(),
        first_day: iso(of.first.to_date()),
        last_day: iso(of.last.to_date()),
        days: of.days,
        rows: of.rows,
    };
    rows.sources.iter().map(of).collect()
}

/// The first day of the next unit.
fn next(unit: Unit, day: Date) -> Option<Date> {
    unit.end(day).next_day()
}

/// The rows of each unit from the first to the last.
fn calendar(unit: Unit, days: &[(Date, u64)]) -> Vec<u64> {
    let mut all = Vec::new();
    let mut wanted = days.first().map(|(day, _)| *day);
    for (day, rows) in days {
        while let Some(empty) = wanted.filter(|wanted| wanted < day) {
            all.push(0);
            wanted = next(unit, empty);
        }
        all.push(*rows);
        wanted = next(unit, *day);
    }
    all
}

impl From<(Day, Day)> for Gap {
    fn from((first, last): (Day, Day)) -> Gap {
        Gap { from: iso(first.to_date()), to: iso(last.to_date()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_calendar_has_a_number_for_each_day() {
        let days = [(date!(2026 - 02 - 27), 3), (date!(2026 - 02 - 28), 4), (date!(2026 - 03 - 03), 5)];
        assert_eq!(calendar(Unit::Day, &days), [3, 4, 0, 0, 5]);
        let months = [(date!(2025 - 11 - 01), 1), (date!(2026 - 02 - 01), 1), (date!(2026 - 03 - 01), 1)];
        assert_eq!(calendar(Unit::Month, &months), [1, 0, 0, 1, 1]);
        assert_eq!(calendar(Unit::Day, &[]), Vec::<u64>::new());
    }
}
