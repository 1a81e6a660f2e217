//! Segments, registration channels (`derived.source`) and members, as of the last load of members.

use duckdb::Connection;
use time::Date;

use super::loaded::last_day;
use super::statements::run;
use super::{moved, rewritten, summaries, sums};
use crate::groupings::{self, GROUPINGS, GroupingInfo};
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
    run(connection, &statements(last_day(connection)?), 0)?;
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
    let other_spans = count(connection, "(select distinct member_key from span_change)")?;
    if other_spans > 0 {
        let are_few = other_spans < FEW_MEMBERS || other_spans * 10 < count(connection, "derived.member")?;
        for sums in moved::of_rows() {
            if are_few { moved::change(connection, &sums)? } else { moved::refresh(connection, &sums, 0)? }
        }
    }
    connection.execute_batch("drop table span_change")?;
    if found.changed > 0 || other_spans > 0 {
        sums::refresh(connection, 0)?;
    }
    if let Some(warning) = found.warning() {
        tracing::warn!(segments = found.segments, "{warning}");
    }
    Ok(found)
}

/// The statements for all groupings, with the last loaded day.
fn statements(last_day: Date) -> String {
    let all = |text: &dyn Fn(&GroupingInfo) -> String| GROUPINGS.iter().map(text).collect::<Vec<_>>().join(", ");
    let many = GROUPINGS.iter().filter(|info| info.membership == groupings::Membership::Many);
    let is_many = |info: &GroupingInfo| info.membership == groupings::Membership::Many;
    let ids = |info: &GroupingInfo| if is_many(info) { info.column.to_owned() } else { format!("[{}]", info.column) };
    let parts = [
        ("{groups}", all(&|info| info.column.to_owned())),
        ("{texts}", all(&|info| format!("{}::varchar", info.column))),
        ("{many}", many.map(|info| format!("'{}'", info.name)).collect::<Vec<_>>().join(", ")),
        ("{last_day}", format!("date '{last_day}'")),
        ("{by_type}", format!("[{}]", all(&|info| format!("{{'type': '{}', 'ids': {}}}", info.name, ids(info))))),
        ("{type_columns}", all(&|info| format!("any_value(ids) filter (\"type\" = '{0}') as \"{0}\"", info.name))),
        (
            "{group_columns}",
            // Before its first day, a type has the first known groups.
            all(&|info| {
                let of_day = format!(
                    "coalesce(last_value(\"{0}\" ignore nulls) over so_far, first_value(\"{0}\" ignore nulls) over ever)",
                    info.name
                );
                format!("{of_day}{} as {}", if is_many(info) { "" } else { "[1]" }, info.column)
            }),
        ),
    ];
    parts.iter().fold(MEMBERSHIP.to_owned(), |sql, (name, text)| sql.replace(name, text))
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
