//! Sends the audit log to the syslog server, by number: what the server has is written down, and the rest is sent when it can be
//! reached again. Lines after which a connection is cut are sent again where the server says when it has all; another server
//! would get all lines twice, so for it they are written down as perhaps missing.

use std::time::Duration;

use crate::app::App;
use crate::delivery::runtime;
use crate::store::audit::AuditFilter;
use crate::store::notes::Note;
use crate::syslog::{self, Taken};

/// How often it looks for new lines, and after a failure.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_secs(10);
/// How many lines are sent at once.
const MOST: u32 = 500;

/// What is known of the server since the start.
#[derive(Default)]
struct Known {
    /// It says when it has all.
    says: bool,
    /// The first of the lines that were sent and cut, which are sent once more.
    again: Option<i64>,
}

/// Sends until the queue of loads is stopped. What goes wrong is logged once, until it works again.
pub(super) fn watch(app: &App) {
    let (mut pause, mut said, mut known) = (POLL_INTERVAL, None, Known::default());
    while !app.loads.wait_for_stop(pause) {
        let failed = loop {
            match send(app, &mut known) {
                Ok(true) if !app.loads.is_stopping() => {}
                Ok(_) => break None,
                Err(error) => break Some(error),
            }
        };
        if failed != said
            && let Some(error) = &failed
        {
            tracing::warn!(error, "the syslog server does not take the audit log; it is tried again");
        }
        pause = if failed.is_none() { POLL_INTERVAL } else { AGAIN };
        said = failed;
    }
}

/// Sends the next lines that the server does not have. Returns whether there were any.
fn send(app: &App, known: &mut Known) -> Result<bool, String> {
    let settings = app.settings();
    if settings.syslog.syslog.is_none() {
        return Ok(false);
    }
    let sent = app.store.noted(Note::Syslog).map_err(|error| error.to_string())?.unwrap_or(0);
    let filter = AuditFilter { since: Some(sent), ..AuditFilter::default() };
    let lines = app.store.audit_lines(&filter, 0, MOST).map_err(|error| error.to_string())?;
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return Ok(false) };
    let (first, last) = (first.line, last.line);
    let stopped = async {
        while !app.loads.is_stopping() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let taken = runtime().map_err(|error| error.to_string())?.block_on(async {
        tokio::select! {
            sent = syslog::send(&app.egress, &settings.syslog, &lines) => sent,
            // They are sent again after the next start.
            () = stopped => Err("stopped".to_owned()),
        }
    })?;
    match taken {
        Taken::Closed => *known = Known { says: true, again: None },
        Taken::Cut if known.says && known.again != Some(first) => {
            known.again = Some(first);
            return Err("it ended the connection without the last word of TLS; the lines are sent again".to_owned());
        }
        Taken::Cut => app.store.note(Note::SyslogCut, last).map_err(|error| error.to_string())?,
    }
    app.store.note(Note::Syslog, last).map_err(|error| error.to_string())?;
    Ok(true)
}
