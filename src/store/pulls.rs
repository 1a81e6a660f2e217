//! When other systems were asked for data, and the files that were taken from them.

use std::collections::BTreeMap;

use rusqlite::{Row, params};
use serde::Serialize;
use time::Date;
use time::format_description::well_known::Iso8601;

use super::audit::{self, Entry};
use super::loads::{Kind, State};
use super::{Store, StoreError};

/// How many runs of each pull are kept.
const KEPT: i64 = 100;

/// That a system was asked. Times are seconds since 1970-01-01 UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PullRun {
    /// The login of who asked; null for the schedule and the command line.
    pub actor: Option<String>,
    /// The days that were asked for, yyyy-mm-dd; null where it is not asked for days.
    pub since: Option<String>,
    pub until: Option<String>,
    pub began_at: i64,
    /// Null while it runs.
    pub ended_at: Option<i64>,
    /// The load of what it gave; null if there was nothing new, or a fault.
    pub load: Option<i64>,
    /// How far that load is.
    pub state: Option<State>,
    pub files: Option<i64>,
    pub bytes: Option<i64>,
    /// Why nothing was loaded.
    pub fault: Option<String>,
    /// Whether somebody only wanted to see what would change.
    #[serde(skip)]
    pub is_check: bool,
}

/// How it ended.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    pub load: Option<i64>,
    pub files: Vec<TakenFile>,
    pub bytes: u64,
    pub fault: Option<String>,
}

/// A file that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenFile {
    pub name: String,
    /// What differs when the file has changed.
    pub version: String,
}

/// Loads that an undo took back: no other load was published in between.
const IS_UNDONE: &str = "exists (select 1 from load u where u.kind = 'undo' and u.state = 'published' and u.id > l.id
    and not exists (select 1 from load m where m.state = 'published' and m.id > l.id and m.id < u.id))";

fn run(row: &Row<'_>) -> rusqlite::Result<PullRun> {
    Ok(PullRun {
        actor: row.get(0)?,
        since: row.get(1)?,
        until: row.get(2)?,
        began_at: row.get(3)?,
        ended_at: row.get(4)?,
        load: row.get(5)?,
        state: row.get(6)?,
        files: row.get(7)?,
        bytes: row.get(8)?,
        fault: row.get(9)?,
        is_check: row.get::<_, Option<Kind>>(10)? == Some(Kind::Check),
    })
}

impl Store {
    /// Writes down that a system is being asked, and returns the number of the run.
    pub fn begin_pull(
        &self,
        pull: &str,
        actor: Option<&str>,
        days: Option<(Date, Date)>,
        at: i64,
    ) -> Result<i64, StoreError> {
        let (since, until) = (days.map(|(since, _)| since.to_string()), days.map(|(_, until)| until.to_string()));
        self.write(|transaction| {
            transaction.execute(
                "insert into pull_run (pull, actor, since, until, began_at) values (?1, ?2, ?3, ?4, ?5)",
                params![pull, actor, since, until, at],
            )?;
            let id = transaction.last_insert_rowid();
            // The published ones say which days are loaded: one of each period.
            transaction.execute(
                "delete from pull_run where pull = ?1 and id < (select max(id) from pull_run where pull = ?1) - ?2
                   and id not in (select max(r.id) from pull_run r join load l on l.id = r.load_id
                                  where r.pull = ?1 and l.kind = 'import' and l.state = 'published'
                                  group by r.since, r.until)",
                params![pull, KEPT],
            )?;
            Ok(id)
        })
    }

