//! Reading: a pool of connections, one query at a time on each. A query is interrupted when its future is dropped, and
//! when it has run too long for a user.

use std::cell::Cell;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use duckdb::types::Value as DuckValue;
use duckdb::{Connection, params_from_iter};

use super::attachment::{Attachment, is_invalidation};
use super::columns::{Rows, Value, append, empty};
use super::commit::data_version;
use super::error::WarehouseError;
use super::interrupt::{InterruptOnDrop, QueryState};
use super::principals::Principals;
use super::queue::{QueryLimits, Queue, Turn};
use crate::telemetry::{Outcome, Queries, Raised, Stages, queried};

/// The connections that run queries.
pub(super) struct Pool {
    pub(super) queries: Queries,
    idle: Arc<Mutex<Vec<Connection>>>,
    queue: Arc<Queue>,
    attachment: Arc<Attachment>,
    newest: Arc<AtomicI32>,
}

impl Pool {
    /// `newest` is the data version that the next query should ask for. It moves when a load is committed: whoever loads
    /// raises it, and so does a query that finds a newer one, since the thread of the load may be slow to.
    pub(super) fn new(
        connections: Vec<Connection>,
        attachment: Arc<Attachment>,
        newest: Arc<AtomicI32>,
        limits: QueryLimits,
    ) -> Pool {
        let queue = Arc::new(Queue::new(connections.len(), limits));
        Pool { queries: Queries::default(), queue, idle: Arc::new(Mutex::new(connections)), attachment, newest }
    }

    /// Somebody has joined a query, which may be waiting.
    pub(super) fn joined(&self) {
        self.queue.advance();
    }

    /// See [`super::open::Warehouse::expected_wait`].
    pub(super) fn expected_wait(&self) -> Duration {
        self.queue.expected_wait()
    }

    /// Waits for the turn of the query's principals.
    ///
    /// # Errors
    /// [`WarehouseError::Busy`] if too many wait, or it waited too long.
    async fn turn(&self) -> Result<Waited, WarehouseError> {
        let (begun, _queued) = (Instant::now(), self.queries.queued());
        let principals = Principals::current();
        // Nobody waits for what Bond asks by itself.
        let limits = (!principals.is_bond()).then_some(self.queue.limits());
        let limit = limits.map(|limits| limits.time);
        match within(limits.map(|limits| limits.wait()), self.queue.turn(&principals)).await {
            Some(Ok(turn)) => Ok(Waited { turn, waiting: begun.elapsed(), limit }),
            _ => Err(WarehouseError::Busy),
        }
    }

    /// See [`super::open::Warehouse::compute`].
    pub(super) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WarehouseError> {
        let Waited { turn, waiting, .. } = self.turn().await?;
        let running = self.queries.running();
        let work = move || {
            let begun = Instant::now();
            let result = work();
            drop((turn, running));
            (result, begun.elapsed())
        };
        let done = tokio::task::spawn_blocking(work).await;
        let (result, counting) = done.map_err(|error| WarehouseError::Worker(error.to_string()))?;
        queried(Stages { waiting, counting, ..Stages::default() });
        Ok(result)
    }

    /// Waits for what other machines answer, as for a query: when it is its askers' turn, and no longer than a query may
    /// run, which `work` is told.
    pub(super) async fn elsewhere<F>(&self, work: impl FnOnce(Option<Duration>) -> F) -> Result<Rows, WarehouseError>
    where
        F: Future<Output = Result<Rows, WarehouseError>>,
    {
        let ending = self.queries.begin();
        let Ok(Waited { turn, waiting, limit }) = self.turn().await else {
            ending.with(Outcome::Refused);
            return Err(WarehouseError::Busy);
        };
        let (begun, running) = (Instant::now(), self.queries.running());
        let answer = within(limit, work(limit)).await.unwrap_or(Err(WarehouseError::TooLong(self.queue.limits().time)));
        drop((turn, running));
        queried(Stages { waiting, scanning: begun.elapsed(), ..Stages::default() });
        ending.with(outcome(&answer));
        answer
    }

