//! What is stored: accounts, warehouse, loads.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use time::Date;

use super::finding::{Finding, count, size, span};
use super::subject::{Seen, Server, Subject};
use crate::loads::incoming_folder;
use crate::recovery::{self, Place, accounts};
use crate::store::loads::{Load, State};
use crate::store::notes::Note;
use crate::store::{Store, StoreError};
use crate::warehouse::{Probed, Warehouse};

/// A load that has waited for longer does not wait for another one.
const LONG_WAIT: i64 = 6 * 60 * 60;
/// Days after yesterday's end that data may be late.
const LATE: i64 = 3;

const RECOVER: &str =
    "start the server: it recovers what it can from the spool and the newest backup, or says what to do";
const RESTORE: &str = "restore a backup with bond restore, and look at the disk (dmesg, smartctl)";

pub(super) fn accounts(subject: &Subject) -> Finding {
    let broken = |fault: accounts::Fault| {
        let backups = subject.backup_dir();
        let place = Place { data_dir: subject.data_dir(), backups: &backups, now: subject.now() };
        Finding::problem(fault.what, accounts::advice(place, fault.can_adopt))
    };
    let store = match &subject.store {
        Ok(store) => store,
        Err(error) => {
            let fault = || accounts::fault(subject.data_dir(), true).ok().flatten();
            return match (subject.owner == subject.own).then(fault).flatten() {
                Some(fault) => broken(fault),
                None => Finding::problem(
                    format!("bond.sqlite: {error}"),
                    "see the check permissions; else restore a backup",
                ),
            };
        }
    };
    let looked = || -> Result<Finding, StoreError> {
        if let Some(fault) = accounts::fault(subject.data_dir(), true)? {
            return Ok(broken(fault));
        }
        let is_current = store.schema()? == Store::SCHEMA;
        if let (Seen::Probed(probed), true) = (&subject.warehouse, is_current)
            && let Some(fault) = accounts::stranger(probed.pair.as_ref(), &probed.batches, store)?
        {
            return Ok(broken(fault));
        }
        let sizes = store.size()?;
        let text = format!("bond.sqlite is whole ({}, {} of it free)", size(sizes.bytes), size(sizes.free));
        if !is_current {
            return Ok(Finding::ok(text));
        }
        Ok(if store.has_no_users()? && store.sso_keys()?.is_empty() {
            Finding::note(format!("{text}; nobody can sign in"), "add an account with bond user add")
        } else {
            Finding::ok(text)
        })
    };
    looked().unwrap_or_else(|error| Finding::problem(format!("bond.sqlite cannot be read: {error}"), RESTORE))
}

pub(super) fn audit_log(subject: &Subject) -> Finding {
    let Ok(store) = &subject.store else {
        return Finding::note("it could not be read", "see the check accounts");
    };
    if store.schema().is_ok_and(|schema| schema < Store::SCHEMA) {
        return Finding::ok("an older version of Bond wrote it, without a chain; the next start adds one");
    }
    match store.verify_audit(None) {
        Ok(Ok(verified)) => Finding::ok(match verified.head {
            Some(head) => format!("{} in an unbroken chain, up to {head}", count(verified.lines as usize, "line")),
            None => "it is empty".to_owned(),
        }),
        Ok(Err(broken)) => Finding::problem(
            broken.to_string(),
            "somebody changed bond.sqlite past Bond: find out who may write to it, and compare it with the log in a backup",
        ),
        Err(error) => Finding::problem(format!("it cannot be read: {error}"), RESTORE),
    }
}

/// What the ledger has as published; None where it cannot be read.
fn published(subject: &Subject) -> Option<Vec<Load>> {
    subject.store.as_ref().ok()?.published_loads().ok()
}

