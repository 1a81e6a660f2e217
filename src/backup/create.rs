//! Makes a backup.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::archive;
use super::check::check_in_child;
use super::error::BackupError;
use super::manifest::{FORMAT, Manifest};
use super::name::{BackupName, UNFINISHED, remove_abandoned};
use super::protection::Protection;
use super::room::{self, FreeSpace, free_space};
use crate::platform::files;
use crate::store::{Store, copy as store};
use crate::warehouse::copy::Source;
use crate::warehouse::counted::counted;
use crate::warehouse::file_name;
use crate::warehouse::{Phase, Progress, Warehouse};

/// How long a backup waits for another one, which an erasure may have begun, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(60 * 60);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The settings file, which a backup contains if there is one.
const SETTINGS: &str = "bond.toml";

/// Where backups are made, and by what means.
#[derive(Clone, Debug)]
pub struct Site {
    /// The data directory. This process owns it.
    pub data_dir: PathBuf,
    /// Says how much space is free.
    pub free_space: FreeSpace,
}

impl Site {
    /// With the free space of the system.
    pub fn new(data_dir: &Path) -> Site {
        Site { data_dir: data_dir.to_owned(), free_space }
    }

    /// Where backups are by default.
    pub fn backups(&self) -> PathBuf {
        self.data_dir.join("backups")
    }

    /// The bytes that must be free for a backup: for the copies and the file that is made of them.
    pub fn room_for_backup(&self) -> u64 {
        self.bytes() / 2 * 5
    }

    /// The bytes of the files that a backup is made of.
    pub(super) fn bytes(&self) -> u64 {
        let size = |path: PathBuf| fs::metadata(path).map_or(0, |data| data.len());
        let store = Store::file(&self.data_dir);
        let warehouse = self.data_dir.join(Warehouse::FILE);
        let with_logs =
            |path: &Path, end: &str| size(path.to_owned()) + size(PathBuf::from(format!("{}{end}", path.display())));
        with_logs(&store, "-wal") + with_logs(&warehouse, ".wal")
    }
}

/// What backup to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder for the file; made if it is missing.
    pub to: PathBuf,
    /// How many backups of this installation to leave in the folder, at least 1; None leaves all.
    pub keep: Option<u16>,
    /// How to encrypt it.
    pub protection: Protection,
    /// Now, in seconds since 1970-01-01 UTC.
    pub at: i64,
}

/// A finished and verified backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// What is in it.
    pub manifest: Manifest,
    /// Whether it is encrypted.
    pub encrypted: bool,
    /// Older backups that were removed.
    pub removed: Vec<PathBuf>,
}

impl Made {
    /// For the audit log.
    pub fn detail(&self) -> String {
        let name = self.path.display();
        let bytes = counted(self.bytes, ["byte", "bytes"]);
        format!("{name}, {bytes}, data version {}", self.manifest.warehouse.data_version)
    }
}

/// Makes a backup of the store and the warehouse as they are after the same load, and verifies it. It counts when it is
/// noted ([`super::make`]).
///
/// A load that begins meanwhile waits until both are copied; queries and sign-ins go on. The file has its name only
/// when it is whole, verified and on the disk.
pub fn create(
    site: &Site,
    source: Source<'_>,
    request: &Request,
    progress: &dyn Progress,
) -> Result<Made, BackupError> {
    let to = &request.to;
    files::make_root(to).map_err(BackupError::io("create", to))?;
    let tmp = site.data_dir.join("tmp");
    let stage = Stage::new(tmp.join("backup"), progress)?;
    // After the wait: the other backup takes room, too.
    require_room(site, &tmp, to)?;
    remove_abandoned(to);

    progress.start(Phase::Copying, None);
    let copied = copy(site, source, &stage, request.at);
    progress.finish();
    let manifest = copied?;
    progress.start(Phase::CheckingCopy, None);
    let checked = check_in_child(&stage.0, &manifest, progress);
    progress.finish();
    checked?;

    let path = free_name(to, request, &manifest);
    let unfinished = Unfinished(PathBuf::from(format!("{}{UNFINISHED}", path.display())));
    progress.start(Phase::Compressing, None);
    let packed = archive::pack(&unfinished.0, &stage.0, &manifest, &request.protection, progress)
        .and_then(|packed| read_back(&unfinished.0, packed, &manifest, &request.protection, progress))
        .map_err(|error| error.or_stopped(progress));
    progress.finish();
    let (bytes, sha256) = packed?;
    files::rename(&unfinished.0, &path).map_err(BackupError::io("rename", &unfinished.0))?;
    sync_folder(to)?;
    drop(stage);
    Ok(Made { path, bytes, sha256, manifest, encrypted: request.protection.encrypts(), removed: Vec::new() })
}

