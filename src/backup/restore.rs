//! Verifies backups and restores them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::archive;
use super::check::check_in_child;
use super::create::sync_folder;
use super::error::BackupError;
use super::history::note_file;
use super::manifest::Manifest;
use super::name::stamp;
use super::protection::Key;
use super::room::{self, FreeSpace, free_space};
use crate::data_dir::DataDir;
use crate::platform::files;
use crate::store::Store;
use crate::store::audit::Entry;
use crate::store::copy::{copy_file, install_of};
use crate::store::erased::{ErasedMember, erased_in};
use crate::warehouse::{Phase, Progress, Warehouse};

/// Verifies a backup: every byte of the file, and the databases in it. Unpacks it into a new folder in `scratch` for
/// that, and removes it.
pub fn verify(file: &Path, key: &Key, scratch: &Path, progress: &dyn Progress) -> Result<Manifest, BackupError> {
    let folder = Unpacked::new(scratch.join(format!(".bond-verify-{}", std::process::id())))?;
    unpack_and_check(file, key, &folder, progress, free_space, |_| Ok(()))
}

/// Unpacks and verifies a backup that this release can use. The files are in the folder while the result exists.
///
/// # Errors
/// It is damaged, of a newer release, of another install than `install`, or there is no room.
pub fn unpack(
    file: &Path,
    key: &Key,
    folder: PathBuf,
    install: &str,
    progress: &dyn Progress,
) -> Result<(Unpacked, Manifest), BackupError> {
    let folder = Unpacked::new(folder)?;
    let manifest = unpack_and_check(file, key, &folder, progress, free_space, |manifest| {
        if manifest.install.as_deref().is_some_and(|other| other != install) {
            return Err(BackupError::OtherInstall { path: file.to_owned() });
        }
        require_known(file, manifest)
    })?;
    Ok((folder, manifest))
}

fn require_known(file: &Path, manifest: &Manifest) -> Result<(), BackupError> {
    if manifest.store_schema > Store::SCHEMA || manifest.warehouse.schema > Warehouse::SCHEMA {
        return Err(BackupError::Newer { path: file.to_owned(), bond: manifest.bond.clone() });
    }
    Ok(())
}

/// What to restore, and where.
#[derive(Debug)]
pub struct Restore<'a> {
    /// The backup.
    pub file: &'a Path,
    /// Opens it.
    pub key: &'a Key,
    /// The data directory that is to be.
    pub data_dir: &'a Path,
    /// Move what is there aside.
    pub replace: bool,
    /// Now, in seconds since 1970-01-01 UTC.
    pub at: i64,
    /// Says how much space is free.
    pub free_space: FreeSpace,
}

/// What the name of a directory that was moved aside has after its own.
const ASIDE: &str = "before-restore";

/// A finished restore.
#[derive(Debug)]
pub struct Restored {
    /// What is in the data directory now.
    pub manifest: Manifest,
    /// Where the directory that was there is now.
    pub aside: Option<PathBuf>,
    /// Whether members were erased there after the backup was made. The next start erases them again.
    pub erases_again: bool,
    /// Whether it is unknown which members were erased there: its accounts cannot be read.
    pub erased_unknown: bool,
    /// What the restored accounts do not let in again.
    pub ended: Ended,
}

/// What a restore does not bring back, in words; empty for nothing.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// What has ended since the backup was made, by the accounts that were there.
    Since(String),
    /// All API tokens and links: no accounts of the install were there to say which were revoked.
    All(String),
}

/// Restores a backup, all or nothing: it is unpacked and verified in a new folder beside the data directory, which then
/// takes its name. All sessions are ended and the keys of tokens and cookies are made anew. Members that were erased in
/// the directory that was there stay erased, and what was revoked there stays revoked.
pub fn restore(request: &Restore<'_>, progress: &dyn Progress) -> Result<Restored, BackupError> {
    let place = Place::of(request.data_dir)?;
    let owned = match place.state()? {
        State::Missing | State::Empty => None,
        State::Filled if !request.replace => return Err(BackupError::NotEmpty(place.path)),
        State::Filled => Some(DataDir::lock(&place.path)?),
    };
    let folder = Unpacked::new(place.beside("restoring", request.at))?;
    let manifest = unpack_and_check(request.file, request.key, &folder, progress, request.free_space, |manifest| {
        require_known(request.file, manifest)
    })?;
    let found = if owned.is_some() { erased_since(&place.path, &folder.0) } else { Some(Vec::new()) };
    let erased_unknown = found.is_none();
    let erased = found.unwrap_or_default();
    let present = owned.is_some().then(|| present_accounts(&place.path, &folder.0)).flatten();
    let ended = start_anew(&folder.0, request, &manifest, &erased, present.as_ref())?;
    drop(present);
    give_to_owner(&folder.0, &place.path)?;

    // Held until the end, so that no process starts on what is being moved, where the system can rename what is held.
    let mut still_held = None;
    let aside = match owned {
        None => None,
        Some(held) => {
            let aside = place.beside(ASIDE, request.at);
            still_held = Some(held).filter(|_| files::RENAMES_FOLDERS_IN_USE);
            rename(&place.path, &aside)?;
            Some(aside)
        }
    };
    if let Err(error) = rename(&folder.0, &place.path) {
        if let Some(aside) = &aside {
            rename(aside, &place.path)?;
        }
        return Err(error);
    }
    sync_folder(&place.parent)?;
    drop(still_held);
    Ok(Restored { manifest, aside, erases_again: !erased.is_empty(), erased_unknown, ended })
}

