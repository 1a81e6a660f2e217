//! The members of each month and item, as compressed bitmaps of member keys.

use std::collections::BTreeMap;

use duckdb::arrow::array::AsArray;
use duckdb::arrow::datatypes::Int32Type;
use duckdb::{Connection, params};

use super::parts::in_parts;
use crate::warehouse::day::Day;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::MemberSets;
use crate::warehouse::member_set::MemberSet;

/// Writes the sets of a derived table's members from the month of `day` on again, one month at a time.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, name: &str, sets: &MemberSets, day: i16) -> Result<(), WarehouseError> {
    let since = Day::from_number(day).unwrap_or(Day::FIRST).first_of_month();
    connection.execute(&format!("delete from derived.{name}_members where month >= ?"), [since])?;
    let (first, last): (i16, i16) = connection.query_row(
        &format!("select coalesce(min(day), 0), coalesce(max(day), 0) from derived.{name} where day >= ?"),
        [since],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let Some((first, last)) = Day::from_number(first).zip(Day::from_number(last)) else { return Ok(()) };
    // One bit for each kind that a row is of.
    let kinds = (0..)
        .zip(sets.kinds)
        .map(|(bit, kind)| format!("if({}, {}, 0)", Dialect::DuckDb.condition(&kind.rows), 1 << bit));
    let mut rows = connection.prepare(&format!(
        "select {item}, member_key, ({kinds})::integer from derived.{name} where day between ? and ?",
        item = sets.item,
        kinds = kinds.collect::<Vec<_>>().join(" + "),
    ))?;
    let mut appender = connection.appender_to_db(&format!("{name}_members"), "derived")?;
    let months =
        std::iter::successors(Some(first), |day| day.last_of_month().checked_add(1).and_then(Day::from_number));
    in_parts(
        months.take_while(|day| *day <= last).map(|day| (day.first_of_month(), day.last_of_month())),
        |(month, end)| Ok((month, rows.query_arrow([month, end])?.collect::<Vec<_>>())),
        |(month, batches)| {
            let mut members: BTreeMap<(i32, usize), Vec<u32>> = BTreeMap::new();
            for batch in batches {
                let column = |index: usize| batch.column(index).as_primitive::<Int32Type>().values();
                for ((item, member), kinds) in column(0).iter().zip(column(1)).zip(column(2)) {
                    for kind in (0..sets.kinds.len()).filter(|kind| kinds & (1 << kind) != 0) {
                        members.entry((*item, kind)).or_default().push(member.unsigned_abs());
                    }
                }
            }
            let bytes = members.into_iter().map(|(key, members)| (key, MemberSet::of(members).to_bytes()));
            Ok((month, bytes.collect::<Vec<_>>()))
        },
        |(month, written)| {
            for ((item, kind), bytes) in written {
                appender.append_row(params![month, item, sets.kinds[kind].members, bytes])?;
            }
            Ok(())
        },
    )?;
    appender.flush()?;
    Ok(())
}
