//! All servers of a cluster.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use duckdb::Connection;
use futures_util::future::try_join_all;

use super::editions::Content;
use super::lease::Lease;
use super::node::{Node, can_sync};
use super::parts::Known;
use super::row_binary::Answered;
use super::silence::{SIGN_OF_LIFE, Silence};
use super::statement::{self, Stored, Written};
use super::tables::{SYNCED, Table, table_of};
use super::trial::try_out;
use crate::random::random_id;
use crate::warehouse::columns::Rows;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;
use crate::warehouse::question::{self, MembersQuestion, Question};

/// The servers, each with the members whose key leaves its index when divided by their number.
pub struct Cluster {
    nodes: Vec<Node>,
    /// What is read as of a data version.
    content: RwLock<(i32, Arc<Content>)>,
    silence: Silence,
    pub(super) known: Known,
    pub(super) lease: Lease,
    /// Whether a server refused something, did not answer, or has other rows than were written to it.
    is_suspect: AtomicBool,
}

impl Cluster {
    /// The cluster of these servers, in the order in which members were given to them.
    pub fn new(nodes: Vec<Node>) -> Cluster {
        Cluster {
            nodes,
            content: RwLock::default(),
            silence: Silence::default(),
            known: Known::default(),
            lease: Lease::default(),
            is_suspect: AtomicBool::new(false),
        }
    }

    /// Each server's address and release, or why Bond cannot use it. Makes a small table there and drops it.
    pub fn check(&self) -> Vec<(String, Result<String, WarehouseError>)> {
        let check = |node: &Node| {
            let release = node.release()?;
            try_out(node)?;
            Ok(release)
        };
        self.nodes.iter().map(|node| (node.name().to_owned(), check(node))).collect()
    }

    /// Makes the servers ready for the rows of a warehouse: creates tables that are missing, and deletes what no data
    /// version reads.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer or refuses it, or another data directory uses it.
    pub(in crate::warehouse) fn prepare(&self, connection: &Connection) -> Result<(), WarehouseError> {
        self.each(|_, node| node.release().map(drop))?;
        self.own(&owner(connection)?)?;
        self.hold(connection)?;
        let tables = derived().map(|(_, derived)| Table::of(connection, derived)).collect::<Result<Vec<_>, _>>()?;
        self.each(|_, node| {
            let can_sync = can_sync(&node.release()?);
            tables.iter().try_for_each(|table| {
                node.run(&table.create(can_sync))?;
                if can_sync {
                    sync_inserts(node, table.name());
                }
                Ok(())
            })
        })?;
        self.drop_unread(connection)
    }

    /// Drops the tables of rows, which are written again then.
    pub(in crate::warehouse) fn drop_tables(&self) -> Result<(), WarehouseError> {
        self.each(|_, node| {
            derived().try_for_each(|(_, derived)| node.run(&format!("drop table if exists {}", derived.name)))
        })
    }

