//! Opening the warehouse, reading from it and writing to it.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use duckdb::arrow::array::{Array, AsArray};
use duckdb::arrow::datatypes::{DataType, Int64Type};
use duckdb::types::Value as DuckValue;
use duckdb::{Config, Connection, params, params_from_iter};
use tokio::sync::Semaphore;

use super::sources;

/// What DuckDB may use of the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// As DuckDB reads it, for example `4GB`.
    pub memory: String,
    /// Threads of one query, and how many queries run at once.
    pub threads: usize,
    /// Where larger-than-memory steps spill to.
    pub temp_dir: PathBuf,
}

/// Why the warehouse did not answer. Clones share the cause, so that every request that waits for one query gets its
/// error unchanged.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WarehouseError {
    #[error("the warehouse refused: {0}")]
    Duckdb(#[source] Arc<duckdb::Error>),
    /// The data changed between choosing what to ask and asking it; asking again answers.
    #[error("the data changed while the question was asked")]
    VersionMoved,
    #[error("the warehouse was made by a newer Bond (schema {found}, this one knows {known})")]
    NewerSchema { found: i32, known: i32 },
    #[error("the warehouse's worker stopped: {0}")]
    Worker(String),
    /// What was asked for does not fit the data, in words for the operator.
    #[error("{0}")]
    Invalid(String),
}

impl From<duckdb::Error> for WarehouseError {
    fn from(error: duckdb::Error) -> Self {
        WarehouseError::Duckdb(Arc::new(error))
    }
}

/// A value bound to a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Int(i64),
    Text(String),
    Ints(Vec<i32>),
}

/// One column of a result. Queries cast what they select: whole numbers to BIGINT, text to VARCHAR, lists of
/// ids to INTEGER[].
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    Int(Vec<i64>),
    Text(Vec<String>),
    Ints(Vec<Vec<i32>>),
    /// Each different value once, and for each row where it stands there: see [`Column::coded`].
    Coded(Box<Column>, Vec<u32>),
}

impl Column {
    /// The same with each different value kept once, in order of first appearance: what is looked up row by row time
    /// and again is then looked up once a value. Id lists stay as they are.
    pub fn coded(self) -> Column {
        fn code<T: Clone + Eq + Hash>(rows: Vec<T>) -> (Vec<T>, Vec<u32>) {
            let (mut values, mut place_of) = (Vec::new(), HashMap::new());
            let mut codes = Vec::with_capacity(rows.len());
            for value in rows {
                let place = place_of.get(&value).copied().unwrap_or_else(|| {
                    let place = values.len() as u32;
                    values.push(value.clone());
                    place_of.insert(value, place);
                    place
                });
                codes.push(place);
            }
            (values, codes)
        }
        match self {
            Column::Int(rows) => {
                let (values, codes) = code(rows);
                Column::Coded(Box::new(Column::Int(values)), codes)
            }
            Column::Text(rows) => {
                let (values, codes) = code(rows);
                Column::Coded(Box::new(Column::Text(values)), codes)
            }
            column => column,
        }
    }