    /// Writes down how it ended, with the line of the audit log.
    pub fn end_pull(&self, id: i64, ended: &Ended, entry: &Entry<'_>) -> Result<(), StoreError> {
        let Ended { load, files, bytes, fault } = ended;
        self.write(|transaction| {
            transaction.execute(
                "update pull_run set ended_at = ?2, load_id = ?3, files = ?4, bytes = ?5, fault = ?6 where id = ?1",
                params![id, entry.at, load, files.len() as i64, i64::try_from(*bytes).unwrap_or(i64::MAX), fault],
            )?;
            for file in files {
                transaction.execute(
                    "insert into pulled_file (pull, name, version, load_id)
                     select pull, ?2, ?3, ?4 from pull_run where id = ?1
                     on conflict (pull, name) do update set version = excluded.version, load_id = excluded.load_id",
                    params![id, file.name, file.version, load],
                )?;
            }
            audit::append(transaction, entry)
        })
    }

    /// Writes down that the runs which a process left unfinished were cut off.
    pub fn cut_off_pulls(&self, at: i64) -> Result<(), StoreError> {
        let fault = "Bond was stopped before everything had arrived; nothing was loaded";
        self.write(|transaction| {
            let sql = "update pull_run set ended_at = ?1, fault = ?2 where ended_at is null";
            transaction.execute(sql, params![at, fault])?;
            Ok(())
        })
    }

