//! Which running Bond may write to the servers and delete there.
//!
//! A warehouse and a restored copy of it have the same id, and would delete each other's rows. So a process that uses the
//! servers says there every few seconds that it does, and for which data directory. Another data directory is refused while
//! it does, and until it has been silent for [`LEASE`]. The processes of one directory exclude each other by its lock, so that one that was killed does
//! not keep the next from starting. All times are those of the server.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use duckdb::Connection;
use sha2::{Digest, Sha256};

use super::node::Node;
use super::row_binary::{Answered, push_text};
use crate::platform::{files, machine};
use crate::random::random_id;
use crate::warehouse::error::WarehouseError;

/// How often a process says that it uses the servers.
const BEAT: Duration = Duration::from_secs(10);
/// How long after it said so last nobody else may write, in seconds.
const LEASE: u64 = 45;
/// Says so many times later what was said long ago is deleted: once an hour.
const TIDY: i64 = 360;
/// How long a server may take to hear it.
const SHORT: Duration = Duration::from_secs(5);

/// What a process says.
const RELEASED: i64 = 0;
const CLAIMED: i64 = 1;
const HELD: i64 = 2;

/// The lease of this process, while it has one.
#[derive(Default)]
pub(super) struct Lease(Mutex<Option<Held>>);

pub(super) struct Held {
    pub holder: Arc<Holder>,
    pub nodes: Vec<Node>,
    /// Ends the thread when it is dropped.
    pub stop: Option<Sender<()>>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.stop.take();
        self.holder.release(&self.nodes);
    }
}

/// A process that uses the servers.
pub(super) struct Holder {
    /// Of the process.
    id: String,
    /// Of its data directory. A copy has another one, wherever it is.
    directory: String,
    /// Where it runs, for whoever is refused.
    place: String,
    said: Mutex<Said>,
}

#[derive(Default)]
struct Said {
    /// How often it has said something.
    times: i64,
    /// Whether it says no more that it uses the servers.
    is_over: bool,
}

impl Holder {
    /// The process that has a warehouse open.
    pub fn of(connection: &Connection) -> Result<Holder, WarehouseError> {
        let path: Option<String> =
            connection
                .query_row("select path from duckdb_databases() where database_name = 'bond'", [], |row| row.get(0))?;
        let folder =
            path.as_deref().and_then(|path| Path::new(path).parent()).and_then(|path| files::canonical(path).ok());
        let host = machine::host_name();
        let place = folder.as_ref().map_or_else(PathBuf::new, Clone::clone);
        let id = random_id();
        Ok(Holder {
            directory: folder.map_or_else(|| id.clone(), |folder| identity(&folder, &host)),
            id,
            place: format!("process {} on {host} with the data directory {}", std::process::id(), place.display()),
            said: Mutex::default(),
        })
    }

    /// Says something to a server.
    fn say(&self, node: &Node, state: i64) -> Result<(), WarehouseError> {
        // Under the lock, so that nothing else is said after the release.
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_over && state != RELEASED {
            return Ok(());
        }
        said.times += 1;
        let mut row = Vec::new();
        [&self.id, &self.directory, &self.place].into_iter().for_each(|text| push_text(&mut row, text));
        row.extend(state.to_le_bytes());
        row.extend(said.times.to_le_bytes());
        node.insert_within("bond_lease", "holder, directory, place, state, said", &mut &*row, SHORT)
    }

    /// The process of another data directory that uses a server, with the seconds since it said so last.
    fn other(&self, node: &Node, least: i64) -> Result<Option<(String, u64)>, WarehouseError> {
        // A directory has one process at a time: what the newest says counts, also where one before it was killed.
        let order = "toInt64(seen) * 1000000 + said";
        let sql = format!(
            "select argMax(place, {order}), toInt64(now()) - max(toInt64(seen)), argMax(state, {order}) from bond_lease
             where directory != '{}' group by directory",
            self.directory
        );
        let found = node.rows_within(&sql, &[Answered::Text, Answered::Int, Answered::Int], SHORT)?;
        let [places, ages, states] = found.columns.as_slice() else { return Ok(None) };
        let mut all = places.texts().iter().zip(ages.ints().iter().zip(states.ints()));
        // A clock that was set back says nothing about who is there: the time since counts either way.
        let other = all.find(|(_, (age, state))| **state >= least && age.unsigned_abs() <= LEASE);
        Ok(other.map(|(place, (age, _))| (place.clone(), age.unsigned_abs())))
    }

