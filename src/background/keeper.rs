//! Keeps the warehouse attached and the disk reserve in place.

use std::time::Duration;

use crate::app::App;
use crate::backup;
use crate::store::audit::{By, Entry};
use crate::store::links::Opened;
use crate::store::reserve::{Change, Reserve};

/// How often it looks.
const LOOK: Duration = Duration::from_secs(1);

/// Looks after both until the queue of loads is stopped, and writes down which connections were opened.
pub fn keep(app: &App) {
    let mut reserve = app.reserve();
    loop {
        app.warehouse.tend();
        tend(app, &mut reserve);
        app.egress.flush();
        write_openings(app, app.clock.now());
        if app.loads.wait_for_stop(LOOK) {
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
