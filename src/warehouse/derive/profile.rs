//! Profiles: what windows that end on checkpoints count.
//!
//! A profile has a table by segment and day, one by segment and month for windows that begin with a month, one by segment
//! and day of the latest days for short windows, and if it is of items one by segment, item and month;
//! [`super::checkpoint_days`] chooses the checkpoints of each. All rows up to a checkpoint count for it, so they are
//! read once, in order of days, for all tables of the profile.

use duckdb::Connection;

use super::change::adding;
use super::checkpoint_days::{CheckpointDays, ProfileRows};
use super::counting::{Counting, IN_SEGMENT, MOVED, RowsStatement, count};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Profile, ProfileTable};

/// Writes the profile of a derived table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, name: &str, profile: &Profile, day: i16) -> Result<(), WarehouseError> {
    let rows = ProfileRows::read(connection, name, profile)?;
    let mut tables = Vec::new();
    for table in profile.tables() {
        let wanted = rows.map_or(Vec::new(), |rows| rows.kept(&table));
        let base = base(&wanted, &found(connection, name, &table)?, day);
        tables.push(Rewrite { table, wanted, base });
    }
    rewrite(connection, name, &tables, rows, &Statements::of(name, profile, &tables))
}

/// The latest day before `day` that a table has, with all days wanted up to it; 0 if there is none.
fn base(wanted: &[i16], found: &[i16], day: i16) -> i16 {
    let missing = wanted.iter().copied().find(|day| !found.contains(day));
    let before = missing.unwrap_or(i16::MAX).min(day);
    found.iter().copied().rev().find(|kept| *kept < before && !wanted.is_empty()).unwrap_or(0)
}

/// A table that is brought from what it keeps up to the day `base` to the days `wanted`.
pub(super) struct Rewrite {
    pub(super) table: ProfileTable,
    pub(super) wanted: CheckpointDays,
    pub(super) base: i16,
}

/// The statements of [`rewrite`].
pub(super) struct Statements {
    pub(super) rows: RowsStatement,
    pub(super) of_tables: Vec<OfTable>,
}

/// The statements of one table, in the order in which they run.
pub(super) struct OfTable {
    /// Deletes what is written again.
    pub(super) delete: String,
    /// What the table keeps of the day at the base.
    pub(super) known: String,
    /// Deletes days that are not wanted. The day at the base may be one of them.
    pub(super) prune: String,
}

impl Statements {
    pub(super) fn of(name: &str, profile: &Profile, tables: &[Rewrite]) -> Statements {
        let of_table = |Rewrite { table, wanted, base }: &Rewrite| {
            let target = table.of(name);
            let days = wanted.iter().map(i16::to_string).collect::<Vec<_>>().join(", ");
            OfTable {
                delete: format!("delete from {target} where kept_day > {base}"),
                known: format!("select * exclude (kept_day) from {target} where kept_day = {base}"),
                prune: format!("delete from {target} where kept_day not in (select unnest([{days}]::smallint[]))"),
            }
        };
        Statements {
            rows: RowsStatement::of(profile, &format!("derived.{name}"), IN_SEGMENT),
            of_tables: tables.iter().map(of_table).collect(),
        }
    }
}

/// Runs the statements and counts the rows.
pub(super) fn rewrite(
    connection: &Connection,
    name: &str,
    tables: &[Rewrite],
    rows: Option<ProfileRows>,
    statements: &Statements,
) -> Result<(), WarehouseError> {
    let mut counting = Vec::new();
    for (Rewrite { table, wanted, base }, sql) in tables.iter().zip(&statements.of_tables) {
        connection.execute_batch(&sql.delete)?;
        let new = &wanted[wanted.partition_point(|kept| kept <= base)..];
        if let Some(rows) = rows.filter(|_| !new.is_empty()) {
            let into = connection.appender_to_db(&table.name(name), "derived")?;
            let mut table = Counting::new(table, &statements.rows, (rows.first, rows.last), *base, new);
            for batch in connection.prepare(&sql.known)?.query_arrow([])? {
                table.add_known(&batch);
            }
            counting.push((table, into));
        }
    }
    count(connection, &statements.rows, rows.map_or(0, |rows| rows.rows), counting)?;
    for sql in &statements.of_tables {
        connection.execute_batch(&sql.prune)?;
    }
    Ok(())
}

