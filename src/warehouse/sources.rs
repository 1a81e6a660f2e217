//! The SQL of the sources: table macros over SMALLINT days, both ends included. The measures over them are declared in
//! `metrics`.
//!
//! A source is a macro `<name>_window(start, stop)` in an SQL file of its own that belongs to a feed table. A source with
//! profiles has three that follow from the profile's declaration. What a window from `since` to a kept day counts is the
//! sum of `<name>_days(kept, start, stop)` or of the months in `<name>_months()` over the days from `since` on; the sum
//! of `<name>_rows(start, stop, since)` is what the rows of these days change in it. A source with sets of members has
//! `<name>_member_sets()`.

use duckdb::Connection;

use super::error::WarehouseError;
use super::feed::{Count, Derived, Profile, Since, TABLES, profiles};

/// Creates the macros in the in-memory database, so that no file contains outdated ones. A macro over a table that does
/// not exist fails here, at start.
pub(super) fn register(connection: &Connection) -> Result<(), WarehouseError> {
    for source in TABLES.iter().flat_map(|table| table.macros) {
        connection.execute_batch(source.sql)?;
    }
    for sql in of_profiles() {
        connection.execute_batch(&sql)?;
    }
    Ok(())
}

/// The statements that create the macros of the profiles.
pub(super) fn of_profiles() -> impl Iterator<Item = String> {
    profiles()
        .flat_map(|(derived, profile)| [days(derived, &profile), months(derived, &profile), rows(derived, &profile)])
}

fn days(derived: &Derived, profile: &Profile) -> String {
    format!(
        "create macro memory.main.{source}_days(kept, start, stop) as table
           select segment_id, {names} from bond.derived.{table}_profile
           where kept_day = kept and day between start and stop",
        source = profile.source,
        names = names(profile),
        table = derived.name,
    )
}

fn months(derived: &Derived, profile: &Profile) -> String {
    format!(
        "create macro memory.main.{source}_months() as table
           select kept_day, segment_id, month, {names} from bond.derived.{table}_profile_month",
        source = profile.source,
        names = names(profile),
        table = derived.name,
    )
}

fn names(profile: &Profile) -> String {
    profile.counts.iter().map(|count| count.name).collect::<Vec<_>>().join(", ")
}

fn rows(derived: &Derived, profile: &Profile) -> String {
    let counts: Vec<String> = profile.counts.iter().map(of_row).collect();
    format!(
        "create macro memory.main.{source}_rows(start, stop, since) as table
           select segment_id, {counts} from bond.derived.{table} where day between start and stop",
        source = profile.source,
        counts = counts.join(", "),
        table = derived.name,
    )
}

/// What a row changes in the windows that begin with `since`.
fn of_row(count: &Count) -> String {
    let is_in = |Since { day, rows }: Since| format!("({rows} and {day} >= since)::bigint");
    let change = match count.takes {
        Some(takes) => format!("{} - {}", is_in(count.adds), is_in(takes)),
        None => is_in(count.adds),
    };
    format!("{} * ({change}) as {}", count.amount, count.name)
}
