//! Copies of the warehouse, for backups, and what a file contains.

use std::fs;
use std::path::Path;

use duckdb::{Config, Connection};
use serde::{Deserialize, Serialize};

use super::commit::{Writer, data_version};
use super::error::WarehouseError;
use super::migrate::MIGRATIONS;
use super::open::{Attached, Warehouse};
use super::path::quoted;
use crate::platform::files;

/// What a warehouse contains, by which a copy is compared with the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    /// The number of its last migration; 0 for a file without any.
    pub schema: i32,
    /// The number of the last committed load; 0 if there was none.
    pub data_version: i32,
    /// Loads.
    pub batches: u64,
    /// The version of DuckDB that computed the hashes. Those of another version cannot be compared.
    pub duckdb: String,
    /// Every table, ordered by name.
    pub tables: Vec<TableContents>,
}

/// What a table contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableContents {
    /// With its schema, such as `feed.logins`.
    pub name: String,
    /// Rows.
    pub rows: u64,
    /// Of all rows, whatever their order.
    pub hash: String,
}

/// The memory for copying or reading a file that no server uses, in DuckDB's notation.
const MEMORY: &str = "512MB";

impl Warehouse {
    /// The schema of this release: the number of its last migration.
    pub const SCHEMA: i32 = MIGRATIONS.len() as i32;

    /// Rewrites the file of `data_dir` without free blocks, so that nothing of deleted rows is left in it. It needs the
    /// space of the file once more, in the temporary folder `tmp` that the warehouse was opened with. Queries wait while
    /// the files change places.
    ///
    /// # Errors
    /// The file is as it was, except with [`WarehouseError::Unavailable`].
    pub fn compact(&self, data_dir: &Path, tmp: &Path) -> Result<(), WarehouseError> {
        let writer = self.writer()?;
        let compacted = tmp.join("compacted.duckdb");
        let _ = fs::remove_file(&compacted);
        copy(&writer, &compacted)?;
        writer.exchange(|| {
            files::sync_file(&compacted)?;
            files::rename(&compacted, &data_dir.join(Warehouse::FILE))?;
            files::sync_folder(data_dir)
        })
    }
}

impl Attached {
    /// The number of the file's last migration, 0 without any.
    pub fn schema(&self) -> Result<i32, WarehouseError> {
        schema(&self.connection)
    }
}

/// The warehouse that a copy is made of.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// In use.
    Open(&'a Warehouse),
    /// Not yet migrated.
    Attached(&'a Attached),
}

impl<'a> Source<'a> {
    /// Holds off loads, waiting until a running one is done; queries go on.
    pub fn hold(self) -> Result<Held<'a>, WarehouseError> {
        Ok(match self {
            Source::Open(warehouse) => Held::Writer(warehouse.writer()?),
            Source::Attached(attached) => Held::Attached(attached),
        })
    }
}

/// A warehouse that no load changes while this exists.
pub enum Held<'a> {
    /// In use.
    Writer(Writer<'a>),
    /// Not yet migrated.
    Attached(&'a Attached),
}

impl Held<'_> {
    /// What the warehouse contains.
    pub fn contents(&self) -> Result<Contents, WarehouseError> {
        contents(self.connection())
    }

    /// Copies the whole warehouse into a new file in the temporary folder that it was opened with.
    pub fn copy_to(&self, file: &Path) -> Result<(), WarehouseError> {
        copy(self.connection(), file)
    }

    fn connection(&self) -> &Connection {
        match self {
            Held::Writer(writer) => writer,
            Held::Attached(attached) => &attached.connection,
        }
    }
}

/// What a warehouse file contains that no process has open. The file is not changed.
pub fn inspect(file: &Path) -> Result<Contents, WarehouseError> {
    contents(&open_read_only(file)?)
}

/// The schema of a warehouse file that no process has open: the number of its last migration, 0 without any.
pub fn schema_of(file: &Path) -> Result<i32, WarehouseError> {
    schema(&open_read_only(file)?)
}

