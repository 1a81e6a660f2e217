//! `bond loads`, and running a load from the command line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::HumanCount;

use super::failure::Failure;
use super::output::say;
use super::place::{self, Place};
use super::progress::Bar;
use super::settings::{StoreFlags, WarehouseFlags};
use super::table::table;
use super::users;
use crate::app::App;
use crate::clock::minute;
use crate::config::Config;
use crate::data_dir;
use crate::loads::control::{Client, Event, Request};
use crate::loads::{Forward, Incoming, LoadOptions, NewRequest, Outcome, Packed, execute, settle};
use crate::platform::signals::{self, Interrupt};
use crate::store::audit::acts_for;
use crate::store::loads::{Kind, Load, Origin, State};
use crate::store::{Store, StoreError};
use crate::warehouse::counted::{counted, rows};
use crate::warehouse::{Phase, Progress};

/// `bond loads`
#[derive(Subcommand)]
pub enum LoadsCommand {
    /// List the latest loads, newest first.
    List(List),
    /// Show a load: its files, what it replaced, its faults.
    Show(Show),
    /// Undo the last load: the data are as they were before it.
    Undo(Undo),
    /// Cancel a load that waits or is being checked.
    Cancel(Cancel),
}

#[derive(Args)]
pub struct List {
    /// How many.
    #[arg(long, value_name = "N", default_value = "20")]
    limit: u32,
    #[command(flatten)]
    settings: StoreFlags,
}

#[derive(Args)]
pub struct Show {
    /// The load's number.
    load: i64,
    #[command(flatten)]
    settings: StoreFlags,
}

#[derive(Args)]
pub struct Undo {
    #[command(flatten)]
    settings: WarehouseFlags,
}

#[derive(Args)]
pub struct Cancel {
    /// The load's number.
    load: i64,
    #[command(flatten)]
    settings: StoreFlags,
}

/// Runs `bond loads`.
pub fn run(command: LoadsCommand) -> Result<(), Failure> {
    match command {
        LoadsCommand::List(List { limit, settings }) => {
            let (config, store) = open_store(settings)?;
            list(&store, &config.data_dir, limit)
        }
        LoadsCommand::Show(Show { load, settings }) => {
            let (config, store) = open_store(settings)?;
            show(&store, &config.data_dir, load)
        }
        LoadsCommand::Undo(Undo { settings }) => {
            let ask = Ask { kind: Kind::Undo, options: LoadOptions::default(), inputs: &[] };
            run_load(settings.resolve()?.config, &ask)
        }
        LoadsCommand::Cancel(Cancel { load, settings }) => {
            let config = settings.resolve()?.config;
            let request = Request::Cancel { load: Some(load) };
            let client = Client::ask(&config.data_dir, &request)
                .map_err(|_| Failure::usage("no server runs on this data directory, so no load is waiting"))?;
            follow(client, &Bar::default(), Some(load))?.map_or(Ok(()), ended)
        }
    }
}

fn open_store(settings: StoreFlags) -> Result<(Config, Store), Failure> {
    let config = settings.resolve()?.config;
    data_dir::prepare_existing(&config.data_dir)?;
    let store = users::open_store(config.clone())?;
    Ok((config, store))
}

/// The state of a load that no process works on, as it is shown.
const CUT_OFF: &str = "cut off";
/// What that means.
const OF_CUT_OFF: &str = "Cut off: the process that ran it has ended. The next start or import finds out whether it was \
                          published, and else runs it again if its files are in the spool.";

/// Loads with their states as they are shown. Where no process has the directory, nobody works on one that has not ended.
fn with_states(
    data_dir: &Path,
    read: impl FnOnce() -> Result<Vec<Load>, StoreError>,
) -> Result<Vec<(Load, &'static str)>, Failure> {
    let is_free = || data_dir::owner(data_dir).map(|owner| owner.is_none());
    // Asked before and after: a process that ends meanwhile has written down how its loads ended, and one may begin.
    let was_free = is_free()?;
    let loads = read()?;
    let is_free = was_free && is_free()?;
    let is_cut_off = |load: &Load| {
        let waits = load.state == State::Queued && (load.folder.is_some() || !load.kind.needs_files());
        is_free && !load.state.is_final() && !waits
    };
    let shown = |load: Load| {
        let state = if is_cut_off(&load) { CUT_OFF } else { load.state.text() };
        (load, state)
    };
    Ok(loads.into_iter().map(shown).collect())
}

