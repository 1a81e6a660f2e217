//! Writes the rows of a new data version to the servers, and deletes those that no version reads.

use std::collections::BTreeMap;

use duckdb::Connection;

use super::cluster::Cluster;
use super::editions::{self, Part};
use super::node::Node;
use super::parts::rows_of;
use super::row_binary::Answered;
use super::tables::{Table, server_of};
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;
use crate::warehouse::question::Span;

/// A server gets rows in pieces of about so many bytes.
const PIECE: usize = 16 << 20;

/// If more members than this moved, all rows are sent again: a statement has a list of them.
const MOST_MOVED: usize = 500_000;

/// A statement copies at most so many months, because ClickHouse limits the partitions of an insert to 100.
const MOST_MONTHS: usize = 60;

/// A statement copies about so many rows at most, so that it ends in time; a month is not divided.
const MOST_COPIED: i64 = 50_000_000;

impl Cluster {
    /// Writes the rows that were derived since the last edition. They are read once the caller's transaction is
    /// committed.
    ///
    /// Where only the segments of members changed, the servers copy their own rows.
    ///
    /// # Errors
    /// Errors of DuckDB, and [`WarehouseError::Cluster`] if a server does not take the rows. Nobody reads those that
    /// were written.
    pub(in crate::warehouse) fn publish(&self, connection: &Connection, edition: i32) -> Result<(), WarehouseError> {
        // A load that failed may have left rows with this number.
        self.drop_unread(connection)?;
        let rewritten = editions::rewritten(connection)?;
        let moved = editions::moved(connection)?;
        let mut sent = vec![0; self.nodes().len()];
        for (_, derived) in derived() {
            // Whole months, so that no month has rows of more than one edition: a question names each.
            let first = |day: &i16| Day::from_number(*day).unwrap_or(Day::FIRST).first_of_month();
            let from = if moved.len() > MOST_MOVED { Some(0) } else { rewritten.get(derived.name).map(first) };
            let table = Table::of(connection, derived)?;
            let copies = !moved.is_empty() && from != Some(0);
            if copies {
                self.copy(connection, &table, from, &moved, edition, &mut sent)?;
            }
            if let Some(day) = from {
                self.write(connection, &table, day, edition, &mut sent)?;
            }
            if let Some(day) = if copies { Some(0) } else { from } {
                editions::begin(connection, derived.name, day, edition)?;
            }
        }
        editions::forget_moved(connection)?;
        let mut written = self.parts()?;
        written.retain(|(part, _), found| part.edition == edition && found.rows > 0);
        for (server, sent) in sent.into_iter().enumerate() {
            let found: i64 = written.iter().filter(|((_, of), _)| *of == server).map(|(_, found)| found.rows).sum();
            if found != sent {
                let name = self.nodes()[server].name();
                let lost = format!("the ClickHouse server {name} has {found} of {sent} rows that were written to it");
                return Err(WarehouseError::Cluster(lost));
            }
        }
        // It took a while.
        self.hold(connection)?;
        self.learn_parts(&written);
        editions::note(connection, &rows_of(&written), &self.names())
    }

    /// Lets each server copy its rows to another edition, with the segments that members have now, and counts them: those
    /// of the months before a day, if one is given.
    fn copy(
        &self,
        connection: &Connection,
        table: &Table,
        before: Option<i16>,
        moved: &[(i32, i32)],
        edition: i32,
        sent: &mut [i64],
    ) -> Result<(), WarehouseError> {
        let ranges = editions::ranges(connection)?;
        let until = before.map_or(i32::MAX, |day| editions::month_of(day.into()));
        let is_copied =
            |part: &Part| part.table == table.name() && part.month < until && editions::is_read(&ranges, part);
        let mut noted = editions::noted(connection)?.0;
        noted.retain(|(part, _), _| is_copied(part));
        self.each(|server, node| {
            let members: Vec<(i32, i32)> =
                moved.iter().filter(|(member, _)| server_of(*member, self.nodes().len()) == server).copied().collect();
            let of_server = noted.iter().filter(|((_, of), _)| *of == server);
            let months: BTreeMap<i32, i64> = of_server.map(|((part, _), rows)| (part.month, *rows)).collect();
            at_once(&months).into_iter().try_for_each(|days| {
                let read = editions::condition(&ranges, table.name(), days);
                node.run(&table.copy(&read, &members, edition))
            })
        })?;
        for ((_, server), rows) in noted {
            sent[server] += rows;
        }
        Ok(())
    }

