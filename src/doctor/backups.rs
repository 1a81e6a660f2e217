//! Backups: how old the newest is, and whether it is whole.

use super::finding::{Finding, Level, count, size, span};
use super::subject::Subject;
use crate::backup::{self, BackupError, Found, Key};
use crate::clock::{Clock, TimeOfDay, minute};
use crate::store::Store;
use crate::store::audit::AuditFilter;

const DAY: i64 = 24 * 60 * 60;
/// With a schedule, the newest is never older, unless one failed.
const SCHEDULED: i64 = 2 * DAY;
/// Without one.
const BY_HAND: i64 = 8 * DAY;

/// How long the first may take, and a second try after one that failed.
const GRACE: i64 = 2 * 60 * 60;

/// Whether the server makes backups by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Schedule {
    Off,
    /// The first was due.
    Runs,
    /// The first was not due yet; when it is made.
    Begins(String),
}

fn schedule(subject: &Subject) -> Schedule {
    let Some(at) = subject.config().backup_at else { return Schedule::Off };
    let clock = &subject.wanted.clock;
    let chosen = subject.store.as_ref().ok().and_then(|store| store.chosen_settings().ok()).unwrap_or_default();
    let chosen = chosen.iter().find(|one| one.name == "backup_at" && one.value == at.to_string());
    let started = subject.health().map(|health| health.started_at);
    begun(clock, at, chosen.map(|one| one.changed_at), started)
}

/// The server makes a first backup when it starts, or at the time that was chosen while it ran; both in seconds since
/// 1970-01-01 UTC.
fn begun(clock: &Clock, at: TimeOfDay, chosen: Option<i64>, started: Option<i64>) -> Schedule {
    let now = clock.now();
    let due = match (chosen, started) {
        (Some(chosen), Some(started)) if chosen < started => Some(started),
        (chosen, started) => chosen.map(|chosen| clock.next_after(chosen, at)).or(started),
    };
    let says = |first: String| Schedule::Begins(format!("the first scheduled one is made {first}"));
    match due {
        Some(due) if due + GRACE <= now => Schedule::Runs,
        _ if started.is_none() => says("when the server starts".to_owned()),
        Some(due) if due > now => says(format!("at {at}, in {}", span(due - now))),
        _ => says("now".to_owned()),
    }
}

/// What was looked at of the newest backup.
enum Verified {
    /// Both ends of the file.
    Ends,
    /// Every byte and every row.
    Whole,
    /// Nothing: it is encrypted.
    Encrypted,
}

pub(super) fn backups(subject: &Subject) -> Finding {
    let folder = subject.backup_dir();
    let schedule = schedule(subject);
    let (own, others) = match looked(subject) {
        Ok(found) => found,
        Err(error) => {
            return Finding::problem(
                error.to_string(),
                "see that the folder can be read by the user who runs the server",
            );
        }
    };
    let others = others.first().map(|first| of_others(subject, first, others.len()));
    let Some(newest) = own.iter().find(|found| !backup::is_ahead(found, subject.wanted.clock.machine())) else {
        let mut text = format!("there is none in {}", folder.display());
        if !own.is_empty() {
            text = format!("{text} that is not dated in the future: the clock was ahead");
        }
        let said =
            |first: Option<String>| [Some(text), first, others].into_iter().flatten().collect::<Vec<_>>().join("; ");
        return match schedule {
            Schedule::Off => Finding::problem(said(None), "set backup_at, or make one with bond backup"),
            Schedule::Runs => Finding::problem(said(None), "look at the server's log; bond backup makes one now"),
            Schedule::Begins(first) => Finding::note(said(Some(first)), ""),
        };
    };
    let (verified, age) = (verify(subject, newest), subject.wanted.clock.machine() - newest.name.at);
    let finding = match failed_since(subject, newest.name.at) {
        Some(why) => Finding::problem(
            format!("{} old; the one after it failed: {why}", span(age)),
            "mend that; it is tried again in an hour, or now with bond backup",
        ),
        None => judge(&Newest { found: newest, count: own.len(), verified, age, schedule }),
    };
    match others {
        None => finding,
        Some(others) => {
            let Finding { level, text, todo } = finding;
            let todos = [todo, format!("bond verify {} says which are good", folder.display())];
            let todo = todos.into_iter().filter(|todo| !todo.is_empty()).collect::<Vec<_>>().join("; ");
            Finding { level: level.max(Level::Note), text: format!("{text}; {others}"), todo }
        }
    }
}

/// Why the scheduled backup failed, if none was made since.
fn failed_since(subject: &Subject, made_at: i64) -> Option<String> {
    let store = subject.store.as_ref().ok()?;
    let failed = AuditFilter { what: Some("backup_failed".to_owned()), from: Some(made_at), ..AuditFilter::default() };
    store.audit_lines(&failed, 0, 1).ok()?.pop()?.detail
}

/// The backups that count, and the other files with the name of one. Where the accounts cannot be read, all count.
fn looked(subject: &Subject) -> Result<(Vec<Found>, Vec<Found>), BackupError> {
    let found = backup::list(&subject.backup_dir())?;
    let store = subject.store.as_ref().ok().filter(|store| store.schema().is_ok_and(|schema| schema == Store::SCHEMA));
    let Some(store) = store else { return Ok((found, Vec::new())) };
    let own = backup::own(&subject.backup_dir(), store)?;
    let others = found.into_iter().filter(|found| own.iter().all(|own| own.path != found.path)).collect();
    Ok((own, others))
}