    /// The different values of a coded column, and which of them each row holds; None of a column that is not coded.
    pub fn codes(&self) -> Option<(&Column, &[u32])> {
        if let Column::Coded(values, codes) = self { Some((values, codes)) } else { None }
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        match self {
            Column::Int(values) => values.len(),
            Column::Text(values) => values.len(),
            Column::Ints(values) => values.len(),
            Column::Coded(_, codes) => codes.len(),
        }
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole numbers of the column; empty where it holds something else.
    pub fn ints(&self) -> &[i64] {
        if let Column::Int(values) = self { values } else { &[] }
    }

    /// The texts of the column; empty where it holds something else.
    pub fn texts(&self) -> &[String] {
        if let Column::Text(values) = self { values } else { &[] }
    }

    /// The values of some rows, in their order.
    pub fn picked(&self, rows: &[usize]) -> Column {
        match self {
            Column::Int(values) => Column::Int(rows.iter().map(|row| values[*row]).collect()),
            Column::Text(values) => Column::Text(rows.iter().map(|row| values[*row].clone()).collect()),
            Column::Ints(values) => Column::Ints(rows.iter().map(|row| values[*row].clone()).collect()),
            Column::Coded(values, codes) => Column::Coded(values.clone(), rows.iter().map(|row| codes[*row]).collect()),
        }
    }

    /// About what it takes to keep it.
    fn bytes(&self) -> usize {
        match self {
            Column::Int(values) => size_of_val(values.as_slice()),
            Column::Text(values) => values.iter().map(|text| size_of::<String>() + text.len()).sum(),
            Column::Ints(values) => {
                values.iter().map(|list| size_of::<Vec<i32>>() + size_of_val(list.as_slice())).sum()
            }
            Column::Coded(values, codes) => values.bytes() + size_of_val(codes.as_slice()),
        }
    }

    /// The id lists of the column; empty where it holds something else.
    pub fn lists(&self) -> &[Vec<i32>] {
        if let Column::Ints(values) = self { values } else { &[] }
    }
}

/// A result by column. NULL is read as 0 or as an empty text: queries say `coalesce` where that matters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    pub columns: Vec<Column>,
    pub len: usize,
}

impl Rows {
    /// About what it takes to keep them.
    pub fn bytes(&self) -> usize {
        size_of::<Rows>() + self.columns.iter().map(|column| size_of::<Column>() + column.bytes()).sum::<usize>()
    }

    /// Adds the rows of another result of the same columns.
    pub fn append(&mut self, more: Rows) {
        if self.columns.is_empty() {
            *self = more;
            return;
        }
        self.len += more.len;
        for (column, more) in self.columns.iter_mut().zip(more.columns) {
            match (column, more) {
                (Column::Int(values), Column::Int(more)) => values.extend(more),
                (Column::Text(values), Column::Text(more)) => values.extend(more),
                (Column::Ints(values), Column::Ints(more)) => values.extend(more),
                (column, more) => debug_assert!(false, "{column:?} does not take {more:?}"),
            }
        }
    }
}

/// Numbered changes of the schema, in order. A release only ever adds to the end.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../data/warehouse/001_schema.sql"),
    include_str!("../../data/warehouse/002_previous_day_of_member.sql"),
];

/// The open warehouse of one data directory.
pub struct Warehouse {
    idle: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
    writer: Mutex<Connection>,
    version: Arc<AtomicI32>,
}

impl Warehouse {
    /// The file's name in a data directory.
    pub const FILE: &'static str = "warehouse.duckdb";

    /// Opens `warehouse.duckdb` in `dir`, making or migrating it as needed.
    ///
    /// Once it is open, DuckDB reads no other file and its configuration is locked.
    pub fn open(dir: &Path, limits: &Limits) -> Result<Warehouse, WarehouseError> {
        let config = Config::default()
            .max_memory(&limits.memory)?
            .threads(limits.threads.max(1) as i64)?
            .with("temp_directory", limits.temp_dir.to_string_lossy())?
            // Segments by offers or campaigns are some 17 bits, which DuckDB would hash; counted in place they take
            // two thirds of the time, for at most 20 MB a thread.
            .with("perfect_ht_threshold", "18")?
            .with("autoinstall_known_extensions", "false")?
            .with("autoload_known_extensions", "false")?;
        let first = Connection::open_in_memory_with_flags(config)?;
        let file = dir.join(Self::FILE).to_string_lossy().replace('\'', "''");
        first.execute_batch(&format!("attach '{file}' as bond"))?;
        first.execute_batch("set enable_external_access = false; set lock_configuration = true")?;
        first.execute_batch("use bond")?;
        migrate(&first)?;
        sources::register(&first)?;
        let version = data_version(&first)?;

        let mut idle = Vec::new();
        for _ in 0..limits.threads.max(1) {
            let connection = first.try_clone()?;
            connection.execute_batch("use bond")?;
            idle.push(connection);
        }
        Ok(Warehouse {
            permits: Arc::new(Semaphore::new(idle.len())),
            idle: Arc::new(Mutex::new(idle)),
            writer: Mutex::new(first),
            version: Arc::new(AtomicI32::new(version)),
        })
    }

