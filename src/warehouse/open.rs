//! Opening the warehouse of a data directory.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

use duckdb::{Config, Connection};

use super::attachment::Attachment;
use super::clickhouse::Cluster;
use super::columns::{Rows, Value};
use super::commit::{Writer, data_version};
use super::error::WarehouseError;
use super::migrate::migrate;
use super::path::quoted;
use super::pool::{Pool, reader};
use super::queue::{QueryLimits, Queue};
use super::sources;
use super::undo_tables;
use crate::telemetry::Queries;

/// What DuckDB may use of the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// In DuckDB's notation, for example `4GB`.
    pub memory: String,
    /// Threads per query. One query more than that runs at the same time ([`super::queue`]).
    pub threads: usize,
    /// Where operators that exceed the memory spill to.
    pub temp_dir: PathBuf,
    /// The most bytes that they may write there; None leaves it to DuckDB, which takes nearly all that is free.
    pub temp_bytes: Option<u64>,
}

/// The open warehouse of one data directory.
pub struct Warehouse {
    pub(super) pool: Pool,
    writer: Mutex<Connection>,
    version: Arc<AtomicI32>,
    attachment: Arc<Attachment>,
    /// Where the rows of members are; not set where DuckDB has them.
    pub(super) cluster: OnceLock<Cluster>,
}

impl Warehouse {
    /// The file's name in a data directory.
    pub const FILE: &'static str = "warehouse.duckdb";
    /// The name of the file that says that damaged bytes were read from the warehouse, and which.
    pub const DAMAGED: &'static str = "warehouse.damaged";

    /// Opens `warehouse.duckdb` in `dir`, and creates or migrates it as needed.
    pub fn open(dir: &Path, limits: &Limits) -> Result<Warehouse, WarehouseError> {
        Attached::open(dir, limits)?.migrate(QueryLimits::default())
    }

    /// The number of the last committed load; 0 while nothing is loaded.
    pub fn data_version(&self) -> i32 {
        self.version.load(Ordering::Acquire)
    }

    /// About how long a query waits that comes now, because others came before it.
    pub fn expected_wait(&self) -> Duration {
        self.pool.expected_wait()
    }

    /// What is counted of its queries.
    pub fn queries(&self) -> &Queries {
        &self.pool.queries
    }

    /// Takes exclusive write access, waiting until another writer is done.
    ///
    /// # Errors
    /// [`WarehouseError::Unavailable`] if the file is not attached and cannot be attached now.
    pub fn writer(&self) -> Result<Writer<'_>, WarehouseError> {
        self.sound(self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// The same without waiting: None while somebody writes.
    pub(super) fn free_writer(&self) -> Result<Option<Writer<'_>>, WarehouseError> {
        self.free().map(|connection| self.sound(connection)).transpose()
    }