    /// When a system was asked, the latest first.
    pub fn pull_runs(&self, pull: &str, limit: u32) -> Result<Vec<PullRun>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select r.actor, r.since, r.until, r.began_at, r.ended_at, r.load_id, l.state, r.files, r.bytes, r.fault, l.kind
             from pull_run r left join load l on l.id = r.load_id where r.pull = ?1 order by r.id desc limit ?2",
        )?;
        let runs = statement.query_map(params![pull, limit], run)?;
        Ok(runs.collect::<Result<_, _>>()?)
    }

    /// As [`Store::pull_runs`], without one that goes on: it says nothing yet of how it goes.
    pub fn ended_pull_runs(&self, pull: &str, limit: u32) -> Result<Vec<PullRun>, StoreError> {
        let mut runs = self.pull_runs(pull, limit.saturating_add(1))?;
        runs.retain(|run| run.ended_at.is_some());
        runs.truncate(limit as usize);
        Ok(runs)
    }

    /// The days that the published loads of a pull were asked for, first and last, and when that was; the earliest first.
    pub fn pulled_days(&self, pull: &str) -> Result<Vec<(Date, Date, i64)>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!(
            "select r.since, r.until, r.began_at from pull_run r join load l on l.id = r.load_id
             where r.pull = ?1 and r.since is not null and l.kind = 'import' and l.state = 'published' and not {IS_UNDONE}
             order by r.since, r.until"
        ))?;
        let days = statement.query_map([pull], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let days = days.collect::<Result<Vec<(String, String, i64)>, _>>()?;
        let day = |text: &str| Date::parse(text, &Iso8601::DATE).ok();
        Ok(days.into_iter().filter_map(|(since, until, at)| Some((day(&since)?, day(&until)?, at))).collect())
    }

    /// The versions of the files that were taken from a system, by name: of those whose load is published, waits or runs,
    /// and, if wanted, of those that were refused.
    pub fn taken_files(&self, pull: &str, also_refused: bool) -> Result<BTreeMap<String, String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!(
            "select f.name, f.version from pulled_file f join load l on l.id = f.load_id
             where f.pull = ?1 and l.kind = 'import' and not {IS_UNDONE}
               and (l.state = 'published' or l.ended_at is null or (?2 and l.state = 'refused'))"
        ))?;
        let files = statement.query_map(params![pull, also_refused], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(files.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::loads::{Ending, NewLoad, Origin};
    use super::*;
    use time::macros::date;

    fn entry(at: i64) -> Entry<'static> {
        Entry { at, event: "pulled", ..Entry::default() }
    }

    fn load(store: &Store, kind: Kind) -> i64 {
        let new = NewLoad { kind, origin: Origin::Schedule, actor: None, folder: None, options: "{}", at: 1 };
        store.add_load(&new).expect("added")
    }

    fn end(store: &Store, load: i64, state: State) {
        store.end_load(load, state, &Ending::default(), &entry(9)).expect("ended");
    }

    fn file(version: &str) -> TakenFile {
        TakenFile { name: "orders.csv".to_owned(), version: version.to_owned() }
    }

    #[test]
    fn what_was_taken_counts_once_its_load_is_published_and_no_more_when_it_is_undone() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let days = Some((date!(2026 - 03 - 01), date!(2026 - 03 - 14)));
        let run = store.begin_pull("shop", None, days, 5).expect("begun");
        let import = load(&store, Kind::Import);
        let ended = Ended { load: Some(import), files: vec![file("1")], bytes: 7, fault: None };
        store.end_pull(run, &ended, &entry(6)).expect("ended");
        let loaded = || store.pulled_days("shop").expect("read");
        let taken = |also| store.taken_files("shop", also).expect("read").into_values().collect::<Vec<_>>();
        assert_eq!((loaded(), taken(false)), (vec![], vec!["1".to_owned()]), "it waits: nobody takes it again");
        end(&store, import, State::Published);
        let of_load = (date!(2026 - 03 - 01), date!(2026 - 03 - 14), 5);
        assert_eq!((loaded(), taken(false)), (vec![of_load], vec!["1".to_owned()]));
        let undo = load(&store, Kind::Undo);
        end(&store, undo, State::Published);
        assert_eq!((loaded(), taken(true)), (vec![], Vec::new()));
        assert_eq!(
            (store.pulled_days("other").expect("read"), store.pull_runs("other", 9).expect("read")),
            (vec![], vec![])
        );
    }

    #[test]
    fn a_refused_file_is_taken_again_when_somebody_asks() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let run = store.begin_pull("shop", Some("ann"), None, 5).expect("begun");
        let import = load(&store, Kind::Import);
        let ended = Ended { load: Some(import), files: vec![file("1")], ..Ended::default() };
        store.end_pull(run, &ended, &entry(6)).expect("ended");
        end(&store, import, State::Refused);
        assert_eq!(store.taken_files("shop", true).expect("read").len(), 1);
        assert_eq!(store.taken_files("shop", false).expect("read").len(), 0);
        let shown = store.pull_runs("shop", 9).expect("read");
        assert_eq!((shown[0].state, shown[0].actor.as_deref()), (Some(State::Refused), Some("ann")));
    }

    #[test]
    fn runs_that_were_cut_off_say_so_and_old_ones_go() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        store.begin_pull("shop", None, None, 5).expect("begun");
        store.cut_off_pulls(8).expect("written");
        let runs = store.pull_runs("shop", 9).expect("read");
        assert!(runs[0].ended_at == Some(8) && runs[0].fault.as_ref().is_some_and(|fault| fault.contains("stopped")));
        for at in 0..KEPT + 20 {
            store.begin_pull("shop", None, None, at).expect("begun");
        }
        assert_eq!(store.pull_runs("shop", 1000).expect("read").len(), KEPT as usize + 1);
    }

    #[test]
    fn the_days_of_old_runs_stay_known() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let (first, second) = (date!(2026 - 03 - 01), date!(2026 - 03 - 02));
        for (days, at) in [((first, first), 1), ((first, first), 2), ((second, second), 3)] {
            let run = store.begin_pull("shop", None, Some(days), at).expect("begun");
            let import = load(&store, Kind::Import);
            let ended = Ended { load: Some(import), ..Ended::default() };
            store.end_pull(run, &ended, &entry(at)).expect("ended");
            end(&store, import, State::Published);
        }
        for at in 0..KEPT + 20 {
            store.begin_pull("shop", None, None, at).expect("begun");
        }
        assert_eq!(store.pulled_days("shop").expect("read"), [(first, first, 2), (second, second, 3)]);
        assert_eq!(store.pull_runs("shop", 1000).expect("read").len(), KEPT as usize + 3);
    }
}
