//! The tables of derived rows, and these rows as servers take them.

use duckdb::Connection;
use duckdb::arrow::array::{Array, AsArray, RecordBatch};
use duckdb::arrow::datatypes::{DataType, Int16Type, Int32Type, Int64Type, UInt8Type};

use super::row_binary::push_text;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Derived;
use crate::warehouse::feed::registry::derived;

/// The derived table that a source reads, if the cluster has its rows.
pub(in crate::warehouse) fn table_of(source: &str) -> Option<&'static Derived> {
    derived().map(|(_, derived)| derived).find(|derived| derived.source == source)
}

/// The settings of a table whose server syncs files and their folder before it acknowledges rows.
pub(super) const SYNCED: &str = "fsync_after_insert = 1, fsync_part_directory = 1";

/// A derived table as ClickHouse stores it.
pub(super) struct Table {
    derived: &'static Derived,
    /// Names and types, in the order of DuckDB's table.
    columns: Vec<(String, Type)>,
}

/// The type of a column in DuckDB, which says how ClickHouse stores it.
#[derive(Clone, Copy)]
enum Type {
    SmallInt,
    Integer,
    BigInt,
    /// UTINYINT or BOOLEAN.
    Byte,
    Varchar,
    /// An amount of money: its cents.
    Money,
}

impl Type {
    fn of(name: &str) -> Option<Type> {
        match name {
            "SMALLINT" => Some(Type::SmallInt),
            "INTEGER" => Some(Type::Integer),
            "BIGINT" => Some(Type::BigInt),
            "UTINYINT" | "BOOLEAN" => Some(Type::Byte),
            "VARCHAR" => Some(Type::Varchar),
            "DECIMAL(18,2)" => Some(Type::Money),
            _ => None,
        }
    }

    fn in_clickhouse(self) -> &'static str {
        match self {
            Type::SmallInt => "Int16",
            Type::Integer => "Int32",
            Type::BigInt | Type::Money => "Int64",
            Type::Byte => "UInt8",
            Type::Varchar => "String",
        }
    }
}

impl Table {
    /// Reads what columns DuckDB's table has.
    ///
    /// # Errors
    /// Errors of DuckDB; [`WarehouseError::Invalid`] for a type that ClickHouse's tables do not have.
    pub(super) fn of(connection: &Connection, derived: &'static Derived) -> Result<Table, WarehouseError> {
        let mut statement = connection.prepare(
            "select column_name, data_type from duckdb_columns()
             where database_name = 'bond' and schema_name = 'derived' and table_name = ? order by column_index",
        )?;
        let stored =
            statement.query_map([derived.name], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        let mut columns = Vec::new();
        for column in stored {
            let (name, stored) = column?;
            let kind = Type::of(&stored).ok_or_else(|| {
                WarehouseError::Invalid(format!(
                    "derived.{}.{name}: ClickHouse's tables have no {stored}",
                    derived.name
                ))
            })?;
            columns.push((name, kind));
        }
        Ok(Table { derived, columns })
    }

    /// The statement that creates the table where it is missing. An edition has parts of its own by month, in order of
    /// days. `can_sync`: on a release that can sync what is written.
    pub(super) fn create(&self, can_sync: bool) -> String {
        let columns: Vec<String> =
            self.columns.iter().map(|(name, kind)| format!("{name} {}", kind.in_clickhouse())).collect();
        format!(
            "create table if not exists {table} ({columns}, edition Int32) engine = MergeTree\n\
             partition by (toYYYYMM(toDate('2000-01-01') + day), edition) order by (day, member_key){settings}",
            table = self.derived.name,
            columns = columns.join(", "),
            settings = if can_sync { format!(" settings {SYNCED}") } else { String::new() }
        )
    }

    /// Its name.
    pub(super) fn name(&self) -> &'static str {
        self.derived.name
    }

