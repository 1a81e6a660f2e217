//! Progress of a long step.

/// Receives the progress of a long step. `()` ignores it.
pub trait Progress: Sync {
    /// A step begins. `total` is in the units of [`Progress::advance`], where known.
    fn start(&self, what: &str, total: Option<u64>);
    /// `done` more units are complete: rows, unless the step counts something else.
    fn advance(&self, done: u64);
    /// The step ends.
    fn finish(&self);
    /// Whether whoever waits wants the work to stop. It is asked between rows and between steps.
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Progress for () {
    fn start(&self, _what: &str, _total: Option<u64>) {}
    fn advance(&self, _done: u64) {}
    fn finish(&self) {}
}