fn open_read_only(file: &Path) -> Result<Connection, WarehouseError> {
    let config = Config::default()
        .max_memory(MEMORY)?
        .with("autoinstall_known_extensions", "false")?
        .with("autoload_known_extensions", "false")?;
    let connection = Connection::open_in_memory_with_flags(config)?;
    connection.execute_batch(&format!("attach '{}' as bond (read_only); use bond", quoted(file)))?;
    Ok(connection)
}

/// Copies the database `bond` of a connection. COPY FROM DATABASE is one statement, so it copies one state of it, and
/// its copy has no free blocks.
fn copy(connection: &Connection, file: &Path) -> Result<(), WarehouseError> {
    connection.execute_batch(&format!("attach '{}' as backup_copy", quoted(file)))?;
    let copied = connection.execute_batch("copy from database bond to backup_copy; checkpoint backup_copy");
    let detached = connection.execute_batch("detach backup_copy");
    copied?;
    Ok(detached?)
}

fn contents(connection: &Connection) -> Result<Contents, WarehouseError> {
    let duckdb: String = connection.query_row("select version()", [], |row| row.get(0))?;
    let mut statement = connection.prepare(
        "select schema_name, table_name from duckdb_tables() where database_name = 'bond' and not internal
         order by 1, 2",
    )?;
    let names: Vec<(String, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut tables = Vec::new();
    for (schema, table) in names {
        // A sum, not an exclusive or: a row that is there twice counts twice.
        let sql = format!("select count(*), coalesce(sum(hash(t)::hugeint), 0)::varchar from bond.{schema}.{table} t");
        let (rows, hash): (i64, String) = connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        tables.push(TableContents { name: format!("{schema}.{table}"), rows: rows.unsigned_abs(), hash });
    }
    let has_batches = tables.iter().any(|table| table.name == "main.batch");
    let batches = tables.iter().find(|table| table.name == "main.batch").map_or(0, |table| table.rows);
    let data_version = if has_batches { data_version(connection)? } else { 0 };
    Ok(Contents { schema: schema(connection)?, data_version, batches, duckdb, tables })
}

fn schema(connection: &Connection) -> Result<i32, WarehouseError> {
    let sql = "select count(*) from duckdb_tables() where database_name = 'bond' and table_name = 'migration'";
    let has_migrations: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    if has_migrations == 0 {
        return Ok(0);
    }
    Ok(connection.query_row("select coalesce(max(number), 0) from bond.main.migration", [], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::super::open::Limits;
    use super::*;

    fn open(dir: &Path) -> Warehouse {
        let tmp = dir.join("tmp");
        std::fs::create_dir_all(&tmp).expect("a folder");
        Warehouse::open(dir, &Limits { memory: "500MB".into(), threads: 2, temp_dir: tmp, temp_bytes: None })
            .expect("opened")
    }

    fn with_rows(dir: &Path) -> Warehouse {
        let warehouse = open(dir);
        let writer = warehouse.writer().expect("a writer");
        writer
            .execute_batch(
                "begin;
                 insert into feed.members select k, 1, 1, [1, k], date '2020-01-01', 'Email' from range(1, 501) t(k);
                 insert into derived.login_day select k, 1, k * 7, -k from range(5000) t(k);
                 insert into feed.polls values (1, 'Ça va ?', date '2020-01-01', null)",
            )
            .expect("rows");
        writer.commit_batch("import", &["members"], "digest", 500, None).expect("committed");
        drop(writer);
        warehouse
    }

    #[test]
    fn a_copy_has_the_same_tables_rows_and_order_and_can_be_opened() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = with_rows(dir.path());
        let target = dir.path().join("tmp").join(Warehouse::FILE);
        let held = Source::Open(&warehouse).hold().expect("held");
        let original = held.contents().expect("contents");
        held.copy_to(&target).expect("copied");
        assert!(held.copy_to(&dir.path().join("elsewhere.duckdb")).is_err(), "only into the temporary folder");
        drop(held);
        assert_eq!(inspect(&target).expect("contents"), original);
        assert_eq!((original.schema, original.data_version, original.batches), (Warehouse::SCHEMA, 1, 1));
        let members = original.tables.iter().find(|table| table.name == "feed.members").expect("the table");
        assert_eq!(members.rows, 500);

        let elsewhere = tempfile::tempdir().expect("a directory");
        std::fs::copy(&target, elsewhere.path().join(Warehouse::FILE)).expect("copied");
        let restored = open(elsewhere.path());
        let writer = restored.writer().expect("a writer");
        assert_eq!(contents(&writer).expect("contents"), original);
        let sql = "select count(*) from (select day < lag(day) over (order by rowid) as late from derived.login_day)
                   where late";
        assert_eq!(writer.query_row::<i64, _, _>(sql, [], |row| row.get(0)).expect("a count"), 0, "order of days");
        let refused = writer.execute_batch("insert into feed.polls values (2, null, date '2020-01-01', null)");
        assert!(refused.is_err(), "the copy has NOT NULL too");
    }

    #[test]
    fn a_changed_value_a_doubled_row_and_values_that_change_places_change_the_hash() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = with_rows(dir.path());
        let writer = warehouse.writer().expect("a writer");
        let hash = || {
            let tables = contents(&writer).expect("contents").tables;
            tables.into_iter().find(|table| table.name == "derived.login_day").expect("the table").hash
        };
        let original = hash();
        for change in [
            "update derived.login_day set logins = logins + 1 where day = 17",
            "insert into derived.login_day select * from derived.login_day where day in (1, 2)",
            "update derived.login_day set gap_days = -7 - gap_days where day in (3, 4)",
        ] {
            writer.execute_batch(&format!("begin; {change}")).expect("changed");
            assert_ne!(hash(), original, "{change}");
            writer.execute_batch("rollback").expect("undone");
        }
        let reordered = "begin; create temp table t as from derived.login_day; delete from derived.login_day;
                         insert into derived.login_day select * from t order by day desc";
        writer.execute_batch(reordered).expect("another order");
        assert_eq!(hash(), original);
    }

    #[test]
    fn a_file_that_is_not_yet_migrated_is_copied_as_it_is_with_what_is_in_its_log() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = with_rows(dir.path());
        let writer = warehouse.writer().expect("a writer");
        writer.execute_batch("insert into feed.partners values (1, 'One')").expect("in the log");
        let original = contents(&writer).expect("contents");
        drop(writer);
        // A copy of both files is what a killed process leaves.
        let killed = tempfile::tempdir().expect("a directory");
        for name in ["warehouse.duckdb", "warehouse.duckdb.wal"] {
            std::fs::copy(dir.path().join(name), killed.path().join(name)).expect(name);
        }
        let file = killed.path().join(Warehouse::FILE);
        let bytes = || ["", ".wal"].map(|end| std::fs::read(format!("{}{end}", file.display())).expect("read"));
        let before = bytes();
        assert_eq!(schema_of(&file).expect("read"), Warehouse::SCHEMA);
        assert_eq!(inspect(&file).expect("read"), original);
        assert!(bytes() == before, "looking changed the file");

        let limits =
            Limits { memory: "500MB".into(), threads: 2, temp_dir: killed.path().join("tmp"), temp_bytes: None };
        let attached = Attached::open(killed.path(), &limits).expect("attached");
        assert_eq!(attached.schema().expect("read"), Warehouse::SCHEMA);
        let held = Source::Attached(&attached).hold().expect("held");
        let target = limits.temp_dir.join("copy.duckdb");
        std::fs::create_dir_all(&limits.temp_dir).expect("a folder");
        held.copy_to(&target).expect("copied");
        assert_eq!(inspect(&target).expect("contents"), original);
    }
}
