//! The options of a load, as they are written in the ledger and sent to a running server.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::Date;
use time::format_description::well_known::Iso8601;

use crate::store::loads::Load;
use crate::warehouse::day::Day;
use crate::warehouse::demo::{self, DemoLoad, DemoOptions};
use crate::warehouse::load::{ImportError, ImportReport, MappingFile};
use crate::warehouse::{Progress, Warehouse, WarehouseError};

/// The options of a load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct LoadOptions {
    /// The first and last day that the load covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<DayRange>,
    /// Lets a day lose more than half of its rows.
    pub allow_shrink: bool,
    /// Lets days be loaded in another time zone than those before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub new_time_zone: bool,
    /// Of an erasure: the facts of the members stay, under another id.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keep_counts: bool,
    /// Of an erasure: texts stay as they are where not every id is of a loaded member, because a program asks: any word can be
    /// an id.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_loaded: bool,
    /// Of a drop of old facts: those before this day.
    #[serde(skip_serializing_if = "Option::is_none", with = "day")]
    pub before: Option<Date>,
    /// The day from which members have the groups of the load.
    #[serde(skip_serializing_if = "Option::is_none", with = "day")]
    pub effective: Option<Date>,
    /// How the files become the feed; by default as the `mapping.toml` among them says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<MappingFile>,
    /// The system that reports the rows of files for which no mapping names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What a load that makes a demo makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demo: Option<DemoRequest>,
}

/// Everything that the rows of a demo depend on, so that recovery makes the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DemoRequest {
    pub members: u32,
    pub seed: u64,
    pub years: u32,
    /// The last day.
    #[serde(serialize_with = "write_date", deserialize_with = "read_date")]
    pub through: Date,
    /// What draws the rows.
    pub generator: String,
}

impl DemoRequest {
    /// A demo of so many members that ends yesterday.
    ///
    /// # Errors
    /// The warehouse cannot be asked what would draw its rows.
    pub fn new(warehouse: &Warehouse, members: u32, through: Date) -> Result<DemoRequest, WarehouseError> {
        let DemoOptions { seed, years, .. } = DemoOptions::default();
        Ok(DemoRequest { members, seed, years, through, generator: demo::generator_of(warehouse)? })
    }

    /// Makes the demo, as this load of the ledger.
    pub(super) fn make(
        &self,
        warehouse: &Warehouse,
        load: i64,
        progress: &dyn Progress,
    ) -> Result<ImportReport, ImportError> {
        let DemoRequest { members, seed, years, through, ref generator } = *self;
        let options = DemoOptions { members, seed, years, causes: true };
        let made = demo::make(warehouse, &options, through, Some(DemoLoad { load, generator }), progress)?;
        Ok(ImportReport { data_version: made.version, rows: made.rows, ..ImportReport::default() })
    }
}

/// A date as `YYYY-MM-DD`.
fn write_date<S: Serializer>(date: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(date)
}

fn read_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    Date::parse(&String::deserialize(deserializer)?, &Iso8601::DATE).map_err(serde::de::Error::custom)
}

impl LoadOptions {
    /// The options of a load of the ledger.
    ///
    /// # Errors
    /// A newer release wrote them. A load with other options than those asked for would be worse than none.
    pub(super) fn of(load: &Load) -> Result<LoadOptions, ImportError> {
        serde_json::from_str(&load.options).map_err(|error| {
            let why = format!("the options of load {} are not understood ({error}); load the files again", load.id);
            ImportError::from(WarehouseError::Invalid(why))
        })
    }
}

/// Two dates in order, written `FROM..TO`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayRange(pub Date, pub Date);

/// The day of a text such as `2026-03-15`, if facts may have it.
pub fn effective_day(text: &str) -> Result<Date, String> {
    let day = Date::parse(text, &Iso8601::DATE).ok().filter(|day| Day::from_date(*day).is_some());
    day.ok_or_else(|| "expected a day such as 2026-03-15".to_owned())
}

impl FromStr for DayRange {
    type Err = String;

    fn from_str(text: &str) -> Result<DayRange, String> {
        let wanted = || "expected two dates, such as 2026-03-01..2026-03-31".to_owned();
        let (from, to) = text.split_once("..").ok_or_else(wanted)?;
        let date = |text| Date::parse(text, &Iso8601::DATE).map_err(|_| wanted());
        let (from, to) = (date(from)?, date(to)?);
        if from > to {
            return Err(format!("{from} is after {to}"));
        }
        Ok(DayRange(from, to))
    }
}

impl fmt::Display for DayRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0, self.1)
    }
}

impl Serialize for DayRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DayRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DayRange, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Perhaps a date.
mod day {
    use super::{Date, Deserializer, Serializer, read_date, write_date};

    pub(super) fn serialize<S: Serializer>(day: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
        match day {
            Some(day) => write_date(day, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
        read_date(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn days_are_two_dates_in_order() {
        let days = |text: &str| text.parse::<DayRange>();
        assert_eq!(days("2026-03-01..2026-03-31"), Ok(DayRange(date!(2026 - 03 - 01), date!(2026 - 03 - 31))));
        for wrong in ["2026-03-01", "2026-03-01..", "2026-02-30..2026-03-01", "2026-03-02..2026-03-01", "a..b"] {
            assert!(days(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_are_written_and_read_back() {
        let options =
            LoadOptions { days: "2026-03-01..2026-03-31".parse().ok(), allow_shrink: true, ..LoadOptions::default() };
        let text = serde_json::to_string(&options).expect("JSON");
        assert_eq!(text, r#"{"days":"2026-03-01..2026-03-31","allowShrink":true}"#);
        assert_eq!(serde_json::from_str::<LoadOptions>(&text).expect("read"), options);
        let options = LoadOptions { keep_counts: true, before: Some(date!(2024 - 02 - 01)), ..LoadOptions::default() };
        let text = serde_json::to_string(&options).expect("JSON");
        assert_eq!(text, r#"{"allowShrink":false,"keepCounts":true,"before":"2024-02-01"}"#);
        assert_eq!(serde_json::from_str::<LoadOptions>(&text).expect("read"), options);
        assert_eq!(serde_json::from_str::<LoadOptions>("{}").expect("read"), LoadOptions::default());
        assert!(serde_json::from_str::<LoadOptions>(r#"{"shrink":true}"#).is_err());
        let demo = DemoRequest {
            members: 100,
            seed: 1,
            years: 3,
            through: date!(2026 - 03 - 14),
            generator: "1-00".to_owned(),
        };
        let options = LoadOptions { demo: Some(demo), ..LoadOptions::default() };
        let text = serde_json::to_string(&options).expect("JSON");
        assert_eq!(serde_json::from_str::<LoadOptions>(&text).expect("read"), options);
    }
}
