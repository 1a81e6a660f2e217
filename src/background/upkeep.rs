//! Keeps the warehouse attached and the disk reserve in place, and looks whether the accounts are still whole.

use std::time::{Duration, Instant};

use crate::app::App;
use crate::backup;
use crate::store::audit::{By, Entry};
use crate::store::openings::Opened;
use crate::store::reserve::{Change, Reserve};
use crate::store::{Store, faults};

/// How often it looks.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How often it reads every page of the accounts.
const READ: Duration = Duration::from_secs(60 * 60);

/// Looks after both until the queue of loads is stopped, and writes down which connections were opened.
pub fn keep(app: &App) {
    let mut reserve = app.reserve();
    let mut accounts = Accounts { met: faults::met(), read: Instant::now() };
    loop {
        app.warehouse.tend();
        accounts.tend(app);
        tend(app, &mut reserve);
        app.egress.flush();
        write_openings(app, app.clock.now());
        app.drafts.remove_old(app.clock.now());
        if app.loads.wait_for_stop(POLL_INTERVAL) {
            return write_openings(app, i64::MAX);
        }
    }
}

/// Writes down how often links were opened.
fn write_openings(app: &App, until: i64) {
    for Opened { link, count, address } in app.openings.due(until) {
        let by = By { actor: None, address: address.as_deref(), at: app.clock.now() };
        if let Err(error) = app.store.link_opened(link, count, by) {
            tracing::error!(%error, link, count, "openings of a link could not be written down");
        }
    }
}

/// Makes the reserve again where room has returned, and records when it was given up or made again.
fn tend(app: &App, reserve: &mut Reserve) {
    let free = backup::free_space(app.data_dir().path()).unwrap_or(0);
    let Some(change) = reserve.tend(free) else { return };
    let (event, detail) = match change {
        Change::GivenUp { left } => ("reserve_given_up", format!("the disk is full; {left} bytes are left")),
        Change::Made { bytes } => ("reserve_made", format!("{bytes} bytes")),
    };
    tracing::warn!(event, detail, "the disk reserve has changed");
    let entry = Entry { at: app.clock.now(), event, detail: Some(&detail), ..Entry::default() };
    if let Err(error) = app.store.record(&entry) {
        tracing::error!(%error, event, "not in the audit log");
    }
}

/// What is known of the accounts.
struct Accounts {
    /// How often damage was met.
    met: u64,
    /// When they were last read whole.
    read: Instant,
}

impl Accounts {
    /// Has everything opened anew, which ends in maintenance, where the files were taken away, or have a fault that some
    /// call met or that is found now.
    fn tend(&mut self, app: &App) {
        if let Some(why) = app.store.displaced() {
            return app.store.fail(why.to_owned());
        }
        let met = faults::met();
        if met == self.met && self.read.elapsed() < READ {
            return;
        }
        (self.met, self.read) = (met, Instant::now());
        // By a connection of its own: nobody waits for it.
        match Store::look(app.data_dir().path()).and_then(|store| store.first_fault()) {
            Ok(None) => {}
            Ok(Some(fault)) => app.store.fail(format!("bond.sqlite is damaged ({fault})")),
            Err(error) => tracing::error!(%error, "the accounts could not be examined"),
        }
    }
}
