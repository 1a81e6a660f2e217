//! The warehouse of a backup in place of a damaged one, with the accounts and the ledger as they are.

use std::path::Path;

use super::accounts;
use super::damage::Damage;
use super::examined::{Examined, Place, probe};
use super::quarantine::Quarantine;

use crate::backup::{self, Found, Key};
use crate::platform::files;
use crate::store::Store;
use crate::store::audit::Entry;
use crate::warehouse::{Progress, Warehouse};

/// How many backups are tried without a person. Each is unpacked and read whole.
const TRIED: usize = 3;

/// Puts the newest backup in place from which the ledger and the spool lead to the present. Without one, an unreadable
/// warehouse makes room for a new one if the spool has every load.
///
/// # Errors
/// `damage`, with what a person can do.
pub(super) fn recover(place: Place<'_>, store: &Store, damage: Damage) -> Result<Examined, Damage> {
    backup::note_unknown(place.backups, store, place.now)?;
    let backups = backup::own(place.backups, store)?;
    let is_good = |found: &&Found| !found.name.encrypted && backup::is_unchanged(found, store).unwrap_or(false);
    for found in backups.iter().filter(is_good).take(TRIED) {
        match restore_warehouse(place, store, &found.path, &Key::None, &()) {
            Ok(examined) => return Ok(examined),
            Err(error) => tracing::error!(%error, backup = %found.path.display(), "the backup does not help"),
        }
    }
    if let Damage::Unreadable { reason } = &damage
        && Examined::default().missing(place.data_dir, store).is_ok()
    {
        let aside = Quarantine::of_warehouse(place.data_dir, place.now)?;
        tracing::error!(reason, folder = %aside.folder.display(), "the warehouse is in quarantine; the spool has all loads");
        return Ok(Examined::default());
    }
    Err(Damage::Beyond { damage: Box::new(damage), advice: advice(place, &backups) })
}

fn advice(place: Place<'_>, backups: &[Found]) -> String {
    let data_dir = place.data_dir.display();
    // A person may know one that Bond does not: encrypted ones of an earlier release are not noted.
    let listed = backup::list(place.backups).unwrap_or_default();
    let others = listed.iter().filter(|found| !backup::is_ahead(found, place.now));
    match backups.first().or_else(|| others.into_iter().next()) {
        Some(newest) => {
            let key = if newest.name.encrypted { " --identity-file KEY" } else { "" };
            format!(
                "restore the data of the newest backup with `bond restore {} --data-dir {data_dir} --keep-accounts{key}`",
                newest.path.display()
            )
        }
        None => format!(
            "there is no backup in {}; restore one from elsewhere with `bond restore FILE --data-dir {data_dir} --replace`",
            place.backups.display()
        ),
    }
}

/// Puts the warehouse of a backup in place of the present one, which goes to quarantine. Accounts, ledger and spool stay,
/// and at the next start the loads that the backup lacks are loaded again.
///
/// # Errors
/// The backup cannot be used, or the spool lacks one of the later loads. Nothing is changed then.
pub fn restore_warehouse(
    place: Place<'_>,
    store: &Store,
    file: &Path,
    key: &Key,
    progress: &dyn Progress,
) -> Result<Examined, Damage> {
    let Place { data_dir, now, .. } = place;
    let folder = data_dir.join("tmp/restoring");
    let (unpacked, manifest) = backup::unpack(file, key, folder, &store.keys()?.install_id, progress)?;
    let probed = probe(&unpacked.warehouse(), false)?.map_err(|reason| Damage::Unreadable { reason })?;
    let examined = Examined::from(probed);
    accounts::require_own(&examined, place, store)?;
    let later = examined.missing(data_dir, store)?;

    let aside = Quarantine::of_warehouse(data_dir, now)?;
    let target = data_dir.join(Warehouse::FILE);
    let io = |source| Damage::Io { path: target.clone(), source };
    files::rename(&unpacked.warehouse(), &target).map_err(io)?;
    files::sync_folder(data_dir).map_err(io)?;
    // Newer only if a newer release had it.
    store.note_warehouse_schema(manifest.warehouse.schema)?;
    let detail = format!(
        "{}, data version {}; {} later loads are loaded again; the warehouse that was there is in {}",
        file.display(),
        manifest.warehouse.data_version,
        later.len(),
        aside.folder.display()
    );
    tracing::warn!(%detail, "the warehouse comes from a backup");
    store.record(&Entry { at: now, event: "warehouse_restored", detail: Some(&detail), ..Entry::default() })?;
    Ok(examined)
}