    /// See [`super::open::Warehouse::query`].
    pub(super) async fn query(&self, version: i32, sql: String, values: Vec<Value>) -> Result<Rows, WarehouseError> {
        let ending = self.queries.begin();
        let Ok(Waited { turn, waiting, limit }) = self.turn().await else {
            ending.with(Outcome::Refused);
            return Err(WarehouseError::Busy);
        };
        let begun = Instant::now();
        let connection = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()
            .ok_or_else(|| WarehouseError::Worker("no connection is idle".into()))?;
        let state = Arc::new(Mutex::new(QueryState::Waiting));
        let interrupt = InterruptOnDrop { handle: connection.interrupt_handle(), state: Arc::clone(&state) };
        let pooled = PooledConnection {
            connection: Some(connection),
            is_spoiled: false,
            state,
            idle: Arc::clone(&self.idle),
            _turn: turn,
            _running: self.queries.running(),
        };
        let attachment = Arc::clone(&self.attachment);
        let newest = Arc::clone(&self.newest);
        let running = tokio::task::spawn_blocking(move || {
            let waiting = waiting + begun.elapsed();
            let query = Versioned { sql: &sql, values: &values, version, newest: &newest };
            let (rows, stages) = pooled.run(&attachment, &query)?;
            Ok((rows, Stages { waiting, ..stages }))
        });
        let answer = match within(limit, running).await {
            Some(answer) => answer.map_err(|error| WarehouseError::Worker(error.to_string())).and_then(|answer| answer),
            None => Err(WarehouseError::TooLong(self.queue.limits().time)),
        };
        let answer = answer.map(|(rows, stages)| {
            queried(stages);
            rows
        });
        drop(interrupt);
        ending.with(outcome(&answer));
        answer
    }
}

/// A turn that has come.
struct Waited {
    turn: Turn,
    /// How long it took to come.
    waiting: Duration,
    /// How long a query may run for those who ask; None for Bond itself.
    limit: Option<Duration>,
}

fn outcome(answer: &Result<Rows, WarehouseError>) -> Outcome {
    match answer {
        Ok(_) => Outcome::Answered,
        Err(WarehouseError::VersionMoved) => Outcome::Outdated,
        Err(WarehouseError::TooLong(_)) => Outcome::Cut,
        Err(_) => Outcome::Failed,
    }
}

/// What `work` results in; None if that takes longer than `limit`.
async fn within<T>(limit: Option<Duration>, work: impl Future<Output = T>) -> Option<T> {
    match limit {
        Some(limit) => tokio::time::timeout(limit, work).await.ok(),
        None => Some(work.await),
    }
}

/// A connection in use. It returns to the pool before its turn ends, also when the query panics.
struct PooledConnection {
    connection: Option<Connection>,
    /// It may still be inside a transaction, in which it would see old data or nothing at all.
    is_spoiled: bool,
    state: Arc<Mutex<QueryState>>,
    idle: Arc<Mutex<Vec<Connection>>>,
    _turn: Turn,
    _running: Raised,
}

