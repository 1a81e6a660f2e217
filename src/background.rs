//! What a running server does beside answering requests: it loads what is queued, issues the figures of closed days,
//! answers the control socket, watches the inbox, sends reports, checks alerts, makes backups on a schedule, deletes what is
//! older than it is kept, and keeps warehouse, cluster and disk reserve as they should be.

mod cluster;
mod copies;
mod follow;
mod issue;
mod pulls;
mod reports;
mod retention;
mod schedule;
mod upkeep;
mod warm;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::app::App;
use crate::features::alerts;
use crate::loads::control::{AskedFor, ControlHandlers, ControlSocket, Health, Opening, PullRequest};
use crate::loads::inbox::Inbox;
use crate::loads::{DayRange, Outcome, Unwritten, execute, settle};
use crate::outbox::STACK;
use crate::pull::{self, Days, Pulled, Wish};
use crate::store::loads::{Kind, Load, Origin, State};
use crate::warehouse::Warehouse;
use crate::warehouse::load::TIME_ZONE;
use follow::Following;
use schedule::Schedule;

/// The background work of a server. Dropping it stops the work: a load that has begun to publish ends first, any other
/// goes on at the next start.
pub struct Background {
    app: Arc<App>,
    // Closed before the threads end, so that nobody waits for a load that does not come.
    control: Option<ControlSocket>,
    threads: Vec<JoinHandle<()>>,
    _schedule: Schedule,
}

impl Background {
    /// Starts the work.
    pub fn start(app: &Arc<App>) -> io::Result<Background> {
        let (clock, backups, asked_about) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
        let (data, receipts, opened) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
        let pulls = Arc::clone(app);
        let asked = ControlHandlers {
            now: Box::new(move || clock.clock.now()),
            back_up: Box::new(move |wish, progress| backups.back_up(wish, None, progress)),
            health: Box::new(move || health(&asked_about)),
            data: Box::new(move || loaded(&data)),
            open: Box::new(move || opening(&opened)),
            receipt: Box::new(move |receipt| checked_receipt(&receipts, receipt)),
            pull: Box::new(move |request| pulled(&pulls, &request)),
        };
        let control = ControlSocket::open(Arc::clone(&app.loads), asked)?;
        let (loading, following) = (Arc::clone(app), Arc::clone(app));
        let mut threads = vec![thread::Builder::new().name("loader".to_owned()).spawn(move || load_all(&loading))?];
        threads.push(thread::Builder::new().name("follower".to_owned()).spawn(move || follow_all(&following))?);
        let keeping = Arc::clone(app);
        threads.push(thread::Builder::new().name("keeper".to_owned()).spawn(move || upkeep::keep(&keeping))?);
        if !app.config.clickhouse.clickhouse_url.is_empty() {
            let mending = Arc::clone(app);
            threads.push(thread::Builder::new().name("cluster".to_owned()).spawn(move || cluster::mend(&mending))?);
        }
        // Reports take long to make, and alerts are urgent. Neither thread waits for a mail server (outbox.rs).
        let (reporting, checking) = (Arc::clone(app), Arc::clone(app));
        let report = move || reports::watch(&reporting, "reports", crate::features::reports::look);
        threads.push(thread::Builder::new().name("reports".to_owned()).stack_size(STACK).spawn(report)?);
        let check = move || reports::watch(&checking, "alerts", |app| Ok(alerts::look(app)?));
        threads.push(thread::Builder::new().name("alerts".to_owned()).stack_size(STACK).spawn(check)?);
        if let Some(folder) = app.config.inbox.clone() {
            let watching = Arc::clone(app);
            let watch = move || watch_inbox(&watching, &folder);
            threads.push(thread::Builder::new().name("inbox".to_owned()).spawn(watch)?);
        }
        if !app.config.pulls.is_empty() {
            let asking = Arc::clone(app);
            // Nobody waits for its end: a system may take minutes to answer. What is cut off is asked for again.
            thread::Builder::new().name("pulls".to_owned()).spawn(move || pulls::watch(&asking))?;
        }
        if !app.config.backup_to.is_empty() {
            let copying = Arc::clone(app);
            // Nobody waits for its end either.
            thread::Builder::new().name("copies".to_owned()).spawn(move || copies::watch(&copying))?;
        }
        let schedule = Schedule::start(app)?;
        Ok(Background { app: Arc::clone(app), control: Some(control), threads, _schedule: schedule })
    }
}

/// How the server does, for `bond doctor`.
fn health(app: &App) -> Health {
    let mut health = Health {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_at: app.started_at,
        warehouse_schema: Warehouse::SCHEMA,
        data_version: app.warehouse.data_version(),
        warehouse_memory: app.config.warehouse_memory.clone(),
        cache_bytes: app.config.cache_bytes,
        ..Health::default()
    };
    // A query, so that it is known whether the warehouse answers. It runs on the blocking threads of a runtime.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let sql = "select max(last_day)::bigint from bond.main.loaded where table_name = 'logins'";
    let found = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
        let ask = |sql: &str| {
            let query = app.warehouse.query(health.data_version, sql.to_owned(), Vec::new());
            runtime.block_on(query).map_err(|error| error.to_string())
        };
        let late_tables = runtime.block_on(app.late_tables()).map_err(|error| error.to_string())?;
        Ok((ask(sql)?, ask(TIME_ZONE)?, late_tables))
    });
    match found {
        Ok((days, zone, late_tables)) => {
            health.last_day = days.columns.first().and_then(|days| i16::try_from(*days.ints().first()?).ok());
            // A null is read as an empty text.
            let name = zone.columns.first().and_then(|names| names.texts().first().cloned());
            health.time_zone = name.filter(|name| !name.is_empty());
            health.late_tables = late_tables;
        }
        Err(error) => health.fault = Some(error),
    }
    health
}

