//! The control socket ([`platform::control`](control)): how a command asks the process that owns the data directory.
//!
//! One connection carries one [`Request`] and then [`Event`]s, each a line of JSON. While a load runs the client may
//! send [`Request::Cancel`] on the same connection. A client that goes away cancels nothing.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::execute::Outcome;
use super::files::{incoming_folder, is_incoming_name};
use super::progress::{LoadProgress, Step};
use super::{DayRange, LoadOptions, Loads, NewRequest};
use crate::backup::{BackupError, Made, RequestedBackup};
use crate::platform::control::{self, Listener, Stream};
use crate::store::loads::{Kind, Origin};
use crate::warehouse::{Phase, Progress};

/// The longest request, in bytes. A mapping is sent as text and may be as large as [`MappingFile::LARGEST`].
const LONGEST_LINE: u64 = 8 << 20;
/// The longest request of a client whose load runs.
const LONGEST_CANCEL: u64 = 4 << 10;
/// How long a client may take to send its request, or to read an event.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most clients at once. Each has a thread, and a request of its own in memory.
const MOST_CLIENTS: usize = 64;

/// What a command asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub enum Request {
    /// Load, check or undo, for whoever runs the command. The files are in this folder of `spool/incoming`.
    Load { kind: Kind, folder: Option<String>, options: LoadOptions, by: Option<String> },
    /// Stop a load that has not begun to publish; without a number, the one of this connection.
    Cancel { load: Option<i64> },
    /// Make a backup.
    BackUp(RequestedBackup),
    /// Say how the server does.
    Health,
    /// Say what is loaded.
    Data,
    /// Make a link that opens the page, signed in, where this is a demo.
    Open,
    /// Check a receipt, or a text with the numbers of receipts.
    Check { text: String },
    /// Ask another system for data.
    Pull(PullRequest),
    /// Say what is held about a member, for whoever runs the command.
    ShowMember { id: String, by: Option<String> },
    /// Read settings and certificate anew, for whoever runs the command.
    Reload { by: Option<String> },
}

/// What a command wants of another system.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PullRequest {
    /// Its name in the settings file.
    pub name: String,
    /// Connect and sign in, and load nothing.
    pub attempt: bool,
    /// Do everything but publish.
    pub check: bool,
    /// The days to ask for, in place of those that are missing.
    pub days: Option<DayRange>,
    /// Lets days be loaded in another time zone than those before.
    #[serde(default)]
    pub new_time_zone: bool,
    pub by: Option<String>,
}

/// What came of it.
pub enum AskedFor {
    /// The load that was queued.
    Load(i64),
    /// What there is to say without one.
    Said(String),
}

/// What the server answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Event {
    /// The load is safe and has this number.
    Queued(i64),
    /// All steps so far.
    Steps(Vec<Step>),
    /// The end of the answer.
    Ended(Outcome),
    /// The backup is made.
    BackedUp(Box<Made>),
    /// How the server does.
    Health(Health),
    /// What is loaded, as the call api/v1/admin/data says it.
    Data(serde_json::Value),
    /// What is held about the member; null for nothing.
    Held(serde_json::Value),
    /// Where the page is.
    Opening(Opening),
    /// What is to be said of the receipt or the text.
    Checked(serde_json::Value),
    /// The whole answer is this sentence.
    Said(String),
    /// The request was refused.
    Refused(String),
}

/// Where the page of a server is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// Its address.
    pub page: String,
    /// A link to it that signs in, or why there is none.
    pub link: Result<String, String>,
}

/// How a server does: what another process cannot see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Health {
    /// Of Bond.
    pub version: String,
    /// In seconds since 1970-01-01 UTC.
    pub started_at: i64,
    pub warehouse_schema: i32,
    pub data_version: i32,
    /// The last day with logins, in days since 2000-01-01.
    pub last_day: Option<i16>,
    /// The time zone of the loaded days; None where nothing says which it is.
    pub time_zone: Option<String>,
    /// The feed tables that are late by the setting `expected_by`.
    pub late_tables: Vec<String>,
    /// Why the warehouse cannot be read; None if it can.
    pub fault: Option<String>,
    /// The settings that decide how much memory it takes, as they are resolved.
    pub warehouse_memory: String,
    pub cache_bytes: u64,
    /// When the certificate that is served ends, in seconds since 1970-01-01 UTC; None without one.
    pub certificate_ends: Option<i64>,
}

/// Makes a backup.
type BackUp = dyn Fn(RequestedBackup, &dyn Progress) -> Result<Made, BackupError> + Send + Sync;

/// Says what is loaded.
type Say = dyn Fn() -> Result<serde_json::Value, String> + Send + Sync;

/// Checks a receipt.
type Check = dyn Fn(&str) -> Result<serde_json::Value, String> + Send + Sync;

/// Says what is held about a member, to this person.
type Hold = dyn Fn(&str, Option<&str>) -> Result<serde_json::Value, String> + Send + Sync;

/// Asks another system.
type Pull = dyn Fn(PullRequest) -> Result<AskedFor, String> + Send + Sync;

