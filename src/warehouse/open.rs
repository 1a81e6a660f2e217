//! Opening the warehouse of a data directory.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

use duckdb::{Config, Connection};

use super::columns::{Rows, Value};
use super::commit::{Writer, data_version};
use super::error::WarehouseError;
use super::migrate::migrate;
use super::path::quoted;
use super::pool::{Pool, reader};
use super::sources;
use super::undo_tables;
use crate::telemetry::Queries;

/// What DuckDB may use of the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// In DuckDB's notation, for example `4GB`.
    pub memory: String,
    /// Threads per query, and the number of queries that run at the same time.
    pub threads: usize,
    /// Where operators that exceed the memory spill to.
    pub temp_dir: PathBuf,
    /// The most bytes that they may write there; None leaves it to DuckDB, which takes nearly all that is free.
    pub temp_bytes: Option<u64>,
}

/// The open warehouse of one data directory.
pub struct Warehouse {
    pool: Pool,
    writer: Mutex<Connection>,
    version: AtomicI32,
}

impl Warehouse {
    /// The file's name in a data directory.
    pub const FILE: &'static str = "warehouse.duckdb";

    /// Opens `warehouse.duckdb` in `dir`, and creates or migrates it as needed.
    pub fn open(dir: &Path, limits: &Limits) -> Result<Warehouse, WarehouseError> {
        Attached::open(dir, limits)?.migrate()
    }

    /// The number of the last committed load; 0 while nothing is loaded.
    pub fn data_version(&self) -> i32 {
        self.version.load(Ordering::Acquire)
    }

    /// What is counted of its queries.
    pub fn queries(&self) -> &Queries {
        &self.pool.queries
    }

    /// Takes exclusive write access, waiting until another writer is done.
    pub fn writer(&self) -> Result<Writer<'_>, WarehouseError> {
        Ok(Writer::take(&self.writer, &self.version))
    }

    /// The data version and the rows of the batch that a load of the ledger made; None if it made none.
    pub fn batch_of_load(&self, load: i64) -> Result<Option<(i32, i64)>, WarehouseError> {
        let writer = self.writer()?;
        let mut statement = writer.prepare("select batch_id, rows from main.batch where load_id = ?")?;
        let mut rows = statement.query([load])?;
        Ok(rows.next()?.map(|row| Ok::<_, duckdb::Error>((row.get(0)?, row.get(1)?))).transpose()?)
    }

    /// Runs one SELECT on a blocking thread, against the data of `version` and no other.
    ///
    /// At most as many queries run at the same time as there are threads; others wait. Dropping the future interrupts
    /// the query.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if another load was committed since `version`.
    pub async fn query(&self, version: i32, sql: String, values: Vec<Value>) -> Result<Rows, WarehouseError> {
        self.pool.query(version, sql, values).await
    }
}

/// A warehouse whose file is open but not yet migrated, so that a backup can be made before it is.
pub struct Attached {
    pub(super) connection: Connection,
    threads: usize,
}

impl Attached {
    /// Opens `warehouse.duckdb` in `dir`, and creates it if it is missing.
    ///
    /// From then on DuckDB uses no other file but those in its temporary folder, and its configuration is locked.
    pub fn open(dir: &Path, limits: &Limits) -> Result<Attached, WarehouseError> {
        let config = Config::default()
            .max_memory(&limits.memory)?
            .threads(limits.threads.max(1) as i64)?
            .with("temp_directory", limits.temp_dir.to_string_lossy())?
            // Groups by (segment, offer) or (segment, campaign) have keys of about 17 bits. DuckDB would hash them;
            // a perfect hash table takes two thirds of the time and at most 20 MB per thread.
            .with("perfect_ht_threshold", "18")?
            .with("autoinstall_known_extensions", "false")?
            .with("autoload_known_extensions", "false")?;
        let config = match limits.temp_bytes {
            Some(bytes) => config.with("max_temp_directory_size", format!("{}MiB", bytes >> 20))?,
            None => config,
        };
        let first = Connection::open_in_memory_with_flags(config)?;
        first.execute_batch(&format!("attach '{}' as bond", quoted(&dir.join(Warehouse::FILE))))?;
        // Backups are copied into the temporary folder first.
        first.execute_batch(&format!("set allowed_directories = ['{}']", quoted(&limits.temp_dir)))?;
        first.execute_batch("set enable_external_access = false; set lock_configuration = true")?;
        first.execute_batch("use bond")?;
        Ok(Attached { connection: first, threads: limits.threads.max(1) })
    }

    /// Migrates the file as needed and opens it for use.
    pub fn migrate(self) -> Result<Warehouse, WarehouseError> {
        let first = self.connection;
        migrate(&first)?;
        undo_tables::prepare(&first)?;
        sources::register(&first)?;
        let version = data_version(&first)?;

        let readers = (0..self.threads).map(|_| reader(&first)).collect::<Result<Vec<_>, _>>()?;
        Ok(Warehouse { pool: Pool::new(readers), writer: Mutex::new(first), version: AtomicI32::new(version) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Column;
    use super::*;

    fn open(dir: &Path) -> Warehouse {
        let limits = Limits { memory: "500MB".into(), threads: 2, temp_dir: dir.join("tmp"), temp_bytes: None };
        Warehouse::open(dir, &limits).expect("a fresh warehouse opens")
    }

    #[tokio::test]
    async fn a_query_for_another_version_is_refused_and_the_next_is_answered() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        assert_eq!(warehouse.data_version(), 0);
        let writer = warehouse.writer().expect("a writer");
        writer.execute_batch("begin; insert into main.setting values ('a', 'b')").expect("a write");
        assert_eq!(writer.commit_batch("import", &["logins"], "digest", 1, None).expect("a commit"), 1);
        drop(writer);
        let sql = "select name::varchar, 7::bigint from main.setting";
        let stale = warehouse.query(0, sql.into(), vec![]).await;
        assert!(matches!(stale, Err(WarehouseError::VersionMoved)), "{stale:?}");
        let rows = warehouse.query(1, sql.into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Text(vec!["a".into()]), Column::Int(vec![7])]);
    }

    #[test]
    fn an_unfinished_write_is_rolled_back() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        let writer = warehouse.writer().expect("a writer");
        writer.execute_batch("begin; insert into main.setting values ('a', 'b')").expect("a write");
        drop(writer);
        let writer = warehouse.writer().expect("another writer");
        writer.execute_batch("begin").expect("no transaction is open");
        let left: i64 = writer.query_row("select count(*) from main.setting", [], |row| row.get(0)).expect("a count");
        assert_eq!(left, 0);
    }

    #[test]
    fn the_open_warehouse_reads_no_other_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("a.csv");
        std::fs::write(&file, "a\n1\n").expect("a file");
        let warehouse = open(dir.path());
        let writer = warehouse.writer().expect("a writer");
        let read = writer.execute_batch(&format!("select * from read_csv('{}')", file.display()));
        assert!(read.is_err(), "external access must be off");
    }
}
