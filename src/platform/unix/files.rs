//! Files and folders. What is private has mode 0600 or 0700.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, FallocateFlags, Mode};
use rustix::io::Errno;

use crate::platform::Rights;

/// Whether a folder can be renamed while files in it are open.
pub const RENAMES_FOLDERS_IN_USE: bool = true;

/// Makes a private folder that is not there yet.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Makes a private folder, and those above it, as far as they are missing.
pub fn make_folders(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes the folder of all data, private, and those above it, as far as they are missing.
pub fn make_root(path: &Path) -> io::Result<()> {
    make_folders(path)
}

/// Takes from others what they may do with a folder that is there.
pub fn make_private(path: &Path) -> io::Result<()> {
    let permissions = fs::metadata(path).map(|data| data.permissions().mode() & 0o777).unwrap_or(0o700);
    if permissions == 0o700 { Ok(()) } else { fs::set_permissions(path, Permissions::from_mode(0o700)) }
}

/// Sets the umask to 077, so that all files the process creates from here on are private.
pub fn make_files_private() {
    rustix::process::umask(Mode::from_raw_mode(0o077));
}

/// Gives a folder another name, also that of an empty folder, which it replaces.
pub fn rename_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// How to open a file that is private where it is made.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// A new private file to write and read, without a name: it is gone when it is closed. `path` is one that nothing has.
pub fn unnamed_file(path: &Path) -> io::Result<File> {
    let file = private_file().read(true).write(true).create_new(true).open(path)?;
    fs::remove_file(path)?;
    Ok(file)
}

/// Who may use a file, by its mode.
pub fn rights(data: &Metadata) -> Option<Rights> {
    Some(Rights { mode: data.mode() & 0o7777, owner: data.uid(), group: data.gid() })
}

/// Whether others may use a folder whose rights no mode says: here one does.
pub fn is_open_to_others(_path: &Path) -> bool {
    false
}

/// Whether everybody on this machine can read a file. Those who cannot enter its folder cannot.
pub fn is_readable_by_all(path: &Path) -> bool {
    let has = |path: &Path, bit: u32| fs::metadata(path).is_ok_and(|found| found.permissions().mode() & bit != 0);
    fs::canonicalize(path)
        .is_ok_and(|path| has(&path, 0o004) && path.ancestors().skip(1).all(|folder| has(folder, 0o001)))
}

/// Whether this process may read and write a file. One that is not there is fine.
pub fn require_usable(path: &Path) -> io::Result<()> {
    match rustix::fs::access(path, Access::READ_OK | Access::WRITE_OK) {
        Err(error) if error != Errno::NOENT => Err(error.into()),
        _ => Ok(()),
    }
}

/// Gives a file to the owner and the group of `rights`; a link itself, not what it leads to.
pub fn give(path: &Path, rights: &Rights) -> io::Result<()> {
    lchown(path, Some(rights.owner), Some(rights.group))
}

/// Nothing: a new private folder has the same mode as another one.
pub fn make_like(_path: &Path, _other: &Path) -> io::Result<()> {
    Ok(())
}

/// Locks a file for this process alone until it is closed, also where the process is killed.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// As [`try_lock`], beside others who lock it like this.
pub fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
    file.try_lock_shared()
}

/// Ends a lock.
pub fn unlock(file: &File) -> io::Result<()> {
    file.unlock()
}

/// Waits until a file is on the disk.
pub fn sync_file(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Waits until the names in a folder are on the disk.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// The free space of the file system of a folder, for users without special rights.
pub fn free_space(folder: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(folder)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

/// What tells a file or folder from all others while it exists: its file system, and its number there.
pub fn identity(path: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(path).map(|data| (data.dev(), data.ino()))
}

/// Sets space aside for the first `bytes` of a file, and makes it as long.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] where the file system cannot.
pub fn set_space_aside(file: &File, bytes: u64) -> io::Result<()> {
    match rustix::fs::fallocate(file, FallocateFlags::empty(), 0, bytes) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => Err(io::ErrorKind::Unsupported.into()),
        made => Ok(made?),
    }
}

/// Reads from a place of a file that others may read at the same time.
pub fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    file.read_at(into, at)
}

/// The path without links, as programs take it.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// Whether a plain name can be a file's. Every one can.
pub fn is_file_name(_name: &str) -> bool {
    true
}

/// The magic numbers of network file systems, as in statfs(2).
const NETWORK: [(u64, &str); 6] = [
    (0x6969, "NFS"),
    (0x517B, "SMB"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB2"),
    (0x0102_1997, "9P"),
    (0x00C3_6400, "Ceph"),
];

/// The kind of network file system that a path is on. None for a local one. Of a path that is not there yet, its first
/// existing parent counts.
pub fn network_file_system(path: &Path) -> Option<&'static str> {
    let kind = path.ancestors().find_map(|path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        rustix::fs::statfs(path).ok().map(|found| found.f_type as u64)
    });
    kind.and_then(network)
}

fn network(kind: u64) -> Option<&'static str> {
    NETWORK.iter().find(|(known, _)| *known == kind).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_known() {
        assert_eq!(network(0x6969), Some("NFS"));
        assert_eq!(network(0xEF53), None, "ext4");
    }
}