    /// The number of the last committed load; 0 while nothing is loaded.
    pub fn data_version(&self) -> i32 {
        self.version.load(Ordering::Acquire)
    }

    /// Exclusive write access, waiting for another writer to end.
    pub fn writer(&self) -> Result<Writer<'_>, WarehouseError> {
        // A writer that failed or panicked midway left its transaction open. Whether one is open cannot be asked
        // (is_autocommit always says no), so it is rolled back in any case, and the error of none being open is
        // the good news.
        let connection = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = connection.execute_batch("rollback");
        Ok(Writer { connection, version: &self.version })
    }

    /// Runs one SELECT off the async threads, against the data of `version` and no other.
    ///
    /// Waits while as many queries run as there are threads; dropping the future interrupts the query.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] where the data is no longer that of `version`.
    pub async fn query(&self, version: i32, sql: String, values: Vec<Value>) -> Result<Rows, WarehouseError> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|_| WarehouseError::Worker("the pool is closed".into()))?;
        let connection = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()
            .ok_or_else(|| WarehouseError::Worker("no connection is idle".into()))?;
        let stage = Arc::new(Mutex::new(Stage::Waiting));
        let interrupt = InterruptOnDrop { handle: connection.interrupt_handle(), stage: Arc::clone(&stage) };
        let lent = Lent { connection: Some(connection), idle: Arc::clone(&self.idle), _permit: permit };
        let answer = tokio::task::spawn_blocking(move || match &lent.connection {
            Some(connection) => read_at(connection, version, &sql, &values, &stage),
            None => Err(WarehouseError::Worker("no connection is lent".into())),
        })
        .await
        .map_err(|error| WarehouseError::Worker(error.to_string()));
        drop(interrupt);
        answer?
    }
}

/// A connection on loan. It goes back to the pool before its permit does, also when the reading panics.
struct Lent {
    connection: Option<Connection>,
    idle: Arc<Mutex<Vec<Connection>>>,
    _permit: tokio::sync::OwnedSemaphorePermit,
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            if std::thread::panicking() {
                let _ = connection.execute_batch("rollback");
            }
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

/// How far a question is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Running,
    /// Answered, or given up by who asked.
    Over,
}

/// Interrupts a running query when the future that waits for it is dropped. The stage sees to it that nothing
/// else is met: an interrupted ROLLBACK would leave the connection in a failed transaction, and a connection that
/// is back in the pool runs another's query.
struct InterruptOnDrop {
    handle: Arc<duckdb::InterruptHandle>,
    stage: Arc<Mutex<Stage>>,
}

impl Drop for InterruptOnDrop {
    fn drop(&mut self) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *stage, Stage::Over) == Stage::Running {
            self.handle.interrupt();
        }
    }
}

/// The one writer. It is a connection that is already using the warehouse, so that tables are named
/// `feed.logins`, `derived.session`, `main.batch`.
pub struct Writer<'a> {
    connection: MutexGuard<'a, Connection>,
    version: &'a AtomicI32,
}

