//! All servers of a cluster.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use duckdb::Connection;
use futures_util::future::try_join_all;

use super::editions::{self, Part, Parts, Range};
use super::node::Node;
use super::row_binary::Answered;
use super::statement::{self, Stored, Written};
use super::tables::{Table, table_of};
use super::trial::try_out;
use crate::random::random_id;
use crate::warehouse::columns::Rows;
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;
use crate::warehouse::question::{self, MembersQuestion, Question};

/// The servers, each with the members whose key leaves its index when divided by their number.
pub struct Cluster {
    nodes: Vec<Node>,
    /// What is read as of a data version.
    ranges: RwLock<(i32, Arc<[Range]>)>,
}

/// A server gets rows in pieces of about so many bytes.
const PIECE: usize = 16 << 20;

impl Cluster {
    /// The cluster of these servers, in the order in which members were given to them.
    pub fn new(nodes: Vec<Node>) -> Cluster {
        Cluster { nodes, ranges: RwLock::new((0, Arc::default())) }
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

    /// Writes the rows that were derived since the last edition. They are read once the caller's transaction is
    /// committed.
    ///
    /// # Errors
    /// Errors of DuckDB, and [`WarehouseError::Cluster`] if a server does not take the rows. Nobody reads those that
    /// were written.
    pub(in crate::warehouse) fn publish(&self, connection: &Connection, edition: i32) -> Result<(), WarehouseError> {
        // A load that failed may have left rows with this number.
        self.drop_unread(connection)?;
        let mut sent = vec![0; self.nodes.len()];
        for (name, day) in editions::rewritten(connection)? {
            // Whole months, so that no month has rows of more than one edition: a question names each.
            let day = Day::from_number(day).unwrap_or(Day::FIRST).first_of_month();
            if let Some((_, derived)) = derived().find(|(_, derived)| derived.name == name) {
                self.write(connection, &Table::of(connection, derived)?, day, edition, &mut sent)?;
            }
            editions::begin(connection, &name, day, edition)?;
        }
        let mut written = self.parts()?;
        written.retain(|(part, _), _| part.edition == edition);
        for (server, sent) in sent.into_iter().enumerate() {
            let found: i64 = written.iter().filter(|((_, of), _)| *of == server).map(|(_, rows)| rows).sum();
            if found != sent {
                let name = self.nodes[server].name();
                let lost = format!("the ClickHouse server {name} has {found} of {sent} rows that were written to it");
                return Err(WarehouseError::Cluster(lost));
            }
        }
        editions::note(connection, &written, &self.names())
    }

    /// The addresses of the servers, in their order.
    pub(in crate::warehouse) fn names(&self) -> String {
        self.nodes.iter().map(Node::name).collect::<Vec<_>>().join(",")
    }

    /// Writes the rows of a table from a day on, and counts those of each server.
    fn write(
        &self,
        connection: &Connection,
        table: &Table,
        day: i16,
        edition: i32,
        sent: &mut [i64],
    ) -> Result<(), WarehouseError> {
        let mut pieces = vec![Vec::new(); self.nodes.len()];
        let send = |pieces: &mut [Vec<u8>]| {
            self.each(|index, node| match pieces[index].as_slice() {
                [] => Ok(()),
                piece => node.insert(table.name(), &table.columns(), &mut &*piece),
            })?;
            pieces.iter_mut().for_each(Vec::clear);
            Ok::<_, WarehouseError>(())
        };
        for batch in connection.prepare(&table.select())?.query_arrow([day])? {
            table.encode(&batch, edition, &mut pieces, sent)?;
            if pieces.iter().any(|piece| piece.len() >= PIECE) {
                send(&mut pieces)?;
            }
        }
        send(&mut pieces)
    }

    /// What the servers have.
    fn parts(&self) -> Result<Parts, WarehouseError> {
        let parts = Mutex::new(Parts::new());
        self.each(|server, node| {
            let found = node.rows(PARTS, &[Answered::Text, Answered::Int, Answered::Int, Answered::Int])?;
            let [tables, months, editions, rows] = found.columns.as_slice() else { return Ok(()) };
            let numbers = months.ints().iter().zip(editions.ints()).zip(rows.ints());
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            for (table, ((month, edition), rows)) in tables.texts().iter().zip(numbers) {
                if derived().any(|(_, derived)| derived.name == table) {
                    let part = Part { table: table.clone(), month: *month as i32, edition: *edition as i32 };
                    parts.insert((part, server), *rows);
                }
            }
            Ok(())
        })?;
        Ok(parts.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why all rows have to be written again: they are not on these servers as they were written.
    ///
    /// # Errors
    /// Errors of DuckDB, and [`WarehouseError::Cluster`] if a server does not answer.
    pub(in crate::warehouse) fn lacks(&self, connection: &Connection) -> Result<Option<String>, WarehouseError> {
        if editions::ranges(connection)?.is_empty() {
            return Ok(Some("no rows were written yet".to_owned()));
        }
        let (noted, servers) = editions::noted(connection)?;
        if !noted.is_empty() && servers != self.names() {
            return Ok(Some(format!("they were on {servers}")));
        }
        let found = self.parts()?;
        let lost = noted.iter().find(|(part, rows)| found.get(part) != Some(rows));
        Ok(lost.map(|((Part { table, month, .. }, server), rows)| {
            format!("{} does not have the {rows} rows of {table} of {month} that it had", self.nodes[*server].name())
        }))
    }

    /// Reads nothing from the servers until all rows are written again. Runs inside the caller's transaction.
    ///
    /// # Errors
    /// Errors of DuckDB.
    pub(in crate::warehouse) fn forget(connection: &Connection) -> Result<(), WarehouseError> {
        editions::forget(connection)
    }

    /// Deletes rows that are not read as of the connection's transaction: those of loads that failed, and those that
    /// others took the place of. Answers for the version before are no answers from then on.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if a server does not answer or refuses it.
    pub(in crate::warehouse) fn drop_unread(&self, connection: &Connection) -> Result<(), WarehouseError> {
        let ranges = editions::ranges(connection)?;
        let unread: Vec<(Part, usize)> =
            self.parts()?.into_keys().filter(|(part, _)| !editions::is_read(&ranges, part)).collect();
        self.each(|index, node| {
            let mut of_node = unread.iter().filter(|(_, server)| *server == index);
            of_node.try_for_each(|(Part { table, month, edition }, _)| {
                node.run(&format!("alter table {table} drop partition ({month}, {edition})"))
            })
        })
    }

    /// Does something with every server, all at once.
    fn each(&self, work: impl Fn(usize, &Node) -> Result<(), WarehouseError> + Sync) -> Result<(), WarehouseError> {
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
        for rows in try_join_all(answers).await? {
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

/// The partitions of all tables of the database, such as (202403,17): table, month, edition, rows.
const PARTS: &str = "select table, toInt64(extract(partition, '^.([0-9]+),')), toInt64(extract(partition, ',([0-9]+).$')), \
                     toInt64(sum(rows)) from system.parts where database = currentDatabase() and active \
                     and match(partition, '^.[0-9]+,[0-9]+.$') group by table, partition";

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
