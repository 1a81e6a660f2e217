//! What a load changed, read again from its report in the ledger.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use time::Date;
use time::macros::format_description;

/// The days and tables that a load changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedDays {
    /// The replaced days of each table of facts.
    pub days: BTreeMap<String, BTreeSet<Date>>,
    /// Those of these days that had rows before.
    pub corrected: BTreeMap<String, BTreeSet<Date>>,
    /// Tables that were replaced whole, and reference tables with rows that changed.
    pub whole: BTreeSet<String>,
    /// Reference tables with new rows and none that changed.
    pub added: BTreeSet<String>,
}

/// The part of an [`super::ImportReport`] that says it.
#[derive(Deserialize)]
struct Report {
    #[serde(default)]
    replaced: Vec<Replaced>,
    #[serde(default)]
    references: Vec<Reference>,
}

#[derive(Deserialize)]
struct Replaced {
    table: String,
    day: Option<String>,
    #[serde(default)]
    before: u64,
}

#[derive(Deserialize)]
struct Reference {
    table: String,
    added: u64,
    changed: u64,
}

impl ChangedDays {
    /// Reads the JSON of an [`super::ImportReport`]; None for anything else.
    pub fn of_report(json: &str) -> Option<ChangedDays> {
        // A list would be read as a report, too.
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).ok()?;
        let Report { replaced, references } = serde_json::from_value(object.into()).ok()?;
        let mut changed = ChangedDays::default();
        for Replaced { table, day, before } in replaced {
            match day {
                Some(day) => {
                    let day = Date::parse(&day, format_description!("[year]-[month]-[day]")).ok()?;
                    if before > 0 {
                        changed.corrected.entry(table.clone()).or_default().insert(day);
                    }
                    changed.days.entry(table).or_default().insert(day);
                }
                None => {
                    changed.whole.insert(table);
                }
            }
        }
        for Reference { table, added, changed: rows } in references {
            if rows > 0 {
                changed.whole.insert(table);
            } else if added > 0 {
                changed.added.insert(table);
            }
        }
        Some(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::load::{self, ImportReport, ReferenceReport};
    use time::macros::date;

    #[test]
    fn a_report_that_was_written_is_read_again() {
        let day = |table, day| load::Replaced { table, source: String::new(), day, before: 2, after: 3 };
        let reference = |table, added, changed| ReferenceReport { table, added, changed, same: 9 };
        let report = ImportReport {
            replaced: vec![
                day("logins", Some(date!(2026 - 02 - 13))),
                day("logins", Some(date!(2026 - 02 - 12))),
                load::Replaced { before: 0, ..day("logins", Some(date!(2026 - 02 - 14))) },
                day("email_schedule", None),
            ],
            references: vec![reference("members", 4, 0), reference("offers", 1, 2), reference("campaigns", 0, 0)],
            ..ImportReport::default()
        };
        let read = ChangedDays::of_report(&serde_json::to_string(&report).expect("written")).expect("read");
        let corrected = BTreeSet::from([date!(2026 - 02 - 12), date!(2026 - 02 - 13)]);
        let days: BTreeSet<Date> = corrected.iter().copied().chain([date!(2026 - 02 - 14)]).collect();
        assert_eq!(read.days, BTreeMap::from([("logins".to_owned(), days)]));
        assert_eq!(read.corrected, BTreeMap::from([("logins".to_owned(), corrected)]), "those with rows before");
        assert_eq!(read.whole, BTreeSet::from(["email_schedule".to_owned(), "offers".to_owned()]));
        assert_eq!(read.added, BTreeSet::from(["members".to_owned()]));
        assert_eq!(ChangedDays::of_report("[]"), None);
    }
}