pub(super) fn warehouse(subject: &Subject) -> Finding {
    // The server leaves it when a query meets damage.
    if let Ok(reason) = fs::read_to_string(subject.data_dir().join(Warehouse::DAMAGED)) {
        let text = format!("a part of warehouse.duckdb is damaged: {}", reason.trim());
        return Finding::problem(
            text,
            "restart the server: it recovers what it can from the spool and the newest backup",
        );
    }
    let loads = published(subject).unwrap_or_default();
    match &subject.warehouse {
        Seen::Missing if loads.is_empty() => Finding::ok("there is none yet; the first load makes it"),
        Seen::Missing => Finding::problem(
            format!("warehouse.duckdb is gone; the ledger has {}", count(loads.len(), "published load")),
            RECOVER,
        ),
        Seen::Damaged(reason) => Finding::problem(format!("warehouse.duckdb cannot be read: {reason}"), RECOVER),
        Seen::DamagedInside(reason) => Finding::problem(
            format!("not all of warehouse.duckdb can be read: {reason}"),
            "restore the data from the newest backup: bond restore FILE --data-dir D --keep-accounts",
        ),
        Seen::Unseen(reason) => Finding::note(format!("not looked at: {reason}"), "run this again when it is free"),
        Seen::Asked(health) => match &health.fault {
            Some(fault) => Finding::problem(
                format!("the server cannot read it: {fault}"),
                "look at the server's log; a restart examines it",
            ),
            None if subject.wanted.full => Finding::note(
                format!(
                    "the server reads it, data version {}; its rows were not read, because the server has it open",
                    health.data_version
                ),
                "bond backup reads and compares every row while the server runs",
            ),
            None => Finding::ok(format!("the server reads it, data version {}", health.data_version)),
        },
        Seen::Probed(probed) => judge_probed(probed, &loads, noted(subject), subject.wanted.full),
    }
}

/// The latest data version that the warehouse had.
fn noted(subject: &Subject) -> Option<i64> {
    subject.store.as_ref().ok()?.noted(Note::DataVersion).ok()?
}

fn judge_probed(probed: &Probed, loads: &[Load], had: Option<i64>, every_row: bool) -> Finding {
    let missing = recovery::missing(loads, &probed.batches);
    if let Some(first) = missing.first() {
        return Finding::problem(
            format!("it lacks {}, the first of them load {}", count(missing.len(), "published load"), first.id),
            RECOVER,
        );
    }
    let version = probed.batches.last().map_or(0, |batch| batch.version);
    if let Some(had) = had.filter(|had| *had > i64::from(version)) {
        return Finding::problem(format!("it has data version {version}, and had {had}: it is an older copy"), RECOVER);
    }
    let read = if every_row { "every row can be read" } else { "it can be opened (--full reads every row)" };
    Finding::ok(format!(
        "{read}, data version {version}, with all {} of the ledger",
        count(loads.len(), "published load")
    ))
}

pub(super) fn freshness(subject: &Subject) -> Finding {
    let late = subject.health().map_or(&[][..], |health| &health.late_tables);
    if !late.is_empty() {
        let text = format!("the data of {} are late", late.join(", "));
        return Finding::problem(text, "see what is loaded with bond data, and whether the feed still comes");
    }
    match subject.last_day() {
        Err(()) => Finding::note("not known: the warehouse could not be looked at", "see the check warehouse"),
        Ok(last_day) => judge_freshness(last_day, subject.wanted.clock.today()),
    }
}

fn judge_freshness(last_day: Option<Date>, today: Date) -> Finding {
    let Some(last_day) = last_day else {
        return Finding::note("no logins are loaded", "load a feed with bond import");
    };
    let late = (today - last_day).whole_days() - 1;
    let text = format!("data through {last_day}");
    match late {
        ..=LATE => Finding::ok(text),
        late => Finding::note(
            format!("{text}, {late} days before yesterday"),
            "see whether the feed still comes: bond loads list",
        ),
    }
}

