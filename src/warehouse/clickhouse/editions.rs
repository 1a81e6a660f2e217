//! Which rows of the cluster are read.
//!
//! Rows are never changed. Those that a load derives are written beside the ones before them, with the number of the
//! load's batch: their edition. The warehouse's own transaction then says from which day on the new edition is read
//! (`main.edition`). Until it is committed, and if it never is, nobody reads the new rows.

use std::collections::HashMap;

use duckdb::{Connection, params};
use time::{Date, Month};

use crate::warehouse::columns::{Column, Rows};
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::question::Span;

/// Days of a table whose rows are read from one edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::warehouse) struct Range {
    pub(super) table: String,
    pub(super) days: Span,
    pub(super) edition: i32,
}

/// The statement for all ranges.
pub(in crate::warehouse) const RANGES: &str =
    "select table_name, first_day::bigint, last_day::bigint, edition::bigint from bond.main.edition order by all";

/// The statement for all parts that are read.
pub(in crate::warehouse) const PARTS: &str =
    "select table_name, month::bigint, edition::bigint, server::bigint, rows from bond.main.edition_part";

/// Derived tables that were written again, each with the first day.
pub(super) fn rewritten(connection: &Connection) -> Result<HashMap<String, i16>, WarehouseError> {
    let mut statement = connection.prepare("select table_name, first_day from main.rewritten")?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Members whose rows on the servers have another segment than these, which they have now.
pub(super) fn moved(connection: &Connection) -> Result<Vec<(i32, i32)>, WarehouseError> {
    let mut statement = connection.prepare("select member_key, segment_id from main.moved")?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Every row on the servers has the segment of its member. Runs inside the caller's transaction.
pub(super) fn forget_moved(connection: &Connection) -> Result<(), WarehouseError> {
    Ok(connection.execute_batch("delete from main.moved")?)
}

/// From a day on a table is read from an edition. Runs inside the caller's transaction.
pub(super) fn begin(connection: &Connection, table: &str, day: i16, edition: i32) -> Result<(), WarehouseError> {
    connection.execute("delete from main.edition where table_name = ? and first_day >= ?", params![table, day])?;
    connection.execute(
        "update main.edition set last_day = ? - 1 where table_name = ? and last_day >= ?",
        params![day, table, day],
    )?;
    connection.execute("insert into main.edition values (?, ?, ?, ?)", params![table, day, i16::MAX, edition])?;
    connection.execute("delete from main.rewritten where table_name = ?", params![table])?;
    Ok(())
}

/// Nothing is read from the cluster any more. Runs inside the caller's transaction.
pub(super) fn forget(connection: &Connection) -> Result<(), WarehouseError> {
    Ok(connection.execute_batch("delete from main.edition; delete from main.edition_part; delete from main.moved")?)
}

/// The rows of a month of a table that were written with an edition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub table: String,
    /// YYYYMM
    pub month: i32,
    pub edition: i32,
}

/// What is read as of a data version.
#[derive(Clone, Debug, Default)]
pub(in crate::warehouse) struct Content {
    pub(super) ranges: Vec<Range>,
    /// The parts that are read.
    pub(super) parts: Parts,
}

impl Content {
    /// From the rows of [`RANGES`] and [`PARTS`].
    pub(super) fn of_rows(ranges: &Rows, parts: &Rows) -> Content {
        let mut content = Content { ranges: of_rows(ranges), parts: Parts::new() };
        let [tables, months, editions, servers, rows] = parts.columns.as_slice() else { return content };
        for (index, table) in tables.texts().iter().enumerate() {
            let number = |column: &Column| column.ints()[index];
            let part = Part { table: table.clone(), month: number(months) as i32, edition: number(editions) as i32 };
            content.parts.insert((part, number(servers) as usize), number(rows));
        }
        content
    }
}

/// The parts on servers, with the server's index and the rows there.
pub(super) type Parts = HashMap<(Part, usize), i64>;

/// Notes the parts of an edition on the servers with these addresses, and forgets those that are not read any more. Runs inside the
/// caller's transaction.
pub(super) fn note(connection: &Connection, parts: &Parts, servers: &str) -> Result<(), WarehouseError> {
    let mut insert = connection.prepare("insert into main.edition_part values (?, ?, ?, ?, ?, ?)")?;
    for ((part, server), rows) in parts {
        insert.execute(params![part.table, part.month, part.edition, *server as i32, servers, rows])?;
    }
    let ranges = ranges(connection)?;
    let mut delete =
        connection.prepare("delete from main.edition_part where table_name = ? and month = ? and edition = ?")?;
    for (part, _) in noted(connection)?.0.into_keys() {
        if !is_read(&ranges, &part) {
            delete.execute(params![part.table, part.month, part.edition])?;
        }
    }
    Ok(())
}

/// The parts that are read, and the addresses of the servers that they were written to; none if there are no parts.
pub(super) fn noted(connection: &Connection) -> Result<(Parts, String), WarehouseError> {
    let mut statement =
        connection.prepare("select table_name, month, edition, server, rows, servers from main.edition_part")?;
    let mut rows = statement.query([])?;
    let (mut parts, mut servers) = (Parts::new(), String::new());
    while let Some(row) = rows.next()? {
        let part = Part { table: row.get(0)?, month: row.get(1)?, edition: row.get(2)? };
        parts.insert((part, row.get::<_, i32>(3)?.unsigned_abs() as usize), row.get(4)?);
        servers = row.get(5)?;
    }
    Ok((parts, servers))
}

/// What is read as of the connection's transaction.
pub(super) fn ranges(connection: &Connection) -> Result<Vec<Range>, WarehouseError> {
    let mut statement = connection.prepare(RANGES)?;
    let found = statement.query_map([], |row| {
        let days = Span { first: row.get(1)?, last: row.get(2)? };
        Ok(Range { table: row.get(0)?, days, edition: row.get(3)? })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// The same, from the rows of [`RANGES`].
fn of_rows(rows: &Rows) -> Vec<Range> {
    let [tables, firsts, lasts, editions] = rows.columns.as_slice() else { return Vec::new() };
    let numbers = firsts.ints().iter().zip(lasts.ints()).zip(editions.ints());
    let range = |(table, ((first, last), edition)): (&String, ((&i64, &i64), &i64))| Range {
        table: table.clone(),
        days: Span { first: *first as i32, last: *last as i32 },
        edition: *edition as i32,
    };
    tables.texts().iter().zip(numbers).map(range).collect()
}

/// The condition for the rows of a table that are read, of days in a span.
pub(super) fn condition(ranges: &[Range], table: &str, days: Span) -> String {
    let of_days = ranges.iter().filter(|range| range.table == table);
    let read = of_days.filter(|range| range.days.first <= days.last && days.first <= range.days.last);
    let each: Vec<String> = read
        .map(|Range { days: of_edition, edition, .. }| {
            let [first, last] = [of_edition.first.max(days.first), of_edition.last.min(days.last)];
            format!("edition = {edition} and day between {first} and {last}")
        })
        .collect();
    if each.is_empty() { "0".to_owned() } else { format!("({})", each.join(" or ")) }
}

/// The month of a day, YYYYMM.
pub(super) fn month_of(day: i32) -> i32 {
    let date = Day::from_number(day.clamp(0, i32::from(i16::MAX)) as i16).unwrap_or(Day::FIRST).to_date();
    date.year() * 100 + i32::from(u8::from(date.month()))
}

/// The days of a month, YYYYMM.
pub(super) fn days_of(month: i32) -> Span {
    let first = u8::try_from(month % 100).ok().and_then(|number| Month::try_from(number).ok());
    let first = first.and_then(|of_year| Date::from_calendar_date(month / 100, of_year, 1).ok());
    let day = first.map_or(Day::FIRST, Day::clamped);
    Span { first: day.first_of_month().into(), last: day.last_of_month().into() }
}

/// Whether some of the days of a part are read from its edition.
pub(super) fn is_read(ranges: &[Range], Part { table, month, edition }: &Part) -> bool {
    ranges.iter().any(|range| {
        let has_month = month_of(range.days.first) <= *month && *month <= month_of(range.days.last);
        range.table == *table && range.edition == *edition && has_month
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Connection {
        let connection = Connection::open_in_memory().expect("DuckDB opens");
        let tables = [
            include_str!("../../../data/warehouse/011_editions.sql"),
            include_str!("../../../data/warehouse/012_moved.sql"),
        ]
        .concat();
        connection.execute_batch(&format!("attach ':memory:' as bond; use bond; {tables}")).expect("tables");
        connection
    }

    fn read(connection: &Connection) -> Vec<(String, i32, i32, i32)> {
        let ranges = ranges(connection).expect("ranges").into_iter();
        ranges.map(|range| (range.table, range.days.first, range.days.last, range.edition)).collect()
    }

    #[test]
    fn each_day_is_read_from_one_edition() {
        let connection = connection();
        let begin = |table, day, edition| begin(&connection, table, day, edition).expect("begun");
        begin("session", 0, 1);
        begin("session", 100, 2);
        begin("session", 110, 3);
        begin("message", 0, 3);
        let session = |days: &[(i32, i32, i32)]| -> Vec<(String, i32, i32, i32)> {
            days.iter().map(|(first, last, edition)| ("session".to_owned(), *first, *last, *edition)).collect()
        };
        let all = i32::from(i16::MAX);
        let message = ("message".to_owned(), 0, all, 3);
        assert_eq!(
            read(&connection),
            [vec![message.clone()], session(&[(0, 99, 1), (100, 109, 2), (110, all, 3)])].concat()
        );
        // A correction takes the place of all later ones, also on the first day of one.
        begin("session", 100, 4);
        assert_eq!(read(&connection), [vec![message.clone()], session(&[(0, 99, 1), (100, all, 4)])].concat());
        begin("session", 0, 5);
        assert_eq!(read(&connection), [vec![message], session(&[(0, all, 5)])].concat());
    }

    #[test]
    fn a_month_has_its_days() {
        for month in [200_001, 200_002, 202_402, 208_909] {
            let Span { first, last } = days_of(month);
            assert_eq!([month_of(first.max(1)), month_of(last)], [month, month]);
            assert_eq!(
                [month_of(first - 1) == month && first > 0, month_of(last + 1) == month && month != 208_909],
                [false; 2]
            );
        }
    }

    #[test]
    fn rows_of_days_are_read_from_their_editions() {
        let range = |first, last, edition| Range { table: "session".to_owned(), days: Span { first, last }, edition };
        let ranges = [range(0, 99, 1), range(100, 109, 2), range(110, 32767, 3)];
        let condition = |first, last| condition(&ranges, "session", Span { first, last });
        assert_eq!(condition(20, 99), "(edition = 1 and day between 20 and 99)");
        assert_eq!(
            condition(99, 110),
            "(edition = 1 and day between 99 and 99 or edition = 2 and day between 100 and 109 \
             or edition = 3 and day between 110 and 110)"
        );
        assert_eq!(super::condition(&ranges, "message", Span { first: 1, last: 2 }), "0");
        // Days 100 and 110 are in April 2000.
        for (month, edition, is_there) in
            [(200_003, 1, true), (200_004, 1, true), (200_004, 2, true), (200_005, 2, false), (208_909, 3, true)]
        {
            assert_eq!(
                is_read(&ranges, &Part { table: "session".into(), month, edition }),
                is_there,
                "{month} of edition {edition}"
            );
        }
    }
}