/// Moves what the rows of the temporary view moved_row count ([`super::summaries::move_members`]): so many.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(
    connection: &Connection,
    name: &str,
    profile: &Profile,
    moved_rows: i64,
) -> Result<(), WarehouseError> {
    let Some(mut rows) = ProfileRows::read(connection, name, profile)? else { return Ok(()) };
    rows.rows = moved_rows;
    let mut tables = Vec::new();
    for table in profile.tables() {
        let kept = found(connection, name, &table)?;
        tables.push((table, kept));
    }
    moves(connection, &tables, rows, &Moves::of(name, profile))
}

/// The statements of [`moves`].
pub(super) struct Moves {
    pub(super) rows: RowsStatement,
    pub(super) of_tables: Vec<MovesOfTable>,
}

/// The statements of one table, in the order in which they run.
pub(super) struct MovesOfTable {
    /// Creates a temporary table like the table, for what changes.
    pub(super) before: String,
    /// Add it to the table.
    pub(super) after: [String; 2],
}

impl Moves {
    pub(super) fn of(name: &str, profile: &Profile) -> Moves {
        let of_table = |table: ProfileTable| {
            let (target, change) = (table.of(name), change(&table));
            let keys = ["kept_day", "segment_id", table.kind.each().column()].into_iter().chain(table.item);
            let counts: Vec<&str> = table.counts.iter().map(|count| count.name).collect();
            MovesOfTable {
                before: format!("create or replace temp table {change} as from {target} limit 0"),
                after: adding(&change, &target, &keys.collect::<Vec<_>>(), &counts),
            }
        };
        Moves {
            rows: RowsStatement::of(profile, "moved_row", MOVED),
            of_tables: profile.tables().map(of_table).collect(),
        }
    }
}

/// The temporary table with what moved members change in a table of a profile.
fn change(table: &ProfileTable) -> String {
    format!("change_of_{}", table.kind.name())
}

/// Counts the rows of moved_row for the tables, each with the days that it has, and runs the statements.
pub(super) fn moves(
    connection: &Connection,
    tables: &[(ProfileTable, CheckpointDays)],
    rows: ProfileRows,
    statements: &Moves,
) -> Result<(), WarehouseError> {
    let mut counting = Vec::new();
    for ((table, kept), sql) in tables.iter().zip(&statements.of_tables) {
        connection.execute_batch(&sql.before)?;
        if !kept.is_empty() {
            let into = connection.appender_to_catalog_and_db(&change(table), "temp", "main")?;
            counting.push((Counting::new(table, &statements.rows, (rows.first, rows.last), 0, kept), into));
        }
    }
    count(connection, &statements.rows, rows.rows, counting)?;
    let after = statements.of_tables.iter().flat_map(|of_table| &of_table.after);
    Ok(after.into_iter().try_for_each(|sql| connection.execute_batch(sql))?)
}

/// The days that a table has.
pub(super) fn found(
    connection: &Connection,
    name: &str,
    table: &ProfileTable,
) -> Result<CheckpointDays, WarehouseError> {
    let mut statement = connection.prepare(&format!("select distinct kept_day from {} order by 1", table.of(name)))?;
    let days = statement.query_map([], |row| row.get(0))?;
    Ok(days.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_the_latest_day_before_a_change_remains() {
        let wanted = [15, 30, 45, 61];
        assert_eq!(base(&wanted, &[15, 30, 45, 60], 61), 60, "the last day before");
        assert_eq!(base(&wanted, &[15, 30, 45, 60], 60), 45, "a correction");
        assert_eq!(base(&wanted, &[15, 30, 45, 60], 15), 0);
        assert_eq!(base(&wanted, &[30, 60], 61), 0, "day 15 is missing");
        assert_eq!(base(&wanted, &[15, 30, 60], 61), 30, "day 45 is missing");
        assert_eq!(base(&[30, 61], &[15, 30, 45, 60], 61), 60, "fewer days are wanted");
        assert_eq!(base(&wanted, &[], 61), 0, "from nothing");
        assert_eq!(base(&[], &[60], 61), 0, "no profile");
    }
}
