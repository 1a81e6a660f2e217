//! The frame of every change that is not a load of files: one transaction that ends with a batch.

use super::report::{ImportError, ImportReport};
use crate::warehouse::commit::Writer;
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::undo_tables::forget;

/// The batch that a change ends with.
pub(super) struct NewBatch {
    pub(super) origin: &'static str,
    /// The feed tables that changed: an older feed of them is no longer the one that is loaded.
    pub(super) tables: Vec<&'static str>,
    pub(super) digest: String,
    /// Whether the change has kept what an undo needs in the place of what could be undone.
    pub(super) can_be_undone: bool,
}

/// Runs a change in a transaction, forgets what could be undone, unless that is the change itself, and commits. An error rolls everything back. `load` is the
/// number in the ledger.
pub(super) fn publish_change(
    writer: &Writer<'_>,
    phase: Phase<'_>,
    load: Option<i64>,
    progress: &dyn Progress,
    change: impl FnOnce(&mut ImportReport) -> Result<NewBatch, ImportError>,
) -> Result<ImportReport, ImportError> {
    writer.execute_batch("begin")?;
    let mut report = ImportReport::default();
    progress.start(phase, None);
    let done = change(&mut report).and_then(|NewBatch { origin, tables, digest, can_be_undone }| {
        if !can_be_undone {
            forget(writer)?;
        }
        report.data_version = writer.commit_batch(origin, &tables, &digest, report.rows, load)?;
        Ok(())
    });
    progress.finish();
    if let Err(error) = done {
        writer.roll_back();
        return Err(error);
    }
    Ok(report)
}
