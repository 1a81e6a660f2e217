//! What this executable would do to a data directory, and the backup that it makes before it migrates one.

use std::path::Path;

use super::archive::{glance, read_manifest};
use super::create::{Made, Request, Site, create};
use super::error::BackupError;
use super::name::{Found, list};
use super::protection::{Key, Protection};
use super::room;
use crate::store::{Store, copy as store};
use crate::warehouse::copy::{self as warehouse, Source};
use crate::warehouse::{Attached, Progress, Warehouse};

/// The schema that a file has, and the one that this release needs. 0 is a file that is new or missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// In the file.
    pub found: u32,
    /// Of this release.
    pub known: u32,
}

impl Schema {
    fn of_store(data_dir: &Path) -> Result<Schema, BackupError> {
        let file = Store::file(data_dir);
        let found = if file.is_file() { store::schema_of(&file)? } else { 0 };
        Ok(Schema { found, known: Store::SCHEMA })
    }

    fn of_warehouse(found: i32) -> Schema {
        Schema { found: found.unsigned_abs(), known: Warehouse::SCHEMA.unsigned_abs() }
    }

    /// Migrations that this release would run on what is there already.
    pub fn migrations(self) -> u32 {
        if self.found == 0 { 0 } else { self.known.saturating_sub(self.found) }
    }

    fn is_newer(self) -> bool {
        self.found > self.known
    }
}

/// Makes a backup in the data directory's `backups/` if this release would migrate what is there. The warehouse is
/// open but not migrated, the store is not open yet.
///
/// # Errors
/// [`BackupError::NewerData`] if a newer release has used the directory, [`BackupError::BeforeMigration`] if the backup
/// failed, for example for lack of space. Nothing is migrated then.
pub fn before_migration(
    site: &Site,
    attached: &Attached,
    protection: &Protection,
    at: i64,
    progress: &dyn Progress,
) -> Result<Option<Made>, BackupError> {
    let store = Schema::of_store(&site.data_dir)?;
    let warehouse = Schema::of_warehouse(attached.schema()?);
    refuse_newer(site, store, warehouse)?;
    // A warehouse beside a new store is no data directory that ever was in use.
    if store.found == 0 || store.migrations() + warehouse.migrations() == 0 {
        return Ok(None);
    }
    tracing::info!("this version of Bond migrates the data; a backup is made first");
    let request = Request { to: site.backups(), keep: None, protection: protection.clone(), at };
    create(site, Source::Attached(attached), &request, progress)
        .map(Some)
        .map_err(|error| BackupError::BeforeMigration(Box::new(error)))
}

/// Whether the store of a data directory is new or has this release's schema.
pub fn is_current(data_dir: &Path) -> Result<bool, BackupError> {
    let store = Schema::of_store(data_dir)?;
    Ok(store.found == 0 || store.found == store.known)
}

/// Refuses a data directory that a newer release has used, by the store alone. An older release may be unable to read a
/// newer warehouse, and must not take it for a damaged one.
///
/// # Errors
/// [`BackupError::NewerData`].
pub fn refuse_newer_by_store(site: &Site) -> Result<(), BackupError> {
    let schema = Schema::of_store(&site.data_dir)?;
    refuse_newer(site, schema, Schema::of_warehouse(0))?;
    let noted = match schema.found {
        0 => None,
        _ => store::noted_warehouse_schema(&Store::file(&site.data_dir))?,
    };
    refuse_newer(site, schema, Schema::of_warehouse(noted.unwrap_or_default()))
}

fn refuse_newer(site: &Site, store: Schema, warehouse: Schema) -> Result<(), BackupError> {
    for (what, schema) in [("the account store", store), ("the warehouse", warehouse)] {
        if schema.is_newer() {
            return Err(BackupError::NewerData {
                path: site.data_dir.clone(),
                what: format!("{what} has schema {}, this one knows up to {}", schema.found, schema.known),
                hint: hint(site),
            });
        }
    }
    Ok(())
}

/// Names the newest backup that this release can restore.
fn hint(site: &Site) -> String {
    let Some((found, is_certain)) = newest_readable(&site.backups()) else { return String::new() };
    let encrypted = if is_certain { "" } else { " (it is encrypted, so its version is not known)" };
    format!(
        ", or go back to the newest backup of this version{encrypted}:\n  bond restore {} --data-dir {} --replace",
        found.path.display(),
        site.data_dir.display()
    )
}

/// The newest backup in a folder that this release can restore; false if that is not certain.
fn newest_readable(folder: &Path) -> Option<(Found, bool)> {
    let mut encrypted = None;
    for found in list(folder).unwrap_or_default() {
        match read_manifest(&found.path, &Key::None) {
            Ok(manifest)
                if manifest.store_schema <= Store::SCHEMA && manifest.warehouse.schema <= Warehouse::SCHEMA =>
            {
                return Some((found, true));
            }
            Err(BackupError::Encrypted { .. }) => encrypted = encrypted.or(Some((found, false))),
            _ => {}
        }
    }
    encrypted
}

/// What this executable would do to a data directory.
#[derive(Debug)]
pub struct Outlook {
    /// The store's schema.
    pub store: Schema,
    /// The warehouse's; the error is why it cannot be read now.
    pub warehouse: Result<Schema, String>,
    /// Bytes that must be free for the backup before a migration.
    pub needed: u64,
    /// Bytes that are free.
    pub free: u64,
    /// The backups in the directory, newest first.
    pub backups: Vec<Found>,
    /// Why this executable would refuse the directory.
    pub refusal: Option<BackupError>,
}

/// Looks at a data directory without changing it.
pub fn outlook(site: &Site) -> Result<Outlook, BackupError> {
    let store = Schema::of_store(&site.data_dir)?;
    let file = site.data_dir.join(Warehouse::FILE);
    let warehouse = if file.is_file() { schema_of_warehouse(site, &file) } else { Ok(Schema::of_warehouse(0)) };
    let needed = site.room_for_backup();
    let folder = &site.data_dir;
    let free = (site.free_space)(folder).map_err(BackupError::io("read the free space of", folder))?;
    let readable = warehouse.clone().unwrap_or(Schema::of_warehouse(0));
    let migrates = store.migrations() + readable.migrations() > 0;
    let refusal = match refuse_newer(site, store, readable) {
        Ok(()) if migrates => room::require("a backup", folder, needed, site.free_space)
            .map_err(|error| BackupError::BeforeMigration(Box::new(error)))
            .err(),
        refused => refused.err(),
    };
    // The accounts may be those of another release: what can be read counts here.
    let is_readable = |found: &Found| glance(&found.path).is_ok();
    let backups = list(&site.backups())?.into_iter().filter(is_readable).collect();
    Ok(Outlook { store, warehouse, needed, free, backups, refusal })
}

/// Reads the schema from the file or, while another process has it open, as that process noted it.
fn schema_of_warehouse(site: &Site, file: &Path) -> Result<Schema, String> {
    let found = match warehouse::schema_of(file) {
        Ok(found) => Ok(found),
        Err(error) => match store::noted_warehouse_schema(&Store::file(&site.data_dir)) {
            Ok(Some(noted)) => Ok(noted),
            _ => Err(error.to_string()),
        },
    };
    found.map(Schema::of_warehouse)
}
