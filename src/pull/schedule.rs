//! When systems are asked by themselves.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope};

use super::{PullError, Puller, Running, Wish, run};
use crate::clock::Clock;
use crate::config::{PullSettings, When};
use crate::store::loads::{Kind, Origin};
use crate::store::pulls::PullRun;

/// After how many seconds a pull that failed is tried again: sooner at first.
const AGAIN: [i64; 4] = [60, 5 * 60, 15 * 60, 60 * 60];

/// How many of the latest runs say when the next one is due.
const LOOKED_AT: u32 = 20;

/// More than a day on which clocks are put back, in seconds.
const LONG_DAY: i64 = 26 * 60 * 60;

/// After how many seconds what failed so many times one after the other is tried again.
pub fn again_after(failures: i64) -> i64 {
    let at = usize::try_from(failures).unwrap_or(1).clamp(1, AGAIN.len());
    AGAIN[at - 1]
}

/// When a system is asked next, in seconds since 1970-01-01 UTC; None if only when somebody wants it. `runs` are the
/// latest ones first. Those that only checked load nothing, and put nothing off.
pub fn next_run(pull: &PullSettings, runs: &[PullRun], clock: &Clock) -> Option<i64> {
    let mut runs = runs.iter().filter(|run| !run.is_check).peekable();
    let last = runs.peek().copied();
    let failures = runs.take_while(|run| run.fault.is_some()).count();
    let regular = match pull.when {
        When::Asked => return None,
        When::Daily(at) => {
            // A time that passed while the server was stopped is made up for. Whoever asked before it had other days.
            let now = clock.now();
            let next = clock.next_after(last.map_or(now - LONG_DAY, |run| run.began_at), at);
            next.max(now)
        }
        When::Every(every) => {
            let every = i64::try_from(every.as_secs()).unwrap_or(i64::MAX);
            last.map_or(clock.now(), |run| run.began_at.saturating_add(every))
        }
    };
    let ended = last.and_then(|run| run.ended_at);
    match (failures, ended) {
        (1.., Some(ended)) => {
            let again = ended + again_after(failures as i64);
            // The regular time may be sooner, but a failure is never repeated at once.
            Some(regular.min(again).max(ended + AGAIN[0]))
        }
        _ => Some(regular),
    }
}

/// What a server asks by itself. It is looked through every few seconds.
#[derive(Debug, Default)]
pub struct Schedule {
    /// What was said of faults of the store, which is said once.
    said: Mutex<BTreeMap<String, String>>,
}

impl Schedule {
    /// Begins to ask the systems that are due, each in a thread: one that is slow keeps no other waiting.
    pub fn look<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        puller: Puller<'scope>,
        running: &'scope Running,
        pulls: &[PullSettings],
        is_stopping: &'scope (dyn Fn() -> bool + Sync),
    ) {
        for pull in pulls {
            let runs = puller.store.pull_runs(&pull.name, LOOKED_AT);
            match runs.map(|runs| next_run(pull, &runs, puller.clock)) {
                Ok(Some(due)) if due <= puller.clock.now() && !running.has(&pull.name) => {
                    let pull = pull.clone();
                    let work = move || {
                        let wish = Wish {
                            kind: Kind::Import,
                            days: None,
                            new_time_zone: false,
                            actor: None,
                            origin: Origin::Schedule,
                        };
                        // What the other system is at fault was written down and logged.
                        match run(puller, running, &pull, wish, is_stopping) {
                            Err(error @ PullError::Store(_)) => self.say(&pull.name, Some(error.to_string())),
                            _ => self.say(&pull.name, None),
                        }
                    };
                    if let Err(error) = Builder::new().name("pull".to_owned()).spawn_scoped(scope, work) {
                        tracing::error!(%error, "no thread can be started");
                    }
                }
                Ok(_) => {}
                Err(error) => self.say(&pull.name, Some(error.to_string())),
            }
        }
    }

    /// Logs that the store failed for a pull, once; None where it did not.
    fn say(&self, pull: &str, error: Option<String>) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        match error {
            Some(error) if said.get(pull) != Some(&error) => {
                tracing::error!(error, pull, "what is pulled cannot be written down");
                said.insert(pull.to_owned(), error);
            }
            Some(_) => {}
            None => drop(said.remove(pull)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock::TimeOfDay;
    use crate::config::{FilePlace, Files, PullOrigin};
    use time::macros::date;

    fn pull(when: When) -> PullSettings {
        let files = Files { pattern: "*".to_owned(), all: false };
        let origin = PullOrigin::Files(FilePlace::Folder("/srv/feed".into()), files);
        PullSettings { name: "feed".to_owned(), mapping: None, when, from: None, again: 0, origin }
    }

    fn ran(began_at: i64, fault: Option<&str>) -> PullRun {
        PullRun {
            actor: None,
            since: None,
            until: None,
            began_at,
            ended_at: Some(began_at + 10),
            load: None,
            state: None,
            files: None,
            bytes: None,
            fault: fault.map(str::to_owned),
            is_check: false,
        }
    }

    #[test]
    fn a_daily_pull_runs_at_its_time_and_makes_up_for_one_that_was_missed() {
        let clock = Clock::fixed(date!(2026 - 03 - 15));
        let (now, at) = (clock.now(), TimeOfDay { hour: 5, minute: 30 });
        let daily = pull(When::Daily(at));
        let close = |time: Option<i64>| time.is_some_and(|time| (now..=now + 1).contains(&time));
        assert!(close(next_run(&daily, &[], &clock)), "never asked: at once");
        assert!(close(next_run(&daily, &[ran(clock.next(at) - 2 * 86_400, None)], &clock)));
        assert_eq!(next_run(&daily, &[ran(clock.next(at) - 86_400, None)], &clock), Some(clock.next(at)));
        // Whoever asks shortly before that time takes nothing from it.
        let before = clock.next(at) - 86_400 - 600;
        assert!(close(next_run(&daily, &[ran(before, None)], &clock)), "{before}");
        assert_eq!(next_run(&pull(When::Asked), &[], &clock), None);
        let hourly = pull(When::Every(Duration::from_secs(3600)));
        assert_eq!(next_run(&hourly, &[ran(now - 100, None)], &clock), Some(now + 3500));
        let checked = PullRun { is_check: true, ..ran(now - 100, None) };
        assert_eq!(next_run(&hourly, &[checked, ran(now - 900, None)], &clock), Some(now + 2700));
    }

    #[test]
    fn a_failure_is_tried_again_later_and_later() {
        let clock = Clock::fixed(date!(2026 - 03 - 15));
        let (began, daily) = (clock.now() - 10, pull(When::Daily(TimeOfDay { hour: 5, minute: 30 })));
        let waits: Vec<i64> = (1..=5)
            .map(|failures| {
                let runs = vec![ran(began, Some("away")); failures];
                next_run(&daily, &runs, &clock).expect("a time") - (began + 10)
            })
            .collect();
        // Unless the regular time comes first.
        let regular = clock.next(TimeOfDay { hour: 5, minute: 30 }) - (began + 10);
        let wanted = [60, 300, 900, 3600, 3600].map(|wait: i64| wait.min(regular.max(60)));
        assert_eq!(waits, wanted);
    }
}
