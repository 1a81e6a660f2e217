//! The state of a running load in the ledger.

use super::LoadContext;
use crate::store::loads::State;
use crate::warehouse::{Phase, Progress};

/// The state of a load that a step begins; None for a step within one.
fn state_in(phase: Phase<'_>) -> Option<State> {
    match phase {
        Phase::Replacing | Phase::Undoing | Phase::Expiring | Phase::Erasing | Phase::Drawing => Some(State::Loading),
        Phase::Deriving | Phase::DerivingDemo => Some(State::Deriving),
        Phase::Hashing
        | Phase::Reading(_)
        | Phase::Querying(_)
        | Phase::Checking
        | Phase::DrawingMonths
        | Phase::Compacting
        | Phase::Copying
        | Phase::CheckingCopy
        | Phase::Compressing
        | Phase::Unpacking
        | Phase::CheckingBackup
        | Phase::Elsewhere(_) => None,
    }
}

/// Writes the state of the load to the ledger where a step begins it.
pub(super) struct InLedger<'a> {
    pub(super) parts: LoadContext<'a>,
    pub(super) load: i64,
    pub(super) progress: &'a dyn Progress,
}

impl Progress for InLedger<'_> {
    fn start(&self, phase: Phase<'_>, total: Option<u64>) {
        if let Some(state) = state_in(phase)
            && let Err(error) = self.parts.store.set_load_state(self.load, state, self.parts.clock.now())
        {
            tracing::warn!(%error, load = self.load, "the ledger of loads could not be written");
        }
        self.progress.start(phase, total);
    }

    fn advance(&self, done: u64) {
        self.progress.advance(done);
    }

    fn finish(&self) {
        self.progress.finish();
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}