impl Drop for Background {
    fn drop(&mut self) {
        self.app.loads.stop();
        drop(self.control.take());
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        self.app.warehouse.leave_cluster();
    }
}

/// What is loaded, for a thread that is not one of the server's.
fn loaded(app: &App) -> Result<serde_json::Value, String> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|error| error.to_string())?;
    let loaded = runtime.block_on(app.loaded()).map_err(|error| error.to_string())?;
    serde_json::to_value(loaded).map_err(|error| error.to_string())
}

/// Where the page is, with a link that signs in, for a thread that is not one of the server's.
fn opening(app: &App) -> Result<Opening, String> {
    let address = app.listens_on().ok_or("the server does not listen yet")?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|error| error.to_string())?;
    Ok(Opening { page: app.config.page_at(address), link: runtime.block_on(app.opening_link()) })
}

/// What came of computing the figure of a receipt again, for a thread that is not one of the server's.
fn checked_receipt(app: &App, receipt: serde_json::Value) -> Result<serde_json::Value, String> {
    let receipt = serde_json::from_value(receipt).map_err(|error| format!("this is no receipt: {error}"))?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|error| error.to_string())?;
    let finding = runtime.block_on(app.check_receipt(&receipt)).map_err(|error| error.to_string())?;
    serde_json::to_value(finding).map_err(|error| error.to_string())
}

/// Asks a system for data, or tries to.
fn pulled(app: &App, request: &PullRequest) -> Result<AskedFor, String> {
    let PullRequest { name, attempt, check, days, by } = request;
    let pull = pull::named(&app.config.pulls, name).map_err(|error| error.to_string())?;
    if *attempt {
        return pull::try_connection(app.puller(), pull).map(AskedFor::Said).map_err(|error| error.to_string());
    }
    let wish = Wish {
        kind: if *check { Kind::Check } else { Kind::Import },
        days: days.map(|DayRange(since, until)| Days { since, until }),
        actor: by.as_deref(),
        origin: Origin::CommandLine,
    };
    match pull::run(app.puller(), &app.pulls, pull, wish, &|| app.loads.is_stopping()) {
        Ok(Pulled::Queued(load)) => Ok(AskedFor::Load(load)),
        Ok(Pulled::Nothing) => Ok(AskedFor::Said(pull::NOTHING.to_owned())),
        Err(error) => Err(error.to_string()),
    }
}

/// How often the inbox is looked through.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Takes feeds from the inbox until the queue is stopped. What goes wrong with the folder is logged once, until it
/// works again.
fn watch_inbox(app: &App, folder: &Path) {
    let mut inbox = Inbox::new(folder, &app.loads, &app.store, app.config.inbox_mapping.as_deref());
    let mut said = None;
    while !app.loads.is_stopping() {
        let failed = inbox.look(app.clock.now()).err().map(|error| error.to_string());
        if failed != said
            && let Some(error) = &failed
        {
            tracing::error!(error, inbox = %folder.display(), "the inbox cannot be used");
        }
        said = failed;
        app.loads.wait_for_stop(POLL_INTERVAL);
    }
}

/// Follows the loads until their queue is stopped. It begins with what a process that ended, or a load without a server, has
/// left.
fn follow_all(app: &Arc<App>) {
    loop {
        let following = Following::new(app);
        issue::closed_days(&following);
        warm::default_screens(&following);
        if !following.wait() {
            return;
        }
    }
}

/// Runs queued loads, one at a time, until the queue is stopped.
fn load_all(app: &Arc<App>) {
    while let Some((load, progress)) = app.loads.next() {
        let is_stopping = || app.loads.is_stopping();
        let outcome = match execute(app.load_parts(), &load, None, &*progress, &is_stopping) {
            Ok(outcome) if outcome.state == State::Queued => match settle_later(app, &load) {
                Some(settled) => settled,
                None if is_stopping() => outcome,
                // The queue gives it again, and those who wait for it go on waiting.
                None => continue,
            },
            Ok(outcome) => outcome,
            Err(unwritten) => write_later(app, unwritten),
        };
        if outcome.state.is_final() {
            tracing::info!(load = load.id, state = outcome.state.text(), "a load has ended");
        }
        app.loads.finish(load.id, outcome);
    }
}

/// Waits until the ledger can be written and the warehouse read, and writes the load down as published if it is. None if it
/// is not, or if the queue was stopped before.
fn settle_later(app: &App, load: &Load) -> Option<Outcome> {
    while !app.loads.wait_for_stop(POLL_INTERVAL) {
        match settle(app.load_parts(), load) {
            Ok(settled) => return settled,
            Err(error) => tracing::debug!(%error, load = load.id, "still not written down"),
        }
    }
    None
}

/// Writes the end of a load down as soon as the ledger can be written. Nothing else is loaded before: its end could not be
/// written down either.
fn write_later(app: &App, mut unwritten: Unwritten) -> Outcome {
    tracing::error!(error = %unwritten, "the ledger of loads cannot be written; trying again");
    while !app.loads.wait_for_stop(POLL_INTERVAL) {
        match unwritten.write_again(app.load_parts()) {
            Ok(outcome) => return outcome,
            Err(still) => unwritten = still,
        }
    }
    unwritten.outcome()
}
