//! The SQL of the sources: table macros over SMALLINT days, both ends included. The measures over them are declared in
//! `figures`.
//!
//! A source is a macro `<name>_window(start, stop)`: of a derived table's rows, or in an SQL file of its own that
//! belongs to a feed table. A source with profiles has more, which follow from the profile's declaration. A window from
//! `since` to a checkpoint counts the sum of `<name>_days(kept, since, kept)`, or of that day's rows in
//! `<name>_kept_days()` from `since` on. If `since` begins a month, `<name>_months` and `<name>_kept_months` have the
//! same with fewer rows, and `<name>_item_months` and `<name>_kept_item_months` have it by item. `<name>_latest_days`
//! and `<name>_kept_latest_days` have the same as `<name>_days` and `<name>_kept_days` for a checkpoint's last 92 days.
//! `<name>_item_days` has the days before the first whole month by item: it reads rows. The sum of
//! `<name>_rows(start, stop, since)` is what the rows of these days change in it. `<name>_rows_of_windows` has that for
//! several windows, and subtracts it if the sign is -1. `<name>_sample_window` and `<name>_sample_rows` have the rows of
//! a sample of the members only. `<name>_moved_window(start, stop, at)` and `<name>_moved_rows(start, stop, since, at)`
//! have the rows of members who are now in another segment (`segment_now`) than on the day `at`: each twice, in the segment of that day with
//! the sign 1 and in that of now with -1. `<name>_moved_sums(since, until, start, stop)` has the sums of what such rows
//! count in months from `start` to `stop`, of members who moved on days from `since` to `until`. Sources with profiles
//! have `<name>_moved_latest_sums` with days in place of months, of the 92 days up to the end of each month.
//! `<name>_paired_window(start, stop, one, other)` and `<name>_paired_rows(start, stop, since, one, other)` have the rows of
//! members who moved for the segments of two days together, which `members_between(one, other)` has. A source with sets
//! of members has `<name>_member_sets()`, one with sums of rows by day
//! or month `<name>_sums(start, stop)`.

use duckdb::Connection;

use super::aggregate::Amount;
use super::dialect::Dialect;
use super::error::WarehouseError;
use super::feed::registry::derived;
use super::feed::{
    Count, Derived, Each, LookUp, MemberSets, MovedSums, OfItems, Profile, ProfileTable, RowSums, Since, TABLES,
    member_sets, moved_sums, profiles, row_sums,
};
use super::question::PAIR;

/// Creates the macros in the in-memory database, so that no file contains outdated ones. A macro over a table that does
/// not exist fails here, at start.
pub(super) fn register(connection: &Connection) -> Result<(), WarehouseError> {
    connection.execute_batch(&members_between())?;
    for source in TABLES.iter().flat_map(|table| table.macros) {
        connection.execute_batch(source.sql)?;
    }
    let rows = derived().flat_map(|(_, derived)| {
        let moved = derived.profile.map(|profile| [moved_rows(derived, &profile), paired_rows(derived, &profile)]);
        RELATIONS.map(|relation| of_rows(derived, relation)).into_iter().chain(moved.into_iter().flatten())
    });
    let sums = row_sums().map(|(_, sums)| of_sums(sums));
    let sets = member_sets().map(|(derived, sets)| of_members(derived, &sets));
    let moved = moved_sums().flat_map(|(_, sums)| {
        let of_each = sums.each().map(|each| of_moved_sums(&sums, each)).collect::<Vec<_>>();
        [of_moved_rows(&sums), of_paired_rows(&sums)].into_iter().chain(of_each)
    });
    for sql in moved.chain(rows).chain(of_profiles()).chain(sums).chain(sets) {
        connection.execute_batch(&sql)?;
    }
    Ok(())
}

/// All rows of a derived table, and those of a sample of the members: how the names of the macros and the table differ.
const RELATIONS: [&str; 2] = ["", "_sample"];

/// The rows of a derived table, with the id that it looks up.
fn of_rows(derived: &Derived, relation: &str) -> String {
    let (Derived { name, source, .. }, [column, join]) = (derived, looked_up(derived));
    format!(
        "create macro memory.main.{source}{relation}_window(start, stop) as table
           select r.*{column} from bond.derived.{name}{relation} r{join} where r.day between start and stop"
    )
}

/// The rows of members who moved, each with the segment of the day and that of now.
fn of_moved_rows(sums: &MovedSums) -> String {
    let (MovedSums { source, rows, .. }, [column, join]) = (sums, looked_up_by(sums));
    format!(
        "create macro memory.main.{source}_moved_window(start, stop, at_day) as table
           select r.* exclude (segment_id){column}, m.segment_id, m.now as segment_now
           from {rows} r join bond.derived.membership m
             on m.member_key = r.member_key and m.segment_id <> m.now
               and m.from_day <= at_day and m.until_day >= at_day{join}
           where r.day between start and stop",
        rows = rows.replace("derived.", "bond.derived."),
    )
}

