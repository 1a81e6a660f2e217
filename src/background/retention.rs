//! What a server deletes by itself because it is older than the settings keep it.
//!
//! Nothing is deleted where the clock may be wrong, or where much would go at once: that is held until somebody allows it
//! (`bond retention`).

use time::{Duration, OffsetDateTime};

use crate::app::App;
use crate::loads::{self, LoadOptions, NewRequest};
use crate::store::loads::{Kind, Origin};
use crate::store::notes::Note;
use crate::store::retention::{OldLines, Retained};
use crate::warehouse::counted::counted;
use crate::warehouse::load::{Expired, count_expired, forget_undo, has_old_undo, last_day};

const DAY: i64 = 24 * 60 * 60;
/// The most days that may lie between the last day that is known to have been and today.
const LARGEST_STEP: i64 = 7;
/// The part of what is kept that may go at once: one of so many. Whole months of facts go, and at least 13 are kept.
const PART: u64 = 4;

/// Deletes what is due. What goes wrong is logged, and tried again the next day.
pub(super) fn apply(app: &App) {
    // Not the time that sessions go by: it stays ahead where the clock was ahead once.
    let now = app.clock.machine();
    let done = believed(app, now).map(|clock| {
        let look = Review { app, now, clock };
        [
            (Retained::LoadFiles, look.files()),
            (Retained::Undo, look.undo()),
            (Retained::Audit, look.audit()),
            (Retained::Facts, look.facts()),
        ]
    });
    match done {
        Err(error) => tracing::error!(%error, "what is older than it is kept could not be deleted"),
        Ok(done) => {
            for (what, done) in done {
                if let Err(error) = done {
                    tracing::error!(%error, "{} could not be deleted", what.about());
                }
            }
        }
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

/// Whether the clock shows a time that can be: it is at most some days after the last look that was believed, or after the
/// last day with data, which come from elsewhere. Otherwise why not.
fn believed(app: &App, now: i64) -> Result<Result<(), String>, Box<dyn std::error::Error>> {
    let looked = match app.store.noted(Note::Retention)? {
        Some(at) => Some(at),
        // Before the first look, what an earlier process wrote down.
        None => app.store.last_audit_time_before(app.started_at)?,
    };
    // Nothing that could be deleted was there before.
    let Some(looked) = looked else {
        app.store.note(Note::Retention, now)?;
        return Ok(Ok(()));
    };
    let last_day = last_day(&app.warehouse)?.map(|day| app.clock.start_of(day) + DAY);
    let judged = judge_clock(now, looked, last_day);
    if judged.is_ok() && now != looked {
        app.store.note(Note::Retention, now)?;
    }
    Ok(judged)
}

/// As [`believed`]. `looked` is when retention last believed the clock, `data` the end of the last day with data.
fn judge_clock(now: i64, looked: i64, data: Option<i64>) -> Result<(), String> {
    // A time that has not come yet was written down by a clock that was wrong.
    let known = [Some(looked), data].into_iter().flatten().filter(|at| *at <= now + DAY).max();
    match known {
        Some(at) if now - at <= LARGEST_STEP * DAY => Ok(()),
        Some(at) => Err(format!(
            "the clock shows {}, {} days after the last day that is known to have been, {}",
            shown(now),
            (now - at) / DAY,
            shown(at)
        )),
        None => Err(format!("the clock shows {}, and was at {} before", shown(now), shown(looked))),
    }
}

/// The day of a time, in UTC.
fn shown(at: i64) -> String {
    OffsetDateTime::from_unix_timestamp(at).map(|at| at.date().to_string()).unwrap_or_default()
}

/// Whether more than a part goes; why it is held then.
fn judge_part(goes: u64, of: u64, what: &str) -> Result<(), String> {
    if goes.saturating_mul(PART) <= of { Ok(()) } else { Err(format!("{goes} of {of} {what} would go at once")) }
}

/// A look at what is due.
struct Review<'a> {
    app: &'a App,
    now: i64,
    /// Why the clock is not believed.
    clock: Result<(), String>,
}

impl Review<'_> {
    /// Whether something that is of before a time may go. Otherwise it is held, with the reason.
    fn may_go(
        &self,
        what: Retained,
        before: i64,
        more: Result<(), String>,
    ) -> Result<bool, Box<dyn std::error::Error>> {
        let App { store, .. } = self.app;
        let why = match (&self.clock, more) {
            (Ok(()), Ok(())) => {
                store.release(what)?;
                return Ok(true);
            }
            (Err(clock), Err(more)) => format!("{clock}; {more}"),
            (Err(why), Ok(())) => why.clone(),
            (Ok(()), Err(why)) => why,
        };
        if store.is_allowed(what, before)? {
            // Who allows it says that the clock is right.
            store.note(Note::Retention, self.now)?;
            store.release(what)?;
            return Ok(true);
        }
        let is_new = store.hold(what, &why, before, self.now)?;
        if is_new {
            tracing::warn!(
                why,
                "{} are not deleted; if that is right, allow it with: bond retention allow {}",
                what.about(),
                what.word()
            );
        }
        Ok(false)
    }

    fn files(&self) -> Done {
        let days = self.app.config.keep_load_files_days;
        let limit = self.now - i64::from(days) * DAY;
        let parts = self.app.load_parts();
        if !loads::has_old_files(parts, limit)? {
            return Ok(self.app.store.release(Retained::LoadFiles)?);
        }
        if self.may_go(Retained::LoadFiles, limit, Ok(()))? {
            let removed = loads::remove_old_files(parts, limit, self.now)?;
            if removed > 0 {
                tracing::info!(loads = removed, "removed the files of loads that a backup has");
            }
        }
        Ok(())
    }

    fn undo(&self) -> Done {
        let limit = self.now - i64::from(self.app.config.keep_undo_days) * DAY;
        if self.app.config.keep_undo_days == 0 || !has_old_undo(&self.app.warehouse, limit)? {
            return Ok(self.app.store.release(Retained::Undo)?);
        }
        if self.may_go(Retained::Undo, limit, Ok(()))? && forget_undo(&self.app.warehouse, limit)? {
            tracing::info!("the last load can no longer be undone");
        }
        Ok(())
    }

    fn audit(&self) -> Done {
        let store = &self.app.store;
        let limit = self.now - i64::from(self.app.config.keep_audit_days) * DAY;
        let old = if self.app.config.keep_audit_days == 0 { None } else { store.old_audit_lines(limit)? };
        let Some(old) = old else { return Ok(store.release(Retained::Audit)?) };
        if self.may_go(Retained::Audit, limit, judge_lines(old, limit, self.now))? {
            store.delete_audit_before(limit, self.now)?;
        }
        Ok(())
    }

    /// Whole months are dropped, so that everything derived is computed again once a month and not every day.
    fn facts(&self) -> Done {
        let App { store, warehouse, clock, config, .. } = self.app;
        let oldest = clock.today().saturating_sub(Duration::days(i64::from(config.keep_facts_days)));
        let before = oldest.replace_day(1)?;
        let found = if config.keep_facts_days == 0 { Expired::default() } else { count_expired(warehouse, before)? };
        if found.rows == 0 {
            return Ok(store.release(Retained::Facts)?);
        }
        if store.unfinished_loads()?.iter().any(|load| load.kind == Kind::Expire) {
            return Ok(());
        }
        let more = match was_undone(self.app)? {
            true => Err(format!("the facts before {before} were dropped, and somebody took that back")),
            false => judge_part(found.rows, found.of, "facts"),
        };
        if !self.may_go(Retained::Facts, clock.start_of(before), more)? {
            return Ok(());
        }
        let options = LoadOptions { before: Some(before), ..LoadOptions::default() };
        let request =
            NewRequest { kind: Kind::Expire, origin: Origin::Schedule, actor: None, options: &options, folder: None };
        self.app.loads.enqueue(&request, clock.now())?;
        Ok(())
    }
}