fn list(store: &Store, data_dir: &Path, limit: u32) -> Result<(), Failure> {
    let loads = with_states(data_dir, || store.loads(limit))?;
    if loads.is_empty() {
        say("There are no loads yet; `bond import` loads files.");
        return Ok(());
    }
    let sources = loads.iter().map(|(load, _)| sources(store, load.id)).collect::<Result<Vec<_>, _>>()?;
    let heads = ["LOAD", "QUEUED (UTC)", "KIND", "FROM", "STATE", "ROWS", "DATA VERSION", "SOURCE"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(loads.iter().zip(&sources).map(|((load, state), sources)| {
        vec![
            load.id.to_string(),
            minute(load.queued_at),
            load.kind.text().to_owned(),
            load.actor.clone().unwrap_or_else(|| load.origin.text().to_owned()),
            (*state).to_owned(),
            load.rows.map(|rows| HumanCount(rows.unsigned_abs()).to_string()).unwrap_or_default(),
            load.data_version.map(|version| version.to_string()).unwrap_or_default(),
            sources.clone(),
        ]
    }));
    if sources.iter().all(String::is_empty) {
        rows.iter_mut().for_each(|row| row.truncate(row.len() - 1));
    }
    say(table(&rows));
    if loads.iter().any(|(_, state)| *state == CUT_OFF) {
        say(OF_CUT_OFF);
    }
    Ok(())
}

/// The systems that a load's files are from, where any is named.
fn sources(store: &Store, load: i64) -> Result<String, StoreError> {
    let named: BTreeSet<String> =
        store.load_files(load)?.into_iter().map(|file| file.source).filter(|source| !source.is_empty()).collect();
    Ok(named.into_iter().collect::<Vec<_>>().join(", "))
}

fn show(store: &Store, data_dir: &Path, id: i64) -> Result<(), Failure> {
    let (load, state) = with_states(data_dir, || Ok(store.load(id)?.into_iter().collect()))?
        .pop()
        .ok_or_else(|| Failure::usage(format!("there is no load {id}; `bond loads list` shows them")))?;
    let Load { kind, origin, actor, queued_at, started_at, ended_at, .. } = &load;
    say(format!("Load {id}: {}, {state}", kind.text()));
    if state == CUT_OFF {
        say(OF_CUT_OFF);
    }
    say(format!("from {}{}", origin.text(), actor.as_ref().map(|who| format!(" ({who})")).unwrap_or_default()));
    for (what, at) in [("queued", Some(*queued_at)), ("started", *started_at), ("ended", *ended_at)] {
        if let Some(at) = at {
            say(format!("{what} {} UTC", minute(at)));
        }
    }
    for file in store.load_files(id)? {
        let rows = rows(file.rows.unsigned_abs());
        say(format!(
            "{}: {rows} of {}{}, {} bytes, SHA-256 {}",
            file.name,
            file.table,
            source_of(&file.source),
            HumanCount(file.bytes.unsigned_abs()),
            file.sha256
        ));
    }
    if let Some(report) = store.load_report(id)? {
        let report: serde_json::Value = serde_json::from_str(&report).unwrap_or_default();
        if let Some(zone) = report["timeZone"].as_str() {
            say(format!("days of the time zone {zone}"));
        }
        for mapping in report["mappings"].as_array().map_or(&[][..], Vec::as_slice) {
            say(format!(
                "mapping {}, as it was then: {} bytes",
                mapping["name"].as_str().unwrap_or_default(),
                mapping["text"].as_str().unwrap_or_default().len()
            ));
        }
        let days = report["replaced"].as_array().map_or(&[][..], Vec::as_slice);
        for day in days.iter().take(SHOWN_DAYS) {
            let on = day["day"].as_str().map(|day| format!(" {day}")).unwrap_or_default();
            let table = day["table"].as_str().unwrap_or_default();
            let of = source_of(day["source"].as_str().unwrap_or_default());
            let before = rows(day["before"].as_u64().unwrap_or_default());
            say(format!("{table}{on}{of}: {before} before, {} after", day["after"]));
        }
        if days.len() > SHOWN_DAYS {
            say(format!("and {}", counted((days.len() - SHOWN_DAYS) as u64, ["more day", "more days"])));
        }
        if let Some(erased) = report["erased"].as_object() {
            let removed = counted(erased["removed"].as_u64().unwrap_or_default(), ["member", "members"]);
            say(format!("{removed} removed, {} kept without their id", erased["anonymous"]));
        }
        for warning in report["warnings"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str) {
            // Those of an erasure say what was done and what is left to do.
            say(if *kind == Kind::Erase { warning.to_owned() } else { format!("warning: {warning}") });
        }
    }
    if let Some(message) = &load.message {
        say(message);
    }
    for fault in store.load_faults(id)? {
        let line = fault.line.map(|line| format!("{line}:")).unwrap_or_default();
        let column = fault.column.map(|column| format!("{column}:")).unwrap_or_default();
        say(format!("{}:{line}{column} {}", fault.file, fault.text));
    }
    Ok(())
}

/// Names a source in a line; nothing where none is named.
fn source_of(source: &str) -> String {
    if source.is_empty() { String::new() } else { format!(", source {source}") }
}

/// How many replaced days are shown.
const SHOWN_DAYS: usize = 100;

/// A load to run.
pub struct Ask<'a> {
    pub kind: Kind,
    pub options: LoadOptions,
    /// Folders and files; none where the load needs none.
    pub inputs: &'a [PathBuf],
}