fn unpack_and_check(
    file: &Path,
    key: &Key,
    folder: &Unpacked,
    progress: &dyn Progress,
    free_space: FreeSpace,
    accept: impl FnOnce(&Manifest) -> Result<(), BackupError>,
) -> Result<Manifest, BackupError> {
    progress.start(Phase::Unpacking, None);
    let accept = |manifest: &Manifest| {
        accept(manifest)?;
        room::require("unpacking the backup", &folder.0, manifest.bytes() + manifest.bytes() / 4, free_space)
    };
    let unpacked = archive::unpack(file, key, Some(&folder.0), accept, progress);
    progress.finish();
    let manifest = unpacked.map_err(|error| error.or_stopped(progress))?;
    progress.start(Phase::CheckingBackup, None);
    let checked = check_in_child(&folder.0, &manifest, progress);
    progress.finish();
    match checked {
        Err(BackupError::BadCopy(what)) => Err(BackupError::Damaged { path: file.to_owned(), what }),
        Err(error) => Err(error),
        Ok(()) => Ok(manifest),
    }
}

/// The members that were erased in a data directory and are not in an older copy of it; None where it cannot be read: it
/// may be what the restore is for. None at all of another install, whose hashes have another key.
fn erased_since(data_dir: &Path, older: &Path) -> Option<Vec<ErasedMember>> {
    let (new, old) = (Store::file(data_dir), Store::file(older));
    let install = |file: &Path| install_of(file).ok();
    let (here, there) = (install(&new)?, install(&old).flatten());
    if here.is_none() || here != there {
        return Some(Vec::new());
    }
    let listed = erased_in(&old).unwrap_or_default();
    let is_new = |member: &ErasedMember| {
        !listed.iter().any(|other| other.digest == member.digest && other.keep_counts <= member.keep_counts)
    };
    match erased_in(&new) {
        Ok(members) => Some(members.into_iter().filter(is_new).collect()),
        Err(error) => {
            tracing::warn!(%error, "the erased members of the directory that was there cannot be read");
            None
        }
    }
}

/// Whether two files are stores of one install.
fn is_same_install(one: &Path, other: &Path) -> bool {
    let install = |file: &Path| install_of(file).ok().flatten();
    install(one).is_some_and(|known| install(other) == Some(known))
}

/// A copy of the accounts of a data directory, in this release's schema. None of another install, and none of a directory
/// that cannot be read: it may be what the restore is for.
fn present_accounts(data_dir: &Path, restored: &Path) -> Option<Unpacked> {
    let file = Store::file(data_dir);
    if !is_same_install(&file, &Store::file(restored)) {
        return None;
    }
    let copied = || -> Result<Unpacked, BackupError> {
        let folder = Unpacked::new(restored.join(".present"))?;
        copy_file(&file, &Store::file(&folder.0))?;
        Store::open_and_migrate(&folder.0)?.close()?;
        Ok(folder)
    };
    copied()
        .inspect_err(|error| tracing::warn!(%error, "the accounts of the directory that was there cannot be read"))
        .ok()
}

/// Makes the restored accounts ready for use, and waits until everything is on the disk.
fn start_anew(
    folder: &Path,
    request: &Restore<'_>,
    manifest: &Manifest,
    erased: &[ErasedMember],
    present: Option<&Unpacked>,
) -> Result<Ended, BackupError> {
    let name = request.file.file_name().unwrap_or_default().to_string_lossy();
    let detail = format!(
        "{name} of Bond {}, made {}, data version {}",
        manifest.bond,
        stamp(manifest.made_at),
        manifest.warehouse.data_version
    );
    let store = Store::open_and_migrate(folder)?;
    let entry = Entry { at: request.at, event: "restore", detail: Some(&detail), ..Entry::default() };
    store.start_anew(&entry, manifest.made_at)?;
    // It was verified just now.
    note_file(request.file.to_owned(), manifest, &store, request.at)?;
    let ended = match present {
        Some(present) => Ended::Since(store.end_what_ended(&Store::file(&present.0), request.at)?),
        None => Ended::All(store.end_tokens_and_links(request.at)?),
    };
    if !erased.is_empty() {
        store.erase_again(erased, manifest.warehouse.data_version, request.at)?;
    }
    store.close()?;
    let path = Store::file(folder);
    files::sync_file(&path).map_err(BackupError::io("sync", &path))?;
    sync_folder(folder)?;
    Ok(ended)
}

