//! All servers of a cluster.

use std::sync::{Arc, PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use duckdb::Connection;
use futures_util::future::try_join_all;

use super::editions::{self, Range};
use super::node::Node;
use super::row_binary::Answered;
use super::silence::Silence;
use super::statement::{self, Stored, Written};
use super::tables::{Table, table_of};
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
    ranges: RwLock<(i32, Arc<[Range]>)>,
    silence: Silence,
}

impl Cluster {
    /// The cluster of these servers, in the order in which members were given to them.
    pub fn new(nodes: Vec<Node>) -> Cluster {
        Cluster { nodes, ranges: RwLock::new((0, Arc::default())), silence: Silence::default() }
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
    /// [`WarehouseError::Cluster`] if a server does not answer or refuses it.
    pub(in crate::warehouse) fn prepare(&self, connection: &Connection) -> Result<(), WarehouseError> {
        self.each(|_, node| node.release().map(drop))?;
        self.own(&owner(connection)?)?;
        for (_, derived) in derived() {
            let sql = Table::of(connection, derived)?.create();
            self.each(|_, node| node.run(&sql))?;
        }
        self.drop_unread(connection)
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
        let (of_rows, others): (Vec<question::Part>, Vec<question::Part>) =
            question.parts.iter().cloned().partition(statement::is_of_rows);
        let with = |parts: Vec<question::Part>| (!parts.is_empty()).then(|| Question { parts, ..question.clone() });
        Some((with(of_rows)?, with(others)))
    }

    /// Answers a question that is about rows of members only. The rows of a segment and window add up.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer.
    pub(in crate::warehouse) async fn answer(
        &self,
        ranges: &[Range],
        question: &Question,
        looked_up: &[(i32, i32)],
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        let write = |stored: Stored<'_>| statement::write(question, stored);
        self.ask(ranges, question.source, looked_up, write, limit).await
    }

    /// The members of rows; see [`crate::warehouse::Warehouse::members_of_rows`].
    ///
    /// # Errors
    /// Those of [`Cluster::answer`].
    pub(in crate::warehouse) async fn members_of_rows(
        &self,
        ranges: &[Range],
        question: &MembersQuestion,
        looked_up: &[(i32, i32)],
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        let write = |stored: Stored<'_>| statement::write_members(question, stored);
        self.ask(ranges, question.of.source, looked_up, write, limit).await
    }

    /// Asks every server, and appends the answers. Dropping the future stops the question.
    async fn ask(
        &self,
        ranges: &[Range],
        source: &str,
        looked_up: &[(i32, i32)],
        write: impl FnOnce(Stored<'_>) -> Written,
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        let derived = table_of(source).ok_or_else(|| WarehouseError::Worker(format!("the cluster has no {source}")))?;
        let Written { sql, columns } = write(Stored { derived, ranges, looked_up });
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
        let mut all = Rows::default();
        let answers = tokio::select! {
            answers = try_join_all(answers) => answers?,
            error = self.silence.begins(&self.nodes) => return Err(error),
        };
        for rows in answers {
            all.append(rows);
        }
        running.nodes.clear();
        Ok(all)
    }

    /// What is read as of a data version, if it is known.
    pub(in crate::warehouse) fn known_ranges(&self, version: i32) -> Option<Arc<[Range]>> {
        let known = self.ranges.read().unwrap_or_else(PoisonError::into_inner);
        (known.0 == version).then(|| Arc::clone(&known.1))
    }

    /// Remembers what is read as of a data version: the rows of [`editions::RANGES`].
    pub(in crate::warehouse) fn learn(&self, version: i32, rows: &Rows) -> Arc<[Range]> {
        let ranges: Arc<[Range]> = editions::of_rows(rows).into();
        *self.ranges.write().unwrap_or_else(PoisonError::into_inner) = (version, Arc::clone(&ranges));
        ranges
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