/// Reads settings anew.
type Reload = dyn Fn(Option<&str>) -> Result<String, String> + Send + Sync;

/// What the process does for those who ask, beside loading.
pub struct ControlHandlers {
    /// Now, in seconds since 1970-01-01 UTC.
    pub now: Box<dyn Fn() -> i64 + Send + Sync>,
    /// Makes a backup.
    pub back_up: Box<BackUp>,
    /// Says how the server does.
    pub health: Box<dyn Fn() -> Health + Send + Sync>,
    /// Says what is loaded, as JSON, or why not.
    pub data: Box<Say>,
    /// Makes a link that opens the page, or says why the server has no page yet.
    pub open: Box<dyn Fn() -> Result<Opening, String> + Send + Sync>,
    /// Says what is to be said of a receipt or a text with numbers, as JSON, or why not.
    pub check: Box<Check>,
    /// Asks another system for data, or says why not.
    pub pull: Box<Pull>,
    /// Says what is held about a member as JSON, or why not.
    pub held: Box<Hold>,
    /// Reads settings and certificate anew, for this user, and says what has changed, or what is wrong.
    pub reload: Box<Reload>,
}

/// Answers requests on the control socket until it is dropped.
pub struct ControlSocket {
    data_dir: PathBuf,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ControlSocket {
    /// Opens the socket. The caller owns the data directory, so a socket that is there already is a leftover.
    pub fn open(loads: Arc<Loads>, asked: ControlHandlers) -> io::Result<ControlSocket> {
        let data_dir = loads.data_dir().to_owned();
        let listener = Listener::open(&data_dir)?;
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let asked = Arc::new(asked);
        let thread = thread::Builder::new().name("control".to_owned()).spawn(move || {
            loop {
                let stream = listener.accept();
                if over.load(Ordering::Acquire) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                // Each client holds one.
                if Arc::strong_count(&asked) > MOST_CLIENTS {
                    let _ = control::is_own_user(&stream)
                        && send(&stream, &Event::Refused("too many commands at once; run it again".to_owned())).is_ok();
                    continue;
                }
                let (loads, asked) = (Arc::clone(&loads), Arc::clone(&asked));
                let spawned = thread::Builder::new().name("control client".to_owned()).spawn(move || {
                    if let Err(error) = answer(&stream, &loads, &asked) {
                        tracing::debug!(%error, "a command went away");
                    }
                });
                if let Err(error) = spawned {
                    tracing::warn!(%error, "a command could not be answered");
                }
            }
        })?;
        Ok(ControlSocket { data_dir, is_over, thread: Some(thread) })
    }
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        // Wakes the thread, which waits for a connection.
        control::close(&self.data_dir);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn send(stream: &Stream, event: &Event) -> io::Result<()> {
    let mut line = serde_json::to_vec(event)?;
    line.push(b'\n');
    (&mut &*stream).write_all(&line)
}

/// A line with its end; empty when the client has ended the connection, None if it is longer than `most` bytes.
fn read_line(lines: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    lines.take(most).read_until(b'\n', &mut line)?;
    Ok(Some(line).filter(|line| (line.len() as u64) < most || line.ends_with(b"\n")))
}

fn answer(stream: &Stream, loads: &Arc<Loads>, asked: &ControlHandlers) -> io::Result<()> {
    if !control::is_own_user(stream) {
        return send(stream, &Event::Refused("the control socket answers only the user who runs Bond".to_owned()));
    }
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.try_clone()?);
    let Some(line) = read_line(&mut lines, LONGEST_LINE)? else {
        let text = format!("the request is longer than {} MB", LONGEST_LINE >> 20);
        return send(stream, &Event::Refused(text));
    };
    // A client may wait for as long as its load takes.
    stream.set_read_timeout(None)?;
    match serde_json::from_slice(&line) {
        Ok(Request::Load { kind, folder, options, by }) => {
            let known = |name: &str| is_incoming_name(name) && incoming_folder(loads.data_dir(), name).is_dir();
            if folder.as_deref().is_some_and(|name| !known(name)) || (kind.needs_files() && folder.is_none()) {
                return send(stream, &Event::Refused("the files are not in the spool".to_owned()));
            }
            let request = NewRequest {
                kind,
                origin: Origin::CommandLine,
                actor: by.as_deref(),
                options: &options,
                folder: folder.as_deref(),
            };
            match loads.enqueue(&request, (asked.now)()) {
                Ok((id, progress)) => follow_queued(stream, lines, id, &progress),
                Err(error) => send(stream, &Event::Refused(error.to_string())),
            }
        }
        Ok(Request::Cancel { load }) => match load.and_then(|id| loads.running(id)) {
            Some(progress) => {
                progress.cancel();
                follow(stream, &progress)
            }
            None => send(stream, &Event::Refused("no such load is waiting or running".to_owned())),
        },
        Ok(Request::BackUp(wish)) => {
            let told = Told { stream, steps: Mutex::default() };
            match (asked.back_up)(wish, &told) {
                Ok(made) => send(stream, &Event::BackedUp(Box::new(made))),
                Err(error) => send(stream, &Event::Refused(error.to_string())),
            }
        }
        Ok(Request::Health) => send(stream, &Event::Health((asked.health)())),
        Ok(Request::Data) => match (asked.data)() {
            Ok(data) => send(stream, &Event::Data(data)),
            Err(why) => send(stream, &Event::Refused(why)),
        },
        Ok(Request::Open) => match (asked.open)() {
            Ok(opening) => send(stream, &Event::Opening(opening)),
            Err(why) => send(stream, &Event::Refused(why)),
        },
        Ok(Request::Check { text }) => match (asked.check)(&text) {
            Ok(found) => send(stream, &Event::Checked(found)),
            Err(why) => send(stream, &Event::Refused(why)),
        },
        Ok(Request::Pull(request)) => match (asked.pull)(request) {
            Ok(AskedFor::Load(id)) => follow_queued(stream, lines, id, &loads.progress_of(id)),
            Ok(AskedFor::Said(said)) => send(stream, &Event::Said(said)),
            Err(why) => send(stream, &Event::Refused(why)),
        },
        Ok(Request::ShowMember { id, by }) => match (asked.held)(&id, by.as_deref()) {
            Ok(held) => send(stream, &Event::Held(held)),
            Err(why) => send(stream, &Event::Refused(why)),
        },
        Ok(Request::Reload { by }) => match (asked.reload)(by.as_deref()) {
            Ok(said) => send(stream, &Event::Said(said)),
            Err(why) => send(stream, &Event::Refused(why)),
        },
        Err(error) => send(stream, &Event::Refused(format!("the request is not understood: {error}"))),
    }
}

/// Says that a load was queued, and how it goes.
fn follow_queued(stream: &Stream, lines: BufReader<Stream>, id: i64, progress: &Arc<LoadProgress>) -> io::Result<()> {
    send(stream, &Event::Queued(id))?;
    listen_for_cancel(lines, Arc::clone(progress))?;
    follow(stream, progress)
}

/// Cancels the load when the client asks for it on its connection.
fn listen_for_cancel(mut lines: BufReader<Stream>, progress: Arc<LoadProgress>) -> io::Result<()> {
    thread::Builder::new().name("control cancel".to_owned()).spawn(move || {
        while let Ok(Some(line)) = read_line(&mut lines, LONGEST_CANCEL)
            && !line.is_empty()
        {
            if matches!(serde_json::from_slice(&line), Ok(Request::Cancel { .. })) {
                progress.cancel();
            }
        }
    })?;
    Ok(())
}

fn follow(stream: &Stream, progress: &LoadProgress) -> io::Result<()> {
    let mut sent = Vec::new();
    loop {
        let (steps, outcome) = progress.wait();
        if steps != sent {
            send(stream, &Event::Steps(steps.clone()))?;
            sent = steps;
        }
        if let Some(outcome) = outcome {
            return send(stream, &Event::Ended(outcome));
        }
    }
}

/// Tells a client the steps of its backup. One that goes away does not stop it.
struct Told<'a> {
    stream: &'a Stream,
    steps: Mutex<Vec<Step>>,
}