/// Runs a load in this process, or in the server that owns the data directory. It goes on where the terminal is closed.
pub fn run_load(config: Config, ask: &Ask<'_>) -> Result<(), Failure> {
    signals::outlive_terminal().map_err(Failure::new)?;
    let app = match place::find(&config)? {
        Place::Here(app) => app,
        Place::Served => return run_there(&config.data_dir, ask)?.map_or(Ok(()), ended),
    };
    let outcome = run_here(&app, ask)?;
    // A load of this process is not queued: nobody would go on with it.
    if outcome.state == State::Queued { Err(Failure::new(outcome.text)) } else { ended(outcome) }
}

/// Hands the files to the server, and follows the load.
fn run_there(data_dir: &Path, ask: &Ask<'_>) -> Result<Option<Outcome>, Failure> {
    let folder = if ask.inputs.is_empty() {
        None
    } else {
        // The server could not read them.
        data_dir::require_owner(data_dir)?;
        let incoming = Incoming::create(data_dir).map_err(Failure::new)?;
        incoming.copy(ask.inputs).map_err(Failure::usage)?;
        Some(incoming.keep().map_err(Failure::new)?)
    };
    let by = acts_for().map(str::to_owned);
    let request = Request::Load { kind: ask.kind, folder, options: ask.options.clone(), by };
    let client = Client::ask(data_dir, &request).map_err(|_| not_acknowledged())?;
    follow(client, &Bar::default(), None)
}

/// Runs what waits in the queue up to a load, which is the last one, in this process.
pub(super) fn run_queued(app: &App, id: i64) -> Result<(), Failure> {
    let bar = Cancellable { bar: Bar::default() };
    run_waiting(app, &bar, Some(id))?;
    let load = app.store.load(id)?.ok_or_else(|| Failure::new("the ledger lost the load"))?;
    ended(carried_out(app, &load, None, &bar))
}

/// Runs what waits in the queue, as far as a load.
fn run_waiting(app: &App, bar: &Cancellable, until: Option<i64>) -> Result<(), Failure> {
    while let Some(load) = app.loads.oldest_queued()?.filter(|load| Some(load.id) != until) {
        say(format!("Load {} was waiting and is loaded first.", load.id));
        let outcome = carried_out(app, &load, None, bar);
        if outcome.state == State::Queued {
            return Err(Failure::new(outcome.text));
        }
        say(outcome.text.trim_end());
    }
    Ok(())
}

/// Runs what waits in the queue, then this load.
fn run_here(app: &App, ask: &Ask<'_>) -> Result<Outcome, Failure> {
    let bar = Cancellable { bar: Bar::default() };
    run_waiting(app, &bar, None)?;
    // What is packed is loaded from the spool.
    let (incoming, unpacked);
    let inputs = if ask.inputs.iter().any(|input| has_packed(input)) {
        incoming = Incoming::create(app.data_dir().path()).map_err(Failure::new)?;
        incoming.copy(ask.inputs).map_err(Failure::usage)?;
        unpacked = [incoming.path().to_owned()];
        &unpacked[..]
    } else {
        ask.inputs
    };
    let request = NewRequest {
        kind: ask.kind,
        origin: Origin::CommandLine,
        actor: acts_for(),
        options: &ask.options,
        folder: None,
    };
    let (id, _) = app.loads.enqueue(&request, app.clock.now())?;
    let load = app.store.load(id)?.ok_or_else(|| Failure::new("the ledger lost the load"))?;
    Ok(carried_out(app, &load, ask.kind.needs_files().then_some(inputs), &bar))
}