/// What members who moved add and take.
fn of_moved_sums(sums: &MovedSums, each: Each) -> String {
    format!(
        "create macro memory.main.{source}_{macros}(since, until, start, stop) as table
           select segment_id, {counts} from bond.derived.{table}
           where at_day between since and until and {column} between start and stop",
        source = sums.source,
        macros = moved_macros(each),
        counts = sums.counts.iter().map(|count| count.name).collect::<Vec<_>>().join(", "),
        table = sums.table(each),
        column = each.column(),
    )
}

/// The name of the macro of sums of members who moved, after the source's.
pub(super) fn moved_macros(each: Each) -> &'static str {
    match each {
        Each::Month => "moved_sums",
        Each::Day => "moved_latest_sums",
    }
}

/// The segment of members who have moved, on two days: where these differ, both in one number.
fn members_between() -> String {
    format!(
        "create macro memory.main.members_between(one_day, other_day) as table
           select member_key, one.now,
             if(one.segment_id = other.segment_id, one.segment_id, {PAIR} * one.segment_id + other.segment_id) as segment_id
           from bond.derived.membership one join bond.derived.membership other using (member_key)
           where one.from_day <= one_day and one.until_day >= one_day
             and other.from_day <= other_day and other.until_day >= other_day"
    )
}

/// The rows of members who moved, each with the segment of two days together and that of now.
fn of_paired_rows(sums: &MovedSums) -> String {
    let (MovedSums { source, rows, .. }, [column, join]) = (sums, looked_up_by(sums));
    format!(
        "create macro memory.main.{source}_paired_window(start, stop, one_day, other_day) as table
           select r.* exclude (segment_id){column}, m.segment_id, m.now as segment_now
           from {rows} r join memory.main.members_between(one_day, other_day) m
             on m.member_key = r.member_key and m.segment_id <> m.now{join}
           where r.day between start and stop",
        rows = rows.replace("derived.", "bond.derived."),
    )
}

/// The members of each month and item, with the id that is looked up by the item.
fn of_members(derived: &Derived, sets: &MemberSets) -> String {
    let (Derived { name, source, .. }, [column, join]) = (derived, looked_up(derived));
    format!(
        "create macro memory.main.{source}_member_sets() as table
           select r.month, r.{item}{column}, r.measure, r.members from bond.derived.{name}_members r{join}",
        item = sets.item,
    )
}

/// The same of the rows of members who moved.
fn looked_up_by(sums: &MovedSums) -> [String; 2] {
    let of_source = derived().find(|(_, derived)| derived.source == sums.source);
    of_source.map_or_else(Default::default, |(_, derived)| looked_up(derived))
}

/// The column that the rows `r` of a derived table look up, and the join that finds it.
fn looked_up(derived: &Derived) -> [String; 2] {
    derived.looks_up.map_or_else(Default::default, |LookUp { column, of, by }| {
        [format!(", o.{column}"), format!(" left join bond.feed.{of} o on o.id = r.{by}")]
    })
}

fn of_sums(sums: &RowSums) -> String {
    let RowSums { table, source, each, item, .. } = sums;
    let counts = sums.columns().map(|(name, _)| name.to_owned());
    let columns: Vec<String> = item.iter().map(|column| (*column).to_owned()).chain(counts).collect();
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
        let kept = profile.tables().flat_map(move |table| kept(derived, &table));
        let rows = RELATIONS.map(|relation| rows(derived, &profile, relation));
        let rows_of_windows = rows_of_windows(derived, &profile);
        kept.chain(rows).chain([rows_of_windows]).chain(item_days(derived, &profile)).collect::<Vec<_>>()
    })
}

/// Sums by day or month: of one checkpoint, and of all.
fn kept(derived: &Derived, table: &ProfileTable) -> [String; 2] {
    let source = derived.source;
    let (macros, column) = (table.kind.macros(), table.kind.each().column());
    let names: Vec<&str> = table.item.into_iter().chain(table.counts.iter().map(|count| count.name)).collect();
    let (names, table) = (names.join(", "), table.of(derived.name));
    [
        format!(
            "create macro memory.main.{source}_{macros}(kept, start, stop) as table
               select segment_id, {names} from bond.{table} where kept_day = kept and {column} between start and stop"
        ),
        format!(
            "create macro memory.main.{source}_kept_{macros}() as table
               select kept_day, segment_id, {column}, {names} from bond.{table}"
        ),
    ]
}

