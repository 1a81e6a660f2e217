//! What the page has the server do beside loading: make a backup, or verify one. One at a time.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::Loads;
use super::progress::{LoadProgress, Step};
use crate::warehouse::{Phase, Progress};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TaskKind {
    Backup,
    Verify,
}

/// Something that was begun.
#[derive(Debug)]
pub struct Task {
    pub kind: TaskKind,
    /// The name of the backup to verify.
    pub file: Option<String>,
    /// Seconds since 1970-01-01 UTC.
    pub started_at: i64,
    /// Its steps.
    pub progress: LoadProgress,
    end: Mutex<Option<(i64, Result<String, String>)>>,
}

impl Task {
    /// Ends it at a time: the result, or why it failed.
    pub fn end(&self, at: i64, result: Result<String, String>) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some((at, result));
    }

    /// When it ended, and the result; None while it runs.
    pub fn ended(&self) -> Option<(i64, Result<String, String>)> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The steps so far.
    pub fn steps(&self) -> Vec<Step> {
        self.progress.now().0
    }
}

/// The progress of work beside the loads, which stops when these do.
pub struct UntilStop<'a> {
    pub loads: &'a Loads,
    pub progress: &'a dyn Progress,
}

impl Progress for UntilStop<'_> {
    fn start(&self, phase: Phase<'_>, total: Option<u64>) {
        self.progress.start(phase, total);
    }

    fn advance(&self, done: u64) {
        self.progress.advance(done);
    }

    fn finish(&self) {
        self.progress.finish();
    }

    fn is_cancelled(&self) -> bool {
        self.loads.is_stopping() || self.progress.is_cancelled()
    }
}

/// The one that runs, or the last one.
#[derive(Debug, Default)]
pub struct Tasks(Mutex<Option<Arc<Task>>>);

impl Tasks {
    /// The one that runs, or else the last one since the start.
    pub fn latest(&self) -> Option<Arc<Task>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins one; None while another runs.
    pub fn begin(&self, kind: TaskKind, file: Option<String>, started_at: i64) -> Option<Arc<Task>> {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.as_ref().is_some_and(|task| task.ended().is_none()) {
            return None;
        }
        let task = Arc::new(Task { kind, file, started_at, progress: LoadProgress::default(), end: Mutex::default() });
        *latest = Some(Arc::clone(&task));
        Some(task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_runs_at_a_time() {
        let tasks = Tasks::default();
        assert!(tasks.latest().is_none());
        let first = tasks.begin(TaskKind::Backup, None, 1).expect("begun");
        assert!(tasks.begin(TaskKind::Verify, None, 2).is_none());
        first.end(3, Ok("good".to_owned()));
        assert!(tasks.begin(TaskKind::Verify, None, 4).is_some());
        assert_eq!(tasks.latest().map(|task| task.kind), Some(TaskKind::Verify));
    }
}
