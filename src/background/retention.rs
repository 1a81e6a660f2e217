//! What a server deletes by itself because it is older than the settings keep it.

use time::Duration;

use crate::app::App;
use crate::loads::{self, LoadOptions, NewRequest};
use crate::store::loads::{Kind, Origin};
use crate::warehouse::load::{count_expired, forget_undo};

const DAY: i64 = 24 * 60 * 60;

/// Deletes what is due. What goes wrong is logged, and tried again the next day.
pub(super) fn apply(app: &App) {
    let done = [
        ("the files of old loads", files(app)),
        ("what could be undone", undo(app)),
        ("old lines of the audit log", audit(app)),
        ("old facts", facts(app)),
    ];
    for (what, done) in done {
        if let Err(error) = done {
            tracing::error!(%error, "{what} could not be deleted");
        }
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

fn files(app: &App) -> Done {
    let removed = loads::remove_kept_files(app.load_parts(), app.config.keep_load_files_days)?;
    if removed > 0 {
        tracing::info!(loads = removed, "removed the files of loads that a backup has");
    }
    Ok(())
}

fn undo(app: &App) -> Done {
    let days = i64::from(app.config.keep_undo_days);
    if days > 0 && forget_undo(&app.warehouse, app.clock.now() - days * DAY)? {
        tracing::info!("the last load can no longer be undone");
    }
    Ok(())
}

fn audit(app: &App) -> Done {
    let days = i64::from(app.config.keep_audit_days);
    if days == 0 {
        return Ok(());
    }
    let now = app.clock.now();
    app.store.delete_audit_before(now - days * DAY, now)?;
    Ok(())
}

/// Whole months are dropped, so that everything derived is computed again once a month and not every day.
fn facts(app: &App) -> Done {
    let days = i64::from(app.config.keep_facts_days);
    if days == 0 {
        return Ok(());
    }
    let oldest = app.clock.today().saturating_sub(Duration::days(days));
    let before = oldest.replace_day(1)?;
    let waits = app.store.unfinished_loads()?.iter().any(|load| load.kind == Kind::Expire);
    if waits || count_expired(&app.warehouse, before)? == 0 {
        return Ok(());
    }
    let options = LoadOptions { before: Some(before), ..LoadOptions::default() };
    let request =
        NewRequest { kind: Kind::Expire, origin: Origin::Schedule, actor: None, options: &options, folder: None };
    app.loads.enqueue(&request, app.clock.now())?;
    Ok(())
}