    fn free(&self) -> Option<MutexGuard<'_, Connection>> {
        match self.writer.try_lock() {
            Ok(connection) => Some(connection),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn sound<'w>(&'w self, connection: MutexGuard<'w, Connection>) -> Result<Writer<'w>, WarehouseError> {
        let writer = Writer::new(connection, &self.version, &self.attachment, self.cluster.get());
        if !self.attachment.is_sound() {
            writer.renew()?;
        }
        Ok(writer)
    }

    /// Attaches the file again if it should be and no writer is at work, who would do so by itself. Called every few
    /// seconds by whoever keeps the warehouse open.
    pub fn tend(&self) {
        if self.attachment.is_sound() {
            return;
        }
        let Some(connection) = self.free() else { return };
        // What goes wrong is logged, and tried again.
        let _ = Writer::new(connection, &self.version, &self.attachment, self.cluster.get()).renew();
    }

    /// Whether the file is attached, as far as is known.
    pub fn is_available(&self) -> bool {
        self.attachment.is_sound()
    }

    /// Returns once the warehouse has failed in a way that only opening it anew mends, with the reason.
    pub async fn failed(&self) -> String {
        self.attachment.failed().await
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
    /// Others may have to end first: users take turns. Dropping the future interrupts the query. Without a user
    /// ([`super::Principals`]) neither waiting nor running has a time limit.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if another load was committed since `version`; [`WarehouseError::Busy`] if too
    /// many wait, or it waited too long; [`WarehouseError::TooLong`] if it ran too long.
    pub async fn query(&self, version: i32, sql: String, values: Vec<Value>) -> Result<Rows, WarehouseError> {
        self.pool.query(version, sql, values).await
    }

    /// Reads the rows of members on a cluster from now on, and writes them there with every load. Those that the cluster
    /// lacks are written first, which makes a new data version. Returns to which servers and why, if these were all rows.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer or refuses something; [`WarehouseError::Invalid`] if the
    /// warehouse has a cluster already.
    pub fn use_cluster(&self, cluster: Cluster) -> Result<Option<String>, WarehouseError> {
        cluster.prepare(&*self.writer()?)?;
        let has_one = || WarehouseError::Invalid("the warehouse uses a cluster already".into());
        self.cluster.set(cluster).map_err(|_| has_one())?;
        let writer = self.writer()?;
        if self.data_version() > 0 { writer.write_to_cluster() } else { Ok(None) }
    }

    /// Does longer work with what queries answered, on a blocking thread, when it is its users' turn as for a query.
    ///
    /// # Errors
    /// [`WarehouseError::Busy`] if too many wait, or it waited too long.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WarehouseError> {
        self.pool.compute(work).await
    }

    /// To be called when somebody has joined those who wait for a query.
    pub fn joined(&self) {
        self.pool.joined();
    }
}

fn configuration(limits: &Limits) -> Result<Config, duckdb::Error> {
    Config::default()
        .max_memory(&limits.memory)?
        .threads(limits.threads.max(1) as i64)?
        .with("temp_directory", limits.temp_dir.to_string_lossy())?
        // Groups by (segment, offer) or (segment, campaign) have keys of about 17 bits. DuckDB would hash them;
        // a perfect hash table takes two thirds of the time and at most 20 MB per thread.
        .with("perfect_ht_threshold", "18")?
        .with("autoinstall_known_extensions", "false")?
        .with("autoload_known_extensions", "false")
}

/// A warehouse whose file is open but not yet migrated, so that a backup can be made before it is.
pub struct Attached {
    pub(super) connection: Connection,
    attachment: Attachment,
    threads: usize,
}

impl Attached {
    /// Opens `warehouse.duckdb` in `dir`, and creates it if it is missing.
    ///
    /// From then on DuckDB uses no other file but those in its temporary folder, and its configuration is locked.
    pub fn open(dir: &Path, limits: &Limits) -> Result<Attached, WarehouseError> {
        let first = Connection::open_in_memory_with_flags(configuration(limits)?)?;
        if let Some(bytes) = limits.temp_bytes {
            // DuckDB reports this limit when it is in the configuration, but does not keep to it.
            first.execute_batch(&format!("set max_temp_directory_size = '{}MiB'", bytes >> 20))?;
        }
        let path = dir.join(Warehouse::FILE);
        let attachment = Attachment::new(first.try_clone()?, &path, dir.join(Warehouse::DAMAGED));
        attachment.attach()?;
        let file = quoted(&path);
        // The file is attached again after a failed checkpoint.
        let files = ["", ".wal", ".wal.checkpoint", ".wal.recovery"].map(|end| format!("'{file}{end}'")).join(", ");
        first.execute_batch(&format!("set allowed_paths = [{files}]"))?;
        // Backups are copied into the temporary folder first.
        first.execute_batch(&format!("set allowed_directories = ['{}']", quoted(&limits.temp_dir)))?;
        if cfg!(test) {
            first.execute_batch("set allowed_configs = ['debug_checkpoint_abort']")?;
        }
        first.execute_batch("set enable_external_access = false; set lock_configuration = true")?;
        attachment.sync_folder();
        first.execute_batch("use bond")?;
        Ok(Attached { connection: first, attachment, threads: limits.threads.max(1) })
    }