pub(super) fn loads(subject: &Subject) -> Finding {
    let Ok(store) = &subject.store else {
        return Finding::note("the ledger was not read", "see the check accounts");
    };
    let read = || -> Result<(Vec<Load>, Option<Load>), StoreError> {
        Ok((store.unfinished_loads()?, store.last_ended_change()?))
    };
    match read() {
        Err(error) => Finding::problem(format!("the ledger cannot be read: {error}"), "see the check accounts"),
        Ok((unfinished, last)) => judge_loads(&Queue {
            leftovers: leftovers(subject.data_dir(), &unfinished, |id| is_published(store, id)),
            spool: bytes_below(&subject.data_dir().join("spool")),
            is_served: matches!(subject.server, Server::Running(..)),
            now: subject.now(),
            unfinished,
            last,
        }),
    }
}

struct Queue {
    unfinished: Vec<Load>,
    last: Option<Load>,
    /// Folders of files that belong to no load.
    leftovers: usize,
    /// Bytes of the spool.
    spool: u64,
    is_served: bool,
    now: i64,
}

fn judge_loads(queue: &Queue) -> Finding {
    let Queue { unfinished, last, leftovers, spool, is_served, now } = queue;
    let mut text = format!("{}, {} in the spool", waiting(unfinished), size(*spool));
    if let Some(first) = unfinished.first() {
        let waited = now - first.started_at.unwrap_or(first.queued_at);
        if !is_served {
            return Finding::note(text, "start the server, which goes on with them, or run bond import");
        }
        if waited > LONG_WAIT {
            let text = format!("{text}; load {} has been {} for {}", first.id, first.state.text(), span(waited));
            return Finding::problem(
                text,
                format!("look at bond loads show {0}; bond loads cancel {0} ends it", first.id),
            );
        }
    }
    if let Some(last) = last.as_ref().filter(|last| matches!(last.state, State::Refused | State::Failed)) {
        let text = format!(
            "{text}; the last load ({}) was {}",
            last.id,
            if last.state == State::Failed { "not loaded, it failed" } else { "refused" }
        );
        return Finding::note(text, format!("bond loads show {} says why", last.id));
    }
    if *leftovers > 0 {
        text = format!("{text}; {} of no load in spool/", count(*leftovers, "folder"));
        if !is_served {
            return Finding::note(text, "the next start of the server removes them");
        }
    }
    Finding::ok(text)
}

fn waiting(unfinished: &[Load]) -> String {
    let queued = unfinished.iter().filter(|load| load.state == State::Queued).count();
    match (unfinished.len() - queued, queued) {
        (0, 0) => "no load waits".to_owned(),
        (running, queued) => format!("{} running, {queued} waiting", count(running, "load")),
    }
}

fn is_published(store: &Store, id: i64) -> bool {
    store.load(id).ok().flatten().is_some_and(|load| load.state == State::Published)
}

/// Folders with files that no load will read. Those of a published load are kept, also where they have their first name.
fn leftovers(data_dir: &Path, unfinished: &[Load], is_published: impl Fn(i64) -> bool) -> usize {
    let known: HashSet<&str> = unfinished.iter().filter_map(|load| load.folder.as_deref()).collect();
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    };
    let incoming = names(&incoming_folder(data_dir, ""));
    let kept = names(&data_dir.join("spool/loads"));
    let is_running = |id: i64| unfinished.iter().any(|load| load.id == id);
    let is_left = |partial: &str| partial.parse().map_or(true, |id| !is_running(id) && !is_published(id));
    incoming.iter().filter(|name| !known.contains(name.as_str())).count()
        + kept.iter().filter_map(|name| name.strip_suffix(".partial")).filter(|name| is_left(name)).count()
}

fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => bytes_below(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

pub(super) fn quarantine(subject: &Subject) -> Finding {
    let folder = subject.data_dir().join("quarantine");
    let found = fs::read_dir(&folder).map_or(0, |entries| entries.flatten().count());
    judge_quarantine(found, bytes_below(&folder), &folder)
}

fn judge_quarantine(found: usize, bytes: u64, folder: &Path) -> Finding {
    if found == 0 {
        return Finding::ok("empty");
    }
    Finding::note(
        format!("{}, {}, with files that could not be read and were replaced", count(found, "folder"), size(bytes)),
        format!(
            "look at the disk (dmesg, smartctl) and at the log of that day; then delete what is in {}",
            folder.display()
        ),
    )
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::super::finding::Level;
    use super::*;
    use crate::store::loads::{Kind, Origin};
    use crate::warehouse::Batch;

    fn load(id: i64, state: State) -> Load {
        Load {
            id,
            kind: Kind::Import,
            origin: Origin::Inbox,
            actor: None,
            folder: Some(format!("f{id}")),
            options: "{}".to_owned(),
            state,
            queued_at: 1_000,
            started_at: None,
            ended_at: None,
            data_version: Some(1),
            rows: None,
            message: None,
            fault_count: 0,
        }
    }

    #[test]
    fn a_load_that_the_warehouse_lacks_is_a_problem() {
        let probed = Probed { schema: 4, batches: vec![Batch { version: 3, load: Some(8) }], ..Probed::default() };
        let judge = |loads: &[Load]| judge_probed(&probed, loads, Some(3), true);
        let ok = judge(&[load(8, State::Published)]);
        assert!(ok.level == Level::Ok && ok.text.contains("data version 3, with all 1 published load of"), "{ok:?}");
        let lost = judge(&[load(8, State::Published), load(9, State::Published)]);
        assert!(lost.level == Level::Problem && lost.text.contains("load 9"), "{lost:?}");
        let older = judge_probed(&probed, &[], Some(4), false);
        assert!(older.level == Level::Problem && older.text.contains("an older copy"), "{older:?}");
    }

    #[test]
    fn data_may_be_some_days_late() {
        let level = |last_day| judge_freshness(last_day, date!(2026 - 03 - 15)).level;
        assert_eq!((level(Some(date!(2026 - 03 - 14))), level(Some(date!(2026 - 03 - 11)))), (Level::Ok, Level::Ok));
        assert_eq!((level(Some(date!(2026 - 03 - 10))), level(None)), (Level::Note, Level::Note));
    }

    #[test]
    fn loads_that_wait_too_long_and_the_last_failure_are_told() {
        let queue = |unfinished: Vec<Load>, last, now, is_served| {
            judge_loads(&Queue { unfinished, last, leftovers: 1, spool: 1_000, is_served, now })
        };
        let waits = || vec![load(3, State::Queued)];
        assert_eq!(queue(waits(), None, 1_060, true).level, Level::Ok);
        assert_eq!(queue(waits(), None, 1_060, false).level, Level::Note);
        let stuck = queue(waits(), None, 1_001 + LONG_WAIT, true);
        assert!(stuck.level == Level::Problem && stuck.todo.contains("bond loads show 3"), "{stuck:?}");
        let refused = queue(Vec::new(), Some(load(2, State::Refused)), 0, true);
        assert!(refused.level == Level::Note && refused.text.contains("(2) was refused"), "{refused:?}");
        assert_eq!(queue(Vec::new(), Some(load(2, State::Published)), 0, true).level, Level::Ok);
        let left = queue(Vec::new(), None, 0, false);
        assert!(left.level == Level::Note && left.text.contains("1 folder of no load"), "{left:?}");
    }

    #[test]
    fn leftovers_are_what_no_load_will_read() {
        let dir = tempfile::tempdir().expect("a directory");
        for folder in ["incoming/f1", "incoming/f2", "loads/1.partial", "loads/5.partial", "loads/9.partial", "loads/7"]
        {
            fs::create_dir_all(dir.path().join("spool").join(folder)).expect("made");
        }
        fs::write(dir.path().join("spool/loads/7/a.zst"), "12345").expect("written");
        assert_eq!(leftovers(dir.path(), &[load(1, State::Loading)], |id| id == 5), 2, "f2 and 9.partial");
        assert_eq!(bytes_below(&dir.path().join("spool")), 5);
        assert_eq!(
            (judge_quarantine(0, 0, dir.path()).level, judge_quarantine(1, 9, dir.path()).level),
            (Level::Ok, Level::Note)
        );
    }
}