/// Whether a file is packed, or one of a folder.
pub(super) fn has_packed(input: &Path) -> bool {
    let is_packed = |path: &Path| path.file_name().is_some_and(|name| Packed::of(&name.to_string_lossy()).is_some());
    match std::fs::read_dir(input) {
        Ok(entries) => entries.flatten().any(|entry| is_packed(&entry.path())),
        Err(_) => is_packed(input),
    }
}

/// How long is tried to find out how a load ended, and to write it down.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(250);

/// Runs a load, and writes down how it ended as soon as that is possible.
fn carried_out(app: &App, load: &Load, inputs: Option<&[PathBuf]>, bar: &Cancellable) -> Outcome {
    let parts = app.load_parts();
    let mut tried = execute(parts, load, inputs, bar, &|| false);
    let limit = Instant::now() + PATIENCE;
    loop {
        let is_late = Instant::now() > limit;
        tried = match tried {
            Ok(undecided) if undecided.state == State::Queued => {
                app.warehouse.tend();
                match settle(parts, load) {
                    Ok(Some(settled)) => return settled,
                    Err(_) if !is_late => Ok(undecided),
                    _ => return undecided,
                }
            }
            Ok(outcome) => return outcome,
            Err(unwritten) if is_late => return unwritten.outcome(),
            Err(unwritten) => unwritten.write_again(parts),
        };
        if tried.as_ref().map_or(true, |outcome| outcome.state == State::Queued) {
            thread::sleep(PAUSE);
        }
    }
}

fn not_acknowledged() -> Failure {
    Failure::new(
        "the server ended before it acknowledged the load; `bond loads list` shows whether it has it: if not, run the \
         command again",
    )
}

/// Shows the progress of a load in the server, and cancels it on Ctrl-C. `known` is the load, where it is an older one. None
/// where the server had no load to follow, and said why.
pub(super) fn follow(mut client: Client, bar: &Bar, known: Option<i64>) -> Result<Option<Outcome>, Failure> {
    let mut canceller = client.canceller().map_err(|_| not_acknowledged())?;
    on_interrupt(move || {
        let _ = canceller.cancel();
    });
    let mut forward = Forward::default();
    let mut acknowledged = None;
    while let Ok(Some(event)) = client.receive() {
        match event {
            Event::Queued(load) => acknowledged = Some(load),
            Event::Steps(steps) => forward.to(&steps, bar),
            Event::Ended(outcome) => return Ok(Some(outcome)),
            Event::Said(said) => {
                say(said);
                return Ok(None);
            }
            Event::BackedUp(_)
            | Event::Health(_)
            | Event::Data(_)
            | Event::Held(_)
            | Event::Opening(_)
            | Event::Checked(_) => {}
            Event::Refused(why) => return Err(Failure::usage(why)),
        }
    }
    Err(match (acknowledged, known) {
        (Some(load), _) => Failure::new(format!(
            "the server ended before load {load} did; it has the load, which goes on when it starts again: `bond loads \
             show {load}` says how it ended"
        )),
        (None, Some(load)) => Failure::new(format!(
            "the server ended before load {load} did; `bond loads show {load}` says what became of it"
        )),
        (None, None) => not_acknowledged(),
    })
}

pub(super) fn ended(outcome: Outcome) -> Result<(), Failure> {
    match outcome.state {
        State::Published | State::Checked | State::Queued => {
            say(outcome.text.trim_end());
            Ok(())
        }
        _ if outcome.is_input_at_fault => Err(Failure::usage(outcome.text)),
        _ => Err(Failure::new(outcome.text)),
    }
}

/// Whether Ctrl-C was pressed.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A progress bar that stops the load on Ctrl-C.
struct Cancellable {
    bar: Bar,
}

impl Progress for Cancellable {
    fn start(&self, phase: Phase<'_>, total: Option<u64>) {
        on_interrupt(|| IS_INTERRUPTED.store(true, Ordering::Release));
        self.bar.start(phase, total);
    }

    fn advance(&self, done: u64) {
        self.bar.advance(done);
    }

    fn finish(&self) {
        self.bar.finish();
    }

    fn is_cancelled(&self) -> bool {
        IS_INTERRUPTED.load(Ordering::Acquire)
    }
}

/// Calls `then` at every Ctrl-C, for the rest of the process. Only the first call has an effect.
fn on_interrupt(mut then: impl FnMut() + Send + 'static) {
    static IS_SET: AtomicBool = AtomicBool::new(false);
    if IS_SET.swap(true, Ordering::AcqRel) {
        return;
    }
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let Ok(mut interrupt) = Interrupt::new() else { return };
            while interrupt.received().await {
                then();
            }
        });
    });
}