    /// Writes the rows of a table from a day on, and counts those of each server.
    fn write(
        &self,
        connection: &Connection,
        table: &Table,
        day: i16,
        edition: i32,
        sent: &mut [i64],
    ) -> Result<(), WarehouseError> {
        let mut pieces = vec![Vec::new(); self.nodes().len()];
        let send = |pieces: &mut [Vec<u8>]| {
            self.each(|index, node| match pieces[index].as_slice() {
                [] => Ok(()),
                piece => node.insert(table.name(), &table.columns(), &mut &*piece),
            })?;
            pieces.iter_mut().for_each(Vec::clear);
            Ok::<_, WarehouseError>(())
        };
        for batch in connection.prepare(&table.select())?.query_arrow([day])? {
            table.encode(&batch, edition, &mut pieces, sent)?;
            if pieces.iter().any(|piece| piece.len() >= PIECE) {
                send(&mut pieces)?;
            }
        }
        send(&mut pieces)
    }

    /// How much each server stores for Bond, in their order.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer.
    pub fn sizes(&self) -> Result<Vec<Size>, WarehouseError> {
        let size = |node: &Node| {
            let found = node.rows(SIZE, &[Answered::Int, Answered::Int])?;
            let number = |index: usize| {
                let column = found.columns.get(index).and_then(|column| column.ints().first());
                column.copied().unwrap_or_default().unsigned_abs()
            };
            Ok(Size { server: node.name().to_owned(), rows: number(0), bytes: number(1) })
        };
        self.nodes().iter().map(size).collect()
    }

    /// Reads nothing from the servers until all rows are written again. Runs inside the caller's transaction.
    ///
    /// # Errors
    /// Errors of DuckDB.
    pub(in crate::warehouse) fn forget(&self, connection: &Connection) -> Result<(), WarehouseError> {
        self.known.forget();
        editions::forget(connection)
    }

    /// Deletes rows that are not read as of the connection's transaction: those of loads that failed, and those that
    /// others took the place of. Answers for the version before are no answers from then on.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer or refuses it, or another data directory uses it.
    pub(in crate::warehouse) fn drop_unread(&self, connection: &Connection) -> Result<(), WarehouseError> {
        self.hold(connection)?;
        let ranges = editions::ranges(connection)?;
        let unread: Vec<(Part, usize)> =
            self.parts()?.into_keys().filter(|(part, _)| !editions::is_read(&ranges, part)).collect();
        self.each(|index, node| {
            let mut of_node = unread.iter().filter(|(_, server)| *server == index);
            of_node.try_for_each(|(Part { table, month, edition }, _)| {
                node.run(&format!("alter table {table} drop partition ({month}, {edition})"))
            })
        })
    }
}

/// Divides months, each with its number of rows, into the days that a statement copies.
fn at_once(months: &BTreeMap<i32, i64>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let (mut count, mut sum) = (0, 0);
    for (month, rows) in months {
        let days = editions::days_of(*month);
        (count, sum) = (count + 1, sum + rows);
        match spans.last_mut() {
            Some(last) if count <= MOST_MONTHS && sum <= MOST_COPIED => last.last = days.last,
            _ => {
                spans.push(days);
                (count, sum) = (1, *rows);
            }
        }
    }
    spans
}

/// What a server stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The server's address.
    pub server: String,
    pub rows: u64,
    /// On its disk, compressed.
    pub bytes: u64,
}

const SIZE: &str = "select toInt64(sum(rows)), toInt64(sum(bytes_on_disk)) from system.parts \
                    where database = currentDatabase() and active and table != 'bond_lease'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_copies_few_months_and_rows() {
        let span = |first, last| Span { first: editions::days_of(first).first, last: editions::days_of(last).last };
        let of = |months: &[(i32, i64)]| at_once(&months.iter().copied().collect());
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[(202_311, 1), (202_312, 2), (202_402, 3)]), [span(202_311, 202_402)]);
        let large = MOST_COPIED / 2 + 1;
        assert_eq!(
            of(&[(202_311, large), (202_312, large), (202_401, 1), (202_402, 3 * large), (202_403, 1)]),
            [span(202_311, 202_311), span(202_312, 202_401), span(202_402, 202_402), span(202_403, 202_403),]
        );
        let ten_years: Vec<(i32, i64)> =
            (2014..2024).flat_map(|year| (1..=12).map(move |month| (year * 100 + month, 1))).collect();
        assert_eq!(of(&ten_years), [span(201_401, 201_812), span(201_901, 202_312)]);
    }
}
