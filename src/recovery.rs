//! Before the warehouse is opened: whether the accounts can be used and are its own ([`accounts`]), whether it can be opened,
//! and whether it holds what the ledger says.
//!
//! A child process looks at the file. If it cannot be read with its write-ahead log, the log goes to `quarantine/`, and
//! what only the log had is loaded again from the spool. A log or a warehouse that is gone is noticed because the ledger
//! knows of loads that the file lacks. Where the spool does not have them all, the newest backup is put in place of the
//! warehouse, and the loads after it are loaded again. Nothing is deleted, and nothing older is shown in silence.

pub mod accounts;
mod damage;
mod examined;
mod from_backup;
mod quarantine;

use std::fs;

use crate::backup::upgrade;
use crate::store::Store;
use crate::warehouse::Warehouse;
use quarantine::Quarantine;

pub use damage::Damage;
pub use examined::{Examined, PROBE, Place, missing, probe};
pub use from_backup::restore_warehouse;

/// Looks at the warehouse, puts an unreadable log aside, and where the spool lacks something that the warehouse lacks
/// too, puts the newest backup in place of the warehouse.
///
/// # Errors
/// There is no way back that needs no person.
pub fn examine(place: Place<'_>) -> Result<Examined, Damage> {
    let looked = look(place);
    // A store of an older release is migrated later, after a backup.
    let is_readable = Store::file(place.data_dir).is_file() && upgrade::is_current(place.data_dir)?;
    if !is_readable || matches!(looked, Err(Damage::NotExamined { .. } | Damage::Io { .. })) {
        return looked;
    }
    let store = Store::open(place.data_dir)?;
    if let Ok(examined) = &looked {
        accounts::require_own(examined, place, &store)?;
    }
    let damaged = place.data_dir.join(Warehouse::DAMAGED);
    if let (Ok(examined), Ok(reason)) = (&looked, fs::read_to_string(&damaged)) {
        return Ok(match from_backup::recover(place, &store, Damage::Unreadable { reason }) {
            Ok(recovered) => recovered,
            Err(error) => {
                tracing::error!(%error, "a part of the warehouse is damaged; the rest is served");
                examined.clone()
            }
        });
    }
    let complete = looked.and_then(|examined| examined.missing(place.data_dir, &store).map(|_| examined));
    match complete {
        Err(damage @ (Damage::Unreadable { .. } | Damage::Lost { .. } | Damage::Older { .. })) => {
            from_backup::recover(place, &store, damage)
        }
        complete => complete,
    }
}

/// What the warehouse holds, whatever the ledger says. An unreadable log is put aside.
pub fn look(place: Place<'_>) -> Result<Examined, Damage> {
    let file = place.data_dir.join(Warehouse::FILE);
    if !file.exists() {
        return Ok(Examined::default());
    }
    let reason = match probe(&file, false)? {
        Ok(probed) => return Ok(Examined::from(probed)),
        Err(reason) => reason,
    };
    let aside = Quarantine::of_log(place.data_dir, place.now)?;
    if aside.is_empty() {
        return Err(Damage::Unreadable { reason });
    }
    let without_log = probe(&file, false);
    let Ok(Ok(probed)) = without_log else {
        // The log is not to blame: it stays with its file.
        aside.put_back()?;
        return Err(without_log.err().unwrap_or(Damage::Unreadable { reason }));
    };
    tracing::error!(%reason, folder = %aside.folder.display(), "the write-ahead log is in quarantine");
    Ok(Examined::from(probed))
}
