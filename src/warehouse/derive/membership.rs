//! Segments, registration channels (`derived.source`) and members, as of the last load of members.

use duckdb::Connection;
use time::Date;

use super::loaded::last_day;
use super::moved::{self, OfRelation, Spans};
use super::statements::run;
use super::summaries::{self, Touched};
use super::{rewritten, sums};
use crate::groupings::{self, GROUPINGS, GroupingInfo};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;

/// All members, as a relation for [`refresh_membership`].
pub(in crate::warehouse) const ALL_MEMBERS: &str =
    "(select member_key from feed.members union select member_key from derived.membership)";

const SEGMENTS: &str = include_str!("segments.sql");
const MEMBERSHIP: &str = include_str!("membership.sql");
const MEMBERS: &str = include_str!("members.sql");

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
/// members had before. `members` is a relation with the column member_key: those whose groups may have changed, on any day.
///
/// Ids stay the same where they can, and they are always dense from 1. Runs inside the caller's transaction.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_membership(
    connection: &Connection,
    members: &str,
) -> Result<Membership, WarehouseError> {
    connection.execute_batch(&format!("create or replace temp table concerned as from {members}"))?;
    let last_day = last_day(connection)?;
    let segments = with_groupings(SEGMENTS, last_day);
    run(connection, &segments, 0)?;
    if connection.execute(&with_groupings(WITH_OTHER_IDS, last_day), [])? > 0 {
        run(connection, &segments, 0)?;
    }
    run(connection, &with_groupings(MEMBERSHIP, last_day), 0)?;
    let [moved, changed, touched] =
        [count(connection, "member_moved")?, count(connection, "member_changed")?, count(connection, "touched")?];
    let are_few = touched < FEW_MEMBERS || touched * 10 < count(connection, "member_now")?;
    let of_members = |work: &dyn Fn(&OfRelation) -> Result<(), WarehouseError>| {
        moved::of_members().filter(|_| touched > 0).try_for_each(|of| work(&of))
    };
    if are_few {
        // These are of the rows of members, which change now.
        of_members(&|of| moved::add_spans(connection, of, Spans::Before))?;
    }
    run(connection, MEMBERS, 0)?;
    if touched > 0 {
        for (table, derived) in derived() {
            for rows in ["", "_sample"].iter().filter(|_| moved > 0) {
                connection.execute_batch(&format!(
                    "update derived.{}{rows} as d set segment_id = m.segment_id
                     from member_moved m where m.member_key = d.member_key",
                    derived.name
                ))?;
            }
            summaries::move_members(connection, table, derived, Touched { have_moved: moved > 0, are_few })?;
        }
    }
    if changed > 0 {
        sums::refresh_members(connection, 0)?;
    }
    if moved > 0 {
        rewritten::note_moved(connection)?;
    }
    of_members(&|of| match are_few {
        true => moved::add_spans(connection, of, Spans::Now).and_then(|()| moved::compact(connection, of)),
        false => moved::refresh(connection, of, 0),
    })?;
    let found = Membership { changed, segments: count(connection, "segment_now")? };
    connection.execute_batch(
        "drop table segment_now; drop table source_now; drop table member_now; drop table member_moved;
         drop table member_changed; drop table span_change; drop table touched; drop table concerned",
    )?;
    if let Some(warning) = found.warning() {
        tracing::warn!(segments = found.segments, "{warning}");
    }
    Ok(found)
}

/// Adds to the table concerned who was in a segment that has another id now.
const WITH_OTHER_IDS: &str = "
    insert into concerned
    with other as (select s.segment_id from derived.segment s join segment_now n using ({groups}) where s.segment_id <> n.segment_id)
    select distinct member_key from derived.membership, other
    where other.segment_id in (membership.segment_id, before, now) and member_key not in (select member_key from concerned)";

/// The statements for all groupings, with the last loaded day.
fn with_groupings(sql: &str, last_day: Date) -> String {
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
    parts.iter().fold(sql.to_owned(), |sql, (name, text)| sql.replace(name, text))
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