    /// Migrates the file as needed and opens it for use.
    pub fn migrate(self, queries: QueryLimits) -> Result<Warehouse, WarehouseError> {
        let first = self.connection;
        migrate(&first)?;
        undo_tables::prepare(&first)?;
        sources::register(&first)?;
        let version = data_version(&first)?;

        let connections = Queue::connections(self.threads);
        let readers = (0..connections).map(|_| reader(&first)).collect::<Result<Vec<_>, _>>()?;
        let attachment = Arc::new(self.attachment);
        let version = Arc::new(AtomicI32::new(version));
        Ok(Warehouse {
            pool: Pool::new(readers, Arc::clone(&attachment), Arc::clone(&version), queries),
            writer: Mutex::new(first),
            version,
            attachment,
            cluster: OnceLock::new(),
        })
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

    #[tokio::test]
    async fn whoever_meets_a_new_version_makes_it_known() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        // A load that has been committed, and whose thread has not come to say so.
        let writer = warehouse.writer().expect("a writer");
        let batch = "insert into main.batch (batch_id, loaded_at, origin, tables, digest, rows)
                     values (1, timestamp '2025-01-01', 'import', ['logins'], 'digest', 1)";
        writer.execute_batch(batch).expect("committed");
        assert_eq!(warehouse.data_version(), 0);
        let stale = warehouse.query(0, "select 7::bigint".into(), vec![]).await;
        assert!(matches!(stale, Err(WarehouseError::VersionMoved)), "{stale:?}");
        assert_eq!(warehouse.data_version(), 1, "whoever tries again does not fail in the same way");
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

    #[tokio::test]
    async fn a_query_that_spills_more_than_it_may_fails_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let temp_dir = dir.path().join("tmp");
        let limits = Limits { memory: "60MB".into(), threads: 2, temp_dir, temp_bytes: Some(8 << 20) };
        let warehouse = Warehouse::open(dir.path(), &limits).expect("opened");
        let large = "select count(distinct hash(range))::bigint from range(20000000)";
        let refused = warehouse.query(0, large.into(), vec![]).await.expect_err("too large").to_string();
        assert!(refused.contains("max_temp_directory_size"), "{refused}");
        let rows = warehouse.query(0, "select 1::bigint".into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![1])]);
    }

    /// Inserts a row as a load does, with a checkpoint that fails where `stage` says.
    fn load_with_failing_checkpoint(warehouse: &Warehouse, stage: &str, name: &str) -> i32 {
        let writer = warehouse.writer().expect("a writer");
        writer.execute_batch(&format!("set debug_checkpoint_abort = '{stage}'")).expect("set");
        let insert = format!("begin; insert into main.setting values ('{name}', 'b')");
        writer.execute_batch(&insert).expect("a write");
        writer.commit_batch("import", &["logins"], name, 1, None).expect("committed all the same")
    }

    #[tokio::test]
    async fn a_failed_checkpoint_loses_nothing_and_the_next_one_succeeds() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("it's here");
        std::fs::create_dir(&path).expect("made");
        let warehouse = open(&path);
        let count = "select count(*)::bigint from main.setting";
        for (number, stage) in ["before_truncate", "before_header", "after_free_list_write"].iter().enumerate() {
            let version = load_with_failing_checkpoint(&warehouse, stage, stage);
            assert_eq!((version, warehouse.data_version()), (number as i32 + 1, number as i32 + 1));
            // Before the log is truncated, the file has everything already, and the log goes when it is attached.
            let has_log = path.join("warehouse.duckdb.wal").exists();
            assert_eq!(has_log, *stage != "before_truncate", "{stage}: the checkpoint did fail");
            assert!(warehouse.is_available());
            let rows = warehouse.query(version, count.into(), vec![]).await.expect("an answer");
            assert_eq!(rows.columns, vec![Column::Int(vec![i64::from(version)])], "{stage}");
        }
        let version = load_with_failing_checkpoint(&warehouse, "none", "last");
        assert!(!path.join("warehouse.duckdb.wal").exists(), "the checkpoint emptied the log");
        let rows = warehouse.query(version, count.into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![4])]);
        drop(warehouse);
        assert_eq!(open(&path).data_version(), 4);
    }

    #[test]
    fn queries_that_meet_a_failed_checkpoint_are_run_again() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        let done = std::sync::atomic::AtomicBool::new(false);
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let answered: Vec<usize> = std::thread::scope(|scope| {
            let readers = [(); 3].map(|()| {
                scope.spawn(|| {
                    let mut answered = 0;
                    while !done.load(Ordering::Acquire) {
                        let version = warehouse.data_version();
                        let sql = "select count(*)::bigint from main.setting";
                        match runtime().block_on(warehouse.query(version, sql.into(), vec![])) {
                            Ok(rows) => assert_eq!(rows.columns, vec![Column::Int(vec![version.into()])]),
                            Err(WarehouseError::VersionMoved) => {}
                            Err(error) => panic!("{error}"),
                        }
                        answered += 1;
                    }
                    answered
                })
            });
            for number in 0..20 {
                load_with_failing_checkpoint(&warehouse, "before_header", &number.to_string());
            }
            done.store(true, Ordering::Release);
            readers.into_iter().map(|reader| reader.join().expect("no query failed")).collect()
        });
        assert_eq!(warehouse.data_version(), 20);
        assert!(answered.iter().all(|count| *count > 0), "{answered:?}");
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_attached_again_is_attached_later() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        load_with_failing_checkpoint(&warehouse, "none", "first");
        let (file, aside) = (dir.path().join(Warehouse::FILE), dir.path().join("aside"));
        // DuckDB keeps the moved file open, and finds a folder when it attaches.
        std::fs::rename(&file, &aside).expect("moved");
        std::fs::create_dir(&file).expect("made");
        let version = load_with_failing_checkpoint(&warehouse, "before_header", "second");
        assert_eq!((version, warehouse.is_available()), (2, false));
        let sql = "select count(*)::bigint from main.setting";
        let refused = warehouse.query(2, sql.into(), vec![]).await;
        assert!(matches!(refused, Err(WarehouseError::Unavailable(_))), "{refused:?}");
        assert!(matches!(warehouse.writer().map(drop), Err(WarehouseError::Unavailable(_))));
        std::fs::remove_dir(&file).expect("removed");
        std::fs::rename(&aside, &file).expect("moved back");
        warehouse.tend();
        let rows = warehouse.query(2, sql.into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![2])]);
    }

    #[tokio::test]
    async fn a_file_that_lost_loads_is_not_used() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        load_with_failing_checkpoint(&warehouse, "none", "first");
        let older = std::fs::read(dir.path().join(Warehouse::FILE)).expect("read");
        load_with_failing_checkpoint(&warehouse, "none", "second");
        let writer = warehouse.writer().expect("a writer");
        writer
            .execute_batch("set debug_checkpoint_abort = 'before_header'; insert into main.setting values ('c', 'd')")
            .expect("a write");
        writer.execute_batch("checkpoint bond").expect_err("it fails");
        drop(writer);
        std::fs::remove_file(dir.path().join("warehouse.duckdb.wal")).expect("removed");
        std::fs::remove_file(dir.path().join(Warehouse::FILE)).expect("removed");
        std::fs::write(dir.path().join(Warehouse::FILE), older).expect("written");
        let refused = warehouse.writer().map(drop);
        assert!(refused.is_ok(), "nobody has noticed yet");
        warehouse.attachment.suspect();
        let refused = warehouse.writer().map(drop);
        assert!(matches!(refused, Err(WarehouseError::Unavailable(_))), "{refused:?}");
        let reason = warehouse.failed().await;
        assert!(reason.contains("has data version 1, and had 2"), "{reason}");
    }
}