/// What a profile by item and day would have: the rows up to a checkpoint; each row adds on one day and
/// subtracts on another.
fn item_days(derived: &Derived, profile: &Profile) -> Option<String> {
    let OfItems { item, counts, .. } = profile.of_items?;
    let of_day = |day: &str| {
        let change = |count: &Count| {
            let is_counted = |since: Since| {
                (since.day == day).then(|| where_met(count.amount, &Dialect::DuckDb.condition(&since.rows)))
            };
            let change = match (is_counted(count.enters_on), count.leaves_on.and_then(is_counted)) {
                (Some(adds), Some(takes)) => format!("{adds} - {takes}"),
                (Some(adds), None) => adds,
                (None, Some(takes)) => format!("-({takes})"),
                (None, None) => "0".to_owned(),
            };
            format!("{change} as {}", count.name)
        };
        format!(
            "select segment_id, {item}, {changes} from bond.derived.{table}
             where {day} between start and stop and day between start and kept",
            changes = counts.iter().map(change).collect::<Vec<_>>().join(", "),
            table = derived.name,
        )
    };
    Some(format!(
        "create macro memory.main.{source}_item_days(kept, start, stop) as table
           {rows}",
        source = derived.source,
        rows = Count::days(counts).into_iter().map(of_day).collect::<Vec<_>>().join(" union all "),
    ))
}

/// The columns of rows: the item where the profile is of items, and what a row changes in the counts.
fn columns_of_rows(profile: &Profile, of_count: impl Fn(&Count) -> String) -> String {
    let item = profile.of_items.map(|of_items| of_items.item.to_owned());
    item.into_iter().chain(profile.counts.iter().map(of_count)).collect::<Vec<_>>().join(", ")
}

fn rows(derived: &Derived, profile: &Profile, relation: &str) -> String {
    format!(
        "create macro memory.main.{source}{relation}_rows(start, stop, since) as table
           select segment_id, member_key, {counts} from bond.derived.{table}{relation} where day between start and stop",
        source = derived.source,
        counts = columns_of_rows(profile, |count| format!("{} as {}", of_row(count), count.name)),
        table = derived.name,
    )
}

/// The same of members who moved, over the macro of their rows.
fn moved_rows(derived: &Derived, profile: &Profile) -> String {
    format!(
        "create macro memory.main.{source}_moved_rows(start, stop, since, at_day) as table
           select segment_id, segment_now, member_key, {counts}
           from memory.main.{source}_moved_window(start, stop, at_day)",
        source = derived.source,
        counts = columns_of_rows(profile, |count| format!("{} as {}", of_row(count), count.name)),
    )
}

/// The same between two days.
fn paired_rows(derived: &Derived, profile: &Profile) -> String {
    format!(
        "create macro memory.main.{source}_paired_rows(start, stop, since, one_day, other_day) as table
           select segment_id, segment_now, member_key, {counts}
           from memory.main.{source}_paired_window(start, stop, one_day, other_day)",
        source = derived.source,
        counts = columns_of_rows(profile, |count| format!("{} as {}", of_row(count), count.name)),
    )
}

/// The same for several windows, with a list for each parameter.
fn rows_of_windows(derived: &Derived, profile: &Profile) -> String {
    format!(
        "create macro memory.main.{source}_rows_of_windows(periods, starts, stops, sinces, signs) as table
           with wanted as (
             select unnest(periods) as period, unnest(starts) as start, unnest(stops) as stop, unnest(sinces) as since,
               unnest(signs) as sign),
           calendar as (
             select period, since, sign, unnest(range(start::integer, stop::integer + 1))::smallint as day from wanted)
           select period, segment_id, {counts} from bond.derived.{table} join calendar using (day)",
        source = derived.source,
        counts = columns_of_rows(profile, |count| format!("sign * ({}) as {}", of_row(count), count.name)),
        table = derived.name,
    )
}

/// What a row changes in the windows that begin with `since`.
fn of_row(count: &Count) -> String {
    let is_in = |Since { day, rows }: Since| format!("{} and {day} >= since", Dialect::DuckDb.condition(&rows));
    let adds = is_in(count.enters_on);
    match count.leaves_on {
        // It takes nothing where it adds nothing: the row that added it was earlier.
        Some(takes) if takes.rows == count.enters_on.rows => {
            where_met(count.amount, &format!("{adds} and {} < since", takes.day))
        }
        Some(takes) => format!("{} - {}", where_met(count.amount, &adds), where_met(count.amount, &is_in(takes))),
        None => where_met(count.amount, &adds),
    }
}

/// What a row counts if it meets a condition, else 0.
///
/// Rows are counted as numbers with a fraction: DuckDB adds up whole numbers in 128 bits, which takes up to twice the time.
/// Their sums are exact up to 2⁵³.
fn where_met(amount: Amount, condition: &str) -> String {
    match amount {
        Amount::One => format!("({condition})::double"),
        amount => format!("{} * ({condition})::bigint", Dialect::DuckDb.amount(amount)),
    }
}