    /// Claims a server, or says who holds it.
    pub fn take(&self, node: &Node) -> Result<(), WarehouseError> {
        node.run(CREATE)?;
        self.say(node, CLAIMED)?;
        // Of two that begin at the same moment at least one sees the other's claim.
        if let Some(other) = self.other(node, CLAIMED)? {
            self.say(node, RELEASED)?;
            return Err(in_use(node, &other));
        }
        self.say(node, HELD)?;
        tidy(node)
    }

    /// Says again that this process uses a server, unless another one does. Returns whether it said so.
    pub fn keep(&self, node: &Node) -> Result<bool, WarehouseError> {
        let is_mine = self.other(node, HELD)?.is_none();
        if is_mine {
            self.say(node, HELD)?;
        }
        Ok(is_mine)
    }

    pub fn release(&self, nodes: &[Node]) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        for node in nodes {
            if let Err(error) = self.say(node, RELEASED) {
                tracing::debug!(%error, "a server did not hear that Bond has ended");
            }
        }
    }
}

/// Says again and again that this process uses the servers, until it is stopped.
pub(super) fn beat(holder: &Holder, nodes: &[Node], stopped: &Receiver<()>) {
    for beats in 1_i64.. {
        match stopped.recv_timeout(BEAT) {
            Err(RecvTimeoutError::Timeout) => {}
            _ => return,
        }
        for node in nodes {
            let kept = holder.keep(node).and_then(|_| if beats % TIDY == 0 { tidy(node) } else { Ok(()) });
            if let Err(error) = kept {
                tracing::debug!(%error, "a server did not hear that Bond uses it");
            }
        }
    }
}

impl Lease {
    pub fn lock(&self) -> MutexGuard<'_, Option<Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn in_use(node: &Node, (place, seconds): &(String, u64)) -> WarehouseError {
    WarehouseError::Cluster(format!(
        "the database {} of the ClickHouse server {} is in use by another Bond, which has the same installation's data: {place}, \
         {seconds} s ago. Two would delete each other's rows. Give a copy a database of its own (clickhouse_database), or start \
         it with warehouse = \"duckdb\"; if the other is gone, try again {LEASE} s after it ended",
        node.database(),
        node.name()
    ))
}

/// Deletes what was said before yesterday.
fn tidy(node: &Node) -> Result<(), WarehouseError> {
    let old = "select toInt64(toUInt32OrZero(partition)) from system.parts where database = currentDatabase() \
               and table = 'bond_lease' and active and toUInt32OrZero(partition) < toYYYYMMDD(now() - 86400) group by partition";
    let found = node.rows_within(old, &[Answered::Int], SHORT)?;
    let days = found.columns.first().map_or(&[][..], |days| days.ints());
    days.iter().try_for_each(|day| node.run(&format!("alter table bond_lease drop partition {day}")))
}

/// What tells a data directory from a copy of it, on this machine or on another: also from one on a copy of the machine,
/// which was started by itself.
fn identity(folder: &Path, host: &str) -> String {
    let of_folder = files::identity(folder).unwrap_or_default();
    let all = format!("{}\n{of_folder:?}\n{host}\n{}", folder.display(), machine::identity());
    Sha256::digest(all.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

const CREATE: &str = "create table if not exists bond_lease (holder String, directory String, place String, state Int64, \
                      said Int64, seen DateTime default now()) engine = MergeTree partition by toYYYYMMDD(seen) order by holder";