impl Told<'_> {
    fn tell(&self, change: impl FnOnce(&mut Vec<Step>)) {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut steps);
        let _ = send(self.stream, &Event::Steps(steps.clone()));
    }
}

impl Progress for Told<'_> {
    fn start(&self, phase: Phase<'_>, total: Option<u64>) {
        self.tell(|steps| steps.push(Step { what: phase.to_string(), total, done: 0, is_finished: false }));
    }

    fn advance(&self, _done: u64) {}

    fn finish(&self) {
        self.tell(|steps| {
            if let Some(step) = steps.last_mut() {
                step.is_finished = true;
            }
        });
    }
}

/// A command's connection to the process that owns the data directory.
pub struct Client {
    stream: Stream,
    lines: BufReader<Stream>,
}

impl Client {
    /// Connects and sends the request.
    pub fn ask(data_dir: &Path, request: &Request) -> io::Result<Client> {
        let stream = control::connect(data_dir)?;
        let mut client = Client { lines: BufReader::new(stream.try_clone()?), stream };
        client.send(request)?;
        Ok(client)
    }

    /// Whether a process answers on the socket of a data directory.
    pub fn is_answered(data_dir: &Path) -> bool {
        control::connect(data_dir).is_ok()
    }

    /// Another handle to the connection, for cancelling from elsewhere.
    pub fn canceller(&self) -> io::Result<Canceller> {
        Ok(Canceller(self.stream.try_clone()?))
    }

    /// The next event; None when the server has ended the connection.
    pub fn receive(&mut self) -> io::Result<Option<Event>> {
        let mut line = String::new();
        if self.lines.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(serde_json::from_str(&line)?))
    }

    fn send(&mut self, request: &Request) -> io::Result<()> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        self.stream.write_all(&line)
    }
}

/// Cancels the load of a connection.
pub struct Canceller(Stream);

impl Canceller {
    pub fn cancel(&mut self) -> io::Result<()> {
        let mut line = serde_json::to_vec(&Request::Cancel { load: None })?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}
