//! What servers have, and whether it is what was written to them.
//!
//! Rows that were written never change, so that a part of a table has the rows that were counted when it was written, and
//! the numbers that the server gave its blocks. What is dropped, detached, replaced or changed there, or lost with the
//! power, has other ones, and does not get the same numbers again: what is right after rows were read was right while
//! they were read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::editions::{self, Content, Part, Parts};
use super::node::{Node, SHORT};
use super::row_binary::Answered;
use crate::warehouse::columns::{Column, Rows};
use crate::warehouse::counted;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;

/// What a server has of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub rows: i64,
    pub blocks: Blocks,
}

/// The numbers that a server gave to what it has of a part. They grow with each insert, and merges leave them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    first: i64,
    last: i64,
    /// Of the statement that changed rows last; 0 if none did.
    changed: i64,
}

/// The parts on servers, with the server's index.
pub(super) type OnServers = HashMap<(Part, usize), Found>;

/// What is known of the parts that are read.
#[derive(Default)]
pub(super) struct Known {
    /// Their blocks, from when they were written or first met.
    pub blocks: Mutex<HashMap<(Part, usize), Blocks>>,
    /// What the servers had of each table the last time that somebody looked.
    pub looks: Mutex<HashMap<&'static str, Arc<tokio::sync::Mutex<Option<Inspection>>>>>,
}

pub(super) struct Inspection {
    pub begun: Instant,
    pub found: Arc<OnServers>,
}

impl Known {
    /// Nothing is read from the servers any more.
    pub fn forget(&self) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// What is wrong on the servers with the parts that are read. Remembers the blocks of parts that it meets for the first
    /// time.
    pub fn fault(&self, content: &Content, found: &OnServers, nodes: &[Node]) -> Option<String> {
        let Content { ranges, parts } = content;
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let name = |server: &usize| nodes.get(*server).map_or("", Node::name);
        for ((part, server), rows) in parts {
            let Part { table, month, .. } = part;
            let key = (part.clone(), *server);
            let Some(now) = found.get(&key).filter(|found| found.rows == *rows) else {
                let has = found.get(&key).map_or(0, |found| found.rows);
                return Some(format!(
                    "{} has {has} of the {rows} rows of {table} of {month} that were written to it",
                    name(server)
                ));
            };
            if *blocks.entry(key).or_insert(now.blocks) != now.blocks {
                return Some(format!(
                    "{} has other rows of {table} of {month} than those that were written to it",
                    name(server)
                ));
            }
        }
        let mut others = found.iter().filter(|(key, found)| found.rows > 0 && !parts.contains_key(key));
        let strange = others.find(|((part, _), _)| editions::is_read(ranges, part));
        strange.map(|((Part { table, month, .. }, server), Found { rows, .. })| {
            format!(
                "{} has {} of {table} of {month} that were not written to it",
                name(server),
                counted::rows(rows.unsigned_abs())
            )
        })
    }
}

/// The rows of parts, without their blocks.
pub(super) fn rows_of(parts: &OnServers) -> Parts {
    parts.iter().map(|(key, found)| (key.clone(), found.rows)).collect()
}

pub(super) fn of_node(node: &Node, table: Option<&str>) -> Result<HashMap<Part, Found>, WarehouseError> {
    let of_table = table.map_or_else(String::new, |table| format!(" and table = '{table}'"));
    let sql = format!("{PARTS}{of_table} group by table, partition");
    let columns = [Answered::Text].into_iter().chain([Answered::Int; 6]).collect::<Vec<_>>();
    let Rows { columns, .. } = node.rows_within(&sql, &columns, SHORT)?;
    let [tables, months, editions, rows, firsts, lasts, changes] = columns.as_slice() else {
        return Ok(HashMap::new());
    };
    let mut found = HashMap::new();
    for (index, table) in tables.texts().iter().enumerate() {
        let number = |column: &Column| column.ints()[index];
        if derived().any(|(_, derived)| derived.name == table) {
            let part = Part { table: table.clone(), month: number(months) as i32, edition: number(editions) as i32 };
            let blocks = Blocks { first: number(firsts), last: number(lasts), changed: number(changes) };
            found.insert(part, Found { rows: number(rows), blocks });
        }
    }
    Ok(found)
}

/// The partitions of all tables of the database, such as (202403,17): table, month, edition, rows, the first and the last
/// block, and the statement that changed rows last. Such a statement has a number as a block has, and parts that it did not
/// change have that of one of their own blocks.
const PARTS: &str = "select table, toInt64(extract(partition, '^.([0-9]+),')), toInt64(extract(partition, ',([0-9]+).$')), \
                     toInt64(sum(rows)), toInt64(min(min_block_number)), toInt64(max(max_block_number)), \
                     toInt64(max(if(data_version > max_block_number, data_version, 0))) \
                     from system.parts where database = currentDatabase() and active \
                     and match(partition, '^.[0-9]+,[0-9]+.$')";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::clickhouse::Range;
    use crate::warehouse::question::Span;

    fn part(month: i32, edition: i32) -> (Part, usize) {
        (Part { table: "session".to_owned(), month, edition }, 0)
    }

    #[test]
    fn rows_that_are_gone_other_or_strange_are_named() {
        let known = Known::default();
        let range = Range { table: "session".to_owned(), days: Span { first: 0, last: 32767 }, edition: 3 };
        let content =
            Content { ranges: vec![range], parts: Parts::from([(part(202_501, 3), 7), (part(202_502, 3), 9)]) };
        let has =
            |rows: i64, first: i64, last: i64, changed: i64| Found { rows, blocks: Blocks { first, last, changed } };
        let good = OnServers::from([(part(202_501, 3), has(7, 1, 4, 0)), (part(202_502, 3), has(9, 2, 2, 0))]);
        let fault = |change: &dyn Fn(&mut OnServers)| {
            let mut found = good.clone();
            change(&mut found);
            known.fault(&content, &found, &[]).unwrap_or_default()
        };
        assert_eq!(fault(&|_| ()), "");
        let without = fault(&|found| {
            found.remove(&part(202_501, 3));
        });
        assert!(without.contains("has 0 of the 7 rows of session of 202501"));
        let with = |month: i32, edition: i32, now: Found| {
            fault(&move |found: &mut OnServers| {
                found.insert(part(month, edition), now);
            })
        };
        assert!(with(202_502, 3, has(8, 2, 2, 0)).contains("has 8 of the 9 rows"));
        assert!(with(202_502, 3, has(10, 2, 2, 0)).contains("has 10 of the 9 rows"));
        assert!(with(202_502, 3, has(9, 5, 5, 0)).contains("has other rows of session of 202502"), "written anew");
        assert!(with(202_502, 3, has(9, 2, 2, 6)).contains("has other rows of session of 202502"), "changed");
        assert!(with(202_503, 3, has(1, 5, 5, 0)).contains("has 1 row of session of 202503 that were not written"));
        assert_eq!(with(202_503, 3, has(0, 5, 5, 0)), "", "what is empty is nothing");
        assert_eq!(with(202_501, 4, has(7, 5, 5, 0)), "", "an edition that nobody reads");
        assert_eq!(fault(&|_| ()), "");
    }
}