impl PooledConnection {
    fn run(mut self, attachment: &Attachment, query: &Versioned<'_>) -> Result<(Rows, Stages), WarehouseError> {
        let is_spoiled = Cell::new(false);
        let connection =
            self.connection.as_ref().ok_or_else(|| WarehouseError::Worker("the connection is gone".into()))?;
        let answer = read_attached(attachment, || {
            if is_spoiled.get() {
                let _ = connection.execute_batch("rollback");
            }
            read_at(connection, query, &self.state, &is_spoiled)
        });
        self.is_spoiled = is_spoiled.get();
        answer
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        // Also when it panicked: nobody is to interrupt what follows.
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = QueryState::Over;
        if let Some(mut connection) = self.connection.take() {
            if thread::panicking() {
                self.is_spoiled |= connection.execute_batch("rollback").is_err();
            }
            // Where no other connection can be opened, no query can be answered either way.
            if self.is_spoiled
                && let Ok(fresh) = reader(&connection)
            {
                connection = fresh;
            }
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

/// How many statements a connection keeps prepared.
const PREPARED: usize = 32;

/// A prepared statement keeps its last result. One with more rows is planned each time.
const MOST_KEPT_ROWS: usize = 6_000;

/// Another connection to the same database, for queries.
pub(super) fn reader(connection: &Connection) -> duckdb::Result<Connection> {
    let reader = connection.try_clone()?;
    reader.execute_batch("use bond")?;
    reader.set_prepared_statement_cache_capacity(PREPARED);
    Ok(reader)
}

/// How long a query waits for the file to be attached again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a query while the file stays attached, and again where it met a database that has become invalid: whoever
/// writes attaches the file again.
fn read_attached<T>(
    attachment: &Attachment,
    query: impl Fn() -> Result<T, WarehouseError>,
) -> Result<T, WarehouseError> {
    let started = Instant::now();
    loop {
        let attached = attachment.enter()?;
        match query() {
            Err(error) if is_invalidation(&error) => {
                drop(attached);
                attachment.suspect();
                if started.elapsed() > PATIENCE {
                    return Err(WarehouseError::Unavailable(error.to_string()));
                }
                thread::sleep(Duration::from_millis(20));
            }
            Err(error) if attachment.is_damage(&error) => {
                attachment.note_damage(&error);
                return Err(WarehouseError::Unavailable(error.to_string()));
            }
            answer => return answer,
        }
    }
}

/// A SELECT on the data of one version.
struct Versioned<'a> {
    sql: &'a str,
    values: &'a [Value],
    version: i32,
    /// See [`Pool::new`].
    newest: &'a AtomicI32,
}

/// Runs one SELECT in a transaction that first checks the data version. `is_spoiled` says afterwards whether that
/// transaction could not be ended.
fn read_at(
    connection: &Connection,
    query: &Versioned<'_>,
    state: &Mutex<QueryState>,
    is_spoiled: &Cell<bool>,
) -> Result<(Rows, Stages), WarehouseError> {
    let advance = |from: QueryState, to: QueryState| {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_from = *state == from;
        if is_from {
            *state = to;
        }
        is_from
    };
    connection.execute_batch("begin transaction read only")?;
    let answer = if advance(QueryState::Waiting, QueryState::Running) {
        match data_version(connection) {
            Ok(found) if found == query.version => read(connection, query.sql, query.values),
            Ok(found) => {
                query.newest.fetch_max(found, Ordering::AcqRel);
                Err(WarehouseError::VersionMoved)
            }
            Err(error) => Err(error),
        }
    } else {
        Err(WarehouseError::Worker("the caller no longer waits for it".into()))
    };
    if !advance(QueryState::Running, QueryState::Waiting) {
        advance(QueryState::Stopping, QueryState::Over);
    }
    // Nothing was written, so a rollback loses nothing, and it clears a failed transaction.
    let rolled_back = connection.execute_batch("rollback");
    is_spoiled.set(rolled_back.is_err());
    if answer.is_err() {
        // A statement may have been prepared for a file that has been attached anew.
        connection.flush_prepared_statement_cache();
    }
    if let Err(error) = rolled_back {
        tracing::warn!(%error, "the transaction of a query did not end");
    }
    answer
}

fn read(connection: &Connection, sql: &str, values: &[Value]) -> Result<(Rows, Stages), WarehouseError> {
    let bound = values.iter().map(|value| match value {
        Value::Int(number) => DuckValue::BigInt(*number),
        Value::Text(text) => DuckValue::Text(text.clone()),
        // Statements cast lists. To bind 100,000 numbers one by one takes longer than to read their text.
        Value::Ints(numbers) => DuckValue::Text(format!("{numbers:?}")),
    });
    // To plan a statement takes longer than to run most of them.
    let begun = Instant::now();
    let mut statement = connection.prepare_cached(sql)?;
    let planning = begun.elapsed();
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
        // A result without rows has no batches, but callers expect its columns.
        rows.columns = statement.schema().fields().iter().map(|field| empty(field.data_type())).collect();
    }
    if rows.len > MOST_KEPT_ROWS {
        statement.discard();
    }
    Ok((rows, Stages { planning, scanning: begun.elapsed() - planning, ..Stages::default() }))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::super::columns::Column;
    use super::*;

    /// Two connections to a database with the one table that every query reads.
    fn pool() -> Pool {
        let connection = Connection::open_in_memory().expect("DuckDB opens");
        let control = connection.try_clone().expect("another connection");
        connection.execute_batch("attach ':memory:' as bond; use bond").expect("a database");
        connection.execute_batch("create table main.batch (batch_id integer)").expect("a table");
        let attachment = Attachment::new(control, Path::new(":memory:"), PathBuf::from("no such folder/damaged"));
        let another = || reader(&connection).expect("another connection");
        Pool::new(vec![another(), another()], Arc::new(attachment), Arc::default(), QueryLimits::default())
    }

    #[tokio::test]
    async fn bound_lists_and_empty_results_have_their_columns() {
        let pool = pool();
        let sql = "select unnest(?::integer[])::bigint, [1, 2]::integer[]";
        let rows = pool.query(0, sql.into(), vec![Value::Ints(vec![])]).await.expect("an answer");
        assert_eq!((rows.len, rows.columns), (0, vec![Column::Int(vec![]), Column::Ints(vec![])]));
        let rows = pool.query(0, sql.into(), vec![Value::Ints(vec![5])]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![5]), Column::Ints(vec![vec![1, 2]])]);
    }

    #[tokio::test]
    async fn work_waits_for_its_turn_and_gives_it_back_also_when_it_panics() {
        let pool = pool();
        for _ in 0..3 {
            let failed: Result<(), _> = pool.compute(|| panic!("on purpose")).await;
            assert!(matches!(failed, Err(WarehouseError::Worker(_))));
        }
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let mut works = [(); 2].map(|()| {
            let wait = Arc::clone(&wait);
            Box::pin(pool.compute(move || wait.lock().expect("whole").recv()))
        });
        for work in &mut works {
            let begun = tokio::time::timeout(Duration::from_millis(20), work).await;
            assert!(begun.is_err(), "it waits for the test");
        }
        let query = pool.query(0, "select 1::bigint".into(), vec![]);
        let mut query = Box::pin(query);
        assert!(tokio::time::timeout(Duration::from_millis(50), &mut query).await.is_err(), "both turns are taken");
        go.send(()).and_then(|()| go.send(())).expect("sent");
        for work in works {
            assert!(work.await.expect("done").is_ok());
        }
        assert_eq!(query.await.expect("an answer").len, 1);
    }

    #[tokio::test]
    async fn a_dropped_query_is_interrupted_and_its_connection_is_used_again() {
        let pool = pool();
        let endless =
            "select count(*)::bigint from range(10000000) a, range(10000000) b where (a.range * b.range) % 7 = 8";
        for _ in 0..4 {
            let query = pool.query(0, endless.into(), vec![]);
            let waited = tokio::time::timeout(std::time::Duration::from_millis(50), query).await;
            assert!(waited.is_err(), "the query is endless");
        }
        let rows = pool.query(0, "select 1::bigint".into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![1])]);
    }

    #[tokio::test]
    async fn a_connection_whose_transaction_does_not_end_is_replaced() {
        let pool = pool();
        let marked = || {
            let idle = pool.idle.lock().expect("whole");
            let is_marked = |connection: &Connection| {
                connection.query_row("select getvariable('marked') is not null", [], |row| row.get::<_, bool>(0))
            };
            idle.iter().filter(|connection| is_marked(connection).expect("a query")).count()
        };
        for connection in pool.idle.lock().expect("whole").iter() {
            connection.execute_batch("set variable marked = true").expect("set");
        }
        assert_eq!(marked(), 2);
        pool.query(0, "select 1::bigint".into(), vec![]).await.expect("an answer");
        assert_eq!(marked(), 2, "used again");
        // It ends the transaction, so that the rollback after it fails.
        let _ = pool.query(0, "commit".into(), vec![]).await;
        assert_eq!((marked(), pool.idle.lock().expect("whole").len()), (1, 2));
        let rows = pool.query(0, "select 1::bigint".into(), vec![]).await.expect("an answer");
        assert_eq!(rows.columns, vec![Column::Int(vec![1])]);
    }

    #[tokio::test]
    async fn dropping_a_query_that_is_over_does_not_interrupt_another() {
        let pool = pool();
        let idle = || pool.idle.lock().expect("whole").len();
        let all = idle();
        let mut over = Box::pin(pool.query(0, "select 1::bigint".into(), vec![]));
        tokio::select! { biased; _ = &mut over => {}, () = std::future::ready(()) => {} }
        while idle() < all {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // The connection that was returned last is used next.
        let long = "select count(*)::bigint from range(6000) a, range(6000) b where (a.range * b.range) % 7 = 8";
        let mut other = Box::pin(pool.query(0, long.into(), vec![]));
        tokio::select! { biased; _ = &mut other => {}, () = std::future::ready(()) => {} }
        std::thread::sleep(std::time::Duration::from_millis(20));
        drop(over);
        assert_eq!(other.await.expect("nobody dropped this one").columns, vec![Column::Int(vec![0])]);
    }
}