    /// Marks the databases as those of a warehouse. Two would delete each other's rows.
    fn own(&self, owner: &str) -> Result<(), WarehouseError> {
        self.each(|_, node| {
            node.run("create table if not exists bond_owner (id String) engine = TinyLog")?;
            let found = node.rows("select id from bond_owner", &[Answered::Text])?;
            match found.columns.first().map_or(&[][..], |column| column.texts()) {
                [] => node.run(&format!("insert into bond_owner values ('{owner}')")),
                [one] if one == owner => Ok(()),
                _ => Err(WarehouseError::Cluster(format!(
                    "the database {} of the ClickHouse server {} belongs to another data directory; give this one a \
                     database of its own, or drop and create it if the other is gone",
                    node.database(),
                    node.name()
                ))),
            }
        })
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The addresses of the servers, in their order.
    pub(in crate::warehouse) fn names(&self) -> String {
        self.nodes.iter().map(Node::name).collect::<Vec<_>>().join(",")
    }

    /// Does something with every server, all at once.
    pub(super) fn each(
        &self,
        work: impl Fn(usize, &Node) -> Result<(), WarehouseError> + Sync,
    ) -> Result<(), WarehouseError> {
        thread::scope(|scope| {
            let work = &work;
            let nodes = self.nodes.iter().enumerate();
            let threads: Vec<_> = nodes.map(|(index, node)| scope.spawn(move || work(index, node))).collect();
            let mut done = threads.into_iter().map(|thread| thread.join());
            done.try_for_each(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    /// The parts of a question that are read from rows of members, and the other parts; None if there are no such rows.
    pub(in crate::warehouse) fn split(question: &Question) -> Option<(Question, Option<Question>)> {
        table_of(question.source)?;
        let (of_rows, others): (Vec<question::Piece>, Vec<question::Piece>) =
            question.parts.iter().cloned().partition(statement::is_of_rows);
        let with = |parts: Vec<question::Piece>| (!parts.is_empty()).then(|| Question { parts, ..question.clone() });
        Some((with(of_rows)?, with(others)))
    }

    /// Answers a question that is about rows of members only. The rows of a segment and window add up.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer.
    pub(in crate::warehouse) async fn answer(
        &self,
        content: &Content,
        question: &Question,
        looked_up: &[(i32, i32)],
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        let write = |stored: Stored<'_>| statement::write(question, stored);
        self.ask(content, question.source, looked_up, write, limit).await
    }

    /// The members of rows; see [`crate::warehouse::Warehouse::members_of_rows`].
    ///
    /// # Errors
    /// Those of [`Cluster::answer`].
    pub(in crate::warehouse) async fn members_of_rows(
        &self,
        content: &Content,
        question: &MembersQuestion,
        looked_up: &[(i32, i32)],
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        let write = |stored: Stored<'_>| statement::write_members(question, stored);
        self.ask(content, question.of.source, looked_up, write, limit).await
    }

    /// Asks every server, and appends the answers, if the servers have all rows that were written of the source. Dropping the
    /// future stops the question.
    async fn ask(
        &self,
        content: &Content,
        source: &str,
        looked_up: &[(i32, i32)],
        write: impl FnOnce(Stored<'_>) -> Written,
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        let derived = table_of(source).ok_or_else(|| WarehouseError::Worker(format!("the cluster has no {source}")))?;
        let Written { sql, columns } = write(Stored { derived, ranges: &content.ranges, looked_up });
        let (sql, columns) = (Arc::<str>::from(sql), Arc::<[_]>::from(columns));
        self.silence.is_over()?;
        let mut running = Running::new(&self.nodes);
        let answers = self.nodes.iter().map(|node| {
            let (node, sql, columns, query) =
                (node.clone(), Arc::clone(&sql), Arc::clone(&columns), running.query.clone());
            let read = move || node.answer(&sql, &columns, &query, limit);
            async move {
                let answered = tokio::task::spawn_blocking(read).await;
                answered.map_err(|error| WarehouseError::Worker(error.to_string()))?
            }
        });
        let checked = async {
            let answers = try_join_all(answers).await?;
            self.check_read(content, derived.name).await?;
            Ok(answers)
        };
        let mut all = Rows::default();
        let answers = tokio::select! {
            answers = checked => answers,
            error = self.silence.begins(&self.nodes) => Err(error),
        };
        for rows in answers.inspect_err(|error| self.suspect(error))? {
            all.append(rows);
        }
        running.nodes.clear();
        Ok(all)
    }

    /// What is read as of a data version, if it is known.
    pub(in crate::warehouse) fn known_content(&self, version: i32) -> Option<Arc<Content>> {
        let known = self.content.read().unwrap_or_else(PoisonError::into_inner);
        (known.0 == version).then(|| Arc::clone(&known.1))
    }

    /// Remembers what is read as of a data version: the rows of [`super::RANGES`] and [`super::PARTS`].
    pub(in crate::warehouse) fn learn(&self, version: i32, ranges: &Rows, parts: &Rows) -> Arc<Content> {
        let content = Arc::new(Content::of_rows(ranges, parts));
        *self.content.write().unwrap_or_else(PoisonError::into_inner) = (version, Arc::clone(&content));
        content
    }

    /// Whether all servers answer.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if one does not.
    pub(in crate::warehouse) fn is_there(&self) -> Result<(), WarehouseError> {
        self.each(|_, node| node.is_there(SIGN_OF_LIFE))
    }

    /// Notes that something went wrong with a server: whether it has its rows has to be looked at.
    pub(in crate::warehouse) fn suspect(&self, error: &WarehouseError) {
        if matches!(error, WarehouseError::Cluster(_)) {
            self.is_suspect.store(true, Ordering::Release);
        }
    }

    /// Whether something went wrong since this was asked last.
    pub(in crate::warehouse) fn take_suspicion(&self) -> bool {
        self.is_suspect.swap(false, Ordering::AcqRel)
    }
}

/// Lets a server sync what is written to a table before it acknowledges it, also where the table was made without that.
fn sync_inserts(node: &Node, table: &str) {
    let has_it = format!(
        "select toInt64(position(create_table_query, 'fsync_after_insert')) from system.tables
         where database = currentDatabase() and name = '{table}'"
    );
    let synced = node.rows(&has_it, &[Answered::Int]).and_then(|found| {
        let has_it = found.columns.first().is_some_and(|column| column.ints().iter().any(|place| *place > 0));
        if has_it { Ok(()) } else { node.run(&format!("alter table {table} modify setting {SYNCED}")) }
    });
    if let Err(error) = synced {
        let lost =
            "rows may be lost with the power of the server, and are then written again; docs/scale.md lists the rights";
        tracing::warn!(%error, table, server = node.name(), "{lost}");
    }
}

/// The id of the warehouse, which its backups have, too.
fn owner(connection: &Connection) -> Result<String, WarehouseError> {
    let mut statement = connection.prepare("select value from main.setting where name = 'cluster.owner'")?;
    if let Some(row) = statement.query([])?.next()? {
        return Ok(row.get(0)?);
    }
    let id = random_id();
    connection.execute("insert into main.setting values ('cluster.owner', ?)", [&id])?;
    Ok(id)
}

/// A question that servers work on. Dropped before all have answered, it is stopped there.
struct Running {
    query: String,
    nodes: Vec<Node>,
}

impl Running {
    fn new(nodes: &[Node]) -> Running {
        Running { query: format!("bond-{}", random_id()), nodes: nodes.to_vec() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.nodes.is_empty() {
            return;
        }
        let (query, nodes) = (std::mem::take(&mut self.query), std::mem::take(&mut self.nodes));
        let stop = move || {
            for node in nodes {
                if let Err(error) = node.kill(&query) {
                    tracing::warn!(%error, server = node.name(), "a question that nobody waits for may go on");
                }
            }
        };
        if let Err(error) = thread::Builder::new().name("kill query".to_owned()).spawn(stop) {
            tracing::warn!(%error, "a question that nobody waits for may go on");
        }
    }
}
