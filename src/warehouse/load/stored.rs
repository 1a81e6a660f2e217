//! Parts of statements over a feed table and the staged rows for it.

use duckdb::Connection;

use super::report::{ImportError, Replaced};
use crate::warehouse::day::Day;
use crate::warehouse::feed::{Table, Type};

/// The columns of the feed table and the staged values for them.
pub(super) struct Stored {
    pub(super) names: String,
    /// Expressions over the aliases s and k.
    pub(super) values: String,
    pub(super) join: &'static str,
}

impl Stored {
    pub(super) fn of(table: &Table) -> Stored {
        let (mut names, mut values, mut join) = (Vec::new(), Vec::new(), "");
        if table.numbered {
            names.push("row_no".to_owned());
            values.push("s.row_no".to_owned());
        }
        for column in table.columns {
            if column.kind == Type::MemberId {
                names.push("member_key".to_owned());
                values.push("k.member_key".to_owned());
                join = "join feed.member_keys k using (member_id)";
            } else {
                names.push(format!("\"{}\"", column.name));
                values.push(format!("s.\"{}\"", column.name));
            }
        }
        if table.has_sources() {
            names.push("source_name".to_owned());
            values.push("s.source_name".to_owned());
        }
        Stored { names: names.join(", "), values: values.join(", "), join }
    }
}

/// The key of a stored table.
pub(super) struct Key {
    /// Its columns, for USING.
    pub(super) using: String,
    /// Whether the rows with the aliases c and t have the same key.
    pub(super) same: String,
}

impl Key {
    pub(super) fn of(table: &Table) -> Key {
        let stored = |key: &&'static str| if *key == "member_id" { "member_key" } else { *key };
        let key: Vec<&str> = table.key.iter().map(stored).collect();
        Key {
            using: key.iter().map(|key| format!("\"{key}\"")).collect::<Vec<_>>().join(", "),
            same: key.iter().map(|key| format!("c.\"{key}\" = t.\"{key}\"")).collect::<Vec<_>>().join(" and "),
        }
    }
}

/// The condition for rows on the days and of the sources of a relation. The bounds let DuckDB skip the rest of the table.
pub(super) fn on_days(day: &str, days: &str) -> String {
    format!(
        "where \"{day}\" >= (select min(day) from {days}) and \"{day}\" < (select max(day) + 1 from {days})
           and (\"{day}\"::date, source_name) in (select (day, source_name) from {days})"
    )
}

/// Reads the days of a table from a query over (day as a number, rows before, rows after, source).
pub(super) fn replaced_days(
    connection: &Connection,
    table: &'static str,
    sql: &str,
) -> Result<Vec<Replaced>, ImportError> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, i16>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?, row.get::<_, String>(3)?))
    })?;
    rows.map(|row| {
        let (number, before, after, source) = row?;
        Ok(Replaced {
            table,
            source,
            day: Day::from_number(number).map(Day::to_date),
            before: before.unsigned_abs(),
            after: after.unsigned_abs(),
        })
    })
    .collect()
}
