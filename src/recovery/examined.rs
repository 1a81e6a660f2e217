//! What a warehouse file holds, as a child process reads it, and what it lacks.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Output, Stdio};

use super::damage::Damage;
use crate::child;
use crate::loads::kept_folder;
use crate::platform::process;
use crate::store::Store;
use crate::store::loads::{Load, State};
use crate::store::notes::Note;
use crate::warehouse::{Batch, Pair, Probed};

/// The hidden command that prints what a warehouse file holds, as JSON.
pub const PROBE: &str = "probe-warehouse";

/// Where to look.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The data directory. This process owns it.
    pub data_dir: &'a Path,
    /// The folder of its backups.
    pub backups: &'a Path,
    /// Now, in seconds since 1970-01-01 UTC.
    pub now: i64,
}

/// What the warehouse holds.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    pub(super) batches: Vec<Batch>,
    /// Whose data they are.
    pub(super) pair: Option<Pair>,
}

impl From<Probed> for Examined {
    fn from(Probed { batches, pair, .. }: Probed) -> Examined {
        Examined { batches, pair }
    }
}

impl Examined {
    /// The data version.
    pub fn data_version(&self) -> i64 {
        self.batches.iter().map(|batch| i64::from(batch.version)).max().unwrap_or_default()
    }

    /// The published loads that the warehouse lacks, in order, to be loaded again.
    ///
    /// # Errors
    /// The files of one of them are not in the spool, or the ledger does not explain what is missing.
    pub fn missing(&self, data_dir: &Path, store: &Store) -> Result<Vec<Load>, Damage> {
        let missing = missing(&store.published_loads()?, &self.batches);
        let has = self.data_version();
        let had = store.noted(Note::DataVersion)?.unwrap_or_default();
        if had > has + i64::try_from(missing.len()).unwrap_or(i64::MAX) {
            return Err(Damage::Older { had, has });
        }
        if let Some(first) = missing.first() {
            let can_be_repeated = |load: &&Load| !load.kind.loads_files() || kept_folder(data_dir, load.id).is_dir();
            if let Some(lost) = missing.iter().find(|load| !can_be_repeated(load)) {
                return Err(Damage::Lost { count: missing.len(), first: first.id, lost: lost.id });
            }
            tracing::error!(loads = missing.len(), "the warehouse lacks published loads; they are loaded again");
        }
        Ok(missing)
    }
}

/// The loads that the ledger has as published and the warehouse lacks.
pub fn missing(published: &[Load], batches: &[Batch]) -> Vec<Load> {
    let there: HashSet<i64> = batches.iter().filter_map(|batch| batch.load).collect();
    let is_missing =
        |load: &&Load| load.state == State::Published && load.data_version.is_some() && !there.contains(&load.id);
    published.iter().filter(is_missing).cloned().collect()
}

/// Asks a child what a warehouse file holds; an inner error says why the file cannot be read. `thoroughly` reads every
/// row of it.
pub fn probe(file: &Path, thoroughly: bool) -> Result<Result<Probed, String>, Damage> {
    let not_examined = |reason: String| Damage::NotExamined { reason };
    let output = child::command(PROBE)
        .arg(file)
        .args(thoroughly.then_some("--thoroughly"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| not_examined(error.to_string()))?;
    understood(&output)
}

/// What the end of the child means.
fn understood(output: &Output) -> Result<Result<Probed, String>, Damage> {
    let not_examined = |reason: String| Damage::NotExamined { reason };
    if output.status.success() {
        let probed = serde_json::from_slice(&output.stdout);
        return probed.map(Ok).map_err(|error| not_examined(error.to_string()));
    }
    // The system does this where memory is short. A log must not go to quarantine for it.
    if process::was_killed(output) {
        return Err(not_examined("its process was killed".to_owned()));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.strip_prefix("bond: ").unwrap_or(line);
    Ok(Err(if line.is_empty() { format!("the database ended with {}", output.status) } else { line.to_owned() }))
}

/// Of the ends of processes as Unix has them.
#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use rustix::process::Signal;

    use super::*;

    #[test]
    fn a_database_that_aborts_is_unreadable_and_a_killed_child_says_nothing_about_it() {
        let ended = |status: i32, stdout: &str, stderr: &str| {
            understood(&Output { status: ExitStatus::from_raw(status), stdout: stdout.into(), stderr: stderr.into() })
        };
        let aborted = ended(Signal::ABORT.as_raw(), "", "");
        assert!(matches!(&aborted, Ok(Err(reason)) if reason.contains("signal: 6")), "{aborted:?}");
        let exit_1 = 1 << 8;
        let said = ended(exit_1, "", "\nbond: the warehouse failed: wrong checksum\nmore\n");
        assert!(matches!(&said, Ok(Err(reason)) if reason == "the warehouse failed: wrong checksum"), "{said:?}");
        assert!(matches!(ended(Signal::KILL.as_raw(), "", ""), Err(Damage::NotExamined { .. })));
        assert!(matches!(ended(0, "no JSON", ""), Err(Damage::NotExamined { .. })));
    }
}