impl Deref for Writer<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Writer<'_> {
    /// Ends the open transaction of a load: writes the batch's row, commits, raises the data version for
    /// readers and checkpoints. Answers the new data version.
    pub fn commit_batch(&self, origin: &str, tables: &[&str], digest: &str, rows: u64) -> Result<i32, WarehouseError> {
        let batch: i32 =
            self.query_row("select coalesce(max(batch_id), 0) + 1 from main.batch", [], |row| row.get(0))?;
        // The clock is read here because DuckDB's own time zones need an extension that is not in the program.
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        let names = DuckValue::List(tables.iter().map(|name| DuckValue::Text((*name).to_owned())).collect());
        self.execute(
            "insert into main.batch values (?, make_timestamp(?), ?, ?, ?, ?)",
            params![batch, now, origin, names, digest, rows as i64],
        )?;
        if let Err(error) = self.execute_batch("commit") {
            // A COMMIT that reports an error may still have committed: the batch row tells.
            if data_version(self)? != batch {
                return Err(error.into());
            }
            tracing::warn!(%error, batch, "the commit of a load reported an error, but the load is in");
        }
        self.version.store(batch, Ordering::Release);
        // Readers may hold the checkpoint up; the load is safe in the log and a later checkpoint takes it over.
        if let Err(error) = self.execute_batch("checkpoint bond") {
            tracing::warn!(%error, "checkpoint put off");
        }
        Ok(batch)
    }
}

fn data_version(connection: &Connection) -> Result<i32, WarehouseError> {
    Ok(connection.query_row("select coalesce(max(batch_id), 0) from main.batch", [], |row| row.get(0))?)
}

fn migrate(connection: &Connection) -> Result<(), WarehouseError> {
    connection.execute_batch("create table if not exists main.migration (number integer not null)")?;
    let found: i32 =
        connection.query_row("select coalesce(max(number), 0) from main.migration", [], |row| row.get(0))?;
    let known = MIGRATIONS.len() as i32;
    if found > known {
        return Err(WarehouseError::NewerSchema { found, known });
    }
    for (number, sql) in (1..).zip(MIGRATIONS).skip(found as usize) {
        connection.execute_batch(&format!(
            "begin; {sql}; insert into main.migration values ({number}); commit; checkpoint bond"
        ))?;
    }
    Ok(())
}

/// One SELECT in a transaction of its own that first looks whether the data is still that of `version`.
fn read_at(
    connection: &Connection,
    version: i32,
    sql: &str,
    values: &[Value],
    stage: &Mutex<Stage>,
) -> Result<Rows, WarehouseError> {
    let moved_on = |from: Stage, to: Stage| {
        let mut stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
        let is_from = *stage == from;
        if is_from {
            *stage = to;
        }
        is_from
    };
    connection.execute_batch("begin transaction read only")?;
    let answer = if moved_on(Stage::Waiting, Stage::Running) {
        match data_version(connection) {
            Ok(found) if found == version => read(connection, sql, values),
            Ok(_) => Err(WarehouseError::VersionMoved),
            Err(error) => Err(error),
        }
    } else {
        Err(WarehouseError::Worker("the question was given up".into()))
    };
    moved_on(Stage::Running, Stage::Over);
    // Nothing was written, so nothing is lost by rolling back, and it also clears a failed transaction.
    connection.execute_batch("rollback")?;
    answer
}

fn read(connection: &Connection, sql: &str, values: &[Value]) -> Result<Rows, WarehouseError> {
    let bound = values.iter().map(|value| match value {
        Value::Int(number) => DuckValue::BigInt(*number),
        Value::Text(text) => DuckValue::Text(text.clone()),
        Value::Ints(numbers) => DuckValue::List(numbers.iter().map(|number| DuckValue::Int(*number)).collect()),
    });
    let mut statement = connection.prepare(sql)?;
    let mut rows = Rows::default();
    for batch in statement.query_arrow(params_from_iter(bound))? {
        if rows.columns.is_empty() {
            rows.columns = batch.columns().iter().map(|array| empty(array.data_type())).collect();
        }
        rows.len += batch.num_rows();
        for (column, array) in rows.columns.iter_mut().zip(batch.columns()) {
            append(column, array)?;
        }
    }
    if rows.columns.is_empty() {
        // No batch, no row: the shape still has to be there for whoever reads by column.
        rows.columns = statement.schema().fields().iter().map(|field| empty(field.data_type())).collect();
    }
    Ok(rows)
}

