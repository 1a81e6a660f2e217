//! Says where a load replaces days that came from other files: two systems that report the same days erase each other's
//! rows unless each has a source.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::store::loads::Kind;
use crate::store::{Store, StoreError};
use crate::warehouse::counted;
use crate::warehouse::load::ImportReport;

/// How many earlier loads are looked through.
const LOOKED_THROUGH: usize = 1_000;

/// How many files of a table are named.
const NAMED: usize = 3;

/// The part of an earlier load's report that says which days it filled.
#[derive(Default, Deserialize)]
struct Report {
    #[serde(default)]
    replaced: Vec<Filled>,
}

#[derive(Deserialize)]
struct Filled {
    table: String,
    #[serde(default)]
    source: String,
    day: Option<String>,
}

/// What a load replaces of a table.
#[derive(Default)]
struct Other {
    days: usize,
    files: Vec<String>,
}

/// A warning for each table with days that came from files of other names. Rows with a source need none: whoever named
/// it says that they are from the same system. Nor do files whose names differ in digits only, such as those of two days,
/// unless a day has fewer rows than before.
///
/// # Errors
/// The ledger cannot be read.
pub(super) fn warnings(store: &Store, report: &ImportReport) -> Result<Vec<String>, StoreError> {
    // The replaced days of each table whose earlier load is not found yet, with whether they lose rows.
    let mut open: BTreeMap<&str, BTreeMap<String, bool>> = BTreeMap::new();
    for replaced in report.replaced.iter().filter(|replaced| replaced.source.is_empty() && replaced.before > 0) {
        if let Some(day) = replaced.day {
            let loses = replaced.after < replaced.before;
            open.entry(replaced.table).or_default().insert(day.to_string(), loses);
        }
    }
    let mut found: BTreeMap<String, Other> = BTreeMap::new();
    let mut is_undone = false;
    let earlier = if open.is_empty() { Vec::new() } else { store.published_loads()? };
    for load in earlier.iter().rev().take(LOOKED_THROUGH) {
        // An undo takes back the load before it.
        let counts = load.kind == Kind::Import && !is_undone;
        is_undone = load.kind == Kind::Undo;
        if !counts {
            continue;
        }
        let report_of_load = store.load_report(load.id)?.and_then(|text| serde_json::from_str::<Report>(&text).ok());
        let mut taken: BTreeMap<String, Vec<bool>> = BTreeMap::new();
        for filled in report_of_load.unwrap_or_default().replaced {
            let Some(day) = filled.day.filter(|_| filled.source.is_empty()) else { continue };
            let loses = open.get_mut(filled.table.as_str()).and_then(|days| days.remove(&day));
            taken.entry(filled.table).or_default().extend(loses);
        }
        taken.retain(|_, days| !days.is_empty());
        if taken.is_empty() {
            continue;
        }
        let files = store.load_files(load.id)?;
        for (table, days) in taken {
            let own = report.files.iter().filter(|file| file.table == table && file.source.is_empty());
            let own: BTreeSet<&str> = own.map(|file| file.file.as_str()).collect();
            let theirs = files.iter().filter(|file| file.table == table && file.source.is_empty());
            let theirs: BTreeSet<&str> = theirs.map(|file| file.name.as_str()).collect();
            let is_series = theirs.iter().any(|name| own.iter().any(|other| letters(name) == letters(other)));
            let days = days.iter().filter(|loses| !is_series || **loses).count();
            let others: Vec<&str> = theirs.difference(&own).copied().collect();
            if days > 0 && !others.is_empty() {
                let other = found.entry(table).or_default();
                other.days += days;
                for name in others {
                    if !other.files.iter().any(|known| known == name) {
                        other.files.push(name.to_owned());
                    }
                }
            }
        }
        if open.values().all(BTreeMap::is_empty) {
            break;
        }
    }
    Ok(found.iter().map(|(table, other)| warning(table, other)).collect())
}

/// A name without its digits.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

fn warning(table: &str, Other { days, files }: &Other) -> String {
    let mut names = files.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if files.len() > NAMED {
        names += ", ...";
    }
    let days = counted::days(*days as u64);
    format!(
        "{table}: rows of {days} are replaced; they came from {names}; if two systems report these days, undo the load \
         and load these files again with a source of their own"
    )
}

#[cfg(test)]
mod tests {
    use time::Date;
    use time::macros::date;

    use super::*;
    use crate::store::audit::Entry;
    use crate::store::loads::{Ending, LoadFile, NewLoad, Origin, State};
    use crate::warehouse::load::{FileReport, Replaced};

    const FIRST: Date = date!(2026 - 03 - 01);
    const SECOND: Date = date!(2026 - 03 - 02);

