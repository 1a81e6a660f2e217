//! The progress of one load, for those who wait for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::execute::Outcome;
use crate::warehouse::{Phase, Progress};

/// A step of a load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    pub what: String,
    /// In the units of `done`, where known.
    pub total: Option<u64>,
    /// Rows, unless the step counts something else.
    pub done: u64,
    pub is_finished: bool,
}

/// What a load is doing, and whether it should stop.
#[derive(Debug, Default)]
pub struct LoadProgress {
    inner: Mutex<Inner>,
    changed: Condvar,
    is_cancelled: AtomicBool,
}

#[derive(Debug, Default)]
struct Inner {
    steps: Vec<Step>,
    outcome: Option<Outcome>,
}

impl LoadProgress {
    /// The steps so far, and the outcome if the load has ended.
    pub fn now(&self) -> (Vec<Step>, Option<Outcome>) {
        let inner = self.inner();
        (inner.steps.clone(), inner.outcome.clone())
    }

    /// As [`LoadProgress::now`], after a change or a tenth of a second.
    pub fn wait(&self) -> (Vec<Step>, Option<Outcome>) {
        let inner = self.inner();
        if inner.outcome.is_none() {
            let waited = self.changed.wait_timeout(inner, Duration::from_millis(100));
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        } else {
            drop(inner);
        }
        self.now()
    }

    /// Asks the load to stop.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Release);
    }

    pub(super) fn end(&self, outcome: Outcome) {
        self.inner().outcome = Some(outcome);
        self.changed.notify_all();
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for LoadProgress {
    fn start(&self, phase: Phase<'_>, total: Option<u64>) {
        self.finish();
        self.inner().steps.push(Step { what: phase.to_string(), total, done: 0, is_finished: false });
        self.changed.notify_all();
    }

    fn advance(&self, done: u64) {
        if let Some(step) = self.inner().steps.last_mut() {
            step.done += done;
        }
    }

    fn finish(&self) {
        if let Some(step) = self.inner().steps.last_mut() {
            step.is_finished = true;
        }
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Acquire)
    }
}

/// Passes the steps of another process's load on to a progress bar: call [`Forward::to`] with all steps, repeatedly.
#[derive(Debug, Default)]
pub struct Forward {
    shown: usize,
    done: u64,
    is_started: bool,
}

impl Forward {
    pub fn to(&mut self, steps: &[Step], bar: &dyn Progress) {
        while let Some(step) = steps.get(self.shown) {
            if !self.is_started {
                bar.start(Phase::Elsewhere(&step.what), step.total);
                self.is_started = true;
            }
            bar.advance(step.done - self.done);
            self.done = step.done;
            if !step.is_finished {
                return;
            }
            bar.finish();
            *self = Forward { shown: self.shown + 1, ..Forward::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Seen(Mutex<Vec<String>>);

    impl Progress for Seen {
        fn start(&self, what: Phase<'_>, _: Option<u64>) {
            self.0.lock().expect("whole").push(format!("start {what}"));
        }
        fn advance(&self, done: u64) {
            self.0.lock().expect("whole").push(format!("+{done}"));
        }
        fn finish(&self) {
            self.0.lock().expect("whole").push("finish".to_owned());
        }
    }

    #[test]
    fn a_bar_receives_every_step_once_whenever_it_looks() {
        let progress = LoadProgress::default();
        let (seen, mut forward) = (Seen::default(), Forward::default());
        progress.start(Phase::Reading("a"), None);
        forward.to(&progress.now().0, &seen);
        progress.advance(5);
        forward.to(&progress.now().0, &seen);
        progress.advance(2);
        progress.finish();
        progress.start(Phase::Reading("b"), None);
        progress.finish();
        forward.to(&progress.now().0, &seen);
        let seen: Vec<String> = seen.0.into_inner().expect("whole").into_iter().filter(|line| line != "+0").collect();
        assert_eq!(seen, ["start reading a", "+5", "+2", "finish", "start reading b", "finish"]);
    }
}