/// Gives the restored files to the owner of the directory that they replace: root restores for the user who runs Bond.
fn give_to_owner(folder: &Path, replaced: &Path) -> Result<(), BackupError> {
    if replaced.exists() {
        files::make_like(folder, replaced).map_err(BackupError::io("give the rights of the directory to", folder))?;
    }
    let rights = |path: &Path| files::rights(&fs::metadata(path).ok()?);
    let Some(wanted) = rights(replaced) else { return Ok(()) };
    if rights(folder).is_some_and(|own| (own.owner, own.group) == (wanted.owner, wanted.group)) {
        return Ok(());
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(BackupError::io("list", folder))? {
        paths.push(entry.map_err(BackupError::io("list", folder))?.path());
    }
    // The folder last, and no link is followed: its new owner could put a link in place of a file, and root would give
    // away what it leads to.
    paths.push(folder.to_owned());
    for path in paths {
        files::give(&path, &wanted).map_err(BackupError::io("give to the owner of the directory", &path))?;
    }
    Ok(())
}

/// The data directory that is to be.
struct Place {
    path: PathBuf,
    parent: PathBuf,
}

enum State {
    Missing,
    Empty,
    Filled,
}

impl Place {
    fn of(data_dir: &Path) -> Result<Place, BackupError> {
        // A link to a directory stays; what it leads to is replaced.
        let path = match files::canonical(data_dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => std::path::absolute(data_dir),
            found => found,
        }
        .map_err(BackupError::io("find", data_dir))?;
        let parent = path.parent().ok_or_else(|| BackupError::MountPoint(path.clone()))?.to_owned();
        files::make_folders(&parent).map_err(BackupError::io("create", &parent))?;
        Ok(Place { path, parent })
    }

    fn state(&self) -> Result<State, BackupError> {
        let mut entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::Missing),
            entries => entries.map_err(BackupError::io("open", &self.path))?,
        };
        let device =
            |path: &Path| files::identity(path).map(|(device, _)| device).map_err(BackupError::io("open", path));
        if device(&self.path)? != device(&self.parent)? {
            return Err(BackupError::MountPoint(self.path.clone()));
        }
        Ok(if entries.next().is_some() { State::Filled } else { State::Empty })
    }

    /// A path beside it that nothing has.
    fn beside(&self, what: &str, at: i64) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let with = |at| self.parent.join(format!("{name}.{what}-{}", stamp(at)));
        let mut at = at;
        while with(at).exists() {
            at += 1;
        }
        with(at)
    }
}

/// What restores moved aside of a data directory and is still there, in order.
pub fn moved_aside(data_dir: &Path) -> Vec<PathBuf> {
    let Ok(path) = files::canonical(data_dir) else { return Vec::new() };
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Vec::new() };
    let begin = format!("{}.{ASIDE}-", name.to_string_lossy());
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&begin))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
}

fn rename(from: &Path, to: &Path) -> Result<(), BackupError> {
    files::rename_folder(from, to).map_err(|source| match source.kind() {
        io::ErrorKind::ResourceBusy => BackupError::MountPoint(to.to_owned()),
        _ => BackupError::Io { doing: "rename", path: from.to_owned(), source },
    })
}

/// A folder that a backup is unpacked into, removed at the end unless it was renamed.
#[derive(Debug)]
pub struct Unpacked(PathBuf);

impl Unpacked {
    /// The warehouse in it.
    pub fn warehouse(&self) -> PathBuf {
        self.0.join(Warehouse::FILE)
    }

    fn new(path: PathBuf) -> Result<Unpacked, BackupError> {
        files::make_files_private();
        files::make_folder(&path)
            .and_then(|()| files::make_private(&path))
            .map_err(BackupError::io("create", &path))?;
        Ok(Unpacked(path))
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Of owners as Unix has them.
#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, lchown};

    use super::*;
    use crate::platform::process;

    /// Permissions do not bind root, and nobody else can give files away.
    #[test]
    fn files_are_given_to_the_owner_of_the_directory_and_what_links_lead_to_is_not() {
        const NOBODY: u32 = 65534;
        if !process::is_root() {
            return println!("SKIPPED: only root gives files away");
        }
        let dir = tempfile::tempdir().expect("a directory");
        let [replaced, folder, outside] = ["replaced", "folder", "outside"].map(|name| dir.path().join(name));
        for path in [&replaced, &folder] {
            fs::create_dir(path).expect("made");
        }
        for path in [&outside, &folder.join("bond.sqlite")] {
            fs::write(path, "x").expect("written");
        }
        std::os::unix::fs::symlink(&outside, folder.join("bond.toml")).expect("linked");
        lchown(&replaced, Some(NOBODY), Some(NOBODY)).expect("given");
        give_to_owner(&folder, &replaced).expect("given");
        let owner = |path: &Path| fs::metadata(path).expect("there").uid();
        assert_eq!(owner(&folder), NOBODY);
        assert_eq!(owner(&folder.join("bond.sqlite")), NOBODY);
        assert_eq!(owner(&outside), process::own_user());
    }
}
