//! Segments, registration channels (`derived.source`) and members, as of the last load of members.

use duckdb::Connection;

use super::statements::run;
use super::{rewritten, summaries, sums};
use crate::groupings::GROUPINGS;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;

const MEMBERSHIP: &str = include_str!("membership.sql");

/// With more segments than this, answers by segment are no longer small.
const MANY_SEGMENTS: u64 = 50_000;

/// So many members may move without their summaries being computed anew.
const FEW_MEMBERS: u64 = 1_000;

/// The result of [`refresh_membership`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::warehouse) struct Membership {
    /// Members that are new, removed, or whose segment, channel or day of eligibility changed.
    pub changed: u64,
    /// Segments that members are or were in.
    pub segments: u64,
}

/// Brings segments, channels and members up to date with the loaded members, and updates the segment of their rows in
/// every derived table: rows are of the segment that their member has now. `derived.membership` has the segments that
/// members had before.
///
/// Ids stay the same where they can, and they are always dense from 1. Runs inside the caller's transaction.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_membership(connection: &Connection) -> Result<Membership, WarehouseError> {
    let groups: Vec<&str> = GROUPINGS.iter().map(|info| info.column).collect();
    let texts: Vec<String> = groups.iter().map(|column| format!("{column}::varchar")).collect();
    run(connection, &MEMBERSHIP.replace("{groups}", &groups.join(", ")).replace("{texts}", &texts.join(", ")), 0)?;
    let moved = count(connection, "member_moved")?;
    if moved > 0 {
        let are_few = moved < FEW_MEMBERS || moved * 10 < count(connection, "member_now")?;
        for (table, derived) in derived() {
            for rows in ["", "_sample"] {
                connection.execute_batch(&format!(
                    "update derived.{}{rows} as d set segment_id = m.segment_id
                     from member_moved m where m.member_key = d.member_key",
                    derived.name
                ))?;
            }
            summaries::move_members(connection, table, are_few)?;
        }
        rewritten::note_moved(connection)?;
    }
    let found =
        Membership { changed: count(connection, "member_changed")?, segments: count(connection, "segment_now")? };
    connection.execute_batch(
        "drop table segment_now; drop table source_now; drop table member_now; drop table member_moved;
         drop table member_changed",
    )?;
    if found.changed > 0 {
        sums::refresh(connection, 0)?;
    }
    if let Some(warning) = found.warning() {
        tracing::warn!(segments = found.segments, "{warning}");
    }
    Ok(found)
}

impl Membership {
    /// A warning for the operator, if there are too many segments.
    pub(in crate::warehouse) fn warning(&self) -> Option<String> {
        (self.segments > MANY_SEGMENTS).then(|| {
            format!(
                "the members form {} combinations of groups; above {MANY_SEGMENTS} the screens \
                 become slow: use fewer audiences",
                self.segments
            )
        })
    }
}

fn count(connection: &Connection, table: &str) -> Result<u64, WarehouseError> {
    let rows: i64 = connection.query_row(&format!("select count(*) from {table}"), [], |row| row.get(0))?;
    Ok(rows.unsigned_abs())
}