/// The files that do not count, and why the first does not.
fn of_others(subject: &Subject, first: &Found, number: usize) -> String {
    let install = subject.store.as_ref().ok().and_then(|store| store.keys().ok()).map(|keys| keys.install_id);
    let why = match backup::glance(&first.path) {
        Err(error) => error.to_string(),
        Ok(None) => "it is encrypted and was never verified here".to_owned(),
        Ok(Some(manifest)) if manifest.install != install => "it is of another installation".to_owned(),
        Ok(Some(_)) if backup::is_ahead(first, subject.wanted.clock.machine()) => {
            "it is dated in the future".to_owned()
        }
        Ok(Some(_)) => "it was neither made nor verified here".to_owned(),
    };
    let name = first.path.file_name().unwrap_or_default().to_string_lossy();
    format!("{} not count, such as {name}: {why}", count_of(number))
}

fn count_of(number: usize) -> String {
    if number == 1 { "1 other file does".to_owned() } else { format!("{number} other files do") }
}

fn verify(subject: &Subject, newest: &Found) -> Result<Verified, BackupError> {
    let ends = backup::glance(&newest.path)?;
    Ok(match ends {
        None => Verified::Encrypted,
        Some(_) if subject.wanted.full => {
            let scratch = newest.path.parent().unwrap_or(&newest.path);
            backup::verify(&newest.path, &Key::None, scratch, &())?;
            Verified::Whole
        }
        Some(_) => Verified::Ends,
    })
}

struct Newest<'a> {
    found: &'a Found,
    count: usize,
    verified: Result<Verified, BackupError>,
    age: i64,
    schedule: Schedule,
}

fn judge(newest: &Newest<'_>) -> Finding {
    let Newest { found, count: number, verified, age, schedule } = newest;
    let of = format!(
        "{}, the newest {} old ({} UTC, {})",
        count(*number, "backup"),
        span(*age),
        minute(found.name.at),
        size(found.bytes)
    );
    let text = match verified {
        Err(error) => return Finding::problem(format!("{of}: {error}"), "make another with bond backup"),
        Ok(Verified::Ends) => format!("{of}; it has its beginning and its end (--full reads all of it)"),
        Ok(Verified::Whole) => format!("{of}; every byte and row is good"),
        Ok(Verified::Encrypted) => format!("{of}; it is encrypted, so bond verify --identity-file has to look at it"),
    };
    match schedule {
        Schedule::Runs | Schedule::Begins(_) if *age <= SCHEDULED => Finding::ok(text),
        Schedule::Runs => {
            Finding::problem(text, "one was missed: look at the server's log, and make one with bond backup")
        }
        Schedule::Begins(first) => Finding::note(format!("{text}; {first}"), ""),
        Schedule::Off if *age > BY_HAND => {
            Finding::problem(text, "make one with bond backup, and set backup_at for one each day")
        }
        Schedule::Off => Finding::note(text, "set backup_at for one each day, and copy them to another machine"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::BackupName;
    use time::macros::date;

    #[test]
    fn age_and_faults_of_the_newest_decide() {
        let name = BackupName { at: 1_773_538_200, data_version: 7, encrypted: false };
        let found = Found { path: "b".into(), name, bytes: 2_000_000 };
        let judge = |verified, age, schedule| judge(&Newest { found: &found, count: 2, verified, age, schedule });
        let good = judge(Ok(Verified::Ends), DAY, Schedule::Runs);
        assert!(
            good.level == Level::Ok && good.text.contains("24 hours old (2026-03-15 01:30 UTC, 2.0 MB)"),
            "{good:?}"
        );
        assert_eq!(judge(Ok(Verified::Whole), SCHEDULED + 1, Schedule::Runs).level, Level::Problem);
        assert_eq!(judge(Ok(Verified::Whole), SCHEDULED + 1, Schedule::Off).level, Level::Note);
        assert_eq!(judge(Ok(Verified::Encrypted), BY_HAND + 1, Schedule::Off).level, Level::Problem);
        let begins = judge(Ok(Verified::Ends), BY_HAND + 1, Schedule::Begins("the first is made at 02:30".to_owned()));
        assert!(begins.level == Level::Note && begins.text.ends_with("; the first is made at 02:30"), "{begins:?}");
        let damaged = judge(Err(BackupError::BadCopy("too short".into())), 5, Schedule::Runs);
        assert!(damaged.level == Level::Problem && damaged.text.contains("too short"), "{damaged:?}");
    }

    #[test]
    fn a_schedule_begins_with_the_first_that_is_due() {
        let clock = Clock::fixed(date!(2026 - 03 - 15));
        let now = clock.now();
        let in_an_hour = (now + 3600) % DAY / 60;
        let part = |number: i64| u8::try_from(number).expect("a part of a time of day");
        let at = TimeOfDay { hour: part(in_an_hour / 60), minute: part(in_an_hour % 60) };
        let of = |chosen: Option<i64>, started: Option<i64>| begun(&clock, at, chosen, started);
        let says = |schedule: Schedule, said: &str| match schedule {
            Schedule::Begins(text) => assert!(text.contains(said), "{text}"),
            other => panic!("{other:?}, not {said}"),
        };
        says(of(Some(now - 60), Some(now - DAY)), &format!("made at {at}, in 5"));
        says(of(Some(now - DAY), Some(now - 60)), "made now");
        says(of(None, Some(now - 60)), "made now");
        says(of(None, None), "when the server starts");
        says(of(Some(now - 60), None), "when the server starts");
        assert_eq!(of(None, Some(now - GRACE - 60)), Schedule::Runs);
        assert_eq!(of(Some(now - 2 * DAY), Some(now - 3 * DAY)), Schedule::Runs);
    }
}