/// Whether the last drop of facts was undone.
fn was_undone(app: &App) -> Result<bool, Box<dyn std::error::Error>> {
    let mut loads = app.store.published_loads()?.into_iter().rev().skip_while(|load| load.kind == Kind::Undo);
    let before_the_undo = loads.next();
    let is_undone = app.store.published_loads()?.last().is_some_and(|load| load.kind == Kind::Undo);
    Ok(is_undone && before_the_undo.is_some_and(|load| load.kind == Kind::Expire))
}

/// Whether the old lines are more than a part of the time that the log covers. Their number says little: a busy day may
/// have most lines of a year.
fn judge_lines(old: OldLines, limit: i64, now: i64) -> Result<(), String> {
    let days = |from: i64, to: i64| (to - from).max(0).unsigned_abs() / DAY.unsigned_abs();
    let (goes, of) = (days(old.first, limit), days(old.first, now));
    judge_part(goes, of, "days of the audit log")
        .map_err(|why| format!("{why} ({})", counted(old.lines.unsigned_abs(), ["line", "lines"])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_believed_where_something_else_says_nearly_the_same() {
        let (now, years) = (1_800_000_000, 5 * 365 * DAY);
        assert!(judge_clock(now, now - 7 * DAY, None).is_ok());
        assert!(judge_clock(now, now - 8 * DAY, None).is_err(), "nothing was looked at meanwhile");
        assert!(judge_clock(now, now - years, Some(now - 2 * DAY)).is_ok(), "the data are of yesterday");
        let why = judge_clock(now + years, now, Some(now - 2 * DAY)).expect_err("ahead");
        assert!(why.contains("1825 days after") && why.contains("2027-01-15"), "{why}");
        // Looked at while the clock was ahead, and put right since.
        assert!(judge_clock(now, now + years, None).is_err());
        assert!(judge_clock(now, now + years, Some(now)).is_ok());
    }

    #[test]
    fn much_at_once_is_held() {
        assert!(judge_part(25, 100, "facts").is_ok() && judge_part(0, 0, "facts").is_ok());
        assert_eq!(judge_part(26, 100, "facts").expect_err("much"), "26 of 100 facts would go at once");
        let now = 1_800_000_000;
        let old = OldLines { lines: 9_000, first: now - 31 * DAY };
        assert!(judge_lines(old, now - 30 * DAY, now).is_ok(), "a day of a month, whatever its lines");
        assert!(judge_lines(OldLines { first: now - 60 * DAY, ..old }, now - 30 * DAY, now).is_err());
    }
}
