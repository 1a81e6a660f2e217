//! Counts in messages.

use indicatif::HumanCount;

/// A count with what is counted, in the singular and the plural: `1 row`, `4,062 rows`.
pub fn counted(count: u64, [one, more]: [&str; 2]) -> String {
    format!("{} {}", HumanCount(count), if count == 1 { one } else { more })
}

/// A number of rows.
pub fn rows(count: u64) -> String {
    counted(count, ["row", "rows"])
}

/// A number of days.
pub fn days(count: u64) -> String {
    counted(count, ["day", "days"])
}

/// A number of faults.
pub fn faults(count: u64) -> String {
    counted(count, ["fault", "faults"])
}