    /// The names of the columns, in the order of [`Table::encode`].
    pub(super) fn columns(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).chain(["edition"]).collect::<Vec<_>>().join(", ")
    }

    /// Selects the rows from a day on (`?`) as [`Table::encode`] takes them.
    pub(super) fn select(&self) -> String {
        let columns: Vec<String> = self
            .columns
            .iter()
            .map(|(name, kind)| match kind {
                Type::Money => format!("({name} * 100)::bigint"),
                _ => name.clone(),
            })
            .collect();
        format!("select {} from derived.{} where day >= ?", columns.join(", "), self.derived.name)
    }

    /// The statement with which a server copies those of its own rows that meet a condition to another edition. `moved` has
    /// members with the segment that they have now.
    pub(super) fn copy(&self, read: &str, moved: &[(i32, i32)], edition: i32) -> String {
        let list = |numbers: Vec<String>| numbers.join(",");
        let members = list(moved.iter().map(|(member, _)| member.to_string()).collect());
        let segments = list(moved.iter().map(|(_, segment)| segment.to_string()).collect());
        let columns = self.columns.iter().map(|(name, _)| match name.as_str() {
            // An empty list is a syntax error.
            "segment_id" if !moved.is_empty() => {
                format!("toInt32(transform(member_key, [{members}], [{segments}], segment_id))")
            }
            name => name.to_owned(),
        });
        format!(
            "insert into {table} ({into}) select {columns}, toInt32({edition}) from {table} where {read}",
            table = self.name(),
            into = self.columns(),
            columns = columns.collect::<Vec<_>>().join(", ")
        )
    }

    /// Appends each row to the bytes of the server that has its member, as one of an edition, and counts it there.
    ///
    /// # Errors
    /// [`WarehouseError::Worker`] if a column has another type than the table's.
    pub(super) fn encode(
        &self,
        batch: &RecordBatch,
        edition: i32,
        servers: &mut [Vec<u8>],
        rows: &mut [i64],
    ) -> Result<(), WarehouseError> {
        let values: Vec<Values<'_>> =
            batch.columns().iter().map(|array| Values::of(array)).collect::<Result<_, _>>()?;
        let members =
            self.columns.iter().position(|(name, _)| name == "member_key").and_then(|index| values.get(index));
        let Some(Values::Int32(members)) = members else {
            return Err(WarehouseError::Worker(format!("derived.{} has no member_key", self.derived.name)));
        };
        for (row, member) in members.iter().enumerate() {
            let server = server_of(*member, servers.len());
            rows[server] += 1;
            let server = &mut servers[server];
            for values in &values {
                match values {
                    Values::Int16(values) => server.extend(values[row].to_le_bytes()),
                    Values::Int32(values) => server.extend(values[row].to_le_bytes()),
                    Values::Int64(values) => server.extend(values[row].to_le_bytes()),
                    Values::Byte(values) => server.push(values[row]),
                    Values::Bool(values) => server.push(u8::from(values.value(row))),
                    Values::Text(values) => push_text(server, values.value(row)),
                }
            }
            server.extend(edition.to_le_bytes());
        }
        Ok(())
    }
}

/// The index of the server that has a member's rows.
pub(super) fn server_of(member: i32, servers: usize) -> usize {
    member.unsigned_abs() as usize % servers.max(1)
}

/// The values of a column. Derived tables have no NULL.
enum Values<'a> {
    Int16(&'a [i16]),
    Int32(&'a [i32]),
    Int64(&'a [i64]),
    Byte(&'a [u8]),
    Bool(&'a duckdb::arrow::array::BooleanArray),
    Text(&'a duckdb::arrow::array::StringArray),
}

impl<'a> Values<'a> {
    fn of(array: &'a dyn Array) -> Result<Values<'a>, WarehouseError> {
        Ok(match array.data_type() {
            DataType::Int16 => Values::Int16(array.as_primitive::<Int16Type>().values()),
            DataType::Int32 => Values::Int32(array.as_primitive::<Int32Type>().values()),
            DataType::Int64 => Values::Int64(array.as_primitive::<Int64Type>().values()),
            DataType::UInt8 => Values::Byte(array.as_primitive::<UInt8Type>().values()),
            DataType::Boolean => Values::Bool(array.as_boolean()),
            DataType::Utf8 => Values::Text(array.as_string()),
            other => return Err(WarehouseError::Worker(format!("a column of type {other}"))),
        })
    }
}
