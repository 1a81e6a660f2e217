//! What a running server does beside answering requests: it loads what is queued, issues the figures of closed days,
//! answers the control socket, watches the inbox, sends reports, checks alerts, tells administrators what needs them, makes backups on a schedule, deletes what is
//! older than it is kept, and keeps warehouse, cluster and disk reserve as they should be.

mod cluster;
mod copies;
mod follow;
mod identities;
mod issue;
mod pulls;
mod reload;
mod reports;
mod retention;
mod schedule;
mod syslog;
mod upkeep;
mod warm;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::app::App;
use crate::connections::tls::Tls;
use crate::features::receipts::check::checked;
use crate::features::receipts::tables::Viewer;
use crate::features::{alerts, notices};
use crate::loads::control::{AskedFor, ControlHandlers, ControlSocket, Opening, PullRequest};
use crate::loads::inbox::Inbox;
use crate::loads::{DayRange, Outcome, Unwritten, execute, settle};
use crate::outbox::STACK;
use crate::pull::{self, Days, Pulled, Wish};
use crate::scope::Scope;
use crate::store::audit::By;
use crate::store::loads::{Kind, Load, Origin, State};
use follow::Following;
pub use reload::reload;
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
    /// Starts the work. The certificate is read anew together with the settings.
    pub fn start(app: &Arc<App>, tls: Option<Arc<Tls>>) -> io::Result<Background> {
        // As a reload does: the settings may have changed while no server ran.
        app.auth.end_of_other_providers(app.clock.now()).map_err(io::Error::other)?;
        let (clock, backups, asked_about) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
        let (data, receipts, opened) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
        let (pulls, members, rereading) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
        let asked = ControlHandlers {
            now: Box::new(move || clock.clock.now()),
            back_up: Box::new(move |wish, progress| backups.back_up(wish, None, progress)),
            health: Box::new(move || asked_about.health()),
            data: Box::new(move || loaded(&data)),
            open: Box::new(move || opening(&opened)),
            check: Box::new(move |text| checked_text(&receipts, text)),
            pull: Box::new(move |request| pulled(&pulls, &request)),
            held: Box::new(move |id, by| held(&members, id, by)),
            reload: Box::new(move |by| reload(&rereading, tls.as_deref(), by)),
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
        let report =
            move || reports::watch(&reporting, "reports", reports::POLL_INTERVAL, crate::features::reports::look);
        threads.push(thread::Builder::new().name("reports".to_owned()).stack_size(STACK).spawn(report)?);
        let check = move || reports::watch(&checking, "alerts", reports::POLL_INTERVAL, |app| Ok(alerts::look(app)?));
        threads.push(thread::Builder::new().name("alerts".to_owned()).stack_size(STACK).spawn(check)?);
        let telling = Arc::clone(app);
        let tell = move || reports::watch(&telling, "notices", reports::NOTICES, notices::look);
        threads.push(thread::Builder::new().name("notices".to_owned()).spawn(tell)?);
        let logging = Arc::clone(app);
        threads.push(thread::Builder::new().name("syslog".to_owned()).spawn(move || syslog::watch(&logging))?);
        if let Some(folder) = app.config.inbox.clone() {
            let watching = Arc::clone(app);
            let watch = move || watch_inbox(&watching, &folder);
            threads.push(thread::Builder::new().name("inbox".to_owned()).spawn(watch)?);
        }
        let asking = Arc::clone(app);
        // Nobody waits for its end: a system may take minutes to answer. What is cut off is asked for again.
        thread::Builder::new().name("pulls".to_owned()).spawn(move || pulls::watch(&asking))?;
        let copying = Arc::clone(app);
        // Nobody waits for its end either.
        thread::Builder::new().name("copies".to_owned()).spawn(move || copies::watch(&copying))?;
        let checking = Arc::clone(app);
        // Nobody waits for its end: a provider may take seconds to answer. What is cut off is checked after the next start.
        thread::Builder::new().name("identities".to_owned()).spawn(move || identities::watch(&checking))?;
        let schedule = Schedule::start(app)?;
        Ok(Background { app: Arc::clone(app), control: Some(control), threads, _schedule: schedule })
    }
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

/// What is to be said of a receipt or a text with numbers, for a thread that is not one of the server's.
fn checked_text(app: &App, text: &str) -> Result<serde_json::Value, String> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|error| error.to_string())?;
    let found = runtime.block_on(checked(app, Viewer::OPERATOR, text)).map_err(|error| error.body().message.clone())?;
    serde_json::to_value(found).map_err(|error| error.to_string())
}

/// What is held about a member, for a thread that is not one of the server's.
fn held(app: &App, id: &str, by: Option<&str>) -> Result<serde_json::Value, String> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|error| error.to_string())?;
    let held = runtime.block_on(app.held(id, &Scope::All)).map_err(|error| error.to_string())?;
    app.record_look(id, held.is_some(), By { actor: by, address: None, at: app.clock.now() })
        .map_err(|error| error.to_string())?;
    serde_json::to_value(held).map_err(|error| error.to_string())
}

/// Asks a system for data, or tries to.
fn pulled(app: &App, request: &PullRequest) -> Result<AskedFor, String> {
    let PullRequest { name, attempt, check, days, new_time_zone, by } = request;
    let settings = app.settings();
    let pull = pull::named(&settings.pulls, name).map_err(|error| error.to_string())?;
    if *attempt {
        return pull::try_connection(app.puller(), pull).map(AskedFor::Said).map_err(|error| error.to_string());
    }
    let wish = Wish {
        kind: if *check { Kind::Check } else { Kind::Import },
        days: days.map(|DayRange(since, until)| Days { since, until }),
        new_time_zone: *new_time_zone,
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