/// The copy and the archive take the space of the files each, and a quarter more in case they grow meanwhile.
fn require_room(site: &Site, tmp: &Path, to: &Path) -> Result<(), BackupError> {
    let bytes = site.bytes();
    let quarter = bytes / 4;
    if room::share_file_system(tmp, to) {
        return room::require("a backup", to, 2 * (bytes + quarter), site.free_space);
    }
    room::require("the copy that a backup is made of", tmp, bytes + quarter, site.free_space)?;
    room::require("a backup", to, bytes + quarter, site.free_space)
}

/// Copies both databases and the settings file into the stage.
fn copy(site: &Site, source: Source<'_>, stage: &Stage, at: i64) -> Result<Manifest, BackupError> {
    let held = source.hold()?;
    let contents = held.contents()?;
    held.copy_to(&stage.0.join(Warehouse::FILE))?;
    store::copy_file(&Store::file(&site.data_dir), &Store::file(&stage.0))?;
    drop(held);
    let mut members = vec![archive::member(&stage.0, &file_name(&Store::file(&stage.0)))?];
    members.push(archive::member(&stage.0, Warehouse::FILE)?);
    let settings = site.data_dir.join(SETTINGS);
    match fs::copy(&settings, stage.0.join(SETTINGS)) {
        Ok(_) => members.push(archive::member(&stage.0, SETTINGS)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => return Err(BackupError::Io { doing: "copy", path: settings, source }),
    }
    Ok(Manifest {
        format: FORMAT,
        bond: env!("CARGO_PKG_VERSION").to_owned(),
        install: store::install_of(&Store::file(&stage.0))?,
        made_at: at,
        store_schema: store::schema_of(&Store::file(&stage.0))?,
        warehouse: contents,
        members,
    })
}

/// Reads what was written from the disk. Where the key to it is known, everything in it is compared with the manifest,
/// else its bytes with those that were written.
fn read_back(
    path: &Path,
    (bytes, digest): (u64, [u8; 32]),
    manifest: &Manifest,
    protection: &Protection,
    progress: &dyn Progress,
) -> Result<(u64, [u8; 32]), BackupError> {
    let is_same = match protection.key() {
        Some(key) => archive::unpack(path, &key, None, |_| Ok(()), progress)? == *manifest,
        None => archive::digest_of(path, progress)? == (bytes, digest),
    };
    if is_same {
        Ok((bytes, digest))
    } else {
        Err(BackupError::BadCopy("the disk did not return what was written".to_owned()))
    }
}

/// The name of the backup; a second later if there is one of this second.
fn free_name(to: &Path, request: &Request, manifest: &Manifest) -> PathBuf {
    let encrypted = request.protection.encrypts();
    let name = |at| to.join(BackupName { at, data_version: manifest.warehouse.data_version, encrypted }.to_string());
    let mut at = request.at;
    while name(at).exists() {
        at += 1;
    }
    name(at)
}

/// Waits until the names in a folder are on the disk.
pub(super) fn sync_folder(folder: &Path) -> Result<(), BackupError> {
    files::sync_folder(folder).map_err(BackupError::io("sync", folder))
}

/// The folder that copies are made in, removed at the end. There is one, so one backup is made at a time.
struct Stage(PathBuf);

impl Stage {
    /// Waits while another backup is being made.
    fn new(path: PathBuf, progress: &dyn Progress) -> Result<Stage, BackupError> {
        let limit = Instant::now() + PATIENCE;
        loop {
            match files::make_folder(&path) {
                Ok(()) => return Ok(Stage(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if progress.is_cancelled() || Instant::now() > limit {
                        return Err(BackupError::Running);
                    }
                    thread::sleep(POLL_INTERVAL);
                }
                Err(source) => return Err(BackupError::Io { doing: "create", path, source }),
            }
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file that is removed unless it is renamed.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
