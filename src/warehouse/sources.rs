//! The SQL of the sources: table macros over SMALLINT days, both ends included. The measures over them are declared in
//! `metrics`.
//!
//! A source is a macro `<name>_window(start, stop)` in an SQL file of its own that belongs to a feed table. A source with
//! profiles has more, which follow from the profile's declaration. What a window from `since` to a kept day counts is the
//! sum of `<name>_days(kept, since, kept)`, or of that day's rows in `<name>_kept_days()` from `since` on; where `since`
//! begins a month, `<name>_months` and `<name>_kept_months` have the same with fewer rows. The sum of
//! `<name>_rows(start, stop, since)` is what the rows of these days change in it. `<name>_rows_of_windows` has that for
//! several windows, and takes it away where the sign is -1. A source with sets of members has
//! `<name>_member_sets()`, one with sums of rows by day or month `<name>_sums(start, stop)`.

use duckdb::Connection;

use super::error::WarehouseError;
use super::feed::{Count, Derived, Profile, RowSums, Since, TABLES, profiles, row_sums};

/// Creates the macros in the in-memory database, so that no file contains outdated ones. A macro over a table that does
/// not exist fails here, at start.
pub(super) fn register(connection: &Connection) -> Result<(), WarehouseError> {
    for source in TABLES.iter().flat_map(|table| table.macros) {
        connection.execute_batch(source.sql)?;
    }
    for sql in of_profiles().chain(row_sums().map(|(_, sums)| of_sums(sums))) {
        connection.execute_batch(&sql)?;
    }
    Ok(())
}

fn of_sums(sums: &RowSums) -> String {
    let RowSums { table, source, each, by, counts, .. } = sums;
    let counts = counts.iter().map(|(name, _)| (*name).to_owned());
    let columns: Vec<String> = by.iter().map(|column| (*column).to_owned()).chain(counts).collect();
    format!(
        "create macro memory.main.{source}_sums(start, stop) as table
           select {column}, segment_id, {columns} from bond.derived.{table} where {column} between start and stop",
        column = each.column(),
        columns = columns.join(", "),
    )
}

/// The statements that create the macros of the profiles.
pub(super) fn of_profiles() -> impl Iterator<Item = String> {
    profiles().flat_map(|(derived, profile)| {
        let kept = [("day", "profile"), ("month", "profile_month")]
            .into_iter()
            .flat_map(move |(column, table)| kept(derived, &profile, column, table));
        kept.chain([rows(derived, &profile), rows_of_windows(derived, &profile)])
    })
}

/// Sums by `column`, day or month: of one kept day, and of all. `table` comes after the derived table's name.
fn kept(derived: &Derived, profile: &Profile, column: &str, table: &str) -> [String; 2] {
    let (source, names) = (profile.source, names(profile));
    let table = format!("bond.derived.{}_{table}", derived.name);
    [
        format!(
            "create macro memory.main.{source}_{column}s(kept, start, stop) as table
               select segment_id, {names} from {table} where kept_day = kept and {column} between start and stop"
        ),
        format!(
            "create macro memory.main.{source}_kept_{column}s() as table
               select kept_day, segment_id, {column}, {names} from {table}"
        ),
    ]
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

/// The same for several windows, with a list for each parameter.
fn rows_of_windows(derived: &Derived, profile: &Profile) -> String {
    let counts: Vec<String> = profile.counts.iter().map(|count| format!("sign * {}", of_row(count))).collect();
    format!(
        "create macro memory.main.{source}_rows_of_windows(periods, starts, stops, sinces, signs) as table
           with wanted as (
             select unnest(periods) as period, unnest(starts) as start, unnest(stops) as stop, unnest(sinces) as since,
               unnest(signs) as sign),
           calendar as (
             select period, since, sign, unnest(range(start::integer, stop::integer + 1))::smallint as day from wanted)
           select period, segment_id, {counts} from bond.derived.{table} join calendar using (day)",
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