    /// A load of these files that has these rows of logins on each day.
    fn report(files: &[&str], days: &[(Date, u64, u64)]) -> ImportReport {
        let file = |name: &&str| FileReport {
            file: (*name).to_owned(),
            table: "logins",
            source: String::new(),
            rows: 1,
            left_out: None,
            left_out_by: Vec::new(),
            bytes: 1,
            sha256: String::new(),
        };
        let day = |(day, before, after): &(Date, u64, u64)| Replaced {
            table: "logins",
            source: String::new(),
            day: Some(*day),
            before: *before,
            after: *after,
        };
        ImportReport {
            files: files.iter().map(file).collect(),
            replaced: days.iter().map(day).collect(),
            ..ImportReport::default()
        }
    }

    /// Publishes a load of the ledger. Its number is its data version.
    fn publish(store: &Store, kind: Kind, report: &ImportReport) {
        let new = NewLoad { kind, origin: Origin::Page, actor: None, folder: None, options: "{}", at: 1 };
        let id = store.add_load(&new).expect("added");
        let file = |file: &FileReport| LoadFile {
            name: file.file.clone(),
            table: file.table.to_owned(),
            source: file.source.clone(),
            bytes: 1,
            sha256: String::new(),
            rows: 1,
        };
        let ending = Ending {
            data_version: i32::try_from(id).ok(),
            report: serde_json::to_string(report).ok(),
            files: report.files.iter().map(file).collect(),
            ..Ending::default()
        };
        let entry = Entry { at: 2, event: "import", ..Entry::default() };
        store.end_load(id, State::Published, &ending, &entry).expect("ended");
    }

    /// What is said of a second load after a first one.
    fn said(first: &ImportReport, second: &ImportReport) -> Vec<String> {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        publish(&store, Kind::Import, first);
        warnings(&store, second).expect("read")
    }

    #[test]
    fn days_of_another_file_are_said_with_its_name() {
        let shop = report(&["shop.csv"], &[(FIRST, 0, 3), (SECOND, 0, 3)]);
        assert_eq!(
            said(&shop, &report(&["till.csv"], &[(FIRST, 3, 9), (SECOND, 3, 2)])),
            [
                "logins: rows of 2 days are replaced; they came from shop.csv; if two systems report these days, undo the load and \
              load these files again with a source of their own"
            ]
        );
        let one = said(&shop, &report(&["till.csv"], &[(SECOND, 3, 3)]));
        assert!(one[0].starts_with("logins: rows of 1 day are replaced; they came from shop.csv; "), "{one:?}");
        assert_eq!(said(&shop, &report(&["till.csv"], &[(date!(2026 - 03 - 03), 0, 3)])), [""; 0], "a new day");
        assert_eq!(said(&shop, &report(&["shop.csv"], &[(FIRST, 3, 2)])), [""; 0], "the same file");
    }

    #[test]
    fn files_of_a_series_and_of_a_source_are_said_only_where_rows_are_lost() {
        let march = report(&["logins-2026-03-01.csv"], &[(FIRST, 0, 3)]);
        let next = ["logins-2026-03-02.csv"];
        assert_eq!(said(&march, &report(&next, &[(FIRST, 3, 3)])), [""; 0]);
        assert!(said(&march, &report(&next, &[(FIRST, 3, 2)]))[0].contains("came from logins-2026-03-01.csv;"));
        let both = report(&["shop.csv", "till.csv"], &[(FIRST, 0, 5)]);
        assert_eq!(said(&both, &report(&["till.csv"], &[(FIRST, 5, 5)])), [""; 0]);
        assert!(said(&both, &report(&["till.csv"], &[(FIRST, 5, 3)]))[0].contains("came from shop.csv;"));
        let mut till = report(&["till.csv"], &[(FIRST, 3, 2)]);
        till.replaced[0].source = "till".to_owned();
        assert_eq!(said(&march, &till), [""; 0], "a source was named");
    }

    #[test]
    fn the_last_load_that_was_not_taken_back_counts() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let of = |name: &str| warnings(&store, &report(&[name], &[(FIRST, 3, 3)])).expect("read").join("");
        publish(&store, Kind::Import, &report(&["shop.csv"], &[(FIRST, 0, 3)]));
        publish(&store, Kind::Import, &report(&["till.csv"], &[(FIRST, 3, 3)]));
        assert!(of("web.csv").contains("came from till.csv;"), "{}", of("web.csv"));
        assert_eq!(of("till.csv"), "");
        publish(&store, Kind::Undo, &report(&[], &[(FIRST, 3, 3)]));
        assert!(of("till.csv").contains("came from shop.csv;"), "{}", of("till.csv"));
        assert_eq!(of("shop.csv"), "");
    }
}