fn empty(data_type: &DataType) -> Column {
    match data_type {
        DataType::Utf8 => Column::Text(Vec::new()),
        DataType::List(_) => Column::Ints(Vec::new()),
        _ => Column::Int(Vec::new()),
    }
}

fn append(column: &mut Column, array: &dyn Array) -> Result<(), WarehouseError> {
    let wrong = || WarehouseError::Invalid(format!("a query selected a {}, which is not read", array.data_type()));
    match column {
        Column::Int(values) => {
            let array = array.as_primitive_opt::<Int64Type>().ok_or_else(wrong)?;
            if array.null_count() == 0 {
                values.extend_from_slice(array.values());
            } else {
                values.extend(array.iter().map(Option::unwrap_or_default));
            }
        }
        Column::Text(values) => {
            let array = array.as_string_opt::<i32>().ok_or_else(wrong)?;
            values.extend(array.iter().map(|text| text.unwrap_or_default().to_owned()));
        }
        Column::Ints(values) => {
            let array = array.as_list_opt::<i32>().ok_or_else(wrong)?;
            for list in array.iter() {
                let Some(list) = list else {
                    values.push(Vec::new());
                    continue;
                };
                let numbers = list.as_primitive_opt::<duckdb::arrow::datatypes::Int32Type>().ok_or_else(wrong)?;
                values.push(numbers.iter().map(Option::unwrap_or_default).collect());
            }
        }
        Column::Coded(..) => return Err(wrong()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::derive;
    use super::*;

    #[test]
    fn a_coded_column_keeps_each_value_once_in_order_of_appearance() {
        let texts = |values: &[&str]| Column::Text(values.iter().map(|text| (*text).to_owned()).collect());
        let column = texts(&["b", "a", "b", "", "a"]).coded();
        assert_eq!(column.codes(), Some((&texts(&["b", "a", ""]), &[0, 1, 0, 2, 1][..])));
        assert_eq!((column.len(), column.picked(&[4, 0]).codes().map(|(_, codes)| codes)), (5, Some(&[1, 0][..])));
        assert_eq!(Column::Int(vec![7, 7, -7]).coded().codes(), Some((&Column::Int(vec![7, -7]), &[0, 0, 1][..])));
        assert_eq!(Column::Int(vec![7]).codes(), None);
        assert!(Column::Int(Vec::new()).coded().is_empty());
    }

    fn open(dir: &Path) -> Warehouse {
        let limits = Limits { memory: "500MB".into(), threads: 2, temp_dir: dir.join("tmp") };
        Warehouse::open(dir, &limits).expect("a fresh warehouse opens")
    }

    #[tokio::test]
    async fn a_question_for_another_version_is_refused_and_the_next_is_answered() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        assert_eq!(warehouse.data_version(), 0);
        let writer = warehouse.writer().expect("a writer");
        writer.execute_batch("begin; insert into main.setting values ('a', 'b')").expect("a write");
        assert_eq!(writer.commit_batch("import", &["logins"], "digest", 1).expect("a commit"), 1);
        drop(writer);
        let sql = "select name::varchar, 7::bigint from main.setting";
        let stale = warehouse.query(0, sql.into(), vec![]).await;
        assert!(matches!(stale, Err(WarehouseError::VersionMoved)), "{stale:?}");
        let rows = warehouse.query(1, sql.into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Text(vec!["a".into()]), Column::Int(vec![7])]);
    }

    #[tokio::test]
    async fn bound_lists_and_empty_results_keep_their_shape() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        let sql = "select unnest(?::integer[])::bigint, [1, 2]::integer[]";
        let rows = warehouse.query(0, sql.into(), vec![Value::Ints(vec![])]).await.expect("an answer");
        assert_eq!((rows.len, rows.columns), (0, vec![Column::Int(vec![]), Column::Ints(vec![])]));
        let rows = warehouse.query(0, sql.into(), vec![Value::Ints(vec![5])]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![5]), Column::Ints(vec![vec![1, 2]])]);
    }

    #[tokio::test]
    async fn a_dropped_question_is_interrupted_and_its_connection_serves_again() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        let endless =
            "select count(*)::bigint from range(10000000) a, range(10000000) b where (a.range * b.range) % 7 = 8";
        for _ in 0..4 {
            let question = warehouse.query(0, endless.into(), vec![]);
            let waited = tokio::time::timeout(std::time::Duration::from_millis(50), question).await;
            assert!(waited.is_err(), "the question is endless");
        }
        let rows = warehouse.query(0, "select 1::bigint".into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![1])]);
    }

    #[tokio::test]
    async fn dropping_a_question_that_is_already_over_disturbs_no_other() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path());
        let idle = || warehouse.idle.lock().expect("whole").len();
        let all = idle();
        let mut over = Box::pin(warehouse.query(0, "select 1::bigint".into(), vec![]));
        tokio::select! { biased; _ = &mut over => {}, () = std::future::ready(()) => {} }
        while idle() < all {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // The connection that came back last is the next to be lent.
        let long = "select count(*)::bigint from range(6000) a, range(6000) b where (a.range * b.range) % 7 = 8";
        let mut other = Box::pin(warehouse.query(0, long.into(), vec![]));
        tokio::select! { biased; _ = &mut other => {}, () = std::future::ready(()) => {} }
        std::thread::sleep(std::time::Duration::from_millis(20));
        drop(over);
        assert_eq!(other.await.expect("nobody dropped this one").columns, vec![Column::Int(vec![0])]);
    }

    #[test]
    fn what_a_writer_left_unfinished_is_rolled_back() {
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

    /// A file of the first schema as a release that knew no other left it: random interactions and transactions,
    /// and what was derived from them then.
    fn file_of_schema_1(dir: &Path) {
        let connection = Connection::open_in_memory().expect("DuckDB opens");
        let file = dir.join(Warehouse::FILE).to_string_lossy().replace('\'', "''");
        connection.execute_batch(&format!("attach '{file}' as bond; use bond")).expect("a file");
        connection.execute_batch(MIGRATIONS[0]).expect("the first schema");
        // 20 members in 6 segments; days in a row and far apart, several rows a day and all alike.
        connection
            .execute_batch(
                "create table main.migration (number integer not null);
                 insert into main.migration values (1);
                 insert into feed.members
                   select k, 1 + k % 3, 1 + k % 2, [1], date '2020-01-01', 'Email' from range(1, 21) t(k);
                 insert into feed.offer_interactions
                   select n, 1 + hash(n) % 20, 1 + hash(n, 1) % 4,
                     timestamp '2024-01-01' + to_days((hash(n, 2) % 300)::integer) + to_seconds((hash(n, 3) % 86400)::bigint),
                     if(hash(n, 4) % 4 = 0, 'REDEEM_CLICK', 'VIEW')
                   from range(3000) t(n);
                 insert into feed.offer_interactions
                   select row_no + 3000, member_key, offer_id, occurred_at, kind from feed.offer_interactions where row_no % 7 = 0;
                 insert into feed.partner_transactions
                   select n, 1 + hash(n, 5) % 19, 1 + hash(n, 6) % 4, date '2024-01-01' + (hash(n, 7) % 200)::integer,
                     1 + hash(n, 8) % 2, 10 + hash(n, 9) % 2, 1
                   from range(900) t(n);
                 insert into main.batch values (1, timestamp '2024-12-01', 'import', ['members'], 'digest', 1);",
            )
            .expect("rows");
        derive::refresh_membership(&connection).expect("membership");
        connection
            .execute_batch(
                "insert into derived.interaction
                   with line as (
                     select (occurred_at::date - date '2000-01-01')::smallint as day, member_key, offer_id,
                       kind = 'REDEEM_CLICK' as is_click
                     from feed.offer_interactions)
                   select day, m.segment_id, l.member_key, offer_id, is_click,
                     lag(day, 1, 0::smallint) over (partition by l.member_key, offer_id, is_click order by day)
                   from line l join derived.member m using (member_key) order by day, m.segment_id;
                 insert into derived.transaction
                   select (transacted_on - date '2000-01-01')::smallint as day, m.segment_id, t.member_key, offer_id,
                     redemptions, sales, savings
                   from feed.partner_transactions t join derived.member m using (member_key) order by day, m.segment_id;",
            )
            .expect("derived rows");
    }

    /// The columns of every table, in their order.
    fn columns(connection: &Connection) -> Vec<String> {
        let sql = "select concat_ws(' ', schema_name, table_name, column_index, column_name, data_type, is_nullable)
                   from duckdb_columns() where database_name = 'bond' order by 1";
        let mut statement = connection.prepare(sql).expect("columns");
        let rows = statement.query_map([], |row| row.get(0)).expect("columns");
        rows.collect::<Result<_, _>>().expect("columns")
    }

    #[test]
    fn a_file_of_the_first_schema_ends_with_the_rows_of_a_derivation_from_nothing() {
        let dir = tempfile::tempdir().expect("a directory");
        file_of_schema_1(dir.path());
        let count =
            |writer: &Writer<'_>, sql: &str| -> i64 { writer.query_row(sql, [], |row| row.get(0)).expect("a count") };
        // Once migrated, and once opened again as it is.
        for _ in 0..2 {
            let warehouse = open(dir.path());
            assert_eq!(warehouse.data_version(), 1);
            let writer = warehouse.writer().expect("a writer");
            assert_eq!(count(&writer, "select max(number) from main.migration"), MIGRATIONS.len() as i64);
            assert_eq!(count(&writer, "select count(*) from main.migration"), MIGRATIONS.len() as i64);
            for table in ["interaction", "transaction"] {
                let late = format!(
                    "select count(*) from (select day < lag(day) over (order by rowid) as late from derived.{table}) where late"
                );
                assert_eq!(count(&writer, &late), 0, "{table} is out of day order");
                let copy = format!("create or replace temp table kept_{table} as from derived.{table}");
                writer.execute_batch(&copy).expect("a copy");
            }
            writer.execute_batch("begin").expect("begin");
            derive::derive_from(&writer, None).expect("from nothing");
            for (table, rows) in [("interaction", 3_429), ("transaction", 900)] {
                let differing = format!(
                    "select (select count(*) from (from kept_{table} except all from derived.{table}))
                          + (select count(*) from (from derived.{table} except all from kept_{table}))"
                );
                assert_eq!(count(&writer, &differing), 0, "{table}");
                assert_eq!(count(&writer, &format!("select count(*) from derived.{table}")), rows, "{table}");
                // Both kinds are met: the first of a member, one of a day before, and others of the same day.
                for kind in ["prev_member = 0", "prev_member between 1 and day - 1", "prev_member = day"] {
                    let rows = count(&writer, &format!("select count(*) from derived.{table} where {kind}"));
                    assert!(rows > 15, "{table}: {rows} rows with {kind}");
                }
            }
            writer.execute_batch("rollback").expect("rollback");
        }
        let fresh = tempfile::tempdir().expect("a directory");
        let (migrated, made) = (open(dir.path()), open(fresh.path()));
        let (migrated, made) = (migrated.writer().expect("a writer"), made.writer().expect("a writer"));
        assert_eq!(columns(&migrated), columns(&made));
        assert!(columns(&made).iter().any(|column| column.contains("interaction 7 prev_member SMALLINT")));
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
